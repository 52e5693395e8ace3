//! Layouts: where rooms are, what joins them, and how well that plays.
//!
//! Rooms of several shapes stand on a grid ([`place`], [`site`]); corridors run on a lattice
//! between them ([`lattice`], [`weave`]); figures that matter at the table are measured against
//! their targets ([`metrics`]), and a genetic algorithm searches for them ([`evolve`]).

pub(crate) mod assemble;
pub(crate) mod evolve;
pub(crate) mod features;
pub(crate) mod lattice;
pub(crate) mod metrics;
pub(crate) mod place;
pub(crate) mod site;
pub(crate) mod weave;

pub use metrics::{Target, Targets};
