//! Faces: where an edge can be drawn without crossing another.
//!
//! A corner is the gap after a dart in its node's ring, and is named by that dart. Walking along a
//! face goes from corner `d` to corner `twin(next(d))`. Two nodes can be joined in the plane exactly
//! where they have corners on the same face.

use mapkiln_core::Stream;

use super::graph::{Graph, NONE};

impl Graph {
    /// The next corner along the face.
    #[inline]
    pub(crate) fn along(&self, corner: u32) -> u32 {
        self.next(corner) ^ 1
    }

    /// The corner before, along the face.
    #[inline]
    pub(crate) fn back(&self, corner: u32) -> u32 {
        self.prev(corner ^ 1)
    }

    /// Visits the nodes within `reach` steps along a face from any corner of a node, some of them
    /// several times; not the node itself.
    pub(crate) fn near(&self, node: u32, reach: u32, mut visit: impl FnMut(u32)) {
        for corner in self.ring(node) {
            for forward in [true, false] {
                let mut at = corner;
                for _ in 0..reach {
                    at = if forward { self.along(at) } else { self.back(at) };
                    if at == corner {
                        break;
                    }
                    let other = self.at(at);
                    if other != node {
                        visit(other);
                    }
                }
            }
        }
    }

    /// Pairs of corners of two nodes on a common face, at most `reach` steps apart.
    pub(crate) fn common_corners(&self, a: u32, b: u32, reach: u32) -> Vec<[u32; 2]> {
        let mut pairs = Vec::new();
        for corner in self.ring(a) {
            for forward in [true, false] {
                let mut at = corner;
                for _ in 0..reach {
                    at = if forward { self.along(at) } else { self.back(at) };
                    if at == corner {
                        break;
                    }
                    if self.at(at) == b {
                        pairs.push([corner, at]);
                    }
                }
                if reach == u32::MAX {
                    break;
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// A corner of a node, each equally likely; `NONE` if it has no dart.
    pub(crate) fn any_corner(&self, node: u32, stream: &mut Stream) -> u32 {
        let mut corner = self.first(node);
        if corner != NONE {
            for _ in 0..stream.below(u64::from(self.degree(node))) {
                corner = self.next(corner);
            }
        }
        corner
    }
}
