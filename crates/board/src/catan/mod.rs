//! Settlers of Catan: the spec and its four methods.

mod others;
mod ports;
mod spec;
mod swaps;
mod table;

pub use mapkiln_maps::board::CatanSet;
pub use ports::place_ports;
pub use spec::{CatanProfile, CatanSpec};

use mapkiln_core::{Report, Run, Spec};
use mapkiln_search::aco::Colony;
use mapkiln_search::annealing::{self, Annealing};
use mapkiln_search::brkga::Brkga;
use mapkiln_search::{Keyed, Levels, Moves, Problem};

use crate::method::{Method, Outcome};
use crate::published::Published;
use crate::repair::{Homeward, Repair, walk_back};
use crate::{Board, Error};
use swaps::{Arranged, Swaps};
use table::{Table, Tiles};

/// Rounds of annealing that keep most of a board to repair, before others begin anew.
const REPAIRS: u64 = 4;

impl Spec for CatanSpec {
    type Map = Board;
    type Loaded = ();
    type Error = Error;
    const MAKER: &'static str = "catan";
    const VERSION: u32 = 1;

    fn check(&self) -> Result<(), Error> {
        let first = self.first_board()?;
        let locked = crate::locks::locked(&first, &self.locked)?;
        crate::locks::refuse_forced(&self.rules(), &first, &locked, self.unfair)
    }

    fn load(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Makes a board, or repairs the one of the spec.
    ///
    /// A budget counts moves (`anneal`) or boards judged (all others). When it is used up, or the
    /// run is cancelled, the best board so far is given; the report says whether it is balanced.
    fn build(&self, _: &(), run: &mut Run<'_>, report: &mut Report) -> Result<Board, Error> {
        let rules = self.rules();
        let first = self.first_board()?;
        let locked = crate::locks::locked(&first, &self.locked)?;
        let table = Table::new(&first, &rules, self.unfair)?;
        let free = (0..locked.len()).filter(|&h| !locked[h]).collect();
        let swaps = Swaps { table: &table, start: table.tiles(&first), free };
        let mut outcome = match self.method {
            Method::Anneal => self.anneal(&swaps, run),
            Method::Brkga => self.brkga(&swaps, run),
            Method::Aco => self.aco(&swaps, run),
            Method::Thesis => self.thesis(&swaps, run),
        };
        if self.start.is_some() {
            put_back(&swaps, &mut outcome);
        }
        let mut board = table.board(&outcome.candidate);
        board.name = first.name;
        outcome.describe(report, &rules, &board, self.start.as_ref(), self.unfair);
        Ok(board)
    }
}

impl CatanSpec {
    fn anneal(&self, swaps: &Swaps<'_>, run: &mut Run<'_>) -> Outcome<Tiles> {
        // Temperatures were found by trial; a cost of one is 1,000 units.
        let params = self.anneal.clone().unwrap_or(match self.profile {
            CatanProfile::Standard => {
                annealing::Params { hot: 700.0, cold: 300.0, moves: 5000, block: 250, rounds: 200 }
            }
            CatanProfile::Tournament => {
                annealing::Params { hot: 700.0, cold: 300.0, moves: 20_000, block: 500, rounds: 50 }
            }
        });
        let mut outcome = if self.start.is_some() {
            let repair = Repair(swaps);
            let (given, cost) = repair.given();
            let gentle = annealing::Params { hot: params.cold, rounds: REPAIRS, ..params };
            let mut search = Annealing::from(&repair, gentle, run.seed.clone(), "repair", given, cost);
            let stopped = search.run(run).err();
            let (board, cost) = search.best();
            let mut outcome = Outcome::new(board.tiles.clone(), cost.rules);
            (outcome.stages, outcome.stopped) = (vec![search.stage()], stopped);
            if outcome.cost.0[0] == 0 || stopped.is_some() {
                return outcome;
            }
            outcome
        } else {
            Outcome::new(swaps.start.clone(), Levels([u32::MAX; 2]))
        };
        let mut search = Annealing::new(swaps, params, run.seed.clone(), "swaps");
        outcome.stopped = search.run(run).err();
        outcome.stages.push(search.stage());
        let (board, cost) = search.best();
        if cost < outcome.cost {
            (outcome.candidate, outcome.cost) = (board.tiles.clone(), cost);
        }
        outcome
    }

    fn brkga(&self, swaps: &Swaps<'_>, run: &mut Run<'_>) -> Outcome<Tiles> {
        let problem = others::TileKeys(swaps);
        let mut search = Brkga::new(&problem, self.brkga.clone(), run.seed.clone(), "brkga", run.parallel);
        let stopped = search.run(run).err();
        let mut board = problem.scratch();
        let cost = problem.decode(search.best().0, &mut board);
        let mut outcome = Outcome::new(board.tiles, cost);
        outcome.note_generations(search.generations(), "the decoder");
        (outcome.stages, outcome.stopped) = (vec![search.stage()], stopped);
        outcome
    }

    fn aco(&self, swaps: &Swaps<'_>, run: &mut Run<'_>) -> Outcome<Tiles> {
        let problem = others::Walks(swaps);
        let mut search = Colony::new(&problem, self.aco.clone(), run.seed.clone(), "ants", run.parallel);
        let mut stopped = search.run(run).err();
        if search.best().is_none() {
            search.step();
            stopped = stopped.or(None);
        }
        let (tiles, cost) = match search.best() {
            Some((board, cost)) => (board.tiles.clone(), cost),
            None => (swaps.start.clone(), Levels([u32::MAX, 0])),
        };
        let mut outcome = Outcome::new(tiles, cost);
        outcome.note_generations(search.rounds().saturating_sub(1), "the ants' sense of the rules");
        (outcome.stages, outcome.stopped) = (vec![search.stage()], stopped);
        outcome
    }

    fn thesis(&self, swaps: &Swaps<'_>, run: &mut Run<'_>) -> Outcome<Tiles> {
        let problem = others::Dealt(swaps);
        let mut search = Published::new(&problem, self.thesis.clone(), run.seed.clone(), run.parallel);
        let stopped = search.run(run).err();
        let (tiles, score) = search.best();
        let mut outcome = Outcome::new(tiles.clone(), Levels([score, 0]));
        outcome.note_generations(search.generations(), "chance");
        (outcome.stages, outcome.stopped) = (vec![search.stage()], stopped);
        outcome
    }
}

/// Puts every piece back that need not have moved.
fn put_back(swaps: &Swaps<'_>, outcome: &mut Outcome<Tiles>) {
    let mut board = swaps.arranged(outcome.candidate.clone());
    let cost = swaps.cost(&mut board);
    let ways =
        |b: &Arranged| (0..swaps.pieces()).flat_map(|piece| swaps.ways_home(b, piece)).collect::<Vec<_>>();
    walk_back(&mut board, cost, |b| swaps.changed(b), ways, |b, swap| swaps.apply(b, swap));
    outcome.cost = swaps.cost(&mut board);
    outcome.candidate = board.tiles;
}

#[cfg(test)]
mod tests;
