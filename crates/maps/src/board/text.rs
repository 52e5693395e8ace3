//! The text forms, which other programs read too.
//!
//! - Terra Mystica: one line per row, letters separated by commas (`U,S,G,I`).
//! - Catan: one line per row, tokens separated by spaces (`G5 W2 D`). A line
//!   `# ports: any@1,1,nw grain@1,2,ne …` (row, column and side) may follow; programs that know
//!   only rows take it for a comment.
//! - Both: an empty line between boards, `[Name]` before a board, `#` starts a comment. Commas and
//!   spaces are interchangeable when reading.

use std::fmt::Write;

use thiserror::Error;

use super::{Board, BoardGame, CatanSet, Hex, HexSide, Port, Terrain, Trade, pips};

/// A mistake in a board's text form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("row {row}, column {column}: {reason}")]
pub struct TextError {
    /// The row of the board, from 1.
    pub row: usize,
    /// The column in that row, from 1.
    pub column: usize,
    /// What is wrong there, and what to write instead.
    pub reason: String,
}

impl Board {
    /// The board in the text form of its game, with a line end after every row.
    ///
    /// ```
    /// use mapkiln_maps::board::{Board, BoardGame};
    /// let board = Board::read(BoardGame::Catan, "G5 W2\nD\n").unwrap();
    /// assert_eq!(board.to_text(), "G5 W2\nD\n");
    /// ```
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        if let Some(name) = &self.name {
            let _ = writeln!(text, "[{name}]");
        }
        let between = if self.game == BoardGame::Catan { " " } else { "," };
        for row in &self.rows {
            let tokens: Vec<String> = row
                .iter()
                .map(|hex| {
                    let letter = self.game.letter(hex.terrain).unwrap_or('?');
                    hex.number.map_or_else(|| letter.to_string(), |n| format!("{letter}{n}"))
                })
                .collect();
            let _ = writeln!(text, "{}", tokens.join(between));
        }
        if !self.ports.is_empty() {
            let ports: Vec<String> = self
                .ports
                .iter()
                .map(|p| format!("{}@{},{},{}", p.trade.word(), p.row + 1, p.column + 1, p.side.short()))
                .collect();
            let _ = writeln!(text, "# ports: {}", ports.join(" "));
        }
        text
    }

    /// Reads exactly one board; an error names the row and column of the board.
    pub fn read(game: BoardGame, text: &str) -> Result<Board, TextError> {
        let mut boards = Board::read_all(game, text)?;
        match (boards.pop(), boards.len()) {
            (Some(board), 0) => Ok(board),
            (None, _) => Err(wrong(1, 1, "there is no board here; write a line for each row of hexes")),
            (Some(_), more) => Err(wrong(1, 1, format!("{} boards are here, and one was needed", more + 1))),
        }
    }

    /// Reads all boards of a file.
    pub fn read_all(game: BoardGame, text: &str) -> Result<Vec<Board>, TextError> {
        let mut boards = Vec::new();
        let mut board = empty(game);
        for line in text.lines().map(str::trim).chain([""]) {
            if let Some(list) = line.strip_prefix("# ports:") {
                board.ports = ports(list, board.rows.len() + 1)?;
            } else if line.starts_with('#') {
                continue;
            } else if line.is_empty() || line.starts_with('[') {
                if !board.rows.is_empty() {
                    check(&board)?;
                    boards.push(std::mem::replace(&mut board, empty(game)));
                }
                if let Some((name, _)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                    board.name = Some(name.to_owned());
                }
            } else {
                board.rows.push(row(game, line, board.rows.len() + 1)?);
            }
        }
        Ok(boards)
    }
}

fn empty(game: BoardGame) -> Board {
    Board { game, name: None, rows: Vec::new(), ports: Vec::new() }
}

fn wrong(row: usize, column: usize, reason: impl Into<String>) -> TextError {
    TextError { row, column, reason: reason.into() }
}

/// One row of hexes; `at` is its number, from 1.
fn row(game: BoardGame, line: &str, at: usize) -> Result<Vec<Hex>, TextError> {
    let tokens: Vec<&str> = if line.contains(',') {
        line.split(',').map(str::trim).collect()
    } else {
        line.split_whitespace().collect()
    };
    let hex =
        |(column, token): (usize, &&str)| hex(game, token).map_err(|reason| wrong(at, column + 1, reason));
    tokens.iter().enumerate().map(hex).collect()
}

fn hex(game: BoardGame, token: &str) -> Result<Hex, String> {
    let letters: String = game.terrains().iter().filter_map(|&t| game.letter(t)).collect();
    let mut rest = token.chars();
    let terrain = rest.next().and_then(|letter| game.terrain(letter.to_ascii_uppercase()));
    let Some(terrain) = terrain else {
        return Err(format!("`{token}` is no hex; write one of the letters {letters}"));
    };
    let number = rest.as_str();
    match (game, terrain) {
        (BoardGame::TerraMystica, _) | (BoardGame::Catan, Terrain::Desert) => {
            if number.is_empty() {
                Ok(Hex { terrain, number: None })
            } else {
                Err(format!("`{token}`: write only the letter, no number belongs on this {}", terrain.word()))
            }
        }
        _ => match number.parse::<u8>() {
            Ok(n) if pips(n) > 0 => Ok(Hex { terrain, number: Some(n) }),
            _ => Err(format!("`{token}`: write a number from 2 to 12, but not 7, after the letter")),
        },
    }
}

/// What must hold of a whole board beyond its single hexes.
fn check(board: &Board) -> Result<(), TextError> {
    match board.game {
        BoardGame::TerraMystica => {
            for (y, pair) in board.rows.windows(2).enumerate() {
                let (above, here) = (pair[0].len(), pair[1].len());
                if above.abs_diff(here) != 1 {
                    let reason = format!(
                        "this row has {here} hexes below a row of {above}; rows that follow each other must differ by one"
                    );
                    return Err(wrong(y + 2, here.min(above) + 1, reason));
                }
            }
            Ok(())
        }
        BoardGame::Catan => {
            let lengths: Vec<usize> = board.rows.iter().map(Vec::len).collect();
            if let Some(set) = CatanSet::for_rows(&lengths) {
                return set.check(board);
            }
            let hexes: usize = lengths.iter().sum();
            for set in CatanSet::ALL {
                if set.hexes() == hexes || set.rows().len() == lengths.len() {
                    let y = lengths.iter().zip(set.rows()).position(|(a, b)| a != b).unwrap_or(0);
                    let wanted = set.rows();
                    let reason = format!("the rows have {lengths:?} hexes, and this board has {wanted:?}");
                    return Err(wrong(y + 1, lengths[y].min(wanted[y]) + 1, reason));
                }
            }
            Ok(())
        }
    }
}

fn ports(list: &str, row: usize) -> Result<Vec<Port>, TextError> {
    let one = |(at, token): (usize, &str)| {
        let bad = || wrong(row, at + 1, format!("`{token}` is no port; write for example any@1,1,nw"));
        let (trade, place) = token.split_once('@').ok_or_else(bad)?;
        let mut parts = place.split(',');
        let mut number =
            || parts.next().and_then(|n| n.parse::<usize>().ok()).filter(|&n| n > 0).ok_or_else(bad);
        let (row, column) = (number()? - 1, number()? - 1);
        let side = parts.next().and_then(HexSide::from_short).ok_or_else(bad)?;
        let trade = Trade::ALL.into_iter().find(|t| t.word() == trade).ok_or_else(bad)?;
        Ok(Port { row, column, side, trade })
    };
    list.split_whitespace().enumerate().map(one).collect()
}
