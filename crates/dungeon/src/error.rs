//! What can go wrong.

use mapkiln_core::Stopped;
use thiserror::Error;

/// Why a dungeon could not be made or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DungeonError {
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
