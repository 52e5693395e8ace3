//! Draft fairness: what the seats of a snake draft get.
//!
//! Players choose corners for settlements in the order 1, 2, … n, n, … 2, 1; no two settlements
//! may be one road apart. Each takes a corner with the most pips (ways to roll one of its hexes),
//! and a seat is worth the pips of its two corners: its expected cards in 36 rolls. If corners are
//! equally good, either may be picked, so fairness is judged over *all* ways to break ties: [`worst`]
//! gives the outcome with the largest difference between seats.
//!
//! Few of these ways have to be tried. Picks of the same worth follow each other, so only
//! their number matters and their order does not: they form a largest set of corners of that worth
//! to which none can be added. Such a set holds any given corner or one beside it, so a pick has at
//! most four ways to go on; ways that lead to the same free corners are one. A usual board has a
//! few dozen of them.

use mapkiln_maps::board::{Corner, Geometry, HexSide};

/// What the seats get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftOutcome {
    /// Pips by seat, the first to choose first.
    pub seats: Vec<u8>,
}

impl DraftOutcome {
    /// The difference between the best and the worst seat.
    pub fn spread(&self) -> u8 {
        let most = self.seats.iter().max().copied().unwrap_or(0);
        most - self.seats.iter().min().copied().unwrap_or(0)
    }

    fn of(picks: &[u8], players: usize) -> Self {
        let value = |pick: usize| picks.get(pick).copied().unwrap_or(0);
        DraftOutcome { seats: (0..players).map(|s| value(s) + value(2 * players - 1 - s)).collect() }
    }
}

/// Pips around every corner.
pub fn corner_values(geometry: &Geometry, pips: impl Fn(usize) -> u8) -> Vec<u8> {
    geometry.corners().iter().map(|c| c.hexes.iter().map(|&h| pips(h)).sum()).collect()
}

