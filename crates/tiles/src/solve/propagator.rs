//! Constraints that look at more than two cells.

use super::wave::Wave;
use crate::rules::bits;

/// An active constraint, for [`Job::add_propagator`](crate::Job::add_propagator). What it knows about a cell depends on the
/// cell's options alone and is updated whenever they shrink or grow back, so backtracking needs no
/// record of its own. Sets of tiles are bits, as [`Adjacency::set`](crate::Adjacency::set) gives them.
///
/// ```
/// use std::sync::Arc;
/// use mapkiln_core::Run;
/// use mapkiln_tiles::{Domains, Model, Refusal, TileSet, Propagator, WorldSpec};
///
/// /// Stone in the first cell means stone in the last one.
/// struct Echo { stone: Vec<u64>, first: u32, last: u32 }
///
/// impl Propagator for Echo {
///     fn touch(&mut self, _: u32, _: &[u64]) {}
///     fn enforce(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
///         if domains.must(self.first, &self.stone) {
///             domains.keep(self.last, &self.stone, Some(&[self.first]));
///         }
///         Ok(())
///     }
///     fn describe(&self) -> String {
///         "the last cell echoes the first".to_owned()
///     }
/// }
///
/// let model = Model::new(&TileSet::shipped("meadow")?)?;
/// let spec = WorldSpec { width: 9, height: 9, ..WorldSpec::default() };
/// let topology = spec.topology(&model)?;
/// let run = Run::new("echo");
/// let mut job = spec.job(&model, &topology, &run.seed)?;
/// let stone = (0..model.rules().tiles()).filter(|&t| model.palette()[t].name == "stone");
/// let stone = model.rules().set(stone);
/// job.add_propagator(Box::new(Echo { stone: stone.clone(), first: 0, last: 80 }));
/// let mut collapse = model.solver().collapse(&topology, job, run.seed.stream("collapse", 0))?;
/// while !matches!(collapse.step(), mapkiln_tiles::CollapseStep::Done) {}
/// # Ok::<(), mapkiln_tiles::Error>(())
/// ```
pub trait Propagator: Send + Sync {
    /// A cell's options have changed.
    fn touch(&mut self, cell: u32, domain: &[u64]);

    /// Removes impossible options through `domains`; the error says why the constraint cannot hold.
    fn enforce(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal>;

    /// Every cell is decided: does it hold? Only needed if `enforce` defers its work.
    fn finish(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
        self.enforce(domains)
    }

    /// A factor for the weight of a tile, in 64ths; `None` to leave it alone.
    fn weight(&self, _tile: usize) -> Option<u64> {
        None
    }

    /// What it asks for, in words.
    fn describe(&self) -> String;
}

/// A constraint that can no longer be satisfied.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The cells whose options made it so; `None` for all of them.
    pub cells: Option<Vec<u32>>,
    /// A cell where it fails, if there is one; a repair starts there.
    pub at: Option<u32>,
}

impl Refusal {
    /// Any decision may be at fault.
    pub fn of_all() -> Self {
        Refusal { cells: None, at: None }
    }

    /// Any decision may be at fault; it fails at this cell.
    pub fn at(cell: u32) -> Self {
        Refusal { cells: None, at: Some(cell) }
    }
}

/// What a constraint can see and do.
pub trait Domains {
    /// Has a cell an option of this set?
    fn can(&self, cell: u32, set: &[u64]) -> bool;

    /// Has a cell no option outside of this set?
    fn must(&self, cell: u32, set: &[u64]) -> bool;

    /// Restricts a cell to these options; `because` names the cells whose options force it.
    fn keep(&mut self, cell: u32, keep: &[u64], because: Option<&[u32]>);
}

/// The domains of a wave: reasons are lists of cells in the order of the trail.
pub(crate) struct WaveDomains<'a, W: Wave> {
    pub(crate) wave: &'a mut W,
    pub(crate) reasons: &'a mut super::conflict::Reasons,
}

impl<W: Wave> Domains for WaveDomains<'_, W> {
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
