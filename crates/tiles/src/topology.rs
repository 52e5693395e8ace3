//! The neighbour table: which cell lies on which side of which.

use std::sync::Arc;

use mapkiln_core::Point;

use crate::sides::{MAX_SIDES, Sides};
use crate::{CellShape, Error, Periodic};

/// No neighbour on this side.
pub(crate) const NONE: u32 = u32::MAX;

/// The most cells of one map; larger worlds are made chunk by chunk.
pub const MAX_CELLS: u64 = 1 << 25;

/// A map without its tiles: its size, and the neighbours of every cell.
///
/// Squares, hexagons, layers, meshes, maps that wrap around and maps with holes differ only in this
/// table, so the solver knows one kind of map. Cells of a grid are numbered row by row, layer by layer
/// from the ground up. A copy shares the table.
///
/// ```
/// use mapkiln_tiles::{Periodic, CellShape, Topology};
/// let map = Topology::new(CellShape::Square, 3, 2, 1, Periodic::both(true)).unwrap();
/// assert_eq!(map.neighbour(0, 3), Some(2)); // west of the first cell is the last of its row
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    sides: Sides,
    width: u32,
    height: u32,
    layers: u32,
    table: Arc<[u32]>,
    /// For each cell, is it part of the map? `None` if all are.
    part: Option<Arc<[bool]>>,
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
        let sides = Sides::Grid(shape);
        Ok(Topology { sides, width, height, layers, table: table.into(), part: None })
    }

    /// A mesh or a graph: for each cell, by side, the neighbour there and the side of the neighbour that
    /// touches it. A cell has up to [`MAX_SIDES`] sides; links must lead back. The rules are those of
    /// [`Model::on_mesh`](crate::Model::on_mesh) or [`Adjacency::on_mesh`](crate::Adjacency::on_mesh).
    ///
    /// ```
    /// use mapkiln_tiles::Topology;
    /// // Three cells in a ring: the second side of each touches the first of the next.
    /// let ring: Vec<Vec<Option<(u32, usize)>>> =
    ///     (0..3).map(|i| vec![Some(((i + 2) % 3, 1)), Some(((i + 1) % 3, 0))]).collect();
    /// let map = Topology::mesh(&ring).unwrap();
    /// assert_eq!(map.neighbours(0).map(|(_, cell)| cell).collect::<Vec<_>>(), [2, 1]);
    /// ```
    pub fn mesh(links: &[Vec<Option<(u32, usize)>>]) -> Result<Self, Error> {
        let most = links.iter().map(Vec::len).max().unwrap_or(0);
        let wrong = |reason: String| Err(Error::Mesh { reason });
        if links.is_empty() || links.len() as u64 > MAX_CELLS / 8 {
            return wrong(format!("it has {} cells; give 1 to {}", links.len(), MAX_CELLS / 8));
        }
        if most == 0 || most > MAX_SIDES {
            return wrong(format!("its cells have up to {most} sides; give 1 to {MAX_SIDES}"));
        }
        let sides = Sides::Mesh(most as u8);
        let mut table = vec![NONE; links.len() * sides.count()];
        for (cell, own) in links.iter().enumerate() {
            for (side, &link) in own.iter().enumerate() {
                let Some((other, back)) = link else { continue };
                let there = links.get(other as usize).and_then(|l| l.get(back).copied().flatten());
                if there != Some((cell as u32, side)) {
                    return wrong(format!(
                        "side {side} of cell {cell} leads to side {back} of cell {other}, which does not lead back"
                    ));
                }
                table[cell * sides.count() + side * most + back] = other;
            }
        }
        let width = links.len() as u32;
        Ok(Topology { sides, width, height: 1, layers: 1, table: table.into(), part: None })
    }

    /// The same map without some cells: nothing is placed there, and nothing is beside them.
    pub fn without(self, is_left_out: impl Fn(u32) -> bool) -> Self {
        let cells = self.cells() as u32;
        let part: Vec<bool> = (0..cells).map(|cell| self.is_part(cell) && !is_left_out(cell)).collect();
        if part.iter().all(|part| *part) {
            return self;
        }
        let sides = self.sides.count();
        let mut table = self.table.to_vec();
        for (index, neighbour) in table.iter_mut().enumerate() {
            let both = part[index / sides] && part.get(*neighbour as usize) == Some(&true);
            if !both {
                *neighbour = NONE;
            }
        }
        Topology { table: table.into(), part: Some(part.into()), ..self }
    }

    /// Is a cell part of the map?
    #[inline]
    pub fn is_part(&self, cell: u32) -> bool {
        self.part.as_ref().is_none_or(|part| part[cell as usize])
    }

    /// Are cells left out?
    pub fn has_holes(&self) -> bool {
        self.part.is_some()
    }

    /// Is it a grid, so that its cells have columns and rows?
    pub fn is_grid(&self) -> bool {
        matches!(self.sides, Sides::Grid(_))
    }

    /// Its sides: those that the rules must have.
    #[inline]
    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// The shape of its cells; a mesh counts as squares.
    pub fn shape(&self) -> CellShape {
        match self.sides {
            Sides::Grid(shape) => shape,
            Sides::Mesh(_) => CellShape::Square,
        }
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

    /// The neighbour on a side of the table.
    #[inline]
    pub fn neighbour(&self, cell: u32, side: usize) -> Option<u32> {
        let neighbour = self.table[cell as usize * self.sides.count() + side];
        (neighbour != NONE).then_some(neighbour)
    }

    /// The existing neighbours of a cell, with the side of the table they lie on.
    pub fn neighbours(&self, cell: u32) -> impl Iterator<Item = (usize, u32)> {
        let sides = self.sides.count();
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
    fn meshes_lead_back_and_holes_are_cut_out() {
        let one_way = vec![vec![Some((1, 0))], vec![None]];
        assert!(matches!(Topology::mesh(&one_way), Err(Error::Mesh { .. })));
        assert!(Topology::mesh(&[]).is_err() && Topology::mesh(&[vec![None; 9]]).is_err());
        let there_and_back = vec![vec![None, Some((1, 0))], vec![Some((0, 1))]];
        let map = Topology::mesh(&there_and_back).unwrap();
        let (side, other) = map.neighbours(0).next().unwrap();
        assert_eq!(map.neighbour(other, map.sides().facing(side)), Some(0));

        let map = Topology::new(CellShape::Square, 5, 4, 1, Periodic::both(true)).unwrap();
        let holed = map.clone().without(|cell| cell % 7 == 0);
        assert!(holed.has_holes() && !map.has_holes() && map.clone().without(|_| false) == map);
        for cell in 0..20 {
            let wanted = map.neighbours(cell).filter(|&(_, n)| cell % 7 != 0 && n % 7 != 0);
            assert!(holed.neighbours(cell).eq(wanted));
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
