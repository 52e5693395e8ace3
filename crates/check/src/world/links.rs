//! Cells of chosen tiles that are linked: side by side, through open edges.

use super::grid::Cells;

/// The links between the cells of a selection.
pub(super) struct Links<'a> {
    cells: &'a Cells<'a>,
    /// By tile: is it chosen?
    chosen: &'a [bool],
    /// By tile and side: is it open there?
    open: Vec<Vec<bool>>,
}

impl<'a> Links<'a> {
    pub(super) fn new(cells: &'a Cells<'a>, chosen: &'a [bool], through: Option<&str>) -> Self {
        let sides = cells.world.shape.sides();
        let open = cells.world.palette.iter().map(|tile| {
            let passes =
                |side| through.is_none_or(|t| tile.edges.get(side).is_some_and(|e: &String| e.contains(t)));
            (0..sides).map(passes).collect()
        });
        Links { cells, chosen, open: open.collect() }
    }

    pub(super) fn is_chosen(&self, cell: usize) -> bool {
        self.chosen[usize::from(self.cells.tile(cell))]
    }

    /// The linked neighbours of a chosen cell.
    pub(super) fn from(&self, cell: usize) -> impl Iterator<Item = usize> {
        let own = &self.open[usize::from(self.cells.tile(cell))];
        self.cells.around(cell).filter_map(move |(side, next)| {
            let back = self.cells.world.shape.opposite(side);
            let there = &self.open[usize::from(self.cells.tile(next))];
            (own[side] && self.is_chosen(next) && there[back]).then_some(next)
        })
    }

    /// By cell: the number of its piece; `u32::MAX` for cells that are not chosen.
    pub(super) fn pieces(&self) -> (Vec<u32>, u32) {
        let mut piece = vec![u32::MAX; self.cells.count()];
        let mut count = 0;
        let mut stack = Vec::new();
        for first in 0..piece.len() {
            if piece[first] != u32::MAX || !self.is_chosen(first) {
                continue;
            }
            piece[first] = count;
            stack.push(first);
            while let Some(cell) = stack.pop() {
                for next in self.from(cell) {
                    if piece[next] == u32::MAX {
                        piece[next] = count;
                        stack.push(next);
                    }
                }
            }
            count += 1;
        }
        (piece, count)
    }

    /// A chosen cell without two ways to every other: one that is cut off, a dead end, or one that the
    /// whole way hangs on.
    pub(super) fn not_in_ring(&self) -> Option<usize> {
        let count = self.cells.count();
        let root = (0..count).find(|&cell| self.is_chosen(cell))?;
        let dead_end = |cell: &usize| self.is_chosen(*cell) && self.from(*cell).nth(1).is_none();
        if let Some(cell) = (0..count).find(dead_end) {
            return Some(cell);
        }
        // Depth first: a cell is a cut if nothing below it leads back above it (Tarjan).
        let mut order = vec![0u32; count];
        let mut low = vec![0u32; count];
        let (mut next, mut below_root) = (1, 0);
        (order[root], low[root]) = (next, next);
        let mut stack = vec![(root, usize::MAX, self.from(root).collect::<Vec<_>>())];
        while let Some((cell, above, ways)) = stack.last_mut() {
            let (cell, above) = (*cell, *above);
            if let Some(to) = ways.pop() {
                if order[to] == 0 {
                    next += 1;
                    (order[to], low[to]) = (next, next);
                    stack.push((to, cell, self.from(to).collect()));
                } else if to != above {
                    low[cell] = low[cell].min(order[to]);
                }
                continue;
            }
            stack.pop();
            if above == root {
                below_root += 1;
            } else if above != usize::MAX && low[cell] >= order[above] {
                return Some(above);
            }
            if above != usize::MAX {
                low[above] = low[above].min(low[cell]);
            }
        }
        if below_root > 1 {
            return Some(root);
        }
        (0..count).find(|&cell| self.is_chosen(cell) && order[cell] == 0)
    }
}
