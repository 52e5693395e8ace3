//! Where the walls of a room turn: along its cells, or along the line that pictures show.

use std::collections::BTreeMap;

use mapkiln_core::{Grid, Point, Rect};
use mapkiln_maps::plan::{Area, Level, Room, RoomShape};

use super::CELL;

/// Where the walls of a room run.
#[derive(Clone, Copy)]
enum WallPath {
    /// Along the cells.
    Cells,
    /// Through the middle of the sides at every corner: half a cell is cut off, or filled.
    Middles,
    /// From one outer corner to the next: the notches of the cells are filled.
    OuterCorners,
    /// On the ellipse within the room's bounds.
    Ellipse(Rect),
}

/// What becomes of a corner of a cell.
#[derive(Clone, Copy, PartialEq)]
enum Corner {
    Stays,
    /// It is cut as far as this along both of its sides.
    IsCut(i32),
    /// It moves there.
    Moves(Point),
}

/// The walls between floor and rock, corner by corner.
pub(super) struct Corners<'a> {
    paths: BTreeMap<u32, WallPath>,
    places: &'a Grid<Option<Area>>,
    doorways: &'a BTreeMap<Point, bool>,
}

impl<'a> Corners<'a> {
    pub(super) fn new(
        level: &Level,
        places: &'a Grid<Option<Area>>,
        doorways: &'a BTreeMap<Point, bool>,
    ) -> Corners<'a> {
        let course = |room: &Room| match room.shape {
            RoomShape::Circle if room.is_disc() => WallPath::Ellipse(room.outline.bounds()),
            RoomShape::Cave => WallPath::Middles,
            RoomShape::Octagon => WallPath::OuterCorners,
            RoomShape::Circle | RoomShape::Rectangle | RoomShape::Cross | RoomShape::L => WallPath::Cells,
        };
        let paths = level.rooms.iter().map(|room| (room.id, course(room))).collect();
        Corners { paths, places, doorways }
    }

    fn corner(&self, corner: Point) -> Corner {
        let around = [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(x, y)| corner + Point::new(x, y));
        if around.iter().any(|p| self.doorways.contains_key(p)) {
            return Corner::Stays;
        }
        let mut open = around.iter().filter_map(|&p| self.places.get(p).copied().flatten());
        let Some(Area::Room(room)) = open.next() else { return Corner::Stays };
        let mut count = 1;
        for place in open {
            if place != Area::Room(room) {
                return Corner::Stays;
            }
            count += 1;
        }
        match (self.paths.get(&room), count) {
            (Some(WallPath::Middles), 1 | 3) => Corner::IsCut(CELL / 2),
            // Not further than the next corner, which is a cell away or more.
            (Some(WallPath::OuterCorners), 3) => Corner::IsCut(CELL),
            (Some(WallPath::Ellipse(bounds)), _) => match onto_ellipse(*bounds, corner * CELL) {
                Some(there) => Corner::Moves(there),
                None => Corner::Stays,
            },
            _ => Corner::Stays,
        }
    }

    /// A closed line of corners in cells as the line of the wall.
    pub(super) fn wall(&self, line: &[Point]) -> Vec<Point> {
        // Cell by cell, so that what moves takes nothing along that belongs to a doorway.
        let line = cell_by_cell(line);
        let count = line.len();
        let corners: Vec<Corner> = line.iter().map(|&corner| self.corner(corner)).collect();
        let mut wall: Vec<Point> = Vec::with_capacity(count);
        for (i, &at) in line.iter().enumerate() {
            match corners[i] {
                Corner::Stays => wall.push(at * CELL),
                Corner::Moves(there) => wall.push(there),
                Corner::IsCut(depth) => {
                    let (before, after) = ((i + count - 1) % count, (i + 1) % count);
                    // Two deep cuts would meet on a side of one cell.
                    let is_cut = |i: usize| matches!(corners[i], Corner::IsCut(_));
                    let depth = if is_cut(before) || is_cut(after) { depth.min(CELL / 2) } else { depth };
                    wall.push(at * CELL + (line[before] - at) * depth);
                    wall.push(at * CELL + (line[after] - at) * depth);
                }
            }
        }
        straight(&wall)
    }
}

/// A closed line along cells with a point at every step.
fn cell_by_cell(line: &[Point]) -> Vec<Point> {
    let mut steps = Vec::with_capacity(4 * line.len());
    for (&from, &to) in line.iter().zip(line.iter().cycle().skip(1)) {
        let way = to - from;
        let step = Point::new(way.x.signum(), way.y.signum());
        steps.extend((0..from.chebyshev(to) as i32).map(|i| from + step * i));
    }
    steps
}

/// The point of the ellipse in the bounds in the same direction from its middle; nothing where it
/// lies far away, as in a room that is round in name only.
fn onto_ellipse(bounds: Rect, p: Point) -> Option<Point> {
    let half = [bounds.width, bounds.height].map(|side| f64::from(side * CELL) / 2.0);
    let middle = [bounds.x, bounds.y].map(|side| f64::from(side * CELL));
    let middle = [middle[0] + half[0], middle[1] + half[1]];
    let way = [f64::from(p.x) - middle[0], f64::from(p.y) - middle[1]];
    let (x, y) = (way[0] / half[0], way[1] / half[1]);
    let length = (x * x + y * y).sqrt();
    let place = |axis: usize| (middle[axis] + way[axis] / length).round() as i32;
    let there = Point::new(place(0), place(1));
    (length > 0.0 && there.chebyshev(p) <= CELL as u32 * 3 / 4).then_some(there)
}

/// A closed line without the points that repeat or that lie on the way from one to the next.
fn straight(line: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(line.len());
    let turns = |a: Point, b: Point, c: Point| {
        let (u, v) = (b - a, c - b);
        u.x * v.y != u.y * v.x
    };
    for &p in line {
        if kept.last() == Some(&p) {
            continue;
        }
        if let [.., a, b] = kept[..]
            && !turns(a, b, p)
        {
            kept.pop();
        }
        kept.push(p);
    }
    while kept.len() > 1 && kept.first() == kept.last() {
        kept.pop();
    }
    if let [.., a, b] = kept[..]
        && !turns(a, b, kept[0])
    {
        kept.pop();
    }
    if let [a, b, ..] = kept[..]
        && let Some(&last) = kept.last()
        && !turns(last, a, b)
    {
        kept.remove(0);
    }
    kept
}
