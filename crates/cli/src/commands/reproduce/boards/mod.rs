//! The board thesis: its tables 3 to 13 in its own settings, beside our methods.

mod paper;
mod plot;
mod runs;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use mapkiln::Spec;
use mapkiln::board::catan::CatanSpec;
use mapkiln::board::terra::{TerraMysticaProfile, TerraMysticaSpec};
use mapkiln::board::{Method, PublishedParams, RuleCheck, RuleSet, official};

use crate::args::at_least_one;
use crate::failure::Failure;
use crate::files::write_whole;
use paper::{BEST, CATAN, OFFICIAL, SECONDS, TABLES, Table};
use plot::{Series, chart};
use runs::{Timed, timed};

/// The board thesis: scores over time in its own settings, beside our methods and the official maps
///
/// The thesis ran each setting 30 times for 300 seconds: `--runs 30 --seconds 300` takes 20 hours.
/// A shorter run compares the same shares of the time.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Runs per setting (the thesis: 30)
    #[arg(long, value_name = "N", default_value = "3", value_parser = at_least_one)]
    runs: u64,

    /// Time limit per run (the thesis: 300)
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = at_least_one)]
    seconds: u64,

    /// Boards that each method may judge in the comparison by evaluations [default: as many as the
    /// published algorithm judged in its time]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    evaluations: Option<u64>,

    /// Only these tables, 3 to 13, separated by commas
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(3..=13))]
    tables: Vec<u32>,

    /// Write every run as CSV and the curves as SVG into this folder
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// Generations without progress after which we restart; the thesis says "an interval of time".
const RESTART_AFTER: usize = 100;

/// What is written to the folder.
#[derive(Default)]
struct Files(Vec<(String, String)>);

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(folder) = args.output.as_deref().filter(|f| !f.is_dir()) {
        return Err(Failure::usage(format!("the folder {} does not exist; make it first", folder.display())));
    }
    let mut files = Files::default();
    let wanted = |number: u32| args.tables.is_empty() || args.tables.contains(&number);
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} runs of {} s each on one thread (the thesis: 30 of 300 s); less is better, 0 is balanced.\n\
         Times of the thesis are scaled to ours: 100 % is the end of a run.\n",
        args.runs, args.seconds
    )?;
    let mut csv = "table,population,restart,weighted,run,seconds,evaluations,best\n".to_owned();
    let mut best: [Option<(u64, String)>; 2] = [None, None];
    for table in TABLES.iter().filter(|t| wanted(t.number)) {
        let runs = run_table(table, args)?;
        report_table(&mut out, table, &runs, args)?;
        for (i, run) in runs.iter().enumerate() {
            for (seconds, evaluations, score) in &run.points {
                let Table { number, population, restart, weighted, .. } = table;
                let _ = writeln!(
                    csv,
                    "{number},{population},{restart},{weighted},{},{seconds:.3},{evaluations},{score}",
                    i + 1
                );
            }
            let score = rules(table.weighted).score(&run.board);
            let slot = &mut best[usize::from(table.weighted)];
            if slot.as_ref().is_none_or(|(total, _)| score.total < *total) {
                *slot = Some((score.total, score.summary()));
            }
        }
        let line = |name: &str, points| Series { name: name.to_owned(), points };
        let theirs = shares(table).map(|(share, mean)| (100.0 * share, mean)).collect();
        let ours = shares(table)
            .map(|(share, _)| (100.0 * share, mean_at(&runs, share * args.seconds as f64)))
            .collect();
        let title = format!(
            "Table {}: population {}{}{}",
            table.number,
            table.population,
            if table.weighted { ", with weight" } else { "" },
            if table.restart { ", with restart" } else { "" }
        );
        // The first generations have unconnected rivers and would flatten all else.
        let ceiling = if table.weighted { 5000.0 } else { 90.0 };
        let svg = chart(
            &title,
            "share of the time, in percent",
            "mean score",
            ceiling,
            &[line("thesis", theirs), line("this run", ours)],
        );
        files.0.push((format!("table-{:02}.svg", table.number), svg));
    }
    if csv.lines().count() > 1 {
        files.0.push(("scores.csv".to_owned(), csv));
    }
    methods(&mut out, args, &mut files)?;
    if wanted(7) || wanted(12) {
        best_boards(&mut out, &best, &mut files)?;
    }
    if wanted(13) {
        catan(&mut out, args, &mut files)?;
    }
    if let Some(folder) = &args.output {
        files.write(folder)?;
        writeln!(out, "wrote {} files to {}", files.0.len(), folder.display())?;
    }
    Ok(())
}

