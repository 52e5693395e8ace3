//! Which nodes may be the root of a match: the memo of failed roots.
//!
//! Each rule keeps a list of the nodes that could be its root. One that fails is taken off, and comes
//! back only when something changes within the pattern's reach of it (as in MarkovJunior, which
//! searches again only what has changed). So a rule that fails costs what has changed since it
//! failed the last time, and not the whole graph.

use mapkiln_core::Stream;

use crate::compile::model::Pattern;

use super::graph::{Graph, NONE};

/// The possible roots of one rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates {
    ready: bool,
    list: Vec<u32>,
    /// Each node's place in the list.
    places: Vec<u32>,
    /// The number of the graph's touched nodes that were processed.
    seen: usize,
    /// How many there were when the list was last filled from scratch.
    filled: usize,
}

/// The number of touched nodes before one that are compared to see whether it was just visited.
const RECENT: usize = 8;

impl Candidates {
    /// Forgets everything: the graph has been taken back.
    pub(crate) fn reset(&mut self) {
        self.ready = false;
    }

    /// Brings the list up to date with the graph.
    pub(crate) fn update(&mut self, graph: &Graph, pattern: &Pattern, around: &mut Around) {
        if !self.ready {
            self.fill(graph, pattern);
            return;
        }
        let filter = pattern.nodes[pattern.root].filter;
        self.places.resize(graph.capacity(), NONE);
        let touched = &graph.touched[self.seen..];
        for (place, &centre) in touched.iter().enumerate() {
            // A rewrite touches the same few nodes several times; once is enough.
            if touched[place.saturating_sub(RECENT)..place].contains(&centre) {
                continue;
            }
            around.visit(graph, centre, pattern.radius, |node| {
                if self.places[node as usize] == NONE && filter.accepts(graph.kind(node), graph.mark(node)) {
                    self.places[node as usize] = self.list.len() as u32;
                    self.list.push(node);
                }
            });
        }
        self.seen = graph.touched.len();
    }

    fn fill(&mut self, graph: &Graph, pattern: &Pattern) {
        self.ready = true;
        self.list.clear();
        for list in graph.labels.lists(pattern.nodes[pattern.root].filter) {
            self.list.extend_from_slice(list);
        }
        self.places.clear();
        self.places.resize(graph.capacity(), NONE);
        for (place, &node) in self.list.iter().enumerate() {
            self.places[node as usize] = place as u32;
        }
        self.seen = graph.touched.len();
        self.filled = graph.touched.len();
    }

    /// Where a change anywhere may matter: fills the list again if there was one since.
    pub(crate) fn refill_if_stale(&mut self, graph: &Graph, pattern: &Pattern) -> bool {
        let stale = self.filled != graph.touched.len();
        if stale {
            self.fill(graph, pattern);
        }
        stale
    }

    /// One of the candidates, each equally likely.
    pub(crate) fn pick(&self, stream: &mut Stream) -> Option<u32> {
        stream.pick(&self.list).copied()
    }

    pub(crate) fn list(&self) -> &[u32] {
        &self.list
    }

    /// Draws some of the candidates, each once and all equally likely; they stay on the list.
    pub(crate) fn draw(&mut self, count: usize, stream: &mut Stream) -> Vec<u32> {
        let left = self.list.len();
        for end in (left.saturating_sub(count)..left).rev() {
            let chosen = stream.index(end + 1);
            self.list.swap(chosen, end);
            self.places[self.list[chosen] as usize] = chosen as u32;
            self.places[self.list[end] as usize] = end as u32;
        }
        self.list[left.saturating_sub(count)..].iter().rev().copied().collect()
    }

    /// Takes a candidate off that is the root of no match.
    pub(crate) fn remove(&mut self, node: u32) {
        let place = std::mem::replace(&mut self.places[node as usize], NONE) as usize;
        self.list.swap_remove(place);
        if let Some(&moved) = self.list.get(place) {
            self.places[moved as usize] = place as u32;
        }
    }
}

/// Visits the nodes around one; its buffers are reused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around {
    round: u32,
    stamps: Vec<u32>,
    queue: Vec<u32>,
}

impl Around {
    fn visit(&mut self, graph: &Graph, centre: u32, radius: u32, mut f: impl FnMut(u32)) {
        if !graph.alive(centre) {
            return;
        }
        if radius == 0 {
            f(centre);
            return;
        }
        self.round = self.round.wrapping_add(1);
        self.stamps.resize(graph.capacity().max(self.stamps.len()), 0);
        self.queue.clear();
        self.queue.push(centre);
        self.stamps[centre as usize] = self.round;
        let mut done = 0;
        for far in 0..=radius {
            let end = self.queue.len();
            while done < end {
                let node = self.queue[done];
                done += 1;
                f(node);
                if far < radius {
                    for dart in graph.darts(node) {
                        let other = graph.to(dart);
                        if self.stamps[other as usize] != self.round {
                            self.stamps[other as usize] = self.round;
                            self.queue.push(other);
                        }
                    }
                }
            }
        }
    }
}
