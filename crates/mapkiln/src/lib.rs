//! Maps that are ready to play, each from a spec and a seed, the same on every machine.
//!
//! This crate is the front door: it names the makers and what they share, and reads any map
//! document ([`AnyMap`]).
//!
//! ```
//! use mapkiln::dungeon::classic::ClassicSpec;
//! use mapkiln::{AnyMap, Run};
//!
//! let made = ClassicSpec::default().make(&mut Run::new("cellar"))?;
//! let json = AnyMap::Plan(made.map).to_json(None);
//! assert!(matches!(AnyMap::from_json(&json)?.map, AnyMap::Plan(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
pub mod carcere;

pub use any::AnyMap;
pub use mapkiln_board as board;
pub use mapkiln_core::{
    Cancel, Direction, Grid, Language, Made, Point, Progress, Rect, Report, Run, Seed, Stage, Stopped,
    Stream, TracePoint, contours, document, fingerprint, floor, map_indexed, plan,
};
pub use mapkiln_draw as draw;
pub use mapkiln_dungeon as dungeon;
pub use mapkiln_grammar as grammar;
pub use mapkiln_play as play;
pub use mapkiln_search as search;
pub use mapkiln_sight as sight;
pub use mapkiln_tiles as tiles;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
