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

use mapkiln_core::{Report, Run, Spec, Stage, Stopped};
use mapkiln_maps::board::{Board, BoardGame};
use mapkiln_search::aco::Colony;
use mapkiln_search::annealing::{self, Annealing};
use mapkiln_search::brkga::Brkga;
use mapkiln_search::{Keyed, Levels, Optimiser, Problem};

use crate::method::{DraftOutcome, Method, check_params, nothing_found};
use crate::published::Published;
use crate::repair::{Mended, Repair, walk_back};
use crate::{Error, RuleSet};
use field::{Field, RIVER, Weights};
use land::{Arranged, Land};
use river::{Flow, Rivers};

/// What is the same for every seed of a [`TerraMysticaSpec`], in small numbers.
pub struct TerraMysticaTables {
    rules: RuleSet,
    field: Field,
    weights: Weights,
    /// The board to repair, or all tiles in order.
    start: Vec<u8>,
    locked: Vec<bool>,
}

impl Spec for TerraMysticaSpec {
    type Map = Board;
    type Loaded = TerraMysticaTables;
    type Error = Error;
    const MAKER: &'static str = "terra-mystica";
    const VERSION: u32 = 1;

    fn check(&self) -> Result<(), Error> {
        if self.attempts == 0 {
            return Err(Error::Spec { field: "attempts", reason: "write at least 1".to_owned() });
        }
        check_params(self.anneal.as_ref(), &self.brkga, &self.aco, &self.thesis)?;
        let rules = self.rules();
        rules.check_for(BoardGame::TerraMystica)?;
        Weights::new(&rules, self.unfair)?;
        let first = self.first_board()?;
        let locked = crate::locks::locked(&first, &self.locked)?;
        crate::locks::refuse_forced(&rules, &first, &locked, self.unfair)
    }

    fn load(&self) -> Result<TerraMysticaTables, Error> {
        let rules = self.rules();
        let weights = Weights::new(&rules, self.unfair)?;
        let first = self.first_board()?;
        let locked = crate::locks::locked(&first, &self.locked)?;
        let field = Field::new(first.geometry());
        let start = field.terrain(&first);
        Ok(TerraMysticaTables { rules, field, weights, start, locked })
    }

    /// Makes a board, or repairs the one of the spec.
    ///
    /// A step of the budget is one move (`anneal`) or one board judged (all others). When it is used
    /// up, or the run is cancelled, the best board so far is given; the report says whether it is
    /// balanced.
    fn build(
        &self,
        tables: &TerraMysticaTables,
        run: &mut Run<'_>,
        report: &mut Report,
    ) -> Result<Board, Error> {
        let task = Task { spec: self, tables };
        let mut outcome = match self.method {
            Method::Anneal => task.anneal(run)?,
            Method::Brkga => task.brkga(run)?,
            Method::Aco => task.aco(run)?,
            Method::Thesis => task.thesis(run)?,
        };
        if self.start.is_some() {
            task.walk_back(&mut outcome);
        }
        let mut board = tables.field.board(&outcome.candidate);
        board.name = self.start.as_ref().and_then(|b| b.name.clone());
        outcome.describe(report, &tables.rules, &board, self.start.as_ref(), self.unfair);
        Ok(board)
    }
}

/// A spec with its tables.
struct Task<'s> {
    spec: &'s TerraMysticaSpec,
    tables: &'s TerraMysticaTables,
}

/// Attempts that keep most of a board to repair, before others start from scratch.
const REPAIRS: u64 = 3;

/// A board with rivers for one attempt, whose land is still to be arranged.
struct Poured {
    board: Vec<u8>,
    stage: Stage,
    stopped: Option<Stopped>,
}

