//! Parallel work whose result does not depend on the number of threads.

/// Applies a function to 0, 1, … `count - 1` and collects the results in that order: in parallel if
/// `parallel` is true and the feature of that name is on, one after the other otherwise.
///
/// The function must depend on its index alone (random numbers come from a stream with that index),
/// so that the result is the same either way. The number of threads is that of rayon's current pool.
pub fn map_indexed<T: Send>(parallel: bool, count: usize, f: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    #[cfg(feature = "parallel")]
    if parallel && count > 1 {
        use rayon::prelude::*;
        return (0..count).into_par_iter().map(f).collect();
    }
    let _ = parallel;
    (0..count).map(f).collect()
}

/// Applies a function to each item with its index, in parallel if `parallel` is true and the feature
/// of that name is on.
///
/// For work with reusable buffers: the items own them, so nothing is allocated between rounds. As with
/// [`map_indexed`], what is done to an item must depend on the item and its index alone.
pub fn each_indexed<T: Send>(parallel: bool, items: &mut [T], f: impl Fn(usize, &mut T) + Sync + Send) {
    #[cfg(feature = "parallel")]
    if parallel && items.len() > 1 {
        use rayon::prelude::*;
        items.par_iter_mut().enumerate().for_each(|(i, item)| f(i, item));
        return;
    }
    let _ = parallel;
    items.iter_mut().enumerate().for_each(|(i, item)| f(i, item));
}

#[cfg(test)]
mod tests {
    use super::{each_indexed, map_indexed};

    #[test]
    fn items_are_changed_in_place() {
        let (mut a, mut b) = (vec![1; 1000], vec![1; 1000]);
        let add = |i: usize, x: &mut usize| *x += i;
        each_indexed(true, &mut a, add);
        each_indexed(false, &mut b, add);
        assert_eq!(a, b);
        assert_eq!(a[999], 1000);
    }

    #[test]
    fn order_is_kept() {
        let square = |i| i * i;
        assert_eq!(map_indexed(true, 1000, square), map_indexed(false, 1000, square));
    }
}
