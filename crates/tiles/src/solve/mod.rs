//! The solver.
//!
//! [`Collapse`] is wave function collapse as a stepper: choose the cell with the fewest options,
//! choose one of them by weight, and let the neighbours follow (Gumin, *WaveFunctionCollapse*,
//! 2016). What makes it not fail: every loss of options stands on a trail, a conflict is read
//! backwards to the decision at fault ([`conflict`]), and where that costs too much, a block is
//! opened again while the rest stays. Two stores of options suit small and large tile sets
//! ([`masks`], [`supports`]).

mod conflict;
mod explain;
mod frontier;
mod masks;
mod search;
mod supports;
pub(crate) mod watch;
mod wave;

use std::sync::Arc;

use mapkiln_core::{Event, Run, Stopped, Stream};
use serde::{Deserialize, Serialize};

pub use explain::Contradiction;
use frontier::Frontier;
pub use frontier::Heuristic;
use masks::Masks;
use search::{Parts, Search};
use supports::Supports;
use watch::Watch;
pub(crate) use wave::Tables;
use wave::{AnyWave, Wave};

use crate::rules::bits;
use crate::{Adjacency, Error, Topology};

/// The same lines for each engine.
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

/// How long the search tries, and in which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Decisions taken back in all before blocks are repaired instead; default 100,000.
    pub backtracks: u64,
    /// Conflicts without coming further before a block is repaired; default 15. Where the whole
    /// map is opened again, some attempts are given a multiple of it.
    pub patience: u64,
    /// A jump back over more decisions than this is a repair instead; default 1,000.
    pub jump: usize,
    /// Blocks opened again before giving up; default 2,000. With 0 the search is complete: it ends
    /// with a map or with the proof that there is none, if the other limits allow it.
    pub repairs: u64,
    /// The first radius of such a block, in cells; default 6.
    pub block: u32,
    /// Decisions that can be taken back; older ones become facts. Default 16,384.
    pub horizon: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { backtracks: 100_000, patience: 15, jump: 1000, repairs: 2000, block: 6, horizon: 16_384 }
    }
}

impl Limits {
    /// A search that never repairs: complete within the budget of backtracks.
    pub fn complete(backtracks: u64) -> Self {
        Limits { backtracks, patience: u64::MAX, jump: usize::MAX, repairs: 0, block: 4, horizon: usize::MAX }
    }
}

/// How a search went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Cells decided by choice, those taken back included.
    pub decisions: u64,
    /// Dead ends met.
    pub conflicts: u64,
    /// Decisions taken back.
    pub backtracks: u64,
    /// Blocks opened again.
    pub repairs: u64,
}

/// What happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollapseStep {
    /// A cell was decided, and its neighbours followed.
    Decided {
        /// The cell.
        cell: u32,
        /// Its tile.
        tile: usize,
    },
    /// A dead end: decisions were taken back, and one tile was ruled out.
    Backtracked {
        /// The cell whose decision was at fault.
        cell: u32,
        /// The tile it cannot be.
        tile: usize,
        /// Decisions taken back.
        decisions: usize,
    },
    /// A dead end that was too deep: a block was opened again.
    Repaired {
        /// The cell in its middle.
        around: u32,
        /// Cells opened.
        cells: usize,
    },
    /// Every cell was decided, and a constraint had to look again.
    Checked,
    /// Every cell is decided.
    Done,
    /// There is no such map, or it was not found; see [`Collapse::contradiction`].
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
    /// Builds the tables. Complexity: tiles squared, times sides.
    pub fn new(rules: Adjacency) -> Self {
        let tables = Tables::new(&rules);
        Solver { rules: Arc::new(rules), tables }
    }

    /// The rules.
    pub fn rules(&self) -> &Adjacency {
        &self.rules
    }

    /// Begins a map.
    pub fn collapse(&self, topology: &Arc<Topology>, job: Job, stream: Stream) -> Result<Collapse, Error> {
        let cells = topology.cells() as u64;
        if self.tables.memory(cells) > MAX_MEMORY {
            return Err(Error::Memory { cells, tiles: self.rules.tiles(), bytes: self.tables.memory(cells) });
        }
        let parts = Parts {
            topology: topology.clone(),
            rules: self.rules.clone(),
            frontier: Frontier::new(job.heuristic, self.rules.weights()),
            stream,
            watches: job.watches,
            cell_weights: job.cell_weights,
            limits: job.limits,
        };
        let mut engine = match self.tables.wave(topology) {
            AnyWave::Small(wave) => Engine::Small(Box::new(Search::new(wave, parts))),
            AnyWave::Masks(wave) => Engine::Masks(Box::new(Search::new(wave, parts))),
            AnyWave::Wide(wave) => Engine::Wide(Box::new(Search::new(wave, parts))),
            AnyWave::Supports(wave) => Engine::Supports(Box::new(Search::new(wave, parts))),
            AnyWave::LargeSupports(wave) => Engine::LargeSupports(Box::new(Search::new(wave, parts))),
        };
        on!(&mut engine, search => {
            for (cell, keep) in &job.keep {
                search.restrict(*cell, keep);
            }
            search.begin();
        });
        Ok(Collapse { engine })
    }
}

