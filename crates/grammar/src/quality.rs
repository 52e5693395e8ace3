//! The quality of a level in figures: for designers who tune a grammar, and for tests.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use mapkiln_core::{Report, snake_case};
use mapkiln_maps::graph::LevelGraph;
use serde::Serialize;

/// Figures of a level.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Quality {
    /// Edges on the shortest way from the start to the nearest exit, ignoring locks; `None` if there
    /// is no way, no start or no exit.
    pub steps_to_exit: Option<u32>,
    /// Independent loops: edges that can be removed with all nodes still connected.
    pub loops: u32,
    /// Nodes with one edge.
    pub dead_ends: u32,
    /// Nodes whose removal disconnects their part.
    pub articulation_points: u32,
    /// Nodes with enemies on the shortest way to the exit.
    pub enemies_on_way: u32,
    /// The mean number of steps from a treasure to the nearest enemies.
    pub treasure_to_enemies: Option<f64>,
    /// The greatest number of steps from a treasure to the nearest enemies.
    pub farthest_treasure: Option<u32>,
    /// Connected components; 1 is right.
    pub parts: u32,
    /// Can every exit be reached, with keys found on the way?
    pub solvable: bool,
    /// Locked edges.
    pub locks: u32,
    /// Keys without which no exit can be reached.
    pub keys_needed: u32,
    /// The mean number of steps from a lock to the nearest of its keys.
    pub key_steps: Option<f64>,
    /// Locks with a key right beside them.
    pub keys_beside: u32,
}

impl Quality {
    /// Measures a level in O(size × keys) time.
    pub fn of(level: &LevelGraph) -> Quality {
        let neighbours = level.neighbours();
        let starts = with_word(level, "start");
        let ways = distances(level, &neighbours, &starts, true);
        let exit =
            with_word(level, "exit").into_iter().filter(|&e| ways[e].is_some()).min_by_key(|&e| ways[e]);
        let parts = parts(&neighbours);
        let mut quality = Quality {
            steps_to_exit: exit.and_then(|e| ways[e]),
            loops: (level.edges.len() + parts).saturating_sub(level.nodes.len()) as u32,
            dead_ends: neighbours.iter().filter(|n| n.len() == 1).count() as u32,
            articulation_points: articulation_points(&neighbours),
            parts: parts as u32,
            solvable: solvable(level),
            locks: (0..level.edges.len()).filter(|&e| lock(level, e) != 0).count() as u32,
            ..Quality::default()
        };
        if let Some(mut at) = exit {
            while let Some(steps) = ways[at] {
                quality.enemies_on_way += u32::from(level.nodes[at].is("enemies"));
                let before = neighbours[at].iter().find(|(n, e)| {
                    ways[*n as usize].is_some_and(|s| s + 1 == steps) && passable(level, *e as usize, *n)
                });
                match before {
                    Some(&(n, _)) => at = n as usize,
                    None => break,
                }
            }
        }
        quality.measure_keys(level, &neighbours);
        let enemies = distances(level, &neighbours, &with_word(level, "enemies"), false);
        let chests: Vec<u32> = with_word(level, "treasure").into_iter().filter_map(|t| enemies[t]).collect();
        if !chests.is_empty() {
            let sum: u32 = chests.iter().sum();
            quality.treasure_to_enemies = Some(f64::from(sum) / chests.len() as f64);
            quality.farthest_treasure = chests.iter().max().copied();
        }
        quality
    }
}

