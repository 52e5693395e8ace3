//! What is built into rooms: pillars, water, pits, rubble.

use mapkiln_core::{Point, Stream};
use mapkiln_maps::plan::{Feature, FeatureKind, Level, Room};

use crate::neighbours::is_one_piece;

/// How often rooms get each feature, in percent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FeatureOdds {
    pub(crate) pillars: u32,
    pub(crate) water: u32,
    pub(crate) pits: u32,
    pub(crate) rubble: u32,
}

/// Does the feature block steps onto its cells?
pub(crate) fn blocks(kind: FeatureKind) -> bool {
    use FeatureKind::{Altar, Pillar, Pit, Statue, Well};
    matches!(kind, Pillar | Statue | Pit | Altar | Well)
}

/// The features of one room. Every free cell of the floor can still be reached from every other.
pub(crate) fn features(room: &Room, level: &Level, odds: FeatureOdds, rng: &mut Stream) -> Vec<Feature> {
    let bounds = room.outline.bounds();
    let floor = room.outline.cells();
    // Cells that must stay free: in front of doors, entrances and stairs.
    let ways_in = level.doors.iter().flat_map(|d| d.place.passage());
    let reserved: Vec<Point> = ways_in
        .chain(level.entrances.iter().map(|e| e.at))
        .chain(level.stairs.iter().map(|s| s.at))
        .collect();
    let built = |p: &Point| {
        level.features.iter().any(|f| f.cells.contains(p))
            || level.things.iter().any(|t| t.footprint().contains(*p))
    };
    let is_free = |p: &Point| !reserved.contains(p) && floor.contains(p) && !built(p);
    let is_inner = |p: &Point| is_free(p) && p.around().iter().all(|q| floor.contains(q));
    let mut features: Vec<Feature> = Vec::new();
    let mut put = |kind: FeatureKind, cells: Vec<Point>| {
        let taken = |p: &Point| features.iter().any(|f| f.cells.contains(p));
        let cells: Vec<Point> = cells.into_iter().filter(|p| !taken(p)).collect();
        if cells.is_empty() {
            return;
        }
        features.push(Feature { kind, cells });
        let solid: Vec<Point> = features
            .iter()
            .chain(&level.features)
            .filter(|f| blocks(f.kind))
            .flat_map(|f| f.cells.iter().copied())
            .collect();
        if blocks(kind) && !is_connected(&floor, &solid) {
            features.pop();
        }
    };
    if bounds.width >= 6 && bounds.height >= 6 && rng.percent(odds.pillars) {
        // Two rows at even distances, away from the walls.
        let step = rng.between(2, 3);
        let (left, right) = (bounds.x + 1 + bounds.width / 6, bounds.right() - 2 - bounds.width / 6);
        let along = (bounds.y + 1..bounds.bottom() - 1).filter(|y| (y - bounds.y - 1) % step == 0);
        let cells: Vec<Point> =
            along.flat_map(|y| [Point::new(left, y), Point::new(right, y)]).filter(is_inner).collect();
        put(FeatureKind::Pillar, cells);
    }
    if floor.len() >= 20 && rng.percent(odds.water) {
        let size = rng.between(4, (floor.len() as i32 / 3).max(4)) as usize;
        // Nobody steps from a door straight into a pool.
        let is_off_the_way = |p: &Point| is_free(p) && p.beside().iter().all(|q| !reserved.contains(q));
        put(FeatureKind::Water, blob(&floor, size, &is_off_the_way, rng));
    }
    if floor.len() >= 20 && rng.percent(odds.pits) {
        let size = rng.between(1, 3) as usize;
        put(FeatureKind::Pit, blob(&floor, size, &is_inner, rng));
    }
    if rng.percent(odds.rubble) {
        let size = rng.between(2, 6) as usize;
        put(FeatureKind::Rubble, blob(&floor, size, &is_free, rng));
    }
    features
}

/// A feature that a room is named for, as large as its floor allows; `None` if it does not fit.
pub(crate) fn required(room: &Room, level: &Level, kind: FeatureKind, rng: &mut Stream) -> Option<Feature> {
    let floor = room.outline.cells();
    let ways_in = level.doors.iter().flat_map(|d| d.place.passage());
    let ends = level.entrances.iter().map(|e| e.at).chain(level.stairs.iter().map(|s| s.at));
    let reserved: Vec<Point> = ways_in.chain(ends).collect();
    let built = |p: &Point| {
        level.features.iter().any(|f| f.cells.contains(p))
            || level.things.iter().any(|t| t.footprint().contains(*p))
    };
    let is_free = |p: &Point| floor.contains(p) && !reserved.contains(p) && !built(p);
    let is_inner =
        |p: &Point| is_free(p) && p.beside().iter().all(|q| floor.contains(q) && !reserved.contains(q));
    let solid = |new: &[Point]| -> Vec<Point> {
        let old = level.features.iter().filter(|f| blocks(f.kind)).flat_map(|f| f.cells.iter().copied());
        old.chain(new.iter().copied()).collect()
    };
    // A fifth of the floor, then less and less.
    let most = (floor.len() / 5).clamp(1, 14);
    for size in [most, most.div_ceil(2), 3, 2, 1] {
        for inner in [true, false] {
            let allowed: &dyn Fn(&Point) -> bool = if inner { &is_inner } else { &is_free };
            for _ in 0..4 {
                let cells = blob(&floor, size, allowed, rng);
                let fits = !blocks(kind) || is_connected(&floor, &solid(&cells));
                if cells.len() * 3 >= size * 2 && fits {
                    return Some(Feature { kind, cells });
                }
            }
        }
    }
    None
}

/// Connected cells, grown from a random one.
fn blob(floor: &[Point], size: usize, allowed: &dyn Fn(&Point) -> bool, rng: &mut Stream) -> Vec<Point> {
    let seeds: Vec<Point> = floor.iter().filter(|p| allowed(p)).copied().collect();
    let Some(&first) = rng.pick(&seeds) else { return Vec::new() };
    let mut cells = vec![first];
    for _ in 0..4 * size {
        if cells.len() >= size {
            break;
        }
        let from = cells[rng.index(cells.len())];
        let next = from.beside()[rng.index(4)];
        if allowed(&next) && !cells.contains(&next) {
            cells.push(next);
        }
    }
    cells.sort_unstable_by_key(|p| (p.y, p.x));
    cells
}

/// Can every cell that is not solid be reached from every other?
fn is_connected(floor: &[Point], solid: &[Point]) -> bool {
    let open: Vec<Point> = floor.iter().filter(|p| !solid.contains(p)).copied().collect();
    !open.is_empty() && is_one_piece(&open)
}
