//! What a picture of levels costs, known before it is drawn.

use mapkiln_core::{Limit, OverLimit, Point};
use mapkiln_maps::plan::Level;

/// Refuses levels with more floor, or more walls, than a picture can show in time: every cell of floor is
/// drawn, and the rock is hatched along every wall.
pub(crate) fn check<'l>(levels: impl IntoIterator<Item = &'l Level>) -> Result<(), OverLimit> {
    let (mut cells, mut sides) = (0, 0);
    for level in levels {
        let rooms = level.rooms.iter().map(|room| room.outline.area().unsigned_abs());
        let corridors = level.corridors.iter().map(|corridor| corridor.cells.len() as u64);
        cells = rooms.chain(corridors).fold(cells, u64::saturating_add);
        Limit::DrawnCells.check(cells)?;
        sides += sides_of_walls(level);
        Limit::DrawnWalls.check(sides)?;
    }
    Ok(())
}

/// How many sides of floor cells are at no other floor.
fn sides_of_walls(level: &Level) -> u64 {
    let rooms = level.rooms.iter().flat_map(|room| room.outline.cells());
    let mut floor: Vec<Point> =
        rooms.chain(level.corridors.iter().flat_map(|c| c.cells.iter().copied())).collect();
    floor.sort_unstable();
    floor.dedup();
    let inner = |p: &Point| {
        let [east, south] = [Point::new(p.x + 1, p.y), Point::new(p.x, p.y + 1)];
        [east, south].iter().filter(|next| floor.binary_search(next).is_ok()).count() as u64
    };
    4 * floor.len() as u64 - 2 * floor.iter().map(inner).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use mapkiln_core::Rect;
    use mapkiln_maps::plan::{Outline, Room};

    use super::*;

    #[test]
    fn walls_are_counted_by_their_sides() {
        let room = |id, x, width| Room::new(id, Outline::Rect(Rect::new(x, 0, width, 2)));
        let level = |rooms: Vec<Room>| Level { rooms, width: 30, height: 9, ..Level::default() };
        assert_eq!(sides_of_walls(&level(vec![room(0, 0, 3)])), 10);
        // Side by side, and apart.
        assert_eq!(sides_of_walls(&level(vec![room(0, 0, 3), room(1, 3, 3)])), 16);
        assert_eq!(sides_of_walls(&level(vec![room(0, 0, 3), room(1, 4, 3)])), 20);
    }
}
