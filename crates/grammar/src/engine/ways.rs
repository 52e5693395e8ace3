//! Ways through the graph: how far one node is from another, and around what.

use std::collections::VecDeque;

use crate::compile::model::Set;

use super::graph::Graph;

/// How one-way edges are walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    /// Both ways.
    Either,
    /// From their first end to their second.
    Along,
    /// From their second end to their first.
    Against,
}

impl Graph {
    /// Visits all nodes in reach over edges of these kinds, nearest first, with their distance, until
    /// the visitor says how to go on: stop, go no further from here, or go on.
    pub(crate) fn spread(
        &self,
        from: u32,
        kinds: Set,
        sense: Sense,
        limit: u32,
        mut visit: impl FnMut(u32, u32) -> Spread,
    ) {
        let mut seen = vec![false; self.capacity()];
        seen[from as usize] = true;
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((node, far)) = queue.pop_front() {
            if far >= limit {
                return;
            }
            for dart in self.darts(node) {
                let slot = self.edge(dart / 2);
                let closed = slot.one_way
                    && match sense {
                        Sense::Either => false,
                        Sense::Along => dart & 1 == 1,
                        Sense::Against => dart & 1 == 0,
                    };
                let other = self.to(dart);
                if closed || !kinds.has(slot.kind) || std::mem::replace(&mut seen[other as usize], true) {
                    continue;
                }
                match visit(other, far + 1) {
                    Spread::Stop => return,
                    Spread::NoFurther => {}
                    Spread::On => queue.push_back((other, far + 1)),
                }
            }
        }
    }

    /// Edges on the shortest way between two nodes, `limit + 1` if there is none that short.
    pub(crate) fn distance(&self, a: u32, b: u32, limit: i64) -> i64 {
        if a == b {
            return 0;
        }
        let mut seen = std::collections::BTreeSet::from([a]);
        let mut ring = vec![a];
        for far in 1..=limit {
            let mut next = Vec::new();
            for &node in &ring {
                for dart in self.darts(node) {
                    let other = self.to(dart);
                    if other == b {
                        return far;
                    }
                    if seen.insert(other) {
                        next.push(other);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            ring = next;
        }
        limit + 1
    }
}

/// What follows a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread {
    Stop,
    NoFurther,
    On,
}
