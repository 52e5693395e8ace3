//! Plans of levels held against their graphs.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Sample, faults};
use mapkiln_check::{Against, CheckOptions, DocumentRef, Subject, Verdict, check};
use mapkiln_core::{Run, Seed, Spec, Stream, map_indexed};
use mapkiln_maps::AnyMap;
use mapkiln_maps::graph::LevelGraph;
use mapkiln_maps::plan::{Area, Door, DoorKind, Plan};

/// A plan and the graph that it was laid out from.
fn pair(number: usize) -> (Sample, LevelGraph) {
    let sample = common::level_plan(number);
    let graph = common::level_spec(number).make(&mut Run::new(sample.name.as_str())).unwrap().map;
    (sample, graph)
}

fn judge(plan: &Plan, graph: &LevelGraph) -> Verdict {
    let against = AnyMap::LevelGraph(graph.clone());
    let against = Against { map: &against, origin: None, players: true };
    let subject = Subject::new(DocumentRef::Plan(plan)).with_against(Some(&against));
    check(&subject, &CheckOptions { claims: vec!["graph".into()], ..CheckOptions::default() })
}

#[test]
fn laid_out_levels_keep_their_graph() {
    map_indexed(true, 60, |i| {
        let (sample, graph) = pair(i);
        let verdict = judge(sample.plan(), &graph);
        assert_eq!(verdict.outcomes.len(), 1);
        assert!(verdict.holds(), "{}: {:#?}", sample.name, faults(&verdict));
    });
}

type Damage = (&'static str, fn(&mut Plan, &mut LevelGraph, &mut Stream) -> bool);

fn a_door<'p>(plan: &'p mut Plan, rng: &mut Stream, wanted: fn(&Door) -> bool) -> Option<&'p mut Door> {
    let mut doors: Vec<&mut Door> =
        plan.levels.iter_mut().flat_map(|l| &mut l.doors).filter(|d| wanted(d)).collect();
    let index = rng.index(doors.len());
    (!doors.is_empty()).then(|| doors.swap_remove(index))
}

