//! The max-min ant system (Stützle and Hoos 2000).
//!
//! Ants build candidates decision by decision; a choice is drawn with a chance proportional to its
//! trail times its desirability. After each round all trails fade and one ant (mostly the best of
//! the round, now and then the best so far) strengthens its own. Trails stay between two bounds, and
//! go back to the upper one when nothing improves. A round costs one evaluation an ant; the ants'
//! buffers are kept from round to round.
//!
//! ```
//! use mapkiln_core::{Run, Seed, Stream};
//! use mapkiln_search::aco::{Colony, Params};
//! use mapkiln_search::{Problem, Trails};
//!
//! /// Ten coins, all of which should show heads (column 1).
//! struct Coins;
//! impl Problem for Coins {
//!     type Cost = u32;
//!     type Scratch = Vec<usize>;
//!     fn scratch(&self) -> Vec<usize> {
//!         Vec::new()
//!     }
//!     fn enough(&self, cost: u32) -> bool {
//!         cost == 0
//!     }
//! }
//! impl Trails for Coins {
//!     fn rows(&self) -> usize {
//!         10
//!     }
//!     fn columns(&self) -> usize {
//!         2
//!     }
//!     fn begin(&self, coins: &mut Vec<usize>, _: &mut Stream) {
//!         coins.clear();
//!     }
//!     fn choices(&self, coins: &Vec<usize>, choices: &mut Vec<(usize, f64)>) -> Option<usize> {
//!         choices.extend([(0, 1.0), (1, 1.0)]);
//!         (coins.len() < 10).then_some(coins.len())
//!     }
//!     fn take(&self, coins: &mut Vec<usize>, _: usize, column: usize) {
//!         coins.push(column);
//!     }
//!     fn finish(&self, coins: &mut Vec<usize>) -> u32 {
//!         coins.iter().map(|&c| 1 - c as u32).sum()
//!     }
//! }
//!
//! let mut colony = Colony::new(&Coins, Params::default(), Seed::from(7), "coins", false);
//! colony.run(&mut Run::new(7)).unwrap();
//! assert_eq!(colony.best().unwrap().1, 0);
//! ```

use mapkiln_core::{Run, Seed, Stage, Stopped, Stream, TracePoint, each_indexed};
use serde::{Deserialize, Serialize};

use crate::{Cost, Trails};

/// The knobs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// Ants of a round, at least 1. Default 20.
    pub ants: usize,
    /// Rounds. Default 500.
    pub rounds: usize,
    /// How much of a trail fades in a round, in percent, 1 to 99. Default 10.
    pub fading: u32,
    /// How often an ant takes the most attractive choice without a draw, in percent. Default 0.
    pub greedy: u32,
    /// Every how many rounds the best so far strengthens its trails; 0 for never. Default 5.
    pub best_so_far_every: usize,
    /// Rounds without a better candidate after which all trails go back to their upper bound; 0 for
    /// never. Default 50.
    pub restart_after: usize,
}

impl Default for Params {
    fn default() -> Self {
        Params { ants: 20, rounds: 500, fading: 10, greedy: 0, best_so_far_every: 5, restart_after: 50 }
    }
}

struct Ant<P: Trails> {
    candidate: P::Scratch,
    choices: Vec<(usize, f64)>,
    /// What it chose: places in the table of trails.
    path: Vec<usize>,
    cost: Option<P::Cost>,
}

/// The ants at work on a problem.
pub struct Colony<'p, P: Trails> {
    problem: &'p P,
    params: Params,
    seed: Seed,
    name: &'p str,
    parallel: bool,
    trails: Vec<f64>,
    ants: Vec<Ant<P>>,
    best: Option<(P::Scratch, P::Cost)>,
    best_path: Vec<usize>,
    round: usize,
    improved: usize,
    trace: Vec<TracePoint>,
}

