//! What is in the box: tiles, number tokens and ports of the two official boards.

use serde::{Deserialize, Serialize};

use super::{Board, BoardGame, Hex, Terrain, TextError, Trade};

/// One of the two official boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CatanSet {
    /// 19 hexes for 3 or 4 players.
    #[default]
    Base,
    /// 30 hexes for 5 or 6 players.
    Large,
}

impl CatanSet {
    /// Both.
    pub const ALL: [CatanSet; 2] = [CatanSet::Base, CatanSet::Large];

    /// The set whose board has these row lengths.
    pub fn for_rows(rows: &[usize]) -> Option<CatanSet> {
        CatanSet::ALL.into_iter().find(|set| set.rows() == rows)
    }

    /// Lengths of the rows.
    pub const fn rows(self) -> &'static [usize] {
        match self {
            CatanSet::Base => &[3, 4, 5, 4, 3],
            CatanSet::Large => &[3, 4, 5, 6, 5, 4, 3],
        }
    }

    /// Number of hexes.
    pub fn hexes(self) -> usize {
        self.rows().iter().sum()
    }

    /// How many hexes of each terrain.
    pub const fn terrains(self) -> [(Terrain, usize); 6] {
        let (many, few, deserts) = match self {
            CatanSet::Base => (4, 3, 1),
            CatanSet::Large => (6, 5, 2),
        };
        [
            (Terrain::Grain, many),
            (Terrain::Lumber, many),
            (Terrain::Wool, many),
            (Terrain::Brick, few),
            (Terrain::Ore, few),
            (Terrain::Desert, deserts),
        ]
    }

    /// How many tokens of a number.
    pub const fn tokens(self, number: u8) -> usize {
        match (self, number) {
            (_, 0 | 1 | 7 | 13..) => 0,
            (CatanSet::Base, 2 | 12) => 1,
            (CatanSet::Base, _) => 2,
            (CatanSet::Large, 2 | 12) => 2,
            (CatanSet::Large, _) => 3,
        }
    }

    /// The ports.
    pub fn ports(self) -> Vec<Trade> {
        let mut ports = vec![Trade::Any; if self == CatanSet::Base { 4 } else { 5 }];
        ports.extend([Trade::Grain, Trade::Lumber, Trade::Wool, Trade::Brick, Trade::Ore]);
        if self == CatanSet::Large {
            ports.push(Trade::Wool);
        }
        ports
    }

    /// Players it is for.
    pub const fn players(self) -> [usize; 2] {
        match self {
            CatanSet::Base => [3, 4],
            CatanSet::Large => [5, 6],
        }
    }

    /// Does the board use exactly what is in the box? The error names the first hex too many.
    pub fn check(self, board: &Board) -> Result<(), TextError> {
        let mut terrains: Vec<(Terrain, usize)> = self.terrains().to_vec();
        let mut tokens: Vec<usize> = (0..=12).map(|n| self.tokens(n)).collect();
        for (y, row) in board.rows.iter().enumerate() {
            for (x, hex) in row.iter().enumerate() {
                let too_many = |what: String, allowed: usize| TextError {
                    row: y + 1,
                    column: x + 1,
                    reason: format!("this is {what} too many; the box has {allowed}"),
                };
                let left = terrains.iter_mut().find(|(t, _)| *t == hex.terrain);
                match left {
                    Some((_, left)) if *left > 0 => *left -= 1,
                    _ => {
                        let allowed =
                            self.terrains().iter().find(|(t, _)| *t == hex.terrain).map_or(0, |t| t.1);
                        return Err(too_many(format!("one {} hex", hex.terrain.word()), allowed));
                    }
                }
                if let Some(number) = hex.number {
                    match tokens.get_mut(usize::from(number)) {
                        Some(left) if *left > 0 => *left -= 1,
                        _ => return Err(too_many(format!("one token {number}"), self.tokens(number))),
                    }
                }
            }
        }
        Ok(())
    }

    /// All tiles and all tokens, in a fixed order; deserts come last and have no token.
    pub fn contents(self) -> (Vec<Terrain>, Vec<u8>) {
        let terrains = self.terrains().into_iter().flat_map(|(t, n)| std::iter::repeat_n(t, n)).collect();
        let tokens = (2..=12).flat_map(|n| std::iter::repeat_n(n, self.tokens(n))).collect();
        (terrains, tokens)
    }

    /// A board with everything in a fixed order, to start a shuffle from.
    pub fn unshuffled(self) -> Board {
        let (terrains, tokens) = self.contents();
        let numbers = tokens.into_iter().map(Some).chain(std::iter::repeat(None));
        let hexes = terrains.into_iter().zip(numbers).map(|(terrain, number)| Hex { terrain, number });
        Board::from_hexes(BoardGame::Catan, self.rows(), hexes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boxes_are_full() {
        for set in CatanSet::ALL {
            let (terrains, tokens) = set.contents();
            let deserts = terrains.iter().filter(|&&t| t == Terrain::Desert).count();
            assert_eq!((terrains.len(), tokens.len()), (set.hexes(), set.hexes() - deserts));
            assert_eq!(set.check(&set.unshuffled()), Ok(()));
        }
    }
}
