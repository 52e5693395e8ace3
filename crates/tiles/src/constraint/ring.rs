//! Of any two tiles of a set, two ways lead from one to the other: no dead end, and no cell that the
//! whole way hangs on.
//!
//! In the graph of cells that can be part of the way, a cell whose removal separates two that must be
//! part refutes it (cut vertices as in [`super::connected`]); a cell with fewer than two possible links
//! cannot be part. After DeBroglie's loop constraint. Complexity: the cells of the map per check.

use super::connected::walk;
use super::path::Links;
use crate::solve::propagator::{Domains, Propagator, Refusal};

pub(super) struct Ring {
    links: Links,
}

impl Ring {
    pub(super) fn new(links: Links) -> Self {
        Ring { links }
    }

    fn look(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
        let links = &self.links;
        let cells = links.ways.len() as u32;
        let mut wanted = vec![false; cells as usize];
        let mut root = None;
        for cell in (0..cells).filter(|&cell| links.ways[cell as usize].can) {
            let way = links.ways[cell as usize];
            wanted[cell as usize] = way.must;
            let is_dead_end = links.possible(cell).nth(1).is_none();
            if is_dead_end && way.must {
                return Err(Refusal::at(cell));
            }
            if is_dead_end {
                domains.keep(cell, &links.outside, None);
            }
            root = root.or(way.must.then_some(cell));
        }
        let Some(root) = root else { return Ok(()) };
        let found = walk(|cell| links.possible(cell).collect(), root, &wanted);
        let cut_off = (0..cells).find(|&c| wanted[c as usize] && found.order[c as usize] == 0);
        if let Some(cell) = cut_off.or_else(|| found.separates(root)) {
            return Err(Refusal::at(cell));
        }
        for cell in 0..cells {
            if links.ways[cell as usize].can && found.order[cell as usize] == 0 {
                domains.keep(cell, &links.outside, None);
            }
        }
        Ok(())
    }
}

impl Propagator for Ring {
    fn touch(&mut self, cell: u32, domain: &[u64]) {
        self.links.touch(cell, domain);
    }

    fn enforce(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
        if self.links.is_due() { self.look(domains) } else { Ok(()) }
    }

    fn finish(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
        self.look(domains)
    }

    fn describe(&self) -> String {
        format!("two ways between any two of {}", self.links.selection.name)
    }
}
