//! What the search asks of a store of possibilities.

use std::sync::Arc;

use super::masks::{MaskTables, Masks};
use super::supports::{SupportTables, Supports};
use crate::{Adjacency, Topology};

/// Why a cell lost options: a side (the neighbour there pressed), or one of the constants below.
pub(crate) type Cause = u32;

/// The search chose.
pub(crate) const DECISION: Cause = 8;
/// True of every solution: a pin, a border, a first propagation.
pub(crate) const ROOT: Cause = 9;
/// All that was decided before may have caused it.
pub(crate) const EVERYTHING: Cause = 10;
/// From here on, the number of a list of cells that caused it.
pub(crate) const FIRST_REASON: Cause = 16;

/// The options of every cell, with a trail to take back what was done.
///
/// A conflict (a cell without options) is told by the next `propagate`; the store may then only be
/// asked and undone.
pub(crate) trait Wave {
    /// A set of tiles, as bits.
    type Domain<'a>: AsRef<[u64]>
    where
        Self: 'a;

    /// The options of a cell.
    fn domain(&self, cell: u32) -> Self::Domain<'_>;

    /// The number of options of a cell.
    fn options(&self, cell: u32) -> u32;

    /// Takes from a cell all options that are not in `keep`.
    fn keep(&mut self, cell: u32, keep: &[u64], cause: Cause);

    /// Follows all that was taken to its ends. The error is a cell without options.
    fn propagate(&mut self) -> Result<(), u32>;

    /// Length of the trail.
    fn trail_len(&self) -> usize;

    /// The cell of a trail entry, and why it lost options.
    fn entry(&self, index: usize) -> (u32, Cause);

    /// Takes back all trail entries from `len` on.
    fn undo(&mut self, len: usize);

    /// Makes everything so far a fact: the trail is emptied, nothing is taken back.
    fn commit(&mut self);

    /// Remembers the present options as what [`reopen`](Wave::reopen) returns to.
    fn set_root(&mut self);

    /// Has a cell other options than at the root?
    fn is_changed(&self, cell: u32) -> bool;

    /// Commits, gives cells back the options of the root, and propagates from around them. Where
    /// that fails, `undo(0)` leads back to the moment before propagation.
    ///
    /// Only at rest: after a propagation that succeeded, or an undo to one.
    fn reopen(&mut self, cells: &[u32]) -> Result<(), u32>;

    /// Cells whose options have changed, in either direction, since this was last emptied; a cell
    /// may stand here more than once.
    fn touched(&mut self) -> &mut Vec<u32>;
}

/// The tables of a tile set for the store that suits it, built once and shared.
#[derive(Clone, Debug)]
pub(crate) enum Tables {
    /// Up to 32 tiles: a mask a cell, in half the memory.
    Small(Arc<MaskTables<u32>>),
    /// Up to 64 tiles: a mask a cell.
    Masks(Arc<MaskTables<u64>>),
    /// Up to 128 tiles.
    Wide(Arc<MaskTables<u128>>),
    /// More: counted supports.
    Supports(Arc<SupportTables>),
}

impl Tables {
    pub(crate) fn new(rules: &Adjacency) -> Self {
        if rules.tiles() <= 32 {
            Tables::Small(Arc::new(MaskTables::new(rules)))
        } else if rules.tiles() <= 64 {
            Tables::Masks(Arc::new(MaskTables::new(rules)))
        } else if rules.tiles() <= 128 {
            Tables::Wide(Arc::new(MaskTables::new(rules)))
        } else {
            Tables::Supports(Arc::new(SupportTables::new(rules)))
        }
    }

    /// Bytes that a map of this many cells needs.
    pub(crate) fn memory(&self, cells: u64) -> u64 {
        match self {
            Tables::Small(_) | Tables::Masks(_) => cells * 60,
            Tables::Wide(_) => cells * 120,
            Tables::Supports(tables) => tables.memory(cells),
        }
    }

    pub(crate) fn wave(&self, topology: &Arc<Topology>) -> AnyWave {
        match self {
            Tables::Small(tables) => AnyWave::Small(Masks::new(tables.clone(), topology.clone())),
            Tables::Masks(tables) => AnyWave::Masks(Masks::new(tables.clone(), topology.clone())),
            Tables::Wide(tables) => AnyWave::Wide(Masks::new(tables.clone(), topology.clone())),
            Tables::Supports(tables) if tables.is_small() => {
                AnyWave::Supports(Supports::new(tables.clone(), topology.clone()))
            }
            Tables::Supports(tables) => {
                AnyWave::LargeSupports(Supports::new(tables.clone(), topology.clone()))
            }
        }
    }
}

/// One of the stores.
pub(crate) enum AnyWave {
    Small(Masks<u32>),
    Masks(Masks<u64>),
    Wide(Masks<u128>),
    Supports(Supports<u8>),
    LargeSupports(Supports<u16>),
}
