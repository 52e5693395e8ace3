//! Times of the solver on the paper's tiles.
use std::sync::Arc;

fn cpu_ms() -> f64 {
    // User time of this process, which other processes do not disturb much.
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    stat.split(" ").next().unwrap().parse::<f64>().unwrap() / 1e6
}

use mapkiln_core::Seed;
use mapkiln_tiles::{Heuristic, Job, Periodic, Rules, Shape, Solver, Step, Topology};

const TILES: [[&str; 4]; 19] = [
    ["GGG", "GGA", "AAA", "AGG"],
    ["GGA", "AAA", "AGG", "GGG"],
    ["AGG", "GGG", "GGA", "AAA"],
    ["AAA", "AGG", "GGG", "GGA"],
    ["AAA", "AAA", "AGG", "GGA"],
    ["AAA", "AGG", "GGA", "AAA"],
    ["GGA", "AAA", "AAA", "AGG"],
    ["AGG", "GGA", "AAA", "AAA"],
    ["GGA", "AGG", "GGG", "GGG"],
    ["AGG", "GGG", "GGG", "GGA"],
    ["GGG", "GGA", "AGG", "GGG"],
    ["GGG", "GGG", "GGA", "AGG"],
    ["GGG", "GGG", "PPP", "GGG"],
    ["GGG", "GGG", "GGG", "PPP"],
    ["GGG", "PPP", "GGG", "GGG"],
    ["PPP", "GGG", "GGG", "GGG"],
    ["GGG", "GGG", "GGG", "GGG"],
    ["AAA", "AAA", "AAA", "AAA"],
    ["PPP", "PPP", "PPP", "PPP"],
];

fn main() {
    let reverse = |s: &str| s.chars().rev().collect::<String>();
    for weights in [vec![1; 19], (1..=19).map(|i| if i > 16 { 10 } else { 1 + i % 3 }).collect::<Vec<u32>>()]
    {
        let rules =
            Rules::new(Shape::Square, weights, |d, a, b| TILES[a][d] == reverse(TILES[b][(d + 2) % 4]))
                .unwrap();
        let solver = Solver::new(rules);
        for heuristic in [Heuristic::Fewest, Heuristic::Entropy, Heuristic::Scanline, Heuristic::Random] {
            for (size, runs) in [(100, 20), (500, 5), (1000, 3)] {
                let mut best = f64::MAX;
                let mut sum = 0.0;
                let mut failed = 0;
                let mut stats = Default::default();
                for seed in 0..runs {
                    let start = cpu_ms();
                    let map =
                        Arc::new(Topology::new(Shape::Square, size, size, 1, Periodic::default()).unwrap());
                    let mut job = Job::default();
                    job.heuristic = heuristic;
                    let mut c = solver.collapse(&map, job, Seed::from(seed).stream("t", 0)).unwrap();
                    loop {
                        match c.step() {
                            Step::Done => break,
                            Step::Failed => {
                                failed += 1;
                                break;
                            }
                            _ => {}
                        }
                    }
                    let ms = cpu_ms() - start;
                    best = best.min(ms);
                    sum += ms;
                    stats = c.stats();
                }
                println!(
                    "{heuristic:?} {size}: min {best:.2} mean {:.2} ms failed {failed}/{runs} {stats:?}",
                    sum / runs as f64
                );
            }
        }
    }
}
