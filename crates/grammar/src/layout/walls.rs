//! How boxes lie to each other: walls that they share, gaps between them.

use mapkiln_core::{Direction, Point, Rect};

use super::objects::Placed;
use super::state::State;

/// How many cells of wall two rectangles share.
pub(super) fn shared_wall(a: Rect, b: Rect) -> i32 {
    let across = a.right().min(b.right()) - a.x.max(b.x);
    let down = a.bottom().min(b.bottom()) - a.y.max(b.y);
    let beside = b.x == a.right() + 1 || a.x == b.right() + 1;
    let below = b.y == a.bottom() + 1 || a.y == b.bottom() + 1;
    if beside && down > 0 {
        down
    } else if below && across > 0 {
        across
    } else {
        0
    }
}

/// Would a room with a shape of its own share a wall with a node, where both may have a door?
pub(super) fn touches(state: &State<'_>, room: Placed, node: usize) -> bool {
    let Some(other) = state.objects.rooms[node] else { return false };
    if !room.rect.grown(2).overlaps(other.rect) {
        return false;
    }
    let mut doors: Vec<(Point, Direction)> = Vec::new();
    other.sites(&state.task.forms, |exit| doors.push((exit.door, exit.out.opposite())));
    let mut found = false;
    room.sites(&state.task.forms, |exit| {
        found = found
            || (state.area_at(exit.cell()) == Some(node as u32) && doors.contains(&(exit.door, exit.out)));
    });
    found
}

/// Cells between two boxes.
pub(super) fn gap(a: Rect, b: Rect) -> i32 {
    let across = (b.x - a.right()).max(a.x - b.right()).max(0);
    let down = (b.y - a.bottom()).max(a.y - b.bottom()).max(0);
    across + down
}

/// The part that two rectangles have in common; empty sides are 0 or less.
pub(super) fn meet(a: Rect, b: Rect) -> Rect {
    let (x, y) = (a.x.max(b.x), a.y.max(b.y));
    Rect::new(x, y, a.right().min(b.right()) - x, a.bottom().min(b.bottom()) - y)
}
