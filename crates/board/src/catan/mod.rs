//! Settlers of Catan: the spec and its four methods.

mod others;
mod ports;
mod spec;
mod swaps;
mod table;

pub use ports::place_ports;
pub use spec::{CatanProfile, CatanSpec};

use mapkiln_core::{Report, Run, Spec};
use mapkiln_maps::board::{Board, BoardGame};
use mapkiln_search::aco::Colony;
use mapkiln_search::annealing::{self, Annealing};
use mapkiln_search::brkga::Brkga;
use mapkiln_search::{Keyed, Levels, Moves, Problem};

use crate::method::{DraftOutcome, Method, check_params};
use crate::published::Published;
use crate::repair::{Homeward, Repair, walk_back};
use crate::{Error, RuleSet};
use swaps::{Arranged, Swaps};
use table::{Table, Tiles};

/// Rounds of annealing that keep most of a board to repair, before others start from scratch.
const REPAIRS: u64 = 4;

/// What is the same for every seed of a [`CatanSpec`].
pub struct CatanTables {
    rules: RuleSet,
    swaps: Swaps,
    name: Option<String>,
}

impl Spec for CatanSpec {
    type Map = Board;
    type Loaded = CatanTables;
    type Error = Error;
    const MAKER: &'static str = "catan";
    const VERSION: u32 = 1;

    fn check(&self) -> Result<(), Error> {
        check_params(self.anneal.as_ref(), &self.brkga, &self.aco, &self.thesis)?;
        let rules = self.rules();
        rules.check_for(BoardGame::Catan)?;
        let first = self.first_board()?;
        let locked = crate::locks::locked(&first, &self.locked)?;
        crate::locks::refuse_forced(&rules, &first, &locked, self.unfair)
    }

    fn load(&self) -> Result<CatanTables, Error> {
        let rules = self.rules();
        rules.check_for(BoardGame::Catan)?;
        let first = self.first_board()?;
        let locked = crate::locks::locked(&first, &self.locked)?;
        let table = Table::new(&first, &rules, self.unfair);
        let free = (0..locked.len()).filter(|&h| !locked[h]).collect();
        let swaps = Swaps { start: table.tiles(&first), table, free };
        Ok(CatanTables { rules, swaps, name: first.name })
    }

    /// Makes a board, or repairs the one of the spec.
    ///
    /// A step of the budget is one move (`anneal`) or one board judged (all others). When it is used
    /// up, or the run is cancelled, the best board so far is given; the report says whether it is
    /// balanced.
    fn build(&self, tables: &CatanTables, run: &mut Run<'_>, report: &mut Report) -> Result<Board, Error> {
        let CatanTables { rules, swaps, name } = tables;
        let mut outcome = match self.method {
            Method::Anneal => self.anneal(swaps, run)?,
            Method::Brkga => self.brkga(swaps, run)?,
            Method::Aco => self.aco(swaps, run)?,
            Method::Thesis => self.thesis(swaps, run)?,
        };
        if self.start.is_some() {
            put_back(swaps, &mut outcome);
        }
        let mut board = swaps.table.board(&outcome.candidate);
        board.name.clone_from(name);
        outcome.describe(report, rules, &board, self.start.as_ref(), self.unfair);
        Ok(board)
    }
}

impl CatanSpec {
    fn anneal(&self, swaps: &Swaps, run: &mut Run<'_>) -> Result<DraftOutcome<Tiles>, Error> {
        // Temperatures were found by trial; a cost of one is 1,000 units.
        let params = self.anneal.clone().unwrap_or(match self.profile {
            CatanProfile::Standard => {
                annealing::Params { hot: 700.0, cold: 300.0, moves: 5000, block: 250, rounds: 200 }
            }
            CatanProfile::Tournament => {
                annealing::Params { hot: 700.0, cold: 300.0, moves: 20_000, block: 500, rounds: 50 }
            }
        });
        let mut repaired = None;
        if self.start.is_some() {
            let repair = Repair(swaps);
            let gentle = annealing::Params { hot: params.cold, rounds: REPAIRS, ..params };
            let mut search = Annealing::with_start(&repair, gentle, "repair", run, repair.given())?;
            let read = |board: &Arranged, cost: crate::repair::Mended| (board.tiles.clone(), cost.rules);
            let outcome = DraftOutcome::search(&mut search, run, read)?;
            if outcome.cost.0[0] == 0 || outcome.stopped.is_some() {
                return Ok(outcome);
            }
            repaired = Some(outcome);
        }
        let mut search = Annealing::new(swaps, params, "swaps", run)?;
        let read = |board: &Arranged, cost| (board.tiles.clone(), cost);
        match (repaired, DraftOutcome::search(&mut search, run, read)) {
            (Some(repaired), Ok(found)) => Ok(repaired.or_better(found)),
            (Some(repaired), Err(Error::Stopped { why, .. })) => {
                Ok(DraftOutcome { stopped: Some(why), ..repaired })
            }
            (_, found) => found,
        }
    }

    fn brkga(&self, swaps: &Swaps, run: &mut Run<'_>) -> Result<DraftOutcome<Tiles>, Error> {
        let problem = others::TileKeys(swaps);
        let mut search = Brkga::new(&problem, self.brkga.clone(), "brkga", run)?;
        let outcome = DraftOutcome::search(&mut search, run, |keys, _| {
            let mut board = problem.scratch();
            let cost = problem.decode(keys, &mut board);
            (board.tiles, cost)
        })?;
        Ok(outcome.noting_generation_0("the decoder"))
    }

    fn aco(&self, swaps: &Swaps, run: &mut Run<'_>) -> Result<DraftOutcome<Tiles>, Error> {
        let problem = others::Walks(swaps);
        let mut search = Colony::new(&problem, self.aco.clone(), "ants", run)?;
        let read = |board: &others::Built, cost| (board.tiles.clone(), cost);
        Ok(DraftOutcome::search(&mut search, run, read)?.noting_generation_0("the ants' sense of the rules"))
    }

    fn thesis(&self, swaps: &Swaps, run: &mut Run<'_>) -> Result<DraftOutcome<Tiles>, Error> {
        let problem = others::Dealt(swaps);
        let mut search = Published::new(&problem, self.thesis.clone(), "thesis", run)?;
        let read = |tiles: &Tiles, score| (tiles.clone(), Levels([score, 0]));
        Ok(DraftOutcome::search(&mut search, run, read)?.noting_generation_0("chance"))
    }
}

/// Puts every piece back that need not have moved.
fn put_back(swaps: &Swaps, outcome: &mut DraftOutcome<Tiles>) {
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
