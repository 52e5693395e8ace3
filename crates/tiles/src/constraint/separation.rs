//! Tiles of a set keep a distance from each other, or from those of another set.
//!
//! Complexity: the cells within the distance, once per cell that must be in a set.

use super::Selection;
use crate::Topology;
use crate::rules::bits;
use crate::solve::propagator::{Domains, Propagator, Refusal};

pub(super) struct Separation {
    near: Near,
    /// What keeps apart from what; one entry if tiles keep apart from their own kind.
    pairs: Vec<(Selection, Vec<u64>)>,
    name: String,
    pending: Vec<u32>,
}

impl Separation {
    /// Tiles of one set.
    pub(super) fn new(topology: &Topology, selection: Selection, distance: u32) -> Self {
        let name = format!("{} at least {distance} steps apart", selection.name);
        let outside = bits::not(&selection.set);
        Separation::of(topology, vec![(selection, outside)], name, distance)
    }

    /// Tiles of two sets.
    pub(super) fn of_pair(topology: &Topology, a: Selection, b: Selection, distance: u32) -> Self {
        let name = format!("{} at least {distance} steps from {}", a.name, b.name);
        let pairs = vec![(a.clone(), bits::not(&b.set)), (b, bits::not(&a.set))];
        Separation::of(topology, pairs, name, distance)
    }

    fn of(topology: &Topology, pairs: Vec<(Selection, Vec<u64>)>, name: String, distance: u32) -> Self {
        Separation { near: Near::new(topology, distance), pairs, name, pending: Vec::new() }
    }
}

impl Propagator for Separation {
    fn touch(&mut self, cell: u32, domain: &[u64]) {
        if self.pairs.iter().any(|(selection, _)| bits::within(domain, &selection.set)) {
            self.pending.push(cell);
        }
    }

    fn enforce(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
        while let Some(cell) = self.pending.pop() {
            for (selection, outside) in &self.pairs {
                if domains.must(cell, &selection.set) {
                    for &near in self.near.of(cell) {
                        domains.keep(near, outside, Some(&[cell]));
                    }
                }
            }
        }
        Ok(())
    }

    fn describe(&self) -> String {
        self.name.clone()
    }
}

/// The cells less than some steps from a cell, without the cell itself.
struct Near {
    topology: Topology,
    distance: u32,
    stamps: Vec<u32>,
    stamp: u32,
    found: Vec<u32>,
}

impl Near {
    fn new(topology: &Topology, distance: u32) -> Self {
        let stamps = vec![0; topology.cells()];
        Near { topology: topology.clone(), distance, stamps, stamp: 0, found: Vec::new() }
    }

    fn of(&mut self, cell: u32) -> &[u32] {
        self.stamp = self.stamp.wrapping_add(1);
        self.stamps[cell as usize] = self.stamp;
        self.found.clear();
        self.found.push(cell);
        let mut from = 0;
        for _ in 1..self.distance {
            let to = self.found.len();
            for i in from..to {
                for (_, next) in self.topology.neighbours(self.found[i]) {
                    if std::mem::replace(&mut self.stamps[next as usize], self.stamp) != self.stamp {
                        self.found.push(next);
                    }
                }
            }
            from = to;
        }
        &self.found[1..]
    }
}
