//! Rooms, walls, doors and corridors.

use mapkiln_core::{Direction, Point, Rect, Stream};
use mapkiln_maps::plan::{Area, DoorKind, DoorPlace, Outline, Plan};

use super::Kinds;
use super::pick::{a_level, a_room, cell, corridors, doors, floor, rock};

pub(super) fn rooms(kinds: &mut Kinds) {
    let overlay = |shift: Point| {
        move |plan: &mut Plan, rng: &mut Stream| {
            let (level, a) = a_room(plan, rng);
            let b = rng.index(level.rooms.len());
            let bounds = level.rooms[b].outline.bounds();
            let moved = Rect::new(bounds.x + shift.x, bounds.y + shift.y, bounds.width, bounds.height);
            if a == b
                || moved.x < 0
                || moved.y < 0
                || moved.right() > level.width
                || moved.bottom() > level.height
            {
                return false;
            }
            level.rooms[a].outline = Outline::Rect(moved);
            true
        }
    };
    for (x, y) in [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1)] {
        kinds.add("rooms", format!("a room laid over another, {x},{y}"), overlay(Point::new(x, y)));
    }
    kinds.add("rooms", "a corridor through a room", |plan, rng| {
        let (level, room) = a_room(plan, rng);
        let p = cell(&level.rooms[room], rng);
        let count = level.corridors.len();
        match level.corridors.get_mut(rng.index(count)) {
            Some(corridor) => corridor.cells.push(p),
            None => return false,
        }
        true
    });
    let polygon = |corners: &'static [(i32, i32)]| {
        move |plan: &mut Plan, rng: &mut Stream| {
            let (level, room) = a_room(plan, rng);
            let at = level.rooms[room].outline.bounds();
            let corners = corners.iter().map(|(x, y)| Point::new(at.x + x, at.y + y));
            level.rooms[room].outline = Outline::Polygon(corners.collect());
            true
        }
    };
    kinds.add(
        "rooms",
        "two squares that touch at a corner",
        polygon(&[(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (1, 2), (1, 1), (0, 1)]),
    );
    kinds.add("rooms", "a line there and back", polygon(&[(0, 0), (0, 2), (0, 0), (0, 2)]));
    kinds.add(
        "rooms",
        "twice around",
        polygon([(0, 0), (2, 0), (2, 2), (0, 2), (0, 0), (2, 0), (2, 2), (0, 2)].split_at(8).0),
    );
    kinds.add("rooms", "all of the level", |plan, rng| {
        let (level, room) = a_room(plan, rng);
        level.rooms[room].outline = Outline::Rect(Rect::new(0, 0, level.width, level.height));
        true
    });
}

pub(super) fn walls(kinds: &mut Kinds) {
    // A wall cell between two places becomes floor of a corridor.
    let breach = |direction: Direction, wanted: fn(Area, Area) -> bool| {
        move |plan: &mut Plan, rng: &mut Stream| {
            let level = a_level(plan, rng);
            let mut areas = std::collections::BTreeMap::new();
            for room in &level.rooms {
                areas.extend(room.outline.cells().into_iter().map(|p| (p, Area::Room(room.id))));
            }
            for corridor in &level.corridors {
                areas.extend(corridor.cells.iter().map(|p| (*p, Area::Corridor(corridor.id))));
            }
            let thin: Vec<Point> = areas
                .iter()
                .filter_map(|(p, here)| {
                    let wall = p.step(direction);
                    let there = areas.get(&wall.step(direction))?;
                    (!areas.contains_key(&wall) && here != there && wanted(*here, *there)).then_some(wall)
                })
                .collect();
            let (Some(&wall), false) = (rng.pick(&thin), level.corridors.is_empty()) else { return false };
            let count = level.corridors.len();
            level.corridors[rng.index(count)].cells.push(wall);
            true
        }
    };
    let any: fn(Area, Area) -> bool = |_, _| true;
    let mixed: fn(Area, Area) -> bool =
        |a, b| matches!((a, b), (Area::Room(_), Area::Corridor(_)) | (Area::Corridor(_), Area::Room(_)));
    for direction in Direction::ALL {
        kinds.add("walls", format!("a wall opened to the {direction:?}"), breach(direction, any));
        kinds.add(
            "walls",
            format!("a wall between room and corridor opened to the {direction:?}"),
            breach(direction, mixed),
        );
    }
    // A room grows until it meets something.
    for direction in Direction::ALL {
        kinds.add("walls", format!("a room grown to the {direction:?}"), move |plan, rng| {
            let (level, room) = a_room(plan, rng);
            let Outline::Rect(rect) = level.rooms[room].outline else { return false };
            let floor = floor(level);
            let bounds = Rect::new(0, 0, level.width, level.height);
            let mut grown = rect;
            loop {
                match direction {
                    Direction::North => (grown.y, grown.height) = (grown.y - 1, grown.height + 1),
                    Direction::South => grown.height += 1,
                    Direction::West => (grown.x, grown.width) = (grown.x - 1, grown.width + 1),
                    Direction::East => grown.width += 1,
                }
                if !bounds.contains_rect(grown) {
                    return false;
                }
                let new = |p: &Point| grown.contains(*p) && !rect.contains(*p);
                if floor.iter().any(new) {
                    return false;
                }
                let touches = |p: Point| p.beside().iter().any(|q| floor.contains(q) && !grown.contains(*q));
                if grown.cells().filter(|p| !rect.contains(*p)).any(touches) {
                    level.rooms[room].outline = Outline::Rect(grown);
                    return true;
                }
            }
        });
    }
}

