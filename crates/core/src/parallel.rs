//! Work on several threads whose result does not depend on their number.

/// Applies a function to 0, 1, … `count - 1` and collects in that order: in parallel where
/// `parallel` is true and the feature of that name is on, one after the other otherwise.
///
/// The function must follow from its index alone (take chance from a stream of that index), so
/// the result is the same either way. The number of threads is that of rayon's current pool.
pub fn map_indexed<T: Send>(parallel: bool, count: usize, f: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    #[cfg(feature = "parallel")]
    if parallel && count > 1 {
        use rayon::prelude::*;
        return (0..count).into_par_iter().map(f).collect();
    }
    let _ = parallel;
    (0..count).map(f).collect()
}

#[cfg(test)]
mod tests {
    use super::map_indexed;

    #[test]
    fn order_is_kept() {
        let square = |i| i * i;
        assert_eq!(map_indexed(true, 1000, square), map_indexed(false, 1000, square));
    }
}
