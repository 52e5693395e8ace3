//! How boards are made, and what all methods report.

use mapkiln_core::{Report, Run, Stage, Stopped, snake_case};
use mapkiln_maps::board::Board;
use mapkiln_search::{Levels, Optimiser, aco, annealing, brkga};
use serde::{Deserialize, Serialize};

use crate::published::PublishedParams;
use crate::{Error, RuleSet};

/// How a board is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Method {
    /// Simulated annealing by swaps; rivers are made first. The fastest.
    #[default]
    Anneal,
    /// A biased random-key genetic algorithm whose decoder knows no rules.
    Brkga,
    /// A max-min ant system; rivers are made first.
    Aco,
    /// The published algorithm as the thesis describes it.
    Thesis,
}

/// Checks the parameters of every method; an error names the method's field of the spec.
pub(crate) fn check_params(
    anneal: Option<&annealing::Params>,
    brkga: &brkga::Params,
    aco: &aco::Params,
    thesis: &PublishedParams,
) -> Result<(), Error> {
    anneal.map_or(Ok(()), |params| params.check().map_err(|e| e.within("anneal")))?;
    brkga.check().map_err(|e| e.within("brkga"))?;
    aco.check().map_err(|e| e.within("aco"))?;
    Ok(thesis.check().map_err(|e| e.within("thesis"))?)
}

/// What a search found.
pub(crate) struct DraftOutcome<T> {
    pub(crate) candidate: T,
    pub(crate) cost: Levels<2>,
    pub(crate) stages: Vec<Stage>,
    pub(crate) stopped: Option<Stopped>,
    pub(crate) notes: Vec<String>,
}

impl<T> DraftOutcome<T> {
    pub(crate) fn new(candidate: T, cost: Levels<2>) -> Self {
        DraftOutcome { candidate, cost, stages: Vec::new(), stopped: None, notes: Vec::new() }
    }

    /// Runs an optimiser and reads its best candidate.
    pub(crate) fn search<S: Optimiser>(
        search: &mut S,
        run: &mut Run<'_>,
        read: impl FnOnce(&S::Candidate, S::Cost) -> (T, Levels<2>),
    ) -> Result<Self, Error> {
        let stopped = search.run(run).err();
        let Some((best, cost)) = search.best() else {
            return Err(nothing_found(search, stopped));
        };
        let (candidate, cost) = read(best, cost);
        Ok(DraftOutcome {
            candidate,
            cost,
            stages: vec![search.log().to_stage()],
            stopped,
            notes: Vec::new(),
        })
    }

    /// Says so if the first generation was good enough: then `who` did it, and evolution nothing.
    pub(crate) fn noting_generation_0(mut self, who: &str) -> Self {
        if self.cost == Levels::ZERO && self.stages.last().is_some_and(|stage| stage.trace.len() == 1) {
            self.notes.push(format!("generation 0 was already balanced: {who} did it, not the search"));
        }
        self
    }

    /// The better of two; of equals, the first. Both searches are reported.
    pub(crate) fn or_better(mut self, other: Self) -> Self {
        self.stages.extend(other.stages);
        self.stopped = other.stopped;
        if other.cost < self.cost {
            (self.candidate, self.cost) = (other.candidate, other.cost);
        }
        self
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
            let name = snake_case(&format!("score {}", rule.rule));
            *report.metrics.entry(name).or_insert(0.0) += rule.count as f64;
        }
        if let Some(before) = before {
            let changed = before.hexes().zip(board.hexes()).filter(|(a, b)| a != b).count();
            report.metric("changed_hexes", changed as f64);
        }
        report.stages = self.stages;
        report.warnings.extend(self.notes);
        if self.stopped == Some(Stopped::Cancelled) {
            report.repeatable = false;
        }
        if score.total == u64::from(unfair) {
            // Only wishes can have been left to do.
            report.warnings.extend(self.stopped.map(|why| format!("the best board so far is given ({why})")));
        } else {
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

/// The error for an optimiser that was stopped before it judged a candidate.
pub(crate) fn nothing_found(search: &impl Optimiser, stopped: Option<Stopped>) -> Error {
    Error::Stopped {
        why: stopped.unwrap_or(Stopped::Cancelled),
        stage: search.log().stage_name().to_owned(),
        evaluations: search.log().evaluations(),
        next: search.next_evaluations(),
    }
}
