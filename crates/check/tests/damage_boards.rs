//! Boards rearranged in many ways, reports that claim other scores, and hexes that should have stayed.
//! The board crate's own scores say which rules each arrangement breaks.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Sample, faults};
use mapkiln_board::catan::CatanProfile;
use mapkiln_board::terra::TerraMysticaProfile;
use mapkiln_board::{CatanSet, RuleSet};
use mapkiln_check::{CheckOptions, DocumentRef, Subject, Verdict, check};
use mapkiln_core::{Seed, Stream, map_indexed};
use mapkiln_maps::AnyMap;
use mapkiln_maps::board::{Board, Hex, Terrain};
use serde_json::{Value, json};

fn board(sample: &Sample) -> &Board {
    match &sample.map {
        AnyMap::Board(board) => board,
        _ => panic!("no board"),
    }
}

/// Changes the numbers of those hexes that have one.
fn numbers(hexes: &mut [Hex], change: impl FnOnce(&mut Vec<u8>)) {
    let mut list: Vec<u8> = hexes.iter().filter_map(|h| h.number).collect();
    change(&mut list);
    let with_number = hexes.iter_mut().filter(|h| h.number.is_some());
    with_number.zip(list).for_each(|(hex, number)| hex.number = Some(number));
}

/// Changes the terrain of those hexes that are neither desert nor river.
fn terrain(hexes: &mut [Hex], change: impl FnOnce(&mut Vec<Terrain>)) {
    let fixed = |hex: &Hex| matches!(hex.terrain, Terrain::Desert | Terrain::River);
    let free = |hex: &Hex| hex.number.is_some() || !fixed(hex);
    let mut list: Vec<Terrain> = hexes.iter().filter(|h| free(h)).map(|h| h.terrain).collect();
    change(&mut list);
    hexes.iter_mut().filter(|h| free(h)).zip(list).for_each(|(hex, terrain)| hex.terrain = terrain);
}

/// Moves all numbers on by some places; by half of them at the most.
fn turn(numbers: &mut [u8], by: usize) {
    numbers.rotate_left(by.min(numbers.len() / 2));
}

