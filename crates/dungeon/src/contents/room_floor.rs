//! The floor of one room as a grid: what is free, what is taken, and whether all of it can still be
//! walked on.

use mapkiln_core::{Direction, Grid, Point, Rect};
use mapkiln_maps::plan::{DoorPlace, Level, Obstacle, Room, RoomShape, Thing};

use crate::layout::features::blocks;
use crate::neighbours::is_one_piece;

/// The side of the part of a room that is furnished; rooms of imported plans may be vast.
const WINDOW: i32 = 60;
/// Free cells from which on one of them is left for the room's number.
const LEAST_FREE: usize = 4;
/// A cell with floor on so many of its eight sides is clear of the walls.
const OPEN: usize = 6;

/// What a cell of the floor is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    /// Not floor.
    Wall,
    /// Nothing stands here.
    Free,
    /// In front of a way in, on stairs: must stay free.
    Lane,
    /// Left free for the room's number: nothing is put here, and nobody stands here while there is
    /// another place.
    Spare,
    /// Something flat: one walks over it, and nothing else is put here.
    Covered,
    /// A creature stands here.
    Held,
    /// Something in the way.
    Taken,
}

/// The floor of a room.
#[derive(Clone, Debug)]
pub(crate) struct RoomFloor {
    origin: Point,
    cells: Grid<Cell>,
    /// The cells in front of the ways in, doors first.
    pub(crate) ways_in: Vec<Point>,
}

impl RoomFloor {
    /// The floor of a room with what is built into its level and stands in it.
    pub(crate) fn new(level: &Level, room: &Room) -> Self {
        let bounds = window(room);
        let origin = Point::new(bounds.x, bounds.y);
        let mut cells = Grid::new(bounds.width, bounds.height, Cell::Wall);
        for p in room.outline.cells() {
            if let Some(cell) = cells.get_mut(p - origin) {
                *cell = Cell::Free;
            }
        }
        let mut floor = RoomFloor { origin, cells, ways_in: Vec::new() };
        // Nothing is put where a round wall cuts through the cell.
        if let Some(disc) = disc_of(level, room) {
            room.outline
                .cells()
                .into_iter()
                .filter(|p| is_cut(disc, *p))
                .for_each(|p| floor.set(p, Cell::Covered));
        }
        for feature in &level.features {
            let cell = if blocks(feature.kind) { Cell::Taken } else { Cell::Covered };
            feature.cells.iter().for_each(|&p| floor.set(p, cell));
        }
        let doors = level.doors.iter().flat_map(|d| cells_at(d.place));
        let ends = level.entrances.iter().map(|e| e.at).chain(level.stairs.iter().map(|s| s.at));
        let ways_in: Vec<Point> = doors.chain(ends).collect();
        for p in ways_in {
            if floor.is_floor(p) {
                floor.set(p, Cell::Lane);
                floor.ways_in.push(p);
            }
        }
        for thing in &level.things {
            floor.take(thing);
        }
        floor
    }

    fn at(&self, p: Point) -> Cell {
        self.cells.get(p - self.origin).copied().unwrap_or(Cell::Wall)
    }

    fn set(&mut self, p: Point, value: Cell) {
        let at = p - self.origin;
        if let Some(cell) = self.cells.get_mut(at)
            && *cell != Cell::Wall
        {
            *cell = value;
        }
    }

    /// Marks what a thing stands on; lanes stay lanes.
    pub(crate) fn take(&mut self, thing: &Thing) {
        let cell = if thing.kind.obstacle() == Obstacle::Nothing { Cell::Covered } else { Cell::Taken };
        for p in thing.footprint().cells() {
            if cell == Cell::Taken || self.at(p) == Cell::Free {
                self.set(p, cell);
            }
        }
    }

    /// Leaves a cell free for the room's number, away from walls and ways in if it can be; where
    /// there is more room, the one below it too, for the mark of treasure under the number.
    pub(crate) fn spare(&mut self) {
        let count = self.free().count();
        if count < LEAST_FREE {
            return;
        }
        let below = |p: Point| p.step(Direction::South);
        let pair = |p: &Point| self.is_free(below(*p));
        let open = |p: Point| p.around().into_iter().filter(|q| self.is_floor(*q)).count().min(OPEN);
        let way = |p: &Point| self.ways_in.iter().map(|w| w.manhattan(*p)).min().unwrap_or(0);
        let two = count >= 2 * LEAST_FREE && self.free().any(|p| pair(&p));
        let rank = |p: &Point| (open(*p) + if two { open(below(*p)) } else { 0 }, way(p));
        let best = self.free().filter(|p| !two || pair(p)).max_by_key(rank);
        for cell in best.into_iter().flat_map(|p| if two { vec![p, below(p)] } else { vec![p] }) {
            self.set(cell, Cell::Spare);
        }
    }

    /// Is it the cell that was left for the room's number?
    pub(crate) fn is_spare(&self, p: Point) -> bool {
        self.at(p) == Cell::Spare
    }

    /// Marks the cells of a creature.
    pub(crate) fn hold(&mut self, rect: Rect) {
        for p in rect.cells() {
            self.set(p, Cell::Held);
        }
    }

    /// Is it floor of this room?
    pub(crate) fn is_floor(&self, p: Point) -> bool {
        self.at(p) != Cell::Wall
    }

