//! Level graphs in the language of Graphviz.

use std::fmt::Write;

use mapkiln_maps::graph::{LevelGraph, Node};

/// The graph for `dot`, `neato` and viewers on the web.
///
/// ```
/// use mapkiln_draw::dot;
/// use mapkiln_maps::graph::{LevelGraph, Node};
/// let node = |id, kind: &str| Node { id, kind: kind.to_owned(), ..Node::default() };
/// let nodes = vec![node(0, "Hall"), node(1, "Cell")];
/// let graph = LevelGraph { nodes, edges: vec![[0, 1]], ..LevelGraph::default() };
/// assert!(dot::level_graph(&graph).contains("  0 -- 1;\n"));
/// ```
pub fn level_graph(graph: &LevelGraph) -> String {
    let directed = graph.details.iter().any(|d| d.one_way);
    let (word, line) = if directed { ("digraph", "->") } else { ("graph", "--") };
    let mut out = format!("{word} {} {{\n", quoted(&graph.grammar));
    out.push_str("  node [shape=box, style=filled, fillcolor=white];\n");
    // Writing to a string never fails.
    for node in &graph.nodes {
        let mut label = escaped(&node.kind);
        if !node.mark.is_empty() {
            let _ = write!(label, "\\n{}", escaped(&node.mark));
        }
        for (name, value) in &node.values {
            let _ = write!(label, "\\n{} {value}", escaped(name));
        }
        let _ = writeln!(out, "  {} [label=\"{label}\", fillcolor=\"{}\"];", node.id, color(node));
    }
    for (e, [a, b]) in graph.edges.iter().enumerate() {
        let mut style = Vec::new();
        let detail = graph.detail(e);
        if directed && !detail.is_some_and(|d| d.one_way) {
            style.push("dir=none".to_owned());
        }
        if let Some(detail) = detail {
            let lock = detail.values.get("lock").map(|l| format!(" {l}")).unwrap_or_default();
            if !detail.kind.is_empty() {
                style.push(format!("label={}", quoted(&format!("{}{lock}", detail.kind))));
            }
            if detail.tunnel {
                style.push("style=dashed".to_owned());
            }
        }
        let style = if style.is_empty() { String::new() } else { format!(" [{}]", style.join(", ")) };
        let _ = writeln!(out, "  {a} {line} {b}{style};");
    }
    out.push_str("}\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// The paper's colours: blue start, yellow exit, pink corridors, grey cells.
fn color(node: &Node) -> &'static str {
    let by_word = [
        ("start", "#9ec5fe"),
        ("exit", "#ffe69c"),
        ("boss", "#e35d6a"),
        ("enemies", "#f1aeb5"),
        ("treasure", "#ffda6a"),
        ("cell", "#ced4da"),
        ("passage", "#efadce"),
    ];
    by_word.iter().find(|(word, _)| node.is(word)).map_or("#ffffff", |(_, color)| color)
}
