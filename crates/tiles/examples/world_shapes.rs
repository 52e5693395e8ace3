//! How large the shapes of the built-in worlds are: the figures of docs/worlds.md.
//!
//! `cargo run --release -p mapkiln-tiles --example world_shapes -- [SET] [SEEDS]`

use std::collections::BTreeMap;
use std::time::Instant;

use mapkiln_core::{Grid, Point, Run, Spec};
use mapkiln_tiles::{ChunkRange, SHIPPED, TileSource, World, WorldSpec};

fn main() {
    let mut args = std::env::args().skip(1);
    let only = args.next().filter(|name| name != "all");
    let seeds: u32 = args.next().and_then(|n| n.parse().ok()).unwrap_or(20);
    println!("set        map        ms   largest  in 60+  specks  alike  grounds above 2 % and their shares");
    for shipped in SHIPPED.iter().filter(|s| only.as_deref().is_none_or(|name| name == s.name)) {
        for endless in [false, true] {
            let spec = WorldSpec {
                tileset: TileSource::Name(shipped.name.to_owned()),
                width: 100,
                height: 100,
                layers: 4,
                chunks: endless.then_some(ChunkRange { from: [-4, -4], to: [3, 3] }),
                ..WorldSpec::default()
            };
            let mut all: Vec<Figures> = Vec::new();
            for seed in 0..seeds {
                let start = Instant::now();
                match spec.make(&mut Run::new(format!("{seed}"))) {
                    Ok(made) => all.push(Figures::of(&made.map, start.elapsed().as_secs_f64() * 1e3)),
                    Err(error) => println!("{} {seed}: {error}", shipped.name),
                }
            }
            if all.is_empty() {
                continue;
            }
            let median = |value: fn(&Figures) -> f64| {
                let mut values: Vec<f64> = all.iter().map(value).collect();
                values.sort_by(f64::total_cmp);
                (values[values.len() / 2], values[0], values[values.len() - 1])
            };
            let (ms, ..) = median(|f| f.ms);
            let (large, least, _) = median(|f| f.large);
            let (specks, _, worst) = median(|f| f.specks);
            let (grounds, fewest, _) = median(|f| f.shares.values().filter(|s| **s > 2.0).count() as f64);
            let mut shares: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
            for figures in &all {
                for name in
                    all.iter().flat_map(|f| f.shares.keys()).collect::<std::collections::BTreeSet<_>>()
                {
                    shares.entry(name).or_default().push(figures.shares.get(name).copied().unwrap_or(0.0));
                }
            }
            let shares: Vec<String> = shares
                .iter_mut()
                .map(|(name, list)| {
                    list.sort_by(f64::total_cmp);
                    format!(
                        "{name} {:.0} ({:.0}..{:.0})",
                        list[list.len() / 2],
                        list[0],
                        list[list.len() - 1]
                    )
                })
                .collect();
            println!(
                "{:10} {} {ms:6.1} {:7.0} {large:5.1} (worst {least:.1}) {specks:.2} (worst {worst:.2}) {:.1}  {grounds:.0} ({fewest:.0}): {}",
                shipped.name,
                if endless { "8x8 chunks" } else { "100x100   " },
                median(|f| f.largest).0,
                median(|f| f.alike).0,
                shares.join(", ")
            );
            let straight = median(|f| f.straight);
            println!("           straight coasts: {:.0} (longest {:.0})", straight.0, straight.2);
            if endless {
                let seam = median(|f| f.seam);
                println!("           seams: {:.2} (worst {:.2})", seam.0, seam.2);
            }
        }
    }
}

struct Figures {
    ms: f64,
    /// Cells of the largest piece of anything but the most common ground.
    largest: f64,
    /// Per cent of the land in pieces of 60 cells or more.
    large: f64,
    /// Per cent of cells unlike all four neighbours.
    specks: f64,
    /// Cells until the chance of the same ground has fallen halfway to coincidence.
    alike: f64,
    /// Changes of ground at the borders of chunks, relative to those elsewhere.
    seam: f64,
    /// Cells of the longest stretch of coast along an axis.
    straight: f64,
    shares: BTreeMap<String, f64>,
}

