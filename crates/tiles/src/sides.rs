//! By which sides cells touch, and which side faces which.

use crate::CellShape;

/// The sides of the cells of a map: what rules and neighbour tables are indexed by.
///
/// On a grid an east side always touches a west side, so a side of the table is a side of the cell. On
/// a mesh any side may touch any other, so a side of the table is a pair: a side of the cell, and the
/// side of the neighbour that touches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sides {
    /// A grid.
    Grid(CellShape),
    /// A mesh or a graph whose cells have up to this many sides.
    Mesh(u8),
}

/// The most sides of a cell of a mesh.
pub const MAX_SIDES: usize = 8;

impl Sides {
    /// Sides of the table.
    #[inline]
    pub const fn count(self) -> usize {
        match self {
            Sides::Grid(shape) => shape.sides(),
            Sides::Mesh(sides) => sides as usize * sides as usize,
        }
    }

    /// Sides of a cell.
    pub const fn of_cell(self) -> usize {
        match self {
            Sides::Grid(shape) => shape.sides(),
            Sides::Mesh(sides) => sides as usize,
        }
    }

    /// The side of the table under which the neighbour sees this cell.
    #[inline]
    pub const fn facing(self, side: usize) -> usize {
        match self {
            Sides::Grid(shape) => shape.opposite(side),
            Sides::Mesh(sides) => side % sides as usize * sides as usize + side / sides as usize,
        }
    }

    /// The side of the cell that a side of the table begins at.
    #[inline]
    pub const fn own(self, side: usize) -> usize {
        match self {
            Sides::Grid(_) => side,
            Sides::Mesh(sides) => side / sides as usize,
        }
    }

    /// The side of the neighbour that touches it.
    #[inline]
    pub const fn back(self, side: usize) -> usize {
        self.own(self.facing(side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_face_each_other() {
        let grids = [CellShape::Square, CellShape::Hexagon, CellShape::Layers].map(Sides::Grid);
        for sides in grids.into_iter().chain((1..=MAX_SIDES as u8).map(Sides::Mesh)) {
            for side in 0..sides.count() {
                assert_eq!(sides.facing(sides.facing(side)), side);
                assert_eq!(sides.own(sides.facing(side)), sides.back(side));
                assert!(sides.own(side) < sides.of_cell());
            }
        }
    }
}
