//! Dungeons evolved by two genetic algorithms in sequence: first the layout, then what is in it.
//!
//! ```
//! use mapkiln_core::{Run, Spec};
//! use mapkiln_dungeon::DungeonSpec;
//!
//! let spec = DungeonSpec { party: "4x5".parse()?, theme: Some("crypt".into()), ..DungeonSpec::default() };
//! let made = spec.make(&mut Run::new("the old keep"))?;
//! assert!(made.map.rooms().any(|room| room.contents.monsters.iter().any(|m| m.boss)));
//! assert_eq!(made.report.metrics["proved"], 1.0);
//! # Ok::<(), mapkiln_dungeon::Error>(())
//! ```
//!
//! - [`DungeonSpec`] makes a dungeon that a game master can run: rooms of several shapes, loops,
//!   locks with keys, monsters by the party's experience budget, treasure, traps, and words in
//!   English or Brazilian Portuguese. It also makes one of several [`Candidate`]s that differ in
//!   kind, and makes a [`RerollPart`] of a dungeon again ([`Reroll`]).
//! - [`classic::ClassicSpec`] is the maker of the thesis: rectangular rooms, corridors one cell wide,
//!   two flags per room.
//! - [`solve`] proves that every key and the goal can be reached.
//! - [`codex`] has monsters, magic items, traps and themes as data, and reads custom rows from CSV.
//!
//! # Features
//!
//! - `parallel` (default): layouts of one generation are judged on rayon's threads if the
//!   [`Run`](mapkiln_core::Run) allows it. The dungeon is the same either way.
//!
//! # Limits and costs
//!
//! A grid has 15 to 500 cells per side, a level 2 to 60 rooms, a dungeon 1 to 9 levels. Each layout
//! costs O(r n) for r rooms and n nodes of the lattice that corridors run on, and there are about
//! 380 of them per level by default; a medium dungeon takes some tens of milliseconds. A step of the
//! run's budget is one evaluated layout or one evaluated filling of the rooms.

/// What a file of the folder `data` says; the build has written it as JSON.
macro_rules! data {
    ($name:literal) => {
        serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/", $name, ".json")))
            .expect("checked by tests")
    };
}

mod candidates;
pub mod classic;
pub mod codex;
mod contents;
mod doors;
mod error;
mod findings;
mod genetic;
mod layout;
mod lexicon;
mod neighbours;
mod reroll;
mod room_use;
mod spec;
mod stages;
mod story;
mod words;
mod workshop;

pub use contents::{Difficulty, Party};
pub use doors::{KeyProof, ProofStep, solve};
pub use error::Error;
pub use layout::{Density, Range, Targets};
pub use reroll::{Reroll, RerollPart};
pub use spec::{Candidate, DungeonSpec, Loaded};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
