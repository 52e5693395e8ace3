//! What went wrong, for people.

use mapkiln_core::{Fault, MakeError};
use serde::Serialize;

/// What went wrong, in a sentence, and whose fault it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The sentence.
    pub message: String,
    /// `wish` if the request was wrong, `failure` if it could not be met.
    pub fault: &'static str,
}

impl Failure {
    /// The request was wrong.
    pub fn wish(message: impl Into<String>) -> Self {
        Failure { message: message.into(), fault: "wish" }
    }

    /// An error of a maker, a writer or an edit.
    pub fn from_error(error: &dyn MakeError) -> Self {
        let fault = match error.fault() {
            Fault::Wish => "wish",
            Fault::Failure => "failure",
        };
        Failure { message: error.to_string(), fault }
    }
}

impl<E: MakeError> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::from_error(&error)
    }
}
