//! Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983) over moves with incremental costs.
//!
//! A move that makes the candidate worse by `d` is kept with probability exp(-d / temperature); the
//! temperature falls by a constant factor from block to block. If a round ends without success, the
//! next begins from a new random candidate. Each move costs one `apply`, and one `undo` if it is
//! rejected; nothing is allocated while moves are tried.
//!
//! ```
//! use mapkiln_core::{Run, Stream};
//! use mapkiln_search::annealing::{Annealing, Params};
//! use mapkiln_search::{Moves, Optimiser, Problem};
//!
//! /// Eight numbers in order, by swaps; the cost counts the pairs that are out of order.
//! struct Sort;
//! impl Problem for Sort {
//!     type Cost = u32;
//!     type Scratch = [u8; 8];
//!     fn scratch(&self) -> [u8; 8] {
//!         [0, 1, 2, 3, 4, 5, 6, 7]
//!     }
//!     fn enough(&self, cost: u32) -> bool {
//!         cost == 0
//!     }
//! }
//! fn disorder(list: &[u8; 8]) -> u32 {
//!     (0..8).map(|i| list[i..].iter().filter(|&&x| x < list[i]).count() as u32).sum()
//! }
//! impl Moves for Sort {
//!     type Move = (usize, usize);
//!     fn scramble(&self, list: &mut [u8; 8], rng: &mut Stream) -> u32 {
//!         rng.shuffle(list);
//!         disorder(list)
//!     }
//!     fn propose(&self, _: &[u8; 8], rng: &mut Stream) -> Option<(usize, usize)> {
//!         Some((rng.index(8), rng.index(8)))
//!     }
//!     fn apply(&self, list: &mut [u8; 8], (a, b): (usize, usize)) -> u32 {
//!         list.swap(a, b);
//!         disorder(list)
//!     }
//!     fn undo(&self, list: &mut [u8; 8], (a, b): (usize, usize)) {
//!         list.swap(a, b);
//!     }
//! }
//!
//! let mut run = Run::new(1);
//! let mut annealing = Annealing::new(&Sort, Params::default(), "sort", &run)?;
//! annealing.run(&mut run)?;
//! assert_eq!(annealing.best(), Some((&[0, 1, 2, 3, 4, 5, 6, 7], 0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use mapkiln_core::{Run, Seed, Stream, TracePoint};
use serde::{Deserialize, Serialize};

use crate::error::require;
use crate::{Cost, Error, Log, Moves, Optimiser};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "AnnealingParams"))]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// Temperature at the start of a round, in units of cost, at least `cold`. Default 1.0.
    pub hot: f64,
    /// Temperature at its end, at least 0.000001. Default 0.1.
    pub cold: f64,
    /// Moves per round, at least 1. Default 20,000.
    pub moves: u64,
    /// Moves at one temperature, at least 1: one step of the optimiser, one point of the trace.
    /// Default 250.
    pub block: u64,
    /// Rounds, at least 1, each from a new random candidate. Default 20.
    pub rounds: u64,
}

impl Default for Params {
    fn default() -> Self {
        Params { hot: 1.0, cold: 0.1, moves: 20_000, block: 250, rounds: 20 }
    }
}

impl Params {
    /// Says what is out of range.
    pub fn check(&self) -> Result<(), Error> {
        let cold = self.cold.is_finite() && self.cold >= 1e-6;
        require(cold, "cold", self.cold, "write a temperature of at least 0.000001")?;
        let hot = self.hot.is_finite() && self.hot >= self.cold;
        require(hot, "hot", self.hot, "write a temperature of at least `cold`")?;
        for (field, count) in [("moves", self.moves), ("block", self.block), ("rounds", self.rounds)] {
            require(count > 0, field, count, "write at least 1")?;
        }
        Ok(())
    }

    fn blocks_per_round(&self) -> u64 {
        self.moves.div_ceil(self.block)
    }
}

/// Probabilities of keeping moves that cost 1, 2, … more are looked up in a table of this size.
const TABLE: usize = 64;

/// The algorithm at work on a problem.
pub struct Annealing<'p, P: Moves> {
    problem: &'p P,
    params: Params,
    seed: Seed,
    /// Where it is; none before the first step.
    walk: Option<Walk<P>>,
    rng: Stream,
    temperature: f64,
    /// The factor by which the temperature falls after each block.
    cooling: f64,
    accept: [u64; TABLE],
    round: u64,
    moves: u64,
    log: Log,
}

/// The candidate that moves change, and the best so far.
struct Walk<P: Moves> {
    candidate: P::Scratch,
    cost: P::Cost,
    best: P::Scratch,
    best_cost: P::Cost,
}

impl<P: Moves> Walk<P> {
    fn from(candidate: P::Scratch, cost: P::Cost) -> Self {
        Walk { best: candidate.clone(), candidate, cost, best_cost: cost }
    }

    fn keep_best(&mut self) {
        if self.cost < self.best_cost {
            self.best_cost = self.cost;
            self.best.clone_from(&self.candidate);
        }
    }
}

