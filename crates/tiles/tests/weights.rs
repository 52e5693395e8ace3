//! The shares of tiles follow their weights, by Pearson's chi-squared test with fixed seeds.
//!
//! If all tiles of a group fit alike, each choice among them is independent of the others, so
//! the statistic of one map is chi-squared with (tiles - 1) degrees of freedom, and those of many
//! maps add up. Too even would be as wrong as too uneven: the bounds are two-sided.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use mapkiln_core::Seed;
use mapkiln_tiles::{Adjacency, CellShape, CollapseStep, Heuristic, Job, Periodic, Solver, Topology};

const MAPS: u64 = 40;
const HEURISTICS: [Heuristic; 4] =
    [Heuristic::Fewest, Heuristic::Entropy, Heuristic::Scanline, Heuristic::Random];

/// How often each tile occurs on a map of 50x40.
fn counts(solver: &Solver, heuristic: Heuristic, seed: u64) -> Vec<u64> {
    let topology = Arc::new(Topology::new(CellShape::Square, 50, 40, 1, Periodic::default()).unwrap());
    let mut job = Job::default();
    job.heuristic = heuristic;
    let mut collapse = solver.collapse(&topology, job, Seed::from("weights").stream("map", seed)).unwrap();
    while !matches!(collapse.step(), CollapseStep::Done) {}
    let mut counts = vec![0; solver.rules().tiles()];
    for cell in 0..topology.cells() as u32 {
        counts[collapse.tile(cell).unwrap()] += 1;
    }
    counts
}

/// Pearson's statistic of counts that should follow these weights.
fn chi_squared(counts: &[u64], weights: &[u32]) -> f64 {
    let cells: u64 = counts.iter().sum();
    let total: u32 = weights.iter().sum();
    let term = |(&count, &weight): (&u64, &u32)| {
        let expected = cells as f64 * f64::from(weight) / f64::from(total);
        (count as f64 - expected) * (count as f64 - expected) / expected
    };
    counts.iter().zip(weights).map(term).sum()
}

/// Does a sum of chi-squared statistics lie where all but one in 2,000 do, on either side? By the
/// approximation of Wilson and Hilferty (1931): its cube root is nearly normal.
fn is_credible(sum: f64, freedom: f64) -> bool {
    let spread = 2.0 / (9.0 * freedom);
    let bound = |normal: f64| {
        let root = 1.0 - spread + normal * spread.sqrt();
        freedom * root * root * root
    };
    (bound(-3.48)..bound(3.48)).contains(&sum)
}

/// Tiles that fit everywhere, in each store: among 5 tiles, and with others that weigh nothing.
#[test]
fn shares_follow_the_weights() {
    let weights = [1, 2, 3, 10, 24];
    for others in [0, 40, 90, 140] {
        let all: Vec<u32> = weights.iter().copied().chain(std::iter::repeat_n(0, others)).collect();
        let solver = Solver::new(Adjacency::new(CellShape::Square, all, |_, _, _| true).unwrap());
        for heuristic in HEURISTICS {
            let mut sum = 0.0;
            for seed in 0..MAPS {
                let counts = counts(&solver, heuristic, seed);
                assert!(counts[5..].iter().all(|&n| n == 0), "what weighs nothing was chosen");
                sum += chi_squared(&counts[..5], &weights);
            }
            let freedom = 4.0 * MAPS as f64;
            assert!(is_credible(sum, freedom), "{others} others, {heuristic:?}: {sum} of {freedom}");
        }
    }
}

/// Two groups that alternate like the squares of a chessboard: what follows by propagation leaves
/// the choice within each group free, and it must still be by weight.
#[test]
fn shares_follow_the_weights_under_propagation() {
    let weights = vec![1, 3, 2, 7, 5, 6];
    let group = |tile: usize| usize::from(tile >= 3);
    let solver = Solver::new(
        Adjacency::new(CellShape::Square, weights.clone(), |_, a, b| group(a) != group(b)).unwrap(),
    );
    for heuristic in HEURISTICS {
        let mut sum = 0.0;
        for seed in 0..MAPS {
            let counts = counts(&solver, heuristic, seed);
            for range in [0..3, 3..6] {
                assert_eq!(counts[range.clone()].iter().sum::<u64>(), 1000);
                sum += chi_squared(&counts[range.clone()], &weights[range]);
            }
        }
        let freedom = 4.0 * MAPS as f64;
        assert!(is_credible(sum, freedom), "{heuristic:?}: {sum} of {freedom}");
    }
}

/// The test itself can fail: shares that are a little off are found out.
#[test]
fn a_small_bias_is_found_out() {
    let solver = Solver::new(Adjacency::new(CellShape::Square, vec![11, 20, 30], |_, _, _| true).unwrap());
    let sum: f64 =
        (0..MAPS).map(|seed| chi_squared(&counts(&solver, Heuristic::Fewest, seed), &[10, 20, 30])).sum();
    assert!(!is_credible(sum, 2.0 * MAPS as f64), "{sum}");
}
