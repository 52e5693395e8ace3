//! Level graphs: rooms and the ways between them, before they are laid out in space.

mod embedding;
mod planarity;

use std::collections::BTreeMap;

use mapkiln_core::Limit;
use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::plan::RoomShape;

pub use embedding::Embedding;
pub use planarity::planar_rotation;

/// A level as a graph: rooms and the ways between them, before they are laid out in space.
///
/// ```
/// use mapkiln_maps::graph::{LevelGraph, Node};
/// let node = |id, kind: &str| Node { id, kind: kind.to_owned(), ..Node::default() };
/// let nodes = vec![node(0, "Hall"), node(1, "Cell"), node(2, "Cell")];
/// let graph = LevelGraph { nodes, edges: vec![[0, 1], [0, 2]], ..LevelGraph::default() };
/// assert_eq!(graph.count("Cell", None), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelGraph {
    /// The name of the grammar that made it; empty if it was drawn by hand.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub grammar: String,
    /// The nodes; a node's id is its index in this list.
    pub nodes: Vec<Node>,
    /// The edges as pairs of node ids.
    pub edges: Vec<[u32; 2]>,
    /// What is special about single edges, in the order of the edges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<EdgeDetail>,
    /// The planar embedding: for each node its edges clockwise, as indices into `edges`. Tunnels are
    /// left out. Empty if no embedding is known; then the layout finds its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub around: Vec<Vec<u32>>,
    /// The size of each kind of node in space; other kinds are ordinary rooms.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shapes: BTreeMap<String, KindShape>,
    /// Room templates of a kind, drawn as text: `.` floor, `#` wall, `+` a wall that may have a door.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub templates: BTreeMap<String, Vec<String>>,
}

/// A node of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Node {
    /// Its number, counted from 0.
    pub id: u32,
    /// Its kind, such as `Room`.
    pub kind: String,
    /// Its mark, such as `enemy`; empty if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// What it means to a game: `start`, `exit`, `enemies`, `treasure`, `boss`, `cell` or any word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub means: Vec<String>,
    /// Its attributes that differ from 0.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, i32>,
    /// Its attributes that are texts and not empty; `name` is what it is called.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub texts: BTreeMap<String, String>,
}

impl Node {
    /// Does the grammar say that it means this word?
    pub fn is(&self, word: &str) -> bool {
        self.means.iter().any(|w| w == word)
    }
}

/// What is special about an edge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EdgeDetail {
    /// The edge's index in the list of edges.
    pub edge: u32,
    /// Its kind; empty for an ordinary way.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Can it be walked only from its first node to its second?
    #[serde(default, skip_serializing_if = "is_false")]
    pub one_way: bool,
    /// Does it leave the plane? Then it is laid out as a pair of stairs.
    #[serde(default, skip_serializing_if = "is_false")]
    pub tunnel: bool,
    /// What it means: `secret`, `barred`, `portcullis`, `arch`…
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub means: Vec<String>,
    /// Its attributes that differ from 0; `lock` is the number of the key that opens it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, i32>,
    /// Its attributes that are texts and not empty.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub texts: BTreeMap<String, String>,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// The size of a kind of node in space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindShape {
    /// Minimum and maximum width in cells; a room with many doors may be wider.
    pub width: [i32; 2],
    /// Minimum and maximum height in cells.
    pub height: [i32; 2],
    /// Is it laid out as a corridor, without doors, instead of as a room?
    #[serde(default, skip_serializing_if = "is_false")]
    pub passage: bool,
    /// Its shape within that size. Default a rectangle.
    #[serde(default, skip_serializing_if = "RoomShape::is_rectangle")]
    pub form: RoomShape,
}

impl Default for KindShape {
    fn default() -> Self {
        KindShape { width: [4, 7], height: [3, 5], passage: false, form: RoomShape::Rectangle }
    }
}

impl LevelGraph {
    /// The number of nodes of exactly this kind and, if given, this mark.
    pub fn count(&self, kind: &str, mark: Option<&str>) -> usize {
        self.nodes.iter().filter(|n| n.kind == kind && mark.is_none_or(|m| n.mark == m)).count()
    }

    /// What is special about an edge, if anything.
    pub fn detail(&self, edge: usize) -> Option<&EdgeDetail> {
        let found = self.details.binary_search_by_key(&(edge as u32), |d| d.edge).ok()?;
        Some(&self.details[found])
    }

    /// The neighbours of every node with the edge that leads there, tunnels and one-way edges
    /// (from both ends) included.
    pub fn neighbours(&self) -> Vec<Vec<(u32, u32)>> {
        let mut lists = vec![Vec::new(); self.nodes.len()];
        for (e, &[a, b]) in self.edges.iter().enumerate() {
            lists[a as usize].push((b, e as u32));
            lists[b as usize].push((a, e as u32));
        }
        lists
    }
}

