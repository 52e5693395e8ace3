//! The solver.
//!
//! [`Collapse`] is wave function collapse as a stepper: choose the cell with the fewest options,
//! choose one of them by weight, and propagate to the neighbours (Gumin, *WaveFunctionCollapse*,
//! 2016). Three things keep it from failing: every removed option is recorded on a trail, a
//! contradiction is traced back to the decision at fault ([`conflict`]), and if backtracking takes too
//! long, a block of cells is reopened while the rest stays. There are two stores of options, for small
//! and for large tile sets ([`masks`], [`supports`]).

mod conflict;
mod explain;
mod frontier;
mod masks;
pub(crate) mod propagator;
mod repair;
mod search;
mod supports;
mod wave;

use std::sync::Arc;

use mapkiln_core::{Event, Run, Stopped, Stream};
use serde::{Deserialize, Serialize};

pub use explain::Contradiction;
use frontier::Frontier;
pub use frontier::Heuristic;
use masks::Masks;
use propagator::Propagator;
use search::{Parts, Search};
use supports::Supports;
pub(crate) use wave::Tables;
use wave::{AnyWave, Wave};

use crate::constraint::Goal;
use crate::field::Weigher;
use crate::rules::bits;
use crate::{Adjacency, Error, Topology};

/// Runs the same code for each engine.
macro_rules! on {
    ($engine:expr, $search:ident => $body:expr) => {
        match $engine {
            Engine::Small($search) => $body,
            Engine::Masks($search) => $body,
            Engine::Wide($search) => $body,
            Engine::Supports($search) => $body,
            Engine::LargeSupports($search) => $body,
        }
    };
}

/// When the search backtracks, repairs and gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Backtracks in total before the search only repairs; default 100,000.
    pub backtracks: u64,
    /// Contradictions without progress before a block is repaired; default 15. Once the whole map is
    /// reopened, some attempts get a multiple of it.
    pub patience: u64,
    /// A backjump over more decisions than this becomes a repair; default 1,000.
    pub jump: usize,
    /// Blocks reopened before giving up; default 2,000. With 0 the search is complete: it ends with a
    /// map or a proof that none exists, if the other limits allow it.
    pub repairs: u64,
    /// The initial radius of such a block, in cells; default 6.
    pub block: u32,
    /// Decisions that can be undone; older ones become final. Default 16,384.
    pub horizon: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { backtracks: 100_000, patience: 15, jump: 1000, repairs: 2000, block: 6, horizon: 16_384 }
    }
}

impl Limits {
    /// A search that never repairs: complete within this number of backtracks.
    pub fn complete(backtracks: u64) -> Self {
        Limits { backtracks, patience: u64::MAX, jump: usize::MAX, repairs: 0, block: 4, horizon: usize::MAX }
    }
}

/// Statistics of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Cells decided by choice, including those undone later.
    pub decisions: u64,
    /// Contradictions.
    pub conflicts: u64,
    /// Times that the search went back to an earlier decision.
    pub backtracks: u64,
    /// Blocks reopened.
    pub repairs: u64,
}

/// What happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CollapseStep {
    /// A cell was decided, and this was propagated.
    Decided {
        /// The cell.
        cell: u32,
        /// Its tile.
        tile: usize,
    },
    /// A contradiction: decisions were undone, and one tile was ruled out. If the step began with a
    /// decision, it is one of those undone.
    Backtracked {
        /// The cell whose decision was at fault.
        cell: u32,
        /// The tile it cannot be.
        tile: usize,
        /// Decisions undone.
        decisions: usize,
    },
    /// A contradiction that backtracking did not resolve: a block was reopened.
    Repaired {
        /// The cell in its middle.
        around: u32,
        /// Cells reopened.
        cells: usize,
    },
    /// Every cell is decided, and a constraint has more to remove.
    Checked,
    /// Every cell is decided.
    Done,
    /// No map exists, or none was found; see [`Collapse::contradiction`].
    Failed,
}

/// A tile set ready to solve: rules and the tables that suit them.
#[derive(Clone, Debug)]
pub struct Solver {
    rules: Arc<Adjacency>,
    tables: Tables,
}

/// The most bytes of a search.
const MAX_MEMORY: u64 = 3 << 30;

