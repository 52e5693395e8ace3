//! Any text as a report with its certificates, beside a map that they should be about.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::check::{CheckOptions, DocumentRef, Subject, check};
use mapkiln::{AnyMap, Report};
use std::sync::LazyLock;

static MAPS: LazyLock<Vec<AnyMap>> = LazyLock::new(|| {
    let texts = [
        include_str!("../seeds/chain/plan.json"),
        include_str!("../seeds/chain/level.json"),
        include_str!("../seeds/chain/catan.json"),
    ];
    texts.map(|text| AnyMap::from_json(text).expect("the seed is a map").map).into()
});

fuzz_target!(|text: &str| {
    let Ok(report) = serde_json::from_str::<Report>(text) else { return };
    for map in MAPS.iter() {
        let _ =
            check(&Subject::new(DocumentRef::from(map)).with_report(Some(&report)), &CheckOptions::default());
    }
});
