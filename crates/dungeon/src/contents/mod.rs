//! Contents: monsters by an experience budget, treasure, traps.

pub(crate) mod evolve;
pub(crate) mod folk;
mod party;
pub(crate) mod traps;
pub(crate) mod treasure;

pub use party::{Difficulty, Party};
