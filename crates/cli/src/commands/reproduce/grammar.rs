//! The level grammar paper: table 1 and figure 6, times by number of threads, with how many were complete.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use mapkiln::grammar::{Engine, Grammar};
use mapkiln::{Run, Seed};
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

/// One cell of the paper's table: mean seconds, standard deviation, and the speed-up that it prints.
type PaperCell = (f64, f64, f64);

/// The paper's table: threads, 50 rooms, 100 rooms.
const PAPER: [(usize, [PaperCell; 2]); 4] = [
    (1, [(18.27, 13.40, 1.0), (36.22, 26.64, 1.0)]),
    (4, [(6.67, 5.27, 2.73), (17.92, 15.05, 2.01)]),
    (8, [(3.48, 2.73, 5.25), (10.89, 9.39, 3.32)]),
    (16, [(2.32, 1.26, 7.875), (6.75, 5.82, 6.22)]),
];

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "Table 1 of the paper: seconds per level (its machine: a 16-core Opteron 6276, 30 runs), and ours in\n\
         milliseconds over {} seeds each on this machine's {cores} cores, every count met. `paper engine` searches as\n\
         the paper does, batches of 16 searches of which the matches are applied in order; `our engine` uses a\n\
         second thread for rules that follow ways, from about 630 nodes; these levels have no such rule, so its columns should\n\
         differ by chance only (for batches of levels see below).\n",
        args.seeds
    )?;
    let presets = [("50 rooms", "rooms50"), ("100 rooms", "rooms100")];
    writeln!(out, "{:18} | {:^26} | {:^30} | {:^30} |", "", "paper", "paper engine", "our engine")?;
    writeln!(
        out,
        "{:10}{:>8} | {:>8}{:>9}{:>9} | {:>10}{:>11}{:>9} | {:>10}{:>11}{:>9} | {:>9}",
        "level", "threads", "s", "sd", "speed-up", "ms", "sd", "speed-up", "ms", "sd", "speed-up", "complete"
    )?;
    let mut plots: Vec<(String, [Vec<f64>; 2])> = Vec::new();
    let ours = thread_counts(cores);
    let mut counts: Vec<usize> = ours.iter().copied().chain(PAPER.map(|(threads, _)| threads)).collect();
    counts.sort_unstable();
    counts.dedup();
    for (column, (name, preset)) in presets.iter().enumerate() {
        let usual = Grammar::shipped("carcere-exire").map_err(Failure::not_made)?;
        let engines = [usual.clone().with_engine(Engine::Paper), usual];
        let values = engines[1].values(Some(preset), []).map_err(Failure::not_made)?;
        let mut alone = [None; 2];
        for &threads in &counts {
            let cell = PAPER.iter().find(|(t, _)| *t == threads).map(|(_, cells)| cells[column]);
            let text = |value: Option<f64>| value.map_or("-".to_owned(), |v| format!("{v:.2}"));
            let speed_up = cell.map(|c| if threads > 1 { format!("{:.2}", c.2) } else { "-".to_owned() });
            write!(
                out,
                "{name:10}{threads:>8} | {:>8}{:>9}{:>9} |",
                text(cell.map(|c| c.0)),
                text(cell.map(|c| c.1)),
                speed_up.unwrap_or_else(|| "-".to_owned()),
            )?;
            if !ours.contains(&threads) {
                writeln!(
                    out,
                    "{:>11}{:>11}{:>9} |{:>11}{:>11}{:>9} | {:>9}",
                    "-", "-", "-", "-", "-", "-", "-"
                )?;
                continue;
            }
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(Failure::not_made)?;
            let mut complete = 0;
            let mut lists = [Vec::new(), Vec::new()];
            for ((engine, alone), list) in engines.iter().zip(&mut alone).zip(&mut lists) {
                let (mut all, made) = pool.install(|| times(engine, &values, args.seeds, threads > 1));
                let (mean, deviation, _) = statistics(&mut all);
                let speed_up = match *alone {
                    Some(alone) => format!("{:.2}", alone / mean),
                    None => "-".to_owned(),
                };
                alone.get_or_insert(mean);
                write!(out, "{:>11.3}{:>11.3}{speed_up:>9} |", mean * 1e3, deviation * 1e3)?;
                complete += made;
                list.extend(all.iter().map(|t| t.as_secs_f64() * 1e3));
            }
            writeln!(out, " {:>9}", format!("{complete}/{}", 2 * args.seeds))?;
            plots.push((
                format!("{name}, {threads} {}", if threads == 1 { "thread" } else { "threads" }),
                lists,
            ));
        }
    }
    writeln!(
        out,
        "\nThe paper prints a speed-up of 6.22 for 100 rooms on 16 threads, which does not follow from its own times:\n\
         36.22 / 6.75 = 5.37. Its other speed-ups follow from its times to within 0.02.\n"
    )?;
    for (number, name) in ["the paper's", "our"].into_iter().enumerate() {
        writeln!(out, "Figure 6: times of {name} engine in ms, least, quartiles, greatest")?;
        let lists: Vec<(&str, &[f64])> =
            plots.iter().map(|(n, lists)| (n.as_str(), &lists[number][..])).collect();
        box_plots(&mut out, &lists)?;
        writeln!(out)?;
    }
    batches(args, &mut out, &presets)
}

