//! Points, directions and rectangles on a grid; x grows to the east, y to the south.

use std::fmt;
use std::ops::{Add, Mul, Sub};

use serde::{Deserialize, Serialize};

/// A cell, or a corner between cells, by column and row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// Column, growing to the east.
    pub x: i32,
    /// Row, growing to the south.
    pub y: i32,
}

impl Point {
    /// The point in column `x` and row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Point { x, y }
    }

    /// The next point in a direction.
    #[inline]
    pub const fn step(self, direction: Direction) -> Self {
        let d = direction.vector();
        Point::new(self.x + d.x, self.y + d.y)
    }

    /// The four neighbours: north, east, south, west.
    pub fn beside(self) -> [Point; 4] {
        Direction::ALL.map(|d| self.step(d))
    }

    /// The eight points around this one, clockwise from the north.
    pub fn around(self) -> [Point; 8] {
        [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
            .map(|(x, y)| self + Point::new(x, y))
    }

    /// Steps between two points along rows and columns.
    pub const fn manhattan(self, other: Point) -> u32 {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y)
    }

    /// Steps between two points if diagonal steps are allowed.
    pub fn chebyshev(self, other: Point) -> u32 {
        self.x.abs_diff(other.x).max(self.y.abs_diff(other.y))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<i32> for Point {
    type Output = Point;
    fn mul(self, factor: i32) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }
}

/// One of the four directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Up on the page: y decreases.
    North,
    /// Right on the page: x increases.
    East,
    /// Down on the page: y increases.
    South,
    /// Left on the page: x decreases.
    West,
}

impl Direction {
    /// Clockwise from the north.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The step as a difference of points.
    #[inline]
    pub const fn vector(self) -> Point {
        match self {
            Direction::North => Point::new(0, -1),
            Direction::East => Point::new(1, 0),
            Direction::South => Point::new(0, 1),
            Direction::West => Point::new(-1, 0),
        }
    }

    /// The opposite direction.
    pub const fn opposite(self) -> Self {
        match self {
            Direction::North => Direction::South,
            Direction::East => Direction::West,
            Direction::South => Direction::North,
            Direction::West => Direction::East,
        }
    }

    /// A quarter turn to the right.
    pub const fn clockwise(self) -> Self {
        match self {
            Direction::North => Direction::East,
            Direction::East => Direction::South,
            Direction::South => Direction::West,
            Direction::West => Direction::North,
        }
    }
}

/// A block of cells: the corner in the north-west, width and height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rect {
    /// First column.
    pub x: i32,
    /// First row.
    pub y: i32,
    /// Columns; a rectangle with none is empty.
    pub width: i32,
    /// Rows; a rectangle with none is empty.
    pub height: i32,
}

impl Rect {
    /// The rectangle whose north-west cell is (`x`, `y`).
    pub const fn new(x: i32, y: i32, width: i32, height: i32) -> Self {
        Rect { x, y, width, height }
    }

    /// One past the last column.
    pub const fn right(self) -> i32 {
        self.x + self.width
    }

    /// One past the last row.
    pub const fn bottom(self) -> i32 {
        self.y + self.height
    }

    /// Number of cells.
    pub const fn area(self) -> i64 {
        self.width as i64 * self.height as i64
    }

    /// The cell at the centre, rounded to the north-west.
    pub const fn centre(self) -> Point {
        Point::new(self.x + (self.width - 1) / 2, self.y + (self.height - 1) / 2)
    }

    /// Does it contain the cell?
    #[inline]
    pub const fn contains(self, p: Point) -> bool {
        p.x >= self.x && p.x < self.right() && p.y >= self.y && p.y < self.bottom()
    }

    /// Does it contain all of the other?
    pub const fn contains_rect(self, other: Rect) -> bool {
        other.x >= self.x
            && other.right() <= self.right()
            && other.y >= self.y
            && other.bottom() <= self.bottom()
    }

    /// Do they share a cell?
    #[inline]
    pub const fn overlaps(self, other: Rect) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// The rectangle with `by` more cells on every side (fewer if `by` is negative).
    #[inline]
    pub const fn grown(self, by: i32) -> Self {
        Rect::new(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)
    }

    /// Its cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Point> {
        (self.y..self.bottom()).flat_map(move |y| (self.x..self.right()).map(move |x| Point::new(x, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_four_times_comes_home() {
        for d in Direction::ALL {
            assert_eq!(d.clockwise().clockwise(), d.opposite());
            assert_eq!(Point::default().step(d).step(d.opposite()), Point::default());
        }
    }

    #[test]
    fn overlap_agrees_with_counting_cells() {
        let a = Rect::new(2, 3, 4, 2);
        for x in 0..8 {
            for y in 0..8 {
                let b = Rect::new(x, y, 2, 2);
                assert_eq!(a.overlaps(b), b.cells().any(|p| a.contains(p)), "{b:?}");
                assert_eq!(a.contains_rect(b), b.cells().all(|p| a.contains(p)), "{b:?}");
            }
        }
    }
}
