//! Tiles of a set fill whole blocks.
//!
//! What is certain for one cell of a block is certain for all. Complexity: the cells of a block, per
//! cell that is decided for or against the set.

use mapkiln_core::Point;

use super::Selection;
use crate::Topology;
use crate::rules::bits;
use crate::solve::propagator::{Domains, Propagator, Refusal};

pub(super) struct Area {
    topology: Topology,
    selection: Selection,
    outside: Vec<u64>,
    width: i32,
    height: i32,
    pending: Vec<u32>,
}

impl Area {
    pub(super) fn new(topology: &Topology, selection: Selection, width: u32, height: u32) -> Self {
        let outside = bits::not(&selection.set);
        let (width, height) = (width as i32, height as i32);
        Area { topology: topology.clone(), selection, outside, width, height, pending: Vec::new() }
    }

    /// The cells of the block around a cell, and whether the block lies entirely in the map.
    fn block(&self, cell: u32) -> (Vec<u32>, bool) {
        let (at, layer) = self.topology.place(cell);
        let corner = Point::new(at.x - at.x % self.width, at.y - at.y % self.height);
        let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let cells: Vec<u32> = places
            .filter_map(|(x, y)| self.topology.cell(Point::new(corner.x + x, corner.y + y), layer))
            .collect();
        let whole = cells.len() == (self.width * self.height) as usize;
        (cells, whole)
    }
}

impl Propagator for Area {
    fn touch(&mut self, cell: u32, domain: &[u64]) {
        if bits::within(domain, &self.selection.set) || !bits::meet(domain, &self.selection.set) {
            self.pending.push(cell);
        }
    }

    fn enforce(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
        while let Some(cell) = self.pending.pop() {
            let (cells, whole) = self.block(cell);
            let keep = if !domains.can(cell, &self.selection.set) {
                &self.outside
            } else if domains.must(cell, &self.selection.set) {
                if !whole {
                    return Err(Refusal { cells: Some(vec![cell]), at: Some(cell) });
                }
                &self.selection.set
            } else {
                continue;
            };
            for &other in cells.iter().filter(|&&c| c != cell) {
                domains.keep(other, keep, Some(&[cell]));
            }
        }
        Ok(())
    }

    fn describe(&self) -> String {
        format!("{} in blocks of {}x{}", self.selection.name, self.width, self.height)
    }
}
