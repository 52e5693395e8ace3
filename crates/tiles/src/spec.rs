//! The spec of a world.

use std::sync::Arc;

use mapkiln_core::{Report, Run, Seed, Spec, Stage};
use serde::{Deserialize, Serialize};

use crate::blocks::by_blocks;
use crate::constraint::{Goal, Outcome};
use crate::endless::ground_rows;
use crate::field::FieldRules;
use crate::model::Model;
use crate::rules::bits;
use crate::solve::{Collapse, CollapseStep, Contradiction, Job};
use crate::{
    CellEdit, CellShape, ChunkRange, Constraint, EndlessWorld, Error, Heuristic, Limits, Periodic, Rgb,
    TileSet, Topology, World, WorldTile, constraint, edit,
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
    /// The tile set: the name of a built-in one, or a whole set. Default `islands`.
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
    /// Cells that are left out: rows of characters, as many as the map has rows and columns; a space or a
    /// `.` is no cell. Default none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mask: Vec<String>,
    /// Changes of the finished map, one after the other, each with as little else changed as can be.
    /// Default none.
    #[serde(rename = "edit", skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<CellEdit>,
    /// Stop after N decisions and show the map as it is then, undecided cells as nothing; constraints
    /// on the whole map need not hold. Default: until every cell is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// Are cells that are left out or undecided black? Default no: the mean colour of the set.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub black_background: bool,
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
            mask: Vec::new(),
            edits: Vec::new(),
            limit: None,
            black_background: false,
            chunks: None,
        }
    }
}

/// Where the tiles come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum TileSource {
    /// A built-in set.
    Name(String),
    /// A custom set.
    Set(Box<TileSet>),
}

