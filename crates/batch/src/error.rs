//! What can be wrong with a job.

use mapkiln::{Fault, MakeError};
use thiserror::Error;

/// What is wrong with a job or a part of it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The job cannot be done as it is written.
    #[error("{0}")]
    BatchJob(String),
    /// A spec of the job is wrong.
    #[error("{place}: {problem}")]
    Spec {
        /// Which of the combinations.
        place: String,
        /// What is wrong with it.
        problem: String,
    },
    /// There is no such part.
    #[error("there is no part {part}; the job has {parts}, counted from 0")]
    NoPart {
        /// What was asked for.
        part: u64,
        /// How many there are.
        parts: u64,
    },
    /// Parquet refused the rows.
    #[error("part {part} could not be written: {problem}")]
    Parquet {
        /// The part.
        part: u64,
        /// What the writer said.
        problem: String,
    },
}

impl MakeError for Error {
    fn fault(&self) -> Fault {
        match self {
            Error::Parquet { .. } => Fault::Failure,
            _ => Fault::Wish,
        }
    }
}
