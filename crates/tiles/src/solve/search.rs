//! The search: decide, propagate, backtrack. What is beyond that is repaired ([`super::repair`]).

use std::sync::Arc;

use mapkiln_core::Stream;

use super::conflict::{Marks, Reasons, analyse};
use super::explain::Contradiction;
use super::frontier::{Frontier, Heuristic, choose, choose_among};
use super::propagator::{Propagator, Refusal, WaveDomains};
use super::wave::{Cause, DECISION, ROOT, Wave};
use super::{CollapseStep, Kept, Limits, Stats};
use crate::field::Weigher;
use crate::rules::bits;
use crate::{Adjacency, Topology};

/// A decision, and the length of the trail before it.
#[derive(Clone, Copy)]
pub(super) struct Level {
    pub(super) start: usize,
    cell: u32,
    tile: u32,
}

pub(super) enum Conflict {
    /// A cell without options.
    Cell(u32),
    /// A constraint (by number) that cannot be satisfied, and why.
    Propagator(usize, Refusal),
}

/// What the search needs in addition to the store of options.
pub(crate) struct Parts {
    pub(crate) topology: Arc<Topology>,
    pub(crate) rules: Arc<Adjacency>,
    pub(crate) frontier: Frontier,
    pub(crate) stream: Stream,
    pub(crate) propagators: Vec<Box<dyn Propagator>>,
    /// Weights by cell and tile, if they differ from those of the rules.
    pub(crate) cell_weights: Option<Vec<u32>>,
    /// Weights by place, from fields.
    pub(crate) weigher: Option<Weigher>,
    pub(crate) limits: Limits,
    /// For each cell, the tile to choose if it is left.
    pub(crate) prefer: Option<Arc<[u16]>>,
}

pub(crate) struct Search<W: Wave> {
    pub(super) wave: W,
    pub(super) parts: Parts,
    pub(super) reasons: Reasons,
    pub(super) marks: Marks,
    pub(super) levels: Vec<Level>,
    /// Were decisions made final? Then a contradiction proves nothing.
    pub(super) committed: bool,
    /// Conflicts since the search last reached a new depth.
    pub(super) trouble: u64,
    pub(super) deepest: usize,
    /// Conflicts without progress before a block is repaired.
    pub(super) patience: u64,
    /// Repairs that reopened the whole map.
    pub(super) renewals: u64,
    /// Which of the ways to choose cells is in use, see [`Search::take_over`].
    pub(super) stage: u64,
    pub(super) first_heuristic: Heuristic,
    pub(super) radius: u32,
    pub(super) stats: Stats,
    pub(super) ended: Option<Result<(), Box<Contradiction>>>,
    scratch: Vec<u64>,
    /// The weights of the options of one cell, from fields.
    weights: Vec<u64>,
}

impl<W: Wave> Search<W> {
    pub(crate) fn new(wave: W, parts: Parts) -> Self {
        let scratch = vec![0; parts.rules.words()];
        let patience = parts.limits.patience;
        let first_heuristic = parts.frontier.heuristic();
        Search {
            wave,
            parts,
            reasons: Reasons::default(),
            marks: Marks::default(),
            levels: Vec::new(),
            committed: false,
            trouble: 0,
            deepest: 0,
            patience,
            renewals: 0,
            stage: 0,
            first_heuristic,
            radius: 0,
            stats: Stats::default(),
            ended: None,
            scratch,
            weights: Vec::new(),
        }
    }

    /// A separate search from the start of this one, with cells pinned and another random stream.
    /// Only before the first step, and without active constraints.
    pub(super) fn fork(
        &self,
        pins: &[(u32, u16)],
        keep: &[Kept],
        weigher: Option<Weigher>,
        stream: Stream,
    ) -> Self
    where
        W: Clone,
    {
        let Parts { topology, rules, frontier, cell_weights, limits, .. } = &self.parts;
        let parts = Parts {
            topology: topology.clone(),
            rules: rules.clone(),
            frontier: frontier.fresh(),
            stream,
            propagators: Vec::new(),
            cell_weights: cell_weights.clone(),
            weigher,
            limits: *limits,
            prefer: None,
        };
        let mut search = Search::new(self.wave.clone(), parts);
        for &(cell, tile) in pins {
            search.pin(cell, usize::from(tile), ROOT);
        }
        search.restrict(keep);
        search.begin();
        search
    }

    /// Restricts a cell to one tile.
    fn pin(&mut self, cell: u32, tile: usize, cause: Cause) {
        self.scratch.fill(0);
        self.scratch[tile / 64] = 1 << (tile % 64);
        self.wave.keep(cell, &self.scratch, cause);
    }

