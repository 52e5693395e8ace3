//! Laid out in space: nothing overlaps, nothing crosses, and what was joined stays joined.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::{Direction, Point, Run, Seed, Spec};
use mapkiln_grammar::{
    FixedRoom, Grammar, LayoutOptions, LevelGraph, LevelPlanSpec, LevelSpec, Weights, lay_out, lay_out_places,
};
use mapkiln_maps::document::{self, Document};
use mapkiln_maps::graph::Node;
use mapkiln_maps::plan::{Area, Corridor, DoorPlace, Level, Plan, RoomShape, Stairs};

mod edgar;

/// Checks a plan cell by cell, without looking at how it was drawn.
fn check(level: &LevelGraph, plan: &Plan, areas: &[Area], what: &str) {
    plan.check().unwrap_or_else(|e| panic!("{what}: {e}"));
    let mut joined: BTreeSet<(Area, Area)> = BTreeSet::new();
    for floor in &plan.levels {
        check_floor(floor, &mut joined, what);
    }
    let outside = plan.levels.iter().map(|l| l.stairs.len()).sum::<usize>() / 2;
    let corridors: Vec<&Corridor> = plan.levels.iter().flat_map(|l| &l.corridors).collect();
    // Each edge of the graph is a way of the plan: through one door, or through a corridor of its own.
    let mut unjoined = 0;
    for (e, &[a, b]) in level.edges.iter().enumerate() {
        let (a, b) = (areas[a as usize], areas[b as usize]);
        let direct = joined.contains(&(a.min(b), a.max(b)));
        let over = corridors.iter().any(|c| {
            let c = Area::Corridor(c.id);
            !areas.contains(&c) && [a, b].iter().all(|x| joined.contains(&(c.min(*x), c.max(*x))))
        });
        assert!(direct || over || outside > 0, "{what}: edge {e} has no way");
        unjoined += usize::from(!direct && !over);
    }
    assert!(unjoined <= outside, "{what}: {unjoined} edges have no way, and {outside} have stairs");
    // And nothing else is joined.
    let ways = level.edges.len() - outside;
    let extra = corridors.iter().filter(|c| !areas.contains(&Area::Corridor(c.id))).count();
    assert_eq!(plan.levels.iter().map(|l| l.doors.len()).sum::<usize>(), ways + extra, "{what}: doors");
}

/// Checks one floor, and notes what its doors join.
fn check_floor(floor: &Level, joined: &mut BTreeSet<(Area, Area)>, what: &str) {
    let mut owner: BTreeMap<Point, Area> = BTreeMap::new();
    let mut own = |p: Point, area: Area| {
        let before = owner.insert(p, area);
        assert!(before.is_none(), "{what}: {p} belongs to {before:?} and {area:?}");
    };
    for room in &floor.rooms {
        room.outline.cells().into_iter().for_each(|p| own(p, Area::Room(room.id)));
    }
    for corridor in &floor.corridors {
        corridor.cells.iter().for_each(|&p| own(p, Area::Corridor(corridor.id)));
    }
    let mut filled: BTreeSet<Area> = BTreeSet::new();
    // Every place is in one piece: a flood from any of its cells fills it.
    for (&from, &area) in &owner {
        if !filled.insert(area) {
            continue;
        }
        let mut seen = BTreeSet::from([from]);
        let mut queue = vec![from];
        while let Some(at) = queue.pop() {
            queue.extend(at.beside().into_iter().filter(|p| owner.get(p) == Some(&area) && seen.insert(*p)));
        }
        let cells = owner.values().filter(|a| **a == area).count();
        assert_eq!(seen.len(), cells, "{what}: {area:?} is in several pieces");
    }
    // Doors in cells of their own, each between the two places that it names.
    let mut doors: BTreeSet<Point> = BTreeSet::new();
    for door in &floor.doors {
        let (at, facing) = (door.place.at(), door.place.facing());
        let (from, to) = match door.place {
            DoorPlace::Cell { .. } => {
                assert!(
                    !owner.contains_key(&at) && doors.insert(at),
                    "{what}: door {} stands on floor",
                    door.id
                );
                (at.step(facing.opposite()), at.step(facing))
            }
            DoorPlace::Edge { .. } => (at, at.step(facing)),
        };
        // A corridor may go round the corner right behind the door.
        let ends = [from, to].map(|p| owner.get(&p).copied());
        if let DoorPlace::Cell { at, .. } = door.place {
            let around: BTreeSet<Area> = at.beside().iter().filter_map(|p| owner.get(p).copied()).collect();
            assert_eq!(
                around,
                door.joins.into_iter().collect(),
                "{what}: door {} joins other places",
                door.id
            );
        } else {
            assert_eq!(ends, door.joins.map(Some), "{what}: arch {}", door.id);
        }
        let [a, b] = door.joins;
        joined.insert((a.min(b), a.max(b)));
    }
    // Where two places touch there is an arch between them.
    let arches: BTreeSet<(Point, Point)> = floor
        .doors
        .iter()
        .filter(|d| matches!(d.place, DoorPlace::Edge { .. }))
        .map(|d| (d.place.at(), d.place.at().step(d.place.facing())))
        .flat_map(|(a, b)| [(a, b), (b, a)])
        .collect();
    for (&p, &area) in &owner {
        for facing in [Direction::East, Direction::South] {
            let q = p.step(facing);
            if let Some(&other) = owner.get(&q) {
                assert!(
                    other == area || arches.contains(&(p, q)),
                    "{what}: {p} and {q} touch: {area:?} {other:?}"
                );
            }
        }
    }
}

