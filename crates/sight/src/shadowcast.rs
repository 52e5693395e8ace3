//! Symmetric shadow casting on bits.
//!
//! The idea is Albert Ford's symmetric shadow casting (2020): look along each of the four
//! directions, one line of cells after the other, and keep the beams of slopes that are still free.
//! A wall is as wide as its cell, seen along the direction; an open cell is seen where a beam holds
//! its centre, a wall where a beam meets it. Beams are closed: a look may touch the border of a wall.
//!
//! Two things are new here. The cells of a line are read and written as runs of bits, 64 at a time,
//! so an open line costs as much as one cell; and beams without width are kept, without which two
//! cells that look at each other exactly between two walls do not always agree.
//!
//! All slopes are fractions of integers, moved from line to line by addition; nothing is rounded.
//! Time: O(lines x beams x words in a beam), about 4 r² / 64 in the open for radius r.

use mapkiln_core::{Point, Rect};

use crate::cells::transpose;
use crate::walls::Lines;
use crate::{CellSet, Walls};

/// Finds what is seen from a cell; keeps its memory from call to call.
///
/// Defined for every place: a cell always sees itself, also inside of a wall, from which it looks
/// out as if it were open; from outside of the map nothing is seen; with radius 0 only the cell
/// itself. A cell is within the radius when the distance of the centres is.
///
/// ```
/// use mapkiln_core::Point;
/// use mapkiln_sight::{Shadowcast, Walls};
/// let walls = Walls::from_text(".......\n...#...\n.......");
/// let seen = Shadowcast::new().look(&walls, Point::new(1, 1), Some(5));
/// assert!(seen.contains(Point::new(3, 1))); // the wall
/// assert!(!seen.contains(Point::new(5, 1))); // and what is behind it
/// ```
#[derive(Clone, Debug, Default)]
pub struct Shadowcast {
    beams: Vec<Beam>,
    next: Vec<Beam>,
    mirrored: CellSet,
    circle: Vec<i32>,
    circle_radius: Option<u32>,
}

impl Shadowcast {
    /// A caster without memory yet.
    pub fn new() -> Self {
        Shadowcast::default()
    }

    /// The cells seen from `at`, up to the radius or as far as the map goes.
    pub fn look(&mut self, walls: &Walls, at: Point, radius: Option<u32>) -> CellSet {
        let mut seen = CellSet::default();
        self.look_into(walls, at, radius, &mut seen);
        seen
    }

    /// The same into a set that is there already; what it held is forgotten.
    pub fn look_into(&mut self, walls: &Walls, at: Point, radius: Option<u32>, seen: &mut CellSet) {
        if !walls.bounds().contains(at) {
            seen.reset(Rect::default());
            return;
        }
        let furthest = walls.width().max(walls.height());
        // A circle that holds the whole map limits nothing.
        let radius = radius.filter(|&r| i64::from(r) < 2 * i64::from(furthest)).map(|r| r as i32);
        let reach = radius.unwrap_or(furthest).min(furthest);
        let window = window(walls, at, reach);
        seen.reset(window);
        seen.insert(at);
        self.draw_circle(radius, reach);
        for sign in [-1, 1] {
            self.scan(walls.lines(false), at.y, at.x, sign, seen);
        }
        let mut mirrored = std::mem::take(&mut self.mirrored);
        mirrored.reset(Rect::new(window.y, window.x, window.height, window.width));
        for sign in [-1, 1] {
            self.scan(walls.lines(true), at.x, at.y, sign, &mut mirrored);
        }
        add_mirrored(seen, &mirrored);
        self.mirrored = mirrored;
    }

