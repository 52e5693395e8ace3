//! Symmetric shadow casting on bits.
//!
//! Based on Albert Ford's symmetric shadow casting (2020): look along each of the four directions, one
//! line of cells after the other, and keep the beams of slopes that are still free. A wall is as wide
//! as its cell, seen along the direction; an open cell is seen if a beam contains its centre, a wall if
//! a beam meets it. Beams are closed intervals: a line of sight may touch the border of a wall.
//!
//! Two things are new here. The cells of a line are read and written as runs of bits, 64 at a time, so
//! an open line costs as much as one cell; and beams of zero width are kept, without which two cells
//! that see each other exactly between two walls do not always agree.
//!
//! Every decision is the same as with exact fractions, although slopes are fixed-point numbers advanced
//! from line to line by addition: see `Edge`. A beam is followed until it is split; the other pieces
//! wait on a stack. Time: O(lines x beams x words per beam), about 4 r² / 64 in the open for radius r.

use mapkiln_core::{Point, Rect};

use crate::beam::{Beam, Edge, FURTHEST, Pieces, border, cut, seen_in};
use crate::cells::transpose;
use crate::walls::Lines;
use crate::{CellSet, Walls};

/// Computes the cells seen from a cell; reuses its memory between calls.
///
/// Defined for every cell: a cell always sees itself; a wall looks out as if it were open; from outside
/// the map nothing is seen; with radius 0 only the cell itself. A cell is within the radius if the
/// distance between the centres is. No look reaches further than 262,144 cells.
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
    /// Beams that continue beyond `NEARBY` lines.
    beyond: Vec<Beam>,
    mirrored: CellSet,
    lines: Vec<Line>,
    lines_radius: Option<u32>,
}

/// What all looks with one radius share, per line.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Half the width of the circle.
    half: i32,
    /// One cell's width in slopes: 1 / `k`, in units of 2⁻⁶¹.
    cell: i64,
}

impl Shadowcast {
    /// A caster with no memory allocated yet.
    pub fn new() -> Self {
        Shadowcast::default()
    }

    /// The cells seen from `at`, up to the radius or as far as the map goes.
    pub fn look(&mut self, walls: &Walls, at: Point, radius: Option<u32>) -> CellSet {
        let mut seen = CellSet::default();
        self.look_into(walls, at, radius, &mut seen);
        seen
    }

    /// The same into an existing set, which is cleared first.
    pub fn look_into(&mut self, walls: &Walls, at: Point, radius: Option<u32>, seen: &mut CellSet) {
        if !walls.bounds().contains(at) {
            seen.reset(Rect::default());
            return;
        }
        let furthest = walls.width().max(walls.height());
        // A circle that contains the whole map limits nothing.
        let radius = radius.filter(|&r| i64::from(r) < 2 * i64::from(furthest)).map(|r| r as i32);
        let reach = radius.unwrap_or(furthest).min(furthest).min(FURTHEST);
        let window = window(walls, at, reach);
        seen.reset(window);
        seen.insert(at);
        self.prepare_lines(radius, reach);
        let near = reach.min(NEARBY);
        let mut rows = [0; 64];
        for sign in [-1, 1] {
            self.scan_near(walls.lines(false), at.y, at.x, sign, near, &mut rows);
            if !self.beyond.is_empty() {
                self.scan_far(walls.lines(false), at.y, at.x, sign, seen);
            }
        }
        let mut columns = [0; 64];
        let mut mirrored = std::mem::take(&mut self.mirrored);
        let mut clean = false;
        for sign in [-1, 1] {
            self.scan_near(walls.lines(true), at.x, at.y, sign, near, &mut columns);
            if !self.beyond.is_empty() {
                if !std::mem::replace(&mut clean, true) {
                    mirrored.reset(Rect::new(window.y, window.x, window.height, window.width));
                }
                let far = self.scan_far(walls.lines(true), at.x, at.y, sign, &mut mirrored);
                // Only what was reached needs mirroring; no beam is wider than it is long.
                let (top, bottom) = ((at.y - far).max(window.y), (at.y + far + 1).min(window.bottom()));
                let x = if sign < 0 { at.x - far } else { at.x + near + 1 };
                add_mirrored(seen, &mirrored, Rect::new(x, top, far - near, bottom - top));
            }
        }
        self.mirrored = mirrored;
        self.add_near(at, near, &rows, &mut columns, seen);
    }

