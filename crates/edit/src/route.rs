//! The shortest dig between two rooms, with few turns.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use mapkiln_core::{Direction, Point};
use mapkiln_maps::plan::{Area, CorridorId, Level, RoomId};

use crate::ground::{Cell, Ground};

/// What a turn costs in cells.
const TURN: u32 = 3;

/// A way that can be dug.
pub(crate) struct Route {
    /// The doorway of the first room, and the direction out of it.
    pub(crate) door: (Point, Direction),
    /// The cells of the corridor; none if the doorway leads straight into the other room.
    pub(crate) cells: Vec<Point>,
    /// Where it ends.
    pub(crate) end: End,
}

/// Where a way ends.
#[derive(Clone, Copy)]
pub(crate) enum End {
    /// In the other room itself, through the one doorway.
    Room,
    /// At a doorway of the other room, with the direction into it.
    Door(Point, Direction),
    /// In a corridor that leads to the other room.
    Corridor(CorridorId),
}

/// The cheapest way from a room to another one, if it may end `in_room`, or to a corridor that it
/// `merges` with.
pub(crate) fn route(
    level: &Level,
    from: RoomId,
    to: RoomId,
    in_room: bool,
    merges: &dyn Fn(CorridorId) -> bool,
) -> Option<Route> {
    let ground = Ground::of(level);
    let room = level.rooms.iter().find(|r| r.id == from)?;
    let leads = |id: CorridorId| {
        merges(id)
            && level
                .corridors
                .iter()
                .any(|c| c.id == id && !c.secret && c.joins.contains(&to) && !c.joins.contains(&from))
    };
    let mut heap = BinaryHeap::new();
    let mut best: BTreeMap<(Point, Direction), u32> = BTreeMap::new();
    let mut came: BTreeMap<(Point, Direction), Option<(Point, Direction)>> = BTreeMap::new();
    let mut doors: BTreeMap<(Point, Direction), Point> = BTreeMap::new();
    for cell in room.outline.cells() {
        for facing in Direction::ALL {
            let door = cell.step(facing);
            if !is_doorway(&ground, door, facing) {
                continue;
            }
            let out = door.step(facing);
            if in_room && ground.area(out) == Some(Area::Room(to)) {
                return Some(Route { door: (door, facing), cells: Vec::new(), end: End::Room });
            }
            if is_free(&ground, out, door, &leads) && best.insert((out, facing), 1).is_none() {
                came.insert((out, facing), None);
                doors.insert((out, facing), door);
                heap.push(Reverse((1, out, facing)));
            }
        }
    }
    while let Some(Reverse((cost, at, heading))) = heap.pop() {
        if best.get(&(at, heading)).is_some_and(|b| *b < cost) {
            continue;
        }
        if let Some(end) = arrives(&ground, at, in_room.then_some(to), &leads) {
            let mut cells = vec![at];
            let mut state = (at, heading);
            while let Some(Some(before)) = came.get(&state) {
                state = *before;
                cells.push(state.0);
            }
            cells.reverse();
            let door = (doors.get(&state).copied()?, state.1);
            return Some(Route { door, cells, end });
        }
        for next in Direction::ALL {
            if next == heading.opposite() {
                continue;
            }
            let p = at.step(next);
            if !is_free(&ground, p, at, &leads) {
                continue;
            }
            let cost = cost + 1 + if next == heading { 0 } else { TURN };
            if best.get(&(p, next)).is_none_or(|b| cost < *b) {
                best.insert((p, next), cost);
                came.insert((p, next), Some((at, heading)));
                heap.push(Reverse((cost, p, next)));
            }
        }
    }
    None
}

/// Can a doorway be cut here, out of the room behind it?
fn is_doorway(ground: &Ground, door: Point, facing: Direction) -> bool {
    let side = facing.clockwise();
    let beside = [door.step(side), door.step(side.opposite())];
    inside(ground, door) && ground.is_rock(door) && beside.iter().all(|&p| ground.at(p) != Some(Cell::Door))
}

/// Can a corridor run through here, coming from a cell?
fn is_free(ground: &Ground, p: Point, from: Point, leads: &impl Fn(CorridorId) -> bool) -> bool {
    inside(ground, p)
        && ground.is_rock(p)
        && p.beside().into_iter().filter(|&q| q != from).all(|q| match ground.at(q) {
            Some(Cell::Floor(Area::Corridor(id))) => leads(id),
            Some(Cell::Floor(Area::Room(_)) | Cell::Door) => false,
            _ => true,
        })
}

fn inside(ground: &Ground, p: Point) -> bool {
    p.x >= 1 && p.y >= 1 && p.x < ground.width() - 1 && p.y < ground.height() - 1
}

fn arrives(
    ground: &Ground,
    at: Point,
    to: Option<RoomId>,
    leads: &impl Fn(CorridorId) -> bool,
) -> Option<End> {
    Direction::ALL.into_iter().find_map(|facing| {
        let next = at.step(facing);
        match ground.at(next)? {
            Cell::Floor(Area::Corridor(id)) if leads(id) => Some(End::Corridor(id)),
            Cell::Rock
                if to.is_some_and(|to| ground.area(next.step(facing)) == Some(Area::Room(to)))
                    && is_doorway(ground, next, facing) =>
            {
                Some(End::Door(next, facing))
            }
            _ => None,
        }
    })
}
