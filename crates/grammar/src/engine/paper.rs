//! The paper's evaluator: depth-first search on both graphs at once, many searches in parallel, and
//! application one at a time after testing that nothing of the match is gone.
//!
//! A batch has a fixed number of searches, each with a stream of its own, and what they find is applied in
//! their order: the level depends on the seed, not on the threads. A search goes through all nodes in
//! random order, without an index and without a memo of failures, as in the paper; it is here to be
//! compared with.

use std::collections::VecDeque;

use mapkiln_core::{Seed, map_indexed};

use super::matcher::{Bound, Matcher};
use super::search::Tried;
use super::stepper::Stepper;

/// Searches in a batch.
const SEARCHES: usize = 16;

/// Batches whose matches all fail to fit before the usual search decides.
const MOST_BATCHES: u32 = 4;

/// A match of a rule: its nodes and edges.
type Found = (Vec<u32>, Vec<u32>);

/// What the evaluator remembers.
#[derive(Clone, Debug)]
pub(super) struct Paper {
    seed: Seed,
    pub(super) parallel: bool,
    batches: u64,
    /// The rule of the last batch, and what it found that was not applied yet.
    rule: usize,
    found: VecDeque<Found>,
}

impl Paper {
    pub(super) fn new(seed: Seed) -> Self {
        Paper { seed, parallel: false, batches: 0, rule: 0, found: VecDeque::new() }
    }

    /// Forgets matches: the graph has been taken back.
    pub(super) fn forget(&mut self) {
        self.found.clear();
    }
}

impl Stepper<'_> {
    /// Tries a rule as the paper does.
    pub(super) fn try_paper(&mut self, number: usize) -> Tried {
        let grammar = self.grammar;
        for _ in 0..MOST_BATCHES {
            loop {
                let Some(paper) = &mut self.paper else { return Tried::NoMatch };
                if paper.rule != number {
                    paper.found.clear();
                }
                let Some((nodes, edges)) = paper.found.pop_front() else { break };
                if self.is_match(number, &nodes, &edges) {
                    (self.matched, self.matched_edges) = (nodes, edges);
                    if self.apply(&grammar.rules[number]) {
                        return Tried::Applied;
                    }
                }
            }
            let found = self.search_batch(number);
            if found.is_empty() {
                break;
            }
            if let Some(paper) = &mut self.paper {
                (paper.rule, paper.found) = (number, found);
            }
        }
        // Nothing was found, or nothing fits into the plane: the usual search says why.
        if self.try_rule(number) { Tried::Applied } else { Tried::NoMatch }
    }

    /// One batch of searches, in the order of their numbers.
    fn search_batch(&mut self, number: usize) -> VecDeque<Found> {
        let Some(paper) = &mut self.paper else { return VecDeque::new() };
        let first = paper.batches * SEARCHES as u64;
        paper.batches += 1;
        let (seed, parallel) = (&paper.seed, paper.parallel);
        let (graph, params, pattern) = (&self.graph, &self.params, &self.grammar.rules[number].pattern);
        self.stats[number].roots += SEARCHES as u64;
        let search = |i: usize| -> Option<Found> {
            let mut stream = seed.stream("search", first + i as u64);
            let mut roots: Vec<u32> = graph.living().collect();
            stream.shuffle(&mut roots);
            let (mut found, mut bound) = (None, Bound::default());
            let mut matcher = Matcher::new(graph, pattern, params, Some(&mut stream), &mut bound);
            roots.into_iter().any(|root| {
                matcher.at_root(root, &mut |nodes, edges| {
                    found = Some((nodes.to_vec(), edges.to_vec()));
                    true
                })
            });
            found
        };
        map_indexed(parallel, SEARCHES, search).into_iter().flatten().collect()
    }

    /// Is it still a match?
    fn is_match(&mut self, number: usize, nodes: &[u32], edges: &[u32]) -> bool {
        let pattern = &self.grammar.rules[number].pattern;
        let mut matcher = Matcher::new(&self.graph, pattern, &self.params, None, &mut self.bound);
        matcher.at_root(nodes[pattern.root], &mut |n, e| n == nodes && e == edges)
    }
}