impl Solver {
    /// Builds the tables. Complexity: tiles squared × sides.
    pub fn new(rules: Adjacency) -> Self {
        let tables = Tables::new(&rules);
        Solver { rules: Arc::new(rules), tables }
    }

    /// The rules.
    pub fn rules(&self) -> &Adjacency {
        &self.rules
    }

    /// Starts a map.
    pub fn collapse(&self, topology: &Arc<Topology>, job: Job, stream: Stream) -> Result<Collapse, Error> {
        let cells = topology.cells() as u64;
        if topology.sides() != self.rules.sides() {
            let reason = "the rules and the map have different sides".to_owned();
            return Err(Error::Mesh { reason });
        }
        if job.order.as_ref().is_some_and(|order| order.len() != topology.cells()) {
            let reason = format!("an own order needs a rank for each of the {cells} cells");
            return Err(Error::Constraint { reason });
        }
        if self.tables.memory(cells) > MAX_MEMORY {
            return Err(Error::Memory { cells, tiles: self.rules.tiles(), bytes: self.tables.memory(cells) });
        }
        let parts = Parts {
            topology: topology.clone(),
            rules: self.rules.clone(),
            frontier: Frontier::new(job.heuristic, self.rules.weights(), job.order),
            stream,
            propagators: job.propagators,
            cell_weights: job.cell_weights,
            weigher: job.weigher,
            limits: job.limits,
            prefer: job.prefer,
        };
        let mut engine = match self.tables.wave(topology, job.everywhere.as_deref()) {
            AnyWave::Small(wave) => Engine::Small(Box::new(Search::new(wave, parts))),
            AnyWave::Masks(wave) => Engine::Masks(Box::new(Search::new(wave, parts))),
            AnyWave::Wide(wave) => Engine::Wide(Box::new(Search::new(wave, parts))),
            AnyWave::Supports(wave) => Engine::Supports(Box::new(Search::new(wave, parts))),
            AnyWave::LargeSupports(wave) => Engine::LargeSupports(Box::new(Search::new(wave, parts))),
        };
        on!(&mut engine, search => {
            search.restrict(&job.keep);
            search.begin();
        });
        Ok(Collapse { engine })
    }
}

/// Cells in a row, and the tiles that they are kept to.
pub(crate) type Kept = (std::ops::Range<u32>, Arc<[u64]>);

/// What is asked of one map in addition to the rules.
#[derive(Default)]
pub struct Job {
    /// How the next cell is chosen.
    pub heuristic: Heuristic,
    /// When the search backtracks, repairs and gives up.
    pub limits: Limits,
    /// Options of every cell, before `keep`.
    pub(crate) everywhere: Option<Vec<u64>>,
    pub(crate) keep: Vec<Kept>,
    /// How many entries of `keep` come from constraints; networks add the others.
    pub(crate) asked: usize,
    pub(crate) propagators: Vec<Box<dyn Propagator>>,
    pub(crate) cell_weights: Option<Vec<u32>>,
    pub(crate) weigher: Option<Weigher>,
    /// Are constraints on the whole map met by drawing and mending instead of search?
    pub(crate) is_staged: bool,
    pub(crate) goals: Vec<Goal>,
    pub(crate) order: Option<Arc<[u32]>>,
    /// For each cell, the tile to choose if it is left.
    pub(crate) prefer: Option<Arc<[u16]>>,
}

impl Job {
    /// Restricts a cell to these tiles (by number).
    pub fn allow(&mut self, rules: &Adjacency, cell: u32, tiles: impl IntoIterator<Item = usize>) {
        self.keep.push((cell..cell + 1, bits::of(rules.words(), tiles).into()));
    }

    /// Restricts all cells to these tiles, given as bits.
    pub(crate) fn allow_everywhere(&mut self, set: &[u64]) {
        match &mut self.everywhere {
            Some(all) => all.iter_mut().zip(set).for_each(|(all, set)| *all &= set),
            None => self.everywhere = Some(set.to_vec()),
        }
    }

    /// Adds a constraint of your own.
    pub fn add_propagator(&mut self, propagator: Box<dyn Propagator>) {
        self.propagators.push(propagator);
    }

    /// Decides cells in an order of your own: those of the lowest rank first, ties at random. One rank per
    /// cell. If the search stalls, another order takes over.
    pub fn order(&mut self, ranks: Vec<u32>) {
        self.order = Some(ranks.into());
    }
}

