//! Keeps tiles that are counted, or kept apart, while ways that consist of them are changed: a new way
//! must not make a fork beside a fork, nor one too many.

use std::sync::Arc;

use super::goal::{Goal, Ways};
use super::mending::Change;
use super::places::Taken;
use crate::Topology;
use crate::rules::bits;
use crate::solve::Collapse;

pub(super) struct Guard<'a> {
    set: &'a [u64],
    outside: Vec<u64>,
    members: Members<'a>,
    /// The last changes: cells, and were they members before?
    last: Vec<(u32, bool)>,
}

enum Members<'a> {
    Apart(Taken<'a>),
    Counted { is_member: Vec<bool>, count: u32, min: u32, max: u32 },
}

/// Does a goal speak of tiles that ways consist of?
pub(super) fn concerns(goal: &Goal, ways: &Ways) -> bool {
    match goal {
        Goal::Count(selection, ..) | Goal::Separation(selection, _) => bits::meet(&selection.set, &ways.set),
        _ => false,
    }
}

impl<'a> Guard<'a> {
    pub(super) fn of(
        goal: &'a Goal,
        ways: &Ways,
        collapse: &Collapse,
        topology: &'a Topology,
    ) -> Option<Self> {
        if !concerns(goal, ways) {
            return None;
        }
        let (Goal::Count(selection, ..) | Goal::Separation(selection, _)) = goal else { return None };
        let inside = |cell: u32| collapse.tile(cell).is_some_and(|tile| bits::has(&selection.set, tile));
        let is_member: Vec<bool> = (0..topology.cells() as u32).map(inside).collect();
        let members = match goal {
            Goal::Separation(_, distance) => Members::Apart(Taken::of(topology, *distance, is_member)),
            Goal::Count(_, min, max) => {
                let count = is_member.iter().filter(|member| **member).count() as u32;
                Members::Counted { is_member, count, min: *min, max: max.unwrap_or(u32::MAX) }
            }
            _ => return None,
        };
        Some(Guard { set: &selection.set, outside: bits::not(&selection.set), members, last: Vec::new() })
    }

    /// Narrows changes to what keeps the count and the distance; false if that cannot be. Either way
    /// they can be taken back.
    pub(super) fn admit(&mut self, changes: &mut [Change]) -> bool {
        self.last.clear();
        // What members are lost makes room for others.
        for change in changes.iter_mut() {
            let was = self.is_member(change.cell);
            let (stays, goes) = (bits::meet(&change.set, self.set), bits::meet(&change.set, &self.outside));
            if was && !stays {
                self.last.push((change.cell, true));
                self.give_back(change.cell);
            } else if was || !goes {
                continue;
            }
            change.set = both(&change.set, &self.outside);
        }
        for change in changes.iter() {
            if bits::meet(&change.set, &self.outside) || self.is_member(change.cell) {
                continue;
            }
            if !self.take(change.cell) {
                return false;
            }
            self.last.push((change.cell, false));
        }
        for change in changes.iter_mut().filter(|change| self.is_member(change.cell)) {
            change.set = both(&change.set, self.set);
        }
        match &self.members {
            Members::Apart(_) => true,
            // Fewer than before is fewer than asked.
            Members::Counted { count, min, .. } => count >= min || self.last.iter().all(|(_, was)| !was),
        }
    }

    /// Forgets the last changes.
    pub(super) fn take_back(&mut self) {
        for (cell, was) in std::mem::take(&mut self.last) {
            match &mut self.members {
                Members::Apart(taken) => taken.set(cell, was),
                Members::Counted { is_member, count, .. } => {
                    is_member[cell as usize] = was;
                    *count = if was { *count + 1 } else { *count - 1 };
                }
            }
        }
    }

    /// The tiles of this set that leave a cell a member, or none.
    pub(super) fn narrow(&self, cell: u32, set: Arc<[u64]>) -> Arc<[u64]> {
        let wanted = if self.is_member(cell) { self.set } else { &self.outside[..] };
        if bits::meet(&set, wanted) { both(&set, wanted) } else { set }
    }

    fn is_member(&self, cell: u32) -> bool {
        match &self.members {
            Members::Apart(taken) => taken.is_taken(cell),
            Members::Counted { is_member, .. } => is_member[cell as usize],
        }
    }

    fn give_back(&mut self, cell: u32) {
        match &mut self.members {
            Members::Apart(taken) => taken.set(cell, false),
            Members::Counted { is_member, count, .. } => {
                is_member[cell as usize] = false;
                *count -= 1;
            }
        }
    }

    fn take(&mut self, cell: u32) -> bool {
        match &mut self.members {
            Members::Apart(taken) => taken.take(cell),
            Members::Counted { is_member, count, max, .. } => {
                let is_room = *count < *max;
                if is_room {
                    is_member[cell as usize] = true;
                    *count += 1;
                }
                is_room
            }
        }
    }
}

fn both(a: &[u64], b: &[u64]) -> Arc<[u64]> {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}
