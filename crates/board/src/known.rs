//! Which rules a board can be judged by.

use mapkiln_maps::board::{Board, BoardGame, CatanSet};

use crate::RuleSet;
use crate::catan::CatanProfile;

/// Every list of rules of a board's game.
pub fn rule_sets(board: &Board) -> Vec<RuleSet> {
    match board.game {
        BoardGame::TerraMystica => {
            vec![RuleSet::thesis(), RuleSet::weighted(), RuleSet::lab(), RuleSet::even()]
        }
        BoardGame::Catan => {
            let lengths: Vec<usize> = board.rows.iter().map(Vec::len).collect();
            let set = CatanSet::for_rows(&lengths).unwrap_or_default();
            CatanProfile::ALL.into_iter().map(|profile| profile.rules(set)).collect()
        }
    }
}
