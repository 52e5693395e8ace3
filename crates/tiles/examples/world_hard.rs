//! Hard tile sets, many seeds: how many maps are made, and how long they take.
//!
//! `cargo run --release -p mapkiln-tiles --example world_hard -- SIZE SEEDS [FILE.toml|FILE.xml[:SUBSET]]...`
//! Without files, the sets of the tests.

use std::time::Instant;

use mapkiln_core::{Report, Run, Spec};
use mapkiln_tiles::format::from_mxgmn_subset;
use mapkiln_tiles::{Model, Periodic, TileSet, WorldSpec, violations};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let size: u32 = args.next().map_or(Ok(96), |n| n.parse())?;
    let seeds: u64 = args.next().map_or(Ok(8), |n| n.parse())?;
    let mut files: Vec<String> = args.collect();
    if files.is_empty() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sets/hard");
        let found = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
        files = found.map(|path| path.display().to_string()).collect();
        files.sort();
    }
    for file in files {
        let (path, subset) = match file.split_once(".xml:") {
            Some((stem, subset)) => (format!("{stem}.xml"), Some(subset.to_owned())),
            None => (file.clone(), None),
        };
        let text = std::fs::read_to_string(&path)?;
        let set = if path.ends_with(".xml") {
            from_mxgmn_subset(&text, subset.as_deref(), |_| Ok(None))?
        } else {
            TileSet::from_toml(&text)?
        };
        let model = Model::new(&set)?;
        for periodic in [false, true] {
            let periodic = Periodic::both(periodic);
            let spec = WorldSpec { width: size, height: size, periodic, ..WorldSpec::default() };
            let (mut failed, mut times, mut repairs) = (0, Vec::new(), Vec::new());
            for seed in 0..seeds {
                let mut run = Run::new(seed);
                let mut report = Report::new("world", &run.seed);
                let start = Instant::now();
                match spec.build(&model, &mut run, &mut report) {
                    Ok(world) => {
                        repairs.push(report.metrics["repairs"] as u64);
                        assert!(violations(&set, &world)?.is_empty());
                    }
                    Err(error) => {
                        failed += 1;
                        eprintln!("  seed {seed}: {error}");
                    }
                }
                times.push(start.elapsed().as_millis());
            }
            times.sort_unstable();
            let wraps = if periodic.x { "periodic" } else { "plain" };
            println!(
                "{file} {size}x{size} {wraps}: {failed} of {seeds} failed; ms median {} most {}; repairs {repairs:?}",
                times[times.len() / 2],
                times[times.len() - 1],
            );
        }
    }
    Ok(())
}
