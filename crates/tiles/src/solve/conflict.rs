//! Why a cell ran out of options: conflict-directed backjumping without stored conflict sets.
//!
//! For every removed option, the trail records which neighbour forced it. Read backwards from the
//! empty cell, it yields every cell that contributed to the conflict, and the first decision found is
//! the latest one that matters: later decisions are irrelevant and need not be tried again (Prosser,
//! *Hybrid algorithms for the constraint satisfaction problem*, 1993). The tile decided there is then
//! impossible *because of* the other cells found, and this list is its reason in later conflicts. So
//! the search stays complete: if no decision is left to undo, there is no solution. Complexity: the
//! length of the trail back to that decision.

use super::wave::{Cause, DECISION, EVERYTHING, FIRST_REASON, ROOT, Wave};
use crate::Topology;

/// A longer reason is stored as "everything": it would hardly say more.
const LONGEST_REASON: usize = 2048;

/// The reasons of removals that no neighbour explains, in the order of the trail.
#[derive(Default)]
pub(crate) struct Reasons {
    lists: Vec<(usize, Vec<u32>)>,
}

impl Reasons {
    /// Adds a reason for the entry about to be written at `at`.
    pub(crate) fn add(&mut self, at: usize, cells: Option<&[u32]>) -> Cause {
        match cells {
            Some(cells) if cells.len() <= LONGEST_REASON => {
                self.lists.push((at, cells.to_vec()));
                FIRST_REASON + (self.lists.len() - 1) as Cause
            }
            _ => EVERYTHING,
        }
    }

    /// Forgets the reasons of entries from `len` on.
    pub(crate) fn undo(&mut self, len: usize) {
        while self.lists.last().is_some_and(|&(at, _)| at >= len) {
            self.lists.pop();
        }
    }
}

/// What a conflict followed from.
pub(crate) struct Analysis {
    /// The trail index of the latest decision at fault; `None` if there is none.
    pub(crate) decision: Option<usize>,
    /// The other cells involved; `None` if it may be all of them.
    pub(crate) cells: Option<Vec<u32>>,
}

/// Marks on cells, cleared by incrementing a counter.
#[derive(Default)]
pub(crate) struct Marks {
    stamps: Vec<u32>,
    stamp: u32,
}

impl Marks {
    pub(crate) fn begin(&mut self, cells: usize) {
        if self.stamps.len() != cells || self.stamp == u32::MAX {
            self.stamps = vec![0; cells];
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// Marks a cell; true if it was not marked before.
    pub(crate) fn mark(&mut self, cell: u32) -> bool {
        let stamp = &mut self.stamps[cell as usize];
        let new = *stamp != self.stamp;
        *stamp = self.stamp;
        new
    }

    pub(crate) fn is_marked(&self, cell: u32) -> bool {
        self.stamps[cell as usize] == self.stamp
    }
}

/// Reads the trail backwards from a conflict among `start` (`None`: anywhere).
pub(crate) fn analyse<W: Wave>(
    wave: &W,
    topology: &Topology,
    reasons: &Reasons,
    marks: &mut Marks,
    start: Option<&[u32]>,
) -> Analysis {
    marks.begin(topology.cells());
    let mut cells = Vec::new();
    let mut all = start.is_none();
    for &cell in start.unwrap_or(&[]) {
        if marks.mark(cell) {
            cells.push(cell);
        }
    }
    for index in (0..wave.trail_len()).rev() {
        let (cell, cause) = wave.entry(index);
        if !all && !marks.is_marked(cell) {
            continue;
        }
        match cause {
            DECISION => {
                // Earlier entries of this cell do not matter: this tile led to the conflict.
                cells.retain(|&c| c != cell);
                return Analysis { decision: Some(index), cells: (!all).then_some(cells) };
            }
            ROOT => {}
            EVERYTHING => all = true,
            side if side < DECISION => {
                if let Some(neighbour) = topology.neighbour(cell, side as usize)
                    && marks.mark(neighbour)
                {
                    cells.push(neighbour);
                }
            }
            reason => match reasons.lists.get((reason - FIRST_REASON) as usize) {
                Some((_, list)) => cells.extend(list.iter().copied().filter(|&c| marks.mark(c))),
                None => all = true,
            },
        }
    }
    Analysis { decision: None, cells: (!all).then_some(cells) }
}
