//! Why a game cannot be played or read.

use mapkiln_maps::document::DocumentError;
use thiserror::Error;

/// Why a game cannot be played or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// Nowhere to stand.
    #[error("there is no cell to stand on; give the floor at least one cell that does not block steps")]
    NowhereToStand,
    /// The floor is inconsistent.
    #[error("this floor contradicts itself: {0}")]
    Floor(String),
    /// A rule out of range.
    #[error("the rule {name} must be {range}, not {value}")]
    Rule {
        /// Its name.
        name: &'static str,
        /// What is allowed.
        range: &'static str,
        /// What was given.
        value: u32,
    },
    /// Not a move.
    #[error("move {place} is {letter:?}; moves are written n, e, s, w (step), . (wait) and x (search)")]
    Move {
        /// Its position, from 1.
        place: usize,
        /// The character found there.
        letter: char,
    },
    /// The stored game cannot be read.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// Stored by an older Mapkiln in a format that can no longer be verified.
    #[error(
        "this game was stored as version {found}, and this program reads version {known}; play it with the version of Mapkiln that stored it"
    )]
    OldVersion {
        /// The file's version.
        found: u32,
        /// The version known here.
        known: u32,
    },
    /// The moves do not lead to the stored end.
    #[error(
        "this game was changed after it was stored: its {moves} moves lead to the state {found}, \
         and the file says {stored}"
    )]
    Changed {
        /// Number of moves.
        moves: usize,
        /// The fingerprint of where they lead.
        found: String,
        /// The fingerprint that was stored.
        stored: String,
    },
    /// Something that does not affect the moves was changed.
    #[error(
        "this game was changed after it was stored: its moves are the same, but its floor, \
         its rules, its title or its campaign are not"
    )]
    Seal,
    /// Moves after the end.
    #[error("the game ends with move {end}, and {moves} are stored")]
    MovesAfterEnd {
        /// The move that ended it.
        end: usize,
        /// Number of moves.
        moves: usize,
    },
}
