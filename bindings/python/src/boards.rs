//! Boards judged and repaired by rules.

use mapkiln::AnyMap;
use mapkiln::board::{Board, BoardGame, rule_sets};
use pyo3::prelude::*;

use crate::errors::{guarded, wrong_argument};
use crate::map::Map;

fn board(map: &Map) -> PyResult<&Board> {
    match map.map() {
        AnyMap::Board(board) => Ok(board),
        other => Err(wrong_argument(format!("a {} has no score; boards have", other.kind()))),
    }
}

/// The score of a board by the rules of a name, as JSON; without a name by all that fit its game.
#[pyfunction]
#[pyo3(signature = (map, rules=None))]
pub(crate) fn board_score(map: &Map, rules: Option<&str>) -> PyResult<String> {
    let board = board(map)?;
    guarded("scoring a board", || {
        let known = rule_sets(board);
        let names = known.iter().map(|set| set.name.as_str()).collect::<Vec<_>>().join(", ");
        let scores: Vec<_> = known
            .iter()
            .filter(|set| rules.is_none_or(|name| set.name == name))
            .map(|set| set.score(board))
            .collect();
        if scores.is_empty() {
            let asked = rules.unwrap_or_default();
            return Err(wrong_argument(format!(
                "no rules of this game are called {asked:?}; write one of {names}"
            )));
        }
        Ok(serde_json::to_string(&scores).expect("scores have text keys"))
    })
}

/// The spec that repairs a board, as JSON: `fields` with the board as its start.
#[pyfunction]
pub(crate) fn board_fix(map: &Map, fields: &str) -> PyResult<String> {
    let board = board(map)?;
    guarded("repairing a board", || {
        let mut spec: serde_json::Value =
            serde_json::from_str(fields).map_err(|e| wrong_argument(e.to_string()))?;
        let maker = match board.game {
            BoardGame::Catan => "catan",
            _ => "terra-mystica",
        };
        spec["maker"] = maker.into();
        spec["start"] = serde_json::to_value(board).expect("boards have text keys");
        Ok(spec.to_string())
    })
}
