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
        let west = self.scan(walls.lines(true), at.x, at.y, -1, &mut mirrored);
        let east = self.scan(walls.lines(true), at.x, at.y, 1, &mut mirrored);
        // Only what was reached is worth mirroring; no beam is wider than it is long.
        let far = west.max(east);
        let (top, bottom) = ((at.y - far).max(window.y), (at.y + far + 1).min(window.bottom()));
        add_mirrored(seen, &mirrored, Rect::new(at.x - west, top, west + east + 1, bottom - top));
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

    /// One of the four directions: the lines from `line` on in steps of `sign`. Gives how many lines
    /// away something may have been seen.
    fn scan(&mut self, lines: &Lines, line: i32, column: i32, sign: i32, seen: &mut CellSet) -> i32 {
        let bounds = seen.bounds();
        let reach = if sign < 0 { line - bounds.y } else { bounds.bottom() - 1 - line };
        self.beams.clear();
        self.beams.push(Beam { left: Edge::diagonal(-1), right: Edge::diagonal(1) });
        for k in 1..=reach {
            let y = line + sign * k;
            let half = self.circle[k as usize];
            let row = Row {
                words: lines.line(y),
                column,
                first: (-half).max(bounds.x - column),
                last: half.min(bounds.right() - 1 - column),
                k,
            };
            self.next.clear();
            for beam in &self.beams {
                let beam = &Beam { left: beam.left.advanced(), right: beam.right.advanced() };
                let (low, high) = (beam.left.first_met(), beam.right.last_met());
                if low > half || high < -half {
                    continue; // it leaves the circle here, and further out the circle is narrower
                }
                let width = high - low + 1;
                let (from, to) = if (1..=62).contains(&width) {
                    row.pass_narrow(&mut self.next, beam, low, width)
                } else {
                    row.pass_wide(&mut self.next, beam, low, high)
                };
                let (from, to) = (from.max(row.first), to.min(row.last));
                if from <= to {
                    seen.insert_run(y, column + from, column + to);
                }
            }
            if self.next.is_empty() {
                return k;
            }
            std::mem::swap(&mut self.beams, &mut self.next);
        }
        reach
    }
}

/// The part of the map within reach.
fn window(walls: &Walls, at: Point, reach: i32) -> Rect {
    let (x, y) = ((at.x - reach).max(0), (at.y - reach).max(0));
    let right = at.x.saturating_add(reach).saturating_add(1).min(walls.width());
    let bottom = at.y.saturating_add(reach).saturating_add(1).min(walls.height());
    Rect::new(x, y, right - x, bottom - y)
}

/// A line of cells, counted from the observer's column.
struct Row<'a> {
    words: &'a [u64],
    column: i32,
    /// The first and the last cell that are in the map and in the circle.
    first: i32,
    last: i32,
    /// How many lines away from the observer.
    k: i32,
}

impl Row<'_> {
    /// Takes a beam through the line: hands on what is left of it, and says which cells it sees,
    /// those whose centre it holds and the walls it meets. For beams of up to 62 cells.
    #[inline]
    fn pass_narrow(&self, next: &mut Vec<Beam>, beam: &Beam, low: i32, width: i32) -> (i32, i32) {
        // The cell before the beam is bit 0, so that its neighbours are at hand on both sides.
        let x = (self.column + low - 1 + 64) as usize;
        let (word, shift) = (x >> 6, x & 63);
        let around = self.words[word] >> shift | self.words[word + 1] << 1 << (63 - shift);
        let walls = around >> 1;
        let all = (1u64 << width) - 1;
        let high = low + width - 1;
        let mut open = !walls & all;
        if open == all {
            next.push(*beam);
        } else {
            // The border between the first wall and an open cell before it may be looked along.
            if beam.left.is_between() && around & 3 == 2 {
                next.push(Beam { left: beam.left, right: beam.left });
            }
            while open != 0 {
                let start = open.trailing_zeros() as i32;
                let end = start + (!(open >> start)).trailing_zeros() as i32;
                let left = if start == 0 { beam.left } else { Edge::border(low + start, self.k) };
                let right = if end == width { beam.right } else { Edge::border(low + end, self.k) };
                next.push(Beam { left, right });
                open &= u64::MAX << end;
            }
            if beam.right.is_between() && around >> width & 3 == 1 {
                next.push(Beam { left: beam.right, right: beam.right });
            }
        }
        // At each end at most one cell is met without its centre: seen only where it is a wall.
        let from = low + i32::from(low < beam.left.first_centre() && walls & 1 == 0);
        let to = high - i32::from(high > beam.right.last_centre() && walls >> (width - 1) & 1 == 0);
        (from, to)
    }

    /// The same for beams of any width, also of none. Apart, so that the loop above stays small.
    #[inline(never)]
    fn pass_wide(&self, next: &mut Vec<Beam>, beam: &Beam, low: i32, high: i32) -> (i32, i32) {
        if low > high {
            // Without width, exactly between the cells `high` and `low`.
            if !(self.is_wall(low) && self.is_wall(high)) {
                next.push(*beam);
            }
            return (low, high);
        }
        let mut wall = self.find(low, high, true);
        if wall > high {
            next.push(*beam);
        } else {
            if wall > low {
                next.push(Beam { left: beam.left, right: Edge::border(wall, self.k) });
            } else if beam.left.is_between() && !self.is_wall(low - 1) {
                next.push(Beam { left: beam.left, right: beam.left });
            }
            loop {
                let open = self.find(wall, high, false);
                if open > high {
                    break;
                }
                wall = self.find(open, high, true);
                let right = if wall > high { beam.right } else { Edge::border(wall, self.k) };
                next.push(Beam { left: Edge::border(open, self.k), right });
                if wall > high {
                    break;
                }
            }
            if self.is_wall(high) && beam.right.is_between() && !self.is_wall(high + 1) {
                next.push(Beam { left: beam.right, right: beam.right });
            }
        }
        let from = low + i32::from(low < beam.left.first_centre() && !self.is_wall(low));
        let to = high - i32::from(high > beam.right.last_centre() && !self.is_wall(high));
        (from, to)
    }

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
    fn advanced(self) -> Self {
        // No slope is steeper than the diagonal, so one carry is enough.
        let rest = self.rest + self.step;
        let carry = i32::from(rest >= self.unit) - i32::from(rest < 0);
        Edge { whole: self.whole + carry, rest: rest - carry * self.unit, ..self }
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

/// Adds the part in `area` of a set whose rows are the other's columns, 64 by 64 cells at a time.
fn add_mirrored(seen: &mut CellSet, mirrored: &CellSet, area: Rect) {
    let mut x = area.x;
    while x < area.right() {
        let columns = (area.right() - x).min(64);
        let mut y = area.y;
        while y < area.bottom() {
            let mut block = [0; 64];
            let mut any = 0;
            for (i, word) in block.iter_mut().enumerate().take(columns as usize) {
                *word = mirrored.load(x + i as i32, y);
                any |= *word;
            }
            if any != 0 {
                transpose(&mut block);
                for (j, &word) in block.iter().enumerate().take((area.bottom() - y).min(64) as usize) {
                    seen.store(y + j as i32, x, word);
                }
            }
            y += 64;
        }
        x += 64;
    }
}
