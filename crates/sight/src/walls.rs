//! What blocks sight: one bit per cell, by row and by column.

use mapkiln_core::{Grid, Point, Rect};
use mapkiln_maps::floor::Floor;

/// The cells that block sight.
///
/// Every cell is stored twice, in rows and in columns, because shadow casting reads runs of cells
/// along both. Everything outside the map blocks sight.
///
/// ```
/// use mapkiln_core::Point;
/// use mapkiln_sight::Walls;
/// let walls = Walls::from_text("....\n.##.\n....");
/// assert!(walls.blocks(Point::new(1, 1)) && !walls.blocks(Point::new(0, 1)));
/// assert!(walls.blocks(Point::new(-1, 0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walls {
    width: i32,
    height: i32,
    rows: Lines,
    columns: Lines,
}

impl Walls {
    /// A map without walls.
    pub fn open(width: i32, height: i32) -> Self {
        let (width, height) = (width.max(0), height.max(0));
        Walls { width, height, rows: Lines::open(width, height), columns: Lines::open(height, width) }
    }

    /// The true cells of a grid.
    pub fn from_grid(grid: &Grid<bool>) -> Self {
        let mut walls = Walls::open(grid.width(), grid.height());
        for (p, &wall) in grid.iter() {
            if wall {
                walls.set(p, true);
            }
        }
        walls
    }

    /// What blocks sight on a floor with every door shut.
    pub fn from_floor(floor: &Floor) -> Self {
        Walls::from_grid(&floor.opaque())
    }

    /// A map drawn with characters, one line per row: `#` is a wall; short rows end in open cells.
    pub fn from_text(text: &str) -> Self {
        let height = text.lines().count() as i32;
        let width = text.lines().map(|l| l.chars().count()).max().unwrap_or(0) as i32;
        let mut walls = Walls::open(width, height);
        for (y, line) in text.lines().enumerate() {
            for (x, c) in line.chars().enumerate() {
                walls.set(Point::new(x as i32, y as i32), c == '#');
            }
        }
        walls
    }

    /// Columns.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// The rectangle of the map.
    pub fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// Does the cell block sight? So does everything outside.
    #[inline]
    pub fn blocks(&self, p: Point) -> bool {
        !self.bounds().contains(p) || self.rows.is_wall(p.y, p.x)
    }

    /// Builds or removes a wall, such as a door that shuts or opens; does nothing outside.
    pub fn set(&mut self, p: Point, wall: bool) {
        if self.bounds().contains(p) {
            self.rows.set(p.y, p.x, wall);
            self.columns.set(p.x, p.y, wall);
        }
    }

    /// The walls as a grid.
    pub fn to_grid(&self) -> Grid<bool> {
        Grid::from_fn(self.width, self.height, |p| self.blocks(p))
    }

    /// Rows (`false`) or columns (`true`) as lines of bits.
    pub(crate) fn lines(&self, columns: bool) -> &Lines {
        if columns { &self.columns } else { &self.rows }
    }

    /// Does an open cell see another open cell, whatever the distance?
    ///
    /// The rule behind [`Shadowcast`](crate::Shadowcast), for one pair: walk from centre to centre
    /// along the longer axis; in each line of cells between, sight is blocked if it passes through a
    /// wall or exactly between two walls, but not if it only touches the border of one wall. The rule
    /// is the same from both ends, so sight is symmetric. The cells at both ends do not matter.
    /// O(distance).
    pub fn clear_between(&self, a: Point, b: Point) -> bool {
        crossings(a, b).all(|(p, q)| !(self.blocks(p) && self.blocks(q)))
    }
}

/// The cells on the line from one cell's centre to another's, one step along the longer axis at a
/// time: a pair of equal cells, or the two that the line passes between.
///
/// From the other end the same pairs come in reverse order.
pub(crate) fn crossings(a: Point, b: Point) -> impl Iterator<Item = (Point, Point)> {
    let d = b - a;
    let steep = d.y.abs() > d.x.abs();
    let (long, short) =
        if steep { (i64::from(d.y), i64::from(d.x)) } else { (i64::from(d.x), i64::from(d.y)) };
    let n = long.abs();
    let sign = long.signum() as i32;
    (1..n).map(move |k| {
        // The position on the short axis is short * k / n; cells are half-open ranges of width 1.
        let twice = 2 * short * k + n;
        let high = twice.div_euclid(2 * n) as i32;
        let low = if twice.rem_euclid(2 * n) == 0 { high - 1 } else { high };
        let k = k as i32 * sign;
        if steep {
            (a + Point::new(low, k), a + Point::new(high, k))
        } else {
            (a + Point::new(k, low), a + Point::new(k, high))
        }
    })
}

/// Lines of bits with a word of walls before each and two after it, and a line of walls before the
/// first and after the last, so that a step over the border meets a wall and stays within the array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    stride: usize,
    words: Vec<u64>,
}

impl Lines {
    fn open(length: i32, count: i32) -> Self {
        let stride = (length as usize).div_ceil(64) + 3;
        let mut words = vec![u64::MAX; stride * (count as usize + 2)];
        for line in words.chunks_exact_mut(stride).skip(1).take(count as usize) {
            for x in 0..length as usize {
                line[1 + x / 64] &= !(1 << (x % 64));
            }
        }
        Lines { stride, words }
    }

    fn set(&mut self, line: i32, x: i32, wall: bool) {
        let word = (line as usize + 1) * self.stride + 1 + (x >> 6) as usize;
        if wall {
            self.words[word] |= 1 << (x & 63);
        } else {
            self.words[word] &= !(1 << (x & 63));
        }
    }

    #[inline]
    fn is_wall(&self, line: i32, x: i32) -> bool {
        self.words[(line + 1) as usize * self.stride + 1 + (x >> 6) as usize] >> (x & 63) & 1 == 1
    }

    /// The words of one line; the cell `x` is bit `(x + 64) % 64` of word `(x + 64) / 64`.
    #[inline]
    pub(crate) fn line(&self, line: i32) -> &[u64] {
        let start = (line + 1) as usize * self.stride;
        &self.words[start..start + self.stride]
    }

    /// 64 cells from `x` on, of `line` and of those that follow in steps of `sign`, up to the first
    /// outside the map, which is all wall. `x` may be up to 64 before the first cell and must not be
    /// after the last.
    #[inline]
    pub(crate) fn around(&self, line: i32, sign: i32, x: i32, into: &mut [u64]) {
        let (word, shift) = ((x + 64) as usize >> 6, (x & 63) as u32);
        let mut at = (line + 1) as usize * self.stride + word;
        let step = (self.stride as isize) * sign as isize;
        for cells in into {
            let Some([a, b]) = self.words.get(at..at.wrapping_add(2)) else { return };
            *cells = a >> shift | b << 1 << (63 - shift);
            at = at.wrapping_add_signed(step);
        }
    }

    /// All words, with the border; see [`bit_of`](Lines::bit_of).
    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// The index of a cell's bit among all bits; also for cells just outside the border.
    #[inline]
    pub(crate) fn bit_of(&self, line: i32, x: i32) -> usize {
        (((line + 1) as usize * self.stride + 1) << 6).wrapping_add_signed(x as isize)
    }

    /// The number of bits from a cell to the one below it.
    #[inline]
    pub(crate) fn pitch(&self) -> isize {
        (self.stride << 6) as isize
    }
}
