//! What can be reached without force and without finding anything hidden.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_maps::plan::{Area, Door, DoorKind, KeyId, Plan, RoomId, RoomTag};

/// How far a party gets from the entrances.
pub(crate) struct Reach {
    pub(crate) areas: BTreeSet<Area>,
    pub(crate) keys: BTreeSet<KeyId>,
}

impl Reach {
    /// Explores all that is open, picks keys up, and goes on until nothing new opens.
    pub(crate) fn of(plan: &Plan) -> Reach {
        let mut reach = Reach { areas: BTreeSet::new(), keys: BTreeSet::new() };
        let mut front: Vec<Area> = entrances(plan).into_iter().map(Area::Room).collect();
        let ways = ways(plan);
        let stairs = stairs(plan);
        loop {
            while let Some(area) = front.pop() {
                if !reach.areas.insert(area) {
                    continue;
                }
                if let Area::Room(room) = area {
                    reach.keys.extend(plan.keys.iter().filter(|k| k.room == room).map(|k| k.id));
                    front.extend(stairs.iter().filter(|s| s.0 == room).map(|s| Area::Room(s.1)));
                }
                for door in ways.get(&area).into_iter().flatten() {
                    if passable(&door.kind, &reach.keys) {
                        front.extend(door.joins);
                    }
                }
            }
            let opened = plan.doors().find(|d| {
                passable(&d.kind, &reach.keys)
                    && d.joins.iter().filter(|a| reach.areas.contains(a)).count() == 1
            });
            match opened {
                Some(door) => front.extend(door.joins),
                None => return reach,
            }
        }
    }

    pub(crate) fn has(&self, room: RoomId) -> bool {
        self.areas.contains(&Area::Room(room))
    }
}

/// The rooms with a way in from outside.
pub(crate) fn entrances(plan: &Plan) -> Vec<RoomId> {
    let tagged: Vec<RoomId> = plan.rooms().filter(|r| r.has_tag(RoomTag::Entrance)).map(|r| r.id).collect();
    if !tagged.is_empty() {
        return tagged;
    }
    let found = plan.levels.iter().flat_map(|l| &l.entrances);
    found.filter_map(|e| if let Area::Room(r) = e.area { Some(r) } else { None }).collect()
}

pub(crate) fn passable(kind: &DoorKind, keys: &BTreeSet<KeyId>) -> bool {
    match kind {
        DoorKind::Locked { key } => key.is_some_and(|k| keys.contains(&k)),
        kind => kind.opens_freely(),
    }
}

fn ways(plan: &Plan) -> BTreeMap<Area, Vec<&Door>> {
    let mut ways: BTreeMap<Area, Vec<&Door>> = BTreeMap::new();
    for door in plan.doors() {
        for area in door.joins {
            ways.entry(area).or_default().push(door);
        }
    }
    ways
}

/// Rooms joined by stairs, in the direction of each flight.
fn stairs(plan: &Plan) -> Vec<(RoomId, RoomId)> {
    let room_at =
        |level: usize, p| plan.levels.get(level)?.rooms.iter().find(|r| r.outline.contains(p)).map(|r| r.id);
    let flights = plan.levels.iter().enumerate().flat_map(|(n, l)| l.stairs.iter().map(move |s| (n, s)));
    flights
        .filter_map(|(n, s)| {
            let to = s.to_level.zip(s.to).and_then(|(level, p)| room_at(level, p))?;
            Some((room_at(n, s.at)?, to))
        })
        .collect()
}
