//! All tiles of a set are connected, or some points are.
//!
//! In the graph of cells that can be part of the way, all that must be part lie in one component, other
//! components cannot be part at all, and a cell whose removal would separate two required cells must be
//! part (the cut vertices of Tarjan, *Depth-first search and linear graph algorithms*, 1972). After
//! DeBroglie's path constraint. Complexity: the cells of the map per check. On maps of more than 1,024
//! cells it checks only every few changes, and always the finished map: the result holds, and only
//! contradictions are found later.

use super::path::Links;
use crate::rules::bits;
use crate::solve::propagator::{Domains, Propagator, Refusal};

pub(super) struct Connected {
    links: Links,
    /// The cells to connect; `None` for all that must be part.
    ends: Option<Vec<u32>>,
    /// Only tiles of this set need be connected.
    relevant: Option<Relevant>,
}

/// Tiles that must be connected, among others that may be part of the way.
struct Relevant {
    set: Vec<u64>,
    outside: Vec<u64>,
    /// For each cell, must it be one of them?
    must: Vec<bool>,
}

impl Connected {
    pub(super) fn new(links: Links, ends: Option<Vec<u32>>) -> Self {
        Connected { links, ends, relevant: None }
    }

    /// Only tiles of this set need be connected.
    pub(super) fn only(self, set: Option<Vec<u64>>) -> Self {
        let must = vec![false; self.links.ways.len()];
        let relevant = set.map(|set| Relevant { outside: bits::not(&set), set, must });
        Connected { relevant, ..self }
    }

    fn look(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
        let links = &self.links;
        let cells = links.ways.len() as u32;
        let must: Vec<u32> = match &self.ends {
            Some(ends) => ends.clone(),
            None => {
                let must = |cell: usize| match &self.relevant {
                    Some(relevant) => relevant.must[cell],
                    None => links.ways[cell].must,
                };
                (0..cells).filter(|&cell| must(cell as usize)).collect()
            }
        };
        let Some(&root) = must.first() else { return Ok(()) };
        let mut wanted = vec![false; cells as usize];
        for &cell in &must {
            wanted[cell as usize] = true;
        }
        let found = walk(|cell| links.possible(cell).collect(), root, &wanted);
        if let Some(&cell) = must.iter().find(|&&cell| found.order[cell as usize] == 0) {
            return Err(Refusal::at(cell));
        }
        for &cell in &found.cuts {
            domains.keep(cell, &links.selection.set, None);
        }
        if self.ends.is_none() {
            let outside = self.relevant.as_ref().map_or(&links.outside, |relevant| &relevant.outside);
            for cell in 0..cells {
                let way = links.ways[cell as usize];
                if way.can && found.order[cell as usize] == 0 {
                    domains.keep(cell, outside, None);
                }
            }
        }
        Ok(())
    }
}

pub(super) struct Walk {
    /// When each cell was first visited, from 1; 0 if it was not.
    pub(super) order: Vec<u32>,
    /// Cells whose removal separates two wanted cells, once for each part that they cut off; the first
    /// cell once more.
    cuts: Vec<u32>,
}

impl Walk {
    /// For each cell, does its removal separate two wanted cells other than itself?
    pub(super) fn cut_cells(&self, root: u32) -> Vec<bool> {
        let mut is_cut = vec![false; self.order.len()];
        for &cell in self.cuts.iter().filter(|&&cell| cell != root) {
            is_cut[cell as usize] = true;
        }
        is_cut[root as usize] = self.cuts.iter().filter(|&&cut| cut == root).count() > 1;
        is_cut
    }

    /// A cell whose removal separates two wanted cells other than itself.
    pub(super) fn separates(&self, root: u32) -> Option<u32> {
        let at_root = self.cuts.iter().filter(|&&cut| cut == root).count();
        let elsewhere = self.cuts.iter().copied().find(|&cut| cut != root);
        elsewhere.or((at_root > 1).then_some(root))
    }
}

/// A depth-first search from a wanted cell along links, without recursion.
pub(super) fn walk(linked: impl Fn(u32) -> Vec<u32>, root: u32, wanted: &[bool]) -> Walk {
    let mut order = vec![0u32; wanted.len()];
    let mut low = vec![0u32; wanted.len()];
    let mut cuts = Vec::new();
    let mut time = 1;
    order[root as usize] = 1;
    low[root as usize] = 1;
    // A cell, its neighbours still to visit, and the number of wanted cells found below it.
    let visit = |cell: u32| (cell, linked(cell), u32::from(wanted[cell as usize]));
    let mut stack = vec![visit(root)];
    while let Some((cell, rest, _)) = stack.last_mut() {
        let cell = *cell;
        if let Some(next) = rest.pop() {
            if order[next as usize] == 0 {
                time += 1;
                order[next as usize] = time;
                low[next as usize] = time;
                stack.push(visit(next));
            } else {
                low[cell as usize] = low[cell as usize].min(order[next as usize]);
            }
            continue;
        }
        let Some((_, _, below)) = stack.pop() else { break };
        if let Some((parent, _, sum)) = stack.last_mut() {
            *sum += below;
            let parent = *parent as usize;
            low[parent] = low[parent].min(low[cell as usize]);
            if low[cell as usize] >= order[parent] && below > 0 {
                cuts.push(parent as u32);
            }
        }
    }
    Walk { order, cuts }
}

impl Propagator for Connected {
    fn touch(&mut self, cell: u32, domain: &[u64]) {
        self.links.touch(cell, domain);
        if let Some(relevant) = &mut self.relevant {
            let must = bits::within(domain, &relevant.set);
            let old = std::mem::replace(&mut relevant.must[cell as usize], must);
            self.links.changes += usize::from(old != must);
        }
    }

    fn enforce(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
        if self.links.is_due() { self.look(domains) } else { Ok(()) }
    }

    fn finish(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
        self.look(domains)
    }

    fn describe(&self) -> String {
        match &self.ends {
            None => format!("all {} connected", self.links.selection.name),
            Some(ends) => format!("a path of {} between {} points", self.links.selection.name, ends.len()),
        }
    }
}
