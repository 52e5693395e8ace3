//! Joins the pieces of a finished map, and cuts its rings.
//!
//! One wave starts from all members at once; where two pieces meet is a candidate, shortest first
//! (Kruskal, *On the shortest spanning subtree of a graph*, 1956). Only the cells of the new ways and
//! those beside them are decided again, each kept to its own ways. Complexity: about linear in the
//! cells.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use super::goal::{State, Union, Ways};
use crate::Topology;
use crate::solve::Collapse;

/// What cells are to be: each with the tiles it is kept to.
pub(crate) type Changes = Vec<(u32, Arc<[u64]>)>;

/// The number of pieces.
pub(crate) fn pieces(ways: &Ways, collapse: &Collapse, topology: &Topology) -> usize {
    let state = State::of(ways, collapse, topology);
    let mut union = state.pieces(topology);
    let relevant = state.in_relevant_piece(&mut union);
    let roots = (0..topology.cells() as u32).filter(|&c| relevant[c as usize] && union.find(c) == c);
    roots.count()
}

/// The changes that join all pieces, as far as ways for them exist; empty if there is one piece. In
/// later rounds, small pieces that cannot be joined are dropped.
pub(crate) fn join(ways: &Ways, collapse: &Collapse, topology: &Topology, round: usize) -> Changes {
    let mut state = State::of(ways, collapse, topology);
    let mut union = state.pieces(topology);
    let cells = topology.cells() as u32;
    let mut best = vec![u32::MAX; cells as usize];
    let mut came = vec![u32::MAX; cells as usize];
    let mut label = vec![u32::MAX; cells as usize];
    let mut queue = BinaryHeap::new();
    let to_join = state.in_relevant_piece(&mut union);
    for cell in (0..cells).filter(|&c| to_join[c as usize]) {
        best[cell as usize] = 0;
        label[cell as usize] = union.find(cell);
        queue.push(Reverse((0u32, cell)));
    }
    let mut candidates: Vec<(u32, u32, u32)> = Vec::new();
    while let Some(Reverse((cost, cell))) = queue.pop() {
        if cost > best[cell as usize] {
            continue;
        }
        for (_, next) in topology.neighbours(cell) {
            let (own, other) = (label[cell as usize], label[next as usize]);
            if other != u32::MAX && other != own {
                candidates.push((cost + best[next as usize], cell, next));
            }
            if to_join[next as usize] || !collapse.could_be(next, &ways.set) {
                continue;
            }
            // Around houses rather than through them; and not always by the straightest way.
            let step = match (state.member[next as usize], state.blocks[next as usize]) {
                (true, _) => 1,
                (_, true) if ways.tiles.is_some() => 16,
                _ => 4,
            };
            let bend = if ways.straight {
                3 * u32::from(turns(topology, came[cell as usize], cell, next))
            } else {
                next.wrapping_mul(0x9e37_79b9) >> 30
            };
            let total = cost + step + bend;
            if total < best[next as usize] {
                best[next as usize] = total;
                came[next as usize] = cell;
                label[next as usize] = own;
                queue.push(Reverse((total, next)));
            }
        }
    }
    candidates.sort_unstable();
    let mut changed: BTreeMap<u32, Arc<[u64]>> = BTreeMap::new();
    let before = state.sides.clone();
    for (_, a, b) in candidates {
        if union.find(label[a as usize]) == union.find(label[b as usize]) {
            continue;
        }
        let trail = |from: u32| {
            std::iter::successors(Some(from), |&c| Some(came[c as usize]).filter(|&n| n != u32::MAX))
        };
        let mut route: Vec<u32> = trail(a).collect();
        route.reverse();
        route.extend(trail(b));
        if add_route(ways, collapse, topology, &mut state, &route, &mut changed) {
            union.join(label[a as usize], label[b as usize]);
        }
    }
    if ways.tiles.is_some() && round == 0 {
        give_back(ways, collapse, topology, &mut state, &before, &mut changed);
    }
    if round > 1 {
        drop_small(ways, collapse, &mut state, &mut union, &mut changed);
    }
    with_ring(ways, collapse, topology, &state, changed)
}

