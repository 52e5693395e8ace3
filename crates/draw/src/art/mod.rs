//! Art that we draw ourselves: ground, cliffs and walls, trees, rocks, houses, doors, furniture,
//! creatures and the walker, at an angle, as scenes in map units (a cell is two units wide and one high).
//!
//! Pictures of worlds use the drawings directly; games get them as an atlas ([`atlas`]).

#[cfg(feature = "png")]
mod atlas;
pub(crate) mod brush;
#[cfg(feature = "png")]
mod catalogue;
pub(crate) mod faces;
pub(crate) mod figures;
pub(crate) mod fittings;
pub(crate) mod ground;
pub(crate) mod house;
pub(crate) mod masonry;
pub(crate) mod peaks;
pub(crate) mod stones;
pub(crate) mod tone;
pub(crate) mod trees;
pub(crate) mod walker;
pub(crate) mod ways;

#[cfg(feature = "png")]
pub use atlas::{AtlasPage, AtlasScale, atlas};
