//! What holds of every classic dungeon, checked on the finished plan by independent means: cells and
//! flood fills, no code of the maker.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use mapkiln_core::{Point, Rect, Run, Spec, map_indexed};
use mapkiln_draw::text::classic;
use mapkiln_dungeon::classic::{ClassicSpec, Size};
use mapkiln_maps::document::{from_json, to_json};
use mapkiln_maps::plan::{Area, DoorPlace, Outline, Plan};

const SEEDS: usize = 2000;

fn each(size: Size, check: impl Fn(&ClassicSpec, &Plan) + Sync + Send) {
    map_indexed(true, SEEDS, |seed| {
        // Shares vary with the seed, so that every combination is met.
        let share = |n: usize| [25, 50, 75, 0, 100, 33, 1, 90][n % 8];
        let spec =
            ClassicSpec { size, enemies: share(seed), treasure: share(seed / 8), ..ClassicSpec::default() };
        let plan = spec.make(&mut Run::new(seed as u64)).unwrap().map;
        check(&spec, &plan);
    });
}

fn rect(outline: &Outline) -> Rect {
    match outline {
        Outline::Rect(rect) => *rect,
        Outline::Polygon(_) | Outline::Holed(_) => panic!("classic rooms are rectangles"),
    }
}

fn check(spec: &ClassicSpec, plan: &Plan) {
    let side = spec.size.side();
    let level = &plan.levels[0];
    let rooms: Vec<Rect> = level.rooms.iter().map(|r| rect(&r.outline)).collect();
    let corridors: BTreeSet<Point> = level.corridors.iter().flat_map(|c| &c.cells).copied().collect();
    let doors: BTreeSet<Point> = level.doors.iter().map(|d| d.place.at()).collect();

    let (fewest, most) = spec.size.rooms();
    assert!((fewest..=most).contains(&rooms.len()));
    let walled = |r: &Rect| r.grown(1);
    for (i, a) in rooms.iter().enumerate() {
        assert!(Rect::new(1, 1, side - 2, side - 2).contains_rect(walled(a)), "{a:?} touches the border");
        for b in &rooms[..i] {
            assert!(!walled(a).overlaps(*b), "{a:?} overlaps {b:?}");
        }
    }

    // Flood fill over floor, corridors and doors, from the first room.
    let mut open: BTreeSet<Point> = rooms.iter().flat_map(|r| r.cells()).collect();
    assert!(open.is_disjoint(&corridors) && open.is_disjoint(&doors) && corridors.is_disjoint(&doors));
    open.extend(corridors.iter().chain(&doors));
    let mut frontier = vec![rooms[0].centre()];
    open.remove(&frontier[0]);
    while let Some(p) = frontier.pop() {
        frontier.extend(p.beside().into_iter().filter(|p| open.remove(p)));
    }
    assert!(open.is_empty(), "not reached: {open:?}");

    for &p in &corridors {
        let block = [p, p + Point::new(1, 0), p + Point::new(0, 1), p + Point::new(1, 1)];
        assert!(!block.iter().all(|p| corridors.contains(p)), "a corridor two wide at {p}");
        for room in &rooms {
            assert!(!walled(room).contains(p), "a corridor in the wall at {p}");
            // Next to a wall only in front of a door.
            for wall in p.beside().into_iter().filter(|q| walled(room).contains(*q)) {
                assert!(doors.contains(&wall), "a corridor along a wall at {p}");
            }
        }
    }

    // Doors stand in walls, with what they join on both sides.
    let area = |p: Point| {
        let room = rooms.iter().position(|r| r.contains(p)).map(|i| Area::Room(i as u32));
        let corridor = level.corridors.iter().find(|c| c.cells.contains(&p)).map(|c| Area::Corridor(c.id));
        room.or(corridor)
    };
    for door in &level.doors {
        let DoorPlace::Cell { at, facing } = door.place else { panic!("classic doors have a cell") };
        assert_eq!([area(at.step(facing.opposite())), area(at.step(facing))], door.joins.map(Some));
        assert!(at.beside().iter().all(|p| !doors.contains(p)), "two doors in a row");
    }
    for corridor in &level.corridors {
        assert!(!corridor.joins.is_empty());
        let joined: BTreeSet<u32> = level
            .doors
            .iter()
            .filter(|d| d.joins.contains(&Area::Corridor(corridor.id)))
            .flat_map(|d| d.joins)
            .filter_map(|a| if let Area::Room(id) = a { Some(id) } else { None })
            .collect();
        assert_eq!(joined.into_iter().collect::<Vec<_>>(), corridor.joins);
    }

    // The numbers that were asked for, exactly.
    let asked = |percent: u32| {
        let exact = rooms.len() as f64 * f64::from(percent) / 100.0;
        if percent == 0 { 0 } else { (exact.round() as usize).max(1) }
    };
    assert_eq!(level.rooms.iter().filter(|r| r.contents.enemies).count(), asked(spec.enemies));
    assert_eq!(level.rooms.iter().filter(|r| r.contents.treasure).count(), asked(spec.treasure));

    assert_eq!(from_json::<Plan>(&to_json(plan, None)).unwrap().map, *plan);
    assert_eq!(classic::read(&classic::plan(plan)).unwrap(), *plan);
}

