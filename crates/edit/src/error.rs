//! Why an edit is impossible.

use mapkiln_core::{Fault, MakeError};
use thiserror::Error;

/// Why an edit is impossible; rooms are numbered from 1, as on the map.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such thing in the plan.
    #[error("there is no {what} {number}; this plan has {count}")]
    Missing {
        /// Room, door, corridor, key, level, …
        what: &'static str,
        /// The number asked for, from 1.
        number: u64,
        /// How many there are.
        count: usize,
    },
    /// A room would lie on another place or outside the sheet.
    #[error("room {room} cannot lie there: {reason}")]
    NoPlace {
        /// The room.
        room: u32,
        /// What is in the way.
        reason: String,
    },
    /// No corridor can be dug between two rooms.
    #[error("there is no space for a way between rooms {from} and {to}; move one of them")]
    NoWay {
        /// One room.
        from: u32,
        /// The other.
        to: u32,
    },
    /// A value out of range, or of an unknown name.
    #[error("{0}")]
    Value(String),
    /// A part could not be made again.
    #[error(transparent)]
    Reroll(#[from] mapkiln_dungeon::Error),
}

impl Error {
    pub(crate) fn missing(what: &'static str, id: u32, count: usize) -> Self {
        Error::Missing { what, number: u64::from(id) + 1, count }
    }
}

impl MakeError for Error {
    fn fault(&self) -> Fault {
        match self {
            Error::Reroll(error) => error.fault(),
            Error::NoWay { .. } => Fault::Failure,
            _ => Fault::Wish,
        }
    }
}
