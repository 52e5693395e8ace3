//! Every claim about a map, checked from its document by code that knows no generator.
//!
//! A [`Subject`] is a map with what came along: its origin, its report, the game master's version.
//! [`check`] looks at every claim of the [table](CLAIMS) that is made of such maps and gives a
//! [`Verdict`]: claim by claim, whether it holds, how many places were looked at, and a [`Finding`]
//! for each place where it does not, with a sentence in the map's language and the smallest repair.
//!
//! Nothing here depends on a maker: neighbours are found by coordinates, ways by flooding cells,
//! scores by counting. What only a maker knows (a grammar's text, a tile set) comes with the subject.
//!
//! Limits: a plan of more than [`MOST_CELLS`] cells is not looked at cell by cell, and says so.

mod audience;
mod board;
mod case;
mod claim;
mod document;
mod file;
mod finding;
mod floor;
mod game;
mod kind;
mod level;
mod look;
mod plan;
mod subject;
mod verdict;
mod world;

pub use claim::{CLAIMS, CheckOptions, Claim, check};
pub use file::{FileFormat, ForeignFile};
pub use finding::{Finding, Place, Severity};
pub use kind::Kind;
pub use look::MOST_FINDINGS;
pub use plan::view::MOST_CELLS;
pub use subject::{Against, DocumentRef, Subject};
pub use verdict::{Outcome, Proof, State, Verdict};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
