//! The store for up to 128 tiles: one mask per cell, neighbours by table.
//!
//! A cell's options are the bits of a word. The options of its neighbour on a side are the union of
//! what its own options allow there, found by one table lookup per byte of the mask. This is arc
//! consistency (Mackworth, *Consistency in networks of relations*, 1977) on whole domains at a time.
//! Complexity: a cell is revisited only after a neighbour lost options, so a map takes time linear in
//! its cells times the number of times a domain shrinks.

use std::ops::{BitAnd, BitOr};
use std::sync::Arc;

use super::wave::{Cause, Wave};
use crate::rules::bits;
use crate::sides::Sides;
use crate::topology::NONE;
use crate::{Adjacency, Topology};

/// A mask: as narrow as the number of tiles allows, for the cache.
pub(crate) trait Mask: Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// The mask as words of 64 bits.
    type Words: AsRef<[u64]>;
    const EMPTY: Self;
    /// Is visiting a cell so expensive that it pays to check first whether it is needed?
    const IS_WIDE: bool;
    fn from_words(words: &[u64]) -> Self;
    fn words(self) -> Self::Words;
    /// The bits from 8 × `place` on.
    fn byte(self, place: usize) -> usize;
    fn count(self) -> u32;
    fn is_single(self) -> bool;
}

