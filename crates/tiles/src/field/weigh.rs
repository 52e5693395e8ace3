//! Weights by place: how well each tile agrees with the fields where it would lie.
//!
//! Each letter of a tile is compared with the field at that letter's own corner, so tiles with several
//! letters fall on the contours. Weights are relative to the best option left in a cell: nothing is
//! forbidden, so fields cannot make a contradiction. Complexity: a table lookup per corner and option.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use super::atlas::{Atlas, Extent, Fields, Spot};
use super::network::NetworkRules;
use super::noise::HALVES;
use super::rooms::RoomRules;
use crate::model::Model;
use crate::rules::bits;
use crate::solve::Kept;
use crate::{CellShape, Error, TileSet, Topology};

/// Levels per step of a field.
const FINE: f64 = 16.0;
/// The level of the lowest step.
const LOWEST: f64 = 2.0;
/// The most steps of a set.
const MOST_STEPS: usize = 12;
/// Units per natural logarithm.
const UNITS: f64 = 64.0;
/// Options that fit this much worse than the best one are not drawn.
const WORST: i32 = 14 * UNITS as i32;
/// No letter along the field.
const NONE: u8 = u8::MAX;

/// What the fields of a tile set mean for its tiles.
#[derive(Clone, Debug)]
pub(crate) struct FieldRules {
    pub(crate) fields: Arc<Fields>,
    steps: Option<StepRules>,
    covers: Vec<CoverRules>,
    regions: Vec<RegionRules>,
    pub(crate) networks: Option<Arc<NetworkRules>>,
    pub(crate) rooms: Option<Arc<RoomRules>>,
    weights: Vec<u64>,
}

#[derive(Clone, Debug)]
struct StepRules {
    field: usize,
    /// Where each step ends, as a rank.
    ends: Vec<f64>,
    /// For each step and level, how badly they agree.
    misfit: Vec<[i32; 256]>,
    /// For each tile, the step of the letter at each corner (clockwise from the north-west).
    corners: Vec<[u8; 4]>,
    /// In layers, for each tile: is it ground rather than air, what must be above and below it, and what
    /// on its four sides?
    solid: Option<Vec<Ground>>,
    blur: f64,
}

/// Ground (true) or air (false) in a cell, above and below it; and on its four sides.
type Ground = ([Option<bool>; 3], [Option<bool>; 4]);

#[derive(Clone, Debug)]
struct CoverRules {
    field: usize,
    /// The rank from which the cover is likely.
    from: f64,
    /// 1 for the tiles that cover, -1 for those that are covered, 0 for others.
    sides: Vec<i8>,
}

#[derive(Clone, Debug)]
struct RegionRules {
    field: usize,
    above: f64,
    below: f64,
    blend: f64,
    /// For each tile, the logarithm of its factor.
    logs: Vec<i32>,
}

