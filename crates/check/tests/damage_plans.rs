//! Plans damaged in many ways, each by a seed: every damage is found by the claim it breaks.

#![allow(clippy::type_complexity, clippy::unwrap_used)]

mod common;

use common::{Sample, faults};
use mapkiln_core::{Direction, Point, Rect, Seed, Stream, map_indexed};
use mapkiln_maps::plan::{
    Area, Corridor, CreatureSize, DoorKind, DoorPlace, Feature, FeatureKind, Key, Level, Light, Monsters,
    Outline, Parcel, Plan, Room, RoomTag, Thing, ThingKind, Trap,
};
use mapkiln_maps::{AnyMap, Rgb};

/// Damages a plan; false if this one cannot be damaged so.
type Damage = Box<dyn Fn(&mut Plan, &mut Stream) -> bool + Sync + Send>;

struct Kinds(Vec<(&'static str, String, Damage)>);

impl Kinds {
    fn add(
        &mut self,
        claim: &'static str,
        name: impl Into<String>,
        damage: impl Fn(&mut Plan, &mut Stream) -> bool + Sync + Send + 'static,
    ) {
        self.0.push((claim, name.into(), Box::new(damage)));
    }

    /// A damage of something that is picked from a list.
    fn on<T: 'static>(
        &mut self,
        claim: &'static str,
        name: impl Into<String>,
        list: impl Fn(&mut Plan) -> Vec<&mut T> + Sync + Send + 'static,
        damage: impl Fn(&mut T) + Sync + Send + 'static,
    ) {
        self.add(claim, name, move |plan, rng| {
            let mut things = list(plan);
            let count = things.len();
            match things.get_mut(rng.index(count)) {
                Some(thing) => damage(thing),
                None => return false,
            }
            true
        });
    }
}

fn doors(plan: &mut Plan) -> Vec<&mut mapkiln_maps::plan::Door> {
    plan.levels.iter_mut().flat_map(|l| &mut l.doors).collect()
}

fn corridors(plan: &mut Plan) -> Vec<&mut Corridor> {
    plan.levels.iter_mut().flat_map(|l| &mut l.corridors).collect()
}

fn stairs(plan: &mut Plan) -> Vec<&mut mapkiln_maps::plan::Stairs> {
    plan.levels.iter_mut().flat_map(|l| &mut l.stairs).filter(|s| s.to.is_some()).collect()
}

fn entrances(plan: &mut Plan) -> Vec<&mut mapkiln_maps::plan::Entrance> {
    plan.levels.iter_mut().flat_map(|l| &mut l.entrances).collect()
}

fn monsters(plan: &mut Plan) -> Vec<&mut Monsters> {
    plan.rooms_mut().flat_map(|r| &mut r.contents.monsters).collect()
}

/// Monsters whose challenge rating says exactly what they are worth.
fn known(plan: &mut Plan) -> Vec<&mut Monsters> {
    monsters(plan).into_iter().filter(|m| !["", "0"].contains(&m.challenge.as_str())).collect()
}

fn roaming(plan: &mut Plan) -> Vec<&mut Monsters> {
    plan.wandering.iter_mut().filter(|m| m.xp > 0).collect()
}

fn valuables(plan: &mut Plan) -> Vec<&mut Parcel> {
    parcels(plan).into_iter().filter(|p| p.rarity.is_empty()).collect()
}

fn parcels(plan: &mut Plan) -> Vec<&mut Parcel> {
    plan.rooms_mut().flat_map(|r| &mut r.contents.parcels).collect()
}

fn items(plan: &mut Plan) -> Vec<&mut Parcel> {
    parcels(plan).into_iter().filter(|p| !p.rarity.is_empty()).collect()
}

fn a_level<'p>(plan: &'p mut Plan, rng: &mut Stream) -> &'p mut Level {
    let count = plan.levels.len();
    &mut plan.levels[rng.index(count)]
}

fn a_room<'p>(plan: &'p mut Plan, rng: &mut Stream) -> (&'p mut Level, usize) {
    let level = a_level(plan, rng);
    let room = rng.index(level.rooms.len());
    (level, room)
}

fn floor(level: &Level) -> std::collections::BTreeSet<Point> {
    let rooms = level.rooms.iter().flat_map(|r| r.outline.cells());
    rooms.chain(level.corridors.iter().flat_map(|c| c.cells.iter().copied())).collect()
}

