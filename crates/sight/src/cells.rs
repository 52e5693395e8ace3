//! Sets of cells, one bit each.

use mapkiln_core::{Point, Rect};

/// A set of cells within a rectangle, 64 cells per word.
///
/// Words begin at columns that are multiples of 64 wherever the rectangle lies, so sets with
/// different rectangles can be combined word by word.
///
/// ```
/// use mapkiln_core::{Point, Rect};
/// use mapkiln_sight::CellSet;
/// let mut set = CellSet::new(Rect::new(-3, 0, 10, 4));
/// set.insert(Point::new(-1, 2));
/// assert!(set.contains(Point::new(-1, 2)));
/// assert!(!set.insert(Point::new(99, 2))); // outside the rectangle
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Point::new(-1, 2)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct CellSet {
    bounds: Rect,
    first_word: i32,
    stride: usize,
    words: Vec<u64>,
}

impl CellSet {
    /// The empty set of cells of a rectangle.
    pub fn new(bounds: Rect) -> Self {
        let mut set = CellSet::default();
        set.reset(bounds);
        set
    }

    /// Empties the set and gives it another rectangle, keeping its memory.
    pub fn reset(&mut self, bounds: Rect) {
        let bounds = Rect::new(bounds.x, bounds.y, bounds.width.max(0), bounds.height.max(0));
        self.bounds = bounds;
        self.first_word = bounds.x >> 6;
        self.stride =
            if bounds.width == 0 { 0 } else { (((bounds.right() - 1) >> 6) - self.first_word + 1) as usize };
        self.words.clear();
        self.words.resize(self.stride * bounds.height as usize, 0);
    }

    /// The rectangle that contains all cells of the set.
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    /// Is the cell in the set?
    #[inline]
    pub fn contains(&self, p: Point) -> bool {
        self.bounds.contains(p) && self.words[self.word_of(p)] >> (p.x & 63) & 1 == 1
    }

    /// Adds a cell; false if it lies outside the rectangle.
    #[inline]
    pub fn insert(&mut self, p: Point) -> bool {
        let inside = self.bounds.contains(p);
        if inside {
            let word = self.word_of(p);
            self.words[word] |= 1 << (p.x & 63);
        }
        inside
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, p: Point) {
        if self.bounds.contains(p) {
            let word = self.word_of(p);
            self.words[word] &= !(1 << (p.x & 63));
        }
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Is it empty?
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// The cells, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        (self.bounds.y..self.bounds.bottom()).flat_map(move |y| {
            let row = self.line(y);
            row.iter().enumerate().flat_map(move |(i, &word)| {
                let x = (self.first_word + i as i32) << 6;
                Bits(word).map(move |bit| Point::new(x + bit, y))
            })
        })
    }

    /// Keeps only the cells for which `keep` holds.
    pub fn retain(&mut self, mut keep: impl FnMut(Point) -> bool) {
        for y in self.bounds.y..self.bounds.bottom() {
            let start = (y - self.bounds.y) as usize * self.stride;
            for i in 0..self.stride {
                let x = (self.first_word + i as i32) << 6;
                for bit in Bits(self.words[start + i]) {
                    if !keep(Point::new(x + bit, y)) {
                        self.words[start + i] &= !(1 << bit);
                    }
                }
            }
        }
    }

    /// Adds every cell of the other set that lies in this one's rectangle.
    pub fn union_with(&mut self, other: &CellSet) {
        self.combine(other, |mine, theirs| mine | theirs);
        self.trim();
    }

    /// The cells of this set that are not in the other.
    pub fn minus(&self, other: &CellSet) -> CellSet {
        let mut rest = self.clone();
        rest.combine(other, |mine, theirs| mine & !theirs);
        rest
    }

    /// Changes the words that both sets have.
    fn combine(&mut self, other: &CellSet, f: impl Fn(u64, u64) -> u64) {
        let top = self.bounds.y.max(other.bounds.y);
        let bottom = self.bounds.bottom().min(other.bounds.bottom());
        let first = self.first_word.max(other.first_word);
        let end = (self.first_word + self.stride as i32).min(other.first_word + other.stride as i32);
        for y in top..bottom {
            for w in first..end {
                let mine = (y - self.bounds.y) as usize * self.stride + (w - self.first_word) as usize;
                let theirs = (y - other.bounds.y) as usize * other.stride + (w - other.first_word) as usize;
                self.words[mine] = f(self.words[mine], other.words[theirs]);
            }
        }
    }

    /// Clears the bits of the outer words that lie outside the rectangle.
    fn trim(&mut self) {
        if self.stride == 0 {
            return;
        }
        let low = u64::MAX << (self.bounds.x & 63);
        let high = u64::MAX >> (63 - ((self.bounds.right() - 1) & 63));
        for row in self.words.chunks_exact_mut(self.stride) {
            row[0] &= low;
            row[self.stride - 1] &= high;
        }
    }

    #[inline]
    fn word_of(&self, p: Point) -> usize {
        (p.y - self.bounds.y) as usize * self.stride + ((p.x >> 6) - self.first_word) as usize
    }

    /// The words of one row.
    #[inline]
    fn line(&self, y: i32) -> &[u64] {
        let start = (y - self.bounds.y) as usize * self.stride;
        &self.words[start..start + self.stride]
    }

    /// Adds the cells `low..=high` of a row; all of them must be inside.
    #[inline]
    pub(crate) fn insert_run(&mut self, y: i32, low: i32, high: i32) {
        let start = (y - self.bounds.y) as usize * self.stride;
        let (first, last) =
            (((low >> 6) - self.first_word) as usize, ((high >> 6) - self.first_word) as usize);
        let row = &mut self.words[start..start + self.stride];
        let (from, to) = (u64::MAX << (low & 63), u64::MAX >> (63 - (high & 63)));
        if first == last {
            row[first] |= from & to;
        } else {
            row[first] |= from;
            row[last] |= to;
            for word in &mut row[first + 1..last] {
                *word = u64::MAX;
            }
        }
    }

    /// 64 cells of a row from column `x` on, the first in the lowest bit; `x` must be inside.
    #[inline]
    pub(crate) fn load(&self, y: i32, x: i32) -> u64 {
        let row = self.line(y);
        let word =
            |w: i32| usize::try_from(w - self.first_word).ok().and_then(|i| row.get(i)).map_or(0, |w| *w);
        let shift = x & 63;
        let low = word(x >> 6) >> shift;
        if shift == 0 { low } else { low | word((x >> 6) + 1) << (64 - shift) }
    }

    /// Adds 64 cells of a row from column `x` on; bits outside the rectangle must be zero.
    #[inline]
    pub(crate) fn store(&mut self, y: i32, x: i32, bits: u64) {
        let start = (y - self.bounds.y) as usize * self.stride;
        let row = &mut self.words[start..start + self.stride];
        let word = ((x >> 6) - self.first_word) as usize;
        let shift = x & 63;
        row[word] |= bits << shift;
        if shift != 0 && bits >> (64 - shift) != 0 {
            row[word + 1] |= bits >> (64 - shift);
        }
    }
}

