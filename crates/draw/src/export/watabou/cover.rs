//! Cells covered by rectangles, the largest first.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use mapkiln_core::{Point, Rect};

/// Cells that may be looked at to find largest rectangles; what is left then is covered in strips.
const MOST_STEPS: usize = 10_000_000;

/// The largest rectangle of cells; of equals the one that begins furthest left, then furthest up.
///
/// Each column is a row of runs that end there, and every rectangle that cannot grow is met once:
/// linear in the cells.
pub(super) fn largest(cells: &BTreeSet<Point>) -> Option<Rect> {
    // For each cell of the last column, how many cells to its left are there without a gap.
    let mut runs: BTreeMap<i32, i32> = BTreeMap::new();
    let mut best: Option<Rect> = None;
    let mut open: Vec<(i32, i32)> = Vec::new();
    let mut cells = cells.iter().peekable();
    while let Some(x) = cells.peek().map(|p| p.x) {
        let mut column: BTreeMap<i32, i32> = BTreeMap::new();
        let last = runs;
        while let Some(p) = cells.next_if(|p| p.x == x) {
            column.insert(p.y, 1 + last.get(&p.y).copied().unwrap_or(0));
        }
        let mut close = |open: &mut Vec<(i32, i32)>, y: i32, width: i32| {
            let mut top = y;
            while let Some(&(from, wide)) = open.last().filter(|(_, wide)| *wide >= width) {
                open.pop();
                top = from;
                best = better(best, Rect::new(x - wide + 1, from, wide, y - from));
            }
            top
        };
        let mut below = i32::MIN;
        for (&y, &width) in &column {
            if y != below {
                close(&mut open, below, 0);
            }
            let top = close(&mut open, y, width);
            open.push((top, width));
            below = y + 1;
        }
        close(&mut open, below, 0);
        // A column further on begins anew.
        runs = if cells.peek().is_some_and(|p| p.x == x + 1) { column } else { BTreeMap::new() };
    }
    best
}

fn better(best: Option<Rect>, rect: Rect) -> Option<Rect> {
    let rank = |r: Rect| (std::cmp::Reverse(r.area()), r.x, r.y, r.height);
    best.into_iter().chain([rect]).min_by_key(|r| rank(*r))
}

/// Covers cells with rectangles that share none, always the largest that is left.
pub(super) fn cover(cells: BTreeSet<Point>) -> Vec<Rect> {
    // Cutting a rectangle out changes nothing in other pieces.
    let mut pieces: Vec<BTreeSet<Point>> = Vec::new();
    let mut queue = BinaryHeap::new();
    let mut steps = 0;
    let mut add = |piece: BTreeSet<Point>, pieces: &mut Vec<BTreeSet<Point>>, queue: &mut BinaryHeap<_>| {
        steps += piece.len();
        if steps > MOST_STEPS {
            return Err(piece);
        }
        if let Some(rect) = largest(&piece) {
            let first = std::cmp::Reverse((rect.x, rect.y, rect.height));
            queue.push((rect.area(), first, pieces.len()));
            pieces.push(piece);
        }
        Ok(())
    };
    let mut covers = Vec::new();
    for piece in connected(cells) {
        if let Err(piece) = add(piece, &mut pieces, &mut queue) {
            covers.extend(strips(&piece));
        }
    }
    while let Some((area, std::cmp::Reverse((x, y, height)), piece)) = queue.pop() {
        let rect = Rect::new(x, y, (area / i64::from(height.max(1))) as i32, height);
        covers.push(rect);
        let mut left = std::mem::take(&mut pieces[piece]);
        rect.cells().for_each(|p| {
            left.remove(&p);
        });
        for piece in connected(left) {
            if let Err(piece) = add(piece, &mut pieces, &mut queue) {
                covers.extend(strips(&piece));
            }
        }
    }
    covers
}

/// The pieces of cells that touch each other.
fn connected(mut cells: BTreeSet<Point>) -> Vec<BTreeSet<Point>> {
    let mut pieces = Vec::new();
    while let Some(first) = cells.pop_first() {
        let (mut piece, mut queue) = (BTreeSet::from([first]), vec![first]);
        while let Some(at) = queue.pop() {
            for next in at.beside() {
                if cells.remove(&next) {
                    piece.insert(next);
                    queue.push(next);
                }
            }
        }
        pieces.push(piece);
    }
    pieces
}

/// One rectangle for each run of cells in a column.
fn strips(cells: &BTreeSet<Point>) -> Vec<Rect> {
    let mut strips: Vec<Rect> = Vec::new();
    for p in cells {
        match strips.last_mut().filter(|r| r.x == p.x && r.bottom() == p.y) {
            Some(strip) => strip.height += 1,
            None => strips.push(Rect::new(p.x, p.y, 1, 1)),
        }
    }
    strips
}

#[cfg(test)]
mod tests {
    use mapkiln_core::Seed;

    use super::*;

    /// Every rectangle, tried one by one.
    fn by_trying(cells: &BTreeSet<Point>) -> Option<Rect> {
        let mut best = None;
        for &first in cells {
            let mut width = i32::MAX;
            for y in first.y.. {
                let row = (first.x..).take_while(|x| cells.contains(&Point::new(*x, y))).count() as i32;
                width = width.min(row);
                if width == 0 {
                    break;
                }
                best = better(best, Rect::new(first.x, first.y, width, y - first.y + 1));
            }
        }
        best
    }

    #[test]
    fn largest_rectangles_are_those_found_by_trying() {
        for n in 0..300 {
            let mut rng = Seed::from("cells").stream("largest", n);
            let share = rng.between(20, 95);
            let cells: BTreeSet<Point> = Rect::new(-4, -3, rng.between(1, 12), rng.between(1, 12))
                .cells()
                .filter(|_| rng.between(0, 99) < share)
                .collect();
            assert_eq!(largest(&cells), by_trying(&cells), "{cells:?}");
            // The cover takes the largest that is left, again and again.
            let mut left = cells.clone();
            for rect in cover(cells) {
                assert_eq!(by_trying(&left), Some(rect));
                rect.cells().for_each(|p| assert!(left.remove(&p)));
            }
            assert!(left.is_empty());
        }
    }

    #[test]
    fn strips_cover_all_cells_once() {
        let cells: BTreeSet<Point> = Rect::new(0, 0, 9, 9).cells().filter(|p| (p.x * p.y) % 3 < 2).collect();
        let covered: Vec<Point> = strips(&cells).iter().flat_map(|r| r.cells().collect::<Vec<_>>()).collect();
        assert_eq!((covered.len(), covered.iter().copied().collect::<BTreeSet<_>>()), (cells.len(), cells));
    }
}