/// The hexes that the two corners of a coastal side touch.
pub(crate) fn port_hexes(geometry: &Geometry, hex: usize, side: HexSide) -> Vec<usize> {
    let Some((_, _, ends)) = geometry.coast().iter().find(|&&(h, s, _)| h == hex && s == side) else {
        return Vec::new();
    };
    let mut hexes: Vec<usize> =
        ends.iter().flat_map(|&c| geometry.corners()[c].hexes.iter().copied()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// The most picks of a draft: two for each of six players.
pub const MOST_PICKS: usize = 12;

/// A corner and those around it, as sets of corners; a board with more than 128 corners is drafted
/// without ties.
pub(crate) fn zones(corners: &[Corner]) -> Option<Vec<u128>> {
    let zone = |(i, c): (usize, &Corner)| c.next.iter().fold(1u128 << i, |set, &n| set | 1 << n);
    (corners.len() <= 128).then(|| corners.iter().enumerate().map(zone).collect())
}

/// The pips of each pick when ties go to the corner with the lowest number.
pub fn picks(geometry: &Geometry, values: &[u8], count: usize) -> Vec<u8> {
    let mut blocked = vec![false; values.len()];
    let mut picks = Vec::with_capacity(count);
    for _ in 0..count {
        let free = (0..values.len()).rev().filter(|&c| !blocked[c]);
        let Some(best) = free.max_by_key(|&c| values[c]) else { break };
        picks.push(values[best]);
        blocked[best] = true;
        geometry.corners()[best].next.iter().for_each(|&n| blocked[n] = true);
    }
    picks
}

/// The outcome with the largest difference between seats, over all ways to break ties. A corner is
/// worth at most 15 pips, three times 5; more counts as 15.
///
/// ```
/// use mapkiln_board::{Geometry, draft};
/// let geometry = Geometry::new(&[3, 4, 5, 4, 3]);
/// let values = draft::corner_values(&geometry, |_| 3);
/// let outcome = draft::worst(&geometry, &values, 2);
/// assert_eq!(outcome.seats, [18, 18]); // with equal hexes everybody finds inner corners
/// ```
pub fn worst(geometry: &Geometry, values: &[u8], players: usize) -> DraftOutcome {
    let count = (2 * players).min(MOST_PICKS);
    let Some(zones) = zones(geometry.corners()) else {
        return DraftOutcome::of(&picks(geometry, values, count), players);
    };
    let mut room = Room::default();
    follow_all(&zones, &Classes::of(values), count, &mut room);
    let outcomes = room.ended.iter().map(|picked| DraftOutcome::of(&picked[..count], players));
    // Of equals the first, so that words stay the same.
    outcomes.rev().max_by_key(DraftOutcome::spread).unwrap_or(DraftOutcome { seats: vec![0; players] })
}

/// Sets of corners by what they are worth.
#[derive(Clone, Default)]
pub(crate) struct Classes([u128; 16]);

impl Classes {
    pub(crate) fn of(values: &[u8]) -> Self {
        let mut classes = Classes::default();
        values.iter().enumerate().for_each(|(c, &v)| classes.0[usize::from(v.min(15))] |= 1 << c);
        classes
    }

    /// The most that a free corner is worth, and the free corners that are.
    #[inline]
    fn best(&self, free: u128) -> Option<(u8, u128)> {
        let value = (0..16).rev().find(|&v| self.0[v] & free != 0)?;
        Some((value as u8, self.0[value] & free))
    }
}

/// The pips of each pick.
pub(crate) type Picks = [u8; MOST_PICKS];

/// Corners still free, and the picks so far.
type State = (u128, Picks);

/// Buffers for states.
#[derive(Clone, Default)]
pub(crate) struct Room {
    now: Vec<State>,
    next: Vec<State>,
    ended: Vec<Picks>,
}

/// Follows all ways to break ties; the picks of each that differs end up in `room.ended`.
fn follow_all(zones: &[u128], classes: &Classes, count: usize, room: &mut Room) {
    let Room { now, next, ended } = room;
    ended.clear();
    now.clear();
    now.push((u128::MAX, [0; MOST_PICKS]));
    for pick in 0..count {
        next.clear();
        for &(free, mut picked) in now.iter() {
            let Some((value, class)) = classes.best(free) else {
                ended.push(picked); // no corner is free any more
                continue;
            };
            let (fewest, narrow) = fewest_picks(zones, class);
            if fewest >= count - pick {
                // All that is left to pick is worth this, whichever corners are taken.
                picked[pick..count].fill(value);
                ended.push(picked);
                continue;
            }
            picked[pick] = value;
            next.extend(corners_of(zones[narrow] & class).map(|c| (free & !zones[c], picked)));
        }
        next.sort_unstable();
        next.dedup();
        std::mem::swap(now, next);
    }
    ended.extend(now.iter().map(|(_, picked)| *picked));
    ended.sort_unstable();
    ended.dedup();
}

/// Of free corners worth the same: no fewer than this many are picked before none of them is free,
/// and the corner with the fewest others beside it.
fn fewest_picks(zones: &[u128], class: u128) -> (usize, usize) {
    let mut taking = [0u32; 5];
    let (mut narrow, mut least) = (0, u32::MAX);
    for corner in corners_of(class) {
        let takes = (zones[corner] & class).count_ones();
        taking[takes.min(4) as usize] += 1;
        if takes < least {
            (narrow, least) = (corner, takes);
        }
    }
    // As if those that take the most away were picked first.
    let (mut left, mut picks) = (class.count_ones(), 0);
    for takes in (1..=4u32).rev() {
        let needed = left.div_ceil(takes).min(taking[takes as usize]);
        picks += needed;
        left = left.saturating_sub(needed * takes);
    }
    (picks as usize, narrow)
}

fn corners_of(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let corner = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (corner < 128).then_some(corner as usize)
    })
}

/// The spread over seats of one list of picks.
pub(crate) fn spread(picked: &Picks, players: usize) -> u8 {
    let seats = (0..players).map(|s| picked[s] + picked[2 * players - 1 - s]);
    let (least, most) = seats.fold((u8::MAX, 0), |(l, m), s| (l.min(s), m.max(s)));
    most.saturating_sub(least)
}

/// Picks when ties go to the corner with the lowest number: cheap, and never less fair than the worst
/// way. The first picks are the same for any number of players.
pub(crate) fn plain_picks(zones: &[u128], classes: &Classes) -> Picks {
    let (mut free, mut picked) = (u128::MAX, [0; MOST_PICKS]);
    for pick in &mut picked {
        let Some((value, class)) = classes.best(free) else { break };
        *pick = value;
        free &= !zones[class.trailing_zeros() as usize];
    }
    picked
}

