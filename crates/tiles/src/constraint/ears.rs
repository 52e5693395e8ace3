//! Gives every part of a way a second link to the rest, so that nothing hangs on one cell.
//!
//! A way without such a cell is a ring and ears on it (Whitney, *Non-separable and planar graphs*,
//! 1932). The parts that are left without all cells that something hangs on are joined by new ways
//! that avoid those cells, shortest first; then no cell is left that something hangs on. Parts that
//! cannot be joined, such as a dead end in a corner, are taken away. Complexity: about linear in the
//! cells.

use mapkiln_core::Stopped;

use super::connected::walk;
use super::goal::{State, Union};
use super::join::Meetings;
use super::mending::{Change, Mending};
use crate::Topology;

/// Is every member linked with every other by two ways?
pub(super) fn holds(state: &State, topology: &Topology) -> bool {
    let mut members = (0..state.member.len() as u32).filter(|&cell| state.member[cell as usize]);
    let Some(root) = members.clone().next() else { return true };
    let found = walk(|cell| linked(state, topology, cell), root, &state.member);
    let has_two = |cell: u32| state.links(topology, cell).nth(1).is_some();
    found.separates(root).is_none() && members.all(|cell| found.order[cell as usize] > 0 && has_two(cell))
}

fn linked(state: &State, topology: &Topology, cell: u32) -> Vec<u32> {
    state.links(topology, cell).map(|(_, other)| other).collect()
}

/// Joins the parts of a way that hang on single cells. The way is in one piece already.
pub(super) fn add_ears(mending: &mut Mending<'_, '_>, round: usize) -> Result<(), Stopped> {
    let (state, topology) = (&mending.state, mending.topology);
    let cells = topology.cells() as u32;
    let Some(root) = (0..cells).find(|&cell| state.member[cell as usize]) else { return Ok(()) };
    let is_cut = walk(|cell| linked(state, topology, cell), root, &state.member).cut_cells(root);
    let is_part = |cell: u32| state.member[cell as usize] && !is_cut[cell as usize];
    let mut union = Union::new(cells as usize);
    for cell in (0..cells).filter(|&cell| is_part(cell)) {
        for (_, other) in state.links(topology, cell).filter(|&(_, other)| is_part(other)) {
            union.join(cell, other);
        }
    }
    let labels: Vec<u32> =
        (0..cells).map(|cell| if is_part(cell) { union.find(cell) } else { u32::MAX }).collect();
    let found = Meetings::find(mending, labels.clone(), |cell| !state.member[cell as usize]);
    found.join(mending, &mut union)?;
    if round > 0 {
        prune(mending, &labels, &mut union)?;
    }
    Ok(())
}

/// Takes away the parts that could not be joined to the largest, and what only led to them.
fn prune(mending: &mut Mending<'_, '_>, labels: &[u32], union: &mut Union) -> Result<(), Stopped> {
    let mut sizes = vec![0u32; labels.len()];
    let parts: Vec<u32> = (0..labels.len() as u32).filter(|&c| labels[c as usize] != u32::MAX).collect();
    for &cell in &parts {
        sizes[union.find(cell) as usize] += 1;
    }
    let Some(main) = parts.iter().map(|&cell| union.find(cell)).max_by_key(|&root| sizes[root as usize])
    else {
        return Ok(());
    };
    let mut done = vec![false; labels.len()];
    for &cell in &parts {
        let root = union.find(cell);
        if root == main || std::mem::replace(&mut done[root as usize], true) {
            continue;
        }
        let part: Vec<u32> = parts.iter().copied().filter(|&c| union.find(c) == root).collect();
        take_away(mending, part)?;
    }
    Ok(())
}

/// Takes cells out of the way, and those that are dead ends without them.
fn take_away(mending: &mut Mending<'_, '_>, mut gone: Vec<u32>) -> Result<bool, Stopped> {
    let (ways, topology, state) = (mending.ways, mending.topology, &mending.state);
    let mut next = 0;
    while let Some(&cell) = gone.get(next) {
        next += 1;
        for (_, beside) in state.links(topology, cell).filter(|(_, n)| state.member[*n as usize]) {
            let left = state.links(topology, beside).filter(|(_, n)| !gone.contains(n)).count();
            if left < 2 && !gone.contains(&beside) {
                gone.push(beside);
            }
        }
    }
    if !gone.iter().all(|&cell| mending.could_be_outside(cell)) {
        return Ok(false);
    }
    let change = |&cell: &u32| Change { cell, sides: 0, is_member: false, set: ways.outside.clone() };
    let mut changes: Vec<Change> = gone.iter().map(change).collect();
    if ways.tiles.is_some() {
        let mut ends: Vec<(u32, u8)> = Vec::new();
        for &cell in &gone {
            for (side, other) in state.links(topology, cell).filter(|(_, n)| !gone.contains(n)) {
                let closed = 1 << topology.sides().back(side);
                match ends.iter_mut().find(|(end, _)| *end == other) {
                    Some((_, sides)) => *sides &= !closed,
                    None => ends.push((other, state.sides[other as usize] & !closed)),
                }
            }
        }
        for (cell, sides) in ends {
            let Some(set) = mending.exactly(cell, sides) else { return Ok(false) };
            changes.push(Change { cell, sides, is_member: true, set });
        }
    }
    mending.apply(changes)
}
