//! LevelGraph grammars: write rewriting rules, get levels at run time.
//!
//! A grammar is a text: kinds of rooms, a start graph, rules that rewrite a part of the graph, and a
//! program that says which rules are applied how often. From a seed it makes a [`LevelGraph`]: a graph
//! with every count met. [`lay_out`] gives it a place in space: a
//! [`Plan`](mapkiln_maps::plan::Plan) without a crossing.
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
//! The approach is that of Souza, Silva Junior, Foss, Cavalheiro and Cavalheiro, "Geração procedural
//! de mapas dungeon crawl baseada em gramática de grafos para uso em jogos roguelike"; the language,
//! exact completion, the layout in space and the quality report are what they name as future work.
//!
//! Limits: 64 kinds of nodes, 63 marks, 64 attributes; left sides of 24 nodes; attributes are `i32`.

mod campaign;
mod check;
mod compile;
mod engine;
mod error;
mod explain;
mod grammar;
mod lang;
mod layout;
mod library;
mod quality;
mod spec;

pub use campaign::{Campaign, Progression};
pub use check::GrammarFinding;
pub use compile::model::Param;
pub use engine::{RewriteStep, RuleStats, Stepper};
pub use error::Error;
pub use grammar::Grammar;
pub use lang::{Diagnostic, Diagnostics, Span, format};
pub use layout::{lay_out, lay_out_places};
pub use mapkiln_maps::graph::{EdgeDetail, KindShape, LevelGraph, Node};
pub use quality::{Quality, solvable};
pub use spec::{LevelPlanSpec, LevelSpec, LoadedGrammar};
