//! Curves: the corners of routes are rounded by a moving average, and the curve is drawn in cells again.

use super::network::Ways;

/// How often the average is taken.
const PASSES: usize = 3;
/// Steps per cell when a line is drawn in cells.
const FINE: usize = 8;

/// A place in cells.
pub(super) type At = (f64, f64);

impl Ways {
    /// A route with rounded corners: between cells that it shares with other ways, it becomes a curve,
    /// where nothing is in the way of that. `reach` is over how many cells corners are rounded.
    pub(super) fn rounded(&self, number: usize, route: Vec<usize>, reach: usize) -> Vec<usize> {
        if reach == 0 || route.len() < 5 {
            return route;
        }
        let last = route.len() - 1;
        // Crossings need straight ways before and after them.
        let crosses = |i: usize| route.get(i).is_some_and(|&cell| self.is_crossed(number, cell));
        let is_fixed = |i: usize| {
            i == 0
                || i == last
                || self.cells[route[i]][number] != 0
                || (i.saturating_sub(1)..=i + 1).any(crosses)
        };
        let mut curved = vec![route[0]];
        let mut start = 0;
        for end in (1..=last).filter(|&i| is_fixed(i)) {
            let run = &route[start..=end];
            match self.curve(number, run, reach) {
                Some(curve) => curved.extend_from_slice(&curve[1..]),
                None => curved.extend_from_slice(&run[1..]),
            }
            start = end;
        }
        curved
    }

    /// A part of a route as a curve, if the cells of that are free.
    fn curve(&self, number: usize, run: &[usize], reach: usize) -> Option<Vec<usize>> {
        if run.len() < 5 {
            return None;
        }
        let middle = |&cell: &usize| {
            let (x, y) = self.place(cell);
            (x as f64 + 0.5, y as f64 + 0.5)
        };
        let mut points: Vec<At> = run.iter().map(middle).collect();
        let last = points.len() - 1;
        for _ in 0..PASSES {
            // Narrower towards the ends, which stay where they are.
            let mean = |i: usize| {
                let around = reach.min(i).min(last - i);
                let near = &points[i - around..=i + around];
                let sum = near.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
                (sum.0 / near.len() as f64, sum.1 / near.len() as f64)
            };
            points = (0..=last).map(mean).collect();
        }
        let cells = self.cells_along(&points)?;
        let inner = cells.get(1..cells.len().checked_sub(1)?)?;
        let on_border = run[1..run.len() - 1].iter().any(|&cell| self.is_border(cell));
        let free = |(i, &cell): (usize, &usize)| {
            let near_end = i < 2 || i + 3 > inner.len();
            self.cells[cell].iter().all(|sides| *sides == 0)
                && !self.is_blocked(cell)
                && (on_border || !self.is_border(cell))
                && (near_end || !self.touches(number, cell, cell))
        };
        inner.iter().enumerate().all(free).then_some(cells)
    }

    /// The cells along a line through points, each beside the one before; `None` if it leaves the map.
    fn cells_along(&self, points: &[At]) -> Option<Vec<usize>> {
        let mut cells: Vec<(i64, i64)> = Vec::new();
        for pair in points.windows(2) {
            for step in 0..=FINE {
                let share = step as f64 / FINE as f64;
                let along = |a: f64, b: f64| libm::floor(a + (b - a) * share) as i64;
                let next = (along(pair[0].0, pair[1].0), along(pair[0].1, pair[1].1));
                let Some(&now) = cells.last() else {
                    cells.push(next);
                    continue;
                };
                if now.0 != next.0 && now.1 != next.1 {
                    // Through the cell that the line is closer to.
                    let across = (pair[1].0 - pair[0].0).abs() > (pair[1].1 - pair[0].1).abs();
                    push(&mut cells, if across { (next.0, now.1) } else { (now.0, next.1) });
                }
                push(&mut cells, next);
            }
        }
        // No detour around a single corner.
        let mut i = 0;
        while i + 3 < cells.len() {
            let far = (cells[i].0 - cells[i + 3].0).abs() + (cells[i].1 - cells[i + 3].1).abs();
            if far == 1 {
                cells.drain(i + 1..i + 3);
            } else {
                i += 1;
            }
        }
        cells.into_iter().map(|at| self.cell(at)).collect()
    }
}

/// Appends a cell; one that the line has passed before ends the loop in between.
fn push(cells: &mut Vec<(i64, i64)>, next: (i64, i64)) {
    match cells.iter().rposition(|&cell| cell == next) {
        Some(known) => cells.truncate(known + 1),
        None => cells.push(next),
    }
}
