//! The grammars that ship with Mapkiln.

use crate::error::Error;
use crate::grammar::{Grammar, listed};

/// Names and texts.
const SHIPPED: [(&str, &str); 3] = [
    ("carcere-exire", include_str!("../grammars/carcere-exire.grammar")),
    ("lock-and-key", include_str!("../grammars/lock-and-key.grammar")),
    ("space-station", include_str!("../grammars/space-station.grammar")),
];

impl Grammar {
    /// A grammar that ships with Mapkiln.
    pub fn shipped(name: &str) -> Result<Grammar, Error> {
        match SHIPPED.iter().find(|(n, _)| *n == name) {
            Some((name, source)) => Grammar::parse(name, source),
            None => Err(Error::NoGrammar { name: name.to_owned(), known: listed(Grammar::shipped_names()) }),
        }
    }

    /// The names of the grammars that ship with Mapkiln.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }
}
