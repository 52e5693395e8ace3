//! Planned rooms: every room has a door, every floor can be reached, corridors are as wide as asked.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use mapkiln_core::{Point, Run, Spec};
use mapkiln_tiles::{ChunkRange, TileSource, World, WorldSpec};

fn make(set: &str, seed: u32, endless: bool) -> World {
    let spec = WorldSpec {
        tileset: TileSource::Name(set.to_owned()),
        width: 96,
        height: 72,
        chunks: endless.then_some(ChunkRange { from: [-2, -1], to: [1, 1] }),
        ..WorldSpec::default()
    };
    spec.make(&mut Run::new(format!("{seed}"))).unwrap().map
}

fn ground(world: &World, x: i32, y: i32) -> &str {
    world.tile_at(Point::new(x, y)).map_or("", |t| t.ground.name.as_str())
}

const AROUND: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// The cells that one reaches over these grounds.
fn flood(world: &World, from: (i32, i32), over: &[&str]) -> BTreeSet<(i32, i32)> {
    let mut seen = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some((x, y)) = open.pop() {
        for next in AROUND.map(|(dx, dy)| (x + dx, y + dy)) {
            if over.contains(&ground(world, next.0, next.1)) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}

struct Names {
    floor: &'static [&'static str],
    corridor: &'static str,
    door: &'static str,
    width: i32,
}

fn check(world: &World, names: &Names, endless: bool) {
    let (w, h) = (world.width(), world.height());
    let cells = || (0..h).flat_map(|y| (0..w).map(move |x| (x, y)));
    let mut all: Vec<&str> = names.floor.to_vec();
    all.extend([names.corridor, names.door]);
    let is = |(x, y): (i32, i32), list: &[&str]| list.contains(&ground(world, x, y));
    // Everything hangs together; of an endless world, all but what leaves the part that is seen.
    let start = cells().find(|&c| is(c, &[names.corridor])).unwrap();
    let reached = flood(world, start, &all);
    let lost = cells().filter(|&c| is(c, &all) && !reached.contains(&c)).count();
    assert!(if endless { lost * 20 < (w * h) as usize } else { lost == 0 }, "{lost} cells cannot be reached");
    let (mut doors, mut rooms) = (0, 0);
    let mut seen: BTreeSet<(i32, i32)> = BTreeSet::new();
    for (x, y) in cells() {
        let open = AROUND.map(|(dx, dy)| is((x + dx, y + dy), &all));
        let rim = x == 0 || y == 0 || x == w - 1 || y == h - 1;
        if is((x, y), &[names.door]) && !rim {
            doors += 1;
            // Through a wall, and not around a corner.
            assert!(open[0] == open[2] && open[1] == open[3] && open[0] != open[1], "the door at {x},{y}");
        }
        if is((x, y), &[names.corridor]) {
            let wide = (0..=names.width).flat_map(|dy| (0..=names.width).map(move |dx| (x + dx, y + dy)));
            assert!(!wide.clone().all(|c| is(c, &[names.corridor])), "a corridor too wide at {x},{y}");
        }
        if is((x, y), names.floor) && !seen.contains(&(x, y)) {
            let room = flood(world, (x, y), names.floor);
            let cut = room.iter().any(|&(x, y)| x == 0 || y == 0 || x == w - 1 || y == h - 1);
            let has_door =
                room.iter().any(|&(x, y)| AROUND.iter().any(|(dx, dy)| is((x + dx, y + dy), &[names.door])));
            assert!(cut || has_door, "a room without a door at {x},{y}");
            assert!(cut || room.len() >= 6, "a room of {} cells at {x},{y}", room.len());
            let opens = room
                .iter()
                .any(|&(x, y)| AROUND.iter().any(|(dx, dy)| is((x + dx, y + dy), &[names.corridor])));
            assert!(!opens, "a room at {x},{y} is open to a corridor");
            seen.extend(room);
            rooms += 1;
        }
    }
    // Doors of rooms that leave the part of an endless world may lie outside of it.
    assert!(rooms >= 12 && (endless || doors >= rooms), "{rooms} rooms, {doors} doors");
}

#[test]
fn dungeon_floors_have_rooms_doors_and_narrow_corridors() {
    let names = Names { floor: &["room", "rubble"], corridor: "corridor", door: "door", width: 1 };
    for seed in 0..12 {
        check(&make("dungeon-floor", seed, false), &names, false);
    }
    for seed in 0..3 {
        check(&make("dungeon-floor", seed, true), &names, true);
    }
}

#[test]
fn ship_decks_have_compartments_with_hatches_and_two_like_sides() {
    let names = Names { floor: &["cabin"], corridor: "gangway", door: "hatch", width: 2 };
    for seed in 0..12 {
        let world = make("ship-deck", seed, false);
        check(&world, &names, false);
        for (x, y) in (0..36).flat_map(|y| (0..96).map(move |x| (x, y))) {
            assert_eq!(ground(&world, x, y), ground(&world, x, 71 - y), "at {x},{y}");
        }
    }
    for seed in 0..3 {
        check(&make("ship-deck", seed, true), &names, true);
    }
}

#[test]
fn small_maps_have_rooms_too() {
    for (set, open) in [("dungeon-floor", "room"), ("ship-deck", "cabin")] {
        for (seed, size) in
            (0u32..).zip([(12, 9), (17, 30), (24, 18), (31, 22), (40, 25), (41, 41), (64, 20)].repeat(6))
        {
            let tileset = TileSource::Name(set.to_owned());
            let spec = WorldSpec { tileset, width: size.0, height: size.1, ..WorldSpec::default() };
            let made = spec.make(&mut Run::new(format!("{seed}")));
            let world = made.unwrap_or_else(|e| panic!("{set} {size:?} {seed}: {e}")).map;
            let cells = world.layers[0].iter().filter(|(p, _)| ground(&world, p.x, p.y) == open).count();
            assert!(cells > 0 || size.0 < 20, "{set} {size:?} {seed} has no room");
        }
    }
}
