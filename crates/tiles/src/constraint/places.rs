//! Draws first what the map must have: routes between points, and places for counted tiles.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use mapkiln_core::Stream;

use super::Selection;
use super::goal::Ways;
use super::mending::Changes;
use crate::Topology;
use crate::rules::bits;
use crate::solve::Collapse;

/// Routes that join cells, as the least that their cells must have; empty if there is no way.
pub(crate) fn routes(
    ways: &Ways,
    collapse: &Collapse,
    topology: &Topology,
    ends: &[u32],
    stream: &mut Stream,
) -> Changes {
    let cells = topology.cells();
    let rough = stream.word();
    let mut sides = vec![0u8; cells];
    let mut joined = vec![false; cells];
    if let Some(&first) = ends.first() {
        joined[first as usize] = true;
    }
    for &end in ends.iter().skip(1) {
        let mut best = vec![u32::MAX; cells];
        let mut came = vec![(u32::MAX, 0u8); cells];
        let mut queue = BinaryHeap::new();
        best[end as usize] = 0;
        queue.push(Reverse((0u32, end)));
        while let Some(Reverse((cost, cell))) = queue.pop() {
            if cost > best[cell as usize] {
                continue;
            }
            if joined[cell as usize] {
                let mut now = cell;
                while now != end {
                    let (before, side) = came[now as usize];
                    joined[now as usize] = true;
                    sides[before as usize] |= 1 << topology.sides().own(usize::from(side));
                    sides[now as usize] |= 1 << topology.sides().back(usize::from(side));
                    now = before;
                }
                joined[end as usize] = true;
                break;
            }
            for (side, next) in topology.neighbours(cell) {
                if !collapse.could_be(next, &ways.set) {
                    continue;
                }
                // Wide bends rather than one straight line.
                let (p, _) = topology.place(next);
                let bump = crate::field::hash(rough, i64::from(p.x / 5), i64::from(p.y / 5)) % 24;
                let total = cost + 8 + bump as u32;
                if total < best[next as usize] {
                    best[next as usize] = total;
                    came[next as usize] = (cell, side as u8);
                    queue.push(Reverse((total, next)));
                }
            }
        }
    }
    let on_route = (0..cells as u32).filter(|&cell| joined[cell as usize]);
    let keep = |cell: u32| match ways.tiles {
        Some(_) => ways.at_least(sides[cell as usize]),
        None => ways.set.clone(),
    };
    on_route.map(|cell| (cell, keep(cell))).collect()
}

/// Are all of these cells at least this many steps from each other?
pub(crate) fn are_apart(topology: &Topology, cells: &[u32], distance: u32) -> bool {
    let mut taken = Taken::new(topology, distance);
    cells.iter().all(|&cell| taken.take(cell))
}

/// Cells that are too near to one that was chosen.
pub(super) struct Taken<'a> {
    topology: &'a Topology,
    distance: u32,
    chosen: Vec<bool>,
    stamps: Vec<u32>,
    stamp: u32,
}

impl<'a> Taken<'a> {
    fn new(topology: &'a Topology, distance: u32) -> Self {
        Taken::of(topology, distance, vec![false; topology.cells()])
    }

    pub(super) fn of(topology: &'a Topology, distance: u32, chosen: Vec<bool>) -> Self {
        Taken { topology, distance, stamps: vec![0; chosen.len()], chosen, stamp: 0 }
    }

    pub(super) fn is_taken(&self, cell: u32) -> bool {
        self.chosen[cell as usize]
    }

    pub(super) fn set(&mut self, cell: u32, is_taken: bool) {
        self.chosen[cell as usize] = is_taken;
    }

    /// Chooses a cell, unless one nearby is chosen already.
    pub(super) fn take(&mut self, cell: u32) -> bool {
        self.stamp += 1;
        self.stamps[cell as usize] = self.stamp;
        let mut near = vec![cell];
        let mut from = 0;
        for _ in 0..self.distance {
            let to = near.len();
            for i in from..to {
                if self.chosen[near[i] as usize] {
                    return false;
                }
                for (_, next) in self.topology.neighbours(near[i]) {
                    if std::mem::replace(&mut self.stamps[next as usize], self.stamp) != self.stamp {
                        near.push(next);
                    }
                }
            }
            from = to;
        }
        self.chosen[cell as usize] = true;
        true
    }
}

/// Pins as many members as wanted to places at least `distance` apart, first where the free map had
/// them, and forbids them elsewhere. False if that cannot be.
pub(crate) fn pin_members(
    collapse: &mut Collapse,
    topology: &Topology,
    selection: &Selection,
    free: &[u32],
    wanted: (u32, u32),
    distance: u32,
    stream: &mut Stream,
) -> bool {
    let outside = bits::not(&selection.set);
    // Those that have to be members anyway, then where the free map had them, then anywhere.
    let (must, mut first): (Vec<u32>, Vec<u32>) =
        free.iter().partition(|&&cell| !collapse.could_be(cell, &outside));
    stream.shuffle(&mut first);
    let mut others: Vec<u32> =
        (0..topology.cells() as u32).filter(|&cell| collapse.could_be(cell, &selection.set)).collect();
    stream.shuffle(&mut others);
    let mut taken = Taken::new(topology, distance);
    let mut count = 0;
    for cell in must.into_iter().chain(first).chain(others) {
        if count >= wanted.1 {
            break;
        }
        if !taken.take(cell) {
            continue;
        }
        if collapse.try_keep(cell, &selection.set) {
            count += 1;
        } else {
            taken.set(cell, false);
        }
    }
    let elsewhere = (0..topology.cells() as u32).filter(|&cell| !taken.chosen[cell as usize]);
    count >= wanted.0 && collapse.keep_all(elsewhere, &outside)
}
