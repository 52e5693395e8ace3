//! Doors that mean something, the keys to them, and the proof that the goal can be reached.

mod place;
mod solve;

pub(crate) use place::{DoorPlan, place_doors};
pub(crate) use solve::stairs;
pub use solve::{Proof, ProofStep, solve};
