//! The tiles of a level: which one stands where, and what they look like.
//!
//! Tiled and LDtk show maps through a tile set. Ours is drawn here, so that a file opens with a
//! picture at once; replace the image by one with the same places to give it another look.

use mapkiln_core::{Direction, Grid, Point};
use mapkiln_maps::Picture;
use mapkiln_maps::floor::{Floor, FloorThingKind};
use mapkiln_maps::plan::DoorKind;

/// Tiles in a row of the image.
pub const COLUMNS: u32 = 8;
/// The kinds of ground, in the order of a plan's floor, then doors (way through east-west, then
/// north-south), then things.
pub const NAMES: [&str; 28] = [
    "rock",
    "wall",
    "room",
    "corridor",
    "doorway",
    "pillar",
    "water",
    "pit",
    "rubble",
    "fixture",
    "arch east-west",
    "arch north-south",
    "door east-west",
    "door north-south",
    "locked east-west",
    "locked north-south",
    "barred east-west",
    "barred north-south",
    "portcullis east-west",
    "portcullis north-south",
    "secret east-west",
    "secret north-south",
    "trapped east-west",
    "trapped north-south",
    "stairs up",
    "stairs down",
    "light",
    "entrance",
];
const FIRST_DOOR: u32 = 10;
const STAIRS_UP: u32 = 24;
const STAIRS_DOWN: u32 = 25;
const LIGHT: u32 = 26;
const ENTRANCE: u32 = 27;

/// Rows of the image.
pub const fn rows() -> u32 {
    (NAMES.len() as u32).div_ceil(COLUMNS)
}

/// The tile of a door in a cell.
pub fn door(kind: &DoorKind, facing: Direction) -> u32 {
    let kinds = ["arch", "door", "locked", "barred", "portcullis", "secret", "trapped"];
    let kind = kinds.iter().position(|name| *name == kind.name()).unwrap_or(1) as u32;
    FIRST_DOOR + 2 * kind + u32::from(matches!(facing, Direction::North | Direction::South))
}

/// What stands on a floor, layer over layer.
pub struct Layers {
    /// A tile for every cell.
    pub ground: Grid<u32>,
    /// Doors, stairs, lights and entrances; most cells have none.
    pub fittings: Grid<Option<u32>>,
}

/// The tiles of a floor.
pub fn layers(floor: &Floor) -> Layers {
    let ground = floor.ground.map(|&g| {
        let name = floor.palette.get(usize::from(g)).map(|g| g.name.as_str()).unwrap_or_default();
        NAMES[..FIRST_DOOR as usize].iter().position(|n| *n == name).unwrap_or(0) as u32
    });
    let mut fittings = ground.map(|_| None);
    let mut put = |p: Point, tile: u32| {
        if let Some(cell) = fittings.get_mut(p) {
            *cell = Some(tile);
        }
    };
    for &p in &floor.entrances {
        put(p, ENTRANCE);
    }
    for thing in &floor.things {
        match thing.kind {
            FloorThingKind::StairsUp => put(thing.at, STAIRS_UP),
            FloorThingKind::StairsDown => put(thing.at, STAIRS_DOWN),
            FloorThingKind::Light => put(thing.at, LIGHT),
            _ => {}
        }
    }
    for d in floor.doors.iter().filter(|d| !d.on_edge) {
        put(d.at, door(&d.kind, d.facing));
    }
    Layers { ground, fittings }
}

/// Red, green, blue and opacity.
type Pixel = [u8; 4];

/// The image of the tile set, each tile `size` pixels wide.
pub fn sheet(size: u32) -> Picture {
    let mut sheet = Picture::new(COLUMNS * size, rows() * size);
    for tile in 0..NAMES.len() as u32 {
        stamp(&mut sheet, tile, tile % COLUMNS, tile / COLUMNS, size);
    }
    sheet
}

/// The picture of a level as Tiled shows it.
pub fn picture(layers: &Layers, size: u32) -> Picture {
    let (width, height) = (layers.ground.width() as u32, layers.ground.height() as u32);
    let mut picture = Picture::new(width * size, height * size);
    for (p, &tile) in layers.ground.iter() {
        stamp(&mut picture, tile, p.x as u32, p.y as u32, size);
        if let Some(&Some(tile)) = layers.fittings.get(p) {
            stamp(&mut picture, tile, p.x as u32, p.y as u32, size);
        }
    }
    picture
}

