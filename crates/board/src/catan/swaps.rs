//! Catan for annealing: two terrains, two tokens or two ports change places.

use mapkiln_core::Stream;
use mapkiln_search::{Levels, Moves, Problem};

use super::table::{DESERT, Room, Table, Tiles};
use crate::repair::Homeward;

/// A board to arrange.
pub(crate) struct Swaps {
    pub(crate) table: Table,
    pub(crate) start: Tiles,
    /// Hexes that may change.
    pub(crate) free: Vec<usize>,
}

/// A board with buffers for judging it.
#[derive(Clone)]
pub(crate) struct Arranged {
    pub(crate) tiles: Tiles,
    room: Room,
}

/// What changes places.
#[derive(Clone, Copy)]
pub(crate) enum Swap {
    Terrains(usize, usize),
    Tokens(usize, usize),
    Ports(usize, usize),
}

impl Swaps {
    /// The board of these tiles.
    pub(crate) fn arranged(&self, tiles: Tiles) -> Arranged {
        Arranged { tiles, room: Room::default() }
    }

    pub(crate) fn cost(&self, board: &mut Arranged) -> Levels<2> {
        self.table.cost(&board.tiles, &mut board.room)
    }
}

/// Shuffles terrains, tokens and ports of a board.
pub(crate) fn shuffle(tiles: &mut Tiles, free: &[usize], rng: &mut Stream) {
    for i in (1..free.len()).rev() {
        tiles.swap_terrains(free[i], free[rng.index(i + 1)]);
    }
    for i in (1..free.len()).rev() {
        let (a, b) = (free[i], free[rng.index(i + 1)]);
        if tiles.terrain[a] != DESERT && tiles.terrain[b] != DESERT {
            tiles.token.swap(a, b);
        }
    }
    rng.shuffle(&mut tiles.trade);
}

impl Problem for Swaps {
    type Cost = Levels<2>;
    type Scratch = Arranged;

    fn scratch(&self) -> Arranged {
        self.arranged(self.start.clone())
    }

    fn enough(&self, cost: Levels<2>) -> bool {
        cost == Levels::ZERO
    }
}

impl Moves for Swaps {
    type Move = Swap;

    fn scramble(&self, board: &mut Arranged, rng: &mut Stream) -> Levels<2> {
        shuffle(&mut board.tiles, &self.free, rng);
        self.cost(board)
    }

    fn propose(&self, board: &Arranged, rng: &mut Stream) -> Option<Swap> {
        let Tiles { terrain, token, trade } = &board.tiles;
        let kind = rng.below(20);
        if kind == 0 && trade.len() > 1 {
            let (a, b) = (rng.index(trade.len()), rng.index(trade.len()));
            return (trade[a] != trade[b]).then_some(Swap::Ports(a, b));
        }
        let (a, b) = (*self.free.get(rng.index(self.free.len()))?, self.free[rng.index(self.free.len())]);
        if kind < 10 {
            (terrain[a] != terrain[b]).then_some(Swap::Terrains(a, b))
        } else {
            (token[a] != token[b] && token[a] > 0 && token[b] > 0).then_some(Swap::Tokens(a, b))
        }
    }

    fn apply(&self, board: &mut Arranged, swap: Swap) -> Levels<2> {
        self.undo(board, swap);
        self.cost(board)
    }

    /// A swap is its own way back.
    fn undo(&self, board: &mut Arranged, swap: Swap) {
        match swap {
            Swap::Terrains(a, b) => board.tiles.swap_terrains(a, b),
            Swap::Tokens(a, b) => board.tiles.token.swap(a, b),
            Swap::Ports(a, b) => board.tiles.trade.swap(a, b),
        }
    }
}

/// Pieces are the terrains of the free hexes, then their tokens, then the ports.
impl Homeward for Swaps {
    fn home(&self, board: &mut Arranged) -> Levels<2> {
        board.tiles.clone_from(&self.start);
        self.cost(board)
    }

    fn changed(&self, board: &Arranged) -> u32 {
        let differ = |now: &[u8], then: &[u8]| now.iter().zip(then).filter(|(a, b)| a != b).count() as u32;
        differ(&board.tiles.terrain, &self.start.terrain)
            + differ(&board.tiles.token, &self.start.token)
            + differ(&board.tiles.trade, &self.start.trade)
    }

    fn pieces(&self) -> usize {
        2 * self.free.len() + self.start.trade.len()
    }

    fn ways_home(&self, board: &Arranged, piece: usize) -> impl Iterator<Item = Swap> {
        let (kind, at) = match piece.checked_sub(2 * self.free.len()) {
            Some(port) => (2, port),
            None => (piece / self.free.len(), self.free[piece % self.free.len()]),
        };
        let (now, then) = match kind {
            0 => (&board.tiles.terrain, &self.start.terrain),
            1 => (&board.tiles.token, &self.start.token),
            _ => (&board.tiles.trade, &self.start.trade),
        };
        let wanted = then[at];
        // A desert's missing token goes with the desert.
        let lost = now[at] != wanted && (kind != 1 || (wanted > 0 && now[at] > 0));
        let stray = move |&b: &usize| lost && now[b] == wanted && then[b] != wanted;
        let places = if kind == 2 { 0..now.len() } else { 0..self.free.len() };
        places.map(move |i| if kind == 2 { i } else { self.free[i] }).filter(stray).map(move |b| match kind {
            0 => Swap::Terrains(at, b),
            1 => Swap::Tokens(at, b),
            _ => Swap::Ports(at, b),
        })
    }
}
