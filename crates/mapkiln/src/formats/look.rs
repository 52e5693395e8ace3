//! How a map looks in a file, and to whom.

use std::collections::BTreeMap;
use std::sync::Arc;

use mapkiln_draw::{Audience, KeyPlace, Pages, Paper, Picture, Style};
use serde::{Deserialize, Serialize};

/// How a map looks in a file, and to whom; each format uses the fields that concern it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Look {
    /// Who the file is for; players get no secret, number, note, seed or origin. Default the game master.
    pub audience: Audience,
    /// The style of a dungeon; default hatched, on paper ink.
    pub style: Option<Style>,
    /// Only this level, from 0; default all.
    pub level: Option<usize>,
    /// Where the key of a dungeon stands in pictures; default beside the map.
    pub key: KeyPlace,
    /// Only the grid of the map: no title, legend or key. Default false.
    pub bare: bool,
    /// Pixels per cell, hex or tile; default by the kind of map.
    pub pixels: Option<u32>,
    /// What a PDF holds; default one page with the key.
    pub pages: Pages,
    /// Sheets at true scale with what only the game master may know. Default false: they lie on the table.
    pub game_master_sheets: bool,
    /// The paper of a PDF; default A4.
    pub paper: Paper,
    /// The isometric view instead of the one from above. Default false.
    pub isometric: bool,
    /// A world at night in the isometric view, with lit windows. Default false: by day.
    pub night: bool,
    /// Pictures for the tiles of a world, by the tiles' names. Default none.
    #[serde(skip)]
    pub tiles: BTreeMap<String, Arc<Picture>>,
    /// A board in black symbols instead of colours. Default false.
    pub symbols: bool,
    /// The name of the rules that a board is judged by; breaches are marked. Default none.
    pub rules: Option<String>,
    /// Text in plain ASCII characters. Default false.
    pub ascii: bool,
    /// Text with the colours of a terminal. Default false.
    pub colours: bool,
    /// The text form of the thesis for dungeons. Default false.
    pub classic: bool,
    /// Places to mark on pictures from above, such as the findings of a check. Default none.
    #[serde(skip)]
    pub marks: Vec<Mark>,
}

/// A place to mark on a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A cell of a plan, a world or a floor.
    Cell(mapkiln_core::Point),
    /// A hex of a board: row and column, from 1.
    Hex([usize; 2]),
}
