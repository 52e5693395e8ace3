//! The tile world paper: how long a map takes, from its 5x5 to our 2000x2000.

use std::io::{self, Write};
use std::time::Instant;

use mapkiln::tiles::{Limits, TileSource, WorldSpec};
use mapkiln::{Maker, Run};

use crate::args::at_least_one;
use crate::failure::Failure;

/// The tile world paper: time against size, with the share of maps that succeed, and a plot
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Maps per size of the paper's table; fewer for larger sizes
    #[arg(long, value_name = "N", default_value = "50", value_parser = at_least_one)]
    runs: u64,

    /// The largest side to try
    #[arg(long, value_name = "CELLS", default_value = "2000")]
    largest: u32,
}

/// Side, and the paper's mean of 50 runs in milliseconds (table 1).
const PAPER: [(u32, Option<f64>); 10] = [
    (5, Some(0.8)),
    (10, Some(7.2)),
    (25, Some(223.4)),
    (50, Some(3443.2)),
    (75, Some(15_111.0)),
    (100, Some(119_395.9)),
    (200, None),
    (500, None),
    (1000, None),
    (2000, None),
];

struct Row {
    cells: u64,
    mean: f64,
    paper: Option<f64>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "Table 1 of the paper: mean milliseconds per map, the paper's 19 tiles with equal\n\
         weights, one thread (the paper timed 14 tiles, in Python). `done` is the share of maps that\n\
         came to an end; `alone` is that share when nothing is ever taken back or repaired.\n"
    )?;
    writeln!(
        out,
        "{:>11}{:>10}{:>6}{:>12}{:>12}{:>12}{:>12}{:>8}{:>8}",
        "size", "cells", "runs", "paper ms", "mean ms", "median ms", "times", "done", "alone"
    )?;
    let mut rows = Vec::new();
    for (side, paper) in PAPER.into_iter().filter(|(side, _)| *side <= args.largest) {
        let cells = u64::from(side) * u64::from(side);
        let runs =
            if side <= 100 { args.runs } else { (args.runs * 10_000 / cells).clamp(3, args.runs.max(3)) };
        let tileset = TileSource::Name("paper".to_owned());
        let spec = WorldSpec { tileset, width: side, height: side, ..WorldSpec::default() };
        let alone = Limits { backtracks: 0, repairs: 0, ..Limits::default() };
        let alone = WorldSpec { limits: alone, ..spec.clone() };
        let maker = Maker::new(spec).map_err(Failure::of)?;
        let alone = Maker::new(alone).map_err(Failure::of)?;
        let mut times = Vec::new();
        let (mut done, mut done_alone) = (0, 0);
        for seed in 0..runs {
            let start = Instant::now();
            done += u64::from(maker.make(&mut Run::new(seed)).is_ok());
            times.push(start.elapsed().as_secs_f64() * 1e3);
            done_alone += u64::from(alone.make(&mut Run::new(seed)).is_ok());
        }
        times.sort_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let share = |n: u64| format!("{:.0} %", 100.0 * n as f64 / runs as f64);
        writeln!(
            out,
            "{:>11}{cells:>10}{runs:>6}{:>12}{mean:>12.3}{:>12.3}{:>12}{:>8}{:>8}",
            format!("{side}x{side}"),
            paper.map_or("-".to_owned(), |p| format!("{p:.1}")),
            times[times.len() / 2],
            paper.map_or("-".to_owned(), |p| format!("{:.0}", p / mean)),
            share(done),
            share(done_alone)
        )?;
        out.flush()?;
        rows.push(Row { cells, mean, paper });
    }
    plot(&mut out, &rows)?;
    Ok(())
}

/// Time against cells, both by powers of ten.
fn plot(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    const WIDTH: usize = 56;
    // Whole tenths of a decade, by counting: no platform's logarithm is needed for a picture.
    let tenths = |value: f64| {
        let (mut value, mut tenths) = (value, 0i32);
        while value >= 10.0 {
            value /= 10.0;
            tenths += 10;
        }
        while value < 1.0 {
            value *= 10.0;
            tenths -= 10;
        }
        const STEPS: [f64; 9] = [1.259, 1.585, 1.995, 2.512, 3.162, 3.981, 5.012, 6.310, 7.943];
        tenths + STEPS.iter().filter(|s| value >= **s).count() as i32
    };
    writeln!(out, "\nms (log)   o ours   p the paper's")?;
    let column = |cells: u64| ((tenths(cells as f64) - 10) as usize).min(WIDTH);
    let (top, bottom) = (52, -24);
    for level in (bottom..=top).rev().step_by(4) {
        let mut line = vec![' '; WIDTH + 1];
        for row in rows {
            let here = |ms: f64| (level..level + 4).contains(&tenths(ms));
            if row.paper.is_some_and(here) {
                line[column(row.cells)] = 'p';
            }
            if here(row.mean) {
                line[column(row.cells)] = 'o';
            }
        }
        let label = if level.rem_euclid(10) < 4 {
            let power = level.div_euclid(10) + i32::from(level.rem_euclid(10) != 0);
            format!("10^{power}")
        } else {
            String::new()
        };
        let line: String = line.into_iter().collect();
        writeln!(out, "{label:>7} |{}", line.trim_end())?;
    }
    writeln!(out, "        +{}", "-".repeat(WIDTH))?;
    writeln!(out, "        10        100       1000      10^4      10^5      10^6 cells")
}
