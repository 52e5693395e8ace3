//! Changes of a made map, with as little else changed as can be.
//!
//! The edited cells are reopened with what they are to be. If the cells beside them do not fit, a block
//! around the edits is reopened, larger from attempt to attempt, in which every cell that can keeps its
//! tile. So a change reaches as far as the rules make it, and no further.

use std::sync::Arc;

use mapkiln_core::{Point, Run};
use serde::{Deserialize, Serialize};

use crate::constraint::{mend, select};
use crate::model::Model;
use crate::solve::{Collapse, Limits};
use crate::{Error, Tiles, Topology, World, WorldSpec};

/// What a cell of a made map is to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CellEdit {
    /// The cell.
    pub at: Point,
    /// Its layer; default 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub layer: i32,
    /// The tiles that it may have.
    pub tiles: Tiles,
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

/// The radii of the blocks that are reopened, in steps.
const RADII: [u32; 9] = [0, 1, 2, 3, 4, 6, 9, 14, 24];

impl WorldSpec {
    /// Changes cells of a world that this spec made, and as few others as the rules and the constraints
    /// allow. Edits in the spec itself ([`WorldSpec::edits`]) do the same when the world is made.
    ///
    /// ```
    /// use mapkiln_core::{Point, Run, Spec};
    /// use mapkiln_tiles::{CellEdit, TileSource, WorldSpec};
    /// let spec = WorldSpec { tileset: TileSource::Name("meadow".into()), ..WorldSpec::default() };
    /// let model = spec.load()?;
    /// let world = spec.make_with(&model, &mut Run::new("a"))?;
    /// let edit = CellEdit { at: Point::new(20, 10), layer: 0, tiles: "stone".into() };
    /// let edited = spec.edit(&model, &world, &[edit], &mut Run::new("a"))?;
    /// assert_eq!(edited.tile_at(Point::new(20, 10)).unwrap().name, "stone");
    /// let changed = world.layers[0].iter().filter(|(p, t)| edited.layers[0][*p] != **t).count();
    /// assert!(changed < 60, "{changed}");
    /// # Ok::<(), mapkiln_tiles::Error>(())
    /// ```
    pub fn edit(
        &self,
        model: &Model,
        world: &World,
        edits: &[CellEdit],
        run: &mut Run<'_>,
    ) -> Result<World, Error> {
        let topology = self.topology(model)?;
        let same_size = world.layers.len() == topology.layers() as usize
            && world.layers.iter().all(|layer| {
                (layer.width(), layer.height()) == (topology.width() as i32, topology.height() as i32)
            });
        if !same_size || world.shape != model.shape() {
            let (w, h) = (topology.width(), topology.height());
            return Err(wrong(format!("the world must be of the spec's size, {w}x{h}")));
        }
        let cells: Vec<u16> = world.layers.iter().flat_map(|layer| layer.cells().iter().copied()).collect();
        let made = self.edited(model, &topology, &cells, edits, run)?;
        Ok(self.world(model, &topology, &made))
    }

