//! Every file format of every map: by name, by ending, with one set of options.
//!
//! This is what the command, the web page and other bindings write files with.
//!
//! ```
//! use mapkiln::formats::{Format, Look, Writer};
//! use mapkiln::{AnySpec, Run};
//!
//! let made = AnySpec::named("catan").unwrap().make(&mut Run::new("final"))?;
//! let (format, ending) = Format::by_ending(made.map.kind(), "board.svg").unwrap();
//! let look = Look::default();
//! let writer = Writer::new(&made.map, Some(&made.origin), &look);
//! let files = writer.write(format, "board", ending)?;
//! assert_eq!(files[0].name, "board.svg");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod look;
mod plans;
mod writer;

use mapkiln_core::{Fault, MakeError, OverLimit};
use mapkiln_draw::export::ExportError;
use mapkiln_maps::board::Board;
use mapkiln_maps::document::Document;
use mapkiln_maps::floor::Floor;
use mapkiln_maps::graph::LevelGraph;
use mapkiln_maps::plan::Plan;
use mapkiln_maps::world::World;
use thiserror::Error;

pub use look::{Look, Mark};
pub use writer::Writer;

/// A way to write a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Its name, such as `uvtt`.
    pub name: &'static str,
    /// The endings of its files, without the dot.
    pub endings: &'static [&'static str],
    /// What it is for, in a few words.
    pub about: &'static str,
    /// What stands between several maps in one file; `None` if each map has files of its own.
    pub between: Option<&'static str>,
    kinds: &'static [&'static str],
    body: Body,
}

/// What a format writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Body {
    Text,
    Json,
    Markdown,
    Explain,
    Map,
    Dot,
    Csv,
    PlanJson,
    Svg,
    Png,
    Pdf,
    Uvtt,
    Foundry,
    Roll20,
    Tmx,
    Tmj,
    Ldtk,
    Watabou,
}

impl Body {
    /// Is it a plan's file for another program?
    fn is_export(self) -> bool {
        matches!(
            self,
            Body::Uvtt | Body::Foundry | Body::Roll20 | Body::Tmx | Body::Tmj | Body::Ldtk | Body::Watabou
        )
    }
}

/// All kinds of maps.
const ALL: &[&str] = &[Plan::KIND, Board::KIND, LevelGraph::KIND, World::KIND, Floor::KIND];
/// Maps that are plans, or become one when they are laid out.
const PLANS: &[&str] = &[Plan::KIND, LevelGraph::KIND];

/// Every format; the first one for a kind of map is what a terminal shows.
pub const FORMATS: &[Format] = &[
    format("text", &["txt"], "the map and its key as text", Some("\n"), ALL, Body::Text),
    format("json", &["json"], "the map document", None, ALL, Body::Json),
    format("jsonl", &["jsonl"], "map documents, one per line", Some(""), ALL, Body::Json),
    format("md", &["md"], "the key as Markdown", Some("\n"), &[Plan::KIND], Body::Markdown),
    format(
        "explain",
        &[],
        "every sentence of the key with the facts behind it",
        Some("\n"),
        &[Plan::KIND],
        Body::Explain,
    ),
    format("map", &["map"], "the map drawn with characters", Some("\n"), PLANS, Body::Map),
    format("dot", &["dot", "gv"], "the graph for Graphviz", Some(""), &[LevelGraph::KIND], Body::Dot),
    format(
        "plan",
        &["plan"],
        "the level laid out in space, as a document",
        None,
        &[LevelGraph::KIND],
        Body::PlanJson,
    ),
    format("csv", &["csv"], "names of tiles by row", Some("\n"), &[World::KIND], Body::Csv),
    format("svg", &["svg"], "a picture of lines", None, ALL, Body::Svg),
    format("png", &["png"], "a picture of pixels", None, ALL, Body::Png),
    format("pdf", &["pdf"], "pages to print", None, ALL, Body::Pdf),
    format(
        "uvtt",
        &["uvtt", "dd2vtt"],
        "Universal VTT: picture, walls, doors, lights",
        None,
        PLANS,
        Body::Uvtt,
    ),
    format("foundry", &["zip"], "Foundry VTT 13 and 14: scenes, journal, pins", None, PLANS, Body::Foundry),
    format(
        "roll20",
        &["roll20.txt"],
        "Universal VTT without the picture, for Roll20",
        None,
        PLANS,
        Body::Roll20,
    ),
    format("tmx", &["tmx"], "Tiled, with an image of the tiles", None, TILED, Body::Tmx),
    format("tmj", &["tmj"], "Tiled as JSON, with an image of the tiles", None, TILED, Body::Tmj),
    format("ldtk", &["ldtk"], "LDtk, with an image of the tiles", None, PLANS, Body::Ldtk),
    format("watabou", &["watabou.json"], "the form of One Page Dungeon's files", None, PLANS, Body::Watabou),
];

/// Maps that Tiled can edit.
const TILED: &[&str] = &[Plan::KIND, LevelGraph::KIND, World::KIND];