    /// May something be put here?
    pub(crate) fn is_free(&self, p: Point) -> bool {
        self.at(p) == Cell::Free
    }

    /// Is there room to stand here?
    pub(crate) fn is_vacant(&self, p: Point) -> bool {
        matches!(self.at(p), Cell::Free | Cell::Lane | Cell::Covered | Cell::Spare)
    }

    /// Can one walk here once nobody stands in the way?
    pub(crate) fn is_walkable(&self, p: Point) -> bool {
        !matches!(self.at(p), Cell::Wall | Cell::Taken)
    }

    /// All cells of the floor, row by row.
    pub(crate) fn floor(&self) -> impl Iterator<Item = Point> {
        self.cells.iter().filter(|(_, c)| **c != Cell::Wall).map(|(p, _)| p + self.origin)
    }

    /// Cells on which something may be put, row by row.
    pub(crate) fn free(&self) -> impl Iterator<Item = Point> {
        self.floor().filter(|p| self.is_free(*p))
    }

    /// The number of cells that one can stand on.
    pub(crate) fn walkable(&self) -> usize {
        self.floor().filter(|p| self.is_walkable(*p)).count()
    }

    /// Is there a wall on this side of the cell? Ways in have none.
    pub(crate) fn has_wall(&self, p: Point, side: Direction) -> bool {
        !self.is_floor(p.step(side))
    }

    /// The smallest rectangle around the floor.
    pub(crate) fn bounds(&self) -> Rect {
        let area = self.cells.bounds();
        Rect::new(self.origin.x, self.origin.y, area.width, area.height)
    }

    /// May something be put on all of these cells, so that whoever walks about still gets everywhere?
    pub(crate) fn can_block(&self, rect: Rect) -> bool {
        rect.cells().all(|p| self.is_free(p)) && self.is_connected_without(rect)
    }

    /// Can every cell that one can stand on be reached from every other without these?
    fn is_connected_without(&self, blocked: Rect) -> bool {
        let open = |p: Point| self.is_walkable(p) && !blocked.contains(p);
        // Nothing is cut off if the cells around the blocked ones hang together.
        let around: Vec<Point> = blocked.grown(1).cells().filter(|p| open(*p)).collect();
        let Some(&first) = around.first() else { return false };
        if is_one_piece(&around) {
            return true;
        }
        let mut seen = self.cells.map(|_| false);
        let mut stack = vec![first];
        seen[first - self.origin] = true;
        while let Some(p) = stack.pop() {
            for q in p.beside() {
                if open(q) && !seen[q - self.origin] {
                    seen[q - self.origin] = true;
                    stack.push(q);
                }
            }
        }
        self.floor().all(|p| !open(p) || seen[p - self.origin])
    }

    /// How many squares of a side stand apart on the floor.
    pub(crate) fn squares(&self, side: i32) -> u32 {
        let mut taken = self.cells.map(|_| false);
        let mut count = 0;
        let corners: Vec<Point> = self.floor().collect();
        for p in corners {
            let square = Rect::new(p.x, p.y, side, side);
            if square.cells().all(|q| self.is_walkable(q) && !taken[q - self.origin]) {
                square.cells().for_each(|q| taken[q - self.origin] = true);
                count += 1;
            }
        }
        count
    }
}

/// The bounds of a room, or the middle part of a vast one.
fn window(room: &Room) -> Rect {
    let bounds = room.outline.bounds();
    let middle = room.outline.centre();
    let clip = |low: i32, length: i32, middle: i32| {
        if length <= WINDOW {
            return (low, length);
        }
        ((middle - WINDOW / 2).clamp(low, low + length - WINDOW), WINDOW)
    };
    let (x, width) = clip(bounds.x, bounds.width, middle.x);
    let (y, height) = clip(bounds.y, bounds.height, middle.y);
    Rect::new(x, y, width, height)
}

/// The cells on both sides of a door, and the door's own.
pub(crate) fn cells_at(place: DoorPlace) -> Vec<Point> {
    place.passage()
}

/// The disc that the wall of a round room follows: its own, or that of the tower floor it is a part of.
fn disc_of(level: &Level, room: &Room) -> Option<Rect> {
    let round = |r: &&Room| r.shape == RoomShape::Circle;
    if !round(&room) || room.is_disc() {
        return round(&room).then(|| room.outline.bounds());
    }
    let parts = level.rooms.iter().filter(round).filter(|r| !r.is_disc()).map(|r| r.outline.bounds());
    parts.reduce(|a, b| {
        let (x, y) = (a.x.min(b.x), a.y.min(b.y));
        Rect::new(x, y, a.right().max(b.right()) - x, a.bottom().max(b.bottom()) - y)
    })
}

/// Does a disc leave out more than a little of a cell?
fn is_cut(disc: Rect, p: Point) -> bool {
    // In twentieths of a cell from the middle, with a quarter of a cell to spare.
    let far = |at: i32, start: i32, length: i32| {
        let middle = 2 * start + length;
        10 * i64::from((2 * at - middle).abs().max((2 * at + 2 - middle).abs()))
    };
    let (x, y) = (far(p.x, disc.x, disc.width), far(p.y, disc.y, disc.height));
    let (rx, ry) = (10 * i64::from(disc.width) + 5, 10 * i64::from(disc.height) + 5);
    x * x * ry * ry + y * y * rx * rx > rx * rx * ry * ry
}
