//! The contract of every optimiser.

use mapkiln_core::{Event, Run, Stage, Stopped, TracePoint};

/// An optimiser at work on a problem.
///
/// Each is built from a problem, its parameters, the name of its stage and a [`Run`], which gives
/// the seed and says whether threads may be used:
///
/// ```
/// # use mapkiln_core::{Run, Stream};
/// # use mapkiln_search::annealing::{Annealing, Params};
/// # use mapkiln_search::{Moves, Optimiser, Problem};
/// # struct Zero;
/// # impl Problem for Zero {
/// #     type Cost = u32; type Scratch = u32;
/// #     fn scratch(&self) -> u32 { 0 }
/// #     fn enough(&self, cost: u32) -> bool { cost == 0 }
/// # }
/// # impl Moves for Zero {
/// #     type Move = u32;
/// #     fn scramble(&self, x: &mut u32, rng: &mut Stream) -> u32 { *x = rng.below(1 << 20) as u32; x.count_ones() }
/// #     fn propose(&self, _: &u32, rng: &mut Stream) -> Option<u32> { Some(1 << rng.below(20)) }
/// #     fn apply(&self, x: &mut u32, bit: u32) -> u32 { *x ^= bit; x.count_ones() }
/// #     fn undo(&self, x: &mut u32, bit: u32) { *x ^= bit; }
/// # }
/// # let problem = Zero;
/// let mut run = Run::new("seed").with_budget(20_000);
/// let mut search = Annealing::new(&problem, Params::default(), "bits", &run)?;
/// if let Err(stopped) = search.run(&mut run) {
///     println!("{stopped}");
/// }
/// let (_, cost) = search.best().expect("the budget was enough for one candidate");
/// assert_eq!(cost, 0);
/// assert!(search.log().evaluations() <= 20_000);
/// # Ok::<(), mapkiln_search::Error>(())
/// ```
///
/// Building judges nothing: the first [`step`](Optimiser::step) judges the first candidates. Costs
/// are minimised by all of them. A step of a run's budget is one evaluation, that is, one candidate
/// judged; for annealing, one move tried.
pub trait Optimiser {
    /// What is searched for.
    type Candidate: ?Sized;
    /// What a candidate costs; less is better.
    type Cost;

    /// Does one generation, round or block of moves, and says how good the candidates are now.
    fn step(&mut self) -> TracePoint;

    /// The best candidate and its cost: what the optimiser gives if it ends now. `None` before the
    /// first step, unless it was given a candidate to start from.
    fn best(&self) -> Option<(&Self::Candidate, Self::Cost)>;

    /// What was done so far.
    fn log(&self) -> &Log;

    /// Evaluations that the next step makes; if it may make more, those that are sure.
    fn next_evaluations(&self) -> u64;

    /// The largest number of steps.
    fn max_steps(&self) -> u64;

    /// Is the best candidate good enough, or are all steps done?
    fn is_done(&self) -> bool;

    /// Takes one step within the run's budget and tells the run's observers of it; `false` if the
    /// search is done.
    ///
    /// Evaluations are charged to the budget before they are made; those that could not be foreseen,
    /// after the step. When the run stops the search, [`best`](Optimiser::best) is the best candidate
    /// up to then.
    fn advance(&mut self, run: &mut Run<'_>) -> Result<bool, Stopped> {
        if self.is_done() {
            return Ok(false);
        }
        let (before, sure) = (self.log().evaluations, self.next_evaluations());
        run.spend(sure)?;
        let TracePoint { evaluations, best, mean } = self.step();
        if run.is_observed() {
            let (stage, steps) = (self.log().stage.as_str(), self.log().steps());
            run.emit(Event::Generation { stage, number: steps - 1, evaluations, best, mean });
            run.progress(stage, steps, self.max_steps());
        }
        let more = (evaluations - before).saturating_sub(sure);
        if more > 0 {
            let charged = run.spend(more);
            if !self.is_done() {
                charged?;
            }
        }
        Ok(true)
    }

    /// Advances until done.
    fn run(&mut self, run: &mut Run<'_>) -> Result<(), Stopped> {
        while self.advance(run)? {}
        Ok(())
    }
}

/// What an optimiser has done so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    stage: String,
    evaluations: u64,
    trace: Vec<TracePoint>,
}

impl Log {
    /// Nothing done yet.
    pub fn new(stage: &str) -> Self {
        Log { stage: stage.to_owned(), evaluations: 0, trace: Vec::new() }
    }

    /// Counts candidates that were judged.
    pub fn count(&mut self, evaluations: u64) {
        self.evaluations += evaluations;
    }

    /// Notes the end of a step: the cost of the best candidate, and the mean cost.
    pub fn note(&mut self, best: f64, mean: f64) -> TracePoint {
        let point = TracePoint { evaluations: self.evaluations, best, mean };
        self.trace.push(point);
        point
    }

    /// The name of the stage.
    pub fn stage_name(&self) -> &str {
        &self.stage
    }

    /// Candidates judged.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Steps done.
    pub fn steps(&self) -> u64 {
        self.trace.len() as u64
    }

    /// The cost of the best candidate and the mean cost after each step.
    pub fn trace(&self) -> &[TracePoint] {
        &self.trace
    }

    /// What a report says of this stage.
    pub fn to_stage(&self) -> Stage {
        Stage { name: self.stage.clone(), evaluations: self.evaluations, trace: self.trace.clone() }
    }
}
