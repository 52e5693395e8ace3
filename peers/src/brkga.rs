//! Our BRKGA beside that of u-metaheur: the same decoders, sizes and number of decodings.

use std::time::Instant;

use mapkiln_core::{Run, Seed};
use mapkiln_search::brkga::{Bias, Brkga, Params, Parents, Relink, RelinkKind};
use mapkiln_search::{Keyed, Optimiser, Problem, order_by_keys};
use u_metaheur::brkga::{BrkgaConfig, BrkgaDecoder, BrkgaRunner};

/// A problem both libraries can decode.
trait Instance: Sync + Send {
    fn name(&self) -> String;
    fn keys(&self) -> usize;
    fn cost(&self, keys: &[f64], order: &mut Vec<u64>) -> u64;
}

/// A tour through random points, in the order of the keys.
struct Salesman(Vec<(i64, i64)>);

impl Instance for Salesman {
    fn name(&self) -> String {
        format!("tour of {} cities", self.0.len())
    }

    fn keys(&self) -> usize {
        self.0.len()
    }

    fn cost(&self, keys: &[f64], order: &mut Vec<u64>) -> u64 {
        order_by_keys(keys, order);
        let length = |i: usize| {
            let (a, b) = (self.0[order[i] as usize], self.0[order[(i + 1) % order.len()] as usize]);
            let (x, y) = ((a.0 - b.0) as f64, (a.1 - b.1) as f64);
            (x * x + y * y).sqrt() as u64
        };
        (0..order.len()).map(length).sum()
    }
}

/// Set cover: sets are taken in the order of the keys if they add something.
struct Covering {
    elements: usize,
    sets: Vec<(u64, Vec<usize>)>,
}

impl Instance for Covering {
    fn name(&self) -> String {
        format!("{} sets cover {}", self.sets.len(), self.elements)
    }

    fn keys(&self) -> usize {
        self.sets.len()
    }

    fn cost(&self, keys: &[f64], order: &mut Vec<u64>) -> u64 {
        order_by_keys(keys, order);
        let mut covered = [0u64; 8];
        let (mut left, mut cost) = (self.elements, 0);
        for (price, set) in order.iter().map(|&i| &self.sets[i as usize]) {
            let before = left;
            for &e in set {
                let (word, bit) = (e / 64, 1 << (e % 64));
                left -= usize::from(covered[word] & bit == 0);
                covered[word] |= bit;
            }
            cost += if left < before { *price } else { 0 };
            if left == 0 {
                break;
            }
        }
        cost
    }
}

struct OurProblem<'a>(&'a dyn Instance);

impl Problem for OurProblem<'_> {
    type Cost = u64;
    type Scratch = Vec<u64>;

    fn scratch(&self) -> Vec<u64> {
        Vec::new()
    }
}

impl Keyed for OurProblem<'_> {
    fn keys(&self) -> usize {
        self.0.keys()
    }

    fn decode(&self, keys: &[f64], order: &mut Vec<u64>) -> u64 {
        self.0.cost(keys, order)
    }
}

struct TheirDecoder<'a>(&'a dyn Instance);

impl BrkgaDecoder for TheirDecoder<'_> {
    fn decode(&self, keys: &[f64]) -> f64 {
        // Their decoders have no scratch memory, so the list is allocated each time.
        self.0.cost(keys, &mut Vec::with_capacity(keys.len())) as f64
    }
}

const POPULATION: usize = 200;
const GENERATIONS: usize = 1000;
const SEEDS: u64 = 5;

fn instances() -> Vec<Box<dyn Instance>> {
    let mut rng = Seed::from("peers").stream("instances", 0);
    let cities = (0..60).map(|_| (rng.below(10_000) as i64, rng.below(10_000) as i64)).collect();
    let sets = (0..200).map(|_| {
        let size = 5 + rng.index(20);
        (10 + rng.below(90), (0..size).map(|_| rng.index(300)).collect())
    });
    let mut sets: Vec<(u64, Vec<usize>)> = sets.collect();
    // Every element is in some set.
    (0..300).for_each(|e| sets[e % 200].1.push(e));
    vec![Box::new(Salesman(cities)), Box::new(Covering { elements: 300, sets })]
}

/// Quality (mean and best cost over seeds) and time at the same number of decodings.
pub(crate) fn compare() {
    println!(
        "population {POPULATION}, 20 % elite, 15 % mutants, 70 % bias, {GENERATIONS} generations, {SEEDS} seeds, one thread"
    );
    println!(
        "{:<24}{:<34}{:>12}{:>12}{:>12}{:>12}",
        "work", "library", "mean cost", "best cost", "decodings", "ms per run"
    );
    for instance in instances() {
        let plain = Params { population: POPULATION, generations: GENERATIONS, ..Params::default() };
        let many = Parents::Many { total: 3, elite: 2, bias: Bias::Logarithmic };
        let relink =
            Relink { kind: RelinkKind::Permutation { candidates: 20 }, path: 30, ..Relink::default() };
        let full = Params {
            population: POPULATION / 2,
            islands: 2,
            parents: many,
            relink_after: 40,
            relink,
            shake_after: 150,
            ..plain.clone()
        };
        for (name, params) in [("mapkiln, plain", plain), ("mapkiln, islands, 3 parents, paths", full)] {
            let mut runs = Vec::new();
            for seed in 0..SEEDS {
                let problem = OurProblem(instance.as_ref());
                let begin = Instant::now();
                let Ok(mut brkga) = Brkga::new(&problem, params.clone(), "peer", &Run::new(seed)) else {
                    unreachable!("the parameters above are in range")
                };
                // The same budget for all: path relinking costs generations.
                let budget = (POPULATION + GENERATIONS * (POPULATION - POPULATION / 5)) as u64;
                while brkga.log().evaluations() < budget && brkga.log().steps() <= GENERATIONS as u64 {
                    brkga.step();
                }
                let cost = brkga.best().map_or(u64::MAX, |(_, cost)| cost);
                runs.push((cost, brkga.log().evaluations(), begin.elapsed().as_secs_f64()));
            }
            show(&instance.name(), name, &runs);
        }
        let config = BrkgaConfig::new(instance.keys())
            .with_population_size(POPULATION)
            .with_elite_fraction(0.20)
            .with_mutant_fraction(0.15)
            .with_elite_inheritance_prob(0.70)
            .with_max_generations(GENERATIONS)
            .with_stagnation_limit(0)
            .with_parallel(false);
        let mut runs = Vec::new();
        for seed in 0..SEEDS {
            let begin = Instant::now();
            let result = BrkgaRunner::run(&TheirDecoder(instance.as_ref()), &config.clone().with_seed(seed));
            if let Ok(result) = result {
                let decodings = POPULATION + result.generations * (POPULATION - POPULATION / 5);
                runs.push((result.best_cost as u64, decodings as u64, begin.elapsed().as_secs_f64()));
            }
        }
        show(&instance.name(), "u-metaheur", &runs);
    }
}

fn show(work: &str, library: &str, runs: &[(u64, u64, f64)]) {
    let count = runs.len().max(1) as f64;
    let mean = |value: &dyn Fn(&(u64, u64, f64)) -> f64| runs.iter().map(value).sum::<f64>() / count;
    println!(
        "{work:<24}{library:<34}{:>12.1}{:>12}{:>12.0}{:>12.1}",
        mean(&|r| r.0 as f64),
        runs.iter().map(|r| r.0).min().unwrap_or(0),
        mean(&|r| r.1 as f64),
        mean(&|r| 1000.0 * r.2)
    );
}
