//! Adjacency: a tile set compiled to dense numbers, which is all the solver knows about it.

use crate::sides::Sides;
use crate::{CellShape, Error};

/// The most tiles of one set, after turning and mirroring.
pub const MAX_TILES: usize = 4096;

/// The greatest weight of a tile.
pub const MAX_WEIGHT: u32 = 1_000_000;

/// Which tiles may be neighbours, and how often each is chosen.
///
/// ```
/// use mapkiln_tiles::{Adjacency, CellShape};
/// // Two tiles that alternate like a chessboard.
/// let rules = Adjacency::new(CellShape::Square, vec![1, 1], |_, a, b| a != b).unwrap();
/// assert!(rules.allows(0, 0, 1) && !rules.allows(0, 1, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjacency {
    sides: Sides,
    words: usize,
    weights: Vec<u32>,
    allowed: Vec<u64>,
}

impl Adjacency {
    /// Adjacency from a function: may `b` lie on this side of `a`?
    ///
    /// A pair is allowed only if both directions agree: `b` on a side of `a`, and `a` on the opposite
    /// side of `b`. Complexity: sides × tiles squared.
    pub fn new(
        shape: CellShape,
        weights: Vec<u32>,
        allows: impl Fn(usize, usize, usize) -> bool,
    ) -> Result<Self, Error> {
        Adjacency::with_sides(Sides::Grid(shape), weights, allows)
    }

    /// Rules of a mesh or a graph whose cells have up to `sides` sides: may side `s` of `a` touch side
    /// `t` of `b`, as `allows(s, t, a, b)`?
    ///
    /// ```
    /// use mapkiln_tiles::Adjacency;
    /// // Neighbours in a graph have different colours, whatever side they touch with.
    /// let rules = Adjacency::on_mesh(3, vec![1; 4], |_, _, a, b| a != b).unwrap();
    /// assert_eq!(rules.tiles(), 4);
    /// ```
    pub fn on_mesh(
        sides: usize,
        weights: Vec<u32>,
        allows: impl Fn(usize, usize, usize, usize) -> bool,
    ) -> Result<Self, Error> {
        if sides == 0 || sides > crate::MAX_SIDES {
            let reason = format!("its cells have {sides} sides; give 1 to {}", crate::MAX_SIDES);
            return Err(Error::Mesh { reason });
        }
        let of_mesh = Sides::Mesh(sides as u8);
        Adjacency::with_sides(of_mesh, weights, |side, a, b| {
            allows(of_mesh.own(side), of_mesh.back(side), a, b)
        })
    }

    fn with_sides(
        sides: Sides,
        weights: Vec<u32>,
        allows: impl Fn(usize, usize, usize) -> bool,
    ) -> Result<Self, Error> {
        let tiles = weights.len();
        if tiles == 0 || tiles > MAX_TILES {
            return Err(Error::TileCount { tiles, most: MAX_TILES });
        }
        let words = tiles.div_ceil(64);
        let allowed = vec![0; sides.count() * tiles * words];
        let mut rules = Adjacency { sides, words, weights, allowed };
        for side in 0..sides.count() {
            let opposite = sides.facing(side);
            for a in 0..tiles {
                for b in 0..tiles {
                    if allows(side, a, b) && allows(opposite, b, a) {
                        rules.allowed[(side * tiles + a) * words + b / 64] |= 1 << (b % 64);
                    }
                }
            }
        }
        Ok(rules)
    }

    /// The sides of the cells.
    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// The shape of the cells; a mesh counts as squares.
    pub fn shape(&self) -> CellShape {
        match self.sides {
            Sides::Grid(shape) => shape,
            Sides::Mesh(_) => CellShape::Square,
        }
    }

    /// Number of tiles.
    #[inline]
    pub fn tiles(&self) -> usize {
        self.weights.len()
    }

    /// The number of 64-bit words in a set of tiles.
    #[inline]
    pub fn words(&self) -> usize {
        self.words
    }

    /// The weights, one per tile.
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }

    /// The same rules with new weights; surplus weights are ignored, missing ones keep their value.
    pub fn with_weights(mut self, weights: &[u32]) -> Self {
        for (mine, &new) in self.weights.iter_mut().zip(weights) {
            *mine = new;
        }
        self
    }

    /// A set of tiles as bits, as [`Propagator`](crate::Propagator) and [`Domains`](crate::Domains) take it; numbers
    /// that are no tile are left out.
    pub fn set(&self, tiles: impl IntoIterator<Item = usize>) -> Vec<u64> {
        bits::of(self.words, tiles.into_iter().filter(|&tile| tile < self.tiles()))
    }

    /// The tiles that may lie on a side of a tile, as bits.
    #[inline]
    pub fn beside(&self, side: usize, tile: usize) -> &[u64] {
        let start = (side * self.tiles() + tile) * self.words;
        &self.allowed[start..start + self.words]
    }

    /// May `b` lie on this side of `a`?
    #[inline]
    pub fn allows(&self, side: usize, a: usize, b: usize) -> bool {
        bits::has(self.beside(side, a), b)
    }
}

/// Sets of small numbers as words of 64 bits.
pub(crate) mod bits {
    pub(crate) fn full(count: usize) -> Vec<u64> {
        let mut words = vec![!0; count.div_ceil(64)];
        if let Some(last) = words.last_mut()
            && !count.is_multiple_of(64)
        {
            *last = (1 << (count % 64)) - 1;
        }
        words
    }

    pub(crate) fn of(words: usize, members: impl IntoIterator<Item = usize>) -> Vec<u64> {
        let mut set = vec![0; words];
        for member in members {
            set[member / 64] |= 1 << (member % 64);
        }
        set
    }

    #[inline]
    pub(crate) fn has(set: &[u64], member: usize) -> bool {
        set[member / 64] >> (member % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn count(set: &[u64]) -> u32 {
        set.iter().map(|w| w.count_ones()).sum()
    }

    #[inline]
    pub(crate) fn is_empty(set: &[u64]) -> bool {
        set.iter().all(|&w| w == 0)
    }

    /// Do they share a member?
    #[inline]
    pub(crate) fn meet(a: &[u64], b: &[u64]) -> bool {
        a.iter().zip(b).any(|(a, b)| a & b != 0)
    }

    /// Is every member of `a` in `b`?
    #[inline]
    pub(crate) fn within(a: &[u64], b: &[u64]) -> bool {
        a.iter().zip(b).all(|(a, b)| a & !b == 0)
    }

    pub(crate) fn not(set: &[u64]) -> Vec<u64> {
        set.iter().map(|w| !w).collect()
    }

    pub(crate) fn or(into: &mut [u64], set: &[u64]) {
        for (a, b) in into.iter_mut().zip(set) {
            *a |= b;
        }
    }

    #[inline]
    pub(crate) fn iter(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
        set.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    i * 64 + bit
                })
            })
        })
    }
}