/// The largest spread over all ways to break ties.
pub(crate) fn worst_spread(zones: &[u128], classes: &Classes, players: usize, room: &mut Room) -> u8 {
    follow_all(zones, classes, 2 * players, room);
    room.ended.iter().map(|picked| spread(picked, players)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::Seed;

    /// Tries every order of picks that takes a best corner each time; no sets, no sharing.
    fn exhaustive(geometry: &Geometry, values: &[u8], players: usize, picked: &mut Vec<usize>) -> u8 {
        let near = |c: usize| picked.iter().any(|&p| p == c || geometry.corners()[p].next.contains(&c));
        let free: Vec<usize> = (0..values.len()).filter(|&c| !near(c)).collect();
        if picked.len() == 2 * players || free.is_empty() {
            let seat = |s: usize| {
                let at = |i: usize| picked.get(i).map_or(0, |&c| values[c]);
                at(s) + at(2 * players - 1 - s)
            };
            let seats: Vec<u8> = (0..players).map(seat).collect();
            return seats.iter().max().unwrap() - seats.iter().min().unwrap();
        }
        let best = free.iter().map(|&c| values[c]).max().unwrap();
        let mut most = 0;
        for c in free.into_iter().filter(|&c| values[c] == best) {
            picked.push(c);
            most = most.max(exhaustive(geometry, values, players, picked));
            picked.pop();
        }
        most
    }

    #[test]
    fn agrees_with_trying_everything_on_small_boards() {
        for (rows, players) in
            [(vec![2, 3, 2], 2), (vec![2, 3, 2], 3), (vec![1, 2], 2), (vec![3, 4, 5, 4, 3], 2)]
        {
            let geometry = Geometry::new(&rows);
            for seed in 0..40 {
                let mut rng = Seed::from(seed).stream("draft", 0);
                let pips: Vec<u8> = (0..geometry.len()).map(|_| rng.below(6) as u8).collect();
                let values = corner_values(&geometry, |h| pips[h]);
                let worst = worst(&geometry, &values, players);
                let all = exhaustive(&geometry, &values, players, &mut Vec::new());
                assert_eq!(worst.spread(), all, "{rows:?}, seed {seed}");
            }
        }
    }

    #[test]
    fn agrees_with_trying_everything_on_boards_from_the_box() {
        use mapkiln_maps::board::CatanSet;
        let geometry = Geometry::new(CatanSet::Base.rows());
        for seed in 0..12 {
            let mut rng = Seed::from(seed).stream("draft", 2);
            let (_, mut tokens) = CatanSet::Base.contents();
            tokens.push(0);
            rng.shuffle(&mut tokens);
            let values = corner_values(&geometry, |h| mapkiln_maps::board::pips(tokens[h]));
            let worst = worst(&geometry, &values, 3);
            assert_eq!(worst.spread(), exhaustive(&geometry, &values, 3, &mut Vec::new()), "seed {seed}");
        }
    }

    /// The hardest case for ties: hexes all alike, or of two kinds only.
    #[test]
    fn nothing_but_ties_is_no_trouble() {
        let geometry = Geometry::new(mapkiln_maps::board::CatanSet::Large.rows());
        // Twelve inner corners can be found, and eleven of them can block all others.
        assert_eq!(worst(&geometry, &corner_values(&geometry, |_| 2), 6).spread(), 2);
        for seed in 0..20 {
            let mut rng = Seed::from(seed).stream("draft", 3);
            let pips: Vec<u8> = (0..30).map(|_| 1 + rng.below(2) as u8).collect();
            let outcome = worst(&geometry, &corner_values(&geometry, |h| pips[h]), 6);
            assert!(outcome.seats.iter().all(|&pips| pips > 0));
        }
    }

    #[test]
    fn one_way_to_break_ties_is_never_worse_than_the_worst() {
        let geometry = Geometry::new(&[3, 4, 5, 4, 3]);
        for seed in 0..50 {
            let mut rng = Seed::from(seed).stream("draft", 1);
            let pips: Vec<u8> = (0..19).map(|_| 1 + rng.below(5) as u8).collect();
            let values = corner_values(&geometry, |h| pips[h]);
            for players in [3, 4] {
                let plain = DraftOutcome::of(&picks(&geometry, &values, 2 * players), players);
                assert!(plain.spread() <= worst(&geometry, &values, players).spread());
            }
        }
    }
}
