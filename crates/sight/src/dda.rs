//! The paper's second approach, made exact: step along a ray from cell border to cell border.
//!
//! The digital differential analyser of Amanatides and Woo (1987) compares the distances of the next
//! vertical and the next horizontal border. Rounding makes the usual form enter a wrong cell near
//! corners; here the comparison is the side of the ray on which a corner lies, kept as a running
//! number, and decided by an exact predicate if that number is too small to trust. O(cells crossed).

use std::ops::ControlFlow;

use mapkiln_core::Point;

use crate::spot::side;
use crate::{Hit, Spot, Walls};

/// What the straight line between two points meets first.
///
/// Cells include their north and west borders. The cell where the ray begins never stops it, and
/// everything outside the map is wall. A ray that passes exactly through a corner continues into the
/// cell across; it stops there, or before it if the cells on both sides are walls.
///
/// ```
/// use mapkiln_core::Point;
/// use mapkiln_sight::{Spot, Walls, dda};
/// let walls = Walls::from_text("...#.");
/// let hit = dda::cast(&walls, Spot::new(0.5, 0.25), Spot::new(4.5, 0.75));
/// assert_eq!((hit.cell, hit.at), (Some(Point::new(3, 0)), Spot::new(3.0, 0.5625)));
/// ```
pub fn cast(walls: &Walls, from: Spot, to: Spot) -> Hit {
    if !from.is_finite() || !to.is_finite() {
        return Hit { cell: None, at: from, distance: 0.0 };
    }
    let stopped = if walls.bounds().contains(from.cell()) {
        first_wall(walls, from, to)
    } else {
        let stop = |entry: RayEntry| match entry {
            RayEntry::Corner { beside: [a, b], .. } if walls.blocks(a) && walls.blocks(b) => {
                ControlFlow::Break(RayEntry::Corner { cell: a, beside: [a, b] })
            }
            _ if walls.blocks(entry.cell()) => ControlFlow::Break(entry),
            _ => ControlFlow::Continue(()),
        };
        walk(from, to, stop).break_value()
    };
    let Some(entry) = stopped else { return Hit { cell: None, at: to, distance: from.distance(to) } };
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let border = |cell: i32, d: f64| f64::from(if d < 0.0 { cell + 1 } else { cell });
    let at = match entry {
        RayEntry::Side { cell, vertical: true } => {
            let x = border(cell.x, dx);
            Spot::new(x, from.y + dy * ((x - from.x) / dx))
        }
        RayEntry::Side { cell, vertical: false } => {
            let y = border(cell.y, dy);
            Spot::new(from.x + dx * ((y - from.y) / dy), y)
        }
        // `beside` has the cell across the vertical border first, then the one across the horizontal.
        RayEntry::Corner { beside: [a, b], .. } => Spot::new(border(a.x, dx), border(b.y, dy)),
    };
    Hit { cell: Some(entry.cell()), at, distance: from.distance(at) }
}

/// How a ray enters a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayEntry {
    /// Over one of its sides.
    Side {
        /// The cell.
        cell: Point,
        /// Was the side vertical (from north to south)?
        vertical: bool,
    },
    /// Exactly over a corner.
    Corner {
        /// The cell.
        cell: Point,
        /// The two cells that it passes between: across the vertical border, across the horizontal one.
        beside: [Point; 2],
    },
}

impl RayEntry {
    /// The cell that is entered.
    pub fn cell(self) -> Point {
        let (RayEntry::Side { cell, .. } | RayEntry::Corner { cell, .. }) = self;
        cell
    }
}

/// The state of a walk along a ray: which border comes next.
struct Course {
    from: Spot,
    to: Spot,
    last: Point,
    step: Point,
    /// How much `lead` changes with a step over a vertical or a horizontal border.
    over_vertical: f64,
    over_horizontal: f64,
    /// Negative if the next vertical border comes before the next horizontal one.
    lead: f64,
    /// A generous bound on the rounding error of `lead` over the whole walk.
    doubt: f64,
    /// Borders still to cross.
    steps: u64,
}

impl Course {
    #[inline]
    fn new(from: Spot, to: Spot) -> Self {
        let (cell, last) = (from.cell(), to.cell());
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let step = Point::new(if dx < 0.0 { -1 } else { 1 }, if dy < 0.0 { -1 } else { 1 });
        let (ax, ay) = (dx.abs(), dy.abs());
        let (columns, rows) = (last.x.abs_diff(cell.x), last.y.abs_diff(cell.y));
        let corner = corner_ahead(cell, step);
        let (fx, fy) = ((corner.x - from.x).abs(), (corner.y - from.y).abs());
        let (across, down) = (f64::from(columns) + 1.0, f64::from(rows) + 1.0);
        Course {
            from,
            to,
            last,
            step,
            over_vertical: ay,
            over_horizontal: -ax,
            lead: fx * ay - fy * ax,
            doubt: 4.0 * f64::EPSILON * (across + down) * (across * ay + down * ax),
            steps: u64::from(columns) + u64::from(rows),
        }
    }

