//! The visibility polygon by an angular sweep.
//!
//! Sort the ends of all sides by angle around the observer, turn a ray once around, and keep the sides
//! that it meets in order of distance; the nearest one is seen (Asano 1985). Sides that face away are
//! dropped first: from open ground the nearest side along any ray faces the observer. All comparisons
//! are between original points by exact predicates; only the output is rounded. O(n log n) for n
//! sides, as long as few are met at once.

use std::cmp::Ordering;

use crate::outlines::{winding_step, within};
use crate::spot::{meet, side, turn};
use crate::{Outlines, Polygon, Spot};

/// Keys closer than this are compared again exactly; rounding errors are far smaller.
const NEAR: f64 = 1e-12;

/// Computes visibility polygons by a sweep; reuses its memory between calls.
///
/// Defined for every point: inside a wall, outside the map and at a point that is not finite nothing is
/// seen; on the border of a wall, what is visible from its open side.
///
/// ```
/// use mapkiln_sight::{Outlines, Spot, Sweep, Walls};
/// let outlines = Outlines::from_walls(&Walls::from_text("....\n.##.\n...."));
/// let seen = Sweep::new().look(&outlines, Spot::new(2.0, 0.5));
/// assert!(seen.contains(Spot::new(0.5, 1.0)) && !seen.contains(Spot::new(2.0, 2.5)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    fronts: Vec<[Spot; 2]>,
    keys: Vec<u128>,
    events: Vec<Event>,
    met: Vec<u32>,
}

/// The start or the end of a side.
#[derive(Clone, Copy, Debug)]
struct Event {
    key: f64,
    at: Spot,
    front: u32,
    begins: bool,
}

impl Sweep {
    /// A sweep with no memory allocated yet.
    pub fn new() -> Self {
        Sweep::default()
    }

    /// The polygon seen from a point.
    pub fn look(&mut self, outlines: &Outlines, from: Spot) -> Polygon {
        let mut polygon = Polygon::default();
        self.look_into(outlines, from, &mut polygon);
        polygon
    }

    /// The same into an existing polygon.
    pub fn look_into(&mut self, outlines: &Outlines, from: Spot, polygon: &mut Polygon) {
        polygon.begin(from);
        if !from.is_finite() {
            return;
        }
        let mut winding = 0;
        let mut on_border = false;
        self.fronts.clear();
        for &[a, b] in outlines.sides() {
            let s = side(a, b, from);
            if s > 0.0 {
                self.fronts.push([a, b]);
            }
            on_border |= s == 0.0 && within(a, b, from);
            winding += winding_step(a, b, from, s);
        }
        if winding == 0 && !on_border {
            return;
        }
        self.sort_events(from);
        self.turn_around(from, polygon);
        polygon.close();
        if on_border {
            cut_to_open_directions(outlines, polygon);
        }
    }

    fn sort_events(&mut self, from: Spot) {
        self.keys.clear();
        // The bits of non-negative floats are ordered like the floats, and an integer of key, front
        // and end sorts several times faster than the events would.
        let packed = |key: f64, index: usize| u128::from(key.to_bits()) << 64 | index as u128;
        for (i, &[a, b]) in self.fronts.iter().enumerate() {
            self.keys.push(packed(turn(from, a), 2 * i));
            // A side that ends due east ends at the end of the turn, not at its start.
            let end = turn(from, b);
            self.keys.push(packed(if end == 0.0 { 4.0 } else { end }, 2 * i + 1));
        }
        self.keys.sort_unstable();
        self.events.clear();
        self.events.extend(self.keys.iter().map(|&packed| {
            let (key, front) = (f64::from_bits((packed >> 64) as u64), (packed as u64 >> 1) as u32);
            let begins = packed & 1 == 0;
            Event { key, at: self.fronts[front as usize][usize::from(!begins)], front, begins }
        }));
        // If keys are nearly equal, the exact predicate decides.
        for i in 1..self.events.len() {
            let mut j = i;
            while j > 0
                && self.events[j].key - self.events[j - 1].key < NEAR
                && compare(from, &self.events[j - 1], &self.events[j]) == Ordering::Greater
            {
                self.events.swap(j - 1, j);
                j -= 1;
            }
        }
    }

    fn turn_around(&mut self, from: Spot, polygon: &mut Polygon) {
        self.met.clear();
        for front in 0..self.fronts.len() as u32 {
            let [a, b] = self.fronts[front as usize];
            // Met by the ray due east: begins north of it and ends south of it.
            if a.y < from.y && b.y > from.y {
                let fronts = &self.fronts;
                let place = self.met.partition_point(|&other| nearer(fronts[other as usize], [a, b]));
                self.met.insert(place, front);
            }
        }
        let mut i = 0;
        while i < self.events.len() {
            let first = self.events[i];
            let mut end = i + 1;
            while end < self.events.len()
                && self.events[end].key - first.key < NEAR
                && compare(from, &first, &self.events[end]) == Ordering::Equal
            {
                end += 1;
            }
            let before = self.met.first().copied();
            self.meet_and_leave(i, end);
            let after = self.met.first().copied();
            if before != after {
                for front in [before, after].into_iter().flatten() {
                    let [a, b] = self.fronts[front as usize];
                    // Ends that lie on the ray are output unchanged.
                    let group = &self.events[i..end];
                    let own = group.iter().find(|e| e.front == front).map(|e| e.at);
                    polygon.push(own.unwrap_or_else(|| meet(from, first.at, a, b)));
                }
            }
            i = end;
        }
    }

