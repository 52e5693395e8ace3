//! From pieces of floor and doors to a level with corridors, forks and joined places.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::{Direction, Grid, Point};
use mapkiln_maps::plan::{Area, Corridor, Door, DoorKind, DoorPlace, Level, Outline, Room};

/// A level being put together. Rooms have their final numbers and never share cells.
pub(super) struct Draft {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) rooms: Vec<Room>,
    /// Floor outside of rooms.
    pub(super) corridors: BTreeSet<Point>,
    /// At most one per cell, with the direction through it.
    pub(super) doors: BTreeMap<Point, (Direction, DoorKind)>,
}

impl Draft {
    /// The level, and the door cells that turned out to lead nowhere and are plain floor now.
    pub(super) fn finish(mut self) -> (Level, Vec<Point>) {
        let mut places = Grid::new(self.width, self.height, None);
        for room in &self.rooms {
            for p in room.outline.cells() {
                if let Some(cell) = places.get_mut(p) {
                    *cell = Some(Area::Room(room.id));
                }
            }
        }
        self.corridors.retain(|&p| places.get(p) == Some(&None));
        self.doors.retain(|&p, _| places.get(p) == Some(&None));
        for p in self.doors.keys() {
            self.corridors.remove(p);
        }
        let opened = self.open_dead_doors(&places);
        let mut corridors = Vec::new();
        for &start in &self.corridors {
            if places[start].is_none() {
                let id = corridors.len() as u32;
                corridors.push(flood(start, id, &self.corridors, &mut places));
            }
        }
        let place = |p: Point| places.get(p).copied().flatten();
        let mut doors = Vec::new();
        for (&at, (facing, kind)) in &self.doors {
            let ends = (place(at.step(facing.opposite())), place(at.step(*facing)));
            if let (Some(from), Some(to)) = ends {
                let id = doors.len() as u32;
                let place = DoorPlace::Cell { at, facing: *facing };
                doors.push(Door::new(id, place, kind.clone(), [from, to]));
            }
        }
        let mut joined: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); corridors.len()];
        for door in &doors {
            for area in door.joins {
                if let Area::Corridor(id) = area {
                    joined[id as usize].extend(door.joins.into_iter().filter_map(room_of));
                }
            }
        }
        for (corridor, mut rooms) in corridors.iter_mut().zip(joined) {
            rooms
                .extend(corridor.cells.iter().flat_map(|p| p.beside()).filter_map(place).filter_map(room_of));
            corridor.joins = rooms.into_iter().collect();
        }
        let level = Level {
            width: self.width,
            height: self.height,
            rooms: self.rooms,
            corridors,
            doors,
            ..Level::default()
        };
        (level, opened)
    }

    /// A door needs floor in front of it and behind it. One that lacks it is turned by 90 degrees, and
    /// if that does not help it becomes floor; open ones first, since that may give others a side.
    fn open_dead_doors(&mut self, places: &Grid<Option<Area>>) -> Vec<Point> {
        let mut opened = Vec::new();
        for arches in [true, false] {
            loop {
                let before = opened.len();
                let doors: Vec<Point> = self.doors.keys().copied().collect();
                for at in doors {
                    let Some((facing, kind)) = self.doors.get_mut(&at) else { continue };
                    let floor =
                        |p: Point| places.get(p).is_some_and(Option::is_some) || self.corridors.contains(&p);
                    let leads = |way: Direction| floor(at.step(way)) && floor(at.step(way.opposite()));
                    if leads(*facing) || (*kind == DoorKind::Arch) != arches {
                        continue;
                    }
                    if leads(facing.clockwise()) {
                        *facing = facing.clockwise();
                    } else {
                        self.doors.remove(&at);
                        self.corridors.insert(at);
                        opened.push(at);
                    }
                }
                if opened.len() == before {
                    break;
                }
            }
        }
        opened
    }
}

fn room_of(area: Area) -> Option<u32> {
    match area {
        Area::Room(id) => Some(id),
        Area::Corridor(_) => None,
    }
}

/// The corridor that holds a cell.
fn flood(start: Point, id: u32, floor: &BTreeSet<Point>, places: &mut Grid<Option<Area>>) -> Corridor {
    let mut cells = vec![start];
    places[start] = Some(Area::Corridor(id));
    let mut next = 0;
    while let Some(&at) = cells.get(next) {
        next += 1;
        for p in at.beside() {
            if floor.contains(&p) && places.get(p) == Some(&None) {
                places[p] = Some(Area::Corridor(id));
                cells.push(p);
            }
        }
    }
    cells.sort_unstable_by_key(|p| (p.y, p.x));
    let ways = |p: &&Point| p.beside().iter().filter(|q| floor.contains(q)).count();
    let forks = cells.iter().filter(|p| ways(p) > 2).copied().collect();
    Corridor { id, cells, width: 1, joins: Vec::new(), forks, traps: Vec::new(), secret: false }
}

/// The outline of a room's cells. Holes are filled; of cells that do not hang together the largest
/// part is the room, and the rest is given back.
pub(super) fn outline(cells: &[Point]) -> Option<(Outline, Vec<Point>)> {
    if let Some(outline) = Outline::around(cells) {
        return Some((outline, Vec::new()));
    }
    let mut rest: BTreeSet<Point> = cells.iter().copied().collect();
    let mut parts: Vec<Vec<Point>> = Vec::new();
    while let Some(start) = rest.pop_first() {
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&at) = part.get(next) {
            next += 1;
            part.extend(at.beside().into_iter().filter(|p| rest.remove(p)));
        }
        parts.push(part);
    }
    let largest = parts.iter().enumerate().max_by_key(|(i, part)| (part.len(), parts.len() - i))?.0;
    let room = without_holes(parts.swap_remove(largest));
    let outline = Outline::around(&room)?;
    Some((outline, parts.concat()))
}

/// The cells with all that cannot be reached from outside without crossing them, even diagonally
/// between two of them: what an outline can hold.
fn without_holes(cells: Vec<Point>) -> Vec<Point> {
    let (Some(left), Some(right)) = (cells.iter().map(|p| p.x).min(), cells.iter().map(|p| p.x).max()) else {
        return cells;
    };
    let (Some(top), Some(bottom)) = (cells.iter().map(|p| p.y).min(), cells.iter().map(|p| p.y).max()) else {
        return cells;
    };
    let origin = Point::new(left - 1, top - 1);
    let mut outside = Grid::new(right - left + 3, bottom - top + 3, false);
    let mut solid = outside.clone();
    for &p in &cells {
        solid[p - origin] = true;
    }
    let mut queue = vec![Point::new(0, 0)];
    while let Some(at) = queue.pop() {
        if outside.get(at) == Some(&false) && !solid[at] {
            outside[at] = true;
            queue.extend(at.beside());
        }
    }
    outside.iter().filter(|(_, out)| !**out).map(|(p, _)| p + origin).collect()
}
