//! Endless worlds: any chunk in any order, always the same.
//!
//! After Merrell's *modifying in blocks* (Model Synthesis, 2007), done lazily as BorisTheBrave's
//! "infinite modifying in blocks": at first the plane repeats a small pattern that fits itself.
//! Four layers of blocks then replace it, each shifted by half a block, so that a border in one layer
//! lies in the interior of another. A block is solved again from its own seed within the border that
//! the layer below left; if that fails, it keeps what it had, which fits. So every tile depends only
//! on the seed and its position, and no seam breaks a rule. Complexity: each cell is solved four
//! times; a single chunk needs up to 17 blocks.

use std::hash::Hash;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use lru::LruCache;
use mapkiln_core::{Grid, Seed, map_indexed};
use serde::{Deserialize, Serialize};

use crate::field::{Atlas, Extent, WRAP, Weigher};
use crate::model::Model;
use crate::rules::bits;
use crate::solve::{Collapse, Job, Kept, Limits};
use crate::{CellShape, Error, Periodic, TileSet, Topology, World, constraint};

/// Columns and rows of a chunk.
pub const CHUNK: u32 = 32;

const HALF: u32 = CHUNK / 2;

/// The shift of each layer of blocks, in columns and rows.
///
/// The last layer's blocks are the chunks, and rows are shifted only once before it, so that a chunk
/// depends on as few blocks as possible.
const SHIFTS: [(u32, u32); 4] = [(HALF, HALF), (0, HALF), (HALF, 0), (0, 0)];

/// The largest pattern that is tried as the repeating base of a world.
const LARGEST_PATTERN: u32 = 8;

/// The most patterns of one size that are compared.
const MOST_PATTERNS: usize = 128;

/// The most chunks of a range per axis.
const MOST_CHUNKS: i64 = 256;

/// A rectangle of chunks of an endless world; both ends are part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChunkRange {
    /// Column and row of the chunk in the north-west.
    pub from: [i64; 2],
    /// Column and row of the chunk in the south-east.
    pub to: [i64; 2],
}

impl ChunkRange {
    /// Columns and rows, if there are 1 to 256 of each.
    fn size(&self) -> Option<[usize; 2]> {
        let axis = |a: usize| {
            let span = self.to[a].checked_sub(self.from[a])?.checked_add(1)?;
            (1..=MOST_CHUNKS).contains(&span).then_some(span as usize)
        };
        Some([axis(0)?, axis(1)?])
    }

    /// The number of chunks; 0 for a range that is empty or too large.
    pub fn count(&self) -> usize {
        self.size().map_or(0, |[columns, rows]| columns * rows)
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        self.size().map(drop).ok_or(Error::ChunkRange { most: MOST_CHUNKS })
    }
}

/// A world without end, made chunk by chunk.
///
/// It can be shared between threads; a chunk does not depend on which ones were made before. The
/// cache is bounded, so memory is constant.
///
/// ```
/// use mapkiln_tiles::{EndlessWorld, TileSet};
/// let set = TileSet::shipped("meadow").unwrap();
/// let world = EndlessWorld::new(&set, "far", 5).unwrap();
/// let here = world.chunk(3, -2).unwrap();
/// world.chunk(i64::MAX, i64::MIN).unwrap();
/// assert_eq!(world.chunk(3, -2).unwrap(), here);
/// ```
pub struct EndlessWorld {
    model: Model,
    seed: Seed,
    topology: Arc<Topology>,
    /// A block before anything is decided, which every block starts from.
    empty: Collapse,
    /// The cells of a block that the layer below determines.
    border: Vec<u32>,
    /// The pattern that the plane repeats at first: its size, and its tiles layer by layer.
    pattern: (u32, Vec<u16>),
    /// The fields of this world, if its set has any.
    atlas: Option<Atlas>,
    /// The tiles in which the networks of this world are drawn at first, if it has networks.
    draft: Option<Vec<u64>>,
    cache: Mutex<LruCache<Key, Block>>,
    /// Weights by place of quarters of blocks, by their first cell.
    surveys: Mutex<LruCache<(i64, i64), Arc<Weigher>>>,
}

/// The tiles of a block, row by row, layer by layer.
type Block = Arc<Vec<u16>>;

/// A block: its layer, and its column and row there.
type Key = (u8, i64, i64);

