//! Kinds of doors, keys, and the proof that the goal can be reached.

mod cut;
mod place;
mod solve;
mod ways;

pub(crate) use place::{DoorOdds, DoorPlacer};
pub use solve::{KeyProof, ProofStep, solve};
pub(crate) use ways::{behind_locks, rooms_beside, within_reach};
