//! Contents: monsters by an experience budget, treasure, traps.

pub(crate) mod furnish;
pub(crate) mod numbers;
mod party;
pub(crate) mod present;
pub(crate) mod problem;
pub(crate) mod programme;
pub(crate) mod room_floor;
pub(crate) mod roster;
pub(crate) mod stand;
pub(crate) mod traps;
pub(crate) mod treasure;
pub(crate) mod wanderers;

pub use party::{Difficulty, Party};
