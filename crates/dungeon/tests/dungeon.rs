//! What holds of every dungeon, over specs of all kinds.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;

use common::{check, is_themed, make, quick, themed, varied};
use mapkiln_core::{Run, Spec, map_indexed};
use mapkiln_dungeon::{DungeonSpec, Error};
use mapkiln_maps::Language;
use mapkiln_maps::plan::DoorKind;

#[test]
fn every_dungeon_holds() {
    map_indexed(true, 240, |i| {
        let spec = varied(i);
        check(&spec, &make(&spec, i as u64));
    });
}

/// The figures that were promised, over fewer seeds than the example `dungeon_figures` takes.
#[test]
fn medium_dungeons_play_well_and_differ() {
    let spec = DungeonSpec::default();
    let metrics = map_indexed(true, 64, |seed| {
        let made = make(&spec, seed as u64);
        check(&spec, &made);
        made.report.metrics
    });
    let share = |good: &dyn Fn(&BTreeMap<String, f64>) -> bool| {
        metrics.iter().filter(|m| good(m)).count() as f64 / metrics.len() as f64
    };
    assert!(share(&|m| (0.05..=0.42).contains(&m["dead_end_ratio"])) >= 0.95);
    // Small rooms have no space for what the budget would pay.
    assert!(share(&|m| m["xp"] >= 0.8 * m["xp_budget"]) >= 0.9);
    assert!(share(&|m| m["keys"] >= 1.0) >= 0.8);
    assert!(share(&|m| m["a4_sheets"] <= 16.0) >= 0.98);
    let spread = |name: &str| {
        let values: Vec<f64> = metrics.iter().map(|m| m[name]).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / values.len() as f64).sqrt()
    };
    assert!(spread("rooms") >= 1.28 && spread("loops") >= 1.2 && spread("longest_way") >= 1.0);
    assert!(spread("dead_end_ratio") >= 0.08);
}

/// Every theme in every size, with several levels and all densities.
#[test]
fn every_themed_dungeon_holds() {
    map_indexed(true, 240, |i| {
        let spec = themed(i);
        let made = make(&spec, i as u64);
        let large = spec.size == mapkiln_dungeon::classic::Size::Large || spec.levels > 0;
        assert!(large || is_themed(&made.map), "{:?} {:?}", spec.theme, made.report.warnings);
        check(&spec, &made);
    });
}

/// What is asked for is met or said.
#[test]
fn targets_that_are_asked_for() {
    let range = |text: &str| Some(text.parse().unwrap());
    let spec = DungeonSpec {
        theme: Some("bandit-lair".into()),
        targets: mapkiln_dungeon::Targets {
            loops: range("5-6"),
            dead_ends: range("0-20%"),
            ..Default::default()
        },
        ..DungeonSpec::default()
    };
    let met = (0..10).filter(|&seed| {
        let made = make(&spec, seed);
        let met = (5.0..=6.0).contains(&made.report.metrics["loops"]);
        assert!(met || made.report.warnings.iter().any(|w| w.contains("loops")));
        met
    });
    assert!(met.count() >= 8);
    let wild = DungeonSpec {
        targets: mapkiln_dungeon::Targets { loops: range("50"), ..Default::default() },
        ..spec
    };
    let made = make(&wild, 1);
    assert!(
        made.report.warnings.iter().any(|w| w.contains("loops was wished to be 50")),
        "{:?}",
        made.report.warnings
    );
}

#[test]
fn both_languages_tell_the_same_facts() {
    for seed in 0..12u64 {
        let english = DungeonSpec { levels: 1 + seed as usize % 2, ..quick() };
        let portuguese = DungeonSpec { lang: Language::Portuguese, ..english.clone() };
        let facts = |spec: &DungeonSpec| {
            let mut plan = make(spec, seed).map;
            let words: usize = plan.rooms().map(|r| r.description.aloud.len()).sum();
            (plan.title, plan.story, plan.front, plan.language) = Default::default();
            plan.keys.iter_mut().for_each(|k| k.name.clear());
            let clear = |trap: &mut mapkiln_maps::plan::Trap| {
                // The dice stay; the word for the kind of damage is a word.
                let dice = trap.damage.split(' ').next().unwrap_or_default().to_owned();
                trap.damage = dice;
                (trap.name, trap.trigger, trap.effect) = Default::default();
            };
            for level in &mut plan.levels {
                level.corridors.iter_mut().flat_map(|c| &mut c.traps).for_each(clear);
                for door in &mut level.doors {
                    if let DoorKind::Trapped { trap } = &mut door.kind {
                        clear(trap);
                    }
                }
            }
            let nameless = |m: &mut mapkiln_maps::plan::Monsters| {
                m.name.clear();
                m.faction.clear();
            };
            plan.wandering.iter_mut().for_each(nameless);
            for room in plan.rooms_mut() {
                let furniture = room.contents.furniture.len();
                room.contents.furniture = vec![String::new(); furniture];
                room.contents.traps.iter_mut().for_each(clear);
                room.contents.monsters.iter_mut().for_each(nameless);
                room.contents.parcels.iter_mut().for_each(|p| p.name.clear());
                (room.kind, room.description) = Default::default();
            }
            (plan, words)
        };
        let ((a, _), (b, _)) = (facts(&english), facts(&portuguese));
        assert_eq!(a, b);
        let title = |spec| make(spec, seed).map.title;
        assert_ne!(title(&english), title(&portuguese));
    }
}

