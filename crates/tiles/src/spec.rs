//! The spec of a world.

use std::sync::Arc;

use mapkiln_core::{Report, Run, Seed, Spec, Stage};
use serde::{Deserialize, Serialize};

use crate::constraint::{Goal, Outcome};
use crate::endless::ground_rows;
use crate::field::FieldRules;
use crate::model::Model;
use crate::rules::bits;
use crate::solve::{Collapse, Contradiction, Job};
use crate::{
    CellShape, ChunkRange, Constraint, EndlessWorld, Error, Heuristic, Limits, Periodic, TileSet, Topology,
    World, constraint,
};

/// A world to be made.
///
/// ```
/// use mapkiln_core::{Run, Spec};
/// use mapkiln_tiles::WorldSpec;
/// let spec = WorldSpec { width: 20, height: 10, ..WorldSpec::default() };
/// let made = spec.make(&mut Run::new("hills")).unwrap();
/// assert_eq!((made.map.width(), made.map.height()), (20, 10));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct WorldSpec {
    /// The tile set: the name of a built-in one, or a whole set. Default `meadow`.
    pub tileset: TileSource,
    /// Columns; default 40.
    pub width: u32,
    /// Rows; default 20.
    pub height: u32,
    /// Layers, of tile sets with the shape `layers`; default 5.
    pub layers: u32,
    /// Does the map wrap around at its borders? Default no.
    pub periodic: Periodic,
    /// How the next cell is chosen; default fewest options, or least entropy for samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<Heuristic>,
    /// When the search backtracks, repairs and gives up.
    pub limits: Limits,
    /// What must hold of the map.
    #[serde(rename = "constraint")]
    pub constraints: Vec<Constraint>,
    /// Leave out the tile set's own constraints? Default no.
    pub bare: bool,
    /// A part of an endless world, instead of a map of `width` by `height`. Default none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunks: Option<ChunkRange>,
}

impl Default for WorldSpec {
    fn default() -> Self {
        WorldSpec {
            tileset: TileSource::default(),
            width: 40,
            height: 20,
            layers: 5,
            periodic: Periodic::default(),
            heuristic: None,
            limits: Limits::default(),
            constraints: Vec::new(),
            bare: false,
            chunks: None,
        }
    }
}

/// Where the tiles come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TileSource {
    /// A built-in set.
    Name(String),
    /// A custom set.
    Set(Box<TileSet>),
}

impl Default for TileSource {
    fn default() -> Self {
        TileSource::Name("meadow".to_owned())
    }
}

impl TileSource {
    /// The tile set.
    pub fn load(&self) -> Result<TileSet, Error> {
        match self {
            TileSource::Name(name) => TileSet::shipped(name),
            TileSource::Set(set) => set.check().map(|()| (**set).clone()),
        }
    }
}

impl Spec for WorldSpec {
    type Map = World;
    type Loaded = Model;
    type Error = Error;
    const MAKER: &'static str = "world";
    const VERSION: u32 = 1;

    fn check(&self) -> Result<(), Error> {
        if let Some(chunks) = &self.chunks {
            chunks.check()?;
            if !self.constraints.is_empty() {
                return Err(Error::EndlessConstraint);
            }
        }
        Ok(())
    }

    /// Reads the tile set and compiles its rules.
    fn load(&self) -> Result<Model, Error> {
        Model::new(&self.tileset.load()?)
    }

    /// Makes the world. A step of the run's budget is one decision; in chunks, where cells are
    /// decided several times, it is one cell of a finished chunk.
    fn build(&self, model: &Model, run: &mut Run<'_>, report: &mut Report) -> Result<World, Error> {
        match &self.chunks {
            Some(chunks) => self.build_chunks(model, *chunks, run, report),
            None => self.build_whole(model, run, report),
        }
    }
}

impl WorldSpec {
    /// Makes the world with a model that is already built; the spec's own tile set is not read.
    pub fn make_with(&self, model: &Model, run: &mut Run<'_>) -> Result<World, Error> {
        self.check()?;
        let mut report = Report::new(WorldSpec::MAKER, &run.seed);
        self.build(model, run, &mut report)
    }

