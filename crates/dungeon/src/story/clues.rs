//! Where the evidence lies: three pieces in three rooms for everything the party needs to know.

use mapkiln_core::{StableSort, Stream};
use mapkiln_maps::plan::{Area, DoorKind, RoomId};

use super::facts::World;
use super::{Clue, Secret, Story};

/// The pieces of evidence for each secret that matters.
const PIECES: usize = 3;

impl Story {
    /// Everything there is to find out.
    pub(super) fn list_secrets(&mut self, world: &World<'_>) {
        self.secrets.extend(self.leader.as_ref().map(|l| Secret::Leader(l.room)));
        self.secrets.extend(self.object.as_ref().map(|o| Secret::Object(o.room)));
        self.secrets.extend(world.plan.keys.iter().map(|k| Secret::Key(k.id, k.room)));
        let secret = world.plan.doors().filter(|d| d.kind == DoorKind::Secret);
        let ends = secret.filter_map(|d| {
            let rooms: Vec<RoomId> = d.joins.iter().flat_map(|a| rooms_of(world, *a)).collect();
            let near = *rooms.first()?;
            // A hidden passage joins the room before its door again: the other end is what counts.
            Some(Secret::Door(near, rooms.into_iter().rev().find(|r| *r != near)?))
        });
        self.secrets.extend(ends.take(1));
        self.secrets.push(Secret::Fall);
    }

    /// Spreads the evidence over the rooms that have something to look at.
    pub(super) fn spread_clues(&mut self, world: &World<'_>, rng: &mut Stream) {
        let mut load = vec![0usize; world.rooms.len()];
        for (number, secret) in self.secrets.iter().enumerate() {
            let target = match *secret {
                Secret::Leader(r) | Secret::Object(r) | Secret::Key(_, r) => Some(r),
                Secret::Door(..) | Secret::Fall => None,
            };
            // Nobody needs the secret door, or what befell the place, to get on.
            let needed = !matches!(secret, Secret::Door(..) | Secret::Fall);
            let wanted = if needed { PIECES } else { 2 };
            let at_door = |r: usize| matches!(*secret, Secret::Door(a, b) if [a, b].contains(&(r as RoomId)));
            let mut rooms: Vec<usize> = (0..world.rooms.len())
                .filter(|&r| Some(r as RoomId) != target && !world.rooms[r].things.is_empty())
                .collect();
            rng.shuffle(&mut rooms);
            rooms.stable_sort_by_key(|&r| (!at_door(r), load[r]));
            for room in rooms.into_iter().take(wanted) {
                load[room] += 1;
                self.clues.push(Clue { room: room as RoomId, secret: number });
            }
        }
    }
}

fn rooms_of(world: &World<'_>, area: Area) -> Vec<RoomId> {
    match area {
        Area::Room(room) => vec![room],
        Area::Corridor(id) => {
            let corridor = world.plan.levels.iter().flat_map(|l| &l.corridors).nth(id as usize);
            corridor.map(|c| c.joins.clone()).unwrap_or_default()
        }
    }
}
