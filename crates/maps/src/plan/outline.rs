//! The floor of a room.

use serde::{Deserialize, Serialize};

use mapkiln_core::{Grid, Point, Rect, contours};

/// Which cells belong to a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outline {
    /// All cells of a rectangle.
    Rect(Rect),
    /// The cells inside a closed line along cell borders: its corners in order, where corner
    /// (x, y) is the north-west corner of cell (x, y), and each side is horizontal or vertical.
    Polygon(Vec<Point>),
    /// The cells inside the first of several such lines and outside the others: a floor with holes.
    Holed(Vec<Vec<Point>>),
}

impl Outline {
    /// The outline of a set of connected cells, perhaps with holes; `None` if they are in pieces.
    ///
    /// Takes time linear in the area of the cells' bounding box.
    pub fn around(cells: &[Point]) -> Option<Outline> {
        let bounds = bounding(cells.iter().copied())?;
        let origin = Point::new(bounds.x, bounds.y);
        let mut inside = Grid::new(bounds.width, bounds.height, false);
        for &cell in cells {
            inside[cell - origin] = true;
        }
        let mut lines = contours(&inside);
        let whole = |line: &Vec<Point>| {
            let corners = bounding(line.iter().copied()).unwrap_or_default();
            (corners.width - 1, corners.height - 1) == (bounds.width, bounds.height)
        };
        match &mut lines[..] {
            [] => None,
            [line] if line.len() == 4 => Some(Outline::Rect(bounds)),
            [line] => Some(Outline::Polygon(line.iter().map(|&p| p + origin).collect())),
            // Further lines are those of holes or of other parts.
            _ if !in_one_piece(&inside) => None,
            lines => {
                let outer = lines.iter().position(whole)?;
                lines.swap(0, outer);
                let shifted = |line: &Vec<Point>| line.iter().map(|&p| p + origin).collect();
                Some(Outline::Holed(lines.iter().map(shifted).collect()))
            }
        }
    }

    /// The smallest rectangle around the floor.
    pub fn bounds(&self) -> Rect {
        match self {
            Outline::Rect(rect) => *rect,
            Outline::Polygon(corners) => {
                let around = bounding(corners.iter().copied()).unwrap_or_default();
                Rect::new(around.x, around.y, around.width - 1, around.height - 1)
            }
            Outline::Holed(lines) => {
                let around = bounding(lines.iter().flatten().copied()).unwrap_or_default();
                Rect::new(around.x, around.y, around.width - 1, around.height - 1)
            }
        }
    }

    /// Does it contain the cell?
    pub fn contains(&self, p: Point) -> bool {
        match self {
            Outline::Rect(rect) => rect.contains(p),
            Outline::Polygon(_) | Outline::Holed(_) => {
                self.sides().filter(|(a, b)| crosses_row(*a, *b, p.y) && a.x <= p.x).count() % 2 == 1
            }
        }
    }

    /// The cells of the floor, row by row.
    pub fn cells(&self) -> Vec<Point> {
        match self {
            Outline::Rect(rect) => rect.cells().collect(),
            Outline::Polygon(_) | Outline::Holed(_) => {
                let bounds = self.bounds();
                let mut cells = Vec::new();
                // Vertical sides from top to bottom, so that every row looks only at those that cross it.
                let vertical = self.sides().filter(|(a, b)| a.x == b.x);
                let mut waiting: Vec<(i32, i32, i32)> =
                    vertical.map(|(a, b)| (a.y.min(b.y), a.y.max(b.y), a.x)).collect();
                waiting.sort_unstable();
                let mut waiting = waiting.into_iter().peekable();
                let mut crossing: Vec<(i32, i32)> = Vec::new();
                for y in bounds.y..bounds.bottom() {
                    crossing.retain(|(_, end)| y < *end);
                    while let Some((_, end, x)) = waiting.next_if(|(begin, ..)| *begin <= y) {
                        crossing.push((x, end));
                    }
                    crossing.sort_unstable();
                    for pair in crossing.chunks_exact(2) {
                        cells.extend((pair[0].0..pair[1].0).map(|x| Point::new(x, y)));
                    }
                }
                cells
            }
        }
    }

    /// How many steps it takes to list the cells, for outlines that nobody has checked yet.
    pub(super) fn work(&self) -> u64 {
        let long = |a: i32, b: i32| u64::from(a.abs_diff(b));
        match self {
            Outline::Rect(rect) => long(rect.width, 0).saturating_mul(long(rect.height, 0)),
            Outline::Polygon(_) | Outline::Holed(_) => {
                let corners = || self.sides().map(|(a, _)| a);
                let span = |along: fn(Point) -> i32| {
                    let (low, high) = (corners().map(along).min(), corners().map(along).max());
                    low.zip(high).map_or(0, |(low, high)| long(low, high))
                };
                let crossings = self.sides().map(|(a, b)| long(a.y, b.y)).fold(0, u64::saturating_add);
                span(|p| p.x).saturating_mul(span(|p| p.y)).max(crossings)
            }
        }
    }

