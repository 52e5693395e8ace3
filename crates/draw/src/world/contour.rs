//! Borders of regions as curves: the dual grid.
//!
//! A region is given by points that are inside. Where an edge between two points leaves it, the border
//! crosses near the middle of the edge, at a place that depends on the edge alone: so the regions of
//! different grounds nest, and pictures of neighbouring chunks meet. Within each square (or triangle)
//! of points the crossings are joined; of two opposite corners the inside ones are joined. Complexity:
//! linear in the points.

use crate::noise::jitter;
use crate::scene::{Path, Vec2};

/// Sides of the neighbourhood of a point: east, south (south-east), and south-west in triangles.
const SIDES: usize = 3;
const NONE: u32 = u32::MAX;

/// Points over a map: in rows, or shifted by half in odd rows for hexagons.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    /// Columns and rows, with a margin of `MARGIN` on every side.
    columns: i32,
    rows: i32,
    origin: Vec2,
    step: f32,
    hexagons: bool,
    outline: Outline,
    /// Do borders cross edges in their middles?
    even: bool,
}

/// How borders run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outline {
    /// As grown: curves.
    Soft,
    /// As built of stone: right angles.
    Square,
    /// As built of plates: corners cut off.
    Cut,
}

/// Points outside the map on every side: the last ring is never inside, so every border closes.
pub(super) const MARGIN: i32 = 2;

/// From row to row of hexagons that are one unit wide.
pub(super) const ROW: f32 = 0.866_025_4;

impl Lattice {
    /// Points in rows; the first point of the map is at `origin`.
    pub(super) fn new(columns: i32, rows: i32, origin: Vec2, step: f32, hexagons: bool) -> Self {
        let outline = Outline::Soft;
        let (columns, rows) = (columns + 2 * MARGIN, rows + 2 * MARGIN);
        Lattice { columns, rows, origin, step, hexagons, outline, even: false }
    }

    /// The same with borders that cross edges in their middles.
    #[cfg(feature = "export")]
    pub(super) fn even(self) -> Self {
        Lattice { even: true, ..self }
    }

    /// The same with other borders; hexagons are always soft.
    pub(super) fn with_outline(self, outline: Outline) -> Self {
        Lattice { outline: if self.hexagons { Outline::Soft } else { outline }, ..self }
    }

    /// How borders run.
    pub(super) fn outline(&self) -> Outline {
        self.outline
    }

    /// Columns, margin included.
    pub(super) fn columns(&self) -> usize {
        self.columns as usize
    }

    /// From point to point, in map units.
    pub(super) fn step(&self) -> f32 {
        self.step
    }

