//! Turning and moving a finished draft.

use mapkiln_core::{Direction, Point, Rect};

/// A turn and a shift: from a draft's coordinates to a level's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Quarter turns clockwise, plus 4 if mirrored first.
    pub(crate) turn: u8,
    /// Where the draft's origin is, after the turn.
    pub(crate) origin: Point,
}

impl Frame {
    /// The cell of a level.
    pub(crate) fn point(self, p: Point) -> Point {
        turned(p, self.turn) + self.origin
    }

    /// The cell of the draft that a cell of the level comes from.
    pub(crate) fn back(self, p: Point) -> Point {
        let p = p - self.origin;
        let unturned = (0..(4 - self.turn % 4) % 4).fold(p, |p, _| Point::new(-p.y, p.x));
        if self.turn >= 4 { Point::new(-unturned.x, unturned.y) } else { unturned }
    }

    /// The direction in a level.
    pub(crate) fn direction(self, direction: Direction) -> Direction {
        let v = turned(direction.vector(), self.turn);
        Direction::ALL.into_iter().find(|d| d.vector() == v).unwrap_or(direction)
    }

    /// The rectangle of a level.
    pub(crate) fn rect(self, r: Rect) -> Rect {
        let (a, b) =
            (self.point(Point::new(r.x, r.y)), self.point(Point::new(r.right() - 1, r.bottom() - 1)));
        let (x, y) = (a.x.min(b.x), a.y.min(b.y));
        Rect::new(x, y, (a.x - b.x).abs() + 1, (a.y - b.y).abs() + 1)
    }
}

fn turned(p: Point, turn: u8) -> Point {
    let p = if turn >= 4 { Point::new(-p.x, p.y) } else { p };
    (0..turn % 4).fold(p, |p, _| Point::new(-p.y, p.x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_undone() {
        for turn in 0..8 {
            let frame = Frame { turn, origin: Point::new(5, -3) };
            let p = Point::new(7, 2);
            assert_eq!(frame.back(frame.point(p)), p, "turn {turn}");
            for d in Direction::ALL {
                assert_eq!(frame.point(p.step(d)), frame.point(p).step(frame.direction(d)));
            }
            assert!(frame.rect(Rect::new(7, 2, 3, 1)).contains(frame.point(Point::new(9, 2))));
        }
    }
}
