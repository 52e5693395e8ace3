//! Other programs' files: what they hold, as ours, and ours as theirs.
//!
//! Readers take text or bytes and never a path: where a file names another, the caller is asked
//! for it. They refuse what is too large before they make room for it.

mod image;
mod mxgmn;
mod tiled_map;
mod tiled_read;

pub use image::{decode_png, encode_png};
pub use mxgmn::from_mxgmn;
pub use tiled_map::read_tiled_map;
pub use tiled_read::{read_csv, read_tsx};
