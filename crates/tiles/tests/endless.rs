//! Endless worlds: the same in any order, and without seams.

#![allow(clippy::unwrap_used)]

use mapkiln_core::{Grid, Point, Seed};
use mapkiln_tiles::{CHUNK, EndlessWorld, Periodic, TileSet, World, violations};

const SETS: [&str; 13] = [
    "continent",
    "paper",
    "meadow",
    "islands",
    "caves",
    "village",
    "hex-coast",
    "terraces",
    "flowers",
    "town",
    "delta",
    "dungeon-floor",
    "ship-deck",
];

#[test]
fn any_order_any_cache_any_threads() {
    for name in SETS {
        let set = TileSet::shipped(name).unwrap();
        let places: Vec<(i64, i64)> = (-2..3).flat_map(|x| (-1..2).map(move |y| (x, y))).collect();
        let world = EndlessWorld::new(&set, "same", 3).unwrap();
        let first: Vec<Vec<u16>> = places.iter().map(|&(x, y)| world.chunk_tiles(x, y).unwrap()).collect();
        for (case, cache) in [(0, 0), (1, 1), (2, 7), (3, 100)] {
            if cache < 2 && name != "paper" {
                continue; // slow, and nothing new
            }
            let mut order: Vec<usize> = (0..places.len()).collect();
            Seed::from("order").stream(name, case).shuffle(&mut order);
            order.truncate(if cache < 7 { 3 } else { places.len() });
            let world = EndlessWorld::new(&set, "same", 3).unwrap().with_cache(cache);
            for i in order {
                assert_eq!(world.chunk_tiles(places[i].0, places[i].1).unwrap(), first[i], "{name} {case}");
            }
        }
        // The same world shared between threads, each in its own order.
        let shared = EndlessWorld::new(&set, "same", 3).unwrap().with_cache(40);
        std::thread::scope(|scope| {
            for thread in 0..3usize {
                let (shared, places, first) = (&shared, &places, &first);
                scope.spawn(move || {
                    for i in 0..places.len() {
                        let i = (i * (thread * 2 + 1) + thread) % places.len();
                        assert_eq!(shared.chunk_tiles(places[i].0, places[i].1).unwrap(), first[i]);
                    }
                });
            }
        });
        let other = EndlessWorld::new(&set, "other", 3).unwrap();
        assert_ne!(
            other.chunk_tiles(0, 0).unwrap(),
            first[places.iter().position(|p| *p == (0, 0)).unwrap()]
        );
    }
}

/// Several chunks as one world, to be checked as one.
fn joined(world: &EndlessWorld, x: i64, y: i64, across: usize) -> World {
    let side = CHUNK as usize;
    let chunk = |i: usize| {
        world.chunk(x.wrapping_add((i % across) as i64), y.wrapping_add((i / across) as i64)).unwrap()
    };
    let chunks: Vec<World> = (0..across * across).map(chunk).collect();
    let layers = (0..chunks[0].layers.len()).map(|z| {
        let size = (across * side) as i32;
        Grid::from_fn(size, size, |p| {
            let chunk = &chunks[p.y as usize / side * across + p.x as usize / side];
            chunk.layers[z].cells()[p.y as usize % side * side + p.x as usize % side]
        })
    });
    World { layers: layers.collect(), periodic: Periodic::default(), ..chunks[0].clone() }
}

#[test]
fn no_seam_breaks_a_rule_near_or_far() {
    for name in SETS {
        let set = TileSet::shipped(name).unwrap();
        for (seed, x, y) in
            [("a", 0, 0), ("b", -2, 5), ("c", i64::MAX - 1, i64::MIN), ("d", 1 << 62, -(1 << 61))]
        {
            let world = EndlessWorld::new(&set, seed, 3).unwrap();
            let wrong = violations(&set, &joined(&world, x, y, 3)).unwrap();
            assert!(wrong.is_empty(), "{name} at {x},{y}: {wrong:?}");
        }
    }
}

#[test]
fn chunks_differ_from_each_other_and_from_the_pattern() {
    let set = TileSet::shipped("paper").unwrap();
    let world = EndlessWorld::new(&set, "varied", 1).unwrap();
    let (a, b) = (world.chunk_tiles(0, 0).unwrap(), world.chunk_tiles(1, 0).unwrap());
    assert_ne!(a, b);
    let mut kinds = a.clone();
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() > 10, "only {} tiles in a chunk", kinds.len());
    // Borders of blocks are invisible: no row is left as the pattern was.
    for line in 0..32 {
        let row: Vec<u16> = (0..32).map(|i| a[line * 32 + i]).collect();
        assert!(row.iter().any(|t| *t != row[0]), "row {line} is all alike");
    }
}

