//! Coarse worlds: made first, from few large cells, and read by fields that finer tiles then follow.
//!
//! A finite map has a small map of its own for each; an endless world has an endless one, so what is read
//! there depends on the seed and the place alone, not on the order of chunks. Complexity: the coarse
//! cells once, and four of them per place.

use std::fmt;

use mapkiln_core::{Grid, Point, Run, Seed};

use super::CoarseValues;
use super::atlas::{Extent, Spot};
use super::noise::HALVES;
use crate::endless::EndlessWorld;
use crate::model::Model;
use crate::rules::bits;
use crate::{CellShape, Error, TileSet, TileSource, WorldSpec};

/// Blocks that an endless coarse world keeps: a few screens of the map itself.
const KEPT: usize = 512;

/// A coarse world of a tile set, ready to be made.
#[derive(Clone, Debug)]
pub(super) struct CoarseRules {
    name: String,
    model: Model,
    /// Cells of the map per coarse cell.
    pub(super) scale: i64,
}

impl CoarseRules {
    /// The coarse worlds of a set.
    pub(super) fn all(set: &TileSet) -> Result<Vec<Self>, Error> {
        let mut all = Vec::new();
        for (name, world) in &set.coarse {
            let wrong = |reason: String| Error::TileSet { at: format!("coarse world `{name}`"), reason };
            if !(4..=1000).contains(&world.scale) {
                return Err(wrong("its `scale` is 4 to 1,000 cells".to_owned()));
            }
            let model = match &world.set {
                TileSource::Name(shipped) => TileSet::shipped(shipped).and_then(|set| Model::new(&set)),
                TileSource::Set(own) => Model::new(own),
            };
            let model = model.map_err(|error| wrong(error.to_string()))?;
            if model.shape() != CellShape::Square {
                return Err(wrong("it needs a set of square cells without layers".to_owned()));
            }
            all.push(CoarseRules { name: name.clone(), model, scale: i64::from(world.scale) });
        }
        Ok(all)
    }

    /// The coarse world that a field reads, and what each tile of its palette is worth.
    pub(super) fn values(all: &[Self], read: &CoarseValues, field: &str) -> Result<(usize, Vec<f64>), Error> {
        let wrong = |reason: String| Error::TileSet { at: format!("field `{field}`"), reason };
        let Some(number) = all.iter().position(|rules| rules.name == read.world) else {
            let known: Vec<&str> = all.iter().map(|rules| rules.name.as_str()).collect();
            let known = if known.is_empty() { "there are none".to_owned() } else { known.join(", ") };
            return Err(wrong(format!(
                "there is no coarse world `{}` under [coarse]; known: {known}",
                read.world
            )));
        };
        let model = &all[number].model;
        let palette = model.palette();
        if read.values.is_empty() {
            return Ok((number, palette.iter().map(|tile| f64::from(tile.height) * read.by).collect()));
        }
        let mut values = vec![0.0; palette.len()];
        for (name, &value) in &read.values {
            let tiles = model.select(name);
            if bits::is_empty(&tiles) || !value.is_finite() {
                let known = model.some_names();
                return Err(wrong(format!(
                    "`{name} = {value}`: name a tile or kind of the coarse world ({known}) and a finite value"
                )));
            }
            for tile in bits::iter(&tiles) {
                values[usize::from(model.face(tile))] = value * read.by;
            }
        }
        Ok((number, values))
    }

    /// Makes it for a map, or for a world without end.
    pub(super) fn make(&self, seed: &Seed, extent: Extent) -> Result<MadeCoarse, Error> {
        let seed = seed.child("coarse", 0).child(&self.name, 0);
        let cells = match extent {
            Extent::Endless => {
                let world = EndlessWorld::with_model(self.model.clone(), seed, 1)?;
                Cells::Endless(Box::new(world.with_cache(KEPT)))
            }
            Extent::Finite(w, h) => {
                let size = |cells: i64| (cells.max(1) as u64).div_ceil(self.scale as u64) as u32;
                let spec = WorldSpec { width: size(w), height: size(h), ..WorldSpec::default() };
                let mut world = spec.make_with(&self.model, &mut Run::new(seed))?;
                Cells::Finite(world.layers.remove(0))
            }
        };
        Ok(MadeCoarse { scale: self.scale, cells })
    }
}

/// A coarse world of one map.
pub(super) struct MadeCoarse {
    scale: i64,
    cells: Cells,
}

enum Cells {
    Finite(Grid<u16>),
    Endless(Box<EndlessWorld>),
}

impl MadeCoarse {
    /// The value at a spot, between those of the four nearest cells' middles.
    pub(super) fn value(&self, values: &[f64], spot: Spot) -> f64 {
        let size = self.scale * HALVES;
        let (x, y) = (spot.x - size / 2, spot.y - size / 2);
        let (i, j) = (x.div_euclid(size), y.div_euclid(size));
        let tiles = match &self.cells {
            Cells::Finite(grid) => {
                let near = |v: i64, most: i32| v.clamp(0, i64::from(most) - 1) as i32;
                let at = |i: i64, j: i64| grid[Point::new(near(i, grid.width()), near(j, grid.height()))];
                [at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)]
            }
            Cells::Endless(world) => world.four_tiles(i, j).unwrap_or_default(),
        };
        let [a, b, c, d] = tiles.map(|tile| values.get(usize::from(tile)).copied().unwrap_or(0.0));
        let (u, v) = (x.rem_euclid(size) as f64 / size as f64, y.rem_euclid(size) as f64 / size as f64);
        let north = a + u * (b - a);
        let south = c + u * (d - c);
        north + v * (south - north)
    }
}

impl fmt::Debug for MadeCoarse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MadeCoarse").field("scale", &self.scale).finish_non_exhaustive()
    }
}
