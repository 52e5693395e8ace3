//! Which cells of a world are neighbours, by coordinates.

use mapkiln_core::Point;
use mapkiln_maps::world::{CellShape, World};

/// Cells of a world by number: layer by layer, row by row.
pub(super) struct Cells<'a> {
    pub(super) world: &'a World,
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) layers: i32,
}

impl<'a> Cells<'a> {
    pub(super) fn of(world: &'a World) -> Self {
        Cells { world, width: world.width(), height: world.height(), layers: world.layers.len() as i32 }
    }

    pub(super) fn count(&self) -> usize {
        self.width as usize * self.height as usize * self.layers as usize
    }

    pub(super) fn number(&self, x: i32, y: i32, z: i32) -> usize {
        (z as usize * self.height as usize + y as usize) * self.width as usize + x as usize
    }

    pub(super) fn place(&self, cell: usize) -> (Point, usize) {
        let (w, h) = (self.width as usize, self.height as usize);
        (Point::new((cell % w) as i32, (cell / w % h) as i32), cell / (w * h))
    }

    /// The tile of a cell, as an index of the palette.
    pub(super) fn tile(&self, cell: usize) -> u16 {
        let area = self.width as usize * self.height as usize;
        self.world.layers[cell / area].cells()[cell % area]
    }

    /// The neighbour on a side, joined at the borders where the world is.
    pub(super) fn beside(&self, x: i32, y: i32, z: i32, side: usize) -> Option<(i32, i32, i32)> {
        let odd = y.rem_euclid(2);
        let (dx, dy, dz) = match (self.world.shape, side) {
            (CellShape::Square | CellShape::Layers, 0) => (0, -1, 0),
            (CellShape::Square | CellShape::Layers, 1) => (1, 0, 0),
            (CellShape::Square | CellShape::Layers, 2) => (0, 1, 0),
            (CellShape::Square | CellShape::Layers, 3) => (-1, 0, 0),
            (CellShape::Layers, 4) => (0, 0, 1),
            (CellShape::Layers, 5) => (0, 0, -1),
            // Odd rows lie half a cell to the east.
            (CellShape::Hexagon, 0) => (odd, -1, 0),
            (CellShape::Hexagon, 1) => (1, 0, 0),
            (CellShape::Hexagon, 2) => (odd, 1, 0),
            (CellShape::Hexagon, 3) => (odd - 1, 1, 0),
            (CellShape::Hexagon, 4) => (-1, 0, 0),
            (CellShape::Hexagon, 5) => (odd - 1, -1, 0),
            _ => return None,
        };
        let (mut nx, mut ny, nz) = (x + dx, y + dy, z + dz);
        if self.world.periodic.x {
            nx = nx.rem_euclid(self.width.max(1));
        }
        if self.world.periodic.y {
            ny = ny.rem_euclid(self.height.max(1));
        }
        let inside =
            (0..self.width).contains(&nx) && (0..self.height).contains(&ny) && (0..self.layers).contains(&nz);
        inside.then_some((nx, ny, nz))
    }

    /// The neighbours of a cell with the sides they lie on.
    pub(super) fn around(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> {
        let (p, z) = self.place(cell);
        (0..self.world.shape.sides()).filter_map(move |side| {
            let (x, y, z) = self.beside(p.x, p.y, z as i32, side)?;
            Some((side, self.number(x, y, z)))
        })
    }
}
