//! The store for many tiles: supports counted by class.
//!
//! A tile may stay in a cell while every neighbour still has an option that allows it: its support
//! (AC-4: Mohr and Henderson, *Arc and path consistency revisited*, 1986). Tiles with the same
//! neighbours on a side form a class there and share one count, and removing a tile decrements only
//! the counts of the classes it supports. In an overlapping model each tile supports exactly one class
//! per side (the patterns whose strip equals its own), so each removal costs as many steps as a cell
//! has sides, however many patterns agree.
//!
//! The trail is the queue: entries before `head` have been propagated, later ones have not, so undoing
//! needs no other record. Complexity: cells × tiles × sides × classes supported.

use std::sync::Arc;

use super::wave::{Cause, Wave};
use crate::rules::bits;
use crate::sides::Sides;
use crate::topology::NONE;
use crate::{Adjacency, Topology};

/// The classes of a tile set, by side.
#[derive(Debug)]
pub(crate) struct SupportTables {
    sides: Sides,
    tiles: usize,
    words: usize,
    /// Where the counts of each side begin within those of a cell; the last entry is their number.
    offsets: Vec<u32>,
    /// For `side * tiles + tile`: the classes of the neighbour on that side that the tile supports,
    /// as indices into the neighbour's counts.
    supported: Lists<u32>,
    /// For each index into the counts: the tiles of the class.
    members: Lists<u16>,
    /// The counts of a cell whose neighbours have every option.
    full_counts: Vec<u16>,
    /// Does every tile support exactly one class per side?
    single: bool,
}

/// Many short lists in one allocation.
#[derive(Debug)]
struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn new(lists: Vec<Vec<T>>) -> Self {
        let mut starts = vec![0];
        let mut items = Vec::new();
        for list in lists {
            items.extend(list);
            starts.push(items.len() as u32);
        }
        Lists { starts, items }
    }

    #[inline]
    fn get(&self, index: usize) -> &[T] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

impl SupportTables {
    pub(crate) fn new(rules: &Adjacency) -> Self {
        let (sides, tiles, words) = (rules.sides(), rules.tiles(), rules.words());
        let mut offsets = vec![0u32];
        let mut members: Vec<Vec<u16>> = Vec::new();
        let mut full_counts = Vec::new();
        // The classes of a side: tiles that allow the same neighbours there.
        for side in 0..sides.count() {
            let mut by_neighbours: Vec<(&[u64], u16)> =
                (0..tiles).map(|tile| (rules.beside(side, tile), tile as u16)).collect();
            by_neighbours.sort_unstable();
            for class in by_neighbours.chunk_by(|a, b| a.0 == b.0) {
                full_counts.push(bits::count(class[0].0) as u16);
                members.push(class.iter().map(|&(_, tile)| tile).collect());
            }
            offsets.push(members.len() as u32);
        }
        let mut supported = Vec::with_capacity(sides.count() * tiles);
        for side in 0..sides.count() {
            // The neighbour on this side sees us on its opposite side.
            let seen = sides.facing(side);
            let places = offsets[seen]..offsets[seen + 1];
            for tile in 0..tiles {
                let classes = places.clone();
                let holds = |&place: &u32| {
                    let member = usize::from(members[place as usize][0]);
                    rules.allows(seen, member, tile)
                };
                supported.push(classes.filter(holds).collect::<Vec<u32>>());
            }
        }
        let single = supported.iter().all(|list| list.len() == 1);
        SupportTables {
            sides,
            tiles,
            words,
            offsets,
            supported: Lists::new(supported),
            members: Lists::new(members),
            full_counts,
            single,
        }
    }

    /// Do counts fit in a byte?
    pub(crate) fn is_small(&self) -> bool {
        self.full_counts.iter().all(|&count| count < 256)
    }

    pub(crate) fn memory(&self, cells: u64) -> u64 {
        let cell = 2 * self.full_counts.len() + 16 * self.words + 12 * self.tiles + 40;
        cells.saturating_mul(cell as u64)
    }

    fn counts(&self) -> usize {
        self.full_counts.len()
    }
}

#[derive(Clone, Copy)]
struct Entry {
    cell: u32,
    cause: Cause,
    tile: u16,
}

/// A count of supports: a byte if it suffices, for the cache.
pub(crate) trait Count: Copy + Send {
    fn from_count(count: u16) -> Self;
    /// Decrements; true if none is left.
    fn lessen(&mut self) -> bool;
    fn add(&mut self, more: bool);
    fn is_zero(self) -> bool;
}

macro_rules! count {
    ($number:ty) => {
        impl Count for $number {
            #[inline]
            fn from_count(count: u16) -> Self {
                count as $number
            }
            #[inline]
            fn lessen(&mut self) -> bool {
                *self = self.wrapping_sub(1);
                *self == 0
            }
            #[inline]
            fn add(&mut self, more: bool) {
                *self = self.wrapping_add(<$number>::from(more));
            }
            #[inline]
            fn is_zero(self) -> bool {
                self == 0
            }
        }
    };
}
count!(u8);
count!(u16);

