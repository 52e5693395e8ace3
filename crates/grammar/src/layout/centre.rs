//! The parts of a graph that a layout begins with: its centre and its cycles.

use super::objects::Task;

/// Above this many nodes, any node is as good as the centre to begin at.
const MOST_FOR_CENTRE: usize = 3000;

/// The node from which the farthest is nearest.
pub(super) fn centre(task: &Task) -> usize {
    if task.nodes.len() > MOST_FOR_CENTRE {
        return 0;
    }
    (0..task.nodes.len()).min_by_key(|&n| (farthest(task, n), n)).unwrap_or(0)
}

/// Steps from a node to the farthest.
pub(super) fn farthest(task: &Task, from: usize) -> usize {
    let mut steps = vec![usize::MAX; task.nodes.len()];
    let mut queue = std::collections::VecDeque::from([from]);
    steps[from] = 0;
    let mut last = 0;
    while let Some(at) = queue.pop_front() {
        last = steps[at];
        for &(other, _) in &task.around[at] {
            if steps[other] == usize::MAX {
                steps[other] = steps[at] + 1;
                queue.push_back(other);
            }
        }
    }
    last
}

/// The nodes in cycles or between them; in a part without cycles, those that are no leaves.
pub(super) fn core(task: &Task) -> Vec<bool> {
    let count = task.nodes.len();
    let mut degree: Vec<usize> = task.around.iter().map(Vec::len).collect();
    let mut inside = vec![true; count];
    let mut leaves: Vec<usize> = (0..count).filter(|&n| degree[n] <= 1).collect();
    while let Some(leaf) = leaves.pop() {
        if !std::mem::replace(&mut inside[leaf], false) {
            continue;
        }
        for &(other, _) in &task.around[leaf] {
            degree[other] = degree[other].saturating_sub(1);
            if inside[other] && degree[other] <= 1 {
                leaves.push(other);
            }
        }
    }
    // A part of which nothing is left is a tree.
    let mut seen = vec![false; count];
    for start in 0..count {
        if seen[start] {
            continue;
        }
        let mut part = vec![start];
        seen[start] = true;
        let mut next = 0;
        while let Some(&at) = part.get(next) {
            next += 1;
            for &(other, _) in &task.around[at] {
                if !std::mem::replace(&mut seen[other], true) {
                    part.push(other);
                }
            }
        }
        if !part.iter().any(|&n| inside[n]) {
            for &n in &part {
                inside[n] = task.around[n].len() > 1;
            }
        }
    }
    inside
}
