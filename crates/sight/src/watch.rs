//! What came into view and what went out of view.

use crate::CellSet;

/// Remembers the last view.
///
/// ```
/// use mapkiln_core::Point;
/// use mapkiln_sight::{Shadowcast, Walls, Watch};
/// let mut walls = Walls::from_text("..#..");
/// let (mut caster, mut watch) = (Shadowcast::new(), Watch::default());
/// let at = Point::new(0, 0);
/// watch.update(caster.look(&walls, at, None));
/// walls.set(Point::new(2, 0), false); // the door opens
/// let change = watch.update(caster.look(&walls, at, None));
/// assert_eq!(change.gained.len(), 2);
/// assert!(change.lost.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Watch {
    seen: CellSet,
}

/// The difference between two views.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Cells that are seen now and were not before.
    pub gained: CellSet,
    /// Cells that were seen before and are not now.
    pub lost: CellSet,
}

impl Watch {
    /// Stores the current view and returns how it differs from the previous one.
    pub fn update(&mut self, now: CellSet) -> Change {
        let change = Change { gained: now.minus(&self.seen), lost: self.seen.minus(&now) };
        self.seen = now;
        change
    }

    /// The last view.
    pub fn seen(&self) -> &CellSet {
        &self.seen
    }
}
