//! Corridors and doors: joining rooms, and taking ways away.

use std::collections::BTreeSet;

use mapkiln_core::Point;
use mapkiln_maps::plan::{
    AbilityCheck, Area, Corridor, CorridorId, Door, DoorKind, DoorPlace, Level, Plan, RoomId,
};

use crate::error::Error;
use crate::route::{End, Route, route};

/// A way that a room had, to be dug again elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) to: RoomId,
    pub(crate) secret: bool,
    /// The corridor that it ran into, if that still leads to other rooms.
    pub(crate) via: Option<CorridorId>,
    /// The doors at the two ends.
    pub(crate) doors: [Leaf; 2],
}

impl Link {
    /// A new way to a room, with ordinary doors.
    pub(crate) fn new(to: RoomId) -> Link {
        Link { to, secret: false, via: None, doors: [Leaf::default(), Leaf::default()] }
    }
}

/// What a door is, without its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaf {
    pub(crate) kind: DoorKind,
    checks: Vec<AbilityCheck>,
    /// Does it join its own room second? Then that is not the side of its bar.
    second: bool,
}

impl Leaf {
    fn of(door: &Door, room: RoomId) -> Leaf {
        let second = door.joins[0] != Area::Room(room);
        Leaf { kind: door.kind.clone(), checks: door.checks.clone(), second }
    }

    fn arch() -> Leaf {
        Leaf { kind: DoorKind::Arch, ..Leaf::default() }
    }

    /// A door out of its room, which `place` faces away from.
    fn door(self, id: u32, place: DoorPlace, room: Area, beyond: Area) -> Door {
        let (place, joins) =
            if self.second { (place.turned(), [beyond, room]) } else { (place, [room, beyond]) };
        Door { checks: self.checks, ..Door::new(id, place, self.kind, joins) }
    }
}

/// The number of the level with a room.
pub(crate) fn level_of(plan: &Plan, room: RoomId) -> Result<usize, Error> {
    let found = plan.levels.iter().position(|l| l.rooms.iter().any(|r| r.id == room));
    found.ok_or_else(|| Error::missing("room", room, plan.rooms().count()))
}

/// Takes all ways of a room away and says what they were.
pub(crate) fn unlink(level: &mut Level, room: RoomId) -> Vec<Link> {
    let here = Area::Room(room);
    let mut links = Vec::new();
    let mut gone: BTreeSet<CorridorId> = BTreeSet::new();
    let doors: Vec<Door> = level.doors.iter().filter(|d| d.joins.contains(&here)).cloned().collect();
    for door in &doors {
        let other = door.joins[usize::from(door.joins[0] == here)];
        match other {
            Area::Room(to) => {
                let doors = [Leaf::of(door, room), Leaf::arch()];
                links.push(Link { to, secret: false, via: None, doors });
            }
            Area::Corridor(id) if gone.contains(&id) => {}
            Area::Corridor(id) => {
                let Some(corridor) = level.corridors.iter().find(|c| c.id == id) else { continue };
                let far = |to: RoomId| level.doors.iter().find(|d| is_between(d, Area::Room(to), other));
                let opens = |to: &RoomId| far(*to).is_none_or(|d| d.kind.opens_freely());
                let others: Vec<RoomId> = corridor.joins.iter().copied().filter(|r| *r != room).collect();
                // Where several rooms lie at the corridor, the way leads to one that is open.
                let Some(&to) = others.iter().find(|r| opens(r)).or(others.first()) else {
                    gone.insert(id);
                    continue;
                };
                let far_leaf = far(to).map_or_else(Leaf::default, |d| Leaf::of(d, to));
                let stays = others.len() > 1;
                let via = stays.then_some(id);
                links.push(Link {
                    to,
                    secret: corridor.secret,
                    via,
                    doors: [Leaf::of(door, room), far_leaf],
                });
                if !stays {
                    gone.insert(id);
                }
            }
        }
    }
    level.doors.retain(|d| !d.joins.contains(&here) && !d.joins.iter().any(|a| is_gone(*a, &gone)));
    level.corridors.retain(|c| !gone.contains(&c.id));
    for corridor in &mut level.corridors {
        corridor.joins.retain(|r| *r != room);
    }
    prune(level);
    links
}

