//! Settlers of Catan.

mod set;

pub use set::Set;
