//! Random keys: what decoders and other optimisers share.

use std::sync::Mutex;

use mapkiln_core::Stream;

use crate::ga::Evolve;
use crate::{Cost, Keyed};

/// Writes 0, 1, … into `order`, sorted by their keys; equal keys stay in the order of their indices.
///
/// Keys are compared to 40 bits, which leaves 24 bits for the index: both fit in one word, so
/// sorting moves only words. Takes O(n log n) time and allocates nothing once `order` is large
/// enough.
///
/// ```
/// let mut order = Vec::new();
/// mapkiln_search::order_by_keys(&[0.5, 0.1, 0.9, 0.1], &mut order);
/// assert_eq!(order, [1, 3, 0, 2]);
/// ```
pub fn order_by_keys(keys: &[f64], order: &mut Vec<u64>) {
    debug_assert!(keys.len() < 1 << 24);
    order.clear();
    order.extend(
        keys.iter().enumerate().map(|(i, &key)| ((key * (1u64 << 40) as f64) as u64) << 24 | i as u64),
    );
    order.sort_unstable();
    order.iter_mut().for_each(|word| *word &= (1 << 24) - 1);
}

/// Lets the plain genetic algorithm work on a keyed problem: genomes are keys, children take each
/// key from either parent, mutation draws a tenth of the keys anew.
pub struct Genetic<'p, P: Keyed> {
    problem: &'p P,
    /// Buffers that are not in use; which one is taken changes no result.
    free: Mutex<Vec<P::Scratch>>,
}

impl<'p, P: Keyed> Genetic<'p, P> {
    /// The problem, seen as one for the genetic algorithm.
    pub fn new(problem: &'p P) -> Self {
        Genetic { problem, free: Mutex::new(Vec::new()) }
    }
}

impl<P: Keyed> Evolve for Genetic<'_, P> {
    type Genome = Vec<f64>;

    fn create(&self, rng: &mut Stream) -> Vec<f64> {
        (0..self.problem.keys()).map(|_| rng.unit()).collect()
    }

    /// Falls as the cost rises. Use tournaments: only its order means something.
    fn fitness(&self, genome: &Vec<f64>) -> u64 {
        let free = self.free.lock().ok().and_then(|mut free| free.pop());
        let mut scratch = free.unwrap_or_else(|| self.problem.scratch());
        let cost = self.problem.decode(genome, &mut scratch);
        if let Ok(mut free) = self.free.lock() {
            free.push(scratch);
        }
        (i64::MAX - cost.energy().max(0)) as u64
    }

    fn max_fitness(&self) -> u64 {
        i64::MAX as u64
    }

    fn cross(&self, a: &Vec<f64>, b: &Vec<f64>, rng: &mut Stream) -> (Vec<f64>, Vec<f64>) {
        let (mut c, mut d) = (a.clone(), b.clone());
        for (x, y) in c.iter_mut().zip(&mut d) {
            if rng.below(2) == 1 {
                std::mem::swap(x, y);
            }
        }
        (c, d)
    }

    fn mutate(&self, genome: &mut Vec<f64>, rng: &mut Stream) {
        for _ in 0..genome.len().div_ceil(10) {
            let at = rng.index(genome.len());
            genome[at] = rng.unit();
        }
    }
}
