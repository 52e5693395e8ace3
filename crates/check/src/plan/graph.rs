//! A plan joins exactly the rooms that its level graph joins, and locks what the graph locks.
//!
//! Rooms go by the numbers of their nodes. Corridors may be shared and fork: corridors that are open
//! to each other count as one, and all rooms at it are joined.

use std::collections::{BTreeMap, BTreeSet};

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
    let (rooms, nodes) = (view.plan.rooms().count(), graph.nodes.len());
    if rooms != nodes {
        look.error(
            Place::whole(),
            say!(
                language,
                "the plan has {rooms} rooms, and the graph {nodes} nodes",
                "a planta tem {rooms} salas, e o grafo {nodes} nós"
            ),
        );
        return;
    }
    let ways = Ways::of(view);
    let mut wanted: BTreeSet<[u32; 2]> = BTreeSet::new();
    for (number, &[a, b]) in graph.edges.iter().enumerate() {
        look.saw(1);
        let pair = [a.min(b), a.max(b)];
        wanted.insert(pair);
        let [first, second] = pair.map(|room| room_name(room, language));
        let place = Place { edge: Some(number as u32), ..Place::whole().in_room(a) };
        match ways.joined.get(&pair) {
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
            Some(Way { open: true }) if is_locked(graph, number) => {
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
    for pair in ways.joined.keys().filter(|pair| !wanted.contains(*pair)) {
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

/// Does the graph lock an edge, and every other edge between the same nodes?
fn is_locked(graph: &LevelGraph, number: usize) -> bool {
    let lock =
        |edge: usize| graph.detail(edge).and_then(|d| d.values.get("lock")).is_some_and(|lock| *lock != 0);
    let [a, b] = graph.edges[number];
    let same = |other: &[u32; 2]| *other == [a, b] || *other == [b, a];
    graph.edges.iter().enumerate().filter(|(_, other)| same(other)).all(|(edge, _)| lock(edge))
}

/// How two rooms are joined.
struct Way {
    /// Is there a way without a lock?
    open: bool,
}

/// The pairs of rooms that are joined without a third one.
struct Ways {
    joined: BTreeMap<[u32; 2], Way>,
}

impl Ways {
    fn of(view: &PlanView<'_>) -> Self {
        let mut ways = Ways { joined: BTreeMap::new() };
        let count: usize = view.plan.levels.iter().map(|level| level.corridors.len()).sum();
        let mut leader: Vec<usize> = (0..count).collect();
        fn find(leader: &[usize], mut at: usize) -> usize {
            while leader[at] != at {
                at = leader[at];
            }
            at
        }
        for door in view.plan.doors() {
            if let [Area::Corridor(a), Area::Corridor(b)] = door.joins {
                let [a, b] = [a, b].map(|id| find(&leader, id as usize));
                leader[a] = b;
            }
        }
        // By corridor: the rooms at it, and whether one gets in without a key.
        let mut at: BTreeMap<usize, BTreeMap<u32, bool>> = BTreeMap::new();
        for door in view.plan.doors() {
            let open = !matches!(door.kind, DoorKind::Locked { .. });
            match door.joins {
                [Area::Room(a), Area::Room(b)] => ways.join(a, b, open),
                [Area::Room(room), Area::Corridor(id)] | [Area::Corridor(id), Area::Room(room)] => {
                    let rooms = at.entry(find(&leader, id as usize)).or_default();
                    *rooms.entry(room).or_default() |= open;
                }
                [Area::Corridor(_), Area::Corridor(_)] => {}
            }
        }
        for rooms in at.values() {
            let rooms: Vec<(u32, bool)> = rooms.iter().map(|(room, open)| (*room, *open)).collect();
            for (i, (a, from_a)) in rooms.iter().enumerate() {
                for (b, from_b) in &rooms[i + 1..] {
                    ways.join(*a, *b, *from_a && *from_b);
                }
            }
        }
        for level in &view.levels {
            for stairs in &level.level.stairs {
                let to = stairs.to_level.zip(stairs.to).and_then(|(level, p)| view.area_at(level, p));
                if let (Some(Area::Room(a)), Some(Area::Room(b))) = (level.area(stairs.at), to) {
                    ways.join(a, b, true);
                }
            }
        }
        ways
    }

    fn join(&mut self, a: u32, b: u32, open: bool) {
        if a != b {
            self.joined.entry([a.min(b), a.max(b)]).or_insert(Way { open: false }).open |= open;
        }
    }
}
