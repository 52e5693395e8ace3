//! One problem, every optimiser: a travelling salesman whose optimum a dynamic program proves.

use mapkiln_core::{Event, Run, Seed, Stopped, Stream};
use mapkiln_search::aco::{self, Colony};
use mapkiln_search::annealing::{self, Annealing};
use mapkiln_search::brkga::{Bias, Brkga, Params, Parents, Relink, RelinkKind};
use mapkiln_search::ga::{self, Ga, Selection};
use mapkiln_search::{Genetic, Keyed, Moves, Optimiser, Problem, Trails, order_by_keys};

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
            let mut run = Run::new(s as u64);
            let mut brkga = Brkga::new(salesman, params.clone(), "tsp", &run).unwrap();
            brkga.run(&mut run).unwrap();
            let (keys, cost) = brkga.best().unwrap();
            assert_eq!(cost, salesman.optimum, "instance {s}, {params:?}");
            assert_eq!(run.spent(), brkga.log().evaluations(), "every decoding is charged");
            assert_eq!(
                salesman.decode(keys, &mut salesman.scratch()),
                cost,
                "the best keys stand for the best cost"
            );
            assert!(brkga.log().trace().windows(2).all(|w| w[1].best <= w[0].best));
        }
    }
}

#[test]
fn annealing_and_ants_find_it_too() {
    for (s, salesman) in cities().iter().enumerate() {
        let params = annealing::Params { hot: 200.0, cold: 5.0, ..annealing::Params::default() };
        let mut run = Run::new(s as u64);
        let mut annealing = Annealing::new(salesman, params, "tsp", &run).unwrap();
        annealing.run(&mut run).unwrap();
        let ((tour, _), cost) = annealing.best().unwrap();
        assert_eq!(cost, salesman.optimum);
        assert_eq!(salesman.length(tour), salesman.optimum);

        let mut ants = Colony::new(salesman, aco::Params::default(), "tsp", &run).unwrap();
        ants.run(&mut run).unwrap();
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
    let mut run = Run::new(1);
    let mut ga = Ga::new(&genetic, params, "tsp", &run).unwrap();
    let length = |ga: &Ga<'_, Genetic<'_, Salesman>>| ga.best().unwrap().1;
    ga.step();
    let first = length(&ga);
    ga.run(&mut run).unwrap();
    assert_eq!(ga.log().trace().last().unwrap().best, length(&ga) as f64, "the cost is the length");
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
        let run = Run::new("t").with_parallel(parallel);
        let mut brkga = Brkga::new(&salesman, params.clone(), "tsp", &run).unwrap();
        for _ in 0..=60 {
            brkga.step();
        }
        let mut ants = Colony::new(&salesman, aco::Params::default(), "tsp", &run).unwrap();
        for _ in 0..40 {
            ants.step();
        }
        let walked = ants.best().map(|(tour, cost)| (tour.0.clone(), cost));
        let keys = brkga.best().unwrap().0.to_vec();
        (keys, brkga.log().clone(), brkga.counters(), walked, ants.log().clone())
    };
    let (one, several) = (outcome(false), outcome(true));
    assert_eq!(one, several);
    let counts = one.2;
    assert!(
        counts.exchanges > 0 && counts.paths > 0 && counts.shakes > 0 && counts.restarts > 0,
        "{counts:?}"
    );
}

#[test]
fn a_warm_start_is_never_lost() {
    let salesman = Salesman::new(12, 3);
    let mut run = Run::new(1);
    let mut first = Brkga::new(&salesman, Params::default(), "tsp", &run).unwrap();
    first.run(&mut run).unwrap();
    let (keys, cost) = first.best().unwrap();
    let params = Params { population: 10, ..Params::default() };
    let mut second = Brkga::with_start(&salesman, params, "tsp", &Run::new(2), &[keys.to_vec()]).unwrap();
    assert!(second.best().is_none(), "nothing is judged before the first step");
    second.step();
    assert_eq!(second.best().unwrap().1, cost);

    let mut given = salesman.scratch();
    let params = annealing::Params { hot: 200.0, cold: 5.0, ..annealing::Params::default() };
    given.0 = (0..12).collect();
    let start = (given.clone(), salesman.length(&given.0));
    let mut third = Annealing::with_start(&salesman, params, "tsp", &Run::new(3), start.clone()).unwrap();
    assert_eq!(third.best(), Some((&start.0, start.1)));
    third.step();
    assert!(third.best().unwrap().1 <= start.1);
}

#[test]
fn budgets_count_evaluations_in_every_optimiser() {
    let mut salesman = Salesman::new(12, 5);
    salesman.optimum = 0; // never good enough
    let run = Run::new(0);
    let mut brkga = Brkga::new(&salesman, Params::default(), "tsp", &run).unwrap();
    assert_eq!(spent(&mut brkga), 200 + 160);
    let mut annealing = Annealing::new(&salesman, annealing::Params::default(), "tsp", &run).unwrap();
    assert_eq!(spent(&mut annealing), 1 + 250);
    let mut ants = Colony::new(&salesman, aco::Params::default(), "tsp", &run).unwrap();
    assert_eq!(spent(&mut ants), 500);
    let genetic = Genetic::new(&salesman);
    let params = ga::Params { population: 100, generations: 10, ..ga::Params::default() };
    let mut ga = Ga::new(&genetic, params, "tsp", &run).unwrap();
    assert_eq!(spent(&mut ga), 500);
}

