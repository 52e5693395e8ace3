//! Sight over hills and through smoke.

use mapkiln_core::{Grid, Point};
use mapkiln_maps::floor::Floor;

use crate::walls::crossings;
use crate::{CellSet, Shadowcast, Walls};

/// What limits sight: walls, heights, and cells that are partly opaque.
///
/// The rule for each pair of cells is that of [`Walls::clear_between`] with two more conditions: no
/// ground between may be higher than the straight line from eye to eye, and the sum of the opacities
/// between must stay below 255. If the line passes exactly between two cells, the lower and the clearer
/// of them counts. The rule is the same from both ends, so sight is symmetric as long as `target`
/// equals `eye`.
///
/// Time: shadow casting, then O(distance) per remaining cell.
///
/// ```
/// use mapkiln_core::{Grid, Point};
/// use mapkiln_sight::{Relief, Walls};
/// let mut relief = Relief::new(Walls::open(5, 1));
/// let hill = Grid::from_fn(5, 1, |p| if p.x == 2 { 3 } else { 0 });
/// relief.heights = Some(hill);
/// let seen = relief.look(Point::new(0, 0), None);
/// assert!(seen.contains(Point::new(2, 0)) && !seen.contains(Point::new(4, 0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relief {
    /// What blocks sight completely, at any height.
    pub walls: Walls,
    /// The height of the ground of each cell; `None` if it is flat. Outside the grid it is 0.
    pub heights: Option<Grid<i16>>,
    /// The opacity of each cell, up to 255; `None` if all are clear.
    pub opacity: Option<Grid<u8>>,
    /// The height of an observer's eye above its ground; 1 by default.
    pub eye: i16,
    /// The height above the ground at which a cell must be seen; 1 by default, 0 for the bare ground.
    pub target: i16,
}

impl Relief {
    /// Flat and clear except for walls.
    pub fn new(walls: Walls) -> Self {
        Relief { walls, heights: None, opacity: None, eye: 1, target: 1 }
    }

    /// A floor with its heights and with all doors shut.
    pub fn from_floor(floor: &Floor) -> Self {
        Relief { heights: floor.height.clone(), ..Relief::new(Walls::from_floor(floor)) }
    }

    /// What is seen from a cell.
    pub fn look(&self, at: Point, radius: Option<u32>) -> CellSet {
        let mut seen = Shadowcast::new().look(&self.walls, at, radius);
        if self.heights.is_some() || self.opacity.is_some() {
            seen.retain(|p| p == at || self.is_clear(at, p));
        }
        seen
    }

    /// Do heights and opacity let one cell be seen from another? Walls are not considered.
    pub fn is_clear(&self, from: Point, to: Point) -> bool {
        let height = |p: Point| self.heights.as_ref().and_then(|h| h.get(p)).map_or(0, |&h| i64::from(h));
        let opacity = |p: Point| self.opacity.as_ref().and_then(|o| o.get(p)).map_or(0, |&o| u32::from(o));
        let eye = height(from) + i64::from(self.eye);
        let goal = height(to) + i64::from(self.target);
        let count = i64::from(from.chebyshev(to));
        let mut swallowed = 0;
        for (k, (a, b)) in (1..).zip(crossings(from, to)) {
            // The line's height here, times `count` to stay in integers.
            if height(a).min(height(b)) * count > eye * (count - k) + goal * k {
                return false;
            }
            swallowed += opacity(a).min(opacity(b));
            if swallowed >= 255 {
                return false;
            }
        }
        true
    }
}
