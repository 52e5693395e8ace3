//! Balanced boards for Catan and Terra Mystica, with the proof.
//!
//! A [`Board`] is rows of hexes. Its [`Geometry`] follows from the row lengths alone.
//!
//! ```
//! use mapkiln_board::official;
//! let original = &official::terra_mystica()[0];
//! assert_eq!(original.geometry().len(), 113);
//! ```

mod board;
pub mod catan;
mod checks;
pub mod draft;
mod error;
mod geometry;
mod locks;
mod method;
pub mod official;
mod published;
mod repair;
mod rules;
mod score;
pub mod terra;
mod terrain;
mod text;

pub use board::{Board, Hex, Port, Trade};
pub use error::Error;
pub use geometry::{Corner, Geometry, Side};
pub use method::Method;
pub use published::PublishedParams;
pub use rules::{Check, Evenness, Rule, Rules};
pub use score::{Breach, RuleScore, Score};
pub use terrain::{Game, Terrain, pips};
