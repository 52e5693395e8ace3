//! The maker of the thesis.
//!
//! ```
//! use mapkiln_core::{Run, Spec};
//! use mapkiln_dungeon::classic::ClassicSpec;
//!
//! let plan = ClassicSpec::default().make(&mut Run::new("the old keep"))?.map;
//! assert!((5..=10).contains(&plan.rooms().count()));
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

pub use spec::{ClassicSpec, Penalties, Size};
