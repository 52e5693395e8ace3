//! What became of the rooms: harm from the fall of the place, and what those who hold them now do
//! in them.

use std::collections::{BTreeSet, VecDeque};

use mapkiln_core::Stream;
use mapkiln_maps::plan::{Monsters, Role};

use crate::codex::{Purpose, Purposes};

/// The share of rooms, in percent, in which the old use and the new one should rub.
const CHANGED: usize = 40;

/// A room and those who are in it.
pub(crate) struct Tenancy<'p> {
    pub(crate) was: &'static Purpose,
    pub(crate) beside: &'p [usize],
    /// The rooms's faction, 0 or 1; `None` if beasts or nobody have it.
    pub(crate) holder: Option<u8>,
    /// The main part of those who are there.
    pub(crate) role: Option<Role>,
    /// Does it stay as it is?
    pub(crate) kept: bool,
    /// It is the goal or an entrance.
    pub(crate) endpoint: bool,
}

/// The main part of a group.
pub(crate) fn main_role(monsters: &[Monsters]) -> Option<Role> {
    let heads = |role: Role| monsters.iter().filter(|m| m.role == Some(role)).map(|m| m.count).sum::<u32>();
    let order = [Role::Minion, Role::Elite, Role::Beast];
    if heads(Role::Leader) > 0 {
        return Some(Role::Leader);
    }
    // Orders weigh more than hands: one officer in four makes it the officers' room.
    let weight = |role: Role| heads(role) * if role == Role::Elite { 3 } else { 1 };
    order.into_iter().filter(|r| heads(*r) > 0).max_by_key(|r| (weight(*r), std::cmp::Reverse(*r)))
}

/// How badly each room was struck: 3 at the seat of the fall, less with every door.
pub(crate) fn harm(beside: &[Vec<usize>], seat: usize) -> Vec<u8> {
    let mut harm = vec![0; beside.len()];
    let mut seen = BTreeSet::from([seat]);
    let mut queue = VecDeque::from([(seat, 3)]);
    while let Some((room, strength)) = queue.pop_front() {
        harm[room] = strength;
        for &next in beside[room].iter().filter(|_| strength > 1) {
            if seen.insert(next) {
                queue.push_back((next, strength - 1));
            }
        }
    }
    harm
}

/// What each room is used for now, where that differs from what it was built for; and who holds the
/// rooms that nobody is in.
pub(crate) fn settle(rooms: &mut [Tenancy<'_>], rng: &mut Stream) -> Vec<Option<&'static Purpose>> {
    let mut now: Vec<Option<&'static Purpose>> = vec![None; rooms.len()];
    let mut used: BTreeSet<&str> = BTreeSet::new();
    let mut give = |role: Role, rng: &mut Stream| {
        let fits = |p: &&Purpose| p.user == Some(role) && !used.contains(p.key.as_str());
        let list: Vec<&'static Purpose> = Purposes::now().iter().filter(fits).collect();
        let found = rng.pick(&list).copied();
        used.extend(found.map(|p| p.key.as_str()));
        found
    };
    let suits = |room: &Tenancy<'_>| {
        let user = room.was.user;
        user == room.role || (user == Some(Role::Captive) && room.role != Some(Role::Beast))
    };
    // Strangers, and whoever has no use for the room as it was.
    for i in 0..rooms.len() {
        let room = &rooms[i];
        let Some(role) = room.role.filter(|r| *r != Role::Leader) else { continue };
        let captives = room.was.user == Some(Role::Captive);
        if !room.kept && !captives && (room.holder == Some(1) || !suits(room)) {
            now[i] = give(role, rng);
        }
    }
    // A few more, until old and new rub in enough of them.
    let mut order: Vec<usize> = (0..rooms.len()).collect();
    rng.shuffle(&mut order);
    for i in order {
        if now.iter().flatten().count() * 100 >= CHANGED * rooms.len() {
            break;
        }
        let room = &rooms[i];
        if room.kept || room.endpoint || now[i].is_some() {
            continue;
        }
        let neighbour = room.beside.iter().find_map(|&j| rooms[j].holder);
        match (room.role, neighbour) {
            (Some(role @ (Role::Minion | Role::Elite)), _) => now[i] = give(role, rng),
            // An empty room next to a faction's is theirs.
            (None, Some(holder)) => {
                now[i] = give(if rng.percent(15) { Role::Captive } else { Role::Minion }, rng);
                rooms[i].holder = now[i].map(|_| holder);
            }
            _ => {}
        }
    }
    now
}
