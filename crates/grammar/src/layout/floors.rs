//! Which floor each node is on.

use std::collections::VecDeque;

use mapkiln_maps::graph::LevelGraph;

/// The floor of every node, from 0 at the top. Parts of the graph that only stairs join lie on different
/// floors: what is more stairs away from the start lies lower. A node's attribute `floor` says otherwise,
/// for all that is joined to it without stairs.
pub(crate) fn floors(level: &LevelGraph, stairs: &[bool]) -> Vec<usize> {
    let count = level.nodes.len();
    if !stairs.contains(&true) {
        return vec![0; count];
    }
    let neighbours = level.neighbours();
    let mut depth = vec![i64::MAX; count];
    let starts = (0..count).filter(|&n| level.nodes[n].is("start"));
    let roots: Vec<usize> = starts.chain(0..count).collect();
    for root in roots {
        if depth[root] != i64::MAX {
            continue;
        }
        depth[root] = 0;
        // Ways first, then stairs: each part is whole before the next begins.
        let mut queue = VecDeque::from([root]);
        while let Some(node) = queue.pop_front() {
            for &(other, edge) in &neighbours[node] {
                let other = other as usize;
                if depth[other] != i64::MAX {
                    continue;
                }
                if stairs[edge as usize] {
                    depth[other] = depth[node] + 1;
                    queue.push_back(other);
                } else {
                    depth[other] = depth[node];
                    queue.push_front(other);
                }
            }
        }
    }
    // Parts without stairs inside, and what they say of themselves.
    let mut part = vec![usize::MAX; count];
    for start in 0..count {
        if part[start] != usize::MAX {
            continue;
        }
        let mut members = vec![start];
        part[start] = start;
        let mut next = 0;
        while let Some(&at) = members.get(next) {
            next += 1;
            for &(other, edge) in &neighbours[at] {
                let other = other as usize;
                if !stairs[edge as usize] && part[other] == usize::MAX {
                    part[other] = start;
                    members.push(other);
                }
            }
        }
        let said = members.iter().find_map(|&n| level.nodes[n].values.get("floor"));
        let least = members.iter().map(|&n| depth[n]).min().unwrap_or(0);
        let floor = said.map_or(least, |&f| i64::from(f));
        members.iter().for_each(|&n| depth[n] = floor);
    }
    // Without gaps, from 0.
    let mut used: Vec<i64> = depth.clone();
    used.sort_unstable();
    used.dedup();
    depth.iter().map(|d| used.partition_point(|u| u < d)).collect()
}
