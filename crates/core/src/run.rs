//! What a maker is given beside its spec: the seed, how much it may do, and whom it tells.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use crate::Seed;

/// One making of one map.
///
/// ```
/// use mapkiln_core::{Run, Stopped};
/// let mut run = Run::new("cellar").with_budget(10);
/// assert!(run.spend(10).is_ok());
/// assert_eq!(run.spend(1), Err(Stopped::Budget { limit: 10 }));
/// ```
pub struct Run<'a> {
    /// Where all chance comes from.
    pub seed: Seed,
    /// May the maker use rayon's threads? The map is the same either way.
    pub parallel: bool,
    budget: Option<u64>,
    spent: u64,
    cancel: Cancel,
    watcher: Option<Watcher<'a>>,
}

type Watcher<'a> = Box<dyn FnMut(Progress<'_>) + 'a>;

impl<'a> Run<'a> {
    /// A run on one thread without limits or watchers.
    pub fn new(seed: impl Into<Seed>) -> Self {
        Run {
            seed: seed.into(),
            parallel: false,
            budget: None,
            spent: 0,
            cancel: Cancel::default(),
            watcher: None,
        }
    }

    /// Allows rayon's threads.
    pub fn with_parallel(mut self, parallel: bool) -> Self {
        self.parallel = parallel;
        self
    }

    /// Limits the steps; what a step is, each maker says (mostly an evaluation).
    pub fn with_budget(mut self, steps: u64) -> Self {
        self.budget = Some(steps);
        self
    }

    /// Lets another thread end the run.
    pub fn with_cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// Calls a function whenever there is something to tell.
    pub fn with_progress(mut self, watcher: impl FnMut(Progress<'_>) + 'a) -> Self {
        self.watcher = Some(Box::new(watcher));
        self
    }

    /// Counts steps about to be taken; says no when they are too many or the run was cancelled.
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

    /// Steps counted so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Tells the watcher how far a stage has come.
    pub fn progress(&mut self, stage: &str, done: u64, total: u64) {
        if let Some(watcher) = &mut self.watcher {
            watcher(Progress { stage, done, total });
        }
    }
}

/// How far a stage has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// The stage's name, such as `layout`.
    pub stage: &'a str,
    /// Parts done.
    pub done: u64,
    /// Parts in all.
    pub total: u64,
}

/// Ends a run from outside; clones share one switch.
///
/// A caller with a clock uses it for a time limit; such a result depends on the machine, so its
/// report is marked as not repeatable.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the run to end at its next step.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has it been asked to end?
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a run ended before its maker was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Stopped {
    /// The step budget is used up.
    #[error("the budget of {limit} steps is used up; allow more, or ask for less")]
    Budget {
        /// The steps that were allowed.
        limit: u64,
    },
    /// Someone cancelled.
    #[error("cancelled")]
    Cancelled,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelling_stops_and_progress_is_heard() {
        let cancel = Cancel::default();
        let mut heard = Vec::new();
        let mut run = Run::new("x")
            .with_cancel(cancel.clone())
            .with_progress(|p| heard.push((p.stage.to_owned(), p.done, p.total)));
        assert!(run.spend(1).is_ok());
        run.progress("layout", 1, 2);
        cancel.cancel();
        assert_eq!(run.spend(1), Err(Stopped::Cancelled));
        assert_eq!(run.spent(), 1);
        drop(run);
        assert_eq!(heard, [("layout".to_owned(), 1, 2)]);
    }
}
