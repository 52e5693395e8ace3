//! Terra Mystica: the spec and its four methods.

mod ants;
mod field;
mod keys;
mod land;
mod river;
mod sequence;
mod spec;
mod whole;

pub use spec::{TerraMysticaProfile, TerraMysticaSpec};

use mapkiln_core::{Report, Run, Seed, Spec, Stage, Stopped};
use mapkiln_search::Levels;
use mapkiln_search::aco::Colony;
use mapkiln_search::annealing::{self, Annealing};
use mapkiln_search::brkga::Brkga;

use crate::method::{Method, Outcome};
use crate::published::Published;
use crate::repair::{Repair, walk_back};
use crate::{Board, Error, RuleSet};
use field::{Field, RIVER, Weights};
use land::Land;
use river::Rivers;

impl Spec for TerraMysticaSpec {
    type Map = Board;
    type Loaded = ();
    type Error = Error;
    const MAKER: &'static str = "terra-mystica";
    const VERSION: u32 = 1;

    fn check(&self) -> Result<(), Error> {
        Task::new(self).map(drop)
    }

    fn load(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Makes a board, or repairs the one of the spec.
    ///
    /// A budget counts moves (`anneal`) or boards judged (all others). When it is used up, or the
    /// run is cancelled, the best board so far is given; the report says whether it is balanced.
    fn build(&self, _: &(), run: &mut Run<'_>, report: &mut Report) -> Result<Board, Error> {
        let task = Task::new(self)?;
        let mut outcome = match self.method {
            Method::Anneal => task.anneal(run)?,
            Method::Brkga => task.brkga(run),
            Method::Aco => task.aco(run)?,
            Method::Thesis => task.thesis(run),
        };
        if self.start.is_some() {
            task.walk_back(&mut outcome);
        }
        let mut board = task.field.board(&outcome.candidate);
        board.name = self.start.as_ref().and_then(|b| b.name.clone());
        outcome.describe(report, &task.rules, &board, self.start.as_ref(), self.unfair);
        Ok(board)
    }
}

/// A spec that was found to be sound, in small numbers.
struct Task<'s> {
    spec: &'s TerraMysticaSpec,
    rules: RuleSet,
    field: Field,
    weights: Weights,
    /// The board to repair, or all tiles in order.
    start: Vec<u8>,
    locked: Vec<bool>,
}

/// Attempts that keep most of a board to repair, before others begin anew.
const REPAIRS: u64 = 3;

/// The search for one river, or for the land on it.
type Step = Result<(), Stopped>;

impl<'s> Task<'s> {
    fn new(spec: &'s TerraMysticaSpec) -> Result<Self, Error> {
        let rules = spec.rules();
        let weights = Weights::new(&rules, spec.unfair)?;
        let board = spec.first_board()?;
        let locked = crate::locks::locked(&board, &spec.locked)?;
        crate::locks::refuse_forced(&rules, &board, &locked, spec.unfair)?;
        let field = Field::new(board.geometry());
        let start = field.terrain(&board);
        Ok(Task { spec, rules, field, weights, start, locked })
    }