    /// The options of a cell.
    pub(super) fn possible(&self, cell: u32) -> Vec<usize> {
        bits::iter(self.wave.domain(cell).as_ref()).collect()
    }

    /// The tile of a decided cell.
    #[inline]
    pub(super) fn tile(&self, cell: u32) -> Option<usize> {
        let first = bits::iter(self.wave.domain(cell).as_ref()).next();
        first.filter(|_| self.wave.options(cell) == 1 && self.parts.topology.is_part(cell))
    }

    /// Restricts cells for good, before the search begins.
    pub(crate) fn restrict(&mut self, keep: &[Kept]) {
        for (cells, keep) in keep {
            for cell in cells.clone().filter(|&cell| self.parts.topology.is_part(cell)) {
                self.wave.keep(cell, keep, ROOT);
            }
        }
    }

    /// The first propagation; then every undecided cell enters the frontier.
    pub(crate) fn begin(&mut self) {
        let cells = self.parts.topology.cells() as u32;
        let topology = self.parts.topology.clone();
        for cell in 0..cells {
            if !topology.is_part(cell) {
                // It has no neighbours, so one tile is as good as another.
                self.pin(cell, 0, ROOT);
                continue;
            }
            for propagator in &mut self.parts.propagators {
                propagator.touch(cell, self.wave.domain(cell).as_ref());
            }
        }
        if let Err(conflict) = self.settle() {
            self.end_in_conflict(&conflict, true);
            return;
        }
        self.wave.commit();
        self.reasons = Reasons::default();
        self.wave.set_root();
        for cell in 0..cells {
            self.parts.frontier.note(&self.wave, cell);
        }
    }

    /// Restricts a cell for good before the first step; false, and no change, if that leaves some cell
    /// without options.
    pub(super) fn try_keep(&mut self, cell: u32, keep: &[u64]) -> bool {
        self.try_all(std::iter::once(cell), keep)
    }

    /// Restricts many cells at once, or none.
    pub(super) fn try_all(&mut self, cells: impl Iterator<Item = u32>, keep: &[u64]) -> bool {
        if self.ended.is_some() {
            return false;
        }
        for cell in cells {
            self.wave.keep(cell, keep, ROOT);
        }
        let kept = self.settle().is_ok();
        if kept {
            self.wave.commit();
        } else {
            self.undo(0);
            // What the constraints know must follow.
            let _ = self.settle();
        }
        kept
    }

    /// What holds now holds for good: repairs return to it.
    pub(super) fn settle_root(&mut self) {
        self.wave.set_root();
    }

    /// Takes over a finished map, given as the number of the set of tiles of each cell; false if that
    /// breaks a rule.
    pub(super) fn adopt(&mut self, sets: &[Arc<[u64]>], set_of: &[u16]) -> bool {
        if self.ended.is_some() {
            return false;
        }
        for (cell, &set) in (0u32..).zip(set_of) {
            if self.parts.topology.is_part(cell) {
                self.wave.keep(cell, &sets[usize::from(set)], ROOT);
            }
        }
        let fits = self.settle().is_ok();
        if fits {
            self.wave.commit();
        }
        fits
    }

    pub(super) fn set_limits(&mut self, limits: Limits) {
        self.swap_limits(limits);
        self.stats = Stats::default();
    }

    /// Other limits, for a search that goes on.
    pub(super) fn swap_limits(&mut self, limits: Limits) -> Limits {
        self.patience = limits.patience;
        std::mem::replace(&mut self.parts.limits, limits)
    }

    /// Restricts a cell for good while the search goes on. What was decided stays, except near the cell
    /// if it has to change. False if no map was found.
    pub(super) fn keep_from_now_on(&mut self, cell: u32, keep: &[u64]) -> bool {
        let known = (cell as usize) < self.parts.topology.cells() && self.parts.topology.is_part(cell);
        if !known || matches!(self.ended, Some(Err(_))) || !self.wave.restrict_root(cell, keep) {
            return false;
        }
        self.ended = None;
        self.forget_past();
        self.trouble = 0;
        self.wave.keep(cell, keep, ROOT);
        match self.settle() {
            Ok(()) => self.wave.commit(),
            Err(conflict) => return self.resolve(conflict) != CollapseStep::Failed,
        }
        true
    }