type Arrangement = (&'static str, fn(&mut Vec<Hex>, &mut Stream));

const ARRANGEMENTS: [Arrangement; 17] = [
    ("numbers in order", |h, _| numbers(h, |n| n.sort_unstable())),
    ("numbers in reverse", |h, _| numbers(h, |n| n.sort_unstable_by(|a, b| b.cmp(a)))),
    ("numbers one further", |h, _| numbers(h, |n| turn(n, 1))),
    ("numbers five further", |h, _| numbers(h, |n| turn(n, 5))),
    ("numbers from the other end", |h, _| numbers(h, |n| n.reverse())),
    ("numbers in two halves", |h, _| numbers(h, |n| turn(n, usize::MAX / 2))),
    ("good numbers first", |h, _| numbers(h, |n| n.sort_by_key(|n| n.abs_diff(7)))),
    ("good numbers last", |h, _| numbers(h, |n| n.sort_by_key(|n| std::cmp::Reverse(n.abs_diff(7))))),
    ("numbers shuffled", |h, r| numbers(h, |n| r.shuffle(n))),
    ("two numbers swapped", |h, r| {
        numbers(h, |n| {
            let (a, b) = (r.index(n.len()), r.index(n.len()));
            if a < n.len() {
                n.swap(a, b);
            }
        });
    }),
    ("terrain in order", |h, _| terrain(h, |t| t.sort_unstable())),
    ("terrain one further", |h, _| terrain(h, |t| t.rotate_left(1))),
    ("terrain shuffled", |h, r| terrain(h, |t| r.shuffle(t))),
    ("two terrains swapped", |h, r| {
        terrain(h, |t| {
            let (a, b) = (r.index(t.len()), r.index(t.len()));
            t.swap(a, b);
        });
    }),
    ("hexes reversed", |h, _| h.reverse()),
    ("hexes one further", |h, _| h.rotate_left(1)),
    ("hexes shuffled", |h, r| r.shuffle(h)),
];

/// What the board crate says: is a rule broken, and is a draft?
fn broken(rules: &RuleSet, board: &Board) -> [bool; 2] {
    let score = rules.score(board);
    let draft = |name: &str| name.starts_with("draft");
    [false, true].map(|drafts| {
        score.rules.iter().any(|rule| rule.count > 0 && !rule.soft && draft(&rule.rule) == drafts)
    })
}

fn arranged(samples: &[Sample], rules: impl Fn(usize) -> RuleSet, each: u64) -> [Vec<usize>; 2] {
    let mut counts = [vec![0; ARRANGEMENTS.len()], vec![0; ARRANGEMENTS.len()]];
    for (i, sample) in samples.iter().enumerate() {
        let rules = rules(i);
        for (k, (name, change)) in ARRANGEMENTS.iter().enumerate() {
            for n in 0..each {
                let mut rng = Seed::from(*name).stream("board", n);
                let mut hexes: Vec<Hex> = board(sample).hexes().copied().collect();
                change(&mut hexes, &mut rng);
                let changed = board(sample).with_hexes(hexes);
                let verdict = sample.judge(&AnyMap::Board(changed.clone()));
                let told = broken(&rules, &changed);
                for (which, claim) in ["rules", "draft"].into_iter().enumerate() {
                    let unknown = verdict.outcome(claim).is_some_and(|o| o.note.is_some());
                    if verdict.outcome("document").is_some_and(|o| !o.findings.is_empty()) || unknown {
                        continue;
                    }
                    let found = verdict.faults().any(|(c, _)| c == claim);
                    assert_eq!(
                        found,
                        told[which],
                        "{claim}, {name}, {}: {:?}",
                        sample.name,
                        faults(&verdict)
                    );
                    counts[which][k] += usize::from(found);
                }
            }
        }
    }
    counts
}

#[test]
fn catan_arrangements() {
    let samples = map_indexed(true, 12, common::catan);
    let rules = |i: usize| CatanProfile::ALL[i / 2 % 2].rules(CatanSet::ALL[i % 2]);
    let [rules, drafts] = arranged(&samples, rules, 4);
    println!("rules {rules:?}, drafts {drafts:?}");
    assert!(rules.iter().filter(|n| **n > 0).count() >= 10, "{rules:?}");
    assert!(drafts.iter().filter(|n| **n > 0).count() >= 10, "{drafts:?}");
}

#[test]
fn terra_mystica_arrangements() {
    let samples = map_indexed(true, 12, common::terra);
    let [rules, _] = arranged(&samples, |i| TerraMysticaProfile::ALL[i % 6].rules(), 4);
    println!("rules {rules:?}");
    assert!(rules.iter().filter(|n| **n > 0).count() >= 5, "{rules:?}");
}

/// Every figure of a report, made larger, smaller, broken and nothing.
#[test]
fn reports_that_claim_other_scores() {
    type Change = (&'static str, fn(f64) -> f64);
    let changes: [Change; 5] = [
        ("one more", |n| n + 1.0),
        ("one fewer", |n| n - 1.0),
        ("half more", |n| n + 0.5),
        ("a hundredfold", |n| n * 100.0 + 7.0),
        ("no number", |_| f64::NAN),
    ];
    let (mut kinds, mut total) = (std::collections::BTreeSet::new(), 0);
    for sample in map_indexed(true, 12, common::catan).iter().chain(&map_indexed(true, 6, common::terra)) {
        let scores: Vec<String> = sample
            .report
            .metrics
            .keys()
            .filter(|name| name.starts_with("score") || *name == "wishes")
            .cloned()
            .collect();
        for name in scores {
            for (change, by) in changes {
                let mut report = sample.report.clone();
                let value = report.metrics.get_mut(&name).unwrap();
                *value = by(*value);
                let subject = Subject::new(DocumentRef::from(&sample.map))
                    .with_origin(Some(&sample.origin))
                    .with_report(Some(&report));
                let verdict = check(&subject, &CheckOptions::default());
                let found = verdict.faults().any(|(claim, _)| claim == "score");
                // A draft with too many ways to break ties is not counted again.
                assert!(found || name.contains("draft"), "{name} {change} on {}", sample.name);
                kinds.insert((name.clone(), change));
                total += usize::from(found);
            }
        }
    }
    println!("{total} damages of {} kinds", kinds.len());
    assert!(kinds.len() >= 10 && total > 300, "{} {total}", kinds.len());
}

fn held(sample: &Sample, locked: &[[usize; 2]], changed: &Board) -> Verdict {
    let mut spec: Value = serde_json::from_str(sample.origin.recipe.spec()).unwrap();
    spec["start"] = serde_json::to_value(board(sample)).unwrap();
    spec["locked"] = json!(locked);
    let subject = Subject::new(DocumentRef::Board(changed)).with_spec(Some(&spec));
    check(
        &subject,
        &CheckOptions { claims: vec!["document".into(), "locked".into()], ..CheckOptions::default() },
    )
}

#[test]
fn hexes_that_were_to_stay() {
    use Terrain::{Brick, Desert, Grain, Lumber, Ore, Wool};
    type Change = (&'static str, fn(&mut Board, [usize; 2], &mut Stream));
    fn hex(board: &mut Board, [row, column]: [usize; 2]) -> &mut Hex {
        &mut board.rows[row - 1][column - 1]
    }
    let changes: [Change; 12] = [
        ("ore", |b, at, _| hex(b, at).terrain = Ore),
        ("wool", |b, at, _| hex(b, at).terrain = Wool),
        ("grain", |b, at, _| hex(b, at).terrain = Grain),
        ("brick", |b, at, _| hex(b, at).terrain = Brick),
        ("lumber", |b, at, _| hex(b, at).terrain = Lumber),
        ("desert", |b, at, _| *hex(b, at) = Hex { terrain: Desert, number: None }),
        ("2", |b, at, _| hex(b, at).number = Some(2)),
        ("6", |b, at, _| hex(b, at).number = Some(6)),
        ("no number", |b, at, _| hex(b, at).number = None),
        ("another hex", |b, at, r| {
            let row = r.index(b.rows.len());
            let other = b.rows[row][0];
            *hex(b, at) = other;
        }),
        ("its row reversed", |b, [row, _], _| b.rows[row - 1].reverse()),
        ("its row one further", |b, [row, _], _| b.rows[row - 1].rotate_left(1)),
    ];
    let samples = map_indexed(true, 10, common::catan);
    let mut counts = vec![0; changes.len()];
    for sample in &samples {
        for n in 0..12 {
            let mut rng = Seed::from("locked").stream(&sample.name, n);
            let row = rng.index(board(sample).rows.len());
            let at = [row + 1, rng.index(board(sample).rows[row].len()) + 1];
            assert!(held(sample, &[at], board(sample)).holds());
            for (k, (name, change)) in changes.iter().enumerate() {
                let mut changed = board(sample).clone();
                change(&mut changed, at, &mut rng);
                if hex(&mut changed, at) != hex(&mut board(sample).clone(), at) {
                    let verdict = held(sample, &[at], &changed);
                    assert!(!verdict.holds(), "{name} at {at:?} on {}", sample.name);
                    counts[k] += 1;
                }
            }
        }
    }
    println!("{} damages of {} kinds", counts.iter().sum::<usize>(), counts.len());
    assert!(counts.iter().all(|n| *n > 0), "{counts:?}");
}
