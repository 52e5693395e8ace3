//! The floor of a level as one outline, its grid, and the rock around it.

use mapkiln_core::{Grid, Point, contours};
use mapkiln_maps::plan::{DoorPlace, Level, Outline, RoomShape};

use crate::noise::{jitter, noise};
use crate::scene::{Frame, Path, Segment, Vec2};

/// The floor of a level, ready to be drawn.
pub(super) struct Ground {
    /// All cells of floor.
    pub(super) cells: Grid<bool>,
    /// Cells with straight sides: corridors, doorways, plain rooms, and where a way enters another room.
    straight: Grid<bool>,
    /// The outlines of rooms with other shapes, clockwise.
    shaped: Vec<Path>,
}

impl Ground {
    pub(super) fn new(level: &Level) -> Ground {
        let mut cells = Grid::new(level.width, level.height, false);
        let mut straight = cells.clone();
        let doorways = level.doors.iter().filter_map(|door| match door.place {
            DoorPlace::Cell { at, .. } => Some(at),
            DoorPlace::Edge { .. } => None,
        });
        for p in level.corridors.iter().flat_map(|c| c.cells.iter().copied()).chain(doorways) {
            cells[p] = true;
            straight[p] = true;
        }
        let mut shaped = Vec::new();
        for room in &level.rooms {
            let floor = room.outline.cells();
            let path = match room.shape {
                RoomShape::Circle => Some(round(&room.outline)),
                RoomShape::Octagon => octagon(&room.outline),
                RoomShape::Cave => Some(cave(&floor)),
                RoomShape::Rectangle | RoomShape::Cross | RoomShape::L => None,
            };
            match path {
                Some(path) => {
                    // The shape may leave out cells at its rim: where a way comes in, they are needed.
                    let mouths = floor.iter().filter(|p| {
                        p.beside().iter().any(|&q| straight.get(q) == Some(&true))
                            || level.entrances.iter().any(|e| e.at == **p)
                    });
                    shaped.extend(mouths.map(|&p| Path::rect(cell(p))));
                    shaped.push(path);
                }
                None => floor.iter().for_each(|&p| straight[p] = true),
            }
            for p in floor {
                cells[p] = true;
            }
        }
        Ground { cells, straight, shaped }
    }

    /// The smallest rectangle around the floor; the whole grid if there is no floor.
    pub(super) fn bounds(&self) -> Frame {
        let floor = self.cells.iter().filter(|(_, floor)| **floor).map(|(p, _)| cell(p));
        let whole = Frame::new(0.0, 0.0, self.cells.width() as f32, self.cells.height() as f32);
        floor.reduce(Frame::union).unwrap_or(whole)
    }

    pub(super) fn is_floor(&self, p: Point) -> bool {
        self.cells.get(p).copied().unwrap_or(false)
    }

    /// The outline of everything; parts may overlap and turn the same way, so that they unite.
    pub(super) fn outline(&self) -> Path {
        let mut path = Path::new();
        for line in contours(&self.straight) {
            path.add_polyline(line.into_iter().map(Vec2::from));
            path.close();
        }
        for shape in &self.shaped {
            path.extend(shape);
        }
        path
    }

    /// The lines between cells of floor, in pieces by blocks of rows.
    pub(super) fn grid_lines(&self) -> Path {
        let mut path = Path::new();
        let straight = |x, y| self.straight.get(Point::new(x, y)).copied().unwrap_or(false);
        let mut add = |a: Vec2, b: Vec2| {
            path.move_to(a);
            path.line_to(b);
        };
        let (width, height) = (self.cells.width(), self.cells.height());
        for x in 1..width {
            runs(
                height,
                |y| straight(x - 1, y) && straight(x, y),
                |from, to| {
                    add(Vec2::new(x as f32, from as f32), Vec2::new(x as f32, to as f32));
                },
            );
        }
        for y in 1..height {
            runs(
                width,
                |x| straight(x, y - 1) && straight(x, y),
                |from, to| {
                    add(Vec2::new(from as f32, y as f32), Vec2::new(to as f32, y as f32));
                },
            );
        }
        for shape in &self.shaped {
            let points = flattened(shape);
            let Some(bounds) = shape.bounds() else { continue };
            for x in bounds.x.ceil() as i32..=bounds.right().floor() as i32 {
                let crossings = crossings(&points, x as f32);
                for pair in crossings.chunks_exact(2) {
                    add(Vec2::new(x as f32, pair[0]), Vec2::new(x as f32, pair[1]));
                }
            }
            let turned: Vec<Vec2> = points.iter().map(|p| Vec2::new(p.y, p.x)).collect();
            for y in bounds.y.ceil() as i32..=bounds.bottom().floor() as i32 {
                for pair in crossings(&turned, y as f32).chunks_exact(2) {
                    add(Vec2::new(pair[0], y as f32), Vec2::new(pair[1], y as f32));
                }
            }
        }
        path
    }

