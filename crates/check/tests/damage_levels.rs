//! Level graphs, floors and their reports damaged in many ways: each is found by the claim it breaks.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Sample, faults};
use mapkiln_check::{CheckOptions, DocumentRef, State, Subject, Verdict, check};
use mapkiln_core::{Direction, Point, Seed, Stream, map_indexed};
use mapkiln_maps::AnyMap;
use mapkiln_maps::floor::{Floor, FloorDoor, FloorThing, FloorThingKind, Ground};
use mapkiln_maps::graph::{EdgeDetail, LevelGraph, Node};
use mapkiln_maps::plan::DoorKind;
use mapkiln_play::{AutoPlayer, Game, GameRules, Status, Tape};

type Damage<T> = (&'static str, fn(&mut T, &mut Stream) -> bool);

/// Applies every damage to copies of every map; each must be found by the claim or by the document's.
fn all_found<T: Clone>(claim: &str, maps: &[T], damages: &[Damage<T>], judge: impl Fn(usize, &T) -> Verdict) {
    let mut total = 0;
    for (name, damage) in damages {
        let mut applied = 0;
        for n in 0..4 * maps.len().max(5) {
            let mut map = maps[n % maps.len()].clone();
            if applied == 20 || !damage(&mut map, &mut Seed::from(*name).stream(claim, n as u64)) {
                continue;
            }
            let verdict = judge(n % maps.len(), &map);
            let found = verdict.faults().any(|(c, _)| c == claim || c == "document");
            assert!(found, "{claim}: {name} on {}: {:?}", n % maps.len(), faults(&verdict));
            applied += 1;
        }
        assert!(applied > 0, "{claim}: {name} was never applied");
        total += applied;
    }
    println!("{claim}: {total} damages of {} kinds", damages.len());
    assert!(damages.len() >= 10, "{claim}");
}

fn graph(sample: &Sample) -> LevelGraph {
    match &sample.map {
        AnyMap::LevelGraph(graph) => graph.clone(),
        _ => panic!("no graph"),
    }
}

fn node(g: &LevelGraph, r: &mut Stream) -> u32 {
    r.index(g.nodes.len()) as u32
}

/// Keeps the edges that are wanted; numbers of edges and embeddings are lost.
fn keep(g: &mut LevelGraph, wanted: impl Fn(&[u32; 2]) -> bool) -> bool {
    let before = g.edges.len();
    g.edges.retain(|e| wanted(e));
    g.details.clear();
    g.around.clear();
    g.edges.len() < before
}

fn lone(g: &mut LevelGraph) -> u32 {
    let id = g.nodes.len() as u32;
    g.nodes.push(Node { id, means: Vec::new(), ..g.nodes[0].clone() });
    g.around.clear();
    id
}

#[test]
fn graphs_in_pieces() {
    let samples = map_indexed(true, 20, common::level);
    let graphs: Vec<LevelGraph> = samples.iter().map(graph).collect();
    let damages: &[Damage<LevelGraph>] = &[
        ("a lone room", |g, _| lone(g) > 0),
        ("two rooms by themselves", |g, _| {
            let (a, b) = (lone(g), lone(g));
            g.edges.push([a, b]);
            true
        }),
        ("a ring by itself", |g, _| {
            let (a, b, c) = (lone(g), lone(g), lone(g));
            g.edges.extend([[a, b], [b, c], [c, a]]);
            true
        }),
        ("ten lone rooms", |g, _| (0..10).all(|_| lone(g) > 0)),
        ("a room cut off", |g, r| {
            let n = node(g, r);
            keep(g, |e| !e.contains(&n)) && g.nodes.len() > 1
        }),
        ("the first room cut off", |g, _| keep(g, |e| !e.contains(&0)) && g.nodes.len() > 1),
        ("the last room cut off", |g, _| {
            let last = g.nodes.len() as u32 - 1;
            keep(g, |e| !e.contains(&last)) && last > 0
        }),
        ("the exit cut off", |g, _| {
            let Some(exit) = g.nodes.iter().find(|n| n.is("exit")).map(|n| n.id) else { return false };
            keep(g, |e| !e.contains(&exit))
        }),
        ("in two halves", |g, _| {
            let half = g.nodes.len() as u32 / 2;
            keep(g, |[a, b]| (*a < half) == (*b < half)) && half > 0
        }),
        ("even and odd apart", |g, _| keep(g, |[a, b]| a % 2 == b % 2) && g.nodes.len() > 1),
        ("no edges", |g, _| keep(g, |_| false) && g.nodes.len() > 1),
        ("one edge", |g, _| {
            let first = g.edges[0];
            keep(g, |e| *e == first) && g.nodes.len() > 2
        }),
    ];
    all_found("connected", &graphs, damages, |i, g| samples[i].judge(&AnyMap::LevelGraph(g.clone())));
}

#[test]
fn reports_that_count_otherwise() {
    let samples = map_indexed(true, 20, common::level);
    let metric = |sample: &Sample, change: &dyn Fn(&mut std::collections::BTreeMap<String, f64>) -> bool| {
        let mut report = sample.report.clone();
        let mut metrics = report.metrics.clone().into_iter().collect();
        let applied = change(&mut metrics);
        report.metrics = metrics.into_iter().collect();
        let subject = Subject::new(DocumentRef::from(&sample.map)).with_report(Some(&report));
        applied.then(|| check(&subject, &CheckOptions::default()))
    };
    let mut kinds = std::collections::BTreeSet::new();
    for sample in &samples {
        let names: Vec<String> = sample
            .report
            .metrics
            .keys()
            .filter(|n| n.starts_with("count_") || ["nodes", "edges", "loops", "parts"].contains(&n.as_str()))
            .cloned()
            .collect();
        for name in names {
            for by in [1.0, -1.0, 0.5, 1e9, f64::NAN] {
                let verdict = metric(sample, &|m| m.get_mut(&name).map(|n| *n += by).is_some()).unwrap();
                let found = verdict.faults().any(|(c, _)| c == "figures");
                assert!(found, "{name} {by} on {}: {:?}", sample.name, faults(&verdict));
                kinds.insert(format!("{name} {by}"));
            }
        }
    }
    println!("{} kinds", kinds.len());
    assert!(kinds.len() >= 10);
}

/// start – a (key 1) – [1] – b (key 2) – [2] – exit, and a dead end at `a`.
fn locked() -> LevelGraph {
    let node = |id: u32, means: &[&str], key: i32| Node {
        id,
        kind: "Room".to_owned(),
        means: means.iter().map(|w| (*w).to_owned()).collect(),
        values: if key > 0 { [("key".to_owned(), key)].into() } else { Default::default() },
        ..Node::default()
    };
    let lock = |edge: u32, lock: i32| EdgeDetail {
        edge,
        values: [("lock".to_owned(), lock)].into(),
        ..EdgeDetail::default()
    };
    LevelGraph {
        nodes: vec![
            node(0, &["start"], 0),
            node(1, &[], 1),
            node(2, &[], 2),
            node(3, &["exit"], 0),
            node(4, &[], 0),
        ],
        edges: vec![[0, 1], [1, 2], [2, 3], [1, 4]],
        details: vec![lock(1, 1), lock(2, 2)],
        ..LevelGraph::default()
    }
}

#[test]
fn graphs_that_nobody_solves() {
    fn key(g: &mut LevelGraph, from: usize, to: usize) -> bool {
        let Some(key) = g.nodes[from].values.remove("key") else { return false };
        g.nodes[to].values.insert("key".into(), key);
        true
    }
    let judge =
        |_: usize, g: &LevelGraph| check(&Subject::new(DocumentRef::Level(g)), &CheckOptions::default());
    let verdict = judge(0, &locked());
    assert!(verdict.holds(), "{:?}", faults(&verdict));
    assert_eq!(verdict.outcome("solvable").unwrap().state, State::Holds);
    let damages: &[Damage<LevelGraph>] = &[
        ("the first key behind its lock", |g, _| key(g, 1, 2)),
        ("the first key at the exit", |g, _| key(g, 1, 3)),
        ("the second key at the exit", |g, _| key(g, 2, 3)),
        ("the first key lost", |g, _| g.nodes[1].values.remove("key").is_some()),
        ("the second key lost", |g, _| g.nodes[2].values.remove("key").is_some()),
        ("keys swapped", |g, _| {
            g.nodes[1].values.insert("key".into(), 2);
            g.nodes[2].values.insert("key".into(), 1);
            true
        }),
        ("a key of another number", |g, r| {
            g.nodes[1].values.insert("key".into(), 3 + r.index(50) as i32);
            true
        }),
        ("a lock of another number", |g, r| {
            let d = r.index(2);
            g.details[d].values.insert("lock".into(), 3 + r.index(50) as i32);
            true
        }),
        ("a secret way to the exit", |g, _| {
            g.details[1].means.push("secret".into());
            true
        }),
        ("a secret way from the start", |g, _| {
            g.details
                .insert(0, EdgeDetail { edge: 0, means: vec!["secret".into()], ..EdgeDetail::default() });
            true
        }),
        ("one way, the wrong one", |g, r| {
            let d = r.index(2);
            g.details[d].one_way = true;
            g.edges[g.details[d].edge as usize].reverse();
            true
        }),
        ("a locked dead end", |g, _| {
            let values = [("lock".to_owned(), 9)].into();
            g.details.push(EdgeDetail { edge: 3, values, ..EdgeDetail::default() });
            true
        }),
        ("the start behind a lock", |g, _| {
            g.nodes[0].means.clear();
            g.nodes[4].means.push("start".into());
            key(g, 1, 0);
            let values = [("lock".to_owned(), 1)].into();
            g.details.insert(0, EdgeDetail { edge: 0, values, ..EdgeDetail::default() });
            true
        }),
    ];
    all_found("solvable", &[locked()], damages, judge);
}

/// Faces of an embedding by walking along every edge; does Euler's formula hold of a connected graph?
fn is_plane(g: &LevelGraph) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    let mut faces = 0;
    for (start, ring) in g.around.iter().enumerate() {
        for &first in ring {
            let (mut at, mut edge) = (start as u32, first);
            let mut is_new = false;
            while seen.insert((at, edge)) {
                is_new = true;
                let [a, b] = g.edges[edge as usize];
                at = if at == a { b } else { a };
                let ring = &g.around[at as usize];
                let place = ring.iter().position(|e| *e == edge).unwrap();
                edge = ring[(place + 1) % ring.len()];
            }
            faces += i64::from(is_new);
        }
    }
    g.nodes.len() as i64 - g.edges.len() as i64 + faces == 2
}

