//! The maps of Mapkiln as plain data, without generators.
//!
//! | map | what it is |
//! | --- | --- |
//! | [`plan::Plan`] | rooms, corridors, doors, contents, keys: the view of a game master |
//! | [`floor::Floor`] | a grid of cells to walk on: the view of sight, play and exporters |
//! | [`board::Board`] | hexes with terrain and numbers |
//! | [`graph::LevelGraph`] | the rooms of a level as a graph, before they are laid out in space |
//! | [`world::World`] | a map of tiles |
//!
//! Every map is a versioned JSON [`document`] and checks its own structure when it is read.
//!
//! ```
//! use mapkiln_core::Rect;
//! use mapkiln_maps::document;
//! use mapkiln_maps::plan::{Level, Outline, Plan, Room};
//!
//! let room = Room::new(0, Outline::Rect(Rect::new(1, 1, 4, 3)));
//! let level = Level { width: 6, height: 5, rooms: vec![room], ..Level::default() };
//! let plan = Plan { levels: vec![level], ..Plan::default() };
//! let json = document::to_json(&plan, None);
//! assert_eq!(document::from_json::<Plan>(&json)?.map, plan);
//! # Ok::<(), document::DocumentError>(())
//! ```
//!
//! [`Audience`] says who a map is for: [`AnyMap::for_audience`] gives the version without secrets.
//!
//! Limits: documents are checked when they are read, with sizes bounded, so that a small file cannot
//! take much memory. Reading is one pass and linear in the file.
//!
//! Features: `png` reads and writes [`Picture`]s as PNG files; `schema` adds the JSON Schemas of the
//! documents. Neither is on by default.

mod any;
mod audience;
pub mod board;
pub mod document;
pub mod floor;
pub mod graph;
mod language;
pub mod picture;
pub mod plan;
mod rgb;
pub mod world;

pub use any::AnyMap;
pub use audience::Audience;
pub use language::Language;
pub use picture::Picture;
pub use rgb::Rgb;

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
