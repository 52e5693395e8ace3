//! The story of a place: a small model drawn from what is really in the plan, from which every
//! sentence of the front page and the clues in the rooms follow.

mod clues;
mod draw;
mod facts;
mod relic;

use mapkiln_maps::plan::{KeyId, RoomId};

pub(crate) use draw::parcel_noun;
pub(crate) use facts::{Group, Place, RoomFacts, Seen, World};
pub(crate) use relic::Relic;

use crate::lexicon::{Both, Gender, Noun};

/// Who built the place, what befell it, who holds it now and what they want.
#[derive(Clone, Debug)]
pub(crate) struct Story {
    /// Who built it and why, in a sentence.
    pub(crate) built: Both,
    pub(crate) fall: Fall,
    /// The faction of the leader, and the other.
    pub(crate) holders: [Option<Faction>; 2],
    pub(crate) leader: Option<Leader>,
    pub(crate) object: Option<Object>,
    /// Somebody who is held in a room, if a room is made for it.
    pub(crate) captive: Option<Captive>,
    /// What can be found out, and where.
    pub(crate) secrets: Vec<Secret>,
    pub(crate) clues: Vec<Clue>,
}

impl Story {
    /// Which of the two factions a group belongs to.
    pub(crate) fn side_of(&self, group: &Group<'_>) -> Option<usize> {
        let name = group.monsters.faction.as_str();
        self.holders.iter().position(|h| h.as_ref().is_some_and(|h| !name.is_empty() && h.name == name))
    }
}

/// What befell the place.
#[derive(Clone, Debug)]
pub(crate) struct Fall {
    /// `burnt`, `flooded`, `broken`, `robbed` or `sealed`.
    pub(crate) kind: String,
    pub(crate) text: Both,
    pub(crate) years: u32,
}

/// Some who hold a part of the place.
#[derive(Clone, Debug)]
pub(crate) struct Faction {
    /// As the plan writes it.
    pub(crate) name: String,
    /// What they are called.
    pub(crate) noun: Noun,
    pub(crate) home: Vec<RoomId>,
    pub(crate) heads: u32,
    pub(crate) talks: bool,
}

/// The master of the place.
#[derive(Clone, Debug)]
pub(crate) struct Leader {
    pub(crate) room: RoomId,
    /// The stat block's name.
    pub(crate) stat: String,
    pub(crate) gender: Gender,
    /// A name of its own, if it can speak it.
    pub(crate) name: Option<String>,
    /// The number of its aim or nature.
    pub(crate) aim: Both,
    pub(crate) talks: bool,
}

impl Leader {
    /// By name, or else by stat block.
    pub(crate) fn noun(&self) -> Noun {
        match &self.name {
            Some(name) => Noun::name(name, self.gender),
            None => crate::lexicon::names::monster_noun(&self.stat, Some(self.gender)),
        }
    }
}

/// What matters.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) noun: Noun,
    pub(crate) room: RoomId,
}

/// Somebody to bring out.
#[derive(Clone, Debug)]
pub(crate) struct Captive {
    pub(crate) name: String,
    pub(crate) role: Both,
    pub(crate) room: RoomId,
}

/// Something the party may need to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Secret {
    /// Where the leader is.
    Leader(RoomId),
    /// Where the object is.
    Object(RoomId),
    /// Where a key lies.
    Key(KeyId, RoomId),
    /// A secret door between two rooms.
    Door(RoomId, RoomId),
    /// What befell the place.
    Fall,
}

/// A piece of evidence in a room.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clue {
    pub(crate) room: RoomId,
    pub(crate) secret: usize,
}