impl Quality {
    fn measure_keys(&mut self, level: &LevelGraph, neighbours: &[Vec<(u32, u32)>]) {
        let key = |n: &usize| level.nodes[*n].values.get("key").copied().filter(|k| *k != 0);
        let holders: Vec<usize> = (0..level.nodes.len()).filter(|n| key(n).is_some()).collect();
        let keys: BTreeSet<i32> = holders.iter().filter_map(key).collect();
        if !with_word(level, "exit").is_empty() {
            self.keys_needed = keys.iter().filter(|k| !exits_in_reach(level, Some(**k))).count() as u32;
        }
        let mut steps = Vec::new();
        for (e, ends) in level.edges.iter().enumerate() {
            let lock = lock(level, e);
            if lock == 0 {
                continue;
            }
            let ways = distances(level, neighbours, &ends.map(|n| n as usize), false);
            let fits = holders.iter().filter(|n| key(n) == Some(lock));
            steps.extend(fits.filter_map(|&n| ways[n]).min());
        }
        self.keys_beside = steps.iter().filter(|s| **s <= 1).count() as u32;
        if !steps.is_empty() {
            self.key_steps = Some(f64::from(steps.iter().sum::<u32>()) / steps.len() as f64);
        }
    }
}

/// Notes a level's figures in a report.
pub(crate) fn measure(level: &LevelGraph, report: &mut Report) {
    let quality = Quality::of(level);
    let figures = [
        ("nodes", level.nodes.len() as f64),
        ("edges", level.edges.len() as f64),
        ("loops", f64::from(quality.loops)),
        ("dead_ends", f64::from(quality.dead_ends)),
        ("articulation_points", f64::from(quality.articulation_points)),
        ("enemies_on_way", f64::from(quality.enemies_on_way)),
        ("parts", f64::from(quality.parts)),
        ("locks", f64::from(quality.locks)),
        ("keys_needed", f64::from(quality.keys_needed)),
        ("keys_beside", f64::from(quality.keys_beside)),
        ("solvable", f64::from(u8::from(quality.solvable))),
    ];
    for (name, value) in figures {
        report.metric(name, value);
    }
    if let Some(steps) = quality.key_steps {
        report.metric("key_steps", steps);
    }
    if let Some(steps) = quality.steps_to_exit {
        report.metric("steps_to_exit", f64::from(steps));
    }
    if let (Some(mean), Some(farthest)) = (quality.treasure_to_enemies, quality.farthest_treasure) {
        report.metric("treasure_to_enemies", mean);
        report.metric("farthest_treasure", f64::from(farthest));
    }
    let mut counts = BTreeMap::new();
    for node in &level.nodes {
        *counts.entry(("count", node.kind.as_str())).or_insert(0u32) += 1;
        if !node.mark.is_empty() {
            *counts.entry(("count_marked", node.mark.as_str())).or_insert(0u32) += 1;
        }
    }
    for ((what, name), count) in counts {
        let metric = report.metrics.entry(snake_case(&format!("{what} {name}"))).or_insert(0.0);
        *metric += f64::from(count);
    }
    if !quality.solvable {
        report.warnings.push("not every exit can be reached with the keys found on the way".to_owned());
    }
    if quality.parts > 1 {
        report.warnings.push(format!("the level falls into {} parts", quality.parts));
    }
}

fn with_word(level: &LevelGraph, word: &str) -> Vec<usize> {
    (0..level.nodes.len()).filter(|&n| level.nodes[n].is(word)).collect()
}

fn lock(level: &LevelGraph, edge: usize) -> i32 {
    level.detail(edge).and_then(|d| d.values.get("lock")).copied().unwrap_or(0)
}

/// Can an edge be walked from this end?
fn passable(level: &LevelGraph, edge: usize, from: u32) -> bool {
    level.edges[edge][0] == from || !level.detail(edge).is_some_and(|d| d.one_way)
}

fn distances(
    level: &LevelGraph,
    neighbours: &[Vec<(u32, u32)>],
    from: &[usize],
    ways: bool,
) -> Vec<Option<u32>> {
    let mut distance = vec![None; neighbours.len()];
    let mut queue: VecDeque<usize> = from.iter().copied().collect();
    for &node in from {
        distance[node] = Some(0);
    }
    while let Some(node) = queue.pop_front() {
        for &(next, edge) in &neighbours[node] {
            let open = !ways || passable(level, edge as usize, node as u32);
            if open && distance[next as usize].is_none() {
                distance[next as usize] = distance[node].map(|d: u32| d + 1);
                queue.push_back(next as usize);
            }
        }
    }
    distance
}

