//! The numbers that a rule asks for: checks, saving throws, and what guards a treasure.

use serde::{Deserialize, Serialize};

/// A check that a character can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AbilityCheck {
    /// What is tried.
    pub kind: CheckKind,
    /// The difficulty class: the number to reach.
    pub dc: u32,
}

/// What a check is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CheckKind {
    /// To find what is hidden: Perception or Investigation.
    Find,
    /// To pick a lock with thieves' tools, or to lift a bar with a thin blade through the gap.
    Pick,
    /// To break something open: Athletics.
    Force,
    /// To lift something heavy, such as a portcullis: Athletics.
    Lift,
}

/// The abilities of saving throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Ability {
    Strength,
    Dexterity,
    Constitution,
    Intelligence,
    Wisdom,
    Charisma,
}

/// What keeps a treasure from whoever comes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Guard {
    /// Those who are in the room carry it or watch over it.
    Monsters,
    /// The doors of the room are locked, or what it lies in is.
    Lock,
    /// A trap of the room.
    Trap,
    /// It must be found first.
    Hidden,
}
