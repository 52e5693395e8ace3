//! Joins the pieces of a finished map, and cuts its rings.
//!
//! One wave starts from all members at once; where two pieces meet is a candidate, shortest first
//! (Kruskal, *On the shortest spanning subtree of a graph*, 1956). Only the cells of the new ways and
//! those beside them are decided again, each kept to its own ways. Complexity: about linear in the
//! cells.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use mapkiln_core::Stopped;

use super::goal::{State, Union, Ways};
use super::mending::{Change, Mending};
use crate::Topology;
use crate::solve::Collapse;

/// The number of pieces.
pub(crate) fn pieces(ways: &Ways, collapse: &Collapse, topology: &Topology) -> usize {
    let state = State::of(ways, collapse, topology);
    let mut union = state.pieces(topology);
    let relevant = state.in_relevant_piece(&mut union);
    let roots = (0..topology.cells() as u32).filter(|&c| relevant[c as usize] && union.find(c) == c);
    roots.count()
}

/// Joins all pieces, as far as ways for that exist. In later rounds, small pieces that cannot be joined
/// are dropped.
pub(super) fn join(mending: &mut Mending<'_, '_>, round: usize) -> Result<(), Stopped> {
    let mut union = mending.state.pieces(mending.topology);
    let to_join = mending.state.in_relevant_piece(&mut union);
    let start = |cell: u32| to_join[cell as usize].then(|| union.find(cell));
    let mut start = start;
    let labels: Vec<u32> =
        (0..mending.topology.cells() as u32).map(|cell| start(cell).unwrap_or(u32::MAX)).collect();
    let found = Meetings::find(mending, labels, |_| true);
    let before = mending.state.sides.clone();
    found.join(mending, &mut union)?;
    if mending.ways.tiles.is_some() && round == 0 {
        give_back(mending, &before)?;
    }
    if round > 1 {
        drop_small(mending, &mut union)?;
    }
    Ok(())
}

/// Where waves that start from labelled cells meet.
pub(super) struct Meetings {
    came: Vec<u32>,
    label: Vec<u32>,
    /// Costs and the two cells, lowest first.
    candidates: Vec<(u32, u32, u32)>,
}

