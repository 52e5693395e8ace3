//! Claims about level graphs, one per file.

pub(crate) mod connected;
pub(crate) mod derivation;
pub(crate) mod figures;
pub(crate) mod planar;
pub(crate) mod solvable;

use mapkiln_maps::graph::LevelGraph;

use crate::DocumentRef;
use crate::case::Case;

fn graph<'a>(case: &Case<'a>) -> Option<&'a LevelGraph> {
    match case.subject.document {
        DocumentRef::Level(level) => Some(level),
        _ => None,
    }
}

/// The parts of a graph: by node, the number of its part.
fn parts(level: &LevelGraph) -> (Vec<usize>, usize) {
    let beside = level.neighbours();
    let mut part = vec![usize::MAX; level.nodes.len()];
    let mut count = 0;
    for first in 0..part.len() {
        if part[first] != usize::MAX {
            continue;
        }
        part[first] = count;
        let mut stack = vec![first];
        while let Some(node) = stack.pop() {
            for (next, _) in &beside[node] {
                let next = *next as usize;
                if part[next] == usize::MAX {
                    part[next] = count;
                    stack.push(next);
                }
            }
        }
        count += 1;
    }
    (part, count)
}
