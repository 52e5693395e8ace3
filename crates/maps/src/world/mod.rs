//! Worlds: finished tile maps.

mod cell_shape;

use std::collections::BTreeMap;

use crate::document::Document;
use crate::floor::{Floor, Ground};
use mapkiln_core::{Grid, Limit, Point};
use serde::{Deserialize, Serialize};

use crate::Rgb;

pub use cell_shape::{CellShape, Periodic};

/// A map of tiles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct World {
    /// The tile set it is made of.
    pub tileset: String,
    /// The shape of its cells. Odd rows of hexagons lie half a cell to the east.
    pub shape: CellShape,
    /// Does it wrap around at its borders?
    #[serde(default)]
    pub periodic: Periodic,
    /// The tiles; cells refer to them by index.
    pub palette: Vec<WorldTile>,
    /// The tile of every cell, layer by layer from the ground up; one layer if it is flat.
    pub layers: Vec<Grid<u16>>,
}

/// A tile of a world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorldTile {
    /// Its name; `name@1` is turned once clockwise, `name@m` mirrored.
    pub name: String,
    /// Its ground, with what it blocks.
    pub ground: Ground,
    /// Its height in steps.
    #[serde(default)]
    pub height: i16,
    /// One character for text maps.
    pub symbol: char,
    /// Its colour.
    pub color: Rgb,
    /// A small picture, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Grid<Rgb>>,
    /// Its edges in the order of the shape's sides; empty if it has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<String>,
    /// The kinds it belongs to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// In layers: there is nothing here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub empty: bool,
    /// What pictures show, one of [`ART`]; if empty, what its ground, its name or its letters mean.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub art: String,
}

/// What a tile can be drawn as.
pub const ART: [&str; 23] = [
    "void", "water", "mud", "sand", "floor", "room", "deck", "gangway", "earth", "grass", "field", "hill",
    "rock", "snow", "wall", "hull", "wood", "house", "road", "bridge", "stream", "door", "hatch",
];

impl Default for WorldTile {
    fn default() -> Self {
        WorldTile {
            name: String::new(),
            ground: Ground::open(""),
            height: 0,
            symbol: '?',
            color: Rgb::default(),
            picture: None,
            edges: Vec::new(),
            kinds: Vec::new(),
            empty: false,
            art: String::new(),
        }
    }
}

impl WorldTile {
    /// What a cell shows that is not part of the map.
    pub fn nothing() -> Self {
        WorldTile {
            name: "nothing".to_owned(),
            ground: Ground { name: "void".to_owned(), blocks_step: true, blocks_sight: false },
            symbol: ' ',
            empty: true,
            ..WorldTile::default()
        }
    }

    /// Is it what a cell shows that is not part of the map?
    pub fn is_nothing(&self) -> bool {
        self.empty && self.name == "nothing"
    }
}

impl World {
    /// Columns.
    pub fn width(&self) -> i32 {
        self.layers.first().map_or(0, Grid::width)
    }

    /// Rows.
    pub fn height(&self) -> i32 {
        self.layers.first().map_or(0, Grid::height)
    }

    /// The tile visible from above: the highest that is not empty. `None` outside.
    pub fn tile_at(&self, p: Point) -> Option<&WorldTile> {
        self.seen_at(p).map(|(_, tile)| tile)
    }

    /// The tile visible from above, and its layer.
    pub fn seen_at(&self, p: Point) -> Option<(usize, &WorldTile)> {
        let at = |layer: usize| self.layers.get(layer)?.get(p).map(|&t| &self.palette[usize::from(t)]);
        let solid = (0..self.layers.len()).rev().find(|&z| at(z).is_some_and(|t| !t.empty));
        let layer = solid.unwrap_or(0);
        at(layer).map(|tile| (layer, tile))
    }

    /// The height of the ground in a cell: that of its tile, on top of the layers below.
    pub fn height_at(&self, p: Point) -> i32 {
        self.seen_at(p).map_or(0, |(layer, tile)| layer as i32 + i32::from(tile.height))
    }

    /// The world as a floor to stand on: the ground, the height, what blocks steps and sight.
    pub fn floor(&self) -> Floor {
        let mut numbers: BTreeMap<(&str, bool, bool), u16> = BTreeMap::new();
        let mut palette: Vec<Ground> = Vec::new();
        let mut ground_of = Vec::new();
        for tile in &self.palette {
            let g = &tile.ground;
            let number = *numbers.entry((&g.name, g.blocks_step, g.blocks_sight)).or_insert_with(|| {
                palette.push(g.clone());
                (palette.len() - 1) as u16
            });
            ground_of.push(number);
        }
        let (w, h) = (self.width(), self.height());
        let seen = |p: Point| {
            let mut top = (0..self.layers.len()).rev().map(|z| (z, self.layers[z][p]));
            let solid = top.clone().find(|&(_, t)| !self.palette[usize::from(t)].empty);
            solid.or_else(|| top.next_back())
        };
        let ground = Grid::from_fn(w, h, |p| seen(p).map_or(0, |(_, t)| ground_of[usize::from(t)]));
        let rises = self.layers.len() > 1 || self.palette.iter().any(|t| t.height != 0);
        let height = rises.then(|| {
            Grid::from_fn(w, h, |p| {
                seen(p).map_or(0, |(z, t)| (z as i32 + i32::from(self.palette[usize::from(t)].height)) as i16)
            })
        });
        Floor { palette, ground, height, doors: Vec::new(), things: Vec::new(), entrances: Vec::new() }
    }
}

impl Document for World {
    const KIND: &'static str = "world";
    const VERSION: u32 = 1;

    fn amounts(&self) -> Vec<(Limit, u64)> {
        vec![(Limit::Cells, self.layers.iter().map(|layer| layer.bounds().area().unsigned_abs()).sum())]
    }

    fn check(&self) -> Result<(), String> {
        let Some(first) = self.layers.first() else {
            return Err("it has no layers".to_owned());
        };
        if let Some(z) = self.layers.iter().position(|l| l.bounds() != first.bounds()) {
            return Err(format!("layer {z} differs in size from layer 0"));
        }
        for (z, layer) in self.layers.iter().enumerate() {
            if let Some((p, t)) = layer.iter().find(|(_, t)| usize::from(**t) >= self.palette.len()) {
                let known = self.palette.len();
                return Err(format!(
                    "the cell {p} of layer {z} has tile {t}, and the palette has {known} entries"
                ));
            }
        }
        Ok(())
    }
}
