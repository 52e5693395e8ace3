//! Hatching: sets of short strokes in the rock along the walls, none of which crosses another.
//!
//! Poisson discs are thrown into the rock near the floor. Each disc owns its Voronoi cell, so strokes
//! that are clipped to the cell of their disc can never meet those of another. Every number comes
//! from the place alone: a wall that moves changes the strokes beside it and no others.

use super::border::{REACH, crossing};
use super::ground::Ground;
use crate::noise::{jitter, noise, value_noise};
use crate::scene::{Frame, Vec2};

/// The least distance between two discs.
const DISTANCE: f32 = 0.48;
/// Passes over the grid of candidates.
const PASSES: u32 = 40;
/// Discs further from floor than this are left out …
const RIM: f32 = 1.15;
/// … or as much more, where noise lets the rim fray.
const FRAY: f32 = 0.32;
/// Half of the gap between the strokes of two discs.
const GAP: f32 = 0.015;
/// The distance between the strokes of a disc.
const PITCH: f32 = 0.17;
/// Strokes shorter than this are dropped.
const SHORTEST: f32 = 0.06;

/// The width of a stroke.
pub(crate) const STROKE: f32 = 0.034;

/// A straight stroke.
pub(crate) type HatchStroke = [Vec2; 2];

/// All strokes around a floor that lie in `within`.
pub(crate) fn hatching(ground: &Ground, within: Frame) -> Vec<HatchStroke> {
    let discs = Discs::throw(ground, within);
    let mut strokes = Vec::new();
    let mut ways: Vec<Option<f32>> = vec![None; discs.at.len()];
    for (i, &at) in discs.at.iter().enumerate() {
        if ground.border.distance(at) > RIM + FRAY * value_noise(at.x / 1.3, at.y / 1.3, 5) {
            continue;
        }
        let way = direction(&discs, &ways, i);
        ways[i] = Some(way);
        strokes_of(ground, &discs, i, way, &mut strokes);
    }
    strokes
}

/// The discs, with an index by squares of the candidate grid.
struct Discs {
    at: Vec<Vec2>,
    /// The first disc of each square, row by row, and the one after each disc in its square.
    first: Vec<Option<u32>>,
    next: Vec<Option<u32>>,
    /// The first column and row.
    corner: [i32; 2],
    /// Columns and rows.
    size: [i32; 2],
}

/// The square of the candidate grid that a length lies in.
fn square(length: f32) -> i32 {
    (length / DISTANCE).floor() as i32
}

impl Discs {
    fn throw(ground: &Ground, within: Frame) -> Discs {
        let corner = [square(within.x), square(within.y)];
        let last = [square(within.right()), square(within.bottom())];
        let size = [0, 1].map(|i| (last[i] - corner[i] + 1).max(0));
        let first = vec![None; (size[0] * size[1]) as usize];
        let mut discs = Discs { at: Vec::new(), first, next: Vec::new(), corner, size };
        // Only squares with a wall near them.
        let mut wanted = Vec::new();
        for j in corner[1]..=last[1] {
            for i in corner[0]..=last[0] {
                let middle = Vec2::new((i as f32 + 0.5) * DISTANCE, (j as f32 + 0.5) * DISTANCE);
                if ground.border.distance(middle) < REACH {
                    wanted.push((i, j));
                }
            }
        }
        for pass in 0..PASSES {
            for &(i, j) in &wanted {
                let x = (i as f32 + noise(i, j, 100 + 2 * pass)) * DISTANCE;
                let y = (j as f32 + noise(i, j, 101 + 2 * pass)) * DISTANCE;
                let at = Vec2::new(x, y);
                if discs.any_near(at, DISTANCE, |_| true) {
                    continue;
                }
                let away = ground.border.distance(at);
                let deepest = if ground.holds(at) { 0.4 } else { 1.65 };
                if away <= deepest {
                    discs.add(at, i, j);
                }
            }
        }
        discs
    }

    /// Puts a disc behind those of its square.
    fn add(&mut self, at: Vec2, i: i32, j: i32) {
        let new = Some(self.at.len() as u32);
        let square = ((j - self.corner[1]) * self.size[0] + i - self.corner[0]) as usize;
        let mut place = &mut self.first[square];
        while let Some(disc) = *place {
            place = &mut self.next[disc as usize];
        }
        *place = new;
        self.at.push(at);
        self.next.push(None);
    }

