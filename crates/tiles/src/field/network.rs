//! Roads and rivers: drawn first over the fields, then pinned, so that they hang together by
//! construction.
//!
//! A network joins its places by cheapest routes (Dijkstra, *A note on two problems in connexion with
//! graphs*, 1959) over costs from fields; known ways are cheap, so routes run together. Side streets
//! grow from it until it has its share. Complexity: the cells of the map per place joined.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::{Arc, Mutex};

use super::atlas::{Atlas, Extent, Fields, Spot};
use super::links::{Link, LinkKey};
use super::noise::{HALVES, hash};
use super::{MapPoint, Network, Spots};
use crate::model::Model;
use crate::rules::bits;
use crate::solve::Kept;
use crate::{CellShape, Error, TileSet, Topology};

/// The most networks of a set.
const MOST: usize = 4;
/// Steps to the north, east, south and west.
pub(super) const STEPS: [(i64, i64); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
/// The cost of a plain cell.
pub(super) const PLAIN: f64 = 16.0;

/// For each network, the sides of a cell where it leaves.
pub(super) type Sides = [u8; MOST];

/// The networks of a tile set.
#[derive(Debug)]
pub(crate) struct NetworkRules {
    pub(super) networks: Vec<Rules>,
    /// The tiles that have ways on exactly these sides.
    pub(super) tiles: BTreeMap<Sides, Arc<[u64]>>,
    /// Parts of endless networks that were made before.
    pub(super) links: Mutex<BTreeMap<LinkKey, Link>>,
}

#[derive(Debug)]
pub(super) struct Rules {
    pub(super) data: Network,
    /// The fields that make cells dear, and how much.
    costs: Vec<(usize, f64)>,
    /// Where side streets are likely: low values.
    pub(super) side_field: Option<usize>,
}

/// The ways of a map.
pub(crate) struct Ways {
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) cells: Vec<Sides>,
    /// Cells that no way may lead through; empty for none.
    blocked: Vec<bool>,
}

impl NetworkRules {
    pub(crate) fn new(set: &TileSet, fields: &Fields, model: &Model) -> Result<Option<Self>, Error> {
        if set.networks.is_empty() {
            return Ok(None);
        }
        let wrong = |at: String, reason: String| Error::TileSet { at, reason };
        if model.shape() != CellShape::Square || set.networks.len() > MOST {
            let reason = format!("networks need square tiles, and there are at most {MOST}");
            return Err(wrong("[[network]]".to_owned(), reason));
        }
        let mut networks = Vec::new();
        for data in &set.networks {
            let at = || format!("network `{}`", data.letter);
            let has = |e: &String| e.contains(&data.letter);
            if data.letter.chars().count() != 1 || !model.variants().iter().any(|v| v.edges.iter().any(has)) {
                return Err(wrong(at(), "its letter must be in the edge of a tile".to_owned()));
            }
            if !(0.0..=60.0).contains(&data.share) {
                return Err(wrong(at(), "its share is 0 to 60 per cent of the cells".to_owned()));
            }
            if data.curve > 32 || data.side.as_ref().is_some_and(|side| side.lean > 100) {
                return Err(wrong(at(), "its `curve` is 0 to 32 cells, and its `lean` 0 to 100".to_owned()));
            }
            let find = |cost: &super::PathCost| Ok((fields.find(&cost.field, &at())?, cost.by));
            let costs = data.cost.iter().map(find).collect::<Result<_, Error>>()?;
            let near = data.side.as_ref().and_then(|s| s.near.as_ref());
            let side_field = near.map(|name| fields.find(name, &at())).transpose()?;
            networks.push(Rules { data: data.clone(), costs, side_field });
        }
        let mut tiles: BTreeMap<Sides, Vec<u64>> = BTreeMap::new();
        for (tile, variant) in model.variants().iter().enumerate() {
            let mut sides = Sides::default();
            for (network, sides) in networks.iter().zip(&mut sides) {
                for (side, edge) in variant.edges.iter().enumerate().take(4) {
                    *sides |= u8::from(edge.contains(&network.data.letter)) << side;
                }
            }
            let set = tiles.entry(sides).or_insert_with(|| vec![0; model.rules().words()]);
            set[tile / 64] |= 1 << (tile % 64);
        }
        let tiles = tiles.into_iter().map(|(sides, set)| (sides, Arc::from(set))).collect();
        Ok(Some(NetworkRules { networks, tiles, links: Mutex::default() }))
    }

