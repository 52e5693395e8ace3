//! Scores: every breach of every rule, counted and said in words.
//!
//! This scorer looks at the whole board, rule by rule, and is the reference the fast scorers of
//! the makers are tested against. It takes time linear in the hexes, times the rules; a draft takes
//! as long as there are ties to try.
//!
//! ```
//! use mapkiln_board::{Rules, official};
//! let original = &official::terra_mystica()[0];
//! let score = Rules::thesis().score(original);
//! assert_eq!(score.total, 17);
//! assert_eq!(score.rules[3].breaches[0].words, "the swamp in row 1, column 13 has no neighbour one spade away");
//! ```

use serde::Serialize;

use crate::rules::{Rule, Rules};
use crate::{Board, Geometry};

/// What a list of rules says of a board; 0 is balanced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    /// The name of the rules.
    pub profile: String,
    /// Breaches of all rules that are no wishes, times their weights.
    pub total: u64,
    /// Breaches of wishes, times their weights.
    pub wishes: u64,
    /// Rule by rule.
    pub rules: Vec<RuleScore>,
}

/// What one rule says of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleScore {
    /// The rule's name.
    pub rule: String,
    /// How much is wrong, in the rule's own unit.
    pub count: u64,
    /// What one of it counts.
    pub weight: u32,
    /// Is it only a wish?
    pub soft: bool,
    /// Each breach.
    pub breaches: Vec<Breach>,
}

/// One breach of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Breach {
    /// How much of the rule's count it is.
    pub count: u64,
    /// Row of the hex it is about, from 1; none where it is about the whole board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<usize>,
    /// Its column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What is wrong, as a sentence without a full stop.
    pub words: String,
    /// Hexes that, if none of them may change, make the breach unavoidable; empty where unknown.
    #[serde(skip)]
    pub(crate) causes: Vec<usize>,
}

impl Breach {
    /// A breach at a hex.
    pub(crate) fn at(geometry: &Geometry, hex: usize, words: String, causes: Vec<usize>) -> Self {
        let (row, column) = geometry.row_column(hex);
        Breach { count: 1, row: Some(row + 1), column: Some(column + 1), words, causes }
    }

    /// A breach of the whole board.
    pub(crate) fn whole(count: u64, words: String) -> Self {
        Breach { count, row: None, column: None, words, causes: Vec::new() }
    }
}

impl Score {
    /// Is everything met that is not just a wish?
    pub fn balanced(&self) -> bool {
        self.total == 0
    }

    /// Breaches by hex, in the order of the board's hexes: their number times their weights.
    pub fn by_hex(&self, geometry: &Geometry) -> Vec<u64> {
        let mut sums = vec![0; geometry.len()];
        for rule in &self.rules {
            for breach in &rule.breaches {
                let place = breach.row.zip(breach.column);
                if let Some(hex) = place.and_then(|(row, column)| geometry.hex(row - 1, column - 1)) {
                    sums[hex] += breach.count * u64::from(rule.weight);
                }
            }
        }
        sums
    }

    /// The counts of all rules in brackets, such as `17 = (0, 3, 0, 14)`.
    pub fn summary(&self) -> String {
        let counts: Vec<String> = self.rules.iter().map(|r| r.count.to_string()).collect();
        format!("{} = ({})", self.total, counts.join(", "))
    }
}

impl Rules {
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
            assert_eq!(Rules::thesis().score(named(name)).summary(), thesis, "{name}");
            assert_eq!(Rules::lab().score(named(name)).summary(), lab, "{name}");
        }
        let even = Rules::even().score(named("Original"));
        let spreads: Vec<u64> = even.rules[4..].iter().map(|r| r.count).collect();
        assert_eq!(spreads, [7 - 1, 4 - 1, 11 - 2]);
    }

    #[test]
    fn breaches_add_up_by_rule_and_by_hex() {
        for map in official::terra_mystica() {
            let score = Rules::thesis().score(&map);
            let by_hex: u64 = score.by_hex(&map.geometry()).iter().sum();
            let whole: u64 = score.rules[2].count * 100;
            assert_eq!(by_hex + whole, score.total);
        }
    }
}
