//! GrammarFinding a left side in the graph.
//!
//! A match maps the nodes of the pattern one to one to nodes of the graph, so that every link is
//! there, every guard holds and no forbidden pattern can be added; further edges of the graph do
//! not matter. The search is depth first along the plan made when the grammar was compiled: from one
//! root it costs at most the product of the degrees it meets, whatever the size of the graph.

use mapkiln_core::Stream;

use crate::compile::model::{Filter, Forbidden, Link, LinkKind, Pattern, PlanStep};
use crate::compile::{Expr, Facts};

use super::graph::{Graph, NONE};

/// One search for one pattern; its buffers are reused from root to root.
pub(crate) struct Matcher<'a> {
    graph: &'a Graph,
    pattern: &'a Pattern,
    params: &'a [i64],
    /// Chooses the order of neighbours; without it all are taken in order.
    stream: Option<&'a mut Stream>,
    bound: &'a mut Bound,
    /// The farthest step of the plan that was reached.
    pub(crate) deepest: usize,
}

/// The buffers of a matcher.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bound {
    /// The graph's node of each pattern node, forbidden ones after them.
    nodes: Vec<u32>,
    /// Neighbours still to try, of all steps in progress.
    pool: Vec<u32>,
}

impl<'a> Matcher<'a> {
    pub(crate) fn new(
        graph: &'a Graph,
        pattern: &'a Pattern,
        params: &'a [i64],
        stream: Option<&'a mut Stream>,
        bound: &'a mut Bound,
    ) -> Self {
        let own = pattern.nots.iter().map(|n| n.nodes.len()).max().unwrap_or(0);
        bound.nodes.clear();
        bound.nodes.resize(pattern.nodes.len() + own, NONE);
        bound.pool.clear();
        Matcher { graph, pattern, params, stream, bound, deepest: 0 }
    }

    /// Calls a function with each match from a root until it says to stop; did it?
    pub(crate) fn at_root(&mut self, root: u32, found: &mut impl FnMut(&[u32]) -> bool) -> bool {
        let slot = self.pattern.root;
        if !self.graph.alive(root) || !self.accepts(self.pattern.nodes[slot].filter, root) {
            return false;
        }
        self.bound.nodes[slot] = root;
        let stop = self.step(0, found);
        self.bound.nodes[slot] = NONE;
        stop
    }

    fn accepts(&self, filter: Filter, node: u32) -> bool {
        filter.accepts(self.graph.kind(node), self.graph.mark(node))
    }

    fn step(&mut self, number: usize, found: &mut impl FnMut(&[u32]) -> bool) -> bool {
        self.deepest = self.deepest.max(number);
        let pattern = self.pattern;
        let Some(step) = pattern.steps.get(number) else {
            return found(&self.bound.nodes[..pattern.nodes.len()]);
        };
        match *step {
            PlanStep::Guard { guard } => self.holds(&pattern.guards[guard]) && self.step(number + 1, found),
            PlanStep::Check { link } => self.linked(&pattern.links[link]) && self.step(number + 1, found),
            PlanStep::Absent { not } => !self.present(&pattern.nots[not], 0) && self.step(number + 1, found),
            PlanStep::Extend { link, from, to } => {
                let start = self.bound.pool.len();
                self.collect(&pattern.links[link], from, to, pattern.nodes[to].filter);
                let mut stop = false;
                let mut left = self.bound.pool.len();
                while left > start && !stop {
                    let chosen = match &mut self.stream {
                        Some(stream) => start + stream.index(left - start),
                        None => left - 1,
                    };
                    left -= 1;
                    self.bound.pool.swap(chosen, left);
                    self.bound.nodes[to] = self.bound.pool[left];
                    stop = self.step(number + 1, found);
                }
                self.bound.nodes[to] = NONE;
                self.bound.pool.truncate(start);
                stop
            }
        }
    }

    /// Puts the nodes that can be bound to `to` over a link from `from` into the pool, each once.
    fn collect(&mut self, link: &Link, from: usize, to: usize, filter: Filter) {
        let (graph, start) = (self.graph, self.bound.pool.len());
        let node = self.bound.nodes[from];
        match &link.kind {
            LinkKind::Edge { .. } => {
                for dart in graph.darts(node) {
                    let other = graph.to(dart);
                    if self.accepts(filter, other)
                        && !self.bound.nodes.contains(&other)
                        && self.edge_fits(dart / 2, link, if link.a == to { other } else { node })
                    {
                        self.bound.pool.push(other);
                    }
                }
            }
            LinkKind::Near { reach } => {
                let Bound { nodes, pool } = &mut *self.bound;
                graph.near(node, *reach, |other| {
                    if filter.accepts(graph.kind(other), graph.mark(other)) && !nodes.contains(&other) {
                        pool.push(other);
                    }
                });
            }
        }
        // Parallel edges and faces lead to the same node several times.
        let tail = &mut self.bound.pool[start..];
        if tail.len() > 1 {
            tail.sort_unstable();
            let mut kept = start + 1;
            for i in start + 1..self.bound.pool.len() {
                if self.bound.pool[i] != self.bound.pool[kept - 1] {
                    self.bound.pool[kept] = self.bound.pool[i];
                    kept += 1;
                }
            }
            self.bound.pool.truncate(kept);
        }
    }

