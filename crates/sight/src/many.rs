//! Many observers at once.

use mapkiln_core::{Point, map_indexed};

use crate::{CellSet, Shadowcast, Walls};

/// What each of many observers sees, in order; on several threads if `parallel`.
///
/// ```
/// use mapkiln_core::Point;
/// use mapkiln_sight::{Walls, look_many, seen_by_any};
/// let walls = Walls::from_text("..#..");
/// let views = look_many(&walls, &[(Point::new(0, 0), None), (Point::new(4, 0), None)], false);
/// assert_eq!(views[0].len(), 3);
/// assert_eq!(seen_by_any(&walls, &views).len(), 5);
/// ```
pub fn look_many(walls: &Walls, observers: &[(Point, Option<u32>)], parallel: bool) -> Vec<CellSet> {
    // A caster's memory is worth reusing for several looks.
    const BATCH: usize = 16;
    map_indexed(parallel, observers.len().div_ceil(BATCH), |i| {
        let mut caster = Shadowcast::new();
        let batch = &observers[i * BATCH..observers.len().min((i + 1) * BATCH)];
        batch.iter().map(|&(at, radius)| caster.look(walls, at, radius)).collect::<Vec<_>>()
    })
    .into_iter()
    .flatten()
    .collect()
}

/// The cells that at least one of them sees.
pub fn seen_by_any(walls: &Walls, views: &[CellSet]) -> CellSet {
    let mut all = CellSet::new(walls.bounds());
    for view in views {
        all.union_with(view);
    }
    all
}
