//! `mapkiln see`: what is seen from a place on a map.

use std::io::Write;
use std::path::{Path, PathBuf};

use mapkiln::draw::{IsoView, png, svg, text};
use mapkiln::floor::Floor;
use mapkiln::maps::Audience;
use mapkiln::sight::{Approach, Observer, Spot, Surroundings, View};
use mapkiln::{Grid, Limit, Point};

use crate::failure::Failure;
use crate::files::{check_target, promise, write_whole};
use crate::floors::read_floor;
use crate::say::say;

/// Show what is seen from a place on a map
///
/// Reads a plan, a world or a floor, or a map drawn with characters where # blocks sight.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapkiln see cellar.json --at 12,7
  mapkiln see cellar.json --at 12.5,7.25 --approach expansion --format json
  mapkiln see cellar.json --at 12,7 --facing south --fov 90 --radius 15 -o seen.png")]
pub(crate) struct Args {
    /// The map; - is standard input
    #[arg(value_name = "FILE")]
    map: PathBuf,

    /// Where the observer stands: a cell such as 12,7 (its middle) or a point such as 12.5,7.25
    #[arg(long, value_name = "X,Y", value_parser = place, allow_hyphen_values = true)]
    at: Spot,

    /// Sight radius in cells [default: the whole map]
    #[arg(long, value_name = "CELLS", allow_negative_numbers = true)]
    radius: Option<f64>,

    /// The middle of the field of view: north, east, south, west, or degrees clockwise from the east
    #[arg(long, value_name = "WAY", default_value = "0", value_parser = facing, allow_hyphen_values = true)]
    facing: f64,

    /// The width of the field of view in degrees
    #[arg(long, value_name = "DEGREES", default_value = "360", allow_negative_numbers = true)]
    fov: f64,

    /// Algorithm: shadowcast, dda, pixel, vertices, sweep or expansion
    #[arg(long, value_name = "NAME", default_value = "shadowcast", value_parser = approach)]
    approach: Approach,

    /// Number of rays for dda and pixel
    #[arg(long, value_name = "N", default_value = "360")]
    rays: u32,

    /// The level of a plan, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    level: usize,

    /// Projection of pictures: top-down, isometric or staggered
    #[arg(long, value_name = "NAME", default_value = "top-down", value_parser = crate::floors::projection)]
    projection: mapkiln::draw::iso::Projection,

    /// Write to a file in the format of its ending: txt, json, svg or png; can be repeated
    #[arg(short, long = "output", value_name = "FILE")]
    output: Vec<PathBuf>,

    /// Write to standard output in this format: text, json, svg or png
    #[arg(long, value_name = "NAME")]
    format: Option<String>,

    /// Print no messages
    #[arg(long, short)]
    quiet: bool,
}

fn place(text: &str) -> Result<Spot, String> {
    let wrong = || "write a cell such as 12,7 or a point such as 12.5,7.25".to_owned();
    let (x, y) = text.split_once(',').ok_or_else(wrong)?;
    if let (Ok(x), Ok(y)) = (x.trim().parse::<i32>(), y.trim().parse::<i32>()) {
        return Ok(Spot::centre(Point::new(x, y)));
    }
    match (x.trim().parse::<f64>(), y.trim().parse::<f64>()) {
        (Ok(x), Ok(y)) if x.is_finite() && y.is_finite() => Ok(Spot::new(x, y)),
        _ => Err(wrong()),
    }
}

fn facing(text: &str) -> Result<f64, String> {
    match text {
        "east" | "e" => Ok(0.0),
        "south" | "s" => Ok(90.0),
        "west" | "w" => Ok(180.0),
        "north" | "n" => Ok(270.0),
        _ => text
            .parse()
            .map_err(|_| "write north, east, south, west, or degrees clockwise from the east".to_owned()),
    }
}

fn approach(text: &str) -> Result<Approach, String> {
    Approach::ALL.into_iter().find(|a| a.name() == text).ok_or_else(|| {
        let names: Vec<&str> = Approach::ALL.iter().map(|a| a.name()).collect();
        format!("write one of {}", names.join(", "))
    })
}

