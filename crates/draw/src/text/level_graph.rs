//! Level graphs as lines for people.

use std::fmt::Write;

use mapkiln_maps::graph::LevelGraph;

/// One line per node: its number, kind, mark and neighbours. Numbers count from 1, as on plans.
///
/// ```
/// use mapkiln_draw::text;
/// use mapkiln_maps::graph::{LevelGraph, Node};
/// let node = |id, kind: &str| Node { id, kind: kind.to_owned(), ..Node::default() };
/// let nodes = vec![node(0, "Hall"), node(1, "Cell")];
/// let graph = LevelGraph { nodes, edges: vec![[0, 1]], ..LevelGraph::default() };
/// assert_eq!(text::level_graph(&graph), "   1 Hall -- 2\n   2 Cell -- 1\n");
/// ```
pub fn level_graph(graph: &LevelGraph) -> String {
    let mut out = String::new();
    for (node, next) in graph.nodes.iter().zip(graph.neighbours()) {
        let mark = if node.mark.is_empty() { String::new() } else { format!(" [{}]", node.mark) };
        let values: String = node.values.iter().map(|(n, v)| format!(" {n}={v}")).collect();
        // Writing to a string never fails.
        let _ = write!(out, "{:>4} {}{mark}{values} --", crate::graph::number(node), node.kind);
        for (other, edge) in next {
            let _ = write!(out, " {}", u64::from(other) + 1);
            if let Some(d) = graph.detail(edge as usize).filter(|d| !d.kind.is_empty()) {
                let lock = d.values.get("lock").map(|l| format!(" {l}")).unwrap_or_default();
                let _ = write!(out, "({}{lock})", d.kind);
            }
        }
        out.push('\n');
    }
    out
}
