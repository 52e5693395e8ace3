//! Runs against the clock: the best score by time.

use std::time::{Duration, Instant};

use mapkiln::board::{Board, Error};
use mapkiln::{Cancel, Event, Made, Run};

use crate::failure::Failure;

/// One run with what the clock said.
pub(super) struct Timed {
    pub(super) board: Board,
    pub(super) seconds: f64,
    pub(super) evaluations: u64,
    /// Seconds, boards judged and best score, by generation.
    pub(super) points: Vec<(f64, u64, f64)>,
}

impl Timed {
    /// The best score at a time; before the first generation was judged, its score.
    pub(super) fn best_at(&self, seconds: f64) -> f64 {
        self.best_while(|(at, _, _)| *at <= seconds)
    }

    /// The best score after a number of boards were judged.
    pub(super) fn best_after(&self, evaluations: f64) -> f64 {
        self.best_while(|(_, judged, _)| *judged as f64 <= evaluations)
    }

    fn best_while(&self, early: impl Fn(&(f64, u64, f64)) -> bool) -> f64 {
        let before = self.points.iter().take_while(|point| early(point)).last();
        before.or(self.points.first()).map_or(0.0, |(_, _, best)| *best)
    }
}

/// Makes a board within a time limit, and within a budget if one is given.
pub(super) fn timed(
    seed: u64,
    limit: u64,
    budget: Option<u64>,
    make: impl Fn(&mut Run<'_>) -> Result<Made<Board>, Error>,
) -> Result<Timed, Failure> {
    let cancel = Cancel::default();
    let switch = cancel.clone();
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        // Ends early when the run is over before its time.
        if wait.recv_timeout(Duration::from_secs(limit)).is_err() {
            switch.cancel();
        }
    });
    let begin = Instant::now();
    let mut times = Vec::new();
    let mut run = Run::new(seed).with_cancel(cancel).with_observer(|event| {
        if let Event::Generation { .. } = event {
            times.push(begin.elapsed().as_secs_f64());
        }
    });
    if let Some(budget) = budget {
        run = run.with_budget(budget);
    }
    let made = make(&mut run);
    let seconds = begin.elapsed().as_secs_f64();
    drop(run);
    let _ = done.send(());
    let _ = watch.join();
    let Made { map: board, report, .. } = made.map_err(Failure::not_made)?;
    let trace = report.stages.iter().flat_map(|stage| &stage.trace);
    let points = trace.zip(times).map(|(p, time)| (time, p.evaluations, p.best)).collect();
    let evaluations = report.stages.iter().map(|stage| stage.evaluations).sum();
    Ok(Timed { board, seconds, evaluations, points })
}
