//! The maker of the thesis.
//!
//! ```
//! use mapkiln_core::{Run, Spec};
//! use mapkiln_dungeon::classic::{ClassicSpec, to_text};
//!
//! let plan = ClassicSpec::default().make(&mut Run::new("the old keep"))?.map;
//! assert!(to_text(&plan).contains("ROOM A - "));
//! # Ok::<(), mapkiln_dungeon::Error>(())
//! ```
//!
//! A square grid holds rectangular rooms that never overlap and corridors one cell wide that join
//! them through doors and may fork. One genetic algorithm evolves the layout (short and few
//! corridors, not too many rooms that touch); for each layout of the last generation, a second one
//! evolves which rooms have enemies and treasure.

mod contents;
mod layout;
mod place;
mod plan;
mod route;
mod spec;
mod text;

pub use spec::{ClassicSpec, Penalties, Size};
pub use text::{LEGEND, TextError, from_text, map_text, room_list, to_text};