impl EndlessWorld {
    /// A world of a tile set; `layers` matters only for sets with the shape `layers`.
    ///
    /// Of the set's own constraints, `allow` and `forbid` without an area hold; those that need a
    /// whole map are left out ([`Model::whole_map_constraints`]).
    pub fn new(set: &TileSet, seed: impl Into<Seed>, layers: u32) -> Result<Self, Error> {
        EndlessWorld::with_model(Model::new(set)?, seed, layers)
    }

    /// A world of a model that is already built.
    pub fn with_model(model: Model, seed: impl Into<Seed>, layers: u32) -> Result<Self, Error> {
        let seed = seed.into();
        let layers = if model.shape() == CellShape::Layers { layers } else { 1 };
        let topology = Topology::new(model.shape(), CHUNK, CHUNK, layers, Periodic::default())?;
        let topology = Arc::new(topology);
        let pattern = repeating_pattern(&model, layers)?;
        let limits = Limits { repairs: 8, backtracks: 1000, ..Limits::default() };
        // The cell with the fewest options, for samples too: with least entropy, which they have in finite maps, a block
        // fills with what is commonest from its border inwards, and shapes in its middle are small.
        let mut job = Job { limits, ..Job::default() };
        constraint::build_local(&model, &topology, &mut job)?;
        let empty = model.solver().collapse(&topology, job, seed.stream("empty", 0))?;
        let last = CHUNK as i32 - 1;
        let on_border = |cell: &u32| {
            let (at, _) = topology.place(*cell);
            at.x == 0 || at.y == 0 || at.x == last || at.y == last
        };
        let border = (0..topology.cells() as u32).filter(on_border).collect();
        let (cache, surveys) = (cache(4096), cache(4096));
        let atlas = model.fields().map(|rules| rules.fields.atlas(&seed, Extent::Endless)).transpose()?;
        let networks = model.fields().filter(|f| f.rooms.is_none()).and_then(|f| f.networks.as_ref());
        let draft = networks.filter(|_| pattern.0 == 1).and_then(|networks| {
            let may = |tile: usize| empty.could_be(0, &bits::of(model.rules().words(), [tile]));
            networks.draft(model.rules(), usize::from(pattern.1[0]), may)
        });
        Ok(EndlessWorld { model, seed, topology, empty, border, pattern, atlas, draft, cache, surveys })
    }