impl<'p, P: Moves> Annealing<'p, P> {
    /// Annealing from a random candidate. The name of the stage separates its random numbers from
    /// those of other stages.
    pub fn new(problem: &'p P, params: Params, stage: &str, run: &Run<'_>) -> Result<Self, Error> {
        params.check()?;
        let seed = run.seed.clone();
        let mut annealing = Annealing {
            problem,
            walk: None,
            rng: seed.stream(stage, 0),
            temperature: params.hot,
            cooling: libm::pow(params.cold / params.hot, 1.0 / params.blocks_per_round() as f64),
            accept: [0; TABLE],
            round: 0,
            moves: 0,
            log: Log::new(stage),
            seed,
            params,
        };
        annealing.tabulate();
        Ok(annealing)
    }

    /// Annealing from a given candidate with its cost; later rounds begin with random ones.
    pub fn with_start(
        problem: &'p P,
        params: Params,
        stage: &str,
        run: &Run<'_>,
        (candidate, cost): (P::Scratch, P::Cost),
    ) -> Result<Self, Error> {
        let mut annealing = Self::new(problem, params, stage, run)?;
        annealing.walk = Some(Walk::from(candidate, cost));
        Ok(annealing)
    }

    fn tabulate(&mut self) {
        for (worse, bound) in self.accept.iter_mut().enumerate() {
            *bound = threshold(worse as f64, self.temperature);
        }
    }

    /// Does the next step begin with a candidate that was not counted yet?
    fn begins_round(&self) -> bool {
        self.log.steps() == 0 || self.moves >= self.params.moves
    }

    fn first_walk(&mut self) -> Walk<P> {
        let mut candidate = self.problem.scratch();
        let cost = self.problem.scramble(&mut candidate, &mut self.rng);
        Walk::from(candidate, cost)
    }

    fn next_round(&mut self, walk: &mut Walk<P>) {
        self.round += 1;
        self.moves = 0;
        self.temperature = self.params.hot;
        self.tabulate();
        self.rng = self.seed.stream(self.log.stage_name(), self.round);
        walk.cost = self.problem.scramble(&mut walk.candidate, &mut self.rng);
        walk.keep_best();
    }
}

impl<P: Moves> Optimiser for Annealing<'_, P> {
    type Candidate = P::Scratch;
    type Cost = P::Cost;

    /// Tries one block of moves at one temperature.
    fn step(&mut self) -> TracePoint {
        self.log.count(u64::from(self.begins_round()));
        let mut walk = match self.walk.take() {
            None => self.first_walk(),
            Some(walk) => walk,
        };
        if self.moves >= self.params.moves {
            self.next_round(&mut walk);
        }
        let (mut sum, mut tried) = (0i64, 0u64);
        for _ in 0..self.params.block {
            if self.problem.enough(walk.best_cost) {
                break;
            }
            tried += 1;
            sum = sum.saturating_add(walk.cost.energy());
            let Some(change) = self.problem.propose(&walk.candidate, &mut self.rng) else { continue };
            let cost = self.problem.apply(&mut walk.candidate, change);
            let worse = cost.energy() - walk.cost.energy();
            if !keeps(worse, &self.accept, self.temperature, &mut self.rng) {
                self.problem.undo(&mut walk.candidate, change);
                continue;
            }
            walk.cost = cost;
            walk.keep_best();
        }
        self.moves += self.params.block;
        self.temperature *= self.cooling;
        self.tabulate();
        self.log.count(tried);
        let mean = if tried == 0 { walk.cost.energy() as f64 } else { sum as f64 / tried as f64 };
        let point = self.log.note(walk.best_cost.energy() as f64, mean);
        self.walk = Some(walk);
        point
    }

    fn best(&self) -> Option<(&P::Scratch, P::Cost)> {
        self.walk.as_ref().map(|walk| (&walk.best, walk.best_cost))
    }

    fn log(&self) -> &Log {
        &self.log
    }

    fn next_evaluations(&self) -> u64 {
        self.params.block + u64::from(self.begins_round())
    }

    fn max_steps(&self) -> u64 {
        self.params.blocks_per_round().saturating_mul(self.params.rounds)
    }

    fn is_done(&self) -> bool {
        let enough = self.best().is_some_and(|(_, cost)| self.problem.enough(cost));
        enough || self.log.steps() >= self.max_steps()
    }
}

/// Is a move that makes the candidate worse by this much kept?
#[inline]
fn keeps(worse: i64, accept: &[u64; TABLE], temperature: f64, rng: &mut Stream) -> bool {
    if worse <= 0 {
        return true;
    }
    let bound = match accept.get(worse as usize) {
        Some(&bound) => bound,
        None => threshold(worse as f64, temperature),
    };
    bound > 0 && rng.word() < bound
}

/// The probability exp(-worse / temperature) as a bound for 64 random bits.
fn threshold(worse: f64, temperature: f64) -> u64 {
    // A saturating cast: a probability of 1 becomes the largest word.
    (libm::exp(-worse / temperature) * 18_446_744_073_709_551_616.0) as u64
}
