//! Gradient noise: smooth random values over the plane (Perlin, *Improving noise*, 2002).
//!
//! Octaves are turned against each other by exact fractions, so that nothing lines up with the axes.
//! Lattice coordinates are integers and the rest is addition and multiplication, so every machine
//! computes the same values. Complexity: four gradients per octave and place.

use super::{Noise, Spot};

/// Spots per cell along an axis: places are known to half a cell.
pub(crate) const HALVES: i64 = 2;

/// Lattice units per half cell.
const UNITS: i64 = 64;

/// Turns of the octaves: cosine and sine as fractions.
const TURNS: [(i64, i64, i64); 4] = [(4, 3, 5), (5, -12, 13), (15, 8, 17), (7, -24, 25)];

/// Sixteen directions, evenly spread.
const DIRECTIONS: [(f64, f64); 16] = [
    (1.0, 0.0),
    (0.923_879_532_511_286_7, 0.382_683_432_365_089_8),
    (0.707_106_781_186_547_5, 0.707_106_781_186_547_5),
    (0.382_683_432_365_089_8, 0.923_879_532_511_286_7),
    (0.0, 1.0),
    (-0.382_683_432_365_089_8, 0.923_879_532_511_286_7),
    (-0.707_106_781_186_547_5, 0.707_106_781_186_547_5),
    (-0.923_879_532_511_286_7, 0.382_683_432_365_089_8),
    (-1.0, 0.0),
    (-0.923_879_532_511_286_7, -0.382_683_432_365_089_8),
    (-0.707_106_781_186_547_5, -0.707_106_781_186_547_5),
    (-0.382_683_432_365_089_8, -0.923_879_532_511_286_7),
    (0.0, -1.0),
    (0.382_683_432_365_089_8, -0.923_879_532_511_286_7),
    (0.707_106_781_186_547_5, -0.707_106_781_186_547_5),
    (0.923_879_532_511_286_7, -0.382_683_432_365_089_8),
];

/// A number for a lattice point: the finaliser of SplitMix64 over its coordinates.
#[inline]
pub(crate) fn hash(key: u64, x: i64, y: i64) -> u64 {
    let mut bits = key ^ (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    bits ^= (y as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

impl Noise {
    /// The noise at a spot, times its strength; about -1 to 1 before that.
    pub(crate) fn at(&self, key: u64, spot: Spot) -> f64 {
        let (mut sum, mut most, mut gain) = (0.0, 0.0, 1.0);
        for octave in 0..self.octaves.clamp(1, 8) {
            let (c, s, d) = TURNS[octave as usize % TURNS.len()];
            // In units that hold the turn exactly; the period shrinks by half from octave to octave.
            let (x, y) = ((spot.x * c - spot.y * s) * UNITS, (spot.x * s + spot.y * c) * UNITS);
            let scale = f64::from(self.scale.max(1)) * (HALVES * UNITS * d) as f64;
            let period = ((scale as i64) >> octave).max(1);
            sum += gain * gradient(hash(key, i64::from(octave), -7), x, y, period);
            most += gain;
            gain *= self.gain;
        }
        // Gradient noise stays within ±0.71 and rarely leaves ±0.5.
        let value = sum / most * 1.6;
        let value = if self.ridged { 1.0 - 2.0 * value.abs() } else { value };
        value * self.by
    }
}

fn gradient(key: u64, x: i64, y: i64, period: i64) -> f64 {
    let (left, top) = (x.div_euclid(period), y.div_euclid(period));
    let (fx, fy) = ((x - left * period) as f64 / period as f64, (y - top * period) as f64 / period as f64);
    let corner = |dx: i64, dy: i64| {
        let (gx, gy) = DIRECTIONS[(hash(key, left + dx, top + dy) >> 60) as usize];
        gx * (fx - dx as f64) + gy * (fy - dy as f64)
    };
    let ease = |t: f64| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let (ex, ey) = (ease(fx), ease(fy));
    let (north_west, south_west) = (corner(0, 0), corner(0, 1));
    let north = north_west + ex * (corner(1, 0) - north_west);
    let south = south_west + ex * (corner(1, 1) - south_west);
    north + ey * (south - north)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_smooth_and_spread() {
        let noise = Noise { scale: 20, octaves: 3, ..Noise::default() };
        let at = |x: i64, y: i64| noise.at(9, Spot { x, y });
        let (mut low, mut high, mut step) = (f64::MAX, f64::MIN, 0.0f64);
        for y in -200..200 {
            for x in -200..200 {
                let value = at(x, y);
                low = low.min(value);
                high = high.max(value);
                step = step.max((value - at(x + 1, y)).abs());
            }
        }
        assert!((-1.2..-0.5).contains(&low) && (0.5..1.2).contains(&high), "{low} to {high}");
        assert!(step < 0.12, "a jump of {step}");
        assert_ne!(noise.at(9, Spot { x: 1, y: 2 }), noise.at(10, Spot { x: 1, y: 2 }));
    }
}
