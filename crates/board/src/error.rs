//! What can be wrong with a board or a spec.

use mapkiln_core::{Fault, MakeError, Stopped};
use mapkiln_maps::board::TextError;
use thiserror::Error;

/// Why a board could not be read, judged or made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A board in text form with a mistake in it.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A field of the spec is wrong.
    #[error("{field}: {reason}")]
    Spec {
        /// The field.
        field: &'static str,
        /// What is wrong with it, and what to write instead.
        reason: String,
    },
    /// A parameter of a method is out of range.
    #[error(transparent)]
    Params(#[from] mapkiln_search::Error),
    /// The hexes that may change cannot meet the rules.
    #[error("cannot be balanced: {reason}")]
    Impossible {
        /// What forces the breach.
        reason: String,
    },
    /// The run ended before there was a board.
    #[error("{why}; the stage {stage:?} judged {evaluations} candidates, and its next step takes {next}")]
    Stopped {
        /// Why it ended.
        why: Stopped,
        /// The stage it was in.
        stage: String,
        /// Candidates judged in that stage.
        evaluations: u64,
        /// Evaluations of its next step.
        next: u64,
    },
}

impl MakeError for Error {
    fn fault(&self) -> Fault {
        match self {
            Error::Text(_) | Error::Spec { .. } | Error::Params(_) => Fault::Wish,
            Error::Impossible { .. } | Error::Stopped { .. } => Fault::Failure,
        }
    }
}
