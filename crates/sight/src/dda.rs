//! The paper's second approach, made exact: step along a ray from cell border to cell border.
//!
//! The digital differential analyser of Amanatides and Woo (1987) compares how far the next upright
//! and the next level border are. Rounding makes the usual form take a wrong cell near corners;
//! here the comparison is the side of the ray on which a corner lies, kept as a running number, and
//! decided by an exact predicate where that number is too small to be trusted. O(cells crossed).

use std::ops::ControlFlow;

use mapkiln_core::Point;

use crate::spot::side;
use crate::{Hit, Spot, Walls};

/// What the straight line between two points meets first.
///
/// Cells hold their north and west borders. The cell where the ray begins never stops it, and
/// everything outside of the map is wall. A ray that goes exactly through a corner goes on to the
/// cell across; it is stopped there, or before it where the cells on both sides are walls.
///
/// ```
/// use mapkiln_core::Point;
/// use mapkiln_sight::{Spot, Walls, dda};
/// let walls = Walls::from_text("...#.");
/// let hit = dda::cast(&walls, Spot::new(0.5, 0.25), Spot::new(4.5, 0.75));
/// assert_eq!((hit.cell, hit.at), (Some(Point::new(3, 0)), Spot::new(3.0, 0.5625)));
/// ```
pub fn cast(walls: &Walls, from: Spot, to: Spot) -> Hit {
    let nothing = Hit { cell: None, at: to, distance: from.distance(to) };
    if !from.is_finite() || !to.is_finite() {
        return Hit { cell: None, at: from, distance: 0.0 };
    }
    let stop = walk(from, to, |entry| match entry {
        Entry::Side { cell, .. } if walls.blocks(cell) => ControlFlow::Break(entry),
        Entry::Corner { beside: [a, b], .. } if walls.blocks(a) && walls.blocks(b) => {
            ControlFlow::Break(Entry::Corner { cell: a, beside: [a, b] })
        }
        Entry::Corner { cell, .. } if walls.blocks(cell) => ControlFlow::Break(entry),
        _ => ControlFlow::Continue(()),
    });
    let ControlFlow::Break(entry) = stop else { return nothing };
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let border = |cell: i32, d: f64| f64::from(if d < 0.0 { cell + 1 } else { cell });
    let at = match entry {
        Entry::Side { cell, upright: true } => {
            let x = border(cell.x, dx);
            Spot::new(x, from.y + dy * ((x - from.x) / dx))
        }
        Entry::Side { cell, upright: false } => {
            let y = border(cell.y, dy);
            Spot::new(from.x + dx * ((y - from.y) / dy), y)
        }
        // `beside` holds the cell across the upright border first, then the one across the level.
        Entry::Corner { beside: [a, b], .. } => Spot::new(border(a.x, dx), border(b.y, dy)),
    };
    Hit { cell: Some(entry.cell()), at, distance: from.distance(at) }
}

/// How a ray comes into a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Over one of its sides.
    Side {
        /// The cell.
        cell: Point,
        /// Was the side upright (north to south)?
        upright: bool,
    },
    /// Exactly over a corner.
    Corner {
        /// The cell.
        cell: Point,
        /// The two cells that it passes between: across the upright border, across the level one.
        beside: [Point; 2],
    },
}

impl Entry {
    /// The cell that is entered.
    pub fn cell(self) -> Point {
        let (Entry::Side { cell, .. } | Entry::Corner { cell, .. }) = self;
        cell
    }
}

/// Visits the cells along a straight line, without the first, until `visit` breaks off.
pub fn walk<B>(from: Spot, to: Spot, mut visit: impl FnMut(Entry) -> ControlFlow<B>) -> ControlFlow<B> {
    let (mut cell, last) = (from.cell(), to.cell());
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (step_x, step_y) = (if dx < 0.0 { -1 } else { 1 }, if dy < 0.0 { -1 } else { 1 });
    let (ax, ay) = (dx.abs(), dy.abs());
    let (count_x, count_y) = (last.x.abs_diff(cell.x), last.y.abs_diff(cell.y));
    let ahead = |cell: i32, step: i32| f64::from(if step > 0 { cell + 1 } else { cell });
    let fx = (ahead(cell.x, step_x) - from.x).abs();
    let fy = (ahead(cell.y, step_y) - from.y).abs();
    // Negative where the next upright border comes before the next level one.
    let mut lead = fx * ay - fy * ax;
    // A bound of the rounding of `lead` over the whole way, taken generously.
    let count = f64::from(count_x) + f64::from(count_y) + 2.0;
    let doubt =
        4.0 * f64::EPSILON * count * ((f64::from(count_x) + 1.0) * ay + (f64::from(count_y) + 1.0) * ax);
    let mut steps = u64::from(count_x) + u64::from(count_y);
    while steps > 0 {
        let upright = if lead.abs() > doubt {
            lead < 0.0
        } else if cell.x == last.x || cell.y == last.y {
            cell.y == last.y
        } else {
            let corner = Spot::new(ahead(cell.x, step_x), ahead(cell.y, step_y));
            let exact = -side(from, to, corner) * f64::from(step_x * step_y);
            if exact == 0.0 {
                let beside = [cell + Point::new(step_x, 0), cell + Point::new(0, step_y)];
                cell = cell + Point::new(step_x, step_y);
                lead += ay - ax;
                steps = steps.saturating_sub(2);
                visit(Entry::Corner { cell, beside })?;
                continue;
            }
            exact < 0.0
        };
        if upright {
            cell.x += step_x;
            lead += ay;
        } else {
            cell.y += step_y;
            lead -= ax;
        }
        steps -= 1;
        visit(Entry::Side { cell, upright })?;
    }
    ControlFlow::Continue(())
}
