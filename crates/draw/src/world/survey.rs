//! What a world shows from above: regions of ground, and what stands on its cells.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::{Grid, Point};
use mapkiln_maps::world::{CellShape, World, WorldTile};

use super::contour::{Lattice, Outline};
use super::grounds::{Cover, Ground, meaning_of};
use crate::scene::Vec2;

/// The ground at the points of a lattice, and the covers of the cells.
pub(super) struct Survey {
    pub(super) lattice: Lattice,
    /// The ground at every point of the lattice.
    pub(super) grounds: Vec<Ground>,
    /// What stands on each cell.
    pub(super) covers: Grid<Option<Cover>>,
    /// For each cell, the sides where its road leaves, as bits; and the same of its stream.
    pub(super) roads: Grid<u8>,
    pub(super) streams: Grid<u8>,
    /// The same of town walls.
    pub(super) walls: Grid<u8>,
    /// For each house, the side of its door.
    pub(super) doors: Grid<Option<u8>>,
    /// Cells whose ground is not what their letters say, such as a pond in the grass.
    pub(super) patches: Vec<(Point, Ground)>,
    /// The ground that each cell is mostly made of.
    pub(super) main: Grid<Ground>,
    /// Is it one tile that must fit beside any other?
    pub(super) single: bool,
}

impl Survey {
    /// Looks at a world; `None` if it has grounds that we have no picture of.
    pub(super) fn of(world: &World) -> Option<Survey> {
        Survey::look(world, false)
    }

    /// Looks at a world: at what its cells are, or at the letters at their corners.
    fn look(world: &World, by_corners: bool) -> Option<Survey> {
        let known = |tile: &WorldTile| tile.empty || meaning_of(tile).is_some();
        let flat = world.layers.len() == 1;
        if !flat || !world.palette.iter().all(known) || world.palette.is_empty() {
            return None;
        }
        let tiles = world.layers.first()?;
        let mut letters = Letters::of(world);
        if letters.detail == Detail::Corners && !by_corners {
            // Corners say which tiles fit; what a cell is says its ground. A picture that followed the
            // corners would show land one corner wide where nobody can stand.
            letters.detail = Detail::Cells;
        }
        let (w, h) = (tiles.width(), tiles.height());
        let hexagons = world.shape == CellShape::Hexagon;
        let mut seen: Vec<Seen> = world.palette.iter().map(|tile| letters.seen(tile)).collect();
        // Under the ground, rock is what one cannot see into.
        let is_cave = |s: &Seen| matches!(s.main, Ground::Floor | Ground::Rock);
        if seen.iter().all(is_cave) {
            for s in &mut seen {
                for ground in s.grid.iter_mut().flatten().chain([&mut s.main]).filter(|g| **g == Ground::Rock)
                {
                    *ground = Ground::Wall;
                }
            }
        }
        let at = |p: Point| tiles.get(p).and_then(|&t| seen.get(usize::from(t)));
        let fallback = Seen::default();
        let cell = |x: i32, y: i32| at(Point::new(x, y)).unwrap_or(&fallback);
        let mut main = Grid::from_fn(w, h, |p| at(p).map_or(Ground::Grass, |s| s.main));
        let (lattice, grounds) = match letters.detail {
            Detail::Cells => {
                melt_down(&mut main);
                let origin = if hexagons { Vec2::default() } else { Vec2::new(0.5, 0.5) };
                let lattice = Lattice::new(w, h, origin, 1.0, hexagons);
                let points = (0..lattice.len()).map(|i| lattice.inside(i));
                let grounds = points.map(|(x, y)| main[Point::new(x, y)]).collect();
                (lattice, grounds)
            }
            Detail::Corners => {
                let lattice = Lattice::new(w + 1, h + 1, Vec2::default(), 1.0, false);
                let corner = |(x, y): (i32, i32)| {
                    // The corner of the cell to its south-east, or of the last cell.
                    let (cx, cy) = (x.min(w - 1), y.min(h - 1));
                    let seen = cell(cx, cy);
                    seen.grid[(y - cy) as usize * 2][(x - cx) as usize * 2]
                };
                let grounds = (0..lattice.len()).map(|i| corner(lattice.inside(i))).collect();
                (lattice, grounds)
            }
            Detail::Halves => {
                let lattice = Lattice::new(2 * w + 1, 2 * h + 1, Vec2::default(), 0.5, false);
                let half = |(x, y): (i32, i32)| {
                    let (cx, cy) = ((x / 2).min(w - 1), (y / 2).min(h - 1));
                    cell(cx, cy).grid[(y - 2 * cy) as usize][(x - 2 * cx) as usize]
                };
                let grounds = (0..lattice.len()).map(|i| half(lattice.inside(i))).collect();
                (lattice, grounds)
            }
        };
        let has = |ground: Ground| seen.iter().any(|s| s.main == ground);
        let lattice = lattice.with_outline(match () {
            () if has(Ground::Hull) || has(Ground::Deck) => Outline::Cut,
            () if has(Ground::Room) => Outline::Square,
            () => Outline::Soft,
        });
        let grid = |value: fn(&Seen) -> u8| Grid::from_fn(w, h, |p| at(p).map_or(0, value));
        let mut patches: Vec<(Point, Ground)> =
            tiles.iter().filter_map(|(p, _)| Some((p, at(p)?.patch?))).collect();
        // A street that crosses a square is paved as the square is.
        let paved: BTreeSet<Point> =
            patches.iter().filter(|(_, g)| *g == Ground::Floor).map(|(p, _)| *p).collect();
        let crossed = crossing(paved, |p| at(p).is_some_and(|s| s.roads != 0 && s.walls == 0));
        patches.extend(crossed.iter().map(|p| (*p, Ground::Floor)));
        let mut roads = grid(|s| s.roads);
        for p in crossed {
            roads[p] = 0;
        }
        Some(Survey {
            lattice,
            grounds,
            covers: Grid::from_fn(w, h, |p| at(p).and_then(|s| s.cover)),
            roads,
            streams: grid(|s| s.streams),
            walls: grid(|s| s.walls),
            doors: Grid::from_fn(w, h, |p| at(p).and_then(|s| s.door)),
            patches,
            main,
            single: false,
        })
    }

