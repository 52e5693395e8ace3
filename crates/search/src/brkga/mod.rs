//! The biased random-key genetic algorithm (Gonçalves and Resende 2011), with the extensions of
//! Andrade, Toso, Gonçalves and Resende (2021): several parents, islands that exchange elites,
//! shaking, restart, implicit path relinking and warm start.
//!
//! A candidate is a list of keys in [0, 1); the problem's decoder turns it into a solution with a
//! cost. The elite passes on, mutants are drawn anew, all others are children with a bias towards
//! their better parents. A generation costs (population - elite) decodings an island, and
//! O(population · (keys + log population)) beside them. Buffers are kept: decoding children
//! allocates nothing.
//!
//! ```
//! use mapkiln_core::{Run, Seed};
//! use mapkiln_search::brkga::{Brkga, Params};
//! use mapkiln_search::{Keyed, Problem, order_by_keys};
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
//! let mut brkga = Brkga::new(&Order, Params::default(), Seed::from(3), "order", false);
//! brkga.run(&mut Run::new(3)).unwrap();
//! assert_eq!(brkga.best().1, 0);
//! ```

mod island;
mod params;
mod relink;

use mapkiln_core::{Run, Seed, Stage, Stopped, Stream, TracePoint, each_indexed};

pub use params::{Bias, Params, Parents, Relink, RelinkKind};

use crate::{Cost, Keyed};
use island::{Breeding, Island};
use relink::Walker;

/// What happened so far beside plain breeding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Times the islands exchanged their best.
    pub exchanges: u64,
    /// Times the elite was shaken.
    pub shakes: u64,
    /// Times all began anew.
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
    best: Vec<f64>,
    best_cost: P::Cost,
    generation: usize,
    improved: usize,
    shaken: usize,
    relinked: usize,
    evaluations: u64,
    events: Counters,
    trace: Vec<TracePoint>,
}

/// Names of streams, put together once.
struct Names {
    stage: String,
    create: String,
    breed: String,
    shake: String,
    relink: String,
}

/// Members decoded by one task.
const BLOCK: usize = 50;

impl<'p, P: Keyed> Brkga<'p, P> {
    /// Draws and decodes the first generation. `name` separates its chance from other stages'.
    pub fn new(problem: &'p P, params: Params, seed: Seed, name: &str, parallel: bool) -> Self {
        Self::with_start(problem, params, seed, name, parallel, &[])
    }