    /// Half the width of the circle at each distance from its centre.
    fn draw_circle(&mut self, radius: Option<i32>, reach: i32) {
        let key = radius.map(|r| r as u32);
        if key.is_some() && key == self.circle_radius && self.circle.len() == reach as usize + 1 {
            return;
        }
        self.circle_radius = key;
        self.circle.clear();
        let Some(radius) = radius else {
            self.circle.resize(reach as usize + 1, i32::MAX / 2);
            return;
        };
        let squared = i64::from(radius) * i64::from(radius);
        let mut half = i64::from(radius);
        for k in 0..=i64::from(reach) {
            while half * half + k * k > squared {
                half -= 1;
            }
            self.circle.push(half as i32);
        }
    }

    /// One of the four directions: the lines from `line` on in steps of `sign`.
    fn scan(&mut self, lines: &Lines, line: i32, column: i32, sign: i32, seen: &mut CellSet) {
        let bounds = seen.bounds();
        let reach = if sign < 0 { line - bounds.y } else { bounds.bottom() - 1 - line };
        self.beams.clear();
        self.beams.push(Beam { left: Edge::diagonal(-1), right: Edge::diagonal(1) });
        for k in 1..=reach {
            let y = line + sign * k;
            let row = Row { words: lines.line(y), column };
            let half = self.circle[k as usize];
            self.next.clear();
            for beam in &mut self.beams {
                beam.left.advance();
                beam.right.advance();
                let (low, high) = (beam.left.first_met(), beam.right.last_met());
                if low > half || high < -half {
                    continue; // it leaves the circle here, and further out the circle is narrower
                }
                mark(seen, y, &row, beam, low, high, half);
                split(&mut self.next, &row, beam, low, high, k);
            }
            if self.next.is_empty() {
                break;
            }
            std::mem::swap(&mut self.beams, &mut self.next);
        }
    }
}

/// The part of the map within reach.
fn window(walls: &Walls, at: Point, reach: i32) -> Rect {
    let (x, y) = ((at.x - reach).max(0), (at.y - reach).max(0));
    let right = at.x.saturating_add(reach).saturating_add(1).min(walls.width());
    let bottom = at.y.saturating_add(reach).saturating_add(1).min(walls.height());
    Rect::new(x, y, right - x, bottom - y)
}

/// Marks what a beam sees of a line: the cells whose centre it holds, and the walls it meets.
#[inline]
fn mark(seen: &mut CellSet, y: i32, row: &Row<'_>, beam: &Beam, low: i32, high: i32, half: i32) {
    // At each end at most one cell is met without its centre.
    let from = if low < beam.left.first_centre() && !row.is_wall(low) { low + 1 } else { low };
    let to = if high > beam.right.last_centre() && !row.is_wall(high) { high - 1 } else { high };
    let (from, to) = (from.max(-half), to.min(half));
    if from <= to {
        seen.insert_run(y, row.column + from, row.column + to);
    }
}

/// Hands on what is left of a beam behind a line.
#[inline]
fn split(next: &mut Vec<Beam>, row: &Row<'_>, beam: &Beam, low: i32, high: i32, k: i32) {
    let mut c = low;
    if low <= high {
        let wall = row.find(low, high, true);
        if wall > high {
            next.push(*beam);
            return;
        }
        if wall == low {
            // The border between an open cell and the first wall may still be looked along.
            if beam.left.is_between() && !row.is_wall(low - 1) {
                next.push(Beam { left: beam.left, right: beam.left });
            }
        } else {
            next.push(Beam { left: beam.left, right: Edge::border(wall, k) });
        }
        c = wall;
    } else if !(row.is_wall(low) && row.is_wall(high)) {
        // Without width, exactly between the cells `high` and `low`.
        next.push(*beam);
        return;
    }
    while c <= high {
        let open = row.find(c, high, false);
        if open > high {
            break;
        }
        let wall = row.find(open, high, true);
        let right = if wall > high { beam.right } else { Edge::border(wall, k) };
        next.push(Beam { left: Edge::border(open, k), right });
        if wall > high {
            return;
        }
        c = wall;
    }
    if low <= high && beam.right.is_between() && !row.is_wall(high + 1) {
        next.push(Beam { left: beam.right, right: beam.right });
    }
}

