//! Tiled: plans and worlds as tile layers; a plan's rooms, doors and things as objects.
//!
//! A [`TiledMap`] is written as XML (`.tmx`) or JSON (`.tmj`). Both name an image with the tiles,
//! which [`tileset`] draws for plans and [`world_tileset`] for worlds, and which must lie beside the
//! map.

mod model;
mod plan;
mod world;
mod xml;

pub use model::TiledMap;
pub use plan::{plan, tileset};
pub use world::{world, world_diamonds, world_isometric, world_picture, world_tileset};