    /// Reopens cells of a finished map and restricts each to some tiles; the search then goes on. False
    /// if they contradict each other: then the cells are open without being restricted.
    pub(super) fn amend(&mut self, changes: &[(u32, Arc<[u64]>)]) -> bool {
        if let Some(Err(_)) = self.ended {
            self.undo(0);
        }
        self.ended = None;
        self.forget_past();
        let cells: Vec<u32> = changes.iter().map(|(cell, _)| *cell).collect();
        if self.wave.reopen(&cells).is_err() {
            self.wave.undo(0);
        }
        self.wave.commit();
        for (cell, keep) in changes {
            self.wave.keep(*cell, keep, ROOT);
        }
        let kept = self.settle().is_ok();
        if kept {
            self.wave.commit();
        } else {
            self.undo(0);
            let _ = self.settle();
        }
        self.trouble = 0;
        self.radius = 0;
        kept
    }

    /// One decision and its propagation.
    pub(crate) fn step(&mut self) -> CollapseStep {
        if let Some(ended) = &self.ended {
            return if ended.is_ok() { CollapseStep::Done } else { CollapseStep::Failed };
        }
        let cells = self.parts.topology.cells() as u32;
        let Some(cell) = self.parts.frontier.next(&self.wave, cells, &mut self.parts.stream) else {
            return match self.finish() {
                Ok(true) => {
                    self.ended = Some(Ok(()));
                    CollapseStep::Done
                }
                Ok(false) => CollapseStep::Checked,
                Err(conflict) => self.resolve(conflict),
            };
        };
        let Some(tile) = self.choose(cell) else { return self.resolve(Conflict::Cell(cell)) };
        self.stats.decisions += 1;
        self.levels.push(Level { start: self.wave.trail_len(), cell, tile: tile as u32 });
        self.pin(cell, tile, DECISION);
        if let Err(conflict) = self.settle() {
            return self.resolve(conflict);
        }
        if self.levels.len() > self.deepest {
            self.deepest = self.levels.len();
            self.trouble = 0;
        }
        if self.levels.len() > self.parts.limits.horizon {
            self.forget_past();
        }
        CollapseStep::Decided { cell, tile }
    }

    fn choose(&mut self, cell: u32) -> Option<usize> {
        let preferred = self.parts.prefer.as_ref().map(|prefer| usize::from(prefer[cell as usize]));
        if let Some(tile) = preferred
            && bits::has(self.wave.domain(cell).as_ref(), tile)
        {
            return Some(tile);
        }
        let Parts { rules, cell_weights, propagators, stream, weigher, .. } = &mut self.parts;
        if let Some(weigher) = weigher {
            let domain = self.wave.domain(cell);
            let domain = domain.as_ref();
            self.weights.clear();
            weigher.weigh(cell, domain, &mut self.weights);
            let own = cell_weights.as_ref().map(|w| &w[cell as usize * rules.tiles()..][..rules.tiles()]);
            if !propagators.is_empty() || own.is_some() {
                for (tile, weight) in bits::iter(domain).zip(&mut self.weights) {
                    for factor in propagators.iter().filter_map(|w| w.weight(tile)) {
                        *weight = (weight.saturating_mul(factor)).div_ceil(64);
                    }
                    if let Some(own) = own {
                        let usual = u64::from(rules.weights()[tile].max(1));
                        *weight = weight.saturating_mul(u64::from(own[tile])) / usual;
                    }
                }
            }
            return choose_among(domain, &self.weights, stream);
        }
        let own = cell_weights.as_ref().map(|w| &w[cell as usize * rules.tiles()..][..rules.tiles()]);
        let weights = own.unwrap_or(rules.weights());
        let domain = self.wave.domain(cell);
        let domain = domain.as_ref();
        if propagators.is_empty() {
            return choose(domain, |tile| u64::from(weights[tile]), stream);
        }
        let factor =
            |tile| propagators.iter().filter_map(|w| w.weight(tile)).fold(64, |a, b| (a * b).div_ceil(64));
        choose(domain, |tile| u64::from(weights[tile]) * factor(tile), stream)
    }

    /// Alternates propagation and constraints until nothing changes.
    pub(super) fn settle(&mut self) -> Result<(), Conflict> {
        loop {
            self.wave.propagate().map_err(Conflict::Cell)?;
            let mut touched = std::mem::take(self.wave.touched());
            for cell in touched.drain(..) {
                self.parts.frontier.note(&self.wave, cell);
                if !self.parts.topology.is_part(cell) {
                    continue;
                }
                for propagator in &mut self.parts.propagators {
                    propagator.touch(cell, self.wave.domain(cell).as_ref());
                }
            }
            *self.wave.touched() = touched;
            if !self.enforce(|propagator, domains| propagator.enforce(domains))? {
                return Ok(());
            }
        }
    }

