//! The level grammar paper: table 1, times by number of threads, with a success rate beside each.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use mapkiln::Seed;
use mapkiln::grammar::Grammar;
use rayon::prelude::*;

use crate::args::at_least_one;
use crate::failure::Failure;

/// The level grammar paper: table 1, levels of 50 and 100 rooms by number of threads
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Seeds per cell of the table; the paper has 30
    #[arg(long, value_name = "N", default_value = "30", value_parser = at_least_one)]
    seeds: u64,
    /// Levels in a batch for the figures on several threads
    #[arg(long, value_name = "N", default_value = "2000", value_parser = at_least_one)]
    batch: u64,
}

/// The paper's mean seconds and standard deviations: threads, 50 rooms, 100 rooms.
const PAPER: [(usize, [(f64, f64); 2]); 4] = [
    (1, [(18.27, 13.40), (36.22, 26.64)]),
    (4, [(6.67, 5.27), (17.92, 15.05)]),
    (8, [(3.48, 2.73), (10.89, 9.39)]),
    (16, [(2.32, 1.26), (6.75, 5.82)]),
];

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let grammar = Grammar::shipped("carcere-exire").map_err(Failure::not_made)?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "Table 1 of the paper: seconds per level (its machine: a 16-core Opteron 6276, 30 runs), and ours:\n\
         milliseconds per level on one thread over {} seeds, every count met.\n",
        args.seeds
    )?;
    writeln!(
        out,
        "{:10}{:>12}{:>10}{:>14}{:>10}{:>10}{:>16}{:>12}",
        "level", "paper mean", "sd", "ours mean", "sd", "median", "ratio of means", "complete"
    )?;
    let presets = [("50 rooms", "rooms50"), ("100 rooms", "rooms100")];
    for (column, (name, preset)) in presets.iter().enumerate() {
        let values = grammar.values(Some(preset), []).map_err(Failure::not_made)?;
        // One unmeasured level first, which allocates the memory.
        let _ = grammar.make_fast(&values, &Seed::from("warm"));
        let mut times = Vec::new();
        let mut complete = 0;
        for seed in 0..args.seeds {
            let start = Instant::now();
            complete += u64::from(grammar.make_fast(&values, &Seed::from(seed)).is_ok());
            times.push(start.elapsed());
        }
        let (mean, deviation, median) = statistics(&mut times);
        let (paper, paper_deviation) = PAPER[0].1[column];
        writeln!(
            out,
            "{name:10}{paper:>10.2} s{paper_deviation:>8.2} s{:>11.4} ms{:>7.4} ms{:>7.4} ms{:>16.0}{:>12}",
            mean * 1e3,
            deviation * 1e3,
            median * 1e3,
            paper / mean,
            format!("{complete}/{}", args.seeds)
        )?;
    }
    writeln!(
        out,
        "\nOn several threads: the paper searches one level with all of them, we make a batch of {} levels.\n\
         Threads beyond this machine's {} cores cannot help.\n",
        args.batch,
        std::thread::available_parallelism().map_or(1, |n| n.get())
    )?;
    writeln!(
        out,
        "{:10}{:>8}{:>14}{:>10}{:>16}{:>10}{:>14}",
        "level", "threads", "paper", "speed-up", "ours per level", "speed-up", "complete"
    )?;
    for (column, (name, preset)) in presets.iter().enumerate() {
        let values = grammar.values(Some(preset), []).map_err(Failure::not_made)?;
        let mut alone = None;
        for threads in [1, 2, 4, 8, 16] {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(Failure::not_made)?;
            let best = (0..3).map(|_| {
                let start = Instant::now();
                let complete = pool.install(|| {
                    (0..args.batch)
                        .into_par_iter()
                        .filter(|&seed| grammar.make_fast(&values, &Seed::from(seed)).is_ok())
                        .count()
                });
                (start.elapsed(), complete)
            });
            let (time, complete) = best.min().unwrap_or_default();
            let each = time.as_secs_f64() / args.batch as f64;
            let alone = *alone.get_or_insert(each);
            let paper = PAPER.iter().find(|(t, _)| *t == threads).map(|(_, cells)| cells[column].0);
            let paper_text = paper.map_or("-".to_owned(), |p| format!("{p:.2} s"));
            let paper_speed = paper.map_or("-".to_owned(), |p| format!("{:.2}", PAPER[0].1[column].0 / p));
            writeln!(
                out,
                "{name:10}{threads:>8}{paper_text:>14}{paper_speed:>10}{:>13.4} ms{:>10.2}{:>14}",
                each * 1e3,
                alone / each,
                format!("{complete}/{}", args.batch)
            )?;
        }
    }
    Ok(())
}

/// Mean, standard deviation and median in seconds.
fn statistics(times: &mut [Duration]) -> (f64, f64, f64) {
    times.sort_unstable();
    let seconds: Vec<f64> = times.iter().map(Duration::as_secs_f64).collect();
    let count = seconds.len() as f64;
    let mean = seconds.iter().sum::<f64>() / count;
    let squares: f64 = seconds.iter().map(|s| (s - mean) * (s - mean)).sum();
    let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
    (mean, deviation, seconds[seconds.len() / 2])
}
