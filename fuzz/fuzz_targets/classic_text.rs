//! Any text as a map in the form of the thesis.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::document::Document;
use mapkiln::draw::text::classic;

fuzz_target!(|text: &str| {
    if let Ok(plan) = classic::read(text) {
        plan.check().expect("a plan that was read is sound");
    }
});