#[test]
fn embeddings_that_cross() {
    let samples = map_indexed(true, 40, common::level);
    let mut graphs: Vec<LevelGraph> = samples.iter().map(graph).collect();
    graphs.retain(|g| !g.around.is_empty() && g.around.iter().any(|ring| ring.len() > 3) && is_plane(g));
    assert!(graphs.len() > 3, "{}", graphs.len());
    fn ring<'g>(g: &'g mut LevelGraph, r: &mut Stream, least: usize) -> Option<&'g mut Vec<u32>> {
        let rings: Vec<usize> = (0..g.around.len()).filter(|n| g.around[*n].len() >= least).collect();
        let n = *r.pick(&rings)?;
        g.around.get_mut(n)
    }
    fn crossing(g: &mut LevelGraph, r: &mut Stream, change: fn(&mut Vec<u32>)) -> bool {
        ring(g, r, 4).map(change).is_some() && !is_plane(g)
    }
    let damages: &[Damage<LevelGraph>] = &[
        ("the first two turned", |g, r| crossing(g, r, |ring| ring.swap(0, 1))),
        ("the second two turned", |g, r| crossing(g, r, |ring| ring.swap(1, 2))),
        ("every second turned", |g, r| crossing(g, r, |ring| ring.swap(0, 2))),
        ("the last to the middle", |g, r| {
            crossing(g, r, |ring| {
                let last = ring.pop().unwrap();
                ring.insert(1, last);
            })
        }),
        ("in the order of their numbers", |g, r| crossing(g, r, |ring| ring.sort_unstable())),
        ("the other way around", |g, r| crossing(g, r, |ring| ring.reverse())),
        ("half of it the other way around", |g, r| {
            crossing(g, r, |ring| {
                let half = ring.len().div_ceil(2);
                ring[..half].reverse();
            })
        }),
        ("shuffled", |g, r| {
            let mut other = r.clone();
            ring(g, r, 4).map(|ring| other.shuffle(ring)).is_some() && !is_plane(g)
        }),
        ("an edge that is missing", |g, r| ring(g, r, 1).map(|ring| ring.pop()).is_some()),
        ("an edge twice", |g, r| ring(g, r, 1).map(|ring| ring.push(ring[0])).is_some()),
        ("an edge that there is not", |g, r| ring(g, r, 1).map(|ring| ring[0] = 1_000_000).is_some()),
        ("an empty ring", |g, r| ring(g, r, 1).map(|ring| ring.clear()).is_some()),
        ("a ring fewer", |g, _| g.around.pop().is_some()),
    ];
    let judge =
        |_: usize, g: &LevelGraph| check(&Subject::new(DocumentRef::Level(g)), &CheckOptions::default());
    all_found("planar", &graphs, damages, judge);
}