macro_rules! mask {
    ($number:ty, $words:literal, $from:expr, $into:expr) => {
        impl Mask for $number {
            type Words = [u64; $words];
            const EMPTY: Self = 0;
            const IS_WIDE: bool = $words > 1;
            #[inline]
            fn from_words(words: &[u64]) -> Self {
                $from(words)
            }
            #[inline]
            fn words(self) -> Self::Words {
                $into(self)
            }
            #[inline]
            fn byte(self, place: usize) -> usize {
                (self >> (8 * place)) as usize & 255
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn is_single(self) -> bool {
                self & self.wrapping_sub(1) == 0
            }
        }
    };
}
mask!(u32, 1, |words: &[u64]| words[0] as u32, |mask| [u64::from(mask)]);
mask!(u64, 1, |words: &[u64]| words[0], |mask| [mask]);
mask!(
    u128,
    2,
    |words: &[u64]| u128::from(words[0]) | words.get(1).map_or(0, |&w| u128::from(w) << 64),
    |mask: u128| [mask as u64, (mask >> 64) as u64]
);

/// For each side and each byte of a mask, what the bits of that byte allow on that side.
#[derive(Debug)]
pub(crate) struct MaskTables<M> {
    sides: Sides,
    full: M,
    bytes: usize,
    tables: Vec<[M; 256]>,
}

impl<M: Mask> MaskTables<M> {
    pub(crate) fn new(rules: &Adjacency) -> Self {
        let bytes = rules.tiles().div_ceil(8);
        let mut tables = vec![[M::EMPTY; 256]; rules.sides().count() * bytes];
        for (index, table) in tables.iter_mut().enumerate() {
            let (side, byte) = (index / bytes, index % bytes);
            for value in 1..256usize {
                let tile = byte * 8 + value.trailing_zeros() as usize;
                let lowest =
                    if tile < rules.tiles() { M::from_words(rules.beside(side, tile)) } else { M::EMPTY };
                table[value] = table[value & (value - 1)] | lowest;
            }
        }
        let full = M::from_words(&bits::full(rules.tiles()));
        MaskTables { sides: rules.sides(), full, bytes, tables }
    }
}

/// The cell is in the queue.
const QUEUED: u8 = 1;
/// The cell is among those touched.
const TOUCHED: u8 = 2;

#[derive(Clone, Copy)]
struct Entry<M> {
    old: M,
    cell: u32,
    cause: Cause,
}

#[derive(Clone)]
pub(crate) struct Masks<M> {
    tables: Arc<MaskTables<M>>,
    topology: Arc<Topology>,
    masks: Vec<M>,
    root: Vec<M>,
    trail: Vec<Entry<M>>,
    /// First in, first out: by its turn a cell has lost options to several neighbours at once, so
    /// cells are visited less often than last in, first out.
    queue: Vec<u32>,
    /// The cells before this one have been visited.
    head: usize,
    /// For each cell, whether it is queued and whether it was touched; in one byte, for the cache.
    notes: Vec<u8>,
    touched: Vec<u32>,
    conflict: Option<u32>,
}

impl<M: Mask> Masks<M> {
    pub(crate) fn new(tables: Arc<MaskTables<M>>, topology: Arc<Topology>, options: Option<&[u64]>) -> Self {
        let cells = topology.cells();
        let first = options.map_or(tables.full, |options| tables.full & M::from_words(options));
        let mut masks = Masks {
            masks: vec![first; cells],
            root: Vec::new(),
            trail: Vec::new(),
            queue: Vec::new(),
            head: 0,
            notes: vec![0; cells],
            touched: Vec::new(),
            conflict: (first == M::EMPTY).then_some(0),
            tables,
            topology,
        };
        // A tile that allows no neighbour on some side cannot be placed where there is one. If full
        // domains allow full domains, there is no such tile and no first round is needed.
        let sides = masks.tables.sides.count();
        let lossless = (0..sides).all(|side| masks.beside(side, first) & first == first);
        if !lossless {
            for cell in 0..cells as u32 {
                masks.enqueue(cell);
            }
        }
        masks
    }

    fn beside(&self, side: usize, mask: M) -> M {
        let bytes = self.tables.bytes;
        let tables = &self.tables.tables[side * bytes..(side + 1) * bytes];
        tables.iter().enumerate().fold(M::EMPTY, |all, (i, table)| all | table[mask.byte(i)])
    }

    fn enqueue(&mut self, cell: u32) {
        let notes = &mut self.notes[cell as usize];
        if *notes & QUEUED == 0 {
            *notes |= QUEUED;
            self.queue.push(cell);
        }
    }

    fn set(&mut self, cell: u32, mask: M, cause: Cause) {
        let old = self.masks[cell as usize];
        self.trail.push(Entry { old, cell, cause });
        self.masks[cell as usize] = mask;
        if mask == M::EMPTY {
            self.conflict = Some(cell);
        }
        self.enqueue(cell);
    }

    /// The loop, with the number of bytes and sides known to the compiler.
    fn spread<const BYTES: usize, const SIDES: usize>(&mut self) -> Result<(), u32> {
        let tables: &[[[M; 256]; BYTES]] = self.tables.tables.as_chunks().0;
        let Some(tables) = tables.first_chunk::<SIDES>() else { return Ok(()) };
        let (links, _) = self.topology.table().as_chunks::<SIDES>();
        while let Some(&cell) = self.queue.get(self.head) {
            self.head += 1;
            let notes = &mut self.notes[cell as usize];
            if *notes & TOUCHED == 0 {
                self.touched.push(cell);
            }
            *notes = if M::IS_WIDE { TOUCHED } else { 0 };
            let mask = self.masks[cell as usize];
            let open = M::IS_WIDE && !mask.is_single();
            for (side, &neighbour) in links[cell as usize].iter().enumerate() {
                if neighbour == NONE {
                    continue;
                }
                let old = self.masks[neighbour as usize];
                // A decided neighbour has already been propagated to this cell, or is queued, so an
                // undecided cell cannot change it.
                if open && old.is_single() {
                    continue;
                }
                let mut beside = M::EMPTY;
                for (byte, table) in tables[side].iter().enumerate() {
                    beside = beside | table[mask.byte(byte)];
                }
                let new = old & beside;
                if new == old {
                    continue;
                }
                let cause = self.tables.sides.facing(side) as Cause;
                self.trail.push(Entry { old, cell: neighbour, cause });
                self.masks[neighbour as usize] = new;
                let notes = &mut self.notes[neighbour as usize];
                if *notes & QUEUED == 0 {
                    *notes |= QUEUED;
                    self.queue.push(neighbour);
                }
                if new == M::EMPTY {
                    self.conflict = Some(neighbour);
                    return Err(neighbour);
                }
            }
        }
        self.queue.clear();
        self.head = 0;
        Ok(())
    }

    /// The same loop for meshes, whose cells have any number of sides.
    fn spread_on_mesh(&mut self) -> Result<(), u32> {
        let topology = self.topology.clone();
        while let Some(&cell) = self.queue.get(self.head) {
            self.head += 1;
            self.notes[cell as usize] &= !QUEUED;
            self.touch(cell);
            for (side, neighbour) in topology.neighbours(cell) {
                let old = self.masks[neighbour as usize];
                let new = old & self.beside(side, self.masks[cell as usize]);
                if new != old {
                    self.set(neighbour, new, self.tables.sides.facing(side) as Cause);
                }
                if new == M::EMPTY {
                    return Err(neighbour);
                }
            }
        }
        self.queue.clear();
        self.head = 0;
        Ok(())
    }

    fn touch(&mut self, cell: u32) {
        let notes = &mut self.notes[cell as usize];
        if *notes & TOUCHED == 0 {
            *notes |= if M::IS_WIDE { TOUCHED } else { 0 };
            self.touched.push(cell);
        }
    }

    fn drop_queue(&mut self) {
        for index in std::mem::take(&mut self.head)..self.queue.len() {
            let cell = self.queue[index];
            self.notes[cell as usize] &= !QUEUED;
            self.touch(cell);
        }
        self.queue.clear();
    }
}

impl<M: Mask> Wave for Masks<M> {
    type Domain<'a>
        = M::Words
    where
        M: 'a;

    #[inline]
    fn domain(&self, cell: u32) -> M::Words {
        self.masks[cell as usize].words()
    }

    #[inline]
    fn options(&self, cell: u32) -> u32 {
        self.masks[cell as usize].count()
    }

    #[inline]
    fn keep(&mut self, cell: u32, keep: &[u64], cause: Cause) {
        let old = self.masks[cell as usize];
        let new = old & M::from_words(keep);
        if new != old {
            self.set(cell, new, cause);
        }
    }

    fn propagate(&mut self) -> Result<(), u32> {
        if let Some(cell) = self.conflict {
            return Err(cell);
        }
        if let Sides::Mesh(_) = self.tables.sides {
            return self.spread_on_mesh();
        }
        macro_rules! by_bytes {
            ($($bytes:literal)*) => {
                match (self.tables.bytes, self.tables.sides.count()) {
                    $(($bytes, 4) => self.spread::<$bytes, 4>(),
                    ($bytes, _) => self.spread::<$bytes, 6>(),)*
                    _ => Ok(()),
                }
            };
        }
        by_bytes!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    }

    fn trail_len(&self) -> usize {
        self.trail.len()
    }

    fn entry(&self, index: usize) -> (u32, Cause) {
        let entry = self.trail[index];
        (entry.cell, entry.cause)
    }

    fn undo(&mut self, len: usize) {
        self.drop_queue();
        self.conflict = None;
        while self.trail.len() > len {
            let Some(entry) = self.trail.pop() else { break };
            self.masks[entry.cell as usize] = entry.old;
            self.touch(entry.cell);
        }
    }

    fn commit(&mut self) {
        self.trail.clear();
    }

    fn set_root(&mut self) {
        self.root.clone_from(&self.masks);
    }

    fn root_meets(&self, cell: u32, set: &[u64]) -> bool {
        self.root[cell as usize] & M::from_words(set) != M::EMPTY
    }

    fn restrict_root(&mut self, cell: u32, keep: &[u64]) -> bool {
        let left = self.root[cell as usize] & M::from_words(keep);
        if left != M::EMPTY {
            self.root[cell as usize] = left;
        }
        left != M::EMPTY
    }

    fn is_changed(&self, cell: u32) -> bool {
        self.root[cell as usize] != self.masks[cell as usize]
    }

    fn reopen(&mut self, cells: &[u32]) -> Result<(), u32> {
        self.drop_queue();
        self.conflict = None;
        self.trail.clear();
        for &cell in cells {
            self.masks[cell as usize] = self.root[cell as usize];
        }
        let topology = self.topology.clone();
        for &cell in cells {
            self.enqueue(cell);
            for (_, neighbour) in topology.neighbours(cell) {
                self.enqueue(neighbour);
            }
        }
        self.propagate()
    }

    fn touched(&mut self) -> &mut Vec<u32> {
        if M::IS_WIDE {
            for &cell in &self.touched {
                self.notes[cell as usize] &= !TOUCHED;
            }
        }
        &mut self.touched
    }
}