impl FieldRules {
    /// The rules of a set; `None` if it has no fields that weigh tiles.
    pub(crate) fn new(set: &TileSet, model: &Model) -> Result<Option<Self>, Error> {
        let weighs = set.steps.is_some() || !set.cover.is_empty() || !set.regions.is_empty();
        if !weighs && set.networks.is_empty() && set.rooms.is_none() {
            return Ok(None);
        }
        let fields = Arc::new(Fields::new(set)?);
        let steps = set.steps.as_ref().map(|steps| StepRules::new(steps, &fields, model)).transpose()?;
        let mut covers = Vec::new();
        for cover in &set.cover {
            let at = format!("cover `{}`", cover.letter);
            let field = fields.find(&cover.field, &at)?;
            if !(0.0..=100.0).contains(&cover.share) {
                return Err(Error::TileSet { at, reason: "a share is 0 to 100 per cent".to_owned() });
            }
            let name = set.labels.get(&cover.letter).map_or(&cover.letter, |label| &label.ground);
            let mut covering = model.select(name);
            bits::or(&mut covering, &model.of_kind(name));
            if bits::is_empty(&covering) {
                return Err(Error::TileSet { at, reason: format!("no tile is `{name}`") });
            }
            // With twins: what has a twin that covers it.
            let edges = |tile: usize| model.variants().get(tile).map(|v| &v.edges);
            let twins: BTreeSet<_> = bits::iter(&covering).map(edges).collect();
            let covered = |tile: usize| !cover.on.is_empty() && twins.contains(&edges(tile));
            let side = |tile: usize| match () {
                () if bits::has(&covering, tile) => 1,
                () if covered(tile) => -1,
                () => 0,
            };
            let sides = (0..model.rules().tiles()).map(side).collect();
            covers.push(CoverRules { field, from: 1.0 - cover.share / 100.0, sides });
        }
        let mut regions = Vec::new();
        for (number, region) in set.regions.iter().enumerate() {
            let at = format!("[[region]] entry {}", number + 1);
            let field = fields.find(&region.field, &at)?;
            let mut logs = vec![0; model.rules().tiles()];
            for (name, &factor) in &region.factor {
                let tiles = model.select(name);
                if bits::is_empty(&tiles) || !(0.0..=1e6).contains(&factor) {
                    let known = model.some_names();
                    let reason = format!(
                        "`{name} = {factor}`: name a tile or kind ({known}) and a factor of 0 to 1,000,000"
                    );
                    return Err(Error::TileSet { at, reason });
                }
                let log = (libm::log(factor.max(1e-5)) * UNITS) as i32;
                for tile in bits::iter(&tiles) {
                    logs[tile] += log;
                }
            }
            let (above, below) = (region.above.unwrap_or(-1e9), region.below.unwrap_or(1e9));
            regions.push(RegionRules { field, above, below, blend: region.blend.max(1e-6), logs });
        }
        let weights = model.rules().weights().iter().map(|&w| u64::from(w)).collect();
        let networks = NetworkRules::new(set, &fields, model)?.map(Arc::new);
        let rooms = RoomRules::new(set, &fields, model)?.map(Arc::new);
        Ok(Some(FieldRules { fields, steps, covers, regions, networks, rooms, weights }))
    }

    /// The weights of a map of some columns and rows whose north-west corner is at a cell of the plane.
    pub(crate) fn survey(
        self: &Arc<Self>,
        atlas: &Atlas,
        shape: CellShape,
        (columns, rows): (u32, u32),
        at: (i64, i64),
    ) -> Weigher {
        let (w, h) = (i64::from(columns), i64::from(rows));
        let hexagons = shape == CellShape::Hexagon;
        let spot = move |x: i64, y: i64, half: i64| {
            let (x, y) = (x + at.0, y + at.1);
            // Rows of hexagons are closer together than columns: 0.866 of a cell, about 26/30.
            let down = if hexagons { (y * HALVES + half) * 26 / 30 } else { y * HALVES + half };
            let across = if hexagons { y & 1 } else { 0 };
            Spot { x: x * HALVES + half + across, y: down }
        };
        let corners = (0..(w + 1) * (h + 1)).map(move |i| spot(i % (w + 1), i / (w + 1), 0));
        let middles = (0..w * h).map(move |i| spot(i % w, i / w, 1));
        let levels = match &self.steps {
            Some(steps) => {
                let level = |rank: f64| ((steps.level(rank) + LOWEST) * FINE).clamp(0.0, 255.0) as u8;
                atlas.ranks(steps.field, corners).into_iter().map(level).collect()
            }
            None => Vec::new(),
        };
        let mut logs = Vec::new();
        for cover in &self.covers {
            // A step of 0.02 in rank is as good as certain.
            let log =
                |rank: f64| ((rank - cover.from) * 150.0 * UNITS).clamp(-WORST as f64, WORST as f64) as i16;
            logs.push(atlas.ranks(cover.field, middles.clone()).into_iter().map(log).collect());
        }
        let mut inside = Vec::new();
        for region in &self.regions {
            let share = |spot: Spot| {
                let value = atlas.value(region.field, spot);
                let depth = (value - region.above).min(region.below - value) / region.blend + 0.5;
                (depth.clamp(0.0, 1.0) * 64.0) as u8
            };
            inside.push(middles.clone().map(share).collect());
        }
        Weigher { rules: self.clone(), columns, rows, levels, logs, inside }
    }