    /// Clusters of short strokes in the rock along the walls, a path for each block of 8x8 cells.
    pub(super) fn hatching(&self, within: Frame) -> Vec<Path> {
        const STEP: f32 = 0.56;
        const BLOCK: f32 = 8.0;
        let last_x = (within.right() / STEP) as i32;
        let last_y = (within.bottom() / STEP) as i32;
        let (first_x, first_y) = ((within.x / STEP) as i32, (within.y / STEP) as i32);
        let columns = ((last_x - first_x).max(0) as f32 * STEP / BLOCK) as usize + 1;
        let rows = ((last_y - first_y).max(0) as f32 * STEP / BLOCK) as usize + 1;
        let mut blocks = vec![Path::new(); columns * rows];
        let nearby = self.floor_nearby();
        for y in first_y..=last_y {
            for x in first_x..=last_x {
                let middle = Vec2::new(
                    x as f32 * STEP + 0.16 * jitter(x, y, 1),
                    y as f32 * STEP + 0.16 * jitter(x, y, 2),
                );
                let cell = Point::new(middle.x.floor() as i32, middle.y.floor() as i32);
                let nearby = nearby.get(cell + MARGIN).copied().unwrap_or(0);
                if nearby == 0 || nearby == ALL_NINE {
                    continue;
                }
                let reach = 0.62 + 0.35 * noise(x, y, 3);
                if !is_within(nearby, Vec2::new(middle.x - cell.x as f32, middle.y - cell.y as f32), reach) {
                    continue;
                }
                let block = ((y - first_y) as f32 * STEP / BLOCK) as usize * columns
                    + ((x - first_x) as f32 * STEP / BLOCK) as usize;
                cluster(&mut blocks[block], middle, x, y);
            }
        }
        blocks
    }

    /// For each cell, and those up to two cells outside of the grid, which of the nine cells around it
    /// and itself are floor: bit 3 y + x for the one at (x - 1, y - 1) from it.
    fn floor_nearby(&self) -> Grid<u16> {
        let mut nearby = Grid::new(self.cells.width() + 2 * MARGIN.x, self.cells.height() + 2 * MARGIN.y, 0);
        for (p, _) in self.cells.iter().filter(|(_, floor)| **floor) {
            for bit in 0..9 {
                nearby[p + MARGIN - Point::new(bit % 3 - 1, bit / 3 - 1)] |= 1 << bit;
            }
        }
        nearby
    }
}

/// Cells outside of the grid that may be hatched.
const MARGIN: Point = Point::new(2, 2);

/// Floor everywhere.
const ALL_NINE: u16 = (1 << 9) - 1;

/// Is a place in a cell near enough to floor?
fn is_within(nearby: u16, at: Vec2, reach: f32) -> bool {
    let mut bits = nearby;
    while bits != 0 {
        let bit = bits.trailing_zeros() as i32;
        bits &= bits - 1;
        let (x, y) = ((bit % 3 - 1) as f32, (bit / 3 - 1) as f32);
        let dx = (x - at.x).max(at.x - x - 1.0).max(0.0);
        let dy = (y - at.y).max(at.y - y - 1.0).max(0.0);
        if dx * dx + dy * dy < reach * reach {
            return true;
        }
    }
    false
}

/// A cell as a rectangle.
pub(super) fn cell(p: Point) -> Frame {
    Frame::new(p.x as f32, p.y as f32, 1.0, 1.0)
}

/// Calls `found` for each run of true values in `0..count`.
fn runs(count: i32, is: impl Fn(i32) -> bool, mut found: impl FnMut(i32, i32)) {
    let mut start = None;
    for i in 0..=count {
        match (start, i < count && is(i)) {
            (None, true) => start = Some(i),
            (Some(from), false) => {
                found(from, i);
                start = None;
            }
            _ => {}
        }
    }
}

/// Three or four strokes side by side.
fn cluster(path: &mut Path, middle: Vec2, x: i32, y: i32) {
    // One of 12 directions, from a table: no transcendental functions in the inner loop.
    const WAYS: [(f32, f32); 12] = [
        (1.0, 0.0),
        (0.966, 0.259),
        (0.866, 0.5),
        (0.707, 0.707),
        (0.5, 0.866),
        (0.259, 0.966),
        (0.0, 1.0),
        (-0.259, 0.966),
        (-0.5, 0.866),
        (-0.707, 0.707),
        (-0.866, 0.5),
        (-0.966, 0.259),
    ];
    let (dx, dy) = WAYS[(noise(x, y, 4) * 12.0) as usize % 12];
    let along = Vec2::new(dx, dy);
    let across = along.turned();
    for i in 0..3 {
        let offset = (i as f32 - 1.0) * 0.17;
        let from = -0.30 - 0.08 * noise(x, y, 5 + i);
        let to = 0.30 + 0.08 * noise(x, y, 9 + i);
        path.move_to(middle + across * offset + along * from);
        path.line_to(middle + across * offset + along * to);
    }
}

