//! `mapkiln draw`: a map document as a picture, a print or text.

use std::path::PathBuf;

use mapkiln::check::{CheckOptions, DocumentRef, Subject, check};
use mapkiln::document::Stored;
use mapkiln::formats::{Look, Mark};
use mapkiln::{AnyMap, whole_spec};

use crate::failure::Failure;
use crate::looks::LookArgs;
use crate::output::{Delivery, Outputs, Piece};
use crate::reading::read_map;
use crate::say::say;

/// Draw a map: as SVG, PNG, PDF, or as text on the terminal
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapkiln dungeon --seed cellar -o cellar.json
  mapkiln draw cellar.json                                  the map on the terminal
  mapkiln draw cellar.json -o gm.png -o gm.pdf --style parchment
  mapkiln draw cellar.json --player -o players.png --pixels 140
  mapkiln draw cellar.json -o table.pdf --print sheets --paper letter
  mapkiln draw edited.json --findings -o findings.png       rings around what is wrong
  mapkiln draw world.json --iso -o world.png                the isometric view
  mapkiln draw world.json --iso --night -o night.png        the same at night")]
pub(crate) struct Args {
    /// A map document (JSON, as `mapkiln … -o map.json` writes it); - is standard input
    #[arg(value_name = "FILE")]
    map: PathBuf,

    /// Write to a file in the format of its ending: svg, png, pdf or txt; can be repeated
    #[arg(short, long = "output", value_name = "FILE")]
    output: Vec<PathBuf>,

    /// Write to standard output in this format: text, svg, png or pdf
    #[arg(long, value_name = "NAME")]
    format: Option<String>,

    /// Print no messages
    #[arg(long, short)]
    quiet: bool,

    /// Draw the isometric view of a plan, a world or a floor
    #[arg(long)]
    iso: bool,

    /// Draw a world at night, with lit windows; with --iso
    #[arg(long, requires = "iso")]
    night: bool,

    /// Mark the places where `mapkiln check` finds something wrong
    #[arg(long, conflicts_with = "iso")]
    findings: bool,

    #[command(flatten)]
    look: LookArgs,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let read = read_map(&args.map, args.quiet)?;
    let mut look = Look { isometric: args.iso, night: args.night, ..args.look.look()? };
    if args.findings {
        mark(&read, &mut look, args.quiet);
    }
    // The isometric view has no text form; show it as SVG.
    let format = args.format.as_deref().or((args.iso && args.output.is_empty()).then_some("svg"));
    let outputs =
        Outputs { files: &args.output, format: format.or(shown(&read.map, &args)), quiet: args.quiet };
    let mut delivery = Delivery::to(&outputs, read.map.kind(), look, 1)?;
    delivery.add(&Piece::new(read.map, read.origin))?;
    delivery.finish()
}

/// Marks what a check finds wrong: on the level that was asked for, or else on the first that has it.
fn mark(read: &Stored<AnyMap>, look: &mut Look, quiet: bool) {
    let spec = read.origin.as_ref().map(whole_spec);
    let subject =
        Subject::new(DocumentRef::from(&read.map)).with_origin(read.origin.as_ref()).with_spec(spec.as_ref());
    let verdict = check(&subject, &CheckOptions::default());
    let several = matches!(&read.map, AnyMap::Plan(plan) if plan.levels.len() > 1);
    if several {
        look.level = look.level.or(verdict.faults().find_map(|(_, f)| f.place.level)).or(Some(0));
    }
    for (claim, finding) in verdict.faults() {
        if !quiet {
            say(format_args!("{claim}: {}", finding.sentence));
        }
        let place = &finding.place;
        let here = !several || place.level.is_none_or(|level| Some(level) == look.level);
        let room = |id: u32| match &read.map {
            AnyMap::Plan(plan) => plan.room(id).map(|room| room.outline.centre()),
            _ => None,
        };
        let cell = place.cell.or_else(|| place.room.and_then(room)).map(Mark::Cell);
        look.marks.extend(cell.or(place.hex.map(Mark::Hex)).filter(|_| here));
    }
}

/// On the terminal a plan is shown as a map, without its whole key.
fn shown(map: &AnyMap, args: &Args) -> Option<&'static str> {
    (matches!(map, AnyMap::Plan(_)) && args.output.is_empty()).then_some("map")
}
