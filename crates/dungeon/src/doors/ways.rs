//! What leads where in a plan.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_maps::plan::{Area, DoorKind, KeyId, Plan, RoomId};

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