    /// The number of points, margin included.
    pub(super) fn len(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Column and row of a point, moved into the map.
    pub(super) fn inside(&self, index: usize) -> (i32, i32) {
        let (x, y) = self.place(index);
        (x.clamp(0, self.columns - 2 * MARGIN - 1), y.clamp(0, self.rows - 2 * MARGIN - 1))
    }

    /// Is a point in the outermost ring?
    fn is_rim(&self, index: usize) -> bool {
        let (x, y) = (index as i32 % self.columns, index as i32 / self.columns);
        x == 0 || y == 0 || x == self.columns - 1 || y == self.rows - 1
    }

    /// Column and row of a point; negative in the margin.
    fn place(&self, index: usize) -> (i32, i32) {
        (index as i32 % self.columns - MARGIN, index as i32 / self.columns - MARGIN)
    }

    /// A point in map units.
    pub(super) fn at(&self, index: usize) -> Vec2 {
        let (x, y) = self.place(index);
        if self.hexagons {
            let shift = if y.rem_euclid(2) == 1 { 0.5 } else { 0.0 };
            return self.origin + Vec2::new(x as f32 + shift, y as f32 * ROW);
        }
        self.origin + Vec2::new(x as f32, y as f32) * self.step
    }

    /// The point next to a place in map units.
    pub(super) fn nearest(&self, p: Vec2) -> usize {
        let row_height = if self.hexagons { ROW } else { self.step };
        let y = ((p.y - self.origin.y) / row_height).round() as i32;
        let shift = if self.hexagons && y.rem_euclid(2) == 1 { 0.5 } else { 0.0 };
        let x = ((p.x - self.origin.x - shift) / if self.hexagons { 1.0 } else { self.step }).round() as i32;
        let column = (x + MARGIN).clamp(0, self.columns - 1);
        let row = (y + MARGIN).clamp(0, self.rows - 1);
        (row * self.columns + column) as usize
    }

    /// The middle of a cell in map units.
    pub(super) fn cell(&self, p: mapkiln_core::Point) -> Vec2 {
        if self.hexagons {
            let shift = if p.y.rem_euclid(2) == 1 { 0.5 } else { 0.0 };
            return Vec2::new(p.x as f32 + shift, p.y as f32 * ROW);
        }
        Vec2::from(p) + Vec2::new(0.5, 0.5)
    }

    /// The border of the region, as closed curves with the inside on the same hand throughout.
    pub(super) fn border(&self, inside: &[bool]) -> Path {
        let is_in = |i: usize| inside[i] && !self.is_rim(i);
        // For the crossing of each edge, the crossing that follows it.
        let mut next = vec![NONE; self.len() * SIDES];
        let mut starts = Vec::new();
        let mut join = |corners: &[(usize, u32)]| {
            // Each corner with the edge to the next one, clockwise.
            let count = corners.len();
            let state: [bool; 4] = std::array::from_fn(|i| corners.get(i).is_some_and(|c| is_in(c.0)));
            for i in 0..count {
                if !state[i] || state[(i + 1) % count] {
                    continue;
                }
                // The border leaves here and comes back at the next edge that enters.
                let back = (1..count).map(|k| (i + k) % count).find(|&k| !state[k] && state[(k + 1) % count]);
                if let Some(back) = back {
                    next[corners[i].1 as usize] = corners[back].1;
                    starts.push(corners[i].1);
                }
            }
        };
        let columns = self.columns as usize;
        let edge = |point: usize, side: usize| (point * SIDES + side) as u32;
        for y in 0..self.rows as usize - 1 {
            let odd = (y as i32 - MARGIN).rem_euclid(2) as usize;
            for x in 0..columns {
                let here = y * columns + x;
                let below = here + columns;
                if !self.hexagons {
                    if x + 1 < columns {
                        join(&[
                            (here, edge(here, 0)),
                            (here + 1, edge(here + 1, 1)),
                            (below + 1, edge(below, 0)),
                            (below, edge(here, 1)),
                        ]);
                    }
                    continue;
                }
                // Odd rows lie half a step to the east: two triangles per point and row.
                if x + odd > 0 && x + odd < columns {
                    let (left, right) = (below + odd - 1, below + odd);
                    join(&[(here, edge(here, 1)), (right, edge(left, 0)), (left, edge(here, 2))]);
                }
                if x + 1 < columns {
                    join(&[
                        (here, edge(here, 0)),
                        (here + 1, edge(here + 1, 2)),
                        (below + odd, edge(here, 1)),
                    ]);
                }
            }
        }
        let mut path = Path::new();
        let mut points = Vec::new();
        for start in starts {
            if next[start as usize] == NONE {
                continue;
            }
            points.clear();
            let mut now = start;
            while next[now as usize] != NONE {
                let then = std::mem::replace(&mut next[now as usize], NONE);
                let (a, b) = (self.crossing(now), self.crossing(then));
                points.push(a);
                if self.outline != Outline::Soft {
                    if self.outline == Outline::Square && a.x != b.x && a.y != b.y {
                        let across = (now as usize).is_multiple_of(SIDES);
                        points.push(if across { Vec2::new(a.x, b.y) } else { Vec2::new(b.x, a.y) });
                    }
                    now = then;
                    continue;
                }
                let (dx, dy) = (b.x - a.x, b.y - a.y);
                let length = (dx * dx + dy * dy).sqrt();
                if length > 0.55 * self.step && !self.even {
                    let side = 0.1 * self.step * jitter(now as i32, then as i32, 300) / length;
                    points.push(Vec2::new((a.x + b.x) / 2.0 - dy * side, (a.y + b.y) / 2.0 + dx * side));
                }
                now = then;
            }
            if self.outline == Outline::Soft {
                relax(&mut points);
                smooth(&mut path, &points);
            } else {
                path.extend(&Path::polygon(points.iter().copied()));
            }
        }
        path
    }

    /// Where borders cross an edge.
    fn crossing(&self, edge: u32) -> Vec2 {
        let (point, side) = (edge as usize / SIDES, edge as usize % SIDES);
        let columns = self.columns as usize;
        let other = match (side, self.hexagons) {
            (0, _) => point + 1,
            (1, false) => point + columns,
            (1, true) => point + columns + self.shift(point),
            _ => point + columns + self.shift(point) - 1,
        };
        let (a, b) = (self.at(point), self.at(other.min(self.len() - 1)));
        if self.outline != Outline::Soft || self.even {
            return a + (b - a) * 0.5;
        }
        let (x, y) = self.place(point);
        let along = 0.5 + 0.2 * jitter(x, y, 200 + side as u32);
        let across = 0.1 * jitter(x, y, 204 + side as u32);
        let way = b - a;
        a + way * along + Vec2::new(-way.y, way.x) * across
    }

    fn shift(&self, point: usize) -> usize {
        (point as i32 / self.columns - MARGIN).rem_euclid(2) as usize
    }
}

/// Moves every point toward the middle of its neighbours, so that corners become round.
fn relax(points: &mut [Vec2]) {
    let count = points.len();
    if count < 8 {
        return;
    }
    let (first, mut before) = (points[0], points[count - 1]);
    for i in 0..count {
        let (here, after) = (points[i], if i + 1 < count { points[i + 1] } else { first });
        points[i] = here * 0.5 + (before + after) * 0.25;
        before = here;
    }
}

/// A closed curve through points (Catmull-Rom, as cubic curves).
pub(super) fn smooth(path: &mut Path, points: &[Vec2]) {
    let count = points.len();
    if count < 3 {
        return;
    }
    let at = |i: usize| points[i % count];
    path.move_to(points[0]);
    for i in 0..count {
        let (before, from, to, after) = (at(i + count - 1), at(i), at(i + 1), at(i + 2));
        path.curve_to(from + (to - before) * (1.0 / 6.0), to - (after - from) * (1.0 / 6.0), to);
    }
    path.close();
}
