//! Which cell of a level belongs to what.

use mapkiln_core::{Grid, Point};
use mapkiln_maps::plan::{Area, DoorPlace, Level};

/// What is on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// Rock.
    Rock,
    /// The floor of a room or a corridor.
    Floor(Area),
    /// A doorway.
    Door,
}

/// The cells of a level.
pub(crate) struct Ground(Grid<Cell>);

impl Ground {
    pub(crate) fn of(level: &Level) -> Ground {
        let mut cells = Grid::new(level.width, level.height, Cell::Rock);
        let mut set = |p: Point, cell: Cell| {
            if let Some(place) = cells.get_mut(p) {
                *place = cell;
            }
        };
        for corridor in &level.corridors {
            for &p in &corridor.cells {
                set(p, Cell::Floor(Area::Corridor(corridor.id)));
            }
        }
        for room in &level.rooms {
            for p in room.outline.cells() {
                set(p, Cell::Floor(Area::Room(room.id)));
            }
        }
        for door in &level.doors {
            if let DoorPlace::Cell { at, .. } = door.place {
                set(at, Cell::Door);
            }
        }
        Ground(cells)
    }

    /// What is on a cell; `None` outside.
    pub(crate) fn at(&self, p: Point) -> Option<Cell> {
        self.0.get(p).copied()
    }

    pub(crate) fn is_rock(&self, p: Point) -> bool {
        self.at(p) == Some(Cell::Rock)
    }

    /// The area whose floor a cell is.
    pub(crate) fn area(&self, p: Point) -> Option<Area> {
        match self.at(p) {
            Some(Cell::Floor(area)) => Some(area),
            _ => None,
        }
    }

    pub(crate) fn width(&self) -> i32 {
        self.0.width()
    }

    pub(crate) fn height(&self) -> i32 {
        self.0.height()
    }
}
