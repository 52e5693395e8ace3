//! A minimum and a maximum number of cells of a set.
//!
//! Two tallies are kept from the options of each cell: how many must be in the set, and how many can
//! be. Complexity: constant per change, and the whole map once when a tally reaches its limit.

use super::Selection;
use crate::Topology;
use crate::rules::bits;
use crate::solve::propagator::{Domains, Propagator, Refusal};

pub(super) struct Count {
    selection: Selection,
    outside: Vec<u64>,
    min: u32,
    max: Option<u32>,
    /// For each cell when last seen: can it be in the set, must it be?
    states: Vec<(bool, bool)>,
    can: u32,
    must: u32,
    changed: bool,
}

impl Count {
    pub(super) fn new(topology: &Topology, selection: Selection, min: u32, max: Option<u32>) -> Self {
        let outside = bits::not(&selection.set);
        let states = vec![(false, false); topology.cells()];
        Count { selection, outside, min, max, states, can: 0, must: 0, changed: true }
    }
}

impl Propagator for Count {
    fn touch(&mut self, cell: u32, domain: &[u64]) {
        let state = (bits::meet(domain, &self.selection.set), bits::within(domain, &self.selection.set));
        let old = std::mem::replace(&mut self.states[cell as usize], state);
        if old != state {
            self.can = self.can + u32::from(state.0) - u32::from(old.0);
            self.must = self.must + u32::from(state.1) - u32::from(old.1);
            self.changed = true;
        }
    }

    fn enforce(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        if self.can < self.min || self.max.is_some_and(|max| self.must > max) {
            self.changed = true;
            return Err(Refusal::of_all());
        }
        let full = self.max == Some(self.must) && self.can > self.must;
        let scarce = self.min == self.can && self.must < self.can;
        if full || scarce {
            let keep = if full { &self.outside } else { &self.selection.set };
            for (cell, &(can, must)) in self.states.iter().enumerate() {
                if can && !must {
                    domains.keep(cell as u32, keep, None);
                }
            }
        }
        Ok(())
    }

    fn describe(&self) -> String {
        let name = &self.selection.name;
        match self.max {
            None => format!("at least {} cells of {name}", self.min),
            Some(max) => format!("{} to {max} cells of {name}", self.min),
        }
    }
}
