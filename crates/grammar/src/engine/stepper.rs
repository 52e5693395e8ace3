//! One attempt at a level: the program runs step by step and backtracks from dead ends.

use std::collections::VecDeque;

use mapkiln_core::{Event, Run, Seed, Stopped, Stream};
use mapkiln_maps::graph::LevelGraph;

use crate::derivation::{Derivation, DerivationStep, GraphChange};
use crate::grammar::{Engine, Grammar};

use super::apply::Workspace;
use super::candidates::{Around, Candidates};
use super::choices::{Choices, Segment};
use super::control::{Control, Machine, World};
use super::graph::Graph;
use super::matcher::{Bound, Matcher};
use super::paper::Paper;
use super::search::Tried;
use super::start::plant;
use super::trouble::{Outcome, Trouble, TroubleKind};

/// How often one rule was tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleStats {
    /// Applications, including those that were taken back.
    pub hits: u64,
    /// Times it was tried and matched nowhere.
    pub failures: u64,
    /// Roots at which a match was searched for.
    pub roots: u64,
}

/// What one step did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RewriteStep {
    /// A rule was applied.
    Applied {
        /// The rule's name.
        rule: String,
        /// The nodes its left side matched, in the order of the rule.
        matched: Vec<u32>,
        /// The nodes it made.
        made: Vec<u32>,
    },
    /// A rule matched nowhere; the program says what happens then.
    NoMatch {
        /// The rule's name.
        rule: String,
    },
    /// Applications were taken back: after a dead end, or because the program tries something else.
    Retracted {
        /// Their number.
        applications: u64,
    },
    /// The level is ready.
    Done,
    /// A dead end that backtracking does not leave; a new attempt needs another seed.
    DeadEnd,
}

/// Dead ends that a first attempt takes back one step at a time, as long as it remembers its whole
/// history; later attempts take fewer.
const SYSTEMATIC: u32 = 4000;
const SYSTEMATIC_LATER: u32 = 400;

/// A level in the making: each step tries one rule.
///
/// ```
/// use mapkiln_grammar::{RewriteStep, Grammar};
/// let grammar = Grammar::shipped("carcere-exire")?;
/// let mut stepper = grammar.stepper(&grammar.defaults(), "a seed", 0)?;
/// let first = stepper.step();
/// assert!(matches!(first, RewriteStep::Applied { rule, .. } if rule == "entry"));
/// while !matches!(stepper.step(), RewriteStep::Done | RewriteStep::DeadEnd) {}
/// assert!(stepper.level().nodes.len() > 50);
/// # Ok::<(), mapkiln_grammar::Error>(())
/// ```
pub struct Stepper<'g> {
    pub(super) grammar: &'g Grammar,
    pub(super) params: Vec<i64>,
    pub(super) stream: Stream,
    pub(super) graph: Graph,
    pub(super) candidates: Vec<Candidates>,
    pub(super) around: Around,
    pub(super) bound: Bound,
    pub(super) work: Workspace,
    pub(super) machine: Machine,
    /// What the machine asked for when it took back applications, still to be done.
    pending: Option<Control>,
    snapshots: VecDeque<Segment>,
    /// What has happened since the last application.
    pub(super) segment: Segment,
    /// Is everything that was not tried known to be refuted?
    pub(super) complete: bool,
    /// Was every choice tried in vain?
    proved: bool,
    /// Were old snapshots dropped?
    truncated: bool,
    systematic: u32,
    /// The rewrites that stand, if they are wanted.
    history: Option<Vec<DerivationStep>>,
    /// The paper's evaluator, if it is wanted.
    pub(super) paper: Option<Paper>,
    /// May long scans use several threads? The level is the same either way.
    pub(super) parallel: bool,
    /// The start graph as changes, if the history is wanted.
    start: Vec<GraphChange>,
    /// Where the graph's log stood before each application that was not taken back.
    standing: Vec<usize>,
    /// Recent dead ends.
    dead_ends: u32,
    rewrites_at_dead_end: u64,
    pub(super) stats: Vec<RuleStats>,
    pub(super) applied: Vec<u64>,
    rewrites: u64,
    tries: u64,
    pub(super) matched: Vec<u32>,
    pub(super) matched_edges: Vec<u32>,
    made_from: u32,
    pub(super) last_failure: Option<Trouble>,
    outcome: Option<Outcome>,
}

