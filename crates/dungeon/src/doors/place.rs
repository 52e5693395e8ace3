//! What closes each door, and where the keys are.
//!
//! A lock closes a whole room: all its open doors get the same lock. So no lock can be walked
//! around, and its key may lie anywhere outside. Doors that merely shorten a way may be barred or
//! become a portcullis. Each change is kept only if the solver still proves that the goal can be
//! reached from every entrance.

use std::collections::BTreeSet;

use mapkiln_core::{Seed, StableSort, Stream};
use mapkiln_maps::plan::{Area, Door, DoorKind, Key, KeyId, Plan, RoomId};

use super::cut::cut;
use super::solve::solve;
use super::ways::{passable, stairs, ways, within_reach};

/// Ways to place all doors and keys that are tried until every lock that was asked for is there.
const ATTEMPTS: u64 = 6;

/// The widest open border, in cells, that a gate with a lock can close.
const WIDEST_GATE: u32 = 2;

/// How often doors are of each kind, in percent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DoorOdds {
    /// Open arches among ordinary doors.
    pub(crate) arches: u32,
    /// Barred doors among doors that nobody needs.
    pub(crate) barred: u32,
    /// Portcullises among doors that nobody needs.
    pub(crate) portcullises: u32,
}

/// Gives every door of a plan its kind.
pub(crate) struct DoorPlacer<'a> {
    pub(crate) entrances: &'a [RoomId],
    pub(crate) goal: RoomId,
    /// Rooms that get no key.
    pub(crate) without_keys: &'a [RoomId],
    /// Rooms to lock, the goal first.
    pub(crate) locks: usize,
    pub(crate) odds: DoorOdds,
}

