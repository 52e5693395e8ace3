//! What every room was, what it is now, who holds it: what contents decide and words speak of.

use mapkiln_maps::plan::{Plan, Role, Room};

use crate::codex::{Purpose, Purposes, Theme};

/// The use of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RoomUse {
    /// The key of what it was built for.
    pub(crate) was: &'static str,
    /// The key of what it is used for now, where that differs.
    pub(crate) now: Option<&'static str>,
    /// Who holds it: 0 the leader's faction, 1 the other.
    pub(crate) holder: Option<u8>,
    /// The part of those who are found in it, if anybody is; `Captive` where prisoners are kept.
    pub(crate) role: Option<Role>,
    /// How badly the fall of the place struck it, from 0 to 3; 3 is the seat of the fall.
    pub(crate) harm: u8,
}

impl RoomUse {
    /// The uses of all rooms of a plan, as they are written in it. Rooms of a plan from elsewhere
    /// count as robbed stores.
    pub(crate) fn all(plan: &Plan, theme: &Theme) -> Vec<RoomUse> {
        plan.rooms().map(|room| RoomUse::of(room, theme)).collect()
    }

    /// The use of one room, as it is written in the plan.
    pub(crate) fn of(room: &Room, theme: &Theme) -> RoomUse {
        let find = |key: &str| Purposes::find(&theme.id, key);
        let written = room.purpose.clone().unwrap_or_default();
        let nothing = Purposes::spare().last();
        let was = find(&written.was).or(nothing);
        let now = written.now.as_deref().and_then(find);
        let found = room.contents.monsters.iter().filter_map(|m| m.role).max_by_key(|r| match r {
            Role::Leader => 3,
            Role::Elite | Role::Minion => 2,
            Role::Beast => 1,
            Role::Captive => 0,
        });
        let captives = now.or(was).is_some_and(|p| p.user == Some(Role::Captive));
        RoomUse {
            was: was.map_or("", |p| &p.key),
            now: now.map(|p| p.key.as_str()),
            holder: written.holder,
            role: if captives { Some(Role::Captive) } else { found },
            harm: written.harm,
        }
    }

    /// What it was built for.
    pub(crate) fn built_as(&self, theme: &Theme) -> Option<&'static Purpose> {
        Purposes::find(&theme.id, self.was)
    }

    /// What it is used for now, where that differs.
    pub(crate) fn used_as(&self, theme: &Theme) -> Option<&'static Purpose> {
        Purposes::find(&theme.id, self.now?)
    }
}
