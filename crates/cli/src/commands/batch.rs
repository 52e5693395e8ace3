//! `mapkiln batch`: a job of many maps, on the threads of this machine.

mod folder;
mod lock;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use mapkiln::{Limit, MakeError};
use mapkiln_batch::{BatchJob, BatchPlan, PartRecord, round_part};

use crate::args::at_least_one;
use crate::failure::Failure;
use crate::files::{read_text, say_on_signals};
use crate::progress::Count;
use crate::say::say;
use folder::Folder;

/// Make the maps of a job into a folder of Parquet files, on all cores
///
/// A job names a maker, a spec, what varies and a range of seeds. A job that was stopped goes on where
/// it was: run the same command again. `python -m mapkiln.batch` does the same job on a Ray cluster,
/// with the same output to the byte.
#[derive(clap::Args)]
#[command(after_help = "\
A job:
  maker = \"level\"
  seeds = \"0..1000000\"          # half open; the seed of a map is the number
  part = 10000                  # maps per file; left out: about a second's work
  map = \"zstd\"                  # none, json or zstd: the document in the column `map`
  metrics = [\"count_room\"]      # left out: all
  pictures = \"png\"              # left out: none
  [spec]                        # as in --spec
  preset = \"rooms50\"
  [vary]                        # lists or ranges such as \"10..20\"; all combinations
  rooms = [20, 50, 100]

Examples:
  mapkiln batch levels.toml -o levels
  mapkiln batch levels.toml -o levels --threads 4 --quiet")]
pub(crate) struct Args {
    /// The job (TOML, or JSON if it ends in .json); - is standard input
    #[arg(value_name = "JOB")]
    job: PathBuf,

    /// The folder for the parts; is made if it is missing
    #[arg(short, long = "output", value_name = "FOLDER")]
    output: PathBuf,

    /// Number of threads; does not change the output [default: all cores]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<u64>,

    /// Show no progress and no messages
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let cores = thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let threads = args.threads.unwrap_or(cores);
    Limit::Threads.check(threads).map_err(Failure::usage)?;
    let job = read_job(&args.job)?;
    let wrong = |e: mapkiln_batch::Error| wrong_job(&args.job, e);
    let chosen = job.part.is_some();
    let mut plan = BatchPlan::new(job).map_err(wrong)?;

    let remark = |text: String| {
        if !args.quiet {
            say(text);
        }
    };
    let folder = Folder::open(&args.output, &remark)?;
    if !args.quiet {
        let (job, out) = (args.job.display(), args.output.display());
        say_on_signals(format!(
            "stopped; what is done stays, and this goes on:\n  mapkiln batch {job} -o {out}"
        ));
    }
    plan = match folder.started()? {
        Some(before) if chosen => same(&args.output, plan, before)?,
        Some(before) => {
            let part = before.job.part.unwrap_or(1);
            same(&args.output, plan.with_part(part), before)?
        }
        None if chosen => plan,
        None => {
            let part = round_part(seconds_per_map(&plan));
            plan.with_part(part)
        }
    };
    folder.start(&plan)?;
    let entries = make_missing(&folder, &plan, threads, args.quiet)?;
    let errors: u64 = entries.iter().map(|entry| entry.errors).sum();
    let (maps, parts) = (plan.maps(), plan.parts());
    folder.finish(plan, entries)?;
    remark(format!("{maps} maps in {parts} parts, {errors} of them errors, in {}", args.output.display()));
    Ok(())
}

fn wrong_job(path: &Path, error: mapkiln_batch::Error) -> Failure {
    match error.fault() {
        mapkiln::Fault::Wish => Failure::usage(format!("the job {} is wrong: {error}", path.display())),
        mapkiln::Fault::Failure => Failure::not_made(error),
    }
}

fn read_job(path: &Path) -> Result<BatchJob, Failure> {
    let text = read_text(path)?;
    let is_json = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json"));
    let job = if is_json { BatchJob::from_json(&text) } else { BatchJob::from_toml(&text) };
    job.map_err(|e| wrong_job(path, e))
}

/// The plan, if the folder was started with the same.
fn same(folder: &Path, plan: BatchPlan, before: BatchPlan) -> Result<BatchPlan, Failure> {
    if plan == before {
        return Ok(plan);
    }
    let folder = folder.display();
    Err(Failure::usage(format!("{folder} was started with another job; name another folder, or remove it")))
}

/// What a map takes: the mean of up to a hundred, or of a second.
fn seconds_per_map(plan: &BatchPlan) -> f64 {
    let small = plan.with_part(1);
    let start = Instant::now();
    let count = small.maps().min(100);
    for (done, part) in (1u32..).zip(0..count) {
        // What cannot be made is told when its part is.
        let _ = small.make_part(part);
        let taken = start.elapsed();
        if taken > Duration::from_secs(1) || u64::from(done) == count {
            return taken.as_secs_f64() / f64::from(done);
        }
    }
    1.0
}

/// Makes what is missing; returns the entries of all parts, in order.
fn make_missing(
    folder: &Folder,
    plan: &BatchPlan,
    threads: u64,
    quiet: bool,
) -> Result<Vec<PartRecord>, Failure> {
    let mut entries: Vec<Option<PartRecord>> = folder.done(plan)?;
    let missing: Vec<u64> =
        (0..).zip(&entries).filter(|(_, entry)| entry.is_none()).map(|(i, _)| i).collect();
    let before: u64 = entries.iter().flatten().map(|entry| entry.rows).sum();
    let bar = Count::new(quiet, before, plan.maps());
    let (next, made, stop) = (AtomicU64::new(0), AtomicU64::new(before), AtomicBool::new(false));
    let results: Mutex<Vec<(u64, Result<PartRecord, Failure>)>> = Mutex::new(Vec::new());
    let work = || {
        while !stop.load(Ordering::Relaxed) {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(&part) = usize::try_from(place).ok().and_then(|place| missing.get(place)) else { break };
            let made = plan.make_part_watched(part, &made).map_err(Failure::of);
            let stored = made.and_then(|made| {
                folder.store(&made)?;
                Ok(PartRecord::from(&made))
            });
            stop.fetch_or(stored.is_err(), Ordering::Relaxed);
            if let Ok(mut results) = results.lock() {
                results.push((part, stored));
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(missing.len() as u64)).map(|_| scope.spawn(work)).collect();
        while workers.iter().any(|worker| !worker.is_finished()) {
            bar.show(made.load(Ordering::Relaxed));
            thread::sleep(Duration::from_millis(if bar.is_shown() { 100 } else { 10 }));
        }
    });
    drop(bar);
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(part, _)| *part);
    for (part, result) in results {
        entries[part as usize] = Some(result?);
    }
    entries.into_iter().map(|entry| entry.ok_or_else(|| Failure::not_made("a part is missing"))).collect()
}
