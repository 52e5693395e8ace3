//! What several decoders use.

use mapkiln_core::{Direction, Point, Rect};

use crate::layout::draft::{Canvas, Draft, Gate, SpaceId};
use crate::layout::themed::way_out;

/// A rectangle mirrored at the column 0.
pub(super) fn mirrored(r: Rect) -> Rect {
    Rect::new(1 - r.right(), r.y, r.width, r.height)
}

/// The cells of a disc of this diameter, in the square at a corner. Five gives a square without
/// its corners.
pub(super) fn disc(corner: Point, diameter: i32) -> Vec<Point> {
    let inside = |p: &Point| {
        let (dx, dy) = (2 * (p.x - corner.x) + 1 - diameter, 2 * (p.y - corner.y) + 1 - diameter);
        dx * dx + dy * dy <= diameter * diameter + 1
    };
    Rect::new(corner.x, corner.y, diameter, diameter).cells().filter(inside).collect()
}

/// The cells of a rectangle whose end to the south is half round.
pub(super) fn round_south(r: Rect) -> Vec<Point> {
    let cut = |y: i32| {
        let left = r.bottom() - 1 - y;
        match (left, r.width) {
            (0, w) if w >= 7 => 2,
            (0, w) if w >= 5 => 1,
            (1, w) if w >= 7 => 1,
            _ => 0,
        }
    };
    r.cells().filter(|p| p.x >= r.x + cut(p.y) && p.x < r.right() - cut(p.y)).collect()
}

/// The gate in the middle of the first wall of a space, seen clockwise from `out`, that has free
/// ground before it.
pub(super) fn gate_of(draft: &Draft, space: SpaceId, out: Direction) -> Option<Gate> {
    let level = usize::from(draft.spaces[usize::from(space)].level);
    let canvas = &draft.levels[level];
    let cells = draft.cells(space);
    let middle = draft.bounds(space).centre();
    let mut out = out;
    for _ in 0..4 {
        let side = out.clockwise().vector();
        let open = |p: &&Point| {
            way_out(canvas, **p, out) && [**p + side, **p - side].iter().all(|q| canvas.at(*q) == space)
        };
        let best = cells.iter().filter(open).min_by_key(|p| (p.manhattan(middle), **p));
        if let Some(&at) = best {
            return Some(Gate { space, at, facing: out.opposite() });
        }
        out = out.clockwise();
    }
    None
}

/// Does a rectangle share a wall with floor: is there any within two cells straight out of a side?
pub(super) fn touches(canvas: &Canvas, r: Rect) -> bool {
    let across =
        |x: i32| canvas.is_floor(Point::new(x, r.y - 2)) || canvas.is_floor(Point::new(x, r.bottom() + 1));
    let along =
        |y: i32| canvas.is_floor(Point::new(r.x - 2, y)) || canvas.is_floor(Point::new(r.right() + 1, y));
    (r.x..r.right()).any(across) || (r.y..r.bottom()).any(along)
}
