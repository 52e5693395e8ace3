//! The generational genetic algorithm (Holland 1975), as the dungeon thesis uses it.
//!
//! A generation is made of pairs: two parents are chosen by fitness, crossed, and perhaps mutated.
//! One generation costs as many evaluations as the population has members beyond the elite.
//!
//! ```
//! use mapkiln_core::{Run, Seed, Stream};
//! use mapkiln_search::ga::{Evolve, Ga, Params};
//!
//! /// Twenty bits, as many of them set as possible.
//! struct Ones;
//! impl Evolve for Ones {
//!     type Genome = u32;
//!     fn create(&self, rng: &mut Stream) -> u32 {
//!         rng.below(1 << 20) as u32
//!     }
//!     fn fitness(&self, genome: &u32) -> u64 {
//!         u64::from(genome.count_ones())
//!     }
//!     fn cross(&self, a: &u32, b: &u32, rng: &mut Stream) -> (u32, u32) {
//!         let mask = rng.below(1 << 20) as u32;
//!         (a & mask | b & !mask, b & mask | a & !mask)
//!     }
//!     fn mutate(&self, genome: &mut u32, rng: &mut Stream) {
//!         *genome ^= 1 << rng.below(20);
//!     }
//! }
//!
//! let params = Params { population: 40, generations: 40, elitism: 1, ..Params::default() };
//! let mut ga = Ga::new(&Ones, params, Seed::from("ones"), "ones", false);
//! ga.run(&mut Run::new("ones")).unwrap();
//! assert!(ga.best().fitness >= 18);
//! assert!(ga.trace().last().unwrap().best >= ga.trace()[0].best);
//! ```

use mapkiln_core::{Run, Seed, Stage, Stopped, Stream, TracePoint, map_indexed};
use serde::{Deserialize, Serialize};

/// A problem for the genetic algorithm.
pub trait Evolve: Sync {
    /// A candidate.
    type Genome: Clone + Send + Sync;

    /// A random candidate for the first generation.
    fn create(&self, rng: &mut Stream) -> Self::Genome;

    /// How good a candidate is; 0 bars it from having offspring.
    fn fitness(&self, genome: &Self::Genome) -> u64;

    /// Two children of two parents.
    fn cross(&self, a: &Self::Genome, b: &Self::Genome, rng: &mut Stream) -> (Self::Genome, Self::Genome);

    /// Changes a child a little.
    fn mutate(&self, genome: &mut Self::Genome, rng: &mut Stream);
}

/// The knobs of the algorithm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// Members of a generation, at least 1. Default 10.
    pub population: usize,
    /// Generations bred after the first. Default 10.
    pub generations: usize,
    /// How many of the best pass on unchanged, fewer than the population. Default 0.
    pub elitism: usize,
    /// How parents are chosen. Default roulette.
    pub selection: Selection,
    /// Chance of mutation for each child, in percent. Default 40.
    pub mutation: u32,
}

impl Default for Params {
    fn default() -> Self {
        Params { population: 10, generations: 10, elitism: 0, selection: Selection::Roulette, mutation: 40 }
    }
}

/// How parents are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Selection {
    /// With a chance proportional to fitness.
    Roulette,
    /// The best of this many members drawn at random.
    Tournament(usize),
}

/// A candidate with its fitness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member<G> {
    /// The candidate.
    pub genome: G,
    /// How good it is.
    pub fitness: u64,
}

/// The algorithm at work on a problem.
pub struct Ga<'p, P: Evolve> {
    problem: &'p P,
    params: Params,
    seed: Seed,
    name: &'p str,
    parallel: bool,
    members: Vec<Member<P::Genome>>,
    generation: usize,
    evaluations: u64,
    trace: Vec<TracePoint>,
}

impl<'p, P: Evolve> Ga<'p, P> {
    /// Makes and judges the first generation. `name` separates its chance from other stages'.
    pub fn new(problem: &'p P, params: Params, seed: Seed, name: &'p str, parallel: bool) -> Self {
        let population = params.population.max(1);
        let members = map_indexed(parallel, population, |i| {
            let genome = problem.create(&mut seed.stream(&format!("{name}.create"), i as u64));
            let fitness = problem.fitness(&genome);
            Member { genome, fitness }
        });
        let mut ga = Ga {
            problem,
            params,
            seed,
            name,
            parallel,
            members,
            generation: 0,
            evaluations: population as u64,
            trace: Vec::new(),
        };
        ga.note();
        ga
    }

