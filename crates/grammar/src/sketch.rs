//! Rules as pictures show them: one graph, with what stays, what is new and what goes.

use crate::compile::model::{LinkKind, NewEdge, Rule};
use crate::grammar::Grammar;

/// What a rewrite does to a node or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SketchRole {
    /// It stays as it is.
    Kept,
    /// It stays, but changes.
    Changed,
    /// The rewrite makes it.
    New,
    /// The rewrite takes it out.
    Removed,
    /// It is only looked at: a way or a face between two nodes.
    Seen,
}

/// A rule as one graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSketch {
    /// The rule's name.
    pub name: String,
    /// Its nodes: what they are, and what becomes of them.
    pub nodes: Vec<(String, SketchRole)>,
    /// Its edges: their ends, what they are, whether they are one-way, and what becomes of them.
    pub edges: Vec<([usize; 2], String, bool, SketchRole)>,
}

impl Grammar {
    /// All rules as graphs: the grammar's own, then those that it imports.
    pub fn sketches(&self) -> Vec<RuleSketch> {
        let own = self.rules.iter().filter(|rule| !rule.imported);
        own.chain(self.rules.iter().filter(|rule| rule.imported)).map(|rule| self.sketch(rule)).collect()
    }

    fn sketch(&self, rule: &Rule) -> RuleSketch {
        let (pattern, effects) = (&rule.pattern, &rule.effects);
        let symbols = &self.symbols;
        let changed = |n: usize| {
            effects.marks.iter().any(|(m, _)| *m == n)
                || effects.kinds.iter().any(|(m, _)| *m == n)
                || effects.values.iter().any(|(m, _, _)| *m == n)
        };
        let gone = |n: usize| effects.deletes.contains(&n) || effects.merges.iter().any(|(m, _)| *m == n);
        let mut nodes = Vec::new();
        for (n, node) in pattern.nodes.iter().enumerate() {
            let mut text = symbols.filter_text(node.filter);
            for (_, mark) in effects.marks.iter().filter(|(m, _)| *m == n) {
                text += &format!(" > {}", symbols.marks[usize::from(*mark)].name);
            }
            for (_, kind) in effects.kinds.iter().filter(|(m, _)| *m == n) {
                text += &format!(" > {}", symbols.kinds[usize::from(*kind)].name);
            }
            let role = if gone(n) {
                SketchRole::Removed
            } else if changed(n) {
                SketchRole::Changed
            } else {
                SketchRole::Kept
            };
            nodes.push((text, role));
        }
        for node in &effects.nodes {
            let mut text = symbols.kinds[usize::from(node.kind)].name.clone();
            if node.mark != 0 {
                text += &format!("[{}]", symbols.marks[usize::from(node.mark)].name);
            }
            nodes.push((text, SketchRole::New));
        }
        let mut edges = Vec::new();
        for (l, link) in pattern.links.iter().enumerate() {
            let cut = effects.cuts.contains(&l) || effects.splits.iter().any(|(s, _)| *s == l);
            let (text, forward, role) = match &link.kind {
                LinkKind::Near { reach } => (format!("face, {reach}"), false, SketchRole::Seen),
                LinkKind::Way { low, high: u32::MAX, forward, .. } => {
                    (format!("{low} or more"), *forward, SketchRole::Seen)
                }
                LinkKind::Way { low, high, forward, .. } => {
                    (format!("{low} to {high}"), *forward, SketchRole::Seen)
                }
                LinkKind::Edge { kinds, forward, named, .. } => {
                    let every = (0..symbols.edge_kinds.len()).all(|k| kinds.has(k as u8));
                    let names = symbols.edge_kinds.iter().enumerate().filter(|(k, _)| kinds.has(*k as u8));
                    let names: Vec<&str> =
                        names.map(|(_, k)| k.name.as_str()).filter(|n| !n.is_empty()).collect();
                    let text = if every { String::new() } else { names.join("|") };
                    let changes = named.is_some_and(|n| {
                        effects.edge_kinds.iter().any(|(e, _)| *e == n)
                            || effects.edge_values.iter().any(|(e, _, _)| *e == n)
                    });
                    let role = match (cut, changes) {
                        (true, _) => SketchRole::Removed,
                        (_, true) => SketchRole::Changed,
                        _ => SketchRole::Kept,
                    };
                    (text, *forward, role)
                }
            };
            edges.push(([link.a, link.b], text, forward, role));
        }
        let new = |edge: &NewEdge| {
            let kind = symbols.edge_kinds[usize::from(edge.kind)].name.clone();
            ([edge.a, edge.b], kind, edge.one_way, SketchRole::New)
        };
        edges.extend(effects.splits.iter().flat_map(|(_, path)| path).chain(&effects.edges).map(new));
        RuleSketch { name: rule.name.clone(), nodes, edges }
    }
}
