//! The biased random-key genetic algorithm (Gonçalves and Resende 2011), with the extensions of
//! Andrade, Toso, Gonçalves and Resende (2021): several parents, islands that exchange elites,
//! shaking, restart, implicit path relinking and warm start.
//!
//! A candidate is a list of keys in [0, 1); the problem's decoder turns it into a solution with a
//! cost. The elite passes on, mutants are drawn anew, all others are children with a bias towards
//! their better parents. A generation costs (population - elite) decodings per island, plus
//! O(population · (keys + log population)) time. Buffers are kept: decoding children allocates
//! nothing.
//!
//! ```
//! use mapkiln_core::Run;
//! use mapkiln_search::brkga::{Brkga, Params};
//! use mapkiln_search::{Keyed, Optimiser, Problem, order_by_keys};
//!
//! /// Twelve things in order; the cost counts those out of place.
//! struct Order;
//! impl Problem for Order {
//!     type Cost = u32;
//!     type Scratch = Vec<u64>;
//!     fn scratch(&self) -> Vec<u64> {
//!         Vec::new()
//!     }
//!     fn enough(&self, cost: u32) -> bool {
//!         cost == 0
//!     }
//! }
//! impl Keyed for Order {
//!     fn keys(&self) -> usize {
//!         12
//!     }
//!     fn decode(&self, keys: &[f64], order: &mut Vec<u64>) -> u32 {
//!         order_by_keys(keys, order);
//!         order.iter().enumerate().filter(|&(i, &x)| i as u64 != x).count() as u32
//!     }
//! }
//!
//! let mut run = Run::new(3);
//! let mut brkga = Brkga::new(&Order, Params::default(), "order", &run)?;
//! brkga.run(&mut run)?;
//! assert_eq!(brkga.best().map(|(_, cost)| cost), Some(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod island;
mod params;
mod relink;

use mapkiln_core::{Run, Seed, Stream, TracePoint, each_indexed};

pub use params::{Bias, Params, Parents, Relink, RelinkKind};

use crate::{Cost, Error, Keyed, Log, Optimiser};
use island::{Breeding, Island};
use relink::Walker;

/// What happened so far besides plain breeding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Exchanges of elites between islands.
    pub exchanges: u64,
    /// Times the elite was shaken.
    pub shakes: u64,
    /// Restarts of all islands.
    pub restarts: u64,
    /// Paths walked between elite members.
    pub paths: u64,
    /// Paths that led to a new best.
    pub path_wins: u64,
}

/// The algorithm at work on a problem.
pub struct Brkga<'p, P: Keyed> {
    problem: &'p P,
    params: Params,
    seed: Seed,
    names: Names,
    parallel: bool,
    breeding: Breeding,
    islands: Vec<Island<P::Cost>>,
    /// The next generation is written here, then both change places.
    next: Vec<Island<P::Cost>>,
    scratches: Vec<P::Scratch>,
    walker: Option<Walker<P>>,
    best: Option<(Vec<f64>, P::Cost)>,
    generation: usize,
    improved: usize,
    shaken: usize,
    relinked: usize,
    counters: Counters,
    log: Log,
}

/// Names of streams, put together once.
struct Names {
    create: String,
    breed: String,
    shake: String,
    relink: String,
}

/// Members decoded by one task.
const BLOCK: usize = 50;

impl<'p, P: Keyed> Brkga<'p, P> {
    /// An algorithm before its first generation. The name of the stage separates its random numbers
    /// from those of other stages.
    pub fn new(problem: &'p P, params: Params, stage: &str, run: &Run<'_>) -> Result<Self, Error> {
        Self::with_start(problem, params, stage, run, &[])
    }

    /// The same with known candidates (a warm start): they take the first places of the first
    /// island. Missing keys are 0, surplus keys are ignored.
    pub fn with_start(
        problem: &'p P,
        params: Params,
        stage: &str,
        run: &Run<'_>,
        start: &[Vec<f64>],
    ) -> Result<Self, Error> {
        params.check()?;
        let seed = run.seed.clone();
        let breeding = Breeding::new(&params);
        let (n, population, count) = (problem.keys(), breeding.population, params.islands);
        let names = Names {
            create: format!("{stage}.create"),
            breed: format!("{stage}.breed"),
            shake: format!("{stage}.shake"),
            relink: format!("{stage}.relink"),
        };
        let mut islands = Vec::with_capacity(count);
        for i in 0..count {
            let mut keys = vec![0.0; population * n];
            for (m, member) in keys.chunks_mut(n.max(1)).enumerate() {
                let mut rng = seed.stream(&names.create, (i * population + m) as u64);
                member.iter_mut().for_each(|key| *key = rng.unit());
                if let Some(known) = start.get(m).filter(|_| i == 0) {
                    member.fill(0.0);
                    member.iter_mut().zip(known).for_each(|(key, &k)| *key = k.clamp(0.0, BELOW_ONE));
                }
            }
            islands.push(Island::new(keys, n));
        }
        let blocks = population.div_ceil(BLOCK) * count;
        Ok(Brkga {
            problem,
            seed,
            names,
            parallel: run.parallel,
            breeding,
            next: Vec::new(),
            islands,
            scratches: (0..blocks).map(|_| problem.scratch()).collect(),
            walker: (params.relink_after > 0).then(|| Walker::new(problem)),
            best: None,
            params,
            generation: 0,
            improved: 0,
            shaken: 0,
            relinked: 0,
            counters: Counters::default(),
            log: Log::new(stage),
        })
    }