fn stamp(onto: &mut Picture, tile: u32, column: u32, row: u32, size: u32) {
    for y in 0..size {
        for x in 0..size {
            if let Some(pixel) = pixel(tile, x, y, size) {
                onto.set(column * size + x, row * size + y, pixel);
            }
        }
    }
}

const fn opaque(rgb: u32) -> Option<Pixel> {
    Some([(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255])
}

/// The colour of a pixel of a tile; `None` if what lies below shows through.
fn pixel(tile: u32, x: u32, y: u32, size: u32) -> Option<Pixel> {
    // In sixteenths of a cell, whatever its size, from the pixel's middle.
    let sixteenth = |v: u32| ((2 * v + 1) * 8 / size) as i32;
    let (u, v) = (sixteenth(x), sixteenth(y));
    let from_middle = (2 * u - 15).pow(2) + (2 * v - 15).pow(2);
    let edge = x == 0 || y == 0;
    let floor = |rgb: u32| opaque(if edge { rgb - 0x0020_2020 } else { rgb });
    match tile {
        0 => opaque(if (u + v) % 8 == 0 { 0x0033_3138 } else { 0x0027_252b }),
        1 => opaque(if v % 8 == 7 || (u + v / 8 * 4) % 8 == 7 { 0x0055_5058 } else { 0x0072_6c74 }),
        2 => floor(0x00e9_dfc8),
        3 => floor(0x00d3_c8b0),
        4 => floor(0x00bd_ad8d),
        5 if from_middle < 150 => opaque(if from_middle < 90 { 0x008d_8790 } else { 0x0045_4148 }),
        5 => floor(0x00e9_dfc8),
        6 => opaque(if (u / 4 + v) % 6 == 0 { 0x008f_c1dc } else { 0x0054_94bd }),
        7 => opaque(if (1..15).contains(&u) && (1..15).contains(&v) { 0x0018_161a } else { 0x0068_5f55 }),
        8 if (u * 7 + v * 5) % 11 < 3 => opaque(0x0092_887a),
        8 => floor(0x00d9_cfb8),
        9 if (3..13).contains(&u) && (3..13).contains(&v) => opaque(0x0093_8b80),
        9 => floor(0x00e9_dfc8),
        FIRST_DOOR..STAIRS_UP => {
            let (along, across) = if (tile - FIRST_DOOR).is_multiple_of(2) { (u, v) } else { (v, u) };
            door_pixel((tile - FIRST_DOOR) / 2, along, across)
        }
        STAIRS_UP | STAIRS_DOWN => {
            // Steps that grow in the direction of the climb.
            let reach = if tile == STAIRS_UP { 8 - v / 2 } else { 1 + v / 2 };
            let inside = (8 - reach..8 + reach).contains(&u);
            if !inside { None } else { opaque(if v % 3 == 0 { 0x0040_3830 } else { 0x00a4_9a8a }) }
        }
        LIGHT if from_middle < 30 => opaque(0x00ff_f2b0),
        LIGHT if from_middle < 80 => opaque(0x00f2_a23a),
        // A ring, since the way in may run in any direction.
        ENTRANCE if (50..130).contains(&from_middle) => opaque(0x0037_7a3c),
        _ => None,
    }
}

/// A door's pixel, by its kind, along the way through and across it.
fn door_pixel(kind: u32, along: i32, across: i32) -> Option<Pixel> {
    let jamb = !(2..14).contains(&across) && (5..11).contains(&along);
    let leaf = (6..10).contains(&along) && (2..14).contains(&across);
    let middle = (6..10).contains(&across);
    const STONE: u32 = 0x0045_4148;
    match kind {
        _ if jamb => opaque(STONE),
        0 => None,
        4 if leaf => {
            if across % 3 == 0 {
                opaque(0x0030_3036)
            } else {
                None
            }
        }
        5 if leaf => opaque(if middle { 0x00b0_3a3a } else { 0x0072_6c74 }),
        2 if leaf && middle => opaque(0x00e8_c23a),
        3 if along == 10 && (2..14).contains(&across) => opaque(0x0030_3036),
        6 if leaf && middle => opaque(0x00b0_3a3a),
        _ if leaf => opaque(0x0078_4a24),
        _ => None,
    }
}