    /// The tiles that networks and rooms leave to each cell of a part of the plane, where they have a say.
    ///
    /// No way leads through cells that `keep` keeps from it.
    pub(crate) fn plan(
        &self,
        atlas: &Atlas,
        topology: &Topology,
        at: (i64, i64),
        keep: &[Kept],
    ) -> Vec<Option<Arc<[u64]>>> {
        let mut plan = vec![None; topology.cells()];
        if let Some(networks) = &self.networks {
            let blocked = if keep.is_empty() { Vec::new() } else { networks.blocked(plan.len(), keep) };
            let ways = networks.draw(atlas, topology, at, blocked);
            for (cell, allowed) in plan.iter_mut().enumerate() {
                *allowed = networks.allowed(&ways, cell).cloned();
            }
        }
        if let Some(rooms) = &self.rooms {
            let drawn = rooms.draw(atlas, topology, at);
            for (cell, allowed) in plan.iter_mut().enumerate() {
                *allowed = Some(rooms.allowed(&drawn, cell).clone());
            }
        }
        plan
    }

    /// What an endless world leaves out, in words.
    pub(crate) fn left_out(&self) -> Vec<String> {
        let mut left_out = self.networks.as_ref().map(|n| n.left_out()).unwrap_or_default();
        if let Some(rooms) = &self.rooms {
            left_out.extend(rooms.left_out().map(str::to_owned));
        }
        left_out
    }

    /// The extent of a finite map.
    pub(crate) fn extent(topology: &Topology) -> Extent {
        Extent::Finite(i64::from(topology.width()), i64::from(topology.height()))
    }
}

impl StepRules {
    fn new(steps: &super::Steps, fields: &Fields, model: &Model) -> Result<Self, Error> {
        let wrong = |reason: String| Err(Error::TileSet { at: "[steps]".to_owned(), reason });
        let field = fields.find(&steps.field, "[steps]")?;
        let shares: Vec<(&String, f64)> =
            steps.order.iter().flat_map(|step| step.iter().map(|(l, s)| (l, *s))).collect();
        let total: f64 = shares.iter().map(|(_, share)| share).sum();
        if shares.len() != steps.order.len() || shares.len() < 2 || shares.len() > MOST_STEPS {
            return wrong(format!("`order` needs 2 to {MOST_STEPS} entries such as {{ W = 52 }}"));
        }
        if (total - 100.0).abs() > 0.5 || shares.iter().any(|(_, share)| *share <= 0.0) {
            return wrong(format!("the shares must be above 0 and add up to 100, not to {total}"));
        }
        if !(0.02..=10.0).contains(&steps.blur) {
            return wrong("`blur` must be 0.02 to 10 steps".to_owned());
        }
        let tiles = model.rules().tiles();
        let mut corners = vec![[NONE; 4]; tiles];
        let layers = model.shape() == CellShape::Layers;
        let mut ends = Vec::new();
        let mut sum = 0.0;
        for (step, (letter, share)) in shares.iter().enumerate() {
            sum += share / total;
            ends.push(sum);
            if layers {
                continue;
            }
            let mut used = false;
            for (tile, corners) in corners.iter_mut().enumerate() {
                for (side, corner) in corners.iter_mut().enumerate().take(4) {
                    let first = model.edge(tile, side).and_then(|e| e.chars().next());
                    if first.is_some_and(|c| letter.starts_with(c) && letter.chars().count() == 1) {
                        *corner = step as u8;
                        used = true;
                    }
                }
            }
            if !used {
                let named = model.select(letter);
                if bits::is_empty(&named) {
                    return wrong(format!("`{letter}` is no letter of an edge, and no tile or kind"));
                }
                for tile in bits::iter(&named) {
                    corners[tile] = [step as u8; 4];
                }
            }
        }
        let is_solid = |tile: usize| !model.palette()[usize::from(model.face(tile))].empty;
        let beside = |tile: usize, side: usize| {
            let mut found = bits::iter(model.rules().beside(side, tile)).map(is_solid);
            let first = found.next()?;
            found.all(|other| other == first).then_some(first)
        };
        let solid = |tile: usize| {
            let around = [0, 1, 2, 3].map(|side| beside(tile, side));
            ([Some(is_solid(tile)), beside(tile, 4), beside(tile, 5)], around)
        };
        let solid = layers.then(|| (0..tiles).map(solid).collect());
        let mut rules = StepRules { field, ends, misfit: Vec::new(), corners, solid, blur: steps.blur };
        rules.misfit = (0..shares.len()).map(|step| rules.table(|f| step as f64 - f)).collect();
        if layers {
            // By layer: how much the ground would have to rise (or fall) for this tile.
            rules.misfit = (0..2 * (MOST_STEPS + 1))
                .map(|i| {
                    let layer = (i / 2) as f64;
                    let rise = move |f: f64| layer - 0.5 - f;
                    let worse = move |f: f64| if i % 2 == 0 { rise(f).max(0.0) } else { rise(f).min(0.0) };
                    rules.table(move |f| 2.0 * worse(f))
                })
                .collect();
        }
        Ok(rules)
    }

