//! Times over many seeds: `cargo run --release --example timing -p mapkiln-grammar`; with
//! `-- graph` after it, without the layout.
//!
//! Each seed is made once and counts once; the table has the median over seeds. Other programs on
//! the machine make it slower, so close them.

use std::time::{Duration, Instant};

use mapkiln_core::Seed;
use mapkiln_grammar::{Error, Grammar, lay_out};

/// The median time over seeds.
fn measure(seeds: u64, mut work: impl FnMut(u64) -> Result<(), Error>) -> Result<Duration, Error> {
    // Once unmeasured, so that the first seed does not pay for the memory of all.
    work(0)?;
    let mut times = Vec::with_capacity(seeds as usize);
    for seed in 0..seeds {
        let start = Instant::now();
        work(seed)?;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}

fn main() -> Result<(), Error> {
    let grammar = Grammar::shipped("carcere-exire")?;
    let set =
        [("rooms", 50), ("chests", 15), ("enemies", 20), ("corridors", 10), ("cells", 25), ("bosses", 5)];
    let graph_only = std::env::args().any(|word| word == "graph");
    println!(
        "{:>8} {:>6} {:>12} {:>6} {:>12} {:>14}",
        "rooms", "seeds", "graph", "seeds", "with plan", "last plan"
    );
    for (scale, seeds, plans) in [(1, 1000, 1000), (2, 1000, 1000), (20, 1000, 1000), (200, 1000, 100)] {
        let values = grammar.values(None, set.map(|(n, v)| (n, v * scale)))?;
        let mut size = (0, 0);
        let graph = measure(seeds, |seed| grammar.make_fast(&values, &Seed::from(seed)).map(drop))?;
        let both = measure(if graph_only { 1 } else { plans }, |seed| {
            let plan = lay_out(&grammar.make_fast(&values, &Seed::from(seed))?, seed);
            size = (plan.levels[0].width, plan.levels[0].height);
            Ok(())
        })?;
        println!(
            "{:>8} {seeds:>6} {:>12} {plans:>6} {:>12} {:>14}",
            50 * scale,
            format!("{graph:.3?}"),
            format!("{both:.3?}"),
            format!("{}x{}", size.0, size.1)
        );
    }
    Ok(())
}
