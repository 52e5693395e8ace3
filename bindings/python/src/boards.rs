//! Boards judged by rules.

use mapkiln::AnyMap;
use mapkiln::board::rule_sets;
use pyo3::prelude::*;

use crate::errors::{guarded, wrong_argument};
use crate::map::Map;

/// The score of a board by the rules of a name, as JSON; without a name by all that fit its game.
#[pyfunction]
#[pyo3(signature = (map, rules=None))]
pub(crate) fn board_score(map: &Map, rules: Option<&str>) -> PyResult<String> {
    let AnyMap::Board(board) = map.map() else {
        return Err(wrong_argument(format!("a {} has no score; boards have", map.map().kind())));
    };
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
