//! Streams: the only source of random numbers in a maker.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// A stream of random numbers: Xoshiro256++ with our own sampling.
///
/// The generator is from the crate `rand`; how a word becomes a range, a choice or a shuffle is
/// implemented here, so that a library update cannot change a map.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    pub(crate) fn from_key(key: u128) -> Self {
        // SplitMix64 over both halves of the key spreads it over the generator's 256 bits.
        let (mut low, mut high) = (key as u64, (key >> 64) as u64);
        let words = [splitmix(&mut low), splitmix(&mut high), splitmix(&mut low), splitmix(&mut high)];
        let mut state = [0; 32];
        for (bytes, word) in state.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Stream(Xoshiro256PlusPlus::from_seed(state))
    }

    /// 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `bound - 1`, each equally likely; 0 where `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        // Lemire's multiplication with rejection: unbiased, and rarely a division.
        let mut product = u128::from(self.word()) * u128::from(bound);
        if (product as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u64) < threshold {
                product = u128::from(self.word()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// An index into a list of `len` items; 0 if the list is empty.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A number from `low` to `high`, both included; `low` if `high` is less.
    #[inline]
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        let span = (i64::from(high) - i64::from(low) + 1).max(1);
        (i64::from(low) + self.below(span as u64) as i64) as i32
    }

    /// True in `percent` of 100 cases.
    #[inline]
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < u64::from(percent)
    }

    /// A number in [0, 1), a multiple of 2⁻⁵³.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// One of the items, or `None` if there are none.
    #[inline]
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        if things.is_empty() { None } else { Some(&things[self.index(things.len())]) }
    }

    /// An index chosen with a probability proportional to its weight; `None` if all weights are 0.
    ///
    /// Takes time linear in the number of weights; their sum must fit in 64 bits.
    pub fn weighted(&mut self, weights: impl IntoIterator<Item = u64> + Clone) -> Option<usize> {
        let total: u64 = weights.clone().into_iter().sum();
        if total == 0 {
            return None;
        }
        let mut ticket = self.below(total);
        weights.into_iter().position(|weight| {
            let hit = ticket < weight;
            ticket = ticket.wrapping_sub(weight);
            hit
        })
    }

    /// Shuffles in place (Fisher and Yates).
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for i in (1..things.len()).rev() {
            things.swap(i, self.index(i + 1));
        }
    }
}

fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use crate::Seed;

    #[test]
    fn draws_stay_in_range_and_reach_every_value() {
        let mut stream = Seed::from("range").stream("test", 0);
        let mut seen = [0u32; 7];
        for _ in 0..7000 {
            seen[(stream.between(-3, 3) + 3) as usize] += 1;
        }
        // 1000 expected of each; six standard deviations are 176.
        assert!(seen.iter().all(|&n| (824..=1176).contains(&n)), "{seen:?}");
        assert_eq!(stream.between(5, 5), 5);
        assert_eq!(stream.between(5, 1), 5);
        assert_eq!(stream.below(0), 0);
        assert_eq!(stream.pick::<u8>(&[]), None);
        assert!((0..1000).all(|_| (0.0..1.0).contains(&stream.unit())));
    }

    #[test]
    fn weights_are_honoured() {
        let mut stream = Seed::from("weights").stream("test", 0);
        let mut seen = [0u32; 4];
        for _ in 0..10_000 {
            seen[stream.weighted([1, 0, 3, 6]).unwrap()] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((850..1150).contains(&seen[0]) && (2750..3250).contains(&seen[2]), "{seen:?}");
        assert_eq!(stream.weighted([0, 0]), None);
    }

    #[test]
    fn a_shuffle_keeps_everything() {
        let mut things: Vec<u32> = (0..100).collect();
        Seed::from("s").stream("shuffle", 0).shuffle(&mut things);
        assert_ne!(things, (0..100).collect::<Vec<_>>());
        things.sort_unstable();
        assert_eq!(things, (0..100).collect::<Vec<_>>());
    }
}
