//! What can go wrong.

use mapkiln_core::{Fault, MakeError, Stopped};
use thiserror::Error;

use crate::codex::CsvError;

/// Why a dungeon could not be made or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// A field of the spec is out of range.
    #[error("`{field}` is {value}; {advice}")]
    Spec {
        /// The field, by its name in a spec file.
        field: &'static str,
        /// What it was.
        value: String,
        /// What to write instead.
        advice: &'static str,
    },
    /// There is no such theme.
    #[error("there is no theme {theme:?}; write one of {known}")]
    Theme {
        /// What was asked for.
        theme: String,
        /// Those that there are.
        known: String,
    },
    /// The rooms do not fit on the grid.
    #[error("{wanted} rooms do not fit on {width}x{height} cells with corridors {corridor} wide; {advice}")]
    NoSpace {
        /// Rooms that were asked for.
        wanted: usize,
        /// Columns.
        width: i32,
        /// Rows.
        height: i32,
        /// Cells across a corridor.
        corridor: i32,
        /// What would work.
        advice: String,
    },
    /// The theme has nobody to send against the party.
    #[error("the theme {theme:?} has no monsters for a party of level {level}; {advice}")]
    NoMonsters {
        /// The theme.
        theme: String,
        /// The party's level.
        level: u32,
        /// What would work.
        advice: String,
    },
    /// A row of the user's codex is wrong.
    #[error("the codex is not right: {0}")]
    Codex(#[from] CsvError),
    /// Something was to be kept or made again that is not there.
    #[error("{0}")]
    Reroll(String),
    /// The search met fewer kinds of dungeons than asked for.
    #[error("there is no candidate {number} for this seed; the search met {met} kinds of dungeons")]
    NoCandidate {
        /// The number asked for, from 1.
        number: usize,
        /// How many there are.
        met: usize,
    },
    /// A parameter of a search is out of range.
    #[error(transparent)]
    Params(#[from] mapkiln_search::Error),
    /// The run was cancelled or its budget used up.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The classic text form could not be read.
    #[error("line {line}: {problem}")]
    Text {
        /// Counted from 1.
        line: usize,
        /// What was wrong there, and what should stand there.
        problem: String,
    },
}

impl MakeError for Error {
    fn fault(&self) -> Fault {
        match self {
            Error::NoSpace { .. }
            | Error::NoMonsters { .. }
            | Error::NoCandidate { .. }
            | Error::Stopped(_) => Fault::Failure,
            _ => Fault::Wish,
        }
    }
}