    /// Adds what was seen nearby, in rows and in columns.
    fn add_near(&self, at: Point, near: i32, rows: &[u64; 64], columns: &mut [u64; 64], seen: &mut CellSet) {
        transpose(columns);
        let bounds = seen.bounds();
        let (left, right) = (bounds.x.max(at.x - near), bounds.right().min(at.x + near + 1));
        let inside = run(left - at.x, right - 1 - at.x);
        for y in bounds.y.max(at.y - near)..bounds.bottom().min(at.y + near + 1) {
            let line = y - at.y;
            let half = self.lines[line.unsigned_abs() as usize].half.min(near);
            let index = (line + MIDDLE) as usize;
            let bits = (rows[index] | columns[index]) & run(-half, half) & inside;
            seen.store(y, left, bits >> (left - at.x + MIDDLE));
        }
    }

    fn prepare_lines(&mut self, radius: Option<i32>, reach: i32) {
        let key = radius.map(|r| r as u32);
        if key == self.lines_radius && self.lines.len() == reach as usize + 1 {
            return;
        }
        self.lines_radius = key;
        self.lines.clear();
        let mut half = radius.map(i64::from);
        for k in 0..=i64::from(reach) {
            while let (Some(half), Some(radius)) = (&mut half, radius.map(i64::from))
                && *half * *half + k * k > radius * radius
            {
                *half -= 1;
            }
            let half = half.map_or(i32::MAX / 2, |h| h as i32);
            self.lines.push(Line { half, cell: (1 << 61) / k.max(1) });
        }
    }

    /// One of the four directions, as far as a line of cells fits into a word with the observer in its
    /// middle: the lines from `line` on in steps of `sign`. Beams that continue are left in `beyond`.
    fn scan_near(
        &mut self,
        lines: &Lines,
        line: i32,
        column: i32,
        sign: i32,
        near: i32,
        seen: &mut [u64; 64],
    ) {
        let mut walls = [0; 32];
        lines.around(line, sign, column - MIDDLE, &mut walls[..=near as usize]);
        self.beyond.clear();
        self.beams.clear();
        let goes_beyond = self.lines.len() > near as usize + 1;
        let mut waiting = Some(Beam { left: Edge::diagonal(-1), right: Edge::diagonal(1), k: 0 });
        while let Some(mut beam) = waiting {
            loop {
                if beam.k == near {
                    if goes_beyond {
                        self.beyond.push(beam);
                    }
                    break;
                }
                beam.advance();
                let Line { half, cell } = self.lines[beam.k as usize];
                let (low, high) = (beam.left.first_met(), beam.right.last_met());
                if low > half || high < -half {
                    break; // it leaves the circle, which is narrower further out
                }
                let around = walls[beam.k as usize & 31] >> (low + MIDDLE - 1);
                if low > high {
                    // Zero width, exactly between two cells.
                    if around & 3 == 3 {
                        break;
                    }
                    continue;
                }
                let index = (MIDDLE + sign * beam.k) as usize & 63;
                let width = high - low + 1;
                let (from, to) = seen_in(around, &beam, low, width);
                seen[index] |= run(from, to);
                if !cut(around, cell, &mut self.beams, &mut beam, low, width) {
                    break;
                }
            }
            waiting = self.beams.pop();
        }
    }