    /// Sets the number of blocks in the cache, at least 1; default 4,096, about 8 MB. It affects speed
    /// only.
    pub fn with_cache(self, blocks: usize) -> Self {
        EndlessWorld { cache: cache(blocks), surveys: cache(blocks), ..self }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The world's chunk whose north-west cell is (32·x, 32·y).
    ///
    /// Coordinates wrap at the ends of 64 bits: the last chunk in the east is next to the first in
    /// the west.
    pub fn chunk(&self, x: i64, y: i64) -> Result<World, Error> {
        let tiles = self.region(4, (x, 0), (y, 0), CHUNK)?;
        let side = CHUNK as usize;
        let layers = tiles.chunks(side * side).map(|layer| {
            Grid::from_fn(CHUNK as i32, CHUNK as i32, |p| {
                self.model.face(usize::from(layer[p.y as usize * side + p.x as usize]))
            })
        });
        Ok(World {
            tileset: self.model.name().to_owned(),
            shape: self.model.shape(),
            periodic: Periodic::default(),
            palette: self.model.palette().to_vec(),
            layers: layers.collect(),
        })
    }

    /// The world's chunks in a range, as one world.
    pub fn chunks(&self, range: ChunkRange, parallel: bool) -> Result<World, Error> {
        range.check()?;
        let tiles = self.tiles_of(range, 0..range.count(), parallel)?;
        Ok(self.joined(range, &tiles))
    }

    /// The tiles of some chunks of a range, which are numbered row by row.
    pub(crate) fn tiles_of(
        &self,
        range: ChunkRange,
        chunks: Range<usize>,
        parallel: bool,
    ) -> Result<Vec<Vec<u16>>, Error> {
        let [columns, _] = range.size().ok_or(Error::ChunkRange { most: MOST_CHUNKS })?;
        let [x0, y0] = range.from;
        let made = map_indexed(parallel, chunks.len(), |i| {
            let i = chunks.start + i;
            self.chunk_tiles(x0 + (i % columns) as i64, y0 + (i / columns) as i64)
        });
        made.into_iter().collect()
    }

    /// One world of the tiles of all chunks of a range.
    pub(crate) fn joined(&self, range: ChunkRange, tiles: &[Vec<u16>]) -> World {
        let [columns, rows] = range.size().unwrap_or_default();
        let side = CHUNK as usize;
        let layer = |z: usize| {
            Grid::from_fn((columns * side) as i32, (rows * side) as i32, |p| {
                let (x, y) = (p.x as usize, p.y as usize);
                tiles[y / side * columns + x / side][(z * side + y % side) * side + x % side]
            })
        };
        World {
            tileset: self.model.name().to_owned(),
            shape: self.model.shape(),
            periodic: Periodic::default(),
            palette: self.model.palette().to_vec(),
            layers: (0..self.layers() as usize).map(layer).collect(),
        }
    }

    /// The tiles of a chunk as indices into the palette, row by row and layer by layer. Cheaper than
    /// [`chunk`](EndlessWorld::chunk), which copies the palette.
    pub fn chunk_tiles(&self, x: i64, y: i64) -> Result<Vec<u16>, Error> {
        let mut tiles = self.region(4, (x, 0), (y, 0), CHUNK)?;
        for tile in &mut tiles {
            *tile = self.model.face(usize::from(*tile));
        }
        Ok(tiles)
    }

    /// The tiles of four cells, as indices into the palette: one, and those to its east, south and
    /// south-east.
    pub(crate) fn four_tiles(&self, x: i64, y: i64) -> Result<[u16; 4], Error> {
        let side = i64::from(CHUNK);
        let mut last: Option<((i64, i64), Block)> = None;
        let mut tile = |x: i64, y: i64| {
            let chunk = (x.div_euclid(side), y.div_euclid(side));
            let block = match &last {
                Some((known, block)) if *known == chunk => block.clone(),
                // The last layer's blocks are the chunks.
                _ => self.block(SHIFTS.len() as u8 - 1, chunk.0, chunk.1)?,
            };
            let at = y.rem_euclid(side) * side + x.rem_euclid(side);
            let tile = self.model.face(usize::from(block[at as usize]));
            last = Some((chunk, block));
            Ok(tile)
        };
        Ok([tile(x, y)?, tile(x + 1, y)?, tile(x, y + 1)?, tile(x + 1, y + 1)?])
    }

    /// How much of some chunks shows nothing but the repeating pattern that the world starts from, and the
    /// size of that pattern.
    pub(crate) fn monotony(&self, chunks: &[Vec<u16>]) -> (f64, u32) {
        let mut plain = vec![0; self.topology.cells()];
        self.fill_pattern(&mut plain, (0, 0), CHUNK);
        let shown: Vec<u16> = plain.iter().map(|&tile| self.model.face(usize::from(tile))).collect();
        let same = chunks.iter().map(|tiles| tiles.iter().zip(&shown).filter(|(a, b)| a == b).count());
        let cells = (chunks.len() * shown.len()).max(1);
        (same.sum::<usize>() as f64 / cells as f64, self.pattern.0)
    }

    /// Cells of a chunk.
    pub(crate) fn chunk_cells(&self) -> u64 {
        self.topology.cells() as u64
    }

    fn layers(&self) -> u32 {
        self.topology.layers()
    }

    /// The tiles of a square after `done` layers of blocks. Its corner is given as a chunk and an
    /// offset within it, so that nothing overflows at the ends of the world.
    fn region(&self, done: u8, x: (i64, u32), y: (i64, u32), side: u32) -> Result<Vec<u16>, Error> {
        let size = side as usize * side as usize;
        let mut tiles = vec![0; size * self.layers() as usize];
        let shift = match done.checked_sub(1) {
            None => {
                // The period divides a chunk, so every chunk starts the pattern again.
                self.fill_pattern(&mut tiles, (x.1, y.1), side);
                return Ok(tiles);
            }
            Some(layer) => SHIFTS[usize::from(layer)],
        };
        // Copy from each block of the topmost layer that overlaps the square.
        let mut row = 0;
        while row < side {
            let (block_y, from_y) = block_of(y, row, shift.1);
            let rows = (CHUNK - from_y).min(side - row);
            let mut column = 0;
            while column < side {
                let (block_x, from_x) = block_of(x, column, shift.0);
                let columns = (CHUNK - from_x).min(side - column);
                let block = self.block(done - 1, block_x, block_y)?;
                for z in 0..self.layers() {
                    for r in 0..rows {
                        let from = ((z * CHUNK + from_y + r) * CHUNK + from_x) as usize;
                        let to = z as usize * size + ((row + r) * side + column) as usize;
                        tiles[to..to + columns as usize]
                            .copy_from_slice(&block[from..from + columns as usize]);
                    }
                }
                column += columns;
            }
            row += rows;
        }
        Ok(tiles)
    }

    fn fill_pattern(&self, tiles: &mut [u16], (px, py): (u32, u32), side: u32) {
        let (period, pattern) = (self.pattern.0, &self.pattern.1);
        for (i, tile) in tiles.iter_mut().enumerate() {
            let i = i as u32;
            let (z, r, c) = (i / (side * side), i / side % side, i % side);
            *tile = pattern[((z * period + (py + r) % period) * period + (px + c) % period) as usize];
        }
    }

    /// A block of a layer, from the cache or made.
    fn block(&self, layer: u8, x: i64, y: i64) -> Result<Block, Error> {
        let key = (layer, x, y);
        if let Some(block) = lock(&self.cache).get(&key).cloned() {
            return Ok(block);
        }
        let block = Arc::new(self.make_block(layer, x, y)?);
        lock(&self.cache).put(key, block.clone());
        Ok(block)
    }

    fn make_block(&self, layer: u8, x: i64, y: i64) -> Result<Vec<u16>, Error> {
        let (shift_x, shift_y) = SHIFTS[usize::from(layer)];
        let at = (place(x, shift_x), place(y, shift_y));
        let plan = self.plan(at);
        let mut below = self.region(layer, (x, shift_x), (y, shift_y), CHUNK)?;
        if let Some(draft) = self.draft.as_ref().filter(|_| layer == 0) {
            for (tile, planned) in below.iter_mut().zip(&plan) {
                let planned = planned.iter().flat_map(|set| bits::iter(set));
                *tile = planned.filter(|&t| bits::has(draft, t)).map(|t| t as u16).next().unwrap_or(*tile);
            }
        }
        let seed = self.seed.child("block", u64::from(layer)).child("x", x as u64);
        let stream = seed.stream("y", y as u64);
        let pins: Vec<(u32, u16)> = self.border.iter().map(|&cell| (cell, below[cell as usize])).collect();
        let weigher = self.survey((x, shift_x), (y, shift_y));
        let ground = ground_rows(&self.model, &self.topology, CHUNK - 1 - shift_y, true);
        // Some only need another try. If the border that the layer below left is at odds with the plan, which
        // does not happen over a draft, the cells near it are free: they lie inside a block of a later layer.
        let tries: &[i32] = match (plan.is_empty(), &self.draft) {
            (true, _) => &[0],
            (false, Some(_)) => &[0; 3],
            (false, None) => &[0, 0, 0, 2, 3, 3, 6, 9],
        };
        let mut tries = tries.iter().enumerate();
        let (mut collapse, mut made) = (None, false);
        while let Some((number, &reach)) = tries.next().filter(|_| !made) {
            let stream = match number {
                0 => stream.clone(),
                _ => seed.child("again", number as u64).stream("y", y as u64),
            };
            let mut keep = self.planned(&plan, &below, reach);
            keep.extend(ground.iter().cloned());
            let tried = collapse.insert(self.empty.fork(&pins, &keep, weigher.clone(), stream));
            made = tried.finish();
        }
        if !made && plan.is_empty() && !ground.is_empty() {
            made = collapse.insert(self.empty.fork(&pins, &[], weigher, stream)).finish();
        }
        let solved = |cell: u32| collapse.as_ref().filter(|_| made)?.tile(cell);
        let kept = |cell: u32| below[cell as usize];
        let tile = |cell: u32| solved(cell).map_or(kept(cell), |tile| tile as u16);
        Ok((0..self.topology.cells() as u32).map(tile).collect())
    }
}

impl EndlessWorld {
    /// The weights of a block by place, of its four quarters, which the blocks of other layers share.
    fn survey(&self, x: (i64, u32), y: (i64, u32)) -> Option<Weigher> {
        let (atlas, fields) = self.atlas.as_ref().zip(self.model.fields())?;
        let quarters = [(0, 0), (HALF, 0), (0, HALF), (HALF, HALF)].map(|(dx, dy)| {
            let at = (place(x.0, x.1 + dx), place(y.0, y.1 + dy));
            if let Some(known) = lock(&self.surveys).get(&at) {
                return known.clone();
            }
            let made = Arc::new(fields.survey(atlas, self.topology.shape(), (HALF, HALF), at));
            lock(&self.surveys).put(at, made.clone());
            made
        });
        Some(Weigher::joined([&quarters[0], &quarters[1], &quarters[2], &quarters[3]]))
    }