#[test]
fn shipped_grammars_lay_out_without_overlap_or_crossing() {
    for name in Grammar::shipped_names() {
        let grammar = Grammar::shipped(name).unwrap();
        for seed in 0..25u64 {
            let level = grammar.make_level(seed, &[]).unwrap();
            let (plan, areas) = lay_out_places(&level, Seed::from(seed), &LayoutOptions::default());
            check(&level, &plan, &areas, &format!("{name} {seed}"));
        }
    }
}

fn scaled(rooms: i64) -> LevelGraph {
    let parts =
        [("rooms", 50), ("chests", 15), ("enemies", 20), ("corridors", 10), ("cells", 25), ("bosses", 5)];
    let set = parts.map(|(name, of_50)| (name, of_50 * rooms / 50));
    Grammar::shipped("carcere-exire").unwrap().make_level("large", &set).unwrap()
}

#[test]
fn large_levels_are_plans_that_can_be_read_back() {
    let level = scaled(1000);
    let (plan, areas) = lay_out_places(&level, "large", &LayoutOptions::default());
    check(&level, &plan, &areas, "large");
    let read = document::from_json::<Plan>(&document::to_json(&plan, None)).unwrap().map;
    assert!(read == plan);
}

#[test]
fn rooms_of_the_plan_have_the_numbers_of_their_nodes() {
    for name in Grammar::shipped_names() {
        let level = Grammar::shipped(name).unwrap().make_level("ids", &[]).unwrap();
        let (plan, areas) = lay_out_places(&level, "ids", &LayoutOptions::default());
        for (n, area) in areas.iter().enumerate() {
            if let Area::Room(id) = area {
                assert_eq!(*id as usize, n, "{name}");
                assert_eq!(plan.room(*id).unwrap().kind, level.nodes[n].kind, "{name}");
            }
        }
    }
}

/// A graph of plain rooms.
fn plain(nodes: u32, edges: &[[u32; 2]]) -> LevelGraph {
    let node = |id| Node { id, kind: "Room".to_owned(), ..Node::default() };
    LevelGraph { nodes: (0..nodes).map(node).collect(), edges: edges.to_vec(), ..LevelGraph::default() }
}

