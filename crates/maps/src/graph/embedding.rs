//! The planar embedding of a level graph, as darts around nodes.

use super::LevelGraph;

/// Darts (half-edges) around nodes: dart 2e starts at the first end of edge e, dart 2e + 1 at the second.
pub struct Embedding {
    /// The next dart clockwise around the same node; `None` for darts of tunnels.
    pub next: Vec<Option<u32>>,
    /// The node at which each dart starts.
    pub at: Vec<u32>,
    /// A dart of each node, if it has one.
    first: Vec<Option<u32>>,
}

impl Embedding {
    /// Reads the embedding of a level that has one; each dart must occur in exactly one ring.
    pub fn of(level: &LevelGraph) -> Self {
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
    pub fn ring(&self, node: usize) -> impl Iterator<Item = u32> {
        self.first[node].into_iter().flat_map(|first| self.ring_after(first))
    }

    /// The darts around a node, clockwise, starting after one and ending with it.
    pub fn ring_after(&self, dart: u32) -> impl Iterator<Item = u32> {
        let mut at = self.next[dart as usize];
        std::iter::from_fn(move || {
            let now = at?;
            at = if now == dart { None } else { self.next[now as usize] };
            Some(now)
        })
    }

    /// The number of faces.
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
pub(super) fn is_planar(level: &LevelGraph) -> bool {
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
    // A node without edges has no darts, so its face is not counted above.
    level.nodes.len() + embedding.faces() + lone == edges + 2 * count
}
