//! The log of the graph, read forwards: what a rewrite has changed.

use std::collections::BTreeMap;

use crate::compile::model::Symbols;
use crate::derivation::{AttributeValue, GraphChange};

use super::graph::{Change, Graph};

impl Graph {
    /// All that has changed since a place in the log, with the values that it has now.
    pub(super) fn changes_since(&self, then: usize, symbols: &Symbols) -> Vec<GraphChange> {
        let log = &self.log[then.min(self.log.len())..];
        let count = |new: fn(&Change) -> bool| log.iter().filter(|c| new(c)).count();
        let old_nodes = (self.capacity() - count(|c| matches!(c, Change::NewNode))) as u32;
        let old_edges = (self.edge_capacity() - count(|c| matches!(c, Change::NewEdge))) as u32;
        let (mut node, mut edge) = (old_nodes, old_edges);
        let mut list = Vec::new();
        for change in log {
            match *change {
                Change::NewNode => {
                    list.push(self.node_as_change(node, symbols));
                    node += 1;
                }
                Change::NewEdge => {
                    list.push(self.edge_as_change(edge, symbols));
                    edge += 1;
                }
                Change::Unlink(edge) => list.push(GraphChange::Cut { edge }),
                Change::Kill(node) => list.push(GraphChange::Delete { node }),
                Change::Label { node, .. } => {
                    let kind = symbols.kinds[usize::from(self.kind(node))].name.clone();
                    list.push(GraphChange::Label { node, kind, mark: self.mark_name(node, symbols) });
                }
                Change::NodeValue { place, .. } => {
                    let (node, attr) = (place / self.width as u32, place as usize % self.width);
                    // A new node was told with its values.
                    if node < old_nodes {
                        let value = value(symbols, attr, self.value(node, attr as u16));
                        list.push(GraphChange::Set { node, attr: symbols.attrs[attr].name.clone(), value });
                    }
                }
                Change::EdgeValue { place, .. } => {
                    let (edge, attr) = (place / self.width as u32, place as usize % self.width);
                    let value = value(symbols, attr, self.edge_value(edge, attr as u16));
                    list.push(GraphChange::SetEdge { edge, attr: symbols.attrs[attr].name.clone(), value });
                }
                Change::EdgeKind { edge, .. } => {
                    let kind = symbols.edge_kinds[usize::from(self.edge(edge).kind)].name.clone();
                    list.push(GraphChange::EdgeKind { edge, kind });
                }
                Change::Fresh => {}
            }
        }
        list
    }

    /// The whole graph as changes of an empty one.
    pub(super) fn all_as_changes(&self, symbols: &Symbols) -> Vec<GraphChange> {
        let nodes = self.living().map(|node| self.node_as_change(node, symbols));
        let edges = (0..self.edge_capacity() as u32).filter(|&e| self.edge(e).alive);
        nodes.chain(edges.map(|edge| self.edge_as_change(edge, symbols))).collect()
    }

    fn mark_name(&self, node: u32, symbols: &Symbols) -> String {
        if self.is_unmarked(node) {
            String::new()
        } else {
            symbols.marks[usize::from(self.mark(node))].name.clone()
        }
    }

    fn node_as_change(&self, id: u32, symbols: &Symbols) -> GraphChange {
        GraphChange::Node {
            id,
            kind: symbols.kinds[usize::from(self.kind(id))].name.clone(),
            mark: self.mark_name(id, symbols),
            values: values(symbols, |attr| self.value(id, attr)),
        }
    }

    fn edge_as_change(&self, id: u32, symbols: &Symbols) -> GraphChange {
        let slot = self.edge(id);
        GraphChange::Edge {
            id,
            ends: self.ends(id),
            kind: symbols.edge_kinds[usize::from(slot.kind)].name.clone(),
            one_way: slot.one_way,
            tunnel: slot.tunnel,
            values: values(symbols, |attr| self.edge_value(id, attr)),
        }
    }
}

fn value(symbols: &Symbols, attr: usize, number: i32) -> AttributeValue {
    if symbols.attrs[attr].text {
        AttributeValue::Text(symbols.texts.get(number as usize).cloned().unwrap_or_default())
    } else {
        AttributeValue::Number(number)
    }
}

fn values(symbols: &Symbols, number: impl Fn(u16) -> i32) -> BTreeMap<String, AttributeValue> {
    let all = symbols.attrs.iter().enumerate().map(|(i, a)| (i, a, number(i as u16)));
    all.filter(|(_, _, n)| *n != 0).map(|(i, a, n)| (a.name.clone(), value(symbols, i, n))).collect()
}
