//! The generational genetic algorithm (Holland 1975), as the dungeon thesis uses it.
//!
//! A generation is made of pairs: two parents are chosen by fitness, crossed, and perhaps mutated.
//! One generation costs one evaluation per member beyond the elite.
//!
//! Roulette needs a fitness that is proportional to the number of offspring, so a problem gives one
//! ([`Evolve::fitness`]). What the algorithm reports is a cost, as for every [`Optimiser`]: how far
//! the fitness is from the highest possible.
//!
//! ```
//! use mapkiln_core::{Run, Stream};
//! use mapkiln_search::Optimiser;
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
//!     fn max_fitness(&self) -> u64 {
//!         20
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
//! let mut run = Run::new("ones");
//! let params = Params { population: 40, generations: 40, elitism: 1, ..Params::default() };
//! let mut ga = Ga::new(&Ones, params, "ones", &run)?;
//! ga.run(&mut run)?;
//! let (genome, cost) = ga.best().expect("the run had no limit");
//! assert!(cost <= 2);
//! assert_eq!(genome.count_ones() as u64 + cost, 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod params;

use mapkiln_core::{Run, Seed, StableSort, Stream, TracePoint, map_indexed};

pub use params::{Params, Selection};

use crate::{Error, Log, Optimiser};

/// A problem for the genetic algorithm.
pub trait Evolve: Sync {
    /// A candidate.
    type Genome: Clone + Send + Sync;

    /// A random candidate for the first generation.
    fn create(&self, rng: &mut Stream) -> Self::Genome;

    /// How good a candidate is; with 0 it has no offspring.
    fn fitness(&self, genome: &Self::Genome) -> u64;

    /// The fitness that no candidate exceeds. What a candidate lacks is its cost; selection does not
    /// depend on it.
    fn max_fitness(&self) -> u64;

    /// Two children of two parents.
    fn cross(&self, a: &Self::Genome, b: &Self::Genome, rng: &mut Stream) -> (Self::Genome, Self::Genome);

    /// Changes a child a little.
    fn mutate(&self, genome: &mut Self::Genome, rng: &mut Stream);
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
    parallel: bool,
    members: Vec<Member<P::Genome>>,
    log: Log,
}

impl<'p, P: Evolve> Ga<'p, P> {
    /// An algorithm before its first generation. The name of the stage separates its random numbers
    /// from those of other stages.
    pub fn new(problem: &'p P, params: Params, stage: &str, run: &Run<'_>) -> Result<Self, Error> {
        params.check()?;
        let (seed, parallel) = (run.seed.clone(), run.parallel);
        Ok(Ga { problem, params, seed, parallel, members: Vec::new(), log: Log::new(stage) })
    }

    /// The members of this generation; none before the first.
    pub fn members(&self) -> &[Member<P::Genome>] {
        &self.members
    }

    /// The members of this generation, best first; of equals, the one made first.
    pub fn into_ranked(self) -> Vec<Member<P::Genome>> {
        let mut members = self.members;
        members.stable_sort_by_key(|m| std::cmp::Reverse(m.fitness));
        members
    }

    fn create(&self) -> Vec<Member<P::Genome>> {
        let (problem, seed) = (self.problem, &self.seed);
        let name = format!("{}.create", self.log.stage_name());
        map_indexed(self.parallel, self.params.population, |i| {
            member(problem, problem.create(&mut seed.stream(&name, i as u64)))
        })
    }

    fn breed(&self) -> Vec<Member<P::Genome>> {
        let (population, elite) = (self.members.len(), self.params.elitism);
        let mut next: Vec<Member<P::Genome>> =
            self.ranking().into_iter().take(elite).map(|i| self.members[i].clone()).collect();
        let wanted = population - elite;
        let wheel = Wheel::new(self.params.selection, &self.members);
        let first_pair = (self.log.steps() - 1) * population as u64;
        let (problem, members, mutation) = (self.problem, &self.members, self.params.mutation);
        let (seed, name) = (&self.seed, format!("{}.breed", self.log.stage_name()));
        let children = map_indexed(self.parallel, wanted.div_ceil(2), |pair| {
            let mut rng = seed.stream(&name, first_pair + pair as u64);
            let (a, b) = (wheel.spin(&mut rng), wheel.spin(&mut rng));
            let (c, d) = problem.cross(&members[a].genome, &members[b].genome, &mut rng);
            let mut grown = |mut genome| {
                if rng.percent(mutation) {
                    problem.mutate(&mut genome, &mut rng);
                }
                member(problem, genome)
            };
            // An odd number of children leaves one place in the last pair.
            let both = 2 * pair + 1 < wanted;
            (grown(c), both.then(|| grown(d)))
        });
        next.extend(children.into_iter().flat_map(|(c, d)| std::iter::once(c).chain(d)));
        next
    }

    /// Indices of the members, best first, ties by index.
    fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.stable_sort_by_key(|&i| std::cmp::Reverse(self.members[i].fitness));
        order
    }
}

fn member<P: Evolve>(problem: &P, genome: P::Genome) -> Member<P::Genome> {
    let fitness = problem.fitness(&genome);
    Member { genome, fitness }
}