fn thing(at: Point, kind: FloorThingKind) -> FloorThing {
    FloorThing { at, kind, name: String::new(), room: None }
}

/// Two rooms and a locked door between them; its key lies in the first, the exit in the second.
fn locked_floor() -> Floor {
    let mut floor = Floor::new(11, 7, Ground::open("room"));
    floor.palette.push(Ground::solid("wall"));
    floor.palette.push(Ground::barrier("water"));
    for p in floor.ground.bounds().cells().collect::<Vec<_>>() {
        if p.x == 0 || p.y == 0 || p.x == 10 || p.y == 6 || (p.x == 5 && p.y != 3) {
            floor.ground[p] = 1;
        }
    }
    floor.entrances.push(Point::new(1, 1));
    floor.things.push(thing(Point::new(3, 5), FloorThingKind::Key(4)));
    floor.things.push(thing(Point::new(9, 5), FloorThingKind::Exit));
    floor.doors.push(FloorDoor {
        at: Point::new(5, 3),
        facing: Direction::East,
        on_edge: false,
        kind: DoorKind::Locked { key: Some(4) },
    });
    floor
}

#[test]
fn floors_that_nobody_wins() {
    let judge = |_: usize, f: &Floor| check(&Subject::new(DocumentRef::Floor(f)), &CheckOptions::default());
    assert!(judge(0, &locked_floor()).holds(), "{:?}", faults(&judge(0, &locked_floor())));
    fn around(f: &mut Floor, at: Point, ground: u16) -> bool {
        for p in at.beside() {
            if f.ground[p] == 0 {
                f.ground[p] = ground;
            }
        }
        true
    }
    let damages: &[Damage<Floor>] = &[
        ("the exit walled in", |f, _| around(f, Point::new(9, 5), 1)),
        ("water around the exit", |f, _| around(f, Point::new(9, 5), 2)),
        ("the entrance walled in", |f, _| around(f, Point::new(1, 1), 1)),
        ("water around the entrance", |f, _| around(f, Point::new(1, 1), 2)),
        ("the key walled in", |f, _| around(f, Point::new(3, 5), 1)),
        ("the key behind its lock", |f, r| {
            f.things[0].at = Point::new(r.between(6, 9), r.between(1, 4));
            true
        }),
        ("the doorway walled up", |f, _| {
            f.ground[Point::new(5, 3)] = 1;
            f.doors.clear();
            true
        }),
        ("a wall before the door", |f, _| {
            f.ground[Point::new(4, 3)] = 1;
            true
        }),
        ("a wall behind the door", |f, _| {
            f.ground[Point::new(6, 3)] = 1;
            true
        }),
        ("a wall across the first room", |f, _| {
            (1..6).for_each(|y| f.ground[Point::new(2, y)] = 1);
            true
        }),
        ("a river across the second room", |f, r| {
            let x = r.between(7, 8);
            (1..6).for_each(|y| f.ground[Point::new(x, y)] = 2);
            true
        }),
        ("a second exit that is walled in", |f, _| {
            f.things.push(thing(Point::new(9, 1), FloorThingKind::Exit));
            around(f, Point::new(9, 1), 1)
        }),
        ("a second entrance that is walled in", |f, _| {
            f.entrances.push(Point::new(1, 5));
            around(f, Point::new(1, 5), 1)
        }),
        ("a second lock whose key lies behind it", |f, _| {
            f.things.push(thing(Point::new(9, 1), FloorThingKind::Key(7)));
            f.doors[0].kind = DoorKind::Locked { key: Some(7) };
            true
        }),
    ];
    all_found("winnable", &[locked_floor()], damages, judge);
}

