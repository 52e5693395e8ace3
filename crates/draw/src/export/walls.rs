//! Walls and doors as lines: what virtual tabletops block sight and steps with.
//!
//! Walls run along the border between floor and rock. A door in a cell of its own stands across the
//! middle of that cell, from one side wall to the other:
//!
//! ```text
//!   room    │ rock  │   room
//!   ────────┘       └────────      the wall of the room turns into the doorway …
//!            ┄┄┄┃┄┄┄               … and the portal stands across its middle
//!   ────────┐       ┌────────
//! ```
//!
//! So no wall line lies on a portal (that is the gap), the ends of a portal touch walls, and with
//! all portals shut every room is closed. Where something else than rock lies beside a doorway, a
//! thin wall along the doorway's side keeps people from walking around the door. A door on the
//! border between two places that touch stands on that border, and the rest of the border is a
//! thin wall. An arch is a gap with nothing in it.
//!
//! The walls of round rooms, octagons and caves are no stairs but follow the line that pictures show.
//! Corners that a door, a corridor or another room touches stay where they are.

use std::collections::BTreeMap;

use mapkiln_core::plan::{Area, DoorKind, DoorPlace, FeatureKind, Level, Plan, Room, Shape};
use mapkiln_core::{Direction, Grid, Point, Rect, contours};

/// Units along the side of a cell: fine enough for round rooms.
pub const CELL: i32 = 16;

/// The lines of one level, in sixteenths of a cell: (16, 24) lies one cell to the east and one and a
/// half to the south of the north-west corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walls {
    /// Lines that block steps and sight; a closed one ends where it began.
    pub lines: Vec<Vec<Point>>,
    /// Closed lines around pillars and statues.
    pub objects: Vec<Vec<Point>>,
    /// What can be opened.
    pub portals: Vec<Portal>,
}

/// A door as a line across a way.
#[derive(Clone, Debug, PartialEq)]
pub struct Portal {
    /// Both ends, in sixteenths of a cell.
    pub ends: [Point; 2],
    /// What closes it; never an arch.
    pub kind: DoorKind,
}

impl Portal {
    /// Does the line run north-south?
    pub fn is_vertical(&self) -> bool {
        self.ends[0].x == self.ends[1].x
    }
}

impl Walls {
    /// The lines of a level; `None` where the plan has no such level.
    ///
    /// Secret doors of the plan are portals: give a plan [`for_players`](Plan::for_players) to have
    /// them as wall. Takes time linear in the size of the grid.
    pub fn of(plan: &Plan, level: usize) -> Option<Walls> {
        let level = plan.levels.get(level)?;
        let places = places(level);
        let doorways = doorways(level);
        let open =
            Grid::from_fn(level.width, level.height, |p| places[p].is_some() || doorways.contains_key(&p));
        let corners = Corners::new(level, &places, &doorways);
        let mut lines: Vec<Vec<Point>> =
            contours(&open).into_iter().map(|line| closed(corners.wall(&line))).collect();
        lines.extend(beside_doorways(&open, &doorways));
        lines.extend(shared_borders(level, &places));
        Some(Walls { lines, objects: objects(level), portals: portals(level) })
    }

    /// The lines as straight segments.
    pub fn segments(&self) -> impl Iterator<Item = [Point; 2]> {
        self.lines.iter().flat_map(|line| line.windows(2).map(|pair| [pair[0], pair[1]]))
    }
}

/// The place that each cell belongs to; nothing for rock and doorways.
fn places(level: &Level) -> Grid<Option<Area>> {
    let mut places = Grid::new(level.width, level.height, None);
    for room in &level.rooms {
        for p in room.outline.cells() {
            if let Some(place) = places.get_mut(p) {
                *place = Some(Area::Room(room.id));
            }
        }
    }
    for corridor in &level.corridors {
        for &p in &corridor.cells {
            if let Some(place) = places.get_mut(p) {
                *place = Some(Area::Corridor(corridor.id));
            }
        }
    }
    for door in &level.doors {
        if let DoorPlace::Cell { at, .. } = door.place
            && let Some(place) = places.get_mut(at)
        {
            *place = None;
        }
    }
    places
}

/// The cells of doors, and whether the way through runs east-west.
fn doorways(level: &Level) -> BTreeMap<Point, bool> {
    let cells = level.doors.iter().filter_map(|door| match door.place {
        DoorPlace::Cell { at, facing } => Some((at, runs_east_west(facing))),
        DoorPlace::Edge { .. } => None,
    });
    cells.collect()
}

fn runs_east_west(facing: Direction) -> bool {
    matches!(facing, Direction::East | Direction::West)
}

fn closed(mut line: Vec<Point>) -> Vec<Point> {
    line.extend(line.first().copied());
    line
}

/// Where the walls of a room run.
#[derive(Clone, Copy)]
enum Course {
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
struct Corners<'a> {
    courses: BTreeMap<u32, Course>,
    places: &'a Grid<Option<Area>>,
    doorways: &'a BTreeMap<Point, bool>,
}

