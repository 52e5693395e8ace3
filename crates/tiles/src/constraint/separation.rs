//! Tiles of a set keep a distance from each other.
//!
//! Complexity: the cells within the distance, once per cell that must be in the set.

use super::Selection;
use crate::Topology;
use crate::rules::bits;
use crate::solve::watch::{Board, Refusal, Watch};

pub(super) struct Separation {
    topology: Topology,
    selection: Selection,
    outside: Vec<u64>,
    distance: u32,
    pending: Vec<u32>,
}

impl Separation {
    pub(super) fn new(topology: &Topology, selection: Selection, distance: u32) -> Self {
        let outside = bits::not(&selection.set);
        Separation { topology: topology.clone(), selection, outside, distance, pending: Vec::new() }
    }

    fn near(&self, cell: u32) -> Vec<u32> {
        let mut found = vec![cell];
        let mut from = 0;
        for _ in 1..self.distance {
            let to = found.len();
            for i in from..to {
                for (_, neighbour) in self.topology.neighbours(found[i]) {
                    if !found.contains(&neighbour) {
                        found.push(neighbour);
                    }
                }
            }
            from = to;
        }
        found.remove(0);
        found
    }
}

impl Watch for Separation {
    fn touch(&mut self, cell: u32, domain: &[u64]) {
        if bits::within(domain, &self.selection.set) {
            self.pending.push(cell);
        }
    }

    fn enforce(&mut self, board: &mut dyn Board) -> Result<(), Refusal> {
        while let Some(cell) = self.pending.pop() {
            if board.must(cell, &self.selection.set) {
                for near in self.near(cell) {
                    board.keep(near, &self.outside, Some(&[cell]));
                }
            }
        }
        Ok(())
    }

    fn describe(&self) -> String {
        format!("{} at least {} steps apart", self.selection.name, self.distance)
    }
}
