//! Where rooms may be placed.
//!
//! Two rooms either touch, sharing a wall that is wide enough for a door, or are far enough
//! apart for a corridor between them with rock on both its sides. So there is a way around every
//! room, and corridors can be dug however the rooms lie.

use mapkiln_core::{Rect, Stream};

use super::Size;
use crate::neighbours::{beside_of, gaps, touch};

/// Cells between two floors that do not touch: wall, rock, corridor, rock, wall.
const APART: i32 = 5;
/// Cells between a floor and the edge of the grid: wall, rock, corridor, rock.
const MARGIN: i32 = 4;
/// The percentage of new rooms that are tried beside another, sharing its wall.
const TOUCHING_PERCENT: u32 = 12;
/// Tries to place a new room before giving up.
const TRIES: usize = 60;
/// The sides of a room, in cells of floor.
const SHORTEST: i32 = 3;
const LONGEST: i32 = 10;

/// May these two rooms be in one layout?
fn compatible(a: Rect, b: Rect) -> bool {
    let (dx, dy) = gaps(a, b);
    dx >= APART || dy >= APART || touch(a, b)
}

/// May the room be placed beside these rooms?
pub(super) fn fits(room: Rect, rooms: &[Rect], side: i32) -> bool {
    let inside = Rect::new(0, 0, side, side).grown(-MARGIN);
    inside.contains_rect(room) && rooms.iter().all(|&other| compatible(room, other))
}

/// Do all rooms fit?
pub(super) fn all_fit(rooms: &[Rect], side: i32) -> bool {
    rooms.iter().enumerate().all(|(i, &room)| fits(room, &rooms[..i], side))
}

/// A new room that fits, or `None` if none was found.
pub(super) fn new_room(rooms: &[Rect], side: i32, rng: &mut Stream) -> Option<Rect> {
    for attempt in 0..TRIES {
        // The longer it takes, the smaller the room.
        let longest = if attempt < TRIES / 2 { LONGEST } else { SHORTEST + 2 };
        let (width, height) = (rng.between(SHORTEST, longest), rng.between(SHORTEST, longest));
        let beside = rng.percent(TOUCHING_PERCENT);
        let room = match rng.pick(rooms) {
            Some(&neighbour) if beside => beside_of(neighbour, width, height, rng),
            _ => {
                let x = rng.between(MARGIN, side - MARGIN - width);
                let y = rng.between(MARGIN, side - MARGIN - height);
                Rect::new(x, y, width, height)
            }
        };
        if fits(room, rooms, side) {
            return Some(room);
        }
    }
    None
}

/// Rooms for a new layout; their number is random within the size's bounds.
pub(super) fn new_rooms(size: Size, rng: &mut Stream) -> Vec<Rect> {
    let (fewest, most) = size.rooms();
    let wanted = rng.between(fewest as i32, most as i32) as usize;
    loop {
        let mut rooms = Vec::with_capacity(wanted);
        while rooms.len() < wanted {
            match new_room(&rooms, size.side(), rng) {
                Some(room) => rooms.push(room),
                None => break,
            }
        }
        // A grid may be full early; with too few rooms, start again.
        if rooms.len() >= fewest {
            return rooms;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::Seed;

    #[test]
    fn rooms_touch_over_a_wall_but_not_at_a_corner() {
        let room = Rect::new(10, 10, 4, 4);
        assert!(touch(room, Rect::new(15, 12, 3, 3)));
        assert!(touch(room, Rect::new(13, 15, 3, 3)));
        assert!(!touch(room, Rect::new(15, 14, 3, 3)), "only the corners of the walls meet");
        assert!(!fits(Rect::new(15, 14, 3, 3), &[room], 50));
        assert!(!fits(Rect::new(17, 10, 3, 3), &[room], 50), "no corridor fits between");
        assert!(fits(Rect::new(19, 10, 3, 3), &[room], 50));
        assert!(!fits(Rect::new(3, 10, 3, 3), &[], 50), "too near to the edge");
    }

    #[test]
    fn every_first_population_has_its_rooms() {
        for size in Size::ALL {
            let (fewest, most) = size.rooms();
            let mut counts = vec![0; most + 1];
            for seed in 0..300u64 {
                let rooms = new_rooms(size, &mut Seed::from(seed).stream("rooms", 0));
                assert!(all_fit(&rooms, size.side()));
                counts[rooms.len()] += 1;
            }
            assert!(counts[fewest..].iter().all(|&n| n > 10), "{size}: {counts:?}");
        }
    }
}
