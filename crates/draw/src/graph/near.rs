//! What lies near a point or a line: nodes and lines sorted into square cells.

/// A place in the drawing.
pub(super) type Point = [f64; 2];

pub(super) fn distance(a: Point, b: Point) -> f64 {
    libm::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]))
}

/// The point of a line that is nearest to another.
pub(super) fn nearest(p: Point, a: Point, b: Point) -> Point {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let square = dx * dx + dy * dy;
    let along = if square > 0.0 { ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square } else { 0.0 };
    let along = along.clamp(0.0, 1.0);
    [a[0] + along * dx, a[1] + along * dy]
}

fn side(a: Point, b: Point, p: Point) -> f64 {
    (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}

/// Do two lines cross, or touch?
pub(super) fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (e, f) = (side(a, b, c) * side(a, b, d), side(c, d, a) * side(c, d, b));
    e <= 0.0 && f <= 0.0 && !(e == 0.0 && f == 0.0 && apart(a, b, c, d))
}

/// Lines in a row that do not overlap.
fn apart(a: Point, b: Point, c: Point, d: Point) -> bool {
    (0..2).any(|i| a[i].max(b[i]) < c[i].min(d[i]) || c[i].max(d[i]) < a[i].min(b[i]))
}

/// Things with numbers in square cells around the origin. The cells at the border reach to infinity.
pub(super) struct Cells {
    side: f64,
    /// Cells from the origin to the border, in x and y.
    reach: [i64; 2],
    lists: Vec<Vec<u32>>,
    /// When each thing was last found, so that it is found once.
    found: Vec<u32>,
    search: u32,
}

impl Cells {
    pub(super) fn new(things: usize, half: Point, side: f64) -> Self {
        let reach = half.map(|h| (h / side) as i64 + 1);
        let lists = vec![Vec::new(); ((2 * reach[0]) * (2 * reach[1])) as usize];
        Cells { side, reach, lists, found: vec![0; things], search: 0 }
    }

    fn index(&self, axis: usize, value: f64) -> i64 {
        // Cut off like the floor, since the border is at 0 and what is beyond belongs to it.
        let cell = (value / self.side + self.reach[axis] as f64) as i64;
        cell.clamp(0, 2 * self.reach[axis] - 1)
    }

    /// The cells that a line passes within a margin.
    fn along(&self, a: Point, b: Point, margin: f64, mut each: impl FnMut(usize)) {
        let rows = 2 * self.reach[1];
        let first = self.index(1, a[1].min(b[1]) - margin);
        let last = self.index(1, a[1].max(b[1]) + margin);
        for row in first..=last {
            let top = (row - self.reach[1]) as f64 * self.side - margin;
            let low = if row == 0 { f64::MIN } else { top };
            let high = if row + 1 == rows { f64::MAX } else { top + self.side + 2.0 * margin };
            // The part of the line within this row.
            let rise = b[1] - a[1];
            let x = |y: f64| a[0] + (b[0] - a[0]) * ((y - a[1]) / rise).clamp(0.0, 1.0);
            let (from, to) = if rise == 0.0 {
                (a[0], b[0])
            } else {
                let inside = |y: f64| y.clamp(low, high);
                (x(inside(a[1])), x(inside(b[1])))
            };
            let left = self.index(0, from.min(to) - margin);
            let right = self.index(0, from.max(to) + margin);
            for column in left..=right {
                each((row * 2 * self.reach[0] + column) as usize);
            }
        }
    }

    pub(super) fn insert(&mut self, thing: u32, a: Point, b: Point) {
        let mut cells = Vec::new();
        self.along(a, b, 0.0, |cell| cells.push(cell));
        cells.into_iter().for_each(|cell| self.lists[cell].push(thing));
    }

    pub(super) fn remove(&mut self, thing: u32, a: Point, b: Point) {
        let mut cells = Vec::new();
        self.along(a, b, 0.0, |cell| cells.push(cell));
        for cell in cells {
            if let Some(place) = self.lists[cell].iter().position(|&t| t == thing) {
                self.lists[cell].swap_remove(place);
            }
        }
    }

    /// Lists what may be within a margin of a line, each thing once.
    pub(super) fn find(&mut self, a: Point, b: Point, margin: f64, into: &mut Vec<u32>) {
        into.clear();
        self.search += 1;
        let mut found = std::mem::take(&mut self.found);
        self.along(a, b, margin, |cell| {
            for &thing in &self.lists[cell] {
                if std::mem::replace(&mut found[thing as usize], self.search) != self.search {
                    into.push(thing);
                }
            }
        });
        self.found = found;
    }
}
