//! Median times over many seeds: `cargo run --release --example timing -p mapkiln-grammar`.

use std::time::{Duration, Instant};

use mapkiln_core::Seed;
use mapkiln_grammar::Grammar;

fn main() -> Result<(), mapkiln_grammar::Error> {
    let grammar = Grammar::shipped("carcere-exire")?;
    let set =
        [("rooms", 50), ("chests", 15), ("enemies", 20), ("corridors", 10), ("cells", 25), ("bosses", 5)];
    println!("{:>8} {:>7} {:>12} {:>16} {:>14}", "rooms", "seeds", "graph", "graph + plan", "plan cells");
    for (scale, seeds) in [(1, 1000u64), (2, 1000), (20, 100), (200, 10)] {
        let values = grammar.values(None, set.map(|(n, v)| (n, v * scale)))?;
        let (mut graph, mut both) = (Vec::new(), Vec::new());
        let mut size = (0, 0);
        for seed in 0..seeds {
            let start = Instant::now();
            let level = grammar.make_fast(&values, &Seed::from(seed))?;
            graph.push(start.elapsed());
            let plan = level.lay_out(seed);
            both.push(start.elapsed());
            size = (plan.levels[0].width, plan.levels[0].height);
        }
        let median = |list: &mut Vec<Duration>| {
            list.sort_unstable();
            list[list.len() / 2]
        };
        let (graph, both) = (median(&mut graph), median(&mut both));
        println!("{:>8} {seeds:>7} {graph:>12.3?} {both:>16.3?} {:>9}x{}", 50 * scale, size.0, size.1);
    }
    Ok(())
}