    /// What happened so far besides plain breeding.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Decodes the first generation.
    fn begin(&mut self) {
        // Fills the lists of costs; the real ones follow.
        let any = self.problem.decode(self.islands[0].member(0), &mut self.scratches[0]);
        self.islands.iter_mut().for_each(|island| island.costs.resize(self.breeding.population, any));
        self.next.clone_from(&self.islands);
        self.fill_next(0, |_, _, _, _| {});
        self.keep_best();
    }

    /// Breeds one generation on every island; exchanges, relinks, shakes or restarts when due.
    fn breed(&mut self) {
        self.generation += 1;
        let elite = self.breeding.elite;
        for (from, to) in self.islands.iter().zip(&mut self.next) {
            let n = self.problem.keys();
            for rank in 0..elite {
                let (keys, cost) = from.ranked(rank);
                to.keys[rank * n..(rank + 1) * n].copy_from_slice(keys);
                to.costs[rank] = cost;
            }
        }
        self.fill_next(elite, |breeding, island, m, (child, rng)| {
            breeding.breed(island, m, child, rng);
        });
        self.keep_best();

        let every = self.params.exchange_every;
        if every > 0 && self.islands.len() > 1 && self.generation.is_multiple_of(every) {
            self.exchange();
        }
        let due = |after: usize, last: usize| after > 0 && self.generation - last.max(self.improved) >= after;
        if due(self.params.restart_after, 0) {
            self.restart();
        } else if due(self.params.shake_after, self.shaken) {
            self.shake();
        } else if due(self.params.relink_after, self.relinked) {
            self.relink();
        }
    }

    /// Lets `write` make the members from `first` on of each next island, decodes them, and makes
    /// the next generation the current one.
    fn fill_next(
        &mut self,
        first: usize,
        write: impl Fn(&Breeding, &Island<P::Cost>, usize, (&mut [f64], &mut Stream)) + Sync + Send,
    ) {
        let (problem, seed, breeding) = (self.problem, &self.seed, &self.breeding);
        let (n, population, count) = (problem.keys(), breeding.population, self.islands.len());
        let (name, generation) = (&self.names.breed, self.generation);
        let mut tasks = Vec::with_capacity(self.scratches.len());
        let mut scratches = self.scratches.iter_mut();
        for (i, (from, to)) in self.islands.iter().zip(&mut self.next).enumerate() {
            let keys = to.keys[first * n..].chunks_mut(BLOCK * n.max(1));
            let costs = to.costs[first..].chunks_mut(BLOCK);
            for (block, ((keys, costs), scratch)) in keys.zip(costs).zip(&mut scratches).enumerate() {
                tasks.push((i, from, first + block * BLOCK, keys, costs, scratch));
            }
        }
        each_indexed(self.parallel, &mut tasks, |_, (i, from, start, keys, costs, scratch)| {
            for (offset, child) in keys.chunks_mut(n.max(1)).enumerate() {
                let m = *start + offset;
                let index = (generation * count + *i) * population + m;
                write(breeding, from, m, (child, &mut seed.stream(name, index as u64)));
            }
            problem.decode_all(keys, costs, scratch);
        });
        self.log.count(((population - first) * count) as u64);
        std::mem::swap(&mut self.islands, &mut self.next);
        self.islands.iter_mut().for_each(Island::rank);
    }

    fn keep_best(&mut self) {
        for island in &self.islands {
            let (keys, cost) = island.ranked(0);
            match &mut self.best {
                Some((best, best_cost)) if cost < *best_cost => {
                    best.copy_from_slice(keys);
                    *best_cost = cost;
                }
                Some(_) => continue,
                None => self.best = Some((keys.to_vec(), cost)),
            }
            self.improved = self.generation;
        }
    }

    /// Each island's best replace the worst of all others.
    fn exchange(&mut self) {
        self.counters.exchanges += 1;
        let sent = self.params.exchange.min(self.breeding.elite);
        let room = self.breeding.population - self.breeding.elite;
        // What is sent is what stood there before the exchange: `next` serves as the copy.
        self.next.clone_from(&self.islands);
        for (to, island) in self.islands.iter_mut().enumerate() {
            let senders = (0..self.next.len()).filter(|&from| from != to);
            let gifts = senders.flat_map(|from| (0..sent).map(move |rank| (from, rank)));
            for (place, (from, rank)) in gifts.take(room).enumerate() {
                let (keys, cost) = self.next[from].ranked(rank);
                island.replace(self.breeding.population - 1 - place, keys, cost);
            }
            island.rank();
        }
    }

