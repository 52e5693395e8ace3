//! Any text: an error, or a plan that keeps its promises and can be exported.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::document::Document;
use mapkiln::draw::export::{ExportOptions, uvtt};
use mapkiln::draw::import::donjon;

fuzz_target!(|text: &str| {
    if let Ok(imported) = donjon::read(text) {
        imported.plan.check().expect("an imported plan is sound");
        uvtt::without_picture(&imported.plan, 0, &ExportOptions::default())
            .expect("an imported plan has a level");
    }
});
