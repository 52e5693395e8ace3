//! How long checks take: medians over several runs of one map of each kind.
//!
//! `cargo run --release -p mapkiln-check --example figures`

#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use std::time::Instant;

use mapkiln_check::{CheckOptions, DocumentRef, Subject, check};
use mapkiln_core::{Made, Run, Spec};
use mapkiln_maps::AnyMap;
use serde_json::Value;

fn measure<T: Into<AnyMap>>(name: &str, made: Made<T>, spec: Option<&Value>, runs: usize) {
    let (map, origin, report) = (made.map.into(), made.origin, made.report);
    let subject = Subject::new(DocumentRef::from(&map))
        .with_origin(Some(&origin))
        .with_report(Some(&report))
        .with_spec(spec);
    let mut times: Vec<f64> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            let verdict = check(&subject, &CheckOptions::default());
            assert!(verdict.holds(), "{name}: {:?}", verdict.faults().next());
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("{name:24} {:8.3} ms (median of {runs}), {:8.3} at best", times[runs / 2], times[0]);
}

fn main() {
    let dungeon = mapkiln_dungeon::DungeonSpec::default().make(&mut Run::new("figures")).unwrap();
    measure("medium dungeon", dungeon, None, 101);
    let level =
        mapkiln_grammar::LevelSpec::default().make(&mut Run::new("figures").with_details(true)).unwrap();
    measure("level of 50 rooms", level, None, 101);
    let plan = mapkiln_grammar::LevelPlanSpec::default().make(&mut Run::new("figures")).unwrap();
    measure("the same laid out", plan, None, 21);
    let board = mapkiln_board::catan::CatanSpec::default().make(&mut Run::new("figures")).unwrap();
    measure("Catan board", board, None, 1001);
    let spec = mapkiln_board::catan::CatanSpec {
        profile: mapkiln_board::catan::CatanProfile::Tournament,
        ..Default::default()
    };
    measure("Catan for a tournament", spec.make(&mut Run::new("figures")).unwrap(), None, 101);
    let board = mapkiln_board::terra::TerraMysticaSpec::default().make(&mut Run::new("figures")).unwrap();
    measure("Terra Mystica board", board, None, 1001);
    for side in [250, 500, 1000] {
        let spec = mapkiln_tiles::WorldSpec { width: side, height: side, ..Default::default() };
        let world = spec.make(&mut Run::new("figures")).unwrap();
        let mut whole: Value = serde_json::from_str(world.origin.recipe.spec()).unwrap();
        // A checker knows tiles, not the corners that they are made from.
        let set = spec.tileset.load().unwrap();
        whole["tileset"] = serde_json::to_value(set.expanded().unwrap()).unwrap();
        measure(&format!("world of {side}x{side}"), world, Some(&whole), 11);
    }
}