fn rules(weighted: bool) -> RuleSet {
    if weighted { RuleSet::weighted() } else { RuleSet::thesis() }
}

/// Shares of the time at which a table gives means, with them.
fn shares(table: &Table) -> impl Iterator<Item = (f64, f64)> {
    let last = (table.means.len() - 1) as f64;
    table.means.iter().enumerate().map(move |(i, &mean)| (i as f64 / last, mean))
}

fn run_table(table: &Table, args: &Args) -> Result<Vec<Timed>, Failure> {
    let spec = TerraMysticaSpec {
        method: Method::Thesis,
        profile: if table.weighted { TerraMysticaProfile::Weighted } else { TerraMysticaProfile::Thesis },
        thesis: PublishedParams {
            population: table.population,
            restart_after: if table.restart { RESTART_AFTER } else { 0 },
            generations: usize::MAX,
            ..PublishedParams::default()
        },
        ..TerraMysticaSpec::default()
    };
    (0..args.runs).map(|seed| timed(seed, args.seconds, None, |run| spec.make(run))).collect()
}

/// The mean over runs of the best score at a time.
fn mean_at(runs: &[Timed], seconds: f64) -> f64 {
    runs.iter().map(|run| run.best_at(seconds)).sum::<f64>() / runs.len().max(1) as f64
}

fn report_table(out: &mut impl io::Write, table: &Table, runs: &[Timed], args: &Args) -> Result<(), Failure> {
    let evaluations: u64 = runs.iter().map(|r| r.evaluations).sum::<u64>() / runs.len().max(1) as u64;
    writeln!(
        out,
        "Table {}: the published algorithm, population {}{}{}; {evaluations} boards judged per run",
        table.number,
        table.population,
        if table.weighted { ", with weight" } else { "" },
        if table.restart { ", with restart" } else { "" },
    )?;
    writeln!(
        out,
        "{:>8}{:>14}{:>12}{:>14}{:>12}{:>8}",
        "share", "thesis at", "mean", "ours at", "mean", "ratio"
    )?;
    for (share, theirs) in shares(table) {
        let at = share * args.seconds as f64;
        let ours = mean_at(runs, at);
        writeln!(
            out,
            "{:>6.0} %{:>12.0} s{theirs:>12.0}{at:>12.2} s{ours:>12.1}{:>8.2}",
            100.0 * share,
            share * SECONDS,
            ours / theirs
        )?;
    }
    writeln!(out)?;
    Ok(())
}

/// Our methods beside the published one: within the same time, then with as many boards judged.
fn methods(out: &mut impl io::Write, args: &Args, files: &mut Files) -> Result<(), Failure> {
    let mut csv = "compared_by,method,profile,run,seconds,evaluations,thesis,lab\n".to_owned();
    writeln!(out, "Our methods within the same time, judged by the thesis' strict metric and by the lab's")?;
    let judged = contest(out, args, None, &mut csv, files)?;
    let budget = args.evaluations.unwrap_or(judged);
    writeln!(
        out,
        "The same with a budget of {budget} boards judged each (moves tried, for anneal and its rivers)"
    )?;
    contest(out, args, Some(budget), &mut csv, files)?;
    writeln!(
        out,
        "(The river is made by rules before aco and anneal begin: that part is not their doing.)\n"
    )?;
    files.0.push(("methods.csv".to_owned(), csv));
    Ok(())
}

/// The methods by name, with the rules they work for.
const METHODS: [(&str, Method, TerraMysticaProfile); 7] = [
    ("thesis, population 1,000", Method::Thesis, TerraMysticaProfile::Thesis),
    ("brkga, graded R3", Method::Brkga, TerraMysticaProfile::Graded),
    ("brkga, flat R3", Method::Brkga, TerraMysticaProfile::Thesis),
    ("aco, river first", Method::Aco, TerraMysticaProfile::Thesis),
    ("anneal, river first", Method::Anneal, TerraMysticaProfile::Thesis),
    ("anneal, both metrics", Method::Anneal, TerraMysticaProfile::Both),
    ("anneal, and even factions", Method::Anneal, TerraMysticaProfile::Even),
];

