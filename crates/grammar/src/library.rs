//! The grammars that ship with Mapkiln.

use crate::error::Error;
use crate::grammar::{Grammar, listed};

/// Names and texts.
const SHIPPED: [(&str, &str); 6] = [
    ("carcere-exire", include_str!("../grammars/carcere-exire.grammar")),
    ("city-quarter", include_str!("../grammars/city-quarter.grammar")),
    ("heist", include_str!("../grammars/heist.grammar")),
    ("lock-and-key", include_str!("../grammars/lock-and-key.grammar")),
    ("metroidvania", include_str!("../grammars/metroidvania.grammar")),
    ("space-station", include_str!("../grammars/space-station.grammar")),
];

/// Files without a program of their own, which grammars import.
const LIBRARIES: [(&str, &str); 1] = [("cycles", include_str!("../grammars/cycles.grammar"))];

/// The text of a grammar or library that ships.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    SHIPPED.iter().chain(&LIBRARIES).find(|(n, _)| *n == name).map(|(_, text)| *text)
}

/// The names of all that can be imported without a file.
pub(crate) fn importable() -> Vec<&'static str> {
    LIBRARIES.iter().chain(&SHIPPED).map(|(name, _)| *name).collect()
}

impl Grammar {
    /// The libraries of rules that ship with Mapkiln, which grammars can import: name and text.
    pub fn libraries() -> impl Iterator<Item = (&'static str, &'static str)> {
        LIBRARIES.into_iter()
    }

    /// A library as a grammar with nothing but its rules, to be looked at; none if there is no such library.
    pub fn library(name: &str) -> Option<Result<Grammar, Error>> {
        let (name, text) = LIBRARIES.iter().find(|(n, _)| *n == name)?;
        let kind =
            text.lines().find_map(|l| l.strip_prefix("node ")).and_then(|l| l.split([',', ' ']).next())?;
        let title = text.lines().find(|l| l.starts_with("title ")).unwrap_or_default();
        let rule = text.lines().find_map(|l| l.strip_prefix("rule ")).and_then(|l| l.split(' ').next())?;
        let source = format!("{title}\nimport \"{name}\"\nstart {kind}\nrun {{ try {rule} }}\n");
        Some(Grammar::parse(name, &source))
    }

    /// The names of the files that a grammar imports.
    pub fn imports(source: &str) -> Vec<String> {
        crate::compile::imported_names(source)
    }

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
