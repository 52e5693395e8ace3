//! The embedding of a level graph: its own if it has one, else one that leaves out as few edges as it
//! can.

use mapkiln_maps::graph::{LevelGraph, planar_rotation};

/// For each node its edges clockwise, and which edges leave the plane. `stairs` do so by wish.
pub(super) fn embed(level: &LevelGraph, stairs: &[bool]) -> (Vec<Vec<u32>>, Vec<bool>) {
    let tunnel = |e: usize| level.detail(e).is_some_and(|d| d.tunnel) && !stairs[e];
    let tunnels = (0..level.edges.len()).any(tunnel);
    // What the grammar drew stays as it is, if nothing was left over.
    if level.around.len() == level.nodes.len() && !tunnels {
        let keep = |ring: &Vec<u32>| ring.iter().copied().filter(|&e| !stairs[e as usize]).collect();
        return (level.around.iter().map(keep).collect(), stairs.to_vec());
    }
    let nodes = level.nodes.len();
    // Edges that the grammar drew come first, tunnels last.
    let mut order: Vec<u32> = (0..level.edges.len() as u32).filter(|&e| !stairs[e as usize]).collect();
    order.sort_by_key(|&e| (tunnel(e as usize), e));
    let kept = planar_edges(nodes, &level.edges, &order);
    let mut outside = vec![true; level.edges.len()];
    kept.iter().for_each(|&e| outside[e as usize] = false);
    let list: Vec<[u32; 2]> = kept.iter().map(|&e| level.edges[e as usize]).collect();
    let rings = planar_rotation(nodes, &list).unwrap_or_default();
    let around = rings.into_iter().map(|ring| ring.into_iter().map(|d| kept[(d / 2) as usize]).collect());
    (around.collect(), outside)
}

/// The edges that can be kept in this order, so that the graph stays planar.
pub(crate) fn planar_edges(nodes: usize, edges: &[[u32; 2]], order: &[u32]) -> Vec<u32> {
    let fits = |list: &[u32]| {
        let list: Vec<[u32; 2]> = list.iter().map(|&e| edges[e as usize]).collect();
        planar_rotation(nodes, &list).is_some()
    };
    let mut kept: Vec<u32> = Vec::new();
    let mut rest: &[u32] = order;
    while !rest.is_empty() {
        // As many more as fit, found by halving: few edges fail, so few tests are needed.
        let with = |count: usize| [kept.as_slice(), &rest[..count]].concat();
        let (mut fine, mut bad) = (0, rest.len() + 1);
        if fits(&with(rest.len())) {
            fine = rest.len();
            bad = fine + 1;
        }
        while fine + 1 < bad {
            let middle = (fine + bad) / 2;
            if fits(&with(middle)) {
                fine = middle;
            } else {
                bad = middle;
            }
        }
        kept = with(fine);
        rest = rest.get(fine + 1..).unwrap_or_default();
    }
    kept
}