    /// Goes through the discs nearer to a place than `reach` until one is the right one. Almost all of the
    /// time of hatching is spent here.
    fn any_near(&self, p: Vec2, reach: f32, mut is_right: impl FnMut(usize) -> bool) -> bool {
        let [columns, rows] = self.size;
        let (left, top) = (square(p.x - reach) - self.corner[0], square(p.y - reach) - self.corner[1]);
        let (right, bottom) = (square(p.x + reach) - self.corner[0], square(p.y + reach) - self.corner[1]);
        let mut y = top.max(0);
        while y <= bottom && y < rows {
            let mut x = left.max(0);
            while x <= right && x < columns {
                let mut next = self.first[(y * columns + x) as usize];
                while let Some(disc) = next {
                    let i = disc as usize;
                    if (self.at[i] - p).length() < reach && is_right(i) {
                        return true;
                    }
                    next = self.next[i];
                }
                x += 1;
            }
            y += 1;
        }
        false
    }

    /// The discs nearer to a place than `reach`, row by row.
    fn near(&self, p: Vec2, reach: f32) -> Vec<usize> {
        let mut found = Vec::new();
        self.any_near(p, reach, |i| {
            found.push(i);
            false
        });
        found
    }
}

/// The best of eight hashed directions: furthest from those of the discs around.
fn direction(discs: &Discs, ways: &[Option<f32>], disc: usize) -> f32 {
    let at = discs.at[disc];
    let around: Vec<f32> =
        discs.near(at, 0.9).into_iter().filter(|&j| j != disc).filter_map(|j| ways[j]).collect();
    let (ix, iy) = ((at.x * 1000.0) as i32, (at.y * 1000.0) as i32);
    let apart = |a: f32, b: f32| {
        let turn = (a - b).abs() % std::f32::consts::PI;
        turn.min(std::f32::consts::PI - turn)
    };
    let mut best = (0.0, -1.0);
    for k in 0..8 {
        let way = noise(ix, iy, 20 + k) * std::f32::consts::PI;
        let least = around.iter().map(|&other| apart(way, other)).fold(9.0, f32::min);
        if least > best.1 {
            best = (way, least);
        }
    }
    best.0
}

fn strokes_of(ground: &Ground, discs: &Discs, disc: usize, way: f32, out: &mut Vec<HatchStroke>) {
    let at = discs.at[disc];
    let mut cell = circle(at, 1.02 * DISTANCE);
    for j in discs.near(at, 2.04 * DISTANCE).into_iter().filter(|&j| j != disc) {
        let to = discs.at[j] - at;
        let far = to.length() / 2.0 - GAP;
        clip(&mut cell, at, to.unit(), far);
    }
    if cell.len() < 3 {
        return;
    }
    let along = direction_of(way);
    let across = along.turned();
    let dot = |a: Vec2, b: Vec2| a.x * b.x + a.y * b.y;
    let offsets = cell.iter().map(|&p| dot(p - at, across));
    let (low, high) = offsets.fold((f32::MAX, f32::MIN), |(low, high), o| (low.min(o), high.max(o)));
    let count = ((high - low) / PITCH).round().clamp(3.0, 5.0);
    let (ix, iy) = ((at.x * 1000.0) as i32, (at.y * 1000.0) as i32);
    for k in 0..count as i32 {
        let offset = low + (high - low) * (k as f32 + 0.5) / count + 0.012 * jitter(ix, k, 30);
        let lean = 4.0f32.to_radians() * jitter(ix, iy + k, 31);
        let ahead = direction_of(way + lean);
        let middle = at + across * offset;
        if let Some(stroke) = clipped([middle - ahead, middle + ahead], &cell) {
            in_rock(ground, stroke, out);
        }
    }
}

fn direction_of(way: f32) -> Vec2 {
    let (sin, cos) = libm::sincosf(way);
    Vec2::new(cos, sin)
}

fn circle(at: Vec2, r: f32) -> Vec<Vec2> {
    (0..16).map(|i| at + direction_of(i as f32 * std::f32::consts::TAU / 16.0) * r).collect()
}

/// Cuts a convex polygon to the side of a line that holds `from`: within `far` of it along `to`.
fn clip(polygon: &mut Vec<Vec2>, from: Vec2, to: Vec2, far: f32) {
    let beyond = |p: Vec2| (p.x - from.x) * to.x + (p.y - from.y) * to.y - far;
    if polygon.iter().all(|&p| beyond(p) <= 0.0) {
        return;
    }
    let mut cut = Vec::with_capacity(polygon.len() + 1);
    for (i, &a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        let (da, db) = (beyond(a), beyond(b));
        if da <= 0.0 {
            cut.push(a);
        }
        if (da <= 0.0) != (db <= 0.0) {
            cut.push(a + (b - a) * (da / (da - db)));
        }
    }
    *polygon = cut;
}

/// The part of a line inside of a convex polygon.
fn clipped(line: [Vec2; 2], polygon: &[Vec2]) -> Option<HatchStroke> {
    let (mut from, mut to) = (0.0f32, 1.0f32);
    let way = line[1] - line[0];
    for (i, &a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        let inward = (b - a).turned();
        let (start, slope) = (
            (line[0].x - a.x) * inward.x + (line[0].y - a.y) * inward.y,
            way.x * inward.x + way.y * inward.y,
        );
        if slope.abs() < 1e-9 {
            if start < 0.0 {
                return None;
            }
        } else if slope > 0.0 {
            from = from.max(-start / slope);
        } else {
            to = to.min(-start / slope);
        }
    }
    (from < to).then(|| [line[0] + way * from, line[0] + way * to])
}

