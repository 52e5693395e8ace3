//! The search for a match of one rule, and its application there.

use mapkiln_core::map_indexed;

use crate::compile::model::{Pattern, Rule};

use super::apply::{Match, apply};
use super::graph::Graph;
use super::matcher::{Bound, Matcher};
use super::stepper::Stepper;
use super::trouble::{Trouble, TroubleKind};

/// The number of matches from one root that are tried if new edges do not fit into the plane.
const MOST_MATCHES: usize = 64;

/// The number of matches that are looked at where some were refuted.
const MOST_OPEN: usize = 4096;

/// Roots without a match in a row, after which many are looked at together.
const LONG: usize = 256;

/// What came of trying a rule.
pub(super) enum Tried {
    Applied,
    NoMatch,
    /// It matches only where that was refuted.
    Exhausted,
}

impl Stepper<'_> {
    /// Tries a rule, but not where it led to a dead end before.
    pub(super) fn try_open(&mut self, number: usize) -> Tried {
        if !self.segment.choices.any_closed() {
            if self.paper.is_some() {
                return self.try_paper(number);
            }
            return if self.try_rule(number) { Tried::Applied } else { Tried::NoMatch };
        }
        let rule = &self.grammar.rules[number];
        let mut all: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
        let (mut refuted, mut full) = (false, false);
        let choices = &self.segment.choices;
        let mut matcher = Matcher::new(&self.graph, &rule.pattern, &self.params, None, &mut self.bound);
        for &root in self.graph.labels.lists(rule.pattern.nodes[rule.pattern.root].filter).flatten() {
            full |= matcher.at_root(root, &mut |m, e| {
                if choices.is_closed(path(m, e)) {
                    refuted = true;
                } else {
                    all.push((m.to_vec(), e.to_vec()));
                }
                all.len() >= MOST_OPEN
            });
            if full {
                break;
            }
        }
        let deepest = matcher.deepest;
        self.complete &= !full;
        self.stream.shuffle(&mut all);
        for matched in all {
            (self.matched, self.matched_edges) = matched;
            if self.apply(rule) {
                return Tried::Applied;
            }
        }
        if refuted {
            return Tried::Exhausted;
        }
        self.note_failure(number, deepest);
        Tried::NoMatch
    }

    /// Looks for a random match and applies the rule there.
    pub(super) fn try_rule(&mut self, number: usize) -> bool {
        let grammar = self.grammar;
        let rule = &grammar.rules[number];
        let pattern = &rule.pattern;
        let candidates = &mut self.candidates[number];
        candidates.update(&self.graph, pattern, &mut self.around);
        if rule.uniform {
            return self.try_uniform(number);
        }
        let (mut deepest, mut failed) = (0, 0);
        loop {
            let picked = if failed < LONG {
                self.candidates[number].pick(&mut self.stream)
            } else {
                self.scan_ahead(number, &mut failed, &mut deepest)
            };
            let candidates = &mut self.candidates[number];
            let Some(root) = picked else {
                if pattern.global && candidates.refill_if_stale(&self.graph, pattern) {
                    continue;
                }
                self.note_failure(number, deepest);
                return false;
            };
            self.stats[number].roots += 1;
            let (matched, edges) = (&mut self.matched, &mut self.matched_edges);
            let mut matcher =
                Matcher::new(&self.graph, pattern, &self.params, Some(&mut self.stream), &mut self.bound);
            let found = matcher.at_root(root, &mut |m, e| {
                matched.clear();
                matched.extend_from_slice(m);
                edges.clear();
                edges.extend_from_slice(e);
                true
            });
            deepest = deepest.max(matcher.deepest);
            if !found {
                self.candidates[number].remove(root);
                failed += 1;
                continue;
            }
            if self.apply(rule) {
                return true;
            }
            // It does not fit into the plane; another match from the same root may.
            let mut others: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
            Matcher::new(&self.graph, pattern, &self.params, Some(&mut self.stream), &mut self.bound)
                .at_root(root, &mut |m, e| {
                    others.push((m.to_vec(), e.to_vec()));
                    others.len() >= MOST_MATCHES
                });
            for other in others {
                (self.matched, self.matched_edges) = other;
                if self.apply(rule) {
                    return true;
                }
            }
            self.candidates[number].remove(root);
        }
    }

    /// The next root with a match, after many without one: as many again are drawn and looked at together, on
    /// several threads if they are allowed. What is drawn first counts, as if they had been picked one by one.
    fn scan_ahead(&mut self, number: usize, failed: &mut usize, deepest: &mut usize) -> Option<u32> {
        let pattern = &self.grammar.rules[number].pattern;
        loop {
            let drawn = self.candidates[number].draw(*failed, &mut self.stream);
            if drawn.is_empty() {
                return None;
            }
            let (graph, params) = (&self.graph, &self.params);
            let scan = |roots: &[u32], bound: &mut Bound| {
                let mut matcher = Matcher::new(graph, pattern, params, None, bound);
                let fits = roots.iter().map(|&root| matcher.at_root(root, &mut |_, _| true)).collect();
                (fits, matcher.deepest)
            };
            let parts: Vec<(Vec<bool>, usize)> = match piece(self.parallel, pattern, graph, drawn.len()) {
                Some(size) => {
                    let pieces: Vec<&[u32]> = drawn.chunks(size).collect();
                    map_indexed(true, pieces.len(), |i| scan(pieces[i], &mut Bound::default()))
                }
                None => vec![scan(&drawn, &mut self.bound)],
            };
            self.stats[number].roots += drawn.len() as u64;
            let mut first = None;
            let fits = parts.iter().flat_map(|(fits, _)| fits);
            for (&root, &fits) in drawn.iter().zip(fits) {
                if !fits {
                    self.candidates[number].remove(root);
                    *failed += 1;
                } else if first.is_none() {
                    first = Some(root);
                }
            }
            *deepest = parts.iter().map(|(_, reached)| *reached).fold(*deepest, usize::max);
            if first.is_some() {
                return first;
            }
        }
    }

    /// Applies a rule at the match that was found.
    pub(super) fn apply(&mut self, rule: &Rule) -> bool {
        let stairs = self.grammar.stairs;
        let Stepper { graph, matched, matched_edges, params, stream, work, .. } = self;
        let at = Match { nodes: matched, edges: matched_edges };
        apply(graph, rule, at, params, stairs, stream, work)
    }

    /// Finds all matches first, so that each has the same probability.
    fn try_uniform(&mut self, number: usize) -> bool {
        let grammar = self.grammar;
        let rule = &grammar.rules[number];
        let candidates = &mut self.candidates[number];
        if rule.pattern.global {
            candidates.refill_if_stale(&self.graph, &rule.pattern);
        }
        let (graph, params) = (&self.graph, &self.params);
        let scan = |roots: &[u32], bound: &mut Bound| Scan::of(roots, graph, &rule.pattern, params, bound);
        let roots = candidates.list();
        let found = match piece(self.parallel, &rule.pattern, graph, roots.len()) {
            // In the order of the roots, whichever thread found what.
            Some(size) => {
                let pieces: Vec<&[u32]> = roots.chunks(size).collect();
                let parts = map_indexed(true, pieces.len(), |i| scan(pieces[i], &mut Bound::default()));
                parts.into_iter().fold(Scan::default(), Scan::and)
            }
            None => scan(roots, &mut self.bound),
        };
        let Scan { mut all, fruitless, deepest } = found;
        self.stats[number].roots += candidates.list().len() as u64;
        for root in fruitless {
            candidates.remove(root);
        }
        self.stream.shuffle(&mut all);
        for matched in all {
            (self.matched, self.matched_edges) = matched;
            if self.apply(rule) {
                return true;
            }
        }
        self.note_failure(number, deepest);
        false
    }

    /// Notes the match among the choices.
    pub(super) fn choose_match(&mut self) {
        self.segment.choices.make(path(&self.matched, &self.matched_edges));
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

/// Nodes that are visited in one piece.
const PIECE: usize = 50_000;

/// With fewer pieces, starting a second thread takes as long as it saves (`examples/threads.rs`).
const LEAST_PIECES: usize = 8;

/// How many roots one thread looks at together, if several threads are allowed and pay. They do where ways are
/// followed, and each root costs as much as the graph is large. Other roots cost less than taking them off the list.
fn piece(parallel: bool, pattern: &Pattern, graph: &Graph, roots: usize) -> Option<usize> {
    let size = PIECE / graph.capacity().max(1) + 1;
    (parallel && pattern.follows_ways && roots >= LEAST_PIECES * size).then_some(size)
}

/// All matches from some roots.
#[derive(Default)]
struct Scan {
    all: Vec<(Vec<u32>, Vec<u32>)>,
    /// Roots of no match.
    fruitless: Vec<u32>,
    deepest: usize,
}

impl Scan {
    fn of(roots: &[u32], graph: &Graph, pattern: &Pattern, params: &[i64], bound: &mut Bound) -> Scan {
        let mut scan = Scan::default();
        let mut matcher = Matcher::new(graph, pattern, params, None, bound);
        for &root in roots {
            let before = scan.all.len();
            matcher.at_root(root, &mut |m, e| {
                scan.all.push((m.to_vec(), e.to_vec()));
                false
            });
            if scan.all.len() == before {
                scan.fruitless.push(root);
            }
        }
        scan.deepest = matcher.deepest;
        scan
    }

    fn and(mut self, next: Scan) -> Scan {
        self.all.extend(next.all);
        self.fruitless.extend(next.fruitless);
        self.deepest = self.deepest.max(next.deepest);
        self
    }
}

/// A match as a choice: its nodes, then its edges.
fn path<'a>(nodes: &'a [u32], edges: &'a [u32]) -> impl ExactSizeIterator<Item = u32> + Clone + 'a {
    let count = nodes.len() + edges.len();
    (0..count).map(move |i| if i < nodes.len() { nodes[i] } else { edges[i - nodes.len()] })
}