/// Does a way from one cell over another to a third turn there?
fn turns(topology: &Topology, from: u32, over: u32, to: u32) -> bool {
    let side = |a: u32, b: u32| topology.neighbours(a).find(|&(_, n)| n == b).map(|(side, _)| side);
    from != u32::MAX && side(from, over) != side(over, to)
}

/// Adds a way along cells, if tiles for it exist everywhere.
fn add_route(
    ways: &Ways,
    collapse: &Collapse,
    topology: &Topology,
    state: &mut State,
    route: &[u32],
    changed: &mut BTreeMap<u32, Arc<[u64]>>,
) -> bool {
    if ways.tiles.is_none() {
        for &cell in route.iter().filter(|&&c| !state.member[c as usize]) {
            changed.insert(cell, ways.set.clone());
        }
        for &cell in route {
            state.member[cell as usize] = true;
        }
        return true;
    }
    let mut sides: BTreeMap<u32, u8> = BTreeMap::new();
    for pair in route.windows(2) {
        let Some((side, _)) = topology.neighbours(pair[0]).find(|&(_, n)| n == pair[1]) else { return false };
        *sides.entry(pair[0]).or_default() |= 1 << topology.sides().own(side);
        *sides.entry(pair[1]).or_default() |= 1 << topology.sides().back(side);
    }
    let mut sets = Vec::new();
    for (&cell, &more) in &sides {
        match ways.exactly(collapse, cell, state.sides[cell as usize] | more) {
            Some(set) => sets.push((cell, set)),
            None => return false,
        }
    }
    for (cell, set) in sets {
        state.sides[cell as usize] |= sides[&cell];
        state.member[cell as usize] = true;
        changed.insert(cell, set);
    }
    true
}

/// Joining makes forks of dead ends. For each fork too many, this cuts a ring beside a fork, which takes
/// the fork away and leaves a dead end, so that every kind keeps its share.
fn give_back(
    ways: &Ways,
    collapse: &Collapse,
    topology: &Topology,
    state: &mut State,
    before: &[u8],
    changed: &mut BTreeMap<u32, Arc<[u64]>>,
) {
    let count = |sides: &[u8], ways: u32| sides.iter().filter(|s| s.count_ones() == ways).count();
    let mut forks = count(&state.sides, 3).saturating_sub(count(before, 3));
    // A few dead ends more than before do no harm.
    let mut ends = (count(before, 1) * 21 / 20).saturating_sub(count(&state.sides, 1));
    if forks == 0 {
        return;
    }
    // What a cut takes: forks, and dead ends that were lost.
    let gain = |state: &State, cell: u32, other: u32| {
        let degree = |c: u32| state.sides[c as usize].count_ones();
        match (degree(cell), degree(other)) {
            (3, 2) | (2, 3) => Some((1, 1)),
            (3, 3) => Some((2, 0)),
            _ => None,
        }
    };
    let mut links: Vec<(bool, u32, u32, u32, usize)> = Vec::new();
    for cell in 0..topology.cells() as u32 {
        for (side, other) in state.links(topology, cell).filter(|&(_, other)| other > cell) {
            let mixed = cell.wrapping_mul(0x9e37_79b9) ^ other.wrapping_mul(0x85eb_ca6b);
            links.push((gain(state, cell, other).is_some(), mixed, cell, other, side));
        }
    }
    // Candidates last: those that close a ring can all be cut, and what is joined stays joined.
    links.sort_unstable();
    let mut union = Union::new(topology.cells());
    for (candidate, _, cell, other, side) in links {
        if union.join(cell, other) || !candidate {
            continue;
        }
        let Some((fewer, more)) = gain(state, cell, other).filter(|g| g.0 <= forks && g.1 <= ends) else {
            continue;
        };
        let (own, back) = (topology.sides().own(side), topology.sides().back(side));
        let (a, b) = (state.sides[cell as usize] & !(1 << own), state.sides[other as usize] & !(1 << back));
        if let (Some(here), Some(there)) = (ways.exactly(collapse, cell, a), ways.exactly(collapse, other, b))
        {
            state.sides[cell as usize] = a;
            state.sides[other as usize] = b;
            changed.insert(cell, here);
            changed.insert(other, there);
            forks -= fewer;
            ends -= more;
        }
    }
}

