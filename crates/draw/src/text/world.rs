//! Tile worlds as text.

use mapkiln_core::Point;
use mapkiln_maps::world::{CellShape, World};

/// The world as text: one character per cell as seen from above, one line per row. Odd rows of
/// hexagons begin with a blank.
///
/// The characters are those of the tile set, not of [`Sign`](super::Sign).
pub fn world(world: &World) -> String {
    let is_hexagonal = world.shape == CellShape::Hexagon;
    let mut text = String::new();
    for y in 0..world.height() {
        if is_hexagonal && y % 2 == 1 {
            text.push(' ');
        }
        for x in 0..world.width() {
            text.push(
                world
                    .tile_at(Point::new(x, y))
                    .map_or('?', |t| if t.symbol.is_control() { '?' } else { t.symbol }),
            );
            if is_hexagonal && x + 1 < world.width() {
                text.push(' ');
            }
        }
        text.push('\n');
    }
    text
}
