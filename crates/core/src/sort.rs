//! Stable sorting that weighs little where code is downloaded.

use std::cmp::Ordering;

/// Sorts as the standard library's stable sorts do. On the web the code of one sort serves all types: the
/// standard library's, made anew for every type and every key, was a sixth of the module.
///
/// ```
/// use mapkiln_core::StableSort;
/// let mut words = ["pear", "fig", "plum"];
/// words.stable_sort_by_key(|w| w.len());
/// assert_eq!(words, ["fig", "pear", "plum"]);
/// ```
pub trait StableSort<T> {
    /// Sorts by a comparison; what is equal stays in order.
    fn stable_sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts by a key; what is equal stays in order.
    fn stable_sort_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> StableSort<T> for [T] {
    fn stable_sort_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        if cfg!(target_family = "wasm") {
            let order = order(self.len(), &mut |a, b| compare(&self[a], &self[b]) == Ordering::Greater);
            arrange(self, order);
        } else {
            self.sort_by(compare);
        }
    }

    fn stable_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        if cfg!(target_family = "wasm") {
            let order = order(self.len(), &mut |a, b| key(&self[a]) > key(&self[b]));
            arrange(self, order);
        } else {
            self.sort_by_key(key);
        }
    }
}

/// The places of the elements in sorted order: runs of eight by insertion, then merged.
fn order(len: usize, after: &mut dyn FnMut(usize, usize) -> bool) -> Vec<usize> {
    const RUN: usize = 8;
    let mut order: Vec<usize> = (0..len).collect();
    for run in order.chunks_mut(RUN) {
        for i in 1..run.len() {
            let mut j = i;
            while j > 0 && after(run[j - 1], run[j]) {
                run.swap(j - 1, j);
                j -= 1;
            }
        }
    }
    let mut width = RUN;
    let mut merged = Vec::with_capacity(if len > RUN { len } else { 0 });
    while width < len {
        for pair in order.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let ([a, more @ ..], [b, others @ ..]) = (left, right) {
                if after(*a, *b) {
                    merged.push(*b);
                    right = others;
                } else {
                    merged.push(*a);
                    left = more;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut order, &mut merged);
        merged.clear();
        width *= 2;
    }
    order
}

/// Brings every element to its place: along each cycle by swaps.
fn arrange<T>(items: &mut [T], mut order: Vec<usize>) {
    for start in 0..items.len() {
        let mut at = start;
        while order[at] != start {
            let next = order[at];
            items.swap(at, next);
            order[at] = at;
            at = next;
        }
        order[at] = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn the_small_sort_gives_what_the_standard_one_gives() {
        let mut rng = Seed::from("sort").stream("test", 0);
        for len in 0..200 {
            let items: Vec<(u64, usize)> = (0..len).map(|i| (rng.below(7), i)).collect();
            let mut ours = items.clone();
            let order = order(len, &mut |a, b| ours[a].0 > ours[b].0);
            arrange(&mut ours, order);
            let mut theirs = items.clone();
            theirs.sort_by_key(|x| x.0);
            assert_eq!(ours, theirs);
        }
    }
}
