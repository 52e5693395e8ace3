//! The published algorithm, as the thesis describes it (Mendes Filho 2023), to be compared with.
//!
//! A population of shuffled tile sequences is sorted by score. The best tenth stays; the worst
//! tenth is shuffled anew; all others take the tiles of the first two rows of a random elite
//! member into their last two rows, each by a swap with the first hex that holds such a tile, so
//! that no tile is lost. With restart, the elite is shuffled too when nothing has become better for
//! a while; the best ever seen is kept aside. It is called a BRKGA there, but has no keys and no
//! bias.

use mapkiln_core::{Run, Seed, Stage, Stopped, Stream, TracePoint, each_indexed};
use serde::{Deserialize, Serialize};

/// The knobs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PublishedParams {
    /// Members; the thesis has 1,000 and 50,000. Default 1,000.
    pub population: usize,
    /// Members of the elite, in percent. Default 10.
    pub elite: u32,
    /// Members shuffled anew, in percent. Default 10.
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

/// What the algorithm needs to know of a game.
pub(crate) trait Sequence: Sync {
    /// A board as a sequence.
    type Member: Clone + Send + Sync;
    /// Room for judging one.
    type Room: Clone + Send + Default;

    /// Any member.
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
    best: (u32, P::Member),
    generation: usize,
    improved: usize,
    evaluations: u64,
    trace: Vec<TracePoint>,
}

/// Members judged by one task.
const BLOCK: usize = 100;

impl<'p, P: Sequence> Published<'p, P> {
    pub(crate) fn new(problem: &'p P, params: PublishedParams, seed: Seed, parallel: bool) -> Self {
        let population = params.population.max(4);
        let any = (u32::MAX, problem.any());
        let mut published = Published {
            problem,
            params,
            seed,
            parallel,
            members: vec![any.clone(); population],
            rooms: vec![P::Room::default(); population.div_ceil(BLOCK)],
            best: any,
            generation: 0,
            improved: 0,
            evaluations: 0,
            trace: Vec::new(),
        };
        published.change(0, |problem, _, _, member, rng| problem.shuffle(member, rng));
        published
    }

    pub(crate) fn step(&mut self) -> TracePoint {
        self.generation += 1;
        let population = self.members.len();
        let (elite, mutants) = (self.part(self.params.elite), self.part(self.params.mutants));
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

    /// So many percent of the members, at least one.
    fn part(&self, percent: u32) -> usize {
        let population = self.members.len();
        (population * percent.min(100) as usize / 100).clamp(1, population / 2)
    }

    /// Is the elite shuffled in a generation?
    fn restarts(&self, generation: usize) -> bool {
        self.params.restart_after > 0 && generation - self.improved > self.params.restart_after
    }

    /// The run's budget counts evaluations: the elite is judged again only after a restart.
    pub(crate) fn run(&mut self, run: &mut Run<'_>) -> Result<(), Stopped> {
        while self.best.0 > 0 && self.generation < self.params.generations {
            let kept = if self.restarts(self.generation + 1) { 0 } else { self.part(self.params.elite) };
            run.spend((self.members.len() - kept) as u64)?;
            self.step();
            run.progress("thesis", self.generation as u64, self.params.generations as u64);
        }
        Ok(())
    }

    /// The best member so far and its score.
    pub(crate) fn best(&self) -> (&P::Member, u32) {
        (&self.best.1, self.best.0)
    }

    pub(crate) fn generations(&self) -> usize {
        self.generation
    }

    pub(crate) fn stage(&self) -> Stage {
        Stage { name: "thesis".to_owned(), evaluations: self.evaluations, trace: self.trace.clone() }
    }

    /// Changes and judges all members from `first` on, then sorts.
    fn change(
        &mut self,
        first: usize,
        change: impl Fn(&P, &[(u32, P::Member)], usize, &mut P::Member, &mut Stream) + Sync + Send,
    ) -> TracePoint {
        let (problem, seed) = (self.problem, &self.seed);
        let offset = self.generation as u64 * self.members.len() as u64;
        let (elite, rest) = self.members.split_at_mut(first);
        self.evaluations += rest.len() as u64;
        let elite = &*elite;
        let mut tasks: Vec<_> = rest.chunks_mut(BLOCK).zip(&mut self.rooms).collect();
        each_indexed(self.parallel, &mut tasks, |block, (members, room)| {
            for (at, (score, member)) in members.iter_mut().enumerate() {
                let i = first + block * BLOCK + at;
                change(problem, elite, i, member, &mut seed.stream("thesis", offset + i as u64));
                *score = problem.score(member, room);
            }
        });
        self.members.sort_by_key(|(score, _)| *score);
        if self.members[0].0 < self.best.0 {
            self.best = self.members[0].clone();
            self.improved = self.generation;
        }
        let sum: u64 = self.members.iter().map(|(score, _)| u64::from(*score)).sum();
        let point = TracePoint {
            evaluations: self.evaluations,
            best: f64::from(self.best.0),
            mean: sum as f64 / self.members.len() as f64,
        };
        self.trace.push(point);
        point
    }
}
