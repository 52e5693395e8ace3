//! The codex: monsters, magic items, traps and themes as data.
//!
//! Names and numbers are facts of the System Reference Documents 5.1 and 5.2.1 and the Lazy GM's
//! Resource Document; their attribution ([`CREDITS`]) goes with everything made from them. Traps,
//! themes and all sentences were written for this project. Custom rows come from CSV files.

mod casts;
mod purposes;
mod read;
mod rules;
mod table;
mod themes;
mod translated;

use std::sync::OnceLock;

use mapkiln_maps::plan::CreatureSize;
use serde::{Deserialize, Serialize};

pub(crate) use casts::Cast;
pub(crate) use purposes::{Condition, Purpose, Purposes, Rule, Stock};
pub use read::Added;
pub(crate) use rules::{Rules, Tier};
pub use table::CsvError;
pub use themes::{Faction, Theme};
pub use translated::Translated;

/// The attributions to show with everything made from the codex.
pub const CREDITS: [&str; 3] = [
    "This work includes material taken from the System Reference Document 5.1 (\"SRD 5.1\") by Wizards of the Coast LLC, licensed under CC-BY-4.0.",
    "This work includes material from the System Reference Document 5.2.1 (\"SRD 5.2.1\") by Wizards of the Coast LLC, licensed under CC-BY-4.0.",
    "This work includes material from the Lazy GM's Resource Document by Michael E. Shea of SlyFlourish.com, licensed under CC-BY-4.0.",
];

/// A challenge rating, in eighths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Challenge(pub u32);

impl std::str::FromStr for Challenge {
    type Err = String;

    /// Reads `1/4`, `0.25` and `3`.
    fn from_str(text: &str) -> Result<Self, String> {
        let eighths = match text.trim() {
            "1/8" | "0.125" => Some(1),
            "1/4" | "0.25" => Some(2),
            "1/2" | "0.5" => Some(4),
            whole => {
                let whole = whole.strip_suffix(".0").unwrap_or(whole);
                whole.parse::<u32>().ok().filter(|n| *n <= 30).map(|n| 8 * n)
            }
        };
        eighths.map(Challenge).ok_or_else(|| {
            format!("{text:?} is no challenge rating; write 0, 1/8, 1/4, 1/2 or a whole number up to 30")
        })
    }
}

impl std::fmt::Display for Challenge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            1 => f.write_str("1/8"),
            2 => f.write_str("1/4"),
            4 => f.write_str("1/2"),
            n => write!(f, "{}", n / 8),
        }
    }
}

/// The facts of a stat block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monster {
    /// Its name.
    pub name: String,
    /// How dangerous it is.
    pub challenge: Challenge,
    /// Experience points for one.
    pub xp: u32,
    /// Its creature type, such as `undead`.
    pub kind: String,
    /// Its size.
    pub size: CreatureSize,
    /// Armour class, if known.
    pub armour: Option<u32>,
    /// Hit points, if known.
    pub hit_points: Option<u32>,
    /// How fast it moves, as a custom file says it; empty if unknown.
    pub speed: String,
    /// Its attacks, as a custom file says them; empty if unknown.
    pub attacks: String,
    /// Is it from a custom file? Then it is preferred.
    pub custom: bool,
}

/// The facts of a magic item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MagicItem {
    /// Its name.
    pub name: String,
    /// How rare it is.
    pub rarity: Rarity,
    /// Its category, such as `wondrous item`.
    pub category: String,
    /// Must the bearer attune to it?
    pub attunement: bool,
}

/// How rare a magic item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rarity {
    /// Common.
    Common,
    /// Uncommon.
    Uncommon,
    /// Rare.
    Rare,
    /// Very rare.
    VeryRare,
    /// Legendary.
    Legendary,
    /// One of a kind.
    Artifact,
}

impl Rarity {
    /// From common to artifact.
    pub const ALL: [Rarity; 6] = [
        Rarity::Common,
        Rarity::Uncommon,
        Rarity::Rare,
        Rarity::VeryRare,
        Rarity::Legendary,
        Rarity::Artifact,
    ];

    /// Its name in the rules and in plans, such as `very rare`.
    pub const fn name(self) -> &'static str {
        match self {
            Rarity::Common => "common",
            Rarity::Uncommon => "uncommon",
            Rarity::Rare => "rare",
            Rarity::VeryRare => "very rare",
            Rarity::Legendary => "legendary",
            Rarity::Artifact => "artifact",
        }
    }
}

impl std::fmt::Display for Rarity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Rarity {
    type Err = String;

