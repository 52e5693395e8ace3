//! What of a plan is made, and what stays.

use std::collections::BTreeSet;

use mapkiln_maps::plan::{Room, RoomId, ThingKind};

/// What of a plan the later stages make; the rest stays as it is.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    /// Rooms that stay.
    pub(crate) kept: BTreeSet<RoomId>,
    /// Are features built into the other rooms?
    pub(crate) features: bool,
    /// Is another story told on the same walls?
    pub(crate) retold: bool,
    /// Is the table of wandering monsters made?
    pub(crate) wandering: bool,
    /// Is the story written?
    pub(crate) story: bool,
}

impl Scope {
    /// Everything is made.
    pub(crate) fn everything() -> Self {
        Scope { kept: BTreeSet::new(), features: true, retold: false, wandering: true, story: true }
    }

    /// Did a layout build things of this kind, so that they stay when the rest is made again?
    pub(crate) fn is_built(&self, kind: ThingKind) -> bool {
        use ThingKind::{Bridge, BurialNiche, Grate, OreVein, Rails, TimberSet};
        match kind {
            Bridge => true,
            BurialNiche | Grate | OreVein | Rails | TimberSet => !self.retold,
            _ => false,
        }
    }

    /// Does the room stay as it is?
    pub(crate) fn keeps(&self, room: &Room) -> bool {
        self.kept.contains(&room.id)
    }
}
