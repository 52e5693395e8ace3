//! Side streets: they leave a network at about right angles, bend a little, and end before they crowd
//! another street.
//!
//! Complexity: the length of each street, times the gap between streets.

use super::SideStreets;
use super::atlas::{Atlas, Spot};
use super::curve::At;
use super::network::{NetworkRules, STEPS, Ways};
use super::noise::{HALVES, hash};

/// How far a street is followed to see where it leads, in cells.
const LOOK: usize = 4;
/// Steps per cell.
const FINE: f64 = 4.0;

impl NetworkRules {
    /// Grows side streets until the network has its share of the cells.
    pub(super) fn grow(&self, number: usize, atlas: &Atlas, ways: &mut Ways, at: (i64, i64), key: u64) {
        let rules = &self.networks[number];
        let Some(side) = &rules.data.side else { return };
        let wanted = (ways.cells.len() as f64 * rules.data.share / 100.0) as usize;
        let mut known: Vec<usize> = (0..ways.cells.len()).filter(|&c| ways.cells[c][number] != 0).collect();
        let mut tries = 0u64;
        while known.len() < wanted && tries < 40 * wanted as u64 + 400 && !known.is_empty() {
            tries += 1;
            let bits = hash(key ^ 0x51de, tries as i64, 5);
            let start = known[(bits % known.len() as u64) as usize];
            if let Some(field) = rules.side_field {
                let (x, y) = ways.place(start);
                let value =
                    atlas.value(field, Spot { x: (x + at.0) * HALVES + 1, y: (y + at.1) * HALVES + 1 });
                let chance = (1.2 - value).clamp(0.0, 1.0);
                if (bits >> 20 & 0xffff) as f64 / 65_536.0 > chance * chance {
                    continue;
                }
            }
            let street = street(number, ways, start, side, bits);
            if street.len() > side.length[0] as usize / 2 + 1 {
                ways.add_route(number, &street);
                known.extend(street.into_iter().skip(1).filter(|c| ways.cells[*c][number].count_ones() <= 2));
            }
        }
    }
}

/// The cells of a side street, as far as it can go; empty if it cannot start.
fn street(number: usize, ways: &Ways, start: usize, side: &SideStreets, bits: u64) -> Vec<usize> {
    let span = u64::from(side.length[1].saturating_sub(side.length[0])) + 1;
    let length = (u64::from(side.length[0]) + (bits >> 40) % span) as usize;
    let Some(mut heading) = leave(number, ways, start, side, bits) else { return Vec::new() };
    let lean = f64::from(side.lean.min(100)) / 100.0;
    // To the left or to the right, a little with every cell.
    let bend = lean * 0.14 * share(hash(bits, 0, 2));
    let (x, y) = ways.place(start);
    let mut at = (x as f64 + 0.5, y as f64 + 0.5);
    let mut street = vec![start];
    while street.len() <= length {
        at = (at.0 + heading.0 / FINE, at.1 + heading.1 / FINE);
        let to = (libm::floor(at.0) as i64, libm::floor(at.1) as i64);
        let now = ways.place(street[street.len() - 1]);
        if to == now {
            continue;
        }
        let is_free = |at: (i64, i64)| ways.cell(at).is_some_and(|c| ways.cells[c].iter().all(|s| *s == 0));
        let corner = match (to.0 != now.0, to.1 != now.1) {
            (true, true) => {
                let (first, second) = ((to.0, now.1), (now.0, to.1));
                Some(if heading.0.abs() > heading.1.abs() || !is_free(second) { first } else { second })
            }
            _ => None,
        };
        for next in corner.into_iter().chain([to]) {
            let Some(next) = ways.cell(next) else { return street };
            let grown = street.len() - 1;
            if ways.is_crossed(number, next) || ways.is_border(next) || ways.is_blocked(next) {
                return street;
            }
            if ways.cells[next][number] != 0 || street.contains(&next) {
                // A ring, or an end just before it.
                if grown > 1 && bits >> 12 & 0x7f < u64::from(side.close) * 128 / 100 {
                    street.push(next);
                } else if street.len() > 2 {
                    street.pop();
                }
                return street;
            }
            if grown > 0 && crowded(ways, at, heading, side.gap) {
                return street;
            }
            street.push(next);
            if grown > 2 && hash(bits, grown as i64, 1) % 100 < u64::from(side.turn) {
                let left = bits >> 8 & 1 == 0;
                heading = if left { (heading.1, -heading.0) } else { (-heading.1, heading.0) };
            }
            let Some(bent) = unit((heading.0 - bend * heading.1, heading.1 + bend * heading.0)) else {
                return street;
            };
            heading = bent;
        }
    }
    street
}

/// The direction in which a street leaves a cell of the network, if there is room for one.
fn leave(number: usize, ways: &Ways, start: usize, side: &SideStreets, bits: u64) -> Option<At> {
    let sides = ways.cells[start][number];
    if ways.is_crossed(number, start) || sides.count_ones() > 2 {
        return None;
    }
    // Where the network comes from and where it goes, some cells away.
    let ends: Vec<At> =
        (0..4).filter(|s| sides >> s & 1 == 1).map(|s| follow(number, ways, start, s)).collect();
    let along = match ends[..] {
        [a] => (a.1, -a.0),
        [a, b] => (b.0 - a.0, b.1 - a.1),
        _ => return None,
    };
    // A ring that ends where it began leads nowhere.
    let along = unit(along)?;
    let across = if bits >> 60 & 1 == 0 { (along.1, -along.0) } else { (-along.1, along.0) };
    let lean = f64::from(side.lean.min(100)) / 100.0 * share(hash(bits, 1, 2));
    unit((across.0 + lean * along.0, across.1 + lean * along.1))
}

/// Where one comes to along the network, relative to a cell that one leaves by a side.
fn follow(number: usize, ways: &Ways, start: usize, side: usize) -> At {
    let (mut cell, mut side) = (start, side);
    for _ in 0..LOOK {
        let Some(next) = ways.beside(cell, side) else { break };
        cell = next;
        let onward = ways.cells[cell][number] & !(1 << ((side + 2) % 4));
        if onward.count_ones() != 1 {
            break;
        }
        side = onward.trailing_zeros() as usize;
    }
    let ((x, y), (x0, y0)) = (ways.place(cell), ways.place(start));
    if cell == start {
        (STEPS[side].0 as f64, STEPS[side].1 as f64)
    } else {
        ((x - x0) as f64, (y - y0) as f64)
    }
}

/// Is there a way beside a street, closer than the gap between streets?
fn crowded(ways: &Ways, at: At, heading: At, gap: u32) -> bool {
    let beside = |by: f64| {
        let (x, y) = (at.0 - heading.1 * by, at.1 + heading.0 * by);
        let cell = ways.cell((libm::floor(x) as i64, libm::floor(y) as i64));
        cell.is_some_and(|cell| ways.cells[cell].iter().any(|sides| *sides != 0))
    };
    (1..=gap).any(|by| beside(f64::from(by)) || beside(-f64::from(by)))
}

/// From -1 to 1, evenly.
fn share(bits: u64) -> f64 {
    (bits >> 40) as f64 / (1u64 << 23) as f64 - 1.0
}

/// A direction of length 1; `None` if it is none.
fn unit((x, y): At) -> Option<At> {
    let length = (x * x + y * y).sqrt();
    (length > 1e-6).then_some((x / length, y / length))
}
