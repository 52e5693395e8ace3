//! Genes: 16-bit keys in named blocks, so that a gene keeps its meaning when another changes.

use mapkiln_core::Stream;
use mapkiln_maps::plan::GeneBlock;

/// Mutation changes at most so many blocks, besides the doors.
const MUTATED: usize = 3;
/// The chance that mutation redraws a key of such a block, in percent.
const MUTATION: u32 = 50;
/// The chance that a child takes a block from the fitter parent, in percent.
const FITTER: u32 = 70;

/// A kind of block in a decoder's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockKind {
    /// What the block describes, such as `pair`.
    pub(crate) name: &'static str,
    /// How many such blocks there are.
    pub(crate) count: usize,
    /// Keys per block.
    pub(crate) keys: usize,
}

/// A row of a gene table.
pub(crate) const fn blocks(name: &'static str, count: usize, keys: usize) -> BlockKind {
    BlockKind { name, count, keys }
}

/// The block that every decoder has: one key for each way that could be, by a hash of its ends.
pub(crate) const DOORS: BlockKind = blocks("doors", 1, 64);

/// The genes of one layout, by the table of its decoder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Genes {
    table: &'static [BlockKind],
    /// All keys, block after block.
    keys: Vec<u16>,
}

/// One block of genes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'g>(&'g [u16]);

impl Block<'_> {
    /// A whole number from `low` to `high`.
    pub(crate) fn int(self, key: usize, low: i32, high: i32) -> i32 {
        let span = i64::from(high.max(low) - low) + 1;
        low + ((i64::from(self.key(key)) * span) >> 16) as i32
    }

    /// A number from 0 (included) to 1 (excluded).
    pub(crate) fn unit(self, key: usize) -> f64 {
        f64::from(self.key(key)) / 65536.0
    }

    /// A number from `low` to `high`.
    pub(crate) fn real(self, key: usize, low: f64, high: f64) -> f64 {
        low + self.unit(key) * (high - low)
    }

    /// Yes in this share of all cases.
    pub(crate) fn percent(self, key: usize, percent: i32) -> bool {
        self.int(key, 0, 99) < percent
    }

    /// The raw key; 0 beyond the block.
    pub(crate) fn key(self, key: usize) -> u16 {
        self.0.get(key).copied().unwrap_or(0)
    }
}

impl Genes {
    /// Genes drawn at random.
    pub(crate) fn random(table: &'static [BlockKind], rng: &mut Stream) -> Self {
        let count = table.iter().map(|b| b.count * b.keys).sum();
        Genes { table, keys: (0..count).map(|_| rng.below(1 << 16) as u16).collect() }
    }

    /// The genes of a document; `None` if they are not of this table.
    pub(crate) fn read(table: &'static [BlockKind], stored: &[GeneBlock]) -> Option<Self> {
        let fits = stored.len() == table.len()
            && stored.iter().zip(table).all(|(s, b)| s.name == b.name && s.keys.len() == b.count * b.keys);
        fits.then(|| Genes { table, keys: stored.iter().flat_map(|s| s.keys.iter().copied()).collect() })
    }

    /// The genes as they are stored in a document.
    pub(crate) fn stored(&self) -> Vec<GeneBlock> {
        let mut rest = &self.keys[..];
        let mut take = |block: &BlockKind| {
            let (keys, after) = rest.split_at(block.count * block.keys);
            rest = after;
            GeneBlock { name: block.name.to_owned(), keys: keys.to_vec() }
        };
        self.table.iter().map(&mut take).collect()
    }

    /// The block of a name and number; of zeros if there is none.
    pub(crate) fn block(&self, name: &str, number: usize) -> Block<'_> {
        let mut start = 0;
        for kind in self.table {
            if kind.name == name {
                let from = start + number * kind.keys;
                let known = if number < kind.count { from..from + kind.keys } else { 0..0 };
                return Block(self.keys.get(known).unwrap_or(&[]));
            }
            start += kind.count * kind.keys;
        }
        Block(&[])
    }

    /// The ranges of all blocks, and whether each is the block of doors.
    fn ranges(&self) -> impl Iterator<Item = (std::ops::Range<usize>, bool)> + use<> {
        let mut start = 0;
        let mut ranges = Vec::new();
        for kind in self.table {
            for _ in 0..kind.count {
                ranges.push((start..start + kind.keys, kind.name == DOORS.name));
                start += kind.keys;
            }
        }
        ranges.into_iter()
    }

    /// A child by whole blocks, most of them from the first, fitter parent.
    pub(crate) fn cross(&self, other: &Genes, rng: &mut Stream) -> Genes {
        let mut child = self.clone();
        for (range, _) in self.ranges() {
            if !rng.percent(FITTER) {
                child.keys[range.clone()].copy_from_slice(&other.keys[range]);
            }
        }
        child
    }

    /// Redraws some keys of a few blocks: the other parts of the place stay as they were bred.
    pub(crate) fn mutate(&mut self, rng: &mut Stream) {
        let parts: Vec<_> = self.ranges().filter(|(_, doors)| !doors).map(|(range, _)| range).collect();
        for _ in 0..=rng.index(MUTATED) {
            let Some(range) = rng.pick(&parts) else { return };
            for key in &mut self.keys[range.clone()] {
                if rng.percent(MUTATION) {
                    *key = rng.below(1 << 16) as u16;
                }
            }
        }
    }

    /// Redraws whole blocks with this chance in percent, and all doors.
    pub(crate) fn redraw(&mut self, percent: u32, rng: &mut Stream) {
        for (range, doors) in self.ranges() {
            if doors || rng.percent(percent) {
                self.keys[range].iter_mut().for_each(|key| *key = rng.below(1 << 16) as u16);
            }
        }
    }

    /// Is everything but the doors the same?
    pub(crate) fn same_shape(&self, other: &Genes) -> bool {
        self.ranges().all(|(range, doors)| doors || self.keys[range.clone()] == other.keys[range])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::Seed;

    const TABLE: &[BlockKind] = &[blocks("axis", 1, 3), blocks("pair", 4, 2), DOORS];

    #[test]
    fn genes_read_back_and_know_their_blocks() {
        let genes = Genes::random(TABLE, &mut Seed::from("genes").stream("genes", 0));
        assert_eq!(Genes::read(TABLE, &genes.stored()), Some(genes.clone()));
        assert_eq!(genes.block("pair", 3).key(1), genes.keys[10]);
        assert_eq!(genes.block("pair", 4).key(0), 0);
        assert!((0..200).all(|k| (2..=5).contains(&genes.block("doors", 0).int(k % 64, 2, 5))));
        let mut stored = genes.stored();
        stored[1].keys.pop();
        assert_eq!(Genes::read(TABLE, &stored), None);
    }

    #[test]
    fn children_have_whole_blocks() {
        let mut rng = Seed::from("genes").stream("genes", 1);
        let (a, b) = (Genes::random(TABLE, &mut rng), Genes::random(TABLE, &mut rng));
        let child = a.cross(&b, &mut rng);
        for (range, _) in a.ranges() {
            let part = &child.keys[range.clone()];
            assert!(part == &a.keys[range.clone()] || part == &b.keys[range]);
        }
        let mut doors = a.clone();
        doors.redraw(0, &mut rng);
        assert!(doors.same_shape(&a) && doors != a);
    }
}
