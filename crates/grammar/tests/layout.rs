//! Laid out in space: nothing overlaps, nothing crosses, and what was joined stays joined.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::{Direction, Point, Seed};
use mapkiln_grammar::{Grammar, LevelGraph, lay_out, lay_out_places};
use mapkiln_maps::document::{self, Document};
use mapkiln_maps::plan::{Area, DoorPlace, Plan};

/// Checks a plan cell by cell, without looking at how it was drawn.
fn check(level: &LevelGraph, plan: &Plan, areas: &[Area], what: &str) {
    plan.check().unwrap_or_else(|e| panic!("{what}: {e}"));
    let floor = &plan.levels[0];
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
    // Doors in cells of their own, each between the two places that it names.
    let mut joined: BTreeSet<(Area, Area)> = BTreeSet::new();
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
    // Each edge of the graph is a way of the plan: through one door, or through a corridor of its own.
    for (e, &[a, b]) in level.edges.iter().enumerate() {
        if level.detail(e).is_some_and(|d| d.tunnel) {
            continue;
        }
        let (a, b) = (areas[a as usize], areas[b as usize]);
        let direct = joined.contains(&(a.min(b), a.max(b)));
        let over = floor.corridors.iter().any(|c| {
            let c = Area::Corridor(c.id);
            !areas.contains(&c) && [a, b].iter().all(|x| joined.contains(&(c.min(*x), c.max(*x))))
        });
        assert!(direct || over, "{what}: edge {e} has no way");
    }
    // And nothing else is joined.
    let ways = level.edges.len() - level.details.iter().filter(|d| d.tunnel).count();
    let extra = floor.corridors.iter().filter(|c| !areas.contains(&Area::Corridor(c.id))).count();
    assert_eq!(floor.doors.len(), ways + extra, "{what}: doors");
}

#[test]
fn shipped_grammars_lay_out_without_overlap_or_crossing() {
    for name in Grammar::shipped_names() {
        let grammar = Grammar::shipped(name).unwrap();
        for seed in 0..60u64 {
            let level = grammar.make_level(seed, &[]).unwrap();
            let (plan, areas) = lay_out_places(&level, Seed::from(seed));
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
fn large_levels_lay_out_too() {
    let level = scaled(1000);
    let (plan, areas) = lay_out_places(&level, "large");
    check(&level, &plan, &areas, "large");
}

#[test]
fn huge_levels_are_plans_that_can_be_read_back() {
    let plan = lay_out(&scaled(3000), "huge");
    let read = document::from_json::<Plan>(&document::to_json(&plan, None)).unwrap().map;
    assert!(read == plan);
    lay_out(&scaled(10_000), "huge").check().unwrap();
}

#[test]
fn levels_without_an_embedding_get_one() {
    let grammar = Grammar::shipped("carcere-exire").unwrap();
    let mut level = grammar.make_level("drawn by hand", &[]).unwrap();
    level.around.clear();
    let (plan, _) = lay_out_places(&level, "x");
    plan.check().unwrap();
    // What did not fit became stairs, in pairs that lead to each other.
    let stairs = &plan.levels[0].stairs;
    for flight in stairs {
        assert!(stairs.iter().any(|s| Some(s.at) == flight.to && s.to == Some(flight.at)));
    }
}