    /// Breeds one generation and says how good it is.
    pub fn step(&mut self) -> TracePoint {
        self.generation += 1;
        let population = self.members.len();
        let elite = self.params.elitism.min(population - 1);
        let mut next: Vec<Member<P::Genome>> =
            self.ranking().into_iter().take(elite).map(|i| self.members[i].clone()).collect();
        let wanted = population - elite;
        let pairs = wanted.div_ceil(2);
        let wheel = Wheel::new(self.params.selection, &self.members);
        let first_pair = (self.generation - 1) as u64 * population as u64;
        let (problem, members, mutation) = (self.problem, &self.members, self.params.mutation);
        let (seed, name) = (&self.seed, format!("{}.breed", self.name));
        let children = map_indexed(self.parallel, pairs, |pair| {
            let mut rng = seed.stream(&name, first_pair + pair as u64);
            let (a, b) = (wheel.spin(&mut rng), wheel.spin(&mut rng));
            let (c, d) = problem.cross(&members[a].genome, &members[b].genome, &mut rng);
            [c, d].map(|mut genome| {
                if rng.percent(mutation) {
                    problem.mutate(&mut genome, &mut rng);
                }
                let fitness = problem.fitness(&genome);
                Member { genome, fitness }
            })
        });
        next.extend(children.into_iter().flatten().take(wanted));
        self.members = next;
        self.evaluations += 2 * pairs as u64;
        self.note()
    }

    /// Breeds all generations; the run's budget counts evaluations.
    pub fn run(&mut self, run: &mut Run<'_>) -> Result<(), Stopped> {
        self.run_observed(run, |_| {})
    }

    /// The same, and shows an observer the population after each generation.
    pub fn run_observed(
        &mut self,
        run: &mut Run<'_>,
        mut observer: impl FnMut(&Self),
    ) -> Result<(), Stopped> {
        let total = self.params.generations as u64;
        while self.generation < self.params.generations {
            run.spend(self.members.len() as u64)?;
            self.step();
            observer(self);
            run.progress(self.name, self.generation as u64, total);
        }
        Ok(())
    }

    /// The members of this generation.
    pub fn members(&self) -> &[Member<P::Genome>] {
        &self.members
    }

    /// The best member of this generation; of equals, the one that was made first.
    pub fn best(&self) -> &Member<P::Genome> {
        &self.members[self.ranking()[0]]
    }

    /// The members of this generation, best first.
    pub fn into_ranked(self) -> Vec<Member<P::Genome>> {
        let mut members = self.members;
        members.sort_by_key(|m| std::cmp::Reverse(m.fitness));
        members
    }

    /// Best and mean fitness of every generation so far.
    pub fn trace(&self) -> &[TracePoint] {
        &self.trace
    }

    /// What a report says of this stage.
    pub fn stage(&self) -> Stage {
        Stage { name: self.name.to_owned(), evaluations: self.evaluations, trace: self.trace.clone() }
    }

    /// Indices of the members, best first, ties by index.
    fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(self.members[i].fitness));
        order
    }

    fn note(&mut self) -> TracePoint {
        let sum: u128 = self.members.iter().map(|m| u128::from(m.fitness)).sum();
        let best = self.members.iter().map(|m| m.fitness).max().unwrap_or(0);
        let point = TracePoint {
            evaluations: self.evaluations,
            best: best as f64,
            mean: sum as f64 / self.members.len() as f64,
        };
        self.trace.push(point);
        point
    }
}

/// Chooses parents; built once a generation.
enum Wheel {
    /// Running sums of fitness: a spin is a binary search.
    Roulette {
        sums: Vec<u128>,
    },
    Tournament {
        fitness: Vec<u64>,
        size: usize,
    },
}

impl Wheel {
    fn new<G>(selection: Selection, members: &[Member<G>]) -> Self {
        match selection {
            Selection::Roulette => {
                let running = members.iter().scan(0u128, |sum, m| {
                    *sum += u128::from(m.fitness);
                    Some(*sum)
                });
                Wheel::Roulette { sums: running.collect() }
            }
            Selection::Tournament(size) => {
                Wheel::Tournament { fitness: members.iter().map(|m| m.fitness).collect(), size: size.max(1) }
            }
        }
    }

