//! `mapkiln export`: maps of Mapkiln and of other generators for virtual tabletops and level editors.

use std::path::PathBuf;

use mapkiln::draw::Style;
use mapkiln::formats::Look;

use crate::failure::Failure;
use crate::looks::{audience, style};
use crate::output::{Delivery, Outputs, Piece};
use crate::reading::read_map;

/// Export a map to virtual tabletops and level editors
///
/// Reads a plan (as `mapkiln dungeon -o map.json` writes it), a One Page Dungeon file by watabou or a
/// donjon file. Each file is written in the format of its ending.
#[derive(clap::Args)]
#[command(after_help = "\
Formats by ending:
  .uvtt .dd2vtt     Universal VTT: picture, walls, doors, lights
  .zip              Foundry VTT 13 and 14: scenes, journal, pins, pictures
  .roll20.txt       Roll20's text: Universal VTT without the picture
  .tmx .tmj         Tiled, with an image of the tiles beside it
  .ldtk             LDtk, with an image of the tiles beside it
  .watabou.json     the form of One Page Dungeon's files
  .json             a Mapkiln plan
A plan with several levels becomes map-1.uvtt, map-2.uvtt, …; .zip, .ldtk and .json hold them all.

Examples:
  mapkiln dungeon --seed cellar -o cellar.json
  mapkiln export cellar.json -o cellar.uvtt --player
  mapkiln export cellar.json -o cellar.zip -o cellar.tmx
  mapkiln export one-page-dungeon.json -o plan.json -o dungeon.dd2vtt")]
pub(crate) struct Args {
    /// A Mapkiln plan, a One Page Dungeon file or a donjon file (JSON); - is standard input
    #[arg(value_name = "FILE")]
    map: PathBuf,

    /// Write to a file in the format of its ending; can be repeated
    #[arg(short, long = "output", value_name = "FILE")]
    output: Vec<PathBuf>,

    /// Write to standard output in this format: uvtt, foundry, roll20, tmx, tmj, ldtk, watabou or json
    #[arg(long, value_name = "NAME")]
    format: Option<String>,

    /// Write the players' version: no secret door, trap, key, number or note
    #[arg(long)]
    player: bool,

    /// Write only this level, counted from 1, in formats with one level per file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    level: Option<u32>,

    /// Pixels per cell, from 2 to 1000 [default: 70, for Tiled and LDtk 32; fewer for huge maps]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1000))]
    pixels: Option<u32>,

    /// The look of the picture: hatched, blue, parchment, ink, dark or battle [default: hatched]
    #[arg(long, value_name = "NAME", value_parser = style)]
    style: Option<Style>,

    /// Print no messages
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    if args.output.is_empty() && args.format.is_none() {
        return Err(Failure::usage(
            "there is no output; write -o map.uvtt, or --format uvtt for standard output",
        ));
    }
    let read = read_map(&args.map, args.quiet)?;
    let level = args.level.map(|level| level as usize - 1);
    let look = Look {
        audience: audience(args.player),
        pixels: args.pixels,
        style: args.style,
        level,
        ..Look::default()
    };
    let outputs = Outputs { files: &args.output, format: args.format.as_deref(), quiet: args.quiet };
    let mut delivery = Delivery::to(&outputs, read.map.kind(), look, 1)?;
    delivery.add(&Piece::new(read.map, read.origin))?;
    delivery.finish()
}
