//! The engine: a graph that can be rewritten and taken back, a matcher, and the program's machine.

mod apply;
mod attempt;
mod candidates;
mod control;
mod faces;
pub(crate) mod graph;
mod labels;
pub(crate) mod matcher;
mod require;

pub(crate) use attempt::{Outcome, Trouble, TroubleKind, rule_of, stuck_at};
pub use attempt::{RewriteStep, RuleStats, Stepper};
