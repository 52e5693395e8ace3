//! Contents: monsters by an experience budget, treasure, traps.

mod party;
pub(crate) mod problem;
pub(crate) mod roster;
pub(crate) mod traps;
pub(crate) mod treasure;

pub use party::{Difficulty, Party};
