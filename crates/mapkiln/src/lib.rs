//! Maps that are ready to play, each from a spec and a seed, the same on every machine.
//!
//! This crate is the front door: it names the makers and the maps, makes anything from a spec
//! ([`AnySpec`]) and reads any map document ([`AnyMap`]).
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

mod any_spec;
pub mod carcere;
pub mod formats;

pub use any_spec::{AnyError, AnyMaker, AnySpec, read_spec, remake};
pub use mapkiln_board as board;
pub use mapkiln_core::{
    Cancel, Direction, Event, Fault, Grid, Made, MakeError, Maker, Origin, Point, Recipe, Rect, Report, Run,
    Seed, Spec, Stage, Stopped, Stream, TracePoint, contours, fingerprint, map_indexed,
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

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
