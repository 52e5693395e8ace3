//! The maker of the thesis.
//!
//! A square grid holds rectangular rooms that never overlap and corridors one cell wide that join
//! them through doors and may fork. One genetic algorithm evolves the layout (short and few
//! corridors, not too many rooms that touch), a second one, for each layout of the last generation,
//! which rooms have enemies and treasure.

mod contents;
mod layout;
mod place;
mod plan;
mod route;
mod spec;
mod text;

pub use spec::{ClassicSpec, Penalties, Size};
pub use text::{LEGEND, from_text, map_text, room_list, to_text};