#[test]
fn small_dungeons_hold() {
    each(Size::Small, check);
}

#[test]
fn medium_dungeons_hold() {
    each(Size::Medium, check);
}

#[test]
fn large_dungeons_hold() {
    each(Size::Large, check);
}

#[test]
fn floors_follow_the_plan() {
    for seed in 0..50u64 {
        let plan = ClassicSpec::default().make(&mut Run::new(seed)).unwrap().map;
        let floor = plan.floor(0).unwrap();
        for room in plan.rooms() {
            assert!(room.outline.cells().iter().all(|&p| !floor.blocks_step(p)));
            assert!(floor.blocks_step(Point::new(room.outline.bounds().x - 1, room.outline.bounds().y - 1)));
        }
        let enemies = plan.rooms().filter(|r| r.contents.enemies).count();
        let placed =
            floor.things.iter().filter(|t| t.kind == mapkiln_maps::floor::FloorThingKind::Enemy).count();
        assert_eq!(placed, enemies);
    }
}

#[test]
fn with_an_elite_the_last_generation_is_never_worse_than_the_first() {
    for size in Size::ALL {
        let spec = ClassicSpec { size, ..ClassicSpec::default() };
        for seed in 0..100u64 {
            let report = spec.make(&mut Run::new(seed)).unwrap().report;
            for stage in &report.stages {
                assert!(stage.trace.last().unwrap().best <= stage.trace[0].best, "{seed}: {stage:?}");
            }
        }
    }
}

/// Strictly classic, nothing is kept, so a single run may lose its best; the mean cost over seeds falls.
#[test]
fn strictly_classic_runs_improve_on_the_mean() {
    for size in Size::ALL {
        let spec = ClassicSpec { size, ..ClassicSpec::default() }.strict();
        assert_eq!(spec.layout.elitism, 0);
        let (mut first, mut last) = (0.0, 0.0);
        for seed in 0..200u64 {
            let report = spec.make(&mut Run::new(seed)).unwrap().report;
            let trace = &report.stages[0].trace;
            first += trace[0].mean;
            last += trace[trace.len() - 1].mean;
        }
        assert!(last < first, "{size}: costs from {first} to {last}");
    }
}

#[test]
fn threads_do_not_change_a_dungeon() {
    for size in Size::ALL {
        let spec = ClassicSpec { size, ..ClassicSpec::default() };
        for seed in 0..20u64 {
            let make = |parallel| spec.make_selection(&mut Run::new(seed).with_parallel(parallel)).unwrap();
            assert_eq!(make(true), make(false));
            assert_eq!(spec.make(&mut Run::new(seed)).unwrap().map, make(true)[0].map);
        }
    }
}

#[test]
fn specs_out_of_range_are_refused() {
    use mapkiln_dungeon::Error;
    let field = |change: &dyn Fn(&mut ClassicSpec)| {
        let mut spec = ClassicSpec::default();
        change(&mut spec);
        match spec.make(&mut Run::new(1)) {
            Err(Error::Spec { field, .. }) => field.to_owned(),
            Err(error @ Error::Params(_)) => error.to_string().split('`').nth(1).unwrap().to_owned(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(field(&|s| s.enemies = 140), "enemies");
    assert_eq!(field(&|s| s.treasure = 101), "treasure");
    assert_eq!(field(&|s| s.layout.population = 0), "layout.population");
    assert_eq!(field(&|s| s.contents.elitism = 10), "contents.elitism");
    assert_eq!(field(&|s| s.layout.generations = usize::MAX), "layout.generations");
    let budget = ClassicSpec::default().make(&mut Run::new(1).with_budget(50));
    assert!(matches!(budget, Err(Error::Stopped { .. })));
}
