//! How a command fails: what it says, and with which code it ends.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use mapkiln::{Fault, MakeError};

use crate::say::say;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command was used wrongly: exit code 2.
    Usage(String),
    /// The command was used rightly, but it could not do what was asked: exit code 1.
    NotMade(String),
    /// What was asked is answered, and the answer is no: exit code 1, without another word.
    Refuted,
    /// The reader of the output has closed the pipe: not a failure.
    PipeClosed,
}

impl Failure {
    pub(crate) fn usage(problem: impl Display) -> Self {
        Failure::Usage(problem.to_string())
    }

    pub(crate) fn not_made(problem: impl Display) -> Self {
        Failure::NotMade(problem.to_string())
    }

    /// The failure for an error, by whose fault it is.
    pub(crate) fn of(error: impl MakeError) -> Self {
        match error.fault() {
            Fault::Wish => Failure::usage(error),
            Fault::Failure => Failure::not_made(error),
        }
    }

    /// Prints the problem and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Usage(problem) => {
                say(format_args!("error: {problem}"));
                ExitCode::from(2)
            }
            Failure::NotMade(problem) => {
                say(format_args!("error: {problem}"));
                ExitCode::from(1)
            }
            Failure::Refuted => ExitCode::from(1),
            Failure::PipeClosed => ExitCode::SUCCESS,
        }
    }
}

/// Errors of writing to standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::PipeClosed,
            _ => Failure::not_made(format!("could not write the output: {error}")),
        }
    }
}
