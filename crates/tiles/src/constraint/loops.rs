//! Tiles of a set never form a cycle.
//!
//! Certain links join cells into trees; a link within a tree would close a cycle, so it is ruled out.
//! Complexity: almost linear in the cells of the map per check.

use super::path::Links;
use crate::rules::bits;
use crate::solve::propagator::{Domains, Propagator, Refusal};

pub(super) struct NoLoops {
    links: Links,
}

impl NoLoops {
    pub(super) fn new(links: Links) -> Self {
        NoLoops { links }
    }

    fn look(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
        let links = &self.links;
        let cells = links.ways.len() as u32;
        let mut trees: Vec<u32> = (0..cells).collect();
        for cell in 0..cells {
            for next in links.certain(cell).filter(|&next| next > cell) {
                let (a, b) = (find(&mut trees, cell), find(&mut trees, next));
                if a == b {
                    return Err(Refusal::at(cell));
                }
                trees[a as usize] = b;
            }
        }
        let sides = links.topology.sides();
        for cell in (0..cells).filter(|&c| links.ways[c as usize].can) {
            let way = links.ways[cell as usize];
            for (side, next) in links.topology.neighbours(cell) {
                let there = links.ways[next as usize];
                let (side, back) = (sides.own(side), sides.back(side));
                let may = way.may_open >> side & 1 == 1 && there.may_open >> back & 1 == 1;
                let certain = way.open >> side & 1 == 1 && there.open >> back & 1 == 1;
                if may
                    && !certain
                    && way.must
                    && there.must
                    && find(&mut trees, cell) == find(&mut trees, next)
                {
                    domains.keep(cell, &bits::not(&links.open[side]), None);
                }
            }
        }
        Ok(())
    }
}

fn find(trees: &mut [u32], cell: u32) -> u32 {
    let mut at = cell;
    while trees[at as usize] != at {
        trees[at as usize] = trees[trees[at as usize] as usize];
        at = trees[at as usize];
    }
    at
}

impl Propagator for NoLoops {
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
        format!("no cycles of {}", self.links.selection.name)
    }
}