    /// Runs the constraints until one removed something; true if one did.
    fn enforce(
        &mut self,
        work: impl Fn(&mut dyn Propagator, &mut WaveDomains<'_, W>) -> Result<(), Refusal>,
    ) -> Result<bool, Conflict> {
        let before = self.wave.trail_len();
        for (number, propagator) in self.parts.propagators.iter_mut().enumerate() {
            let mut domains = WaveDomains { wave: &mut self.wave, reasons: &mut self.reasons };
            work(propagator.as_mut(), &mut domains)
                .map_err(|refusal| Conflict::Propagator(number, refusal))?;
            if self.wave.trail_len() > before {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Every cell is decided: do the constraints that defer their work hold?
    fn finish(&mut self) -> Result<bool, Conflict> {
        if self.enforce(|propagator, domains| propagator.finish(domains))? {
            self.settle()?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Undoes the latest decision at fault, until the rest is consistent.
    fn resolve(&mut self, mut conflict: Conflict) -> CollapseStep {
        let mut undone = 0;
        loop {
            self.stats.conflicts += 1;
            self.trouble += 1;
            let (place, start): (Option<u32>, Option<&[u32]>) = match &conflict {
                Conflict::Cell(cell) => (Some(*cell), Some(std::slice::from_ref(cell))),
                Conflict::Propagator(_, refusal) => (refusal.at, refusal.cells.as_deref()),
            };
            let found = analyse(&self.wave, &self.parts.topology, &self.reasons, &mut self.marks, start);
            let limits = self.parts.limits;
            let level = found
                .decision
                .map(|index| self.levels.partition_point(|l| l.start <= index).saturating_sub(1));
            if level.is_none() && !self.committed {
                self.end_in_conflict(&conflict, true);
                return CollapseStep::Failed;
            }
            let far = level.is_none_or(|level| self.levels.len() - level > limits.jump);
            let spent = self.stats.backtracks >= limits.backtracks;
            if far || spent || self.trouble > self.patience {
                if self.stats.repairs >= limits.repairs {
                    self.end_in_conflict(&conflict, false);
                    return CollapseStep::Failed;
                }
                let at = place.or(self.levels.last().map(|l| l.cell)).unwrap_or(0);
                match self.repair(at) {
                    Ok(cells) => return CollapseStep::Repaired { around: at, cells },
                    Err(next) => conflict = next,
                }
                continue;
            }
            let Some(level) = level else { continue };
            undone += self.levels.len() - level;
            let Level { start, cell, tile } = self.levels[level];
            self.undo(start);
            self.levels.truncate(level);
            self.stats.backtracks += 1;
            let cause = self.reasons.add(start, found.cells.as_deref());
            let mut rest = self.wave.domain(cell).as_ref().to_vec();
            rest[tile as usize / 64] &= !(1 << (tile % 64));
            self.wave.keep(cell, &rest, cause);
            match self.settle() {
                Ok(()) => return CollapseStep::Backtracked { cell, tile: tile as usize, decisions: undone },
                Err(next) => conflict = next,
            }
        }
    }

    pub(super) fn undo(&mut self, len: usize) {
        self.wave.undo(len);
        self.reasons.undo(len);
    }

    /// Makes all decisions final, so that the trail stays short. What turns out wrong later is
    /// repaired in a block instead.
    pub(super) fn forget_past(&mut self) {
        self.wave.commit();
        self.reasons = Reasons::default();
        self.levels.clear();
        self.deepest = 0;
        self.committed = true;
    }

    fn end_in_conflict(&mut self, conflict: &Conflict, proved: bool) {
        let (cell, cells, propagator, near) = match conflict {
            Conflict::Cell(cell) => (Some(*cell), Some(vec![*cell]), None, None),
            Conflict::Propagator(number, refusal) => (None, refusal.cells.clone(), Some(*number), refusal.at),
        };
        let found =
            analyse(&self.wave, &self.parts.topology, &self.reasons, &mut self.marks, cells.as_deref());
        let sides = self.parts.topology.sides();
        let demands = cell.map_or_else(Vec::new, |cell| {
            let around = self.parts.topology.neighbours(cell);
            let demand = |(side, neighbour): (usize, u32)| {
                let mut allowed = vec![0; self.parts.rules.words()];
                for tile in bits::iter(self.wave.domain(neighbour).as_ref()) {
                    bits::or(&mut allowed, self.parts.rules.beside(sides.facing(side), tile));
                }
                (side, bits::iter(&allowed).collect())
            };
            around.map(demand).collect()
        });
        let constraint = propagator.map(|number| self.parts.propagators[number].describe());
        let cells = found.cells.unwrap_or_default();
        self.ended = Some(Err(Box::new(Contradiction { proved, cell, demands, cells, constraint, near })));
    }
}