    /// One tile alone: its borders cross its sides in their middles, so that it fits beside any tile with
    /// the same letters there.
    #[cfg(feature = "export")]
    pub(super) fn of_tile(world: &World, tile: u16) -> Option<Survey> {
        let one =
            World { palette: world.palette.clone(), layers: vec![Grid::new(1, 1, tile)], ..World::default() };
        let survey = Survey::look(&one, true)?;
        Some(Survey { lattice: survey.lattice.even(), single: true, ..survey })
    }
}

impl Survey {
    /// The ground at the point of the lattice next to a place.
    pub(super) fn ground_at(&self, p: Vec2) -> Ground {
        self.grounds[self.lattice.nearest(p)]
    }
}

const AROUND: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// Streets that cross a square: those with paving on two sides, and so on from them.
fn crossing(mut paved: BTreeSet<Point>, is_street: impl Fn(Point) -> bool) -> Vec<Point> {
    let beside = |p: Point| AROUND.map(|(dx, dy)| Point::new(p.x + dx, p.y + dy));
    let mut crossed = Vec::new();
    let mut edge: Vec<Point> = paved.iter().copied().collect();
    while let Some(p) = edge.pop() {
        for q in beside(p) {
            let paving = || beside(q).iter().filter(|r| paved.contains(r)).count();
            if !paved.contains(&q) && is_street(q) && paving() >= 2 {
                paved.insert(q);
                crossed.push(q);
                edge.push(q);
            }
        }
    }
    crossed
}

/// Snow that touches low ground is no peak: it lies on the plain.
fn melt_down(main: &mut Grid<Ground>) {
    let mut seen = main.map(|ground| *ground != Ground::Snow);
    let starts: Vec<Point> = seen.iter().filter(|(_, seen)| !**seen).map(|(p, _)| p).collect();
    for start in starts {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut piece = vec![start];
        let mut low = false;
        let mut next = 0;
        while let Some(&p) = piece.get(next) {
            next += 1;
            for (dx, dy) in AROUND {
                let q = Point::new(p.x + dx, p.y + dy);
                let Some(&ground) = main.get(q) else { continue };
                low = low || ground < Ground::Hill;
                if !std::mem::replace(&mut seen[q], true) {
                    piece.push(q);
                }
            }
        }
        if low {
            piece.into_iter().for_each(|p| main[p] = Ground::Frost);
        }
    }
}

/// How finely edges describe the ground.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// No edges: a ground per cell.
    Cells,
    /// Two letters per edge: a ground per corner.
    Corners,
    /// More: corners, middles of sides and middles of cells.
    Halves,
}

/// What a tile looks like.
#[derive(Clone, Debug)]
struct Seen {
    main: Ground,
    /// Corners, sides and middle.
    grid: [[Ground; 3]; 3],
    cover: Option<Cover>,
    roads: u8,
    streams: u8,
    walls: u8,
    door: Option<u8>,
    patch: Option<Ground>,
}

impl Default for Seen {
    fn default() -> Self {
        let main = Ground::Grass;
        Seen {
            main,
            grid: [[main; 3]; 3],
            cover: None,
            roads: 0,
            streams: 0,
            walls: 0,
            door: None,
            patch: None,
        }
    }
}

