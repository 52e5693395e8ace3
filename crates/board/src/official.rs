//! The maps that come with Terra Mystica, as data.

use mapkiln_maps::board::{Board, BoardGame};

/// The file that holds them, in the text form.
pub const TERRA_MYSTICA_TEXT: &str = include_str!("../data/terra_mystica_official.txt");

/// The five official maps: the original, both sides of Fire & Ice, Loon Lakes and Fjords.
pub fn terra_mystica() -> Vec<Board> {
    Board::read_all(BoardGame::TerraMystica, TERRA_MYSTICA_TEXT).expect("the maps that ship are well formed")
}
