//! What can go wrong.

use mapkiln_core::{Fault, MakeError, Stopped};
use thiserror::Error;

use crate::codex::CsvError;

/// Why a dungeon could not be made or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
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
        /// All themes, separated by commas.
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
        /// The width of corridors in cells.
        corridor: i32,
        /// What would work.
        advice: String,
    },
    /// The theme has no monsters for the party.
    #[error("the theme {theme:?} has no monsters for a party of level {level}; {advice}")]
    NoMonsters {
        /// The theme.
        theme: String,
        /// The party's level.
        level: u32,
        /// What would work.
        advice: String,
    },
    /// A row of a custom codex is wrong.
    #[error("the codex is not right: {0}")]
    Codex(#[from] CsvError),
    /// The dungeon to re-roll is not sound, or a room to keep or make again is not in it.
    #[error("{0}")]
    Reroll(String),
    /// The search met fewer kinds of dungeons than asked for.
    #[error("there is no candidate {number} for this seed; the search met {met} kinds of dungeons")]
    NoCandidate {
        /// The number asked for, from 1.
        number: usize,
        /// The number of candidates.
        met: usize,
    },
    /// The run was cancelled, or its budget was used up before there was a dungeon.
    #[error("{stopped} (after generation {generation} of {generations} of the stage `{stage}`)")]
    Stopped {
        /// Why it stopped.
        stopped: Stopped,
        /// The stage that was not finished.
        stage: String,
        /// Generations bred in this stage, without the first population.
        generation: usize,
        /// Generations asked for.
        generations: usize,
    },
}

impl Error {
    pub(crate) fn stopped(stopped: Stopped, stage: &str, generation: usize, generations: usize) -> Self {
        Error::Stopped { stopped, stage: stage.to_owned(), generation, generations }
    }
}

impl MakeError for Error {
    fn fault(&self) -> Fault {
        match self {
            Error::NoSpace { .. }
            | Error::NoMonsters { .. }
            | Error::NoCandidate { .. }
            | Error::Stopped { .. } => Fault::Failure,
            Error::Spec { .. } | Error::Theme { .. } | Error::Codex(_) | Error::Reroll(_) => Fault::Wish,
        }
    }
}