    /// Draws the networks of a finite map, or of a part of an endless one.
    ///
    /// No way leads through cells that are `blocked`, if there are any.
    pub(crate) fn draw(
        &self,
        atlas: &Atlas,
        topology: &Topology,
        at: (i64, i64),
        blocked: Vec<bool>,
    ) -> Ways {
        let (width, height) = (i64::from(topology.width()), i64::from(topology.height()));
        let mut ways = Ways::new(width, height, blocked);
        for number in 0..self.networks.len() {
            match atlas.extent() {
                Extent::Finite(..) => self.draw_finite(number, atlas, topology, &mut ways),
                Extent::Endless => self.draw_endless(number, atlas, &mut ways, at),
            }
        }
        ways
    }

    /// The tiles that a cell may have; `None` if no tile has these ways.
    pub(crate) fn allowed(&self, ways: &Ways, cell: usize) -> Option<&Arc<[u64]>> {
        self.tiles.get(&ways.cells[cell])
    }

    /// The cells of a map that can have no way, because of what they are kept to.
    pub(crate) fn blocked(&self, cells: usize, keep: &[Kept]) -> Vec<bool> {
        let mut blocked = vec![false; cells];
        let ways = || self.tiles.iter().filter(|(sides, _)| **sides != Sides::default());
        for (cells, keep) in keep {
            if !ways().any(|(_, set)| bits::meet(set, keep)) {
                blocked[cells.start as usize..cells.end as usize].fill(true);
            }
        }
        blocked
    }

    fn draw_finite(&self, number: usize, atlas: &Atlas, topology: &Topology, ways: &mut Ways) {
        let rules = &self.networks[number];
        let (w, h) = (ways.width, ways.height);
        let key = atlas.key(100 + number as i64);
        let costs = rules.costs_of(atlas, (0, 0), (w, h), key);
        let mut places: Vec<(usize, Option<usize>)> = Vec::new();
        for place in &rules.data.joins {
            let (x, y) = atlas.place(place, w as f64, h as f64);
            let (x, y) = ((x as i64).clamp(0, w - 1), (y as i64).clamp(0, h - 1));
            let exit = match place {
                MapPoint::Named(Spots::North) => Some(0),
                MapPoint::Named(Spots::East) => Some(1),
                MapPoint::Named(Spots::South) => Some(2),
                MapPoint::Named(Spots::West) => Some(3),
                _ => None,
            };
            places.push(((y * w + x) as usize, exit));
        }
        // Where another way runs already, the next free cell.
        let places: Vec<(usize, Option<usize>)> = places
            .into_iter()
            .filter_map(|(place, exit)| Some((self.free_near(number, place, exit, ways)?, exit)))
            .collect();
        if rules.data.ring {
            let places: Vec<usize> = places.into_iter().map(|(place, _)| place).collect();
            self.ring(number, ways, &costs, &places);
            return;
        }
        for (i, &(place, exit)) in places.iter().enumerate() {
            if i > 0 || rules.data.joins.len() == 1 {
                let route = self.route(number, ways, &costs, place, |ways, cell| {
                    if i == 1 { cell == places[0].0 } else { ways.cells[cell][number] != 0 }
                });
                ways.add_route(number, &route);
            }
            // A map that wraps around has no way out there.
            if let Some(side) = exit
                && topology.neighbour(place as u32, side).is_none()
                && (ways.cells[place][number] != 0 || i == 0)
            {
                ways.cells[place][number] |= 1 << side;
            }
        }
        if rules.data.share > 0.0 {
            self.grow(number, atlas, ways, (0, 0), key);
        }
        self.prune(number, ways);
    }

    /// Joins places in a circle.
    pub(super) fn ring(&self, number: usize, ways: &mut Ways, costs: &[u32], places: &[usize]) {
        for i in 0..places.len() {
            let (from, goal) = (places[(i + 1) % places.len()], places[i]);
            let route = self.route(number, ways, costs, from, |_, cell| cell == goal);
            ways.add_route(number, &route);
        }
        self.prune(number, ways);
    }

