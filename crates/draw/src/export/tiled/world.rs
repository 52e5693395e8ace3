//! Tile worlds for Tiled: a layer of tiles per layer, with the tiles' properties.

use mapkiln_core::Point;
use mapkiln_maps::world::{CellShape, World, WorldTile};
use mapkiln_maps::{Picture, Rgb};

use super::model::{Layer, Property, Stagger, Tile, TiledMap, Tileset};

/// Tiles in a row of the image.
const COLUMNS: i32 = 16;
/// The least side of a tile in the image, in pixels.
const LEAST_SIDE: i32 = 16;

/// The world as a map whose tiles are in the image file `image`, which [`world_tileset`] draws.
pub fn world(world: &World, image: &str) -> TiledMap {
    let side = tile_side(world);
    let picture = world_tileset(world);
    let layers =
        world.layers.iter().zip(0..).map(|(layer, z)| {
            Layer::tiles(z + 1, format!("layer {z}"), &layer.map(|&tile| number(world, tile)))
        });
    let tileset = Tileset {
        firstgid: 1,
        name: world.tileset.clone(),
        image: image.to_owned(),
        imagewidth: picture.width,
        imageheight: picture.height,
        tilewidth: side as u32,
        tileheight: side as u32,
        tilecount: world.palette.len() as u32,
        columns: picture.width / side as u32,
        margin: 0,
        spacing: 0,
        tiles: world.palette.iter().zip(0..).map(|(tile, id)| described(tile, id)).collect(),
    };
    let mut map = TiledMap::new((world.width(), world.height()), side as u32, layers.collect(), tileset);
    if world.shape == CellShape::Hexagon {
        map.orientation = "hexagonal";
        let hexsidelength = side as u32 / 2;
        map.stagger = Some(Stagger { hexsidelength, staggeraxis: "y", staggerindex: "odd" });
    }
    map
}

/// The world as an isometric map: cells are diamonds twice as wide as high, and each layer lies half a
/// cell above the one below. Its tiles are in the image that [`world_diamonds`] draws.
pub fn world_isometric(world: &World, image: &str) -> TiledMap {
    let mut map = self::world(world, image);
    let picture = world_diamonds(world);
    map.orientation = "isometric";
    map.stagger = None;
    (map.tilewidth, map.tileheight) = (2 * DIAMOND, DIAMOND);
    let [tileset] = &mut map.tilesets;
    (tileset.tilewidth, tileset.tileheight) = (2 * DIAMOND, DIAMOND);
    (tileset.imagewidth, tileset.imageheight) = (picture.width, picture.height);
    tileset.columns = picture.width / (2 * DIAMOND);
    for (layer, z) in map.layers.iter_mut().zip(0..) {
        if let Layer::Tiles { offsety, .. } = layer {
            *offsety = -z * DIAMOND as i32 / 2;
        }
    }
    map
}

/// The height of a diamond in pixels.
const DIAMOND: u32 = 32;

/// The image with every tile of a world as a diamond, twice as wide as high; transparent around it.
pub fn world_diamonds(world: &World) -> Picture {
    let tiles = world.palette.len().max(1) as u32;
    let columns = tiles.min(COLUMNS as u32);
    let (width, height) = (columns * 2 * DIAMOND, tiles.div_ceil(columns) * DIAMOND);
    let mut picture = Picture { width, height, rgba: vec![0; (width * height * 4) as usize] };
    for (tile, i) in world.palette.iter().zip(0..) {
        let art = Art::of(world, i as u16, ART);
        let (left, top) = (i % columns * 2 * DIAMOND, i / columns * DIAMOND);
        for y in 0..DIAMOND {
            for x in 0..2 * DIAMOND {
                // Middles of pixels, in quarters of a pixel, back from the diamond to the square.
                let (across, down) = (2 * x as i32 + 1, 2 * (2 * y as i32 + 1));
                let side = 2 * DIAMOND as i32;
                let (u, v) = (across + down - side, down - across + side);
                if u < 0 || v < 0 || u >= 2 * side || v >= 2 * side {
                    continue;
                }
                let pixel =
                    art.at(tile, u * ART as i32 / (2 * side), v * ART as i32 / (2 * side), ART as i32);
                picture.set(left + x, top + y, pixel);
            }
        }
    }
    picture
}

/// The image with every tile of a world, side by side: at least 16 pixels per tile, at most sixteen
/// tiles per row.
pub fn world_tileset(world: &World) -> Picture {
    let side = tile_side(world);
    let tiles = world.palette.len().max(1) as i32;
    let columns = tiles.min(COLUMNS);
    let rows = (tiles + columns - 1) / columns;
    let mut picture = white(columns * side, rows * side);
    for (tile, i) in world.palette.iter().zip(0..) {
        let art = Art::of(world, i as u16, side as u32);
        paint(&mut picture, tile, &art, Point::new(i % columns * side, i / columns * side), side);
    }
    picture
}

