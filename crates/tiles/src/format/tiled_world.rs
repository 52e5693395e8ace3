//! A Tiled map as a world, and what a set that was learned from one knows of its tiles.

use std::collections::BTreeMap;

use mapkiln_core::Limit;
use mapkiln_maps::floor::Ground;

use super::tiled_map::{TiledLayers, TiledTile};
use super::tiled_read::wrong;
use crate::tileset::{TileSet, color_of_name};
use crate::{CellShape, Error, MAX_TILES, Periodic, Rgb, World, WorldTile};

/// A world of a Tiled map: what its tiles are called and what they block is read from their properties
/// (`ground`, `blocks_step`, `blocks_sight`, `height`, `edges`), as our own Tiled files have them.
pub fn world_of_tiled(name: &str, map: &TiledLayers) -> Result<World, Error> {
    if map.tiles.len() >= MAX_TILES {
        return Err(Error::TileCount { tiles: map.tiles.len(), most: MAX_TILES });
    }
    let shape = match map.orientation.as_str() {
        "hexagonal" => CellShape::Hexagon,
        _ if map.layers.len() > 1 => CellShape::Layers,
        _ => CellShape::Square,
    };
    let mut palette: Vec<WorldTile> = map.tiles.values().map(|tile| tile.in_world(shape)).collect();
    let numbers: Vec<u32> = map.tiles.keys().copied().collect();
    let nothing = palette.len() as u16;
    let place = |number: &u32| numbers.binary_search(number).map_or(nothing, |i| i as u16);
    let (mut width, mut height) = (0, 0);
    for layer in &map.layers {
        (width, height) = (layer.width().max(width), layer.height().max(height));
    }
    // Every layer becomes as large as the largest.
    let cells = [width.unsigned_abs(), height.unsigned_abs(), map.layers.len() as u32];
    let cells = cells.into_iter().fold(1, |all: u64, n| all.saturating_mul(u64::from(n)));
    Limit::Cells.check(cells).map_err(|e| wrong("the map", e))?;
    let layers = map
        .layers
        .iter()
        .map(|layer| mapkiln_core::Grid::from_fn(width, height, |p| layer.get(p).map_or(nothing, place)));
    let layers: Vec<_> = layers.collect();
    if layers.iter().any(|layer| layer.cells().contains(&nothing)) {
        palette.push(WorldTile::nothing());
    }
    Ok(World { tileset: name.to_owned(), shape, periodic: Periodic::default(), palette, layers })
}

impl TiledTile {
    fn flag(&self, name: &str) -> bool {
        self.properties.get(name).is_some_and(|value| value == "true")
    }

    fn in_world(&self, shape: CellShape) -> WorldTile {
        let ground = self.properties.get("ground").cloned().unwrap_or_else(|| self.name.clone());
        let edges: Vec<String> = match self.properties.get("edges") {
            Some(edges) => edges.split(',').map(|edge| edge.trim().to_owned()).collect(),
            None => Vec::new(),
        };
        WorldTile {
            symbol: ground.chars().next().unwrap_or('?'),
            color: self.picture.as_ref().map_or_else(|| color_of_name(&ground), mean),
            ground: Ground {
                name: ground,
                blocks_step: self.flag("blocks_step"),
                blocks_sight: self.flag("blocks_sight"),
            },
            height: self.properties.get("height").and_then(|h| h.parse().ok()).unwrap_or(0),
            picture: self.picture.clone(),
            edges: if edges.len() == shape.sides() { edges } else { Vec::new() },
            name: self.name.clone(),
            ..WorldTile::default()
        }
    }
}

/// The mean colour of a picture.
fn mean(picture: &mapkiln_core::Grid<Rgb>) -> Rgb {
    let cells = picture.cells();
    let count = cells.len().max(1) as u64;
    let part = |i: usize| cells.iter().map(|color| u64::from(color.0[i])).sum::<u64>() / count;
    Rgb([0, 1, 2].map(|i| part(i) as u8))
}

/// Gives the tiles of a set that was learned from a Tiled map the pictures and properties that they have
/// there.
pub fn add_tiled_art(set: &mut TileSet, map: &TiledLayers) {
    // The first of those with one name.
    let mut by_name: BTreeMap<String, &TiledTile> = BTreeMap::new();
    for tile in map.tiles.values() {
        by_name.entry(crate::learn::clean(&tile.name)).or_insert(tile);
    }
    for tile in &mut set.tiles {
        let Some(found) = by_name.get(&tile.name) else { continue };
        let seen = found.in_world(set.shape);
        if let Some(picture) = &seen.picture {
            tile.picture = picture.rows().map(<[Rgb]>::to_vec).collect();
        }
        tile.color = Some(seen.color);
        tile.ground = Some(seen.ground.name);
        tile.height = seen.height;
        tile.blocks_step = seen.ground.blocks_step.then_some(true);
        tile.blocks_sight = seen.ground.blocks_sight.then_some(true);
    }
}
