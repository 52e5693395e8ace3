//! A fine raster between the lines of a file: which parts of it hang together.

use mapkiln_core::{Grid, Point};

/// Raster cells along the side of a map cell: an odd number, so that one is in the middle.
pub(super) const FINE: i32 = 5;

/// Borders that are looked at while lines are drawn; ours are short or straight.
const MOST_WORK: u64 = 400_000_000;

/// The parts of a raster that lines separate from each other, by number from 0; none if the lines are too long
/// to be followed.
pub(super) fn parts(width: i32, height: i32, lines: impl Iterator<Item = [f64; 4]>) -> Option<Grid<u32>> {
    let (w, h) = (width * FINE, height * FINE);
    // For every raster cell: is its west side closed, is its north side?
    let mut closed: Grid<[bool; 2]> = Grid::new(w + 1, h + 1, [false; 2]);
    let mut work = 0;
    for line in lines {
        work += draw(line.map(|n| n * f64::from(FINE)), &mut closed);
        if work > MOST_WORK {
            return None;
        }
    }
    let mut part = Grid::new(w, h, u32::MAX);
    let mut count = 0;
    let mut stack = Vec::new();
    for first in part.bounds().cells() {
        if part[first] != u32::MAX {
            continue;
        }
        part[first] = count;
        stack.push(first);
        while let Some(p) = stack.pop() {
            let (east, south) = (p + Point::new(1, 0), p + Point::new(0, 1));
            let ways = [
                (p - Point::new(1, 0), closed[p][0]),
                (east, closed[east][0]),
                (p - Point::new(0, 1), closed[p][1]),
                (south, closed[south][1]),
            ];
            for (next, shut) in ways {
                if !shut && part.get(next) == Some(&u32::MAX) {
                    part[next] = count;
                    stack.push(next);
                }
            }
        }
        count += 1;
    }
    Some(part)
}

/// Closes the borders that a line keeps one from crossing: those between standing places whose
/// straight connection it meets. One stands a little off the middle of a raster cell, so that the
/// lines of walls and doors go through no standing place; everything is decided in whole numbers.
/// Gives the number of borders that were looked at.
fn draw([x0, y0, x1, y1]: [f64; 4], closed: &mut Grid<[bool; 2]>) -> u64 {
    let far = 1e6;
    if ![x0, y0, x1, y1].iter().all(|n| n.is_finite() && n.abs() < far) {
        return 1;
    }
    let exact = |n: f64| libm_round(n * 1000.0) as i64;
    let line = [(exact(x0), exact(y0)), (exact(x1), exact(y1))];
    let stand = |x: i32, y: i32| (1000 * i64::from(x) + 300, 1000 * i64::from(y) + 400);
    let range = |a: f64, b: f64, most: i32| {
        let (low, high) = (a.min(b) as i32 - 2, a.max(b) as i32 + 2);
        low.max(0)..=high.min(most)
    };
    let mut work = 1;
    for y in range(y0, y1, closed.height() - 1) {
        for x in range(x0, x1, closed.width() - 1) {
            let here = stand(x, y);
            let cell = &mut closed[Point::new(x, y)];
            cell[0] |= meet(line, [stand(x - 1, y), here]);
            cell[1] |= meet(line, [stand(x, y - 1), here]);
            work += 1;
        }
    }
    work
}

/// To the nearest whole number; halves away from zero.
fn libm_round(n: f64) -> f64 {
    let shifted = if n < 0.0 { n - 0.5 } else { n + 0.5 };
    (shifted as i64) as f64
}

/// Do two lines meet?
fn meet([a, b]: [(i64, i64); 2], [c, d]: [(i64, i64); 2]) -> bool {
    let side = |p: (i64, i64), q: (i64, i64), r: (i64, i64)| {
        ((q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)).signum()
    };
    side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
}