impl Default for TileSource {
    fn default() -> Self {
        TileSource::Name("islands".to_owned())
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
            if !self.constraints.is_empty() || !self.mask.is_empty() || !self.edits.is_empty() {
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
        let collapse = match self.limit {
            None => {
                let collapse = self.solve(model, &topology, run)?;
                edit::apply(self, model, &topology, collapse, run)?
            }
            Some(limit) => {
                let mut collapse = self.begin(model, &topology, run)?;
                let steps = limit.min(run.grant(limit.max(1)).map_err(|why| Error::Stopped {
                    why,
                    decided: 0,
                    cells: topology.cells() as u64,
                })?);
                for _ in 0..steps {
                    if let CollapseStep::Done | CollapseStep::Failed = collapse.step() {
                        break;
                    }
                }
                collapse
            }
        };
        let world = self.world(model, &topology, &collapse);
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

    /// Makes a map on any topology, a mesh or a graph too: the tile of every cell as an index into the
    /// model's palette. The spec's size, mask and edits are not read.
    ///
    /// ```
    /// use mapkiln_core::Run;
    /// use mapkiln_tiles::{Model, TileSet, Topology, WorldSpec};
    /// // Roads on the six faces of a die: each face lists its neighbours clockwise.
    /// let faces: [[u32; 4]; 6] =
    ///     [[4, 1, 5, 3], [4, 2, 5, 0], [4, 3, 5, 1], [4, 0, 5, 2], [2, 1, 0, 3], [0, 1, 2, 3]];
    /// let back = |from: u32, to: u32| (0..4).find(|&s| faces[to as usize][s] == from);
    /// let links: Vec<Vec<Option<(u32, usize)>>> = (0..6u32)
    ///     .map(|face| faces[face as usize].iter().map(|&to| Some((to, back(face, to)?))).collect())
    ///     .collect();
    /// let model = Model::new(&TileSet::shipped("meadow")?)?.on_mesh(4)?;
    /// let tiles = WorldSpec::default().make_on(&model, &Topology::mesh(&links)?, &mut Run::new("die"))?;
    /// assert_eq!(tiles.len(), 6);
    /// # Ok::<(), mapkiln_tiles::Error>(())
    /// ```
    pub fn make_on(&self, model: &Model, topology: &Topology, run: &mut Run<'_>) -> Result<Vec<u16>, Error> {
        let collapse = self.solve(model, &Arc::new(topology.clone()), run)?;
        let face = |cell| collapse.tile(cell).map_or(0, |tile| model.face(tile));
        Ok((0..topology.cells() as u32).map(face).collect())
    }

    /// A finished map, every goal met.
    fn solve(&self, model: &Model, topology: &Arc<Topology>, run: &mut Run<'_>) -> Result<Collapse, Error> {
        if let Some(collapse) = self.mended(model, topology, run)? {
            return Ok(collapse);
        }
        let mut collapse = self.begin(model, topology, run)?;
        let cells = topology.cells() as u64;
        let outcome =
            collapse.run(run).map_err(|why| Error::Stopped { why, decided: collapse.decided(), cells });
        match outcome? {
            Ok(()) => Ok(collapse),
            Err(contradiction) => {
                if !contradiction.proved {
                    let job = self.job(model, topology, &run.seed)?;
                    if let Some(made) = by_blocks(model, topology, job, run)? {
                        return Ok(made);
                    }
                }
                Err(self.explain(model, topology, &contradiction))
            }
        }
    }

    /// The world of a finished map.
    pub(crate) fn world(&self, model: &Model, topology: &Topology, collapse: &Collapse) -> World {
        let mut palette = model.palette().to_vec();
        let nothing = palette.len() as u16;
        let face = |cell| collapse.tile(cell).map_or(nothing, |tile| model.face(tile));
        if (0..topology.cells() as u32).any(|cell| face(cell) == nothing) {
            let color = if self.black_background { Rgb([0, 0, 0]) } else { mean_color(&palette) };
            palette.push(WorldTile { color, ..WorldTile::nothing() });
        }
        World {
            tileset: model.name().to_owned(),
            shape: model.shape(),
            periodic: self.periodic,
            palette,
            layers: model.layers(topology, face),
        }
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
        let left_out = model.fields().map(|rules| rules.left_out()).unwrap_or_default();
        if !left_out.is_empty() {
            let (name, what) = (model.name(), left_out.join(", "));
            report
                .warnings
                .push(format!("the endless {name} is without what needs a map with a border: {what}"));
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
        /// Beyond this share, a world counts as monotonous.
        const MONOTONOUS: f64 = 0.98;
        let (share, size) = endless.monotony(&tiles);
        if share > MONOTONOUS && model.palette().len() > 1 {
            let (name, percent) = (model.name(), (share * 100.0) as u32);
            report.warnings.push(format!(
                "the endless {name} is monotonous: {percent} % of its cells repeat one pattern of {size}x{size}; \
                 add tiles that fit among these, or ask for a map with a size"
            ));
        }
        Ok(endless.joined(chunks, &tiles))
    }

    /// The map without its tiles.
    pub fn topology(&self, model: &Model) -> Result<Arc<Topology>, Error> {
        let layers = if model.shape() == CellShape::Layers { self.layers } else { 1 };
        let topology = Topology::new(model.shape(), self.width, self.height, layers, self.periodic)?;
        if self.mask.is_empty() {
            return Ok(Arc::new(topology));
        }
        let rows: Vec<Vec<char>> = self.mask.iter().map(|row| row.chars().collect()).collect();
        let (w, h) = (self.width as usize, self.height as usize);
        if rows.len() != h || rows.iter().any(|row| row.len() != w) {
            let reason = format!("the mask must have {h} rows of {w} characters");
            return Err(Error::Constraint { reason });
        }
        let is_none = |cell: u32| {
            let (p, _) = topology.place(cell);
            matches!(rows[p.y as usize][p.x as usize], ' ' | '.')
        };
        if (0..topology.cells() as u32).all(is_none) {
            return Err(Error::Constraint { reason: "the mask leaves no cell".to_owned() });
        }
        Ok(Arc::new(topology.clone().without(is_none)))
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
            let mut job = self.job_for(model, topology, &seed, true)?;
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
        let job = self.job(model, topology, &run.seed)?;
        model.solver().collapse(topology, job, run.seed.stream("collapse", 0))
    }

    /// What is asked of this world, to add constraints or an order of your own to.
    pub fn job(&self, model: &Model, topology: &Arc<Topology>, seed: &Seed) -> Result<Job, Error> {
        self.job_for(model, topology, seed, false)
    }

    pub(crate) fn job_for(
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
            if topology.is_grid() {
                job.keep.extend(ground_rows(model, topology, topology.height() - 1, self.periodic.y));
            }
        }
        constraint::build(model, topology, &self.constraints, &mut job)?;
        job.asked = job.keep.len();
        if let Some(rules) = model.fields().filter(|_| topology.is_grid()) {
            let atlas = rules.fields.atlas(seed, FieldRules::extent(topology))?;
            let mut plan = rules.plan(&atlas, topology, (0, 0), &job.keep);
            // What the constraints ask of a cell goes before what the networks ask.
            for (cells, keep) in &job.keep {
                for planned in &mut plan[cells.start as usize..cells.end as usize] {
                    if planned.as_ref().is_some_and(|set| !bits::meet(set, keep)) {
                        *planned = None;
                    }
                }
            }
            job.keep.extend((0..).zip(plan).filter_map(|(cell, set)| Some((cell..cell + 1, set?))));
            job.weigher =
                Some(rules.survey(&atlas, topology.shape(), (topology.width(), topology.height()), (0, 0)));
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

/// The mean colour of tiles.
fn mean_color(palette: &[WorldTile]) -> Rgb {
    let count = palette.len().max(1) as u32;
    let mean = |part: usize| palette.iter().map(|tile| u32::from(tile.color.0[part])).sum::<u32>() / count;
    Rgb([0, 1, 2].map(|part| mean(part) as u8))
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
