//! The host graph: an arena of nodes and edges with a planar embedding and an undo log.
//!
//! Every edge is a pair of darts, one at each end; the darts around a node form a ring in clockwise
//! order (a rotation system), which is the planar embedding. Edges that leave the plane (tunnels)
//! hang in a ring of their own. Numbers are never given twice, so a match stays readable after any
//! rewrite, and the log takes changes back in the opposite order, links and all (as in Knuth's
//! dancing links: a dart that is taken out keeps its neighbours).

use crate::compile::model::{NO_MARK, Set, Symbols};

use super::labels::Labels;

/// Stands for no dart.
pub(crate) const NONE: u32 = u32::MAX;

/// One end of an edge. The other end is the dart with the last bit flipped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dart {
    /// The node it stands at.
    pub(crate) at: u32,
    next: u32,
    prev: u32,
}

#[derive(Clone, Copy, Debug)]
struct NodeSlot {
    kind: u8,
    mark: u8,
    alive: bool,
    /// Darts in the plane and outside of it.
    first: [u32; 2],
    degree: u32,
}

/// An edge without its ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeSlot {
    pub(crate) kind: u8,
    /// Only from the first dart's node to the second's?
    pub(crate) one_way: bool,
    pub(crate) tunnel: bool,
    pub(crate) alive: bool,
}

/// One entry of the log, with what is needed to take it back.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    NewNode,
    NewEdge,
    Unlink(u32),
    Kill(u32),
    Label { node: u32, kind: u8, mark: u8 },
    NodeValue { place: u32, old: i32 },
    EdgeValue { place: u32, old: i32 },
    EdgeKind { edge: u32, kind: u8 },
    Fresh,
}

/// The graph that rules rewrite.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    nodes: Vec<NodeSlot>,
    edges: Vec<EdgeSlot>,
    darts: Vec<Dart>,
    node_values: Vec<i32>,
    edge_values: Vec<i32>,
    pub(super) width: usize,
    defaults: Vec<(Set, Set, i32)>,
    /// Living edges of each kind.
    edge_counts: Vec<u32>,
    pub(crate) labels: Labels,
    pub(super) log: Vec<Change>,
    /// Nodes around which something has changed, in order.
    pub(crate) touched: Vec<u32>,
    pub(crate) fresh: i64,
}

/// Goes around the rings of a node.
pub(crate) struct Darts<'g> {
    graph: &'g Graph,
    start: u32,
    at: u32,
    /// Where the second ring begins.
    tunnels: u32,
}

impl Iterator for Darts<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.at == NONE {
            (self.start, self.at, self.tunnels) = (self.tunnels, self.tunnels, NONE);
            if self.at == NONE {
                return None;
            }
        }
        let dart = self.at;
        let next = self.graph.next(dart);
        self.at = if next == self.start { NONE } else { next };
        Some(dart)
    }
}

impl Graph {
    pub(crate) fn new(symbols: &Symbols) -> Self {
        Graph {
            nodes: Vec::new(),
            edges: Vec::new(),
            darts: Vec::new(),
            node_values: Vec::new(),
            edge_values: Vec::new(),
            width: symbols.attrs.len(),
            defaults: symbols.attrs.iter().map(|a| (a.nodes, a.edges, a.default)).collect(),
            edge_counts: vec![0; symbols.edge_kinds.len()],
            labels: Labels::new(symbols.kinds.len(), symbols.marks.len()),
            log: Vec::new(),
            touched: Vec::new(),
            fresh: 1,
        }
    }

