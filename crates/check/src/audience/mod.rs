//! Claims about players' maps and files, held against the game master's.

pub(crate) mod players;
mod secrets;
pub(crate) mod words;