    /// Has an edge the kind, direction and values that a link wants?
    fn edge_fits(&self, edge: u32, link: &Link, first: u32) -> bool {
        let LinkKind::Edge { kinds, forward, guards } = &link.kind else { return false };
        let slot = self.graph.edge(edge);
        kinds >> slot.kind & 1 == 1
            && (!forward || (slot.one_way && self.graph.ends(edge)[0] == first))
            && guards.iter().all(|(attr, op, value)| {
                op.holds(i64::from(self.graph.edge_value(edge, *attr)), value.eval(self))
            })
    }

    /// Is a link there between two bound nodes?
    fn linked(&mut self, link: &Link) -> bool {
        let (a, b) = (self.bound.nodes[link.a], self.bound.nodes[link.b]);
        match &link.kind {
            LinkKind::Edge { .. } => {
                // From the end with fewer edges.
                let (from, to) = if self.graph.degree(a) <= self.graph.degree(b) { (a, b) } else { (b, a) };
                self.graph.darts(from).any(|d| self.graph.to(d) == to && self.edge_fits(d / 2, link, a))
            }
            LinkKind::Near { reach } => {
                let mut found = false;
                self.graph.near(a, *reach, |other| found |= other == b);
                found
            }
        }
    }

    /// Can the forbidden pattern be completed from this step on?
    fn present(&mut self, not: &Forbidden, number: usize) -> bool {
        match not.steps.get(number) {
            None => true,
            Some(PlanStep::Check { link }) => self.linked(&not.links[*link]) && self.present(not, number + 1),
            Some(PlanStep::Extend { link, from, to }) => {
                let start = self.bound.pool.len();
                let own = to - self.pattern.nodes.len();
                self.collect(&not.links[*link], *from, *to, not.nodes[own].filter);
                let mut found = false;
                for place in start..self.bound.pool.len() {
                    self.bound.nodes[*to] = self.bound.pool[place];
                    found = self.present(not, number + 1);
                    if found {
                        break;
                    }
                }
                self.bound.nodes[*to] = NONE;
                self.bound.pool.truncate(start);
                found
            }
            Some(PlanStep::Guard { .. } | PlanStep::Absent { .. }) => self.present(not, number + 1),
        }
    }

    fn holds(&self, guard: &Expr) -> bool {
        guard.eval(self) != 0
    }

    /// The edge that a link is matched to, given a match.
    pub(crate) fn edge_of(&mut self, link: &Link, matched: &[u32]) -> Option<u32> {
        self.bound.nodes[..matched.len()].copy_from_slice(matched);
        let (a, b) = (matched[link.a], matched[link.b]);
        let edge = self
            .graph
            .darts(a)
            .find(|&d| self.graph.to(d) == b && self.edge_fits(d / 2, link, a))
            .map(|d| d / 2);
        self.bound.nodes.fill(NONE);
        edge
    }
}

impl Facts for Matcher<'_> {
    fn param(&self, index: usize) -> i64 {
        self.params[index]
    }

    fn value(&self, node: usize, attr: u16) -> i64 {
        i64::from(self.graph.value(self.bound.nodes[node], attr))
    }

    fn degree(&self, node: usize) -> i64 {
        i64::from(self.graph.degree(self.bound.nodes[node]))
    }

    fn distance(&self, a: usize, b: usize, limit: i64) -> i64 {
        distance(self.graph, self.bound.nodes[a], self.bound.nodes[b], limit)
    }

    fn count(&self, filter: Filter) -> i64 {
        self.graph.labels.count(filter) as i64
    }

    fn fresh(&self) -> i64 {
        self.graph.fresh
    }
}

/// What an expression sees of a match.
pub(crate) struct Seen<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) matched: &'a [u32],
    pub(crate) params: &'a [i64],
}

impl Facts for Seen<'_> {
    fn param(&self, index: usize) -> i64 {
        self.params[index]
    }

    fn value(&self, node: usize, attr: u16) -> i64 {
        i64::from(self.graph.value(self.matched[node], attr))
    }

    fn degree(&self, node: usize) -> i64 {
        i64::from(self.graph.degree(self.matched[node]))
    }

    fn distance(&self, a: usize, b: usize, limit: i64) -> i64 {
        distance(self.graph, self.matched[a], self.matched[b], limit)
    }

    fn count(&self, filter: Filter) -> i64 {
        self.graph.labels.count(filter) as i64
    }

    fn fresh(&self) -> i64 {
        self.graph.fresh
    }
}

/// Edges on the shortest way between two nodes, `limit + 1` if there is none that short.
fn distance(graph: &Graph, a: u32, b: u32, limit: i64) -> i64 {
    if a == b {
        return 0;
    }
    let mut seen = std::collections::BTreeSet::from([a]);
    let mut ring = vec![a];
    for far in 1..=limit {
        let mut next = Vec::new();
        for &node in &ring {
            for dart in graph.darts(node) {
                let other = graph.to(dart);
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
