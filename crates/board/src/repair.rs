//! Repairs change as little as they can.
//!
//! The cost of a repaired board is what the rules say and, between equals, the number of pieces that
//! are no longer where they were. Annealing starts from the given board and pays a small price for
//! every piece that moves, so it changes little besides what breaks a rule; at the end every move
//! that is not needed is taken back.

use mapkiln_core::Stream;
use mapkiln_search::{Cost, Levels, Moves, Problem};

/// What a repaired board costs: the rules come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mended {
    pub(crate) rules: Levels<2>,
    /// Pieces that are not where they were.
    pub(crate) changed: u32,
}

/// What a piece that has moved weighs while annealing; a breach weighs 1,000. Found by trial.
const PRICE: i64 = 150;

impl Cost for Mended {
    fn energy(self) -> i64 {
        self.rules.energy().saturating_add(PRICE * i64::from(self.changed))
    }
}

/// Moves that know the board they began with.
pub(crate) trait Homeward: Moves<Cost = Levels<2>> {
    /// Makes the candidate the board that was given.
    fn home(&self, candidate: &mut Self::Scratch) -> Levels<2>;

    /// Pieces that are not where they were.
    fn changed(&self, candidate: &Self::Scratch) -> u32;

    /// The number of pieces.
    fn pieces(&self) -> usize;

    /// Moves that put a piece back; none if it is at home.
    fn ways_home(&self, candidate: &Self::Scratch, piece: usize) -> impl Iterator<Item = Self::Move>;
}

/// A problem seen as a repair.
pub(crate) struct Repair<'a, P>(pub(crate) &'a P);

impl<P: Homeward> Repair<'_, P> {
    /// The board that was given, and its cost.
    pub(crate) fn given(&self) -> (P::Scratch, Mended) {
        let mut candidate = self.0.scratch();
        let rules = self.0.home(&mut candidate);
        (candidate, Mended { rules, changed: 0 })
    }
}

impl<P: Homeward> Problem for Repair<'_, P> {
    type Cost = Mended;
    type Scratch = P::Scratch;

    fn scratch(&self) -> P::Scratch {
        self.0.scratch()
    }

    fn enough(&self, cost: Mended) -> bool {
        cost == Mended { rules: Levels::ZERO, changed: 0 }
    }
}

impl<P: Homeward> Moves for Repair<'_, P> {
    type Move = P::Move;

    /// Each round begins at home.
    fn scramble(&self, candidate: &mut P::Scratch, _: &mut Stream) -> Mended {
        Mended { rules: self.0.home(candidate), changed: 0 }
    }

    fn propose(&self, candidate: &P::Scratch, rng: &mut Stream) -> Option<P::Move> {
        if rng.percent(50) {
            return self.0.propose(candidate, rng);
        }
        let piece = rng.index(self.0.pieces());
        let ways = self.0.ways_home(candidate, piece).count();
        self.0.ways_home(candidate, piece).nth(rng.index(ways))
    }

    fn apply(&self, candidate: &mut P::Scratch, change: P::Move) -> Mended {
        let rules = self.0.apply(candidate, change);
        Mended { rules, changed: self.0.changed(candidate) }
    }

    fn undo(&self, candidate: &mut P::Scratch, change: P::Move) {
        self.0.undo(candidate, change);
    }
}

/// Takes back every swap that is not needed: afterwards no single one can be taken back without
/// breaking more. `ways_home` lists swaps that may put a piece back; `swap` is its own way back.
pub(crate) fn walk_back<B, S: Copy>(
    board: &mut B,
    mut cost: Levels<2>,
    changed: impl Fn(&B) -> u32,
    ways_home: impl Fn(&B) -> Vec<S>,
    mut swap: impl FnMut(&mut B, S) -> Levels<2>,
) {
    let mut left = changed(board);
    while ways_home(board).into_iter().any(|way| {
        let now = swap(board, way);
        let helps = now <= cost && changed(board) < left;
        if helps {
            (cost, left) = (now, changed(board));
        } else {
            swap(board, way);
        }
        helps
    }) {}
}
