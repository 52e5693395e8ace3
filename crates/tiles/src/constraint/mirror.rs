//! The map is its own mirror image.
//!
//! Complexity: the tiles, per change of a cell.

use mapkiln_core::Point;

use crate::Topology;
use crate::model::Model;
use crate::rules::bits;
use crate::solve::propagator::{Domains, Propagator, Refusal};

/// Where the mirror image of a cell lies, and what it may be.
#[derive(Clone)]
pub(crate) struct Reflection {
    topology: Topology,
    /// What each tile may have as its mirror image, as bits; empty if the set has none.
    images: Vec<Vec<u64>>,
    words: usize,
    along_x: bool,
}

pub(super) struct Mirror {
    reflection: Reflection,
    pending: Vec<(u32, Vec<u64>)>,
    /// Options when last passed on, to pass on only what changed.
    seen: Vec<Vec<u64>>,
}

impl Reflection {
    pub(super) fn new(topology: &Topology, model: &Model, along_x: bool) -> Self {
        let images = (0..model.rules().tiles()).map(|tile| model.mirrored(tile, along_x)).collect();
        Reflection { topology: topology.clone(), images, words: model.rules().words(), along_x }
    }

    /// The cell that is the image of a cell.
    pub(super) fn partner(&self, cell: u32) -> u32 {
        let (at, layer) = self.topology.place(cell);
        let (w, h) = (self.topology.width() as i32, self.topology.height() as i32);
        let other =
            if self.along_x { Point::new(w - 1 - at.x, at.y) } else { Point::new(at.x, h - 1 - at.y) };
        self.topology.cell(other, layer).unwrap_or(cell)
    }

    /// What the images of these tiles may be.
    pub(super) fn images(&self, tiles: &[u64]) -> Vec<u64> {
        let mut images = vec![0; self.words];
        for tile in bits::iter(tiles).take_while(|&tile| tile < self.images.len()) {
            bits::or(&mut images, &self.images[tile]);
        }
        images
    }
}

impl Mirror {
    pub(super) fn new(reflection: Reflection) -> Self {
        let seen = vec![Vec::new(); reflection.topology.cells()];
        Mirror { reflection, pending: Vec::new(), seen }
    }
}

impl Propagator for Mirror {
    fn touch(&mut self, cell: u32, domain: &[u64]) {
        if self.seen[cell as usize] != domain {
            self.seen[cell as usize] = domain.to_vec();
            self.pending.push((cell, domain.to_vec()));
        }
    }

    fn enforce(&mut self, domains: &mut dyn Domains) -> Result<(), Refusal> {
        while let Some((cell, domain)) = self.pending.pop() {
            if self.seen[cell as usize] != domain {
                continue; // changed again since, or undone
            }
            let images = self.reflection.images(&domain);
            domains.keep(self.reflection.partner(cell), &images, Some(&[cell]));
        }
        Ok(())
    }

    fn describe(&self) -> String {
        format!("mirrored along {}", if self.reflection.along_x { "x" } else { "y" })
    }
}
