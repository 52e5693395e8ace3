//! Claims about stored games, one per file.

pub(crate) mod replay;
