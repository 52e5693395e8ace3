//! Which cell to decide next.
//!
//! Cells wait in buckets by a small integer key: the number of options, or the entropy in eighths of a
//! bit. A cell whose options change is pushed into its new bucket and stays in the old one; stale
//! entries are dropped when they are drawn. So a change costs one push and no search.

use std::sync::Arc;

use mapkiln_core::Stream;
use serde::{Deserialize, Serialize};

use super::wave::Wave;
use crate::rules::bits;

/// Ties are broken among this many cells that were pushed last: enough for randomness to show, few
/// enough for the search to stay local, which is good for the cache.
const WINDOW: usize = 64;

/// How the next cell is chosen; ties are broken at random.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Heuristic {
    /// The cell with the fewest options.
    #[default]
    Fewest,
    /// The cell with the least weighted (Shannon) entropy, in steps of an eighth of a bit.
    Entropy,
    /// Row by row.
    Scanline,
    /// Any cell.
    Random,
}

pub(crate) struct Frontier {
    heuristic: Heuristic,
    entropy: Arc<Entropy>,
    buckets: Vec<Vec<u32>>,
    lowest: usize,
    /// Every cell before this one is decided (scanline only).
    cursor: u32,
    /// A rank for every cell, instead of the heuristic.
    order: Option<Arc<[u32]>>,
}

impl Frontier {
    pub(crate) fn new(heuristic: Heuristic, weights: &[u32], order: Option<Arc<[u32]>>) -> Self {
        let entropy =
            if heuristic == Heuristic::Entropy { Entropy::new(weights) } else { Entropy::default() };
        Frontier { heuristic, entropy: Arc::new(entropy), buckets: Vec::new(), lowest: 0, cursor: 0, order }
    }

    /// Chooses cells another way from now on. Every undecided cell must be noted again.
    pub(crate) fn switch(&mut self, heuristic: Heuristic) {
        // Entropy needs its tables; fewest options is nearest to it.
        let known = heuristic != Heuristic::Entropy || !self.entropy.sums.is_empty();
        self.heuristic = if known { heuristic } else { Heuristic::Fewest };
        self.order = None;
        self.buckets.clear();
        self.lowest = 0;
        self.cursor = 0;
    }

    pub(crate) fn heuristic(&self) -> Heuristic {
        self.heuristic
    }

    /// The same with empty buckets.
    pub(crate) fn fresh(&self) -> Self {
        Frontier {
            heuristic: self.heuristic,
            entropy: self.entropy.clone(),
            buckets: Vec::new(),
            lowest: 0,
            cursor: 0,
            order: self.order.clone(),
        }
    }

    #[inline]
    fn is_scan(&self) -> bool {
        self.heuristic == Heuristic::Scanline && self.order.is_none()
    }

    #[inline]
    fn key<W: Wave>(&self, wave: &W, cell: u32) -> usize {
        if let Some(order) = &self.order {
            return order[cell as usize] as usize;
        }
        match self.heuristic {
            Heuristic::Fewest => wave.options(cell) as usize,
            Heuristic::Entropy => self.entropy.key(wave.domain(cell).as_ref()),
            Heuristic::Scanline | Heuristic::Random => 0,
        }
    }

    /// Records that a cell's options have changed.
    #[inline]
    pub(crate) fn note<W: Wave>(&mut self, wave: &W, cell: u32) {
        if wave.options(cell) < 2 {
            return;
        }
        if self.is_scan() {
            self.cursor = self.cursor.min(cell);
            return;
        }
        let key = self.key(wave, cell);
        if key >= self.buckets.len() {
            self.buckets.resize_with(key + 1, Vec::new);
        }
        self.buckets[key].push(cell);
        self.lowest = self.lowest.min(key);
    }

    /// The next cell to decide, or `None` if every cell is decided.
    pub(crate) fn next<W: Wave>(&mut self, wave: &W, cells: u32, stream: &mut Stream) -> Option<u32> {
        if self.is_scan() {
            self.cursor = (self.cursor..cells).find(|&cell| wave.options(cell) > 1).unwrap_or(cells);
            return (self.cursor < cells).then_some(self.cursor);
        }
        while self.lowest < self.buckets.len() {
            let len = self.buckets[self.lowest].len();
            if len == 0 {
                self.lowest += 1;
                continue;
            }
            let cell = self.buckets[self.lowest].swap_remove(len - 1 - stream.index(len.min(WINDOW)));
            if wave.options(cell) > 1 && self.key(wave, cell) == self.lowest {
                return Some(cell);
            }
        }
        None
    }
}

/// Entropy in integers, so that it is the same on every machine: with the sum W of the weights and the
/// sum S of w·log₂w, it is log₂W − S/W. Both sums come from one table per byte of a domain.
#[derive(Default)]
struct Entropy {
    sums: Vec<[(u64, u64); 256]>,
    fractions: Vec<u32>,
}