pub(super) fn door_damages(kinds: &mut Kinds) {
    let moved = |by: Point| {
        move |plan: &mut Plan, rng: &mut Stream| {
            let level = a_level(plan, rng);
            let bounds = Rect::new(0, 0, level.width, level.height);
            let count = level.doors.len();
            let Some(door) = level.doors.get_mut(rng.index(count)) else { return false };
            let DoorPlace::Cell { at, .. } = &mut door.place else { return false };
            *at = *at + by;
            bounds.contains(*at)
        }
    };
    for (x, y) in [(2, 1), (-2, 1), (1, 2), (1, -2), (3, 3)] {
        kinds.add("doors", format!("moved by {x},{y}"), moved(Point::new(x, y)));
    }
    kinds.on("doors", "turned a quarter", doors, |door| {
        if let DoorPlace::Cell { facing, .. } = &mut door.place {
            *facing = facing.clockwise();
        }
    });
    kinds.on("doors", "turned around", doors, |door| {
        if let DoorPlace::Cell { facing, .. } = &mut door.place {
            *facing = facing.opposite();
        }
    });
    kinds.on("doors", "its places swapped", doors, |door| door.joins.reverse());
    kinds.on("doors", "both its places the same", doors, |door| door.joins[0] = door.joins[1]);
    kinds.add("doors", "leads to another room", |plan, rng| {
        let rooms = plan.rooms().count() as u32;
        let mut doors = doors(plan);
        let count = doors.len();
        let Some(door) = doors.get_mut(rng.index(count)) else { return false };
        let area = Area::Room(rng.index(rooms as usize) as u32);
        if door.joins.contains(&area) {
            return false;
        }
        door.joins[1] = area;
        true
    });
    kinds.on("doors", "on a border", doors, |door| {
        door.place = DoorPlace::Edge { at: door.place.at(), facing: door.place.facing(), width: 1 };
        door.kind = DoorKind::Door;
    });
    kinds.add("doors", "twice", |plan, _| {
        let Some(level) = plan.levels.last_mut() else { return false };
        let Some(door) = level.doors.last().cloned() else { return false };
        level.doors.push(mapkiln_maps::plan::Door { id: door.id + 1, ..door });
        true
    });
}

pub(super) fn corridor_damages(kinds: &mut Kinds) {
    kinds.on("corridors", "a cell twice", corridors, |c| c.cells.extend(c.cells.first().copied()));
    kinds.on("corridors", "no cells", corridors, |c| c.cells.clear());
    kinds.on("corridors", "no width", corridors, |c| c.width = 0);
    kinds.on("corridors", "too wide", corridors, |c| c.width = 40);
    kinds.on("corridors", "absurdly wide", corridors, |c| c.width = u32::MAX);
    kinds.on("corridors", "a fork outside", corridors, |c| c.forks.push(Point::new(0, 0)));
    kinds.on("corridors", "a room named twice", corridors, |c| {
        c.joins.extend(c.joins.first().copied().or(Some(0)));
    });
    kinds.add("corridors", "one room fewer", |plan, rng| {
        let mut list: Vec<_> = corridors(plan).into_iter().filter(|c| !c.joins.is_empty()).collect();
        let count = list.len();
        list.get_mut(rng.index(count)).map(|c| c.joins.pop()).is_some()
    });
    kinds.add("corridors", "one room too many", |plan, rng| {
        let rooms = plan.rooms().count() as u32;
        let mut list = corridors(plan);
        let count = list.len();
        let Some(corridor) = list.get_mut(rng.index(count)) else { return false };
        let Some(room) = (0..rooms).find(|r| !corridor.joins.contains(r)) else { return false };
        corridor.joins.push(room);
        true
    });
    kinds.add("corridors", "a cell far away", |plan, rng| {
        let level = a_level(plan, rng);
        let p = rock(level, rng);
        let count = level.corridors.len();
        let Some(corridor) = level.corridors.get_mut(rng.index(count)) else { return false };
        if corridor.cells.is_empty() || corridor.cells.iter().any(|q| q.manhattan(p) < 3) {
            return false;
        }
        corridor.cells.push(p);
        true
    });
    kinds.add("corridors", "cut in two", |plan, rng| {
        let mut list: Vec<_> =
            corridors(plan).into_iter().filter(|c| c.width == 1 && c.cells.len() > 6).collect();
        let count = list.len();
        let Some(corridor) = list.get_mut(rng.index(count)) else { return false };
        let inner: Vec<usize> = (0..corridor.cells.len())
            .filter(|i| corridor.cells.iter().filter(|q| q.manhattan(corridor.cells[*i]) == 1).count() == 2)
            .collect();
        let straight = |i: &&usize| {
            let p = corridor.cells[**i];
            let has = |d: Direction| corridor.cells.contains(&p.step(d));
            (has(Direction::North) && has(Direction::South)) || (has(Direction::East) && has(Direction::West))
        };
        let Some(&at) = inner.iter().find(straight) else { return false };
        // A ring stays in one piece without one of its cells.
        let rest: Vec<Point> = corridor.cells.iter().copied().filter(|p| *p != corridor.cells[at]).collect();
        let mut left: std::collections::BTreeSet<Point> = rest.iter().copied().collect();
        let mut stack = vec![rest[0]];
        left.remove(&rest[0]);
        while let Some(p) = stack.pop() {
            stack.extend(p.beside().into_iter().filter(|q| left.remove(q)));
        }
        if left.is_empty() {
            return false;
        }
        corridor.cells = rest;
        true
    });
}
