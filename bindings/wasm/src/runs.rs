//! Sets of cells as runs: a row, its first cell and one past its last.

use std::collections::BTreeSet;

use mapkiln_core::{Point, StableSort};

/// A run of cells: row, first column, one past the last column.
pub(crate) type Run = [i32; 3];

/// The cells of runs.
pub(crate) fn cells(runs: &[Run], width: i32, height: i32) -> BTreeSet<Point> {
    let mut set = BTreeSet::new();
    for &[y, from, to] in runs {
        if (0..height).contains(&y) {
            set.extend((from.max(0)..to.min(width)).map(|x| Point::new(x, y)));
        }
    }
    set
}

/// Cells as runs, row by row.
pub(crate) fn runs(cells: &BTreeSet<Point>) -> Vec<Run> {
    let mut sorted: Vec<Point> = cells.iter().copied().collect();
    sorted.stable_sort_by_key(|p| (p.y, p.x));
    let mut runs: Vec<Run> = Vec::new();
    for p in sorted {
        match runs.last_mut() {
            Some([y, _, to]) if *y == p.y && *to == p.x => *to += 1,
            _ => runs.push([p.y, p.x, p.x + 1]),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back() {
        let set: BTreeSet<Point> = [(1, 1), (2, 1), (4, 1), (0, 3)].map(|(x, y)| Point::new(x, y)).into();
        assert_eq!(runs(&set), [[1, 1, 3], [1, 4, 5], [3, 0, 1]]);
        assert_eq!(cells(&runs(&set), 9, 9), set);
        assert_eq!(cells(&[[1, -5, 900], [-1, 0, 2], [99, 0, 2]], 4, 4).len(), 4, "clipped to the sheet");
    }
}