/// Takes a corridor with its doors away and says how to join its rooms again: each to one whose
/// door opens freely, so that no lock comes between two others.
pub(crate) fn fill(level: &mut Level, id: CorridorId) -> Vec<(RoomId, Link)> {
    let here = Area::Corridor(id);
    let secret = level.corridors.iter().any(|c| c.id == id && c.secret);
    let ends = level.doors.iter().filter(|d| d.joins.contains(&here)).filter_map(|d| {
        d.joins.iter().find_map(|a| if let Area::Room(r) = a { Some((*r, Leaf::of(d, *r))) } else { None })
    });
    let ends: Vec<(RoomId, Leaf)> = ends.collect();
    level.doors.retain(|d| !d.joins.contains(&here));
    level.corridors.retain(|c| c.id != id);
    let hub = ends.iter().position(|(_, leaf)| leaf.kind.opens_freely()).unwrap_or(0);
    let Some((to, far)) = ends.get(hub).cloned() else { return Vec::new() };
    let others = ends.into_iter().filter(|(room, _)| *room != to);
    others.map(|(room, near)| (room, Link { to, secret, via: None, doors: [near, far.clone()] })).collect()
}

fn is_gone(area: Area, gone: &BTreeSet<CorridorId>) -> bool {
    matches!(area, Area::Corridor(id) if gone.contains(&id))
}

fn is_between(door: &Door, a: Area, b: Area) -> bool {
    door.joins.contains(&a) && door.joins.contains(&b)
}

/// Shortens corridors that lead nowhere since a door of theirs is gone.
fn prune(level: &mut Level) {
    let doors: BTreeSet<Point> = level.doors.iter().map(|d| d.place.at()).collect();
    for corridor in &mut level.corridors {
        // Dead ends that were dug on purpose belong to corridors with fewer than two rooms.
        if corridor.width > 1 || corridor.joins.len() < 2 {
            continue;
        }
        let mut cells: BTreeSet<Point> = corridor.cells.iter().copied().collect();
        loop {
            let is_end = |p: &Point| {
                p.beside().iter().filter(|q| cells.contains(q)).count() <= 1
                    && !p.beside().iter().any(|q| doors.contains(q))
            };
            let ends: Vec<Point> = cells.iter().copied().filter(is_end).collect();
            if ends.is_empty() {
                break;
            }
            for p in ends {
                cells.remove(&p);
            }
        }
        corridor.cells.retain(|p| cells.contains(p));
        corridor.forks.retain(|p| p.beside().iter().filter(|q| cells.contains(q)).count() > 2);
        corridor.traps.retain(|t| t.at.is_none_or(|p| cells.contains(&p)));
    }
}

