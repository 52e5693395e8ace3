//! Times over many seeds: `cargo run --release --example timing -p mapkiln-grammar`.
//!
//! The median of the time on the wall, and the mean of the time on the processor where the system
//! tells it (Linux): the latter is disturbed less by other programs on the machine.

use std::time::{Duration, Instant};

use mapkiln_core::Seed;
use mapkiln_grammar::{Error, Grammar};

/// Time on the processor by this thread so far, in steps of some milliseconds; zero where unknown.
fn on_processor() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|t| t.split_whitespace().next()?.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}

/// The median on the wall and the mean on the processor.
fn measure(
    seeds: u32,
    mut work: impl FnMut(u64) -> Result<(), Error>,
) -> Result<(Duration, Duration), Error> {
    let (mut times, before) = (Vec::new(), on_processor());
    for seed in 0..u64::from(seeds) {
        let start = Instant::now();
        work(seed)?;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    Ok((times[times.len() / 2], (on_processor() - before) / seeds))
}

fn main() -> Result<(), Error> {
    let grammar = Grammar::shipped("carcere-exire")?;
    let set =
        [("rooms", 50), ("chests", 15), ("enemies", 20), ("corridors", 10), ("cells", 25), ("bosses", 5)];
    println!(
        "{:>8} {:>6} {:>24} {:>24} {:>14}",
        "rooms", "seeds", "graph: wall, processor", "with plan", "plan cells"
    );
    for (scale, seeds) in [(1, 1000), (2, 1000), (20, 200), (200, 20)] {
        let values = grammar.values(None, set.map(|(n, v)| (n, v * scale)))?;
        let mut size = (0, 0);
        let graph = measure(seeds, |seed| grammar.make_fast(&values, &Seed::from(seed)).map(drop))?;
        let both = measure(seeds, |seed| {
            let plan = grammar.make_fast(&values, &Seed::from(seed))?.lay_out(seed);
            size = (plan.levels[0].width, plan.levels[0].height);
            Ok(())
        })?;
        let text = |(wall, processor): (Duration, Duration)| format!("{wall:.3?}, {processor:.3?}");
        println!(
            "{:>8} {seeds:>6} {:>24} {:>24} {:>9}x{}",
            50 * scale,
            text(graph),
            text(both),
            size.0,
            size.1
        );
    }
    Ok(())
}
