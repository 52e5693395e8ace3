//! Shapes of cells: how many sides they have, and which side faces which.

use serde::{Deserialize, Serialize};

/// The shape of a tile set's cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Four sides, clockwise from the north: north, east, south, west.
    #[default]
    Square,
    /// Six sides, clockwise from the north-east: north-east, east, south-east, south-west, west,
    /// north-west. Rows are shifted: odd rows lie half a cell to the east.
    Hexagon,
    /// Four sides as of a square, then up and down: several layers of squares.
    Layers,
}

impl Shape {
    /// Number of sides of a cell.
    #[inline]
    pub const fn sides(self) -> usize {
        match self {
            Shape::Square => 4,
            Shape::Hexagon | Shape::Layers => 6,
        }
    }

    /// The side of the neighbour that touches this side.
    #[inline]
    pub const fn opposite(self, side: usize) -> usize {
        match self {
            Shape::Square => (side + 2) % 4,
            Shape::Hexagon => (side + 3) % 6,
            Shape::Layers if side < 4 => (side + 2) % 4,
            Shape::Layers => 9 - side,
        }
    }

    /// What the sides are called.
    pub const fn side_names(self) -> &'static [&'static str] {
        match self {
            Shape::Square => &["north", "east", "south", "west"],
            Shape::Hexagon => &["north-east", "east", "south-east", "south-west", "west", "north-west"],
            Shape::Layers => &["north", "east", "south", "west", "up", "down"],
        }
    }

    /// Number of different turns of a cell about its middle.
    pub const fn turns(self) -> usize {
        match self {
            Shape::Square | Shape::Layers => 4,
            Shape::Hexagon => 6,
        }
    }

    /// The side that comes to lie at `side` when a tile is turned clockwise `turns` times.
    pub const fn turned_from(self, side: usize, turns: usize) -> usize {
        let cycle = self.turns();
        if side < cycle { (side + cycle - turns % cycle) % cycle } else { side }
    }

    /// The side that comes to lie at `side` when a tile is mirrored from east to west.
    pub const fn mirrored_from(self, side: usize) -> usize {
        match self {
            Shape::Square => [0, 3, 2, 1][side],
            Shape::Hexagon => 5 - side,
            Shape::Layers => [0, 3, 2, 1, 4, 5][side],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_face_each_other_and_turns_come_home() {
        for shape in [Shape::Square, Shape::Hexagon, Shape::Layers] {
            assert_eq!(shape.side_names().len(), shape.sides());
            for side in 0..shape.sides() {
                assert_eq!(shape.opposite(shape.opposite(side)), side);
                assert_ne!(shape.opposite(side), side);
                assert_eq!(shape.turned_from(side, shape.turns()), side);
                assert_eq!(shape.mirrored_from(shape.mirrored_from(side)), side);
                // Turning and facing agree: what faced it before faces it after.
                let (a, b) = (shape.turned_from(side, 1), shape.turned_from(shape.opposite(side), 1));
                assert_eq!(shape.opposite(a), b);
                let (a, b) = (shape.mirrored_from(side), shape.mirrored_from(shape.opposite(side)));
                assert_eq!(shape.opposite(a), b);
            }
        }
    }
}
