//! Themes as data.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use mapkiln_maps::plan::RoomShape;
use serde::de::value::StrDeserializer;
use serde::{Deserialize, Deserializer};

use super::{Monster, Purposes, Translated};

/// A theme: its monsters and furniture, and how it looks, sounds and smells.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// Its name in specs, such as `crypt`.
    pub id: String,
    /// Its name for people.
    pub name: Translated,
    /// Creature types that fit.
    pub types: Vec<String>,
    /// Words for such a place.
    pub places: Vec<Translated>,
    /// What follows the place's word in a title.
    pub epithets: Vec<Translated>,
    /// The factions that may hold it.
    pub factions: Vec<Faction>,
    /// Creature types of its boss.
    pub boss: Vec<String>,
    /// Sources of light.
    pub light: Vec<Translated>,
    /// Sounds.
    pub sounds: Vec<Translated>,
    /// Smells.
    pub smells: Vec<Translated>,
    /// What happened here once.
    pub past: Vec<Translated>,
    /// How often rooms have pillars, in percent.
    pub pillars: u32,
    /// How often rooms have water, in percent.
    pub water: u32,
    /// How often rooms have pits, in percent.
    pub pits: u32,
    /// How often rooms have rubble, in percent.
    pub rubble: u32,
    /// Open arches among the doors, in percent.
    pub arches: u32,
    /// Shapes of rooms with weights.
    #[serde(deserialize_with = "shapes")]
    pub shapes: Vec<(RoomShape, u64)>,
}

/// Monsters that side with each other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faction {
    /// What they are called.
    pub name: Translated,
    /// Creature types that belong to it.
    #[serde(default)]
    pub types: Vec<String>,
    /// Parts of monsters' names that belong to it.
    #[serde(default)]
    pub names: Vec<String>,
}

impl Faction {
    /// Does the monster belong to it?
    pub fn has(&self, monster: &Monster) -> bool {
        self.types.contains(&monster.kind) || self.names.iter().any(|n| monster.name.contains(n.as_str()))
    }
}

#[derive(Debug, Deserialize)]
struct File {
    theme: Vec<Theme>,
}

fn file() -> &'static File {
    static FILE: OnceLock<File> = OnceLock::new();
    FILE.get_or_init(|| data!("themes"))
}

impl Theme {
    /// All themes.
    pub fn all() -> &'static [Theme] {
        &file().theme
    }

    /// The theme of a name.
    pub fn find(id: &str) -> Option<&'static Theme> {
        Theme::all().iter().find(|t| t.id == id)
    }

    /// What its rooms are built for, in names for people.
    pub fn purposes(&self) -> impl Iterator<Item = &'static Translated> {
        Purposes::of(&self.id).iter().map(|purpose| &purpose.name)
    }
}

/// Reads a table of shapes, by name.
fn shapes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(RoomShape, u64)>, D::Error> {
    let table = BTreeMap::<String, u64>::deserialize(deserializer)?;
    let shape = |name: &str| RoomShape::deserialize(StrDeserializer::<D::Error>::new(name));
    table.iter().map(|(name, &weight)| Ok((shape(name)?, weight))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codex::{Codex, Edition};

    #[test]
    fn every_theme_is_whole() {
        assert!(Theme::all().len() >= 8);
        for theme in Theme::all() {
            assert!(!theme.shapes.is_empty(), "{}", theme.id);
            for edition in [Edition::Y2014, Edition::Y2024] {
                let monsters = &Codex::srd(edition).monsters;
                for faction in &theme.factions {
                    let members = monsters.iter().filter(|m| faction.has(m)).count();
                    assert!(members >= 3, "{}: {} has {members} members", theme.id, faction.name.english);
                }
            }
        }
    }
}