    /// What networks and rooms ask of the cells of a block; empty if there are none.
    fn plan(&self, at: (i64, i64)) -> Vec<Option<Arc<[u64]>>> {
        let Some((rules, atlas)) = self.model.fields().zip(self.atlas.as_ref()) else { return Vec::new() };
        if rules.networks.is_none() && rules.rooms.is_none() {
            return Vec::new();
        }
        rules.plan(atlas, &self.topology, at, &[])
    }

    /// What is kept of the plan of a block: nothing on its border, nothing within two cells of a place on
    /// the border that is not as planned, and nothing within `reach` of any border.
    fn planned(&self, plan: &[Option<Arc<[u64]>>], below: &[u16], reach: i32) -> Vec<Kept> {
        if plan.is_empty() {
            return Vec::new();
        }
        let side = CHUNK as i32;
        let mut free = vec![false; below.len()];
        for &cell in &self.border {
            let fits = |set: &Arc<[u64]>| bits::has(set, usize::from(below[cell as usize]));
            free[cell as usize] = true;
            let near = if plan[cell as usize].as_ref().is_some_and(fits) { reach } else { reach.max(2) };
            let (p, _) = self.topology.place(cell);
            for y in (p.y - near).max(0)..(p.y + near + 1).min(side) {
                for x in (p.x - near).max(0)..(p.x + near + 1).min(side) {
                    free[(y * side + x) as usize] = true;
                }
            }
        }
        let cells = (0..below.len() as u32).filter(|&cell| !free[cell as usize]);
        cells.filter_map(|cell| Some((cell..cell + 1, plan[cell as usize].clone()?))).collect()
    }
}

/// The first cell of a block along an axis, within the places that fields know.
fn place(chunk: i64, shift: u32) -> i64 {
    let cell = chunk.wrapping_mul(i64::from(CHUNK)).wrapping_add(i64::from(shift));
    cell.wrapping_add(WRAP).rem_euclid(2 * WRAP) - WRAP
}

/// The block that holds a cell, and the cell's place in it, for blocks shifted by `shift`. The cell
/// is `step` after a chunk's corner plus offset.
fn block_of((chunk, offset): (i64, u32), step: u32, shift: u32) -> (i64, u32) {
    let at = i64::from(offset + step) - i64::from(shift);
    let size = i64::from(CHUNK);
    (chunk.wrapping_add(at.div_euclid(size)), at.rem_euclid(size) as u32)
}

/// What a sample's ground asks of a map: the patterns of its last row lie in this row and nowhere else.
/// In an endless world, that is one row per chunk.
pub(crate) fn ground_rows(model: &Model, topology: &Topology, row: u32, wraps: bool) -> Vec<Kept> {
    let ground = if wraps { model.last_ground() } else { model.ground() };
    if ground.is_empty() {
        return Vec::new();
    }
    let ground: Arc<[u64]> = bits::of(model.rules().words(), ground.iter().copied()).into();
    let other: Arc<[u64]> = bits::not(&ground).into();
    let is_ground = |cell: u32| topology.place(cell).0.y == row as i32;
    let cells = 0..topology.cells() as u32;
    cells.map(|cell| (cell..cell + 1, if is_ground(cell) { ground.clone() } else { other.clone() })).collect()
}

/// A chunk with ground that fits itself on all sides.
fn pattern_with_ground(model: &Model) -> Result<(u32, Vec<u16>), Error> {
    let topology = Arc::new(Topology::new(model.shape(), CHUNK, CHUNK, 1, Periodic::both(true))?);
    for attempt in 0..8 {
        let mut job = Job { heuristic: model.heuristic(), ..Job::default() };
        job.keep = ground_rows(model, &topology, CHUNK - 1, true);
        let stream = Seed::from("pattern").stream("ground", attempt);
        let mut collapse = model.solver().collapse(&topology, job, stream)?;
        if collapse.finish() {
            let tiles = (0..topology.cells() as u32).map(|c| collapse.tile(c).unwrap_or(0) as u16);
            return Ok((CHUNK, tiles.collect()));
        }
    }
    Err(Error::NoPattern { set: model.name().to_owned(), size: CHUNK })
}

/// The smallest pattern of the tile set that fits itself on all sides and allows other tiles in a
/// block surrounded by it; of several, the one that leaves most options. (A plain of stone may fit
/// itself and allow nothing but stone inside; with sky alone, no flower can grow.)
pub(crate) fn repeating_pattern(model: &Model, layers: u32) -> Result<(u32, Vec<u16>), Error> {
    if !model.ground().is_empty() {
        return pattern_with_ground(model);
    }
    // Sizes that divide a chunk, so that the pattern joins where the coordinates wrap. Odd rows of
    // hexagons are shifted, so their patterns have an even number of rows.
    let smallest = if model.shape() == CellShape::Hexagon { 2 } else { 1 };
    let mut fits_itself = false;
    for size in (smallest..=LARGEST_PATTERN).filter(|s| s.is_power_of_two()) {
        let topology = Arc::new(Topology::new(model.shape(), size, size, layers, Periodic::both(true))?);
        let mut best: Option<(u64, Vec<u16>)> = None;
        let mut seen: Vec<Vec<u16>> = Vec::new();
        for attempt in 0..MOST_PATTERNS.min(model.rules().tiles()) {
            let mut job = Job { limits: Limits::complete(5000), ..Job::default() };
            constraint::build_local(model, &topology, &mut job)?;
            // Each tile in turn in the first cell, so that every candidate is tried.
            job.allow(model.rules(), 0, [attempt]);
            // Not the world's seed: the pattern depends on the tile set alone.
            let stream = Seed::from("pattern").stream("repeat", attempt as u64);
            let mut collapse = model.solver().collapse(&topology, job, stream)?;
            if !collapse.finish() {
                continue;
            }
            let tiles = (0..topology.cells() as u32).map(|c| collapse.tile(c).unwrap_or(0) as u16);
            let tiles: Vec<u16> = tiles.collect();
            if seen.contains(&tiles) {
                continue;
            }
            fits_itself = true;
            let freedom = freedom(model, layers, size, &tiles)?;
            if freedom > 0 && best.as_ref().is_none_or(|(most, _)| freedom > *most) {
                best = Some((freedom, tiles.clone()));
            }
            seen.push(tiles);
        }
        if let Some((_, tiles)) = best {
            return Ok((size, tiles));
        }
    }
    let set = model.name().to_owned();
    Err(if fits_itself { Error::Lifeless { set } } else { Error::NoPattern { set, size: LARGEST_PATTERN } })
}

/// The number of options beyond one per cell in a small block whose border is the pattern.
fn freedom(model: &Model, layers: u32, period: u32, pattern: &[u16]) -> Result<u64, Error> {
    const SIDE: u32 = HALF + 1;
    let topology = Arc::new(Topology::new(model.shape(), SIDE, SIDE, layers, Periodic::default())?);
    let mut job = Job::default();
    constraint::build_local(model, &topology, &mut job)?;
    let last = SIDE as i32 - 1;
    for cell in 0..topology.cells() as u32 {
        let (at, z) = topology.place(cell);
        if at.x == 0 || at.y == 0 || at.x == last || at.y == last {
            let index = (z * period + at.y as u32 % period) * period + at.x as u32 % period;
            job.allow(model.rules(), cell, [usize::from(pattern[index as usize])]);
        }
    }
    let collapse = model.solver().collapse(&topology, job, Seed::from("pattern").stream("freedom", 0))?;
    Ok((0..topology.cells() as u32).map(|cell| u64::from(collapse.options(cell).saturating_sub(1))).sum())
}

fn lock<T>(cache: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // A panic elsewhere cannot leave a cache inconsistent: each change is one insertion.
    cache.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A cache of this many things, at least one: those used last.
fn cache<K: Hash + Eq, V>(size: usize) -> Mutex<LruCache<K, V>> {
    Mutex::new(LruCache::new(NonZeroUsize::new(size).unwrap_or(NonZeroUsize::MIN)))
}