    fn may_change(&self) -> impl Fn(usize) -> bool + '_ {
        |h| !self.locked[h]
    }

    /// Hexes that may change.
    fn free(&self) -> Vec<u16> {
        (0..self.field.len()).filter(|&h| !self.locked[h]).map(|h| h as u16).collect()
    }

    /// Puts every tile back that need not have moved.
    fn walk_back(&self, outcome: &mut Outcome<Vec<u8>>) {
        let (home, free, mut room) = (&self.start, self.free(), whole::Room::default());
        let mut judged = |board: &[u8]| whole::cost(&self.field, &self.weights, board, &mut room);
        let board = &mut outcome.candidate;
        let ways =
            |b: &Vec<u8>| free.iter().flat_map(|&a| land::swaps_home(b, home, &free, a)).collect::<Vec<_>>();
        outcome.cost = judged(board);
        walk_back(
            board,
            outcome.cost,
            |b| land::changed(b, home),
            ways,
            |b, (x, y)| {
                b.swap(usize::from(x), usize::from(y));
                judged(b)
            },
        );
        outcome.cost = judged(board);
    }

    /// Is this attempt to keep most of the board? Later ones begin anew.
    fn repairs(&self, attempt: u64) -> bool {
        self.spec.start.is_some() && attempt < REPAIRS
    }

    /// Rivers for one attempt: those of the board to repair with few changes, or new ones.
    fn rivers(&self, seed: &Seed, attempt: u64, run: &mut Run<'_>) -> (Vec<u8>, Option<Stage>, Step) {
        let n = self.field.len();
        let home: Vec<bool> = self.start.iter().map(|&t| t == RIVER).collect();
        let rivers = Rivers {
            field: &self.field,
            weights: &self.weights,
            count: home.iter().filter(|&&r| r).count(),
            fixed: (0..n).map(|h| self.locked[h].then_some(home[h])).collect(),
            home,
        };
        let params = annealing::Params { hot: 800.0, cold: 150.0, moves: 4000, block: 200, rounds: 10 };
        let name = format!("river{attempt}");
        if self.repairs(attempt) {
            let repair = Repair(&rivers);
            let gentle = annealing::Params { hot: 300.0, rounds: 3, ..params };
            let (flow, cost) = repair.given();
            let mut search = Annealing::from(&repair, gentle, seed.clone(), &name, flow, cost);
            let step = search.run(run);
            return (self.pour(&search.best().0.river), Some(search.stage()), step);
        }
        let mut search = Annealing::new(&rivers, params, seed.clone(), &name);
        let step = search.run(run);
        (self.pour(&search.best().0.river), Some(search.stage()), step)
    }

    /// The start board on other rivers: land that became river gives its tile to where there was
    /// one before.
    fn pour(&self, river: &[bool]) -> Vec<u8> {
        let n = self.field.len();
        let mut board = self.start.clone();
        let drowned: Vec<u8> = (0..n).filter(|&h| river[h] && board[h] < RIVER).map(|h| board[h]).collect();
        let mut drowned = drowned.into_iter();
        for h in 0..n {
            if river[h] {
                board[h] = RIVER;
            } else if board[h] == RIVER
                && let Some(tile) = drowned.next()
            {
                board[h] = tile;
            }
        }
        board
    }

    /// Rivers first, then swaps on the land; with another river where that does not succeed.
    fn anneal(&self, run: &mut Run<'_>) -> Result<Outcome<Vec<u8>>, Error> {
        let seed = run.seed.clone();
        let mut outcome: Option<Outcome<Vec<u8>>> = None;
        let mut stages = Vec::new();
        for attempt in 0..self.spec.attempts.max(1) {
            let (board, stage, step) = self.rivers(&seed, attempt, run);
            stages.extend(stage);
            let land = Land::new(&self.field, &self.weights, board, self.may_change()).repairing(&self.start);
            let params = self.spec.anneal.clone().unwrap_or_else(|| self.land_params());
            let name = format!("land{attempt}");
            let (terrain, cost, stage, step) = if self.repairs(attempt) {
                let repair = Repair(&land);
                let (given, cost) = repair.given();
                let gentle = annealing::Params { hot: params.cold, ..params };
                let mut search = Annealing::from(&repair, gentle, seed.clone(), &name, given, cost);
                let step = step.and_then(|()| search.run(run));
                let (best, cost) = search.best();
                (best.terrain.clone(), cost.rules, search.stage(), step)
            } else {
                let mut search = Annealing::new(&land, params, seed.clone(), &name);
                let step = step.and_then(|()| search.run(run));
                let (best, cost) = search.best();
                (best.terrain.clone(), cost, search.stage(), step)
            };
            stages.push(stage);
            if outcome.as_ref().is_none_or(|o| cost < o.cost) {
                outcome = Some(Outcome::new(terrain, cost));
            }
            let done = outcome.as_ref().is_some_and(|o| o.cost.0[0] == 0);
            if let Some(outcome) = &mut outcome {
                outcome.stopped = step.err();
            }
            if done || step.is_err() {
                break;
            }
        }
        let mut outcome = outcome
            .ok_or_else(|| Error::Spec { field: "attempts", reason: "must be at least 1".to_owned() })?;
        outcome.stages = stages;
        Ok(outcome)
    }

    /// Temperatures were found by trial on the default board; a cost of one is 1,000 units.
    fn land_params(&self) -> annealing::Params {
        if self.weights.looks_at_evenness() {
            annealing::Params { hot: 900.0, cold: 250.0, moves: 100_000, block: 1000, rounds: 4 }
        } else {
            annealing::Params { hot: 400.0, cold: 200.0, moves: 20_000, block: 250, rounds: 2 }
        }
    }

    fn brkga(&self, run: &mut Run<'_>) -> Outcome<Vec<u8>> {
        let problem = keys::TileKeys::new(&self.field, &self.weights, self.start.clone(), self.may_change());
        let warm = self.spec.start.as_ref().map(|_| problem.keys_of_start());
        let mut search = Brkga::with_start(
            &problem,
            self.spec.brkga.clone(),
            run.seed.clone(),
            "brkga",
            run.parallel,
            warm.as_slice(),
        );
        let stopped = search.run(run).err();
        let mut board = mapkiln_search::Problem::scratch(&problem);
        let cost = mapkiln_search::Keyed::decode(&problem, search.best().0, &mut board);
        let mut outcome = Outcome::new(board.terrain, cost);
        outcome.note_generations(search.generations(), "the decoder");
        (outcome.stages, outcome.stopped) = (vec![search.stage()], stopped);
        outcome
    }

    /// Rivers first, as in `anneal`; ants arrange the land.
    fn aco(&self, run: &mut Run<'_>) -> Result<Outcome<Vec<u8>>, Error> {
        let seed = run.seed.clone();
        let (board, stage, step) = self.rivers(&seed, 0, run);
        let problem = ants::Walks::new(&self.field, &self.weights, board, self.may_change());
        let mut search = Colony::new(&problem, self.spec.aco.clone(), seed, "ants", run.parallel);
        let mut stopped = step.err();
        if stopped.is_some() {
            search.step();
        } else {
            stopped = search.run(run).err();
        }
        let Some((built, cost)) = search.best() else {
            return Err(Error::Stopped(stopped.unwrap_or(Stopped::Cancelled)));
        };
        let mut outcome = Outcome::new(built.terrain.clone(), cost);
        outcome.note_generations(
            search.rounds().saturating_sub(1),
            "the rivers and the ants' sense of the rules",
        );
        (outcome.stages, outcome.stopped) = (stage.into_iter().chain([search.stage()]).collect(), stopped);
        Ok(outcome)
    }

    fn thesis(&self, run: &mut Run<'_>) -> Outcome<Vec<u8>> {
        let (start, free) = (self.start.clone(), self.free());
        let problem = sequence::Tiles { field: &self.field, weights: &self.weights, start, free };
        let mut search = Published::new(&problem, self.spec.thesis.clone(), run.seed.clone(), run.parallel);
        let stopped = search.run(run).err();
        let (board, score) = search.best();
        let mut outcome = Outcome::new(board.clone(), Levels([score, 0]));
        outcome.note_generations(search.generations(), "chance");
        (outcome.stages, outcome.stopped) = (vec![search.stage()], stopped);
        outcome
    }
}

#[cfg(test)]
mod tests;
