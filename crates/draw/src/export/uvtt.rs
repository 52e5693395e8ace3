//! Universal VTT: one JSON file with walls, doors, lights and the picture, read by Foundry (with a
//! module), Roll20, Fantasy Grounds, Arkenforge, Encounter+ and others.
//!
//! Lengths are in cells, y grows to the south. The format knows only one kind of door: locked and
//! barred ones, portcullises (although they do not block sight) and, for the game master, secret ones
//! are all closed portals. Arches are gaps without a portal.

use mapkiln_core::Point;
use mapkiln_maps::plan::{Level, Plan};
use serde::Serialize;

use super::lamps::{hex, lamps};
use super::walls::{CELL, Portal, WallLines};
use super::{ExportError, ExportOptions, base64, check_picture, json, level_of};

/// One level as Universal VTT, with its picture as PNG.
pub fn export(
    plan: &Plan,
    level: usize,
    png: &[u8],
    options: &ExportOptions,
) -> Result<Vec<u8>, ExportError> {
    check_picture(png, level_of(plan, level)?, level, options.pixels_per_cell)?;
    write(plan, level, Some(base64(png)), options)
}

/// One level as the text that Roll20's importer takes: the same without the picture, which must be
/// put on the page by hand.
pub fn without_picture(plan: &Plan, level: usize, options: &ExportOptions) -> Result<Vec<u8>, ExportError> {
    write(plan, level, None, options)
}

fn write(
    plan: &Plan,
    number: usize,
    image: Option<String>,
    options: &ExportOptions,
) -> Result<Vec<u8>, ExportError> {
    options.check()?;
    let plan = options.shown(plan);
    let level = level_of(&plan, number)?;
    let walls = WallLines::of(&plan, number).unwrap_or_default();
    Ok(json(&Uvtt {
        format: 0.3,
        resolution: Resolution {
            map_origin: Xy { x: 0.0, y: 0.0 },
            map_size: Xy { x: f64::from(level.width), y: f64::from(level.height) },
            pixels_per_grid: options.pixels_per_cell,
        },
        line_of_sight: walls.lines.iter().map(|line| line.iter().map(|&p| in_cells(p)).collect()).collect(),
        objects_line_of_sight: walls
            .objects
            .iter()
            .map(|line| line.iter().map(|&p| in_cells(p)).collect())
            .collect(),
        portals: walls.portals.iter().map(door).collect(),
        environment: Environment { baked_lighting: false, ambient_light: ambient(level) },
        lights: lights(level, plan.cell_feet),
        image,
    }))
}

#[derive(Serialize)]
struct Uvtt {
    format: f64,
    resolution: Resolution,
    line_of_sight: Vec<Vec<Xy>>,
    objects_line_of_sight: Vec<Vec<Xy>>,
    portals: Vec<Door>,
    environment: Environment,
    lights: Vec<Light>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
}

#[derive(Serialize)]
struct Resolution {
    map_origin: Xy,
    map_size: Xy,
    pixels_per_grid: u32,
}

#[derive(Serialize)]
struct Xy {
    x: f64,
    y: f64,
}

#[derive(Serialize)]
struct Door {
    position: Xy,
    bounds: [Xy; 2],
    rotation: f64,
    closed: bool,
    freestanding: bool,
}

#[derive(Serialize)]
struct Environment {
    baked_lighting: bool,
    ambient_light: &'static str,
}

#[derive(Serialize)]
struct Light {
    position: Xy,
    range: f64,
    intensity: f64,
    color: String,
    shadows: bool,
}

fn in_cells(p: Point) -> Xy {
    Xy { x: f64::from(p.x) / f64::from(CELL), y: f64::from(p.y) / f64::from(CELL) }
}

fn door(portal: &Portal) -> Door {
    let [from, to] = portal.ends.map(in_cells);
    Door {
        position: Xy { x: (from.x + to.x) / 2.0, y: (from.y + to.y) / 2.0 },
        bounds: portal.ends.map(in_cells),
        rotation: if portal.is_vertical() { std::f64::consts::FRAC_PI_2 } else { 0.0 },
        closed: true,
        freestanding: false,
    }
}

/// The light between the lamps, as opacity, red, green and blue: dark if any lamp burns, so that it
/// matters, and on a level with furniture and no lamp; full where the map says nothing of light.
fn ambient(level: &Level) -> &'static str {
    if !level.things.is_empty() || lamps(level).next().is_some() { "ff1c2029" } else { "ffffffff" }
}

fn lights(level: &Level, cell_feet: u32) -> Vec<Light> {
    let lights = lamps(level).map(|lamp| Light {
        position: Xy { x: lamp.x, y: lamp.y },
        range: f64::from(lamp.light.dim) / f64::from(cell_feet.max(1)),
        intensity: 1.0,
        color: format!("ff{}", hex(lamp.light.colour)),
        shadows: true,
    });
    lights.collect()
}
