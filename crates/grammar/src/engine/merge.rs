//! Merging two nodes into one that keeps the edges of both.
//!
//! Two nodes on a common face can be drawn together there without a crossing: the edges of the one
//! that goes take the gap of the one that stays, in their order. Edges between the two vanish.

use mapkiln_core::Stream;

use super::apply::connected;
use super::graph::{Graph, NONE};

/// Hands all edges of a node to another and takes it out; false if that does not fit into the plane.
pub(super) fn merge(graph: &mut Graph, gone: u32, stays: u32, stairs: bool, stream: &mut Stream) -> bool {
    let lone = [gone, stays].map(|n| graph.first(n) == NONE);
    let corners = if lone[0] || lone[1] {
        Some([graph.any_corner(stays, stream), graph.any_corner(gone, stream)])
    } else {
        let pairs = graph.common_corners(stays, gone, u32::MAX);
        match stream.pick(&pairs) {
            Some(&pair) => Some(pair),
            None if connected(graph, gone, stays) => None,
            None => Some([graph.any_corner(stays, stream), graph.any_corner(gone, stream)]),
        }
    };
    if corners.is_none() && !stairs {
        return false;
    }
    let tunnels: Vec<u32> = graph.darts(gone).filter(|d| graph.edge(d / 2).tunnel).collect();
    let mut ring: Vec<u32> = graph.ring(gone).collect();
    let mut after = NONE;
    if let Some([at, from]) = corners {
        after = at;
        // The ring begins behind the gap that the two nodes share.
        if let Some(place) = ring.iter().position(|&d| d == from) {
            ring.rotate_left(place + 1);
        }
    }
    for dart in ring.into_iter().chain(tunnels) {
        let (edge, side, other) = (dart / 2, (dart & 1) as usize, graph.to(dart));
        if other == stays {
            continue;
        }
        let slot = *graph.edge(edge);
        let mut ends = [other; 2];
        ends[side] = stays;
        let made = if slot.tunnel || corners.is_none() {
            graph.add_tunnel(ends, slot.kind, slot.one_way)
        } else {
            let mut places = [dart ^ 1; 2];
            places[side] = after;
            let made = graph.add_edge(ends, places, slot.kind, slot.one_way);
            after = 2 * made + side as u32;
            made
        };
        graph.copy_edge_values(edge, made);
        graph.cut(edge);
    }
    graph.delete(gone);
    true
}
