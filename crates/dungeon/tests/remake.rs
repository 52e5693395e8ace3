//! A map's origin makes it again to the byte: read as JSON, made again, written as a document.

#![allow(clippy::unwrap_used)]

mod common;

use common::varied;
use mapkiln_core::{Made, Run, Spec, map_indexed};
use mapkiln_dungeon::classic::{ClassicSpec, Size};
use mapkiln_dungeon::{DungeonSpec, Error, Reroll, RerollPart};
use mapkiln_maps::document::{from_json, to_json};
use mapkiln_maps::plan::Plan;

/// Makes a map again from nothing but its document.
fn assert_remade<S: Spec<Map = Plan, Error = Error>>(made: &Made<Plan>, what: &str) {
    let document = to_json(&made.map, Some(&made.origin));
    let origin = from_json::<Plan>(&document).unwrap().origin.unwrap();
    assert_eq!((origin.recipe.maker(), origin.recipe.version()), (S::MAKER, S::VERSION));
    assert!(origin.repeatable);
    let spec: S = serde_json::from_str(origin.recipe.spec()).unwrap();
    let mut run = Run::new(origin.seed.clone());
    if let Some(steps) = origin.budget {
        run = run.with_budget(steps);
    }
    let again = spec.make(&mut run).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert!(to_json(&again.map, Some(&again.origin)) == document, "{what} is not the same");
}

#[test]
fn dungeons() {
    map_indexed(true, 200, |i| {
        // Every third spec leaves its theme to the seed.
        let spec = varied(i);
        let spec = DungeonSpec { theme: spec.theme.clone().filter(|_| i % 3 > 0), ..spec };
        let made = common::make(&spec, i as u64);
        assert_remade::<DungeonSpec>(&made, &format!("dungeon {i}"));
        // The same with a budget that ends while the rooms are filled.
        if i % 10 == 0 {
            let steps: u64 = made.report.stages.iter().map(|s| s.evaluations).sum();
            let short = spec.make(&mut Run::new(i as u64).with_budget(steps - 1)).unwrap();
            assert_remade::<DungeonSpec>(&short, &format!("dungeon {i} with a budget"));
        }
    });
}

#[test]
fn candidates() {
    map_indexed(true, 40, |i| {
        let spec = DungeonSpec { levels: 1 + i % 2, ..varied(i) };
        let all = spec.make_candidates(6, &mut Run::new(i as u64)).unwrap();
        assert!(!all.is_empty());
        for (n, made) in all.iter().enumerate() {
            assert_remade::<DungeonSpec>(made, &format!("candidate {} of seed {i}", n + 1));
        }
    });
}

#[test]
fn a_candidate_that_was_not_met_is_an_error() {
    let spec = DungeonSpec { rooms: Some([2, 2]), ..varied(0) };
    let met = spec.make_candidates(100, &mut Run::new(1)).unwrap().len();
    let candidate = Some(mapkiln_dungeon::Candidate { number: 100, of: 100 });
    let error = DungeonSpec { candidate, ..spec }.make(&mut Run::new(1)).unwrap_err();
    assert_eq!(error, Error::NoCandidate { number: 100, met });
}

#[test]
fn rerolls() {
    map_indexed(true, 40, |i| {
        let spec = DungeonSpec { levels: 1 + i % 3 / 2, ..varied(i * 5) };
        let plan = common::make(&spec, i as u64).map;
        // Also of a dungeon that another maker made.
        let classic = ClassicSpec::default().make(&mut Run::new(i as u64)).unwrap().map;
        for (whose, plan) in [("dungeon", plan), ("classic", classic)] {
            let count = plan.rooms().count() as u32;
            for part in
                [RerollPart::Contents, RerollPart::Layout, RerollPart::Words, RerollPart::Room(count / 2)]
            {
                let keep = |id: &u32| part != RerollPart::Room(*id) && (id + i as u32).is_multiple_of(4);
                let keep = if i % 2 == 0 { (0..count).filter(keep).collect() } else { Vec::new() };
                let reroll = Some(Box::new(Reroll { plan: plan.clone(), part, keep, entrance: None }));
                let spec = DungeonSpec { reroll, ..spec.clone() };
                match spec.make(&mut Run::new(i as u64 + 500)) {
                    Ok(made) => {
                        assert_remade::<DungeonSpec>(&made, &format!("{part:?} of {whose} {i}"));
                        // A re-roll of the re-roll.
                        let reroll = Reroll { plan: made.map, part, keep: Vec::new(), entrance: None };
                        let spec = DungeonSpec { reroll: Some(Box::new(reroll)), ..spec };
                        if part != RerollPart::Layout {
                            let made = spec.make(&mut Run::new(i as u64 + 600)).unwrap();
                            assert_remade::<DungeonSpec>(&made, &format!("{part:?} twice of {whose} {i}"));
                        }
                    }
                    Err(Error::NoSpace { .. }) if part == RerollPart::Layout => {}
                    Err(error) => panic!("{part:?} of {whose} {i}: {error}"),
                }
            }
        }
    });
}

#[test]
fn classic_dungeons_and_their_selections() {
    map_indexed(true, 200, |i| {
        let spec = ClassicSpec { size: Size::ALL[i % 3], ..ClassicSpec::default() };
        let spec = if i % 5 == 0 { spec.strict() } else { spec };
        assert_remade::<ClassicSpec>(&spec.make(&mut Run::new(i as u64)).unwrap(), &format!("classic {i}"));
        if i % 8 == 0 {
            let all = spec.make_selection(&mut Run::new(i as u64)).unwrap();
            assert_eq!(all.len(), spec.layout.population);
            for (n, made) in all.iter().enumerate() {
                assert_remade::<ClassicSpec>(made, &format!("rank {} of classic {i}", n + 1));
            }
        }
    });
}