    /// The same, with candidates known before (a warm start): they take the first places of the
    /// first island. Missing keys are 0, keys too many are left out.
    pub fn with_start(
        problem: &'p P,
        params: Params,
        seed: Seed,
        name: &str,
        parallel: bool,
        start: &[Vec<f64>],
    ) -> Self {
        let breeding = Breeding::new(&params);
        let (n, population, count) = (problem.keys(), breeding.population, params.islands.max(1));
        let names = Names {
            stage: name.to_owned(),
            create: format!("{name}.create"),
            breed: format!("{name}.breed"),
            shake: format!("{name}.shake"),
            relink: format!("{name}.relink"),
        };
        let mut scratch = problem.scratch();
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
            // One decoding fills the list with a cost; the real ones follow below.
            let any = problem.decode(&keys[..n], &mut scratch);
            islands.push(Island::new(keys, vec![any; population], n));
        }
        let blocks = population.div_ceil(BLOCK) * count;
        let best_cost = islands[0].costs[0];
        let mut brkga = Brkga {
            problem,
            seed,
            names,
            parallel,
            breeding,
            next: islands.clone(),
            islands,
            scratches: (0..blocks).map(|_| problem.scratch()).collect(),
            walker: (params.relink_after > 0).then(|| Walker::new(problem)),
            best: vec![0.0; n],
            best_cost,
            params,
            generation: 0,
            improved: 0,
            shaken: 0,
            relinked: 0,
            evaluations: 0,
            events: Counters::default(),
            trace: Vec::new(),
        };
        brkga.next.clone_from(&brkga.islands);
        brkga.fill_next(0, |_, _, _, _| {});
        brkga.best_cost = brkga.islands[0].ranked(0).1;
        brkga.best.copy_from_slice(brkga.islands[0].ranked(0).0);
        brkga.keep_best();
        brkga.note();
        brkga
    }

    /// Breeds one generation on every island; exchanges, relinks, shakes or restarts when due.
    pub fn step(&mut self) -> TracePoint {
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
        self.note()
    }

    /// Breeds until the cost is good enough or all generations are over. The run's budget counts
    /// decodings.
    pub fn run(&mut self, run: &mut Run<'_>) -> Result<(), Stopped> {
        let work = ((self.breeding.population - self.breeding.elite) * self.islands.len()) as u64;
        let total = self.params.generations as u64;
        while self.generation < self.params.generations && !self.problem.enough(self.best_cost) {
            run.spend(work)?;
            self.step();
            run.progress(&self.names.stage, self.generation as u64, total);
        }
        Ok(())
    }

    /// The best keys so far, and their cost. Decode them once more for the solution itself.
    pub fn best(&self) -> (&[f64], P::Cost) {
        (&self.best, self.best_cost)
    }

    /// Generations bred so far.
    pub fn generations(&self) -> usize {
        self.generation
    }

    /// Decodings so far.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// What happened so far beside plain breeding.
    pub fn events(&self) -> Counters {
        self.events
    }

    /// Best cost so far, and mean cost, of every generation.
    pub fn trace(&self) -> &[TracePoint] {
        &self.trace
    }

    /// What a report says of this stage.
    pub fn stage(&self) -> Stage {
        Stage { name: self.names.stage.clone(), evaluations: self.evaluations, trace: self.trace.clone() }
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
            for ((offset, child), cost) in keys.chunks_mut(n.max(1)).enumerate().zip(costs.iter_mut()) {
                let m = *start + offset;
                let index = (generation * count + *i) * population + m;
                write(breeding, from, m, (child, &mut seed.stream(name, index as u64)));
                *cost = problem.decode(child, scratch);
            }
        });
        self.evaluations += ((population - first) * count) as u64;
        std::mem::swap(&mut self.islands, &mut self.next);
        self.islands.iter_mut().for_each(Island::rank);
    }

    fn keep_best(&mut self) {
        for island in &self.islands {
            let (keys, cost) = island.ranked(0);
            if cost < self.best_cost {
                self.best_cost = cost;
                self.best.copy_from_slice(keys);
                self.improved = self.generation;
            }
        }
    }

    /// Each island's best take the places of the worst of all others.
    fn exchange(&mut self) {
        self.events.exchanges += 1;
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

    /// Draws part of each elite member's keys anew, and all other members wholly.
    fn shake(&mut self) {
        self.events.shakes += 1;
        self.shaken = self.generation;
        let (elite, percent) = (self.breeding.elite, self.params.shake.min(100) as usize);
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

    /// Draws everybody anew; the best so far is kept aside.
    fn restart(&mut self) {
        self.events.restarts += 1;
        self.improved = self.generation;
        let mut rng = self.seed.stream(&self.names.create, u64::MAX - self.generation as u64);
        for island in &mut self.next {
            island.keys.iter_mut().for_each(|key| *key = rng.unit());
        }
        self.fill_next(0, |_, _, _, _| {});
        self.keep_best();
    }

    /// Walks from the best of an island towards an elite member of the next island (its own where
    /// there is one island only); what is found takes the place of the base's worst elite member.
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
            self.events.paths += 1;
            let (found, judged) = walker.walk(self.problem, self.params.relink, self.parallel, base, guide);
            self.evaluations += judged;
            if let Some(cost) = found
                && cost < self.islands[from].ranked(elite - 1).1
            {
                self.islands[from].replace(elite - 1, walker.found(), cost);
                self.islands[from].rank();
                self.events.path_wins += u64::from(cost < self.best_cost);
            }
        }
        self.walker = Some(walker);
        self.keep_best();
    }

    fn note(&mut self) -> TracePoint {
        let costs = self.islands.iter().flat_map(|island| &island.costs);
        let (sum, count) = costs.fold((0.0, 0u64), |(sum, count), c| (sum + c.energy() as f64, count + 1));
        let point = TracePoint {
            evaluations: self.evaluations,
            best: self.best_cost.energy() as f64,
            mean: sum / count as f64,
        };
        self.trace.push(point);
        point
    }
}

/// The largest number below 1.
const BELOW_ONE: f64 = 1.0 - f64::EPSILON / 2.0;
