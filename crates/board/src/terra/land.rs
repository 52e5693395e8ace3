//! Land on fixed rivers: annealing by swaps, every cost by its change.
//!
//! A swap touches two hexes and their neighbours, so it costs the same on any board: about two
//! dozen table look-ups. Hexes that break a rule are swapped more often than others.

use mapkiln_core::Stream;
use mapkiln_search::{Levels, Moves, Problem};

use super::field::{BY_RIVER, Field, ONE_SPADE, RIVER, SPADES, TWO_SPADES, Weights};
use super::whole::{Room, river};
use crate::repair::Homeward;
use crate::rules::add;

/// Land to be arranged.
pub(crate) struct Land<'a> {
    field: &'a Field,
    weights: &'a Weights,
    /// The board that a scramble shuffles: rivers and locked hexes stay.
    start: Vec<u8>,
    /// The board to be repaired; its rivers may lie elsewhere.
    home: Vec<u8>,
    /// Hexes that may change.
    free: Vec<u16>,
    by_river: Vec<bool>,
    /// Does R4 look at the hex?
    counts: Vec<bool>,
    /// What the rivers cost; swaps on land do not change it.
    rivers: [u32; 2],
}

/// Land with all that its cost is made of.
#[derive(Clone)]
pub(crate) struct Arranged {
    pub(crate) terrain: Vec<u8>,
    /// By hex: neighbours of its own terrain, and one spade away.
    equal: Vec<u8>,
    one: Vec<u8>,
    sums: [[u32; 7]; 3],
    /// Hexes that break R1, and R4.
    breaks: [u32; 2],
}

impl<'a> Land<'a> {
    /// Land on the rivers of `start`; only hexes for which `may_change` may do so.
    pub(crate) fn new(
        field: &'a Field,
        weights: &'a Weights,
        start: Vec<u8>,
        may_change: impl Fn(usize) -> bool,
    ) -> Self {
        let land = |h: usize| start[h] < RIVER;
        let beside = |h: usize| field.beside[h].iter().map(|&n| start[usize::from(n)]);
        let by_river = (0..field.len()).map(|h| beside(h).any(|t| t == RIVER)).collect();
        let least = usize::from(weights.spade.0);
        let counts =
            (0..field.len()).map(|h| land(h) && beside(h).filter(|&t| t < RIVER).count() >= least).collect();
        let free = (0..field.len()).filter(|&h| land(h) && may_change(h)).map(|h| h as u16).collect();
        let rivers = river(field, weights, |h| start[h] == RIVER, &mut Room::default());
        Land { field, weights, home: start.clone(), start, free, by_river, counts, rivers }
    }

    /// The same land as a repair of another board.
    pub(crate) fn repairing(self, home: &[u8]) -> Self {
        Land { home: home.to_vec(), ..self }
    }

    /// Counts everything from the terrain alone.
    fn count(&self, land: &mut Arranged) -> Levels<2> {
        land.sums = [[0; 7]; 3];
        land.breaks = [0; 2];
        for h in 0..self.field.len() {
            let own = usize::from(land.terrain[h]);
            let mut near = [0u8; 10];
            for &n in &self.field.beside[h] {
                near[usize::from(SPADES[own][usize::from(land.terrain[usize::from(n)])])] += 1;
            }
            (land.equal[h], land.one[h]) = (near[0], near[1]);
            if own < usize::from(RIVER) {
                land.breaks[0] += u32::from(near[0] > 0);
                land.breaks[1] += u32::from(near[1] == 0 && self.counts[h]);
                land.sums[ONE_SPADE][own] += u32::from(near[1]);
                land.sums[TWO_SPADES][own] += u32::from(near[1] + near[2]);
                land.sums[BY_RIVER][own] += u32::from(self.by_river[h]);
            }
        }
        self.cost(land)
    }

    #[inline]
    fn cost(&self, land: &Arranged) -> Levels<2> {
        let mut sum = self.weights.uneven(&land.sums);
        sum[0] += self.rivers[0];
        sum[1] += self.rivers[1];
        add(&mut sum, land.breaks[0], self.weights.equal);
        add(&mut sum, land.breaks[1], self.weights.spade.1);
        self.weights.cost(sum)
    }

    #[inline]
    fn breaks_a_rule(&self, land: &Arranged, h: usize) -> bool {
        land.equal[h] > 0 || (land.one[h] == 0 && self.counts[h])
    }