    fn build_whole(&self, model: &Model, run: &mut Run<'_>, report: &mut Report) -> Result<World, Error> {
        let topology = self.topology(model)?;
        let cells = topology.cells() as u64;
        let collapse = match self.mended(model, &topology, run)? {
            Some(collapse) => collapse,
            None => {
                let mut collapse = self.begin(model, &topology, run)?;
                let outcome = collapse.run(run).map_err(|why| Error::Stopped {
                    why,
                    decided: collapse.decided(),
                    cells,
                });
                if let Err(contradiction) = outcome? {
                    return Err(self.explain(model, &topology, &contradiction));
                }
                collapse
            }
        };
        let tile = |cell| collapse.tile(cell).unwrap_or(0);
        let world = World {
            tileset: model.name().to_owned(),
            shape: model.shape(),
            periodic: self.periodic,
            palette: model.palette().to_vec(),
            layers: model.layers(&topology, tile),
        };
        let stats = collapse.stats();
        report.stages.push(Stage {
            name: "collapse".to_owned(),
            evaluations: stats.decisions,
            trace: Vec::new(),
        });
        report.metric("cells", topology.cells() as f64);
        report.metric("tiles", model.rules().tiles() as f64);
        report.metric("decisions", stats.decisions as f64);
        report.metric("conflicts", stats.conflicts as f64);
        report.metric("backtracks", stats.backtracks as f64);
        report.metric("repairs", stats.repairs as f64);
        Ok(world)
    }

    fn build_chunks(
        &self,
        model: &Model,
        chunks: ChunkRange,
        run: &mut Run<'_>,
        report: &mut Report,
    ) -> Result<World, Error> {
        let kinds: Vec<&str> = model.whole_map_constraints().map(Constraint::kind).collect();
        if !kinds.is_empty() {
            let (name, kinds) = (model.name(), kinds.join(", "));
            report.warnings.push(format!(
                "the endless {name} ignores these constraints, which need a whole map: {kinds}"
            ));
        }
        /// Chunks between two looks at the run.
        const BATCH: usize = 64;
        let endless = EndlessWorld::with_model(model.clone(), run.seed.clone(), self.layers)?;
        let total = chunks.count();
        let per_chunk = endless.chunk_cells();
        let mut tiles = Vec::with_capacity(total);
        while tiles.len() < total {
            let done = tiles.len() as u64;
            let batch = BATCH.min(total - tiles.len());
            run.spend(batch as u64 * per_chunk).map_err(|why| Error::Stopped {
                why,
                decided: done * per_chunk,
                cells: total as u64 * per_chunk,
            })?;
            tiles.extend(endless.tiles_of(chunks, tiles.len()..tiles.len() + batch, run.parallel)?);
            run.progress("chunks", tiles.len() as u64, total as u64);
        }
        report.metric("chunks", total as f64);
        Ok(endless.joined(chunks, &tiles))
    }

    /// The map without its tiles.
    pub fn topology(&self, model: &Model) -> Result<Arc<Topology>, Error> {
        let layers = if model.shape() == CellShape::Layers { self.layers } else { 1 };
        Ok(Arc::new(Topology::new(model.shape(), self.width, self.height, layers, self.periodic)?))
    }

    /// The map with its constraints on the whole of it met by drawing and mending; `None` if there are
    /// none, or if that did not work.
    fn mended(
        &self,
        model: &Model,
        topology: &Arc<Topology>,
        run: &mut Run<'_>,
    ) -> Result<Option<Collapse>, Error> {
        let own = model.constraints().iter().filter(|_| !self.bare);
        if !constraint::has_goals(own.chain(&self.constraints)) {
            return Ok(None);
        }
        let seed = run.seed.clone();
        let begin = |number: u64| -> Result<(Collapse, Vec<Goal>), Error> {
            let mut job = self.job(model, topology, &seed, true)?;
            let goals = std::mem::take(&mut job.goals);
            Ok((model.solver().collapse(topology, job, seed.stream("collapse", number))?, goals))
        };
        let made = constraint::make_staged(&begin, topology, &seed, run);
        let cells = topology.cells() as u64;
        match made.map_err(|why| Error::Stopped { why, decided: 0, cells })?? {
            Outcome::Made(collapse) => Ok(Some(*collapse)),
            Outcome::NotMade => Ok(None),
        }
    }

    /// The stepper of this world, to advance it one decision at a time. It searches for a map on which
    /// the constraints hold; [`make`](Spec::make) draws and mends first, which is faster.
    pub fn begin(&self, model: &Model, topology: &Arc<Topology>, run: &Run<'_>) -> Result<Collapse, Error> {
        let job = self.job(model, topology, &run.seed, false)?;
        model.solver().collapse(topology, job, run.seed.stream("collapse", 0))
    }

