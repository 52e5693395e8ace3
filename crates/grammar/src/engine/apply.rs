//! Carrying a rule out at a match.

use mapkiln_core::Stream;

use crate::compile::model::{LinkKind, NewEdge, Rule};

use super::graph::{Graph, NONE};
use super::matcher::{Bound, Matcher, Seen};
use super::merge::merge;

/// How many ways to draw one edge are tried before a match counts as impossible in the plane.
const MOST_CORNERS: usize = 64;

/// Buffers for rewriting, reused from one rewrite to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    /// The nodes of the match, new ones after them.
    nodes: Vec<u32>,
    /// The values of all expressions, in the order in which they are used.
    values: Vec<i32>,
    /// Edges to cut, then those to split (`NONE` if there is none).
    edges: Vec<u32>,
    bound: Bound,
}

/// The nodes and the named edges of a match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match<'a> {
    pub(crate) nodes: &'a [u32],
    pub(crate) edges: &'a [u32],
}

/// Applies a rule at a match. In the plane (`stairs` false) it may be that the new edges cannot be
/// drawn; then nothing is changed and the answer is false.
pub(crate) fn apply(
    graph: &mut Graph,
    rule: &Rule,
    at: Match<'_>,
    params: &[i64],
    stairs: bool,
    stream: &mut Stream,
    work: &mut Workspace,
) -> bool {
    let matched = at.nodes;
    let start = graph.now();
    let effects = &rule.effects;
    let Workspace { nodes, values, edges, bound } = work;
    // All values follow from the graph as it was before the rewrite.
    let seen = Seen::new(graph, matched, at.edges, params).with_random(stream);
    let of_nodes = effects.nodes.iter().flat_map(|n| &n.values).map(|(_, e)| e);
    let new_edges = effects.splits.iter().flat_map(|(_, path)| path).chain(&effects.edges);
    let of_edges = new_edges.flat_map(|edge| &edge.values).map(|(_, e)| e);
    let changed = effects.values.iter().chain(&effects.edge_values).map(|(_, _, e)| e);
    let all = changed.chain(of_nodes).chain(of_edges);
    values.clear();
    values.extend(all.map(|e| clamp(e.eval(&seen))));
    edges.clear();
    if !effects.cuts.is_empty() || !effects.splits.is_empty() {
        let mut matcher = Matcher::new(graph, &rule.pattern, params, None, bound);
        let links = effects.cuts.iter().chain(effects.splits.iter().map(|(link, _)| link));
        edges.extend(links.map(|&link| {
            let link = &rule.pattern.links[link];
            match link.kind {
                LinkKind::Edge { named: Some(slot), .. } => at.edges[slot],
                _ => matcher.edge_of(link, matched).unwrap_or(NONE),
            }
        }));
    }
    let (cuts, split_edges) = edges.split_at(effects.cuts.len());
    let mut values = values.iter().copied();

    for &(node, kind) in &effects.kinds {
        graph.set_label(matched[node], kind, graph.mark(matched[node]));
    }
    for &(node, mark) in &effects.marks {
        graph.set_label(matched[node], graph.kind(matched[node]), mark);
    }
    for ((node, attr, _), value) in effects.values.iter().zip(values.by_ref()) {
        graph.set_value(matched[*node], *attr, value);
    }
    for &(edge, kind) in &effects.edge_kinds {
        graph.set_edge_kind(at.edges[edge], kind);
    }
    for ((edge, attr, _), value) in effects.edge_values.iter().zip(values.by_ref()) {
        graph.change_edge_value(at.edges[*edge], *attr, value);
    }
    nodes.clear();
    nodes.extend_from_slice(matched);
    for new in &effects.nodes {
        let node = graph.add_node(new.kind, new.mark);
        for (attr, _) in &new.values {
            graph.set_value(node, *attr, values.next().unwrap_or(0));
        }
        nodes.push(node);
    }
    for ((link, path), &edge) in effects.splits.iter().zip(split_edges) {
        let count: usize = path.iter().map(|new| new.values.len()).sum();
        if edge == NONE {
            values.by_ref().take(count).for_each(drop);
        } else {
            split(graph, edge, nodes[rule.pattern.links[*link].a], path, nodes, &mut values);
        }
    }
    for &edge in cuts.iter().filter(|&&edge| edge != NONE) {
        if graph.edge(edge).alive {
            graph.cut(edge);
        }
    }
    if !draw(graph, &effects.edges, values, nodes, stairs, stream) {
        graph.undo_to(start);
        return false;
    }
    for &(gone, stays) in &effects.merges {
        let (gone, stays) = (nodes[gone], nodes[stays]);
        if gone != stays && graph.alive(gone) && !merge(graph, gone, stays, stairs, stream) {
            graph.undo_to(start);
            return false;
        }
    }
    for &node in &effects.deletes {
        if graph.alive(nodes[node]) {
            graph.delete(nodes[node]);
        }
    }
    if effects.uses_fresh {
        graph.next_fresh();
    }
    true
}

