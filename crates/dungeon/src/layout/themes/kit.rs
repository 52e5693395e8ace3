//! What several decoders use.

use mapkiln_core::{Direction, Point, Rect};

use crate::layout::draft::{Canvas, Draft, Gate, ROCK, SpaceId};
use crate::layout::sums::Sums;
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

/// A straight corridor in the rock with walls in common with three rooms or more, so that it forks;
/// nothing if there is no place for one. `dry` says before which floor there may be a door.
pub(super) fn alley(draft: &mut Draft, tag: &'static str, wish: f64, dry: &dyn Fn(Point) -> bool) {
    let canvas = &draft.levels[0];
    let sums = Sums::new(canvas, 2);
    let mut places: Vec<Rect> = Vec::new();
    for p in canvas.bounds().grown(2).cells() {
        for long in [5, 7, 9, 12] {
            for rect in [Rect::new(p.x, p.y, long, 1), Rect::new(p.x, p.y, 1, long)] {
                if sums.is_free(rect.grown(1)) && doors_along(canvas, rect, dry) >= 3 {
                    places.push(rect);
                }
            }
        }
    }
    if let Some(rect) = places.get((wish * places.len() as f64) as usize) {
        let cells: Vec<Point> = rect.cells().collect();
        draft.corridor(0, tag, &cells);
    }
}

/// How many spaces have floor right behind the walls of a rectangle.
fn doors_along(canvas: &Canvas, r: Rect, dry: &dyn Fn(Point) -> bool) -> usize {
    let mut found: Vec<SpaceId> = Vec::new();
    for p in r.cells() {
        for out in Direction::ALL {
            let (wall, beyond) = (p.step(out), p.step(out).step(out));
            let side = out.clockwise().vector();
            let space = canvas.at(beyond);
            let door = !r.contains(wall)
                && space != ROCK
                && dry(beyond)
                && [wall + side, wall - side].iter().all(|q| !canvas.is_floor(*q));
            if door && !found.contains(&space) {
                found.push(space);
            }
        }
    }
    found.len()
}

/// The largest connected part of some cells.
pub(super) fn largest_piece(cells: &[Point]) -> Vec<Point> {
    let mut open = cells.to_vec();
    let mut best: Vec<Point> = Vec::new();
    while let Some(first) = open.pop() {
        let mut piece = vec![first];
        let mut next = 0;
        while next < piece.len() {
            for q in piece[next].beside() {
                if let Some(i) = open.iter().position(|o| *o == q) {
                    piece.push(open.swap_remove(i));
                }
            }
            next += 1;
        }
        if piece.len() > best.len() {
            best = piece;
        }
    }
    best.sort_unstable_by_key(|p| (p.y, p.x));
    best.dedup();
    best
}
