//! Implicit path relinking: walking from one elite member towards another, through the decoder.
//!
//! From the base, each step judges several ways to come nearer to the guide and takes the
//! cheapest. A whole path judges at most n (n + 1) / 2 candidates for a permutation of n keys, and
//! b (b + 1) / 2 for b blocks.

use mapkiln_core::each_indexed;

use super::params::{Relink, RelinkKind};
use crate::{Keyed, order_by_keys};

/// Buffers of one worker. Their number is fixed, so results do not depend on threads.
struct Worker<P: Keyed> {
    scratch: P::Scratch,
    keys: Vec<f64>,
    best: Option<(P::Cost, usize)>,
}

/// Walks paths; its buffers are reused.
pub(super) struct Walker<P: Keyed> {
    workers: Vec<Worker<P>>,
    base: Vec<f64>,
    best: Vec<f64>,
    left: Vec<(usize, usize)>,
    order: Vec<u64>,
    rank_in_guide: Vec<usize>,
    /// By rank: which key of the base has it.
    at_rank: Vec<usize>,
}

const WORKERS: usize = 16;

impl<P: Keyed> Walker<P> {
    pub(super) fn new(problem: &P) -> Self {
        let n = problem.keys();
        let worker = || Worker { scratch: problem.scratch(), keys: vec![0.0; n], best: None };
        Walker {
            workers: (0..WORKERS).map(|_| worker()).collect(),
            base: vec![0.0; n],
            best: vec![0.0; n],
            left: Vec::new(),
            order: Vec::new(),
            rank_in_guide: vec![0; n],
            at_rank: vec![0; n],
        }
    }

    /// The cost of the cheapest candidate on the path, if there was a step to take, and the number
    /// of candidates judged; [`found`](Self::found) has its keys.
    pub(super) fn walk(
        &mut self,
        problem: &P,
        relink: Relink,
        parallel: bool,
        base: &[f64],
        guide: &[f64],
    ) -> (Option<P::Cost>, u64) {
        self.base.copy_from_slice(base);
        let mut best: Option<P::Cost> = None;
        let mut judged = 0;
        let mut steps = None;
        loop {
            self.find_steps(relink.kind, guide);
            let limit = *steps.get_or_insert(self.left.len() * relink.path as usize / 100);
            if self.left.is_empty() || limit == 0 {
                break;
            }
            steps = Some(limit - 1);
            judged += self.left.len() as u64;
            let (base, left) = (&self.base, &self.left);
            each_indexed(parallel, &mut self.workers, |w, worker| {
                worker.best = None;
                for (c, &step) in left.iter().enumerate().skip(w).step_by(WORKERS) {
                    worker.keys.copy_from_slice(base);
                    take(relink.kind, &mut worker.keys, guide, step);
                    let cost = problem.decode(&worker.keys, &mut worker.scratch);
                    if worker.best.is_none_or(|b| (cost, c) < b) {
                        worker.best = Some((cost, c));
                    }
                }
            });
            let Some((cost, c)) = self.workers.iter().filter_map(|w| w.best).min() else { break };
            take(relink.kind, &mut self.base, guide, self.left[c]);
            if best.is_none_or(|b| cost < b) {
                best = Some(cost);
                self.best.copy_from_slice(&self.base);
            }
        }
        (best, judged)
    }

    /// The keys of the cheapest candidate of the last walk.
    pub(super) fn found(&self) -> &[f64] {
        &self.best
    }

    /// The steps that bring the base nearer to the guide.
    fn find_steps(&mut self, kind: RelinkKind, guide: &[f64]) {
        self.left.clear();
        let n = guide.len();
        match kind {
            RelinkKind::Direct { block } => {
                for from in (0..n).step_by(block) {
                    let to = (from + block).min(n);
                    if self.base[from..to] != guide[from..to] {
                        self.left.push((from, to));
                    }
                }
            }
            RelinkKind::Permutation { candidates } => {
                order_by_keys(guide, &mut self.order);
                self.order.iter().enumerate().for_each(|(r, &i)| self.rank_in_guide[i as usize] = r);
                order_by_keys(&self.base, &mut self.order);
                self.order.iter().enumerate().for_each(|(r, &i)| self.at_rank[r] = i as usize);
                for i in 0..n {
                    // Swap key i with the key that has its rank of the guide.
                    let other = self.at_rank[self.rank_in_guide[i]];
                    if other != i {
                        self.left.push((i, other));
                    }
                }
                let all = self.left.len();
                if candidates > 0 && all > candidates {
                    for c in 0..candidates {
                        self.left[c] = self.left[c * all / candidates];
                    }
                    self.left.truncate(candidates);
                }
            }
        }
    }
}

fn take(kind: RelinkKind, keys: &mut [f64], guide: &[f64], (a, b): (usize, usize)) {
    match kind {
        RelinkKind::Direct { .. } => keys[a..b].copy_from_slice(&guide[a..b]),
        RelinkKind::Permutation { .. } => keys.swap(a, b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;
    use mapkiln_core::Seed;

    /// The cost counts places that differ from a wanted order: only the guide's order costs nothing.
    struct Wanted(Vec<u64>);

    impl Problem for Wanted {
        type Cost = u32;
        type Scratch = Vec<u64>;

        fn scratch(&self) -> Vec<u64> {
            Vec::new()
        }
    }

    impl Keyed for Wanted {
        fn keys(&self) -> usize {
            self.0.len()
        }

        fn decode(&self, keys: &[f64], order: &mut Vec<u64>) -> u32 {
            order_by_keys(keys, order);
            order.iter().zip(&self.0).filter(|(a, b)| a != b).count() as u32
        }
    }

    #[test]
    fn a_whole_path_ends_at_the_guide_and_half_a_path_before_it() {
        for seed in 0..20 {
            let mut rng = Seed::from(seed).stream("keys", 0);
            let mut keys = || -> Vec<f64> { (0..15).map(|_| rng.unit()).collect() };
            let (base, guide) = (keys(), keys());
            let mut order = Vec::new();
            order_by_keys(&guide, &mut order);
            let problem = Wanted(order);
            let mut walker = Walker::new(&problem);
            for kind in [RelinkKind::Direct { block: 2 }, RelinkKind::Permutation { candidates: 0 }] {
                let whole = Relink { kind, path: 100, ..Relink::default() };
                let (found, judged) = walker.walk(&problem, whole, false, &base, &guide);
                assert_eq!(found, Some(0), "{kind:?}");
                assert_eq!(problem.decode(walker.found(), &mut Vec::new()), 0);
                assert!(judged <= 15 * 16 / 2, "{judged}");
                // Without its last steps a swap path between random orders cannot be complete.
                let part = Relink { kind: RelinkKind::Permutation { candidates: 0 }, path: 30, ..whole };
                let (found, _) = walker.walk(&problem, part, false, &base, &guide);
                assert!(found.is_some_and(|cost| cost > 0));
            }
        }
    }
}
