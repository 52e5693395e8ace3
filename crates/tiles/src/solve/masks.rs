//! The store for up to 64 tiles: one mask a cell, neighbours by table.
//!
//! A cell's options are the bits of a word. What its neighbour on a side may be is the union of
//! what its options allow there, found by one table look-up for each byte of the mask. This is
//! arc consistency (Mackworth, *Consistency in networks of relations*, 1977) with whole domains at
//! a time. Complexity: a cell is looked at again only after a neighbour lost options, so a map
//! takes time linear in its cells, with a factor of the number of times a domain shrinks.

use std::ops::{BitAnd, BitOr};
use std::sync::Arc;

use super::wave::{Cause, Wave};
use crate::rules::bits;
use crate::topology::NONE;
use crate::{Rules, Shape, Topology};

/// A mask: 32 bits where they suffice, for the sake of the cache, or 64.
pub(crate) trait Mask: Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> {
    fn from_word(word: u64) -> Self;
    fn word(self) -> u64;
}

impl Mask for u32 {
    #[inline]
    fn from_word(word: u64) -> Self {
        word as u32
    }
    #[inline]
    fn word(self) -> u64 {
        self.into()
    }
}

impl Mask for u64 {
    #[inline]
    fn from_word(word: u64) -> Self {
        word
    }
    #[inline]
    fn word(self) -> u64 {
        self
    }
}

/// For each side and each byte of a mask, what the bits of that byte allow on that side.
#[derive(Debug)]
pub(crate) struct MaskTables<M> {
    shape: Shape,
    full: M,
    bytes: usize,
    tables: Vec<[M; 256]>,
}

impl<M: Mask> MaskTables<M> {
    pub(crate) fn new(rules: &Rules) -> Self {
        let bytes = rules.tiles().div_ceil(8);
        let mut tables = vec![[M::from_word(0); 256]; rules.shape().sides() * bytes];
        for (index, table) in tables.iter_mut().enumerate() {
            let (side, byte) = (index / bytes, index % bytes);
            for value in 1..256usize {
                let tile = byte * 8 + value.trailing_zeros() as usize;
                let lowest = if tile < rules.tiles() { rules.beside(side, tile)[0] } else { 0 };
                table[value] = table[value & (value - 1)] | M::from_word(lowest);
            }
        }
        let full = M::from_word(bits::full(rules.tiles())[0]);
        MaskTables { shape: rules.shape(), full, bytes, tables }
    }
}

#[derive(Clone, Copy)]
struct Entry<M> {
    old: M,
    cell: u32,
    cause: Cause,
}

pub(crate) struct Masks<M> {
    tables: Arc<MaskTables<M>>,
    topology: Arc<Topology>,
    masks: Vec<M>,
    root: Vec<M>,
    trail: Vec<Entry<M>>,
    queue: Vec<u32>,
    queued: Vec<bool>,
    touched: Vec<u32>,
    conflict: Option<u32>,
}

impl<M: Mask> Masks<M> {
    pub(crate) fn new(tables: Arc<MaskTables<M>>, topology: Arc<Topology>) -> Self {
        let cells = topology.cells();
        let mut masks = Masks {
            masks: vec![tables.full; cells],
            root: Vec::new(),
            trail: Vec::new(),
            queue: Vec::new(),
            queued: vec![false; cells],
            touched: Vec::new(),
            conflict: None,
            tables,
            topology,
        };
        // A tile that nothing may lie beside cannot stand where there is a neighbour. A table that
        // gives back everything for everything has no such tile, and needs no first round.
        let sides = masks.tables.shape.sides();
        let lossless = (0..sides).all(|side| masks.beside(side, masks.tables.full) == masks.tables.full);
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
        let none = M::from_word(0);
        tables
            .iter()
            .enumerate()
            .fold(none, |all, (i, table)| all | table[(mask.word() >> (8 * i)) as usize & 255])
    }

    fn enqueue(&mut self, cell: u32) {
        if !self.queued[cell as usize] {
            self.queued[cell as usize] = true;
            self.queue.push(cell);
        }
    }

