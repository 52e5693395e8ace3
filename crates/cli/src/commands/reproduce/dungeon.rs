//! The dungeon thesis: how both algorithms fare, and a map like its figure 16.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use mapkiln::draw::text::classic::{self, LEGEND, room_list};
use mapkiln::dungeon::classic::{ClassicSpec, Size};
use mapkiln::plan::Plan;
use mapkiln::{Run, Spec};

use crate::args::at_least_one;
use crate::failure::Failure;

/// The dungeon thesis: fitness, rooms, empty rooms and time over many seeds, and a map
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Seeds per size
    #[arg(long, value_name = "N", default_value = "200", value_parser = at_least_one)]
    seeds: u64,
}

/// Sums over seeds.
#[derive(Default)]
struct Sums {
    first_mean: f64,
    last_mean: f64,
    first_best: f64,
    last_best: f64,
    rooms: u64,
    fewest: u64,
    most: u64,
    empty: u64,
    time: Duration,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "Both algorithms as in the thesis (10 generations of 10, nothing kept between generations),\n\
         50 % enemies, 50 % treasure, {} seeds a size, one thread. The thesis prints no figures for\n\
         these; time is for a whole run: ten layouts evolved, and contents for each of the ten.\n",
        args.seeds
    )?;
    writeln!(
        out,
        "{:8}{:>12}{:>12}{:>12}{:>12}{:>14}{:>9}{:>11}",
        "size", "mean first", "mean last", "best first", "best last", "rooms", "empty", "ms per run"
    )?;
    for size in Size::ALL {
        let spec = ClassicSpec { size, ..ClassicSpec::default() }.strict();
        let sums = measure(&spec, args.seeds)?;
        let seeds = args.seeds as f64;
        writeln!(
            out,
            "{:8}{:>12.1}{:>12.1}{:>12.1}{:>12.1}{:>14}{:>7.1} %{:>11.2}",
            size.to_string(),
            sums.first_mean / seeds,
            sums.last_mean / seeds,
            sums.first_best / seeds,
            sums.last_best / seeds,
            format!("{:.1} ({}-{})", sums.rooms as f64 / seeds / 10.0, sums.fewest, sums.most),
            100.0 * sums.empty as f64 / sums.rooms as f64,
            1000.0 * sums.time.as_secs_f64() / seeds,
        )?;
    }
    writeln!(out, "\nA map like figure 16 (small, 50 % enemies, 25 % treasure), beside its rooms:\n")?;
    let spec = ClassicSpec { enemies: 50, treasure: 25, ..ClassicSpec::default() }.strict();
    let plan = spec.make(&mut Run::new("figure 16")).map_err(Failure::not_made)?.map;
    out.write_all(beside(&plan).as_bytes())?;
    Ok(())
}

fn measure(spec: &ClassicSpec, seeds: u64) -> Result<Sums, Failure> {
    let mut sums = Sums { fewest: u64::MAX, ..Sums::default() };
    for seed in 0..seeds {
        let start = Instant::now();
        let made = spec.make_selection(&mut Run::new(seed)).map_err(Failure::not_made)?;
        sums.time += start.elapsed();
        let trace =
            made.first().and_then(|best| best.report.stages.first()).map(|stage| stage.trace.as_slice());
        if let Some([first, .., last]) = trace {
            // A trace holds costs; the thesis counts points.
            let points = |cost: f64| spec.penalties.base as f64 - cost;
            sums.first_mean += points(first.mean);
            sums.last_mean += points(last.mean);
            sums.first_best += points(first.best);
            sums.last_best += points(last.best);
        }
        for plan in made.iter().map(|member| &member.map) {
            let rooms = plan.rooms().count() as u64;
            sums.rooms += rooms;
            sums.fewest = sums.fewest.min(rooms);
            sums.most = sums.most.max(rooms);
            sums.empty += plan.rooms().filter(|r| r.contents.is_empty()).count() as u64;
        }
    }
    Ok(sums)
}

/// The map without its empty margins, with legend and room list on its right.
fn beside(plan: &Plan) -> String {
    let map = classic::map(plan);
    let rows: Vec<&str> = map.lines().collect();
    let rows = match (rows.iter().position(|r| !r.is_empty()), rows.iter().rposition(|r| !r.is_empty())) {
        (Some(first), Some(last)) => &rows[first..=last],
        _ => &[],
    };
    let indent =
        rows.iter().filter(|r| !r.is_empty()).map(|r| r.len() - r.trim_start().len()).min().unwrap_or(0);
    let width = rows.iter().map(|r| r.len()).max().unwrap_or(0).saturating_sub(indent);
    let list = format!("{LEGEND}\n{}", room_list(plan));
    let mut list = list.lines();
    let mut text = String::new();
    for row in rows {
        let row = row.get(indent..).unwrap_or_default();
        let line = format!("{row:width$}   {}", list.next().unwrap_or_default());
        text.push_str(line.trim_end());
        text.push('\n');
    }
    for line in list {
        text.push_str(&format!("{:width$}   {line}\n", ""));
    }
    text
}