impl DoorPlacer<'_> {
    /// Settles every door of a plan whose secret doors are known. Of several tries the first with
    /// all locks counts, or else one that closes the goal and has the most.
    pub(crate) fn place(&self, plan: &mut Plan, seed: &Seed) {
        let mut best: Option<(bool, usize, Plan)> = None;
        for attempt in 0..ATTEMPTS {
            let mut tried = plan.clone();
            self.try_to_place(&mut tried, attempt, &mut seed.stream("doors", attempt));
            let open = |&e: &RoomId| within_reach(&tried, e).contains(&self.goal);
            let (closed, keys) = (!self.entrances.iter().any(open), tried.keys.len());
            if best.as_ref().is_none_or(|b| (closed, keys) > (b.0, b.1)) {
                best = Some((closed, keys, tried));
            }
            if best.as_ref().is_some_and(|b| b.1 >= self.locks && (b.0 || self.locks == 0)) {
                break;
            }
        }
        if let Some((_, _, placed)) = best {
            *plan = placed;
        }
    }

    fn try_to_place(&self, plan: &mut Plan, attempt: u64, rng: &mut Stream) {
        let count = plan.doors().count();
        let ordinary =
            |plan: &Plan, id: usize| plan.doors().nth(id).is_some_and(|d| d.kind == DoorKind::Door);
        let odds = self.odds;
        for id in 0..count {
            if !ordinary(plan, id) {
                continue;
            }
            let kind = match rng.below(100) as u32 {
                n if n < odds.barred => DoorKind::Barred,
                n if n < odds.barred + odds.portcullises => DoorKind::Portcullis,
                _ => continue,
            };
            set(plan, id, kind);
            // A door that is needed stays: every room must stay in reach.
            if !all_open(plan, self.entrances) {
                set(plan, id, DoorKind::Door);
            }
        }
        for id in 0..count {
            if ordinary(plan, id) && rng.percent(odds.arches) {
                set(plan, id, DoorKind::Arch);
            }
        }
        self.lock_rooms(plan, attempt >= ATTEMPTS / 2, rng);
        bar_the_far_side(plan, self.entrances);
    }

    /// Locks rooms one after the other: the goal, then the room of its key, and so on, or some other
    /// room if that one cannot be locked.
    fn lock_rooms(&self, plan: &mut Plan, crowded: bool, rng: &mut Stream) {
        let stairs = stairs(plan);
        let open_to_stairs = |room: &RoomId| stairs.iter().any(|(a, b)| a == room || b == room);
        let mut locked: Vec<RoomId> = Vec::new();
        let mut next = self.goal;
        for _ in 0..self.locks {
            let mut targets: Vec<RoomId> = plan.rooms().map(|r| r.id).filter(|r| *r != next).collect();
            rng.shuffle(&mut targets);
            // If the goal itself cannot be locked, a room on every way to it may do.
            if locked.is_empty() {
                targets.stable_sort_by_key(|r| !separates(plan, *r, self.entrances, self.goal));
            }
            targets.insert(0, next);
            targets.retain(|r| !self.entrances.contains(r) && !locked.contains(r) && !open_to_stairs(r));
            targets.retain(|r| can_be_locked(plan, *r));
            let mut found = None;
            if locked.is_empty() {
                // The first lock closes the goal: its own doors, those of a room before it, or the
                // fewest doors that part it from every entrance.
                let parts = |r: &RoomId| *r == self.goal || separates(plan, *r, self.entrances, self.goal);
                let close: Vec<RoomId> = targets.iter().copied().filter(parts).collect();
                found = close
                    .into_iter()
                    .find_map(|target| Some((target, self.lock_room(plan, target, &locked, crowded, rng)?)));
                if found.is_none() {
                    let gate = |d: &Door| d.place.width() <= WIDEST_GATE;
                    found = cut(plan, self.entrances, self.goal, gate).and_then(|doors| {
                        Some((self.goal, self.lock_doors(plan, &doors, self.goal, &locked, crowded, rng)?))
                    });
                }
            }
            let found = found.or_else(|| {
                targets
                    .into_iter()
                    .find_map(|target| Some((target, self.lock_room(plan, target, &locked, crowded, rng)?)))
            });
            let Some((target, key)) = found else { return };
            locked.push(target);
            next = key;
        }
    }

    /// Locks one room and returns the room where its key lies; changes nothing if that cannot be.
    /// Rooms may have several keys if there are too many locks for anything else.
    fn lock_room(
        &self,
        plan: &mut Plan,
        target: RoomId,
        locked: &[RoomId],
        crowded: bool,
        rng: &mut Stream,
    ) -> Option<RoomId> {
        // A bar would let somebody in without the key.
        let shut = |d: &Door| d.kind.opens_freely() || d.kind == DoorKind::Barred;
        let of_room = |d: &Door| d.joins.contains(&Area::Room(target)) && shut(d);
        let doors: Vec<usize> =
            plan.doors().enumerate().filter(|(_, d)| of_room(d)).map(|(i, _)| i).collect();
        self.lock_doors(plan, &doors, target, locked, crowded, rng)
    }

    /// Locks some doors with one key, and returns the room where it lies; changes nothing if that
    /// cannot be.
    fn lock_doors(
        &self,
        plan: &mut Plan,
        doors: &[usize],
        target: RoomId,
        locked: &[RoomId],
        crowded: bool,
        rng: &mut Stream,
    ) -> Option<RoomId> {
        let before = plan.clone();
        let key = plan.keys.len() as KeyId;
        for &door in doors {
            set(plan, door, DoorKind::Locked { key: Some(key) });
        }
        // Rooms that every entrance leads to without this key.
        let common = self.entrances.iter().map(|&e| reached(plan, Area::Room(e)));
        let common = common.reduce(|a, b| a.intersection(&b).copied().collect()).unwrap_or_default();
        let mut places: Vec<RoomId> = common
            .into_iter()
            .filter(|r| !self.entrances.contains(r) && *r != target && *r != self.goal)
            .filter(|r| crowded || plan.keys.iter().all(|k| k.room != *r))
            .filter(|r| !self.without_keys.contains(r) && (crowded || !locked.contains(r)))
            .collect();
        rng.shuffle(&mut places);
        // Far from where it is needed, so that the search is worth a walk.
        places.stable_sort_by_key(|&r| std::cmp::Reverse(apart(plan, r, target)));
        places.truncate(3);
        if let (Some(&room), false) = (rng.pick(&places), doors.is_empty()) {
            plan.keys.push(Key { id: key, name: String::new(), room });
            let solved = |from: Area| {
                let rooms = reached(plan, from);
                rooms.contains(&self.goal) && plan.keys.iter().all(|k| rooms.contains(&k.room))
            };
            if self.entrances.iter().all(|&e| solve(plan, e, self.goal).is_some()) && halls(plan).all(solved)
            {
                return Some(room);
            }
        }
        *plan = before;
        None
    }
}