/// A step without names and lists.
enum Light {
    Applied(usize),
    NoMatch(usize),
    Retracted(u64),
    Ended,
}

impl<'g> Stepper<'g> {
    pub(crate) fn new(grammar: &'g Grammar, params: Vec<i64>, seed: &Seed, attempt: u64) -> Self {
        let mut graph = Graph::new(&grammar.symbols);
        let mut stream = seed.stream("level", attempt);
        plant(&mut graph, grammar, &params, &mut stream);
        graph.forget();
        Stepper {
            machine: Machine::new(&grammar.program),
            candidates: vec![Candidates::default(); grammar.rules.len()],
            stats: vec![RuleStats::default(); grammar.rules.len()],
            applied: vec![0; grammar.rules.len()],
            grammar,
            params,
            stream,
            graph,
            around: Around::default(),
            bound: Bound::default(),
            work: Workspace::default(),
            pending: None,
            snapshots: VecDeque::new(),
            segment: Segment {
                machine: Machine::new(&grammar.program),
                undo: 0,
                choices: Choices::default(),
                rule: 0,
            },
            complete: !grammar.draws,
            proved: false,
            truncated: false,
            systematic: if attempt == 0 { SYSTEMATIC } else { SYSTEMATIC_LATER },
            history: None,
            paper: (grammar.engine == Engine::Paper).then(|| Paper::new(seed.nth(attempt))),
            parallel: false,
            start: Vec::new(),
            standing: Vec::new(),
            dead_ends: 0,
            rewrites_at_dead_end: 0,
            rewrites: 0,
            tries: 0,
            matched: Vec::new(),
            matched_edges: Vec::new(),
            made_from: 0,
            last_failure: None,
            outcome: None,
        }
    }

    /// Tries the next rule of the program and says what happened.
    pub fn step(&mut self) -> RewriteStep {
        let grammar = self.grammar;
        let name = |rule: usize| grammar.rules[rule].name.clone();
        // Another choice before the next application takes nothing back.
        let mut light = self.light_step();
        while matches!(light, Light::Retracted(0)) {
            light = self.light_step();
        }
        match light {
            Light::Applied(rule) => RewriteStep::Applied {
                rule: name(rule),
                matched: self.matched.clone(),
                made: self.made().collect(),
            },
            Light::NoMatch(rule) => RewriteStep::NoMatch { rule: name(rule) },
            Light::Retracted(applications) => RewriteStep::Retracted { applications },
            Light::Ended => match self.outcome {
                Some(Outcome::Made) => RewriteStep::Done,
                _ => RewriteStep::DeadEnd,
            },
        }
    }

    /// Steps to the end of the attempt and tells the run's observers. A step of the run's budget is
    /// one application of a rule.
    pub(crate) fn run(&mut self, run: &mut Run<'_>) -> Result<(), Stopped> {
        let mut made = Vec::new();
        self.parallel = run.parallel;
        if let Some(paper) = &mut self.paper {
            paper.parallel = run.parallel;
        }
        loop {
            match self.light_step() {
                Light::Applied(rule) => {
                    run.spend(1)?;
                    if run.is_observed() {
                        made.clear();
                        made.extend(self.made());
                        let rule = self.grammar.rules[rule].name.as_str();
                        run.emit(Event::Applied { rule, matched: &self.matched, made: &made });
                    }
                }
                Light::Retracted(applications) if applications > 0 && run.is_observed() => {
                    run.emit(Event::Retracted { applications });
                }
                Light::NoMatch(_) | Light::Retracted(_) => {}
                Light::Ended => break,
            }
        }
        // The next attempt begins with nothing.
        let applications = self.standing.len() as u64;
        if run.is_observed() && applications > 0 && !matches!(self.outcome, Some(Outcome::Made)) {
            run.emit(Event::Retracted { applications });
        }
        Ok(())
    }

    /// The nodes that the last application made.
    fn made(&self) -> std::ops::Range<u32> {
        self.made_from..self.graph.capacity() as u32
    }

    /// The level as it is now. Its nodes are numbered floor by floor, rooms before passages;
    /// [`numbers`](Self::numbers) says which number of the steps each had.
    pub fn level(&self) -> LevelGraph {
        self.grammar.read_level(&self.graph)
    }

    /// For each node of [`level`](Self::level) its number in the steps.
    pub fn numbers(&self) -> Vec<u32> {
        self.grammar.reading_order(&self.graph)
    }

