//! The weaver: chooses which of the ways that could be exist.
//!
//! Ways that must be, then a spanning tree by key (Kruskal 1956), then more ways until the loops are
//! right: those at dead ends first while there are too many dead ends, otherwise sparing them. Of a
//! few trees the best is kept, and single ways are swapped for others while that lowers the cost.
//! So loops, dead ends and the longest way are met by choice among ways, and the shape of a place is
//! never bent for a figure. Each weaving takes O((t + s) n²) for t trees, s swaps and n spaces.

use mapkiln_core::{Seed, StableSort, Stream};

use super::draft::{Draft, Gate, SpaceId};
use super::figures::{GraphFigures, beside, exits};
use super::genes::Block;
use super::metrics::steps;
use super::targets::Drawn;

const TREES: usize = 6;
const SWAPS: usize = 60;
/// The most loops beyond the target.
const MORE_LOOPS: i32 = 4;

/// The ways chosen, and what follows from them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Woven {
    /// By way: does it exist?
    pub(crate) chosen: Vec<bool>,
    pub(crate) figures: GraphFigures,
    pub(crate) boss: SpaceId,
    /// What the graph is off, in hundredths of a cost of 1.
    pub(crate) cost: u64,
}

/// Chooses ways by the keys of a block of genes. `None` if the draft does not hang together.
pub(crate) fn weave(draft: &Draft, gates: &[Gate], keys: Block<'_>, drawn: &Drawn) -> Option<Woven> {
    let mut loom = Loom { draft, gates, drawn };
    let folded = (0..64).fold(0u64, |hash, i| hash.wrapping_mul(0x100_0000_01b3) ^ u64::from(keys.key(i)));
    let mut rng = Seed::from(folded).stream("weave", 0);
    let mut best: Option<Woven> = None;
    for tree in 0..TREES {
        let order = loom.order(keys, tree);
        let chosen = loom.tree(&order)?;
        let woven = loom.judge(chosen)?;
        if best.as_ref().is_none_or(|b| woven.cost < b.cost) {
            best = Some(woven);
        }
    }
    let mut best = best?;
    loom.swap(&mut best, &mut rng);
    Some(best)
}

struct Loom<'d> {
    draft: &'d Draft,
    gates: &'d [Gate],
    drawn: &'d Drawn,
}