fn rock(level: &Level, rng: &mut Stream) -> Point {
    let floor = floor(level);
    let doors: Vec<Point> = level.doors.iter().map(|d| d.place.at()).collect();
    loop {
        let p = Point::new(rng.between(0, level.width - 1), rng.between(0, level.height - 1));
        if !floor.contains(&p) && !doors.contains(&p) {
            return p;
        }
    }
}

fn cell(room: &Room, rng: &mut Stream) -> Point {
    *rng.pick(&room.outline.cells()).unwrap()
}

/// The cells of a room just inside its doors.
fn thresholds(level: &Level, room: &Room) -> Vec<Point> {
    let here = Area::Room(room.id);
    let inside = |d: &mapkiln_maps::plan::Door| match d.place {
        DoorPlace::Cell { at, facing } if d.joins[0] == here => Some(at.step(facing.opposite())),
        DoorPlace::Cell { at, facing } if d.joins[1] == here => Some(at.step(facing)),
        _ => None,
    };
    level.doors.iter().filter_map(inside).collect()
}

fn rooms(kinds: &mut Kinds) {
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

fn walls(kinds: &mut Kinds) {
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

fn door_damages(kinds: &mut Kinds) {
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

fn corridor_damages(kinds: &mut Kinds) {
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

fn thing_damages(kinds: &mut Kinds) {
    let put = |kind: ThingKind, place: fn(&Level, &Room, &mut Stream) -> Point| {
        move |plan: &mut Plan, rng: &mut Stream| {
            let (level, room) = a_room(plan, rng);
            let at = place(level, &level.rooms[room], rng);
            let thing = Thing::new(kind, at, Direction::South);
            if !Rect::new(0, 0, level.width, level.height).contains_rect(thing.footprint()) {
                return false;
            }
            level.things.push(thing);
            true
        }
    };
    kinds.add("things", "a barrel in the rock", put(ThingKind::Barrel, |l, _, rng| rock(l, rng)));
    kinds.add("things", "a rug in the rock", put(ThingKind::Rug, |l, _, rng| rock(l, rng)));
    kinds.add(
        "things",
        "an idol half in the wall",
        put(ThingKind::Idol, |_, r, _| {
            let b = r.outline.bounds();
            r.outline.cells().into_iter().filter(|p| p.x == b.right() - 1).max().unwrap()
        }),
    );
    kinds.add(
        "things",
        "a bed half in the wall",
        put(ThingKind::Bed, |_, r, _| {
            let b = r.outline.bounds();
            r.outline.cells().into_iter().filter(|p| p.y == b.bottom() - 1).max().unwrap()
        }),
    );
    for kind in [ThingKind::Crate, ThingKind::Statue] {
        kinds.add("things", format!("two of {kind:?} in one place"), move |plan, rng| {
            let (level, room) = a_room(plan, rng);
            let at = cell(&level.rooms[room], rng);
            for _ in 0..2 {
                level.things.push(Thing::new(kind, at, Direction::South));
            }
            true
        });
    }
    kinds.add("things", "a table of the wrong size", |plan, rng| {
        let (level, room) = a_room(plan, rng);
        let at = cell(&level.rooms[room], rng);
        level.things.push(Thing { size: [1, 1], ..Thing::new(ThingKind::LongTable, at, Direction::South) });
        true
    });
    kinds.add("things", "a light that is brighter than it is seen", |plan, rng| {
        let (level, room) = a_room(plan, rng);
        let at = cell(&level.rooms[room], rng);
        let light = Some(Light { bright: 40, dim: 10, colour: Rgb([255, 200, 90]) });
        level.things.push(Thing { light, ..Thing::new(ThingKind::Torch, at, Direction::South) });
        true
    });
    kinds.add("things", "water in the rock", |plan, rng| {
        let level = a_level(plan, rng);
        let at = rock(level, rng);
        level.features.push(Feature { kind: FeatureKind::Water, cells: vec![at] });
        true
    });
    kinds.add("things", "a pillar nowhere", |plan, rng| {
        a_level(plan, rng).features.push(Feature { kind: FeatureKind::Pillar, cells: Vec::new() });
        true
    });
    kinds.add("things", "a trap outside its room", |plan, rng| {
        let (level, room) = a_room(plan, rng);
        let at = rock(level, rng);
        level.rooms[room].contents.traps.push(Trap { at: Some(at), ..Trap::default() });
        true
    });
    kinds.add("things", "a trap of a corridor in a room", |plan, rng| {
        let (level, room) = a_room(plan, rng);
        let at = cell(&level.rooms[room], rng);
        let count = level.corridors.len();
        let Some(corridor) = level.corridors.get_mut(rng.index(count)) else { return false };
        corridor.traps.push(Trap { at: Some(at), ..Trap::default() });
        true
    });
    kinds.add("things", "two traps in one cell", |plan, rng| {
        let (level, room) = a_room(plan, rng);
        let at = cell(&level.rooms[room], rng);
        for _ in 0..2 {
            level.rooms[room].contents.traps.push(Trap { at: Some(at), ..Trap::default() });
        }
        true
    });
}

fn path_damages(kinds: &mut Kinds) {
    use FeatureKind::{Altar, Pillar, Pit, Statue, Well};
    for kind in [Altar, Pillar, Pit, Statue, Well] {
        kinds.add("paths", format!("{kind:?} behind a door"), move |plan, rng| {
            let (level, room) = a_room(plan, rng);
            let cells = thresholds(level, &level.rooms[room]);
            let Some(&at) = rng.pick(&cells) else { return false };
            level.features.push(Feature { kind, cells: vec![at] });
            true
        });
    }
    for kind in [ThingKind::Barrel, ThingKind::Statue, ThingKind::Throne, ThingKind::Well] {
        kinds.add("paths", format!("{kind:?} behind a door"), move |plan, rng| {
            let (level, room) = a_room(plan, rng);
            let cells = thresholds(level, &level.rooms[room]);
            let Some(&at) = rng.pick(&cells) else { return false };
            level.things.push(Thing::new(kind, at, Direction::South));
            true
        });
    }
    kinds.add("paths", "a boulder at the entrance", |plan, rng| {
        let list: Vec<Point> = plan.levels[0].entrances.iter().map(|e| e.at).collect();
        let Some(&at) = rng.pick(&list) else { return false };
        plan.levels[0].things.push(Thing::new(ThingKind::Boulder, at, Direction::South));
        true
    });
    for across in [true, false] {
        kinds.add("paths", format!("a row of pits through a room, {across}"), move |plan, rng| {
            let (level, room) = a_room(plan, rng);
            let exits = thresholds(level, &level.rooms[room]);
            let along = |p: &Point| if across { p.x } else { p.y };
            let (Some(low), Some(high)) = (exits.iter().map(along).min(), exits.iter().map(along).max())
            else {
                return false;
            };
            if high - low < 2 {
                return false;
            }
            let line = low + 1;
            let cells = level.rooms[room].outline.cells().into_iter().filter(|p| along(p) == line).collect();
            level.features.push(Feature { kind: Pit, cells });
            true
        });
    }
}

fn way_damages(kinds: &mut Kinds) {
    kinds.on("ways", "stairs that arrive elsewhere", stairs, |s| s.to = s.to.map(|p| p + Point::new(1, 0)));
    kinds.on("ways", "stairs the other way", stairs, |s| {
        use mapkiln_maps::plan::Vertical::{Down, Up};
        s.way = if s.way == Up { Down } else { Up };
    });
    kinds.on("ways", "stairs to no cell", stairs, |s| s.to = None);
    kinds.on("ways", "stairs to no level", stairs, |s| s.to_level = None);
    kinds.on("ways", "stairs to level 1", stairs, |s| s.to_level = Some(usize::from(s.to_level == Some(0))));
    kinds.add("ways", "stairs in the rock", |plan, rng| {
        let Some(level) = plan.levels.iter_mut().find(|l| l.stairs.iter().any(|s| s.to.is_some())) else {
            return false;
        };
        let at = rock(level, rng);
        level.stairs.iter_mut().find(|s| s.to.is_some()).unwrap().at = at;
        true
    });
    kinds.add("ways", "only one flight of two", |plan, _| {
        let Some(level) = plan.levels.iter_mut().find(|l| l.stairs.iter().any(|s| s.to.is_some())) else {
            return false;
        };
        let at = level.stairs.iter().position(|s| s.to.is_some()).unwrap();
        level.stairs.remove(at);
        true
    });
    kinds.add("ways", "stairs twice", |plan, _| {
        let Some(level) = plan.levels.iter_mut().find(|l| !l.stairs.is_empty()) else { return false };
        level.stairs.push(level.stairs[0].clone());
        true
    });
    kinds.add("ways", "an entrance in the rock", |plan, rng| {
        let at = rock(&plan.levels[0], rng);
        let mut list = entrances(plan);
        let count = list.len();
        list.get_mut(rng.index(count)).map(|e| e.at = at).is_some()
    });
    kinds.on("ways", "an entrance into another room", entrances, |e| {
        e.area = Area::Room(u32::from(e.area == Area::Room(0)));
    });
    kinds.add("ways", "an entrance in another room", |plan, rng| {
        let (level, room) = a_room(plan, rng);
        let (at, here) = (cell(&level.rooms[room], rng), Area::Room(level.rooms[room].id));
        match level.entrances.iter_mut().find(|e| e.area != here) {
            Some(entrance) => entrance.at = at,
            None => return false,
        }
        true
    });
    kinds.add("ways", "no entrance where one is said to be", |plan, _| {
        let tagged = plan.rooms().any(|r| r.has_tag(RoomTag::Entrance));
        plan.levels[0].entrances.clear();
        tagged
    });
    kinds.add("ways", "a room called an entrance", |plan, _| {
        let taken: Vec<Area> = plan.levels[0].entrances.iter().map(|e| e.area).collect();
        match plan.rooms_mut().find(|r| !taken.contains(&Area::Room(r.id)) && !r.has_tag(RoomTag::Entrance)) {
            Some(room) => room.tags.push(RoomTag::Entrance),
            None => return false,
        }
        true
    });
}

/// Changes every door of a room that fits.
fn at_doors_of(plan: &mut Plan, room: u32, change: impl Fn(&mut mapkiln_maps::plan::Door)) {
    doors(plan).into_iter().filter(|d| d.joins.contains(&Area::Room(room))).for_each(change);
}

fn has_stairs(plan: &Plan, room: u32) -> bool {
    let outline = plan.room(room).unwrap().outline.clone();
    plan.levels
        .iter()
        .any(|l| l.rooms.iter().any(|r| r.id == room) && l.stairs.iter().any(|s| outline.contains(s.at)))
}

fn tagged(plan: &Plan, tag: &RoomTag) -> Option<u32> {
    plan.rooms().find(|r| r.has_tag(tag.clone())).map(|r| r.id)
}

fn renumber(plan: &mut Plan) {
    for (id, door) in (0..).zip(plan.levels.iter_mut().flat_map(|l| &mut l.doors)) {
        door.id = id;
    }
}

fn reach_damages(kinds: &mut Kinds) {
    // Rooms without an entrance and without stairs.
    fn inner(plan: &Plan) -> Vec<u32> {
        let taken: Vec<Area> = plan.levels.iter().flat_map(|l| &l.entrances).map(|e| e.area).collect();
        plan.rooms()
            .map(|r| r.id)
            .filter(|r| !taken.contains(&Area::Room(*r)) && !has_stairs(plan, *r))
            .collect()
    }
    kinds.add("reachable", "a room without doors", |plan, rng| {
        let Some(&room) = rng.pick(&inner(plan)) else { return false };
        plan.levels.iter_mut().for_each(|l| l.doors.retain(|d| !d.joins.contains(&Area::Room(room))));
        renumber(plan);
        true
    });
    for quarter in 0..2 {
        kinds.add("reachable", format!("all doors of a room turned aside, {quarter}"), move |plan, rng| {
            let Some(&room) = rng.pick(&inner(plan)) else { return false };
            at_doors_of(plan, room, |door| {
                if let DoorPlace::Cell { facing, .. } = &mut door.place {
                    *facing = if quarter == 0 { facing.clockwise() } else { facing.clockwise().opposite() };
                }
            });
            true
        });
    }
    for side in [1, 2, 3] {
        kinds.add("reachable", format!("a room of {side} cells in the rock"), move |plan, rng| {
            let Some(level) = plan.levels.last_mut() else { return false };
            let at = rock(level, rng);
            let floor = floor(level);
            let rect = Rect::new(at.x, at.y, side, 1);
            let inside = Rect::new(0, 0, level.width, level.height).contains_rect(rect);
            if !inside || rect.grown(1).cells().any(|p| floor.contains(&p)) {
                return false;
            }
            let id = level.rooms.last().map_or(0, |r| r.id + 1);
            level.rooms.push(Room::new(id, Outline::Rect(rect)));
            true
        });
        kinds.add("reachable", format!("a corridor of {side} cells in the rock"), move |plan, rng| {
            let Some(level) = plan.levels.last_mut() else { return false };
            let at = rock(level, rng);
            let floor = floor(level);
            let rect = Rect::new(at.x, at.y, 1, side);
            let inside = Rect::new(0, 0, level.width, level.height).contains_rect(rect);
            let Some(id) = level.corridors.last().map(|c| c.id + 1) else { return false };
            if !inside || rect.grown(1).cells().any(|p| floor.contains(&p)) {
                return false;
            }
            let cells = rect.cells().collect();
            level.corridors.push(Corridor {
                id,
                cells,
                width: 1,
                joins: vec![],
                forks: vec![],
                traps: vec![],
                secret: false,
            });
            true
        });
    }
    kinds.add("reachable", "no way to the next level", |plan, _| {
        let several = plan.levels.len() > 1;
        plan.levels.iter_mut().for_each(|l| l.stairs.clear());
        several
    });
}

fn closed(kinds: &mut Kinds, claim: &'static str, whose: &'static str, room: fn(&Plan) -> Option<u32>) {
    let ways: [(&str, fn() -> DoorKind); 4] = [
        ("secret doors", || DoorKind::Secret),
        ("portcullises", || DoorKind::Portcullis),
        ("locks without a key", || DoorKind::Locked { key: None }),
        ("bars inside", || DoorKind::Barred),
    ];
    for (name, kind) in ways {
        kinds.add(claim, format!("{whose}: only {name}"), move |plan, _| {
            let Some(room) = room(plan).filter(|r| !has_stairs(plan, *r)) else { return false };
            let outside = plan.levels.iter().flat_map(|l| &l.entrances).all(|e| e.area != Area::Room(room));
            if !outside {
                return false;
            }
            at_doors_of(plan, room, |door| {
                door.kind = kind();
                if door.kind == DoorKind::Barred && door.joins[0] != Area::Room(room) {
                    door.joins.reverse();
                    door.place = door.place.turned();
                }
            });
            true
        });
    }
    kinds.add(claim, format!("{whose}: no doors"), move |plan, _| {
        let Some(room) = room(plan).filter(|r| !has_stairs(plan, *r)) else { return false };
        if plan.levels.iter().flat_map(|l| &l.entrances).any(|e| e.area == Area::Room(room)) {
            return false;
        }
        plan.levels.iter_mut().for_each(|l| l.doors.retain(|d| !d.joins.contains(&Area::Room(room))));
        renumber(plan);
        true
    });
}

/// The places that one gets to through ordinary doors and arches alone.
fn reached_without_keys(plan: &Plan) -> std::collections::BTreeSet<Area> {
    let mut seen: std::collections::BTreeSet<Area> =
        plan.levels.iter().flat_map(|l| &l.entrances).map(|e| e.area).collect();
    let open = |d: &&mapkiln_maps::plan::Door| matches!(d.kind, DoorKind::Door | DoorKind::Arch);
    loop {
        let before = seen.len();
        for door in plan.doors().filter(open) {
            if door.joins.iter().any(|area| seen.contains(area)) {
                seen.extend(door.joins);
            }
        }
        if seen.len() == before {
            return seen;
        }
    }
}

/// The room that a key's lock closes: the one at all its doors.
fn locked_room(plan: &Plan, key: u32) -> Option<u32> {
    let doors: Vec<_> = plan.doors().filter(|d| d.kind == DoorKind::Locked { key: Some(key) }).collect();
    let first = doors.first()?;
    first.joins.into_iter().find_map(|area| match area {
        Area::Room(id)
            if doors.iter().all(|d| d.joins.contains(&area))
                && !plan.doors().any(|d| d.joins.contains(&area) && d.kind.opens_freely()) =>
        {
            Some(id)
        }
        _ => None,
    })
}

fn key_damages(kinds: &mut Kinds) {
    for nth in 0..3 {
        kinds.add("keys", format!("key {nth} behind its own lock"), move |plan, _| {
            let (Some(room), true) = (locked_room(plan, nth), (nth as usize) < plan.keys.len()) else {
                return false;
            };
            let barred =
                plan.doors().any(|d| d.joins.contains(&Area::Room(room)) && d.kind == DoorKind::Barred);
            plan.keys[nth as usize].room = room;
            !barred
        });
    }
    closed(kinds, "keys", "the room of the first key", |plan| plan.keys.first().map(|k| k.room));
    closed(kinds, "keys", "the room of the last key", |plan| plan.keys.last().map(|k| k.room));
}

fn lock_damages(kinds: &mut Kinds) {
    let ways: [(&str, fn() -> DoorKind); 6] = [
        ("doors", || DoorKind::Door),
        ("arches", || DoorKind::Arch),
        ("portcullises", || DoorKind::Portcullis),
        ("trapped doors", || DoorKind::Trapped { trap: Trap::default() }),
        ("locks without a key", || DoorKind::Locked { key: None }),
        ("secret doors", || DoorKind::Secret),
    ];
    for (name, kind) in ways {
        kinds.add("locks", format!("all locks of a key become {name}"), move |plan, rng| {
            if plan.keys.is_empty() {
                return false;
            }
            let key = rng.index(plan.keys.len()) as u32;
            for door in doors(plan) {
                if door.kind == (DoorKind::Locked { key: Some(key) }) {
                    door.kind = kind();
                }
            }
            true
        });
    }
    for (name, kind) in &ways[..2] {
        let kind = *kind;
        kinds.add("locks", format!("one of several locks becomes {name}"), move |plan, rng| {
            // With one key only, no other lock stands before this one.
            let [_] = plan.keys.as_slice() else { return false };
            let locked: Vec<_> =
                plan.doors().filter(|d| matches!(d.kind, DoorKind::Locked { .. })).cloned().collect();
            let [a, b] = locked.as_slice() else { return false };
            // Two ways into the same place: one open way makes the other lock useless.
            let Some(shared) = a.joins.into_iter().find(|area| b.joins.contains(area)) else { return false };
            if reached_without_keys(plan).contains(&shared) {
                return false;
            }
            let index = rng.index(2);
            let mut locked: Vec<_> =
                doors(plan).into_iter().filter(|d| matches!(d.kind, DoorKind::Locked { .. })).collect();
            locked[index].kind = kind();
            reached_without_keys(plan).contains(&shared)
        });
    }
    kinds.add("locks", "a key for nothing", |plan, rng| {
        let room = rng.index(plan.rooms().count()) as u32;
        let id = plan.keys.len() as u32;
        plan.keys.push(Key { id, name: "useless key".into(), room });
        true
    });
    kinds.add("locks", "one key for two rooms, the other for none", |plan, _| {
        if plan.keys.len() < 2 {
            return false;
        }
        for door in doors(plan) {
            if door.kind == (DoorKind::Locked { key: Some(1) }) {
                door.kind = DoorKind::Locked { key: Some(0) };
            }
        }
        true
    });
}

fn content_damages(kinds: &mut Kinds) {
    kinds.on("budget", "a hundred times as many", known, |m| m.count = m.count * 100 + 1000);
    kinds.on("budget", "four thousand million", known, |m| m.count = u32::MAX);
    kinds.on("budget", "none", known, |m| m.count = 0);
    kinds.on("budget", "one point more", known, |m| m.xp += 11);
    kinds.on("budget", "all points", known, |m| m.xp = u32::MAX);
    kinds.on("budget", "half the points", known, |m| m.xp = m.xp / 2 + 1);
    kinds.on("budget", "a challenge that there is not", known, |m| m.challenge = "1/3".into());
    kinds.on("budget", "a challenge of 31", known, |m| m.challenge = "31".into());
    kinds.on("budget", "a challenge in words", known, |m| m.challenge = "hard".into());
    kinds.on("budget", "another challenge", known, |m| {
        m.challenge = if m.challenge == "30" { "1" } else { "30" }.into();
    });
    kinds.on("budget", "an army on the way", roaming, |m| m.count = m.count * 1000 + 1000);
    kinds.on("budget", "nobody on the way", roaming, |m| m.count = 0);

    let placed =
        |name: &'static str, damage: fn(&Level, &Room, &mut Monsters, &mut Stream) -> bool| (name, damage);
    let creatures = [
        placed("outside the room", |level, _, m, rng| {
            (m.count, m.at) = (1, vec![rock(level, rng)]);
            true
        }),
        placed("more places than creatures", |_, room, m, rng| {
            (m.count, m.at) = (1, vec![cell(room, rng), cell(room, rng)]);
            true
        }),
        placed("fewer places than creatures", |_, room, m, rng| {
            (m.count, m.at) = (3, vec![cell(room, rng)]);
            true
        }),
        placed("two on one square", |_, room, m, rng| {
            let at = cell(room, rng);
            (m.count, m.at) = (2, vec![at, at]);
            true
        }),
        placed("five tiny ones on one square", |_, room, m, rng| {
            let at = cell(room, rng);
            (m.count, m.at, m.size) = (5, vec![at; 5], CreatureSize::Tiny);
            true
        }),
        placed("a large one in the wall", |_, room, m, _| {
            let b = room.outline.bounds();
            let at = room.outline.cells().into_iter().filter(|p| p.x == b.right() - 1).max().unwrap();
            (m.count, m.at, m.size) = (1, vec![at], CreatureSize::Large);
            true
        }),
        placed("a huge one in the wall", |_, room, m, _| {
            let b = room.outline.bounds();
            let at = room.outline.cells().into_iter().filter(|p| p.y == b.bottom() - 1).max().unwrap();
            (m.count, m.at, m.size) = (1, vec![at], CreatureSize::Huge);
            true
        }),
        placed("a thousand large ones", |_, _, m, _| {
            (m.count, m.size) = (1000, CreatureSize::Large);
            true
        }),
        placed("forty gargantuan ones", |_, room, m, _| {
            (m.count, m.size) = (40, CreatureSize::Gargantuan);
            room.outline.area() < 640
        }),
        placed("one more that overlaps", |_, room, m, rng| {
            let at = cell(room, rng);
            (m.count, m.at, m.size) = (2, vec![at, at], CreatureSize::Small);
            true
        }),
    ];
    for (name, damage) in creatures {
        kinds.add("creatures", name, move |plan, rng| {
            let (level, room) = a_room(plan, rng);
            let mut monsters = Monsters::new("Owlbear", 1);
            if !damage(level, &level.rooms[room], &mut monsters, rng) {
                return false;
            }
            level.rooms[room].contents.enemies = true;
            level.rooms[room].contents.monsters = vec![monsters];
            true
        });
    }
    kinds.on("treasure", "a thousand times the gold", valuables, |p| {
        p.gold = p.gold.saturating_mul(1_000_000).max(3_000_000);
    });
    kinds.on("treasure", "all the gold there is", valuables, |p| p.gold = u32::MAX);
    kinds.on("treasure", "no name", parcels, |p| p.name.clear());
    kinds.on("treasure", "a blank name", parcels, |p| p.name = " ".into());
    kinds.on("treasure", "an item worth one more", items, |p| p.gold += 1);
    kinds.on("treasure", "an item worth nothing", items, |p| p.gold = 0);
    kinds.on("treasure", "an item worth twice as much", items, |p| p.gold *= 2);
    kinds.on("treasure", "a rarity that there is not", items, |p| p.rarity = "shiny".into());
    kinds.on("treasure", "another rarity", items, |p| {
        p.rarity = if p.rarity == "legendary" { "common" } else { "legendary" }.into();
    });
    kinds.on("treasure", "coins that are rare", valuables, |p| {
        p.rarity = "rare".into();
        p.gold = 7;
    });
    kinds.add("treasure", "twenty items more", |plan, rng| {
        let (level, room) = a_room(plan, rng);
        level.rooms[room].contents.treasure = true;
        for n in 0..20 {
            let name = format!("Wand {n}");
            level.rooms[room].contents.parcels.push(Parcel {
                name,
                gold: 400,
                rarity: "uncommon".into(),
                ..Parcel::default()
            });
        }
        true
    });
}

fn text_damages(kinds: &mut Kinds) {
    let ends = [
        "It leads to room 99.",
        "Leva às salas 98 e 99.",
        "Room 0 is cold.",
        "They came from {place}.",
        "A door TODO here.",
        "It  smells.",
        "It smells , too.",
        "undefined",
        "This is **bold and never ends.",
        "Rooms 97, 98 and 99 are empty.",
        "It ends here..",
    ];
    for end in ends {
        kinds.add("text", end, move |plan, rng| {
            let (level, room) = a_room(plan, rng);
            let text = &mut level.rooms[room].description;
            let text = if rng.percent(50) { &mut text.aloud } else { &mut text.secret };
            text.push(' ');
            text.push_str(end);
            true
        });
    }
    kinds.add("text", "other numbers than there are", |plan, rng| {
        let mut list: Vec<&mut Room> = plan.rooms_mut().filter(|r| !r.contents.monsters.is_empty()).collect();
        let count = list.len();
        let Some(room) = list.get_mut(rng.index(count)) else { return false };
        let name = room.contents.monsters[0].name.clone();
        room.description.secret = format!("Here are 77 × {name}");
        true
    });
    kinds.add("text", "a fact about no room", |plan, _| {
        plan.front.push(mapkiln_maps::plan::Entry {
            lead: "Hook".into(),
            text: "Go.".into(),
            facts: vec!["r999.exit.w".into()],
        });
        true
    });
}

fn document_damages(kinds: &mut Kinds) {
    kinds.add("document", "a room's number", |p, rng| {
        let (level, room) = a_room(p, rng);
        level.rooms[room].id += 1;
        true
    });
    kinds.on("document", "a door's number", doors, |d| d.id += 1);
    kinds.on("document", "a corridor's number", corridors, |c| c.id += 1);
    kinds.add("document", "no width", |p, rng| {
        a_level(p, rng).width = 0;
        true
    });
    kinds.add("document", "a huge width", |p, rng| {
        a_level(p, rng).width = i32::MAX;
        true
    });
    kinds.on("document", "a door to no room", doors, |d| d.joins[0] = Area::Room(9999));
    kinds.on("document", "a lock of no key", doors, |d| d.kind = DoorKind::Locked { key: Some(9999) });
    kinds.on("document", "a corridor outside", corridors, |c| c.cells.push(Point::new(-1, 0)));
    kinds.on("document", "an entrance outside", entrances, |e| e.at = Point::new(i32::MAX, i32::MIN));
    kinds.on("document", "monsters that are none", monsters, |_| {});
    kinds.0.pop();
    kinds.add("document", "a room outside", |p, rng| {
        let (level, room) = a_room(p, rng);
        level.rooms[room].outline = Outline::Rect(Rect::new(i32::MAX - 1, 0, 3, 3));
        true
    });
    kinds.add("document", "an outline of three corners", |p, rng| {
        let (level, room) = a_room(p, rng);
        level.rooms[room].outline = Outline::Polygon(vec![Point::new(0, 0); 3]);
        true
    });
}

fn all() -> Kinds {
    let mut kinds = Kinds(Vec::new());
    rooms(&mut kinds);
    walls(&mut kinds);
    door_damages(&mut kinds);
    corridor_damages(&mut kinds);
    thing_damages(&mut kinds);
    path_damages(&mut kinds);
    way_damages(&mut kinds);
    reach_damages(&mut kinds);
    closed(&mut kinds, "goal", "the goal", |plan| tagged(plan, &RoomTag::Goal));
    // A bar may be a way around the lock of the goal, so that only the proof breaks.
    closed(&mut kinds, "keys", "the goal's key", |plan| {
        let goal = tagged(plan, &RoomTag::Goal)?;
        let key = plan.keys.iter().find(|k| locked_room(plan, k.id) == Some(goal))?;
        Some(key.room)
    });
    key_damages(&mut kinds);
    lock_damages(&mut kinds);
    content_damages(&mut kinds);
    text_damages(&mut kinds);
    document_damages(&mut kinds);
    kinds
}

#[test]
fn every_damage_is_found() {
    const SAMPLES: usize = 40;
    const EACH: usize = 20;
    let samples: Vec<Sample> = map_indexed(true, SAMPLES, common::dungeon);
    let kinds = all();
    let results = map_indexed(true, kinds.0.len(), |k| {
        let (claim, name, damage) = &kinds.0[k];
        let (mut applied, mut missed) = (0, Vec::new());
        for n in 0..4 * EACH {
            let sample = &samples[n % SAMPLES];
            let mut rng = Seed::from(name.as_str()).stream("damage", n as u64);
            let mut plan = sample.plan().clone();
            if applied == EACH || !damage(&mut plan, &mut rng) || plan == *sample.plan() {
                continue;
            }
            applied += 1;
            let verdict = sample.judge(&AnyMap::Plan(plan));
            let found = verdict.faults().any(|(c, _)| c == *claim || c == "document");
            if !found {
                missed.push(format!("{claim}: {name} on {}: {:?}", sample.name, faults(&verdict)));
            }
        }
        (*claim, name.clone(), applied, missed)
    });
    let missed: Vec<String> = results.iter().flat_map(|r| r.3.iter().cloned()).collect();
    let idle: Vec<&String> = results.iter().filter(|r| r.2 == 0).map(|r| &r.1).collect();
    let total: usize = results.iter().map(|r| r.2).sum();
    println!("{total} damages of {} kinds", results.len());
    assert!(
        missed.is_empty(),
        "{} of {total} missed:\n{}",
        missed.len(),
        missed[..missed.len().min(30)].join("\n")
    );
    assert!(idle.is_empty(), "never applied: {idle:?}");
    for claim in mapkiln_check::CLAIMS.iter().filter(|c| c.on.contains(&mapkiln_check::Kind::Plan)) {
        let count = results.iter().filter(|r| r.0 == claim.name).count();
        assert!(
            count >= 10 || ["players", "words"].contains(&claim.name),
            "{}: {count} kinds of damage",
            claim.name
        );
    }
}
