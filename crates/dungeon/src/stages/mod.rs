//! The stages of making, in order: layouts, assembly, doors and keys, contents, words, proof.
//!
//! Each stage is a method of the [`Workshop`](crate::workshop::Workshop) and returns what it found
//! out as plain data; only [`findings`](crate::findings) knows what a report looks like.

mod assembly;
mod contents;
mod doors;
mod furnishing;
mod layouts;
mod proof;
mod scope;
mod seat;
mod themed;
mod wishes;
mod words;

pub(crate) use assembly::Skeleton;
pub(crate) use furnishing::hides;
pub(crate) use layouts::stage_name;
pub(crate) use scope::Scope;
pub(crate) use seat::{Remoteness, best_seat, is_locked, move_goal};
pub(crate) use themed::Layouts;
