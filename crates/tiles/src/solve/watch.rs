//! Constraints that look at more than two cells.

use super::wave::Wave;
use crate::rules::bits;

/// A constraint at work. What it knows of a cell follows from the cell's options alone and is
/// renewed whenever they change, forwards or backwards, so it is undone with the trail for free.
pub(crate) trait Watch: Send + Sync {
    /// A cell's options have changed.
    fn touch(&mut self, cell: u32, domain: &[u64]);

    /// Takes options that cannot be, through `board`; the error is why nothing is left.
    fn enforce(&mut self, board: &mut dyn Board) -> Result<(), Refusal>;

    /// Every cell is decided: does it hold? Only what `enforce` may put off needs to be said here.
    fn finish(&mut self, board: &mut dyn Board) -> Result<(), Refusal> {
        self.enforce(board)
    }

    /// Changes the weights of tiles as the map fills; `None` where it has no say.
    fn weight(&self, _tile: usize) -> Option<u64> {
        None
    }

    /// What it demands, in words.
    fn describe(&self) -> String;
}

/// A constraint that cannot hold any more.
pub(crate) struct Refusal {
    /// The cells whose options made it so; `None` for all of them.
    pub(crate) cells: Option<Vec<u32>>,
    /// A cell where it shows, if there is one: there a repair begins.
    pub(crate) at: Option<u32>,
}

impl Refusal {
    /// All that was decided may be at fault.
    pub(crate) fn of_all() -> Self {
        Refusal { cells: None, at: None }
    }

    /// The same where it shows at a cell.
    pub(crate) fn at(cell: u32) -> Self {
        Refusal { cells: None, at: Some(cell) }
    }
}

/// What a constraint may see and do.
pub(crate) trait Board {
    /// Has a cell an option of this set?
    fn can(&self, cell: u32, set: &[u64]) -> bool;

    /// Has a cell no option outside of this set?
    fn must(&self, cell: u32, set: &[u64]) -> bool;

    /// Leaves a cell only these options; `because` names the cells whose options force it.
    fn keep(&mut self, cell: u32, keep: &[u64], because: Option<&[u32]>);
}

/// The board of a wave: reasons are lists of cells, kept in order of the trail.
pub(crate) struct WaveBoard<'a, W: Wave> {
    pub(crate) wave: &'a mut W,
    pub(crate) reasons: &'a mut super::conflict::Reasons,
}

impl<W: Wave> Board for WaveBoard<'_, W> {
    fn can(&self, cell: u32, set: &[u64]) -> bool {
        bits::meet(self.wave.domain(cell).as_ref(), set)
    }

    fn must(&self, cell: u32, set: &[u64]) -> bool {
        bits::within(self.wave.domain(cell).as_ref(), set)
    }

    fn keep(&mut self, cell: u32, keep: &[u64], because: Option<&[u32]>) {
        if !self.must(cell, keep) {
            let cause = self.reasons.add(self.wave.trail_len(), because);
            self.wave.keep(cell, keep, cause);
        }
    }
}
