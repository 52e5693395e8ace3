//! From the syntax tree to a grammar that can be run: names become numbers, left sides become
//! search plans, and everything that can be refused before the first rewrite is refused here.

mod effects;
mod expr;
mod import;
pub(crate) mod model;
mod names;
mod path;
mod pattern;
mod pattern_expr;
mod plan;
mod program;
mod set;
mod whole;

pub(crate) use expr::{Expr, Facts, Without};
pub(crate) use import::imported_names;
pub(crate) use program::count_value;
pub(crate) use whole::{compile, formula};