impl Loom<'_> {
    /// The ways, lowest key first; each tree reads other keys.
    fn order(&self, keys: Block<'_>, tree: usize) -> Vec<usize> {
        let key = |i: usize| {
            let way = &self.draft.ways[i];
            let slot = (way.name.wrapping_mul(0x9E37_79B1) >> 16).wrapping_add(23 * tree as u32) % 64;
            keys.int(slot as usize, 0, 9999) + 100 * way.bias
        };
        let mut order: Vec<usize> = (0..self.draft.ways.len()).collect();
        order.stable_sort_by_key(|&i| (key(i), i));
        order
    }

    fn tree(&mut self, order: &[usize]) -> Option<Vec<bool>> {
        let ways = &self.draft.ways;
        let mut chosen = vec![false; ways.len()];
        let mut root: Vec<usize> = (0..self.draft.spaces.len()).collect();
        let mut join = |a: usize, b: usize| {
            let (one, other) = (root[a], root[b]);
            root.iter_mut().filter(|r| **r == one).for_each(|r| *r = other);
            one != other
        };
        let mut count = 0;
        for &i in order.iter().filter(|&&i| ways[i].must) {
            join(ways[i].a.into(), ways[i].b.into());
            chosen[i] = true;
            count += 1;
        }
        for &i in order {
            if !chosen[i] && join(ways[i].a.into(), ways[i].b.into()) {
                chosen[i] = true;
                count += 1;
            }
        }
        let rooms = self.draft.rooms() as f64;
        loop {
            let loops = count - (self.draft.spaces.len() as i32) + 1;
            let exits = exits(self.draft, &chosen);
            let lonely = |i: usize| {
                let end = |s: SpaceId| self.draft.spaces[usize::from(s)].room && exits[usize::from(s)] == 1;
                i32::from(end(ways[i].a)) + i32::from(end(ways[i].b))
            };
            let dead = (0..exits.len()).filter(|&s| self.draft.spaces[s].room && exits[s] == 1).count();
            let dead = dead as f64 / rooms;
            let too_many = dead > self.drawn.dead_ends;
            let rank = |i: usize| if too_many { -lonely(i) } else { lonely(i) };
            let next = order.iter().copied().filter(|&i| !chosen[i]).min_by_key(|&i| rank(i));
            let Some(next) = next else { break };
            // A loop or two beyond the target, if that opens a dead end where there are far too many.
            let relief = !self.drawn.loops_asked
                && loops < self.drawn.loops + MORE_LOOPS
                && dead > self.drawn.most_dead_ends()
                && lonely(next) > 0;
            if loops >= self.drawn.loops && !relief {
                break;
            }
            chosen[next] = true;
            count += 1;
        }
        Some(chosen)
    }

    /// The figures of a choice; `None` if it does not hang together.
    fn judge(&self, chosen: Vec<bool>) -> Option<Woven> {
        let entrances: Vec<SpaceId> = self.gates.iter().map(|g| g.space).collect();
        let boss = match self.draft.boss {
            Some(boss) => boss,
            None => self.far_and_large(&chosen, &entrances)?,
        };
        let figures = GraphFigures::of(self.draft, &chosen, &entrances, boss)?;
        let cost = self.drawn.graph_cost(&figures) + self.blind_corridors(&chosen);
        Some(Woven { chosen, figures, boss, cost })
    }

    /// A corridor is there to fork: what it costs that some have fewer than three doors.
    fn blind_corridors(&self, chosen: &[bool]) -> u64 {
        if self.draft.spaces.iter().all(|s| s.room) {
            return 0;
        }
        let exits = exits(self.draft, chosen);
        let corridors = self.draft.spaces.iter().zip(exits).filter(|(s, _)| !s.room);
        corridors.map(|(_, exits)| 500 * u64::from(3u32.saturating_sub(exits))).sum()
    }

    /// Of the largest third of the rooms the one that is farthest from the entrances.
    fn far_and_large(&self, chosen: &[bool], entrances: &[SpaceId]) -> Option<SpaceId> {
        let beside = beside(self.draft, chosen);
        let ways: Vec<Vec<u8>> = entrances.iter().map(|&e| steps(&beside, e.into())).collect();
        let mut rooms: Vec<usize> = (0..self.draft.spaces.len())
            .filter(|&s| self.draft.spaces[s].room && !entrances.contains(&(s as SpaceId)))
            .filter(|&s| self.draft.not_boss >> s & 1 == 0)
            .collect();
        rooms.stable_sort_by_key(|&r| std::cmp::Reverse(self.draft.spaces[r].area));
        rooms.truncate(rooms.len().div_ceil(3));
        let far = |r: &usize| ways.iter().map(|w| w[*r]).min().unwrap_or(0);
        rooms.into_iter().rev().max_by_key(far).map(|r| r as SpaceId)
    }

    /// Swaps one way for another while that lowers the cost.
    fn swap(&mut self, best: &mut Woven, rng: &mut Stream) {
        for _ in 0..SWAPS {
            if best.cost == 0 {
                return;
            }
            let ways = &self.draft.ways;
            let taken: Vec<usize> = (0..ways.len()).filter(|&i| best.chosen[i] && !ways[i].must).collect();
            let free: Vec<usize> = (0..ways.len()).filter(|&i| !best.chosen[i]).collect();
            let (Some(&out), Some(&into)) = (rng.pick(&taken), rng.pick(&free)) else { return };
            let mut chosen = best.chosen.clone();
            chosen[out] = false;
            chosen[into] = true;
            if let Some(woven) = self.judge(chosen)
                && woven.cost < best.cost
            {
                *best = woven;
            }
        }
    }
}
