//! One attempt at a level: the program is run step by step, dead ends are taken back.

use std::collections::VecDeque;

use mapkiln_core::{Seed, Stream};

use crate::compile::model::{Op, PlanStep, Rule};
use crate::compile::start_value;
use crate::grammar::Grammar;
use mapkiln_maps::graph::LevelGraph;

use super::apply::{Workspace, apply, connected};
use super::candidates::{Around, Candidates};
use super::control::{Control, Machine, World};
use super::graph::{Graph, NONE};
use super::matcher::{Bound, Matcher};

/// How many matches from one root are tried where new edges do not fit into the plane.
const MOST_MATCHES: usize = 64;

/// How often one rule was tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleStats {
    /// Times it was applied, those taken back included.
    pub hits: u64,
    /// Times it was tried and matched nowhere.
    pub failures: u64,
    /// Roots that were looked at.
    pub roots: u64,
}

/// What one step did.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// A rule matched nowhere; the program knows what to do then.
    NoMatch {
        /// The rule's name.
        rule: String,
    },
    /// A dead end: rewrites were taken back.
    Undone {
        /// How many.
        rewrites: usize,
    },
    /// The level is ready.
    Done,
    /// A dead end that could not be taken back; a new attempt needs another seed.
    DeadEnd,
}

/// Why an attempt failed.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    pub(crate) kind: TroubleKind,
    /// How often the rule in question was applied in this attempt.
    pub(crate) applied: u64,
    /// How often it was wanted, where the program says.
    pub(crate) wanted: Option<i64>,
}

#[derive(Clone, Debug)]
pub(crate) enum TroubleKind {
    NoMatch { rule: usize, rescued: Option<usize>, deepest: usize, candidates: usize },
    Requirement(usize),
    Endless,
}

/// How an attempt ended.
pub(crate) enum Outcome {
    Made,
    Failed(Trouble),
}

struct Snapshot {
    machine: Machine,
    undo: usize,
    rule: usize,
}

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
    grammar: &'g Grammar,
    params: Vec<i64>,
    stream: Stream,
    graph: Graph,
    candidates: Vec<Candidates>,
    around: Around,
    bound: Bound,
    work: Workspace,
    machine: Machine,
    snapshots: VecDeque<Snapshot>,
    /// Dead ends met lately; each is taken back twice as far as the one before.
    dead_ends: u32,
    rewrites_at_dead_end: u64,
    stats: Vec<RuleStats>,
    applied: Vec<u64>,
    rewrites: u64,
    tries: u64,
    matched: Vec<u32>,
    made_from: u32,
    last_failure: Option<Trouble>,
    outcome: Option<Outcome>,
}

