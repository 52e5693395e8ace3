//! The figures of tile worlds: label tiles, overlapping patterns, endless chunks.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use mapkiln_core::{Point, Run};
use mapkiln_tiles::{Constraint, EndlessWorld, Heuristic, Model, Periodic, TileSet, WorldSpec};

fn model(name: &str) -> Model {
    Model::new(&TileSet::shipped(name).expect("a built-in set")).expect("a built-in set")
}

fn label_tiles(c: &mut Criterion) {
    let mut group = c.benchmark_group("label tiles");
    group.sample_size(10);
    for (name, heuristic) in [("paper", None), ("meadow", None), ("meadow", Some(Heuristic::Entropy))] {
        let model = model(name);
        for side in [100, 500, 1000] {
            let spec = WorldSpec { width: side, height: side, heuristic, ..WorldSpec::default() };
            let id = BenchmarkId::new(format!("{name} {}", heuristic.map_or("fewest", |_| "entropy")), side);
            let mut seed = 0u64;
            group.bench_function(id, |b| {
                b.iter(|| {
                    seed += 1;
                    black_box(spec.make_with(&model, &mut Run::new(seed)).expect("no failure"))
                });
            });
        }
    }
}

fn overlapping(c: &mut Criterion) {
    let mut group = c.benchmark_group("overlapping, periodic");
    group.sample_size(10);
    let set = TileSet::from_toml(include_str!("../tests/sets/flowers-on-earth.toml"));
    let model = set.and_then(|set| Model::new(&set)).expect("a set of the tests");
    for side in [48, 128, 256] {
        let spec =
            WorldSpec { width: side, height: side, periodic: Periodic::both(true), ..WorldSpec::default() };
        let mut seed = 0u64;
        group.bench_function(BenchmarkId::new("flowers", side), |b| {
            b.iter(|| {
                seed += 1;
                black_box(spec.make_with(&model, &mut Run::new(seed)).expect("no failure"))
            });
        });
    }
}

/// A walk to the east with three rows of chunks in sight: the mean of a new column of three.
fn endless(c: &mut Criterion) {
    let mut group = c.benchmark_group("endless, a column of three chunks");
    group.sample_size(20);
    for name in ["paper", "meadow", "islands", "caves", "hex-coast"] {
        let world = EndlessWorld::with_model(model(name), "walk", 1).expect("a repeating pattern");
        let mut x = 0;
        group.bench_function(name, |b| {
            b.iter_batched(
                || {
                    x += 1;
                    x
                },
                |x| {
                    for y in -1..=1 {
                        black_box(world.chunk_tiles(x, y).expect("a chunk"));
                    }
                },
                BatchSize::PerIteration,
            );
        });
    }
}

/// Constraints on the whole map, with roads that a free map has on half of its cells.
fn constraints(c: &mut Criterion) {
    let mut group = c.benchmark_group("constraints");
    group.sample_size(10);
    let roads = TileSet::from_toml(include_str!("../tests/sets/roads.toml")).expect("a tile set");
    let model = Model::new(&roads).expect("a tile set");
    let through = || Some("R".to_owned());
    let connected = || Constraint::Connected {
        tiles: "road".into(),
        through: through(),
        relevant: None,
        straight: false,
    };
    let no_loops = || Constraint::NoLoops { tiles: "road".into(), through: through() };
    for side in [100u32, 500] {
        let at = |x: u32, y: u32| Point::new((x * side / 100) as i32, (y * side / 100) as i32);
        let points = vec![at(5, 5), at(90, 12), at(50, 50), at(12, 88), at(93, 91)];
        let ponds = side * side / 500;
        for (name, constraints) in [
            ("free", vec![]),
            ("connected", vec![connected()]),
            ("path", vec![Constraint::Path { tiles: "road".into(), points, through: through() }]),
            ("no loops", vec![connected(), no_loops()]),
            ("count", vec![Constraint::Count { tiles: "pond".into(), min: ponds, max: Some(ponds) }]),
            ("separation", vec![Constraint::Separation { tiles: "tree".into(), distance: 3 }]),
        ] {
            let spec =
                WorldSpec { width: side, height: side, constraints, bare: true, ..WorldSpec::default() };
            let mut seed = 0u64;
            group.bench_function(BenchmarkId::new(name, side), |b| {
                b.iter(|| {
                    seed += 1;
                    black_box(spec.make_with(&model, &mut Run::new(seed)).expect("no failure"))
                });
            });
        }
    }
}

criterion_group!(benches, label_tiles, overlapping, endless, constraints);
criterion_main!(benches);