    /// All matches of a rule in the level as it is now, each as the nodes of the left side in order;
    /// `None` if there is no such rule. Whether new edges fit into the plane is not checked.
    pub fn matches(&self, rule: &str) -> Option<Vec<Vec<u32>>> {
        let rule = self.grammar.rules.iter().find(|r| r.name == rule)?;
        let (mut all, mut bound) = (Vec::new(), Bound::default());
        let mut matcher = Matcher::new(&self.graph, &rule.pattern, &self.params, None, &mut bound);
        for list in self.graph.labels.lists(rule.pattern.nodes[rule.pattern.root].filter) {
            for &root in list {
                matcher.at_root(root, &mut |m, _| {
                    all.push(m.to_vec());
                    false
                });
            }
        }
        Some(all)
    }

    /// How often each rule was tried so far, in the order of the grammar.
    pub fn stats(&self) -> &[RuleStats] {
        &self.stats
    }

    /// Applications of rules so far, including those that were taken back.
    pub fn rewrites(&self) -> u64 {
        self.rewrites
    }

    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn light_step(&mut self) -> Light {
        if self.outcome.is_some() {
            return Light::Ended;
        }
        let control = match self.pending.take() {
            Some(control) => control,
            None => {
                let mut undone = false;
                let mut world = World {
                    program: &self.grammar.program,
                    rules: &self.grammar.rules,
                    params: &self.params,
                    stream: &mut self.stream,
                    graph: &mut self.graph,
                    choices: &mut self.segment.choices,
                    undone: &mut undone,
                    exhausted: false,
                };
                let control = self.machine.next(&mut world);
                if undone {
                    // What the program itself took back was a choice in vain, but no dead end.
                    let now = self.graph.now();
                    while let Some(last) = self.snapshots.pop_back_if(|s| s.undo >= now) {
                        self.applied[last.rule] -= 1;
                        self.segment.resume(last);
                    }
                    self.forget_candidates();
                    let retracted = self.retract();
                    if retracted > 0 {
                        self.pending = Some(control);
                        return Light::Retracted(retracted);
                    }
                }
                control
            }
        };
        match control {
            Control::Finished(true) => self.finish(),
            Control::Finished(false) => self.dead_end(),
            Control::Endless => self.fail(TroubleKind::Endless),
            Control::Exhausted => self.back(1),
            Control::Try(rule) => {
                self.tries += 1;
                if self.tries > self.grammar.limit {
                    return self.fail(TroubleKind::Endless);
                }
                self.attempt_rule(rule)
            }
        }
    }

    fn fail(&mut self, kind: TroubleKind) -> Light {
        self.outcome = Some(Outcome::Failed(Trouble { kind, applied: 0, wanted: None }));
        Light::Ended
    }

    fn forget_candidates(&mut self) {
        self.candidates.iter_mut().for_each(Candidates::reset);
        self.graph.touched.clear();
        self.paper.iter_mut().for_each(Paper::forget);
    }

    fn finish(&mut self) -> Light {
        let broken = self.grammar.requires.iter().position(|(require, _)| {
            !self.graph.fulfils(require, &self.params, || crate::quality::solvable(&self.level()))
        });
        match broken {
            None => {
                self.outcome = Some(Outcome::Made);
                Light::Ended
            }
            Some(number) => {
                let kind = TroubleKind::Requirement(number);
                self.last_failure = Some(Trouble { kind, applied: 0, wanted: None });
                self.dead_end()
            }
        }
    }

    /// Backtracks from a dead end. While the whole history is known, by one choice at a time, so that
    /// every one is tried; then by some, mostly few and sometimes many, since the mistake may be old.
    fn dead_end(&mut self) -> Light {
        let most = self.grammar.dead_end.backtrack;
        if self.truncated && self.rewrites > self.rewrites_at_dead_end + 8 * most as u64 {
            self.dead_ends = 0;
        }
        self.rewrites_at_dead_end = self.rewrites;
        self.dead_ends += 1;
        if !self.truncated {
            return if self.dead_ends > self.systematic { self.give_up() } else { self.back(1) };
        }
        if self.dead_ends as usize > 2 * most {
            return self.give_up();
        }
        self.back(luby(self.dead_ends).min(most))
    }

    fn give_up(&mut self) -> Light {
        let trouble = self.last_failure.take();
        self.outcome = Some(Outcome::Failed(trouble.unwrap_or(Trouble {
            kind: TroubleKind::Endless,
            applied: 0,
            wanted: None,
        })));
        Light::Ended
    }

