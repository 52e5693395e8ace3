//! Texture: numbers that look random and depend on a place alone.
//!
//! Not part of any map: the same place always gets the same texture.

/// A number from 0 to 1 (below 1) for a place and a purpose.
pub(crate) fn noise(x: i32, y: i32, purpose: u32) -> f32 {
    let mut bits = (x as u32 as u64) << 32 | y as u32 as u64;
    bits ^= u64::from(purpose).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    // The finaliser of SplitMix64.
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    (bits >> 40) as f32 / (1u32 << 24) as f32
}

/// A number from -1 to 1 for a place and a purpose.
pub(crate) fn jitter(x: i32, y: i32, purpose: u32) -> f32 {
    2.0 * noise(x, y, purpose) - 1.0
}

/// Smooth noise from -1 to 1: values at whole coordinates, and even slopes between them.
pub(crate) fn value_noise(x: f32, y: f32, purpose: u32) -> f32 {
    let (i, j) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - i), ease(y - j));
    let at = |dx: i32, dy: i32| jitter(i as i32 + dx, j as i32 + dy, purpose);
    let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
    mix(mix(at(0, 0), at(1, 0), u), mix(at(0, 1), at(1, 1), u), v)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spread_evenly() {
        let mut buckets = [0; 10];
        for x in -50..50 {
            for y in -50..50 {
                buckets[(noise(x, y, 7) * 10.0) as usize] += 1;
            }
        }
        assert!(buckets.iter().all(|&n| (850..1150).contains(&n)), "{buckets:?}");
        assert_ne!(noise(1, 2, 3), noise(2, 1, 3));
        assert_ne!(noise(1, 2, 3), noise(1, 2, 4));
    }
}
