//! Files for the programs people play and build with.
//!
//! Every exporter is a pure function of a map and [`ExportOptions`]. If a format holds a picture, the caller
//! draws it and passes the PNG, so that any style can go into any format; the picture must show the
//! whole grid of the level and nothing around it.
//!
//! | module | for | a plan with several levels |
//! | --- | --- | --- |
//! | [`uvtt`] | Universal VTT (`.uvtt`, `.dd2vtt`), and Roll20's text | one file per level |
//! | [`foundry`] | Foundry VTT 13 and 14 | one archive |
//! | [`tiled`] | Tiled (`.tmx`, `.tmj`); worlds too | one file per level |
//! | [`ldtk`] | LDtk | one file |
//! | [`watabou`] | readers of One Page Dungeon's JSON | one file per level |
//!
//! A [players'](Audience::Players) file is made from [`Plan::for_players`], so it cannot hold what
//! players may not know.

pub mod foundry;
mod lamps;
pub mod ldtk;
mod text;
pub mod tiled;
pub mod tiles;
pub mod uvtt;
pub mod walls;
pub mod watabou;
mod zip;

use std::borrow::Cow;

use base64::Engine;
use mapkiln_core::{Direction, Limit};
use mapkiln_maps::Audience;
use mapkiln_maps::floor::FloorThingKind;
use mapkiln_maps::picture::png_size;
use mapkiln_maps::plan::{Level, Plan};
use thiserror::Error;

pub use text::slug;

/// What all exporters take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportOptions {
    /// Who the file is for; default the game master.
    pub audience: Audience,
    /// The side of a cell in pixels, from 2 to 1,000; default 70.
    pub pixels_per_cell: u32,
}

impl Default for ExportOptions {
    fn default() -> Self {
        ExportOptions { audience: Audience::GameMaster, pixels_per_cell: 70 }
    }
}

/// Why a plan could not be exported.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExportError {
    /// Editors hold every cell of their grids several times.
    #[error(
        "a grid of {cells} cells is too large for this format, which takes up to {most}; export a smaller \
         level, or use --raise-limits N"
    )]
    Cells {
        /// The cells of the level, or of all levels if they share a file.
        cells: u64,
        /// How many are written.
        most: u64,
    },
    /// Editors hold every door, room and thing with all of its fields.
    #[error(
        "{parts} rooms, doors and things are too many for this format, which takes up to {most}; export a \
         smaller level, or use --raise-limits N"
    )]
    Parts {
        /// The parts of all levels.
        parts: u64,
        /// How many are written.
        most: u64,
    },
    /// The plan has no such level.
    #[error("level {level} was asked for, and the plan has {count}; levels count from 1")]
    NoLevel {
        /// The level that was asked for, counted from 1.
        level: usize,
        /// How many there are.
        count: usize,
    },
    /// A cell cannot have that many pixels.
    #[error("a cell cannot be {0} pixels wide; choose from 2 to 1000")]
    Pixels(u32),
    /// The picture is not a PNG file.
    #[error("the picture of level {0} is not a PNG file")]
    NotPng(usize),
    /// The picture does not show exactly the grid.
    #[error(
        "the picture of level {level} has {found_width}x{found_height} pixels, and its grid takes \
         {wanted_width}x{wanted_height}; draw the grid alone, with as many pixels per cell as the export has"
    )]
    PictureSize {
        /// The level, counted from 1.
        level: usize,
        /// Columns of the picture.
        found_width: u32,
        /// Rows of the picture.
        found_height: u32,
        /// Columns that the grid takes.
        wanted_width: u64,
        /// Rows that the grid takes.
        wanted_height: u64,
    },
    /// One picture per level is needed.
    #[error("the plan has {levels} levels, and {pictures} pictures were given; give one per level")]
    PictureCount {
        /// How many levels the plan has.
        levels: usize,
        /// How many pictures were given.
        pictures: usize,
    },
    /// More than the format can hold.
    #[error("the archive would be larger than 4 GiB; choose fewer pixels per cell")]
    TooLarge,
}

