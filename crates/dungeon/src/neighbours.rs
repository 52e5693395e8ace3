//! Rectangles and cells beside each other, for the placement of rooms in both makers.

use mapkiln_core::{Point, Rect, Stream};

/// Cells between two floors by column and by row; negative if they overlap in it.
pub(crate) fn gaps(a: Rect, b: Rect) -> (i32, i32) {
    ((b.x - a.right()).max(a.x - b.right()), (b.y - a.bottom()).max(a.y - b.bottom()))
}

/// Do two floors share a wall with floor on both of its sides?
pub(crate) fn touch(a: Rect, b: Rect) -> bool {
    let (dx, dy) = gaps(a, b);
    (dx == 1 && dy < 0) || (dy == 1 && dx < 0)
}

/// A rectangle that shares a wall with another.
pub(crate) fn beside_of(other: Rect, width: i32, height: i32, rng: &mut Stream) -> Rect {
    let x = rng.between(other.x - width + 1, other.right() - 1);
    let y = rng.between(other.y - height + 1, other.bottom() - 1);
    match rng.below(4) {
        0 => Rect::new(x, other.y - 1 - height, width, height),
        1 => Rect::new(other.right() + 1, y, width, height),
        2 => Rect::new(x, other.bottom() + 1, width, height),
        _ => Rect::new(other.x - 1 - width, y, width, height),
    }
}

/// Do these cells hang together?
pub(crate) fn is_one_piece(cells: &[Point]) -> bool {
    let mut open = cells.to_vec();
    let Some(first) = open.pop() else { return true };
    let mut stack = vec![first];
    while let Some(p) = stack.pop() {
        for q in p.beside() {
            if let Some(i) = open.iter().position(|o| *o == q) {
                stack.push(open.swap_remove(i));
            }
        }
    }
    open.is_empty()
}
