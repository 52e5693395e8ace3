//! Beams of sight: the slopes between two edges, and how walls split them.

/// No look reaches further: up to here fixed-point slopes give the same decisions as fractions.
pub(crate) const FURTHEST: i32 = 1 << 18;

/// The cells that a beam of up to 62 cells sees in a line: those whose centre it contains, and the
/// walls that it meets.
///
/// `around` has the walls starting with the cell before the beam, so that the neighbours of its ends
/// are included.
#[inline(always)]
pub(crate) fn seen_in(around: u64, beam: &Beam, low: i32, width: i32) -> (i32, i32) {
    let walls = around >> 1;
    let high = low + width - 1;
    // At each end at most one cell is met without its centre: it is seen only if it is a wall.
    let from = low + i32::from((low < beam.left.first_centre()) & (walls & 1 == 0));
    let to = high - i32::from((high > beam.right.last_centre()) & (walls >> (width - 1) & 1 == 0));
    (from, to)
}

/// Passes such a beam through the line: shrinks it to its last piece, pushes the other pieces onto the
/// stack, and returns whether anything is left. `cell` is the width of a cell in slopes.
#[inline(always)]
pub(crate) fn cut(
    around: u64,
    cell: i64,
    rest: &mut Vec<Beam>,
    beam: &mut Beam,
    low: i32,
    width: i32,
) -> bool {
    let all = (1u64 << width) - 1;
    let mut open = !(around >> 1) & all;
    if open == all {
        return true;
    }
    // A beam may continue along the border between a wall at its end and the open cell beyond: rare,
    // so both ends share one branch.
    let along_left = (around & 3 == 2) & beam.left.is_between();
    let along_right = (around >> width & 3 == 1) & beam.right.is_between();
    if along_left | along_right {
        return cut_along(open, cell, rest, beam, low, width, [along_left, along_right]);
    }
    while open != 0 {
        let piece = first_piece(&mut open, cell, beam, low, width);
        if open == 0 {
            *beam = piece;
            return true;
        }
        rest.push(piece);
    }
    false
}

/// The rest of [`cut`] for a beam that continues along a border at one or both of its ends.
#[cold]
#[inline(never)]
fn cut_along(
    mut open: u64,
    cell: i64,
    rest: &mut Vec<Beam>,
    beam: &mut Beam,
    low: i32,
    width: i32,
    [left, right]: [bool; 2],
) -> bool {
    let mut pieces = Pieces { rest, last: None };
    if left {
        pieces.add(Beam { right: beam.left, ..*beam });
    }
    while open != 0 {
        pieces.add(first_piece(&mut open, cell, beam, low, width));
    }
    if right {
        pieces.add(Beam { left: beam.right, ..*beam });
    }
    pieces.leave(beam)
}

/// The piece of a beam in the first run of open cells, which is removed from `open`.
#[inline(always)]
fn first_piece(open: &mut u64, cell: i64, beam: &Beam, low: i32, width: i32) -> Beam {
    let start = open.trailing_zeros() as i32;
    let end = start + (!(*open >> start)).trailing_zeros() as i32;
    *open &= u64::MAX << end;
    let left = if start == 0 { beam.left } else { border(cell, low + start) };
    let right = if end == width { beam.right } else { border(cell, low + end) };
    Beam { left, right, k: beam.k }
}

/// The slope of the border before cell `c` of a line whose cells have this width in slopes.
#[inline]
pub(crate) fn border(cell: i64, c: i32) -> Edge {
    let twice = i64::from(2 * c - 1);
    let step = ((i128::from(twice) * i128::from(cell)) >> (62 - FRACTION)) as i64;
    // Shifted half a cell to the east, as all places are: before cell `c` that is `c`.
    Edge { place: i64::from(c) << FRACTION, step }
}

/// The pieces of a beam: the last is followed at once, the others wait on the stack.
pub(crate) struct Pieces<'a> {
    pub(crate) rest: &'a mut Vec<Beam>,
    pub(crate) last: Option<Beam>,
}

impl Pieces<'_> {
    #[inline]
    pub(crate) fn add(&mut self, piece: Beam) {
        self.rest.extend(self.last.replace(piece));
    }

    /// Replaces the beam by its last piece; false if there is none.
    #[inline]
    pub(crate) fn leave(self, beam: &mut Beam) -> bool {
        *beam = self.last.unwrap_or(*beam);
        self.last.is_some()
    }
}

/// The slopes between two edges, both included, as they meet line `k`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beam {
    pub(crate) left: Edge,
    pub(crate) right: Edge,
    pub(crate) k: i32,
}

impl Beam {
    /// Advances to the next line.
    #[inline]
    pub(crate) fn advance(&mut self) {
        self.left.place += self.left.step;
        self.right.place += self.right.step;
        self.k += 1;
    }
}

/// A slope, and where it meets the current line: both in units of 2⁻⁴⁰ cells, with the place shifted
/// half a cell to the east, so that cells begin at integers and centres lie at halves.
///
/// The slope is that of the border of a cell in some line `k`, an odd number over 2 `k`. So a place in
/// another line lies exactly on a border or a centre, or at least 1 / 2 `k` away from it: 2⁻¹⁹ for the
/// longest look. The rounding errors of all additions on the way there sum to less than 2⁻²¹, so
/// whatever is nearer than 2⁻²⁰ is exactly there: no decision differs from that of fractions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    place: i64,
    step: i64,
}

const FRACTION: u32 = 40;
const HALF: i64 = 1 << (FRACTION - 1);
const NEAR: i64 = 1 << (FRACTION - 20);

impl Edge {
    /// The diagonal, at the observer.
    pub(crate) fn diagonal(step: i64) -> Self {
        Edge { place: HALF, step: step << FRACTION }
    }

    /// Exactly between two cells?
    #[inline]
    pub(crate) fn is_between(&self) -> bool {
        self.first_met() != self.last_met()
    }

    /// The first cell with its centre here or to the right.
    #[inline]
    pub(crate) fn first_centre(&self) -> i32 {
        ((self.place + HALF - NEAR) >> FRACTION) as i32
    }

    /// The last cell with its centre here or to the left.
    #[inline]
    pub(crate) fn last_centre(&self) -> i32 {
        ((self.place - HALF + NEAR) >> FRACTION) as i32
    }

    /// The first cell with some of its inside to the right.
    #[inline]
    pub(crate) fn first_met(&self) -> i32 {
        ((self.place + NEAR) >> FRACTION) as i32
    }

    /// The last cell with some of its inside to the left.
    #[inline]
    pub(crate) fn last_met(&self) -> i32 {
        ((self.place - NEAR) >> FRACTION) as i32
    }
}
