//! Level grammars: write rewriting rules, get levels at run time.
//!
//! A grammar is a text: kinds of rooms, a start graph, rules that rewrite a part of the graph, and a
//! program that says which rules are applied how often. From a seed it makes a [`LevelGraph`] in which
//! every count is exact. [`lay_out`] gives the graph a place in space: a
//! [`Plan`](mapkiln_maps::plan::Plan) in which nothing crosses.
//!
//! ```
//! use mapkiln_grammar::{Grammar, lay_out};
//!
//! let grammar = Grammar::shipped("carcere-exire")?;
//! let level = grammar.make_level("the old keep", &[("rooms", 60), ("bosses", 3)])?;
//! assert_eq!(level.nodes.iter().filter(|n| n.is("boss")).count(), 3);
//! let plan = lay_out(&level, "the old keep");
//! assert!(plan.levels[0].rooms.len() >= 60);
//! # Ok::<(), mapkiln_grammar::Error>(())
//! ```
//!
//! [`LevelSpec`] and [`LevelPlanSpec`] are the same as specs that can be stored, [`Campaign`] is a
//! series of levels, and [`Stepper`] makes a level one rule at a time. The language is described in
//! `docs/grammar.md`.
//!
//! The approach is that of Souza, Silva Junior, Foss, Cavalheiro and Cavalheiro, "Geração procedural
//! de mapas dungeon crawl baseada em gramática de grafos para uso em jogos roguelike"; the language,
//! exact completion, the layout in space and the quality report are what they name as future work.
//!
//! Features: `parallel` (on by default) makes several attempts at once on rayon's threads if the run
//! allows it; `schema` adds JSON Schemas.
//!
//! Limits and costs: 256 kinds of nodes, 255 marks, 256 attributes; left sides of 24 nodes; attributes
//! are `i32`. A step of a run's budget is one application of a rule; a level of 50 rooms takes about
//! 125 of them and 0.13 ms; its layout in space takes some 100 ms.

mod campaign;
mod check;
mod compile;
mod derivation;
mod engine;
mod error;
mod explain;
mod grammar;
mod lang;
mod layout;
mod library;
mod quality;
mod sketch;
mod spec;

pub use campaign::{Campaign, Progression};
pub use check::GrammarFinding;
pub use compile::model::Param;
pub use derivation::{AttributeValue, Derivation, DerivationStep, GraphChange};
pub use engine::{RewriteStep, RuleStats, Stepper};
pub use error::Error;
pub use grammar::{Engine, Grammar};
pub use lang::{Diagnostic, Diagnostics, Span, format};
pub use layout::{Effort, FixedRoom, LayoutOptions, Weights, check_layout, lay_out, lay_out_places};
pub use mapkiln_maps::graph::LevelGraph;
pub use quality::{Quality, solvable};
pub use sketch::{RuleSketch, SketchRole};
pub use spec::{LevelPlanSpec, LevelSpec, LoadedGrammar};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