/// Digs a way as a link says. New doors and corridors get numbers beyond all others.
pub(crate) fn join(level: &mut Level, from: RoomId, link: &Link) -> Result<(), Error> {
    let no_way = || Error::NoWay { from: from + 1, to: link.to + 1 };
    let [near, far] = link.doors.clone();
    // A way may run into a corridor that it ran into before, or into one that is open to its room.
    let merges = |id: CorridorId| {
        let open = |d: &Door| d.joins.contains(&Area::Corridor(id)) && d.joins.contains(&Area::Room(link.to));
        let opens = |d: &Door| d.kind.opens_freely() && open(d);
        match link.via {
            Some(via) => via == id,
            None => far.kind.opens_freely() && level.doors.iter().any(opens),
        }
    };
    let route = route(level, from, link.to, link.via.is_none(), &merges);
    let route = match (route, link.via) {
        (None, Some(_)) => route_anywhere(level, from, link),
        (route, _) => route,
    };
    let route = route.ok_or_else(no_way)?;
    let next_door = level.doors.iter().map(|d| d.id).max().map_or(1_000_000, |n| n.max(999_999) + 1);
    let next_corridor = level.corridors.iter().map(|c| c.id).max().map_or(1_000_000, |n| n.max(999_999) + 1);
    let here = Area::Room(from);
    let there = Area::Room(link.to);
    let (at, facing) = route.door;
    let place = DoorPlace::Cell { at, facing };
    match route.end {
        // One door does for both: the one that is harder to open.
        End::Room if near.kind.opens_freely() && !far.kind.opens_freely() => {
            level.doors.push(far.door(next_door, place.turned(), there, here));
        }
        End::Room => level.doors.push(near.door(next_door, place, here, there)),
        End::Corridor(id) => {
            level.doors.push(near.door(next_door, place, here, Area::Corridor(id)));
            if let Some(corridor) = level.corridors.iter_mut().find(|c| c.id == id) {
                corridor.cells.extend(&route.cells);
                corridor.joins.push(from);
                corridor.joins.sort_unstable();
                corridor.joins.dedup();
            }
        }
        End::Door(end, into) => {
            let corridor = Area::Corridor(next_corridor);
            level.doors.push(near.door(next_door, place, here, corridor));
            let place = DoorPlace::Cell { at: end, facing: into.opposite() };
            level.doors.push(far.door(next_door + 1, place, there, corridor));
            let mut joins = vec![from, link.to];
            joins.sort_unstable();
            level.corridors.push(Corridor {
                id: next_corridor,
                cells: route.cells,
                width: 1,
                joins,
                forks: Vec::new(),
                traps: Vec::new(),
                secret: link.secret,
            });
        }
    }
    Ok(())
}

/// The way to the room itself, for a link whose corridor cannot be reached any more.
fn route_anywhere(level: &Level, from: RoomId, link: &Link) -> Option<Route> {
    route(level, from, link.to, true, &|_| false)
}

/// Numbers rooms, corridors and doors from 0 in the order of their lists.
pub(crate) fn renumber(plan: &mut Plan) {
    let rooms: Vec<u32> = plan.rooms().map(|r| r.id).collect();
    let corridors: Vec<u32> = plan.levels.iter().flat_map(|l| &l.corridors).map(|c| c.id).collect();
    let new = |ids: &[u32], old: u32| ids.iter().position(|id| *id == old).map(|n| n as u32);
    let area = |old: Area| match old {
        Area::Room(id) => new(&rooms, id).map(Area::Room),
        Area::Corridor(id) => new(&corridors, id).map(Area::Corridor),
    };
    let mut doors = 0;
    for level in &mut plan.levels {
        for room in &mut level.rooms {
            room.id = new(&rooms, room.id).unwrap_or_default();
        }
        for corridor in &mut level.corridors {
            corridor.id = new(&corridors, corridor.id).unwrap_or_default();
            corridor.joins = corridor.joins.iter().filter_map(|r| new(&rooms, *r)).collect();
        }
        level.doors.retain_mut(|door| {
            let [Some(a), Some(b)] = door.joins.map(area) else { return false };
            door.joins = [a, b];
            door.id = doors;
            doors += 1;
            true
        });
        level.entrances.retain_mut(|e| area(e.area).map(|a| e.area = a).is_some());
    }
    plan.keys.retain_mut(|key| new(&rooms, key.room).map(|r| key.room = r).is_some());
    let keys: Vec<u32> = plan.keys.iter().map(|k| k.id).collect();
    for (n, key) in (0..).zip(&mut plan.keys) {
        key.id = n;
    }
    for door in plan.levels.iter_mut().flat_map(|l| &mut l.doors) {
        if let DoorKind::Locked { key } = &mut door.kind {
            *key = key.and_then(|k| new(&keys, k));
        }
    }
}
