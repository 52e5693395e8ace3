//! Times over many seeds: `cargo run --release --example timing -p mapkiln-grammar`; with
//! `-- graph` after it, without the layout.
//!
//! Every seed is made three times and its best time counts, because other programs on the machine
//! only ever make it slower; the table has the median over seeds.

use std::time::{Duration, Instant};

use mapkiln_core::Seed;
use mapkiln_grammar::{Error, Grammar};

/// The median over seeds of the best of three times.
fn measure(seeds: u64, mut work: impl FnMut(u64) -> Result<(), Error>) -> Result<Duration, Error> {
    let mut times = vec![Duration::MAX; seeds as usize];
    for _ in 0..3 {
        for (seed, best) in times.iter_mut().enumerate() {
            let start = Instant::now();
            work(seed as u64)?;
            *best = start.elapsed().min(*best);
        }
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}

fn main() -> Result<(), Error> {
    let grammar = Grammar::shipped("carcere-exire")?;
    let set =
        [("rooms", 50), ("chests", 15), ("enemies", 20), ("corridors", 10), ("cells", 25), ("bosses", 5)];
    let graph_only = std::env::args().any(|word| word == "graph");
    println!("{:>8} {:>6} {:>12} {:>12} {:>14}", "rooms", "seeds", "graph", "with plan", "plan cells");
    for (scale, seeds) in [(1, 1000), (2, 1000), (20, 200), (200, 20)] {
        let values = grammar.values(None, set.map(|(n, v)| (n, v * scale)))?;
        let mut size = (0, 0);
        let graph = measure(seeds, |seed| grammar.make_fast(&values, &Seed::from(seed)).map(drop))?;
        let both = measure(if graph_only { 1 } else { seeds }, |seed| {
            let plan = grammar.make_fast(&values, &Seed::from(seed))?.lay_out(seed);
            size = (plan.levels[0].width, plan.levels[0].height);
            Ok(())
        })?;
        println!(
            "{:>8} {seeds:>6} {:>12} {:>12} {:>14}",
            50 * scale,
            format!("{graph:.3?}"),
            format!("{both:.3?}"),
            format!("{}x{}", size.0, size.1)
        );
    }
    Ok(())
}
