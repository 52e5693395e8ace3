//! The figures of docs/worlds.md, measured: `cargo run --release -p mapkiln-tiles --example world_figures`
//! prints them all, with a name only those: `labels`, `flowers`, `walk` or `vast`.
//!
//! One thread but for `vast`, which takes two. Times are of whole maps, with all that is set up for
//! each; the tables of a tile set are built before.

use std::env;
use std::time::Instant;

use mapkiln_core::Run;
use mapkiln_tiles::{CHUNK, EndlessWorld, Heuristic, Model, Periodic, TileSet, WorldSpec};

fn main() {
    let only = env::args().nth(1);
    let parts: [(&str, fn()); 4] = [("labels", labels), ("flowers", flowers), ("walk", walk), ("vast", vast)];
    for (name, measure) in parts {
        if only.as_deref().is_none_or(|only| only == name) {
            measure();
        }
    }
}

fn shipped(name: &str) -> TileSet {
    TileSet::shipped(name).expect("a built-in set")
}

/// Times of a map for each of some seeds, in milliseconds, ascending.
fn times(model: &Model, spec: &WorldSpec, seeds: u64) -> Vec<f64> {
    let mut times = Vec::new();
    let mut failed = 0;
    for seed in 0..seeds {
        let start = Instant::now();
        let made = spec.make_with(model, &mut Run::new(seed));
        times.push(start.elapsed().as_secs_f64() * 1e3);
        failed += u64::from(made.is_err());
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let size = format!("{}x{}", spec.width, spec.height);
    println!(
        "  {size:>10}{:>10.2}{mean:>10.2}{:>10.2}{:>10.2}{:>12}",
        times[0],
        times[times.len() / 2],
        times[times.len() - 1],
        format!("{failed} of {seeds}")
    );
    times
}

fn head(what: &str) {
    println!("{what}");
    println!(
        "  {:>10}{:>10}{:>10}{:>10}{:>10}{:>12}",
        "size", "least ms", "mean", "median", "most", "failed"
    );
}

/// The paper's 19 tiles: as printed (equal weights), and with weights that differ as those of a
/// map-maker would: much grass and water, little stone.
fn labels() {
    let equal = shipped("paper");
    let mut weighted = equal.clone();
    for tile in &mut weighted.tiles {
        tile.weight = match tile.name.as_str() {
            "grass" => 60,
            "water" => 30,
            "stone" => 4,
            name if name.starts_with("grass_stone") => 1,
            _ => 5,
        };
    }
    let cases = [
        ("19 tiles, equal weights, fewest options", &equal, None),
        ("19 tiles, weighted, fewest options (the default)", &weighted, None),
        ("19 tiles, weighted, least entropy", &weighted, Some(Heuristic::Entropy)),
    ];
    for (what, set, heuristic) in cases {
        head(what);
        let model = Model::new(set).expect("a good set");
        for (side, seeds) in [(100, 100), (500, 20), (1000, 10)] {
            let spec = WorldSpec { width: side, height: side, heuristic, ..WorldSpec::default() };
            times(&model, &spec, seeds);
        }
    }
}

fn flowers() {
    let seeds: u64 = env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(200);
    let model = TileSet::from_toml(include_str!("../tests/sets/flowers-on-earth.toml"))
        .and_then(|set| Model::new(&set))
        .expect("a set of the tests");
    head(&format!("flowers, {} patterns of 3x3, periodic", model.rules().tiles()));
    for side in [48, 128, 256] {
        let periodic = Periodic::both(true);
        times(&model, &WorldSpec { width: side, height: side, periodic, ..WorldSpec::default() }, seeds);
    }
}

/// A walk to the east with three rows of chunks in sight: 300 chunks after the first 30.
fn walk() {
    println!("endless worlds, chunks of {CHUNK}x{CHUNK}: mean of a chunk on a walk, ms");
    for set in mapkiln_tiles::SHIPPED {
        let world = match EndlessWorld::new(&shipped(set.name), "walk", 5) {
            Ok(world) => world,
            Err(error) => {
                println!("  {:>10}  {error}", set.name);
                continue;
            }
        };
        let column = |x: i64| {
            for y in -1..=1 {
                world.chunk_tiles(x, y).expect("a chunk");
            }
        };
        (0..10).for_each(column);
        let start = Instant::now();
        (10..110).for_each(column);
        let mean = start.elapsed().as_secs_f64() * 1e3 / 300.0;
        println!("  {:>10}{mean:>8.2}", set.name);
    }
}

/// 4096x4096 cells by chunks, row by row, on two threads.
fn vast() {
    const ACROSS: i64 = 4096 / CHUNK as i64;
    println!("4096x4096 by chunks on 2 threads");
    for name in ["paper", "meadow", "islands"] {
        let world = EndlessWorld::new(&shipped(name), "vast", 1).expect("an endless set");
        let start = Instant::now();
        let half = |from: i64, to: i64| -> Vec<Vec<u16>> {
            let places = (from..to).flat_map(|y| (0..ACROSS).map(move |x| (x, y)));
            places.map(|(x, y)| world.chunk_tiles(x, y).expect("a chunk")).collect()
        };
        let chunks = std::thread::scope(|scope| {
            let north = scope.spawn(|| half(0, ACROSS / 2));
            half(ACROSS / 2, ACROSS).len() + north.join().map_or(0, |half| half.len())
        });
        let seconds = start.elapsed().as_secs_f64();
        println!("  {name:>10}{seconds:>8.2} s for {chunks} chunks; most memory so far {}", most_memory());
    }
}

/// The most memory this process has taken, as Linux says it.
fn most_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("unknown".to_owned(), |text| text.trim().to_owned())
}
