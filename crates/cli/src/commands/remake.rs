//! `mapkiln remake`: a map again from its origin.

use std::io::Write;
use std::path::PathBuf;

use mapkiln::{AnyMap, remake};

use crate::args::set_threads;
use crate::failure::Failure;
use crate::files::read_text;
use crate::looks::LookArgs;
use crate::output::{Delivery, Outputs, Piece};

/// Make a map again from its origin, and say whether it is the same to the byte
///
/// The exit code is 0 if it is the same map, 1 if it is another.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapkiln remake keep.json
  mapkiln remake keep.json -o again.json -o again.png")]
pub(crate) struct Args {
    /// A map document with an origin (JSON); - is standard input
    #[arg(value_name = "MAP")]
    map: PathBuf,

    /// Write the new map to a file in the format of its ending; can be repeated
    #[arg(short, long = "output", value_name = "FILE")]
    output: Vec<PathBuf>,

    /// Number of threads; does not change the map [default: all cores]
    #[arg(long, value_name = "N", value_parser = crate::args::at_least_one)]
    threads: Option<u64>,

    /// Print no messages
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    look: LookArgs,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let text = read_text(&args.map)?;
    let wrong = |problem: String| Failure::usage(format!("{}: {problem}", args.map.display()));
    let stored = AnyMap::from_json(&text).map_err(|e| wrong(e.to_string()))?;
    let Some(origin) = &stored.origin else {
        return Err(wrong(
            "this map has no origin: it was drawn by hand, imported or made for players".to_owned(),
        ));
    };
    let outputs = Outputs { files: &args.output, format: None, quiet: args.quiet };
    let open = || Delivery::to(&outputs, stored.map.kind(), args.look.look()?, 1);
    let delivery = if args.output.is_empty() { None } else { Some(open()?) };
    let parallel = set_threads(args.threads)?;
    let made = remake(origin, &mut |run| run.with_parallel(parallel)).map_err(Failure::of)?;
    let verdict = if made.map.to_json(Some(&made.origin)) == text.trim_end() {
        Some("the same to the byte")
    } else if made.map == stored.map {
        Some("the same map, in a file that is formatted differently")
    } else {
        None
    };
    if let Some(mut delivery) = delivery {
        delivery.add(&Piece::new(made.map, Some(made.origin)))?;
        delivery.finish()?;
    }
    let path = args.map.display();
    let Some(verdict) = verdict else {
        return Err(Failure::not_made(format!("{path}: its origin makes another map")));
    };
    if !args.quiet {
        writeln!(std::io::stdout().lock(), "{path}: {verdict}")?;
    }
    Ok(())
}
