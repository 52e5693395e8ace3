//! Tile sets and maps from other programs' files.
//!
//! Readers take text or bytes, never a path: if a file refers to another, the caller is asked for it.
//! They refuse what is too large before allocating memory for it.

mod image;
mod mxgmn;
mod tiled_art;
mod tiled_map;
mod tiled_read;
mod tiled_world;

pub use image::{decode_png, encode_png};
pub use mxgmn::{from_mxgmn, from_mxgmn_subset};
pub use tiled_map::{TiledLayers, TiledTile, read_tiled, read_tiled_map};
pub use tiled_read::{read_csv, read_tsx};
pub use tiled_world::{add_tiled_art, world_of_tiled};