    fn set(&mut self, cell: u32, mask: M, cause: Cause) {
        let old = self.masks[cell as usize];
        self.trail.push(Entry { old, cell, cause });
        self.masks[cell as usize] = mask;
        if mask.word() == 0 {
            self.conflict = Some(cell);
        }
        self.enqueue(cell);
    }

    /// The loop, with the number of bytes and sides known to the compiler.
    fn spread<const BYTES: usize, const SIDES: usize>(&mut self) -> Result<(), u32> {
        let tables: &[[[M; 256]; BYTES]] = self.tables.tables.as_chunks().0;
        let Some(tables) = tables.first_chunk::<SIDES>() else { return Ok(()) };
        let (links, _) = self.topology.table().as_chunks::<SIDES>();
        while let Some(cell) = self.queue.pop() {
            self.queued[cell as usize] = false;
            self.touched.push(cell);
            let mask = self.masks[cell as usize].word();
            for (side, &neighbour) in links[cell as usize].iter().enumerate() {
                if neighbour == NONE {
                    continue;
                }
                let mut beside = M::from_word(0);
                for (byte, table) in tables[side].iter().enumerate() {
                    beside = beside | table[(mask >> (8 * byte)) as usize & 255];
                }
                let old = self.masks[neighbour as usize];
                let new = old & beside;
                if new == old {
                    continue;
                }
                let cause = self.tables.shape.opposite(side) as Cause;
                self.trail.push(Entry { old, cell: neighbour, cause });
                self.masks[neighbour as usize] = new;
                if !self.queued[neighbour as usize] {
                    self.queued[neighbour as usize] = true;
                    self.queue.push(neighbour);
                }
                if new.word() == 0 {
                    self.conflict = Some(neighbour);
                    return Err(neighbour);
                }
            }
        }
        Ok(())
    }

    fn drop_queue(&mut self) {
        for cell in self.queue.drain(..) {
            self.queued[cell as usize] = false;
            self.touched.push(cell);
        }
    }
}

impl<M: Mask> Wave for Masks<M> {
    type Domain<'a>
        = [u64; 1]
    where
        M: 'a;

    #[inline]
    fn domain(&self, cell: u32) -> [u64; 1] {
        [self.masks[cell as usize].word()]
    }

    #[inline]
    fn options(&self, cell: u32) -> u32 {
        self.masks[cell as usize].word().count_ones()
    }

    #[inline]
    fn keep(&mut self, cell: u32, keep: &[u64], cause: Cause) {
        let old = self.masks[cell as usize];
        let new = old & M::from_word(keep[0]);
        if new != old {
            self.set(cell, new, cause);
        }
    }

    fn propagate(&mut self) -> Result<(), u32> {
        if let Some(cell) = self.conflict {
            return Err(cell);
        }
        match (self.tables.bytes, self.tables.shape.sides()) {
            (1, 4) => self.spread::<1, 4>(),
            (2, 4) => self.spread::<2, 4>(),
            (3, 4) => self.spread::<3, 4>(),
            (4, 4) => self.spread::<4, 4>(),
            (5, 4) => self.spread::<5, 4>(),
            (6, 4) => self.spread::<6, 4>(),
            (7, 4) => self.spread::<7, 4>(),
            (8, 4) => self.spread::<8, 4>(),
            (1, _) => self.spread::<1, 6>(),
            (2, _) => self.spread::<2, 6>(),
            (3, _) => self.spread::<3, 6>(),
            (4, _) => self.spread::<4, 6>(),
            (5, _) => self.spread::<5, 6>(),
            (6, _) => self.spread::<6, 6>(),
            (7, _) => self.spread::<7, 6>(),
            _ => self.spread::<8, 6>(),
        }
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
        for entry in self.trail.drain(len..).rev() {
            self.masks[entry.cell as usize] = entry.old;
            self.touched.push(entry.cell);
        }
    }

    fn commit(&mut self) {
        self.trail.clear();
    }

    fn set_root(&mut self) {
        self.root.clone_from(&self.masks);
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
        &mut self.touched
    }
}
