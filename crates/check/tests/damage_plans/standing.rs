//! What stands in rooms, the ways around it, and stairs.

use mapkiln_core::{Direction, Point, Rect, Stream};
use mapkiln_maps::Rgb;
use mapkiln_maps::plan::{
    Area, Feature, FeatureKind, Level, Light, Plan, Room, RoomTag, Thing, ThingKind, Trap,
};

use super::Kinds;
use super::pick::{a_level, a_room, cell, corridors, entrances, rock, stairs, thresholds};

pub(super) fn thing_damages(kinds: &mut Kinds) {
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

pub(super) fn path_damages(kinds: &mut Kinds) {
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

pub(super) fn way_damages(kinds: &mut Kinds) {
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