impl Task<'_> {
    fn may_change(&self) -> impl Fn(usize) -> bool + '_ {
        |h| !self.tables.locked[h]
    }

    /// Hexes that may change.
    fn free(&self) -> Vec<u16> {
        (0..self.tables.field.len()).filter(|&h| !self.tables.locked[h]).map(|h| h as u16).collect()
    }

    /// Puts every tile back that need not have moved.
    fn walk_back(&self, outcome: &mut DraftOutcome<Vec<u8>>) {
        let (home, free, mut room) = (&self.tables.start, self.free(), whole::Room::default());
        let mut judged =
            |board: &[u8]| whole::cost(&self.tables.field, &self.tables.weights, board, &mut room);
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

    /// Does this attempt keep most of the board? Later ones start from scratch.
    fn repairs(&self, attempt: u64) -> bool {
        self.spec.start.is_some() && attempt < REPAIRS
    }

    /// Rivers for one attempt: those of the board to repair with few changes, or new ones.
    fn rivers(&self, attempt: u64, run: &mut Run<'_>) -> Result<Poured, Error> {
        let n = self.tables.field.len();
        let home: Vec<bool> = self.tables.start.iter().map(|&t| t == RIVER).collect();
        let rivers = Rivers {
            field: &self.tables.field,
            weights: &self.tables.weights,
            count: home.iter().filter(|&&r| r).count(),
            fixed: (0..n).map(|h| self.tables.locked[h].then_some(home[h])).collect(),
            home,
        };
        let params = annealing::Params { hot: 800.0, cold: 150.0, moves: 4000, block: 200, rounds: 10 };
        let name = format!("river{attempt}");
        if self.repairs(attempt) {
            let repair = Repair(&rivers);
            let gentle = annealing::Params { hot: 300.0, rounds: 3, ..params };
            let mut search = Annealing::with_start(&repair, gentle, &name, run, repair.given())?;
            return self.pour(&mut search, run);
        }
        self.pour(&mut Annealing::new(&rivers, params, &name, run)?, run)
    }

    /// Searches for rivers and puts the start board on them: land that became river gives its tile to
    /// river that became land.
    fn pour(
        &self,
        search: &mut impl Optimiser<Candidate = Flow>,
        run: &mut Run<'_>,
    ) -> Result<Poured, Error> {
        let stopped = search.run(run).err();
        let Some((Flow { river, .. }, _)) = search.best() else {
            return Err(nothing_found(search, stopped));
        };
        let n = self.tables.field.len();
        let mut board = self.tables.start.clone();
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
        Ok(Poured { board, stage: search.log().to_stage(), stopped })
    }

    /// Rivers whose land the run left no time to arrange.
    fn unarranged(&self, Poured { board, stage, stopped }: Poured) -> DraftOutcome<Vec<u8>> {
        let cost = whole::cost(&self.tables.field, &self.tables.weights, &board, &mut whole::Room::default());
        DraftOutcome { stages: vec![stage], stopped, ..DraftOutcome::new(board, cost) }
    }

    /// Rivers first, then swaps on the land; tries other rivers if that does not succeed.
    fn anneal(&self, run: &mut Run<'_>) -> Result<DraftOutcome<Vec<u8>>, Error> {
        let mut outcome: Option<DraftOutcome<Vec<u8>>> = None;
        for attempt in 0..self.spec.attempts {
            let found = self.attempt(attempt, run);
            let best = match (outcome, found) {
                (Some(best), Ok(found)) => best.or_better(found),
                (Some(best), Err(Error::Stopped { why, .. })) => DraftOutcome { stopped: Some(why), ..best },
                (_, found) => found?,
            };
            if best.cost.0[0] == 0 || best.stopped.is_some() {
                return Ok(best);
            }
            outcome = Some(best);
        }
        outcome.ok_or_else(|| Error::Spec { field: "attempts", reason: "write at least 1".to_owned() })
    }

    /// One attempt: rivers, then the land on them.
    fn attempt(&self, attempt: u64, run: &mut Run<'_>) -> Result<DraftOutcome<Vec<u8>>, Error> {
        let poured = self.rivers(attempt, run)?;
        if poured.stopped.is_some() {
            return Ok(self.unarranged(poured));
        }
        let (board, may_change) = (poured.board.clone(), self.may_change());
        let land = Land::new(&self.tables.field, &self.tables.weights, board, may_change)
            .repairing(&self.tables.start);
        let params = self.spec.anneal.clone().unwrap_or_else(|| self.land_params());
        let name = format!("land{attempt}");
        let found = if self.repairs(attempt) {
            let repair = Repair(&land);
            let gentle = annealing::Params { hot: params.cold, ..params };
            let mut search = Annealing::with_start(&repair, gentle, &name, run, repair.given())?;
            let read = |best: &Arranged, cost: Mended| (best.terrain.clone(), cost.rules);
            DraftOutcome::search(&mut search, run, read)
        } else {
            let mut search = Annealing::new(&land, params, &name, run)?;
            DraftOutcome::search(&mut search, run, |best: &Arranged, cost| (best.terrain.clone(), cost))
        };
        self.on_rivers(poured, found)
    }

    /// What was found for the land, reported with its rivers.
    fn on_rivers(
        &self,
        mut poured: Poured,
        found: Result<DraftOutcome<Vec<u8>>, Error>,
    ) -> Result<DraftOutcome<Vec<u8>>, Error> {
        match found {
            Ok(mut outcome) => {
                outcome.stages.insert(0, poured.stage);
                Ok(outcome)
            }
            Err(Error::Stopped { why, .. }) => {
                poured.stopped = Some(why);
                Ok(self.unarranged(poured))
            }
            Err(error) => Err(error),
        }
    }

    /// Temperatures were found by trial on the default board; a cost of one is 1,000 units.
    fn land_params(&self) -> annealing::Params {
        if self.tables.weights.looks_at_evenness() {
            annealing::Params { hot: 900.0, cold: 250.0, moves: 100_000, block: 1000, rounds: 4 }
        } else {
            annealing::Params { hot: 400.0, cold: 200.0, moves: 20_000, block: 250, rounds: 2 }
        }
    }

    fn brkga(&self, run: &mut Run<'_>) -> Result<DraftOutcome<Vec<u8>>, Error> {
        let problem = keys::TileKeys::new(
            &self.tables.field,
            &self.tables.weights,
            self.tables.start.clone(),
            self.may_change(),
        );
        let warm = self.spec.start.as_ref().map(|_| problem.keys_of_start());
        let params = self.spec.brkga.clone();
        let mut search = Brkga::with_start(&problem, params, "brkga", run, warm.as_slice())?;
        let outcome = DraftOutcome::search(&mut search, run, |keys, _| {
            let mut board = problem.scratch();
            let cost = problem.decode(keys, &mut board);
            (board.terrain, cost)
        })?;
        Ok(outcome.noting_generation_0("the decoder"))
    }

    /// Rivers first, as in `anneal`; ants arrange the land.
    fn aco(&self, run: &mut Run<'_>) -> Result<DraftOutcome<Vec<u8>>, Error> {
        let poured = self.rivers(0, run)?;
        if poured.stopped.is_some() {
            return Ok(self.unarranged(poured));
        }
        let (board, may_change) = (poured.board.clone(), self.may_change());
        let problem = ants::Walks::new(&self.tables.field, &self.tables.weights, board, may_change);
        let mut search = Colony::new(&problem, self.spec.aco.clone(), "ants", run)?;
        let found =
            DraftOutcome::search(&mut search, run, |built: &ants::Built, cost| (built.terrain.clone(), cost));
        let who = "the rivers and the ants' sense of the rules";
        self.on_rivers(poured, found.map(|outcome| outcome.noting_generation_0(who)))
    }

    fn thesis(&self, run: &mut Run<'_>) -> Result<DraftOutcome<Vec<u8>>, Error> {
        let (start, free) = (self.tables.start.clone(), self.free());
        let problem =
            sequence::Tiles { field: &self.tables.field, weights: &self.tables.weights, start, free };
        let mut search = Published::new(&problem, self.spec.thesis.clone(), "thesis", run)?;
        let read = |board: &Vec<u8>, score| (board.clone(), Levels([score, 0]));
        Ok(DraftOutcome::search(&mut search, run, read)?.noting_generation_0("chance"))
    }
}

#[cfg(test)]
mod tests;
