//! The published algorithm, as the thesis describes it (Mendes Filho 2023), for comparison.
//!
//! A population of shuffled tile sequences is sorted by score. The best tenth stays; the worst
//! tenth is shuffled again; all others take the tiles of the first two rows of a random elite
//! member into their last two rows, each by a swap with the first hex that holds such a tile, so
//! that no tile is lost. With restart, the elite is shuffled too if nothing has improved for a
//! while; the best ever seen is kept aside. The thesis calls it a BRKGA, but it has no keys and no
//! bias.

use mapkiln_core::{Run, Seed, Stream, TracePoint, each_indexed};
use mapkiln_search::{Error, Log, Optimiser};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct PublishedParams {
    /// Members, 4 to 1,000,000; the thesis has 1,000 and 50,000. Default 1,000.
    pub population: usize,
    /// Members of the elite, in percent, 1 to 50. Default 10.
    pub elite: u32,
    /// Members that are shuffled again, in percent, 1 to 50. Default 10.
    pub mutants: u32,
    /// Generations without a better board after which the elite is shuffled; 0 for never. Default 0.
    pub restart_after: usize,
    /// Generations at most. Default 2,000.
    pub generations: usize,
}

impl Default for PublishedParams {
    fn default() -> Self {
        PublishedParams { population: 1000, elite: 10, mutants: 10, restart_after: 0, generations: 2000 }
    }
}

impl PublishedParams {
    /// Says what is out of range.
    pub fn check(&self) -> Result<(), Error> {
        let wrong = |field: &'static str, value: String, advice| {
            Err(Error::Params { field: field.into(), value, advice })
        };
        if !(4..=1_000_000).contains(&self.population) {
            return wrong("population", self.population.to_string(), "write a number from 4 to 1000000");
        }
        for (field, percent) in [("elite", self.elite), ("mutants", self.mutants)] {
            if !(1..=50).contains(&percent) {
                return wrong(field, percent.to_string(), "write a percentage from 1 to 50");
            }
        }
        Ok(())
    }

    /// This many percent of the members, at least one.
    fn part(&self, percent: u32) -> usize {
        (self.population * percent as usize / 100).max(1)
    }
}

/// What the algorithm needs to know of a game.
pub(crate) trait Sequence: Sync {
    /// A board as a sequence.
    type Member: Clone + Send + Sync;
    /// A buffer for judging one.
    type Room: Clone + Send + Default;

    /// A member to start from.
    fn any(&self) -> Self::Member;
    /// Shuffles what may move.
    fn shuffle(&self, member: &mut Self::Member, rng: &mut Stream);
    /// Takes the first two rows of the elite's member into the last two rows.
    fn cross(&self, member: &mut Self::Member, elite: &Self::Member);
    /// Breaches, weighted.
    fn score(&self, member: &Self::Member, room: &mut Self::Room) -> u32;
}

/// The algorithm at work.
pub(crate) struct Published<'p, P: Sequence> {
    problem: &'p P,
    params: PublishedParams,
    seed: Seed,
    parallel: bool,
    members: Vec<(u32, P::Member)>,
    rooms: Vec<P::Room>,
    best: Option<(u32, P::Member)>,
    generation: usize,
    improved: usize,
    log: Log,
}

/// Members judged by one task.
const BLOCK: usize = 100;

impl<'p, P: Sequence> Published<'p, P> {
    pub(crate) fn new(
        problem: &'p P,
        params: PublishedParams,
        stage: &str,
        run: &Run<'_>,
    ) -> Result<Self, Error> {
        params.check()?;
        let population = params.population;
        Ok(Published {
            problem,
            params,
            seed: run.seed.clone(),
            parallel: run.parallel,
            members: vec![(u32::MAX, problem.any()); population],
            rooms: vec![P::Room::default(); population.div_ceil(BLOCK)],
            best: None,
            generation: 0,
            improved: 0,
            log: Log::new(stage),
        })
    }

    fn breed(&mut self) -> TracePoint {
        self.generation += 1;
        let population = self.members.len();
        let (elite, mutants) = (self.params.part(self.params.elite), self.params.part(self.params.mutants));
        if self.restarts(self.generation) {
            self.improved = self.generation;
            return self.change(0, move |problem, _, i, member, rng| {
                if i < elite {
                    problem.shuffle(member, rng);
                }
            });
        }
        self.change(elite, move |problem, best, i, member, rng| {
            if i < population - mutants {
                problem.cross(member, &best[rng.index(elite)].1);
            } else {
                problem.shuffle(member, rng);
            }
        })
    }

    /// Is the elite shuffled in a generation?
    fn restarts(&self, generation: usize) -> bool {
        self.params.restart_after > 0 && generation - self.improved > self.params.restart_after
    }

    /// Changes and judges all members from `first` on, then sorts.
    fn change(
        &mut self,
        first: usize,
        change: impl Fn(&P, &[(u32, P::Member)], usize, &mut P::Member, &mut Stream) + Sync + Send,
    ) -> TracePoint {
        let (problem, seed, stage) = (self.problem, &self.seed, self.log.stage_name());
        let offset = self.generation as u64 * self.members.len() as u64;
        let (elite, rest) = self.members.split_at_mut(first);
        let judged = rest.len() as u64;
        let elite = &*elite;
        let mut tasks: Vec<_> = rest.chunks_mut(BLOCK).zip(&mut self.rooms).collect();
        each_indexed(self.parallel, &mut tasks, |block, (members, room)| {
            for (at, (score, member)) in members.iter_mut().enumerate() {
                let i = first + block * BLOCK + at;
                change(problem, elite, i, member, &mut seed.stream(stage, offset + i as u64));
                *score = problem.score(member, room);
            }
        });
        self.log.count(judged);
        self.members.sort_by_key(|(score, _)| *score);
        let leader = &self.members[0];
        if self.best.as_ref().is_none_or(|best| leader.0 < best.0) {
            self.best = Some(leader.clone());
            self.improved = self.generation;
        }
        let best = self.best.as_ref().map_or(u32::MAX, |best| best.0);
        let sum: u64 = self.members.iter().map(|(score, _)| u64::from(*score)).sum();
        self.log.note(f64::from(best), sum as f64 / self.members.len() as f64)
    }
}

impl<P: Sequence> Optimiser for Published<'_, P> {
    type Candidate = P::Member;
    type Cost = u32;

    fn step(&mut self) -> TracePoint {
        match self.best {
            None => self.change(0, |problem, _, _, member, rng| problem.shuffle(member, rng)),
            Some(_) => self.breed(),
        }
    }

    fn best(&self) -> Option<(&P::Member, u32)> {
        self.best.as_ref().map(|(score, member)| (member, *score))
    }

    fn log(&self) -> &Log {
        &self.log
    }

    /// The elite is judged again only after a restart.
    fn next_evaluations(&self) -> u64 {
        let all = self.best.is_none() || self.restarts(self.generation + 1);
        let kept = if all { 0 } else { self.params.part(self.params.elite) };
        (self.members.len() - kept) as u64
    }

    fn max_steps(&self) -> u64 {
        (self.params.generations as u64).saturating_add(1)
    }

    fn is_done(&self) -> bool {
        self.best().is_some_and(|(_, score)| score == 0) || self.log.steps() >= self.max_steps()
    }
}
