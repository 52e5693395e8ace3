//! Rooms apart from each other in solid rock, each joined to the next by a corridor with doors.
//!
//! After *Rogue* (Toy, Wichman and Arnold, 1980): the plane is divided into squares with a room or a
//! crossing in each, and a corridor leads from square to square, with a bend on the border between
//! them. Rooms keep two cells away from the border, so nothing overlaps, and each corridor depends on
//! its two squares alone: finite and endless maps are planned alike. Complexity: linear in the cells.

use super::Rooms;
use super::atlas::{Atlas, Extent};
use super::noise::hash;
use super::rooms::{Part, Plan};

/// The free cells between a room and the border of its square.
const MARGIN: i64 = 2;

/// Plans the part of the plane whose north-west corner is at `at`.
pub(super) fn draw(data: &Rooms, atlas: &Atlas, extent: Extent, plan: &mut Plan, at: (i64, i64)) {
    let spacing = i64::from(data.spacing);
    let size = match extent {
        Extent::Finite(w, h) => Some([w, h].map(|length| (length, (length / spacing).max(1)))),
        Extent::Endless => None,
    };
    let squares = Squares { data, size, key: atlas.key(300) };
    let range = |axis: usize, from: i64, length: i64| match size {
        Some(size) => 0..size[axis].1,
        None => (from.div_euclid(spacing) - 1)..((from + length).div_euclid(spacing) + 2),
    };
    for row in range(1, at.1, plan.height) {
        for column in range(0, at.0, plan.width) {
            squares.draw(plan, at, column, row);
        }
    }
}

/// Where a room or a crossing lies; both corners are part of it.
#[derive(Clone, Copy)]
struct Space {
    from: [i64; 2],
    to: [i64; 2],
    is_room: bool,
}

struct Squares<'a> {
    data: &'a Rooms,
    /// Of a finite map: its cells and its squares along each axis.
    size: Option<[(i64, i64); 2]>,
    key: u64,
}

