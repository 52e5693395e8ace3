//! Themes as data.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use mapkiln_maps::plan::RoomShape;
use serde::Deserialize;

use super::{Monster, Pair};

/// A theme: who lives there, what stands around, how it looks, sounds and smells.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// Its name in specs and flags.
    pub id: String,
    /// Its name for people.
    pub name: Pair,
    /// Creature types that fit.
    pub types: Vec<String>,
    /// Words for such a place.
    pub places: Vec<Pair>,
    /// What follows the place's word in a title.
    pub epithets: Vec<Pair>,
    /// Who may hold it.
    pub factions: Vec<Faction>,
    /// Creature types of its master.
    pub boss: Vec<String>,
    /// Kinds of rooms.
    pub rooms: Vec<RoomKind>,
    /// Sources of light.
    pub light: Vec<Pair>,
    /// What one hears.
    pub sounds: Vec<Pair>,
    /// What one smells.
    pub smells: Vec<Pair>,
    /// What happened here once.
    pub past: Vec<Pair>,
    /// How often rooms have each, in percent.
    pub pillars: u32,
    /// Water.
    pub water: u32,
    /// Pits.
    pub pits: u32,
    /// Rubble.
    pub rubble: u32,
    /// Open arches among the doors, in percent.
    pub arches: u32,
    /// Shapes of rooms with weights.
    pub shapes: BTreeMap<String, u64>,
}

/// Those who side with each other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faction {
    /// What they are called.
    pub name: Pair,
    /// Creature types that belong to it.
    #[serde(default)]
    pub types: Vec<String>,
    /// Parts of names that belong to it.
    #[serde(default)]
    pub names: Vec<String>,
}

impl Faction {
    /// Does the monster belong to it?
    pub fn has(&self, monster: &Monster) -> bool {
        self.types.contains(&monster.kind) || self.names.iter().any(|n| monster.name.contains(n.as_str()))
    }
}

/// A kind of room.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomKind {
    /// What it is good for: `any`, `entrance`, `boss`, `rest` or `vault`.
    pub role: String,
    /// What it is called.
    pub name: Pair,
    /// What stands in it.
    pub furniture: Vec<Pair>,
}

/// What all themes share.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Common {
    pub(crate) rooms: Vec<RoomKind>,
    pub(crate) light: Vec<Pair>,
    pub(crate) sounds: Vec<Pair>,
    pub(crate) smells: Vec<Pair>,
    pub(crate) tricks: Vec<Pair>,
}

#[derive(Debug, Deserialize)]
struct File {
    common: Common,
    theme: Vec<Theme>,
}

fn file() -> &'static File {
    static FILE: OnceLock<File> = OnceLock::new();
    FILE.get_or_init(|| toml::from_str(include_str!("../../data/themes.toml")).expect("checked by tests"))
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

    /// Shapes of its rooms with weights.
    pub(crate) fn shapes(&self) -> Vec<(RoomShape, u64)> {
        self.shapes.iter().filter_map(|(name, &weight)| Some((shape(name)?, weight))).collect()
    }

    pub(crate) fn common() -> &'static Common {
        &file().common
    }
}

/// The shape of a name.
pub(crate) fn shape(name: &str) -> Option<RoomShape> {
    Some(match name {
        "rectangle" => RoomShape::Rectangle,
        "circle" => RoomShape::Circle,
        "octagon" => RoomShape::Octagon,
        "cross" => RoomShape::Cross,
        "l" => RoomShape::L,
        "cave" => RoomShape::Cave,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codex::{Codex, Edition};

    #[test]
    fn every_theme_is_whole() {
        assert!(Theme::all().len() >= 8);
        for theme in Theme::all() {
            assert_eq!(theme.shapes().len(), theme.shapes.len(), "{}: a shape is misspelt", theme.id);
            assert!(theme.rooms.iter().any(|r| r.role == "boss"), "{}", theme.id);
            let roles = ["any", "entrance", "boss", "rest", "vault"];
            assert!(theme.rooms.iter().all(|r| roles.contains(&r.role.as_str()) && r.furniture.len() >= 3));
            for edition in [Edition::Y2014, Edition::Y2024] {
                let monsters = &Codex::srd(edition).monsters;
                for faction in &theme.factions {
                    let members = monsters.iter().filter(|m| faction.has(m)).count();
                    assert!(members >= 3, "{}: {} has {members} members", theme.id, faction.name[0]);
                }
            }
        }
    }
}