/// All methods within the time, or with a budget of boards to judge; gives the boards that the
/// published algorithm judged in a run.
fn contest(
    out: &mut impl io::Write,
    args: &Args,
    budget: Option<u64>,
    csv: &mut String,
    files: &mut Files,
) -> Result<u64, Failure> {
    writeln!(
        out,
        "{:<28}{:>9}{:>12}{:>12}{:>14}{:>14}",
        "method", "at 0", "mean", "mean lab", "mean seconds", "mean judged"
    )?;
    // In the comparison by evaluations, the clock only stops what is very slow.
    let seconds = if budget.is_some() { 20 * args.seconds } else { args.seconds };
    let by = if budget.is_some() { "evaluations" } else { "time" };
    let (mut lines, mut published) = (Vec::new(), 0);
    for (name, method, profile) in METHODS {
        let mut spec = TerraMysticaSpec { method, profile, ..TerraMysticaSpec::default() };
        (spec.brkga.generations, spec.thesis.generations) = (usize::MAX, usize::MAX);
        let runs: Result<Vec<Timed>, Failure> =
            (0..args.runs).map(|seed| timed(seed, seconds, budget, |run| spec.make(run))).collect();
        let runs = runs?;
        let scores: Vec<(u64, u64)> = runs
            .iter()
            .map(|r| (RuleSet::thesis().score(&r.board).total, RuleSet::lab().score(&r.board).total))
            .collect();
        let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / runs.len().max(1) as f64;
        let solved = scores.iter().filter(|s| s.0 == 0).count();
        let judged = mean(&mut runs.iter().map(|r| r.evaluations as f64));
        writeln!(
            out,
            "{name:<28}{:>9}{:>12.1}{:>12.1}{:>14.4}{judged:>14.0}",
            format!("{solved}/{}", runs.len()),
            mean(&mut scores.iter().map(|s| s.0 as f64)),
            mean(&mut scores.iter().map(|s| s.1 as f64)),
            mean(&mut runs.iter().map(|r| r.seconds)),
        )?;
        for (i, (run, (thesis, lab))) in runs.iter().zip(&scores).enumerate() {
            let Timed { seconds, evaluations, .. } = run;
            let _ = writeln!(
                csv,
                "{by},{name:?},{profile:?},{},{seconds:.6},{evaluations},{thesis},{lab}",
                i + 1
            );
        }
        if method == Method::Thesis {
            published = judged as u64;
        }
        if matches!(method, Method::Thesis | Method::Brkga) {
            let steps = (0..=100).map(|share| f64::from(share) / 100.0);
            let best = |share: f64| match budget {
                None => mean_at(&runs, share * args.seconds as f64),
                Some(budget) => mean(&mut runs.iter().map(|r| r.best_after(share * budget as f64))),
            };
            let points = steps.map(|s| (100.0 * s, best(s))).collect();
            lines.push(Series { name: name.to_owned(), points });
        }
    }
    writeln!(out)?;
    let title = "Evolution on Terra Mystica, population 1,000";
    let x_name = format!("share of the {by}, in percent");
    let file = format!("methods-by-{by}.svg");
    files.0.push((file, chart(title, &x_name, "mean of the best score", 160.0, &lines)));
    Ok(published)
}