impl Entropy {
    /// Bits after the binary point of a logarithm.
    const POINT: u32 = 16;

    fn new(weights: &[u32]) -> Self {
        // log₂(1 + i/256) by repeated squaring of a fixed-point number.
        let fraction = |i: u64| {
            let mut x = (256 + i) << 22; // 30 bits after the point
            (0..Self::POINT).fold(0, |log, bit| {
                x = (x * x) >> 30;
                let one = x >= 2 << 30;
                if one {
                    x >>= 1;
                }
                log | u32::from(one) << (Self::POINT - 1 - bit)
            })
        };
        let mut entropy = Entropy { sums: Vec::new(), fractions: (0..256).map(fraction).collect() };
        for byte in weights.chunks(8) {
            let mut table = [(0, 0); 256];
            for value in 1..256usize {
                let weight = byte.get(value.trailing_zeros() as usize).map_or(0, |&w| u64::from(w.max(1)));
                let (sum, logs) = table[value & (value - 1)];
                let own = if weight == 0 { 0 } else { weight * u64::from(entropy.log2(weight)) };
                table[value] = (sum + weight, logs + own);
            }
            entropy.sums.push(table);
        }
        entropy
    }

    /// log₂ of a number above 0, with 16 bits after the point, accurate to about 1/180 of a bit.
    fn log2(&self, n: u64) -> u32 {
        let whole = n.ilog2();
        let fraction = if whole >= 8 { n >> (whole - 8) } else { n << (8 - whole) } & 255;
        (whole << Self::POINT) + self.fractions[fraction as usize]
    }

    #[inline]
    fn key(&self, domain: &[u64]) -> usize {
        let mut total = (0u64, 0u64);
        for (bytes, word) in self.sums.chunks(8).zip(domain) {
            for (byte, table) in bytes.iter().enumerate() {
                let (sum, logs) = table[(word >> (8 * byte)) as usize & 255];
                total = (total.0 + sum, total.1 + logs);
            }
        }
        if total.0 == 0 {
            return 0;
        }
        let entropy = u64::from(self.log2(total.0)).saturating_sub(total.1 / total.0);
        (entropy >> (Self::POINT - 3)) as usize
    }
}

/// Chooses an option of a cell by weight; uniformly if all weights are 0.
pub(crate) fn choose(domain: &[u64], weight: impl Fn(usize) -> u64, stream: &mut Stream) -> Option<usize> {
    let total: u64 = bits::iter(domain).map(&weight).sum();
    if total == 0 {
        let options = bits::count(domain) as usize;
        return bits::iter(domain).nth(stream.index(options));
    }
    let mut ticket = stream.below(total);
    bits::iter(domain).find(|&tile| {
        let weight = weight(tile);
        let hit = ticket < weight;
        ticket = ticket.wrapping_sub(weight);
        hit
    })
}

/// Chooses an option of a cell by the weights of its options, in their order; uniformly if all are 0.
pub(crate) fn choose_among(domain: &[u64], weights: &[u64], stream: &mut Stream) -> Option<usize> {
    let total = weights.iter().fold(0u64, |sum, &w| sum.saturating_add(w));
    if total == 0 {
        return bits::iter(domain).nth(stream.index(weights.len()));
    }
    let mut ticket = stream.below(total);
    let hit = weights.iter().position(|&weight| {
        let hit = ticket < weight;
        ticket = ticket.wrapping_sub(weight);
        hit
    });
    bits::iter(domain).nth(hit?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_entropy_is_near_the_real_one() {
        let weights: Vec<u32> = (1..=20).map(|i| i * i).collect();
        let entropy = Entropy::new(&weights);
        for mask in (1u64..1 << 20).step_by(977) {
            let chosen: Vec<f64> = bits::iter(&[mask]).map(|t| f64::from(weights[t])).collect();
            let sum: f64 = chosen.iter().sum();
            let real: f64 = chosen.iter().map(|w| -w / sum * libm_log2(w / sum)).sum();
            let key = entropy.key(&[mask]) as f64 / 8.0;
            assert!((key - real).abs() < 0.15, "{mask:b}: {key} for {real}");
        }
    }

    /// By series, so that the test needs nothing of the platform.
    fn libm_log2(x: f64) -> f64 {
        let (mut x, mut whole) = (x, 0.0);
        while x < 1.0 {
            x *= 2.0;
            whole -= 1.0;
        }
        let y = (x - 1.0) / (x + 1.0);
        let mut term = y;
        let mut sum = 0.0;
        for k in 0..40 {
            sum += term / f64::from(2 * k + 1);
            term *= y * y;
        }
        whole + 2.0 * sum * std::f64::consts::LOG2_E
    }
}