    /// Reads `very rare` and `Very-Rare`.
    fn from_str(text: &str) -> Result<Self, String> {
        let name = text.to_lowercase().replace('-', " ");
        Rarity::ALL.into_iter().find(|rarity| rarity.name() == name).ok_or_else(|| {
            let known = Rarity::ALL.map(Rarity::name).join(", ");
            format!("{text:?} is no rarity; write one of {known}")
        })
    }
}

/// How bad a trap is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TrapSeverity {
    /// Unlikely to kill.
    Setback,
    /// Likely to hurt badly.
    Dangerous,
    /// Likely to kill.
    Deadly,
}

/// Where a trap can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TrapPlace {
    /// In a room.
    Room,
    /// In a corridor.
    Corridor,
    /// On a door.
    Door,
    /// In a room or a corridor.
    Any,
}

/// A kind of trap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrapKind {
    /// What it is called.
    pub name: Translated,
    /// Where it can be.
    pub place: TrapPlace,
    /// How bad it is.
    pub severity: TrapSeverity,
    /// What sets it off.
    pub trigger: Translated,
    /// What it does.
    pub effect: Translated,
    /// The kind of damage.
    pub kind: Translated,
    /// Things of which one must be in the room.
    #[serde(default)]
    pub needs: Vec<mapkiln_maps::plan::ThingKind>,
    /// What gives it away without a roll; none in a custom row.
    #[serde(default)]
    pub signs: Vec<Translated>,
    /// Ways past it; none in a custom row.
    #[serde(default)]
    pub ways: Vec<Translated>,
    /// The saving throw against it; by default what its damage suggests.
    #[serde(default)]
    pub save: Option<mapkiln_maps::plan::Ability>,
    /// Does it do damage?
    #[serde(default = "yes")]
    pub hurts: bool,
    /// A fixed difficulty class, if a custom row gives one.
    #[serde(default)]
    pub dc: Option<u32>,
    /// Fixed damage dice, if a custom row gives them.
    #[serde(default)]
    pub damage: Option<String>,
}

fn yes() -> bool {
    true
}

/// Which edition's stat blocks to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Edition {
    /// SRD 5.1.
    #[serde(rename = "2014")]
    Y2014,
    /// SRD 5.2.1.
    #[default]
    #[serde(rename = "2024")]
    Y2024,
}

/// All facts that contents are made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Codex {
    /// Monsters by name.
    pub monsters: Vec<Monster>,
    /// Magic items by name.
    pub items: Vec<MagicItem>,
    /// Traps.
    pub traps: Vec<TrapKind>,
}

impl Codex {
    /// The codex that comes with the crate.
    pub fn srd(edition: Edition) -> &'static Codex {
        static OLD: OnceLock<Codex> = OnceLock::new();
        static NEW: OnceLock<Codex> = OnceLock::new();
        match edition {
            Edition::Y2014 => OLD.get_or_init(|| {
                read::embedded(
                    include_str!("../../data/monsters_srd-2014.tsv"),
                    include_str!("../../data/magic_items_srd-2014.tsv"),
                )
            }),
            Edition::Y2024 => NEW.get_or_init(|| {
                read::embedded(
                    include_str!("../../data/monsters_srd-2024.tsv"),
                    include_str!("../../data/magic_items_srd-2024.tsv"),
                )
            }),
        }
    }

    /// Adds the rows of a CSV file, or replaces those of the same name. The header says what the
    /// rows are: `cr` for monsters, `rarity` for items, `trigger` for traps.
    pub fn add_csv(&mut self, text: &str) -> Result<Added, CsvError> {
        read::add_csv(self, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_facts_are_whole() {
        for (edition, monsters, items) in [(Edition::Y2014, 325, 499), (Edition::Y2024, 331, 757)] {
            let codex = Codex::srd(edition);
            assert_eq!((codex.monsters.len(), codex.items.len()), (monsters, items));
            assert!(codex.traps.len() >= 12);
            for monster in &codex.monsters {
                let by_table = Rules::get().xp(monster.challenge);
                assert!(monster.xp == by_table || monster.challenge.0 == 0, "{monster:?}");
            }
        }
    }

    #[test]
    fn challenges_read_back() {
        for text in ["0", "1/8", "1/4", "1/2", "1", "17", "30"] {
            assert_eq!(text.parse::<Challenge>().unwrap().to_string(), text);
        }
        assert!(["", "40", "-1", "1/3", "x"].iter().all(|t| t.parse::<Challenge>().is_err()));
    }
}