enum Engine {
    Small(Box<Search<Masks<u32>>>),
    Masks(Box<Search<Masks<u64>>>),
    Wide(Box<Search<Masks<u128>>>),
    Supports(Box<Search<Supports<u8>>>),
    LargeSupports(Box<Search<Supports<u16>>>),
}

/// A map being made, one decision at a time.
///
/// ```
/// use std::sync::Arc;
/// use mapkiln_core::Seed;
/// use mapkiln_tiles::{Job, Periodic, Adjacency, CellShape, Solver, CollapseStep, Topology};
///
/// let rules = Adjacency::new(CellShape::Square, vec![1, 1], |_, a, b| a != b).unwrap();
/// let map = Arc::new(Topology::new(CellShape::Square, 4, 4, 1, Periodic::default()).unwrap());
/// let mut collapse = Solver::new(rules)
///     .collapse(&map, Job::default(), Seed::from("x").stream("doc", 0))
///     .unwrap();
/// assert!(matches!(collapse.step(), CollapseStep::Decided { .. })); // propagation decides the rest
/// assert_eq!(collapse.step(), CollapseStep::Done);
/// assert_ne!(collapse.tile(0), collapse.tile(1));
/// ```
pub struct Collapse {
    engine: Engine,
}

impl Collapse {
    /// Takes one step, usually the decision of a cell.
    #[inline]
    pub fn step(&mut self) -> CollapseStep {
        on!(&mut self.engine, search => search.step())
    }

    /// Steps until the end. Each step counts against the run's budget.
    ///
    /// Observers are told of every step: [`Event::Decided`], or [`Event::Backtracked`] or
    /// [`Event::Reopened`] if it led to a contradiction. So without constraints, the numbers of these
    /// three events add up to the decisions in [`stats`](Collapse::stats).
    pub fn run(&mut self, run: &mut Run<'_>) -> Result<Result<(), Contradiction>, Stopped> {
        /// Steps between two looks at the run.
        const BATCH: u64 = 1024;
        let cells = self.cells();
        loop {
            let granted = run.grant(BATCH)?;
            for taken in 0..granted {
                let step = self.step();
                if run.is_observed() {
                    tell(step, run);
                }
                if let CollapseStep::Done | CollapseStep::Failed = step {
                    run.give_back(granted - taken);
                    return Ok(match step {
                        CollapseStep::Failed => Err(self.contradiction().cloned().unwrap_or_default()),
                        _ => Ok(()),
                    });
                }
            }
            run.progress("collapse", self.stats().decisions.min(cells), cells);
        }
    }

    /// Number of cells.
    fn cells(&self) -> u64 {
        on!(&self.engine, search => search.parts.topology.cells() as u64)
    }

    /// Words of a set of tiles.
    pub(crate) fn words(&self) -> usize {
        on!(&self.engine, search => search.parts.rules.words())
    }

    /// Number of cells that are decided now, by choice or by propagation. Complexity: the cells.
    pub fn decided(&self) -> u64 {
        on!(&self.engine, search => {
            let cells = 0..search.parts.topology.cells() as u32;
            cells.filter(|&cell| search.wave.options(cell) == 1).count() as u64
        })
    }

    /// Steps until the end without a budget; true if every cell is decided.
    pub(crate) fn finish(&mut self) -> bool {
        on!(&mut self.engine, search => loop {
            match search.step() {
                CollapseStep::Done => return true,
                CollapseStep::Failed => return false,
                _ => {}
            }
        })
    }

    /// The same map from its start, with cells pinned to tiles and another random stream: far cheaper
    /// than a new one. Only before the first step, and without active constraints.
    pub(crate) fn fork(
        &self,
        pins: &[(u32, u16)],
        keep: &[Kept],
        weigher: Option<Weigher>,
        stream: Stream,
    ) -> Self {
        let engine = match &self.engine {
            Engine::Small(search) => Engine::Small(Box::new(search.fork(pins, keep, weigher, stream))),
            Engine::Masks(search) => Engine::Masks(Box::new(search.fork(pins, keep, weigher, stream))),
            Engine::Wide(search) => Engine::Wide(Box::new(search.fork(pins, keep, weigher, stream))),
            Engine::Supports(search) => Engine::Supports(Box::new(search.fork(pins, keep, weigher, stream))),
            Engine::LargeSupports(search) => {
                Engine::LargeSupports(Box::new(search.fork(pins, keep, weigher, stream)))
            }
        };
        Collapse { engine }
    }