#[test]
fn damages_are_found() {
    let damages: &[Damage] = &[
        ("an edge too many", |_, graph, rng| {
            let n = graph.nodes.len();
            let (a, b) = (rng.index(n) as u32, rng.index(n) as u32);
            let known = graph.edges.iter().any(|e| e.contains(&a) && e.contains(&b));
            graph.edges.push([a, b]);
            graph.around.clear();
            a != b && !known
        }),
        ("an edge too few", |_, graph, rng| {
            let index = rng.index(graph.edges.len());
            let edge = graph.edges.remove(index);
            graph.around.clear();
            graph.details.clear();
            !graph.edges.iter().any(|e| e.contains(&edge[0]) && e.contains(&edge[1]))
        }),
        ("a room too many", |_, graph, _| {
            graph
                .nodes
                .push(mapkiln_maps::graph::Node { id: graph.nodes.len() as u32, ..graph.nodes[0].clone() });
            true
        }),
        ("a room too few", |plan, graph, _| {
            graph.nodes.truncate(plan.rooms().count() - 1);
            graph.edges.retain(|e| e.iter().all(|v| (*v as usize) < graph.nodes.len()));
            graph.details.clear();
            graph.around.clear();
            true
        }),
        ("two nodes swapped", |_, graph, rng| {
            let (a, b) = (rng.index(graph.nodes.len()) as u32, rng.index(graph.nodes.len()) as u32);
            let around = |edges: &[[u32; 2]], v: u32, not: u32| {
                let ends = edges.iter().filter(|e| e.contains(&v)).flatten().copied();
                ends.filter(|w| *w != v && *w != not).collect::<std::collections::BTreeSet<u32>>()
            };
            let differ = around(&graph.edges, a, b) != around(&graph.edges, b, a);
            for end in graph.edges.iter_mut().flatten() {
                *end = if *end == a {
                    b
                } else if *end == b {
                    a
                } else {
                    *end
                };
            }
            graph.around.clear();
            graph.details.clear();
            a != b && differ
        }),
        ("an edge that is locked", |plan, graph, _| {
            // Only where the way between its rooms is one open door.
            let open = |d: &&Door| !matches!(d.kind, DoorKind::Locked { .. });
            let direct = plan.doors().filter(open).find_map(|d| match d.joins {
                [Area::Room(a), Area::Room(b)] => {
                    graph.edges.iter().position(|e| *e == [a, b] || *e == [b, a])
                }
                _ => None,
            });
            let Some(edge) = direct else { return false };
            if graph.details.iter().any(|d| d.edge as usize == edge) {
                return false;
            }
            let mut detail = mapkiln_maps::graph::EdgeDetail { edge: edge as u32, ..Default::default() };
            detail.values.insert("lock".into(), 7);
            graph.details.push(detail);
            graph.details.sort_by_key(|d| d.edge);
            true
        }),
        ("a lock opened", |plan, _, rng| {
            match a_door(plan, rng, |d| {
                matches!(d.kind, DoorKind::Locked { .. }) && matches!(d.joins, [Area::Room(_), Area::Room(_)])
            }) {
                Some(door) => door.kind = DoorKind::Door,
                None => return false,
            }
            true
        }),
        ("a door between rooms leads elsewhere", |plan, graph, rng| {
            let rooms = plan.rooms().count();
            let Some(door) = a_door(plan, rng, |d| matches!(d.joins, [Area::Room(_), Area::Room(_)])) else {
                return false;
            };
            let [Area::Room(a), _] = door.joins else { return false };
            let other = rng.index(rooms) as u32;
            door.joins[1] = Area::Room(other);
            other != a && !graph.edges.iter().any(|e| e.contains(&a) && e.contains(&other))
        }),
        ("a corridor's door leads to another room", |plan, graph, rng| {
            let rooms = plan.rooms().count();
            let of = |d: &Door| matches!(d.joins, [Area::Room(_), Area::Corridor(_)]);
            let Some(door) = a_door(plan, rng, of) else { return false };
            let other = rng.index(rooms) as u32;
            let [Area::Room(old), corridor] = door.joins else { return false };
            door.joins[0] = Area::Room(other);
            // Another door of the same room at the same corridor keeps the way.
            let still =
                plan.doors().any(|d| d.joins.contains(&Area::Room(old)) && d.joins.contains(&corridor));
            let known = graph.edges.iter().any(|e| e.contains(&old) && e.contains(&other));
            other != old && !still && !known
        }),
        ("a new door between rooms", |plan, graph, rng| {
            let n = plan.rooms().count();
            let (a, b) = (rng.index(n) as u32, rng.index(n) as u32);
            if a == b || graph.edges.iter().any(|e| e.contains(&a) && e.contains(&b)) {
                return false;
            }
            let Some(level) = plan.levels.last_mut() else { return false };
            let Some(door) = level.doors.last().cloned() else { return false };
            level.doors.push(Door { id: door.id + 1, joins: [Area::Room(a), Area::Room(b)], ..door });
            true
        }),
    ];
    // Passages join many rooms at once, so that one edge more or less may change nothing.
    let mut pairs = map_indexed(true, 42, pair);
    pairs.retain(|(sample, graph)| sample.plan().rooms().count() == graph.nodes.len());
    assert!(pairs.len() >= 10, "{}", pairs.len());
    let mut total = 0;
    for (name, damage) in damages {
        let mut applied = 0;
        for n in 0..120 {
            let (sample, graph) = &pairs[n % pairs.len()];
            let mut rng = Seed::from(*name).stream("damage", n as u64);
            let (mut plan, mut graph) = (sample.plan().clone(), graph.clone());
            if applied == 20 || !damage(&mut plan, &mut graph, &mut rng) {
                continue;
            }
            applied += 1;
            assert!(!judge(&plan, &graph).holds(), "{name} on {}", sample.name);
        }
        assert!(applied > 0, "{name} was never applied");
        total += applied;
    }
    println!("{total} damages of {} kinds", damages.len());
}
