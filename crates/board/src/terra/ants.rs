//! Terra Mystica for the ants: land on fixed rivers, hex by hex.
//!
//! An ant visits the land row by row and chooses a terrain for each hex. A terrain is more
//! attractive if no neighbour has it, if a neighbour is one spade away, if it gives a neighbour its
//! first such neighbour, and in proportion to the tiles that are left of it.

use mapkiln_core::Stream;
use mapkiln_search::{Levels, Problem, Trails};

use super::field::{Field, RIVER, SPADES, Weights};
use super::whole::{self, Room};

/// Land that ants arrange.
pub(crate) struct Walks<'a> {
    field: &'a Field,
    weights: &'a Weights,
    start: Vec<u8>,
    /// Hexes to fill, in the order in which ants walk.
    free: Vec<u16>,
    /// Tiles for them, by terrain.
    tiles: [u16; 7],
}

/// A hex that no ant has filled yet; it is no neighbour to anybody.
const EMPTY: u8 = super::field::OUTSIDE;

/// A board half built.
#[derive(Clone)]
pub(crate) struct Built {
    pub(crate) terrain: Vec<u8>,
    left: [u16; 7],
    next: usize,
    room: Room,
}

impl<'a> Walks<'a> {
    pub(crate) fn new(
        field: &'a Field,
        weights: &'a Weights,
        start: Vec<u8>,
        may_change: impl Fn(usize) -> bool,
    ) -> Self {
        let land = |&h: &usize| start[h] < RIVER && may_change(h);
        let free: Vec<u16> = (0..field.len()).filter(land).map(|h| h as u16).collect();
        let mut tiles = [0; 7];
        free.iter().for_each(|&h| tiles[usize::from(start[usize::from(h)])] += 1);
        Walks { field, weights, start, free, tiles }
    }

    /// How much a terrain pulls at a hex.
    fn pull(&self, built: &Built, hex: usize, terrain: u8) -> f64 {
        let row = &SPADES[usize::from(terrain)];
        let beside =
            || self.field.beside[hex].iter().map(|&n| usize::from(n)).filter(|&n| built.terrain[n] < RIVER);
        let mut pull = 1.0;
        let mut helped = false;
        let mut open = 0;
        for n in beside() {
            match row[usize::from(built.terrain[n])] {
                0 => return 1e-3,
                1 => {
                    helped = true;
                    // The neighbour may have waited for this.
                    let own = &SPADES[usize::from(built.terrain[n])];
                    let near = |&m: &u16| own[usize::from(built.terrain[usize::from(m)])] == 1;
                    if !self.field.beside[n].iter().any(near) {
                        pull *= 4.0;
                    }
                }
                _ => {}
            }
        }
        for &n in &self.field.beside[hex] {
            let n = usize::from(n);
            open += u32::from(n < self.field.len() && built.terrain[n] == EMPTY);
        }
        if helped {
            pull *= 2.0;
        } else if open == 0 {
            // The last chance for a neighbour one spade away is gone.
            pull *= 0.02;
        }
        pull
    }
}

impl Problem for Walks<'_> {
    type Cost = Levels<2>;
    type Scratch = Built;

    fn scratch(&self) -> Built {
        Built { terrain: self.start.clone(), left: self.tiles, next: 0, room: Room::default() }
    }

    fn enough(&self, cost: Levels<2>) -> bool {
        cost == Levels::ZERO
    }
}

impl Trails for Walks<'_> {
    fn rows(&self) -> usize {
        self.field.len()
    }

    fn columns(&self) -> usize {
        7
    }

    fn begin(&self, built: &mut Built, _: &mut Stream) {
        self.free.iter().for_each(|&h| built.terrain[usize::from(h)] = EMPTY);
        built.left = self.tiles;
        built.next = 0;
    }

    fn choices(&self, built: &Built, choices: &mut Vec<(usize, f64)>) -> Option<usize> {
        let hex = usize::from(*self.free.get(built.next)?);
        let left = (0..7).filter(|&t| built.left[t] > 0);
        choices.extend(left.map(|t| {
            // Squared, so that no colour is left over for the last rows.
            let left = f64::from(built.left[t]);
            (t, self.pull(built, hex, t as u8) * left * left)
        }));
        Some(hex)
    }

    fn take(&self, built: &mut Built, row: usize, column: usize) {
        built.terrain[row] = column as u8;
        built.left[column] -= 1;
        built.next += 1;
    }

    fn finish(&self, built: &mut Built) -> Levels<2> {
        whole::cost(self.field, self.weights, &built.terrain, &mut built.room)
    }
}
