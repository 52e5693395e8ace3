//! Sets of kinds or of marks, one bit each.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// Words of a set.
const WORDS: usize = 4;

/// A set of up to 256 kinds or marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Set([u64; WORDS]);

impl Set {
    /// How many members a set can have.
    pub(crate) const CAPACITY: usize = 64 * WORDS;
    /// The set of nothing.
    pub(crate) const EMPTY: Set = Set([0; WORDS]);
    /// The set of everything.
    pub(crate) const ALL: Set = Set([u64::MAX; WORDS]);

    /// The set of one.
    pub(crate) fn one(member: usize) -> Set {
        let mut set = Set::EMPTY;
        set.add(member as u8);
        set
    }

    /// The set of the first `count`.
    pub(crate) fn first(count: usize) -> Set {
        (0..count.min(Set::CAPACITY)).fold(Set::EMPTY, |set, member| set | Set::one(member))
    }

    #[inline]
    pub(crate) fn has(&self, member: u8) -> bool {
        self.0[usize::from(member >> 6)] >> (member & 63) & 1 == 1
    }

    pub(crate) fn add(&mut self, member: u8) {
        self.0[usize::from(member >> 6)] |= 1 << (member & 63);
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Set::EMPTY
    }

    /// Have they a member in common?
    pub(crate) fn meets(self, other: Set) -> bool {
        !(self & other).is_empty()
    }

    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

impl BitAnd for Set {
    type Output = Set;
    fn bitand(mut self, other: Set) -> Set {
        self &= other;
        self
    }
}

impl BitOr for Set {
    type Output = Set;
    fn bitor(mut self, other: Set) -> Set {
        self |= other;
        self
    }
}

impl BitAndAssign for Set {
    fn bitand_assign(&mut self, other: Set) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
    }
}

impl BitOrAssign for Set {
    fn bitor_assign(&mut self, other: Set) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
    }
}

impl Not for Set {
    type Output = Set;
    fn not(self) -> Set {
        Set(self.0.map(|word| !word))
    }
}
