//! What leads where in a plan.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_maps::plan::{Area, DoorKind, KeyId, Plan, RoomId, RoomTag};

/// Where each area leads, and through which door; stairs have none.
pub(super) type Ways<'p> = BTreeMap<Area, Vec<(Area, Option<&'p DoorKind>)>>;

/// The ways of a plan: doors, and stairs between levels.
pub(super) fn ways(plan: &Plan) -> Ways<'_> {
    let mut ways: Ways<'_> = BTreeMap::new();
    for door in plan.doors() {
        let [a, b] = door.joins;
        ways.entry(a).or_default().push((b, Some(&door.kind)));
        ways.entry(b).or_default().push((a, Some(&door.kind)));
    }
    for (from, to) in stairs(plan) {
        ways.entry(Area::Room(from)).or_default().push((Area::Room(to), None));
    }
    ways
}

/// Rooms joined by stairs, in the direction of each flight.
pub(super) fn stairs(plan: &Plan) -> Vec<(RoomId, RoomId)> {
    let room_at =
        |level: usize, p| plan.levels.get(level)?.rooms.iter().find(|r| r.outline.contains(p)).map(|r| r.id);
    let mut pairs = Vec::new();
    for (number, level) in plan.levels.iter().enumerate() {
        for stairs in &level.stairs {
            let to = stairs.to_level.zip(stairs.to).and_then(|(level, p)| room_at(level, p));
            if let (Some(from), Some(to)) = (room_at(number, stairs.at), to) {
                pairs.push((from, to));
            }
        }
    }
    pairs
}

/// Can a door be passed with these keys, without force and without finding anything hidden?
pub(super) fn passable(kind: Option<&DoorKind>, keys: &BTreeSet<KeyId>) -> bool {
    match kind {
        None => true,
        Some(DoorKind::Locked { key }) => key.is_some_and(|key| keys.contains(&key)),
        Some(kind) => kind.opens_freely(),
    }
}

/// The rooms that can be reached from a room without a key: through open doors and those whose bar is
/// on the near side, not through secret ones or by force.
pub(crate) fn within_reach(plan: &Plan, from: RoomId) -> BTreeSet<RoomId> {
    let mut seen = BTreeSet::from([Area::Room(from)]);
    let mut stack = vec![Area::Room(from)];
    let stairs = stairs(plan);
    while let Some(area) = stack.pop() {
        let doors = plan.doors().filter_map(|d| {
            let side = d.joins.iter().position(|a| *a == area)?;
            let opens = d.kind.opens_freely() || (d.kind == DoorKind::Barred && side == 0);
            opens.then_some(d.joins[1 - side])
        });
        let flights = stairs.iter().filter(|s| Area::Room(s.0) == area).map(|s| Area::Room(s.1));
        for next in doors.chain(flights) {
            if seen.insert(next) {
                stack.push(next);
            }
        }
    }
    let room = |area: Area| if let Area::Room(id) = area { Some(id) } else { None };
    seen.into_iter().filter_map(room).collect()
}

/// The rooms that no one reaches without a key, a picklock or a hidden way.
pub(crate) fn behind_locks(plan: &Plan) -> BTreeSet<RoomId> {
    let ways = ways(plan);
    let entrances = plan.rooms().filter(|r| r.has_tag(RoomTag::Entrance)).map(|r| Area::Room(r.id));
    let mut stack: Vec<Area> = entrances.collect();
    let mut seen: BTreeSet<Area> = stack.iter().copied().collect();
    while let Some(area) = stack.pop() {
        for (next, kind) in ways.get(&area).into_iter().flatten() {
            let shut = matches!(kind, Some(DoorKind::Locked { .. } | DoorKind::Secret));
            if !shut && seen.insert(*next) {
                stack.push(*next);
            }
        }
    }
    plan.rooms().map(|r| r.id).filter(|id| !seen.contains(&Area::Room(*id))).collect()
}

/// The rooms next to a room: through a door, along a corridor or over stairs, secret ones included.
pub(crate) fn rooms_beside(plan: &Plan, room: RoomId) -> Vec<RoomId> {
    let mut found = BTreeSet::new();
    for door in plan.doors().filter(|d| d.joins.contains(&Area::Room(room))) {
        for area in door.joins {
            match area {
                Area::Room(other) => {
                    found.insert(other);
                }
                Area::Corridor(id) => {
                    let corridor = plan.levels.iter().flat_map(|l| &l.corridors).nth(id as usize);
                    found.extend(corridor.into_iter().flat_map(|c| c.joins.iter().copied()));
                }
            }
        }
    }
    for (a, b) in stairs(plan) {
        if a == room {
            found.insert(b);
        }
    }
    found.remove(&room);
    found.into_iter().collect()
}
