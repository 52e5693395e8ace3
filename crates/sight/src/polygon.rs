//! Visibility polygons.

use serde::{Deserialize, Serialize};

use crate::Spot;
use crate::spot::{meet, turn};

/// A visibility polygon: every straight line from the observer to a corner stays inside.
///
/// The corners are in clockwise order on the page. An observer who sees nothing has an empty polygon.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Polygon {
    /// The observer.
    pub from: Spot,
    /// The corners.
    pub corners: Vec<Spot>,
}

impl Polygon {
    /// Clears the polygon for a new observer.
    pub(crate) fn begin(&mut self, from: Spot) {
        self.from = from;
        self.corners.clear();
    }

    /// Adds a corner unless it equals the last.
    #[inline]
    pub(crate) fn push(&mut self, corner: Spot) {
        if self.corners.last() != Some(&corner) {
            self.corners.push(corner);
        }
    }

    /// Drops last corners that equal the first.
    pub(crate) fn close(&mut self) {
        while self.corners.len() > 1 && self.corners.first() == self.corners.last() {
            self.corners.pop();
        }
    }

    /// Sides, each with its next corner.
    fn sides(&self) -> impl Iterator<Item = (Spot, Spot)> + '_ {
        self.corners.iter().copied().zip(self.corners.iter().copied().cycle().skip(1))
    }

    /// Its area in square cells.
    pub fn area(&self) -> f64 {
        // Relative to the observer, to keep the numbers small.
        let o = self.from;
        let twice: f64 =
            self.sides().map(|(a, b)| (a.x - o.x) * (b.y - o.y) - (b.x - o.x) * (a.y - o.y)).sum();
        twice / 2.0 + 0.0 // an empty sum is -0
    }

    /// Does it contain a point? Points on its border may count either way.
    pub fn contains(&self, at: Spot) -> bool {
        let mut inside = false;
        for (a, b) in self.sides() {
            if (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x {
                inside = !inside;
            }
        }
        inside
    }

    /// The part within a cone: `width` radians around `facing`, both clockwise from the east.
    pub fn within_cone(&self, facing: f64, width: f64) -> Polygon {
        let full = std::f64::consts::TAU;
        if width >= full || self.corners.is_empty() {
            return self.clone();
        }
        let mut cut = Polygon { from: self.from, corners: vec![self.from] };
        // Each part is at most a third of a turn, so that it is the intersection of two half-planes.
        let parts = (width.max(0.0) / (full / 3.0)).ceil().max(1.0) as u32;
        let start = facing - width / 2.0;
        for i in 0..parts {
            let step = width / f64::from(parts);
            let low = self.from.towards(start + step * f64::from(i), 1.0);
            let high = self.from.towards(start + step * f64::from(i + 1), 1.0);
            for corner in self.between(low, high) {
                cut.push(corner);
            }
        }
        cut.close();
        if cut.corners.len() < 3 {
            cut.corners.clear();
        }
        cut
    }

    /// The border seen between two directions less than half a turn apart, in order.
    pub(crate) fn between(&self, low: Spot, high: Spot) -> Vec<Spot> {
        let o = self.from;
        let cross = |a: Spot, b: Spot| (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
        let mut pieces: Vec<(f64, Spot, Spot)> = Vec::new();
        let zero = turn(o, low);
        for (mut a, mut b) in self.sides() {
            // Sides along a line of sight result from joining the others.
            let mut empty = cross(a, b) <= 1e-12 * a.distance(o) * b.distance(o);
            for (edge, sign) in [(low, 1.0), (high, -1.0)] {
                let (sa, sb) = (sign * cross(edge, a), sign * cross(edge, b));
                if sa < 0.0 && sb < 0.0 {
                    empty = true;
                } else if sa < 0.0 {
                    a = meet(o, edge, a, b);
                } else if sb < 0.0 {
                    b = meet(o, edge, a, b);
                }
            }
            let extent = (turn(o, b) - turn(o, a)).rem_euclid(4.0);
            if !empty && (1e-11..2.0).contains(&extent) {
                let key = turn(o, a) - zero;
                pieces.push((if key < -1e-9 { key + 4.0 } else { key }, a, b));
            }
        }
        pieces.sort_by(|x, y| x.0.total_cmp(&y.0));
        pieces.into_iter().flat_map(|(_, a, b)| [a, b]).collect()
    }

    /// The part within a distance. The circle is approximated by chords of at most `chord` radians.
    pub fn within_radius(&self, radius: f64, chord: f64) -> Polygon {
        let o = self.from;
        let mut cut = Polygon { from: o, corners: Vec::with_capacity(self.corners.len()) };
        if radius <= 0.0 {
            return cut;
        }
        let chord = if chord > 0.0 { chord } else { 0.05 };
        let arc = |cut: &mut Polygon, a: Spot, b: Spot| {
            let start = libm::atan2(a.y - o.y, a.x - o.x);
            let mut sweep = libm::atan2(b.y - o.y, b.x - o.x) - start;
            if sweep < -1e-12 {
                sweep += std::f64::consts::TAU;
            }
            let steps = (sweep / chord).ceil().max(1.0) as u32;
            for i in 0..=steps {
                cut.push(o.towards(start + sweep * f64::from(i) / f64::from(steps), radius));
            }
        };
        for (a, b) in self.sides() {
            // The parameters where the side enters and leaves the circle.
            let (ax, ay, dx, dy) = (a.x - o.x, a.y - o.y, b.x - a.x, b.y - a.y);
            let (qa, qb, qc) = (dx * dx + dy * dy, ax * dx + ay * dy, ax * ax + ay * ay - radius * radius);
            let root = qb * qb - qa * qc;
            let (t0, t1) = if qa > 0.0 && root > 0.0 {
                (((-qb - root.sqrt()) / qa).clamp(0.0, 1.0), ((-qb + root.sqrt()) / qa).clamp(0.0, 1.0))
            } else {
                (0.0, 0.0)
            };
            let at = |t: f64| Spot::new(a.x + t * dx, a.y + t * dy);
            if t0 >= t1 {
                arc(&mut cut, a, b);
                continue;
            }
            if t0 > 0.0 {
                arc(&mut cut, a, at(t0));
            }
            cut.push(if t0 == 0.0 { a } else { at(t0) });
            cut.push(if t1 == 1.0 { b } else { at(t1) });
            if t1 < 1.0 {
                arc(&mut cut, at(t1), b);
            }
        }
        cut.close();
        cut
    }
}
