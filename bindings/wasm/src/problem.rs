//! What went wrong, for people.

use mapkiln_core::{Fault, MakeError};
use serde::Serialize;

/// What went wrong, in a sentence, and whose fault it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The sentence.
    pub message: String,
    /// `wish` if the request was wrong, `failure` if it could not be met.
    pub fault: &'static str,
}

impl Problem {
    /// The request was wrong.
    pub fn wish(message: impl Into<String>) -> Self {
        Problem { message: message.into(), fault: "wish" }
    }

    /// An error of a maker, a writer or an edit.
    pub fn from_error(error: &dyn MakeError) -> Self {
        let fault = match error.fault() {
            Fault::Wish => "wish",
            Fault::Failure => "failure",
        };
        Problem { message: error.to_string(), fault }
    }
}

impl<E: MakeError> From<E> for Problem {
    fn from(error: E) -> Self {
        Problem::from_error(&error)
    }
}
