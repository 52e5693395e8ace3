//! Catan for annealing: two terrains, two tokens or two ports change places.

use mapkiln_core::Stream;
use mapkiln_search::{Levels, Moves, Problem};

use super::table::{DESERT, Room, Table, Tiles};

/// A board to be arranged.
pub(crate) struct Swaps<'a> {
    pub(crate) table: &'a Table,
    pub(crate) start: Tiles,
    /// Hexes that may change.
    pub(crate) free: Vec<usize>,
}

/// A board with room for judging it.
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

impl Swaps<'_> {
    pub(crate) fn arranged(&self) -> (Arranged, Levels<2>) {
        let mut board = self.scratch();
        let cost = self.table.cost(&board.tiles, &mut board.room);
        (board, cost)
    }
}

/// Shuffles terrains, tokens and ports of a board.
pub(crate) fn shuffle(tiles: &mut Tiles, free: &[usize], chance: &mut Stream) {
    for i in (1..free.len()).rev() {
        tiles.swap_terrains(free[i], free[chance.index(i + 1)]);
    }
    for i in (1..free.len()).rev() {
        let (a, b) = (free[i], free[chance.index(i + 1)]);
        if tiles.terrain[a] != DESERT && tiles.terrain[b] != DESERT {
            tiles.token.swap(a, b);
        }
    }
    chance.shuffle(&mut tiles.trade);
}

impl Problem for Swaps<'_> {
    type Cost = Levels<2>;
    type Scratch = Arranged;

    fn scratch(&self) -> Arranged {
        Arranged { tiles: self.start.clone(), room: Room::default() }
    }

    fn enough(&self, cost: Levels<2>) -> bool {
        cost == Levels::ZERO
    }
}

impl Moves for Swaps<'_> {
    type Move = Swap;

    fn scramble(&self, board: &mut Arranged, chance: &mut Stream) -> Levels<2> {
        shuffle(&mut board.tiles, &self.free, chance);
        self.table.cost(&board.tiles, &mut board.room)
    }

    fn propose(&self, board: &Arranged, chance: &mut Stream) -> Option<Swap> {
        let Tiles { terrain, token, trade } = &board.tiles;
        let kind = chance.below(20);
        if kind == 0 && trade.len() > 1 {
            let (a, b) = (chance.index(trade.len()), chance.index(trade.len()));
            return (trade[a] != trade[b]).then_some(Swap::Ports(a, b));
        }
        let (a, b) =
            (*self.free.get(chance.index(self.free.len()))?, self.free[chance.index(self.free.len())]);
        if kind < 10 {
            (terrain[a] != terrain[b]).then_some(Swap::Terrains(a, b))
        } else {
            (token[a] != token[b] && token[a] > 0 && token[b] > 0).then_some(Swap::Tokens(a, b))
        }
    }

    fn apply(&self, board: &mut Arranged, swap: Swap) -> Levels<2> {
        self.undo(board, swap);
        self.table.cost(&board.tiles, &mut board.room)
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
