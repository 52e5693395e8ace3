//! Balanced boards for Catan and Terra Mystica: made, judged in words, repaired.
//!
//! A [`Board`] is rows of hexes; its [`Geometry`] follows from the row lengths alone. A [`RuleSet`]
//! says what a balanced board is and gives every board a [`Score`], with each breach in words; 0 is
//! balanced. [`catan::CatanSpec`] and [`terra::TerraMysticaSpec`] make boards that score 0, or
//! repair a board with as few changes as possible.
//!
//! ```
//! use mapkiln_board::RuleSet;
//! use mapkiln_board::terra::TerraMysticaSpec;
//! use mapkiln_core::{Run, Spec};
//!
//! let made = TerraMysticaSpec::default().make(&mut Run::new("midsummer"))?;
//! assert_eq!(made.map.hexes().count(), 113);
//! assert!(RuleSet::both().score(&made.map).balanced());
//! assert!(made.map.to_text().lines().count() == 9);
//! # Ok::<(), mapkiln_board::Error>(())
//! ```
//!
//! Four [`Method`]s make boards: simulated annealing (the default), a biased random-key genetic
//! algorithm, a max-min ant system, and the algorithm of the thesis for comparison. A step of a run's
//! budget is one board judged, or one move for annealing. When the budget is used up, the best
//! board so far is given and the report says so; an error means that there was none yet.
//!
//! Features: `parallel` (on by default) judges boards on rayon's threads if the run allows it;
//! `schema` adds JSON Schemas.
//!
//! Limits and costs: a Catan board has at most 60 hexes and 128 corners, a Terra Mystica board at
//! most 60 rows of 60 hexes. The default method takes about 0.1 ms for a standard Catan board, 1 ms
//! with tournament rules, and 0.4 ms for a Terra Mystica board.

pub mod catan;
mod checks;
pub mod draft;
mod error;
mod known;
mod locks;
mod method;
pub mod official;
mod published;
mod repair;
mod rules;
mod score;
pub mod terra;

pub use error::Error;
pub use known::rule_sets;
pub use mapkiln_maps::board::{Board, BoardGame, CatanSet, Geometry, Score, Terrain};
pub use method::Method;
pub use published::PublishedParams;
pub use rules::{Evenness, Rule, RuleCheck, RuleSet};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
