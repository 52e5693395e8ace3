//! Roads, streams and walls as smooth lines through the cells they lead through.
//!
//! A line goes from cell to cell through the middle of their shared side. These points are pulled towards
//! their neighbours along the line a few times, so that stairs of cells become slanted lines; then
//! curves lead through them (Catmull and Rom, *A class of local interpolating splines*, 1974).
//! Complexity: the cells of the map per pass.

use mapkiln_core::{Grid, Point};

use super::ways::SIDES;
use crate::noise::jitter;
use crate::scene::{Path, Vec2};

/// How often points are pulled towards their neighbours.
const PASSES: usize = 6;
/// The farthest that a point leaves the middle of its side, in cells.
const FARTHEST: f32 = 0.42;

/// The lines of a map.
pub(super) struct Courses<'a> {
    ways: &'a Grid<u8>,
    /// The points in the northern and in the western side of each cell, and of those beyond the border.
    points: [Grid<Vec2>; 2],
}

impl<'a> Courses<'a> {
    /// Lines along the open sides of cells, given as bits. Through cells that are `stiff`, such as
    /// bridges, they lead straight. With `sway`, they are not quite smooth.
    pub(super) fn new(ways: &'a Grid<u8>, stiff: impl Fn(Point) -> bool, sway: f32) -> Self {
        let middles = |x: f32, y: f32| {
            Grid::from_fn(ways.width() + 1, ways.height() + 1, |p| Vec2::from(p) + Vec2::new(x, y))
        };
        let mut courses = Courses { ways, points: [middles(0.5, 0.0), middles(0.0, 0.5)] };
        // The sides that lines cross between two cells of the map.
        let mut crossed = Vec::new();
        for (p, &sides) in ways.iter() {
            for (side, axis) in [(0, 0), (3, 1)] {
                let other = beside(p, side);
                if sides >> side & 1 == 1 && ways.contains(other) && !stiff(p) && !stiff(other) {
                    crossed.push((axis, p, side, other));
                }
            }
        }
        let still = courses.points.clone();
        for _ in 0..PASSES {
            let before = Courses { ways, points: courses.points.clone() };
            for &(axis, p, side, other) in &crossed {
                let now = before.points[axis][p];
                let (a, b) = (before.beyond(p, side), before.beyond(other, (side + 2) % 4));
                let moved = now * 0.4 + (a + b) * 0.3 - still[axis][p];
                let far = moved.length();
                let moved = if far > FARTHEST { moved * (FARTHEST / far) } else { moved };
                courses.points[axis][p] = still[axis][p] + moved;
            }
        }
        for &(axis, p, ..) in &crossed {
            let by = sway * jitter(p.x, p.y, 401 - axis as u32);
            let along = if axis == 0 { Vec2::new(by, 0.0) } else { Vec2::new(0.0, by) };
            courses.points[axis][p] = courses.points[axis][p] + along;
        }
        courses
    }

    /// The point in a side of a cell.
    fn end(&self, p: Point, side: usize) -> Vec2 {
        match side {
            0 => self.points[0][p],
            1 => self.points[1][Point::new(p.x + 1, p.y)],
            2 => self.points[0][Point::new(p.x, p.y + 1)],
            _ => self.points[1][p],
        }
    }

    /// The point after the one in a side of a cell, on the way through that cell.
    fn beyond(&self, p: Point, side: usize) -> Vec2 {
        let others = self.ways[p] & !(1 << side);
        match others.count_ones() {
            1 => self.end(p, others.trailing_zeros() as usize),
            _ => self.joint(p),
        }
    }

    /// Where lines of a cell meet or end: between its middle and the middle of its points.
    fn joint(&self, p: Point) -> Vec2 {
        let open: Vec<usize> = open_sides(self.ways[p]).collect();
        let middle = Vec2::from(p) + Vec2::new(0.5, 0.5);
        if open.len() < 3 {
            return middle;
        }
        let sum = open.iter().fold(Vec2::default(), |sum, &side| sum + self.end(p, side));
        (middle + sum * (1.0 / open.len() as f32)) * 0.5
    }

    /// All lines.
    pub(super) fn path(&self) -> Path {
        let mut path = Path::new();
        for (p, &sides) in self.ways.iter() {
            let open: Vec<usize> = open_sides(sides).collect();
            // The point before one in a side of this cell, coming from outside.
            let before = |side: usize| {
                let other = beside(p, side);
                let leads = self.ways.get(other).is_some_and(|sides| sides >> ((side + 2) % 4) & 1 == 1);
                if leads { self.beyond(other, (side + 2) % 4) } else { self.end(p, side) }
            };
            match open[..] {
                [] => {}
                [a, b] => {
                    let (from, to) = (self.end(p, a), self.end(p, b));
                    path.move_to(from);
                    path.curve_to(from + (to - before(a)) * 0.1667, to - (before(b) - from) * 0.1667, to);
                }
                _ => {
                    let joint = self.joint(p);
                    for (i, &a) in open.iter().enumerate() {
                        let from = self.end(p, a);
                        path.move_to(from);
                        path.curve_to(
                            from + (joint - before(a)) * 0.1667,
                            joint - (joint - from) * 0.1667,
                            joint,
                        );
                        // Arms flow into each other.
                        if open.len() > 2 {
                            path.move_to(from);
                            path.quad_to(joint, self.end(p, open[(i + 1) % open.len()]));
                        }
                    }
                }
            }
        }
        path
    }
}

fn open_sides(sides: u8) -> impl Iterator<Item = usize> {
    (0..SIDES.len()).filter(move |side| sides >> side & 1 == 1)
}

fn beside(p: Point, side: usize) -> Point {
    let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][side];
    Point::new(p.x + dx, p.y + dy)
}
