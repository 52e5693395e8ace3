//! Looks for dungeon maps.

use serde::{Deserialize, Serialize};

use crate::scene::Color;

/// A look for a dungeon map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Style {
    /// Black on white with hatched rock, as drawn by hand.
    #[default]
    Hatched,
    /// White floors in blue rock, as in the modules of the seventies.
    Blue,
    /// Brown ink on old parchment.
    Parchment,
    /// Thin black lines on white: for printers, saves toner.
    Ink,
    /// Pale lines on a dark ground: for screens.
    Dark,
}

impl Style {
    /// All looks.
    pub const ALL: [Style; 5] = [Style::Hatched, Style::Blue, Style::Parchment, Style::Ink, Style::Dark];

    /// Its name in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Hatched => "hatched",
            Style::Blue => "blue",
            Style::Parchment => "parchment",
            Style::Ink => "ink",
            Style::Dark => "dark",
        }
    }

    /// The look with this name.
    pub fn named(name: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|style| style.name() == name)
    }

    pub(crate) const fn look(self) -> Look {
        match self {
            Style::Hatched => Look {
                paper: Color::hex(0xfdfcf8),
                rock: Rock::Hatched(Color::hex(0x2b2a28)),
                floor: Color::hex(0xffffff),
                grid: Color::hex(0xcfccc4),
                wall: Color::hex(0x141312),
                wall_width: 0.13,
                shadow: Some(Color::hex(0xe3dfd6)),
                ink: Color::hex(0x141312),
                accent: Color::hex(0xa8231c),
                water: Color::hex(0xcfe0ea),
                water_line: Color::hex(0x6d93ab),
            },
            Style::Blue => Look {
                paper: Color::hex(0xf7f9fb),
                rock: Rock::Solid(Color::hex(0x2f76ad)),
                floor: Color::hex(0xfbfdff),
                grid: Color::hex(0x9cc3e0),
                wall: Color::hex(0x2f76ad),
                wall_width: 0.06,
                shadow: None,
                ink: Color::hex(0x1d5788),
                accent: Color::hex(0x9c2f2f),
                water: Color::hex(0xbcdcf2),
                water_line: Color::hex(0x4c8fc2),
            },
            Style::Parchment => Look {
                paper: Color::hex(0xe9d9b4),
                rock: Rock::Hatched(Color::hex(0x8a6a42)),
                floor: Color::hex(0xf6ebcf),
                grid: Color::hex(0xdcc79b),
                wall: Color::hex(0x4a2f18),
                wall_width: 0.15,
                shadow: Some(Color::hex(0xdfcb9f)),
                ink: Color::hex(0x4a2f18),
                accent: Color::hex(0x9b1c12),
                water: Color::hex(0xb9c9b8),
                water_line: Color::hex(0x6b8577),
            },
            Style::Ink => Look {
                paper: Color::WHITE,
                rock: Rock::Bare,
                floor: Color::WHITE,
                grid: Color::hex(0xc8c8c8),
                wall: Color::BLACK,
                wall_width: 0.09,
                shadow: None,
                ink: Color::BLACK,
                accent: Color::BLACK,
                water: Color::hex(0xf2f2f2),
                water_line: Color::hex(0x777777),
            },
            Style::Dark => Look {
                paper: Color::hex(0x14171d),
                rock: Rock::Hatched(Color::hex(0x2c333e)),
                floor: Color::hex(0x3b4452),
                grid: Color::hex(0x4b5666),
                wall: Color::hex(0xc9d3e2),
                wall_width: 0.09,
                shadow: Some(Color::hex(0x2e3642)),
                ink: Color::hex(0xe8edf5),
                accent: Color::hex(0xff9d5c),
                water: Color::hex(0x2a5878),
                water_line: Color::hex(0x5c9cc4),
            },
        }
    }
}

/// The colours and widths of a look; lengths in cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) paper: Color,
    pub(crate) rock: Rock,
    pub(crate) floor: Color,
    pub(crate) grid: Color,
    pub(crate) wall: Color,
    pub(crate) wall_width: f32,
    /// The shadow that walls to the north-west cast on the floor.
    pub(crate) shadow: Option<Color>,
    /// Symbols and words.
    pub(crate) ink: Color,
    /// What only the game master may see.
    pub(crate) accent: Color,
    pub(crate) water: Color,
    pub(crate) water_line: Color,
}

/// How rock looks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rock {
    /// Paper.
    Bare,
    /// Clusters of short strokes along the walls.
    Hatched(Color),
    /// One colour over the whole map.
    Solid(Color),
}

impl Rock {
    /// Does it cover the whole map?
    #[cfg(feature = "pdf")]
    pub(crate) const fn is_solid(self) -> bool {
        matches!(self, Rock::Solid(_))
    }
}
