//! All tiles of a set are connected, or some points are.
//!
//! In the graph of cells that can be part of the way, all that must be part lie in one component, other
//! components cannot be part at all, and a cell whose removal would separate two required cells must be
//! part (the cut vertices of Tarjan, *Depth-first search and linear graph algorithms*, 1972). After
//! DeBroglie's path constraint. Complexity: the cells of the map per check. On maps of more than 1,024
//! cells it checks only every few changes, and always the finished map: the result holds, and only
//! contradictions are found later.

use super::path::Links;
use crate::solve::watch::{Board, Refusal, Watch};

pub(super) struct Connected {
    links: Links,
    /// The cells to connect; `None` for all that must be part.
    ends: Option<Vec<u32>>,
}

impl Connected {
    pub(super) fn new(links: Links, ends: Option<Vec<u32>>) -> Self {
        Connected { links, ends }
    }

    fn look(&mut self, board: &mut dyn Board) -> Result<(), Refusal> {
        let links = &self.links;
        let cells = links.ways.len() as u32;
        let must: Vec<u32> = match &self.ends {
            Some(ends) => ends.clone(),
            None => (0..cells).filter(|&c| links.ways[c as usize].must).collect(),
        };
        let Some(&root) = must.first() else { return Ok(()) };
        let mut wanted = vec![false; cells as usize];
        for &cell in &must {
            wanted[cell as usize] = true;
        }
        let found = walk(links, root, &wanted);
        if let Some(&cell) = must.iter().find(|&&cell| found.order[cell as usize] == 0) {
            return Err(Refusal::at(cell));
        }
        for &cell in &found.cuts {
            board.keep(cell, &links.selection.set, None);
        }
        if self.ends.is_none() {
            for cell in 0..cells {
                let way = links.ways[cell as usize];
                if way.can && found.order[cell as usize] == 0 {
                    board.keep(cell, &links.outside, None);
                }
            }
        }
        Ok(())
    }
}

struct Walk {
    /// When each cell was first visited, from 1; 0 if it was not.
    order: Vec<u32>,
    /// Cells whose removal separates two wanted cells.
    cuts: Vec<u32>,
}

/// A depth-first search from a wanted cell along possible links, without recursion.
fn walk(links: &Links, root: u32, wanted: &[bool]) -> Walk {
    let mut order = vec![0u32; wanted.len()];
    let mut low = vec![0u32; wanted.len()];
    let mut cuts = Vec::new();
    let mut time = 1;
    order[root as usize] = 1;
    low[root as usize] = 1;
    // A cell, its neighbours still to visit, and the number of wanted cells found below it.
    let visit =
        |cell: u32| (cell, links.possible(cell).collect::<Vec<_>>(), u32::from(wanted[cell as usize]));
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

impl Watch for Connected {
    fn touch(&mut self, cell: u32, domain: &[u64]) {
        self.links.touch(cell, domain);
    }

    fn enforce(&mut self, board: &mut dyn Board) -> Result<(), Refusal> {
        if self.links.is_due() { self.look(board) } else { Ok(()) }
    }

    fn finish(&mut self, board: &mut dyn Board) -> Result<(), Refusal> {
        self.look(board)
    }

    fn describe(&self) -> String {
        match &self.ends {
            None => format!("all {} connected", self.links.selection.name),
            Some(ends) => format!("a path of {} between {} points", self.links.selection.name, ends.len()),
        }
    }
}
