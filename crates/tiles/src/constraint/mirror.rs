//! The map is its own mirror image.
//!
//! Complexity: the tiles, per change of a cell.

use mapkiln_core::Point;

use crate::Topology;
use crate::model::Model;
use crate::rules::bits;
use crate::solve::watch::{Board, Refusal, Watch};

pub(super) struct Mirror {
    topology: Topology,
    /// The mirror image of each tile, if the set has it.
    image: Vec<Option<usize>>,
    words: usize,
    along_x: bool,
    pending: Vec<(u32, Vec<u64>)>,
    /// Options when last passed on, to pass on only what changed.
    seen: Vec<Vec<u64>>,
}

impl Mirror {
    pub(super) fn new(topology: &Topology, model: &Model, along_x: bool) -> Self {
        let image = (0..model.rules().tiles()).map(|tile| model.mirrored(tile, along_x)).collect();
        let words = model.rules().words();
        let seen = vec![Vec::new(); topology.cells()];
        Mirror { topology: topology.clone(), image, words, along_x, pending: Vec::new(), seen }
    }

    fn partner(&self, cell: u32) -> u32 {
        let (at, layer) = self.topology.place(cell);
        let (w, h) = (self.topology.width() as i32, self.topology.height() as i32);
        let other =
            if self.along_x { Point::new(w - 1 - at.x, at.y) } else { Point::new(at.x, h - 1 - at.y) };
        self.topology.cell(other, layer).unwrap_or(cell)
    }
}

impl Watch for Mirror {
    fn touch(&mut self, cell: u32, domain: &[u64]) {
        if self.seen[cell as usize] != domain {
            self.seen[cell as usize] = domain.to_vec();
            self.pending.push((cell, domain.to_vec()));
        }
    }

    fn enforce(&mut self, board: &mut dyn Board) -> Result<(), Refusal> {
        while let Some((cell, domain)) = self.pending.pop() {
            if self.seen[cell as usize] != domain {
                continue; // changed again since, or undone
            }
            let images = bits::of(self.words, bits::iter(&domain).filter_map(|tile| self.image[tile]));
            board.keep(self.partner(cell), &images, Some(&[cell]));
        }
        Ok(())
    }

    fn describe(&self) -> String {
        format!("mirrored along {}", if self.along_x { "x" } else { "y" })
    }
}
