//! What can go wrong, and what to change.

use mapkiln_core::{Fault, MakeError, Stopped};
use thiserror::Error;

use crate::lang::Diagnostics;

/// Why a grammar could not be read or a level not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The file has mistakes.
    #[error("{0}")]
    Language(Diagnostics),
    /// No grammar of this name ships with Mapkiln.
    #[error("there is no grammar `{name}`; shipped are {known}, or give the path of a .grammar file")]
    NoGrammar {
        /// The name that was asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The grammar has no such parameter.
    #[error("the grammar `{grammar}` has no parameter `{name}`; it has {known}")]
    NoParameter {
        /// The grammar.
        grammar: String,
        /// The parameter that was asked for.
        name: String,
        /// The parameters there are.
        known: String,
    },
    /// The grammar has no such preset.
    #[error("the grammar `{grammar}` has no preset `{name}`; it has {known}")]
    NoPreset {
        /// The grammar.
        grammar: String,
        /// The preset that was asked for.
        name: String,
        /// The presets there are.
        known: String,
    },
    /// A parameter is out of range.
    #[error("{name} = {value} is out of range; use {low} to {high}")]
    OutOfRange {
        /// The parameter.
        name: String,
        /// The value that was given.
        value: i64,
        /// The least value allowed.
        low: i64,
        /// The greatest value allowed.
        high: i64,
    },
    /// A count of the program comes out negative.
    #[error("{place}: the count `{text}` comes out as {value} with these parameters; raise or lower them")]
    NegativeCount {
        /// File, line and column.
        place: String,
        /// The step as it is written.
        text: String,
        /// Its value.
        value: i64,
    },
    /// The parameters contradict each other, whatever the seed.
    #[error("these parameters cannot be met: {}", .reasons.join("; "))]
    Impossible {
        /// Each contradiction, with the rule and the counts.
        reasons: Vec<String>,
    },
    /// All attempts ended in dead ends.
    #[error("no level after {attempts} attempts: {cause}")]
    DeadEnd {
        /// Attempts that were made.
        attempts: u32,
        /// The rule, its counts and what was missing.
        cause: String,
    },
    /// The program did not end.
    #[error(
        "{place}: the program tried {limit} rules without coming to an end; look for a `* all` or `else` that never fails, or raise `limit`"
    )]
    Endless {
        /// File, line and column of the program.
        place: String,
        /// The limit of the grammar.
        limit: u64,
    },
    /// A footprint cannot be read.
    #[error("layout.footprint: {why}")]
    Footprint {
        /// What is wrong, and what to write.
        why: String,
    },
    /// A room whose place is given is not in the level.
    #[error(
        "layout.fixed: the level has no room {number} of `{room}`; its kinds are {known}, or give a word such as start or exit"
    )]
    NoRoom {
        /// The kind or word.
        room: String,
        /// Which of them.
        number: u32,
        /// The kinds there are.
        known: String,
    },
    /// The rooms have more cells than the footprint.
    #[error(
        "the level's rooms alone take {rooms} cells, and the footprint has {cells}: give it more space or the level fewer rooms"
    )]
    TooSmallFootprint {
        /// Cells of the footprint.
        cells: usize,
        /// Cells of the rooms.
        rooms: usize,
    },
    /// No layout within the footprint was found.
    #[error(
        "the best layout found has {outside} cells outside the footprint of {cells} cells, and its rooms alone take {rooms}; give it more space, take `layout.effort = \"fine\"` or another seed"
    )]
    OutsideFootprint {
        /// Cells outside.
        outside: usize,
        /// Cells of the footprint.
        cells: usize,
        /// Cells of the rooms.
        rooms: usize,
    },
    /// No layout with the fixed rooms in their places was found.
    #[error(
        "the best layout found has `{room}` {x}, {y} cells from its place; give fixed rooms more distance from each other, take `layout.effort = \"fine\"` or another seed"
    )]
    OutOfPlace {
        /// The room.
        room: String,
        /// Columns to the east.
        x: i32,
        /// Rows to the south.
        y: i32,
    },
    /// A campaign file is wrong.
    #[error("campaign: {0}")]
    Campaign(String),
    /// The run ended before there was a level.
    #[error("{why}; no level after {applications} applications of rules in {attempts} attempts")]
    Stopped {
        /// Why it ended.
        why: Stopped,
        /// Applications of rules, including those that were taken back.
        applications: u64,
        /// Attempts, including the one that was stopped.
        attempts: u32,
    },
}

impl MakeError for Error {
    fn fault(&self) -> Fault {
        match self {
            Error::DeadEnd { .. }
            | Error::TooSmallFootprint { .. }
            | Error::OutsideFootprint { .. }
            | Error::OutOfPlace { .. }
            | Error::Stopped { .. }
            | Error::Impossible { .. }
            | Error::Endless { .. } => Fault::Failure,
            _ => Fault::Wish,
        }
    }
}