/// Takes small pieces away that could not be joined, up to 2 % of all members.
fn drop_small(
    ways: &Ways,
    collapse: &Collapse,
    state: &mut State,
    union: &mut Union,
    changed: &mut BTreeMap<u32, Arc<[u64]>>,
) {
    let relevant = state.in_relevant_piece(union);
    let members: Vec<u32> = (0..state.member.len() as u32).filter(|&c| relevant[c as usize]).collect();
    let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
    for &cell in &members {
        *sizes.entry(union.find(cell)).or_default() += 1;
    }
    let mut by_size: Vec<(usize, u32)> = sizes.into_iter().map(|(root, size)| (size, root)).collect();
    by_size.sort_unstable();
    by_size.pop();
    let mut left = members.len() / 50;
    for (size, root) in by_size {
        let piece: Vec<u32> = members.iter().copied().filter(|&c| union.find(c) == root).collect();
        let free = |&cell: &u32| collapse.could_be(cell, &ways.outside);
        if size > left || !piece.iter().all(free) {
            continue;
        }
        left -= size;
        for cell in piece {
            state.sides[cell as usize] = 0;
            state.member[cell as usize] = false;
            changed.insert(cell, ways.outside.clone());
        }
    }
}

/// The changes, and the cells beside them with the ways that they have.
fn with_ring(
    ways: &Ways,
    collapse: &Collapse,
    topology: &Topology,
    state: &State,
    changed: BTreeMap<u32, Arc<[u64]>>,
) -> Changes {
    // Where letters at corners change, tiles two steps away may have to.
    let reach = if ways.tiles.is_some() { 1 } else { 2 };
    let mut ring = changed.clone();
    let mut last: Vec<u32> = changed.keys().copied().collect();
    let any: Arc<[u64]> = vec![u64::MAX; ways.set.len()].into();
    for _ in 0..reach {
        let mut next = Vec::new();
        for cell in last {
            // Corners touch diagonally, so neighbours of neighbours count as beside.
            let around = topology.neighbours(cell).flat_map(|(_, n)| {
                let further = topology.neighbours(n).map(|(_, m)| m).filter(|_| reach > 1);
                std::iter::once(n).chain(further)
            });
            for beside in around.collect::<Vec<_>>() {
                if ring.contains_key(&beside) {
                    continue;
                }
                let set = match &ways.tiles {
                    Some(_) => ways.exactly(collapse, beside, state.sides[beside as usize]),
                    None if state.member[beside as usize] => Some(ways.set.clone()),
                    None => Some(any.clone()),
                };
                if let Some(set) = set {
                    ring.insert(beside, set);
                    next.push(beside);
                }
            }
        }
        last = next;
    }
    ring.into_iter().collect()
}

/// The changes that cut every link that closes a ring, forks first.
pub(crate) fn cut(ways: &Ways, collapse: &Collapse, topology: &Topology) -> Changes {
    let mut state = State::of(ways, collapse, topology);
    let mut links: Vec<(u32, u32, u32, usize)> = Vec::new();
    for cell in 0..topology.cells() as u32 {
        for (side, other) in state.links(topology, cell).filter(|&(_, other)| other > cell) {
            let degree = |c: u32| state.sides[c as usize].count_ones().max(2);
            // Links between forks come last, so they are the ones to be cut.
            links.push((degree(cell) + degree(other), cell, other, side));
        }
    }
    links.sort_unstable();
    let mut union = Union::new(topology.cells());
    let mut changed: BTreeMap<u32, Arc<[u64]>> = BTreeMap::new();
    for (_, cell, other, side) in links {
        if union.join(cell, other) {
            continue;
        }
        let (own, back) = (topology.sides().own(side), topology.sides().back(side));
        let (a, b) = (state.sides[cell as usize] & !(1 << own), state.sides[other as usize] & !(1 << back));
        if let (Some(here), Some(there)) = (ways.exactly(collapse, cell, a), ways.exactly(collapse, other, b))
        {
            state.sides[cell as usize] = a;
            state.sides[other as usize] = b;
            changed.insert(cell, here);
            changed.insert(other, there);
        }
    }
    with_ring(ways, collapse, topology, &state, changed)
}
