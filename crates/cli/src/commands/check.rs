//! `mapkiln check`: what holds of a map, and what does not.

mod print;
mod reading;
mod sarif;

use std::io::{self, Write};
use std::path::PathBuf;

use mapkiln::check::{Against, CLAIMS, CheckOptions, Claim, Verdict};
use mapkiln::{Language, map_indexed};

use crate::args::{at_least_one, read_data, set_threads};
use crate::failure::Failure;
use crate::reading::read_map;

/// Check maps: every claim, from the document alone
///
/// Reads map documents, stored games, files of other programs (.uvtt, Foundry's .zip, .tmx, .tmj, .ldtk),
/// pictures that carry their map and whatever else `mapkiln draw` reads. A file may hold many documents, one per line. Ends with 0 if
/// every claim holds, with 1 if one does not.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapkiln dungeon --seed cellar -o cellar.json --report cellar.report.json
  mapkiln check cellar.json
  mapkiln check cellar.json --report cellar.report.json     with the proofs that its maker found
  mapkiln check players.json --against cellar.json          does it tell the players anything?
  mapkiln check players.uvtt --against cellar.json --player
  mapkiln board catan --count 1000 --format json | mapkiln check - --quiet
  mapkiln check *.json --format sarif > findings.sarif
  mapkiln check --list                                      every claim, and what it costs")]
pub(crate) struct Args {
    /// Maps to check; - is standard input
    #[arg(value_name = "FILE", required_unless_present = "list")]
    files: Vec<PathBuf>,

    /// The game master's map: nothing of it that is secret may be in the others
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,

    /// The files of other programs are for players
    #[arg(long, requires = "against")]
    player: bool,

    /// The spec that the maps should follow (TOML or JSON), instead of the one in the document
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,

    /// Reports of the maps' making, one line per map: their proofs are verified
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Only these claims, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = claim)]
    claims: Vec<String>,

    /// How to print the result
    #[arg(long, value_name = "NAME", default_value = "text")]
    format: Format,

    /// The language of the sentences, en or pt-BR [default: the map's]
    #[arg(long, value_name = "NAME")]
    lang: Option<Language>,

    /// Number of threads; does not change the result [default: all cores]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<u64>,

    /// Print only what does not hold
    #[arg(long, short)]
    quiet: bool,

    /// List the claims
    #[arg(long)]
    list: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Text,
    Json,
    Sarif,
}

fn claim(name: &str) -> Result<String, String> {
    let known = || CLAIMS.iter().map(|claim| claim.name).collect::<Vec<_>>().join(", ");
    match Claim::named(name) {
        Some(claim) => Ok(claim.name.to_owned()),
        None => Err(format!("there is no such claim; the claims are {}", known())),
    }
}

/// A map and what was found out about it.
struct Checked {
    name: String,
    verdict: Verdict,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    if args.list {
        return Ok(print::list(&mut io::stdout().lock(), args.lang.unwrap_or_default())?);
    }
    let parallel = set_threads(args.threads)?;
    let master = args.against.as_deref().map(|path| read_map(path, true)).transpose()?;
    let spec: Option<serde_json::Value> = args.spec.as_deref().map(read_data).transpose()?;
    let sheets = reading::sheets(&args.files, master.is_some())?;
    let reports = args.report.as_deref().map(reading::reports).transpose()?.unwrap_or_default();
    let options = CheckOptions { claims: args.claims.clone(), language: args.lang };
    let checked = map_indexed(parallel, sheets.len(), |i| {
        let sheet = &sheets[i];
        let against = master.as_ref().map(|master| Against {
            map: &master.map,
            origin: master.origin.as_ref(),
            players: args.player || !sheet.is_foreign(),
        });
        let verdict = sheet.check(spec.as_ref(), reports.get(i), against.as_ref(), &options);
        verdict.map(|verdict| Checked { name: sheet.name.clone(), verdict })
    });
    let checked: Vec<Checked> = checked.into_iter().collect::<Result<_, _>>()?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    match args.format {
        Format::Text => print::text(&mut out, &checked, args.quiet)?,
        Format::Json => print::json(&mut out, &checked)?,
        Format::Sarif => writeln!(out, "{}", print::escaped(&sarif::log(&checked).to_string()))?,
    }
    out.flush()?;
    if checked.iter().all(|c| c.verdict.holds()) { Ok(()) } else { Err(Failure::Refuted) }
}