/// Refuses grids that take more memory than this part of the limit on cells, before they are laid out.
fn check_grid<'l>(levels: impl IntoIterator<Item = &'l Level>, part: u64) -> Result<(), ExportError> {
    let side = |length: i32| u64::from(length.max(0).unsigned_abs());
    check_cells(levels.into_iter().map(|level| side(level.width) * side(level.height)).sum(), part)
}

/// The same for formats that hold the floor alone.
fn check_floor(level: &Level, part: u64) -> Result<(), ExportError> {
    let rooms = level.rooms.iter().map(|room| room.outline.area().unsigned_abs());
    let corridors = level.corridors.iter().map(|corridor| corridor.cells.len() as u64);
    check_cells(rooms.chain(corridors).fold(0, u64::saturating_add), part)
}

fn check_cells(cells: u64, part: u64) -> Result<(), ExportError> {
    let most = Limit::Cells.most() / part;
    if cells > most { Err(ExportError::Cells { cells, most }) } else { Ok(()) }
}

/// Refuses more rooms, doors and things than this part of the limit on parts.
fn check_parts(levels: &[Level], part: u64) -> Result<(), ExportError> {
    let named =
        |l: &Level| l.rooms.len() + l.doors.len() + l.stairs.len() + l.entrances.len() + l.things.len();
    let parts = levels.iter().map(|level| named(level) as u64).sum();
    let most = Limit::Parts.most() / part;
    if parts > most { Err(ExportError::Parts { parts, most }) } else { Ok(()) }
}

impl ExportOptions {
    fn check(&self) -> Result<(), ExportError> {
        if (2..=1000).contains(&self.pixels_per_cell) {
            Ok(())
        } else {
            Err(ExportError::Pixels(self.pixels_per_cell))
        }
    }

    /// The plan as the audience may see it.
    fn shown<'a>(&self, plan: &'a Plan) -> Cow<'a, Plan> {
        plan.for_audience(self.audience)
    }
}

fn level_of(plan: &Plan, level: usize) -> Result<&Level, ExportError> {
    plan.levels.get(level).ok_or(ExportError::NoLevel { level: level + 1, count: plan.levels.len() })
}

/// Does the picture show exactly the level's grid?
fn check_picture(png: &[u8], level: &Level, number: usize, pixels: u32) -> Result<(), ExportError> {
    let number = number + 1;
    let (width, height) = png_size(png).ok_or(ExportError::NotPng(number))?;
    let wanted = |cells: i32| cells.max(0) as u64 * u64::from(pixels);
    let (wanted_width, wanted_height) = (wanted(level.width), wanted(level.height));
    if (u64::from(width), u64::from(height)) != (wanted_width, wanted_height) {
        return Err(ExportError::PictureSize {
            level: number,
            found_width: width,
            found_height: height,
            wanted_width,
            wanted_height,
        });
    }
    Ok(())
}

/// JSON in one line with a line end. Our structs have text keys and no failing parts.
fn json(value: &impl serde::Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(value).expect("our structs have text keys and no failing parts");
    bytes.push(b'\n');
    bytes
}

/// A direction's name in files.
fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "north",
        Direction::East => "east",
        Direction::South => "south",
        Direction::West => "west",
    }
}

/// What a thing is called in files.
fn thing_name(kind: FloorThingKind) -> &'static str {
    match kind {
        FloorThingKind::Enemy => "enemy",
        FloorThingKind::Boss => "boss",
        FloorThingKind::Chest => "chest",
        FloorThingKind::Key(_) => "key",
        FloorThingKind::Trap => "trap",
        FloorThingKind::StairsUp => "stairs_up",
        FloorThingKind::StairsDown => "stairs_down",
        FloorThingKind::Exit => "exit",
        FloorThingKind::Light => "light",
    }
}

/// Bytes as base64, with padding.
fn base64(bytes: &[u8]) -> String {
    base64::engine::general_purpose::STANDARD.encode(bytes)
}
