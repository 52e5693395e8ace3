//! The neighbour table: which cell lies on which side of which.

use mapkiln_core::Point;

use crate::{CellShape, Error, Periodic};

/// No neighbour on this side.
pub(crate) const NONE: u32 = u32::MAX;

/// The most cells of one map; larger worlds are made chunk by chunk.
pub const MAX_CELLS: u64 = 1 << 26;

/// A map without its tiles: its size, and the neighbours of every cell.
///
/// Squares, hexagons, layers and maps that wrap around differ only in this table, so the solver knows
/// one kind of map. Cells are numbered row by row, layer by layer from the ground up.
///
/// ```
/// use mapkiln_tiles::{Periodic, CellShape, Topology};
/// let map = Topology::new(CellShape::Square, 3, 2, 1, Periodic::both(true)).unwrap();
/// assert_eq!(map.neighbour(0, 3), Some(2)); // west of the first cell is the last of its row
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    shape: CellShape,
    width: u32,
    height: u32,
    layers: u32,
    table: Vec<u32>,
}

impl Topology {
    /// Builds the table. Complexity: cells × sides.
    pub fn new(
        shape: CellShape,
        width: u32,
        height: u32,
        layers: u32,
        periodic: Periodic,
    ) -> Result<Self, Error> {
        let cells = u64::from(width) * u64::from(height).saturating_mul(u64::from(layers));
        if cells == 0 || cells > MAX_CELLS {
            return Err(Error::Size { width: width.into(), height: height.into(), layers: layers.into() });
        }
        if shape == CellShape::Hexagon && periodic.y && height % 2 == 1 {
            return Err(Error::OddHexagons { height });
        }
        let sides = shape.sides();
        let mut table = Vec::with_capacity(cells as usize * sides);
        let (w, h) = (width as i32, height as i32);
        let wrap = |at: i32, size: i32, joined: bool| {
            if (0..size).contains(&at) {
                Some(at)
            } else if joined {
                Some(at.rem_euclid(size))
            } else {
                None
            }
        };
        for z in 0..layers as i32 {
            for y in 0..h {
                for x in 0..w {
                    for side in 0..sides {
                        let (dx, dy, dz) = offset(shape, side, y);
                        let neighbour = wrap(x + dx, w, periodic.x)
                            .zip(wrap(y + dy, h, periodic.y))
                            .zip(wrap(z + dz, layers as i32, false))
                            .map_or(NONE, |((x, y), z)| ((z * h + y) * w + x) as u32);
                        table.push(neighbour);
                    }
                }
            }
        }
        Ok(Topology { shape, width, height, layers, table })
    }

    /// The shape of its cells.
    pub fn shape(&self) -> CellShape {
        self.shape
    }

    /// Columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Layers; 1 if the map is flat.
    pub fn layers(&self) -> u32 {
        self.layers
    }

    /// Number of cells.
    #[inline]
    pub fn cells(&self) -> usize {
        self.width as usize * self.height as usize * self.layers as usize
    }

    /// The neighbour on a side.
    #[inline]
    pub fn neighbour(&self, cell: u32, side: usize) -> Option<u32> {
        let neighbour = self.table[cell as usize * self.shape.sides() + side];
        (neighbour != NONE).then_some(neighbour)
    }

    /// The existing neighbours of a cell, with the side they lie on.
    pub fn neighbours(&self, cell: u32) -> impl Iterator<Item = (usize, u32)> {
        let sides = self.shape.sides();
        let start = cell as usize * sides;
        self.table[start..start + sides].iter().copied().enumerate().filter(|&(_, n)| n != NONE)
    }

    #[inline]
    pub(crate) fn table(&self) -> &[u32] {
        &self.table
    }

    /// The number of a cell.
    pub fn cell(&self, at: Point, layer: u32) -> Option<u32> {
        let inside = at.x >= 0 && (at.x as u32) < self.width && at.y >= 0 && (at.y as u32) < self.height;
        (inside && layer < self.layers)
            .then(|| (layer * self.height + at.y as u32) * self.width + at.x as u32)
    }

    /// Column and row of a cell, and its layer.
    pub fn place(&self, cell: u32) -> (Point, u32) {
        let (x, y) = (cell % self.width, cell / self.width);
        (Point::new(x as i32, (y % self.height) as i32), y / self.height)
    }
}

/// The offset of the neighbour on a side, in columns, rows and layers; for hexagons it depends on the
/// row.
fn offset(shape: CellShape, side: usize, row: i32) -> (i32, i32, i32) {
    const SQUARE: [(i32, i32, i32); 6] =
        [(0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)];
    if shape != CellShape::Hexagon {
        return SQUARE[side];
    }
    let east = row & 1; // odd rows lie half a cell to the east
    match side {
        0 => (east, -1, 0),
        1 => (1, 0, 0),
        2 => (east, 1, 0),
        3 => (east - 1, 1, 0),
        4 => (-1, 0, 0),
        _ => (east - 1, -1, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_neighbour_knows_its_neighbour() {
        for shape in [CellShape::Square, CellShape::Hexagon, CellShape::Layers] {
            for periodic in [Periodic::both(false), Periodic { x: true, y: false }, Periodic::both(true)] {
                let layers = if shape == CellShape::Layers { 3 } else { 1 };
                let map = Topology::new(shape, 5, 4, layers, periodic).unwrap();
                let mut links = 0;
                for cell in 0..map.cells() as u32 {
                    let (at, layer) = map.place(cell);
                    assert_eq!(map.cell(at, layer), Some(cell));
                    for (side, other) in map.neighbours(cell) {
                        assert_eq!(map.neighbour(other, shape.opposite(side)), Some(cell));
                        links += 1;
                    }
                }
                if periodic == Periodic::both(true) && shape != CellShape::Layers {
                    assert_eq!(links, map.cells() * shape.sides());
                }
            }
        }
    }

    #[test]
    fn impossible_sizes_are_refused() {
        let make = |w, h| Topology::new(CellShape::Square, w, h, 1, Periodic::default());
        assert!(make(0, 5).is_err());
        assert!(make(1_000_000_000, 1_000_000_000).is_err());
        assert!(make(u32::MAX, u32::MAX).is_err());
        let hexes = Topology::new(CellShape::Hexagon, 4, 5, 1, Periodic::both(true));
        assert!(matches!(hexes, Err(Error::OddHexagons { .. })));
    }
}
