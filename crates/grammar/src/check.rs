//! What can be said of a grammar and its parameters before the first rewrite.

use crate::grammar::Grammar;

/// Contradictions between the parameters that no seed can resolve.
pub(crate) fn traps(_grammar: &Grammar, _values: &[i64]) -> Vec<String> {
    Vec::new()
}