    /// Number of cells.
    pub fn area(&self) -> i64 {
        match self {
            Outline::Rect(rect) => rect.area(),
            Outline::Polygon(corners) => enclosed(corners),
            Outline::Holed(lines) => {
                let holes: i64 = lines.iter().skip(1).map(|line| enclosed(line)).sum();
                lines.first().map_or(0, |outer| enclosed(outer)) - holes
            }
        }
    }

    /// The sides of all its lines; none for a rectangle.
    fn sides(&self) -> impl Iterator<Item = (Point, Point)> {
        let lines: &[Vec<Point>] = match self {
            Outline::Rect(_) => &[],
            Outline::Polygon(corners) => std::slice::from_ref(corners),
            Outline::Holed(lines) => lines,
        };
        lines.iter().flat_map(|line| sides(line))
    }

    /// The cell of the floor that is nearest to the centre of its bounds.
    pub fn centre(&self) -> Point {
        let middle = self.bounds().centre();
        if self.contains(middle) {
            return middle;
        }
        self.cells().into_iter().min_by_key(|&p| (p.manhattan(middle), p)).unwrap_or(middle)
    }
}

/// The number of cells inside a closed line, by the shoelace formula.
fn enclosed(corners: &[Point]) -> i64 {
    let twice: i64 =
        sides(corners).map(|(a, b)| i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y)).sum();
    twice.abs() / 2
}

/// Do the cells hang together?
fn in_one_piece(inside: &Grid<bool>) -> bool {
    let mut open = inside.clone();
    let Some((first, _)) = inside.iter().find(|(_, cell)| **cell) else { return false };
    open[first] = false;
    let mut stack = vec![first];
    while let Some(p) = stack.pop() {
        for q in p.beside() {
            if open.get(q) == Some(&true) {
                open[q] = false;
                stack.push(q);
            }
        }
    }
    open.cells().iter().all(|cell| !cell)
}

fn bounding(points: impl Iterator<Item = Point> + Clone) -> Option<Rect> {
    let (left, right) = (points.clone().map(|p| p.x).min()?, points.clone().map(|p| p.x).max()?);
    let (top, bottom) = (points.clone().map(|p| p.y).min()?, points.map(|p| p.y).max()?);
    Some(Rect::new(left, top, right - left + 1, bottom - top + 1))
}

fn sides(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// Is it a vertical side that spans row `y`?
fn crosses_row(a: Point, b: Point, y: i32) -> bool {
    a.x == b.x && a.y.min(b.y) <= y && y < a.y.max(b.y)
}

/// The shape that the maker intended for a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RoomShape {
    /// Straight walls.
    #[default]
    Rectangle,
    /// Round.
    Circle,
    /// A rectangle with its corners cut.
    Octagon,
    /// Two overlapping bars.
    Cross,
    /// A rectangle without one corner.
    L,
    /// Irregular, natural.
    Cave,
}

impl RoomShape {
    pub(crate) fn is_rectangle(&self) -> bool {
        *self == RoomShape::Rectangle
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::Seed;

    #[test]
    fn an_l_has_six_corners() {
        let cells: Vec<Point> = Rect::new(0, 0, 3, 3).cells().filter(|p| p.x == 0 || p.y == 2).collect();
        let outline = Outline::around(&cells).unwrap();
        assert!(matches!(&outline, Outline::Polygon(corners) if corners.len() == 6), "{outline:?}");
        assert_eq!(outline.area(), 5);
        assert_eq!(outline.bounds(), Rect::new(0, 0, 3, 3));
        assert!(outline.contains(outline.centre()));
    }

    #[test]
    fn a_ring_has_a_hole_and_two_islands_have_no_outline() {
        let ring: Vec<Point> = Rect::new(4, 2, 5, 4).cells().filter(|&p| p != Point::new(6, 4)).collect();
        let outline = Outline::around(&ring).unwrap();
        assert!(matches!(&outline, Outline::Holed(lines) if lines.len() == 2), "{outline:?}");
        assert_eq!((outline.area(), outline.bounds()), (19, Rect::new(4, 2, 5, 4)));
        assert_eq!(outline.cells(), ring);
        assert!(!outline.contains(Point::new(6, 4)) && outline.contains(outline.centre()));
        let json = serde_json::to_string(&outline).unwrap();
        assert_eq!(serde_json::from_str::<Outline>(&json).unwrap(), outline);
        assert_eq!(Outline::around(&[Point::new(0, 0), Point::new(5, 5)]), None);
        assert_eq!(Outline::around(&[]), None);
    }

    /// Random blobs: the outline gives back exactly the cells it was drawn around.
    #[test]
    fn cells_come_back() {
        for seed in 0..500 {
            let mut stream = Seed::from(seed).stream("blob", 0);
            let mut blob = Grid::new(9, 9, false);
            let mut cells = vec![Point::new(4, 4)];
            blob[cells[0]] = true;
            while cells.len() < 20 {
                let from = *stream.pick(&cells).unwrap();
                let next = from.beside()[stream.index(4)];
                if blob.get(next) == Some(&false) {
                    blob[next] = true;
                    cells.push(next);
                }
            }
            if let Some(outline) = Outline::around(&cells) {
                let inside = blob.map(|_| false).iter().filter(|(p, _)| outline.contains(*p)).count();
                assert_eq!(inside, cells.len());
                assert_eq!(outline.area() as usize, cells.len());
            }
        }
    }
}