    /// Follows the beams in `beyond` to their ends. Returns how many lines away something may have
    /// been seen.
    fn scan_far(&mut self, lines: &Lines, line: i32, column: i32, sign: i32, seen: &mut CellSet) -> i32 {
        let bounds = seen.bounds();
        let reach = if sign < 0 { line - bounds.y } else { bounds.bottom() - 1 - line };
        let (west, east) = (bounds.x - column, bounds.right() - 1 - column);
        let mut furthest = NEARBY;
        while let Some(mut beam) = self.beyond.pop() {
            while beam.k < reach {
                beam.advance();
                let k = beam.k;
                let Line { half, cell } = self.lines[k as usize];
                let (low, high) = (beam.left.first_met(), beam.right.last_met());
                if low > half || high < -half {
                    break;
                }
                let y = line + sign * k;
                let row = Row { words: lines.line(y), column, cell };
                let width = high - low + 1;
                let (from, to, goes_on) = if (1..=62).contains(&width) {
                    row.pass_narrow(&mut self.beyond, &mut beam, low, width)
                } else {
                    row.pass_wide(&mut self.beyond, &mut beam, low, high)
                };
                let (from, to) = (from.max(-half).max(west), to.min(half).min(east));
                if from <= to {
                    seen.insert_run(y, column + from, column + to);
                }
                if !goes_on {
                    break;
                }
            }
            furthest = furthest.max(beam.k);
        }
        furthest
    }
}

/// Up to this distance a line of cells, with one more on each side, fits into a word.
const NEARBY: i32 = 29;
/// The bit of the observer's column in such a word.
const MIDDLE: i32 = 32;

/// The cells `from..=to`, counted from the observer, in a word with the observer in its middle.
#[inline]
fn run(from: i32, to: i32) -> u64 {
    u64::MAX << (from + MIDDLE) & u64::MAX >> (63 - MIDDLE - to)
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
    cell: i64,
}

impl Row<'_> {
    /// Passes a beam of up to 62 cells through the line; see [`cut`].
    #[inline]
    fn pass_narrow(&self, rest: &mut Vec<Beam>, beam: &mut Beam, low: i32, width: i32) -> (i32, i32, bool) {
        let x = (self.column + low - 1 + 64) as usize;
        let (word, shift) = (x >> 6, x & 63);
        let around = self.words[word] >> shift | self.words[word + 1] << 1 << (63 - shift);
        let (from, to) = seen_in(around, beam, low, width);
        (from, to, cut(around, self.cell, rest, beam, low, width))
    }

    /// The same for beams of any width, including zero. Separate, so that the loop above stays small.
    #[inline(never)]
    fn pass_wide(&self, rest: &mut Vec<Beam>, beam: &mut Beam, low: i32, high: i32) -> (i32, i32, bool) {
        if low > high {
            // Zero width, exactly between the cells `high` and `low`.
            return (low, high, !(self.is_wall(low) && self.is_wall(high)));
        }
        let from = low + i32::from(low < beam.left.first_centre() && !self.is_wall(low));
        let to = high - i32::from(high > beam.right.last_centre() && !self.is_wall(high));
        let mut wall = self.find(low, high, true);
        if wall > high {
            return (from, to, true);
        }
        let mut pieces = Pieces { rest, last: None };
        if wall > low {
            pieces.add(Beam { right: border(self.cell, wall), ..*beam });
        } else if beam.left.is_between() && !self.is_wall(low - 1) {
            pieces.add(Beam { right: beam.left, ..*beam });
        }
        loop {
            let open = self.find(wall, high, false);
            if open > high {
                break;
            }
            wall = self.find(open, high, true);
            let right = if wall > high { beam.right } else { border(self.cell, wall) };
            pieces.add(Beam { left: border(self.cell, open), right, k: beam.k });
            if wall > high {
                break;
            }
        }
        if self.is_wall(high) && beam.right.is_between() && !self.is_wall(high + 1) {
            pieces.add(Beam { left: beam.right, ..*beam });
        }
        (from, to, pieces.leave(beam))
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

/// Adds the part in `area` of a set whose rows are the other's columns, in blocks of 64 by 64 cells.
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
