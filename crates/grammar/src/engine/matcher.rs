//! Finding a left side in the graph.
//!
//! A match maps the nodes of the pattern one to one to nodes of the graph, so that every link is
//! there, every guard holds and no forbidden pattern can be added; further edges of the graph do
//! not matter. The search is depth first along the plan made when the grammar was compiled: from one
//! root it costs at most the product of the degrees it meets, whatever the size of the graph.

use std::cell::RefCell;

use mapkiln_core::Stream;

use crate::compile::model::{Filter, Forbidden, Link, LinkKind, Pattern, PlanStep, Set};
use crate::compile::{Expr, Facts, Without};

use super::graph::{Graph, NONE};
use super::ways::{Sense, Spread};

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
    /// The graph's edge of each edge that the pattern names.
    edges: Vec<u32>,
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
        bound.edges.clear();
        bound.edges.resize(pattern.edges.len(), NONE);
        bound.pool.clear();
        Matcher { graph, pattern, params, stream, bound, deepest: 0 }
    }

    /// Calls a function with the nodes and edges of each match from a root until it says to stop; did it?
    pub(crate) fn at_root(&mut self, root: u32, found: &mut impl FnMut(&[u32], &[u32]) -> bool) -> bool {
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

    fn step(&mut self, number: usize, found: &mut impl FnMut(&[u32], &[u32]) -> bool) -> bool {
        self.deepest = self.deepest.max(number);
        let pattern = self.pattern;
        let Some(step) = pattern.steps.get(number) else {
            return found(&self.bound.nodes[..pattern.nodes.len()], &self.bound.edges);
        };
        match *step {
            PlanStep::Guard { guard } => self.holds(&pattern.guards[guard]) && self.step(number + 1, found),
            PlanStep::Check { link } => self.linked(&pattern.links[link]) && self.step(number + 1, found),
            PlanStep::Edge { link } => self.bind_edge(link, number, found),
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

    /// Tries each edge that a link between bound nodes can stand for.
    fn bind_edge(
        &mut self,
        link: usize,
        number: usize,
        found: &mut impl FnMut(&[u32], &[u32]) -> bool,
    ) -> bool {
        let link = &self.pattern.links[link];
        let LinkKind::Edge { named: Some(slot), .. } = link.kind else { return false };
        let (a, b) = (self.bound.nodes[link.a], self.bound.nodes[link.b]);
        let start = self.bound.pool.len();
        for dart in self.graph.darts(a) {
            let edge = dart / 2;
            if self.graph.to(dart) == b && !self.bound.edges.contains(&edge) && self.edge_fits(edge, link, a)
            {
                self.bound.pool.push(edge);
            }
        }
        let mut stop = false;
        let mut left = self.bound.pool.len();
        while left > start && !stop {
            let chosen = match &mut self.stream {
                Some(stream) if left - start > 1 => start + stream.index(left - start),
                _ => left - 1,
            };
            left -= 1;
            self.bound.pool.swap(chosen, left);
            self.bound.edges[slot] = self.bound.pool[left];
            stop = self.step(number + 1, found);
        }
        self.bound.edges[slot] = NONE;
        self.bound.pool.truncate(start);
        stop
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
                let Bound { nodes, pool, .. } = &mut *self.bound;
                graph.near(node, *reach, |other| {
                    if filter.accepts(graph.kind(other), graph.mark(other)) && !nodes.contains(&other) {
                        pool.push(other);
                    }
                });
            }
            LinkKind::Way { .. } => {}
        }
        if let LinkKind::Way { kinds, forward, low, high } = &link.kind {
            let Bound { nodes, pool, .. } = &mut *self.bound;
            let sense = if !forward {
                Sense::Either
            } else if link.b == to {
                Sense::Along
            } else {
                Sense::Against
            };
            graph.spread(node, *kinds, sense, *high, |other, far| {
                let fits = filter.accepts(graph.kind(other), graph.mark(other));
                if far >= *low && fits && !nodes.contains(&other) {
                    pool.push(other);
                }
                Spread::On
            });
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
        let LinkKind::Edge { kinds, forward, guards, .. } = &link.kind else { return false };
        let slot = self.graph.edge(edge);
        kinds.has(slot.kind)
            && (!forward || (slot.one_way && self.graph.ends(edge)[0] == first))
            && guards.iter().all(|(attr, op, value)| {
                op.holds(i64::from(self.graph.edge_value(edge, *attr)), value.eval(&self.seen()))
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
            LinkKind::Way { kinds, forward, low, high } => {
                let sense = if *forward { Sense::Along } else { Sense::Either };
                let mut found = false;
                self.graph.spread(a, *kinds, sense, *high, |other, far| {
                    found |= other == b && far >= *low;
                    if other == b { Spread::Stop } else { Spread::On }
                });
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
            Some(PlanStep::Guard { .. } | PlanStep::Absent { .. } | PlanStep::Edge { .. }) => {
                self.present(not, number + 1)
            }
        }
    }

    fn holds(&self, guard: &Expr) -> bool {
        guard.eval(&self.seen()) != 0
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

impl Matcher<'_> {
    fn seen(&self) -> Seen<'_> {
        Seen::new(self.graph, &self.bound.nodes, &self.bound.edges, self.params)
    }
}

/// What an expression sees of a match.
pub(crate) struct Seen<'a> {
    graph: &'a Graph,
    matched: &'a [u32],
    edges: &'a [u32],
    params: &'a [i64],
    /// Where random values come from.
    stream: Option<RefCell<&'a mut Stream>>,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(graph: &'a Graph, matched: &'a [u32], edges: &'a [u32], params: &'a [i64]) -> Self {
        Seen { graph, matched, edges, params, stream: None }
    }

    /// The same with random values.
    pub(crate) fn with_random(self, stream: &'a mut Stream) -> Self {
        Seen { stream: Some(RefCell::new(stream)), ..self }
    }
}

impl Facts for Seen<'_> {
    fn param(&self, index: usize) -> i64 {
        self.params[index]
    }

    fn value(&self, node: usize, attr: u16) -> i64 {
        i64::from(self.graph.value(self.matched[node], attr))
    }

    fn edge_value(&self, edge: usize, attr: u16) -> i64 {
        i64::from(self.graph.edge_value(self.edges[edge], attr))
    }

    fn degree(&self, node: usize) -> i64 {
        i64::from(self.graph.degree(self.matched[node]))
    }

    fn degree_over(&self, node: usize, kinds: Set) -> i64 {
        self.graph.degree_over(self.matched[node], kinds)
    }

    fn distance(&self, a: usize, b: usize, limit: i64) -> i64 {
        self.graph.distance(self.matched[a], self.matched[b], limit)
    }

    fn way(&self, a: usize, b: usize, without: &Without, forward: bool, limit: i64) -> Option<i64> {
        let (from, to) = (self.matched[a], self.matched[b]);
        if from == to {
            return Some(0);
        }
        let blocked: Vec<u32> = without.nodes.iter().map(|&n| self.matched[n]).collect();
        let sense = if forward { Sense::Along } else { Sense::Either };
        let mut found = None;
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        self.graph.spread(from, !without.edges, sense, limit, |node, far| {
            if node == to {
                found = Some(i64::from(far));
                return Spread::Stop;
            }
            let label = (self.graph.kind(node), self.graph.mark(node));
            let closed =
                blocked.contains(&node) || without.filters.iter().any(|f| f.accepts(label.0, label.1));
            if closed { Spread::NoFurther } else { Spread::On }
        });
        found
    }

    fn count(&self, filter: Filter) -> i64 {
        self.graph.labels.count(filter) as i64
    }

    fn count_edges(&self, kinds: Set) -> i64 {
        self.graph.count_edges(kinds)
    }

    fn fresh(&self) -> i64 {
        self.graph.fresh
    }

    fn random(&self, below: u64) -> u64 {
        self.stream.as_ref().map_or(0, |stream| stream.borrow_mut().below(below.max(1)))
    }
}