impl<'a> Corners<'a> {
    fn new(
        level: &Level,
        places: &'a Grid<Option<Area>>,
        doorways: &'a BTreeMap<Point, bool>,
    ) -> Corners<'a> {
        let course = |room: &Room| match room.shape {
            Shape::Circle => Course::Ellipse(room.outline.bounds()),
            Shape::Cave => Course::Middles,
            Shape::Octagon => Course::OuterCorners,
            Shape::Rectangle | Shape::Cross | Shape::L => Course::Cells,
        };
        let courses = level.rooms.iter().map(|room| (room.id, course(room))).collect();
        Corners { courses, places, doorways }
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
        match (self.courses.get(&room), count) {
            (Some(Course::Middles), 1 | 3) => Corner::IsCut(CELL / 2),
            // Not further than the next corner, which is a cell away or more.
            (Some(Course::OuterCorners), 3) => Corner::IsCut(CELL),
            (Some(Course::Ellipse(bounds)), _) => match onto_ellipse(*bounds, corner * CELL) {
                Some(there) => Corner::Moves(there),
                None => Corner::Stays,
            },
            _ => Corner::Stays,
        }
    }

    /// A closed line of corners in cells as the line of the wall.
    fn wall(&self, line: &[Point]) -> Vec<Point> {
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

/// The side of a cell as a line.
fn side(cell: Point, side: Direction) -> [Point; 2] {
    let (x, y) = (cell.x, cell.y);
    let corners = match side {
        Direction::North => [(x, y), (x + 1, y)],
        Direction::East => [(x + 1, y), (x + 1, y + 1)],
        Direction::South => [(x, y + 1), (x + 1, y + 1)],
        Direction::West => [(x, y), (x, y + 1)],
    };
    corners.map(|(x, y)| Point::new(x, y) * CELL)
}

/// Thin walls along the sides of doorways that have no rock beside them.
fn beside_doorways(open: &Grid<bool>, doorways: &BTreeMap<Point, bool>) -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    for (&at, &east_west) in doorways {
        let sides =
            if east_west { [Direction::North, Direction::South] } else { [Direction::West, Direction::East] };
        for direction in sides {
            let beside = at.step(direction);
            // The leaves of a double door stand in one line and need nothing between them.
            let double = doorways.get(&beside) == Some(&east_west);
            if open.get(beside) == Some(&true) && !double {
                lines.push(side(at, direction).to_vec());
            }
        }
    }
    lines
}

/// Thin walls along the borders between places that a door on their border joins.
fn shared_borders(level: &Level, places: &Grid<Option<Area>>) -> Vec<Vec<Point>> {
    let place = |p: Point| places.get(p).copied().flatten();
    let mut walled = Vec::new();
    let mut gaps = Vec::new();
    for door in &level.doors {
        if let DoorPlace::Edge { at, facing } = door.place {
            walled.push((place(at), place(at.step(facing))));
            gaps.push(side(at, facing));
        }
    }
    if walled.is_empty() {
        return Vec::new();
    }
    let is_wall = |a: Point, direction: Direction| {
        let pair = (place(a), place(a.step(direction)));
        pair.0.is_some()
            && pair.1.is_some()
            && pair.0 != pair.1
            && (walled.contains(&pair) || walled.contains(&(pair.1, pair.0)))
            && !gaps.contains(&side(a, direction))
    };
    let mut lines: Vec<Vec<Point>> = Vec::new();
    let mut runs = |cells: &mut dyn Iterator<Item = Point>, direction| {
        let mut run: Option<[Point; 2]> = None;
        for cell in cells {
            let edge = side(cell, direction);
            run = match (run, is_wall(cell, direction)) {
                (Some([from, to]), true) if to == edge[0] => Some([from, edge[1]]),
                (before, wall) => {
                    lines.extend(before.map(Vec::from));
                    wall.then_some(edge)
                }
            };
        }
        lines.extend(run.map(Vec::from));
    };
    for y in 0..level.height {
        runs(&mut (0..level.width).map(|x| Point::new(x, y)), Direction::South);
    }
    for x in 0..level.width {
        runs(&mut (0..level.height).map(|y| Point::new(x, y)), Direction::East);
    }
    lines
}

fn portals(level: &Level) -> Vec<Portal> {
    let closing = level.doors.iter().filter(|door| door.kind != DoorKind::Arch);
    let portals = closing.map(|door| {
        let ends = match door.place {
            // From the middle of one side wall to that of the other.
            DoorPlace::Cell { at, facing } => {
                let (x, y) = if runs_east_west(facing) { (CELL / 2, 0) } else { (0, CELL / 2) };
                let from = at * CELL + Point::new(x, y);
                [from, from + Point::new(CELL - 2 * x, CELL - 2 * y)]
            }
            DoorPlace::Edge { at, facing } => side(at, facing),
        };
        Portal { ends, kind: door.kind.clone() }
    });
    portals.collect()
}

/// A single pillar is a diamond that touches the middle of its cell's sides, near to the round
/// thing that pictures show; cells that hang together are their outline.
fn objects(level: &Level) -> Vec<Vec<Point>> {
    let solid = [FeatureKind::Pillar, FeatureKind::Statue];
    let mut cells = Grid::new(level.width, level.height, false);
    for &p in level.features.iter().filter(|f| solid.contains(&f.kind)).flat_map(|f| &f.cells) {
        if let Some(cell) = cells.get_mut(p) {
            *cell = true;
        }
    }
    let lines = contours(&cells).into_iter().map(|line| {
        let square = line.len() == 4 && line[0].chebyshev(line[2]) == 1;
        if !square {
            return closed(line.iter().map(|&p| p * CELL).collect());
        }
        let corner = line[0] * CELL;
        let half = CELL / 2;
        let diamond = [(half, 0), (CELL, half), (half, CELL), (0, half), (half, 0)];
        diamond.map(|(x, y)| corner + Point::new(x, y)).to_vec()
    });
    lines.collect()
}
