//! What can be wrong with a board, a spec or a wish.

use mapkiln_core::{Fault, MakeError, Stopped};
use mapkiln_maps::board::TextError;
use thiserror::Error;

/// Why a board could not be read, judged or made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// A board in text form with a mistake in it.
    #[error(transparent)]
    Text(#[from] TextError),
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

impl MakeError for Error {
    fn fault(&self) -> Fault {
        match self {
            Error::Text(_) | Error::Spec { .. } => Fault::Wish,
            Error::Impossible { .. } | Error::Stopped(_) => Fault::Failure,
        }
    }
}
