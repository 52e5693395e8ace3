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
//! - [`DungeonSpec`]: what is asked for; `make` makes a dungeon that a game master can run.
//! - [`solve`]: proves that every key and the goal can be reached.
//! - [`codex`]: monsters, items, traps and themes as data.
//! - [`to_markdown`]: the dungeon as a text to run it from.
//! - [`classic`]: the maker of the thesis: rectangular rooms, corridors one cell wide, two flags a room.

mod candidates;
pub mod classic;
pub mod codex;
mod contents;
mod doors;
mod error;
mod fill;
mod layout;
mod make;
mod map_text;
mod markdown;
mod neighbours;
mod reroll;
mod spec;
mod words;

pub use contents::{Difficulty, Party};
pub use doors::{Proof, ProofStep, solve};
pub use error::Error;
pub use layout::{Target, Targets};
pub(crate) use make::rooms_beside;
pub use map_text::map_text;
pub use markdown::to_markdown;
pub use reroll::{Part, Reroll};
pub use spec::{Candidate, DungeonSpec};
