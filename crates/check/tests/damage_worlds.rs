//! Worlds damaged in many ways: neighbours and patterns by an independent look, constraints one by one.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Sample, faults};
use mapkiln_check::{CheckOptions, DocumentRef, Subject, Verdict, check};
use mapkiln_core::{Grid, Point, Seed, Stream, map_indexed};
use mapkiln_maps::AnyMap;
use mapkiln_maps::world::{World, WorldTile};
use serde_json::{Value, json};

fn world(sample: &Sample) -> &World {
    match &sample.map {
        AnyMap::World(world) => world,
        _ => panic!("no world"),
    }
}

type Damage = (&'static str, fn(&mut World, &mut Stream));

fn cell(w: &World, r: &mut Stream) -> (usize, Point) {
    let layer = r.index(w.layers.len());
    (layer, Point::new(r.between(0, w.width() - 1), r.between(0, w.height() - 1)))
}

/// The rows of a layer, changed.
fn rows(w: &mut World, change: impl Fn(&mut Vec<Vec<u16>>)) {
    let layer = &mut w.layers[0];
    let mut rows: Vec<Vec<u16>> = layer.rows().map(<[u16]>::to_vec).collect();
    change(&mut rows);
    *layer = Grid::from_rows(rows).unwrap();
}

const DAMAGES: [Damage; 12] = [
    ("a tile", |w, r| {
        let (layer, at) = cell(w, r);
        w.layers[layer][at] = r.index(w.palette.len()) as u16;
    }),
    ("two tiles swapped", |w, r| {
        let ((layer, a), (_, b)) = (cell(w, r), cell(w, r));
        let (x, y) = (w.layers[layer][a], w.layers[layer][b]);
        (w.layers[layer][a], w.layers[layer][b]) = (y, x);
    }),
    ("a tile turned", |w, r| {
        let (layer, at) = cell(w, r);
        let base = |name: &str| name.split('@').next().unwrap_or_default().to_owned();
        let own = base(&w.palette[usize::from(w.layers[layer][at])].name);
        let turns: Vec<u16> =
            (0..w.palette.len() as u16).filter(|t| base(&w.palette[usize::from(*t)].name) == own).collect();
        w.layers[layer][at] = turns[r.index(turns.len())];
    }),
    ("a row moved", |w, r| {
        let y = r.index(w.height() as usize);
        rows(w, |rows| rows[y].rotate_left(1));
    }),
    ("a row reversed", |w, r| {
        let y = r.index(w.height() as usize);
        rows(w, |rows| rows[y].reverse());
    }),
    ("two rows swapped", |w, r| {
        let (a, b) = (r.index(w.height() as usize), r.index(w.height() as usize));
        rows(w, |rows| rows.swap(a, b));
    }),
    ("two columns swapped", |w, r| {
        let (a, b) = (r.index(w.width() as usize), r.index(w.width() as usize));
        rows(w, |rows| rows.iter_mut().for_each(|row| row.swap(a, b)));
    }),
    ("a square of one tile", |w, r| {
        let (layer, at) = cell(w, r);
        let tile = r.index(w.palette.len()) as u16;
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            if let Some(cell) = w.layers[layer].get_mut(at + Point::new(x, y)) {
                *cell = tile;
            }
        }
    }),
    ("a tile of its neighbour", |w, r| {
        let (layer, at) = cell(w, r);
        if let Some(tile) = w.layers[layer].get(at + Point::new(1, 0)).copied() {
            w.layers[layer][at] = tile;
        }
    }),
    ("a corner", |w, r| {
        w.layers[0][Point::new(0, 0)] = r.index(w.palette.len()) as u16;
    }),
    ("upside down", |w, _| rows(w, |rows| rows.reverse())),
    ("a quarter copied", |w, r| {
        let (x, y) = (r.between(0, w.width() / 2 - 1), r.between(0, w.height() / 2 - 1));
        for j in 0..w.height() / 3 {
            for i in 0..w.width() / 3 {
                let to = Point::new(x + i, y + j);
                w.layers[0][to] = w.layers[0][Point::new(i, j)];
            }
        }
    }),
];

