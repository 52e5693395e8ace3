//! Maps on paper.
//!
//! Two kinds of print: an overview that fits a page, with the key; and sheets at true scale to lay
//! on the table, with a plan of the sheets first, registration marks to join them by, and without
//! the sheets that would stay empty.

mod dungeon;
mod sheets;

use serde::{Deserialize, Serialize};

pub use dungeon::DungeonPrint;
pub(crate) use sheets::Tiling;

use crate::error::Error;
use crate::pdf::{Book, INCH};
use crate::scene::{Frame, Scene};

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Paper {
    /// 210 x 297 mm.
    #[default]
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points, upright.
    pub const fn size(self) -> (f32, f32) {
        match self {
            Paper::A4 => (595.276, 841.89),
            Paper::Letter => (612.0, 792.0),
        }
    }

    /// The paper's name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
        }
    }
}

/// What is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Pages {
    /// The map on one page, with the key.
    #[default]
    Overview,
    /// Sheets at true scale, with a plan of them.
    Sheets,
    /// Both.
    All,
}

/// Paper that most printers leave white on each side, in points.
pub(crate) const MARGIN: f32 = 0.45 * INCH;

/// How a scene is printed at true scale.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetOptions {
    /// The paper; default A4.
    pub paper: Paper,
    /// Points per map unit; default an inch.
    pub points_per_unit: f32,
    /// The side of the grid, in map units, whose lines cuts should fall on; default none.
    pub snap: Option<f32>,
    /// What is said about the scale on every sheet, such as `1 inch = 5 ft`; default nothing.
    pub scale_note: String,
}

impl Default for SheetOptions {
    fn default() -> Self {
        SheetOptions { paper: Paper::default(), points_per_unit: INCH, snap: None, scale_note: String::new() }
    }
}

/// A scene at true scale on as many sheets as it needs. Sheets whose part of the map is not used are
/// left out.
pub fn sheets(
    scene: &Scene,
    options: &SheetOptions,
    is_used: &dyn Fn(Frame) -> bool,
) -> Result<Vec<u8>, Error> {
    let mut book = Book::new(&scene.title);
    let tiling = Tiling::new(scene, options.paper, options.points_per_unit, options.snap, is_used)?;
    let title = if scene.title.is_empty() { "Map" } else { &scene.title };
    tiling.print(&mut book, title, &options.scale_note)?;
    book.finish()
}