    /// Slots of nodes, dead ones included.
    pub(crate) fn capacity(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn edge_capacity(&self) -> usize {
        self.edges.len()
    }

    pub(crate) fn alive(&self, node: u32) -> bool {
        self.nodes[node as usize].alive
    }

    #[inline]
    pub(crate) fn kind(&self, node: u32) -> u8 {
        self.nodes[node as usize].kind
    }

    #[inline]
    pub(crate) fn mark(&self, node: u32) -> u8 {
        self.nodes[node as usize].mark
    }

    #[inline]
    pub(crate) fn degree(&self, node: u32) -> u32 {
        self.nodes[node as usize].degree
    }

    pub(crate) fn value(&self, node: u32, attr: u16) -> i32 {
        self.node_values[node as usize * self.width + usize::from(attr)]
    }

    pub(crate) fn edge_value(&self, edge: u32, attr: u16) -> i32 {
        self.edge_values[edge as usize * self.width + usize::from(attr)]
    }

    #[inline]
    pub(crate) fn edge(&self, edge: u32) -> &EdgeSlot {
        &self.edges[edge as usize]
    }

    /// The nodes an edge joins, in its direction.
    pub(crate) fn ends(&self, edge: u32) -> [u32; 2] {
        [self.at(2 * edge), self.at(2 * edge + 1)]
    }

    /// The node a dart stands at.
    #[inline]
    pub(crate) fn at(&self, dart: u32) -> u32 {
        self.darts[dart as usize].at
    }

    /// The node a dart leads to.
    #[inline]
    pub(crate) fn to(&self, dart: u32) -> u32 {
        self.darts[(dart ^ 1) as usize].at
    }

    #[inline]
    pub(crate) fn next(&self, dart: u32) -> u32 {
        self.darts[dart as usize].next
    }

    #[inline]
    pub(crate) fn prev(&self, dart: u32) -> u32 {
        self.darts[dart as usize].prev
    }

    /// A dart of the node in the plane, or `NONE`.
    #[inline]
    pub(crate) fn first(&self, node: u32) -> u32 {
        self.nodes[node as usize].first[0]
    }

    /// All darts of a node: the ring in the plane, then the tunnels.
    #[inline]
    pub(crate) fn darts(&self, node: u32) -> Darts<'_> {
        let [start, tunnels] = self.nodes[node as usize].first;
        Darts { graph: self, start, at: start, tunnels }
    }