impl Document for LevelGraph {
    const KIND: &'static str = "level";
    const VERSION: u32 = 1;

    fn amounts(&self) -> Vec<(Limit, u64)> {
        vec![(Limit::Nodes, (self.nodes.len() + self.edges.len()) as u64)]
    }

    fn check(&self) -> Result<(), String> {
        let (nodes, edges) = (self.nodes.len(), self.edges.len());
        if let Some((place, node)) = self.nodes.iter().enumerate().find(|(i, n)| n.id as usize != *i) {
            return Err(format!("node number {place} has the id {}; ids count from 0 in order", node.id));
        }
        for [a, b] in &self.edges {
            if *a as usize >= nodes || *b as usize >= nodes {
                return Err(format!("an edge joins {a} and {b}, and there are {nodes} nodes"));
            }
            if a == b {
                return Err(format!("an edge joins node {a} with itself"));
            }
        }
        if let Some(pair) = self.details.windows(2).find(|w| w[0].edge >= w[1].edge) {
            return Err(format!("the details of edge {} are out of order", pair[1].edge));
        }
        if let Some(d) = self.details.iter().find(|d| d.edge as usize >= edges) {
            return Err(format!("there are details of edge {}, and there are {edges} edges", d.edge));
        }
        for (kind, shape) in &self.shapes {
            for [low, high] in [shape.width, shape.height] {
                if low < 1 || high < low || high > 100 {
                    return Err(format!("the shape of {kind} goes from {low} to {high} cells; use 1 to 100"));
                }
            }
        }
        if self.around.is_empty() { Ok(()) } else { check_embedding(self) }
    }
}

/// Every edge that is not a tunnel occurs once at each of its ends, and each connected part has the
/// number of faces given by Euler's formula.
fn check_embedding(level: &LevelGraph) -> Result<(), String> {
    if level.around.len() != level.nodes.len() {
        return Err(format!("the embedding has {} nodes of {}", level.around.len(), level.nodes.len()));
    }
    let mut seen = vec![[false; 2]; level.edges.len()];
    for (node, edges) in level.around.iter().enumerate() {
        for &e in edges {
            let ends = level.edges.get(e as usize).ok_or(format!("node {node}: there is no edge {e}"))?;
            let end = ends
                .iter()
                .position(|&v| v as usize == node)
                .ok_or(format!("edge {e} does not end at node {node}"))?;
            if std::mem::replace(&mut seen[e as usize][end], true) {
                return Err(format!("edge {e} stands twice around node {node}"));
            }
        }
    }
    for (e, ends) in seen.iter().enumerate() {
        let tunnel = level.detail(e).is_some_and(|d| d.tunnel);
        if *ends != [!tunnel; 2] {
            return Err(format!("edge {e} is missing in the embedding, or is a tunnel and stands in it"));
        }
    }
    if embedding::is_planar(level) {
        Ok(())
    } else {
        Err("the embedding is not planar; leave `around` out, and the layout finds one".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document;

    fn triangle() -> LevelGraph {
        let node = |id| Node { id, kind: "Room".to_owned(), ..Node::default() };
        LevelGraph {
            nodes: (0..3).map(node).collect(),
            edges: vec![[0, 1], [1, 2], [2, 0]],
            around: vec![vec![0, 2], vec![1, 0], vec![2, 1]],
            ..LevelGraph::default()
        }
    }

    #[test]
    fn documents_read_back_and_edges_are_pairs() {
        let json = document::to_json(&triangle(), None);
        assert!(json.contains("\"edges\":[[0,1],[1,2],[2,0]]"), "{json}");
        assert_eq!(document::from_json::<LevelGraph>(&json).unwrap().map, triangle());
    }

    #[test]
    fn each_contradiction_is_named() {
        let broken = |change: &dyn Fn(&mut LevelGraph), word: &str| {
            let mut level = triangle();
            change(&mut level);
            let error = level.check().unwrap_err();
            assert!(error.contains(word), "{error:?} does not say {word:?}");
        };
        broken(&|l| l.nodes[1].id = 5, "id 5");
        broken(&|l| l.edges[0] = [0, 9], "0 and 9");
        broken(&|l| l.edges[0] = [1, 1], "itself");
        broken(&|l| l.details = vec![EdgeDetail { edge: 7, ..EdgeDetail::default() }], "edge 7");
        broken(&|l| l.around[0] = vec![0], "missing");
        broken(&|l| l.around[0] = vec![0, 2, 2], "twice");
    }
}