fn parts(neighbours: &[Vec<(u32, u32)>]) -> usize {
    let mut seen = vec![false; neighbours.len()];
    let mut parts = 0;
    for root in 0..neighbours.len() {
        if seen[root] {
            continue;
        }
        parts += 1;
        let mut stack = vec![root];
        seen[root] = true;
        while let Some(node) = stack.pop() {
            for &(next, _) in &neighbours[node] {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    stack.push(next as usize);
                }
            }
        }
    }
    parts
}

/// Articulation points (Hopcroft and Tarjan 1973), without recursion.
fn articulation_points(neighbours: &[Vec<(u32, u32)>]) -> u32 {
    const NEW: u32 = u32::MAX;
    let mut found = vec![NEW; neighbours.len()];
    let mut low = vec![0; neighbours.len()];
    let mut cut = vec![false; neighbours.len()];
    let mut clock = 0;
    for root in 0..neighbours.len() {
        if found[root] != NEW {
            continue;
        }
        let mut children = 0;
        // Node, the edge it was reached by, the next neighbour to look at.
        let mut stack = vec![(root, u32::MAX, 0)];
        (found[root], low[root]) = (clock, clock);
        clock += 1;
        while let Some((node, by, next)) = stack.last_mut() {
            let (node, by) = (*node, *by);
            let Some(&(other, edge)) = neighbours[node].get(*next) else {
                stack.pop();
                if let Some(&(parent, _, _)) = stack.last() {
                    low[parent] = low[parent].min(low[node]);
                    if parent == root {
                        children += 1;
                    } else if low[node] >= found[parent] {
                        cut[parent] = true;
                    }
                }
                continue;
            };
            *next += 1;
            let other = other as usize;
            if edge == by {
                continue;
            }
            if found[other] == NEW {
                (found[other], low[other]) = (clock, clock);
                clock += 1;
                stack.push((other, edge, 0));
            } else {
                low[node] = low[node].min(found[other]);
            }
        }
        cut[root] = children > 1;
    }
    cut.iter().filter(|&&c| c).count() as u32
}

/// Can every exit be reached from the start, with keys found on the way?
///
/// The keys in reach open doors, behind which lie further keys, until nothing changes. A node whose
/// attribute `key` is n holds key n; an edge whose attribute `lock` is n needs it. If nothing means
/// `start`, the first node is the start; if nothing means `exit`, all nodes must be in reach.
pub fn solvable(level: &LevelGraph) -> bool {
    exits_in_reach(level, None)
}

/// The same without one of the keys.
fn exits_in_reach(level: &LevelGraph, lost: Option<i32>) -> bool {
    let neighbours = level.neighbours();
    let mut starts = with_word(level, "start");
    if starts.is_empty() && !level.nodes.is_empty() {
        starts.push(0);
    }
    let mut goals = with_word(level, "exit");
    if goals.is_empty() {
        goals = (0..level.nodes.len()).collect();
    }
    let mut keys = BTreeSet::from([0]);
    let mut seen = vec![false; level.nodes.len()];
    let mut stack = starts;
    // Locked edges met without their key, to try again.
    let mut closed: Vec<(i32, usize)> = Vec::new();
    while let Some(node) = stack.pop() {
        if std::mem::replace(&mut seen[node], true) {
            continue;
        }
        if let Some(&key) = level.nodes[node].values.get("key")
            && lost != Some(key)
            && keys.insert(key)
        {
            closed.retain(|&(lock, behind)| {
                if lock == key {
                    stack.push(behind);
                }
                lock != key
            });
        }
        for &(next, edge) in &neighbours[node] {
            if passable(level, edge as usize, node as u32) {
                match lock(level, edge as usize) {
                    lock if keys.contains(&lock) => stack.push(next as usize),
                    lock => closed.push((lock, next as usize)),
                }
            }
        }
    }
    goals.iter().all(|&g| seen[g])
}
