//! Any bytes as a file of another program, held against a map.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::AnyMap;
use mapkiln::check::{Against, CheckOptions, DocumentRef, ForeignFile, Subject, check};
use std::sync::LazyLock;

static PLAN: LazyLock<AnyMap> = LazyLock::new(|| {
    let text = include_str!("../seeds/chain/plan.json");
    AnyMap::from_json(text).expect("the seed is a plan").map
});

fuzz_target!(|bytes: &[u8]| {
    let Some(Ok(file)) = ForeignFile::read(bytes) else { return };
    for players in [false, true] {
        let against = Against { map: &PLAN, origin: None, players };
        let subject = Subject::new(DocumentRef::File(&file)).with_against(Some(&against)).with_bytes(bytes);
        let _ = check(&subject, &CheckOptions::default());
    }
});
