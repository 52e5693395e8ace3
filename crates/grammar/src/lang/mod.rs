//! The language of `.grammar` files: text to a syntax tree with spans, and back.
//!
//! The whole language is described in `docs/grammar.md`.

pub(crate) mod ast;
mod diagnostic;
mod format;
mod lexer;
mod parser;
mod parser_exprs;
mod parser_items;
mod parser_rules;
mod parser_steps;
mod sources;

pub(crate) use diagnostic::nearest;
pub use diagnostic::{Diagnostic, Diagnostics, Span};
pub use format::format;
pub(crate) use parser::{Renaming, parse_at, parse_expr};
pub(crate) use parser_items::FORMS;
pub(crate) use sources::Sources;
