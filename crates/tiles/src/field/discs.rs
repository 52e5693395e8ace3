//! Discs at scattered places, one in each square of a lattice, and ways from each to the next.
//!
//! Of each second square of four discs one way is missing, as with the roads of endless worlds: not all is
//! a grid, and all discs hang together. Complexity: the nine squares around a place.

use super::atlas::{Spot, to_line};
use super::noise::{HALVES, hash};
use super::{Discs, Profile};

impl Discs {
    /// How deep a spot lies inside the nearest disc, or in a way between two discs.
    pub(super) fn at(&self, key: u64, spot: Spot) -> f64 {
        let size = i64::from(self.spacing.max(2)) * HALVES;
        let (column, row) = (spot.x.div_euclid(size), spot.y.div_euclid(size));
        let around = || (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (column + dx, row + dy)));
        let best = around().map(|(i, j)| self.inside(key, i, j, spot)).fold(0.0, f64::max);
        if self.ways <= 0.0 {
            return best;
        }
        around().map(|(i, j)| self.in_way(key, i, j, spot)).fold(best, f64::max)
    }

    /// The middle of the disc in a square of the lattice, in half cells, and the bits it was chosen by.
    fn middle(&self, key: u64, i: i64, j: i64) -> (i64, i64, u64) {
        let size = i64::from(self.spacing.max(2)) * HALVES;
        let bits = hash(key ^ 0xd15c, i, j);
        let shift = |bits: u64| size / 8 + (bits % (size as u64 * 3 / 4 + 1)) as i64;
        (i * size + shift(bits & 0xffff), j * size + shift(bits >> 16 & 0xffff), bits)
    }

    fn inside(&self, key: u64, i: i64, j: i64, spot: Spot) -> f64 {
        let (x, y, bits) = self.middle(key, i, j);
        let span = u64::from(self.radius[1].saturating_sub(self.radius[0])) * 4 + 1;
        let reach = (f64::from(self.radius[0]) + ((bits >> 32) % span) as f64 / 4.0) * HALVES as f64;
        let (dx, dy) = ((spot.x - x) as f64, (spot.y - y) as f64);
        let far_at = |dx: f64, dy: f64| {
            if self.square {
                // Some are long, some are deep.
                let long = if bits >> 62 & 1 == 0 { (0.7, 1.2) } else { (1.2, 0.7) };
                (dx * long.0).abs().max((dy * long.1).abs())
            } else {
                (dx * dx + dy * dy).sqrt()
            }
        };
        let far = far_at(dx, dy);
        let inside = far <= reach;
        match self.profile {
            Profile::Cone => 1.0 - far / reach.max(1.0),
            Profile::Flat => f64::from(u8::from(inside)),
            Profile::Rim => {
                // A cell further out, on either axis, is outside.
                let cell = HALVES as f64;
                let further = far_at(dx.abs() + cell, dy).max(far_at(dx, dy.abs() + cell));
                f64::from(u8::from(inside && further > reach))
            }
        }
    }

    /// How deep a spot lies in the ways from a disc to the next ones in the east and in the south.
    fn in_way(&self, key: u64, i: i64, j: i64, spot: Spot) -> f64 {
        let four = (i.div_euclid(2), j.div_euclid(2));
        let even = (four.0 + four.1).rem_euclid(2) == 0;
        let missing = hash(key ^ 0x3a7, four.0, four.1) % 4;
        let corner = (i.rem_euclid(2), j.rem_euclid(2));
        let is_missing = |south: bool| {
            even && (corner.0, corner.1, south)
                == [(0, 0, false), (0, 0, true), (0, 1, false), (1, 0, true)][missing as usize]
        };
        let place = |i: i64, j: i64| {
            let (x, y, _) = self.middle(key, i, j);
            (x as f64, y as f64)
        };
        let (from, at) = (place(i, j), (spot.x as f64, spot.y as f64));
        let width = self.ways / 2.0 * HALVES as f64;
        let ends = [(i + 1, j, is_missing(false)), (i, j + 1, is_missing(true))];
        ends.into_iter().filter(|end| !end.2).fold(0.0, |best: f64, (i, j, _)| {
            let far = to_line(at, from, place(i, j), |dx, dy| (dx * dx + dy * dy).sqrt());
            best.max(1.0 - far / (2.0 * width))
        })
    }
}
