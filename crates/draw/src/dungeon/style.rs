//! Looks for dungeon maps.

use serde::{Deserialize, Serialize};

use super::setting::Setting;
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
    /// Full colour, floors by the setting: for tables and virtual tabletops.
    Battle,
}

impl Style {
    /// All looks.
    pub const ALL: [Style; 6] =
        [Style::Hatched, Style::Blue, Style::Parchment, Style::Ink, Style::Dark, Style::Battle];

    /// Its name in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Hatched => "hatched",
            Style::Blue => "blue",
            Style::Parchment => "parchment",
            Style::Ink => "ink",
            Style::Dark => "dark",
            Style::Battle => "battle",
        }
    }

    /// The look with this name.
    pub fn named(name: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|style| style.name() == name)
    }

    pub(crate) fn look(self, setting: Setting) -> Look {
        match self {
            Style::Hatched => Look {
                paper: Color::hex(0xfbf9f3),
                rock: Rock::Hatched { stroke: Color::hex(0x1b1a18), tint: Color::hex(0xebe7dd) },
                floor: Color::hex(0xffffff),
                grid: Color::hex(0xc9c5ba),
                wall: Color::hex(0x1b1a18),
                wall_width: 0.09,
                shadow: true,
                ink: Color::hex(0x1b1a18),
                label: Color::hex(0x1b1a18),
                label_halo: Color::hex(0xffffff),
                accent: Color::hex(0xb02a1e),
                accent_ground: Color::hex(0xffffff),
                water: Color::hex(0xcfe3ee),
                water_line: Color::hex(0x6d93ab),
                glow: 0.0,
                two_tone: false,
                materials: materials([
                    0xe6d3b3, 0xd9d6cf, 0x9a9ca0, 0xc9d3c0, 0xb0432f, 0xe2b84a, 0xffffff, 0x2f2b28, 0xe8842c,
                    0xf7d154, 0xb5cc94, 0xb8966c, 0xc9a5c4, 0x9db9cf,
                ]),
            },
            Style::Blue => {
                let (ink, floor) = (Color::hex(0x1d4f7c), Color::hex(0xfcfeff));
                Look {
                    // Words stand on white: on the blue of the rock they could not be read.
                    paper: Color::hex(0xf7fafc),
                    rock: Rock::Solid(Color::hex(0x3f7fb3)),
                    floor,
                    grid: Color::hex(0xa9cbe3),
                    wall: Color::hex(0x34709f),
                    wall_width: 0.06,
                    shadow: false,
                    ink,
                    label: ink,
                    label_halo: floor,
                    accent: Color::hex(0xa3282a),
                    accent_ground: floor,
                    water: Color::hex(0xbcdcf2),
                    water_line: Color::hex(0x4c8fc2),
                    glow: 0.0,
                    two_tone: true,
                    materials: tints(floor, ink, [12, 0, 30, 12, 45, 20, 0, 85, 55, 0, 16, 26, 20, 24]),
                }
            }
            Style::Parchment => Look {
                paper: Color::hex(0xead9b5),
                rock: Rock::Hatched { stroke: Color::hex(0x4b3320), tint: Color::hex(0xdcc79c) },
                floor: Color::hex(0xf7edd3),
                grid: Color::hex(0xdcc99f),
                wall: Color::hex(0x4b3320),
                wall_width: 0.10,
                shadow: true,
                ink: Color::hex(0x4b3320),
                label: Color::hex(0x4b3320),
                label_halo: Color::hex(0xf7edd3),
                accent: Color::hex(0x9b1c12),
                accent_ground: Color::hex(0xf7edd3),
                water: Color::hex(0xb9c9b8),
                water_line: Color::hex(0x6b8577),
                glow: 0.0,
                two_tone: false,
                materials: materials([
                    0xdfc08a, 0xd3c7a6, 0xa79b85, 0xb9b98a, 0x9b3a26, 0xc99a3a, 0xf7edd3, 0x3a2a1c, 0xc4702a,
                    0xe8c25c, 0xb3b578, 0xa98556, 0xb99a90, 0xa3aa94,
                ]),
            },
            Style::Ink => {
                let (ink, floor) = (Color::BLACK, Color::WHITE);
                Look {
                    paper: floor,
                    rock: Rock::Bare,
                    floor,
                    grid: Color::hex(0xc8c8c8),
                    wall: ink,
                    wall_width: 0.08,
                    shadow: false,
                    ink,
                    label: ink,
                    label_halo: floor,
                    accent: ink,
                    accent_ground: floor,
                    water: Color::hex(0xf2f2f2),
                    water_line: Color::hex(0x777777),
                    glow: 0.0,
                    two_tone: true,
                    materials: tints(floor, ink, [0, 0, 20, 0, 35, 10, 0, 90, 45, 0, 12, 22, 14, 16]),
                }
            }
            Style::Dark => Look {
                paper: Color::hex(0x161a21),
                rock: Rock::Hatched { stroke: Color::hex(0x343d4a), tint: Color::hex(0x232a34) },
                floor: Color::hex(0x3f4855),
                grid: Color::hex(0x566070),
                wall: Color::hex(0x0a0c10),
                wall_width: 0.10,
                shadow: true,
                ink: Color::hex(0x0a0c10),
                label: Color::hex(0xeef2f8),
                label_halo: Color::hex(0x3f4855),
                accent: Color::hex(0xffb070),
                accent_ground: Color::hex(0x3f4855),
                water: Color::hex(0x2a5878),
                water_line: Color::hex(0x5c9cc4),
                glow: 0.06,
                two_tone: false,
                materials: materials([
                    0xb08a5c, 0x8d93a0, 0x6f7783, 0x6f8a86, 0xb5583f, 0xd9a94a, 0xdfe3ea, 0x1a1d23, 0xe8842c,
                    0xf7d154, 0x5f8a5f, 0x7d6549, 0x94759f, 0x7593b0,
                ]),
            },
            Style::Battle => Look {
                paper: Color::hex(0x15161d),
                rock: Rock::Band(Color::hex(0x6e6878)),
                floor: setting.floor().mixed(Color::BLACK, 0.06),
                grid: setting.floor().mixed(Color::BLACK, 0.21),
                wall: Color::hex(0x1d1511),
                wall_width: 0.05,
                shadow: true,
                ink: Color::hex(0x1d1511),
                label: Color::hex(0xfff8e6),
                label_halo: Color::hex(0x1d1511),
                accent: Color::hex(0x9b1c12),
                accent_ground: Color::hex(0xfff8e6),
                water: Color::hex(0x4f9cc0),
                water_line: Color::hex(0xd8eef2),
                glow: 0.075,
                two_tone: false,
                materials: materials([
                    0xa5783f, 0x8f8c86, 0x6a6b72, 0x7f9a86, 0xb0432f, 0xe2b84a, 0xefe6d2, 0x241f1e, 0xe8842c,
                    0xf7d154, 0x6f9a4f, 0x86653f, 0xa578a8, 0x6f9fc4,
                ]),
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
    /// Do walls and things cast shadows on the floor?
    pub(crate) shadow: bool,
    /// The lines of symbols.
    pub(crate) ink: Color,
    /// Words and numbers on the floor.
    pub(crate) label: Color,
    /// Behind words and numbers on the floor.
    pub(crate) label_halo: Color,
    /// What only the game master may see.
    pub(crate) accent: Color,
    /// Behind what only the game master may see.
    pub(crate) accent_ground: Color,
    pub(crate) water: Color,
    pub(crate) water_line: Color,
    /// How strong a pool of light is, from 0 (none) to 1.
    pub(crate) glow: f32,
    /// Only one colour and its tints?
    pub(crate) two_tone: bool,
    materials: [Color; MATERIALS],
}

impl Look {
    /// The colour of a material in this look.
    pub(crate) fn of(&self, material: Material) -> Color {
        match material {
            Material::Ink => self.ink,
            Material::Water => self.water,
            Material::Ripple => self.water_line,
            other => self.materials[other as usize],
        }
    }

    /// Words on the paper around the map.
    pub(crate) fn text(&self) -> Color {
        if self.paper.lightness() > 140 { self.ink } else { self.paper.readable().mixed(self.paper, 0.08) }
    }
}

/// How rock looks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rock {
    /// Paper.
    Bare,
    /// Sets of short strokes along the walls, on a tint.
    Hatched { stroke: Color, tint: Color },
    /// One colour over the whole map.
    Solid(Color),
    /// A band of masonry around the floor.
    Band(Color),
}

impl Rock {
    /// Does it cover the whole map?
    #[cfg(feature = "pdf")]
    pub(crate) const fn is_solid(self) -> bool {
        matches!(self, Rock::Solid(_))
    }
}

/// What things are made of. A symbol names a material, never a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Material {
    Wood,
    Stone,
    Iron,
    Cloth,
    Red,
    Gold,
    /// Paper, linen, bone.
    Pale,
    /// The inside of a hole or a box.
    Dark,
    Fire,
    /// The heart of a fire.
    Heart,
    Plant,
    Earth,
    Mauve,
    /// Crystal, ice and slate.
    Azure,
    Ink,
    Water,
    Ripple,
}