    /// Takes back ways that no tile has, such as the end of a wall, until all have one.
    pub(super) fn prune(&self, number: usize, ways: &mut Ways) {
        let mut open: Vec<usize> = (0..ways.cells.len()).collect();
        while let Some(cell) = open.pop() {
            let sides = ways.cells[cell][number];
            if sides == 0 || self.tiles.contains_key(&ways.cells[cell]) {
                continue;
            }
            ways.cells[cell][number] = 0;
            for side in (0..4).filter(|side| sides >> side & 1 == 1) {
                if let Some(other) = ways.beside(cell, side) {
                    ways.cells[other][number] &= !(1 << ((side + 2) % 4));
                    open.push(other);
                }
            }
        }
    }

    /// The place itself, or the nearest along the border, that has no other way in it.
    pub(super) fn free_near(
        &self,
        number: usize,
        place: usize,
        exit: Option<usize>,
        ways: &Ways,
    ) -> Option<usize> {
        let step = if matches!(exit, Some(1 | 3)) { ways.width } else { 1 };
        let others = |cell: usize| ways.cells[cell].iter().enumerate().any(|(n, s)| n != number && *s != 0);
        (0..12i64).flat_map(|d| [d, -d]).map(|d| place as i64 + d * step).find_map(|cell| {
            let cell = usize::try_from(cell).ok().filter(|c| *c < ways.cells.len())?;
            (!others(cell) && !ways.is_blocked(cell)).then_some(cell)
        })
    }

    /// The cheapest route from a cell to one that is wanted, as cells in order.
    pub(super) fn route(
        &self,
        number: usize,
        ways: &Ways,
        costs: &[u32],
        from: usize,
        wanted: impl Fn(&Ways, usize) -> bool,
    ) -> Vec<usize> {
        let turn = self.networks[number].data.turn * PLAIN;
        let turn = turn.clamp(0.0, 10_000.0) as u32;
        let mut best = vec![u32::MAX; ways.cells.len()];
        let mut came = vec![u8::MAX; ways.cells.len()];
        let mut queue = BinaryHeap::new();
        best[from] = 0;
        queue.push(Reverse((0u32, from as u32)));
        while let Some(Reverse((cost, cell))) = queue.pop() {
            let cell = cell as usize;
            if cost > best[cell] {
                continue;
            }
            if cell != from && wanted(ways, cell) && !ways.is_crossed(number, cell) {
                let mut route = vec![cell];
                let mut now = cell;
                while now != from {
                    let back = (usize::from(came[now]) + 2) % 4;
                    let Some(before) = ways.beside(now, back) else { break };
                    route.push(before);
                    now = before;
                }
                return ways.rounded(number, route, self.networks[number].data.curve as usize);
            }
            let crossing = ways.is_crossed(number, cell);
            for side in 0..4 {
                let straight = came[cell] == side as u8;
                if crossing && !straight {
                    continue;
                }
                let Some(next) = ways.beside(cell, side).filter(|c| !ways.is_blocked(*c)) else { continue };
                if ways.is_crossed(number, next) && !self.can_cross(number, ways.cells[next], side) {
                    continue;
                }
                let known = ways.cells[next][number] != 0;
                if known && self.networks[number].data.ring && !wanted(ways, next) {
                    continue;
                }
                let mut step = if known { costs[next] * 35 / 100 } else { costs[next] };
                if !straight && came[cell] != u8::MAX && !known {
                    step += turn;
                }
                if !known && ways.touches(number, next, cell) {
                    step += costs[next] * 3 / 2;
                }
                if ways.is_crossed(number, next) {
                    step += 5 * PLAIN as u32;
                }
                let total = cost.saturating_add(step);
                if total < best[next] {
                    best[next] = total;
                    came[next] = side as u8;
                    queue.push(Reverse((total, next as u32)));
                }
            }
        }
        Vec::new()
    }

