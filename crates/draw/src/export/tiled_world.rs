//! Tiled's maps out: TMX and TMJ, with the tiles' properties and an image of all tiles.

use std::fmt::Write;

use mapkiln_core::{Grid, Point};
use serde_json::json;

use mapkiln_maps::Rgb;
use mapkiln_maps::world::{CellShape, World, WorldTile};

/// The image that holds every tile of a world, side by side, for an editor to show.
#[derive(Clone, Debug)]
pub struct TiledImage {
    /// Side of a tile in pixels.
    pub side: i32,
    /// Tiles in a row of the image.
    pub columns: i32,
    /// The image.
    pub pixels: Grid<Rgb>,
}

impl TiledImage {
    /// The image of a world's palette: tiles of at least 16 pixels, sixteen in a row.
    pub fn new(world: &World) -> Self {
        let own = tile_pixels(world).max(1);
        let side = own * (16 + own - 1).div_euclid(own).max(1);
        let tiles = world.palette.len().max(1) as i32;
        let columns = tiles.min(16);
        let rows = (tiles + columns - 1) / columns;
        let mut pixels = Grid::new(columns * side, rows * side, Rgb([255; 3]));
        for (tile, i) in world.palette.iter().zip(0..) {
            paint(&mut pixels, tile, Point::new(i % columns * side, i / columns * side), side);
        }
        TiledImage { side, columns, pixels }
    }
}

/// The side of a tile's picture in pixels.
pub fn tile_pixels(world: &World) -> i32 {
    let largest = |t: &WorldTile| t.picture.as_ref().map_or(1, |p| p.width().max(p.height()));
    let side = world.palette.iter().map(largest).max().unwrap_or(1);
    if world.shape == CellShape::Hexagon { 4 } else { side }
}

/// The map as pixels, as seen from above: each tile's picture, or a square of its colour.
pub fn pixels(world: &World) -> Grid<Rgb> {
    let side = tile_pixels(world);
    let shift = |y: i32| if world.shape == CellShape::Hexagon && y % 2 == 1 { side / 2 } else { 0 };
    let extra = if world.shape == CellShape::Hexagon { side / 2 } else { 0 };
    let mut pixels = Grid::new(world.width() * side + extra, world.height() * side, Rgb([255; 3]));
    for y in 0..world.height() {
        for x in 0..world.width() {
            if let Some(tile) = world.tile_at(Point::new(x, y)) {
                paint(&mut pixels, tile, Point::new(x * side + shift(y), y * side), side);
            }
        }
    }
    pixels
}

/// Paints a tile into a square, its picture stretched to fit.
fn paint(pixels: &mut Grid<Rgb>, tile: &WorldTile, corner: Point, side: i32) {
    for dy in 0..side {
        for dx in 0..side {
            let color = match &tile.picture {
                Some(picture) if picture.width() > 0 => {
                    picture[Point::new(dx * picture.width() / side, dy * picture.height() / side)]
                }
                _ => tile.color,
            };
            if let Some(pixel) = pixels.get_mut(Point::new(corner.x + dx, corner.y + dy)) {
                *pixel = color;
            }
        }
    }
}

/// The world as a TMX map whose tiles are in the image file `image` (see [`TiledImage`]).
pub fn to_tmx(world: &World, image: &str) -> String {
    let TiledImage { side, columns, pixels } = TiledImage::new(world);
    let (w, h) = (world.width(), world.height());
    let (orientation, stagger) = match world.shape {
        CellShape::Hexagon => {
            ("hexagonal", format!(" hexsidelength=\"{}\" staggeraxis=\"y\" staggerindex=\"odd\"", side / 2))
        }
        _ => ("orthogonal", String::new()),
    };
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a text cannot fail.
    let _ = writeln!(
        out,
        "<map version=\"1.10\" orientation=\"{orientation}\" renderorder=\"right-down\" width=\"{w}\" \
         height=\"{h}\" tilewidth=\"{side}\" tileheight=\"{side}\"{stagger} infinite=\"0\" \
         nextlayerid=\"{}\" nextobjectid=\"1\">",
        world.layers.len() + 1
    );
    let _ = writeln!(
        out,
        " <tileset firstgid=\"1\" name=\"{}\" tilewidth=\"{side}\" tileheight=\"{side}\" tilecount=\"{}\" columns=\"{columns}\">\n  \
         <image source=\"{}\" width=\"{}\" height=\"{}\"/>",
        escaped(&world.tileset),
        world.palette.len(),
        escaped(image),
        pixels.width(),
        pixels.height()
    );
    for (id, tile) in world.palette.iter().enumerate() {
        let _ = writeln!(out, "  <tile id=\"{id}\">\n   <properties>");
        for (name, kind, value) in properties(tile) {
            let kind = if kind == "string" { String::new() } else { format!(" type=\"{kind}\"") };
            let _ = writeln!(out, "    <property name=\"{name}\"{kind} value=\"{}\"/>", escaped(&value));
        }
        out.push_str("   </properties>\n  </tile>\n");
    }
    out.push_str(" </tileset>\n");
    for (z, layer) in world.layers.iter().enumerate() {
        let _ = writeln!(
            out,
            " <layer id=\"{}\" name=\"layer {z}\" width=\"{w}\" height=\"{h}\">\n  <data encoding=\"csv\">",
            z + 1
        );
        let rows: Vec<String> = layer.rows().map(|row| numbers(world, row).join(",")).collect();
        out.push_str(&rows.join(",\n"));
        out.push_str("\n</data>\n </layer>\n");
    }
    out.push_str("</map>\n");
    out
}

