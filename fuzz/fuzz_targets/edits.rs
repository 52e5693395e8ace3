//! Any text as the edits of a shared map: each is applied to a plan or refused, and what is left is sound.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::AnyMap;
use mapkiln::document::Document;
use mapkiln::dungeon::DungeonSpec;
use mapkiln::plan::Plan;
use mapkiln_edit::{Edit, EditVerdict, apply};
use std::sync::LazyLock;

static PLAN: LazyLock<Plan> = LazyLock::new(|| {
    let text = include_str!("../seeds/chain/plan.json");
    match AnyMap::from_json(text).expect("the seed is a map").map {
        AnyMap::Plan(plan) => plan,
        _ => unreachable!("the seed is a plan"),
    }
});

fuzz_target!(|text: &str| {
    let Ok(edits) = serde_json::from_str::<Vec<Edit>>(text) else { return };
    let spec = DungeonSpec::default();
    let mut plan = PLAN.clone();
    // Rolling a part again is a whole run of the maker.
    for edit in edits.iter().filter(|e| !matches!(e, Edit::Reroll { .. })).take(20) {
        if let Ok(changed) = apply(&plan, &spec, edit) {
            changed.check().expect("an edit leaves a sound plan");
            plan = changed;
        }
    }
    let _ = EditVerdict::of(&plan, &spec);
});