    /// Gives one hex another terrain and keeps all counts right.
    #[inline]
    fn set(&self, land: &mut Arranged, h: usize, new: u8) {
        let old = land.terrain[h];
        let (old_row, new_row) = (&SPADES[usize::from(old)], &SPADES[usize::from(new)]);
        let (old, new_index) = (usize::from(old), usize::from(new));
        land.breaks[0] -= u32::from(land.equal[h] > 0);
        land.breaks[1] -= u32::from(land.one[h] == 0 && self.counts[h]);
        land.sums[BY_RIVER][old] -= u32::from(self.by_river[h]);
        land.sums[BY_RIVER][new_index] += u32::from(self.by_river[h]);
        let (mut equal, mut one) = (0u8, 0u8);
        for &n in &self.field.beside[h] {
            let n = usize::from(n);
            let other = usize::from(land.terrain[n]);
            if other >= usize::from(RIVER) {
                continue;
            }
            let (before, after) = (old_row[other], new_row[other]);
            land.breaks[0] -= u32::from(land.equal[n] > 0);
            land.breaks[1] -= u32::from(land.one[n] == 0 && self.counts[n]);
            land.equal[n] = land.equal[n] + u8::from(after == 0) - u8::from(before == 0);
            land.one[n] = land.one[n] + u8::from(after == 1) - u8::from(before == 1);
            land.breaks[0] += u32::from(land.equal[n] > 0);
            land.breaks[1] += u32::from(land.one[n] == 0 && self.counts[n]);
            equal += u8::from(after == 0);
            one += u8::from(after == 1);
            // Spades are the same in both directions, so both ends gain or lose alike.
            for (kind, reach) in [(ONE_SPADE, 1), (TWO_SPADES, 2)] {
                let was = u32::from((1..=reach).contains(&before));
                let is = u32::from((1..=reach).contains(&after));
                land.sums[kind][other] = land.sums[kind][other] + is - was;
                land.sums[kind][old] -= was;
                land.sums[kind][new_index] += is;
            }
        }
        (land.equal[h], land.one[h]) = (equal, one);
        land.breaks[0] += u32::from(equal > 0);
        land.breaks[1] += u32::from(one == 0 && self.counts[h]);
        land.terrain[h] = new;
    }
}

impl Problem for Land<'_> {
    type Cost = Levels<2>;
    type Scratch = Arranged;

    fn scratch(&self) -> Arranged {
        Arranged {
            terrain: self.start.clone(),
            equal: vec![0; self.field.len()],
            one: vec![0; self.field.len()],
            sums: [[0; 7]; 3],
            breaks: [0; 2],
        }
    }

    fn enough(&self, cost: Levels<2>) -> bool {
        cost == Levels::ZERO
    }
}

impl Moves for Land<'_> {
    /// Two hexes that change places.
    type Move = (u16, u16);

    fn scramble(&self, land: &mut Arranged, rng: &mut Stream) -> Levels<2> {
        for i in (1..self.free.len()).rev() {
            land.terrain.swap(usize::from(self.free[i]), usize::from(self.free[rng.index(i + 1)]));
        }
        self.count(land)
    }

    fn propose(&self, land: &Arranged, rng: &mut Stream) -> Option<(u16, u16)> {
        let free = self.free.len();
        let mut a = rng.index(free);
        if land.breaks != [0; 2] {
            // From a random place on, the first hex that breaks a rule.
            let wrong = |&i: &usize| self.breaks_a_rule(land, usize::from(self.free[i]));
            a = (a..free).find(wrong).or_else(|| (0..a).find(wrong)).unwrap_or(a);
        }
        let (a, b) = (*self.free.get(a)?, self.free[rng.index(free)]);
        (land.terrain[usize::from(a)] != land.terrain[usize::from(b)]).then_some((a, b))
    }

    fn apply(&self, land: &mut Arranged, (a, b): (u16, u16)) -> Levels<2> {
        let (a, b) = (usize::from(a), usize::from(b));
        let (old_a, old_b) = (land.terrain[a], land.terrain[b]);
        self.set(land, a, old_b);
        self.set(land, b, old_a);
        self.cost(land)
    }

    fn undo(&self, land: &mut Arranged, change: (u16, u16)) {
        self.apply(land, change);
    }
}

impl Homeward for Land<'_> {
    fn home(&self, land: &mut Arranged) -> Levels<2> {
        land.terrain.clone_from(&self.start);
        self.count(land)
    }

    fn changed(&self, land: &Arranged) -> u32 {
        changed(&land.terrain, &self.home)
    }

    fn pieces(&self) -> usize {
        self.free.len()
    }

    fn ways_home(&self, land: &Arranged, piece: usize) -> impl Iterator<Item = (u16, u16)> {
        swaps_home(&land.terrain, &self.home, &self.free, self.free[piece])
    }
}

/// Hexes at which two boards differ.
pub(crate) fn changed(board: &[u8], home: &[u8]) -> u32 {
    board.iter().zip(home).map(|(now, then)| u32::from(now != then)).sum()
}

/// Swaps of two free hexes that give hex `a` back its tile, and do not take it from where it belongs.
pub(crate) fn swaps_home(
    board: &[u8],
    home: &[u8],
    free: &[u16],
    a: u16,
) -> impl Iterator<Item = (u16, u16)> {
    let wanted = home[usize::from(a)];
    let lost = board[usize::from(a)] != wanted;
    let stray = move |&&b: &&u16| {
        let b = usize::from(b);
        lost && board[b] == wanted && home[b] != wanted
    };
    free.iter().filter(stray).map(move |&b| (a, b))
}
