//! Rooms, doors and corridors: a plan that is drawn first and pinned, as networks are.
//!
//! Weights by place cannot promise that a room has a door, or that a corridor leads from one to the
//! next. A plan says of every cell which part of a building it is; the tiles of that part then follow
//! the rules of the set.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::atlas::{Atlas, Extent, Fields};
use super::packed::{self, Block};
use super::scattered;
use super::{Layout, Rooms};
use crate::model::Model;
use crate::rules::bits;
use crate::{CellShape, Error, TileSet, Topology};

/// A part of a building.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// Between rooms, and all around them.
    Wall,
    /// The floor of a room.
    Room,
    /// The floor of a corridor.
    Corridor,
    /// In a wall, between two floors.
    Door,
    /// The outermost wall.
    Hull,
    /// What lies outside the hull.
    Outside,
}

/// The number of parts.
const PARTS: usize = 6;

/// The plan of a tile set.
#[derive(Debug)]
pub(crate) struct RoomRules {
    pub(super) data: Rooms,
    /// The field that says where the building is.
    pub(super) within: Option<usize>,
    /// The tiles of each part; of all parts if it has none.
    tiles: [Arc<[u64]>; PARTS],
    /// Blocks of endless worlds that were planned before: by seed, column and row.
    pub(super) blocks: Mutex<BTreeMap<(u64, i64, i64), Arc<Block>>>,
}

/// The parts of a rectangle of cells, row by row.
pub(crate) struct Plan {
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) parts: Vec<Part>,
}

impl RoomRules {
    pub(crate) fn new(set: &TileSet, fields: &Fields, model: &Model) -> Result<Option<Self>, Error> {
        let Some(data) = &set.rooms else { return Ok(None) };
        let wrong = |reason: String| Err(Error::TileSet { at: "[rooms]".to_owned(), reason });
        if model.shape() != CellShape::Square {
            return wrong("rooms need square tiles".to_owned());
        }
        let [least, most] = data.size;
        if least < 2 || least > most || most > 100 {
            return wrong(format!(
                "`size = [{least}, {most}]`: give the least and the greatest side, 2 to 100"
            ));
        }
        if data.layout == Layout::Scattered && !(least + 5..=1000).contains(&data.spacing) {
            return wrong(format!(
                "`spacing` must be {} to 1,000: the least side, walls and a corridor",
                least + 5
            ));
        }
        if data.layout == Layout::Packed && !(16..=256).contains(&data.spacing) {
            return wrong("`spacing` must be 16 to 256 cells".to_owned());
        }
        if !(1..=8).contains(&data.width) || !(1.0..=100.0).contains(&data.share) {
            return wrong("`width` must be 1 to 8 cells, and `share` 1 to 100 per cent".to_owned());
        }
        let within = data.within.as_ref().map(|name| fields.find(name, "[rooms]")).transpose()?;
        let hull = data.hull.as_ref().unwrap_or(&data.wall);
        let outside = data.outside.as_ref().unwrap_or(&data.wall);
        let mut tiles = Vec::new();
        for name in [&data.wall, &data.room, &data.corridor, &data.door, hull, outside] {
            let found = model.select(name);
            if bits::is_empty(&found) {
                return wrong(format!("no tile or kind is `{name}`; there are {}", model.some_names()));
            }
            tiles.push(Arc::from(found));
        }
        let Ok(tiles) = <[Arc<[u64]>; PARTS]>::try_from(tiles) else { return Ok(None) };
        Ok(Some(RoomRules { data: data.clone(), within, tiles, blocks: Mutex::default() }))
    }

    /// Plans a finite map, or a part of an endless one.
    pub(crate) fn draw(&self, atlas: &Atlas, topology: &Topology, at: (i64, i64)) -> Plan {
        let (width, height) = (i64::from(topology.width()), i64::from(topology.height()));
        let mut plan = Plan::new(width, height, Part::Wall);
        match (self.data.layout, atlas.extent()) {
            (Layout::Scattered, extent) => scattered::draw(&self.data, atlas, extent, &mut plan, at),
            (Layout::Packed, Extent::Finite(..)) => packed::draw_finite(self, atlas, &mut plan),
            (Layout::Packed, Extent::Endless) => packed::draw_endless(self, atlas, &mut plan, at),
        }
        plan
    }

    /// What endless worlds leave out.
    pub(super) fn left_out(&self) -> Option<&'static str> {
        let is_shaped = self.within.is_some() || self.data.mirrored;
        (self.data.layout == Layout::Packed && is_shaped).then_some("the outline of its rooms")
    }

    /// The tiles that a cell may have.
    pub(crate) fn allowed(&self, plan: &Plan, cell: usize) -> &Arc<[u64]> {
        &self.tiles[plan.parts[cell] as usize]
    }
}

impl Plan {
    pub(super) fn new(width: i64, height: i64, part: Part) -> Self {
        Plan { width, height, parts: vec![part; (width * height) as usize] }
    }

    /// The part at a cell; `None` outside the rectangle.
    pub(super) fn at(&self, x: i64, y: i64) -> Option<Part> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| self.parts[(y * self.width + x) as usize])
    }

    /// Sets a cell, if it is inside the rectangle.
    pub(super) fn set(&mut self, x: i64, y: i64, part: Part) {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            self.parts[(y * self.width + x) as usize] = part;
        }
    }

    /// Sets the cells of a rectangle; both corners are part of it.
    pub(super) fn fill(&mut self, from: (i64, i64), to: (i64, i64), part: Part) {
        for y in from.1.max(0)..=to.1.min(self.height - 1) {
            for x in from.0.max(0)..=to.0.min(self.width - 1) {
                self.set(x, y, part);
            }
        }
    }
}

impl Part {
    /// Can one stand there?
    pub(super) fn is_open(self) -> bool {
        matches!(self, Part::Room | Part::Corridor | Part::Door)
    }
}
