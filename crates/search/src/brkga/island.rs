//! One population: flat storage, ranking, and how a child comes about.

use mapkiln_core::Stream;

use super::params::{MOST_PARENTS, Params, Parents};
use crate::Cost;

/// A population: the keys of all members one after the other, their costs, and their ranking.
#[derive(Clone)]
pub(super) struct Island<C> {
    pub(super) keys: Vec<f64>,
    pub(super) costs: Vec<C>,
    /// Members, best first, ties by index.
    pub(super) ranking: Vec<usize>,
    width: usize,
}

impl<C: Cost> Island<C> {
    /// Members that were not judged yet.
    pub(super) fn new(keys: Vec<f64>, width: usize) -> Self {
        Island { keys, ranking: Vec::new(), costs: Vec::new(), width }
    }

    pub(super) fn rank(&mut self) {
        let costs = &self.costs;
        if self.ranking.len() != costs.len() {
            self.ranking = (0..costs.len()).collect();
        }
        self.ranking.sort_unstable_by_key(|&i| (costs[i], i));
    }

    pub(super) fn member(&self, i: usize) -> &[f64] {
        &self.keys[i * self.width..(i + 1) * self.width]
    }

    /// The member with this rank, from 0.
    pub(super) fn ranked(&self, rank: usize) -> (&[f64], C) {
        let i = self.ranking[rank];
        (self.member(i), self.costs[i])
    }

    /// Writes over the member with this rank; rank again afterwards.
    pub(super) fn replace(&mut self, rank: usize, keys: &[f64], cost: C) {
        let i = self.ranking[rank];
        self.keys[i * self.width..(i + 1) * self.width].copy_from_slice(keys);
        self.costs[i] = cost;
    }
}

/// Sizes of the parts of a population, and the bias, worked out once.
pub(super) struct Breeding {
    pub(super) population: usize,
    pub(super) elite: usize,
    pub(super) mutants: usize,
    parents: Parents,
    /// Running sums of the parents' weights, as bounds for 32 random bits.
    wheel: Vec<u32>,
}

impl Breeding {
    /// For parameters that were checked.
    pub(super) fn new(params: &Params) -> Self {
        let (population, parents) = (params.population, params.parents);
        let (elite, mutants) = (params.elite_members(), params.mutant_members());
        let mut wheel = Vec::new();
        if let Parents::Many { total, bias, .. } = parents {
            let sum: f64 = (1..=total).map(|r| bias.weight(r)).sum();
            let mut running = 0.0;
            for r in 1..=total {
                running += bias.weight(r);
                wheel.push((running / sum * f64::from(u32::MAX)) as u32);
            }
        }
        Breeding { population, elite, mutants, parents, wheel }
    }

    /// Writes the keys of member `i` of the next generation (beyond the elite) into `child`.
    pub(super) fn breed<C: Cost>(&self, from: &Island<C>, i: usize, child: &mut [f64], rng: &mut Stream) {
        if i >= self.population - self.mutants {
            child.iter_mut().for_each(|key| *key = rng.unit());
            return;
        }
        match self.parents {
            Parents::Two { elite } => {
                let (a, _) = from.ranked(rng.index(self.elite));
                let (b, _) = from.ranked(self.elite + rng.index(self.population - self.elite));
                let bound = (u64::from(elite) << 16) / 100;
                // A word holds four coins of 16 bits.
                for ((keys, a), b) in child.chunks_mut(4).zip(a.chunks(4)).zip(b.chunks(4)) {
                    let mut coins = rng.word();
                    for ((key, &a), &b) in keys.iter_mut().zip(a).zip(b) {
                        *key = if coins & 0xffff < bound { a } else { b };
                        coins >>= 16;
                    }
                }
            }
            Parents::Many { total, elite, .. } => {
                let mut ranks = [0usize; MOST_PARENTS];
                for p in 0..total {
                    // Draw until it is a new one; both sides hold enough.
                    loop {
                        let rank = if p < elite {
                            rng.index(self.elite)
                        } else {
                            self.elite + rng.index(self.population - self.elite)
                        };
                        if !ranks[..p].contains(&rank) {
                            ranks[p] = rank;
                            break;
                        }
                    }
                }
                let ranks = &mut ranks[..total];
                ranks.sort_unstable();
                for (gene, keys) in child.chunks_mut(2).enumerate() {
                    let mut coins = rng.word();
                    for (offset, key) in keys.iter_mut().enumerate() {
                        let ticket = coins as u32;
                        coins >>= 32;
                        let parent = self.wheel.iter().position(|&bound| ticket <= bound).unwrap_or(0);
                        *key = from.ranked(ranks[parent]).0[2 * gene + offset];
                    }
                }
            }
        }
    }
}
