//! The outlines of what blocks sight.

use mapkiln_core::{Grid, contours};

use crate::spot::side;
use crate::{Error, Spot, Walls};

/// Walls as sides: the borders between open ground and what blocks sight.
///
/// For a grid these are the exposed edges of cells, with straight runs merged into one side; cells
/// that touch only at a corner stay separate. Everything outside blocks sight, so an observer on open
/// ground is enclosed by sides.
///
/// ```
/// use mapkiln_sight::{Outlines, Walls};
/// let walls = Walls::from_text("....\n.##.\n.##.\n....");
/// let outlines = Outlines::from_walls(&walls);
/// assert_eq!(outlines.sides().len(), 8); // four of the map, four of the block
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outlines {
    sides: Vec<[Spot; 2]>,
}

impl Outlines {
    /// The outlines of the cells that block sight.
    pub fn from_walls(walls: &Walls) -> Self {
        Outlines::from_grid(&walls.to_grid())
    }

    /// The outlines of the true cells.
    pub fn from_grid(opaque: &Grid<bool>) -> Self {
        // The borders of the open cells, so that the border of the map is included.
        let mut sides = Vec::new();
        for line in contours(&opaque.map(|o| !o)) {
            let next = line.iter().cycle().skip(1);
            sides.extend(line.iter().zip(next).map(|(&a, &b)| [a.into(), b.into()]));
        }
        Outlines { sides }
    }

    /// A rectangle of open ground from `low` to `high`, with solid polygons in it.
    ///
    /// Polygons may be concave and may touch at corners; no two sides may cross, which
    /// [`Mesh::build`](crate::Mesh::build) reports. Either orientation is fine.
    pub fn from_polygons(low: Spot, high: Spot, polygons: &[Vec<Spot>]) -> Result<Self, Error> {
        let corners = [low, Spot::new(high.x, low.y), high, Spot::new(low.x, high.y)];
        let mut sides: Vec<[Spot; 2]> = (0..4).map(|i| [corners[i], corners[(i + 1) % 4]]).collect();
        if !(low.is_finite() && high.is_finite() && low.x < high.x && low.y < high.y) {
            return Err(Error::Bounds { low, high });
        }
        for (polygon, points) in polygons.iter().enumerate() {
            let outside = |p: &&Spot| !(p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y);
            if let Some(&at) = points.iter().find(outside) {
                return Err(Error::OutsideBounds { polygon, at });
            }
            let twice: f64 = around(points).map(|(a, b)| a.x * b.y - b.x * a.y).sum();
            if points.len() < 3 || twice == 0.0 {
                return Err(Error::NoArea { polygon });
            }
            // Open ground lies clockwise of a side, so solid polygons are traversed the other way.
            sides.extend(around(points).map(|(a, b)| if twice > 0.0 { [b, a] } else { [a, b] }));
        }
        Ok(Outlines { sides })
    }

    /// Adds a thin wall that blocks sight from both sides, such as a shut door on a border.
    pub fn add_screen(&mut self, a: Spot, b: Spot) {
        self.sides.push([a, b]);
        self.sides.push([b, a]);
    }

    /// The sides; open ground lies clockwise of each as seen on the page.
    pub fn sides(&self) -> &[[Spot; 2]] {
        &self.sides
    }

    /// Does the point lie on open ground or on its border? Counts the sides to the east; O(sides).
    pub fn is_open(&self, at: Spot) -> bool {
        let mut winding = 0;
        for &[a, b] in &self.sides {
            let s = side(a, b, at);
            if s == 0.0 && within(a, b, at) {
                return true;
            }
            winding += winding_step(a, b, at, s);
        }
        winding != 0
    }
}

/// What a side adds to the winding number of a point.
#[inline]
pub(crate) fn winding_step(a: Spot, b: Spot, at: Spot, side: f64) -> i32 {
    match (a.y <= at.y, b.y <= at.y) {
        (true, false) if side > 0.0 => 1,
        (false, true) if side < 0.0 => -1,
        _ => 0,
    }
}

/// Does a point on the line through `a` and `b` lie between them, or on one of them?
#[inline]
pub(crate) fn within(a: Spot, b: Spot, at: Spot) -> bool {
    let between = |a: f64, b: f64, c: f64| (a <= c && c <= b) || (b <= c && c <= a);
    between(a.x, b.x, at.x) && between(a.y, b.y, at.y)
}

fn around(points: &[Spot]) -> impl Iterator<Item = (Spot, Spot)> + '_ {
    points.iter().copied().zip(points.iter().copied().cycle().skip(1))
}
