//! What constraints on the whole map cost, and what they leave of it: the figures of docs/worlds.md.
//!
//! `cargo run --release -p mapkiln-tiles --example world_constraints -- [SIZE] [SEEDS] [roads|rails]`

use std::collections::BTreeMap;
use std::time::Instant;

use mapkiln_core::{Point, Run};
use mapkiln_tiles::{Constraint, Model, TileSet, WorldSpec};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let size: u32 = args.next().and_then(|n| n.parse().ok()).unwrap_or(100);
    let seeds: u32 = args.next().and_then(|n| n.parse().ok()).unwrap_or(20);
    let set = match args.next().as_deref() {
        Some("rails") => include_str!("../tests/sets/rails.toml"),
        _ => include_str!("../tests/sets/roads.toml"),
    };
    let model = Model::new(&TileSet::from_toml(set)?)?;
    let through = || Some("R".to_owned());
    let connected =
        Constraint::Connected { tiles: "road".into(), through: through(), relevant: None, straight: false };
    let at = |x: u32, y: u32| Point::new((x * size / 100) as i32, (y * size / 100) as i32);
    let points = vec![at(5, 5), at(90, 12), at(50, 50), at(12, 88), at(93, 91)];
    let ponds = size * size / 500;
    let lists: Vec<(&str, Vec<Constraint>)> = vec![
        ("free", vec![]),
        ("connected", vec![connected.clone()]),
        ("path", vec![Constraint::Path { tiles: "road".into(), points, through: through() }]),
        ("no_loops", vec![connected, Constraint::NoLoops { tiles: "road".into(), through: through() }]),
        ("count", vec![Constraint::Count { tiles: "pond".into(), min: ponds, max: Some(ponds) }]),
        ("separation", vec![Constraint::Separation { tiles: "tree".into(), distance: 3 }]),
    ];
    println!("constraint   median ms  most ms  failed  shares of kinds and of tiles above 1 %");
    let mut free: BTreeMap<String, f64> = BTreeMap::new();
    for (name, constraints) in lists {
        let spec = WorldSpec { width: size, height: size, constraints, bare: true, ..WorldSpec::default() };
        let (mut times, mut failed) = (Vec::new(), 0);
        let mut shares: BTreeMap<String, f64> = BTreeMap::new();
        for seed in 0..seeds {
            let start = Instant::now();
            let Ok(world) = spec.make_with(&model, &mut Run::new(format!("{seed}"))) else {
                failed += 1;
                continue;
            };
            times.push(start.elapsed().as_secs_f64() * 1e3);
            for (_, &tile) in world.layers[0].iter() {
                let tile = &world.palette[usize::from(tile)];
                let base = tile.name.split('@').next().unwrap_or_default().to_owned();
                for kind in tile.kinds.iter().filter(|k| **k != base).cloned().chain([base.clone()]) {
                    *shares.entry(kind).or_default() += 1.0;
                }
            }
        }
        times.sort_by(f64::total_cmp);
        let cells = f64::from(size * size) * times.len().max(1) as f64;
        let mut row = Vec::new();
        for (kind, count) in &shares {
            let percent = count * 100.0 / cells;
            let before = *free.get(kind).unwrap_or(&percent);
            if before > 1.0 {
                row.push(format!("{kind} {percent:.1} ({:.2})", percent / before));
            }
        }
        if name == "free" {
            free = shares.iter().map(|(kind, count)| (kind.clone(), count * 100.0 / cells)).collect();
        }
        let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
        let most = times.last().copied().unwrap_or(0.0);
        println!("{name:12} {median:9.1} {most:8.1} {failed:7}  {}", row.join(", "));
    }
    // The built-in sets with streets and walls that are drawn first.
    for name in ["village", "town"] {
        let model = Model::new(&TileSet::shipped(name)?)?;
        let spec = WorldSpec { width: size, height: size, ..WorldSpec::default() };
        let mut times = Vec::new();
        for seed in 0..seeds {
            let start = Instant::now();
            spec.make_with(&model, &mut Run::new(format!("{seed}")))?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        times.sort_by(f64::total_cmp);
        println!("{name:12} {:9.1} {:8.1}", times[times.len() / 2], times[times.len() - 1]);
    }
    Ok(())
}
