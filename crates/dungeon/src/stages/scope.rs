//! What of a plan is made, and what stays.

use std::collections::BTreeSet;

use mapkiln_maps::plan::{Room, RoomId};

/// What of a plan the later stages make; the rest stays as it is.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    /// Rooms that stay.
    pub(crate) kept: BTreeSet<RoomId>,
    /// Are features built into the other rooms?
    pub(crate) features: bool,
    /// Is the table of wandering monsters made?
    pub(crate) wandering: bool,
    /// Is the story written?
    pub(crate) story: bool,
}

impl Scope {
    /// Everything is made.
    pub(crate) fn everything() -> Self {
        Scope { kept: BTreeSet::new(), features: true, wandering: true, story: true }
    }

    /// Does the room stay as it is?
    pub(crate) fn keeps(&self, room: &Room) -> bool {
        self.kept.contains(&room.id)
    }
}
