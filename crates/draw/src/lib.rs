//! Maps as files: pictures, prints, text, and what other programs read.
//!
//! A view turns a map into a [`Scene`]: shapes, text and layers in map units. Back ends turn a scene
//! into a file; they are pure functions with an options struct and know nothing of maps. Every view
//! that could give away a secret takes an [`Audience`].
//!
//! ```
//! use mapkiln_core::Rect;
//! use mapkiln_draw::{Audience, DungeonView, svg, text};
//! use mapkiln_maps::plan::{Level, Outline, Plan, Room};
//!
//! let room = Room::new(0, Outline::Rect(Rect::new(1, 1, 4, 3)));
//! let level = Level { width: 6, height: 5, rooms: vec![room], ..Level::default() };
//! let plan = Plan { title: "A cellar".into(), levels: vec![level], ..Plan::default() };
//!
//! let view = DungeonView { audience: Audience::Players, ..DungeonView::default() };
//! let file = svg::encode(&view.scene(&plan)?, &svg::SvgOptions::default());
//! assert!(file.starts_with("<svg") && file.contains("<title>A cellar</title>"));
//! assert!(text::plan(&plan, &text::TextOptions::default()).starts_with("A cellar\n"));
//! # Ok::<(), mapkiln_draw::Error>(())
//! ```
//!
//! | map | picture | text | for other programs |
//! | --- | --- | --- | --- |
//! | plan | [`DungeonView`], [`IsoDungeonView`], [`DungeonPrint`] | [`text::plan`], [`text::classic`], [`markdown::plan`] | [`export`] |
//! | floor | [`IsoView`] | [`text::floor`] | |
//! | board | [`BoardView`] | `Board::to_text` | |
//! | level graph | [`LevelView`] | [`text::level_graph`] | [`dot::level_graph`] |
//! | world | [`WorldView`] | [`text::world`] | [`csv::world`], [`export::tiled`] |
//!
//! [`import`] reads plans of other generators.
//!
//! # Features
//!
//! All are on by default. Without them this crate writes SVG and text and needs few dependencies.
//!
//! - `png`: scenes as PNG files ([`png`]).
//! - `pdf`: scenes as PDF files ([`pdf`]) and prints at true scale ([`mod@print`]).
//! - `export`: files for virtual tabletops and editors ([`export`]); needs `png`.
//! - `parallel`: several threads; results are the same without it.
//! - `words`: all letters of the font; `png` and `pdf` switch it on. Without it those beyond ASCII show
//!   as an empty box, and maps without key and title have none.
//!
//! # Limits and costs
//!
//! Text is set in one bundled font, Alegreya, which has Latin, Greek and Cyrillic letters; there is no
//! shaping for other scripts. PNG files are drawn in bands of rows, so they may have up to 65,500 pixels
//! per side in little memory. Time and file size grow with the number of cells.

// The atlas shows all of it, and is a PNG.
#[cfg_attr(not(feature = "png"), allow(dead_code))]
pub mod art;
mod board;
#[cfg(feature = "png")]
mod crop;
pub mod csv;
pub mod dot;
mod dungeon;
mod error;
mod escape;
pub mod explain;
#[cfg(feature = "export")]
pub mod export;
#[cfg(feature = "png")]
mod flatten;
mod font;
mod graph;
pub mod import;
pub mod iso;
mod iso_view;
pub mod markdown;
mod noise;
#[cfg(feature = "png")]
mod outline;
#[cfg(feature = "png")]
mod palette;
#[cfg(feature = "pdf")]
pub mod pdf;
#[cfg(feature = "png")]
pub mod png;
#[cfg(feature = "pdf")]
pub mod print;
#[cfg(feature = "png")]
mod raster;
mod rules;
mod scene;
pub mod svg;
pub mod text;
mod world;

pub use board::BoardView;
pub use dungeon::{DungeonView, IsoDungeonView, KeyPlace, Setting, Style};
pub use error::Error;
pub use escape::visible;
pub use graph::LevelView;
pub use iso_view::IsoView;
pub use mapkiln_maps::{Audience, Picture};
#[cfg(feature = "pdf")]
pub use print::{DungeonPrint, Pages, Paper};
pub use rules::{PartRole, RulePicture, rules_scene};
pub use scene::{
    Anchor, Cap, Color, Frame, Image, Item, Join, Layer, Path, Scene, Segment, Shape, Stamp, Stamps, Stroke,
    Text, Tilt, Vec2, Weight,
};
pub use world::{IsoWorldView, WorldView};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