    /// The ring of a node in the plane, clockwise.
    #[inline]
    pub(crate) fn ring(&self, node: u32) -> Darts<'_> {
        let start = self.first(node);
        Darts { graph: self, start, at: start, tunnels: NONE }
    }

    fn touch(&mut self, node: u32) {
        if self.touched.last() != Some(&node) {
            self.touched.push(node);
        }
    }

    pub(crate) fn add_node(&mut self, kind: u8, mark: u8) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(NodeSlot { kind, mark, alive: true, first: [NONE; 2], degree: 0 });
        for &(kinds, _, default) in &self.defaults {
            self.node_values.push(if kinds.has(kind) { default } else { 0 });
        }
        self.labels.insert(node, kind, mark);
        self.log.push(Change::NewNode);
        self.touch(node);
        node
    }

    /// Adds an edge in the plane; its darts come after the given darts of both ends (`NONE` where
    /// an end has none yet).
    pub(crate) fn add_edge(&mut self, ends: [u32; 2], after: [u32; 2], kind: u8, one_way: bool) -> u32 {
        self.new_edge(ends, after, EdgeSlot { kind, one_way, tunnel: false, alive: true })
    }

    /// Adds an edge that leaves the plane.
    pub(crate) fn add_tunnel(&mut self, ends: [u32; 2], kind: u8, one_way: bool) -> u32 {
        let after = ends.map(|n| self.nodes[n as usize].first[1]);
        self.new_edge(ends, after, EdgeSlot { kind, one_way, tunnel: true, alive: true })
    }

    fn new_edge(&mut self, ends: [u32; 2], after: [u32; 2], slot: EdgeSlot) -> u32 {
        let edge = self.edges.len() as u32;
        self.edges.push(slot);
        for &(_, kinds, default) in &self.defaults {
            self.edge_values.push(if kinds.has(slot.kind) { default } else { 0 });
        }
        for (side, (at, after)) in ends.into_iter().zip(after).enumerate() {
            let dart = 2 * edge + side as u32;
            let ring = usize::from(slot.tunnel);
            if after == NONE {
                self.darts.push(Dart { at, next: dart, prev: dart });
                self.nodes[at as usize].first[ring] = dart;
            } else {
                let next = self.next(after);
                self.darts.push(Dart { at, next, prev: after });
                self.darts[after as usize].next = dart;
                self.darts[next as usize].prev = dart;
            }
            self.nodes[at as usize].degree += 1;
            self.touch(at);
        }
        self.edge_counts[usize::from(slot.kind)] += 1;
        self.log.push(Change::NewEdge);
        edge
    }

    /// The number of edges of these kinds.
    pub(crate) fn count_edges(&self, kinds: Set) -> i64 {
        let counts = self.edge_counts.iter().enumerate();
        counts.filter(|(kind, _)| kinds.has(*kind as u8)).map(|(_, &count)| i64::from(count)).sum()
    }

    /// The number of edges of these kinds at a node.
    pub(crate) fn degree_over(&self, node: u32, kinds: Set) -> i64 {
        self.darts(node).filter(|d| kinds.has(self.edge(d / 2).kind)).count() as i64
    }

    /// Changes a value of an edge that was there before.
    pub(crate) fn change_edge_value(&mut self, edge: u32, attr: u16, value: i32) {
        let place = edge as usize * self.width + usize::from(attr);
        self.log.push(Change::EdgeValue { place: place as u32, old: self.edge_values[place] });
        self.edge_values[place] = value;
        self.touch_ends(edge);
    }

    pub(crate) fn set_edge_kind(&mut self, edge: u32, kind: u8) {
        let old = std::mem::replace(&mut self.edges[edge as usize].kind, kind);
        self.edge_counts[usize::from(old)] -= 1;
        self.edge_counts[usize::from(kind)] += 1;
        self.log.push(Change::EdgeKind { edge, kind: old });
        self.touch_ends(edge);
    }

    fn touch_ends(&mut self, edge: u32) {
        self.ends(edge).into_iter().for_each(|node| self.touch(node));
    }

    /// Gives an edge just made the values of another.
    pub(crate) fn copy_edge_values(&mut self, from: u32, to: u32) {
        let from = from as usize * self.width;
        self.edge_values.copy_within(from..from + self.width, to as usize * self.width);
    }

    pub(crate) fn set_edge_value(&mut self, edge: u32, attr: u16, value: i32) {
        // Only ever called for an edge just made, whose undoing drops its values.
        self.edge_values[edge as usize * self.width + usize::from(attr)] = value;
    }

    fn unlink(&mut self, edge: u32) {
        let ring = usize::from(self.edges[edge as usize].tunnel);
        self.edges[edge as usize].alive = false;
        self.edge_counts[usize::from(self.edges[edge as usize].kind)] -= 1;
        for dart in [2 * edge + 1, 2 * edge] {
            let Dart { at, next, prev } = self.darts[dart as usize];
            self.darts[prev as usize].next = next;
            self.darts[next as usize].prev = prev;
            let node = &mut self.nodes[at as usize];
            node.degree -= 1;
            if next == dart {
                node.first[ring] = NONE;
            } else if node.first[ring] == dart {
                node.first[ring] = next;
            }
            self.touch(at);
        }
    }

    /// Takes an edge out.
    pub(crate) fn cut(&mut self, edge: u32) {
        self.unlink(edge);
        self.log.push(Change::Unlink(edge));
    }

    /// Takes a node out with all its edges.
    pub(crate) fn delete(&mut self, node: u32) {
        loop {
            let dart = self.darts(node).next();
            let Some(dart) = dart else { break };
            self.cut(dart / 2);
        }
        let NodeSlot { kind, mark, .. } = self.nodes[node as usize];
        self.labels.remove(node, kind, mark);
        self.nodes[node as usize].alive = false;
        self.log.push(Change::Kill(node));
        self.touch(node);
    }

    pub(crate) fn set_label(&mut self, node: u32, kind: u8, mark: u8) {
        let slot = self.nodes[node as usize];
        self.log.push(Change::Label { node, kind: slot.kind, mark: slot.mark });
        self.relabel(node, kind, mark);
    }

    fn relabel(&mut self, node: u32, kind: u8, mark: u8) {
        let slot = &mut self.nodes[node as usize];
        self.labels.remove(node, slot.kind, slot.mark);
        (slot.kind, slot.mark) = (kind, mark);
        self.labels.insert(node, kind, mark);
        self.touch(node);
    }

    pub(crate) fn set_value(&mut self, node: u32, attr: u16, value: i32) {
        let place = node as usize * self.width + usize::from(attr);
        self.log.push(Change::NodeValue { place: place as u32, old: self.node_values[place] });
        self.node_values[place] = value;
        self.touch(node);
    }

    pub(crate) fn next_fresh(&mut self) {
        self.fresh += 1;
        self.log.push(Change::Fresh);
    }

    /// A place in the log, to come back to.
    pub(crate) fn now(&self) -> usize {
        self.log.len()
    }

    /// Takes back everything since a place in the log.
    pub(crate) fn undo_to(&mut self, then: usize) {
        while self.log.len() > then {
            let Some(change) = self.log.pop() else { return };
            match change {
                Change::NewNode => {
                    if let Some(slot) = self.nodes.pop() {
                        self.labels.remove(self.nodes.len() as u32, slot.kind, slot.mark);
                        self.node_values.truncate(self.nodes.len() * self.width);
                    }
                }
                Change::NewEdge => {
                    let edge = self.edges.len() as u32 - 1;
                    self.unlink(edge);
                    self.edges.pop();
                    self.darts.truncate(2 * edge as usize);
                    self.edge_values.truncate(edge as usize * self.width);
                }
                Change::Unlink(edge) => self.relink(edge),
                Change::Kill(node) => {
                    let slot = &mut self.nodes[node as usize];
                    slot.alive = true;
                    self.labels.insert(node, slot.kind, slot.mark);
                }
                Change::Label { node, kind, mark } => self.relabel(node, kind, mark),
                Change::NodeValue { place, old } => self.node_values[place as usize] = old,
                Change::EdgeValue { place, old } => self.edge_values[place as usize] = old,
                Change::EdgeKind { edge, kind } => {
                    let new = std::mem::replace(&mut self.edges[edge as usize].kind, kind);
                    self.edge_counts[usize::from(new)] -= 1;
                    self.edge_counts[usize::from(kind)] += 1;
                }
                Change::Fresh => self.fresh -= 1,
            }
        }
    }

    /// Puts a cut edge back between the darts it stood between.
    fn relink(&mut self, edge: u32) {
        let ring = usize::from(self.edges[edge as usize].tunnel);
        self.edges[edge as usize].alive = true;
        self.edge_counts[usize::from(self.edges[edge as usize].kind)] += 1;
        for dart in [2 * edge, 2 * edge + 1] {
            let Dart { at, next, prev } = self.darts[dart as usize];
            self.darts[prev as usize].next = dart;
            self.darts[next as usize].prev = dart;
            let node = &mut self.nodes[at as usize];
            node.degree += 1;
            if node.first[ring] == NONE {
                node.first[ring] = dart;
            }
        }
    }

    /// Forgets how to go back beyond this point.
    pub(crate) fn forget(&mut self) {
        self.log.clear();
    }

    /// The living nodes.
    pub(crate) fn living(&self) -> impl Iterator<Item = u32> {
        (0..self.nodes.len() as u32).filter(|&n| self.alive(n))
    }

    /// Is the node without kind marks of its own?
    pub(crate) fn is_unmarked(&self, node: u32) -> bool {
        self.mark(node) == NO_MARK
    }
}