    /// Redraws part of each elite member's keys, and all keys of all other members.
    fn shake(&mut self) {
        self.counters.shakes += 1;
        self.shaken = self.generation;
        let (elite, percent) = (self.breeding.elite, self.params.shake as usize);
        let n = self.problem.keys();
        let mut rng = self.seed.stream(&self.names.shake, self.generation as u64);
        for (from, to) in self.islands.iter().zip(&mut self.next) {
            for (rank, member) in to.keys.chunks_mut(n.max(1)).enumerate() {
                member.copy_from_slice(from.ranked(rank).0);
                if rank < elite {
                    for _ in 0..(n * percent).div_ceil(100) {
                        member[rng.index(n)] = rng.unit();
                    }
                } else {
                    member.iter_mut().for_each(|key| *key = rng.unit());
                }
            }
        }
        self.fill_next(0, |_, _, _, _| {});
        self.keep_best();
    }

    /// Redraws all members; the best so far is kept aside.
    fn restart(&mut self) {
        self.counters.restarts += 1;
        self.improved = self.generation;
        let mut rng = self.seed.stream(&self.names.create, u64::MAX - self.generation as u64);
        for island in &mut self.next {
            island.keys.iter_mut().for_each(|key| *key = rng.unit());
        }
        self.fill_next(0, |_, _, _, _| {});
        self.keep_best();
    }

    /// Walks from the best of an island towards an elite member of the next island (its own if
    /// there is only one island); what is found takes the place of the base's worst elite member.
    fn relink(&mut self) {
        self.relinked = self.generation;
        let Some(mut walker) = self.walker.take() else { return };
        let (elite, count, n) = (self.breeding.elite, self.islands.len(), self.problem.keys());
        let mut rng = self.seed.stream(&self.names.relink, self.generation as u64);
        for pair in 0..self.params.relink.pairs {
            let from = pair % count;
            let towards = (from + 1) % count;
            let (base, _) = self.islands[from].ranked(0);
            let (guide, _) = self.islands[towards].ranked(rng.index(elite));
            let different = base.iter().zip(guide).filter(|(a, b)| a != b).count();
            if different * 100 < n * self.params.relink.distance as usize || different == 0 {
                continue;
            }
            self.counters.paths += 1;
            let (found, judged) = walker.walk(self.problem, self.params.relink, self.parallel, base, guide);
            self.log.count(judged);
            if let Some(cost) = found
                && cost < self.islands[from].ranked(elite - 1).1
            {
                self.islands[from].replace(elite - 1, walker.found(), cost);
                self.islands[from].rank();
                self.counters.path_wins += u64::from(self.best.as_ref().is_none_or(|(_, best)| cost < *best));
            }
        }
        self.walker = Some(walker);
        self.keep_best();
    }
}

impl<P: Keyed> Optimiser for Brkga<'_, P> {
    /// Keys; decode them once more for the solution itself.
    type Candidate = [f64];
    type Cost = P::Cost;

    /// Decodes the first generation, or breeds the next on every island; exchanges, relinks, shakes
    /// or restarts when due.
    fn step(&mut self) -> TracePoint {
        match self.best {
            None => self.begin(),
            Some(_) => self.breed(),
        }
        let costs = self.islands.iter().flat_map(|island| &island.costs);
        let (sum, count) = costs.fold((0.0, 0u64), |(sum, count), c| (sum + c.energy() as f64, count + 1));
        let best = self.best.as_ref().map_or(f64::INFINITY, |(_, cost)| cost.energy() as f64);
        self.log.note(best, sum / count as f64)
    }

    fn best(&self) -> Option<(&[f64], P::Cost)> {
        self.best.as_ref().map(|(keys, cost)| (keys.as_slice(), *cost))
    }

    fn log(&self) -> &Log {
        &self.log
    }

    /// What shaking, restarts and paths decode comes on top.
    fn next_evaluations(&self) -> u64 {
        let kept = if self.best.is_some() { self.breeding.elite } else { 0 };
        ((self.breeding.population - kept) * self.islands.len()) as u64
    }

    fn max_steps(&self) -> u64 {
        (self.params.generations as u64).saturating_add(1)
    }

    fn is_done(&self) -> bool {
        let enough = self.best().is_some_and(|(_, cost)| self.problem.enough(cost));
        enough || self.log.steps() >= self.max_steps()
    }
}

/// The largest number below 1.
const BELOW_ONE: f64 = 1.0 - f64::EPSILON / 2.0;