/// The options of all cells, without the counts that support them.
#[derive(Clone)]
struct Options {
    words: usize,
    domains: Vec<u64>,
    left: Vec<u16>,
    trail: Vec<Entry>,
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    conflict: Option<u32>,
}

impl Options {
    #[inline]
    fn take(&mut self, cell: u32, tile: u16, cause: Cause) {
        let word = &mut self.domains[cell as usize * self.words + usize::from(tile) / 64];
        let bit = 1u64 << (tile % 64);
        if *word & bit == 0 {
            return;
        }
        *word &= !bit;
        let left = &mut self.left[cell as usize];
        *left -= 1;
        if *left == 0 {
            self.conflict = Some(cell);
        }
        self.trail.push(Entry { cell, cause, tile });
        if self.touched.last() != Some(&cell) {
            self.touch(cell);
        }
    }

    fn touch(&mut self, cell: u32) {
        if !self.is_touched[cell as usize] {
            self.is_touched[cell as usize] = true;
            self.touched.push(cell);
        }
    }
}

#[derive(Clone)]
pub(crate) struct Supports<C> {
    tables: Arc<SupportTables>,
    topology: Arc<Topology>,
    options: Options,
    counts: Vec<C>,
    root: Vec<u64>,
    head: usize,
}

impl<C: Count> Supports<C> {
    pub(crate) fn new(tables: Arc<SupportTables>, topology: Arc<Topology>, options: Option<&[u64]>) -> Self {
        let cells = topology.cells();
        let full: Vec<C> = tables.full_counts.iter().map(|&count| C::from_count(count)).collect();
        let mut wave = Supports {
            options: Options {
                words: tables.words,
                domains: bits::full(tables.tiles).repeat(cells),
                left: vec![tables.tiles as u16; cells],
                trail: Vec::new(),
                touched: Vec::new(),
                is_touched: vec![false; cells],
                conflict: None,
            },
            counts: full.repeat(cells),
            root: Vec::new(),
            head: 0,
            tables,
            topology,
        };
        // Only a class without any support needs a first round.
        if wave.tables.full_counts.contains(&0) {
            wave.drop_unsupported(&(0..cells as u32).collect::<Vec<_>>());
        }
        if let Some(options) = options {
            for cell in 0..cells as u32 {
                wave.keep(cell, options, super::wave::ROOT);
            }
        }
        wave
    }

    /// Removes tiles without support up front, since a count that starts at 0 never drops to 0.
    fn drop_unsupported(&mut self, cells: &[u32]) {
        let (tables, topology) = (self.tables.clone(), self.topology.clone());
        for &cell in cells {
            for (side, _) in topology.neighbours(cell) {
                for place in tables.offsets[side]..tables.offsets[side + 1] {
                    if self.counts[cell as usize * tables.counts() + place as usize].is_zero() {
                        for &tile in tables.members.get(place as usize) {
                            self.options.take(cell, tile, super::wave::ROOT);
                        }
                    }
                }
            }
        }
    }

    /// The loop. Grids know the number of sides when it is compiled; `SIDES` is 0 for meshes.
    fn spread<const SIDES: usize>(&mut self) {
        let tables: &SupportTables = &self.tables;
        let table = self.topology.table();
        let sides = if SIDES == 0 { tables.sides.count() } else { SIDES };
        let (options, counts) = (&mut self.options, &mut self.counts[..]);
        let (tiles, per_cell) = (tables.tiles, tables.counts());
        while self.head < options.trail.len() && options.conflict.is_none() {
            let Entry { cell, tile, .. } = options.trail[self.head];
            self.head += 1;
            for (side, &neighbour) in table[cell as usize * sides..][..sides].iter().enumerate() {
                if neighbour == NONE {
                    continue;
                }
                let index = side * tiles + usize::from(tile);
                let base = neighbour as usize * per_cell;
                let places = if tables.single {
                    std::slice::from_ref(&tables.supported.items[index])
                } else {
                    tables.supported.get(index)
                };
                for &place in places {
                    if counts[base + place as usize].lessen() {
                        let cause = tables.sides.facing(side) as Cause;
                        for &lost in tables.members.get(place as usize) {
                            options.take(neighbour, lost, cause);
                        }
                    }
                }
            }
        }
    }

    /// Restores the neighbours' counts that the propagated removal of a tile decremented.
    fn restore_counts(&mut self, cell: u32, tile: u16) {
        let per_cell = self.tables.counts();
        for (side, neighbour) in self.topology.neighbours(cell) {
            for &place in self.tables.supported.get(side * self.tables.tiles + usize::from(tile)) {
                self.counts[neighbour as usize * per_cell + place as usize].add(true);
            }
        }
    }

