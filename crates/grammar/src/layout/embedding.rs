//! The planar embedding of a level, as darts around nodes.

use crate::compile::model::{Kind, Symbols};
use crate::engine::graph::{Graph, NONE};
use crate::level::{EdgeDetail, Level};

/// Darts around nodes: dart 2e stands at the first end of edge e, dart 2e + 1 at the second.
pub(crate) struct Embedding {
    /// The next dart clockwise around the same node; `None` for darts of tunnels.
    pub(crate) next: Vec<Option<u32>>,
    /// The node each dart stands at.
    pub(crate) at: Vec<u32>,
    /// A dart of each node, where it has one.
    first: Vec<Option<u32>>,
}

impl Embedding {
    /// Reads the embedding of a level that has one; each dart must stand in exactly one ring.
    pub(crate) fn of(level: &Level) -> Self {
        let mut next = vec![None; 2 * level.edges.len()];
        let at: Vec<u32> = level.edges.iter().flatten().copied().collect();
        let mut first = vec![None; level.nodes.len()];
        for (node, ring) in level.around.iter().enumerate() {
            let dart = |e: u32| 2 * e + u32::from(level.edges[e as usize][0] as usize != node);
            first[node] = ring.first().map(|&e| dart(e));
            for (i, &e) in ring.iter().enumerate() {
                next[dart(e) as usize] = Some(dart(ring[(i + 1) % ring.len()]));
            }
        }
        Embedding { next, at, first }
    }

    /// The darts around a node, clockwise.
    pub(crate) fn ring(&self, node: usize) -> impl Iterator<Item = u32> {
        self.first[node].into_iter().flat_map(|first| self.ring_after(first))
    }

    /// The darts around a node, clockwise, beginning after one and ending with it.
    pub(crate) fn ring_after(&self, dart: u32) -> impl Iterator<Item = u32> {
        let mut at = self.next[dart as usize];
        std::iter::from_fn(move || {
            let now = at?;
            at = if now == dart { None } else { self.next[now as usize] };
            Some(now)
        })
    }

    /// How many faces the rings close.
    fn faces(&self) -> usize {
        let mut seen = vec![false; self.next.len()];
        let mut faces = 0;
        for start in 0..self.next.len() {
            if seen[start] || self.next[start].is_none() {
                continue;
            }
            faces += 1;
            let mut at = start;
            while !std::mem::replace(&mut seen[at], true) {
                // From a corner along the face to the next one.
                match self.next[at] {
                    Some(next) => at = (next ^ 1) as usize,
                    None => break,
                }
            }
        }
        faces
    }
}

/// Does a level's embedding obey Euler's formula, nodes - edges + faces = 2 in each part?
pub(crate) fn embedding_is_planar(level: &Level) -> bool {
    let embedding = Embedding::of(level);
    let mut parts: Vec<usize> = (0..level.nodes.len()).collect();
    fn root(parts: &mut [usize], mut node: usize) -> usize {
        while parts[node] != node {
            parts[node] = parts[parts[node]];
            node = parts[node];
        }
        node
    }
    let mut edges = 0;
    for (e, &[a, b]) in level.edges.iter().enumerate() {
        if embedding.next[2 * e].is_some() {
            edges += 1;
            let (a, b) = (root(&mut parts, a as usize), root(&mut parts, b as usize));
            parts[a] = b;
        }
    }
    let lone = level.around.iter().filter(|r| r.is_empty()).count();
    let count = (0..parts.len()).filter(|&n| parts[n] == n).count();
    // A node without edges closes no face of its own here, but stands in one.
    level.nodes.len() + embedding.faces() + lone == edges + 2 * count
}

/// A level with an embedding of its own: every edge that finds a common face of its ends is drawn,
/// the rest become tunnels. Tried edge by edge, so a planar level may get tunnels all the same.
pub(crate) fn embed(level: &Level) -> Level {
    let kind = Kind { below: 1, ..Kind::default() };
    let symbols = Symbols {
        kinds: vec![kind.clone()],
        edge_kinds: vec![kind.clone()],
        marks: vec![kind],
        mark_on: vec![1],
        ..Symbols::default()
    };
    let mut graph = Graph::new(&symbols);
    for _ in &level.nodes {
        graph.add_node(0, 0);
    }
    // Edges that join two parts first: a tree always fits.
    let mut part: Vec<usize> = (0..level.nodes.len()).collect();
    let (mut tree, mut rest) = (Vec::new(), Vec::new());
    for (e, ends) in level.edges.iter().enumerate() {
        let [a, b] = ends.map(|n| part[n as usize]);
        if a == b {
            rest.push(e);
        } else {
            tree.push(e);
            part.iter_mut().filter(|p| **p == b).for_each(|p| *p = a);
        }
    }
    let mut numbers = vec![0; level.edges.len()];
    let mut tunnels = Vec::new();
    let joined = tree.len();
    for (i, e) in tree.into_iter().chain(rest).enumerate() {
        let ends = level.edges[e];
        let wanted = level.detail(e).is_some_and(|d| d.tunnel);
        let corners = if wanted {
            None
        } else if i < joined {
            Some(ends.map(|n| graph.first(n)))
        } else if ends.iter().any(|&n| graph.first(n) == NONE) {
            Some(ends.map(|n| graph.first(n)))
        } else {
            graph.common_corners(ends[0], ends[1], u32::MAX).first().copied()
        };
        let made = match corners {
            Some(corners) => graph.add_edge(ends, corners, 0, false),
            None => {
                tunnels.push(e as u32);
                graph.add_tunnel(ends, 0, false)
            }
        };
        numbers[made as usize] = e as u32;
    }
    let mut embedded = level.clone();
    embedded.around = (0..level.nodes.len() as u32)
        .map(|n| graph.ring(n).map(|d| numbers[(d / 2) as usize]).collect())
        .collect();
    for edge in tunnels {
        match embedded.details.binary_search_by_key(&edge, |d| d.edge) {
            Ok(place) => embedded.details[place].tunnel = true,
            Err(place) => {
                embedded.details.insert(place, EdgeDetail { edge, tunnel: true, ..EdgeDetail::default() });
            }
        }
    }
    embedded
}
