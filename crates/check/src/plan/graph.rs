//! A plan joins exactly the rooms that its level graph joins, and locks what the graph locks.
//!
//! Rooms go by the numbers of their nodes; the nodes after them are passages, which become corridors.
//! Corridors may be shared and fork: those that are open to each other count as one, and all rooms
//! at it are joined.

use std::collections::BTreeMap;

use mapkiln_maps::AnyMap;
use mapkiln_maps::graph::LevelGraph;
use mapkiln_maps::plan::{Area, DoorKind};

use super::seen;
use super::view::{PlanView, room_name};
use crate::case::Case;
use crate::look::{Look, say};
use crate::{Against, Place};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let language = look.language;
    let Some(Against { map: AnyMap::LevelGraph(graph), .. }) = case.subject.against else {
        look.skip(say!(language, "there is no graph to hold it against", "não há grafo para comparar"));
        return;
    };
    let Some(view) = seen(case, look) else { return };
    let rooms = view.plan.rooms().count();
    let needed = graph.nodes.iter().filter(|node| !may_be_passage(graph, &node.kind)).count();
    let passages = graph.nodes.get(rooms..).unwrap_or_default();
    if rooms > graph.nodes.len() || !passages.iter().all(|node| may_be_passage(graph, &node.kind)) {
        look.error(
            Place::whole(),
            say!(
                language,
                "the plan has {rooms} rooms, and the graph {needed} nodes that are one",
                "a planta tem {rooms} salas, e o grafo {needed} nós que o são"
            ),
        );
        return;
    }
    let (wanted, built) = (of_graph(graph, rooms), of_plan(view));
    for (pair, open) in &wanted {
        look.saw(1);
        let [first, second] = pair.map(|room| room_name(room, language));
        let place = Place::whole().in_room(pair[0]);
        match built.get(pair) {
            None => {
                look.error(
                    place,
                    say!(
                        language,
                        "nobody gets from {first} to {second} without a third room, and the graph joins them",
                        "ninguém vai de {first} a {second} sem uma terceira sala, e o grafo as liga"
                    ),
                );
            }
            Some(true) if !open => {
                look.error(
                    place,
                    say!(
                        language,
                        "the way from {first} to {second} is open, and the graph locks it",
                        "o caminho de {first} a {second} está aberto, e o grafo o tranca"
                    ),
                );
            }
            Some(_) => {}
        }
    }
    for pair in built.keys().filter(|pair| !wanted.contains_key(*pair)) {
        let [first, second] = pair.map(|room| room_name(room, language));
        look.error(
            Place::whole().in_room(pair[0]),
            say!(
                language,
                "one gets from {first} straight to {second}, and the graph does not join them",
                "vai-se de {first} direto a {second}, e o grafo não as liga"
            ),
        );
    }
}

fn may_be_passage(graph: &LevelGraph, kind: &str) -> bool {
    graph.shapes.get(kind).is_some_and(|shape| shape.passage)
}

/// Pairs of rooms that are joined without a third one, and whether a way between them has no lock.
type Ways = BTreeMap<[u32; 2], bool>;

fn of_graph(graph: &LevelGraph, rooms: usize) -> Ways {
    let area = |node: u32| match (node as usize).checked_sub(rooms) {
        None => Area::Room(node),
        Some(passage) => Area::Corridor(passage as u32),
    };
    let links = graph.edges.iter().enumerate().map(|(number, ends)| {
        let lock = graph.detail(number).and_then(|d| d.values.get("lock"));
        (ends.map(area), lock.is_none_or(|lock| *lock == 0))
    });
    ways(graph.nodes.len().saturating_sub(rooms), links)
}

fn of_plan(view: &PlanView<'_>) -> Ways {
    let corridors = view.plan.levels.iter().map(|level| level.corridors.len()).sum();
    let doors = view.plan.doors().map(|d| (d.joins, !matches!(d.kind, DoorKind::Locked { .. })));
    let stairs = view.levels.iter().flat_map(|level| {
        level.level.stairs.iter().filter_map(|stairs| {
            let to = stairs.to_level.zip(stairs.to).and_then(|(level, p)| view.area_at(level, p))?;
            Some(([level.area(stairs.at)?, to], true))
        })
    });
    ways(corridors, doors.chain(stairs))
}

/// The ways that links between areas make, each with or without a lock.
fn ways(corridors: usize, links: impl Iterator<Item = ([Area; 2], bool)>) -> Ways {
    let mut leader: Vec<usize> = (0..corridors).collect();
    fn find(leader: &[usize], mut at: usize) -> usize {
        while leader[at] != at {
            at = leader[at];
        }
        at
    }
    let mut ways = Ways::new();
    let mut join = |a: u32, b: u32, open: bool| {
        if a != b {
            *ways.entry([a.min(b), a.max(b)]).or_default() |= open;
        }
    };
    let mut at_corridors = Vec::new();
    for (ends, open) in links {
        match ends {
            [Area::Room(a), Area::Room(b)] => join(a, b, open),
            [Area::Room(room), Area::Corridor(id)] | [Area::Corridor(id), Area::Room(room)] => {
                at_corridors.push((id as usize, room, open));
            }
            [Area::Corridor(a), Area::Corridor(b)] => {
                let [a, b] = [a, b].map(|id| find(&leader, id as usize));
                leader[a] = b;
            }
        }
    }
    // By corridor: the rooms at it, and whether one gets in without a key.
    let mut at: BTreeMap<usize, BTreeMap<u32, bool>> = BTreeMap::new();
    for (corridor, room, open) in at_corridors {
        *at.entry(find(&leader, corridor)).or_default().entry(room).or_default() |= open;
    }
    for rooms in at.values() {
        let rooms: Vec<(u32, bool)> = rooms.iter().map(|(room, open)| (*room, *open)).collect();
        for (i, (a, from_a)) in rooms.iter().enumerate() {
            for (b, from_b) in &rooms[i + 1..] {
                join(*a, *b, *from_a && *from_b);
            }
        }
    }
    ways
}
