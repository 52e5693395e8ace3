//! Boards: rows of hexes, and ports along the coast.
//!
//! A [`Board`] is rows of hexes. Its [`Geometry`] follows from the row lengths alone. A [`Score`] says
//! how well a board meets a set of rules.

mod catan_set;
mod geometry;
mod score;
mod terrain;
mod text;

use mapkiln_core::Limit;
use serde::{Deserialize, Serialize};

use crate::document::Document;

pub use catan_set::CatanSet;
pub use geometry::{Corner, Geometry, HexSide};
pub use score::{Breach, RuleScore, Score};
pub use terrain::{BoardGame, Terrain, pips};
pub use text::TextError;

/// A board of one of the two games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The game it is for.
    pub game: BoardGame,
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The hexes, row by row from the top.
    pub rows: Vec<Vec<Hex>>,
    /// Catan's ports; empty if those of the frame in the box are used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<Port>,
}

/// One hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Hex {
    /// What it is made of.
    pub terrain: Terrain,
    /// Catan's number token, 2 to 12 without 7; none on the desert and in Terra Mystica.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
}

/// A port on a side of a hex that faces the sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Port {
    /// Row of the hex, from 0.
    pub row: usize,
    /// Column of the hex, from 0.
    pub column: usize,
    /// The side of the hex on which it lies.
    pub side: HexSide,
    /// What it trades.
    pub trade: Trade,
}

/// What a port trades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Trade {
    /// Three equal cards for any one.
    Any,
    /// Two grain for any one.
    Grain,
    /// Two lumber for any one.
    Lumber,
    /// Two wool for any one.
    Wool,
    /// Two brick for any one.
    Brick,
    /// Two ore for any one.
    Ore,
}

impl Trade {
    /// All kinds of port.
    pub const ALL: [Trade; 6] =
        [Trade::Any, Trade::Grain, Trade::Lumber, Trade::Wool, Trade::Brick, Trade::Ore];

    /// The resource of a two-for-one port.
    pub const fn resource(self) -> Option<Terrain> {
        match self {
            Trade::Any => None,
            Trade::Grain => Some(Terrain::Grain),
            Trade::Lumber => Some(Terrain::Lumber),
            Trade::Wool => Some(Terrain::Wool),
            Trade::Brick => Some(Terrain::Brick),
            Trade::Ore => Some(Terrain::Ore),
        }
    }

    /// The word in the text form: `any`, `grain`, …
    pub const fn word(self) -> &'static str {
        match self.resource() {
            None => "any",
            Some(terrain) => terrain.word(),
        }
    }
}

impl Board {
    /// The shape of the board.
    pub fn geometry(&self) -> Geometry {
        let lengths: Vec<usize> = self.rows.iter().map(Vec::len).collect();
        Geometry::new(&lengths)
    }

    /// All hexes, row by row: the order in which [`Geometry`] numbers them.
    pub fn hexes(&self) -> impl Iterator<Item = &Hex> {
        self.rows.iter().flatten()
    }

    /// A board of the same shape and game with other hexes.
    pub fn with_hexes(&self, hexes: impl IntoIterator<Item = Hex>) -> Board {
        let mut board = self.clone();
        board.rows.iter_mut().flatten().zip(hexes).for_each(|(old, new)| *old = new);
        board
    }

    /// A board from row lengths and hexes, row by row.
    pub fn from_hexes(game: BoardGame, rows: &[usize], hexes: impl IntoIterator<Item = Hex>) -> Board {
        let mut hexes = hexes.into_iter();
        let rows = rows.iter().map(|&length| hexes.by_ref().take(length).collect()).collect();
        Board { game, name: None, rows, ports: Vec::new() }
    }
}

impl Document for Board {
    const KIND: &'static str = "board";
    const VERSION: u32 = 1;

    fn amounts(&self) -> Vec<(Limit, u64)> {
        vec![(Limit::Hexes, self.rows.iter().map(|row| row.len() as u64).sum())]
    }

    fn check(&self) -> Result<(), String> {
        let geometry = self.geometry();
        if geometry.is_empty() || self.rows.iter().any(Vec::is_empty) {
            return Err("a board needs at least one row, and no row may be empty".to_owned());
        }
        for (row, hexes) in self.rows.iter().enumerate() {
            for (column, hex) in hexes.iter().enumerate() {
                let place = format!("row {}, column {}", row + 1, column + 1);
                if self.game.letter(hex.terrain).is_none() {
                    return Err(format!("{place}: this game has no {}", hex.terrain.word()));
                }
                let wants_number = self.game == BoardGame::Catan && hex.terrain != Terrain::Desert;
                match hex.number {
                    None if wants_number => {
                        return Err(format!("{place}: the {} has no number", hex.terrain.word()));
                    }
                    Some(_) if !wants_number => {
                        return Err(format!("{place}: no number belongs on this {}", hex.terrain.word()));
                    }
                    Some(number) if pips(number) == 0 => {
                        return Err(format!("{place}: {number} is not a number token (2 to 12 without 7)"));
                    }
                    _ => {}
                }
            }
        }
        for (i, port) in self.ports.iter().enumerate() {
            let hex = geometry.hex(port.row, port.column);
            let on_coast = geometry.coast().iter().any(|&(h, side, _)| Some(h) == hex && side == port.side);
            if !on_coast {
                return Err(format!(
                    "port {} lies on the {} side of row {}, column {}, which does not face the sea",
                    i + 1,
                    port.side.short(),
                    port.row + 1,
                    port.column + 1
                ));
            }
        }
        Ok(())
    }
}