#[test]
fn things_in_walls() {
    let judge = |_: usize, f: &Floor| check(&Subject::new(DocumentRef::Floor(f)), &CheckOptions::default());
    fn wall(f: &Floor, r: &mut Stream) -> Point {
        let walls: Vec<Point> = f.ground.bounds().cells().filter(|p| f.blocks_step(*p)).collect();
        walls[r.index(walls.len())]
    }
    macro_rules! stands {
        ($($kind:expr),*) => { [$(|f: &mut Floor, r: &mut Stream| {
            let at = wall(f, r);
            f.things.push(thing(at, $kind));
            true
        }),*] };
    }
    let kinds: [fn(&mut Floor, &mut Stream) -> bool; 8] = stands![
        FloorThingKind::Enemy,
        FloorThingKind::Boss,
        FloorThingKind::Chest,
        FloorThingKind::Key(4),
        FloorThingKind::Trap,
        FloorThingKind::StairsUp,
        FloorThingKind::StairsDown,
        FloorThingKind::Exit
    ];
    let names = ["enemy", "boss", "chest", "key", "trap", "stairs up", "stairs down", "exit"];
    let mut damages: Vec<Damage<Floor>> = names.into_iter().zip(kinds).collect();
    damages.extend::<[Damage<Floor>; 4]>([
        ("an entrance", |f, r| {
            let at = wall(f, r);
            f.entrances.push(at);
            true
        }),
        ("a wall under a thing", |f, r| {
            let n = r.index(f.things.len());
            let at = f.things[n].at;
            f.ground[at] = 1;
            true
        }),
        ("a door turned aside", |f, _| {
            f.doors[0].facing = Direction::North;
            true
        }),
        ("two doors", |f, _| {
            f.doors.push(f.doors[0].clone());
            true
        }),
    ]);
    all_found("stands", &[locked_floor()], &damages, judge);
}

/// A game that was won proves its floor; one that was not leaves the search to the check.
#[test]
fn moves_that_win_are_a_proof() {
    let mut game = Game::new(locked_floor(), "proof", GameRules::default()).unwrap();
    let judge =
        |game: &Game| check(&Subject::new(DocumentRef::Game(&Tape::of(game))), &CheckOptions::default());
    let begun = judge(&game);
    assert!(begun.holds() && begun.outcome("winnable").unwrap().proof.is_none(), "{:?}", faults(&begun));
    let mut player = AutoPlayer::new();
    while game.status() == Status::Playing {
        let action = player.next(&game);
        game.act(action);
    }
    assert_eq!(game.status(), Status::Won);
    let won = judge(&game);
    let outcome = won.outcome("winnable").unwrap();
    assert!(won.holds() && outcome.proof.as_ref().is_some_and(|proof| proof.certified), "{won:?}");
}
