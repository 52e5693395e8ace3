//! The embedding can be drawn without a crossing: its faces obey Euler's formula.

use std::collections::BTreeMap;

use super::graph;
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(level) = graph(case) else { return };
    let language = look.language;
    if level.around.is_empty() {
        look.skip(say!(language, "the graph has no embedding", "o grafo não tem imersão"));
        return;
    }
    // An edge leaves a node by (node, edge); the next one clockwise there.
    let mut next: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for (node, ring) in level.around.iter().enumerate() {
        for (i, &edge) in ring.iter().enumerate() {
            next.insert((node as u32, edge), ring[(i + 1) % ring.len()]);
        }
    }
    look.saw(next.len());
    let other = |node: u32, edge: u32| {
        let [a, b] = level.edges[edge as usize];
        if a == node { b } else { a }
    };
    let mut left = next.clone();
    let mut faces = 0i64;
    while let Some((&(node, edge), _)) = left.first_key_value() {
        faces += 1;
        let (mut node, mut edge) = (node, edge);
        while left.remove(&(node, edge)).is_some() {
            // Along the edge, then the next one clockwise at its other end.
            let there = other(node, edge);
            let Some(&turn) = next.get(&(there, edge)) else { break };
            (node, edge) = (there, turn);
        }
    }
    let edges = next.len() as i64 / 2;
    let mut leader: Vec<usize> = (0..level.nodes.len()).collect();
    fn find(leader: &mut [usize], mut n: usize) -> usize {
        while leader[n] != n {
            leader[n] = leader[leader[n]];
            n = leader[n];
        }
        n
    }
    let mut parts = level.nodes.len() as i64;
    for &(node, edge) in next.keys() {
        let a = find(&mut leader, node as usize);
        let b = find(&mut leader, other(node, edge) as usize);
        if a != b {
            leader[a] = b;
            parts -= 1;
        }
    }
    // Every part has an outer face of its own; that of a lone node has no edge.
    let lone = level.around.iter().filter(|ring| ring.is_empty()).count() as i64;
    if level.nodes.len() as i64 - edges + faces + lone != 2 * parts {
        look.error(
            Place::field("around"),
            say!(
                language,
                "the embedding has crossings: {faces} faces do not fit {edges} edges",
                "a imersão tem cruzamentos: {faces} faces não combinam com {edges} arestas"
            ),
        )
        .repair(say!(
            language,
            "leave `around` out, and the layout finds one",
            "omita `around`, e o traçado acha uma"
        ));
    }
}
