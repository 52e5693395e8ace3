//! What can be wrong with a board, a spec or a wish.

use mapkiln_core::Stopped;
use thiserror::Error;

/// Why a board could not be read, judged or made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// A board in text form with a mistake in it.
    #[error("row {row}, column {column}: {reason}")]
    Text {
        /// The row of the board, from 1.
        row: usize,
        /// The column in that row, from 1.
        column: usize,
        /// What is wrong there, and what to write instead.
        reason: String,
    },
    /// A spec with a field out of range.
    #[error("{field}: {reason}")]
    Spec {
        /// The field.
        field: &'static str,
        /// What is wrong with it, and what to write instead.
        reason: String,
    },
    /// Nothing that is allowed to move can meet the rules.
    #[error("cannot be balanced: {reason}")]
    Impossible {
        /// What forces the violation.
        reason: String,
    },
    /// The run ended early.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