#[test]
fn neighbours_and_patterns() {
    let samples = map_indexed(true, 2 * mapkiln_tiles::SHIPPED.len(), common::world);
    let results = map_indexed(true, samples.len(), |i| {
        let (sample, mut counts) = (&samples[i], [[0; DAMAGES.len()]; 2]);
        let set = mapkiln_tiles::TileSet::shipped(&world(sample).tileset).unwrap();
        let learned = usize::from(set.sample.is_some());
        for (k, (name, damage)) in DAMAGES.iter().enumerate() {
            for n in 0..6 {
                let mut damaged = world(sample).clone();
                damage(&mut damaged, &mut Seed::from(*name).stream(&sample.name, n));
                let wrong = !mapkiln_tiles::violations(&set, &damaged).unwrap().is_empty();
                let verdict = sample.judge(&AnyMap::World(damaged));
                let found = verdict.faults().any(|(c, _)| ["neighbours", "patterns"].contains(&c));
                assert_eq!(found, wrong, "{name} on {}: {:?}", sample.name, faults(&verdict));
                counts[learned][k] += usize::from(wrong);
            }
        }
        counts
    });
    for (learned, claim) in ["neighbours", "patterns"].into_iter().enumerate() {
        let sums: Vec<usize> =
            (0..DAMAGES.len()).map(|k| results.iter().map(|c| c[learned][k]).sum()).collect();
        println!("{claim}: {} damages of {} kinds", sums.iter().sum::<usize>(), sums.len());
        assert!(sums.iter().filter(|n| **n > 0).count() >= 10, "{claim}: {sums:?}");
    }
}

#[test]
fn sizes_and_tiles() {
    let samples = map_indexed(true, mapkiln_tiles::SHIPPED.len(), common::world);
    type Change = (&'static str, &'static str, fn(&mut World, &mut Stream));
    let changes: [Change; 16] = [
        ("size", "a row fewer", |w, _| each_layer(w, |rows| drop(rows.pop()))),
        ("size", "a row more", |w, _| each_layer(w, |rows| rows.push(rows[0].clone()))),
        ("size", "a column fewer", |w, _| {
            each_layer(w, |rows| rows.iter_mut().for_each(|r| r.truncate(r.len() - 1)));
        }),
        ("size", "a column more", |w, _| {
            each_layer(w, |rows| rows.iter_mut().for_each(|r| r.push(r[0])));
        }),
        ("size", "half as high", |w, _| each_layer(w, |rows| rows.truncate(rows.len() / 2))),
        ("size", "twice as high", |w, _| each_layer(w, |rows| rows.extend(rows.clone()))),
        ("size", "on its side", |w, _| {
            each_layer(w, |rows| {
                let old = rows.clone();
                *rows = (0..old[0].len()).map(|x| old.iter().map(|row| row[x]).collect()).collect();
            });
        }),
        ("size", "joined east and west", |w, _| w.periodic.x ^= true),
        ("size", "joined north and south", |w, _| w.periodic.y ^= true),
        ("size", "a layer more", |w, _| w.layers.push(w.layers[0].clone())),
        ("size", "a single cell", |w, _| each_layer(w, |rows| *rows = vec![vec![rows[0][0]]])),
        ("tiles", "another ground", |w, r| tile(w, r).ground.name.push('x')),
        ("tiles", "nobody walks", |w, r| tile(w, r).ground.blocks_step ^= true),
        ("tiles", "nobody sees", |w, r| tile(w, r).ground.blocks_sight ^= true),
        ("tiles", "an edge fewer", |w, r| drop(tile(w, r).edges.pop())),
        ("tiles", "lower", |w, r| tile(w, r).height -= 1),
    ];
    fn each_layer(w: &mut World, change: impl Fn(&mut Vec<Vec<u16>>)) {
        for layer in &mut w.layers {
            let mut rows: Vec<Vec<u16>> = layer.rows().map(<[u16]>::to_vec).collect();
            change(&mut rows);
            *layer = Grid::from_rows(rows).unwrap();
        }
    }
    fn tile<'w>(w: &'w mut World, r: &mut Stream) -> &'w mut WorldTile {
        let n = r.index(w.palette.len());
        &mut w.palette[n]
    }
    let mut total = 0;
    for (claim, name, change) in changes {
        let mut applied = 0;
        for (i, sample) in samples.iter().enumerate() {
            let mut damaged = world(sample).clone();
            change(&mut damaged, &mut Seed::from(name).stream("tiles", i as u64));
            let learned = damaged.palette.iter().all(|tile| tile.edges.is_empty());
            if damaged == *world(sample) || (claim == "tiles" && learned) {
                continue;
            }
            let verdict = sample.judge(&AnyMap::World(damaged));
            let found = verdict.faults().any(|(c, _)| c == claim || c == "document");
            assert!(found, "{name} on {}: {:?}", sample.name, faults(&verdict));
            applied += 1;
        }
        assert!(applied > 0, "{name} was never applied");
        total += applied;
    }
    println!("{total} damages of {} kinds", changes.len());
}