    fn spin(&self, rng: &mut Stream) -> usize {
        match self {
            Wheel::Roulette { sums } => {
                let total = sums.last().copied().unwrap_or(0);
                match u64::try_from(total) {
                    // Nobody is fit: everybody may try.
                    Ok(0) => rng.index(sums.len()),
                    Ok(total) => {
                        let ticket = u128::from(rng.below(total));
                        sums.partition_point(|&sum| sum <= ticket)
                    }
                    // Sums beyond 64 bits: a fraction of the total is fine enough.
                    Err(_) => {
                        let ticket = (total >> 64) * u128::from(rng.word());
                        sums.partition_point(|&sum| sum <= ticket).min(sums.len() - 1)
                    }
                }
            }
            Wheel::Tournament { fitness, size } => {
                let draws = (0..*size).map(|_| rng.index(fitness.len()));
                draws.max_by_key(|&i| (fitness[i], std::cmp::Reverse(i))).unwrap_or(0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of eight numbers below ten.
    struct Sum;

    impl Evolve for Sum {
        type Genome = [u8; 8];

        fn create(&self, rng: &mut Stream) -> [u8; 8] {
            [(); 8].map(|()| rng.below(10) as u8)
        }

        fn fitness(&self, genome: &[u8; 8]) -> u64 {
            genome.iter().map(|&d| u64::from(d)).sum()
        }

        fn cross(&self, a: &[u8; 8], b: &[u8; 8], rng: &mut Stream) -> ([u8; 8], [u8; 8]) {
            let (mut c, mut d) = (*a, *b);
            let at = rng.index(8);
            c[at..].copy_from_slice(&b[at..]);
            d[at..].copy_from_slice(&a[at..]);
            (c, d)
        }

        fn mutate(&self, genome: &mut [u8; 8], rng: &mut Stream) {
            genome[rng.index(8)] = rng.below(10) as u8;
        }
    }

    fn evolved(params: &Params, seed: u64, parallel: bool) -> Ga<'static, Sum> {
        let mut ga = Ga::new(&Sum, params.clone(), Seed::from(seed), "sum", parallel);
        ga.run(&mut Run::new(seed)).unwrap();
        ga
    }

    #[test]
    fn threads_do_not_change_the_result() {
        let params = Params { population: 31, ..Params::default() };
        for seed in 0..20 {
            assert_eq!(evolved(&params, seed, true).members(), evolved(&params, seed, false).members());
        }
    }

    #[test]
    fn with_an_elite_the_best_never_falls() {
        for selection in [Selection::Roulette, Selection::Tournament(3)] {
            let params = Params { elitism: 1, selection, ..Params::default() };
            for seed in 0..100 {
                let ga = evolved(&params, seed, false);
                assert!(ga.trace().windows(2).all(|w| w[0].best <= w[1].best));
                assert_eq!(ga.members().len(), 10);
            }
        }
    }

    #[test]
    fn selection_raises_the_mean_even_without_an_elite() {
        for selection in [Selection::Roulette, Selection::Tournament(2)] {
            let params =
                Params { population: 30, generations: 30, selection, mutation: 10, ..Params::default() };
            let (mut first, mut last) = (0.0, 0.0);
            for seed in 0..50 {
                let ga = evolved(&params, seed, false);
                first += ga.trace()[0].mean;
                last += ga.trace()[30].mean;
            }
            assert!(last > first * 1.1, "{selection:?}: {first} to {last}");
        }
    }

    #[test]
    fn roulette_is_proportional() {
        let members = [0, 1, 3, 6].map(|fitness| Member { genome: (), fitness });
        let wheel = Wheel::new(Selection::Roulette, &members);
        let mut rng = Seed::from("wheel").stream("spin", 0);
        let mut hits = [0u32; 4];
        for _ in 0..10_000 {
            hits[wheel.spin(&mut rng)] += 1;
        }
        assert_eq!(hits[0], 0, "a fitness of 0 has no offspring");
        assert!((850..1150).contains(&hits[1]) && (2750..3250).contains(&hits[2]), "{hits:?}");
    }

    #[test]
    fn an_unfit_generation_and_a_huge_one_still_breed() {
        let mut rng = Seed::from("edge").stream("spin", 0);
        for fitness in [0, u64::MAX] {
            let members = [0; 4].map(|_| Member { genome: (), fitness });
            let wheel = Wheel::new(Selection::Roulette, &members);
            assert!((0..100).all(|_| wheel.spin(&mut rng) < 4));
        }
    }

    #[test]
    fn an_observer_sees_every_generation() {
        let mut seen = Vec::new();
        let mut ga = Ga::new(&Sum, Params::default(), Seed::from(1), "sum", false);
        ga.run_observed(&mut Run::new(1), |ga| seen.push(ga.best().fitness as f64)).unwrap();
        assert_eq!(seen, ga.trace()[1..].iter().map(|point| point.best).collect::<Vec<_>>());
    }

    #[test]
    fn a_budget_stops_between_generations() {
        let mut ga = Ga::new(&Sum, Params::default(), Seed::from(1), "sum", false);
        assert_eq!(ga.run(&mut Run::new(1).with_budget(35)), Err(Stopped::Budget { limit: 35 }));
        assert_eq!(ga.trace().len(), 4);
    }
}
