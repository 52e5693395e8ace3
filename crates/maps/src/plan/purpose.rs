//! What a room was built for, what became of it, and who uses it for what.

use serde::{Deserialize, Serialize};

/// The layers of a room's past and present. Keys are those of the maker's purposes, such as
/// `washing_room`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Purpose {
    /// What it was built for, by key.
    pub was: String,
    /// What it is used for now, by key, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// Who holds it: 0 for the leader's faction, 1 for the other; `None` if nobody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<u8>,
    /// How badly the fall of the place struck it, from 0 to 3.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub harm: u8,
}

fn is_zero(harm: &u8) -> bool {
    *harm == 0
}