const fn format(
    name: &'static str,
    endings: &'static [&'static str],
    about: &'static str,
    between: Option<&'static str>,
    kinds: &'static [&'static str],
    body: Body,
) -> Format {
    Format { name, endings, about, between, kinds, body }
}

impl Format {
    /// The formats of a kind of map, such as `plan`; the first is what a terminal shows.
    pub fn of(kind: &str) -> impl Iterator<Item = &'static Format> {
        FORMATS.iter().filter(move |format| format.kinds.contains(&kind))
    }

    /// A format of a kind of map by its name.
    pub fn by_name(kind: &str, name: &str) -> Option<&'static Format> {
        Format::of(kind).find(|format| format.name == name)
    }

    /// The format of a file by its name, with the ending that matched: the longest one, in upper or
    /// lower case.
    pub fn by_ending(kind: &str, file: &str) -> Option<(&'static Format, &'static str)> {
        let file = file.to_ascii_lowercase();
        let fits = |ending: &&'static str| file.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.'));
        Format::of(kind)
            .flat_map(|format| {
                format.endings.iter().copied().filter(fits).map(move |ending| (format, ending))
            })
            .max_by_key(|(_, ending)| ending.len())
    }
}

/// A file in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Why a map could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The format is not for this kind of map.
    #[error("a {kind} cannot be written as {format}; it can as {known}")]
    Kind {
        /// The kind of map.
        kind: &'static str,
        /// The format's name.
        format: &'static str,
        /// The formats that would do.
        known: String,
    },
    /// The format holds secrets, and the file is for players.
    #[error("{format} holds what only the game master may know; for players write a picture or `map`")]
    NotForPlayers {
        /// The format's name.
        format: &'static str,
    },
    /// The isometric view is a picture.
    #[error(
        "the isometric view is a picture, or a Tiled map of a world; write svg, png, pdf or tmx, not {format}"
    )]
    NotIsometric {
        /// The format's name.
        format: &'static str,
    },
    /// The isometric view of a dungeon has one style.
    #[error("the isometric view of a dungeon has one style, battle; leave out the style {style}")]
    IsometricStyle {
        /// The style asked for.
        style: &'static str,
    },
    /// Only worlds at an angle have a night.
    #[error(
        "night falls on the isometric view of a world; a {kind} has none: leave out night, or draw a world with iso"
    )]
    NoNight {
        /// The kind of map.
        kind: &'static str,
    },
    /// The map has no floor to look at from an angle, or to lay out.
    #[error("a {kind} has no floor, so it has no isometric view")]
    NoFloor {
        /// The kind of map.
        kind: &'static str,
    },
    /// The map has no such level.
    #[error("there is no level {asked}; this map has {levels}")]
    NoLevel {
        /// The level asked for, counted from 1.
        asked: usize,
        /// The number of levels.
        levels: usize,
    },
    /// The board's game has no such rules.
    #[error("no rules of this game are called {name:?}; write one of {known}")]
    NoRules {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The map is too large to be laid out in space.
    #[error(transparent)]
    TooLarge(#[from] OverLimit),
    /// It could not be drawn.
    #[error(transparent)]
    Draw(#[from] mapkiln_draw::Error),
    /// It could not be exported.
    #[error(transparent)]
    Export(#[from] ExportError),
}

impl MakeError for FormatError {
    fn fault(&self) -> Fault {
        match self {
            FormatError::Draw(
                mapkiln_draw::Error::NoLevel { .. }
                | mapkiln_draw::Error::PixelSize { .. }
                | mapkiln_draw::Error::TooLarge(_),
            ) => Fault::Wish,
            FormatError::Export(ExportError::Cells { .. } | ExportError::Parts { .. }) => Fault::Wish,
            FormatError::Draw(_) | FormatError::Export(_) => Fault::Failure,
            _ => Fault::Wish,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_ending_decides_in_any_case() {
        let name = |kind, file| Format::by_ending(kind, file).map(|(format, ending)| (format.name, ending));
        assert_eq!(name(Plan::KIND, "keep.json"), Some(("json", "json")));
        assert_eq!(name(Plan::KIND, "keep.Watabou.JSON"), Some(("watabou", "watabou.json")));
        assert_eq!(name(World::KIND, "W.TMX"), Some(("tmx", "tmx")));
        assert_eq!(name(World::KIND, "w.uvtt"), None);
        assert_eq!(name(Plan::KIND, "json"), None, "an ending follows a dot");
    }

    #[test]
    fn names_and_endings_are_unique_for_each_kind() {
        for kind in ALL {
            let mut endings: Vec<&str> = Format::of(kind).flat_map(|f| f.endings).copied().collect();
            let mut names: Vec<&str> = Format::of(kind).map(|f| f.name).collect();
            for list in [&mut endings, &mut names] {
                let before = list.len();
                list.sort_unstable();
                list.dedup();
                assert_eq!(list.len(), before, "{kind}: {list:?}");
            }
        }
    }
}