/// What the letters of edges mean.
struct Letters {
    detail: Detail,
    grounds: BTreeMap<char, Ground>,
    roads: BTreeSet<char>,
    streams: BTreeSet<char>,
    walls: BTreeSet<char>,
    doors: BTreeSet<char>,
}

impl Letters {
    fn of(world: &World) -> Letters {
        let edges = |tile: &WorldTile| tile.edges.iter().take(4).cloned().collect::<Vec<_>>();
        let square = world.shape != CellShape::Hexagon;
        let lengths: BTreeSet<usize> =
            world.palette.iter().flat_map(edges).map(|e| e.chars().count()).collect();
        let all = world.palette.iter().all(|t| t.edges.len() >= 4 || t.is_nothing());
        let detail = match (square && all, lengths.iter().next(), lengths.len()) {
            (true, Some(2), 1) => Detail::Corners,
            (true, Some(3), 1) => Detail::Halves,
            _ => Detail::Cells,
        };
        let mut letters = Letters {
            detail,
            grounds: BTreeMap::new(),
            roads: BTreeSet::new(),
            streams: BTreeSet::new(),
            walls: BTreeSet::new(),
            doors: BTreeSet::new(),
        };
        // Letters at corners are grounds; those that only occur between corners are ways or doors.
        let mut corner: BTreeSet<char> = BTreeSet::new();
        for edge in world.palette.iter().flat_map(edges) {
            corner.extend(edge.chars().next());
            corner.extend(edge.chars().last());
        }
        for tile in &world.palette {
            let used: BTreeSet<char> =
                edges(tile).iter().flat_map(|e| e.chars().collect::<Vec<_>>()).collect();
            let Some((ground, cover)) = meaning_of(tile) else { continue };
            if used.len() == 1 && cover.is_none() {
                letters.grounds.entry(*used.iter().next().unwrap_or(&' ')).or_insert(ground);
            }
            let between: Vec<char> = used.iter().copied().filter(|c| !corner.contains(c)).collect();
            if let [way] = between[..] {
                match cover {
                    Some(Cover::Road) => letters.roads.insert(way),
                    Some(Cover::Stream) => letters.streams.insert(way),
                    Some(Cover::House) => letters.doors.insert(way),
                    None if ground == Ground::Wall => letters.walls.insert(way),
                    _ => false,
                };
            }
        }
        letters
    }

    fn seen(&self, tile: &WorldTile) -> Seen {
        let (main, cover) = meaning_of(tile).unwrap_or((Ground::Grass, None));
        let mut seen = Seen { main, grid: [[main; 3]; 3], cover, ..Seen::default() };
        if self.detail == Detail::Cells {
            return seen;
        }
        let mut votes: BTreeMap<Ground, usize> = BTreeMap::new();
        // Where the letters of each edge lie, clockwise from the north-west.
        const RING: [[(usize, usize); 3]; 4] = [
            [(0, 0), (1, 0), (2, 0)],
            [(2, 0), (2, 1), (2, 2)],
            [(2, 2), (1, 2), (0, 2)],
            [(0, 2), (0, 1), (0, 0)],
        ];
        for (side, (edge, places)) in tile.edges.iter().zip(RING).enumerate() {
            let count = edge.chars().count();
            for (i, letter) in edge.chars().enumerate() {
                let bit = 1 << side;
                seen.roads |= if self.roads.contains(&letter) { bit } else { 0 };
                seen.streams |= if self.streams.contains(&letter) { bit } else { 0 };
                seen.walls |= if self.walls.contains(&letter) { bit } else { 0 };
                if self.doors.contains(&letter) && cover == Some(Cover::House) {
                    seen.door = Some(side as u8);
                }
                let Some(&ground) = self.grounds.get(&letter) else { continue };
                *votes.entry(ground).or_default() += 1;
                let (x, y) = places[if count == 2 { 2 * i } else { i.min(2) }];
                seen.grid[y][x] = ground;
            }
        }
        let most = votes.iter().max_by_key(|(ground, n)| (**n, **ground)).map(|(ground, _)| *ground);
        let most = most.unwrap_or(main);
        // Sides without a letter of their own (a road leaves there) are as the rest.
        for (edge, places) in tile.edges.iter().zip(RING) {
            if let Some(letter) = edge.chars().nth(1).filter(|_| edge.chars().count() == 3)
                && !self.grounds.contains_key(&letter)
            {
                let (x, y) = places[1];
                seen.grid[y][x] = most;
            }
        }
        let whole = votes.len() == 1;
        seen.grid[1][1] = if votes.contains_key(&main) && cover.is_none() { main } else { most };
        let way = seen.walls != 0;
        seen.patch = (whole && !way && cover.is_none() && main != most).then_some(main);
        seen.main = if cover.is_some() || way { most } else { main };
        seen
    }
}