    /// For each level, how badly something this far from it fits.
    fn table(&self, distance: impl Fn(f64) -> f64) -> [i32; 256] {
        std::array::from_fn(|level| {
            let far = distance(level as f64 / FINE - LOWEST) / self.blur;
            (far * far / 2.0 * UNITS).min(1e6) as i32
        })
    }

    /// The level of a rank: step `i` spans `i - 0.5` to `i + 0.5`; the first and the last run on, so
    /// that nothing of the second step dots the open sea.
    fn level(&self, rank: f64) -> f64 {
        let step = self.ends.partition_point(|&end| end < rank).min(self.ends.len() - 1);
        let start = if step == 0 { 0.0 } else { self.ends[step - 1] };
        let along = (rank - start) / (self.ends[step] - start);
        let last = step + 1 == self.ends.len();
        match step {
            0 => 0.5 - 2.0 * (1.0 - along),
            _ if last => step as f64 - 0.5 + 2.0 * along,
            _ => step as f64 - 0.5 + along,
        }
    }
}

/// The weights of one map.
#[derive(Clone, Debug)]
pub(crate) struct Weigher {
    rules: Arc<FieldRules>,
    columns: u32,
    rows: u32,
    /// The level at every corner, row by row.
    levels: Vec<u8>,
    /// For each cover and cell, how likely it is.
    logs: Vec<Vec<i16>>,
    /// For each region and cell, how far inside it lies, in 64ths.
    inside: Vec<Vec<u8>>,
}

impl Weigher {
    /// The weights of four maps of one size as one: north-west, north-east, south-west, south-east.
    pub(crate) fn joined(parts: [&Weigher; 4]) -> Weigher {
        let first = parts[0];
        let (w, h) = (first.columns as usize, first.rows as usize);
        // Corners on the border between two parts are in both.
        let levels = match first.levels.is_empty() {
            true => Vec::new(),
            false => quilt(parts.map(|part| &part.levels[..]), (w + 1, h + 1), 1),
        };
        let logs = (0..first.logs.len()).map(|i| quilt(parts.map(|part| &part.logs[i][..]), (w, h), 0));
        let inside = (0..first.inside.len()).map(|i| quilt(parts.map(|part| &part.inside[i][..]), (w, h), 0));
        Weigher {
            rules: first.rules.clone(),
            columns: first.columns * 2,
            rows: first.rows * 2,
            levels,
            logs: logs.collect(),
            inside: inside.collect(),
        }
    }

    /// The levels at the corners of the cell on a side, if there is one.
    fn levels_beside(&self, x: u32, y: u32, side: usize) -> Option<[u8; 4]> {
        let (x, y) = match side {
            0 => (x, y.checked_sub(1)?),
            1 => (x + 1, y),
            2 => (x, y + 1),
            _ => (x.checked_sub(1)?, y),
        };
        if x >= self.columns || y >= self.rows {
            return None;
        }
        let north = (y * (self.columns + 1) + x) as usize;
        let south = north + self.columns as usize + 1;
        Some([self.levels[north], self.levels[north + 1], self.levels[south + 1], self.levels[south]])
    }

