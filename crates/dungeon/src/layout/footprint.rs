//! The floor of a room before it is part of a plan: a rectangle and which of its cells are floor.

use mapkiln_core::{Direction, Point, Rect, Stream};
use mapkiln_maps::plan::RoomShape;

/// A room's floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Footprint {
    /// The smallest rectangle around it; the floor touches each of its sides.
    pub(crate) rect: Rect,
    /// The shape it was made with.
    pub(crate) shape: RoomShape,
    /// By row: a bit per column that is floor.
    rows: Vec<u32>,
}

/// The longest side; a row is stored as 32 bits.
pub(crate) const LONGEST: i32 = 24;

impl Footprint {
    /// A floor of this shape. Caves and the missing corner of an L are random.
    pub(crate) fn new(rect: Rect, shape: RoomShape, rng: &mut Stream) -> Self {
        let (w, h) = (rect.width, rect.height);
        let rows = match shape {
            RoomShape::Rectangle => rows(w, h, |_, _| true),
            RoomShape::Circle => rows(w, h, |x, y| {
                let (dx, dy) = (i64::from((2 * x + 1 - w) * h), i64::from((2 * y + 1 - h) * w));
                dx * dx + dy * dy <= i64::from(w * h) * i64::from(w * h)
            }),
            RoomShape::Octagon => {
                let cut = (w.min(h) / 3).max(1);
                rows(w, h, |x, y| x.min(w - 1 - x) + y.min(h - 1 - y) >= cut)
            }
            RoomShape::Cross => {
                rows(w, h, |x, y| (w / 3..w - w / 3).contains(&x) || (h / 3..h - h / 3).contains(&y))
            }
            RoomShape::L => {
                let (east, south) = (rng.percent(50), rng.percent(50));
                rows(w, h, |x, y| {
                    let in_x = if east { x >= w - w / 2 } else { x < w / 2 };
                    let in_y = if south { y >= h - h / 2 } else { y < h / 2 };
                    !(in_x && in_y)
                })
            }
            RoomShape::Cave => cave(w, h, rng),
        };
        Footprint { rect, shape, rows }
    }

    /// A floor from the cells of a room that is kept.
    pub(crate) fn from_cells(rect: Rect, shape: RoomShape, cells: &[Point]) -> Self {
        let mut rows = vec![0; rect.height as usize];
        for p in cells {
            rows[(p.y - rect.y) as usize] |= 1 << (p.x - rect.x);
        }
        Footprint { rect, shape, rows }
    }

    /// Is the cell part of the floor?
    pub(crate) fn contains(&self, p: Point) -> bool {
        self.rect.contains(p) && self.rows[(p.y - self.rect.y) as usize] >> (p.x - self.rect.x) & 1 == 1
    }

    /// The cells, row by row.
    pub(crate) fn cells(&self) -> Vec<Point> {
        self.rect.cells().filter(|&p| self.contains(p)).collect()
    }

    /// Number of cells.
    pub(crate) fn area(&self) -> i64 {
        self.rows.iter().map(|row| i64::from(row.count_ones())).sum()
    }

    /// The places for a door in the rectangle's wall on one side: those with floor behind them.
    pub(crate) fn wall(&self, facing: Direction) -> impl Iterator<Item = Point> + '_ {
        let r = self.rect;
        let (first, step, length) = match facing {
            Direction::North => (Point::new(r.x, r.y - 1), Point::new(1, 0), r.width),
            Direction::East => (Point::new(r.right(), r.y), Point::new(0, 1), r.height),
            Direction::South => (Point::new(r.x, r.bottom()), Point::new(1, 0), r.width),
            Direction::West => (Point::new(r.x - 1, r.y), Point::new(0, 1), r.height),
        };
        let back = facing.opposite();
        (0..length).map(move |i| first + step * i).filter(move |p| self.contains(p.step(back)))
    }
}

