//! Balanced boards for Catan and Terra Mystica, with the proof.
//!
//! A [`Board`] is rows of hexes. Its [`Geometry`] follows from the row lengths alone.
//!
//! ```
//! use mapkiln_board::official;
//! let original = &official::terra_mystica()[0];
//! assert_eq!(original.geometry().len(), 113);
//! ```

pub mod catan;
mod checks;
pub mod draft;
mod error;
mod known;
mod locks;
mod method;
pub mod official;
mod published;
mod repair;
mod rules;
mod score;
pub mod terra;

pub use error::Error;
pub use known::rule_sets;
pub use mapkiln_maps::board::{
    Board, BoardGame, Breach, CatanSet, Corner, Geometry, Hex, Port, RuleScore, Score, Side, Terrain,
    TextError, Trade, pips,
};
pub use method::Method;
pub use published::PublishedParams;
pub use rules::{Check, Evenness, Rule, RuleSet};
