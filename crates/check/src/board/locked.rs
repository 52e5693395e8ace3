//! Hexes that were to stay as they are have stayed.

use mapkiln_maps::board::Board;

use super::BoardCase;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(board) = BoardCase::of(case) else { return };
    let language = look.language;
    let spec = case.spec();
    let Some(start) = spec.get("start").and_then(|s| serde_json::from_value::<Board>(s.clone()).ok()) else {
        return;
    };
    let locked = spec.get("locked").and_then(|l| serde_json::from_value::<Vec<[usize; 2]>>(l.clone()).ok());
    for [row, column] in locked.unwrap_or_default() {
        look.saw(1);
        let at = |board: &Board| board.rows.get(row.wrapping_sub(1))?.get(column.wrapping_sub(1)).copied();
        if at(&start) != at(board.board) {
            let place = crate::Place { hex: Some([row, column]), ..crate::Place::default() };
            look.error(
                place,
                say!(
                    language,
                    "the hex in row {row}, column {column} was to stay as it was",
                    "o hexágono na fileira {row}, coluna {column} deveria ficar como era"
                ),
            );
        }
    }
}
