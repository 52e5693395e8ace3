//! Worlds with large shapes: islands are islands, in one map and chunk by chunk.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use mapkiln_core::{Grid, Point, Run, Spec};
use mapkiln_tiles::{ChunkRange, TileSet, TileSource, World, WorldSpec, violations};

struct Shapes {
    /// Share of the land in pieces of 60 cells or more.
    large: f64,
    /// Share of cells unlike all four neighbours.
    specks: f64,
    shares: BTreeMap<String, f64>,
}

fn shapes(world: &World) -> Shapes {
    let ground = Grid::from_fn(world.width(), world.height(), |p| {
        world.tile_at(p).map_or(String::new(), |t| t.ground.name.clone())
    });
    let cells = ground.cells().len() as f64;
    let mut shares: BTreeMap<String, f64> = BTreeMap::new();
    let around = |p: Point| [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(x, y)| Point::new(p.x + x, p.y + y));
    let mut specks = 0.0;
    for (p, name) in ground.iter() {
        *shares.entry(name.clone()).or_default() += 1.0 / cells;
        if around(p).into_iter().filter_map(|q| ground.get(q)).all(|other| other != name) {
            specks += 1.0 / cells;
        }
    }
    let mut seen = ground.map(|name| name == "water");
    let (mut land, mut large) = (0, 0);
    for start in ground.bounds().cells() {
        let mut stack = Vec::new();
        if !std::mem::replace(&mut seen[start], true) {
            stack.push(start);
        }
        let mut size = 0;
        while let Some(p) = stack.pop() {
            size += 1;
            for q in around(p) {
                if seen.get(q) == Some(&false) {
                    seen[q] = true;
                    stack.push(q);
                }
            }
        }
        land += size;
        large += if size >= 60 { size } else { 0 };
    }
    Shapes { large: f64::from(large) / f64::from(land), specks, shares }
}

fn check_islands(world: &World, seed: u32) {
    let shapes = shapes(world);
    assert!(shapes.large >= 0.95, "seed {seed}: {:.3} of the land in large pieces", shapes.large);
    assert!(shapes.specks <= 0.003, "seed {seed}: {:.4} specks", shapes.specks);
    assert!(shapes.shares.values().filter(|s| **s > 0.02).count() >= 5, "seed {seed}: {:?}", shapes.shares);
    // Grass and forest share the ground of one letter.
    let share = |names: &[&str]| names.iter().filter_map(|n| shapes.shares.get(*n)).sum::<f64>();
    for (names, asked) in [
        (&["water"][..], 0.62),
        (&["sand"], 0.07),
        (&["grass", "forest"], 0.19),
        (&["hill"], 0.05),
        (&["rock"], 0.04),
        (&["snow"], 0.03),
    ] {
        let found = share(names);
        assert!((found - asked).abs() <= 0.06, "seed {seed}: {names:?} {found:.3} for {asked}");
    }
}

fn islands(chunks: Option<ChunkRange>) -> WorldSpec {
    let tileset = TileSource::Name("islands".to_owned());
    WorldSpec { tileset, width: 100, height: 100, chunks, ..WorldSpec::default() }
}