/// Does every way from every entrance to the goal go through a room?
fn separates(plan: &Plan, room: RoomId, entrances: &[RoomId], goal: RoomId) -> bool {
    let mut without = plan.clone();
    for door in without.levels.iter_mut().flat_map(|l| &mut l.doors) {
        if door.joins.contains(&Area::Room(room)) {
            door.kind = DoorKind::Locked { key: None };
        }
    }
    entrances.iter().all(|&e| !within_reach(&without, e).contains(&goal))
}

/// Are all ways into a room narrow enough for a door or a gate?
fn can_be_locked(plan: &Plan, room: RoomId) -> bool {
    plan.doors().filter(|d| d.joins.contains(&Area::Room(room))).all(|d| d.place.width() <= WIDEST_GATE)
}

/// Turns barred doors so that the bar is on the side that is reached later: from there the door
/// becomes a shortcut back. The bar is on the side of the first place that a door joins.
fn bar_the_far_side(plan: &mut Plan, entrances: &[RoomId]) {
    let mut order: Vec<Area> = entrances.iter().map(|&e| Area::Room(e)).collect();
    let mut seen: BTreeSet<Area> = order.iter().copied().collect();
    let ways = ways(plan);
    let mut next = 0;
    while let Some(area) = order.get(next).copied() {
        next += 1;
        for &(beside, kind) in ways.get(&area).into_iter().flatten() {
            let walked = kind.is_none_or(|k| k.opens_freely() || matches!(k, DoorKind::Locked { .. }));
            if walked && seen.insert(beside) {
                order.push(beside);
            }
        }
    }
    let met = |area: &Area| order.iter().position(|a| a == area).unwrap_or(order.len());
    for door in plan.levels.iter_mut().flat_map(|l| &mut l.doors).filter(|d| d.kind == DoorKind::Barred) {
        if met(&door.joins[0]) < met(&door.joins[1]) {
            door.joins.reverse();
            door.place = door.place.turned();
        }
    }
}

fn set(plan: &mut Plan, id: usize, kind: DoorKind) {
    if let Some(door) = plan.levels.iter_mut().flat_map(|l| &mut l.doors).nth(id) {
        door.kind = kind;
    }
}

/// Can every room be reached from every entrance?
fn all_open(plan: &Plan, entrances: &[RoomId]) -> bool {
    let rooms = entrances.iter().map(|&e| Area::Room(e));
    rooms.chain(halls(plan)).all(|e| reached(plan, e).len() == plan.rooms().count())
}

/// The corridors that an entrance leads into.
fn halls(plan: &Plan) -> impl Iterator<Item = Area> {
    let entrances = plan.levels.iter().flat_map(|level| &level.entrances);
    entrances.map(|e| e.area).filter(|area| matches!(area, Area::Corridor(_)))
}

/// The rooms that can be reached from a place with the keys found on the way.
fn reached(plan: &Plan, from: Area) -> BTreeSet<RoomId> {
    let ways = ways(plan);
    let mut keys: BTreeSet<KeyId> = BTreeSet::new();
    loop {
        let mut seen = BTreeSet::from([from]);
        let mut stack = vec![from];
        while let Some(area) = stack.pop() {
            for &(next, kind) in ways.get(&area).into_iter().flatten() {
                if passable(kind, &keys) && seen.insert(next) {
                    stack.push(next);
                }
            }
        }
        let before = keys.len();
        keys.extend(plan.keys.iter().filter(|k| seen.contains(&Area::Room(k.room))).map(|k| k.id));
        if keys.len() == before {
            let room = |area: &Area| if let Area::Room(id) = area { Some(*id) } else { None };
            return seen.iter().filter_map(room).collect();
        }
    }
}

/// Cells between the middles of two rooms; rooms of other levels are far.
fn apart(plan: &Plan, a: RoomId, b: RoomId) -> u32 {
    let place = |id: RoomId| {
        plan.levels.iter().enumerate().find_map(|(level, l)| {
            l.rooms.iter().find(|r| r.id == id).map(|r| (level as u32, r.outline.centre()))
        })
    };
    match (place(a), place(b)) {
        (Some((la, pa)), Some((lb, pb))) => pa.manhattan(pb) + 200 * la.abs_diff(lb),
        _ => 0,
    }
}