    /// Refutes the last choice, or goes back over `applications` and refutes the choice there.
    fn back(&mut self, applications: usize) -> Light {
        for taken in 1..=applications {
            if taken == 1 && applications == 1 && self.segment.choices.close() {
                break;
            }
            let Some(earlier) = self.snapshots.pop_back() else {
                self.proved = self.complete && !self.truncated;
                return self.give_up();
            };
            self.applied[earlier.rule] -= 1;
            self.segment = earlier;
            if taken == applications {
                self.segment.choices.close();
                // What lies between was not tried to the end.
                self.complete &= taken == 1;
            }
        }
        self.machine.copy_from(&self.segment.machine);
        self.graph.undo_to(self.segment.undo);
        self.forget_candidates();
        Light::Retracted(self.retract())
    }

    /// Was every choice tried, so that no seed can make a level?
    pub(crate) fn proved(&self) -> bool {
        self.proved
    }

    /// Forgets the applications that the graph no longer has, and says how many they were.
    fn retract(&mut self) -> u64 {
        let (before, now) = (self.standing.len(), self.graph.now());
        while self.standing.pop_if(|then| *then >= now).is_some() {}
        if let Some(history) = &mut self.history {
            history.truncate(self.standing.len());
        }
        (before - self.standing.len()) as u64
    }

    fn attempt_rule(&mut self, rule: usize) -> Light {
        let then = self.graph.now();
        self.made_from = self.graph.capacity() as u32;
        match self.try_open(rule) {
            Tried::Applied => {
                self.stats[rule].hits += 1;
                self.applied[rule] += 1;
                self.rewrites += 1;
                self.standing.push(then);
                if self.history.is_some() {
                    let step = self.derivation_step(rule, then);
                    self.history.as_mut().into_iter().for_each(|history| history.push(step.clone()));
                }
                self.machine.answer(true);
                self.begin_segment(rule);
                Light::Applied(rule)
            }
            Tried::NoMatch => {
                self.stats[rule].failures += 1;
                self.machine.answer(false);
                Light::NoMatch(rule)
            }
            Tried::Exhausted => self.back(1),
        }
    }

    /// Keeps the segment that has ended, and begins the next in the memory of one that is too old.
    fn begin_segment(&mut self, rule: usize) {
        let most = self.grammar.dead_end.backtrack;
        if most == 0 {
            return;
        }
        self.choose_match();
        self.segment.rule = rule;
        let undo = self.graph.now();
        let next = if self.snapshots.len() >= most { self.snapshots.pop_front() } else { None };
        let next = match next {
            Some(mut old) => {
                self.truncated = true;
                old.machine.copy_from(&self.machine);
                old.undo = undo;
                old.choices.clear();
                old
            }
            None => Segment { machine: self.machine.clone(), undo, choices: Choices::default(), rule },
        };
        self.snapshots.push_back(std::mem::replace(&mut self.segment, next));
    }

    fn derivation_step(&self, rule: usize, then: usize) -> DerivationStep {
        DerivationStep {
            rule: self.grammar.rules[rule].name.clone(),
            matched: self.matched.clone(),
            edges: self.matched_edges.clone(),
            made: self.made().collect(),
            changes: self.graph.changes_since(then, &self.grammar.symbols),
        }
    }

    /// Keeps the rewrites, for [`derivation`](Self::derivation).
    pub(crate) fn record(&mut self) {
        self.history = Some(Vec::new());
        self.start = self.graph.all_as_changes(&self.grammar.symbols);
    }

    /// How the level came about, without what was taken back; `None` if it was not recorded.
    pub fn derivation(&self) -> Option<Derivation> {
        Some(Derivation {
            grammar: mapkiln_core::fingerprint(self.grammar.sources.text().as_bytes()),
            start: self.start.clone(),
            steps: self.history.clone()?,
            numbers: self.numbers(),
        })
    }
}

/// 1, 1, 2, 1, 1, 2, 4, …: the sequence of Luby, Sinclair and Zuckerman, from the first on.
fn luby(mut number: u32) -> usize {
    loop {
        let bits = 32 - number.leading_zeros();
        if number == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        number -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn jumps_are_mostly_short() {
        let jumps: Vec<usize> = (1..16).map(super::luby).collect();
        assert_eq!(jumps, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
