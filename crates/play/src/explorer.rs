//! A walk through an endless world.
//!
//! The world provides its ground in chunks. Around the explorer there is always a window of chunks
//! within the render distance, and one ring more, made ahead: a step never waits for more than the
//! chunks of one side.

use std::collections::BTreeMap;

use mapkiln_core::{Direction, Grid, Point, Rect};
use mapkiln_maps::floor::{Floor, Ground};
use mapkiln_sight::{CellSet, Shadowcast, Walls};

use crate::Error;

/// An endless world.
pub trait ChunkSource {
    /// The side of a chunk in cells, at least 1.
    fn chunk_side(&self) -> i32;

    /// The chunk in a column and a row of chunks: a floor with the side of [`chunk_side`](ChunkSource::chunk_side).
    ///
    /// A chunk must be the same whenever it is asked for, in any order.
    fn chunk(&mut self, column: i32, row: i32) -> Floor;
}

/// Someone who walks through an endless world.
///
/// ```
/// use mapkiln_maps::floor::{Floor, Ground};
/// use mapkiln_core::Direction;
/// use mapkiln_play::{Explorer, ChunkSource};
/// struct Meadow;
/// impl ChunkSource for Meadow {
///     fn chunk_side(&self) -> i32 { 8 }
///     fn chunk(&mut self, _: i32, _: i32) -> Floor { Floor::new(8, 8, Ground::open("grass")) }
/// }
/// let mut explorer = Explorer::new(Meadow, 2, 10)?;
/// for _ in 0..1000 {
///     assert!(explorer.step(Direction::West));
/// }
/// assert!(explorer.chunks_made() < 1000); // only those near the path
/// # Ok::<(), mapkiln_play::Error>(())
/// ```
#[derive(Debug)]
pub struct Explorer<W> {
    world: W,
    render: i32,
    sight: u32,
    at: Point,
    chunks: BTreeMap<(i32, i32), Floor>,
    made: u64,
    seen: CellSet,
    known: BTreeMap<(i32, i32), CellSet>,
    steps: u64,
}

impl<W: ChunkSource> Explorer<W> {
    /// Starts at the open cell nearest to (0, 0) within the render distance (1 to 16 chunks); sees up
    /// to `sight` cells far.
    pub fn new(world: W, render: u32, sight: u32) -> Result<Self, Error> {
        if !(1..=16).contains(&render) {
            return Err(Error::Rule { name: "render distance", range: "between 1 and 16", value: render });
        }
        if world.chunk_side() < 1 {
            let value = world.chunk_side().unsigned_abs();
            return Err(Error::Rule { name: "chunk side", range: "at least 1", value });
        }
        let mut explorer = Explorer {
            world,
            render: render as i32,
            sight,
            at: Point::default(),
            chunks: BTreeMap::new(),
            made: 0,
            seen: CellSet::default(),
            known: BTreeMap::new(),
            steps: 0,
        };
        explorer.make_ahead()?;
        let reach = explorer.render * explorer.world.chunk_side();
        let cells = Rect::new(-reach, -reach, 2 * reach + 1, 2 * reach + 1);
        let begin = cells
            .cells()
            .filter(|&p| explorer.walkable(p))
            .min_by_key(|&p| (p.manhattan(Point::default()), p))
            .ok_or(Error::NowhereToStand)?;
        explorer.at = begin;
        explorer.make_ahead()?;
        explorer.look();
        Ok(explorer)
    }

    /// The explorer's cell in the world.
    pub fn at(&self) -> Point {
        self.at
    }

    /// Steps taken.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The number of chunks made so far; those far behind are dropped, and made again on return.
    pub fn chunks_made(&self) -> u64 {
        self.made
    }

    /// The world.
    pub fn world(&self) -> &W {
        &self.world
    }

    fn chunk_of(&self, p: Point) -> (i32, i32) {
        let side = self.world.chunk_side();
        (p.x.div_euclid(side), p.y.div_euclid(side))
    }

    /// The ground of a cell, if its chunk is loaded.
    pub fn ground(&self, p: Point) -> Option<&Ground> {
        let side = self.world.chunk_side();
        let (column, row) = self.chunk_of(p);
        self.chunks.get(&(column, row))?.ground_at(p - Point::new(column * side, row * side))
    }

    /// The height of a cell; 0 if its chunk is not loaded.
    pub fn height(&self, p: Point) -> i32 {
        let side = self.world.chunk_side();
        let (column, row) = self.chunk_of(p);
        let local = p - Point::new(column * side, row * side);
        self.chunks.get(&(column, row)).map_or(0, |f| f.height_at(local))
    }

