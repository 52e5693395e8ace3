//! What an optimiser asks of a problem.

use std::fmt::Debug;

use mapkiln_core::Stream;

/// What a candidate costs: less is better, and costs compare exactly.
pub trait Cost: Copy + Ord + Debug + Send + Sync {
    /// The cost as one number, for traces and for acceptance probabilities. It usually rises with the
    /// cost; if it does not, annealing prefers the lower energy, and still gives the best candidate by
    /// cost.
    fn energy(self) -> i64;
}

macro_rules! plain_costs {
    ($($t:ty),*) => {$(
        impl Cost for $t {
            #[inline]
            fn energy(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX)
            }
        }
    )*};
}
plain_costs!(u32, u64, i64);

/// Costs compared level by level: a later level counts only between equals in all earlier ones.
///
/// ```
/// use mapkiln_search::{Cost, Levels};
/// let (hard, soft) = (Levels([1, 0]), Levels([0, 500]));
/// assert!(soft < hard);
/// assert_eq!(hard.energy(), 1000);
/// assert_eq!(soft.energy(), 500);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Levels<const N: usize>(pub [u32; N]);

impl<const N: usize> Levels<N> {
    /// No cost at all.
    pub const ZERO: Self = Levels([0; N]);
}

impl<const N: usize> Cost for Levels<N> {
    /// Each level weighs a thousand times the next; a level above 999 is capped, so that the number
    /// keeps the order of levels.
    #[inline]
    fn energy(self) -> i64 {
        self.0
            .iter()
            .fold(0i64, |sum, &level| sum.saturating_mul(1000).saturating_add(i64::from(level.min(999))))
    }
}

/// Something whose cost is to be minimised.
pub trait Problem: Sync {
    /// What a candidate costs.
    type Cost: Cost;
    /// A candidate with all that is needed to judge it. Optimisers make a few at the start and reuse
    /// them, so judging need not allocate.
    type Scratch: Clone + Send;

    /// A buffer for a candidate.
    fn scratch(&self) -> Self::Scratch;

    /// Is a candidate of this cost good enough to stop?
    fn enough(&self, cost: Self::Cost) -> bool {
        let _ = cost;
        false
    }
}

/// A problem whose candidates are encoded as lists of numbers in [0, 1), decoded by the problem.
pub trait Keyed: Problem {
    /// The number of keys of a candidate.
    fn keys(&self) -> usize;

    /// Builds the candidate that the keys stand for in `scratch` and says what it costs.
    fn decode(&self, keys: &[f64], scratch: &mut Self::Scratch) -> Self::Cost;

    /// Decodes several candidates, whose keys follow one another, and writes what each costs.
    ///
    /// For decoders that are quicker with many at once; by default they are decoded one by one.
    fn decode_all(&self, keys: &[f64], costs: &mut [Self::Cost], scratch: &mut Self::Scratch) {
        for (keys, cost) in keys.chunks(self.keys().max(1)).zip(costs) {
            *cost = self.decode(keys, scratch);
        }
    }
}

/// A problem whose candidates change by small moves.
pub trait Moves: Problem {
    /// A small change, such as a swap of two tiles.
    type Move: Copy;

    /// Makes `candidate` a random one and says what it costs.
    fn scramble(&self, candidate: &mut Self::Scratch, rng: &mut Stream) -> Self::Cost;

    /// A move to try; `None` if this draw gave none.
    fn propose(&self, candidate: &Self::Scratch, rng: &mut Stream) -> Option<Self::Move>;

    /// Makes the move and says what the candidate costs now.
    fn apply(&self, candidate: &mut Self::Scratch, change: Self::Move) -> Self::Cost;

    /// Takes back the move that was applied last.
    fn undo(&self, candidate: &mut Self::Scratch, change: Self::Move);
}

/// A problem whose candidates are built decision by decision, with a trail for each choice.
pub trait Trails: Problem {
    /// Rows of the table of trails: situations in which a choice is made.
    fn rows(&self) -> usize;

    /// Columns of the table of trails: choices.
    fn columns(&self) -> usize;

    /// Empties the candidate.
    fn begin(&self, candidate: &mut Self::Scratch, rng: &mut Stream);

    /// The row of the next decision, with its choices as (column, desirability above 0) pushed
    /// onto the empty `choices`; `None` when the candidate is complete.
    fn choices(&self, candidate: &Self::Scratch, choices: &mut Vec<(usize, f64)>) -> Option<usize>;

    /// Takes a choice.
    fn take(&self, candidate: &mut Self::Scratch, row: usize, column: usize);

    /// What the complete candidate costs.
    fn finish(&self, candidate: &mut Self::Scratch) -> Self::Cost;
}