#[test]
fn threads_do_not_change_a_dungeon() {
    for seed in 0..6u64 {
        let spec = DungeonSpec { levels: 2, ..quick() };
        let make = |parallel| spec.make(&mut Run::new(seed).with_parallel(parallel)).unwrap();
        assert_eq!(make(true), make(false));
    }
}

#[test]
fn a_users_monsters_are_met() {
    let rows = "name,cr,type\n".to_owned()
        + &(0..40).map(|i| format!("Skeleton {i},1/4,undead\n")).collect::<String>();
    let spec = DungeonSpec {
        codex: vec![rows],
        theme: Some("crypt".into()),
        party: "4x1".parse().unwrap(),
        ..quick()
    };
    let met = (0..5).any(|seed| {
        make(&spec, seed)
            .map
            .rooms()
            .flat_map(|r| &r.contents.monsters)
            .any(|m| m.name.starts_with("Skeleton "))
    });
    assert!(met);
}

#[test]
fn impossible_wishes_say_why_and_what_to_do() {
    let error = |change: &dyn Fn(&mut DungeonSpec)| {
        let mut spec = quick();
        change(&mut spec);
        spec.make(&mut Run::new(1)).unwrap_err().to_string()
    };
    let crowded = error(&|s| {
        (s.width, s.height, s.rooms) = (Some(20), Some(20), Some([50, 50]));
    });
    assert!(crowded.contains("50 rooms do not fit on 20x20") && crowded.contains("grid"), "{crowded}");
    assert!(
        "4x40".parse::<mapkiln_dungeon::Party>().unwrap_err().to_string().contains("levels go from 1 to 20")
    );
    assert!(error(&|s| s.theme = Some("disco".into())).contains("crypt, bandit-lair"));
    assert!(error(&|s| s.codex = vec!["name,cr,type\nBog,,plant\n".into()]).contains("Bog has no cr"));
    // A codex in which everything undead is a god.
    let gods: String = mapkiln_dungeon::codex::Codex::srd(Default::default())
        .monsters
        .iter()
        .map(|m| format!("\"{}\",{},god\n", m.name, if m.kind == "fey" { "1/4" } else { "30" }))
        .collect();
    let nobody = error(&|s| {
        s.codex = vec![format!("name,cr,type\n{gods}")];
        s.theme = Some("crypt".into());
        s.party = "4x1".parse().unwrap();
    });
    assert!(nobody.contains("no monsters for a party of level 1") && nobody.contains("--codex"), "{nobody}");
    assert!(error(&|s| s.levels = 10).contains("from 1 to 9"));
    assert!(error(&|s| s.corridor_width = 4).contains("1, 2 or 3"));
    assert!(error(&|s| s.enemies = 101).contains("percentage"));
    assert!(error(&|s| s.rooms = Some([9, 3])).contains("from 2 to 60"));
    assert!(error(&|s| s.width = Some(5)).contains("from 15 to 500"));
    let budget = quick().make(&mut Run::new(1).with_budget(3));
    assert!(matches!(budget, Err(Error::Stopped { .. })));
}

/// A step is one evaluation, and a dungeon that has no contents yet is no dungeon.
#[test]
fn budgets_count_evaluations() {
    let spec = DungeonSpec { levels: 2, ..quick() };
    let mut run = Run::new("steps");
    let whole = spec.make(&mut run).unwrap();
    let evaluations: u64 = whole.report.stages.iter().map(|s| s.evaluations).sum();
    assert_eq!(run.spent(), evaluations);
    let with = |steps| spec.make(&mut Run::new("steps").with_budget(steps));
    assert_eq!(with(evaluations).unwrap().map, whole.map);
    // All layouts and the first filling of the rooms.
    let contents = whole.report.stages.last().unwrap().evaluations;
    let first = evaluations - contents + spec.contents.population as u64;
    let short = with(first).unwrap();
    check(&spec, &short);
    assert!(short.report.warnings.iter().any(|w| w.contains("the budget of")), "{:?}", short.report.warnings);
    assert_eq!(short.origin.budget, Some(first));
    let none = with(first - 1).unwrap_err();
    assert!(none.to_string().contains("generation 0 of 3 of the stage `contents`"), "{none}");
}

/// One maker loads the codex once and makes what the spec alone makes.
#[test]
fn a_maker_serves_many_seeds() {
    let codex = "name,cr,type\nBog Thing,1/2,plant\n".to_owned();
    let spec = DungeonSpec { codex: vec![codex], ..quick() };
    let maker = mapkiln_core::Maker::new(spec.clone()).unwrap();
    assert!(maker.loaded().codex.monsters.iter().any(|m| m.name == "Bog Thing"));
    for seed in 0..4u64 {
        assert_eq!(maker.make(&mut Run::new(seed)).unwrap(), make(&spec, seed));
    }
}
