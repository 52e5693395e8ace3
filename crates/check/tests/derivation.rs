//! Derivations of levels: as they are made they lead to the level, and every damage is found.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Sample, faults};
use mapkiln_check::{CheckOptions, DocumentRef, State, Subject, Verdict, check};
use mapkiln_core::{Report, Seed, Stream, map_indexed};
use mapkiln_maps::AnyMap;
use mapkiln_maps::graph::LevelGraph;
use serde_json::{Value, json};

fn judge(graph: &LevelGraph, report: &Report) -> Verdict {
    let subject = Subject::new(DocumentRef::Level(graph)).with_report(Some(report));
    check(&subject, &CheckOptions { claims: vec!["derivation".into()], ..CheckOptions::default() })
}

fn graph(sample: &Sample) -> &LevelGraph {
    match &sample.map {
        AnyMap::LevelGraph(graph) => graph,
        _ => panic!("no graph"),
    }
}

#[test]
fn derivations_lead_to_their_levels() {
    map_indexed(true, 140, |i| {
        let sample = common::level(i);
        let verdict = judge(graph(&sample), &sample.report);
        assert_eq!(verdict.outcomes[0].state, State::Holds, "{}: {:?}", sample.name, faults(&verdict));
        assert!(verdict.outcomes[0].proof.as_ref().is_some_and(|proof| proof.certified));
    });
}

type Damage = (&'static str, fn(&mut Value, &mut LevelGraph, &mut Stream) -> bool);

/// A change of a kind, picked from all steps.
fn a_change<'v>(told: &'v mut Value, kind: &str, rng: &mut Stream) -> Option<&'v mut Value> {
    let steps = told["steps"].as_array_mut()?;
    let changes = steps.iter_mut().flat_map(|s| s["changes"].as_array_mut().unwrap());
    let mut all: Vec<&mut Value> = changes.filter_map(|c| c.get_mut(kind)).collect();
    let index = rng.index(all.len());
    (!all.is_empty()).then(|| all.swap_remove(index))
}

fn a_step<'v>(told: &'v mut Value, rng: &mut Stream) -> &'v mut Value {
    let steps = told["steps"].as_array_mut().unwrap();
    let index = rng.index(steps.len());
    &mut steps[index]
}

#[test]
fn every_damage_is_found() {
    let damages: &[Damage] = &[
        ("a step left out", |told, _, rng| {
            let steps = told["steps"].as_array_mut().unwrap();
            let index = rng.index(steps.len());
            !steps.remove(index)["changes"].as_array().unwrap().is_empty()
        }),
        ("a step twice", |told, _, rng| {
            let steps = told["steps"].as_array_mut().unwrap();
            let index = rng.index(steps.len());
            let again = steps[index].clone();
            steps.insert(index, again);
            let adds = |kind: &str| {
                steps[index]["changes"].as_array().unwrap().iter().any(|change| change.get(kind).is_some())
            };
            adds("node") || adds("edge") || adds("cut")
        }),
        ("the start left out", |told, _, _| {
            told["start"] = json!([]);
            true
        }),
        ("a level's node of another kind", |_, graph, rng| {
            let index = rng.index(graph.nodes.len());
            graph.nodes[index].kind.push('X');
            true
        }),
        ("a level's mark", |_, graph, rng| {
            let index = rng.index(graph.nodes.len());
            graph.nodes[index].mark.push('X');
            true
        }),
        ("a level's value", |_, graph, rng| {
            let index = rng.index(graph.nodes.len());
            graph.nodes[index].values.insert("gold".into(), 7777);
            true
        }),
        ("a level's edge turned", |_, graph, rng| {
            let index = rng.index(graph.edges.len());
            graph.edges[index].reverse();
            graph.around.clear();
            true
        }),
        ("a level's edge moved", |_, graph, rng| {
            let index = rng.index(graph.edges.len());
            let node = rng.index(graph.nodes.len()) as u32;
            let before = graph.edges[index];
            graph.edges[index][1] = node;
            graph.around.clear();
            graph.edges[index] != before && node != before[0]
        }),
        ("a level's edge left out", |_, graph, _| {
            graph.around.clear();
            graph.details.clear();
            graph.edges.pop().is_some()
        }),
        ("an edge to nowhere", |told, _, rng| match a_change(told, "edge", rng) {
            Some(edge) => {
                edge["ends"][1] = json!(4_000_000_000_u32);
                true
            }
            None => false,
        }),
        ("an edge with a number that is taken", |told, _, rng| match a_change(told, "edge", rng) {
            Some(edge) => {
                edge["id"] = json!(0);
                true
            }
            None => false,
        }),
        ("a node with a number that is taken", |told, _, rng| match a_change(told, "node", rng) {
            Some(node) => {
                node["id"] = json!(0);
                true
            }
            None => false,
        }),
        ("an edge of another kind", |told, _, rng| match a_change(told, "set_edge", rng) {
            Some(edge) => {
                edge["edge"] = json!(3_000_000_000_u32);
                true
            }
            None => false,
        }),
        ("a cut of nothing", |told, _, rng| match a_change(told, "cut", rng) {
            Some(edge) => {
                edge["edge"] = json!(3_000_000_000_u32);
                true
            }
            None => false,
        }),
        ("matched nodes that are not there", |told, _, rng| {
            a_step(told, rng)["matched"] = json!([4_000_000_000_u32]);
            true
        }),
        ("no matched nodes", |told, _, rng| {
            let step = a_step(told, rng);
            step["matched"] = json!([]);
            // A rewrite that only makes new nodes needs none.
            let changes = step["changes"].as_array().unwrap();
            changes.iter().any(|c| ["label", "set", "delete", "cut"].iter().any(|kind| c.get(kind).is_some()))
        }),
        ("made nodes that it did not make", |told, _, rng| {
            a_step(told, rng)["made"] = json!([1, 2, 3, 4, 5, 6, 7]);
            true
        }),
        ("numbers in another order", |told, graph, rng| {
            let numbers = told["numbers"].as_array_mut().unwrap();
            let (a, b) = (rng.index(numbers.len()), rng.index(numbers.len()));
            numbers.swap(a, b);
            let [x, y] = [&graph.nodes[a], &graph.nodes[b]];
            (&x.kind, &x.mark, &x.values) != (&y.kind, &y.mark, &y.values)
        }),
        ("nonsense", |told, _, _| {
            *told = json!({"steps": 3});
            true
        }),
    ];
    let samples = map_indexed(true, 28, common::level);
    let (mut total, mut idle) = (0, Vec::new());
    for (name, damage) in damages {
        let mut applied = 0;
        for n in 0..100 {
            let sample = &samples[n % samples.len()];
            let mut rng = Seed::from(*name).stream("damage", n as u64);
            let (mut graph, mut report) = (graph(sample).clone(), sample.report.clone());
            let told = report.findings.get_mut("derivation").unwrap();
            if applied == 20 || !damage(told, &mut graph, &mut rng) {
                continue;
            }
            applied += 1;
            assert!(!judge(&graph, &report).holds(), "{name} on {}", sample.name);
        }
        total += applied;
        if applied == 0 {
            idle.push(*name);
        }
    }
    // Whether a kind of change occurs at all depends on the grammars.
    assert!(idle.len() <= 3, "{idle:?}");
    assert!(total > 250, "{total}");
    println!("{total} damages of {} kinds", damages.len() - idle.len());
}
