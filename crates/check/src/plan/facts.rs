//! What the facts behind a text name, looked up in the plan.
//!
//! Every sentence of a maker carries the names of what it is about: `r4` is room 4, `r4.monsters.0` its
//! first group of creatures, `r4.exit.n.d12.locked.7` its locked door to room 7, `k1.in.r4` the key that
//! lies there. A `!` before a name says that the sentence is a rumour that is false.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::Point;
use mapkiln_maps::Language;
use mapkiln_maps::plan::{
    Area, DoorKind, Exit, FeatureKind, Key, Monsters, Plan, Role, Room, RoomId, ThingKind,
};

use super::view::PlanView;

/// The most pairs of rooms and doors whose exits are looked up.
const MOST_WORK: usize = 30_000_000;

/// A plan by what facts name.
pub(super) struct Known<'p> {
    pub(super) plan: &'p Plan,
    pub(super) rooms: Vec<&'p Room>,
    /// The ways out of each room with their names as facts; none if there are too many doors.
    exits: Option<Vec<Vec<(Exit<'p>, String)>>>,
    things: BTreeSet<(RoomId, String)>,
    features: BTreeSet<(RoomId, &'static str)>,
    lit: BTreeSet<RoomId>,
    /// The numbers of rooms beside a secret door, of rooms with a leader, and with a magic item.
    secret: BTreeSet<u64>,
    leaders: BTreeSet<u64>,
    objects: BTreeSet<u64>,
    keys: BTreeMap<RoomId, Vec<&'p Key>>,
}

impl<'p> Known<'p> {
    pub(super) fn new(view: &PlanView<'p>) -> Self {
        let plan = view.plan;
        let rooms: Vec<&Room> = plan.rooms().collect();
        let work = |l: &mapkiln_maps::plan::Level| {
            l.rooms.len().saturating_mul(rooms.len() + l.doors.len() + l.corridors.len())
        };
        let small = plan.levels.iter().map(work).fold(0, usize::saturating_add) <= MOST_WORK;
        let exits_of =
            |room: &&'p Room| plan.exits(room).into_iter().zip(plan.exit_facts(room)).collect::<Vec<_>>();
        let exits = small.then(|| rooms.iter().map(exits_of).collect());
        let mut known = Known {
            plan,
            rooms,
            exits,
            things: BTreeSet::new(),
            features: BTreeSet::new(),
            lit: BTreeSet::new(),
            secret: BTreeSet::new(),
            leaders: BTreeSet::new(),
            objects: BTreeSet::new(),
            keys: BTreeMap::new(),
        };
        for room in &known.rooms {
            let number = u64::from(room.id) + 1;
            if room.contents.monsters.iter().any(|m| m.boss) {
                known.leaders.insert(number);
            }
            if room.contents.parcels.iter().any(|p| !p.rarity.is_empty()) {
                known.objects.insert(number);
            }
        }
        for key in &plan.keys {
            known.keys.entry(key.room).or_default().push(key);
        }
        for (number, level) in plan.levels.iter().enumerate() {
            let room_at = |at: Point| match view.area_at(number, at) {
                Some(Area::Room(id)) => Some(id),
                _ => None,
            };
            for thing in &level.things {
                // A niche is in the wall that it faces away from.
                let niche = thing.kind == ThingKind::BurialNiche;
                let at = room_at(thing.at).or_else(|| room_at(thing.at.step(thing.facing)).filter(|_| niche));
                let Some(room) = at else { continue };
                known.things.insert((room, thing.kind.name(Language::English).replace(' ', "_")));
                if thing.light.is_some() {
                    known.lit.insert(room);
                }
            }
            for feature in &level.features {
                for room in feature.cells.iter().filter_map(|p| room_at(*p)) {
                    known.features.insert((room, feature.kind.name()));
                    if feature.kind == FeatureKind::Light {
                        known.lit.insert(room);
                    }
                }
            }
            for door in level.doors.iter().filter(|d| d.kind == DoorKind::Secret) {
                for area in door.joins {
                    match area {
                        Area::Room(id) => drop(known.secret.insert(u64::from(id) + 1)),
                        Area::Corridor(id) => {
                            let corridor = level.corridors.iter().find(|c| c.id == id);
                            let joined = corridor.into_iter().flat_map(|c| &c.joins);
                            known.secret.extend(joined.map(|r| u64::from(*r) + 1));
                        }
                    }
                }
            }
        }
        known
    }

    /// The ways out of a room, with their names as facts.
    pub(super) fn exits(&self, room: &Room) -> Option<&[(Exit<'p>, String)]> {
        self.exits.as_ref().and_then(|all| all.get(room.id as usize)).map(Vec::as_slice)
    }

    /// Those in a room who are told of together: all but prisoners.
    pub(super) fn groups(room: &'p Room) -> Vec<&'p Monsters> {
        room.contents.monsters.iter().filter(|m| m.role != Some(Role::Captive)).collect()
    }

    fn room(&self, name: &str) -> Option<&'p Room> {
        let number = name.strip_prefix('r')?.parse::<usize>().ok()?;
        self.rooms.get(number.checked_sub(1)?).copied()
    }

    fn key(&self, name: &str) -> Option<&'p Key> {
        self.plan.keys.get(name.strip_prefix('k')?.parse::<usize>().ok()?)
    }

    /// The keys that lie in a room.
    pub(super) fn keys_in(&self, room: &Room) -> &[&'p Key] {
        self.keys.get(&room.id).map(Vec::as_slice).unwrap_or_default()
    }

    /// Does a fact name something that is there?
    pub(super) fn holds(&self, fact: &str) -> bool {
        let fact = fact.strip_prefix('!').unwrap_or(fact);
        let parts: Vec<&str> = fact.split('.').collect();
        match parts[..] {
            ["story", ref about @ ..] => self.holds_of_story(about),
            ["plan", "entrances"] => self.plan.levels.first().is_some_and(|l| !l.entrances.is_empty()),
            ["plan", "keys"] => !self.plan.keys.is_empty(),
            [name, ref about @ ..] if name.starts_with('k') => {
                self.key(name).is_some_and(|key| match about {
                    [] | ["room"] => true,
                    ["in", room] => self.room(room).is_some_and(|r| r.id == key.room),
                    _ => false,
                })
            }
            [name, ref about @ ..] => self.room(name).is_some_and(|room| self.holds_of(room, about, fact)),
            [] => false,
        }
    }

    fn holds_of_story(&self, about: &[&str]) -> bool {
        match about {
            ["leader"] | ["leader", "room"] => !self.leaders.is_empty(),
            ["secret_door"] => !self.secret.is_empty(),
            ["object", "room"] => true,
            ["clock" | "faction", number] => number.parse::<u32>().is_ok(),
            // The story is not in the plan: a word for a part of it is all there is to see.
            [word] if !word.starts_with("seed:") => {
                !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
            }
            // The rest is the seed as its user wrote it.
            [seed, ..] => seed.starts_with("seed:"),
            [] => false,
        }
    }

    fn holds_of(&self, room: &'p Room, about: &[&str], fact: &str) -> bool {
        let contents = &room.contents;
        let within = |number: &str, count: usize| number.parse::<usize>().is_ok_and(|n| n < count);
        match about {
            [] | ["shape" | "use" | "harm"] | ["use", "now"] => true,
            ["monsters"] => !Self::groups(room).is_empty(),
            ["monsters", i] | ["monsters", i, "doing"] => within(i, Self::groups(room).len()),
            ["parcel", i] => within(i, contents.parcels.len()),
            ["trap", i] | ["trap", i, "sign" | "way"] => within(i, contents.traps.len()),
            ["light"] => self.lit.contains(&room.id),
            ["dark"] => !self.lit.contains(&room.id),
            ["empty"] => Self::groups(room).is_empty(),
            ["thing", name] => self.things.contains(&(room.id, (*name).to_owned())),
            ["feature", name] => self.features.iter().any(|&(at, kind)| at == room.id && kind == *name),
            ["exit", ..] => self.exits(room).is_none_or(|exits| exits.iter().any(|(_, f)| f == fact)),
            _ => false,
        }
    }

    /// The room where the key of a fact lies, by number.
    pub(super) fn key_room(&self, fact: &str) -> Option<u64> {
        self.key(fact.split('.').next()?).map(|key| u64::from(key.room) + 1)
    }

    /// May a sentence about a fact name the room of a number?
    pub(super) fn may_name(&self, fact: &str, number: u64) -> bool {
        let fact = fact.strip_prefix('!').unwrap_or(fact);
        let name = fact.split('.').next().unwrap_or_default();
        if fact.starts_with("story.leader") {
            self.leaders.contains(&number)
        } else if fact.starts_with("story.object") {
            self.objects.contains(&number)
        } else if fact == "story.secret_door" {
            self.secret.contains(&number)
        } else if let Some(room) = self.room(name) {
            u64::from(room.id) + 1 == number
        } else {
            self.key_room(fact) == Some(number)
        }
    }
}