impl Meetings {
    /// Labels are `u32::MAX` where no wave starts; waves go over cells that may be part of the ways and
    /// that `may_pass`.
    pub(super) fn find(mending: &Mending<'_, '_>, label: Vec<u32>, may_pass: impl Fn(u32) -> bool) -> Self {
        let (ways, topology, state) = (mending.ways, mending.topology, &mending.state);
        let mut label = label;
        let is_start: Vec<bool> = label.iter().map(|&label| label != u32::MAX).collect();
        let mut best: Vec<u32> = is_start.iter().map(|&start| if start { 0 } else { u32::MAX }).collect();
        let mut came = vec![u32::MAX; label.len()];
        let starts = (0..label.len() as u32).filter(|&cell| is_start[cell as usize]);
        let mut queue: BinaryHeap<_> = starts.map(|cell| Reverse((0u32, cell))).collect();
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
                if is_start[next as usize] || !mending.could_be_member(next) || !may_pass(next) {
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
        Meetings { came, label, candidates }
    }

    /// Adds ways between labels that are not one set yet, the shortest first.
    pub(super) fn join(&self, mending: &mut Mending<'_, '_>, union: &mut Union) -> Result<(), Stopped> {
        for &(_, a, b) in &self.candidates {
            let (one, other) = (self.label[a as usize], self.label[b as usize]);
            if union.find(one) == union.find(other) {
                continue;
            }
            let trail = |from: u32| {
                std::iter::successors(Some(from), |&c| Some(self.came[c as usize]).filter(|&n| n != u32::MAX))
            };
            let mut route: Vec<u32> = trail(a).collect();
            route.reverse();
            route.extend(trail(b));
            if add_route(mending, &route)? {
                union.join(one, other);
            }
        }
        Ok(())
    }
}

/// Does a way from one cell over another to a third turn there?
fn turns(topology: &Topology, from: u32, over: u32, to: u32) -> bool {
    let side = |a: u32, b: u32| topology.neighbours(a).find(|&(_, n)| n == b).map(|(side, _)| side);
    from != u32::MAX && side(from, over) != side(over, to)
}

/// Adds a way along cells, if tiles for it exist everywhere.
fn add_route(mending: &mut Mending<'_, '_>, route: &[u32]) -> Result<bool, Stopped> {
    let (ways, topology) = (mending.ways, mending.topology);
    if ways.tiles.is_none() {
        let new = route.iter().filter(|&&cell| !mending.state.member[cell as usize]);
        let change = |&cell: &u32| Change {
            cell,
            sides: mending.state.sides[cell as usize],
            is_member: true,
            set: ways.set.clone(),
        };
        let changes = new.map(change).collect();
        return mending.apply(changes);
    }
    let mut more: BTreeMap<u32, u8> = BTreeMap::new();
    for pair in route.windows(2) {
        let Some((side, _)) = topology.neighbours(pair[0]).find(|&(_, n)| n == pair[1]) else {
            return Ok(false);
        };
        *more.entry(pair[0]).or_default() |= 1 << topology.sides().own(side);
        *more.entry(pair[1]).or_default() |= 1 << topology.sides().back(side);
    }
    let change = |(cell, more): (u32, u8)| {
        let sides = mending.state.sides[cell as usize] | more;
        Some(Change { cell, sides, is_member: true, set: mending.exactly(cell, sides)? })
    };
    match more.into_iter().map(change).collect() {
        Some(changes) => mending.apply(changes),
        None => Ok(false),
    }
}

/// A link between two cells: the first, the side there, and the second.
type Link = (u32, usize, u32);

/// What the two cells of a link are without it; `None` if there are no tiles for that.
fn without_link(mending: &Mending<'_, '_>, (cell, side, other): Link) -> Option<Vec<Change>> {
    let sides = mending.topology.sides();
    let change = |cell: u32, closed: usize| {
        let left = mending.state.sides[cell as usize] & !(1 << closed);
        Some(Change { cell, sides: left, is_member: true, set: mending.exactly(cell, left)? })
    };
    Some(vec![change(cell, sides.own(side))?, change(other, sides.back(side))?])
}

/// Joining makes forks of dead ends. For each fork too many, this cuts a ring beside a fork, which takes
/// the fork away and leaves a dead end, so that every kind keeps its share.
fn give_back(mending: &mut Mending<'_, '_>, before: &[u8]) -> Result<(), Stopped> {
    let count = |sides: &[u8], ways: u32| sides.iter().filter(|s| s.count_ones() == ways).count();
    let mut forks = count(&mending.state.sides, 3).saturating_sub(count(before, 3));
    // A few dead ends more than before do no harm.
    let mut ends = (count(before, 1) * 21 / 20).saturating_sub(count(&mending.state.sides, 1));
    if forks == 0 {
        return Ok(());
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
    let (state, topology) = (&mending.state, mending.topology);
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
        let gain = gain(&mending.state, cell, other).filter(|g| g.0 <= forks && g.1 <= ends);
        let Some((fewer, more)) = gain else { continue };
        if let Some(changes) = without_link(mending, (cell, side, other))
            && mending.apply(changes)?
        {
            forks -= fewer;
            ends -= more;
        }
    }
    Ok(())
}

/// Takes small pieces away that could not be joined, up to 2 % of all members.
fn drop_small(mending: &mut Mending<'_, '_>, union: &mut Union) -> Result<(), Stopped> {
    let relevant = mending.state.in_relevant_piece(union);
    let members: Vec<u32> =
        (0..mending.state.member.len() as u32).filter(|&c| relevant[c as usize]).collect();
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
        if size > left || !piece.iter().all(|&cell| mending.could_be_outside(cell)) {
            continue;
        }
        let outside = mending.ways.outside.clone();
        let change = |cell| Change { cell, sides: 0, is_member: false, set: outside.clone() };
        if mending.apply(piece.into_iter().map(change).collect())? {
            left -= size;
        }
    }
    Ok(())
}

/// Cuts every link that closes a ring, forks first.
pub(super) fn cut(mending: &mut Mending<'_, '_>, round: usize) -> Result<(), Stopped> {
    let (state, topology) = (&mending.state, mending.topology);
    let mut links: Vec<(bool, u32, u32, u32, usize)> = Vec::new();
    for cell in 0..topology.cells() as u32 {
        for (side, other) in state.links(topology, cell).filter(|&(_, other)| other > cell) {
            let degree = |c: u32| state.sides[c as usize].count_ones().max(2);
            // What comes last is cut: links between forks, and none that has to stay. Where that was
            // refused, other links of the same ring are tried: first those far from forks.
            let can_go = without_link(mending, (cell, side, other)).is_some();
            let rank = match round {
                0 => degree(cell) + degree(other),
                1 => 16 - degree(cell) - degree(other),
                _ => cell.wrapping_mul(0x9e37_79b9).wrapping_add(round as u32).wrapping_mul(0x85eb_ca6b),
            };
            links.push((can_go, rank, cell, other, side));
        }
    }
    links.sort_unstable();
    let mut union = Union::new(topology.cells());
    for (_, _, cell, other, side) in links {
        if union.join(cell, other) {
            continue;
        }
        if let Some(changes) = without_link(mending, (cell, side, other)) {
            mending.apply(changes)?;
        }
    }
    Ok(())
}
