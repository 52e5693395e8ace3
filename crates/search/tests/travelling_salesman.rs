//! One problem, every optimiser: a travelling salesman whose optimum a dynamic program proves.

use mapkiln_core::{Run, Seed, Stopped, Stream};
use mapkiln_search::aco::{self, Colony};
use mapkiln_search::annealing::{self, Annealing};
use mapkiln_search::brkga::{Bias, Brkga, Params, Parents, Relink, RelinkKind};
use mapkiln_search::ga::{self, Ga, Selection};
use mapkiln_search::{Genetic, Keyed, Moves, Problem, Trails, order_by_keys};

struct Salesman {
    distance: Vec<Vec<u64>>,
    optimum: u64,
}

/// A tour; the second list is room for sorting keys.
type Tour = (Vec<usize>, Vec<u64>);

impl Salesman {
    fn new(cities: usize, seed: u64) -> Self {
        let mut rng = Seed::from(seed).stream("cities", 0);
        let places: Vec<(i64, i64)> =
            (0..cities).map(|_| (rng.below(1000) as i64, rng.below(1000) as i64)).collect();
        let between = |a: (i64, i64), b: (i64, i64)| (a.0 - b.0).unsigned_abs() + (a.1 - b.1).unsigned_abs();
        let distance: Vec<Vec<u64>> =
            places.iter().map(|&a| places.iter().map(|&b| between(a, b)).collect()).collect();
        let optimum = held_karp(&distance);
        Salesman { distance, optimum }
    }

    fn length(&self, tour: &[usize]) -> u64 {
        (0..tour.len()).map(|i| self.distance[tour[i]][tour[(i + 1) % tour.len()]]).sum()
    }
}

/// The shortest tour by dynamic programming over sets of cities (Held and Karp 1962).
fn held_karp(distance: &[Vec<u64>]) -> u64 {
    let n = distance.len() - 1;
    let mut best = vec![vec![u64::MAX; n]; 1 << n];
    for last in 0..n {
        best[1 << last][last] = distance[n][last];
    }
    for set in 1usize..1 << n {
        for last in (0..n).filter(|&c| set >> c & 1 == 1) {
            if best[set][last] == u64::MAX {
                continue;
            }
            for next in (0..n).filter(|&c| set >> c & 1 == 0) {
                let length = best[set][last] + distance[last][next];
                let slot = &mut best[set | 1 << next][next];
                *slot = length.min(*slot);
            }
        }
    }
    (0..n).map(|last| best[(1 << n) - 1][last] + distance[last][n]).min().unwrap_or(u64::MAX)
}

impl Problem for Salesman {
    type Cost = u64;
    type Scratch = Tour;

    fn scratch(&self) -> Tour {
        ((0..self.distance.len()).collect(), Vec::new())
    }

    fn enough(&self, cost: u64) -> bool {
        assert!(cost >= self.optimum, "nothing beats a proven optimum");
        cost == self.optimum
    }
}

impl Keyed for Salesman {
    fn keys(&self) -> usize {
        self.distance.len()
    }

    fn decode(&self, keys: &[f64], (tour, order): &mut Tour) -> u64 {
        assert!(keys.iter().all(|key| (0.0..1.0).contains(key)));
        order_by_keys(keys, order);
        tour.clear();
        tour.extend(order.iter().map(|&i| i as usize));
        self.length(tour)
    }
}

impl Moves for Salesman {
    type Move = (usize, usize);

    fn scramble(&self, (tour, _): &mut Tour, rng: &mut Stream) -> u64 {
        rng.shuffle(tour);
        self.length(tour)
    }

    fn propose(&self, (tour, _): &Tour, rng: &mut Stream) -> Option<(usize, usize)> {
        let (a, b) = (rng.index(tour.len()), rng.index(tour.len()));
        (a < b).then_some((a, b))
    }

    fn apply(&self, (tour, _): &mut Tour, (a, b): (usize, usize)) -> u64 {
        tour[a..=b].reverse();
        self.length(tour)
    }

    fn undo(&self, (tour, _): &mut Tour, (a, b): (usize, usize)) {
        tour[a..=b].reverse();
    }
}

impl Trails for Salesman {
    fn rows(&self) -> usize {
        self.distance.len()
    }

    fn columns(&self) -> usize {
        self.distance.len()
    }

    fn begin(&self, (tour, _): &mut Tour, rng: &mut Stream) {
        tour.clear();
        tour.push(rng.index(self.distance.len()));
    }

    fn choices(&self, (tour, _): &Tour, choices: &mut Vec<(usize, f64)>) -> Option<usize> {
        let here = *tour.last()?;
        let free = (0..self.distance.len()).filter(|city| !tour.contains(city));
        choices.extend(free.map(|city| {
            let near = 1.0 / (1 + self.distance[here][city]) as f64;
            (city, near * near)
        }));
        (!choices.is_empty()).then_some(here)
    }

    fn take(&self, (tour, _): &mut Tour, _: usize, city: usize) {
        tour.push(city);
    }

    fn finish(&self, (tour, _): &mut Tour) -> u64 {
        self.length(tour)
    }
}

fn cities() -> Vec<Salesman> {
    (0..4).map(|seed| Salesman::new(12, seed)).collect()
}

