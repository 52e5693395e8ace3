//! The two games, their terrains, and the odds of two dice.

use serde::{Deserialize, Serialize};

/// The game a board is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BoardGame {
    /// Settlers of Catan.
    Catan,
    /// Terra Mystica.
    TerraMystica,
}

impl BoardGame {
    /// The terrains of the game, in the order in which tables list them.
    pub const fn terrains(self) -> &'static [Terrain] {
        match self {
            BoardGame::Catan => &[
                Terrain::Grain,
                Terrain::Lumber,
                Terrain::Wool,
                Terrain::Brick,
                Terrain::Ore,
                Terrain::Desert,
            ],
            BoardGame::TerraMystica => &[
                Terrain::Desert,
                Terrain::Plains,
                Terrain::Swamp,
                Terrain::Lakes,
                Terrain::Forest,
                Terrain::Mountains,
                Terrain::Wasteland,
                Terrain::River,
            ],
        }
    }

    /// The terrain a letter of the text form stands for.
    pub fn terrain(self, letter: char) -> Option<Terrain> {
        self.terrains().iter().copied().find(|&t| self.letter(t) == Some(letter))
    }

    /// The letter of a terrain in the text form; `None` if the game has no such terrain.
    pub const fn letter(self, terrain: Terrain) -> Option<char> {
        Some(match (self, terrain) {
            (BoardGame::Catan, Terrain::Grain) => 'G',
            (BoardGame::Catan, Terrain::Lumber) => 'L',
            (BoardGame::Catan, Terrain::Wool) => 'W',
            (BoardGame::Catan, Terrain::Brick) => 'B',
            (BoardGame::Catan, Terrain::Ore) => 'O',
            (BoardGame::Catan, Terrain::Desert) => 'D',
            (BoardGame::TerraMystica, Terrain::Desert) => 'Y',
            (BoardGame::TerraMystica, Terrain::Plains) => 'U',
            (BoardGame::TerraMystica, Terrain::Swamp) => 'K',
            (BoardGame::TerraMystica, Terrain::Lakes) => 'B',
            (BoardGame::TerraMystica, Terrain::Forest) => 'G',
            (BoardGame::TerraMystica, Terrain::Mountains) => 'S',
            (BoardGame::TerraMystica, Terrain::Wasteland) => 'R',
            (BoardGame::TerraMystica, Terrain::River) => 'I',
            _ => return None,
        })
    }
}

/// What a hex is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Both games: nothing in Catan, a home terrain in Terra Mystica.
    Desert,
    /// Terra Mystica.
    Plains,
    /// Terra Mystica.
    Swamp,
    /// Terra Mystica.
    Lakes,
    /// Terra Mystica.
    Forest,
    /// Terra Mystica.
    Mountains,
    /// Terra Mystica.
    Wasteland,
    /// Terra Mystica: never changes, and is nobody's home.
    River,
    /// Catan: fields.
    Grain,
    /// Catan: woods.
    Lumber,
    /// Catan: pasture.
    Wool,
    /// Catan: hills.
    Brick,
    /// Catan: mountains.
    Ore,
}

impl Terrain {
    /// Position on Terra Mystica's wheel, 0 to 6; `None` for the river and for Catan's resources.
    pub const fn wheel(self) -> Option<u8> {
        match self {
            Terrain::Desert => Some(0),
            Terrain::Plains => Some(1),
            Terrain::Swamp => Some(2),
            Terrain::Lakes => Some(3),
            Terrain::Forest => Some(4),
            Terrain::Mountains => Some(5),
            Terrain::Wasteland => Some(6),
            _ => None,
        }
    }

    /// Spades that turn one terrain into the other: steps on the wheel, at most 3.
    ///
    /// ```
    /// use mapkiln_maps::board::Terrain;
    /// assert_eq!(Terrain::Desert.spades(Terrain::Wasteland), Some(1));
    /// assert_eq!(Terrain::Desert.spades(Terrain::Lakes), Some(3));
    /// assert_eq!(Terrain::Desert.spades(Terrain::River), None);
    /// ```
    pub const fn spades(self, other: Terrain) -> Option<u8> {
        match (self.wheel(), other.wheel()) {
            (Some(a), Some(b)) => {
                let steps = a.abs_diff(b);
                Some(if steps > 3 { 7 - steps } else { steps })
            }
            _ => None,
        }
    }

    /// The plain word, such as `lake` or `river`, that sentences about one hex use.
    pub const fn word(self) -> &'static str {
        match self {
            Terrain::Desert => "desert",
            Terrain::Plains => "plain",
            Terrain::Swamp => "swamp",
            Terrain::Lakes => "lake",
            Terrain::Forest => "forest",
            Terrain::Mountains => "mountain",
            Terrain::Wasteland => "wasteland",
            Terrain::River => "river",
            Terrain::Grain => "grain",
            Terrain::Lumber => "lumber",
            Terrain::Wool => "wool",
            Terrain::Brick => "brick",
            Terrain::Ore => "ore",
        }
    }
}

/// Ways to roll a number with two dice: 5 for 6 and 8, 1 for 2 and 12, 0 for 7 and anything else.
pub const fn pips(number: u8) -> u8 {
    match number {
        2..=6 => number - 1,
        8..=12 => 13 - number,
        _ => 0,
    }
}