    /// The map after the edits: `shown` says what each cell of the palette shows.
    pub(crate) fn edited(
        &self,
        model: &Model,
        topology: &Arc<Topology>,
        shown: &[u16],
        edits: &[CellEdit],
        run: &mut Run<'_>,
    ) -> Result<Collapse, Error> {
        let mut job = self.job_for(model, topology, &run.seed, true)?;
        // What the networks asked for is in the map already; an edit may change it.
        job.keep.truncate(job.asked);
        job.order = None;
        let goals = std::mem::take(&mut job.goals);
        let tiles = model.rules().tiles();
        let sets: Vec<Arc<[u64]>> = (0..model.palette().len())
            .map(|face| {
                let shows = (0..tiles).filter(|&tile| usize::from(model.face(tile)) == face);
                model.rules().set(shows).into()
            })
            .collect();
        let known = |face: &u16| usize::from(*face) < sets.len();
        if let Some(cell) = (0..topology.cells() as u32)
            .find(|&cell| topology.is_part(cell) && shown.get(cell as usize).is_none_or(|face| !known(face)))
        {
            let (at, _) = topology.place(cell);
            return Err(wrong(format!("the cell {at} has a tile that the set does not have")));
        }
        let shown: Vec<u16> = shown.iter().map(|face| if known(face) { *face } else { 0 }).collect();
        let first = |face: u16| (0..tiles).find(|&tile| model.face(tile) == face).unwrap_or(0) as u16;
        job.prefer = Some(shown.iter().map(|&face| first(face)).collect());
        let wanted = wanted(model, topology, edits)?;
        let stream = run.seed.stream("edit", edits.len() as u64);
        let limits = job.limits;
        let mut collapse = model.solver().collapse(topology, job, stream)?;
        if !collapse.adopt(&sets, &shown) || !collapse.finish() {
            return Err(wrong("the world does not follow the rules and constraints of the spec".to_owned()));
        }
        let cells = topology.cells() as u64;
        let stopped = |why| Error::Stopped { why, decided: 0, cells };
        let any: Arc<[u64]> = vec![u64::MAX; model.rules().words()].into();
        for radius in RADII.into_iter().map(Some).chain([None]) {
            let mut changes: Vec<(u32, Arc<[u64]>)> = wanted.clone();
            let block = block(topology, &wanted, radius);
            changes.extend(block.into_iter().map(|cell| (cell, any.clone())));
            // Small blocks are searched to the end; only for the whole map, repairs may go elsewhere.
            collapse.set_limits(if radius.is_some() { Limits::complete(2000) } else { limits });
            if !collapse.amend(&changes) || collapse.run(run).map_err(stopped)?.is_err() {
                continue;
            }
            collapse.set_limits(limits);
            if goals.iter().all(|goal| goal.holds(&collapse, topology))
                || mend(&mut collapse, &goals, topology, run).map_err(stopped)?
            {
                return Ok(collapse);
            }
        }
        let reason = "no map with these edits was found; ask for less, or make the map again with pins";
        Err(wrong(reason.to_owned()))
    }
}

fn wrong(reason: String) -> Error {
    Error::CellEdit { reason }
}

/// Cells, and the tiles that each may have.
type Wanted = Vec<(u32, Arc<[u64]>)>;

/// The edited cells and what they may be.
fn wanted(model: &Model, topology: &Topology, edits: &[CellEdit]) -> Result<Wanted, Error> {
    let one = |edit: &CellEdit| {
        let layer = u32::try_from(edit.layer).unwrap_or(u32::MAX);
        let cell = topology.cell(edit.at, layer).filter(|&cell| topology.is_part(cell));
        let Some(cell) = cell else {
            return Err(wrong(format!("the cell {} is not part of the map", edit.at)));
        };
        Ok((cell, select(model, &edit.tiles)?.set.into()))
    };
    edits.iter().map(one).collect()
}

/// The cells within `radius` steps of the edits, without them; all cells for `None`.
fn block(topology: &Topology, wanted: &[(u32, Arc<[u64]>)], radius: Option<u32>) -> Vec<u32> {
    let mut seen = vec![false; topology.cells()];
    for (cell, _) in wanted {
        seen[*cell as usize] = true;
    }
    let Some(radius) = radius else {
        return (0..topology.cells() as u32).filter(|&c| !seen[c as usize] && topology.is_part(c)).collect();
    };
    let mut found: Vec<u32> = wanted.iter().map(|(cell, _)| *cell).collect();
    let edited = found.len();
    let mut from = 0;
    for _ in 0..radius {
        let to = found.len();
        for i in from..to {
            for (_, next) in topology.neighbours(found[i]) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    found.push(next);
                }
            }
        }
        from = to;
    }
    found.split_off(edited)
}

/// Applies the spec's own edits to a map, one after the other.
pub(crate) fn apply(
    spec: &WorldSpec,
    model: &Model,
    topology: &Arc<Topology>,
    mut made: Collapse,
    run: &mut Run<'_>,
) -> Result<Collapse, Error> {
    for edit in &spec.edits {
        let shown: Vec<u16> = (0..topology.cells() as u32)
            .map(|cell| made.tile(cell).map_or(0, |tile| model.face(tile)))
            .collect();
        made = spec.edited(model, topology, &shown, std::slice::from_ref(edit), run)?;
    }
    Ok(made)
}