/// Materials with a colour of their own.
const MATERIALS: usize = 14;

fn materials(colors: [u32; MATERIALS]) -> [Color; MATERIALS] {
    colors.map(Color::hex)
}

/// Materials as tints of one ink, in hundredths.
fn tints(floor: Color, ink: Color, shares: [u8; MATERIALS]) -> [Color; MATERIALS] {
    shares.map(|share| floor.mixed(ink, f32::from(share) / 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours as WCAG defines it.
    fn contrast(a: Color, b: Color) -> f64 {
        let light = |c: Color| {
            let channel = |v: u8| {
                let v = f64::from(v) / 255.0;
                if v <= 0.03928 { v / 12.92 } else { libm::pow((v + 0.055) / 1.055, 2.4) }
            };
            0.2126 * channel(c.r) + 0.7152 * channel(c.g) + 0.0722 * channel(c.b)
        };
        let (a, b) = (light(a), light(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn words_marks_and_grids_can_be_read_in_every_style() {
        for style in Style::ALL {
            for setting in [Setting::Crypt, Setting::Temple, Setting::Sewer, Setting::BanditLair] {
                let look = style.look(setting);
                let name = style.name();
                assert!(contrast(look.label, look.label_halo) >= 7.0, "numbers in {name}");
                assert!(contrast(look.text(), look.paper) >= 7.0, "words in {name}");
                assert!(contrast(look.accent, look.accent_ground) >= 4.5, "marks in {name}");
                let grid = contrast(look.grid, look.floor);
                assert!((1.25..=1.85).contains(&grid), "grid in {name}: {grid}");
            }
        }
    }

    #[test]
    fn every_style_is_found_by_its_name() {
        for style in Style::ALL {
            assert_eq!(Style::named(style.name()), Some(style));
        }
    }
}
