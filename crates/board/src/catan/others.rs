//! Catan for the random keys, the ants and the published algorithm.

use mapkiln_core::Stream;
use mapkiln_search::{Keyed, Levels, Problem, Trails, order_by_keys};

use super::swaps::{Swaps, shuffle};
use super::table::{DESERT, Room, Tiles};
use crate::published::Sequence;

/// Keys for terrains, tokens and ports: three orders in one list.
pub(crate) struct TileKeys<'a>(pub(crate) &'a Swaps);

/// Terrains, tokens and ports that ants put down one after the other.
pub(crate) struct Walks<'a>(pub(crate) &'a Swaps);

/// The board of the published algorithm: a desert carries the token 7 (here 0).
pub(crate) struct Dealt<'a>(pub(crate) &'a Swaps);

/// A board with buffers for building and judging it.
#[derive(Clone)]
pub(crate) struct Built {
    pub(crate) tiles: Tiles,
    order: Vec<u64>,
    /// Tiles that the ants still have, by terrain, token and trade.
    left: [[u8; 13]; 3],
    step: usize,
    room: Room,
}

fn built(swaps: &Swaps) -> Built {
    Built {
        tiles: swaps.start.clone(),
        order: Vec::new(),
        left: [[0; 13]; 3],
        step: 0,
        room: Room::default(),
    }
}

impl Problem for TileKeys<'_> {
    type Cost = Levels<2>;
    type Scratch = Built;

    fn scratch(&self) -> Built {
        built(self.0)
    }

    fn enough(&self, cost: Levels<2>) -> bool {
        cost == Levels::ZERO
    }
}

impl Keyed for TileKeys<'_> {
    fn keys(&self) -> usize {
        2 * self.0.free.len() + self.0.start.trade.len()
    }

    fn decode(&self, keys: &[f64], board: &mut Built) -> Levels<2> {
        let Swaps { table, start, free } = self.0;
        let (terrains, rest) = keys.split_at(free.len());
        let (tokens, trades) = rest.split_at(free.len());
        order_by_keys(terrains, &mut board.order);
        for (&to, &from) in board.order.iter().zip(free) {
            board.tiles.terrain[free[to as usize]] = start.terrain[from];
        }
        // Tokens go in the order of their keys to all hexes but deserts.
        order_by_keys(tokens, &mut board.order);
        let mut dealt = free.iter().map(|&h| start.token[h]).filter(|&t| t > 0);
        for hex in board.order.iter().map(|&i| free[i as usize]) {
            board.tiles.token[hex] =
                if board.tiles.terrain[hex] == DESERT { 0 } else { dealt.next().unwrap_or(0) };
        }
        order_by_keys(trades, &mut board.order);
        for (&to, &trade) in board.order.iter().zip(&start.trade) {
            board.tiles.trade[to as usize] = trade;
        }
        table.cost(&board.tiles, &mut board.room)
    }
}

impl Problem for Walks<'_> {
    type Cost = Levels<2>;
    type Scratch = Built;

    fn scratch(&self) -> Built {
        built(self.0)
    }

    fn enough(&self, cost: Levels<2>) -> bool {
        cost == Levels::ZERO
    }
}

/// What no ant has put down yet.
const EMPTY: u8 = 99;

impl Walks<'_> {
    /// Which list (0 terrains, 1 tokens, 2 trades) and which place in it is next.
    fn place(&self, step: usize) -> Option<(usize, usize)> {
        let free = &self.0.free;
        let trades = self.0.start.trade.len();
        match step / free.len().max(1) {
            0 => free.get(step).map(|&h| (0, h)),
            1 => free.get(step - free.len()).map(|&h| (1, h)),
            _ => (step < 2 * free.len() + trades).then(|| (2, step - 2 * free.len())),
        }
    }
}

impl Trails for Walks<'_> {
    fn rows(&self) -> usize {
        2 * self.0.table.geometry.len() + self.0.start.trade.len()
    }

    fn columns(&self) -> usize {
        13
    }

    fn begin(&self, board: &mut Built, _: &mut Stream) {
        let Swaps { start, free, .. } = self.0;
        board.left = [[0; 13]; 3];
        board.step = 0;
        for &h in free {
            board.left[0][usize::from(start.terrain[h])] += 1;
            board.left[1][usize::from(start.token[h])] += 1;
            board.tiles.terrain[h] = EMPTY;
            board.tiles.token[h] = EMPTY;
        }
        start.trade.iter().for_each(|&t| board.left[2][usize::from(t)] += 1);
    }

    fn choices(&self, board: &Built, choices: &mut Vec<(usize, f64)>) -> Option<usize> {
        let (list, at) = self.place(board.step)?;
        let hexes = self.0.table.geometry.len();
        let left = &board.left[list];
        let beside = |holds: &dyn Fn(usize) -> bool| {
            list < 2 && self.0.table.geometry.neighbours(at).iter().any(|&n| holds(n))
        };
        for column in (0..13).filter(|&c| left[c] > 0) {
            let mut pull = f64::from(left[column]);
            let kind = column as u8;
            let clash = match list {
                0 => beside(&|n| board.tiles.terrain[n] == kind),
                1 if board.tiles.terrain[at] == DESERT => column != 0,
                1 if column == 0 => true,
                1 => {
                    let red = |t: u8| t == 6 || t == 8;
                    beside(&|n| (red(kind) && red(board.tiles.token[n])) || board.tiles.token[n] == kind)
                }
                _ => false,
            };
            if clash {
                pull *= 1e-3;
            }
            // The desert's missing token is no choice at all.
            if list == 1 && (column == 0) != (board.tiles.terrain[at] == DESERT) {
                continue;
            }
            choices.push((column, pull));
        }
        Some(at + list * hexes)
    }

    fn take(&self, board: &mut Built, _: usize, column: usize) {
        if let Some((list, at)) = self.place(board.step) {
            let tiles = &mut board.tiles;
            [&mut tiles.terrain, &mut tiles.token, &mut tiles.trade][list][at] = column as u8;
            board.left[list][column] -= 1;
        }
        board.step += 1;
    }

    fn finish(&self, board: &mut Built) -> Levels<2> {
        self.0.table.cost(&board.tiles, &mut board.room)
    }
}

impl Sequence for Dealt<'_> {
    type Member = Tiles;
    type Room = Room;

    fn any(&self) -> Tiles {
        self.0.start.clone()
    }

    fn shuffle(&self, member: &mut Tiles, rng: &mut Stream) {
        shuffle(member, &self.0.free, rng);
    }

    /// First the terrains, then the tokens; a desert takes its missing token along.
    fn cross(&self, member: &mut Tiles, elite: &Tiles) {
        let rows = self.0.table.geometry.rows();
        let n = self.0.table.geometry.len();
        let free = &self.0.free;
        let taken: usize = rows.iter().take(2).sum();
        let places: Vec<(usize, usize)> =
            (0..taken.min(n)).map(|i| (i, n - 1 - i)).filter(|(_, to)| free.contains(to)).collect();
        for &(from, to) in &places {
            if let Some(&h) = free.iter().find(|&&h| member.terrain[h] == elite.terrain[from]) {
                member.swap_terrains(h, to);
            }
        }
        for &(from, to) in &places {
            let found = free.iter().find(|&&h| member.token[h] == elite.token[from] && member.token[h] > 0);
            if let Some(&h) = found.filter(|_| member.token[to] > 0) {
                member.token.swap(h, to);
            }
        }
    }

    fn score(&self, member: &Tiles, room: &mut Room) -> u32 {
        self.0.table.cost(member, room).0[0]
    }
}