#[test]
fn brkga_finds_the_proven_optimum() {
    let plain = Params { restart_after: 100, ..Params::default() };
    let many = Parents::Many { total: 3, elite: 2, bias: Bias::Logarithmic };
    let islands = Params { population: 80, islands: 3, exchange_every: 10, parents: many, ..plain };
    let relinked = |kind| Params {
        population: 80,
        islands: 2,
        relink_after: 5,
        relink: Relink { kind, pairs: 2, ..Relink::default() },
        shake_after: 40,
        restart_after: 100,
        ..plain.clone()
    };
    let permutation = relinked(RelinkKind::Permutation { candidates: 0 });
    let direct = relinked(RelinkKind::Direct { block: 2 });
    for (s, salesman) in cities().iter().enumerate() {
        for params in [&plain, &islands, &permutation, &direct] {
            let params = Params { generations: 2000, ..params.clone() };
            let mut brkga = Brkga::new(salesman, params.clone(), Seed::from(s as u64), "tsp", false);
            brkga.run(&mut Run::new(0)).unwrap();
            assert_eq!(brkga.best().1, salesman.optimum, "instance {s}, {params:?}");
            let (keys, cost) = brkga.best();
            assert_eq!(
                salesman.decode(keys, &mut salesman.scratch()),
                cost,
                "the best keys stand for the best cost"
            );
            assert!(brkga.trace().windows(2).all(|w| w[1].best <= w[0].best));
        }
    }
}

#[test]
fn annealing_and_ants_find_it_too() {
    for (s, salesman) in cities().iter().enumerate() {
        let params = annealing::Params { hot: 200.0, cold: 5.0, ..annealing::Params::default() };
        let mut annealing = Annealing::new(salesman, params, Seed::from(s as u64), "tsp");
        annealing.run(&mut Run::new(0)).unwrap();
        assert_eq!(annealing.best().1, salesman.optimum);
        assert_eq!(salesman.length(&annealing.best().0.0), salesman.optimum);

        let mut ants = Colony::new(salesman, aco::Params::default(), Seed::from(s as u64), "tsp", false);
        ants.run(&mut Run::new(0)).unwrap();
        assert_eq!(ants.best().unwrap().1, salesman.optimum);
    }
}

#[test]
fn the_plain_genetic_algorithm_works_on_keys() {
    let salesman = Salesman::new(12, 0);
    let genetic = Genetic::new(&salesman);
    let params = ga::Params {
        population: 200,
        generations: 100,
        elitism: 2,
        selection: Selection::Tournament(4),
        mutation: 30,
    };
    let mut ga = Ga::new(&genetic, params, Seed::from(1), "tsp", false);
    let length = |ga: &Ga<'_, Genetic<'_, Salesman>>| i64::MAX as u64 - ga.best().fitness;
    let first = length(&ga);
    ga.run(&mut Run::new(1)).unwrap();
    assert!(length(&ga) < first, "{} after {first}", length(&ga));
    assert!(length(&ga) >= salesman.optimum);
}

#[test]
fn threads_change_nothing() {
    let salesman = Salesman::new(13, 9);
    let params = Params {
        population: 130,
        islands: 2,
        generations: 60,
        exchange_every: 7,
        relink_after: 3,
        shake_after: 11,
        restart_after: 20,
        parents: Parents::Many { total: 4, elite: 2, bias: Bias::Linear },
        ..Params::default()
    };
    let outcome = |parallel| {
        let mut brkga = Brkga::new(&salesman, params.clone(), Seed::from("t"), "tsp", parallel);
        for _ in 0..60 {
            brkga.step();
        }
        let mut ants = Colony::new(&salesman, aco::Params::default(), Seed::from("t"), "tsp", parallel);
        for _ in 0..40 {
            ants.step();
        }
        let walked = ants.best().map(|(tour, cost)| (tour.0.clone(), cost));
        (brkga.best().0.to_vec(), brkga.trace().to_vec(), brkga.events(), walked, ants.trace().to_vec())
    };
    let (one, several) = (outcome(false), outcome(true));
    assert_eq!(one, several);
    let events = one.2;
    assert!(
        events.exchanges > 0 && events.paths > 0 && events.shakes > 0 && events.restarts > 0,
        "{events:?}"
    );
}

#[test]
fn a_warm_start_is_never_lost() {
    let salesman = Salesman::new(12, 3);
    let mut first = Brkga::new(&salesman, Params::default(), Seed::from(1), "tsp", false);
    first.run(&mut Run::new(1)).unwrap();
    let keys = first.best().0.to_vec();
    let params = Params { population: 10, ..Params::default() };
    let second = Brkga::with_start(&salesman, params, Seed::from(2), "tsp", false, &[keys]);
    assert_eq!(second.best().1, first.best().1);
    assert_eq!(second.generations(), 0);
}

#[test]
fn budgets_stop_every_engine() {
    let mut salesman = Salesman::new(12, 5);
    salesman.optimum = 0; // never good enough
    let stopped = Err(Stopped::Budget { limit: 500 });
    let run = || Run::new(0).with_budget(500);
    let mut brkga = Brkga::new(&salesman, Params::default(), Seed::from(0), "tsp", false);
    assert_eq!(brkga.run(&mut run()), stopped);
    let mut annealing = Annealing::new(&salesman, annealing::Params::default(), Seed::from(0), "tsp");
    assert_eq!(annealing.run(&mut run()), stopped);
    assert!(annealing.evaluations() <= 501);
    let mut ants = Colony::new(&salesman, aco::Params::default(), Seed::from(0), "tsp", false);
    assert_eq!(ants.run(&mut run()), stopped);
    assert_eq!(ants.rounds(), 25);
}
