//! Points with fractional coordinates, and exact predicates on them.

use mapkiln_core::Point;
use robust::{Coord, orient2d};
use serde::{Deserialize, Serialize};

/// A point in map units: cell (x, y) is the square from (x, y) to (x + 1, y + 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spot {
    /// Growing to the east.
    pub x: f64,
    /// Growing to the south.
    pub y: f64,
}

impl Spot {
    /// The point at `x`, `y`.
    pub const fn new(x: f64, y: f64) -> Self {
        Spot { x, y }
    }

    /// The centre of a cell.
    pub fn centre(cell: Point) -> Self {
        Spot::new(f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5)
    }

    /// The cell that contains the point; a point on a border belongs to the east or south.
    pub fn cell(self) -> Point {
        // Like `floor`, without the function call that it costs on baseline processors.
        let floor = |v: f64| {
            let whole = v as i32;
            whole.saturating_sub(i32::from(v < f64::from(whole)))
        };
        Point::new(floor(self.x), floor(self.y))
    }

    /// The straight distance.
    pub fn distance(self, other: Spot) -> f64 {
        let (x, y) = (other.x - self.x, other.y - self.y);
        (x * x + y * y).sqrt()
    }

    /// The point this far away in a direction, in radians clockwise from the east.
    pub fn towards(self, angle: f64, distance: f64) -> Self {
        Spot::new(self.x + distance * libm::cos(angle), self.y + distance * libm::sin(angle))
    }

    /// Are both numbers finite?
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl From<Point> for Spot {
    /// The corner in the north-west of a cell.
    fn from(p: Point) -> Self {
        Spot::new(f64::from(p.x), f64::from(p.y))
    }
}

/// Positive if `c` lies clockwise of the line from `a` to `b` as seen on the page (y grows to the
/// south), negative on the other side, zero exactly on the line.
///
/// The sign is always correct: if rounding could change it, exact arithmetic decides (Shewchuk's
/// adaptive predicates, by the crate `robust`).
#[inline]
pub(crate) fn side(a: Spot, b: Spot, c: Spot) -> f64 {
    let left = (a.x - c.x) * (b.y - c.y);
    let right = (a.y - c.y) * (b.x - c.x);
    let det = left - right;
    if det.abs() > 3.330_669_062_177_372_2e-16 * (left.abs() + right.abs()) {
        det
    } else {
        exact_side(a, b, c)
    }
}

#[cold]
#[inline(never)]
fn exact_side(a: Spot, b: Spot, c: Spot) -> f64 {
    let coord = |s: Spot| Coord { x: s.x, y: s.y };
    orient2d(coord(a), coord(b), coord(c))
}

/// Where the ray from `from` through `to` meets the line through `a` and `b`.
#[inline]
pub(crate) fn meet(from: Spot, to: Spot, a: Spot, b: Spot) -> Spot {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (ex, ey) = (b.x - a.x, b.y - a.y);
    // Along the line, not along the ray: so the point always stays within the segment, and lies
    // exactly on it if the segment is parallel to an axis.
    let across = dx * ey - dy * ex;
    if across == 0.0 {
        return to;
    }
    let t = (dy * (a.x - from.x) - dx * (a.y - from.y)) / across;
    Spot::new(a.x + t * ex, a.y + t * ey)
}

/// A number that grows with the clockwise angle from the east, from 0 to 4.
#[inline]
pub(crate) fn turn(from: Spot, to: Spot) -> f64 {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let sum = x.abs() + y.abs();
    if sum == 0.0 {
        return 0.0;
    }
    let t = x / sum;
    if y < 0.0 { 3.0 + t } else { 1.0 - t }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_grows_clockwise() {
        let o = Spot::default();
        let turns: Vec<f64> = (0..360).map(|d| turn(o, o.towards(f64::from(d).to_radians(), 2.0))).collect();
        assert!(turns.windows(2).all(|w| w[0] < w[1]), "{turns:?}");
        assert!(turns[359] < 4.0 && turns[0] == 0.0);
    }

    #[test]
    fn sides_are_exact_where_floats_are_not() {
        // All on one line in exact arithmetic except for the last bit of one number.
        let (a, b) = (Spot::new(0.5, 0.5), Spot::new(12.0, 12.0));
        assert_eq!(side(a, b, Spot::new(24.0, 24.0)), 0.0);
        assert!(side(a, b, Spot::new(24.0, 24.000_000_000_000_004)) > 0.0);
        assert!(side(a, b, Spot::new(24.000_000_000_000_004, 24.0)) < 0.0);
        assert!(side(Spot::new(0.0, 0.0), Spot::new(1.0, 0.0), Spot::new(0.0, 1.0)) > 0.0);
    }
}