    /// Removes the sides that end at the current ray from those that are met, and adds those that start.
    fn meet_and_leave(&mut self, i: usize, end: usize) {
        let place_of = |met: &[u32], front: u32| met.iter().position(|&f| f == front);
        // If one side starts where another ends and there is nothing else, it takes its place.
        if let [a, b] = &self.events[i..end]
            && a.begins != b.begins
            && a.at == b.at
        {
            let (old, new) = if a.begins { (b, a) } else { (a, b) };
            if let Some(place) = place_of(&self.met, old.front) {
                self.met[place] = new.front;
                return;
            }
        }
        for event in self.events[i..end].iter().filter(|e| !e.begins) {
            if let Some(place) = place_of(&self.met, event.front) {
                self.met.remove(place);
            }
        }
        for event in self.events[i..end].iter().filter(|e| e.begins) {
            let new = self.fronts[event.front as usize];
            let place = self.met.partition_point(|&other| !begins_before(new, self.fronts[other as usize]));
            self.met.insert(place, event.front);
        }
    }
}

/// The order of two events around the observer.
#[inline]
fn compare(from: Spot, x: &Event, y: &Event) -> Ordering {
    // Usually it is one corner where a side ends and the next starts.
    if x.at == y.at && x.begins != y.begins && x.key == y.key {
        return Ordering::Equal;
    }
    compare_corners(from, x, y)
}

fn compare_corners(from: Spot, x: &Event, y: &Event) -> Ordering {
    // Half turns first: an end due east was given the key of the whole turn.
    let half = |e: &Event| -> u8 {
        match e.at.y.total_cmp(&from.y) {
            Ordering::Greater => 1,
            Ordering::Less => 3,
            Ordering::Equal if e.at.x < from.x => 2,
            Ordering::Equal if e.key >= 2.0 => 4,
            Ordering::Equal => 0,
        }
    };
    half(x).cmp(&half(y)).then_with(|| {
        if matches!(half(x), 1 | 3) {
            0.0f64.total_cmp(&(side(from, x.at, y.at) + 0.0))
        } else {
            Ordering::Equal
        }
    })
}

/// Is a side that starts at the current ray nearer than one that the ray meets or that also starts?
#[inline]
fn begins_before(new: [Spot; 2], other: [Spot; 2]) -> bool {
    let s = side(other[0], other[1], new[0]);
    if s != 0.0 { s > 0.0 } else { side(other[0], other[1], new[1]) > 0.0 }
}

/// Is `x` nearer than `y`, if both are met by one ray and do not cross?
fn nearer(x: [Spot; 2], y: [Spot; 2]) -> bool {
    let (s, t) = (side(y[0], y[1], x[0]), side(y[0], y[1], x[1]));
    if s >= 0.0 && t >= 0.0 {
        return s > 0.0 || t > 0.0;
    }
    if s <= 0.0 && t <= 0.0 {
        return false;
    }
    // The line through y goes through x, so x's line leaves y on one side.
    side(x[0], x[1], y[0]) < 0.0 || side(x[0], x[1], y[1]) < 0.0
}

/// An observer on a border looks only into the open: clips the polygon to the open directions.
fn cut_to_open_directions(outlines: &Outlines, polygon: &mut Polygon) {
    let from = polygon.from;
    // Every side through the observer bounds open directions: they begin ahead along it (open
    // ground lies clockwise) and end backwards along a side that comes in.
    let (mut begins, mut ends) = (Vec::new(), Vec::new());
    for &[a, b] in outlines.sides() {
        if side(a, b, from) == 0.0 && within(a, b, from) {
            if b != from {
                begins.push(b);
            }
            if a != from {
                ends.push(a);
            }
        }
    }
    begins.sort_by(|a, b| turn(from, *a).total_cmp(&turn(from, *b)));
    let mut cut = Polygon { from, corners: Vec::new() };
    for &begin in &begins {
        let zero = turn(from, begin);
        let angle = |s: Spot| {
            let a = turn(from, s) - zero;
            if a <= 1e-12 { a + 4.0 } else { a }
        };
        let Some(&end) = ends.iter().min_by(|a, b| angle(**a).total_cmp(&angle(**b))) else { continue };
        cut.push(from);
        // Pieces of less than half a turn.
        let opposite = Spot::new(2.0 * from.x - begin.x, 2.0 * from.y - begin.y);
        let quarter = Spot::new(from.x - (begin.y - from.y), from.y + (begin.x - from.x));
        let three = Spot::new(2.0 * from.x - quarter.x, 2.0 * from.y - quarter.y);
        let mut stops = vec![begin];
        stops.extend([quarter, opposite, three].into_iter().filter(|&s| angle(s) < angle(end) - 1e-12));
        stops.push(end);
        for pair in stops.windows(2) {
            for corner in polygon.between(pair[0], pair[1]) {
                cut.push(corner);
            }
        }
    }
    cut.close();
    *polygon = cut;
}
