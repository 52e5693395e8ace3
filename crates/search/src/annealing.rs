//! Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983) over moves with incremental costs.
//!
//! A move that makes the candidate worse by `d` is kept with the chance exp(-d / temperature); the
//! temperature falls by the same factor from block to block. When a round ends without success the
//! next begins from a new random candidate. Each move costs one `apply`, and one `undo` where it is
//! refused; nothing is allocated while moves are tried.
//!
//! ```
//! use mapkiln_core::{Run, Seed, Stream};
//! use mapkiln_search::annealing::{Annealing, Params};
//! use mapkiln_search::{Moves, Problem};
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
//! let mut annealing = Annealing::new(&Sort, Params::default(), Seed::from(1), "sort");
//! annealing.run(&mut Run::new(1)).unwrap();
//! assert_eq!(annealing.best(), (&[0, 1, 2, 3, 4, 5, 6, 7], 0));
//! ```

use mapkiln_core::{Run, Seed, Stage, Stopped, Stream, TracePoint};
use serde::{Deserialize, Serialize};

use crate::{Cost, Moves};

/// The knobs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// Temperature at the start of a round, in units of cost. Default 1.0.
    pub hot: f64,
    /// Temperature at its end, above 0. Default 0.1.
    pub cold: f64,
    /// Moves of a round. Default 20,000.
    pub moves: u64,
    /// Moves at one temperature: one step of the engine, one point of the trace. Default 250.
    pub block: u64,
    /// Rounds, each from a new random candidate. Default 20.
    pub rounds: u64,
}

impl Default for Params {
    fn default() -> Self {
        Params { hot: 1.0, cold: 0.1, moves: 20_000, block: 250, rounds: 20 }
    }
}

/// Chances of keeping moves that cost 1, 2, … more are looked up in a table of this size.
const TABLE: usize = 64;

/// The algorithm at work on a problem.
pub struct Annealing<'p, P: Moves> {
    problem: &'p P,
    params: Params,
    seed: Seed,
    name: &'p str,
    candidate: P::Scratch,
    cost: P::Cost,
    best: P::Scratch,
    best_cost: P::Cost,
    rng: Stream,
    temperature: f64,
    /// The factor by which the temperature falls after each block.
    cooling: f64,
    accept: [u64; TABLE],
    round: u64,
    moves: u64,
    evaluations: u64,
    trace: Vec<TracePoint>,
}

impl<'p, P: Moves> Annealing<'p, P> {
    /// Begins with a random candidate. `name` separates its chance from other stages'.
    pub fn new(problem: &'p P, params: Params, seed: Seed, name: &'p str) -> Self {
        let mut candidate = problem.scratch();
        let mut rng = seed.stream(name, 0);
        let cost = problem.scramble(&mut candidate, &mut rng);
        Self::begin(problem, params, seed, name, candidate, cost, rng)
    }

    /// Begins with a given candidate and its cost; later rounds begin with random ones.
    pub fn from(
        problem: &'p P,
        params: Params,
        seed: Seed,
        name: &'p str,
        candidate: P::Scratch,
        cost: P::Cost,
    ) -> Self {
        let rng = seed.stream(name, 0);
        Self::begin(problem, params, seed, name, candidate, cost, rng)
    }

    fn begin(
        problem: &'p P,
        params: Params,
        seed: Seed,
        name: &'p str,
        candidate: P::Scratch,
        cost: P::Cost,
        rng: Stream,
    ) -> Self {
        let cold = params.cold.max(1e-6);
        let hot = params.hot.max(cold);
        let blocks = params.moves.div_ceil(params.block.max(1)).max(1);
        let mut annealing = Annealing {
            problem,
            cooling: libm::pow(cold / hot, 1.0 / blocks as f64),
            params: Params { hot, cold, block: params.block.max(1), ..params },
            seed,
            name,
            best: candidate.clone(),
            candidate,
            cost,
            best_cost: cost,
            rng,
            temperature: hot,
            accept: [0; TABLE],
            round: 0,
            moves: 0,
            evaluations: 1,
            trace: Vec::new(),
        };
        annealing.tabulate();
        annealing
    }

    /// Tries one block of moves at one temperature.
    pub fn step(&mut self) -> TracePoint {
        if self.moves >= self.params.moves && self.params.moves > 0 {
            self.next_round();
        }
        let (mut sum, mut tried) = (0i64, 0u64);
        for _ in 0..self.params.block {
            if self.problem.enough(self.best_cost) {
                break;
            }
            tried += 1;
            sum = sum.saturating_add(self.cost.energy());
            let Some(change) = self.problem.propose(&self.candidate, &mut self.rng) else { continue };
            let cost = self.problem.apply(&mut self.candidate, change);
            if !self.keeps(cost) {
                self.problem.undo(&mut self.candidate, change);
                continue;
            }
            self.cost = cost;
            if cost < self.best_cost {
                self.best_cost = cost;
                self.best.clone_from(&self.candidate);
            }
        }
        self.moves += self.params.block;
        self.evaluations += tried;
        self.temperature *= self.cooling;
        self.tabulate();
        let mean = if tried == 0 { self.cost.energy() as f64 } else { sum as f64 / tried as f64 };
        let point = TracePoint { evaluations: self.evaluations, best: self.best_cost.energy() as f64, mean };
        self.trace.push(point);
        point
    }

    /// Steps until the cost is good enough, or all rounds are over. The run's budget counts moves.
    pub fn run(&mut self, run: &mut Run<'_>) -> Result<(), Stopped> {
        let blocks = self.params.moves.div_ceil(self.params.block) * self.params.rounds.max(1);
        for done in 0..blocks {
            if self.problem.enough(self.best_cost) {
                break;
            }
            run.spend(self.params.block)?;
            self.step();
            run.progress(self.name, done + 1, blocks);
        }
        Ok(())
    }

    /// The best candidate so far, and its cost.
    pub fn best(&self) -> (&P::Scratch, P::Cost) {
        (&self.best, self.best_cost)
    }

    /// Best cost so far and mean cost of each block.
    pub fn trace(&self) -> &[TracePoint] {
        &self.trace
    }

    /// Moves tried so far, and one for the first candidate.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// What a report says of this stage.
    pub fn stage(&self) -> Stage {
        Stage { name: self.name.to_owned(), evaluations: self.evaluations, trace: self.trace.clone() }
    }

    #[inline]
    fn keeps(&mut self, cost: P::Cost) -> bool {
        let worse = cost.energy() - self.cost.energy();
        if worse <= 0 {
            return true;
        }
        let rng = match self.accept.get(worse as usize) {
            Some(&rng) => rng,
            None => threshold(worse as f64, self.temperature),
        };
        rng > 0 && self.rng.word() < rng
    }

    fn tabulate(&mut self) {
        for (worse, rng) in self.accept.iter_mut().enumerate() {
            *rng = threshold(worse as f64, self.temperature);
        }
    }

    fn next_round(&mut self) {
        self.round += 1;
        self.moves = 0;
        self.temperature = self.params.hot;
        self.tabulate();
        self.rng = self.seed.stream(self.name, self.round);
        self.cost = self.problem.scramble(&mut self.candidate, &mut self.rng);
        self.evaluations += 1;
        if self.cost < self.best_cost {
            self.best_cost = self.cost;
            self.best.clone_from(&self.candidate);
        }
    }
}

/// The chance exp(-worse / temperature) as a bound for 64 random bits.
fn threshold(worse: f64, temperature: f64) -> u64 {
    // A saturating cast: a chance of 1 becomes the largest word.
    (libm::exp(-worse / temperature) * 18_446_744_073_709_551_616.0) as u64
}
