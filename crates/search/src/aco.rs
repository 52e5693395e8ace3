//! The max-min ant system (Stützle and Hoos 2000).
//!
//! Ants build candidates decision by decision; a choice is drawn with a probability proportional to
//! its pheromone trail times its desirability. After each round all trails evaporate and one ant
//! (usually the best of the round, sometimes the best so far) reinforces its own. Trails stay between
//! two bounds, and are reset to the upper one when nothing improves. A round costs one evaluation per
//! ant; the ants' buffers are kept from round to round.
//!
//! ```
//! use mapkiln_core::{Run, Stream};
//! use mapkiln_search::aco::{Colony, Params};
//! use mapkiln_search::{Optimiser, Problem, Trails};
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
//! let mut run = Run::new(7);
//! let mut colony = Colony::new(&Coins, Params::default(), "coins", &run)?;
//! colony.run(&mut run)?;
//! assert_eq!(colony.best(), Some((&vec![1; 10], 0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use mapkiln_core::{Run, Seed, Stream, TracePoint, each_indexed};
use serde::{Deserialize, Serialize};

use crate::error::{require, require_members, require_percent};
use crate::{Cost, Error, Log, Optimiser, Trails};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "AntColonyParams"))]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// Ants per round, 1 to 1,000,000. Default 20.
    pub ants: usize,
    /// Rounds, at least 1. Default 500.
    pub rounds: usize,
    /// How much of a trail evaporates per round, in percent, 1 to 99. Default 10.
    pub fading: u32,
    /// How often an ant takes the most attractive choice without a draw, in percent. Default 0.
    pub greedy: u32,
    /// The best so far reinforces its trails once in this many rounds; 0 for never. Default 5.
    pub best_so_far_every: usize,
    /// Rounds without a better candidate after which all trails are reset to their upper bound; 0
    /// for never. Default 50.
    pub restart_after: usize,
}

impl Default for Params {
    fn default() -> Self {
        Params { ants: 20, rounds: 500, fading: 10, greedy: 0, best_so_far_every: 5, restart_after: 50 }
    }
}

impl Params {
    /// Says what is out of range.
    pub fn check(&self) -> Result<(), Error> {
        require_members("ants", self.ants, 1, "write a number from 1 to 1000000")?;
        require(self.rounds > 0, "rounds", self.rounds, "write at least 1")?;
        let fading = (1..=99).contains(&self.fading);
        require(fading, "fading", self.fading, "write a percentage from 1 to 99")?;
        require_percent("greedy", self.greedy)
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
    parallel: bool,
    trails: Vec<f64>,
    ants: Vec<Ant<P>>,
    best: Option<(P::Scratch, P::Cost)>,
    best_path: Vec<usize>,
    round: usize,
    improved: usize,
    log: Log,
}

impl<'p, P: Trails> Colony<'p, P> {
    /// A colony before its first round. The name of the stage separates its random numbers from
    /// those of other stages.
    pub fn new(problem: &'p P, params: Params, stage: &str, run: &Run<'_>) -> Result<Self, Error> {
        params.check()?;
        let ant = || Ant { candidate: problem.scratch(), choices: Vec::new(), path: Vec::new(), cost: None };
        Ok(Colony {
            trails: vec![1.0; problem.rows() * problem.columns()],
            ants: (0..params.ants).map(|_| ant()).collect(),
            params,
            problem,
            seed: run.seed.clone(),
            parallel: run.parallel,
            best: None,
            best_path: Vec::new(),
            round: 0,
            improved: 0,
            log: Log::new(stage),
        })
    }

    /// Evaporates all trails, reinforces one path, and keeps every trail between the bounds.
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
}

impl<P: Trails> Optimiser for Colony<'_, P> {
    type Candidate = P::Scratch;
    type Cost = P::Cost;

    /// Lets every ant build a candidate and updates the trails.
    fn step(&mut self) -> TracePoint {
        let first = self.round as u64 * self.ants.len() as u64;
        let (problem, seed, name, trails) = (self.problem, &self.seed, self.log.stage_name(), &self.trails);
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
        self.log.count(self.ants.len() as u64);
        let sum: f64 = self.ants.iter().filter_map(|ant| ant.cost).map(|cost| cost.energy() as f64).sum();
        let best = self.best.as_ref().map_or(f64::INFINITY, |(_, cost)| cost.energy() as f64);
        self.log.note(best, sum / self.ants.len() as f64)
    }

    fn best(&self) -> Option<(&P::Scratch, P::Cost)> {
        self.best.as_ref().map(|(candidate, cost)| (candidate, *cost))
    }

    fn log(&self) -> &Log {
        &self.log
    }

    fn next_evaluations(&self) -> u64 {
        self.ants.len() as u64
    }

    fn max_steps(&self) -> u64 {
        self.params.rounds as u64
    }

    fn is_done(&self) -> bool {
        let enough = self.best().is_some_and(|(_, cost)| self.problem.enough(cost));
        enough || self.log.steps() >= self.max_steps()
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
