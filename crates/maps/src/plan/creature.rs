//! What a picture and a rule need to know of a creature: its size, its type, its part.

use serde::{Deserialize, Serialize};

/// How large a creature is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CreatureSize {
    /// Four share a square.
    Tiny,
    /// One square.
    Small,
    /// One square.
    #[default]
    Medium,
    /// Two squares by two.
    Large,
    /// Three squares by three.
    Huge,
    /// Four squares by four.
    Gargantuan,
}

impl CreatureSize {
    /// All sizes, the smallest first.
    pub const ALL: [CreatureSize; 6] = [
        CreatureSize::Tiny,
        CreatureSize::Small,
        CreatureSize::Medium,
        CreatureSize::Large,
        CreatureSize::Huge,
        CreatureSize::Gargantuan,
    ];

    /// Its name in rules and files, such as `large`.
    pub fn name(self) -> &'static str {
        match self {
            CreatureSize::Tiny => "tiny",
            CreatureSize::Small => "small",
            CreatureSize::Medium => "medium",
            CreatureSize::Large => "large",
            CreatureSize::Huge => "huge",
            CreatureSize::Gargantuan => "gargantuan",
        }
    }

    /// The side of the square of cells it stands on; 1 for a tiny one, too.
    pub fn side(self) -> i32 {
        match self {
            CreatureSize::Tiny | CreatureSize::Small | CreatureSize::Medium => 1,
            CreatureSize::Large => 2,
            CreatureSize::Huge => 3,
            CreatureSize::Gargantuan => 4,
        }
    }

    /// The cells that a group of this size needs.
    pub fn cells(self, count: u32) -> u32 {
        match self {
            CreatureSize::Tiny => count.div_ceil(4),
            _ => count.saturating_mul((self.side() * self.side()) as u32),
        }
    }

    pub(super) fn is_medium(&self) -> bool {
        *self == CreatureSize::Medium
    }
}

/// What kind of being a creature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum CreatureType {
    Aberration,
    Beast,
    Celestial,
    Construct,
    Dragon,
    Elemental,
    Fey,
    Fiend,
    Giant,
    Humanoid,
    Monstrosity,
    Ooze,
    Plant,
    Undead,
}

/// The part that creatures play in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Those who do the work and stand guard.
    Minion,
    /// The few who give them orders or guard what matters.
    Elite,
    /// Animals, oozes and other things that live here and obey nobody.
    Beast,
    /// The master of the place.
    Leader,
    /// Prisoners.
    Captive,
}
