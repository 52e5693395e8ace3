//! The paper's third approach: a ray to every corner, and one just to either side of it.
//!
//! As described by Reinke and dos Reis (FURB), after Nicky Case's *Sight & LightSource* (2014): for each
//! corner three rays, to the corner and 0.00001 radians to either side; each ray is intersected with
//! every side; the nearest hits, sorted by angle, are the polygon. O(corners x sides). It serves for
//! comparison: the offset makes its polygon slightly wrong, and rays that hit nothing leave it open.

use crate::{Outlines, Polygon, Spot};

/// The angle between the ray to a corner and the other two, in radians.
pub const HAIR: f64 = 0.000_01;

/// The polygon seen from a point, as in the paper; empty inside walls.
///
/// ```
/// use mapkiln_sight::{Outlines, Spot, Walls, vertices};
/// let outlines = Outlines::from_walls(&Walls::open(4, 3));
/// let seen = vertices::look(&outlines, Spot::new(1.0, 1.0));
/// assert!((seen.area() - 12.0).abs() < 1e-3);
/// ```
pub fn look(outlines: &Outlines, from: Spot) -> Polygon {
    let mut polygon = Polygon { from, corners: Vec::new() };
    if !from.is_finite() || !outlines.is_open(from) {
        return polygon;
    }
    let mut corners: Vec<Spot> = outlines.sides().iter().map(|s| s[0]).collect();
    corners.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    corners.dedup();
    let mut hits: Vec<(f64, Spot)> = Vec::with_capacity(3 * corners.len());
    for corner in corners {
        let angle = libm::atan2(corner.y - from.y, corner.x - from.x);
        for angle in [angle - HAIR, angle, angle + HAIR] {
            let (dx, dy) = (libm::cos(angle), libm::sin(angle));
            let nearest = outlines
                .sides()
                .iter()
                .filter_map(|&[a, b]| distance(from, dx, dy, a, b))
                .min_by(f64::total_cmp);
            if let Some(t) = nearest {
                hits.push((angle, Spot::new(from.x + t * dx, from.y + t * dy)));
            }
        }
    }
    hits.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, hit) in hits {
        polygon.push(hit);
    }
    polygon.close();
    polygon
}

/// The distance along a ray at which it meets a side.
fn distance(from: Spot, dx: f64, dy: f64, a: Spot, b: Spot) -> Option<f64> {
    let (ex, ey) = (b.x - a.x, b.y - a.y);
    let across = dx * ey - dy * ex;
    if across == 0.0 {
        return None;
    }
    let along_side = (dy * (a.x - from.x) - dx * (a.y - from.y)) / across;
    let along_ray = (ey * (a.x - from.x) - ex * (a.y - from.y)) / across;
    (along_ray > 0.0 && (0.0..=1.0).contains(&along_side)).then_some(along_ray)
}
