//! Every map can be made again from its own document, to the byte.
//!
//! The usual tests take fewer seeds where a map takes long; the one that is ignored takes 200 of
//! everything.

#![allow(clippy::unwrap_used)]

use mapkiln::dungeon::classic::ClassicSpec;
use mapkiln::dungeon::{DungeonSpec, Reroll, RerollPart};
use mapkiln::plan::Plan;
use mapkiln::{AnyMap, AnySpec, Cancel, Fault, Made, MakeError, Run, Spec, map_indexed, remake};

const MANY: u64 = 200;

/// Specs of every maker: defaults, and what each can be asked for beyond them, with the seeds that
/// the usual tests take.
const SPECS: [(&str, u64); 24] = [
    (r#"{"maker":"dungeon","size":"small"}"#, 200),
    (r#"{"maker":"dungeon","size":"small","levels":2,"lang":"pt-BR","theme":"mine"}"#, 20),
    (r#"{"maker":"dungeon","size":"small","edition":"2014","party":"3,3,4,5","locks":0,"secrets":0}"#, 20),
    (r#"{"maker":"dungeon","size":"small","candidate":{"number":2,"of":3}}"#, 20),
    (r#"{"maker":"dungeon","size":"small","levels":2,"candidate":{"number":3,"of":4}}"#, 10),
    (r#"{"maker":"classic-dungeon"}"#, 200),
    (r#"{"maker":"classic-dungeon","size":"medium","rank":7}"#, 50),
    (r#"{"maker":"catan"}"#, 200),
    (r#"{"maker":"catan","profile":"tournament","set":"large"}"#, 10),
    (r#"{"maker":"catan","method":"brkga","ports":true}"#, 20),
    (r#"{"maker":"terra-mystica"}"#, 200),
    (r#"{"maker":"terra-mystica","profile":"even"}"#, 20),
    (r#"{"maker":"terra-mystica","profile":"thesis","rows":[6,7,6,7,6],"unfair":3}"#, 20),
    (r#"{"maker":"level"}"#, 200),
    (r#"{"maker":"level","grammar":"lock-and-key","set":{"rooms":20,"locks":3}}"#, 100),
    (r#"{"maker":"level","preset":"rooms100"}"#, 50),
    (r#"{"maker":"level-plan"}"#, 200),
    (r#"{"maker":"level-plan","level":{"grammar":"space-station"}}"#, 100),
    (r#"{"maker":"world"}"#, 200),
    (r#"{"maker":"world","tileset":"islands","width":20,"height":12,"periodic":{"x":true,"y":false}}"#, 50),
    (r#"{"maker":"world","tileset":"village","width":16,"height":16}"#, 20),
    (r#"{"maker":"world","tileset":"terraces","width":8,"height":8,"layers":3}"#, 20),
    (r#"{"maker":"world","tileset":"meadow","chunks":{"from":[-1,3],"to":[0,3]}}"#, 20),
    (r#"{"maker":"world","tileset":"hex-coast","chunks":{"from":[5,5],"to":[5,5]}}"#, 20),
];

fn document(made: &Made<AnyMap>) -> String {
    made.map.to_json(Some(&made.origin))
}

fn same_again(made: &Made<AnyMap>) {
    let written = document(made);
    let stored = AnyMap::from_json(&written).unwrap();
    assert_eq!(stored.map, made.map, "a document reads back");
    let again = remake(&stored.origin.unwrap(), &mut |run| run).unwrap();
    assert!(document(&again) == written, "{} with the seed {}", made.report.maker, made.report.seed);
}

#[test]
fn every_maker_makes_its_maps_again() {
    makers_make_again(|usual| usual);
}

#[test]
#[ignore = "takes minutes"]
fn everything_is_made_again_from_200_seeds() {
    makers_make_again(|_| MANY);
    candidates_are_made_again(MANY);
    selections_are_made_again(MANY);
    rerolls_are_made_again(MANY);
    repairs_are_made_again(MANY);
}

fn makers_make_again(seeds: impl Fn(u64) -> u64) {
    let tasks: Vec<(AnySpec, u64)> = SPECS
        .iter()
        .flat_map(|(json, usual)| (0..seeds(*usual)).map(|seed| (AnySpec::from_json(json).unwrap(), seed)))
        .collect();
    let makers: std::collections::BTreeSet<&str> = tasks.iter().map(|(spec, _)| spec.maker()).collect();
    assert_eq!(makers.into_iter().collect::<Vec<_>>(), {
        let mut all = AnySpec::MAKERS.to_vec();
        all.sort_unstable();
        all
    });
    map_indexed(true, tasks.len(), |i| {
        let (spec, seed) = &tasks[i];
        match spec.make(&mut Run::new(*seed)) {
            Ok(made) => same_again(&made),
            // A search may honestly end without a map; then it does so again.
            Err(error) => {
                assert_eq!(error.fault(), Fault::Failure, "{spec:?}: {error}");
                let again = spec.make(&mut Run::new(*seed)).unwrap_err();
                assert_eq!(again.to_string(), error.to_string());
            }
        }
    });
}

fn any(made: Made<Plan>) -> Made<AnyMap> {
    made.map(AnyMap::Plan)
}

#[test]
fn candidates_and_selections_are_made_again_one_by_one() {
    candidates_are_made_again(6);
    selections_are_made_again(4);
}

fn candidates_are_made_again(seeds: u64) {
    let spec = DungeonSpec { size: "small".parse().unwrap(), ..DungeonSpec::default() };
    map_indexed(true, seeds as usize, |seed| {
        for made in spec.make_candidates(4, &mut Run::new(seed as u64)).unwrap() {
            same_again(&any(made));
        }
    });
}

fn selections_are_made_again(seeds: u64) {
    map_indexed(true, seeds as usize, |seed| {
        let members = ClassicSpec::default().make_selection(&mut Run::new(seed as u64)).unwrap();
        assert_eq!(members.len(), 10);
        members.into_iter().map(any).for_each(|made| same_again(&made));
    });
}

#[test]
fn rerolled_dungeons_hold_their_source() {
    rerolls_are_made_again(10);
}

fn rerolls_are_made_again(seeds: u64) {
    let spec = DungeonSpec { size: "small".parse().unwrap(), ..DungeonSpec::default() };
    map_indexed(true, seeds as usize, |seed| {
        let first = spec.make(&mut Run::new(seed as u64)).unwrap();
        for part in [RerollPart::Contents, RerollPart::Layout, RerollPart::Words, RerollPart::Room(1)] {
            let keep = if part == RerollPart::Room(1) { vec![] } else { vec![0] };
            let reroll = Reroll { plan: first.map.clone(), part, keep, entrance: None };
            let again = DungeonSpec { reroll: Some(Box::new(reroll)), ..spec.clone() };
            match again.make(&mut Run::new("second thoughts")) {
                Ok(made) => same_again(&any(made)),
                // Around a kept room a new layout may find no space.
                Err(error) => {
                    assert_eq!((part, error.fault()), (RerollPart::Layout, Fault::Failure), "{error}");
                }
            }
        }
    });
}

#[test]
fn repaired_boards_hold_their_start() {
    repairs_are_made_again(10);
}

fn repairs_are_made_again(seeds: u64) {
    for game in ["catan", "terra-mystica"] {
        // Judged by strict rules, a board made for lax ones has something to repair.
        let lax = AnySpec::from_json(&format!(r#"{{"maker":"{game}","unfair":4}}"#)).unwrap();
        let repaired = map_indexed(true, seeds as usize, |seed| {
            let made = lax.make(&mut Run::new(seed as u64)).unwrap();
            let board: serde_json::Value = serde_json::from_str(&document(&made)).unwrap();
            let spec =
                serde_json::json!({ "maker": game, "start": board["map"], "locked": [[1, 1], [2, 3]] });
            let spec = AnySpec::from_json(&spec.to_string()).unwrap();
            let repair = spec.make(&mut Run::new("repair"));
            repair.iter().for_each(same_again);
            repair.is_ok()
        });
        let repaired = repaired.into_iter().filter(|ok| *ok).count() as u64;
        assert!(repaired * 2 > seeds, "{game}: only {repaired} of {seeds} boards were repaired");
    }
}

#[test]
fn budgets_are_part_of_the_origin() {
    let spec = AnySpec::from_json(r#"{"maker":"terra-mystica"}"#).unwrap();
    let made = spec.make(&mut Run::new("short").with_budget(500)).unwrap();
    assert_eq!(made.origin.budget, Some(500));
    same_again(&made);
}

#[test]
fn what_a_clock_ended_says_so() {
    let cancel = Cancel::default();
    let spec = AnySpec::from_json(r#"{"maker":"catan","profile":"tournament","set":"large"}"#).unwrap();
    // Somebody loses patience after the first block of moves.
    let mut run = Run::new("late").with_cancel(cancel.clone()).with_observer(|_| cancel.cancel());
    let made = spec.make(&mut run).unwrap();
    assert!(!made.origin.repeatable && document(&made).contains(r#""repeatable":false"#));
    let error = remake(&made.origin, &mut |run| run).unwrap_err();
    assert!(error.to_string().contains("clock"), "{error}");
}

#[test]
fn other_versions_and_makers_are_refused() {
    let made = AnySpec::named("level").unwrap().make(&mut Run::new("x")).unwrap();
    let refused = |from: &str, to: &str, word: &str| {
        let changed = document(&made).replacen(from, to, 1);
        let origin = AnyMap::from_json(&changed).unwrap().origin.unwrap();
        let error = remake(&origin, &mut |run| run).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    };
    refused(r#""maker":"level","version":1"#, r#""maker":"level","version":7"#, "version 7");
    refused(r#""maker":"level""#, r#""maker":"sandwich""#, "sandwich");
    refused(r#""grammar":"carcere-exire""#, r#""grammar":"carcere""#, "carcere");
}
