//! `mapkiln draw`: a map document as a picture, a print or text.

use std::path::PathBuf;

use mapkiln::AnyMap;
use mapkiln::draw::{IsoView, Scene};

use crate::args::read_text;
use crate::failure::Failure;
use crate::floors::read_floor;
use crate::output::{Delivery, Format};
use crate::pictures::{PictureArgs, to_terminal};

/// Draw a map: as SVG, PNG, PDF, or as text on the terminal
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapkiln dungeon --seed cellar -o cellar.json
  mapkiln draw cellar.json                                  the map on the terminal
  mapkiln draw cellar.json -o gm.png -o gm.pdf --style parchment
  mapkiln draw cellar.json --player -o players.png --pixels 140
  mapkiln draw cellar.json -o table.pdf --print sheets --paper letter
  mapkiln draw world.json --iso -o world.png                as an isometric world")]
pub(crate) struct Args {
    /// A map document (JSON, as `mapkiln … -o map.json` writes it); - is standard input
    #[arg(value_name = "FILE")]
    map: PathBuf,

    /// Write to a file; its ending says the format: svg, png, pdf or txt. May be given several times
    #[arg(short, long = "output", value_name = "FILE")]
    output: Vec<PathBuf>,

    /// Write this format to standard output: text, svg, png or pdf
    #[arg(long, value_name = "NAME")]
    format: Option<String>,

    /// No remarks
    #[arg(long, short)]
    quiet: bool,

    /// The isometric view: a plan, a world or a floor as columns with heights
    #[arg(long)]
    iso: bool,

    #[command(flatten)]
    pictures: PictureArgs,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let pictures = &args.pictures;
    let terminal = args.output.is_empty() && to_terminal();
    if args.iso {
        return draw_iso(&args);
    }
    let formats: Vec<Format<'_, AnyMap>> = vec![
        Format::apart("text", &["txt"], move |map: &AnyMap| text(pictures, map, terminal)),
        Format::apart("svg", &["svg"], |map: &AnyMap| svg(pictures, map)),
        Format::apart("png", &["png"], |map: &AnyMap| png(pictures, map)),
        Format::apart("pdf", &["pdf"], |map: &AnyMap| pdf(pictures, map)),
    ];
    let mut delivery = Delivery::to(&args.output, args.format.as_deref(), 1, args.quiet, formats)?;
    let json = read_text(&args.map)?;
    let stored =
        AnyMap::from_json(&json).map_err(|e| Failure::usage(format!("{}: {e}", args.map.display())))?;
    delivery.add(&stored.map)?;
    delivery.finish()
}

/// Any map one can stand on, seen from above the south.
fn draw_iso(args: &Args) -> Result<(), Failure> {
    let pictures = &args.pictures;
    let formats: Vec<Format<'_, Scene>> = vec![
        Format::apart("svg", &["svg"], |scene: &Scene| Ok(pictures.svg(scene))),
        Format::apart("png", &["png"], |scene: &Scene| pictures.png(scene, 16)),
        Format::apart("pdf", &["pdf"], |scene: &Scene| pictures.pdf(scene, 12.0)),
    ];
    let mut delivery = Delivery::to(&args.output, args.format.as_deref(), 1, args.quiet, formats)?;
    let floor = read_floor(&args.map, pictures.level().map_or(1, |l| l.saturating_add(1)))?;
    delivery.add(&IsoView::default().scene(&floor))?;
    delivery.finish()
}

fn text(pictures: &PictureArgs, map: &AnyMap, terminal: bool) -> Result<Vec<u8>, Failure> {
    match map {
        AnyMap::Plan(plan) => pictures.plan_text(plan, terminal),
        AnyMap::Level(level) => Ok(level.to_text().into_bytes()),
        AnyMap::Board(board) => Ok(board.to_text().into_bytes()),
        AnyMap::World(world) => Ok(world.text().into_bytes()),
        other => Err(no_view(other, "text")),
    }
}

fn svg(pictures: &PictureArgs, map: &AnyMap) -> Result<Vec<u8>, Failure> {
    match map {
        AnyMap::Plan(plan) => pictures.plan_svg(plan),
        AnyMap::World(world) => Ok(pictures.svg(&pictures.world(world)?)),
        AnyMap::Level(level) => Ok(pictures.svg(&pictures.level_graph(level))),
        AnyMap::Board(board) => Ok(pictures.svg(&pictures.board(board)?)),
        AnyMap::Floor(floor) => Ok(pictures.svg(&pictures.floor(floor))),
    }
}

fn png(pictures: &PictureArgs, map: &AnyMap) -> Result<Vec<u8>, Failure> {
    match map {
        AnyMap::Plan(plan) => pictures.plan_png(plan),
        AnyMap::World(world) => pictures.world_png(world),
        AnyMap::Level(level) => pictures.png(&pictures.level_graph(level), 16),
        AnyMap::Board(board) => pictures.png(&pictures.board(board)?, 90),
        AnyMap::Floor(floor) => pictures.png(&pictures.floor(floor), 16),
    }
}

fn pdf(pictures: &PictureArgs, map: &AnyMap) -> Result<Vec<u8>, Failure> {
    match map {
        AnyMap::Plan(plan) => pictures.plan_pdf(plan),
        AnyMap::World(world) => pictures.pdf(&pictures.world(world)?, 12.0),
        AnyMap::Level(level) => pictures.pdf(&pictures.level_graph(level), 10.0),
        AnyMap::Board(board) => pictures.board_pdf(board),
        AnyMap::Floor(floor) => pictures.pdf(&pictures.floor(floor), 12.0),
    }
}

fn no_view(map: &AnyMap, format: &str) -> Failure {
    Failure::usage(format!("a {} cannot be drawn as {format}", map.kind()))
}
