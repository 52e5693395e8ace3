//! A finished map whose ways are being changed, all at once or one change after the other.
//!
//! All at once is faster, and nearly always works. If a constraint of the solver refuses that (a fork
//! too near to a bridge), each change is tried on its own and taken back if it does not fit, so that
//! the others can be kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use mapkiln_core::{Run, Stopped};

use super::goal::{Goal, State, Ways};
use super::guard::Guard;
use crate::Topology;
use crate::rules::bits;
use crate::solve::{Collapse, Limits};

/// What cells are to be: each with the tiles it is kept to.
pub(crate) type Changes = Vec<(u32, Arc<[u64]>)>;

/// A change of one cell: its open sides from now on, is it part of the ways, and the tiles for it.
pub(super) struct Change {
    pub(super) cell: u32,
    pub(super) sides: u8,
    pub(super) is_member: bool,
    pub(super) set: Arc<[u64]>,
}

pub(super) struct Mending<'a, 'r> {
    pub(super) ways: &'a Ways,
    pub(super) topology: &'a Topology,
    pub(super) state: State,
    collapse: &'a mut Collapse,
    goals: &'a [Goal],
    run: &'a mut Run<'r>,
    is_careful: bool,
    /// What the changes must leave as it is.
    guards: Vec<Guard<'a>>,
    /// What is to be changed at the end.
    changed: BTreeMap<u32, Arc<[u64]>>,
}

impl<'a, 'r> Mending<'a, 'r> {
    pub(super) fn new(
        ways: &'a Ways,
        collapse: &'a mut Collapse,
        topology: &'a Topology,
        goals: &'a [Goal],
        run: &'a mut Run<'r>,
        is_careful: bool,
    ) -> Self {
        let state = State::of(ways, collapse, topology);
        let guards = goals.iter().filter_map(|goal| Guard::of(goal, ways, collapse, topology)).collect();
        Mending { ways, topology, state, collapse, goals, run, is_careful, guards, changed: BTreeMap::new() }
    }

    /// Could a cell be part of the ways?
    pub(super) fn could_be_member(&self, cell: u32) -> bool {
        self.collapse.could_be(cell, &self.ways.set)
    }

    /// Could a cell be none of the ways?
    pub(super) fn could_be_outside(&self, cell: u32) -> bool {
        self.collapse.could_be(cell, &self.ways.outside)
    }

    /// The tiles that are open on these sides and no others, if a cell may have one of them.
    pub(super) fn exactly(&self, cell: u32, sides: u8) -> Option<Arc<[u64]>> {
        self.ways.exactly(self.collapse, cell, sides)
    }

    /// Changes cells, all of these or none. With care it is done now; else at the end.
    pub(super) fn apply(&mut self, mut changes: Vec<Change>) -> Result<bool, Stopped> {
        for guard in 0..self.guards.len() {
            if !self.guards[guard].admit(&mut changes) {
                self.guards[..=guard].iter_mut().for_each(Guard::take_back);
                return Ok(false);
            }
        }
        let mut sets: BTreeMap<u32, Arc<[u64]>> = BTreeMap::new();
        let mut before = Vec::with_capacity(changes.len());
        for Change { cell, sides, is_member, set } in changes {
            let at = cell as usize;
            before.push((at, self.state.sides[at], self.state.member[at]));
            self.state.sides[at] = sides;
            self.state.member[at] = is_member;
            sets.insert(cell, set);
        }
        if !self.is_careful {
            self.changed.extend(sets);
            return Ok(true);
        }
        if self.try_now(sets)? {
            return Ok(true);
        }
        self.guards.iter_mut().for_each(Guard::take_back);
        for (at, sides, is_member) in before {
            self.state.sides[at] = sides;
            self.state.member[at] = is_member;
        }
        Ok(false)
    }

    /// Decides the cells and those beside them again; if that does not work, all is as it was.
    fn try_now(&mut self, sets: BTreeMap<u32, Arc<[u64]>>) -> Result<bool, Stopped> {
        /// A change is small: what is not found soon is not there.
        const BACKTRACKS: u64 = 200;
        let changes = mirrored(self.with_ring(sets), self.goals);
        let words = self.ways.set.len();
        let now =
            |&(cell, _): &(u32, Arc<[u64]>)| Some((cell, bits::of(words, self.collapse.tile(cell)).into()));
        let before: Changes = changes.iter().filter_map(now).collect();
        let limits = self.collapse.swap_limits(Limits::complete(BACKTRACKS));
        let works = self.collapse.amend(&changes) && self.collapse.run(self.run)?.is_ok();
        if !works {
            self.collapse.amend(&before);
            self.collapse.finish();
        }
        self.collapse.swap_limits(limits);
        Ok(works)
    }

    /// Makes the changes that were put off. False if they do not fit each other, or if no map was
    /// found with them; what the map is then has to be looked at again.
    pub(super) fn finish(self) -> Result<bool, Stopped> {
        if self.changed.is_empty() {
            return Ok(true);
        }
        let changes = mirrored(self.with_ring(self.changed.clone()), self.goals);
        let fits = self.collapse.amend(&changes);
        Ok(self.collapse.run(self.run)?.is_ok() && fits)
    }

    /// The changes, and the cells beside them with the ways that they have.
    fn with_ring(&self, changed: BTreeMap<u32, Arc<[u64]>>) -> Changes {
        let Mending { ways, topology, state, .. } = self;
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
                        Some(_) => self.exactly(beside, state.sides[beside as usize]),
                        None if state.member[beside as usize] => Some(ways.set.clone()),
                        None => Some(any.clone()),
                    };
                    if let Some(set) = set {
                        let set = self.guards.iter().fold(set, |set, guard| guard.narrow(beside, set));
                        ring.insert(beside, set);
                        next.push(beside);
                    }
                }
            }
            last = next;
        }
        ring.into_iter().collect()
    }
}

/// The changes, and their images if the map is its own mirror image.
fn mirrored(changes: Changes, goals: &[Goal]) -> Changes {
    let mut all: BTreeMap<u32, Arc<[u64]>> = changes.into_iter().collect();
    for goal in goals {
        let Goal::Mirror(reflection) = goal else { continue };
        for (cell, keep) in all.clone() {
            let image: Arc<[u64]> = reflection.images(&keep).into();
            let entry = all.entry(reflection.partner(cell)).or_insert_with(|| image.clone());
            let both: Vec<u64> = entry.iter().zip(image.iter()).map(|(a, b)| a & b).collect();
            if !bits::is_empty(&both) {
                *entry = both.into();
            }
        }
    }
    all.into_iter().collect()
}
