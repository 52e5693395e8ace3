//! Terra Mystica for the random-key genetic algorithm: a decoder that does not solve the map.
//!
//! Hexes in the order of their keys get the tiles in the order of the wheel, rivers first. The
//! decoder knows nothing of rules; whatever is balanced in the end, evolution did.

use mapkiln_search::{Keyed, Levels, Problem, order_by_keys};

use super::field::{Field, Weights};
use super::whole::{self, Room};

/// Tiles to be put on the hexes that may change.
pub(crate) struct TileKeys<'a> {
    field: &'a Field,
    weights: &'a Weights,
    start: Vec<u8>,
    free: Vec<u16>,
    /// The tiles of the free hexes: rivers, then the wheel.
    tiles: Vec<u8>,
}

/// A board in small numbers, with buffers for judging it.
#[derive(Clone)]
pub(crate) struct Decoded {
    pub(crate) terrain: Vec<u8>,
    order: Vec<u64>,
    room: Room,
}

impl<'a> TileKeys<'a> {
    pub(crate) fn new(
        field: &'a Field,
        weights: &'a Weights,
        start: Vec<u8>,
        may_change: impl Fn(usize) -> bool,
    ) -> Self {
        let free: Vec<u16> = (0..field.len()).filter(|&h| may_change(h)).map(|h| h as u16).collect();
        let mut tiles: Vec<u8> = free.iter().map(|&h| start[usize::from(h)]).collect();
        tiles.sort_unstable_by_key(|&t| (t + 1) % 8);
        TileKeys { field, weights, start, free, tiles }
    }

    /// Keys that decode to the board it was made with: a warm start.
    pub(crate) fn keys_of_start(&self) -> Vec<f64> {
        let mut order: Vec<usize> = (0..self.free.len()).collect();
        order.sort_by_key(|&i| (self.start[usize::from(self.free[i])] + 1) % 8);
        let mut keys = vec![0.0; order.len()];
        for (rank, &i) in order.iter().enumerate() {
            keys[i] = (rank as f64 + 0.5) / order.len() as f64;
        }
        keys
    }
}

impl Problem for TileKeys<'_> {
    type Cost = Levels<2>;
    type Scratch = Decoded;

    fn scratch(&self) -> Decoded {
        Decoded {
            terrain: self.start.clone(),
            order: Vec::with_capacity(self.free.len()),
            room: Room::default(),
        }
    }

    fn enough(&self, cost: Levels<2>) -> bool {
        cost == Levels::ZERO
    }
}

impl Keyed for TileKeys<'_> {
    fn keys(&self) -> usize {
        self.free.len()
    }

    fn decode(&self, keys: &[f64], board: &mut Decoded) -> Levels<2> {
        order_by_keys(keys, &mut board.order);
        for (&key, &tile) in board.order.iter().zip(&self.tiles) {
            board.terrain[usize::from(self.free[key as usize])] = tile;
        }
        whole::cost(self.field, self.weights, &board.terrain, &mut board.room)
    }
}