    /// Which border comes next if `lead` is too small to tell: below zero for the vertical one, zero
    /// for both at once.
    #[cold]
    #[inline(never)]
    fn in_doubt(&self, cell: Point) -> f64 {
        if cell.x == self.last.x {
            1.0
        } else if cell.y == self.last.y {
            -1.0
        } else {
            -side(self.from, self.to, corner_ahead(cell, self.step)) * f64::from(self.step.x * self.step.y)
        }
    }
}

/// The corner of a cell towards which the ray goes.
#[inline]
fn corner_ahead(cell: Point, step: Point) -> Spot {
    Spot::new(f64::from(cell.x + i32::from(step.x > 0)), f64::from(cell.y + i32::from(step.y > 0)))
}

/// Visits the cells along a straight line, except the first, until `visit` breaks.
pub fn walk<B>(from: Spot, to: Spot, mut visit: impl FnMut(RayEntry) -> ControlFlow<B>) -> ControlFlow<B> {
    let mut course = Course::new(from, to);
    let mut cell = from.cell();
    let step = course.step;
    while course.steps > 0 {
        let order = if course.lead.abs() > course.doubt { course.lead } else { course.in_doubt(cell) };
        let (horizontal, vertical) = (Point::new(0, step.y), Point::new(step.x, 0));
        if order == 0.0 {
            let beside = [cell + vertical, cell + horizontal];
            cell = cell + step;
            course.lead += course.over_vertical + course.over_horizontal;
            course.steps = course.steps.saturating_sub(2);
            visit(RayEntry::Corner { cell, beside })?;
        } else {
            cell = cell + if order < 0.0 { vertical } else { horizontal };
            course.lead += if order < 0.0 { course.over_vertical } else { course.over_horizontal };
            course.steps -= 1;
            visit(RayEntry::Side { cell, vertical: order < 0.0 })?;
        }
    }
    ControlFlow::Continue(())
}

/// The same walk on the bits of the walls, until one stops it; it must begin inside the map.
///
/// The loop branches only on rare cases: the next border is chosen by conditional moves, and the
/// border of walls around the map stops every ray before it leaves the array.
fn first_wall(walls: &Walls, from: Spot, to: Spot) -> Option<RayEntry> {
    let lines = walls.lines(false);
    let (words, pitch) = (lines.words(), lines.pitch());
    let is_wall = |bit: usize| words[bit >> 6] >> (bit & 63) & 1 == 1;
    let mut course = Course::new(from, to);
    let start = from.cell();
    let origin = lines.bit_of(start.y, start.x);
    let (along, down) = (course.step.x as isize, course.step.y as isize * pitch);
    let mut bit = origin;
    // The cell of a bit. Lines are padded, so a cell just outside the border is still in its own line.
    let cell_of = |bit: usize| {
        let line = bit as isize / pitch - 1;
        Point::new((bit as isize - (line + 1) * pitch - 64) as i32, line as i32)
    };
    let (mut lead, doubt) = (course.lead, course.doubt);
    let (over_vertical, over_horizontal) = (course.over_vertical, course.over_horizontal);
    let mut steps = course.steps;
    while steps > 0 {
        let mut vertical = lead < 0.0;
        if lead.abs() <= doubt {
            course.lead = lead;
            let order = course.in_doubt(cell_of(bit));
            if order == 0.0 {
                let beside = [bit.wrapping_add_signed(along), bit.wrapping_add_signed(down)];
                bit = bit.wrapping_add_signed(along + down);
                lead += over_vertical + over_horizontal;
                steps = steps.saturating_sub(2);
                let shut = is_wall(beside[0]) && is_wall(beside[1]);
                if shut || is_wall(bit) {
                    let cell = cell_of(if shut { beside[0] } else { bit });
                    return Some(RayEntry::Corner { cell, beside: beside.map(cell_of) });
                }
                continue;
            }
            vertical = order < 0.0;
        }
        bit = bit.wrapping_add_signed(if vertical { along } else { down });
        let (a, b) = (lead + over_vertical, lead + over_horizontal);
        lead = if vertical { a } else { b };
        steps -= 1;
        if is_wall(bit) {
            return Some(RayEntry::Side { cell: cell_of(bit), vertical });
        }
    }
    None
}