const SIDE: i32 = 12;

/// A meadow with a road around it, drawn by hand: `.` meadow, `#` road, `H` house, `T` tree.
fn drawn(rows: &[String]) -> World {
    let names = ["meadow", "road", "house", "tree"];
    let palette = names.map(|name| WorldTile { name: name.to_owned(), ..WorldTile::default() });
    let number = |c: char| ".#HT".find(c).unwrap() as u16;
    let cells = rows.iter().map(|row| row.chars().map(number).collect()).collect();
    World { palette: palette.into(), layers: vec![Grid::from_rows(cells).unwrap()], ..World::default() }
}

fn judge(world: &World, constraint: &Value) -> Verdict {
    let tiles: Vec<Value> = world.palette.iter().map(|tile| json!({ "name": tile.name })).collect();
    let spec = json!({
        "width": world.width(), "height": world.height(), "constraint": [constraint], "tileset": { "tile": tiles },
    });
    let subject = Subject::new(DocumentRef::World(world)).with_spec(Some(&spec));
    check(&subject, &CheckOptions { claims: vec!["constraints".into()], ..CheckOptions::default() })
}

/// Every kind of constraint: a map that keeps it, and the same with cells of a tile put into it.
#[test]
fn constraints() {
    let last = SIDE - 1;
    let ring: Vec<String> = (0..SIDE)
        .map(|y| {
            let at = |x: i32| match (x, y) {
                (2 | 9, 2..=9) | (2..=9, 2 | 9) => '#',
                (5, 5) | (6, 5) => 'H',
                _ => '.',
            };
            (0..SIDE).map(at).collect()
        })
        .collect();
    let line: Vec<String> = (0..SIDE).map(|y| if y == 5 { "#".repeat(12) } else { ".".repeat(12) }).collect();
    // What holds of a drawing, and the cells and the tile that break it wherever they are put.
    type Case<'a> = (&'a [String], Value, &'a [(i32, i32)], char);
    let inside: Vec<(i32, i32)> = (3..9).map(|i| (i, 7)).collect();
    let on_line: Vec<(i32, i32)> = (1..last).map(|x| (x, 5)).collect();
    let border: Vec<(i32, i32)> = (0..SIDE).flat_map(|i| [(i, 0), (0, i), (last, i), (i, last)]).collect();
    let off_line: Vec<(i32, i32)> = (0..SIDE).flat_map(|x| [(x, 2), (x, 9)]).collect();
    let on_ring: Vec<(i32, i32)> = (3..9).flat_map(|i| [(i, 2), (2, i), (i, 9), (9, i)]).collect();
    let cases: Vec<(&str, Case<'_>)> = vec![
        ("pin", (&ring, json!({"pin": {"tiles": "house", "at": {"x": 5, "y": 5}}}), &[(5, 5)], 'T')),
        ("allow", (&line, json!({"allow": {"tiles": ["meadow", "road"]}}), &off_line, 'H')),
        (
            "allow in an area",
            (
                &ring,
                json!({"allow": {"tiles": "meadow", "area": {"x": 3, "y": 7, "width": 6, "height": 1}}}),
                &inside,
                'H',
            ),
        ),
        ("forbid", (&line, json!({"forbid": {"tiles": "tree"}}), &off_line, 'T')),
        ("border", (&ring, json!({"border": {"tiles": "meadow"}}), &border, '#')),
        ("count at most", (&ring, json!({"count": {"tiles": "house", "max": 2}}), &inside, 'H')),
        ("count at least", (&ring, json!({"count": {"tiles": "road", "min": 28}}), &on_ring, '.')),
        ("count of none", (&line, json!({"count": {"tiles": "tree", "max": 0}}), &off_line, 'T')),
        ("separation", (&ring, json!({"separation": {"tiles": "tree", "distance": 3}}), &[], 'T')),
        (
            "pair separation",
            (
                &ring,
                json!({"pair_separation": {"tiles": "house", "from": "road", "distance": 3}}),
                &inside,
                'H',
            ),
        ),
        ("mirror", (&line, json!({"mirror": {"axis": "x"}}), &off_line, 'H')),
        ("max run", (&ring, json!({"max_run": {"tiles": "house", "length": 2}}), &[(7, 5), (4, 5)], 'H')),
        ("connected", (&line, json!({"connected": {"tiles": "road"}}), &on_line, '.')),
        (
            "connected, the relevant ones",
            (&line, json!({"connected": {"tiles": ["road", "house"], "relevant": "house"}}), &[], 'H'),
        ),
        (
            "path",
            (
                &line,
                json!({"path": {"tiles": "road", "points": [{"x": 0, "y": 5}, {"x": 11, "y": 5}]}}),
                &on_line,
                '.',
            ),
        ),
        ("no loops", (&line, json!({"no_loops": {"tiles": "road"}}), &[], '#')),
        ("loop", (&ring, json!({"loop": {"tiles": "road"}}), &on_ring, '.')),
        ("loop with a dead end", (&ring, json!({"loop": {"tiles": "road"}}), &[(1, 5), (10, 5)], '#')),
        ("area", (&line, json!({"area": {"tiles": "road", "width": 12, "height": 1}}), &on_line, '.')),
    ];
    let mut total = 0;
    for (name, (rows, constraint, cells, tile)) in &cases {
        let verdict = judge(&drawn(rows), constraint);
        assert!(verdict.holds(), "{name}: {:?}", faults(&verdict));
        let places: Vec<Vec<(i32, i32)>> = match *name {
            // Two that are near each other.
            "separation" => (0..10).map(|x| vec![(x, 4), (x + 1, 5)]).collect(),
            // Away from the road, on both sides of it.
            "connected, the relevant ones" => (0..SIDE).map(|x| vec![(x, 1), (x, 8)]).collect(),
            // A second row beside the first closes a ring.
            "no loops" => (0..last).map(|x| vec![(x, 6), (x + 1, 6)]).collect(),
            // One of a pair of images.
            _ => cells.iter().map(|cell| vec![*cell]).collect(),
        };
        assert!(!places.is_empty(), "{name}");
        for cells in places {
            let mut world = drawn(rows);
            for (x, y) in &cells {
                world.layers[0][Point::new(*x, *y)] = ".#HT".find(*tile).unwrap() as u16;
            }
            let verdict = judge(&world, constraint);
            assert!(!verdict.holds(), "{name}: {tile} at {cells:?}");
            total += 1;
        }
    }
    println!("{total} damages of {} kinds", cases.len());
    // Houses that the road joins may stand anywhere along it.
    let mut world = drawn(&line);
    for x in [1, 6, 10] {
        world.layers[0][Point::new(x, 4)] = 2;
    }
    let joined = json!({"connected": {"tiles": ["road", "house"], "relevant": "house"}});
    assert!(judge(&world, &joined).holds());
    // What a spec asks for and the world has none of is missed, whether or not its palette has it.
    world.palette.retain(|tile| tile.name != "tree");
    let spec = json!({
        "width": SIDE, "height": SIDE, "constraint": [{"count": {"tiles": "tree", "min": 1}}],
        "tileset": { "tile": [{"name": "meadow"}, {"name": "road"}, {"name": "house"}, {"name": "tree"}] },
    });
    let subject = Subject::new(DocumentRef::World(&world)).with_spec(Some(&spec));
    let options = CheckOptions { claims: vec!["constraints".into()], ..CheckOptions::default() };
    assert!(!check(&subject, &options).holds());
}
