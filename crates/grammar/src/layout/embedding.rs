//! An embedding for level graphs that have none.

use crate::compile::model::{Kind, Symbols};
use crate::engine::graph::{Graph, NONE};
use mapkiln_maps::graph::{EdgeDetail, LevelGraph};

/// A level with an embedding of its own: every edge that finds a common face of its ends is drawn,
/// the rest become tunnels. Tried edge by edge, so a planar level may get tunnels all the same.
pub(crate) fn embed(level: &LevelGraph) -> LevelGraph {
    let kind = Kind { below: 1, ..Kind::default() };
    let symbols = Symbols {
        kinds: vec![kind.clone()],
        edge_kinds: vec![kind.clone()],
        marks: vec![kind],
        mark_on: vec![1],
        ..Symbols::default()
    };
    let mut graph = Graph::new(&symbols);
    for _ in &level.nodes {
        graph.add_node(0, 0);
    }
    // Edges that join two parts first: a tree always fits.
    let mut part: Vec<usize> = (0..level.nodes.len()).collect();
    let (mut tree, mut rest) = (Vec::new(), Vec::new());
    for (e, ends) in level.edges.iter().enumerate() {
        let [a, b] = ends.map(|n| part[n as usize]);
        if a == b {
            rest.push(e);
        } else {
            tree.push(e);
            part.iter_mut().filter(|p| **p == b).for_each(|p| *p = a);
        }
    }
    let mut numbers = vec![0; level.edges.len()];
    let mut tunnels = Vec::new();
    let joined = tree.len();
    for (i, e) in tree.into_iter().chain(rest).enumerate() {
        let ends = level.edges[e];
        let wanted = level.detail(e).is_some_and(|d| d.tunnel);
        let corners = if wanted {
            None
        } else if i < joined {
            Some(ends.map(|n| graph.first(n)))
        } else if ends.iter().any(|&n| graph.first(n) == NONE) {
            Some(ends.map(|n| graph.first(n)))
        } else {
            graph.common_corners(ends[0], ends[1], u32::MAX).first().copied()
        };
        let made = match corners {
            Some(corners) => graph.add_edge(ends, corners, 0, false),
            None => {
                tunnels.push(e as u32);
                graph.add_tunnel(ends, 0, false)
            }
        };
        numbers[made as usize] = e as u32;
    }
    let mut embedded = level.clone();
    embedded.around = (0..level.nodes.len() as u32)
        .map(|n| graph.ring(n).map(|d| numbers[(d / 2) as usize]).collect())
        .collect();
    for edge in tunnels {
        match embedded.details.binary_search_by_key(&edge, |d| d.edge) {
            Ok(place) => embedded.details[place].tunnel = true,
            Err(place) => {
                embedded.details.insert(place, EdgeDetail { edge, tunnel: true, ..EdgeDetail::default() });
            }
        }
    }
    embedded
}