    /// Could a cell be one of these tiles before the first decision?
    pub(crate) fn could_be(&self, cell: u32, set: &[u64]) -> bool {
        on!(&self.engine, search => search.wave.root_meets(cell, set))
    }

    /// Restricts a cell before the first step, unless that leaves some cell without options.
    pub(crate) fn try_keep(&mut self, cell: u32, keep: &[u64]) -> bool {
        on!(&mut self.engine, search => search.try_keep(cell, keep))
    }

    /// Restricts many cells before the first step, all or none.
    pub(crate) fn keep_all(&mut self, cells: impl Iterator<Item = u32>, keep: &[u64]) -> bool {
        on!(&mut self.engine, search => search.try_all(cells, keep))
    }

    /// What holds now holds for good.
    pub(crate) fn settle_root(&mut self) {
        on!(&mut self.engine, search => search.settle_root());
    }

    /// Rules out a tile of a cell from now on, while the map is being made or after. Cells nearby are
    /// decided again if they have to be. False if the cell has no other option, or if no map was found
    /// that way: then the next [`step`](Collapse::step) says that it failed.
    pub fn ban(&mut self, cell: u32, tile: usize) -> bool {
        on!(&mut self.engine, search => {
            let mut keep = bits::full(search.parts.rules.tiles());
            if let Some(word) = keep.get_mut(tile / 64) {
                *word &= !(1 << (tile % 64));
            }
            search.keep_from_now_on(cell, &keep)
        })
    }

    /// Puts a tile into a cell from now on, as [`ban`](Collapse::ban) rules one out.
    pub fn select(&mut self, cell: u32, tile: usize) -> bool {
        on!(&mut self.engine, search => {
            let keep = search.parts.rules.set([tile]);
            search.keep_from_now_on(cell, &keep)
        })
    }

    /// Takes over a finished map; false if it breaks a rule. Only before the first step.
    pub(crate) fn adopt(&mut self, sets: &[Arc<[u64]>], set_of: &[u16]) -> bool {
        on!(&mut self.engine, search => search.adopt(sets, set_of))
    }

    pub(crate) fn set_limits(&mut self, limits: Limits) {
        on!(&mut self.engine, search => search.set_limits(limits));
    }

    /// Other limits from now on; returns those that held so far.
    pub(crate) fn swap_limits(&mut self, limits: Limits) -> Limits {
        on!(&mut self.engine, search => search.swap_limits(limits))
    }

    /// Reopens cells of a finished map, each restricted to some tiles; false if that cannot be.
    pub(crate) fn amend(&mut self, changes: &[(u32, Arc<[u64]>)]) -> bool {
        on!(&mut self.engine, search => search.amend(changes))
    }

    /// Number of options of a cell.
    pub fn options(&self, cell: u32) -> u32 {
        on!(&self.engine, search => search.wave.options(cell))
    }

    /// The options of a cell.
    pub fn possible(&self, cell: u32) -> Vec<usize> {
        on!(&self.engine, search => search.possible(cell))
    }

    /// The tile of a cell, if it is decided.
    #[inline]
    pub fn tile(&self, cell: u32) -> Option<usize> {
        on!(&self.engine, search => search.tile(cell))
    }

    /// Statistics of the search so far.
    pub fn stats(&self) -> Stats {
        on!(&self.engine, search => search.stats)
    }

    /// Why it failed.
    pub fn contradiction(&self) -> Option<&Contradiction> {
        on!(&self.engine, search => match &search.ended {
            Some(Err(contradiction)) => Some(contradiction),
            _ => None,
        })
    }
}

/// Tells the observers of a run what a step did.
fn tell(step: CollapseStep, run: &mut Run<'_>) {
    match step {
        CollapseStep::Decided { cell, tile } => run.emit(Event::Decided { cell, tile: tile as u32 }),
        CollapseStep::Backtracked { decisions, .. } => {
            run.emit(Event::Backtracked { decisions: decisions as u64 });
        }
        CollapseStep::Repaired { around, cells } => {
            run.emit(Event::Reopened { around, cells: cells as u64 });
        }
        CollapseStep::Checked | CollapseStep::Done | CollapseStep::Failed => {}
    }
}
