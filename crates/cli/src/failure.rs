//! How a command fails: what it says, and with which code it ends.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use mapkiln::{Fault, MakeError};

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The question was wrong: exit 2.
    Usage(String),
    /// The question was right, but there is no answer: exit 1.
    NotMade(String),
    /// Whoever read the output has gone: no failure at all.
    PipeClosed,
}

impl Failure {
    pub(crate) fn usage(problem: impl Display) -> Self {
        Failure::Usage(problem.to_string())
    }

    pub(crate) fn not_made(problem: impl Display) -> Self {
        Failure::NotMade(problem.to_string())
    }

    /// A wrong wish is wrong use; what could not be made is an honest no.
    pub(crate) fn of(error: impl MakeError) -> Self {
        match error.fault() {
            Fault::Wish => Failure::usage(error),
            Fault::Failure => Failure::not_made(error),
        }
    }

    /// Tells the user, and gives the code to end with.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Usage(problem) => {
                eprintln!("error: {problem}");
                ExitCode::from(2)
            }
            Failure::NotMade(problem) => {
                eprintln!("error: {problem}");
                ExitCode::from(1)
            }
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
