//! What the search needs from a store of options.

use std::sync::Arc;

use super::masks::{MaskTables, Masks};
use super::supports::{SupportTables, Supports};
use crate::{Adjacency, Topology};

/// Why a cell lost options: a side (propagation from the neighbour there), or a constant below.
pub(crate) type Cause = u32;

/// The search decided.
pub(crate) const DECISION: Cause = 256;
/// True of every solution: a pin, a border, a first propagation.
pub(crate) const ROOT: Cause = 257;
/// Any earlier decision may have caused it.
pub(crate) const EVERYTHING: Cause = 258;
/// From here on, the number of a list of cells that caused it.
pub(crate) const FIRST_REASON: Cause = 272;

/// The options of every cell, with a trail for undoing.
///
/// A conflict (a cell without options) is reported by the next `propagate`; after that the store may
/// only be queried and undone.
pub(crate) trait Wave {
    /// A set of tiles, as bits.
    type Domain<'a>: AsRef<[u64]>
    where
        Self: 'a;

    /// The options of a cell.
    fn domain(&self, cell: u32) -> Self::Domain<'_>;

    /// The number of options of a cell.
    fn options(&self, cell: u32) -> u32;

    /// Removes all options of a cell that are not in `keep`.
    fn keep(&mut self, cell: u32, keep: &[u64], cause: Cause);

    /// Propagates all removals. The error is a cell without options.
    fn propagate(&mut self) -> Result<(), u32>;

    /// Length of the trail.
    fn trail_len(&self) -> usize;

    /// The cell of a trail entry, and why it lost options.
    fn entry(&self, index: usize) -> (u32, Cause);

    /// Undoes all trail entries from `len` on.
    fn undo(&mut self, len: usize);

    /// Makes everything so far final: clears the trail without undoing anything.
    fn commit(&mut self);

    /// Stores the current options as the state that [`reopen`](Wave::reopen) returns to.
    fn set_root(&mut self);

    /// Had a cell an option of this set at the root?
    fn root_meets(&self, cell: u32, set: &[u64]) -> bool;

    /// Removes options of a cell at the root that are not in `keep`; false, and no change, if none would
    /// be left.
    fn restrict_root(&mut self, cell: u32, keep: &[u64]) -> bool;

    /// Do a cell's options differ from those at the root?
    fn is_changed(&self, cell: u32) -> bool;

    /// Commits, resets cells to their options at the root, and propagates from around them. If that
    /// fails, `undo(0)` restores the state before propagation.
    ///
    /// Only valid after a propagation that succeeded, or an undo to one.
    fn reopen(&mut self, cells: &[u32]) -> Result<(), u32>;

    /// Cells whose options have shrunk or grown since this was last cleared; may hold duplicates.
    fn touched(&mut self) -> &mut Vec<u32>;
}

/// The tables of a tile set for the store that fits its size, built once and shared.
#[derive(Clone, Debug)]
pub(crate) enum Tables {
    /// Up to 32 tiles: one mask per cell, in half the memory.
    Small(Arc<MaskTables<u32>>),
    /// Up to 64 tiles: one mask per cell.
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

    /// A store in which every cell has the options of a set.
    pub(crate) fn wave(&self, topology: &Arc<Topology>, options: Option<&[u64]>) -> AnyWave {
        let topology = topology.clone();
        match self {
            Tables::Small(tables) => AnyWave::Small(Masks::new(tables.clone(), topology, options)),
            Tables::Masks(tables) => AnyWave::Masks(Masks::new(tables.clone(), topology, options)),
            Tables::Wide(tables) => AnyWave::Wide(Masks::new(tables.clone(), topology, options)),
            Tables::Supports(tables) if tables.is_small() => {
                AnyWave::Supports(Supports::new(tables.clone(), topology, options))
            }
            Tables::Supports(tables) => {
                AnyWave::LargeSupports(Supports::new(tables.clone(), topology, options))
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