impl Squares<'_> {
    /// Where a square begins along an axis.
    fn start(&self, axis: usize, index: i64) -> i64 {
        match self.size {
            Some(size) => index * size[axis].0 / size[axis].1,
            None => index * i64::from(self.data.spacing),
        }
    }

    fn exists(&self, square: [i64; 2]) -> bool {
        self.size.is_none_or(|size| (0..2).all(|axis| (0..size[axis].1).contains(&square[axis])))
    }

    fn hash(&self, square: [i64; 2], purpose: u64) -> u64 {
        hash(self.key ^ purpose.wrapping_mul(0x9e37_79b9_7f4a_7c15), square[0], square[1])
    }

    /// The axis along which a hall lies in this square and the next one.
    fn hall_from(&self, square: [i64; 2]) -> Option<usize> {
        if square.iter().any(|i| i.rem_euclid(2) == 1) {
            return None;
        }
        let axis = self.hash(square, 1) % 5;
        let axis = usize::try_from(axis).ok().filter(|axis| *axis < 2)?;
        self.exists(next(square, axis)).then_some(axis)
    }

    /// The square in which the hall of this one begins, and the axis along which it lies.
    fn hall(&self, square: [i64; 2]) -> Option<([i64; 2], usize)> {
        (0..2).find_map(|axis| {
            let mut before = square;
            before[axis] -= 1;
            let first = [square, before].into_iter().find(|first| self.hall_from(*first) == Some(axis))?;
            Some((first, axis))
        })
    }

    /// The whole room of a square.
    fn space(&self, square: [i64; 2]) -> Space {
        let hall = self.hall(square);
        let (first, along) = hall.map_or((square, None), |(first, axis)| (first, Some(axis)));
        let is_room = hall.is_some() || !self.hash(first, 2).is_multiple_of(8);
        let mut space = Space { from: [0; 2], to: [0; 2], is_room };
        for axis in 0..2 {
            let last = if along == Some(axis) { first[axis] + 2 } else { first[axis] + 1 };
            let low = self.start(axis, first[axis]) + MARGIN;
            let room = (self.start(axis, last) - MARGIN - low).max(1);
            let bits = self.hash(first, 3 + axis as u64);
            let [least, most] = self.data.size.map(i64::from);
            // Two rolls, of which the better counts: large rooms are more common than small ones.
            let span = (most.min(room) - least.min(room) + 1) as u64;
            let roll = (bits % span).max((bits >> 16) % span) as i64;
            let length = match (is_room, along == Some(axis)) {
                (false, _) => 1,
                (true, false) => least.min(room) + roll,
                (true, true) => room - (bits % 3) as i64,
            };
            let length = length.clamp(1, room);
            space.from[axis] = low + ((bits >> 32) % (room - length + 1) as u64) as i64;
            space.to[axis] = space.from[axis] + length - 1;
        }
        space
    }

    /// The part of a square's room that lies well inside the square, where doors may be.
    fn doors(&self, square: [i64; 2]) -> Space {
        let mut space = self.space(square);
        for (axis, number) in square.into_iter().enumerate() {
            let low = self.start(axis, number) + MARGIN;
            let high = self.start(axis, number + 1) - MARGIN - 1;
            space.from[axis] = space.from[axis].max(low);
            space.to[axis] = space.to[axis].min(high).max(space.from[axis]);
        }
        space
    }

    /// Is there no corridor to the next square? Of every second square of four one link is missing, so
    /// that not all is a grid; the three others keep it connected.
    fn is_missing(&self, square: [i64; 2], axis: usize) -> bool {
        let corner = square.map(|i| i.div_euclid(2) * 2);
        let four = [corner, next(corner, 0), next(corner, 1), next(next(corner, 0), 1)];
        let even = (corner[0] + corner[1]).div_euclid(2).rem_euclid(2) == 0;
        if !even || !four.iter().all(|s| self.exists(*s)) {
            return false;
        }
        let links = [(corner, 0), (corner, 1), (next(corner, 1), 0), (next(corner, 0), 1)];
        links[(self.hash(corner, 9) % 4) as usize] == (square, axis)
    }

    fn draw(&self, plan: &mut Plan, at: (i64, i64), column: i64, row: i64) {
        let square = [column, row];
        let space = self.space(square);
        let local = |p: [i64; 2]| (p[0] - at.0, p[1] - at.1);
        if self.hall(square).is_none_or(|(first, _)| first == square) {
            let floor = if space.is_room { Part::Room } else { Part::Corridor };
            plan.fill(local(space.from), local(space.to), floor);
            self.pillars(plan, at, square, space);
        }
        for axis in 0..2 {
            let other = next(square, axis);
            let one_hall = self.hall_from(square) == Some(axis);
            if self.exists(other) && !one_hall && !self.is_missing(square, axis) {
                self.corridor(plan, at, square, axis);
            }
        }
    }

    /// Pillars in the corners of large rooms, a step away from the walls.
    fn pillars(&self, plan: &mut Plan, at: (i64, i64), square: [i64; 2], space: Space) {
        let sides = [0, 1].map(|axis| space.to[axis] - space.from[axis] + 1);
        if !space.is_room || sides[0].min(sides[1]) < 6 || self.hash(square, 5).is_multiple_of(3) {
            return;
        }
        let rows = |axis: usize| {
            // Every third cell from both ends, so that both halves are alike.
            let (from, to) = (space.from[axis] + 1, space.to[axis] - 1);
            let inner =
                (1..).map(|k| 3 * k).take_while(|d| 2 * d + 2 < to - from).flat_map(|d| [d, to - from - d]);
            inner.chain([0, to - from]).map(|d| from + d).collect::<Vec<_>>()
        };
        for x in rows(0) {
            for y in rows(1) {
                let inner = [(x, 0), (y, 1)]
                    .iter()
                    .all(|(v, axis)| *v != space.from[*axis] + 1 && *v != space.to[*axis] - 1);
                if !inner {
                    plan.set(x - at.0, y - at.1, Part::Wall);
                }
            }
        }
    }

    /// A corridor from a square to the next one along an axis, with a door at each room.
    fn corridor(&self, plan: &mut Plan, at: (i64, i64), square: [i64; 2], axis: usize) {
        let (a, b) = (self.doors(square), self.doors(next(square, axis)));
        let across = 1 - axis;
        let bits = self.hash(square, 6 + axis as u64);
        let pick = |bits: u64, low: i64, high: i64| low + (bits % (high - low + 1) as u64) as i64;
        let (low, high) = (a.from[across].max(b.from[across]), a.to[across].min(b.to[across]));
        let (leave, enter) = if low <= high {
            let both = pick(bits, low, high);
            (both, both)
        } else {
            let leave = pick(bits, a.from[across], a.to[across]);
            (leave, pick(bits >> 20, b.from[across], b.to[across]))
        };
        let bend = self.start(axis, square[axis] + 1) - ((bits >> 40) & 1) as i64;
        let mut set = |along: i64, side: i64, part: Part| {
            let (x, y) = if axis == 0 { (along, side) } else { (side, along) };
            plan.set(x - at.0, y - at.1, part);
        };
        let (first, last) = (a.to[axis] + 1, b.from[axis] - 1);
        for along in first..=last {
            let is_door = (along == first && a.is_room) || (along == last && b.is_room);
            let part = if is_door { Part::Door } else { Part::Corridor };
            if along <= bend {
                set(along, leave, part);
            }
            if along >= bend {
                set(along, enter, part);
            }
        }
        for side in leave.min(enter)..=leave.max(enter) {
            set(bend, side, Part::Corridor);
        }
    }
}

/// The next square along an axis.
fn next(mut square: [i64; 2], axis: usize) -> [i64; 2] {
    square[axis] += 1;
    square
}