    /// Can the cell be entered?
    pub fn walkable(&self, p: Point) -> bool {
        self.ground(p).is_some_and(|g| !g.blocks_step)
    }

    /// Takes a step; false if the way is blocked.
    pub fn step(&mut self, way: Direction) -> bool {
        let to = self.at.step(way);
        if !self.walkable(to) {
            return false;
        }
        let entered = self.chunk_of(to) != self.chunk_of(self.at);
        self.at = to;
        self.steps += 1;
        if entered {
            // A chunk of the wrong size is left out, which blocks the way there.
            let _ = self.make_ahead();
        }
        self.look();
        true
    }

    /// The cells of the world that are seen now.
    pub fn seen(&self) -> &CellSet {
        &self.seen
    }

    /// Has the cell been seen, as far as that is remembered?
    pub fn knows(&self, p: Point) -> bool {
        self.known.get(&self.chunk_of(p)).is_some_and(|k| k.contains(p))
    }

    /// Makes the chunks within the render distance and one ring more, nearest first; drops those more
    /// than two rings further out.
    fn make_ahead(&mut self) -> Result<(), Error> {
        let side = self.world.chunk_side();
        let (column, row) = self.chunk_of(self.at);
        let ahead = self.render + 1;
        let mut wanted: Vec<(i32, i32)> = (-ahead..=ahead)
            .flat_map(|y| (-ahead..=ahead).map(move |x| (column + x, row + y)))
            .filter(|c| !self.chunks.contains_key(c))
            .collect();
        wanted.sort_by_key(|&(x, y)| ((x - column).abs().max((y - row).abs()), y, x));
        for (x, y) in wanted {
            let floor = self.world.chunk(x, y);
            if (floor.ground.width(), floor.ground.height()) != (side, side) {
                let size = format!("{}x{}", floor.ground.width(), floor.ground.height());
                return Err(Error::Floor(format!(
                    "the chunk {x},{y} is {size}, and {side}x{side} was needed"
                )));
            }
            self.made += 1;
            self.chunks.insert((x, y), floor);
        }
        let keep = ahead + 2;
        self.chunks.retain(|&(x, y), _| (x - column).abs() <= keep && (y - row).abs() <= keep);
        Ok(())
    }

    /// The cells of the chunks within the render distance.
    pub fn window(&self) -> Rect {
        let side = self.world.chunk_side();
        let (column, row) = self.chunk_of(self.at);
        let corner = Point::new((column - self.render) * side, (row - self.render) * side);
        let size = (2 * self.render + 1) * side;
        Rect::new(corner.x, corner.y, size, size)
    }

    /// The window as one floor, for pictures; its cell (0, 0) is the window's corner.
    pub fn floor(&self) -> Floor {
        let window = self.window();
        let mut palette: Vec<Ground> = Vec::new();
        let mut heights = Grid::new(window.width, window.height, 0i16);
        let mut uneven = false;
        let ground = Grid::from_fn(window.width, window.height, |p| {
            let at = p + Point::new(window.x, window.y);
            let height = self.height(at) as i16;
            heights[p] = height;
            uneven |= height != 0;
            let Some(ground) = self.ground(at) else { return 0 };
            let place = palette.iter().position(|g| g == ground).unwrap_or_else(|| {
                palette.push(ground.clone());
                palette.len() - 1
            });
            place as u16
        });
        let mut floor = Floor::new(1, 1, Ground::open("ground"));
        floor.ground = ground;
        if !palette.is_empty() {
            floor.palette = palette;
        }
        floor.height = uneven.then_some(heights);
        floor
    }

    fn look(&mut self) {
        let reach = self.sight.min(4096) as i32;
        let corner = self.at - Point::new(reach, reach);
        let mut walls = Walls::open(2 * reach + 1, 2 * reach + 1);
        for p in walls.bounds().cells() {
            if self.ground(corner + p).is_none_or(|g| g.blocks_sight) {
                walls.set(p, true);
            }
        }
        let local = Shadowcast::new().look(&walls, self.at - corner, Some(self.sight));
        self.seen.reset(Rect::new(corner.x, corner.y, 2 * reach + 1, 2 * reach + 1));
        let side = self.world.chunk_side();
        for p in local.iter().map(|p| p + corner) {
            self.seen.insert(p);
            let (column, row) = (p.x.div_euclid(side), p.y.div_euclid(side));
            self.known
                .entry((column, row))
                .or_insert_with(|| CellSet::new(Rect::new(column * side, row * side, side, side)))
                .insert(p);
        }
    }
}
