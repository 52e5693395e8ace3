//! Terra Mystica for the published algorithm.

use mapkiln_core::Stream;

use super::field::{Field, Weights};
use super::whole::{self, Room};
use crate::published::Sequence;

/// Tiles in a row, dealt to the hexes that may change.
pub(crate) struct Tiles<'a> {
    pub(crate) field: &'a Field,
    pub(crate) weights: &'a Weights,
    pub(crate) start: Vec<u8>,
    pub(crate) free: Vec<u16>,
}

impl Sequence for Tiles<'_> {
    type Member = Vec<u8>;
    type Room = Room;

    fn any(&self) -> Vec<u8> {
        self.start.clone()
    }

    fn shuffle(&self, member: &mut Vec<u8>, rng: &mut Stream) {
        for i in (1..self.free.len()).rev() {
            member.swap(usize::from(self.free[i]), usize::from(self.free[rng.index(i + 1)]));
        }
    }

    fn cross(&self, member: &mut Vec<u8>, elite: &Vec<u8>) {
        let rows = self.field.geometry.rows();
        let taken: usize = rows.iter().take(2).sum();
        let n = self.field.len();
        for (from, to) in (0..taken.min(n)).map(|i| (i, n - 1 - i)) {
            let holds = |&&h: &&u16| member[usize::from(h)] == elite[from];
            // Locked hexes keep their tiles.
            if self.free.binary_search(&(to as u16)).is_ok()
                && let Some(&h) = self.free.iter().find(holds)
            {
                member.swap(usize::from(h), to);
            }
        }
    }

    fn score(&self, member: &Vec<u8>, room: &mut Room) -> u32 {
        whole::cost(self.field, self.weights, member, room).0[0]
    }
}
