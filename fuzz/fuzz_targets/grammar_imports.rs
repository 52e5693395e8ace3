//! A grammar and what it imports: the part before the first line `---` is the grammar, the rest every
//! file that it names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::grammar::Grammar;
use std::collections::BTreeMap;

fuzz_target!(|text: &str| {
    let (grammar, imported) = text.split_once("\n---\n").unwrap_or((text, ""));
    // The names that the text has in quotes.
    let names = grammar.split('"').skip(1).step_by(2).take(20);
    let imports: BTreeMap<String, String> = names.map(|n| (n.to_owned(), imported.to_owned())).collect();
    if let Ok(grammar) = Grammar::parse_with("fuzz", grammar, &imports) {
        let _ = grammar.check(&grammar.defaults());
    }
});
