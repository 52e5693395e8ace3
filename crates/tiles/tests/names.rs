//! Built-in sets show what they are named for: what a picture would tell at a glance.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use mapkiln_core::{Grid, Point, Run, Spec};
use mapkiln_maps::world::World;
use mapkiln_tiles::{TileSource, WorldSpec};

const AROUND: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

fn make(tiles: &str, (width, height): (u32, u32), seed: u32) -> World {
    let tileset = TileSource::Name(tiles.to_owned());
    let spec = WorldSpec { tileset, width, height, ..WorldSpec::default() };
    spec.make(&mut Run::new(format!("{seed}"))).unwrap().map
}

fn beside(p: Point, side: usize) -> Point {
    Point::new(p.x + AROUND[side].0, p.y + AROUND[side].1)
}

/// Sizes of the pieces of cells that belong together, largest first.
fn pieces(
    map: &World,
    inside: impl Fn(Point) -> bool,
    joined: impl Fn(Point, Point, usize) -> bool,
) -> Vec<usize> {
    let mut seen = Grid::new(map.width(), map.height(), false);
    let mut sizes = Vec::new();
    for start in map.layers[0].bounds().cells().filter(|p| inside(*p)) {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let (mut size, mut stack) = (0, vec![start]);
        while let Some(p) = stack.pop() {
            size += 1;
            for side in 0..4 {
                let q = beside(p, side);
                if seen.contains(q) && !seen[q] && inside(q) && joined(p, q, side) {
                    seen[q] = true;
                    stack.push(q);
                }
            }
        }
        sizes.push(size);
    }
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}

/// The arms of a delta are one water with the sea; what lies apart is a pool here and there.
#[test]
fn the_arms_of_a_delta_reach_the_sea() {
    for seed in 0..12 {
        let world = make("delta", (64, 48), seed);
        let water = |p: Point| world.tile_at(p).is_some_and(|t| t.ground.name == "water");
        let sizes = pieces(&world, water, |_, _, _| true);
        let all: usize = sizes.iter().sum();
        assert!(sizes[0] * 100 >= all * 96, "seed {seed}: {sizes:?}");
        // And the river comes in from the north.
        assert!((0..64).any(|x| water(Point::new(x, 0))), "seed {seed}");
    }
}

/// Houses have a street before their door.
#[test]
fn houses_face_streets() {
    for tiles in ["village", "town"] {
        for seed in 0..6 {
            let world = make(tiles, (64, 48), seed);
            let mut houses = 0;
            for p in world.layers[0].bounds().cells() {
                let Some(tile) = world.tile_at(p).filter(|t| t.ground.name == "house") else { continue };
                houses += 1;
                let front = tile.edges.iter().position(|edge| edge.contains('D')).unwrap();
                // At the border the street may lie outside.
                let street = world.tile_at(beside(p, front)).is_none_or(|t| t.ground.name == "road");
                assert!(street, "{tiles} {seed}: the house at {p}");
            }
            assert!(houses > 60, "{tiles} {seed}: {houses} houses");
        }
    }
}

/// Ramps lead up: nearly all of the ground can be walked from any other.
#[test]
fn terraces_are_reached_by_ramps() {
    let mut reached = BTreeMap::new();
    for seed in 0..6 {
        let world = make("terraces", (80, 80), seed);
        let height = |p: Point| world.height_at(p);
        // The side to which a ramp rises.
        let rises = |p: Point| {
            let tile = world.tile_at(p).filter(|t| t.ground.name == "ramp")?;
            Some(tile.edges.iter().position(|edge| edge == "N").unwrap())
        };
        let joined = |p: Point, q: Point, side: usize| {
            let up = |low: Point, high: Point, side: usize| {
                rises(low).is_some_and(|to| match (side + 4 - to) % 4 {
                    0 => rises(high).is_none() && height(high) == height(low) + 1,
                    2 => rises(high).is_none() && height(high) == height(low),
                    _ => rises(high) == Some(to) && height(high) == height(low),
                })
            };
            match (rises(p), rises(q)) {
                (None, None) => height(p) == height(q),
                (Some(_), _) => up(p, q, side),
                (None, Some(_)) => up(q, p, (side + 2) % 4),
            }
        };
        let sizes = pieces(&world, |_| true, joined);
        reached.insert(seed, sizes[0] as f64 / 6400.0);
    }
    println!("{reached:?}");
    assert!(reached.values().all(|share| *share > 0.93), "{reached:?}");
    assert!(reached.values().sum::<f64>() > 0.97 * 6.0, "{reached:?}");
}

/// Stems have one to four cells, and end in a flower.
#[test]
fn flowers_stand_on_stems() {
    for seed in 0..4 {
        let world = make("flowers", (64, 48), seed);
        let name = |x: i32, y: i32| world.tile_at(Point::new(x, y)).map_or("", |t| t.ground.name.as_str());
        let is_stem = |x: i32, y: i32| matches!(name(x, y), "stem" | "stalk" | "shoot" | "neck");
        let mut flowers = 0;
        for x in 0..64 {
            let mut run = 0;
            for y in 0..48 {
                if is_stem(x, y) {
                    run += 1;
                    continue;
                }
                assert!(run <= 4, "seed {seed}: a stem of {run} cells at {x},{y}");
                run = 0;
                flowers += u32::from(name(x, y) == "heart");
            }
        }
        assert!(flowers > 15, "seed {seed}: {flowers} flowers");
    }
}
