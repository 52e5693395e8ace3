//! Candidates differ in kind, and each is a sound dungeon.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;

use common::{check, quick};
use mapkiln_core::{Made, Run};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_maps::plan::Plan;

#[test]
fn candidates_differ_in_kind() {
    let spec = DungeonSpec { contents: quick().contents, ..DungeonSpec::default() };
    for seed in 0..3u64 {
        let made = spec.make_candidates(6, &mut Run::new(seed)).unwrap();
        assert_eq!(made.len(), 6);
        let kinds: BTreeSet<String> = made
            .iter()
            .map(|m| {
                let figure = |name: &str| (m.report.metrics[name] * 10.0).round();
                let names = ["loops", "critical_path", "dead_end_ratio", "rooms"];
                format!("{:?}", names.map(figure))
            })
            .collect();
        assert!(kinds.len() >= 5, "{kinds:?}");
        made.iter().for_each(|m| check(&spec, m));
        let parallel = spec.make_candidates(6, &mut Run::new(seed).with_parallel(true)).unwrap();
        assert_eq!(parallel, made);
    }
}

#[test]
fn candidates_differ_on_every_level() {
    let spec = DungeonSpec { levels: 2, ..quick() };
    let made = spec.make_candidates(4, &mut Run::new("deep")).unwrap();
    assert!(made.len() > 1);
    for level in 0..2 {
        let rooms = |m: &Made<Plan>| -> Vec<mapkiln_core::Rect> {
            m.map.levels[level].rooms.iter().map(|r| r.outline.bounds()).collect()
        };
        assert!(made[1..].iter().any(|m| rooms(m) != rooms(&made[0])), "level {level} is the same for all");
    }
    made.iter().for_each(|m| check(&spec, m));
}
