//! Maps that are ready to play, each from a spec and a seed, the same on every machine.
//!
//! This crate re-exports the makers and the map types. [`AnySpec`] makes any map from data,
//! [`read_map`] reads any map file, [`remake`] makes a map again from its origin, and [`formats`]
//! writes every file format.
//!
//! ```
//! use mapkiln::dungeon::DungeonSpec;
//! use mapkiln::{AnyMap, Run, Spec};
//!
//! let spec = DungeonSpec { party: "4x3".parse()?, theme: Some("crypt".into()), ..DungeonSpec::default() };
//! let made = spec.make(&mut Run::new("the old keep"))?;
//! let document = AnyMap::from(made.map).to_json(Some(&made.origin));
//! assert!(matches!(AnyMap::from_json(&document)?.map, AnyMap::Plan(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | maker | spec | makes |
//! | --- | --- | --- |
//! | `dungeon` | [`dungeon::DungeonSpec`] | a dungeon for a game master |
//! | `classic-dungeon` | [`dungeon::classic::ClassicSpec`] | the dungeon of the thesis |
//! | `catan` | [`board::catan::CatanSpec`] | a balanced Catan board |
//! | `terra-mystica` | [`board::terra::TerraMysticaSpec`] | a balanced Terra Mystica board |
//! | `level` | [`grammar::LevelSpec`] | a level as a graph, from rewriting rules |
//! | `level-plan` | [`grammar::LevelPlanSpec`] | the same laid out in space |
//! | `world` | [`tiles::WorldSpec`] | a tile world, or chunks of an endless one |
//!
//! # Features
//!
//! `parallel` (on by default) works on several threads; maps are the same without it. `schema` adds
//! JSON Schemas of maps and specs.
//!
//! # Costs
//!
//! The crate depends on every maker and every file format, PNG and PDF included: about a hundred
//! packages. To make one kind of map, depend on its crate alone, such as `mapkiln-board`.

mod any_spec;
pub mod carcere;
mod carried;
mod checking;
pub mod formats;
mod reading;

pub use any_spec::{AnyError, AnyMaker, AnySpec, remake};
pub use carried::document_in_picture;
pub use checking::whole_spec;
pub use mapkiln_board as board;
pub use mapkiln_check as check;
pub use mapkiln_core::{
    Cancel, Direction, Event, Fault, Grid, Limit, Made, MakeError, Maker, Origin, OverLimit, Point, Recipe,
    Rect, Report, Run, Seed, Spec, Stage, Stopped, Stream, TracePoint, contours, fingerprint, map_indexed,
    raise_limits,
};
pub use mapkiln_draw as draw;
pub use mapkiln_dungeon as dungeon;
pub use mapkiln_grammar as grammar;
pub use mapkiln_maps as maps;
pub use mapkiln_maps::{AnyMap, Language, document, floor, plan};
pub use mapkiln_play as play;
pub use mapkiln_search as search;
pub use mapkiln_sight as sight;
pub use mapkiln_tiles as tiles;
pub use reading::{ReadError, Reading, read_map};

/// The examples of the READMEs, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../README.md")]
struct Readme;
