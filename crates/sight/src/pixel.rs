//! The paper's first approach: step along a ray one pixel at a time.
//!
//! As described by Reinke and dos Reis (FURB): the point moves by one pixel until its cell is a wall.
//! O(length / step). A wall that the ray crosses for less than a step can be missed, which is why the
//! other approaches exist.

use crate::{Hit, Spot, Walls};

/// The first point of a ray, in steps of `step`, whose cell is a wall.
///
/// The observer's own cell does not count, and everything outside the map is wall.
///
/// ```
/// use mapkiln_core::Point;
/// use mapkiln_sight::{Spot, Walls, pixel};
/// let walls = Walls::from_text("...#.");
/// let hit = pixel::cast(&walls, Spot::new(0.5, 0.5), Spot::new(5.0, 0.5), 1.0 / 16.0);
/// assert_eq!(hit.cell, Some(Point::new(3, 0)));
/// ```
pub fn cast(walls: &Walls, from: Spot, to: Spot, step: f64) -> Hit {
    let length = from.distance(to);
    let steps = length / step;
    let (dx, dy) = if length > 0.0 {
        ((to.x - from.x) / length * step, (to.y - from.y) / length * step)
    } else {
        (0.0, 0.0)
    };
    let own = from.cell();
    // A step of zero or NaN gives no steps.
    let count = if steps.is_finite() { steps as u64 } else { 0 };
    for depth in 0..=count {
        let depth = depth as f64;
        let at = Spot::new(from.x + dx * depth, from.y + dy * depth);
        let cell = at.cell();
        if walls.blocks(cell) && cell != own {
            return Hit { cell: Some(cell), at, distance: depth * step };
        }
    }
    Hit { cell: None, at: to, distance: length }
}
