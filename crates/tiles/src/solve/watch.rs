//! Constraints that look at more than two cells.

use super::wave::Wave;
use crate::rules::bits;

/// An active constraint. What it knows about a cell depends on the cell's options alone and is updated
/// whenever they shrink or grow back, so backtracking needs no record of its own.
pub(crate) trait Watch: Send + Sync {
    /// A cell's options have changed.
    fn touch(&mut self, cell: u32, domain: &[u64]);

    /// Removes impossible options through `board`; the error says why the constraint cannot hold.
    fn enforce(&mut self, board: &mut dyn Board) -> Result<(), Refusal>;

    /// Every cell is decided: does it hold? Only needed if `enforce` defers its work.
    fn finish(&mut self, board: &mut dyn Board) -> Result<(), Refusal> {
        self.enforce(board)
    }

    /// A factor for the weight of a tile, in 64ths; `None` to leave it alone.
    fn weight(&self, _tile: usize) -> Option<u64> {
        None
    }

    /// What it asks for, in words.
    fn describe(&self) -> String;
}

/// A constraint that can no longer be satisfied.
pub(crate) struct Refusal {
    /// The cells whose options made it so; `None` for all of them.
    pub(crate) cells: Option<Vec<u32>>,
    /// A cell where it fails, if there is one; a repair starts there.
    pub(crate) at: Option<u32>,
}

impl Refusal {
    /// Any decision may be at fault.
    pub(crate) fn of_all() -> Self {
        Refusal { cells: None, at: None }
    }

    /// Any decision may be at fault; it fails at this cell.
    pub(crate) fn at(cell: u32) -> Self {
        Refusal { cells: None, at: Some(cell) }
    }
}

/// What a constraint can see and do.
pub(crate) trait Board {
    /// Has a cell an option of this set?
    fn can(&self, cell: u32, set: &[u64]) -> bool;

    /// Has a cell no option outside of this set?
    fn must(&self, cell: u32, set: &[u64]) -> bool;

    /// Restricts a cell to these options; `because` names the cells whose options force it.
    fn keep(&mut self, cell: u32, keep: &[u64], because: Option<&[u32]>);
}

/// The board of a wave: reasons are lists of cells in the order of the trail.
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