/// Tables 7 and 12, and the official maps by both metrics.
fn best_boards(
    out: &mut impl io::Write,
    best: &[Option<(u64, String)>; 2],
    files: &mut Files,
) -> Result<(), Failure> {
    writeln!(out, "Tables 7 and 12: best boards, score = (R1, R2, R3, R4)")?;
    writeln!(out, "{:<34}{:>24}{:>24}{:>24}", "board", "thesis says", "ours, strict", "ours, lab")?;
    for ((number, theirs), ours) in BEST.iter().zip(best) {
        let ours = ours.as_ref().map_or("not run", |(_, summary)| summary);
        let name = format!("best of the algorithm, table {number}");
        writeln!(out, "{name:<34}{theirs:>24}{ours:>24}{:>24}", "")?;
    }
    let mut csv = "map,thesis_metric,lab_metric,published\n".to_owned();
    for map in official::terra_mystica() {
        let name = map.name.clone().unwrap_or_default();
        let theirs = OFFICIAL.iter().find(|(n, _)| *n == name).map_or("", |(_, score)| score);
        let (strict, lab) = (RuleSet::thesis().score(&map).summary(), RuleSet::lab().score(&map).summary());
        writeln!(out, "{name:<34}{theirs:>24}{strict:>24}{lab:>24}")?;
        let _ = writeln!(csv, "{name:?},{strict:?},{lab:?},{theirs:?}");
    }
    writeln!(out, "(The thesis compares its strict scores with the lab's scores of the official maps.)\n")?;
    files.0.push(("official.csv".to_owned(), csv));
    Ok(())
}

/// Table 13: time to a Catan board without breaches.
fn catan(out: &mut impl io::Write, args: &Args, files: &mut Files) -> Result<(), Failure> {
    writeln!(out, "Table 13: seconds to a Catan board without breaches (mean over runs that got there)")?;
    writeln!(out, "{:<44}{:>10}{:>12}{:>12}{:>8}", "method", "solved", "thesis", "ours", "ratio")?;
    let mut unchecked = RuleSet::standard();
    unchecked.name = "without R2".to_owned();
    unchecked.rules.retain(|rule| !matches!(rule.check, RuleCheck::PipBalance { .. }));
    let mut csv = "method,rules,run,seconds,solved,meets_R2\n".to_owned();
    let published =
        |population| PublishedParams { population, generations: usize::MAX, ..PublishedParams::default() };
    let mut work: Vec<(String, Option<f64>, CatanSpec)> = Vec::new();
    for (population, theirs) in CATAN {
        let thesis = published(population);
        let spec = CatanSpec { method: Method::Thesis, thesis, ..CatanSpec::default() };
        let loose = CatanSpec { rules: Some(unchecked.clone()), ..spec.clone() };
        work.push((format!("thesis, population {population}, R2 never checked"), Some(theirs), loose));
        work.push((format!("thesis, population {population}, R2 checked"), Some(theirs), spec));
    }
    for (name, method) in [("brkga", Method::Brkga), ("aco", Method::Aco), ("anneal", Method::Anneal)] {
        work.push((format!("{name}, R2 checked"), None, CatanSpec { method, ..CatanSpec::default() }));
    }
    for (name, theirs, spec) in work {
        let mut solved = Vec::new();
        let mut meets = 0;
        for seed in 0..args.runs {
            let run = timed(seed, args.seconds, None, |run| spec.make(run))?;
            let done = spec.rules().score(&run.board).total == 0;
            let real = RuleSet::standard().score(&run.board).rules[1].count == 0;
            meets += u64::from(done && real);
            if done {
                solved.push(run.seconds);
            }
            let _ =
                writeln!(csv, "{name:?},{},{},{:.6},{done},{real}", spec.rules().name, seed + 1, run.seconds);
        }
        let mean = solved.iter().sum::<f64>() / solved.len().max(1) as f64;
        let ours = if solved.is_empty() { "-".to_owned() } else { format!("{mean:.5} s") };
        let ratio =
            theirs.filter(|_| !solved.is_empty()).map_or(String::new(), |t| format!("{:.3}", mean / t));
        let theirs = theirs.map_or("-".to_owned(), |t| format!("{t:.3} s"));
        let note = if spec.rules.is_some() { format!("  {meets} meet R2") } else { String::new() };
        writeln!(
            out,
            "{name:<44}{:>10}{theirs:>12}{ours:>12}{ratio:>8}{note}",
            format!("{}/{}", solved.len(), args.runs)
        )?;
    }
    writeln!(out)?;
    files.0.push(("catan.csv".to_owned(), csv));
    Ok(())
}

impl Files {
    fn write(&self, folder: &Path) -> Result<(), Failure> {
        self.0.iter().try_for_each(|(name, text)| write_whole(&folder.join(name), text.as_bytes()))
    }
}