/// Keeps the parts of a stroke that lie in rock.
fn in_rock(ground: &Ground, stroke: HatchStroke, out: &mut Vec<HatchStroke>) {
    let middle = (stroke[0] + stroke[1]) * 0.5;
    let mut at: Vec<f32> =
        ground.border.near(middle).iter().filter_map(|&piece| crossing(stroke, piece)).collect();
    at.push(1.0);
    at.sort_unstable_by(f32::total_cmp);
    let way = stroke[1] - stroke[0];
    // Touching a wall without crossing it does not break a stroke.
    let mut rock: Option<f32> = None;
    let mut from = 0.0;
    for t in at.into_iter().map(|t| t.clamp(0.0, 1.0)) {
        if t - from > 1e-4 {
            let middle = stroke[0] + way * ((from + t) / 2.0);
            match (ground.holds(middle), rock) {
                (false, None) => rock = Some(from),
                (true, Some(start)) => {
                    keep([stroke[0] + way * start, stroke[0] + way * from], out);
                    rock = None;
                }
                _ => {}
            }
            from = t;
        }
    }
    if let Some(start) = rock {
        keep([stroke[0] + way * start, stroke[0] + way * from], out);
    }
}

fn keep(stroke: HatchStroke, out: &mut Vec<HatchStroke>) {
    if (stroke[1] - stroke[0]).length() > SHORTEST {
        out.push(stroke);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::{Point, Rect};
    use mapkiln_maps::plan::{Corridor, Level, Outline, Room, RoomShape};

    /// A square room, a round one and a winding corridor between them.
    fn ground() -> Ground {
        let disc: Vec<Point> = Rect::new(16, 3, 7, 7)
            .cells()
            .filter(|p| (p.x - 19) * (p.x - 19) + (p.y - 6) * (p.y - 6) <= 12)
            .collect();
        let round = Outline::around(&disc).expect("one piece");
        let rooms = vec![
            Room::new(0, Outline::Rect(Rect::new(3, 3, 8, 6))),
            Room { shape: RoomShape::Circle, ..Room::new(1, round) },
        ];
        let mut cells: Vec<Point> = (11..14).map(|x| Point::new(x, 5)).collect();
        cells.extend((5..9).map(|y| Point::new(13, y)));
        cells.dedup();
        let corridor = Corridor {
            id: 0,
            cells,
            width: 1,
            joins: vec![0],
            forks: Vec::new(),
            traps: Vec::new(),
            secret: false,
        };
        let level = Level { width: 27, height: 14, rooms, corridors: vec![corridor], ..Level::default() };
        Ground::new(&level)
    }

    #[test]
    fn no_stroke_crosses_another_or_lies_on_floor() {
        let ground = ground();
        let strokes = hatching(&ground, Frame::new(0.0, 0.0, 27.0, 14.0));
        assert!(strokes.len() > 800, "{}", strokes.len());
        for (i, a) in strokes.iter().enumerate() {
            assert!(!ground.holds((a[0] + a[1]) * 0.5));
            for b in &strokes[i + 1..] {
                if (a[0] - b[0]).length() < 1.2
                    && let (Some(t), Some(u)) = (crossing(*a, *b), crossing(*b, *a))
                {
                    let meets = (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u);
                    assert!(!meets, "{a:?} crosses {b:?}");
                }
            }
        }
    }

    #[test]
    fn ink_covers_a_fifth_of_the_band_and_leaves_no_bald_spot() {
        let ground = ground();
        let strokes = hatching(&ground, Frame::new(0.0, 0.0, 27.0, 14.0));
        let length: f32 = strokes.iter().map(|[a, b]| (*b - *a).length()).sum();
        let step = 0.1;
        let (mut band, mut bald) = (0, 0.0f32);
        for i in 0..270 {
            for j in 0..140 {
                let p = Vec2::new((i as f32 + 0.5) * step, (j as f32 + 0.5) * step);
                let away = ground.border.distance(p);
                if ground.holds(p) || away > RIM {
                    continue;
                }
                band += 1;
                if away < 0.8 {
                    let near = strokes.iter().filter(|s| (s[0] - p).length() < 1.5);
                    let free =
                        near.map(|s| super::super::border::distance_to(p, *s)).fold(away.max(0.0), f32::min);
                    bald = bald.max(free);
                }
            }
        }
        let share = length * STROKE / (band as f32 * step * step);
        assert!((0.16..=0.22).contains(&share), "ink covers {share}");
        assert!(bald <= 0.25, "a bald disc of radius {bald}");
    }
}
