//! The kind of place a dungeon is, as far as a picture shows it.

use serde::{Deserialize, Serialize};

use crate::scene::Color;

/// The kind of place a dungeon is: the colours of its floor and walls in full-colour pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Setting {
    /// Grey flags.
    #[default]
    Crypt,
    /// Warm limestone.
    Temple,
    /// Blue-grey ashlar.
    Tower,
    /// Brown earth.
    Mine,
    /// Bare rock.
    Cavern,
    /// Greenish stone.
    Sewer,
    /// Trodden boards and earth.
    BanditLair,
    /// Overgrown masonry.
    Ruin,
}

impl Setting {
    /// The setting of a dungeon theme by its name; `None` if there is none of that name.
    pub fn named(theme: &str) -> Option<Setting> {
        let word = theme.replace(['-', ' '], "_");
        Some(match word.as_str() {
            "crypt" => Setting::Crypt,
            "temple" => Setting::Temple,
            "tower" | "wizards_tower" | "wizard_tower" => Setting::Tower,
            "mine" => Setting::Mine,
            "cavern" | "cave" => Setting::Cavern,
            "sewer" => Setting::Sewer,
            "bandit_lair" | "lair" => Setting::BanditLair,
            "ruin" => Setting::Ruin,
            _ => return None,
        })
    }

    pub(crate) const fn floor(self) -> Color {
        Color::hex(match self {
            Setting::Crypt => 0xa9a697,
            Setting::Temple => 0xc9bda0,
            Setting::Tower => 0x9fa3b5,
            Setting::Mine => 0xa58a66,
            Setting::Cavern => 0x9a9384,
            Setting::Sewer => 0x8f9a86,
            Setting::BanditLair => 0xb08d5f,
            Setting::Ruin => 0xaeb08f,
        })
    }

    /// The face of a wall towards the light.
    pub(crate) const fn wall(self) -> Color {
        Color::hex(match self {
            Setting::Crypt => 0x8b8790,
            Setting::Temple => 0xa39a8a,
            Setting::Tower => 0x7f83a0,
            Setting::Mine => 0x8a735a,
            Setting::Cavern => 0x7d766c,
            Setting::Sewer => 0x76806f,
            Setting::BanditLair => 0x8d7452,
            Setting::Ruin => 0x8f8f7d,
        })
    }

    /// The top of a wall.
    pub(crate) const fn top(self) -> Color {
        Color::hex(match self {
            Setting::Crypt => 0x2b2733,
            Setting::Temple => 0x3a342e,
            Setting::Tower => 0x25283a,
            Setting::Mine => 0x2a211a,
            Setting::Cavern => 0x232026,
            Setting::Sewer => 0x20261f,
            Setting::BanditLair => 0x2b2118,
            Setting::Ruin => 0x2a2c26,
        })
    }

    /// Walls without courses of brick?
    pub(crate) const fn is_natural(self) -> bool {
        matches!(self, Setting::Mine | Setting::Cavern)
    }
}
