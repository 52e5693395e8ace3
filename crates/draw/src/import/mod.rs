//! Maps of other generators as plans.
//!
//! ```
//! let json = r#"{ "version": "1.2.7", "title": "Cellar", "story": "",
//!     "rects": [ { "x": 0, "y": 0, "w": 4, "h": 3 } ],
//!     "doors": [], "notes": [], "columns": [], "water": [] }"#;
//! let imported = mapkiln_draw::import::read(json).unwrap();
//! assert_eq!(imported.plan.title, "Cellar");
//! assert_eq!(imported.plan.levels[0].rooms.len(), 1);
//! ```

mod assemble;
pub mod donjon;
mod prose;
pub mod watabou;

use mapkiln_core::{Limit, Point, Rect};
use mapkiln_maps::plan::Plan;
use serde::Deserialize;
use serde::de::IgnoredAny;
use thiserror::Error;

/// A map with a longer side, in cells, is a mistake in the file.
pub const LONGEST_SIDE: i64 = 2_000;

/// A plan that another generator made.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The plan.
    pub plan: Plan,
    /// What in the file has no place in a plan, or had to be guessed.
    pub warnings: Vec<String>,
}

/// Why a file could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// Not JSON, or a value of the wrong kind; the message ends with line and column.
    #[error("this file cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// JSON, but of no generator we know.
    #[error(
        "this is neither a One Page Dungeon file, which has `rects` and `doors`, nor a donjon file, which has \
         `cells`, `rooms` and `settings`"
    )]
    Unknown,
    /// An impossible value.
    #[error("{at}: {problem}")]
    Value {
        /// Where in the file, such as `rects[3].w`.
        at: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl ImportError {
    fn value(at: impl Into<String>, problem: impl Into<String>) -> Self {
        ImportError::Value { at: at.into(), problem: problem.into() }
    }
}

/// Refuses a map whose cells take too long to sort into rooms and corridors.
fn within_limit(at: &str, cells: usize) -> Result<(), ImportError> {
    Limit::ImportedCells.check(cells as u64).map_err(|refused| ImportError::value(at, refused.to_string()))
}

/// Which generator a file is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Generator {
    /// watabou's One Page Dungeon.
    Watabou,
    /// donjon's random dungeon generator.
    Donjon,
}

/// Tells which generator a file is from by its fields; `None` if it is from none that we know.
pub fn recognise(json: &str) -> Result<Option<Generator>, ImportError> {
    #[derive(Deserialize)]
    struct Fields {
        rects: Option<IgnoredAny>,
        doors: Option<IgnoredAny>,
        cells: Option<IgnoredAny>,
        rooms: Option<IgnoredAny>,
        settings: Option<IgnoredAny>,
    }
    let fields: Fields = serde_json::from_str(json)?;
    Ok(match fields {
        Fields { rects: Some(_), doors: Some(_), .. } => Some(Generator::Watabou),
        Fields { cells: Some(_), rooms: Some(_), settings: Some(_), .. } => Some(Generator::Donjon),
        _ => None,
    })
}

/// Reads a file of any generator we know.
pub fn read(json: &str) -> Result<Imported, ImportError> {
    match recognise(json)? {
        Some(Generator::Watabou) => watabou::read(json),
        Some(Generator::Donjon) => donjon::read(json),
        None => Err(ImportError::Unknown),
    }
}

/// The cells of a round room that fills a square: those whose middle is less than half a side away
/// from the square's middle.
pub(crate) fn disc(square: Rect) -> Vec<Point> {
    // Twice the distances, so that middles are whole numbers.
    let side = i64::from(square.width);
    let away = |cell: i32, first: i32| 2 * i64::from(cell - first) + 1 - side;
    let inside = |p: &Point| {
        let (dx, dy) = (away(p.x, square.x), away(p.y, square.y));
        dx * dx + dy * dy < side * side
    };
    square.cells().filter(inside).collect()
}