/// 1, 2, 4 … up to the machine's cores.
fn thread_counts(cores: usize) -> Vec<usize> {
    let mut counts: Vec<usize> =
        std::iter::successors(Some(1), |n| Some(n * 2)).take_while(|n| *n < cores).collect();
    counts.push(cores.max(1));
    counts
}

/// The time of each level, and how many were made.
fn times(grammar: &Grammar, values: &[i64], seeds: u64, parallel: bool) -> (Vec<Duration>, u64) {
    let make = |seed: Seed| {
        let mut run = Run::new(seed).with_parallel(parallel);
        grammar.make_bare(values, &mut run).is_ok()
    };
    // One unmeasured level first, which allocates the memory.
    make(Seed::from("warm"));
    let mut times = Vec::new();
    let mut complete = 0;
    for seed in 0..seeds {
        let start = Instant::now();
        complete += u64::from(make(Seed::from(seed)));
        times.push(start.elapsed());
    }
    (times, complete)
}

/// One line per list: whiskers from the least to the greatest, a box around the middle half.
fn box_plots(out: &mut impl Write, plots: &[(&str, &[f64])]) -> Result<(), Failure> {
    const WIDTH: f64 = 60.0;
    let most = plots.iter().flat_map(|(_, list)| *list).copied().fold(0.0, f64::max).max(1e-9);
    for (name, list) in plots {
        let mut list = list.to_vec();
        list.sort_by(f64::total_cmp);
        let at = |share: f64| list.get((share * (list.len() - 1) as f64) as usize).copied().unwrap_or(0.0);
        let [low, first, middle, third, high] = [0.0, 0.25, 0.5, 0.75, 1.0].map(at);
        let place = |value: f64| (value / most * WIDTH) as usize;
        let line: String = (0..=place(high))
            .map(|x| match x {
                x if x == place(middle) => '|',
                x if x == place(first) => '[',
                x if x == place(third) => ']',
                x if x > place(first) && x < place(third) => '=',
                x if x >= place(low) => '-',
                _ => ' ',
            })
            .collect();
        writeln!(out, "{name:22} {line}")?;
        writeln!(out, "{:22} {low:.3}, {first:.3}, {middle:.3}, {third:.3}, {high:.3}", "")?;
    }
    Ok(())
}

/// Batches of levels on several threads, with our engine.
fn batches(args: &Args, out: &mut impl Write, presets: &[(&str, &str)]) -> Result<(), Failure> {
    let grammar = Grammar::shipped("carcere-exire").map_err(Failure::not_made)?;
    writeln!(out, "Our engine, batches of {} levels, one level per thread:\n", args.batch)?;
    writeln!(out, "{:10}{:>8}{:>16}{:>10}{:>14}", "level", "threads", "per level", "speed-up", "complete")?;
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    for (name, preset) in presets {
        let values = grammar.values(Some(preset), []).map_err(Failure::not_made)?;
        let mut alone = None;
        for threads in thread_counts(cores) {
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
            writeln!(
                out,
                "{name:10}{threads:>8}{:>13.4} ms{:>10.2}{:>14}",
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
