//! Where rooms may be placed.
//!
//! Two rooms either touch, sharing a wall with floor on both sides of it, or are far enough apart
//! for a corridor between them with rock on both its sides. So there is a way around every room.

use mapkiln_core::{Direction, Point, Rect, Stream};
use mapkiln_maps::plan::RoomShape;

use super::footprint::{Footprint, LONGEST, least_side};
use crate::neighbours::{beside_of, gaps, touch};

/// The grid that rooms are placed on.
#[derive(Clone, Debug)]
pub(crate) struct Placement {
    pub(crate) width: i32,
    pub(crate) height: i32,
    /// The width of a corridor in cells.
    pub(crate) corridor: i32,
    /// The shapes to choose from, with weights.
    pub(crate) shapes: Vec<(RoomShape, u64)>,
}

/// The percentage of new rooms that are tried beside another, sharing its wall.
const TOUCHING_PERCENT: u32 = 10;
/// Tries to place a new room before giving up.
const TRIES: usize = 60;

impl Placement {
    /// Cells between two floors that do not touch: wall, rock, corridor, rock, wall.
    fn apart(&self) -> i32 {
        self.corridor + 4
    }

    /// Cells between a floor and the edge of the grid: wall, rock, corridor, rock.
    fn margin(&self) -> i32 {
        self.corridor + 3
    }

    /// May the room be placed beside these rooms?
    pub(crate) fn fits<'s>(&self, room: &Footprint, others: impl IntoIterator<Item = &'s Footprint>) -> bool {
        let inside = Rect::new(0, 0, self.width, self.height).grown(-self.margin());
        inside.contains_rect(room.rect)
            && others.into_iter().all(|other| {
                let (dx, dy) = gaps(room.rect, other.rect);
                dx >= self.apart() || dy >= self.apart() || !shared_wall(room, other).is_empty()
            })
    }

    /// Do all rooms fit?
    pub(crate) fn all_fit(&self, rooms: &[Footprint]) -> bool {
        rooms.iter().enumerate().all(|(i, room)| self.fits(room, &rooms[..i]))
    }

    /// A new room that fits, or `None` if none was found.
    pub(crate) fn new_room(&self, rooms: &[Footprint], rng: &mut Stream) -> Option<Footprint> {
        for attempt in 0..TRIES {
            let shape = rng
                .weighted(self.shapes.iter().map(|s| s.1))
                .map_or(RoomShape::Rectangle, |i| self.shapes[i].0);
            // Closets, chambers and halls: areas that vary. The longer it takes, the smaller the room.
            let (short, long) = match rng.below(10) {
                _ if attempt > TRIES / 2 => (3, 5),
                0..3 => (3, 5),
                3..7 => (5, 8),
                _ => (7, 12),
            };
            let least = least_side(shape);
            let mut side = || rng.between(short, long).max(least).min(LONGEST);
            let (width, height) = (side(), side());
            let beside = rng.percent(TOUCHING_PERCENT);
            let rect = match rng.pick(rooms) {
                Some(other) if beside => beside_of(other.rect, width, height, rng),
                _ => {
                    let margin = self.margin();
                    let x = rng.between(margin, self.width - margin - width);
                    let y = rng.between(margin, self.height - margin - height);
                    Rect::new(x, y, width, height)
                }
            };
            let room = Footprint::new(rect, shape, rng);
            if self.fits(&room, rooms) {
                return Some(room);
            }
        }
        None
    }

    /// Adds rooms up to the wanted number, or as many as were found to fit.
    pub(crate) fn new_rooms(&self, fixed: &[Footprint], wanted: usize, rng: &mut Stream) -> Vec<Footprint> {
        let mut rooms = fixed.to_vec();
        while rooms.len() < wanted {
            match self.new_room(&rooms, rng) {
                Some(room) => rooms.push(room),
                None => break,
            }
        }
        rooms
    }
}

/// The cells of the wall between two rooms with floor on both sides, and the way from a to b.
pub(crate) fn shared_wall(a: &Footprint, b: &Footprint) -> Vec<(Point, Direction)> {
    if !touch(a.rect, b.rect) {
        return Vec::new();
    }
    let through = |facing: Direction| {
        a.wall(facing).filter(move |p| b.contains(p.step(facing))).map(move |p| (p, facing))
    };
    Direction::ALL.into_iter().flat_map(through).collect()
}