/// Evaluations made with a budget of 500.
fn spent(search: &mut impl Optimiser) -> u64 {
    let mut run = Run::new(0).with_budget(500);
    assert_eq!(search.run(&mut run), Err(Stopped::Budget { limit: 500 }));
    assert_eq!(run.spent(), search.log().evaluations());
    assert!(search.best().is_some());
    run.spent()
}

/// What restarts judge cannot be foreseen; it is charged all the same.
#[test]
fn a_budget_counts_what_was_not_foreseen() {
    let mut salesman = Salesman::new(12, 5);
    salesman.optimum = 0; // never good enough
    let params = Params { population: 20, restart_after: 1, generations: 30, ..Params::default() };
    let mut run = Run::new(0).with_budget(400);
    let mut brkga = Brkga::new(&salesman, params, "tsp", &run).unwrap();
    assert!(brkga.run(&mut run).is_err());
    assert!(brkga.counters().restarts > 0);
    let judged = brkga.log().evaluations();
    assert!(judged == run.spent() || judged <= 400 + 20, "{judged} judged, {} charged", run.spent());
}

#[test]
fn a_cancelled_search_keeps_its_best() {
    let mut salesman = Salesman::new(12, 5);
    salesman.optimum = 0; // never good enough
    let cancel = mapkiln_core::Cancel::default();
    let mut run = Run::new(0).with_cancel(cancel.clone()).with_observer(|event| {
        if let Event::Generation { number: 3, .. } = event {
            cancel.cancel();
        }
    });
    let mut brkga = Brkga::new(&salesman, Params::default(), "tsp", &run).unwrap();
    assert_eq!(brkga.run(&mut run), Err(Stopped::Cancelled));
    assert_eq!(brkga.log().steps(), 4);
    assert!(brkga.best().is_some());
}

#[test]
fn nonsense_is_refused_by_name() {
    let of_brkga = |change: &dyn Fn(&mut Params)| {
        let mut params = Params::default();
        change(&mut params);
        params.check().unwrap_err().to_string()
    };
    let many = |total, elite| Parents::Many { total, elite, bias: Bias::Linear };
    assert!(of_brkga(&|p| p.population = 2).starts_with("`population` is 2; write a number from 3"));
    assert!(of_brkga(&|p| p.elite = 0).starts_with("`elite` is 0"));
    assert!(of_brkga(&|p| p.mutants = 81).starts_with("`mutants` is 81"));
    assert!(of_brkga(&|p| p.islands = 0).starts_with("`islands` is 0"));
    assert!(of_brkga(&|p| (p.islands, p.exchange) = (2, 41)).starts_with("`exchange` is 41"));
    assert!(of_brkga(&|p| (p.islands, p.exchange) = (6, 40)).starts_with("`exchange` is 40"));
    assert!(of_brkga(&|p| p.parents = Parents::Two { elite: 101 }).starts_with("`parents.two.elite`"));
    assert!(of_brkga(&|p| p.parents = many(17, 2)).starts_with("`parents.many.total` is 17"));
    assert!(of_brkga(&|p| p.parents = many(3, 3)).starts_with("`parents.many.elite` is 3"));
    assert!(of_brkga(&|p| p.shake = 200).starts_with("`shake` is 200"));
    assert!(of_brkga(&|p| p.relink.path = 101).starts_with("`relink.path` is 101"));
    assert!(of_brkga(&|p| p.relink.kind = RelinkKind::Direct { block: 0 }).contains("block` is 0"));

    let cold = annealing::Params { hot: 0.05, ..annealing::Params::default() };
    assert_eq!(
        cold.check().unwrap_err().to_string(),
        "`hot` is 0.05; write a temperature of at least `cold`"
    );
    for broken in [
        annealing::Params { cold: 0.0, ..annealing::Params::default() },
        annealing::Params { hot: f64::NAN, ..annealing::Params::default() },
        annealing::Params { block: 0, ..annealing::Params::default() },
        annealing::Params { rounds: 0, ..annealing::Params::default() },
    ] {
        assert!(broken.check().is_err(), "{broken:?}");
    }
    for broken in [
        aco::Params { ants: 0, ..aco::Params::default() },
        aco::Params { fading: 100, ..aco::Params::default() },
        aco::Params { greedy: 101, ..aco::Params::default() },
    ] {
        assert!(broken.check().is_err(), "{broken:?}");
        let colony = Colony::new(&Salesman::new(4, 0), broken, "tsp", &Run::new(0)).err();
        assert!(colony.is_some());
    }
}