/// A floor and what is seen of it.
struct Seen {
    floor: Floor,
    observer: Observer,
    approach: Approach,
    view: View,
    projection: mapkiln::draw::iso::Projection,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    // Wrong formats are refused before anything is read.
    let shown = match &args.format {
        Some(name) => Some(Form::named(name).ok_or_else(|| {
            Failure::usage(format!("there is no format {name:?} here; write text, json, svg or png"))
        })?),
        None if args.output.is_empty() => Some(Form::Text),
        None => None,
    };
    let files = args.output.iter().map(|path| Ok((path, Form::of_file(path)?)));
    let files = files.collect::<Result<Vec<_>, Failure>>()?;
    let floor = read_floor(&args.map, args.level)?;
    if !floor.ground.contains(args.at.cell()) {
        let (width, height, cell) = (floor.ground.width(), floor.ground.height(), args.at.cell());
        return Err(Failure::usage(format!(
            "the cell {},{} is outside the map, which is {width}x{height} cells, counted from 0,0",
            cell.x, cell.y
        )));
    }
    let observer = Observer {
        at: args.at,
        radius: args.radius,
        facing: args.facing,
        fov: args.fov,
        rays: args.rays,
        ..Observer::default()
    };
    let place = Surroundings::from_floor(&floor);
    if place.walls().blocks(args.at.cell()) && !args.quiet {
        remark_on_wall(&place, args.at.cell());
    }
    let view = place.look(&observer, args.approach).map_err(Failure::usage)?;
    let seen = Seen { floor, observer, approach: args.approach, view, projection: args.projection };
    if let Some(form) = shown {
        std::io::stdout().lock().write_all(&form.bytes(&seen)?)?;
    }
    for (path, form) in files {
        write_whole(path, &form.bytes(&seen)?)?;
        if !args.quiet {
            say(format_args!("wrote {}", path.display()));
        }
    }
    Ok(())
}

/// How a view is written.
#[derive(Clone, Copy)]
enum Form {
    Text,
    Json,
    Svg,
    Png,
}

impl Form {
    fn named(name: &str) -> Option<Form> {
        match name {
            "text" | "txt" => Some(Form::Text),
            "json" => Some(Form::Json),
            "svg" => Some(Form::Svg),
            "png" => Some(Form::Png),
            _ => None,
        }
    }

    fn of_file(path: &Path) -> Result<Form, Failure> {
        check_target(path)?;
        promise(path)?;
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        Form::named(&ending).filter(|_| ending != "text").ok_or_else(|| {
            let problem = format!("{} has no known ending", path.display());
            Failure::usage(format!("{problem}; use one of .txt, .json, .svg, .png"))
        })
    }

    fn bytes(self, seen: &Seen) -> Result<Vec<u8>, Failure> {
        if matches!(self, Form::Svg | Form::Png) {
            let cells = seen.floor.ground.bounds().area().unsigned_abs();
            Limit::DrawnCells.check(cells).map_err(Failure::usage)?;
        }
        match self {
            Form::Text => Ok(to_text(seen).into_bytes()),
            Form::Json => Ok((to_json(seen) + "\n").into_bytes()),
            Form::Svg => Ok(svg::encode(&scene(seen), &svg::SvgOptions::default()).into_bytes()),
            Form::Png => {
                // The default is for printing.
                let options = png::PngOptions { pixels_per_unit: 24.0, ..Default::default() };
                png::encode(&scene(seen), &options).map_err(Failure::not_made)
            }
        }
    }
}

/// From inside a wall little is seen: names the nearest open cell.
fn remark_on_wall(place: &Surroundings, at: Point) {
    let walls = place.walls();
    let open = walls.bounds().cells().filter(|&p| !walls.blocks(p)).min_by_key(|&p| (p.manhattan(at), p));
    let hint = open.map_or_else(String::new, |p| format!("; the nearest open cell is {},{}", p.x, p.y));
    say(format_args!("{},{} is inside a wall{hint}", at.x, at.y));
}

fn to_text(seen: &Seen) -> String {
    text::floor_with(&seen.floor, Audience::GameMaster, |p, c| {
        if p == seen.observer.at.cell() {
            '@'
        } else if seen.view.cells.contains(p) {
            c
        } else {
            ' '
        }
    })
}

fn to_json(seen: &Seen) -> String {
    let cells: Vec<[i32; 2]> = seen.view.cells.iter().map(|p| [p.x, p.y]).collect();
    let mut value = serde_json::json!({
        "approach": seen.approach.name(),
        "observer": seen.observer,
        "cells": cells,
    });
    if let Some(polygon) = &seen.view.polygon {
        let corners: Vec<[f64; 2]> = polygon.corners.iter().map(|c| [c.x, c.y]).collect();
        value["polygon"] = serde_json::json!(corners);
        value["area"] = serde_json::json!(polygon.area());
    }
    if !seen.view.hits.is_empty() {
        value["rays"] = serde_json::json!(seen.view.hits);
    }
    value.to_string()
}

fn scene(seen: &Seen) -> mapkiln::draw::Scene {
    let ground = &seen.floor.ground;
    let top_down = seen.projection == mapkiln::draw::iso::Projection::TopDown;
    let view = IsoView {
        projection: seen.projection,
        tile: if top_down { [1.0, 1.0] } else { [2.0, 1.0] },
        lift: if top_down { 0.0 } else { 0.5 },
        seen: Some(Grid::from_fn(ground.width(), ground.height(), |p| seen.view.cells.contains(p))),
        polygon: seen.view.polygon.iter().flat_map(|p| &p.corners).map(|c| [c.x, c.y]).collect(),
        walker: Some([seen.observer.at.x, seen.observer.at.y]),
        ..IsoView::default()
    };
    view.scene(&seen.floor)
}
