//! Rivers first: a river that meets R2 and R3 is grown, and what is left to do is annealed.
//!
//! Growing walks from the border until it meets the border again and then branches off anywhere;
//! each new hex touches just the one it comes from, so rivers wind and never form lakes. That
//! alone meets the strict rules nearly always. Rivers that must end on the border, or must keep
//! locked hexes, are corrected by moving one hex at a time.

use mapkiln_core::Stream;
use mapkiln_search::{Levels, Moves, Problem};

use super::field::{Field, Weights};
use super::whole::{Room, river};
use crate::repair::Homeward;

/// Where rivers may flow.
pub(crate) struct Rivers<'a> {
    pub(crate) field: &'a Field,
    pub(crate) weights: &'a Weights,
    /// The number of river hexes.
    pub(crate) count: usize,
    /// By hex: must it be a river (true) or land (false)?
    pub(crate) fixed: Vec<Option<bool>>,
    /// By hex: is it a river on the board to be repaired? And the place past the end, which is not.
    pub(crate) home: Vec<bool>,
}

/// Which hexes are river; the place past the end is not.
#[derive(Clone)]
pub(crate) struct Flow {
    pub(crate) river: Vec<bool>,
    room: Room,
}

impl Rivers<'_> {
    fn cost(&self, flow: &mut Flow) -> Levels<2> {
        let Flow { river: hexes, room } = flow;
        let mut sum = river(self.field, self.weights, |h| hexes[h], room);
        if self.weights.spade.1[0] > 0 && self.weights.spade.0 == 0 {
            // Land without any land beside it can never have a neighbour one spade away.
            let lonely = |h: usize| !hexes[h] && self.field.beside[h].iter().all(|&n| self.wet(hexes, n));
            sum[0] += (0..self.field.len()).filter(|&h| lonely(h)).count() as u32;
        }
        Levels(sum)
    }

    fn wet(&self, river: &[bool], hex: u16) -> bool {
        river[usize::from(hex)] || usize::from(hex) == self.field.len()
    }

    /// River neighbours of a hex.
    fn rivers_beside(&self, flow: &Flow, hex: usize) -> usize {
        self.field.beside[hex].iter().filter(|&&n| flow.river[usize::from(n)]).count()
    }

    /// Is it land that a growing river may take?
    fn free(&self, flow: &Flow, hex: usize) -> bool {
        hex < self.field.len() && !flow.river[hex] && self.fixed[hex].is_none()
    }

    /// Grows a river of the wanted size; less than that if there is no room.
    fn grow(&self, flow: &mut Flow, rng: &mut Stream) {
        let n = self.field.len();
        flow.river.iter_mut().zip(&self.fixed).for_each(|(river, fixed)| *river = *fixed == Some(true));
        flow.river[n] = false;
        let mut left = self.count.saturating_sub(flow.river.iter().filter(|&&r| r).count());
        let mut head: Option<usize> = None;
        let mut misses = 0;
        while left > 0 {
            let from = match head {
                Some(hex) => hex,
                None if flow.river.contains(&true) => {
                    let hex = rng.index(n);
                    if !flow.river[hex] || self.rivers_beside(flow, hex) > 2 {
                        misses += 1;
                        if misses > 100 * n {
                            break;
                        }
                        continue;
                    }
                    hex
                }
                None => {
                    let hex = rng.index(n);
                    if self.field.border[hex] && self.free(flow, hex) {
                        flow.river[hex] = true;
                        left -= 1;
                        head = Some(hex);
                    }
                    misses += 1;
                    if misses > 100 * n {
                        break;
                    }
                    continue;
                }
            };
            let opens = |&&next: &&u16| {
                let next = usize::from(next);
                self.free(flow, next) && self.rivers_beside(flow, next) == 1
            };
            let ways = self.field.beside[from].iter().filter(opens).count();
            let way = self.field.beside[from].iter().filter(opens).nth(rng.index(ways)).copied();
            match way {
                Some(next) => {
                    let next = usize::from(next);
                    flow.river[next] = true;
                    left -= 1;
                    // At the border this arm is done; others begin elsewhere.
                    head = (!self.field.border[next]).then_some(next);
                }
                None => {
                    head = None;
                    misses += 1;
                    if misses > 100 * n {
                        break;
                    }
                }
            }
        }
        // No space for a tidy river: take any hex, and leave the rest to the moves.
        while left > 0 {
            let hex = rng.index(n);
            if self.free(flow, hex) {
                flow.river[hex] = true;
                left -= 1;
            } else if !(0..n).any(|h| self.free(flow, h)) {
                break;
            }
        }
    }
}

impl Problem for Rivers<'_> {
    type Cost = Levels<2>;
    type Scratch = Flow;

    fn scratch(&self) -> Flow {
        Flow { river: vec![false; self.field.len() + 1], room: Room::default() }
    }

    fn enough(&self, cost: Levels<2>) -> bool {
        cost == Levels::ZERO
    }
}

impl Moves for Rivers<'_> {
    /// A river hex that becomes land, and a land hex that becomes river.
    type Move = (usize, usize);

    fn scramble(&self, flow: &mut Flow, rng: &mut Stream) -> Levels<2> {
        self.grow(flow, rng);
        self.cost(flow)
    }

    fn propose(&self, flow: &Flow, rng: &mut Stream) -> Option<(usize, usize)> {
        let n = self.field.len();
        // Ends have to move most often: look for one for a while, then take any hex.
        let mut dry = None;
        for tries in 0..30 {
            let hex = rng.index(n);
            if flow.river[hex]
                && self.fixed[hex].is_none()
                && (tries > 15 || self.rivers_beside(flow, hex) <= 1)
            {
                dry = Some(hex);
                break;
            }
        }
        let dry = dry?;
        for _ in 0..20 {
            let hex = rng.index(n);
            if self.free(flow, hex) && hex != dry && self.rivers_beside(flow, hex) > 0 {
                return Some((dry, hex));
            }
        }
        None
    }

    fn apply(&self, flow: &mut Flow, (dry, wet): (usize, usize)) -> Levels<2> {
        flow.river[dry] = false;
        flow.river[wet] = true;
        self.cost(flow)
    }

    fn undo(&self, flow: &mut Flow, (dry, wet): (usize, usize)) {
        flow.river[wet] = false;
        flow.river[dry] = true;
    }
}

impl Homeward for Rivers<'_> {
    fn home(&self, flow: &mut Flow) -> Levels<2> {
        flow.river.clone_from(&self.home);
        self.cost(flow)
    }

    fn changed(&self, flow: &Flow) -> u32 {
        flow.river.iter().zip(&self.home).map(|(now, then)| u32::from(now != then)).sum()
    }

    fn pieces(&self) -> usize {
        self.field.len()
    }

    /// A river that was land dries, and one that dried flows again.
    fn ways_home(&self, flow: &Flow, piece: usize) -> impl Iterator<Item = (usize, usize)> {
        let new = flow.river[piece] && !self.home[piece];
        let dried = move |&h: &usize| new && self.home[h] && !flow.river[h];
        (0..self.field.len()).filter(dried).map(move |wet| (piece, wet))
    }
}