/// What is asked of one map beside the rules.
#[derive(Default)]
pub struct Job {
    /// How cells are chosen.
    pub heuristic: Heuristic,
    /// How long the search tries.
    pub limits: Limits,
    pub(crate) keep: Vec<(u32, Vec<u64>)>,
    pub(crate) watches: Vec<Box<dyn Watch>>,
    pub(crate) cell_weights: Option<Vec<u32>>,
}

impl Job {
    /// Leaves a cell only these tiles (by number).
    pub fn allow(&mut self, rules: &Adjacency, cell: u32, tiles: impl IntoIterator<Item = usize>) {
        self.keep.push((cell, bits::of(rules.words(), tiles)));
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
/// assert!(matches!(collapse.step(), CollapseStep::Decided { .. })); // all other cells follow
/// assert_eq!(collapse.step(), CollapseStep::Done);
/// assert_ne!(collapse.tile(0), collapse.tile(1));
/// ```
pub struct Collapse {
    engine: Engine,
}

impl Collapse {
    /// Decides one more cell.
    #[inline]
    pub fn step(&mut self) -> CollapseStep {
        on!(&mut self.engine, search => search.step())
    }

    /// Steps until the end. Each decision is a step of the run's budget.
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

    /// Steps until the end, whatever it takes; true where every cell is decided.
    pub(crate) fn finish(&mut self) -> bool {
        on!(&mut self.engine, search => loop {
            match search.step() {
                CollapseStep::Done => return true,
                CollapseStep::Failed => return false,
                _ => {}
            }
        })
    }

    /// The same map from its beginning, with cells pinned to tiles and other chance: far cheaper
    /// than to begin anew. Only before the first step, and without constraints that watch.
    pub(crate) fn fork(&self, pins: &[(u32, u16)], stream: Stream) -> Self {
        let engine = match &self.engine {
            Engine::Small(search) => Engine::Small(Box::new(search.fork(pins, stream))),
            Engine::Masks(search) => Engine::Masks(Box::new(search.fork(pins, stream))),
            Engine::Wide(search) => Engine::Wide(Box::new(search.fork(pins, stream))),
            Engine::Supports(search) => Engine::Supports(Box::new(search.fork(pins, stream))),
            Engine::LargeSupports(search) => Engine::LargeSupports(Box::new(search.fork(pins, stream))),
        };
        Collapse { engine }
    }

    /// Number of options of a cell.
    pub fn options(&self, cell: u32) -> u32 {
        on!(&self.engine, search => search.wave.options(cell))
    }

    /// The options of a cell.
    pub fn possible(&self, cell: u32) -> Vec<usize> {
        on!(&self.engine, search => search.possible(cell))
    }

    /// The tile of a cell, once it is decided.
    #[inline]
    pub fn tile(&self, cell: u32) -> Option<usize> {
        on!(&self.engine, search => search.tile(cell))
    }

    /// How the search went so far.
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