#[test]
fn endless_roads_hang_together_and_flowers_bloom() {
    // Roads of the village by links, in a square of chunks; what is joined outside counts as joined.
    let set = TileSet::shipped("village").unwrap();
    let world = joined(&EndlessWorld::new(&set, "ways", 1).unwrap(), -3, 2, 6);
    let tile = |p: Point| world.tile_at(p);
    let open = |p: Point, side: usize| tile(p).is_some_and(|t| t.edges[side].contains('R'));
    let steps = [(0, -1), (1, 0), (0, 1), (-1, 0)];
    let mut seen = world.layers[0].map(|_| false);
    let mut lonely = 0;
    let mut roads = 0;
    for start in seen.bounds().cells() {
        if seen[start] || (0..4).all(|side| !open(start, side)) {
            continue;
        }
        let (mut stack, mut size, mut leaves) = (vec![start], 0, false);
        seen[start] = true;
        while let Some(p) = stack.pop() {
            size += 1;
            for (side, (dx, dy)) in steps.into_iter().enumerate() {
                let q = Point::new(p.x + dx, p.y + dy);
                if open(p, side) {
                    leaves |= tile(q).is_none();
                    if seen.get(q) == Some(&false) {
                        seen[q] = true;
                        stack.push(q);
                    }
                }
            }
        }
        roads += size;
        lonely += if leaves { 0 } else { size };
    }
    // A piece that does not leave the square would have to be all of them.
    assert!(lonely == 0 || lonely == roads, "{lonely} of {roads} road cells are cut off");
    assert!(roads > 500, "{roads} road cells");

    let set = TileSet::shipped("flowers").unwrap();
    let world = joined(&EndlessWorld::new(&set, "bloom", 1).unwrap(), 0, 0, 3);
    let count = |name: &str| world.layers[0].iter().filter(|(p, _)| tile_name(&world, *p) == name).count();
    // Two kinds of flowers, with grounds of their own.
    let petals = count("petal") + count("daisy");
    assert!(petals > 100 && count("heart") > 20, "{petals} petals");
}

/// Halls of endless caves are joined by construction: nearly all floor of a large part is one piece, or
/// leaves it.
#[test]
fn endless_caves_hang_together() {
    let set = TileSet::shipped("caves").unwrap();
    for seed in ["deep", "dark", "wet"] {
        let world = joined(&EndlessWorld::new(&set, seed, 1).unwrap(), -2, 4, 6);
        let is_floor = |p: Point| tile_name(&world, p) == "floor";
        let mut seen = world.layers[0].map(|_| false);
        let (mut floor, mut cut_off) = (0, 0);
        for start in seen.bounds().cells() {
            if seen[start] || !is_floor(start) {
                continue;
            }
            let (mut stack, mut size, mut leaves) = (vec![start], 0, false);
            seen[start] = true;
            while let Some(p) = stack.pop() {
                size += 1;
                for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
                    let q = Point::new(p.x + dx, p.y + dy);
                    leaves |= world.tile_at(q).is_none();
                    if is_floor(q) && !seen[q] {
                        seen[q] = true;
                        stack.push(q);
                    }
                }
            }
            floor += size;
            cut_off += if leaves { 0 } else { size };
        }
        assert!(cut_off * 50 < floor || cut_off * 2 > floor, "{seed}: {cut_off} of {floor} are cut off");
    }
}

fn tile_name(world: &World, p: Point) -> &str {
    world.tile_at(p).map_or("", |t| t.ground.name.as_str())
}

/// A set whose pattern leaves hardly a choice is told as monotonous; a lively one is not.
#[test]
fn monotonous_worlds_are_told() {
    use mapkiln_core::{Run, Spec};
    use mapkiln_tiles::{ChunkRange, TileSource, WorldSpec};
    let make = |set: TileSet| {
        let chunks = Some(ChunkRange { from: [0, 0], to: [2, 2] });
        let tileset = TileSource::Set(Box::new(set));
        let made = WorldSpec { tileset, chunks, ..WorldSpec::default() }.make(&mut Run::new("dull")).unwrap();
        made.report.warnings.join("\n")
    };
    let dull = "name = \"dull\"\n[[tile]]\nname = \"plain\"\nedges = [\"G\", \"G\", \"G\", \"G\"]\nweight = 1000\n\
                [[tile]]\nname = \"dot\"\nedges = [\"G\", \"G\", \"G\", \"G\"]\n";
    let said = make(TileSet::from_toml(dull).unwrap());
    assert!(said.contains("monotonous"), "{said}");
    let said = make(TileSet::shipped("meadow").unwrap());
    assert!(!said.contains("monotonous"), "{said}");
}
