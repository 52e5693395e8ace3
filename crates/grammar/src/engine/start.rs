//! The start graph of a level.

use mapkiln_core::Stream;

use crate::compile::start_value;
use crate::grammar::Grammar;

use super::apply::connected;
use super::graph::{Graph, NONE};

/// Puts the start graph into an empty one.
pub(super) fn plant(graph: &mut Graph, grammar: &Grammar, params: &[i64], stream: &mut Stream) {
    let effects = &grammar.start.effects;
    for node in &effects.nodes {
        let made = graph.add_node(node.kind, node.mark);
        for (attr, value) in &node.values {
            graph.set_value(made, *attr, start_value(value, params));
        }
    }
    for edge in &effects.edges {
        let ends = [edge.a as u32, edge.b as u32];
        let free = ends.map(|n| graph.first(n) == NONE);
        let corners = match free {
            [true, _] | [_, true] => Some(ends.map(|n| graph.any_corner(n, stream))),
            _ => {
                let common = graph.common_corners(ends[0], ends[1], u32::MAX);
                // Parts that are not joined yet have no common face, and need none.
                common.first().copied().or_else(|| {
                    let apart = !connected(graph, ends[0], ends[1]);
                    apart.then(|| ends.map(|n| graph.first(n)))
                })
            }
        };
        let made = match corners {
            Some(corners) => graph.add_edge(ends, corners, edge.kind, edge.one_way),
            None => graph.add_tunnel(ends, edge.kind, edge.one_way),
        };
        for (attr, value) in &edge.values {
            graph.set_edge_value(made, *attr, start_value(value, params));
        }
    }
}
