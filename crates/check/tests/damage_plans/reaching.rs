//! What can be reached, with which keys.

use mapkiln_core::Rect;
use mapkiln_maps::plan::{
    Area, Corridor, Door, DoorKind, DoorPlace, Key, Outline, Plan, Room, RoomTag, Trap,
};

use super::Kinds;
use super::pick::{doors, floor, rock};

/// Changes every door of a room that fits.
pub(super) fn at_doors_of(plan: &mut Plan, room: u32, change: impl Fn(&mut mapkiln_maps::plan::Door)) {
    doors(plan).into_iter().filter(|d| d.joins.contains(&Area::Room(room))).for_each(change);
}

pub(super) fn has_stairs(plan: &Plan, room: u32) -> bool {
    let outline = plan.room(room).unwrap().outline.clone();
    plan.levels
        .iter()
        .any(|l| l.rooms.iter().any(|r| r.id == room) && l.stairs.iter().any(|s| outline.contains(s.at)))
}

pub(super) fn tagged(plan: &Plan, tag: &RoomTag) -> Option<u32> {
    plan.rooms().find(|r| r.has_tag(tag.clone())).map(|r| r.id)
}

pub(super) fn renumber(plan: &mut Plan) {
    for (id, door) in (0..).zip(plan.levels.iter_mut().flat_map(|l| &mut l.doors)) {
        door.id = id;
    }
}

pub(super) fn reach_damages(kinds: &mut Kinds) {
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

pub(super) fn closed(
    kinds: &mut Kinds,
    claim: &'static str,
    whose: &'static str,
    room: fn(&Plan) -> Option<u32>,
) {
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

/// Closes the rooms where one comes in, or every door there is: the goal is cut off either way.
pub(super) fn closed_everywhere(kinds: &mut Kinds) {
    let ways: [(&str, fn() -> DoorKind); 3] = [
        ("secret doors", || DoorKind::Secret),
        ("portcullises", || DoorKind::Portcullis),
        ("locks without a key", || DoorKind::Locked { key: None }),
    ];
    for (name, kind) in ways {
        kinds.add("goal", format!("all doors: only {name}"), move |plan, _| {
            doors(plan).into_iter().for_each(|door| door.kind = kind());
            goal_is_inside(plan)
        });
        kinds.add("goal", format!("the ways in: only {name}"), move |plan, _| {
            let here: Vec<Area> = plan.levels.iter().flat_map(|l| &l.entrances).map(|e| e.area).collect();
            let at_the_ways_in = |d: &&mut Door| d.joins.iter().any(|area| here.contains(area));
            doors(plan).into_iter().filter(at_the_ways_in).for_each(|door| door.kind = kind());
            goal_is_inside(plan)
        });
    }
}

/// Is the goal neither a way in nor joined to one by stairs?
fn goal_is_inside(plan: &Plan) -> bool {
    let Some(goal) = tagged(plan, &RoomTag::Goal) else { return false };
    let ways_in = || plan.levels.iter().flat_map(|l| &l.entrances);
    let stairs = |area: &Area| matches!(area, Area::Room(room) if has_stairs(plan, *room));
    ways_in().all(|e| e.area != Area::Room(goal) && !stairs(&e.area))
}

/// The places that one gets to through ordinary doors and arches alone.
pub(super) fn reached_without_keys(plan: &Plan) -> std::collections::BTreeSet<Area> {
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
pub(super) fn locked_room(plan: &Plan, key: u32) -> Option<u32> {
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

pub(super) fn key_damages(kinds: &mut Kinds) {
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

pub(super) fn lock_damages(kinds: &mut Kinds) {
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
            // A door between two places behind the lock still locks when the other is open.
            let before = reached_without_keys(plan);
            let outside = |d: &Door| d.joins.into_iter().any(|area| area != shared && before.contains(&area));
            if before.contains(&shared) || !outside(a) || !outside(b) {
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
