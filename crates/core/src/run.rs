//! What a maker gets in addition to its spec: the seed, a budget and observers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use crate::{Event, Seed};

/// One run of a maker.
///
/// ```
/// use mapkiln_core::{Run, Stopped};
/// let mut run = Run::new("cellar").with_budget(10);
/// assert!(run.spend(10).is_ok());
/// assert_eq!(run.spend(1), Err(Stopped::Budget { limit: 10 }));
/// ```
pub struct Run<'a> {
    /// The source of all randomness.
    pub seed: Seed,
    /// May the maker use rayon's threads? The map is the same either way.
    pub parallel: bool,
    /// Should the report hold all that can be told of how the map came about, such as a level's derivation? That may
    /// take longer than making the map, which is the same either way.
    pub detailed: bool,
    budget: Option<u64>,
    spent: u64,
    cancel: Cancel,
    observers: Vec<Observer<'a>>,
}

type Observer<'a> = Box<dyn FnMut(&Event<'_>) + 'a>;

impl<'a> Run<'a> {
    /// A run on one thread without limits or observers.
    pub fn new(seed: impl Into<Seed>) -> Self {
        Run {
            seed: seed.into(),
            parallel: false,
            detailed: false,
            budget: None,
            spent: 0,
            cancel: Cancel::default(),
            observers: Vec::new(),
        }
    }

    /// Allows rayon's threads.
    pub fn with_parallel(mut self, parallel: bool) -> Self {
        self.parallel = parallel;
        self
    }

    /// Asks for a report with all details.
    pub fn with_details(mut self, detailed: bool) -> Self {
        self.detailed = detailed;
        self
    }

    /// Limits the number of steps; each maker says what a step is (usually one evaluation).
    pub fn with_budget(mut self, steps: u64) -> Self {
        self.budget = Some(steps);
        self
    }

    /// Lets another thread cancel the run.
    pub fn with_cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// Adds an observer, which is called with every event; there may be several.
    ///
    /// ```
    /// use mapkiln_core::{Event, Run};
    /// let mut stages = Vec::new();
    /// let mut run = Run::new("cellar").with_observer(|event| {
    ///     if let Event::Progress { stage, done, total } = event {
    ///         stages.push(format!("{stage} {done}/{total}"));
    ///     }
    /// });
    /// run.progress("layout", 1, 16);
    /// drop(run);
    /// assert_eq!(stages, ["layout 1/16"]);
    /// ```
    pub fn with_observer(mut self, observer: impl FnMut(&Event<'_>) + 'a) -> Self {
        self.observers.push(Box::new(observer));
        self
    }

    /// The step budget, if there is one.
    pub fn budget(&self) -> Option<u64> {
        self.budget
    }

    /// Counts steps about to be taken; fails if they exceed the budget or the run was cancelled.
    pub fn spend(&mut self, steps: u64) -> Result<(), Stopped> {
        if self.cancel.is_cancelled() {
            return Err(Stopped::Cancelled);
        }
        if let Some(limit) = self.budget
            && self.spent.saturating_add(steps) > limit
        {
            return Err(Stopped::Budget { limit });
        }
        self.spent = self.spent.saturating_add(steps);
        Ok(())
    }

    /// Counts up to this many steps about to be taken, as many as the budget allows; fails if none are
    /// left or the run was cancelled. Steps not taken are returned with
    /// [`give_back`](Run::give_back).
    ///
    /// ```
    /// use mapkiln_core::Run;
    /// let mut run = Run::new("cellar").with_budget(10);
    /// assert_eq!(run.grant(8), Ok(8));
    /// assert_eq!(run.grant(8), Ok(2));
    /// assert!(run.grant(8).is_err());
    /// ```
    pub fn grant(&mut self, steps: u64) -> Result<u64, Stopped> {
        let left = self.budget.map_or(u64::MAX, |limit| limit.saturating_sub(self.spent));
        let granted = steps.min(left.max(1));
        self.spend(granted)?;
        Ok(granted)
    }

    /// Returns steps that were counted but not taken.
    pub fn give_back(&mut self, steps: u64) {
        self.spent = self.spent.saturating_sub(steps);
    }

    /// Steps counted so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Are there observers? If not, engines create no events.
    #[inline]
    pub fn is_observed(&self) -> bool {
        !self.observers.is_empty()
    }

    /// Sends an event to all observers.
    pub fn emit(&mut self, event: Event<'_>) {
        for observer in &mut self.observers {
            observer(&event);
        }
    }

    /// Tells all observers how far a stage is.
    pub fn progress(&mut self, stage: &str, done: u64, total: u64) {
        if self.is_observed() {
            self.emit(Event::Progress { stage, done, total });
        }
    }
}

/// Cancels a run from outside; clones share one switch.
///
/// A caller with a clock can use it as a time limit; such a result depends on the machine, so its
/// report is marked as not repeatable.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the run to end at its next step.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has the run been asked to end?
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a run ended before its maker was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Stopped {
    /// The step budget is used up.
    #[error("the budget of {limit} steps is used up; allow more, or ask for less")]
    Budget {
        /// The steps that were allowed.
        limit: u64,
    },
    /// The run was cancelled.
    #[error("cancelled")]
    Cancelled,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelling_stops_and_progress_is_seen() {
        let cancel = Cancel::default();
        let mut seen = Vec::new();
        let mut run = Run::new("x").with_cancel(cancel.clone()).with_observer(|event| {
            if let Event::Progress { stage, done, total } = event {
                seen.push(((*stage).to_owned(), *done, *total));
            }
        });
        assert!(run.spend(1).is_ok());
        run.progress("layout", 1, 2);
        cancel.cancel();
        assert_eq!(run.spend(1), Err(Stopped::Cancelled));
        assert_eq!(run.spent(), 1);
        drop(run);
        assert_eq!(seen, [("layout".to_owned(), 1, 2)]);
    }
}