impl<P: Evolve> Optimiser for Ga<'_, P> {
    type Candidate = P::Genome;
    /// What the fitness lacks.
    type Cost = u64;

    /// Makes the first generation, or breeds the next.
    fn step(&mut self) -> TracePoint {
        self.log.count(self.next_evaluations());
        self.members = if self.members.is_empty() { self.create() } else { self.breed() };
        let sum: u128 = self.members.iter().map(|m| u128::from(m.fitness)).sum();
        let best = self.members.iter().map(|m| m.fitness).max().unwrap_or(0);
        let most = self.problem.max_fitness();
        let mean = sum as f64 / self.members.len() as f64;
        self.log.note(most.saturating_sub(best) as f64, most as f64 - mean)
    }

    /// The best member of this generation; of equals, the one made first. Without an elite, a
    /// generation may lose the best of the one before.
    fn best(&self) -> Option<(&P::Genome, u64)> {
        let index = *self.ranking().first()?;
        let Member { genome, fitness } = &self.members[index];
        Some((genome, self.problem.max_fitness().saturating_sub(*fitness)))
    }

    fn log(&self) -> &Log {
        &self.log
    }

    fn next_evaluations(&self) -> u64 {
        let kept = if self.members.is_empty() { 0 } else { self.params.elitism };
        (self.params.population - kept) as u64
    }

    fn max_steps(&self) -> u64 {
        (self.params.generations as u64).saturating_add(1)
    }

    fn is_done(&self) -> bool {
        self.log.steps() >= self.max_steps()
    }
}

/// Chooses parents; built once per generation.
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
                Wheel::Tournament { fitness: members.iter().map(|m| m.fitness).collect(), size }
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
    use mapkiln_core::{Event, Stopped};

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

        fn max_fitness(&self) -> u64 {
            72
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
        let mut run = Run::new(seed).with_parallel(parallel);
        let mut ga = Ga::new(&Sum, params.clone(), "sum", &run).unwrap();
        ga.run(&mut run).unwrap();
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
    fn with_an_elite_the_best_is_never_lost() {
        for selection in [Selection::Roulette, Selection::Tournament(3)] {
            let params = Params { elitism: 1, selection, ..Params::default() };
            for seed in 0..100 {
                let ga = evolved(&params, seed, false);
                assert!(ga.log().trace().windows(2).all(|w| w[0].best >= w[1].best));
                assert_eq!(ga.members().len(), 10);
            }
        }
    }

    #[test]
    fn selection_improves_the_mean_even_without_an_elite() {
        for selection in [Selection::Roulette, Selection::Tournament(2)] {
            let params =
                Params { population: 30, generations: 30, selection, mutation: 10, ..Params::default() };
            let (mut first, mut last) = (0.0, 0.0);
            for seed in 0..50 {
                let ga = evolved(&params, seed, false);
                // The mean fitness: costs count from the highest possible one.
                first += 72.0 - ga.log().trace()[0].mean;
                last += 72.0 - ga.log().trace()[30].mean;
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
    fn an_observer_sees_every_generation_and_changes_nothing() {
        let mut seen = Vec::new();
        let mut run = Run::new(1).with_observer(|event| {
            if let Event::Generation { stage: "sum", number, evaluations, best, .. } = event {
                seen.push((*number, *evaluations, *best));
            }
        });
        let mut ga = Ga::new(&Sum, Params::default(), "sum", &run).unwrap();
        ga.run(&mut run).unwrap();
        drop(run);
        let trace = ga.log().trace().iter().zip(0..);
        assert_eq!(seen, trace.map(|(p, i)| (i, p.evaluations, p.best)).collect::<Vec<_>>());
        assert_eq!(seen.len(), 11);
        assert_eq!(ga.members(), evolved(&Params::default(), 1, false).members());
    }

    #[test]
    fn a_budget_counts_evaluations_and_stops_between_generations() {
        let mut run = Run::new(1).with_budget(44);
        let params = Params { population: 11, elitism: 2, ..Params::default() };
        let mut ga = Ga::new(&Sum, params, "sum", &run).unwrap();
        assert_eq!(ga.run(&mut run), Err(Stopped::Budget { limit: 44 }));
        // 11 for the first generation, 9 for each of the others.
        assert_eq!((ga.log().steps(), ga.log().evaluations(), run.spent()), (4, 38, 38));
        let mut run = Run::new(1).with_budget(9);
        let mut ga = Ga::new(&Sum, Params::default(), "sum", &run).unwrap();
        assert!(ga.run(&mut run).is_err() && ga.best().is_none(), "the first generation takes 10");
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        let refused = |params: Params| Ga::new(&Sum, params, "sum", &Run::new(1)).err().unwrap().to_string();
        let found = refused(Params { population: 0, ..Params::default() });
        assert_eq!(found, "`population` is 0; write a number from 1 to 1000000");
        let found = refused(Params { elitism: 10, ..Params::default() });
        assert_eq!(found, "`elitism` is 10; write a number below `population`");
        let found = refused(Params { mutation: 101, ..Params::default() });
        assert_eq!(found, "`mutation` is 101; write a percentage from 0 to 100");
        let found = refused(Params { selection: Selection::Tournament(0), ..Params::default() });
        assert_eq!(found, "`selection.tournament` is 0; write at least 1");
    }
}