enum Light {
    Applied(usize),
    NoMatch(usize),
    Undone(usize),
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
            snapshots: VecDeque::new(),
            dead_ends: 0,
            rewrites_at_dead_end: 0,
            rewrites: 0,
            tries: 0,
            matched: Vec::new(),
            made_from: 0,
            last_failure: None,
            outcome: None,
        }
    }

    /// Tries the next rule of the program, and says what came of it.
    pub fn step(&mut self) -> RewriteStep {
        let name = |rule: usize| self.grammar.rules[rule].name.clone();
        match self.light_step() {
            Light::Applied(rule) => RewriteStep::Applied {
                rule: self.grammar.rules[rule].name.clone(),
                matched: self.matched.clone(),
                made: (self.made_from..self.graph.capacity() as u32).collect(),
            },
            Light::NoMatch(rule) => RewriteStep::NoMatch { rule: name(rule) },
            Light::Undone(rewrites) => RewriteStep::Undone { rewrites },
            Light::Ended => match self.outcome {
                Some(Outcome::Made) => RewriteStep::Done,
                _ => RewriteStep::DeadEnd,
            },
        }
    }

    /// Runs to the end.
    pub(crate) fn run(&mut self) -> &Outcome {
        while !matches!(self.light_step(), Light::Ended) {}
        self.outcome.get_or_insert(Outcome::Made)
    }

    /// The level as it is now. Node numbers are those of the events where no node was deleted.
    pub fn level(&self) -> LevelGraph {
        self.grammar.read_level(&self.graph)
    }

    /// All matches of a rule in the level as it is now, each as the nodes of the left side in order;
    /// `None` where there is no such rule. Whether new edges fit into the plane is not asked.
    pub fn matches(&self, rule: &str) -> Option<Vec<Vec<u32>>> {
        let rule = self.grammar.rules.iter().find(|r| r.name == rule)?;
        let (mut all, mut bound) = (Vec::new(), Bound::default());
        let mut matcher = Matcher::new(&self.graph, &rule.pattern, &self.params, None, &mut bound);
        for list in self.graph.labels.lists(rule.pattern.nodes[rule.pattern.root].filter) {
            for &root in list {
                matcher.at_root(root, &mut |m| {
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

    /// Rewrites so far, those taken back included.
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
        let mut undone = false;
        let control = self.machine.next(&mut World {
            program: &self.grammar.program,
            rules: &self.grammar.rules,
            params: &self.params,
            stream: &mut self.stream,
            graph: &mut self.graph,
            undone: &mut undone,
        });
        if undone {
            // What the program itself took back can no longer be a place to come back to.
            while let Some(last) = self.snapshots.pop_back_if(|s| s.undo >= self.graph.now()) {
                self.applied[last.rule] -= 1;
            }
            self.forget_candidates();
        }
        match control {
            Control::Finished(true) => self.finish(),
            Control::Finished(false) => self.dead_end(),
            Control::Endless => self.fail(TroubleKind::Endless),
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

    /// Takes back some rewrites, each time twice as many, up to what the grammar allows.
    fn dead_end(&mut self) -> Light {
        let most = self.grammar.dead_end.backtrack;
        if self.rewrites > self.rewrites_at_dead_end + 8 * most as u64 {
            self.dead_ends = 0;
        }
        self.rewrites_at_dead_end = self.rewrites;
        let back = 1usize.checked_shl(self.dead_ends).unwrap_or(usize::MAX);
        if back > most || self.snapshots.is_empty() {
            let trouble = self.last_failure.take();
            self.outcome = Some(Outcome::Failed(trouble.unwrap_or(Trouble {
                kind: TroubleKind::Endless,
                applied: 0,
                wanted: None,
            })));
            return Light::Ended;
        }
        self.dead_ends += 1;
        let back = back.min(self.snapshots.len());
        for taken in 1..=back {
            let Some(snapshot) = self.snapshots.pop_back() else { break };
            self.applied[snapshot.rule] -= 1;
            if taken == back {
                self.machine = snapshot.machine;
                self.graph.undo_to(snapshot.undo);
            }
        }
        self.forget_candidates();
        Light::Undone(back)
    }

    fn attempt_rule(&mut self, rule: usize) -> Light {
        let then = self.graph.now();
        self.made_from = self.graph.capacity() as u32;
        if self.try_rule(rule) {
            self.stats[rule].hits += 1;
            self.applied[rule] += 1;
            self.rewrites += 1;
            self.keep_snapshot(rule, then);
            self.machine.answer(true);
            return Light::Applied(rule);
        }
        self.stats[rule].failures += 1;
        self.machine.answer(false);
        Light::NoMatch(rule)
    }

    /// The state before a rewrite, in the memory of one that is too old.
    fn keep_snapshot(&mut self, rule: usize, undo: usize) {
        let most = self.grammar.dead_end.backtrack;
        if most == 0 {
            return;
        }
        if self.snapshots.len() >= most
            && let Some(mut old) = self.snapshots.pop_front()
        {
            old.machine.copy_from(&self.machine);
            (old.undo, old.rule) = (undo, rule);
            self.snapshots.push_back(old);
        } else {
            self.snapshots.push_back(Snapshot { machine: self.machine.clone(), undo, rule });
        }
    }

    /// Looks for a match at random and applies the rule there.
    fn try_rule(&mut self, number: usize) -> bool {
        let grammar = self.grammar;
        let rule = &grammar.rules[number];
        let pattern = &rule.pattern;
        let candidates = &mut self.candidates[number];
        candidates.update(&self.graph, pattern, &mut self.around);
        if rule.uniform {
            return self.try_uniform(number);
        }
        let mut deepest = 0;
        loop {
            let candidates = &mut self.candidates[number];
            let Some(root) = candidates.pick(&mut self.stream) else {
                if pattern.global && candidates.refill_if_stale(&self.graph, pattern) {
                    continue;
                }
                self.note_failure(number, deepest);
                return false;
            };
            self.stats[number].roots += 1;
            let matched = &mut self.matched;
            let mut matcher =
                Matcher::new(&self.graph, pattern, &self.params, Some(&mut self.stream), &mut self.bound);
            let found = matcher.at_root(root, &mut |m| {
                matched.clear();
                matched.extend_from_slice(m);
                true
            });
            deepest = deepest.max(matcher.deepest);
            if !found {
                self.candidates[number].remove(root);
                continue;
            }
            if self.apply(rule) {
                return true;
            }
            // It did not fit into the plane: perhaps another match from the same root does.
            let mut others: Vec<Vec<u32>> = Vec::new();
            Matcher::new(&self.graph, pattern, &self.params, Some(&mut self.stream), &mut self.bound)
                .at_root(root, &mut |m| {
                    others.push(m.to_vec());
                    others.len() >= MOST_MATCHES
                });
            for other in others {
                self.matched = other;
                if self.apply(rule) {
                    return true;
                }
            }
            self.candidates[number].remove(root);
        }
    }

    /// Applies a rule at the match that was found.
    fn apply(&mut self, rule: &Rule) -> bool {
        let stairs = self.grammar.stairs;
        let Stepper { graph, matched, params, stream, work, .. } = self;
        apply(graph, rule, matched, params, stairs, stream, work)
    }

    /// All matches with the same chance: finds every one of them first.
    fn try_uniform(&mut self, number: usize) -> bool {
        let grammar = self.grammar;
        let rule = &grammar.rules[number];
        let candidates = &mut self.candidates[number];
        if rule.pattern.global {
            candidates.refill_if_stale(&self.graph, &rule.pattern);
        }
        let (mut all, mut fruitless): (Vec<Vec<u32>>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut matcher = Matcher::new(&self.graph, &rule.pattern, &self.params, None, &mut self.bound);
        for &root in candidates.list() {
            let before = all.len();
            matcher.at_root(root, &mut |m| {
                all.push(m.to_vec());
                false
            });
            if all.len() == before {
                fruitless.push(root);
            }
        }
        let deepest = matcher.deepest;
        self.stats[number].roots += candidates.list().len() as u64;
        for root in fruitless {
            candidates.remove(root);
        }
        self.stream.shuffle(&mut all);
        for matched in all {
            self.matched = matched;
            if self.apply(rule) {
                return true;
            }
        }
        self.note_failure(number, deepest);
        false
    }

    fn note_failure(&mut self, rule: usize, deepest: usize) {
        let pattern = &self.grammar.rules[rule].pattern;
        let candidates = self.graph.labels.count(pattern.nodes[pattern.root].filter);
        let rescued = self.machine.rescued(&self.grammar.program);
        let wanted = self.machine.wanted().map(|(total, _)| total);
        let kind = TroubleKind::NoMatch { rule, rescued, deepest, candidates };
        self.last_failure = Some(Trouble { kind, applied: self.applied[rule], wanted });
    }
}

/// Puts the start graph into an empty one.
fn plant(graph: &mut Graph, grammar: &Grammar, params: &[i64], stream: &mut Stream) {
    let effects = &grammar.start.effects;
    for node in &effects.nodes {
        let made = graph.add_node(node.kind, node.mark);
        for (attr, value) in &node.values {
            graph.set_value(made, *attr, start_value(value, params));
        }
    }
    for edge in &effects.edges {
        let ends = [edge.a as u32, edge.b as u32];
        let free = ends.map(|n| graph.first(n) == NONE);
        let corners = match free {
            [true, _] | [_, true] => Some(ends.map(|n| graph.any_corner(n, stream))),
            _ => {
                let common = graph.common_corners(ends[0], ends[1], u32::MAX);
                // Parts that are not joined yet have no common face, and need none.
                common.first().copied().or_else(|| {
                    let apart = !connected(graph, ends[0], ends[1]);
                    apart.then(|| ends.map(|n| graph.first(n)))
                })
            }
        };
        let made = match corners {
            Some(corners) => graph.add_edge(ends, corners, edge.kind, edge.one_way),
            None => graph.add_tunnel(ends, edge.kind, edge.one_way),
        };
        for (attr, value) in &edge.values {
            graph.set_edge_value(made, *attr, start_value(value, params));
        }
    }
}

/// The name of the pattern node that a search got stuck before, for messages.
pub(crate) fn stuck_at(rule: &Rule, deepest: usize) -> Option<String> {
    match rule.pattern.steps.get(deepest)? {
        PlanStep::Extend { from, to, .. } => {
            let nodes = &rule.pattern.nodes;
            Some(format!(
                "none of them has the `{}` that it wants beside `{}`",
                nodes[*to].label, nodes[*from].label
            ))
        }
        PlanStep::Check { .. } => Some("a link between two matched nodes is missing".to_owned()),
        PlanStep::Guard { .. } => Some("a guard never holds".to_owned()),
        PlanStep::Absent { .. } => Some("what its `not` forbids is always there".to_owned()),
    }
}

/// The name of the rule that a step comes down to.
pub(crate) fn rule_of(grammar: &Grammar, op: usize) -> Option<&str> {
    match &grammar.program.ops[op] {
        Op::Rule(rule) => Some(&grammar.rules[*rule].name),
        Op::Repeat { body, .. } => rule_of(grammar, *body),
        _ => None,
    }
}