impl<'p, P: Trails> Colony<'p, P>
where
    P::Scratch: Send,
{
    /// A colony before its first round. `name` separates its chance from other stages'.
    pub fn new(problem: &'p P, params: Params, seed: Seed, name: &'p str, parallel: bool) -> Self {
        let ant = || Ant { candidate: problem.scratch(), choices: Vec::new(), path: Vec::new(), cost: None };
        Colony {
            trails: vec![1.0; problem.rows() * problem.columns()],
            ants: (0..params.ants.max(1)).map(|_| ant()).collect(),
            params: Params { fading: params.fading.clamp(1, 99), ..params },
            problem,
            seed,
            name,
            parallel,
            best: None,
            best_path: Vec::new(),
            round: 0,
            improved: 0,
            trace: Vec::new(),
        }
    }

    /// Sends all ants once and updates the trails.
    pub fn step(&mut self) -> TracePoint {
        let first = self.round as u64 * self.ants.len() as u64;
        let (problem, seed, name, trails) = (self.problem, &self.seed, self.name, &self.trails);
        let greedy = self.params.greedy;
        each_indexed(self.parallel, &mut self.ants, |i, ant| {
            walk(problem, trails, greedy, ant, &mut seed.stream(name, first + i as u64));
        });
        self.round += 1;

        let costs = self.ants.iter().enumerate().filter_map(|(i, ant)| ant.cost.map(|cost| (cost, i)));
        if let Some((cost, i)) = costs.min() {
            let better = self.best.as_ref().is_none_or(|(_, best)| cost < *best);
            if better {
                self.improved = self.round;
                let ant = &self.ants[i];
                match &mut self.best {
                    Some((candidate, best)) => {
                        candidate.clone_from(&ant.candidate);
                        *best = cost;
                    }
                    None => self.best = Some((ant.candidate.clone(), cost)),
                }
                self.best_path.clone_from(&ant.path);
            }
            self.update(i, cost);
        }
        self.note()
    }

    /// Sends ants until the cost is good enough or the rounds are over. The run's budget counts
    /// ants.
    pub fn run(&mut self, run: &mut Run<'_>) -> Result<(), Stopped> {
        while self.round < self.params.rounds {
            run.spend(self.ants.len() as u64)?;
            self.step();
            run.progress(self.name, self.round as u64, self.params.rounds as u64);
            if self.best.as_ref().is_some_and(|(_, cost)| self.problem.enough(*cost)) {
                break;
            }
        }
        Ok(())
    }

    /// The best candidate so far and its cost; `None` before the first round.
    pub fn best(&self) -> Option<(&P::Scratch, P::Cost)> {
        self.best.as_ref().map(|(candidate, cost)| (candidate, *cost))
    }

    /// Rounds so far.
    pub fn rounds(&self) -> usize {
        self.round
    }

    /// Best cost so far and mean cost of each round.
    pub fn trace(&self) -> &[TracePoint] {
        &self.trace
    }

    /// What a report says of this stage.
    pub fn stage(&self) -> Stage {
        Stage {
            name: self.name.to_owned(),
            evaluations: self.round as u64 * self.ants.len() as u64,
            trace: self.trace.clone(),
        }
    }

    /// Fades all trails, strengthens one path, and keeps every trail between the bounds.
    fn update(&mut self, best_of_round: usize, cost_of_round: P::Cost) {
        let Some((_, best)) = &self.best else { return };
        let share = |cost: P::Cost| 1.0 / (1.0 + cost.energy().max(0) as f64);
        let fading = f64::from(self.params.fading) / 100.0;
        let most = share(*best) / fading;
        let least = most / (2.0 * self.problem.columns().max(1) as f64);
        let stuck = self.params.restart_after > 0 && self.round - self.improved >= self.params.restart_after;
        if stuck || self.round == 1 {
            self.trails.fill(most);
            self.improved = self.round;
            return;
        }
        let every = self.params.best_so_far_every;
        let so_far = every > 0 && self.round.is_multiple_of(every);
        let (path, gain) = if so_far {
            (&self.best_path, share(*best))
        } else {
            (&self.ants[best_of_round].path, share(cost_of_round))
        };
        self.trails.iter_mut().for_each(|trail| *trail *= 1.0 - fading);
        for &place in path {
            self.trails[place] += gain;
        }
        self.trails.iter_mut().for_each(|trail| *trail = trail.clamp(least, most));
    }

    fn note(&mut self) -> TracePoint {
        let sum: f64 = self.ants.iter().filter_map(|ant| ant.cost).map(|cost| cost.energy() as f64).sum();
        let point = TracePoint {
            evaluations: self.round as u64 * self.ants.len() as u64,
            best: self.best.as_ref().map_or(f64::INFINITY, |(_, cost)| cost.energy() as f64),
            mean: sum / self.ants.len() as f64,
        };
        self.trace.push(point);
        point
    }
}

/// One ant builds one candidate.
fn walk<P: Trails>(problem: &P, trails: &[f64], greedy: u32, ant: &mut Ant<P>, rng: &mut Stream) {
    ant.path.clear();
    problem.begin(&mut ant.candidate, rng);
    loop {
        ant.choices.clear();
        let Some(row) = problem.choices(&ant.candidate, &mut ant.choices) else { break };
        let first = row * problem.columns();
        let mut total = 0.0;
        for (column, pull) in &mut ant.choices {
            *pull *= trails[first + *column];
            total += *pull;
        }
        let column = if greedy > 0 && rng.percent(greedy) {
            ant.choices.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1)).map(|c| c.0)
        } else {
            let mut ticket = rng.unit() * total;
            let drawn = ant.choices.iter().find(|(_, pull)| {
                ticket -= pull;
                ticket < 0.0
            });
            drawn.or(ant.choices.last()).map(|c| c.0)
        };
        let Some(column) = column else { break };
        ant.path.push(first + column);
        problem.take(&mut ant.candidate, row, column);
    }
    ant.cost = Some(problem.finish(&mut ant.candidate));
}
