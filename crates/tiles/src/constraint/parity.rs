//! Ways cannot end inside a region whose tiles all have an even number of open sides.
//!
//! It follows from the tiles, so it forbids nothing that could be finished; but it is seen long before
//! the last cell of a region runs out of options. A region is a set of cells joined by sides that may
//! still be open or closed. If every option of a cell has the same parity, the open sides that lead out
//! of the region must have the parity of the sum. After DeBroglie's parity constraint. Complexity: the
//! cells of the map per check.

use super::path::Links;
use crate::rules::bits;
use crate::solve::propagator::{Domains, Propagator, Refusal};

pub(super) struct Parity {
    links: Links,
    /// The tiles with an odd number of open sides.
    odd: Vec<u64>,
    even: Vec<u64>,
    /// For each cell, whether its number of open sides is odd; `None` if that is open.
    parity: Vec<Option<bool>>,
}

impl Parity {
    pub(super) fn new(links: Links, tiles: usize) -> Self {
        let sides = |tile: &usize| links.open.iter().filter(|open| bits::has(open, *tile)).count();
        let words = links.outside.len();
        let odd = bits::of(words, (0..tiles).filter(|tile| sides(tile) % 2 == 1));
        let even = bits::of(words, (0..tiles).filter(|tile| sides(tile) % 2 == 0));
        let parity = vec![Some(false); links.ways.len()];
        Parity { links, odd, even, parity }
    }

    fn look(&self) -> Result<(), Refusal> {
        let links = &self.links;
        let topology = &links.topology;
        let sides = topology.sides();
        let mut seen = vec![false; links.ways.len()];
        for start in 0..links.ways.len() as u32 {
            let open = |cell: u32| links.ways[cell as usize].may_open & !links.ways[cell as usize].open;
            if seen[start as usize] || !topology.is_part(start) {
                continue;
            }
            seen[start as usize] = true;
            let mut region = vec![start];
            let mut odd = false;
            let mut is_known = true;
            let mut next = 0;
            while let Some(&cell) = region.get(next) {
                next += 1;
                let way = links.ways[cell as usize];
                match self.parity[cell as usize] {
                    Some(parity) => odd ^= parity ^ (way.open.count_ones() % 2 == 1),
                    None => is_known = false,
                }
                let mut inner = 0u8;
                for (side, other) in topology.neighbours(cell) {
                    let (own, back) = (sides.own(side), sides.back(side));
                    if open(cell) >> own & 1 == 1 && open(other) >> back & 1 == 1 {
                        inner |= 1 << own;
                        if !std::mem::replace(&mut seen[other as usize], true) {
                            region.push(other);
                        }
                    }
                }
                // A side at the border of the map may be open or closed as it likes.
                is_known &= open(cell) & !inner == 0;
            }
            if is_known && odd {
                return Err(Refusal::at(start));
            }
        }
        Ok(())
    }
}

impl Propagator for Parity {
    fn touch(&mut self, cell: u32, domain: &[u64]) {
        self.links.touch(cell, domain);
        let (odd, even) = (bits::meet(domain, &self.odd), bits::meet(domain, &self.even));
        self.parity[cell as usize] = if odd && even { None } else { Some(odd) };
    }

    fn enforce(&mut self, _: &mut dyn Domains) -> Result<(), Refusal> {
        if self.links.is_due() { self.look() } else { Ok(()) }
    }

    fn finish(&mut self, _: &mut dyn Domains) -> Result<(), Refusal> {
        Ok(())
    }

    fn describe(&self) -> String {
        format!("ways of {} that do not end in a region of even tiles", self.links.selection.name)
    }
}