fn round(outline: &Outline) -> Path {
    let b = outline.bounds();
    let (rx, ry) = (b.width as f32 / 2.0, b.height as f32 / 2.0);
    Path::ellipse(Vec2::new(b.x as f32 + rx, b.y as f32 + ry), rx, ry)
}

/// A rectangle with its corners cut, as deep as the outline's steps; `None` if it has none.
fn octagon(outline: &Outline) -> Option<Path> {
    let b = outline.bounds();
    let missing = (b.x..b.right()).take_while(|&x| !outline.contains(Point::new(x, b.y))).count();
    let deep = missing.min((b.width.min(b.height).max(1) as usize - 1) / 2);
    if deep == 0 {
        return None;
    }
    let cut = deep as f32;
    let (left, top, right, bottom) = (b.x as f32, b.y as f32, b.right() as f32, b.bottom() as f32);
    Some(Path::polygon([
        Vec2::new(left + cut, top),
        Vec2::new(right - cut, top),
        Vec2::new(right, top + cut),
        Vec2::new(right, bottom - cut),
        Vec2::new(right - cut, bottom),
        Vec2::new(left + cut, bottom),
        Vec2::new(left, bottom - cut),
        Vec2::new(left, top + cut),
    ]))
}

/// The outline of some cells, rounded and a little uneven.
pub(super) fn cave(cells: &[Point]) -> Path {
    let left = cells.iter().map(|p| p.x).min().unwrap_or(0);
    let top = cells.iter().map(|p| p.y).min().unwrap_or(0);
    let right = cells.iter().map(|p| p.x).max().unwrap_or(0);
    let bottom = cells.iter().map(|p| p.y).max().unwrap_or(0);
    let origin = Point::new(left, top);
    let mut inside = Grid::new(right - left + 1, bottom - top + 1, false);
    for &p in cells {
        inside[p - origin] = true;
    }
    let mut path = Path::new();
    for line in contours(&inside) {
        // A point in the middle of every unit of the border, moved a little; curves through them.
        let mut points = Vec::new();
        for (a, b) in line.iter().zip(line.iter().cycle().skip(1)) {
            let (dx, dy) = ((b.x - a.x).signum(), (b.y - a.y).signum());
            for i in 0..(b.x - a.x).abs().max((b.y - a.y).abs()) {
                let corner = *a + Point::new(dx, dy) * i + origin;
                let push = 0.13 * jitter(corner.x * 2 + dx, corner.y * 2 + dy, 21);
                let along = Vec2::new(dx as f32, dy as f32);
                points.push(Vec2::from(corner) + along * 0.5 + along.turned() * push);
            }
        }
        smooth(&mut path, &points);
    }
    path
}

/// A closed curve through points (Catmull-Rom, as cubic curves).
fn smooth(path: &mut Path, points: &[Vec2]) {
    let n = points.len();
    if n < 3 {
        return;
    }
    path.move_to(points[0]);
    for i in 0..n {
        let (before, from) = (points[(i + n - 1) % n], points[i]);
        let (to, after) = (points[(i + 1) % n], points[(i + 2) % n]);
        path.curve_to(from + (to - before) * (1.0 / 6.0), to - (after - from) * (1.0 / 6.0), to);
    }
    path.close();
}

/// A closed path of one part as points.
fn flattened(path: &Path) -> Vec<Vec2> {
    let mut points: Vec<Vec2> = Vec::new();
    for segment in path.segments() {
        match *segment {
            Segment::Move(p) | Segment::Line(p) => points.push(p),
            Segment::Curve(a, b, to) => {
                let from = points.last().copied().unwrap_or(a);
                for i in 1..=8 {
                    let t = i as f32 / 8.0;
                    let s = 1.0 - t;
                    let p =
                        from * (s * s * s) + a * (3.0 * s * s * t) + b * (3.0 * s * t * t) + to * (t * t * t);
                    points.push(p);
                }
            }
            Segment::Close => {}
        }
    }
    points
}

/// Where a vertical line crosses a closed line of points, from top to bottom.
fn crossings(points: &[Vec2], x: f32) -> Vec<f32> {
    let mut found: Vec<f32> = points
        .iter()
        .zip(points.iter().cycle().skip(1))
        .filter(|(a, b)| (a.x <= x) != (b.x <= x))
        .map(|(a, b)| a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x))
        .collect();
    found.sort_unstable_by(f32::total_cmp);
    found
}
