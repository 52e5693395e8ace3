//! Any text: the parser, the formatter and the check must answer, and never panic.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(tidy) = mapkiln::grammar::format("fuzz", text) {
        assert_eq!(mapkiln::grammar::format("fuzz", &tidy).ok().as_deref(), Some(tidy.as_str()));
    }
    if let Ok(grammar) = mapkiln::grammar::Grammar::parse("fuzz", text) {
        let _ = grammar.check(&grammar.defaults());
    }
});
