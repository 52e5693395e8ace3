//! Walls and doors as lines: what virtual tabletops block sight and steps with.
//!
//! Walls run along the border between floor and rock. A door in its own cell stands across the middle
//! of that cell, from one side wall to the other:
//!
//! ```text
//!   room    │ rock  │   room
//!   ────────┘       └────────      the wall of the room turns into the doorway …
//!            ┄┄┄┃┄┄┄               … and the portal stands across its middle
//!   ────────┐       ┌────────
//! ```
//!
//! So no wall line lies on a portal (that is the gap), the ends of a portal touch walls, and with
//! all portals shut every room is closed. If something other than rock lies beside a doorway, a
//! thin wall along the doorway's side keeps people from walking around the door. A door on the
//! border between two places that touch stands on that border, and the rest of the border is a
//! thin wall. An arch is a gap with nothing in it.
//!
//! The walls of round rooms, octagons and caves are not stepped: they follow the line that pictures show.
//! Corners that a door, a corridor or another room touches stay where they are.

mod corners;

use std::collections::BTreeMap;

use mapkiln_core::{Direction, Grid, Point, contours};
use mapkiln_maps::plan::{Area, DoorKind, DoorPlace, FeatureKind, Level, Plan};

use corners::Corners;

/// Units along the side of a cell: fine enough for round rooms.
pub const CELL: i32 = 16;

/// The lines of one level, in sixteenths of a cell: (16, 24) lies one cell to the east and one and a
/// half to the south of the north-west corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WallLines {
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

impl WallLines {
    /// The lines of a level; `None` if the plan has no such level.
    ///
    /// Secret doors of the plan are portals: give a plan [`for_players`](Plan::for_players) to have
    /// them as wall. Takes time linear in the size of the grid.
    pub fn of(plan: &Plan, level: usize) -> Option<WallLines> {
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
        Some(WallLines { lines, objects: objects(level), portals: portals(level) })
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
        if let DoorPlace::Edge { at, facing, .. } = door.place {
            walled.push((place(at), place(at.step(facing))));
            gaps.extend(door.place.cells().map(|p| side(p, facing)));
            // The same border as its other place sees it.
            gaps.extend(door.place.cells().map(|p| side(p.step(facing), facing.opposite())));
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
            DoorPlace::Edge { at, facing, .. } => {
                let [from, _] = side(at, facing);
                let last = door.place.cells().last().unwrap_or(at);
                [from, side(last, facing)[1]]
            }
        };
        Portal { ends, kind: door.kind.clone() }
    });
    portals.collect()
}

/// A single pillar is a diamond that touches the middle of its cell's sides, close to the round
/// thing that pictures show; connected cells are their outline.
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
