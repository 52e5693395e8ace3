//! How boards are made, and what all methods report.

use mapkiln_core::{Report, Stage, Stopped};
use mapkiln_search::Levels;
use serde::{Deserialize, Serialize};

use crate::{Board, RuleSet};

/// How a board is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Simulated annealing by swaps; rivers are made first. The fastest.
    #[default]
    Anneal,
    /// A true biased random-key genetic algorithm.
    Brkga,
    /// A max-min ant system; rivers are made first.
    Aco,
    /// The published algorithm as the thesis describes it.
    Thesis,
}

/// What a search found.
pub(crate) struct Outcome<T> {
    pub(crate) candidate: T,
    pub(crate) cost: Levels<2>,
    pub(crate) stages: Vec<Stage>,
    pub(crate) stopped: Option<Stopped>,
    pub(crate) notes: Vec<String>,
}

impl<T> Outcome<T> {
    pub(crate) fn new(candidate: T, cost: Levels<2>) -> Self {
        Outcome { candidate, cost, stages: Vec::new(), stopped: None, notes: Vec::new() }
    }

    /// Says so where the first generation was good enough: then evolution did nothing.
    pub(crate) fn note_generations(&mut self, generations: usize, who: &str) {
        if generations == 0 && self.cost == Levels::ZERO {
            self.notes.push(format!("generation 0 was balanced already: {who} did it, not the search"));
        }
    }

    /// Fills a report, with the score of the board by the plain scorer.
    pub(crate) fn describe(
        self,
        report: &mut Report,
        rules: &RuleSet,
        board: &Board,
        before: Option<&Board>,
        unfair: u32,
    ) {
        let score = rules.score(board);
        report.metric("score", score.total as f64);
        report.metric("wishes", score.wishes as f64);
        report.metric("balanced", f64::from(u8::from(score.balanced())));
        report.metric("met", f64::from(u8::from(score.total == u64::from(unfair))));
        for rule in &score.rules {
            *report.metrics.entry(format!("score {}", rule.rule)).or_insert(0.0) += rule.count as f64;
        }
        if let Some(before) = before {
            let changed = before.hexes().zip(board.hexes()).filter(|(a, b)| a != b).count();
            report.metric("changed hexes", changed as f64);
        }
        report.stages = self.stages;
        report.warnings.extend(self.notes);
        if self.stopped == Some(Stopped::Cancelled) {
            report.repeatable = false;
        }
        if score.total != u64::from(unfair) {
            let why = match self.stopped {
                Some(stopped) => stopped.to_string(),
                None => "the search is over; try another seed, method or profile".to_owned(),
            };
            let what = if unfair == 0 {
                format!("not balanced: {} of the rules {} is the best found", score.summary(), rules.name)
            } else {
                format!("a score of {unfair} was wanted, {} is the nearest found", score.total)
            };
            report.warnings.push(format!("{what} ({why})"));
        }
    }
}