    /// Appends a weight for each option of a cell.
    pub(crate) fn weigh(&self, cell: u32, domain: &[u64], weights: &mut Vec<u64>) {
        let flat = cell % (self.columns * self.rows);
        let layer = cell / (self.columns * self.rows);
        let (x, y) = (flat % self.columns, flat / self.columns);
        let north = (y * (self.columns + 1) + x) as usize;
        let south = north + self.columns as usize + 1;
        let rules = &*self.rules;
        let mut misfits: [i32; 64] = [0; 64];
        let mut best = i32::MAX;
        let count = bits::count(domain) as usize;
        let mut many = Vec::new();
        let misfits: &mut [i32] = if count <= 64 {
            &mut misfits[..count]
        } else {
            many.resize(count, 0);
            &mut many
        };
        for (tile, out) in bits::iter(domain).zip(misfits.iter_mut()) {
            let mut misfit = 0;
            if let Some(steps) = &rules.steps {
                let at =
                    [self.levels[north], self.levels[north + 1], self.levels[south + 1], self.levels[south]];
                if let Some(solid) = &steps.solid {
                    let layer = layer as usize;
                    for (solid, layer) in
                        solid[tile].0.iter().zip([Some(layer), Some(layer + 1), layer.checked_sub(1)])
                    {
                        let Some((solid, layer)) = solid.zip(layer) else { continue };
                        let row = 2 * layer.min(MOST_STEPS) + usize::from(!solid);
                        misfit += at.iter().map(|&level| steps.misfit[row][usize::from(level)]).sum::<i32>();
                    }
                    // A ramp lies where the field says that one side is low and the other high.
                    for (side, solid) in solid[tile].1.iter().enumerate() {
                        let Some((solid, levels)) = solid.zip(self.levels_beside(x, y, side)) else {
                            continue;
                        };
                        let row = 2 * layer.min(MOST_STEPS) + usize::from(!solid);
                        let all = levels.iter().map(|&level| steps.misfit[row][usize::from(level)]);
                        misfit += all.sum::<i32>();
                    }
                } else {
                    for (&letter, level) in steps.corners[tile].iter().zip(at) {
                        if letter != NONE {
                            misfit += steps.misfit[usize::from(letter)][usize::from(level)];
                        }
                    }
                }
            }
            for (cover, logs) in rules.covers.iter().zip(&self.logs) {
                misfit -= i32::from(cover.sides[tile]) * i32::from(logs[flat as usize]);
            }
            for (region, inside) in rules.regions.iter().zip(&self.inside) {
                misfit -= region.logs[tile] * i32::from(inside[flat as usize]) / 64;
            }
            *out = misfit;
            if rules.weights[tile] > 0 {
                best = best.min(misfit);
            }
        }
        let table = exponentials();
        weights.extend(bits::iter(domain).zip(misfits.iter()).map(|(tile, &misfit)| {
            let below = misfit.saturating_sub(best).clamp(0, WORST) as usize;
            rules.weights[tile] * table[below]
        }));
    }
}

/// Four grids as one; `shared` columns and rows of each are also in the next.
fn quilt<T: Copy>(parts: [&[T]; 4], (width, height): (usize, usize), shared: usize) -> Vec<T> {
    let mut cells = Vec::with_capacity(4 * width * height);
    for row in 0..2 * height - shared {
        let (south, row) = if row < height { (0, row) } else { (2, row - height + shared) };
        cells.extend_from_slice(&parts[south][row * width..(row + 1) * width]);
        cells.extend_from_slice(&parts[south + 1][row * width + shared..(row + 1) * width]);
    }
    cells
}

/// e to the power of minus each misfit, times 2^20.
fn exponentials() -> &'static [u64] {
    static TABLE: OnceLock<Vec<u64>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let exp = |i: i32| (libm::exp(-f64::from(i) / UNITS) * f64::from(1 << 20)) as u64;
        (0..=WORST).map(|i| if i == WORST { 0 } else { exp(i) }).collect()
    })
}