impl Figures {
    fn of(world: &World, ms: f64) -> Figures {
        let ground = Grid::from_fn(world.width(), world.height(), |p| {
            world.tile_at(p).map_or("", |t| t.ground.name.as_str())
        });
        let cells = (world.width() * world.height()) as f64;
        let mut shares: BTreeMap<String, f64> = BTreeMap::new();
        for (_, name) in ground.iter() {
            *shares.entry((*name).to_owned()).or_default() += 100.0 / cells;
        }
        let common =
            shares.iter().max_by(|a, b| a.1.total_cmp(b.1)).map(|(n, _)| n.clone()).unwrap_or_default();
        let sea = if shares.contains_key("water") { "water".to_owned() } else { common };
        let around = |p: Point| [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(x, y)| Point::new(p.x + x, p.y + y));
        let specks = ground.iter().filter(|(p, g)| {
            let mut same = around(*p).into_iter().filter_map(|q| ground.get(q)).filter(|n| n == g);
            same.next().is_none()
        });
        let mut of: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, name) in specks {
            *of.entry(name).or_default() += 1;
        }
        if std::env::var("SPECKS").is_ok() {
            println!("specks {of:?}");
        }
        let specks = of.values().sum::<usize>() as f64 * 100.0 / cells;
        // Pieces of land.
        let mut seen = Grid::new(world.width(), world.height(), false);
        let (mut largest, mut land, mut large) = (0usize, 0usize, 0usize);
        for (start, name) in ground.iter() {
            if seen[start] || *name == sea {
                continue;
            }
            let mut stack = vec![start];
            seen[start] = true;
            let mut size = 0;
            while let Some(p) = stack.pop() {
                size += 1;
                for q in around(p) {
                    if ground.get(q).is_some_and(|g| *g != sea) && !seen[q] {
                        seen[q] = true;
                        stack.push(q);
                    }
                }
            }
            largest = largest.max(size);
            land += size;
            large += if size >= 60 { size } else { 0 };
        }
        let same_at = |d: i32| {
            let mut pairs = 0.0;
            let mut same = 0.0;
            for (p, name) in ground.iter() {
                for q in [Point::new(p.x + d, p.y), Point::new(p.x, p.y + d)] {
                    if let Some(other) = ground.get(q) {
                        pairs += 1.0;
                        same += f64::from(u8::from(other == name));
                    }
                }
            }
            same / f64::max(pairs, 1.0)
        };
        let chance: f64 = shares.values().map(|s| s * s / 1e4).sum();
        let half = (1.0 + chance) / 2.0;
        let mut alike = 40.0;
        let mut before = 1.0;
        for d in 1..40 {
            let now = same_at(d);
            if now < half {
                alike = f64::from(d - 1) + (before - half) / (before - now);
                break;
            }
            before = now;
        }
        let mut changes = [0.0; 2];
        let mut pairs = [0.0; 2];
        for (p, name) in ground.iter() {
            for (q, along) in [(Point::new(p.x + 1, p.y), p.x), (Point::new(p.x, p.y + 1), p.y)] {
                if let Some(other) = ground.get(q) {
                    let seam = usize::from(along % 32 == 31);
                    pairs[seam] += 1.0;
                    changes[seam] += f64::from(u8::from(other != name));
                }
            }
        }
        let seam = (changes[1] / f64::max(pairs[1], 1.0)) / f64::max(changes[0] / pairs[0], 1e-9);
        let is_coast = |a: Point, b: Point| match (ground.get(a), ground.get(b)) {
            (Some(a), Some(b)) => (*a == sea) != (*b == sea),
            _ => false,
        };
        let mut straight = 0;
        for across in [false, true] {
            let place = |i: i32, j: i32| if across { Point::new(j, i) } else { Point::new(i, j) };
            for j in 0..ground.width().max(ground.height()) {
                let mut run = 0;
                for i in 0..ground.width().max(ground.height()) {
                    run = if is_coast(place(i, j), place(i, j + 1)) { run + 1 } else { 0 };
                    straight = straight.max(run);
                }
            }
        }
        Figures {
            ms,
            straight: f64::from(straight),
            largest: largest as f64,
            large: large as f64 * 100.0 / land.max(1) as f64,
            specks,
            alike,
            seam,
            shares,
        }
    }
}