/// The side of our own drawing of a tile, in pixels.
const ART: u32 = 32;

/// Our own drawing of a tile, if we have one and the tile has no picture that says more.
struct Art(Option<Picture>);

impl Art {
    fn of(world: &World, tile: u16, pixels: u32) -> Art {
        let own = world.palette.get(usize::from(tile)).and_then(|tile| tile.picture.as_ref());
        // A picture of a few pixels says less than the edges do.
        let worth = own.is_some_and(|picture| picture.width() >= 8);
        Art(if worth { None } else { crate::world::tile_picture(world, tile, pixels) })
    }

    /// The colour of a tile at a pixel of a square with sides of `side` pixels.
    fn at(&self, tile: &WorldTile, x: i32, y: i32, side: i32) -> [u8; 4] {
        if let Some(picture) = &self.0 {
            let scaled = |v: i32, length: u32| (v * length as i32 / side).clamp(0, length as i32 - 1) as u32;
            return picture.pixel(scaled(x, picture.width), scaled(y, picture.height));
        }
        let Rgb([r, g, b]) = match &tile.picture {
            Some(own) if own.width() > 0 && own.height() > 0 => {
                own[Point::new(x * own.width() / side, y * own.height() / side)]
            }
            _ => tile.color,
        };
        [r, g, b, 255]
    }
}

/// The world as seen from above in the tiles' own pixels: each tile's picture, or a square of its
/// colour.
pub fn world_picture(world: &World) -> Picture {
    let side = own_side(world);
    let shift = |y: i32| if world.shape == CellShape::Hexagon && y % 2 == 1 { side / 2 } else { 0 };
    let extra = if world.shape == CellShape::Hexagon { side / 2 } else { 0 };
    let mut picture = white(world.width() * side + extra, world.height() * side);
    for y in 0..world.height() {
        for x in 0..world.width() {
            if let Some(tile) = world.tile_at(Point::new(x, y)) {
                paint(&mut picture, tile, &Art(None), Point::new(x * side + shift(y), y * side), side);
            }
        }
    }
    picture
}

/// The side of the tiles' own pictures in pixels.
fn own_side(world: &World) -> i32 {
    let largest = |t: &WorldTile| t.picture.as_ref().map_or(1, |p| p.width().max(p.height()));
    let side = world.palette.iter().map(largest).max().unwrap_or(1);
    if world.shape == CellShape::Hexagon { 4 } else { side }
}

/// The side of a tile in the image: a multiple of its own that is not too small for an editor.
fn tile_side(world: &World) -> i32 {
    let own = own_side(world).max(1);
    // Ours are drawn at any size.
    if own < 8 && crate::world::tile_picture(world, 0, 4).is_some() {
        return ART as i32;
    }
    own * ((LEAST_SIDE + own - 1) / own).max(1)
}

fn white(width: i32, height: i32) -> Picture {
    let (width, height) = (width.max(0) as u32, height.max(0) as u32);
    Picture { width, height, rgba: vec![255; width as usize * height as usize * 4] }
}

/// Paints a tile into a square, its picture stretched to fit.
fn paint(onto: &mut Picture, tile: &WorldTile, art: &Art, corner: Point, side: i32) {
    for dy in 0..side {
        for dx in 0..side {
            let (x, y) = ((corner.x + dx) as u32, (corner.y + dy) as u32);
            if x < onto.width && y < onto.height {
                onto.set(x, y, art.at(tile, dx, dy, side));
            }
        }
    }
}

fn described(tile: &WorldTile, id: u32) -> Tile {
    let edges = (!tile.edges.is_empty()).then(|| Property::text("edges", &tile.edges.join(",")));
    let properties = [
        Some(Property::flag("blocks_sight", tile.ground.blocks_sight)),
        Some(Property::flag("blocks_step", tile.ground.blocks_step)),
        edges,
        Some(Property::text("ground", &tile.ground.name)),
        Some(Property::whole("height", tile.height)),
        Some(Property::text("name", &tile.name)),
    ];
    Tile { id, r#type: None, properties: properties.into_iter().flatten().collect() }
}

/// Tiled counts from 1; 0 is an empty cell.
fn number(world: &World, tile: u16) -> u32 {
    if world.palette[usize::from(tile)].empty { 0 } else { u32::from(tile) + 1 }
}