    /// What is asked of this world.
    fn job(
        &self,
        model: &Model,
        topology: &Arc<Topology>,
        seed: &Seed,
        is_staged: bool,
    ) -> Result<Job, Error> {
        let mut job = Job {
            heuristic: self.heuristic.unwrap_or(model.heuristic()),
            limits: self.limits,
            is_staged,
            ..Job::default()
        };
        if !self.bare {
            constraint::build(model, topology, model.constraints(), &mut job)?;
            job.keep.extend(ground_rows(model, topology, self.height - 1, self.periodic.y));
        }
        constraint::build(model, topology, &self.constraints, &mut job)?;
        if let Some(rules) = model.fields() {
            let atlas = rules.fields.atlas(seed, FieldRules::extent(topology));
            if let Some(networks) = &rules.networks {
                let blocked = networks.blocked(topology.cells(), &job.keep);
                let ways = networks.draw(&atlas, topology, (0, 0), blocked);
                // What the constraints ask of a cell goes before what the networks ask.
                let mut free = vec![true; topology.cells()];
                for (cell, keep) in &job.keep {
                    let cell = *cell as usize;
                    free[cell] &= networks.allowed(&ways, cell).is_some_and(|set| bits::meet(set, keep));
                }
                let cells = (0..topology.cells()).filter(|&cell| free[cell]);
                job.keep.extend(cells.filter_map(|c| Some((c as u32, networks.allowed(&ways, c)?.clone()))));
            }
            job.weigher = Some(rules.survey(&atlas, topology, (0, 0)));
        }
        Ok(job)
    }

    /// The contradiction in words.
    fn explain(&self, model: &Model, topology: &Topology, found: &Contradiction) -> Error {
        let place = |cell: u32| {
            let (at, layer) = topology.place(cell);
            if topology.layers() > 1 { format!("{at} layer {layer}") } else { at.to_string() }
        };
        let mut reason = String::new();
        if let Some(constraint) = &found.constraint {
            reason = format!("the constraint \"{constraint}\" cannot be satisfied");
            if let Some(cell) = found.near {
                reason = format!("{reason} at the cell {}", place(cell));
            }
        } else if let Some(cell) = found.cell {
            reason = format!("no tile fits the cell {}", place(cell));
            let sides = model.shape().side_names();
            let demands = found.demands.iter().filter(|(_, tiles)| tiles.len() < model.rules().tiles());
            let demands: Vec<String> = demands
                .map(|(side, tiles)| {
                    format!("its {} side asks for {}", sides[*side], asked(model, *side, tiles))
                })
                .collect();
            if !demands.is_empty() {
                reason = format!("{reason}: {}", demands.join("; "));
            }
        }
        let pinned = |cell: &u32| {
            let (at, _) = topology.place(*cell);
            self.constraints.iter().any(|c| matches!(c, Constraint::Pin { at: pin, .. } if *pin == at))
        };
        let mut pins: Vec<u32> = found.cells.iter().copied().filter(pinned).collect();
        pins.sort_unstable();
        if !pins.is_empty() {
            let cells: Vec<String> = pins.into_iter().map(place).collect();
            reason = format!("{reason}; pinned cells involved: {}", cells.join(" "));
        } else if !found.cells.is_empty() {
            let cells: Vec<String> = found.cells.iter().take(6).copied().map(place).collect();
            let more = if found.cells.len() > 6 { " and others" } else { "" };
            reason = format!("{reason}; cells involved: {}{more}", cells.join(" "));
        }
        if found.proved { Error::Impossible { reason } } else { Error::GaveUp { reason } }
    }
}

/// What a side asks for: labels if the tiles have them, names otherwise.
fn asked(model: &Model, side: usize, tiles: &[usize]) -> String {
    let mut asked: Vec<&str> = tiles
        .iter()
        .map(|&tile| match model.edge(tile, side) {
            Some(edge) => edge,
            None => model.palette()[usize::from(model.face(tile))].name.as_str(),
        })
        .collect();
    asked.sort_unstable();
    asked.dedup();
    let more = if asked.len() > 8 { " or others" } else { "" };
    asked.truncate(8);
    if asked.is_empty() { "what no tile has".to_owned() } else { format!("{}{more}", asked.join(" or ")) }
}