#[test]
fn islands_are_islands() {
    let set = TileSet::shipped("islands").unwrap();
    for seed in 0..20 {
        let world = islands(None).make(&mut Run::new(format!("{seed}"))).unwrap().map;
        check_islands(&world, seed);
        let wrong = violations(&set, &world).unwrap();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}

#[test]
fn endless_islands_are_islands_without_seams() {
    let (mut at_seams, mut elsewhere) = ((0.0, 0.0), (0.0, 0.0));
    for seed in 0..3 {
        let range = ChunkRange { from: [-4, -4], to: [3, 3] };
        let world = islands(Some(range)).make(&mut Run::new(format!("{seed}"))).unwrap().map;
        check_islands(&world, seed);
        let ground = |p: Point| world.tile_at(p).map(|t| t.ground.name.as_str());
        for p in world.layers[0].bounds().cells() {
            for (q, along) in [(Point::new(p.x + 1, p.y), p.x), (Point::new(p.x, p.y + 1), p.y)] {
                let changes = f64::from(u8::from(ground(q).is_some_and(|g| Some(g) != ground(p))));
                let tally = if along % 32 == 31 { &mut at_seams } else { &mut elsewhere };
                *tally = (tally.0 + changes, tally.1 + 1.0);
            }
        }
    }
    let ratio = (at_seams.0 / at_seams.1) / (elsewhere.0 / elsewhere.1);
    assert!((0.8..=1.2).contains(&ratio), "borders of chunks have {ratio:.2} times the changes");
}

#[test]
fn wrong_fields_say_what_is_wrong() {
    let set = |tail: &str| {
        let head = "name = \"x\"\ncorners = \"AB\"\n[labels]\nA = { ground = \"water\" }\nB = { ground = \"land\" }\n";
        let set = TileSet::from_toml(&format!("{head}{tail}"))?;
        mapkiln_tiles::Model::new(&set).map(drop)
    };
    let steps = "[steps]\nfield = \"land\"\norder = [{ A = 50 }, { B = 50 }]\n";
    let noise = "[field.land]\nnoise = { scale = 9 }\n";
    assert!(set(&format!("{noise}{steps}")).is_ok());
    for (tail, says) in [
        (steps.to_owned(), "no field `land`"),
        (format!("{noise}{}", steps.replace("A = 50", "A = 40")), "add up to 100"),
        (format!("{noise}{}", steps.replace("A = 50", "Q = 50")), "`Q`"),
        (format!("[field.land]\nadd = [\"sea\"]\n{steps}"), "no field `sea`"),
        (format!("[field.land]\nadd = [\"land\"]\n{steps}"), "part of itself"),
        (format!("[field.land]\n{steps}"), "empty"),
    ] {
        let error = set(&tail).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}

/// A coarse world is made first, and the map follows it: where it has land, so has the map. (That chunks of
/// `continent`, which has one, do not depend on their order is tested with the other endless worlds.)
#[test]
fn a_coarse_world_is_refined() {
    let set = |tail: &str| {
        let text = format!(
            "name = \"fine\"\ncorners = \"WG\"\n[labels]\nW = {{ ground = \"water\" }}\nG = {{ ground = \"grass\" }}\n\
             [field.land]\ncoarse = {{ world = \"plan\", values = {{ land = 1.0 }} }}\nnoise = {{ scale = 9, by = 0.1 }}\n\
             [steps]\nfield = \"land\"\norder = [{{ W = 50 }}, {{ G = 50 }}]\n\
             [coarse.plan]\nscale = 8\n[coarse.plan.set]\nname = \"plan\"\n\
             [[coarse.plan.set.tile]]\nname = \"land\"\n[[coarse.plan.set.tile]]\nname = \"sea\"\n\
             [[coarse.plan.set.adjacent]]\ntile = \"land\"\nbeside = \"sea\"\n{tail}"
        );
        TileSet::from_toml(&text).unwrap()
    };
    // Land only beside sea: a chessboard with squares of eight cells.
    let board = set("");
    let tileset = TileSource::Set(Box::new(board.clone()));
    let spec = WorldSpec { tileset, width: 64, height: 64, ..WorldSpec::default() };
    let world = spec.make(&mut Run::new("coarse")).unwrap().map;
    assert_eq!(violations(&board, &world).unwrap(), Vec::<String>::new());
    let is_land =
        |x: i32, y: i32| world.tile_at(Point::new(x * 8 + 4, y * 8 + 4)).unwrap().ground.name == "grass";
    let first = is_land(0, 0);
    for (x, y) in (0..8).flat_map(|y| (0..8).map(move |x| (x, y))) {
        assert_eq!(is_land(x, y), first == ((x + y) % 2 == 0), "{x},{y}");
    }
    // What is wrong is said, and what nothing reads is found.
    let error = |text: &str| {
        let set = TileSet::from_toml(&board.to_toml().replace("world = \"plan\"", text)).unwrap();
        mapkiln_tiles::Model::new(&set).unwrap_err().to_string()
    };
    assert!(error("world = \"plam\"").contains("no coarse world `plam`"), "{}", error("world = \"plam\""));
    let unread = set("[coarse.other]\nset = \"meadow\"\n");
    let said = mapkiln_tiles::lint(&unread).unwrap().to_string();
    assert!(said.contains("no field reads the coarse world `other`"), "{said}");
}