/// The world as a TMJ map whose tiles are in the image file `image` (see [`TiledImage`]).
pub fn to_tmj(world: &World, image: &str) -> String {
    let TiledImage { side, columns, pixels } = TiledImage::new(world);
    let tiles: Vec<serde_json::Value> = world
        .palette
        .iter()
        .enumerate()
        .map(|(id, tile)| {
            let properties: Vec<serde_json::Value> = properties(tile)
                .into_iter()
                .map(|(name, kind, value)| {
                    let value = match kind {
                        "bool" => json!(value == "true"),
                        "int" => json!(value.parse::<i64>().unwrap_or(0)),
                        _ => json!(value),
                    };
                    json!({ "name": name, "type": kind, "value": value })
                })
                .collect();
            json!({ "id": id, "properties": properties })
        })
        .collect();
    let layers: Vec<serde_json::Value> = world
        .layers
        .iter()
        .enumerate()
        .map(|(z, layer)| {
            let data: Vec<u32> = layer.cells().iter().map(|&t| number(world, t)).collect();
            json!({
                "id": z + 1, "name": format!("layer {z}"), "type": "tilelayer", "visible": true, "opacity": 1,
                "x": 0, "y": 0, "width": world.width(), "height": world.height(), "data": data
            })
        })
        .collect();
    let mut map = json!({
        "type": "map", "version": "1.10", "orientation": "orthogonal", "renderorder": "right-down",
        "infinite": false, "width": world.width(), "height": world.height(),
        "tilewidth": side, "tileheight": side, "nextlayerid": world.layers.len() + 1, "nextobjectid": 1,
        "tilesets": [{
            "firstgid": 1, "name": world.tileset, "tilewidth": side, "tileheight": side, "spacing": 0,
            "margin": 0, "tilecount": world.palette.len(), "columns": columns, "image": image,
            "imagewidth": pixels.width(), "imageheight": pixels.height(), "tiles": tiles
        }],
        "layers": layers
    });
    if world.shape == CellShape::Hexagon {
        map["orientation"] = json!("hexagonal");
        map["hexsidelength"] = json!(side / 2);
        map["staggeraxis"] = json!("y");
        map["staggerindex"] = json!("odd");
    }
    map.to_string() + "\n"
}

fn properties(tile: &WorldTile) -> Vec<(&'static str, &'static str, String)> {
    let mut list = vec![
        ("blocks_sight", "bool", tile.ground.blocks_sight.to_string()),
        ("blocks_step", "bool", tile.ground.blocks_step.to_string()),
        ("ground", "string", tile.ground.name.clone()),
        ("height", "int", tile.height.to_string()),
        ("name", "string", tile.name.clone()),
    ];
    if !tile.edges.is_empty() {
        list.insert(2, ("edges", "string", tile.edges.join(",")));
    }
    list
}

/// Tiled counts from 1; 0 is an empty cell.
fn number(world: &World, tile: u16) -> u32 {
    if world.palette[usize::from(tile)].empty { 0 } else { u32::from(tile) + 1 }
}

fn numbers(world: &World, row: &[u16]) -> Vec<String> {
    row.iter().map(|&t| number(world, t).to_string()).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
