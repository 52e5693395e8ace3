//! Level graphs as text: lines for people, and the language of Graphviz.

use std::fmt::Write;

use super::{LevelGraph, Node};

impl LevelGraph {
    /// The graph in the language of Graphviz; loads in `dot`, `neato` and web viewers.
    pub fn to_dot(&self) -> String {
        let directed = self.details.iter().any(|d| d.one_way);
        let (word, line) = if directed { ("digraph", "->") } else { ("graph", "--") };
        let mut out = format!("{word} {} {{\n", quote(&self.grammar));
        out.push_str("  node [shape=box, style=filled, fillcolor=white];\n");
        for node in &self.nodes {
            let mut label = node.kind.clone();
            if !node.mark.is_empty() {
                let _ = write!(label, "\\n{}", node.mark);
            }
            for (name, value) in &node.values {
                let _ = write!(label, "\\n{name} {value}");
            }
            let _ = writeln!(out, "  {} [label=\"{label}\", fillcolor=\"{}\"];", node.id, colour(node));
        }
        for (e, [a, b]) in self.edges.iter().enumerate() {
            let mut style = Vec::new();
            let detail = self.detail(e);
            if directed && !detail.is_some_and(|d| d.one_way) {
                style.push("dir=none".to_owned());
            }
            if let Some(detail) = detail {
                let lock = detail.values.get("lock").map(|l| format!(" {l}")).unwrap_or_default();
                if !detail.kind.is_empty() {
                    style.push(format!("label={}", quote(&format!("{}{lock}", detail.kind))));
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

    /// One line a node: its id, kind, mark and neighbours.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for (node, next) in self.nodes.iter().zip(self.neighbours()) {
            let mark = if node.mark.is_empty() { String::new() } else { format!(" [{}]", node.mark) };
            let values: String = node.values.iter().map(|(n, v)| format!(" {n}={v}")).collect();
            let _ = write!(out, "{:>4} {}{mark}{values} --", node.id, node.kind);
            for (other, edge) in next {
                let _ = write!(out, " {other}");
                if let Some(d) = self.detail(edge as usize).filter(|d| !d.kind.is_empty()) {
                    let lock = d.values.get("lock").map(|l| format!(" {l}")).unwrap_or_default();
                    let _ = write!(out, "({}{lock})", d.kind);
                }
            }
            out.push('\n');
        }
        out
    }
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The paper's colours: blue start, yellow exit, pink corridors, grey cells.
fn colour(node: &Node) -> &'static str {
    let by_word = [
        ("start", "#9ec5fe"),
        ("exit", "#ffe69c"),
        ("boss", "#e35d6a"),
        ("enemies", "#f1aeb5"),
        ("treasure", "#ffda6a"),
        ("cell", "#ced4da"),
        ("passage", "#efadce"),
    ];
    by_word.iter().find(|(word, _)| node.is(word)).map_or("#ffffff", |(_, colour)| colour)
}
