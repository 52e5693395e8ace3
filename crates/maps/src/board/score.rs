//! Scores: how well a board meets a set of rules, breach by breach.

use serde::Serialize;

use super::Geometry;

/// How well a board meets a set of rules; 0 is balanced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    /// The name of the rules.
    pub profile: String,
    /// Breaches of all rules that are not wishes, times their weights.
    pub total: u64,
    /// Breaches of wishes, times their weights.
    pub wishes: u64,
    /// The result of each rule.
    pub rules: Vec<RuleScore>,
}

/// The result of one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleScore {
    /// The rule's name.
    pub rule: String,
    /// The size of its breaches, in the rule's own unit.
    pub count: u64,
    /// The weight of one unit.
    pub weight: u32,
    /// Is it only a wish?
    pub soft: bool,
    /// The breaches.
    pub breaches: Vec<Breach>,
}

/// One breach of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Breach {
    /// Its share of the rule's count.
    pub count: u64,
    /// Row of the hex it is about, from 1; `None` if it is about the whole board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<usize>,
    /// Its column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What is wrong, as a sentence without a full stop.
    pub words: String,
    /// Hexes that, if none of them may change, make the breach unavoidable; empty if unknown.
    #[serde(skip)]
    pub causes: Vec<usize>,
}

impl Breach {
    /// A breach at a hex.
    pub fn at(geometry: &Geometry, hex: usize, words: String, causes: Vec<usize>) -> Self {
        let (row, column) = geometry.row_column(hex);
        Breach { count: 1, row: Some(row + 1), column: Some(column + 1), words, causes }
    }

    /// A breach of the whole board.
    pub fn whole(count: u64, words: String) -> Self {
        Breach { count, row: None, column: None, words, causes: Vec::new() }
    }
}

impl Score {
    /// Are all rules met that are not just wishes?
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
