//! Maps as text, for terminals and for people.
//!
//! All maps but the classic one are written with the characters of one table, [`Sign`], and legends
//! speak the map's language. The [`classic`] form is that of the thesis, with its own letters and a
//! reader.

pub mod classic;
mod floor;
mod level_graph;
mod plan;
mod sign;
mod world;

pub use floor::{floor, floor_with};
pub use level_graph::level_graph;
pub use plan::{RoomMarks, TextOptions, WallStyle, plan};
pub use sign::Sign;
pub use world::world;
