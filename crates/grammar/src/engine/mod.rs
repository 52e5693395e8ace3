//! The engine: a graph with undo, a matcher, and the program's machine.

mod apply;
mod candidates;
mod changes;
mod choices;
mod control;
mod faces;
pub(crate) mod graph;
mod labels;
pub(crate) mod matcher;
mod merge;
mod require;
mod search;
mod start;
mod stepper;
mod trouble;
mod ways;

pub use stepper::{RewriteStep, RuleStats, Stepper};
pub(crate) use trouble::{Outcome, Trouble, TroubleKind, rule_of, stuck_at};
