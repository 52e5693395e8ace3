//! A maximum number of tiles of a set in a row.
//!
//! Complexity: the length of the run, once per cell that must be in the set.

use super::Selection;
use crate::Topology;
use crate::rules::bits;
use crate::solve::propagator::{Domains, Propagator, Refusal};

pub(super) struct MaxRun {
    topology: Topology,
    selection: Selection,
    outside: Vec<u64>,
    length: usize,
    side: usize,
    pending: Vec<u32>,
}

impl MaxRun {
    pub(super) fn new(topology: &Topology, selection: Selection, length: u32, side: usize) -> Self {
        let outside = bits::not(&selection.set);
        let length = length as usize;
        MaxRun { topology: topology.clone(), selection, outside, length, side, pending: Vec::new() }
    }

    /// The cells of the run that begins next to a cell, and the cell after it.
    fn run(&self, domains: &dyn Domains, cell: u32, side: usize) -> (Vec<u32>, Option<u32>) {
        let mut run = Vec::new();
        let mut next = self.topology.neighbour(cell, side);
        while let Some(at) = next
            && at != cell
            && run.len() <= self.length
            && domains.must(at, &self.selection.set)
        {
            run.push(at);
            next = self.topology.neighbour(at, side);
        }
        (run, next)
    }
}

impl Propagator for MaxRun {
    fn touch(&mut self, cell: u32, domain: &[u64]) {
        if bits::within(domain, &self.selection.set) {
            self.pending.push(cell);
        }
    }

    fn enforce(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
        let back = self.topology.sides().facing(self.side);
        while let Some(cell) = self.pending.pop() {
            if !domains.must(cell, &self.selection.set) {
                continue;
            }
            let (mut run, end) = self.run(domains, cell, self.side);
            let (before, start) = self.run(domains, cell, back);
            run.extend(before);
            run.push(cell);
            if run.len() > self.length {
                return Err(Refusal { at: run.first().copied(), cells: Some(run) });
            }
            for gap in [end, start].into_iter().flatten() {
                // The cell after the run would join it to the run beyond.
                let mut joined = run.clone();
                for side in [self.side, back] {
                    joined.extend(self.run(domains, gap, side).0);
                }
                joined.sort_unstable();
                joined.dedup();
                if joined.len() >= self.length {
                    domains.keep(gap, &self.outside, Some(&joined));
                }
            }
        }
        Ok(())
    }

    fn describe(&self) -> String {
        format!("at most {} of {} in a row", self.length, self.selection.name)
    }
}
