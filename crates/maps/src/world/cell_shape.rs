//! Shapes of cells: how many sides they have, and which side faces which.

use serde::{Deserialize, Serialize};

/// The shape of a tile set's cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CellShape {
    /// Four sides, clockwise from the north: north, east, south, west.
    #[default]
    Square,
    /// Six sides, clockwise from the north-east: north-east, east, south-east, south-west, west,
    /// north-west. Rows are shifted: odd rows lie half a cell to the east.
    Hexagon,
    /// Four sides as of a square, then up and down: several layers of squares.
    Layers,
}

impl CellShape {
    /// Number of sides of a cell.
    #[inline]
    pub const fn sides(self) -> usize {
        match self {
            CellShape::Square => 4,
            CellShape::Hexagon | CellShape::Layers => 6,
        }
    }

    /// The side of the neighbour that touches this side.
    #[inline]
    pub const fn opposite(self, side: usize) -> usize {
        match self {
            CellShape::Square => (side + 2) % 4,
            CellShape::Hexagon => (side + 3) % 6,
            CellShape::Layers if side < 4 => (side + 2) % 4,
            CellShape::Layers => 9 - side,
        }
    }

    /// What the sides are called.
    pub const fn side_names(self) -> &'static [&'static str] {
        match self {
            CellShape::Square => &["north", "east", "south", "west"],
            CellShape::Hexagon => &["north-east", "east", "south-east", "south-west", "west", "north-west"],
            CellShape::Layers => &["north", "east", "south", "west", "up", "down"],
        }
    }

    /// Number of different turns of a cell about its middle.
    pub const fn turns(self) -> usize {
        match self {
            CellShape::Square | CellShape::Layers => 4,
            CellShape::Hexagon => 6,
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
            CellShape::Square => [0, 3, 2, 1][side],
            CellShape::Hexagon => 5 - side,
            CellShape::Layers => [0, 3, 2, 1, 4, 5][side],
        }
    }
}

/// Does a map join its own far side?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Periodic {
    /// East joins west.
    pub x: bool,
    /// South joins north.
    pub y: bool,
}

impl Periodic {
    /// Joined on both axes or on none.
    pub const fn both(yes: bool) -> Self {
        Periodic { x: yes, y: yes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_face_each_other_and_turns_come_home() {
        for shape in [CellShape::Square, CellShape::Hexagon, CellShape::Layers] {
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