/// The shortest side at which a room shows its shape.
pub(crate) fn least_side(shape: RoomShape) -> i32 {
    match shape {
        RoomShape::Rectangle => 3,
        RoomShape::Octagon | RoomShape::Circle | RoomShape::L => 5,
        RoomShape::Cross | RoomShape::Cave => 6,
    }
}

fn rows(width: i32, height: i32, floor: impl Fn(i32, i32) -> bool) -> Vec<u32> {
    (0..height).map(|y| (0..width).filter(|&x| floor(x, y)).fold(0, |row, x| row | 1 << x)).collect()
}

/// An irregular floor: smoothed noise, connected and without holes.
fn cave(w: i32, h: i32, rng: &mut Stream) -> Vec<u32> {
    // The middle row and column always stay, so the cave is connected and touches each side.
    let spine = |x: i32, y: i32| x == w / 2 || y == h / 2;
    let mut now = rows(w, h, |_, _| false);
    for (y, row) in now.iter_mut().enumerate() {
        for x in 0..w {
            let edge = x == 0 || y == 0 || x == w - 1 || y as i32 == h - 1;
            let floor = spine(x, y as i32) || rng.percent(if edge { 40 } else { 75 });
            *row |= u32::from(floor) << x;
        }
    }
    let get =
        |rows: &[u32], x: i32, y: i32| x >= 0 && y >= 0 && x < w && y < h && rows[y as usize] >> x & 1 == 1;
    for _ in 0..2 {
        let around =
            |x: i32, y: i32| Point::new(x, y).around().iter().filter(|p| get(&now, p.x, p.y)).count();
        now = rows(w, h, |x, y| spine(x, y) || around(x, y) >= if get(&now, x, y) { 3 } else { 5 });
    }
    // What can be reached from the middle is floor; what cannot be reached from outside, too.
    let flood = |from: Point, open: &dyn Fn(Point) -> bool| {
        let area = Rect::new(-1, -1, w + 2, h + 2);
        let index = |p: Point| ((p.y + 1) * (w + 2) + p.x + 1) as usize;
        let mut seen = vec![false; area.area() as usize];
        let mut stack = vec![from];
        seen[index(from)] = true;
        while let Some(p) = stack.pop() {
            for q in p.beside() {
                if area.contains(q) && open(q) && !seen[index(q)] {
                    seen[index(q)] = true;
                    stack.push(q);
                }
            }
        }
        move |x: i32, y: i32| seen[((y + 1) * (w + 2) + x + 1) as usize]
    };
    let inside = flood(Point::new(w / 2, h / 2), &|p| get(&now, p.x, p.y));
    let joined = rows(w, h, &inside);
    let outside = flood(Point::new(-1, -1), &|p| !get(&joined, p.x, p.y));
    rows(w, h, |x, y| !outside(x, y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::Seed;
    use mapkiln_maps::plan::Outline;

    /// Every shape at every size has one closed outline and a place for a door on each side.
    #[test]
    fn shapes_hang_together_and_touch_their_sides() {
        use RoomShape::{Cave, Circle, Cross, L, Octagon, Rectangle};
        for (i, shape) in [Rectangle, Circle, Octagon, Cross, L, Cave].into_iter().enumerate() {
            let least = least_side(shape);
            for (w, h) in (least..14).flat_map(|w| (least..14).map(move |h| (w, h))) {
                let mut rng = Seed::from("shapes").stream("shape", (i as i32 * 400 + w * 20 + h) as u64);
                let footprint = Footprint::new(Rect::new(3, 4, w, h), shape, &mut rng);
                let cells = footprint.cells();
                let outline = Outline::around(&cells).unwrap_or_else(|| panic!("{shape:?} {w}x{h}"));
                assert_eq!(outline.bounds(), footprint.rect, "{shape:?}");
                assert_eq!(footprint.area(), outline.area());
                assert!(
                    Direction::ALL.into_iter().all(|d| footprint.wall(d).count() > 0),
                    "{shape:?} {w}x{h}"
                );
                assert_eq!(Footprint::from_cells(footprint.rect, shape, &cells), footprint);
            }
        }
    }
}