/// Two sets are equal if they contain the same cells, whatever their rectangles.
impl PartialEq for CellSet {
    fn eq(&self, other: &CellSet) -> bool {
        self.minus(other).is_empty() && other.minus(self).is_empty()
    }
}

impl Eq for CellSet {}

/// The positions of the ones in a word.
struct Bits(u64);

impl Iterator for Bits {
    type Item = i32;

    fn next(&mut self) -> Option<i32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as i32;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// Transposes a block of 64 by 64 bits: bit `j` of word `i` becomes bit `i` of word `j`.
///
/// Six rounds swap ever smaller quarters (Hacker's Delight, section 7-3).
pub(crate) fn transpose(block: &mut [u64; 64]) {
    swap_quarters::<32>(block, 0x0000_0000_ffff_ffff);
    swap_quarters::<16>(block, 0x0000_ffff_0000_ffff);
    swap_quarters::<8>(block, 0x00ff_00ff_00ff_00ff);
    swap_quarters::<4>(block, 0x0f0f_0f0f_0f0f_0f0f);
    swap_quarters::<2>(block, 0x3333_3333_3333_3333);
    swap_quarters::<1>(block, 0x5555_5555_5555_5555);
}

/// One round: squares of twice the width swap their upper right and lower left quarters.
#[inline(always)]
fn swap_quarters<const WIDTH: usize>(block: &mut [u64; 64], mask: u64) {
    for square in block.chunks_exact_mut(2 * WIDTH) {
        let (upper, lower) = square.split_at_mut(WIDTH);
        for (upper, lower) in upper.iter_mut().zip(lower) {
            let swap = (*upper >> WIDTH ^ *lower) & mask;
            *upper ^= swap << WIDTH;
            *lower ^= swap;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::Seed;
    use std::collections::BTreeSet;

    #[test]
    fn behaves_like_a_set_of_points() {
        let mut stream = Seed::from("cells").stream("test", 0);
        for _ in 0..200 {
            let mut rect =
                || Rect::new(stream.between(-90, 90), stream.between(-9, 9), stream.between(0, 150), 7);
            let (ra, rb) = (rect(), rect());
            let (mut a, mut b) = (CellSet::new(ra), CellSet::new(rb));
            let (mut pa, mut pb) = (BTreeSet::new(), BTreeSet::new());
            for _ in 0..200 {
                let p = Point::new(stream.between(-100, 250), stream.between(-10, 18));
                if a.insert(p) {
                    pa.insert((p.y, p.x));
                }
                if b.insert(p) {
                    pb.insert((p.y, p.x));
                }
            }
            let list = |s: &CellSet| s.iter().map(|p| (p.y, p.x)).collect::<Vec<_>>();
            assert_eq!(list(&a), pa.iter().copied().collect::<Vec<_>>());
            assert_eq!(a.len(), pa.len());
            assert_eq!(list(&a.minus(&b)), pa.difference(&pb).copied().collect::<Vec<_>>());
            let mut both = a.clone();
            both.union_with(&b);
            let inside = |&(y, x): &(i32, i32)| ra.contains(Point::new(x, y));
            assert_eq!(list(&both), pa.union(&pb).copied().filter(inside).collect::<Vec<_>>());
            a.retain(|p| p.x % 2 == 0);
            assert_eq!(list(&a), pa.iter().copied().filter(|(_, x)| x % 2 == 0).collect::<Vec<_>>());
        }
    }

    #[test]
    fn transposing_mirrors_every_bit() {
        let mut stream = Seed::from("mirror").stream("test", 0);
        let block: [u64; 64] = std::array::from_fn(|_| stream.word());
        let mut mirrored = block;
        transpose(&mut mirrored);
        for (i, row) in block.iter().enumerate() {
            for (j, column) in mirrored.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1);
            }
        }
    }
}