/// A line of cells, counted from the observer's column.
struct Row<'a> {
    words: &'a [u64],
    column: i32,
}

impl Row<'_> {
    #[inline]
    fn is_wall(&self, c: i32) -> bool {
        let x = (self.column + c + 64) as usize;
        self.words[x >> 6] >> (x & 63) & 1 == 1
    }

    /// The first wall or open cell in `from..=to`, or `to + 1`.
    #[inline]
    fn find(&self, from: i32, to: i32, wall: bool) -> i32 {
        let flip = if wall { 0 } else { u64::MAX };
        let x = (self.column + from + 64) as usize;
        let end = (self.column + to + 64) as usize;
        let mut word = x >> 6;
        let mut bits = (self.words[word] ^ flip) >> (x & 63) << (x & 63);
        while bits == 0 {
            word += 1;
            if word << 6 > end {
                return to + 1;
            }
            bits = self.words[word] ^ flip;
        }
        let found = (word << 6) + bits.trailing_zeros() as usize;
        if found > end { to + 1 } else { found as i32 - 64 - self.column }
    }
}

/// The slopes between two edges, both included.
#[derive(Clone, Copy, Debug)]
struct Beam {
    left: Edge,
    right: Edge,
}

/// A slope, and where it meets the present line: at `whole + rest / unit`, with 0 <= rest < unit.
#[derive(Clone, Copy, Debug)]
struct Edge {
    whole: i32,
    rest: i32,
    step: i32,
    unit: i32,
}

impl Edge {
    /// The diagonal, at the observer.
    fn diagonal(step: i32) -> Self {
        Edge { whole: 0, rest: 0, step, unit: 1 }
    }

    /// The slope of the border before cell `c` of line `k`, at that line.
    #[inline]
    fn border(c: i32, k: i32) -> Self {
        Edge { whole: c - 1, rest: k, step: 2 * c - 1, unit: 2 * k }
    }

    /// On to the next line.
    #[inline]
    fn advance(&mut self) {
        // No slope is steeper than the diagonal, so one carry is enough.
        let rest = self.rest + self.step;
        let carry = i32::from(rest >= self.unit) - i32::from(rest < 0);
        self.whole += carry;
        self.rest = rest - carry * self.unit;
    }

    /// Exactly between two cells?
    #[inline]
    fn is_between(&self) -> bool {
        2 * self.rest == self.unit
    }

    /// The first cell with its centre here or to the right.
    #[inline]
    fn first_centre(&self) -> i32 {
        self.whole + i32::from(self.rest > 0)
    }

    /// The last cell with its centre here or to the left.
    #[inline]
    fn last_centre(&self) -> i32 {
        self.whole
    }

    /// The first cell with some of its inside to the right.
    #[inline]
    fn first_met(&self) -> i32 {
        self.whole + i32::from(2 * self.rest >= self.unit)
    }

    /// The last cell with some of its inside to the left.
    #[inline]
    fn last_met(&self) -> i32 {
        self.whole + i32::from(2 * self.rest > self.unit)
    }
}

/// Adds a set whose rows are the other's columns, in blocks of 64 by 64 cells.
fn add_mirrored(seen: &mut CellSet, mirrored: &CellSet) {
    let window = seen.bounds();
    let mut x = window.x;
    while x < window.right() {
        let columns = (window.right() - x).min(64);
        let mut y = window.y;
        while y < window.bottom() {
            let mut block = [0; 64];
            let mut any = 0;
            for i in 0..columns {
                let bits = mirrored.load(x + i, y);
                block[i as usize] = bits;
                any |= bits;
            }
            if any != 0 {
                transpose(&mut block);
                for j in 0..(window.bottom() - y).min(64) {
                    seen.store(y + j, x, block[j as usize]);
                }
            }
            y += 64;
        }
        x += 64;
    }
}
