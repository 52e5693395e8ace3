//! Where hexes lie, by coordinates: a second way beside the geometry of the maps crate.

use std::collections::BTreeMap;

use mapkiln_maps::board::{Board, Hex};

/// The hexes of a board with their neighbours.
pub(super) struct Shape {
    pub(super) hexes: Vec<Hex>,
    /// By hex: half hexes from the left, and row.
    places: Vec<(i64, i64)>,
    rows: Vec<usize>,
    /// By hex, in no particular order.
    pub(super) neighbours: Vec<Vec<usize>>,
}

impl Shape {
    pub(super) fn of(board: &Board) -> Self {
        let rows: Vec<usize> = board.rows.iter().map(Vec::len).collect();
        let longest = rows.iter().copied().max().unwrap_or(0) as i64;
        let mut places = Vec::new();
        let mut above = None;
        for (y, &length) in rows.iter().enumerate() {
            // Centred, and half a hex to the right where it would lie straight below the row above.
            let mut left = longest - length as i64;
            if above.is_some_and(|a: i64| (a - left) % 2 == 0) {
                left += 1;
            }
            above = Some(left);
            places.extend((0..length as i64).map(|x| (left + 2 * x, y as i64)));
        }
        let at: BTreeMap<(i64, i64), usize> = places.iter().copied().zip(0..).collect();
        let steps = [(2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
        let around = |&(x, y): &(i64, i64)| {
            steps.iter().filter_map(|(dx, dy)| at.get(&(x + dx, y + dy)).copied()).collect()
        };
        let neighbours = places.iter().map(around).collect();
        Shape { hexes: board.hexes().copied().collect(), neighbours, places, rows }
    }

    /// Row and column of a hex, from 0.
    pub(super) fn row_column(&self, hex: usize) -> (usize, usize) {
        let mut left = hex;
        for (row, length) in self.rows.iter().enumerate() {
            if left < *length {
                return (row, left);
            }
            left -= length;
        }
        (self.rows.len(), left)
    }

    /// Every pair of neighbours once.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let from = |(hex, list): (usize, &Vec<usize>)| {
            list.iter().copied().filter(|n| *n > hex).map(|n| (hex, n)).collect::<Vec<_>>()
        };
        self.neighbours.iter().enumerate().flat_map(from)
    }

    /// Every corner: its place, and the hexes that meet there.
    pub(super) fn corners(&self) -> BTreeMap<(i64, i64), Vec<usize>> {
        let mut corners: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
        for (hex, &(x, y)) in self.places.iter().enumerate() {
            for (dx, dy) in [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)] {
                corners.entry((x + dx, 3 * y + dy)).or_default().push(hex);
            }
        }
        corners
    }

    /// The two corners of a side, as places: clockwise from the north-east.
    pub(super) fn side(&self, hex: usize, side: usize) -> [(i64, i64); 2] {
        const AROUND: [(i64, i64); 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
        let (x, y) = self.places[hex];
        [side % 6, (side + 1) % 6].map(|corner| (x + AROUND[corner].0, 3 * y + AROUND[corner].1))
    }

    /// Does a side face the outside?
    pub(super) fn faces_out(&self, hex: usize, side: usize) -> bool {
        const STEPS: [(i64, i64); 6] = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];
        let (x, y) = self.places[hex];
        let (dx, dy) = STEPS[side % 6];
        self.neighbours[hex].iter().all(|n| self.places[*n] != (x + dx, y + dy))
    }
}
