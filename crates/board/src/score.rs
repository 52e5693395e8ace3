//! Scores: every breach of every rule, counted and described in words.
//!
//! This scorer judges the whole board, rule by rule; the makers' fast scorers are tested against it.
//! It takes O(hexes × rules) time; a draft takes longer the more ties there are.
//!
//! ```
//! use mapkiln_board::{RuleSet, official};
//! let original = &official::terra_mystica()[0];
//! let score = RuleSet::thesis().score(original);
//! assert_eq!(score.total, 17);
//! assert_eq!(score.rules[3].breaches[0].words, "the swamp in row 1, column 13 has no neighbour one spade away");
//! ```

use mapkiln_maps::board::{Board, Geometry, RuleScore, Score};

use crate::rules::{Rule, RuleSet};

impl RuleSet {
    /// Judges a board by all rules.
    pub fn score(&self, board: &Board) -> Score {
        let geometry = board.geometry();
        let rules: Vec<RuleScore> = self.rules.iter().map(|rule| rule.score(board, &geometry)).collect();
        let sum = |soft: bool| {
            rules.iter().filter(|r| r.soft == soft).map(|r| r.count * u64::from(r.weight)).sum::<u64>()
        };
        Score { profile: self.name.clone(), total: sum(false), wishes: sum(true), rules }
    }
}

impl Rule {
    fn score(&self, board: &Board, geometry: &Geometry) -> RuleScore {
        let breaches = crate::checks::breaches(&self.check, board, geometry);
        RuleScore {
            rule: self.name.clone(),
            count: breaches.iter().map(|b| b.count).sum(),
            weight: self.weight,
            soft: self.soft,
            breaches,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::official;

    #[test]
    fn official_maps_score_as_published() {
        let maps = official::terra_mystica();
        let named = |name: &str| maps.iter().find(|m| m.name.as_deref() == Some(name)).unwrap();
        for (name, thesis, lab) in [
            ("Original", "17 = (0, 3, 0, 14)", "9 = (0, 3, 0, 6)"),
            ("Fire & Ice side 2", "20 = (0, 3, 0, 17)", "12 = (0, 3, 0, 9)"),
            ("Fjords v2.1", "18 = (0, 0, 0, 18)", "9 = (0, 0, 0, 9)"),
        ] {
            assert_eq!(RuleSet::thesis().score(named(name)).summary(), thesis, "{name}");
            assert_eq!(RuleSet::lab().score(named(name)).summary(), lab, "{name}");
        }
        let even = RuleSet::even().score(named("Original"));
        let spreads: Vec<u64> = even.rules[4..].iter().map(|r| r.count).collect();
        assert_eq!(spreads, [7 - 1, 4 - 1, 11 - 2]);
    }

    #[test]
    fn breaches_add_up_by_rule_and_by_hex() {
        for map in official::terra_mystica() {
            let score = RuleSet::thesis().score(&map);
            let by_hex: u64 = score.by_hex(&map.geometry()).iter().sum();
            let whole: u64 = score.rules[2].count * 100;
            assert_eq!(by_hex + whole, score.total);
        }
    }
}