    /// Is there a tile for every way that links can meet?
    pub(super) fn can_fork(&self, number: usize) -> bool {
        (1..16u8).all(|sides| {
            let mut all = Sides::default();
            all[number] = sides;
            self.tiles.contains_key(&all)
        })
    }

    /// Is there a tile in which this network crosses the others on its way to a side?
    fn can_cross(&self, number: usize, mut sides: Sides, side: usize) -> bool {
        sides[number] |= 1 << side | 1 << ((side + 2) % 4);
        self.tiles.contains_key(&sides)
    }
}

/// What a cell costs in addition, by its distance from the border: ways cross it straight and do not run
/// along it.
pub(super) fn border_toll(distance: i64) -> f64 {
    const WITHIN: i64 = 5;
    const MOST: f64 = 12.0;
    MOST * (WITHIN - distance).max(0) as f64 / WITHIN as f64
}

impl Rules {
    /// What each cell costs.
    pub(super) fn costs_of(&self, atlas: &Atlas, at: (i64, i64), size: (i64, i64), key: u64) -> Vec<u32> {
        let finite = matches!(atlas.extent(), Extent::Finite(..));
        let cost = |i: i64| {
            let (x, y) = (i % size.0, i / size.0);
            let spot = Spot { x: (x + at.0) * HALVES + 1, y: (y + at.1) * HALVES + 1 };
            let mut cost = 1.0 + (hash(key, x + at.0, y + at.1) % 64) as f64 / 256.0;
            for &(field, by) in &self.costs {
                cost += by * (atlas.value(field, spot) + 0.5).clamp(0.0, 4.0);
            }
            // Every fourth row and column is cheaper, so that straight routes run together.
            if self.data.curve == 0 && ((x + at.0).rem_euclid(4) == 0 || (y + at.1).rem_euclid(4) == 0) {
                cost *= 0.9;
            }
            if finite {
                cost += border_toll(x.min(y).min(size.0 - 1 - x).min(size.1 - 1 - y));
            }
            (cost * PLAIN).clamp(1.0, 1e6) as u32
        };
        (0..size.0 * size.1).map(cost).collect()
    }
}

impl Ways {
    pub(super) fn new(width: i64, height: i64, blocked: Vec<bool>) -> Self {
        Ways { width, height, cells: vec![Sides::default(); (width * height) as usize], blocked }
    }

    /// The cell at a place, if it is on the map.
    pub(super) fn cell(&self, (x, y): (i64, i64)) -> Option<usize> {
        ((0..self.width).contains(&x) && (0..self.height).contains(&y))
            .then_some((y * self.width + x) as usize)
    }

    pub(super) fn beside(&self, cell: usize, side: usize) -> Option<usize> {
        let (x, y) = self.place(cell);
        self.cell((x + STEPS[side].0, y + STEPS[side].1))
    }

    pub(super) fn place(&self, cell: usize) -> (i64, i64) {
        (cell as i64 % self.width, cell as i64 / self.width)
    }

    pub(super) fn is_blocked(&self, cell: usize) -> bool {
        self.blocked.get(cell).copied().unwrap_or(false)
    }

    pub(super) fn is_border(&self, cell: usize) -> bool {
        let (x, y) = self.place(cell);
        x == 0 || y == 0 || x == self.width - 1 || y == self.height - 1
    }

    /// Has another network a way through this cell?
    pub(super) fn is_crossed(&self, number: usize, cell: usize) -> bool {
        self.cells[cell].iter().enumerate().any(|(n, sides)| n != number && *sides != 0)
    }

    /// Is there a known way beside a cell, other than where the route comes from?
    pub(super) fn touches(&self, number: usize, cell: usize, from: usize) -> bool {
        (0..4).filter_map(|side| self.beside(cell, side)).any(|c| c != from && self.cells[c][number] != 0)
    }

    pub(super) fn add_route(&mut self, number: usize, route: &[usize]) {
        for pair in route.windows(2) {
            if let Some(side) = (0..4).find(|&side| self.beside(pair[0], side) == Some(pair[1])) {
                self.cells[pair[0]][number] |= 1 << side;
                self.cells[pair[1]][number] |= 1 << ((side + 2) % 4);
            }
        }
    }
}
