//! Dungeons evolved by two genetic algorithms in sequence: first the layout, then what is in it.
//!
//! ```
//! use mapkiln_core::Run;
//! use mapkiln_dungeon::classic::{ClassicSpec, Size};
//!
//! let spec = ClassicSpec { size: Size::Small, enemies: 50, ..ClassicSpec::default() };
//! let made = spec.make(&mut Run::new("the old keep"))?;
//! let rooms = made.map.rooms().count();
//! assert!((5..=10).contains(&rooms));
//! # Ok::<(), mapkiln_dungeon::DungeonError>(())
//! ```
//!
//! - [`classic`]: the maker of the thesis: rectangular rooms, corridors one cell wide, two flags a room.

pub mod classic;
mod error;

pub use error::DungeonError;