    /// Recounts a cell's supports from the options of its neighbours.
    fn recount(&mut self, cell: u32) {
        let tables = self.tables.clone();
        let base = cell as usize * tables.counts();
        for (count, &full) in self.counts[base..].iter_mut().zip(&tables.full_counts) {
            *count = C::from_count(full);
        }
        let topology = self.topology.clone();
        for (side, neighbour) in topology.neighbours(cell) {
            let mine = tables.offsets[side] as usize..tables.offsets[side + 1] as usize;
            self.counts[base + mine.start..base + mine.end].fill(C::from_count(0));
            let start = neighbour as usize * tables.words;
            let seen = tables.sides.facing(side);
            for tile in bits::iter(&self.options.domains[start..start + tables.words]) {
                for &place in tables.supported.get(seen * tables.tiles + tile) {
                    self.counts[base + place as usize].add(true);
                }
            }
        }
    }
}

impl<C: Count> Wave for Supports<C> {
    type Domain<'a>
        = &'a [u64]
    where
        C: 'a;

    #[inline]
    fn domain(&self, cell: u32) -> &[u64] {
        let start = cell as usize * self.tables.words;
        &self.options.domains[start..start + self.tables.words]
    }

    #[inline]
    fn options(&self, cell: u32) -> u32 {
        u32::from(self.options.left[cell as usize])
    }

    fn keep(&mut self, cell: u32, keep: &[u64], cause: Cause) {
        for (word, &kept) in keep.iter().enumerate() {
            let mut lost = self.options.domains[cell as usize * self.tables.words + word] & !kept;
            while lost != 0 {
                self.options.take(cell, (word * 64) as u16 + lost.trailing_zeros() as u16, cause);
                lost &= lost - 1;
            }
        }
    }

    fn propagate(&mut self) -> Result<(), u32> {
        match self.tables.sides.count() {
            4 => self.spread::<4>(),
            6 => self.spread::<6>(),
            _ => self.spread::<0>(),
        }
        self.options.conflict.map_or(Ok(()), Err)
    }

    fn trail_len(&self) -> usize {
        self.options.trail.len()
    }

    fn entry(&self, index: usize) -> (u32, Cause) {
        let entry = self.options.trail[index];
        (entry.cell, entry.cause)
    }

    fn undo(&mut self, len: usize) {
        self.options.conflict = None;
        while self.options.trail.len() > len {
            let Some(Entry { cell, tile, .. }) = self.options.trail.pop() else { break };
            if self.options.trail.len() < self.head {
                self.restore_counts(cell, tile);
            }
            self.options.domains[cell as usize * self.tables.words + usize::from(tile) / 64] |=
                1 << (tile % 64);
            self.options.left[cell as usize] += 1;
            self.options.touch(cell);
        }
        self.head = self.head.min(len);
    }

    fn commit(&mut self) {
        // Only what has been propagated becomes final; the rest stays in the queue.
        self.options.trail.drain(..self.head);
        self.head = 0;
    }

    fn set_root(&mut self) {
        self.root.clone_from(&self.options.domains);
    }

    fn root_meets(&self, cell: u32, set: &[u64]) -> bool {
        let words = self.tables.words;
        bits::meet(&self.root[cell as usize * words..(cell as usize + 1) * words], set)
    }

    fn restrict_root(&mut self, cell: u32, keep: &[u64]) -> bool {
        let words = self.tables.words;
        let root = &mut self.root[cell as usize * words..(cell as usize + 1) * words];
        let meets = bits::meet(root, keep);
        if meets {
            for (word, keep) in root.iter_mut().zip(keep) {
                *word &= keep;
            }
        }
        meets
    }

    fn is_changed(&self, cell: u32) -> bool {
        let range = cell as usize * self.tables.words..(cell as usize + 1) * self.tables.words;
        self.root[range.clone()] != self.options.domains[range]
    }

    fn reopen(&mut self, cells: &[u32]) -> Result<(), u32> {
        self.options.conflict = None;
        self.options.trail.clear();
        self.head = 0;
        let words = self.tables.words;
        for &cell in cells {
            let range = cell as usize * words..(cell as usize + 1) * words;
            self.options.domains[range.clone()].copy_from_slice(&self.root[range.clone()]);
            self.options.left[cell as usize] = bits::count(&self.root[range]) as u16;
            self.options.touch(cell);
        }
        let topology = self.topology.clone();
        let mut around: Vec<u32> = cells.to_vec();
        around.extend(cells.iter().flat_map(|&cell| topology.neighbours(cell).map(|(_, n)| n)));
        around.sort_unstable();
        around.dedup();
        for &cell in &around {
            self.recount(cell);
        }
        self.drop_unsupported(&around);
        self.propagate()
    }

    fn touched(&mut self) -> &mut Vec<u32> {
        for &cell in &self.options.touched {
            self.options.is_touched[cell as usize] = false;
        }
        &mut self.options.touched
    }
}
