//! The start graph of a level.

use mapkiln_core::Stream;
use mapkiln_maps::graph::planar_rotation;

use crate::compile::Expr;
use crate::grammar::Grammar;
use crate::layout::planar_edges;

use super::graph::{Graph, NONE};
use super::matcher::Seen;

/// Puts the start graph into an empty one.
pub(super) fn plant(graph: &mut Graph, grammar: &Grammar, params: &[i64], stream: &mut Stream) {
    let mut value = |expr: &Expr, graph: &Graph| {
        super::apply::clamp(expr.eval(&Seen::new(graph, &[], &[], params).with_random(stream)))
    };
    let effects = &grammar.start.effects;
    for node in &effects.nodes {
        let made = graph.add_node(node.kind, node.mark);
        for (attr, expr) in &node.values {
            let value = value(expr, graph);
            graph.set_value(made, *attr, value);
        }
    }
    let ends: Vec<[u32; 2]> = effects.edges.iter().map(|e| [e.a as u32, e.b as u32]).collect();
    let rings = embedding(effects.nodes.len(), &ends);
    let mut made_of: Vec<Option<u32>> = vec![None; ends.len()];
    for (number, edge) in effects.edges.iter().enumerate() {
        let ends = ends[number];
        let after = rings.as_ref().and_then(|rings| {
            let corner = |side: usize| {
                let node = ends[side] as usize;
                let ring = &rings[node];
                let place = ring.iter().position(|&d| d == (2 * number + side) as u32)?;
                // The nearest dart before it that is there already.
                let before = (1..ring.len()).map(|back| ring[(place + ring.len() - back) % ring.len()]);
                let known = |d: u32| made_of[(d / 2) as usize].map(|e| 2 * e + (d & 1));
                Some(before.into_iter().find_map(known).unwrap_or(NONE))
            };
            Some([corner(0)?, corner(1)?])
        });
        let made = match after {
            Some(after) => graph.add_edge(ends, after, edge.kind, edge.one_way),
            None => graph.add_tunnel(ends, edge.kind, edge.one_way),
        };
        if after.is_some() {
            made_of[number] = Some(made);
        }
        for (attr, expr) in &edge.values {
            let value = value(expr, graph);
            graph.set_edge_value(made, *attr, value);
        }
    }
    if effects.uses_fresh {
        graph.next_fresh();
    }
}

/// The darts around each node in the plane; edges that do not fit are left out.
fn embedding(nodes: usize, ends: &[[u32; 2]]) -> Option<Vec<Vec<u32>>> {
    let order: Vec<u32> = (0..ends.len() as u32).collect();
    let kept = planar_edges(nodes, ends, &order);
    let list: Vec<[u32; 2]> = kept.iter().map(|&e| ends[e as usize]).collect();
    let rings = planar_rotation(nodes, &list)?;
    let dart = |d: u32| 2 * kept[(d / 2) as usize] + (d & 1);
    Some(rings.into_iter().map(|ring| ring.into_iter().map(dart).collect()).collect())
}
