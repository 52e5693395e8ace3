//! Which face of the embedding lies outside.
//!
//! Any face can. What lies around everything else has to be as long as the rest is wide, so if it is a cycle
//! of few rooms, corridors run along the whole rim; a cycle of many rooms is that long anyway.

use std::cmp::Reverse;

use super::centre::{core, farthest};
use super::objects::Task;

/// A place to begin at: a node, and the number of the edge in its ring before which the outer face lies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Corner {
    pub(super) node: usize,
    pub(super) before: usize,
}

/// Above this many nodes, any corner of a face is as good as the nearest.
const MOST_FOR_NEAREST: usize = 3000;

/// The corner to begin at if the face of this rank is to lie outside, the longest first: that from which the
/// rest is nearest. None if there are not so many faces.
pub(super) fn outer_corner(task: &Task, rank: usize) -> Option<Corner> {
    let inside = core(task);
    let mut faces = faces(task);
    // Trees can be swung into any face, so only what belongs to cycles counts.
    let length = |face: &Vec<Corner>| {
        let counts = |c: &&Corner| inside[c.node] && inside[task.around[c.node][c.before].0];
        face.iter().filter(counts).count()
    };
    faces.sort_by_cached_key(|face| Reverse(length(face)));
    let mut corners = faces.into_iter().nth(rank)?;
    corners.sort_by_key(|c| (c.node, c.before));
    corners.dedup_by_key(|c| c.node);
    if task.nodes.len() > MOST_FOR_NEAREST {
        corners.truncate(1);
    }
    corners.into_iter().min_by_key(|c| (farthest(task, c.node), c.node))
}

/// The corners around every face, in walking order.
fn faces(task: &Task) -> Vec<Vec<Corner>> {
    let mut known: Vec<Vec<bool>> = task.around.iter().map(|ring| vec![false; ring.len()]).collect();
    let mut faces = Vec::new();
    for node in 0..task.around.len() {
        for before in 0..task.around[node].len() {
            let mut face = Vec::new();
            let mut at = Corner { node, before };
            while !std::mem::replace(&mut known[at.node][at.before], true) {
                face.push(at);
                let (other, edge) = task.around[at.node][at.before];
                let ring = &task.around[other];
                let Some(place) = ring.iter().position(|(_, e)| *e == edge) else { break };
                at = Corner { node: other, before: (place + 1) % ring.len() };
            }
            if !face.is_empty() {
                faces.push(face);
            }
        }
    }
    faces
}