/// Planar graphs with few ways to draw them, by name.
fn planar_graphs() -> Vec<(&'static str, u32, Vec<[u32; 2]>)> {
    let across = (0..5u32).flat_map(|y| (1..6).map(move |x| [y * 6 + x - 1, y * 6 + x]));
    let down = (1..5u32).flat_map(|y| (0..6).map(move |x| [(y - 1) * 6 + x, y * 6 + x]));
    let cube =
        [[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [1, 5], [2, 6], [3, 7]];
    let dodecahedron = (0..5u32).flat_map(|i| {
        let next = (i + 1) % 5;
        [[i, next], [i, 5 + i], [5 + i, 10 + i], [5 + next, 10 + i], [10 + i, 15 + i], [15 + i, 15 + next]]
    });
    vec![
        ("grid", 30, across.chain(down).collect()),
        ("cube", 8, cube.to_vec()),
        ("dodecahedron", 20, dodecahedron.collect()),
        ("wheel", 11, (1..=10).flat_map(|i| [[0, i], [i, i % 10 + 1]]).collect()),
        ("star", 14, (1..14).map(|i| [0, i]).collect()),
        ("path", 30, (1..30).map(|i| [i - 1, i]).collect()),
        ("two parts", 6, vec![[0, 1], [1, 2], [3, 4]]),
        ("twins", 3, vec![[0, 1], [0, 1], [1, 2], [2, 0]]),
    ]
}

#[test]
fn planar_graphs_are_laid_out_without_stairs() {
    for (name, nodes, edges) in planar_graphs() {
        let level = plain(nodes, &edges);
        for seed in 0..5u64 {
            let (plan, areas) = lay_out_places(&level, seed, &LayoutOptions::default());
            check(&level, &plan, &areas, name);
            assert!(plan.levels[0].stairs.is_empty(), "{name}");
        }
    }
}

#[test]
fn what_is_not_planar_gets_as_few_stairs_as_needed() {
    let complete: Vec<[u32; 2]> = (0..5).flat_map(|a| (0..a).map(move |b| [a, b])).collect();
    let plan = lay_out(&plain(5, &complete), "k5");
    plan.check().unwrap();
    assert_eq!(plan.levels[0].stairs.len(), 2, "one edge leaves the plane, with stairs at both ends");
}

#[test]
fn templates_and_shapes_are_kept() {
    let source = "node Room; node Vault, Dome is Room
        shape Room 4..6 x 3..5
        shape Dome 6..8 x 6..8 round
        template Vault
          \"#######\"
          \"#.....#\"
          \"#.###.#\"
          \"+.# #.+\"
          \"###+###\"
        start Room
        rule room r:Room !Vault => r -- Room
        rule vault r:Room !Vault => r -- Vault
        rule dome r:Room !Vault => r -- Dome
        rule loop a:Room !Vault ~8~ b:Room !Vault not a -- b => a -- b
        run { room * 8 vault * 3 dome * 2 loop * 2 }";
    let grammar = Grammar::parse("templates", source).unwrap();
    let (mut own, mut all) = (0, 0);
    for seed in 0..20u64 {
        let level = grammar.make_level(seed, &[]).unwrap();
        let (plan, areas) = lay_out_places(&level, seed, &LayoutOptions::default());
        check(&level, &plan, &areas, "templates");
        for room in plan.rooms() {
            all += 1;
            own += usize::from(match room.kind.as_str() {
                "Vault" => room.outline.area() == 9,
                "Dome" => room.shape == RoomShape::Circle,
                _ => (12..=30).contains(&room.outline.area()),
            });
        }
    }
    // A room that is hemmed in by its neighbours may stay a rectangle.
    assert!(own * 20 >= all * 19, "{own} of {all} rooms have their own shape and size");
}

#[test]
fn stairs_join_floors() {
    let source = "node Room; node In is Room; edge Flight; means Flight = stairs; means In = start
        start i:In -Flight- a:Room -Flight- b:Room, i -- c:Room -Flight- d:Room, a -- d
        rule room r:Room => r -- Room
        run { room * 12 }
        require connected";
    let grammar = Grammar::parse("floors", source).unwrap();
    let (mut straight, mut all) = (0, 0);
    for seed in 0..20u64 {
        let level = grammar.make_level(seed, &[]).unwrap();
        let (plan, areas) = lay_out_places(&level, seed, &LayoutOptions::default());
        plan.check().unwrap();
        assert_eq!(plan.levels.len(), 3, "seed {seed}");
        let floor_of = |n: u32| {
            let Area::Room(id) = areas[n as usize] else { panic!("a room") };
            assert_eq!(id, n, "seed {seed}: ids go floor by floor");
            plan.levels.iter().position(|l| l.rooms.iter().any(|r| r.id == id)).unwrap()
        };
        let mut flights = 0;
        for (e, &[a, b]) in level.edges.iter().enumerate() {
            let stairs = level.detail(e).is_some_and(|d| d.kind == "Flight");
            assert_eq!(floor_of(a) != floor_of(b), stairs, "seed {seed}: edge {e}");
            flights += usize::from(stairs);
        }
        assert_eq!(plan.levels.iter().map(|l| l.stairs.len()).sum::<usize>(), 2 * flights);
        let steep = plan.levels.iter().flat_map(|l| &l.stairs).filter(|s| s.to == Some(s.at)).count();
        (straight, all) = (straight + steep, all + 2 * flights);
        for (l, level) in plan.levels.iter().enumerate() {
            for flight in &level.stairs {
                let other = &plan.levels[flight.to_level.unwrap()];
                let back = |s: &&Stairs| Some(s.at) == flight.to && s.to_level == Some(l);
                assert!(other.stairs.iter().any(|s| back(&s)), "seed {seed}: no way back");
            }
        }
    }
    // Two flights to the same floor cannot always both be brought above each other.
    assert!(straight * 10 >= all * 9, "{straight} of {all} flights lead straight down");
}

#[test]
fn stairwells_of_the_heist_lie_above_each_other() {
    let grammar = Grammar::shipped("heist").unwrap();
    for seed in 0..20u64 {
        let level = grammar.make_level(seed, &[]).unwrap();
        let plan = lay_out(&level, seed);
        assert_eq!(plan.levels.len(), 3);
        for flight in plan.levels.iter().flat_map(|l| &l.stairs) {
            assert_eq!(flight.to, Some(flight.at), "seed {seed}");
        }
    }
}

#[test]
fn large_levels_are_no_ribbons() {
    for rooms in [100, 200, 400] {
        let plan = lay_out(&scaled(rooms), "large");
        let (w, h) = (f64::from(plan.levels[0].width), f64::from(plan.levels[0].height));
        assert!(w.max(h) / w.min(h) < 2.5, "{rooms} rooms: {w} x {h}");
    }
}

#[test]
fn caves_are_caves() {
    let grammar = Grammar::shipped("metroidvania").unwrap();
    let (mut caves, mut all) = (0, 0);
    for seed in 0..10u64 {
        let level = grammar.make_level(seed, &[]).unwrap();
        let (plan, areas) = lay_out_places(&level, seed, &LayoutOptions::default());
        check(&level, &plan, &areas, "caves");
        for room in plan.rooms().filter(|r| r.kind != "Cache") {
            all += 1;
            caves += usize::from(
                room.shape == RoomShape::Cave && room.outline.area() < room.outline.bounds().area(),
            );
        }
    }
    // Where all corners are before doors, nothing can be cut off.
    assert!(caves * 100 >= all * 95, "{caves} of {all} caves have the shape of one");
}

fn small_spec() -> LevelPlanSpec {
    let set = [("rooms", 8), ("locks", 1)].map(|(n, v)| (n.to_owned(), v)).into();
    let level = LevelSpec { grammar: "lock-and-key".to_owned(), set, ..LevelSpec::default() };
    LevelPlanSpec { level, layout: LayoutOptions::default() }
}

#[test]
fn a_footprint_is_kept_or_refused() {
    // An L of 44 by 44 cells without its lower right quarter.
    let line = |y: i32| format!("{}{}", ".".repeat(22), if y < 22 { "." } else { "#" }.repeat(22));
    let lines: Vec<String> = (0..44).map(line).collect();
    let mut made = 0;
    for seed in 0..6u64 {
        let mut spec = small_spec();
        spec.layout.footprint = Some(lines.join("\n"));
        let Ok(result) = spec.make(&mut Run::new(seed)) else { continue };
        made += 1;
        let floor = &result.map.levels[0];
        assert_eq!((floor.width, floor.height), (48, 48));
        let corridors = floor.corridors.iter().flat_map(|c| c.cells.clone());
        for p in floor.rooms.iter().flat_map(|r| r.outline.cells()).chain(corridors) {
            let (x, y) = (p.x - 2, p.y - 2);
            assert!((0..44).contains(&x) && (0..44).contains(&y) && (x < 22 || y < 22), "seed {seed}: {p}");
        }
    }
    assert!(made == 6, "{made} of 6 seeds fit");
    let mut spec = small_spec();
    spec.layout.footprint = Some("8x8".to_owned());
    let error = spec.make(&mut Run::new("tight")).unwrap_err().to_string();
    assert!(error.contains("the footprint has 64"), "more cells than there are: {error}");
    spec.layout.footprint = Some("23x23".to_owned());
    let error = spec.make(&mut Run::new("tight")).unwrap_err().to_string();
    assert!(error.contains("outside the footprint of 529 cells"), "{error}");
    spec.layout.footprint = Some("8 by 8".to_owned());
    let error = spec.make(&mut Run::new("wrong")).unwrap_err().to_string();
    assert!(error.contains("WIDTHxHEIGHT"), "{error}");
}

#[test]
fn fixed_rooms_stand_where_they_are_wished() {
    let mut made = 0;
    for seed in 0..6u64 {
        let mut spec = small_spec();
        let at = |room: &str, x, y| FixedRoom { room: room.to_owned(), number: 1, x, y };
        spec.layout.fixed = vec![at("start", 0, 0), at("exit", 14, 9)];
        let Ok(result) = spec.make(&mut Run::new(seed)) else { continue };
        made += 1;
        let place = |tag: &str| {
            let room = result.map.rooms().find(|r| r.has_tag(tag)).unwrap();
            let bounds = room.outline.bounds();
            Point::new(bounds.x, bounds.y)
        };
        assert_eq!(place("exit") - place("start"), Point::new(14, 9), "seed {seed}");
    }
    assert!(made == 6, "{made} of 6 seeds have both rooms in their place");
    let mut spec = small_spec();
    spec.layout.fixed = vec![FixedRoom { room: "Dragon".to_owned(), number: 1, x: 0, y: 0 }];
    let error = spec.make(&mut Run::new("none")).unwrap_err().to_string();
    assert!(error.contains("no room 1 of `Dragon`"), "{error}");
}

/// Bends of all corridors: cells with two neighbours around a corner.
fn bends(plan: &Plan) -> usize {
    let mut bends = 0;
    for corridor in plan.levels.iter().flat_map(|l| &l.corridors) {
        let has = |p: Point| corridor.cells.contains(&p);
        bends += corridor
            .cells
            .iter()
            .filter(|p| {
                let [up, right, down, left] = Direction::ALL.map(|d| has(p.step(d)));
                up != down && left != right
            })
            .count();
    }
    bends
}

#[test]
fn straightness_costs_bends() {
    let grammar = Grammar::shipped("carcere-exire").unwrap();
    let (mut usual, mut straight) = (0, 0);
    for seed in 0..8u64 {
        let level = grammar.make_level(seed, &[]).unwrap();
        usual += bends(&lay_out(&level, seed));
        let weights = Weights { straightness: 1000, ..Weights::default() };
        let options = LayoutOptions { weights, ..LayoutOptions::default() };
        straight += bends(&lay_out_places(&level, seed, &options).0);
    }
    assert!(straight * 20 < usual * 19, "{straight} bends with the weight, {usual} without");
}

#[test]
fn the_example_graphs_of_edgar_are_laid_out() {
    let (mut own, mut all) = (0, 0);
    for (number, source) in edgar::grammars().iter().enumerate() {
        let grammar = Grammar::parse("edgar", source).unwrap();
        let level = grammar.make_level("edgar", &[]).unwrap();
        for seed in 0..10u64 {
            let (plan, areas) = lay_out_places(&level, seed, &LayoutOptions::default());
            check(&level, &plan, &areas, &format!("example {}, seed {seed}", number + 1));
            assert!(plan.levels[0].stairs.is_empty(), "example {} is planar", number + 1);
            all += plan.rooms().count();
            own += plan.rooms().filter(|r| edgar::AREAS.contains(&r.outline.area())).count();
        }
    }
    assert!(own * 100 >= all * 99, "{own} of {all} rooms have the cells of a template");
}

#[test]
fn levels_without_an_embedding_get_one() {
    let grammar = Grammar::shipped("carcere-exire").unwrap();
    let mut level = grammar.make_level("drawn by hand", &[]).unwrap();
    level.around.clear();
    let (plan, areas) = lay_out_places(&level, "x", &LayoutOptions::default());
    check(&level, &plan, &areas, "without an embedding");
    // It is planar, whoever draws it.
    assert!(plan.levels[0].stairs.is_empty());
}