pub(super) fn clamp(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// Replaces an edge by a path of new nodes in the same place of both rings.
fn split(
    graph: &mut Graph,
    edge: u32,
    first: u32,
    path: &[NewEdge],
    nodes: &[u32],
    values: &mut impl Iterator<Item = i32>,
) {
    let tunnel = graph.edge(edge).tunnel;
    // The dart at the end where the path begins, and the one where it ends.
    let side = u32::from(graph.at(2 * edge) != first);
    let (head, tail) = (2 * edge + side, 2 * edge + (side ^ 1));
    let last_node = graph.at(tail);
    // The new darts go where the old ones stand, so the old ones leave last.
    let (mut at, mut after) = (first, head);
    for (i, new) in path.iter().enumerate() {
        let (a, b) = (nodes[new.a], nodes[new.b]);
        let next = if a == at { b } else { a };
        let end = if i + 1 == path.len() { tail } else { NONE };
        debug_assert!(end == NONE || next == last_node);
        let made = if tunnel {
            graph.add_tunnel([a, b], new.kind, new.one_way)
        } else {
            let corners = if a == at { [after, end] } else { [end, after] };
            graph.add_edge([a, b], corners, new.kind, new.one_way)
        };
        for (attr, _) in &new.values {
            graph.set_edge_value(made, *attr, values.next().unwrap_or(0));
        }
        (at, after) = (next, if a == at { 2 * made + 1 } else { 2 * made });
    }
    graph.cut(edge);
}

/// Draws the edges one after another; if one finds no place, the ones before it try others.
fn draw(
    graph: &mut Graph,
    edges: &[NewEdge],
    values: impl Iterator<Item = i32> + Clone,
    nodes: &[u32],
    stairs: bool,
    stream: &mut Stream,
) -> bool {
    let [edge, rest @ ..] = edges else { return true };
    let ends = [nodes[edge.a], nodes[edge.b]];
    let finish = |graph: &mut Graph, made: u32, stream: &mut Stream| {
        let mut values = values.clone();
        for ((attr, _), value) in edge.values.iter().zip(values.by_ref()) {
            graph.set_edge_value(made, *attr, value);
        }
        draw(graph, rest, values, nodes, stairs, stream)
    };
    let lone = ends.map(|n| graph.first(n) == NONE);
    if lone[0] || lone[1] {
        // A node without edges fits into every corner of the other.
        let other = ends[usize::from(lone[0])];
        let mut corner = graph.any_corner(other, stream);
        // Another corner can only matter to the edges still to come.
        let tries = if rest.is_empty() { 1 } else { graph.degree(other).clamp(1, MOST_CORNERS as u32) };
        for _ in 0..tries {
            let then = graph.now();
            let after = if lone[0] { [NONE, corner] } else { [corner, NONE] };
            let made = graph.add_edge(ends, after, edge.kind, edge.one_way);
            if finish(graph, made, stream) {
                return true;
            }
            graph.undo_to(then);
            if corner != NONE {
                corner = graph.next(corner);
            }
        }
        return false;
    }
    let mut pairs = graph.common_corners(ends[0], ends[1], edge.reach);
    if pairs.is_empty() && !connected(graph, ends[0], ends[1]) {
        // Two separate drawings can be put side by side in any corner.
        pairs.push([graph.any_corner(ends[0], stream), graph.any_corner(ends[1], stream)]);
    }
    stream.shuffle(&mut pairs);
    pairs.truncate(if rest.is_empty() { 1 } else { MOST_CORNERS });
    for pair in pairs {
        let then = graph.now();
        let made = graph.add_edge(ends, pair, edge.kind, edge.one_way);
        if finish(graph, made, stream) {
            return true;
        }
        graph.undo_to(then);
    }
    if stairs {
        let made = graph.add_tunnel(ends, edge.kind, edge.one_way);
        return finish(graph, made, stream);
    }
    false
}

/// Is there a way in the plane between two nodes?
pub(super) fn connected(graph: &Graph, a: u32, b: u32) -> bool {
    let mut seen = vec![false; graph.capacity()];
    let mut stack = vec![a];
    seen[a as usize] = true;
    while let Some(node) = stack.pop() {
        if node == b {
            return true;
        }
        for dart in graph.ring(node) {
            let other = graph.to(dart);
            if !std::mem::replace(&mut seen[other as usize], true) {
                stack.push(other);
            }
        }
    }
    false
}
