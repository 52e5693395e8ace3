//! Weights adjusted as the map fills.
//!
//! While tiles of the set have less than their share of the decided cells, their weight grows, and
//! while they have more, it shrinks. Complexity: constant per change.

use super::Selection;
use crate::Topology;
use crate::rules::bits;
use crate::solve::propagator::{Domains, Propagator, Refusal};

pub(super) struct Balance {
    selection: Selection,
    percent: u64,
    /// For each cell: is it decided, and is its tile in the set?
    states: Vec<(bool, bool)>,
    decided: u64,
    members: u64,
}

impl Balance {
    pub(super) fn new(topology: &Topology, selection: Selection, percent: u32) -> Self {
        let states = vec![(false, false); topology.cells()];
        Balance { selection, percent: percent.into(), states, decided: 0, members: 0 }
    }
}

impl Propagator for Balance {
    fn touch(&mut self, cell: u32, domain: &[u64]) {
        let decided = bits::count(domain) == 1;
        let state = (decided, decided && bits::within(domain, &self.selection.set));
        let old = std::mem::replace(&mut self.states[cell as usize], state);
        self.decided = self.decided + u64::from(state.0) - u64::from(old.0);
        self.members = self.members + u64::from(state.1) - u64::from(old.1);
    }

    fn enforce(&mut self, _: &mut dyn Domains) -> Result<(), Refusal> {
        Ok(())
    }

    /// Starts as if 20 cells had been decided with the right share, to avoid jumps.
    fn weight(&self, tile: usize) -> Option<u64> {
        let wanted = (self.decided + 20) * self.percent;
        let have = self.members * 100 + 20 * self.percent;
        let factor = if bits::has(&self.selection.set, tile) {
            64 * wanted / have.max(1)
        } else {
            let others = (self.decided + 20) * 100;
            64 * others.saturating_sub(wanted) / others.saturating_sub(have).max(1)
        };
        // Squared, to correct quickly; bounded, so that nothing is forced.
        Some((factor * factor / 64).clamp(1, 64 * 64))
    }

    fn describe(&self) -> String {
        format!("{} on about {} per cent of the cells", self.selection.name, self.percent)
    }
}
