//! From a level graph to a place in space.

mod embedding;

pub(crate) use embedding::embedding_is_planar;
