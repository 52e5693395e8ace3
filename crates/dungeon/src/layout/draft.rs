//! Drafts: the spaces of a place with their cells, and all ways that could be between them.

use mapkiln_core::{Direction, Grid, Point, Rect};
use mapkiln_maps::plan::{FeatureKind, RoomShape, ThingKind};

/// A space's number in its draft.
pub(crate) type SpaceId = u8;

/// No space: rock.
pub(crate) const ROCK: SpaceId = SpaceId::MAX;

/// The most spaces of a draft: sets of them are 64 bits.
pub(crate) const MOST_SPACES: usize = 64;

/// Half the side of the canvas that a level is drawn on.
const REACH: i32 = 72;

/// A room or a corridor of a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Space {
    /// Is it a room? Otherwise a corridor.
    pub(crate) room: bool,
    /// What the decoder built it for; becomes a tag of the room.
    pub(crate) tag: &'static str,
    pub(crate) shape: RoomShape,
    pub(crate) level: u8,
    /// Number of cells.
    pub(crate) area: u32,
}

/// A way that could be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) a: SpaceId,
    pub(crate) b: SpaceId,
    pub(crate) how: How,
    /// Is it always there?
    pub(crate) must: bool,
    /// Added to the key that ways are sorted by, in hundredths; the lowest come first.
    pub(crate) bias: i32,
    /// What its key is found by; mirrored ways have the same.
    pub(crate) name: u32,
}

/// How a way leads from one space to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// Through a door at one of these places in a wall one cell thick.
    Door(Vec<Place>),
    /// Through a wall two or three cells thick: a door and a short passage.
    Throat(Vec<Place>, i32),
    /// The spaces touch here.
    Mouth(Mouth),
    /// Through a passage of these cells, which touches each space at a mouth.
    Passage { cells: Vec<Point>, ends: [Mouth; 2] },
    /// A hole of these wall cells, which become floor of the first space.
    Breach { cells: Vec<Point>, mouth: Mouth },
    /// Stairs at the same cell of both levels.
    Stairs(Point),
}

/// A place for a door: a cell of wall, and the direction from the first space to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) at: Point,
    pub(crate) facing: Direction,
}

/// An open border: cells of the first space from `at` to the east or south, and the way out of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mouth {
    pub(crate) at: Point,
    pub(crate) facing: Direction,
    pub(crate) width: u8,
}

/// A way in from outside: the first cell inside, and the direction of entering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gate {
    pub(crate) space: SpaceId,
    pub(crate) at: Point,
    pub(crate) facing: Direction,
}

/// Something that a decoder builds in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Built {
    Feature(u8, FeatureKind, Vec<Point>),
    Thing(u8, ThingKind, Point, Direction),
}

/// The spaces of a place, and all that could join them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Draft {
    /// By level: the space of each cell.
    pub(crate) levels: Vec<Canvas>,
    pub(crate) spaces: Vec<Space>,
    pub(crate) ways: Vec<Way>,
    pub(crate) built: Vec<Built>,
    /// The ways in that the decoder built, the main one first.
    pub(crate) gates: Vec<Gate>,
    /// The goal, if the decoder built one.
    pub(crate) boss: Option<SpaceId>,
    /// Spaces that must not be the goal, as bits.
    pub(crate) not_boss: u64,
    /// What the decoder holds against it, in hundredths of a cost of 1.
    pub(crate) flaws: u32,
    /// By level: how high it is above the first; the first is 0.
    pub(crate) heights: Vec<i32>,
}

/// The cells of one level; coordinates may be negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Canvas {
    owner: Grid<SpaceId>,
    /// The smallest rectangle around all floor.
    bounds: Option<Rect>,
}

impl Canvas {
    pub(crate) fn new() -> Self {
        Canvas { owner: Grid::new(2 * REACH, 2 * REACH, ROCK), bounds: None }
    }

    /// The space of a cell, or [`ROCK`].
    pub(crate) fn at(&self, p: Point) -> SpaceId {
        self.owner.get(p + Point::new(REACH, REACH)).copied().unwrap_or(ROCK)
    }

    /// Is it floor?
    pub(crate) fn is_floor(&self, p: Point) -> bool {
        self.at(p) != ROCK
    }

    /// May there be floor?
    pub(crate) fn reaches(&self, p: Point) -> bool {
        p.x.abs() < REACH - 4 && p.y.abs() < REACH - 4
    }

    /// The smallest rectangle around all floor.
    pub(crate) fn bounds(&self) -> Rect {
        self.bounds.unwrap_or(Rect::new(0, 0, 1, 1))
    }

    pub(crate) fn set(&mut self, p: Point, space: SpaceId) {
        if let Some(cell) = self.owner.get_mut(p + Point::new(REACH, REACH)) {
            *cell = space;
            if space != ROCK {
                let b = self.bounds.unwrap_or(Rect::new(p.x, p.y, 1, 1));
                let (left, top) = (b.x.min(p.x), b.y.min(p.y));
                let (right, bottom) = (b.right().max(p.x + 1), b.bottom().max(p.y + 1));
                self.bounds = Some(Rect::new(left, top, right - left, bottom - top));
            }
        }
    }

    /// All cells of floor, row by row, with their spaces.
    pub(crate) fn floor(&self) -> impl Iterator<Item = (Point, SpaceId)> + '_ {
        self.bounds.into_iter().flat_map(Rect::cells).map(|p| (p, self.at(p))).filter(|c| c.1 != ROCK)
    }

    /// Is there neither floor in a rectangle nor within `gap` cells of it?
    pub(crate) fn is_free(&self, rect: Rect, gap: i32) -> bool {
        rect.grown(gap).cells().all(|p| !self.is_floor(p))
            && self.reaches(Point::new(rect.x, rect.y))
            && self.reaches(Point::new(rect.right(), rect.bottom()))
    }

    /// Are the cells free, and a wall away from all floor but that of these spaces?
    pub(crate) fn fits(&self, cells: &[Point], beside: &[SpaceId]) -> bool {
        cells.iter().all(|&p| {
            self.reaches(p)
                && !self.is_floor(p)
                && p.around().iter().all(|&q| matches!(self.at(q), id if id == ROCK || beside.contains(&id)))
        })
    }
}

impl Draft {
    /// A draft with this many empty levels.
    pub(crate) fn new(levels: usize) -> Self {
        Draft {
            levels: (0..levels).map(|_| Canvas::new()).collect(),
            heights: (0..levels as i32).map(|l| -l).collect(),
            ..Draft::default()
        }
    }

    /// Number of rooms.
    pub(crate) fn rooms(&self) -> usize {
        self.spaces.iter().filter(|s| s.room).count()
    }

    /// Adds a room.
    pub(crate) fn room(
        &mut self,
        level: usize,
        tag: &'static str,
        shape: RoomShape,
        cells: &[Point],
    ) -> SpaceId {
        self.space(level, true, tag, shape, cells)
    }

    /// Adds a rectangular room.
    pub(crate) fn rect(&mut self, level: usize, tag: &'static str, rect: Rect) -> SpaceId {
        let cells: Vec<Point> = rect.cells().collect();
        self.space(level, true, tag, RoomShape::Rectangle, &cells)
    }

    /// Adds a rectangular room if all of it is free, with a wall around it.
    pub(crate) fn try_rect(&mut self, level: usize, tag: &'static str, rect: Rect) -> Option<SpaceId> {
        self.levels[level].is_free(rect, 1).then(|| self.rect(level, tag, rect))
    }

    /// Adds a room of these cells if all are free, with a wall around them.
    pub(crate) fn try_room(
        &mut self,
        level: usize,
        tag: &'static str,
        shape: RoomShape,
        cells: &[Point],
    ) -> Option<SpaceId> {
        (!cells.is_empty() && self.levels[level].fits(cells, &[]))
            .then(|| self.space(level, true, tag, shape, cells))
    }

    /// Adds a corridor.
    pub(crate) fn corridor(&mut self, level: usize, tag: &'static str, cells: &[Point]) -> SpaceId {
        self.space(level, false, tag, RoomShape::Rectangle, cells)
    }

    fn space(
        &mut self,
        level: usize,
        room: bool,
        tag: &'static str,
        shape: RoomShape,
        cells: &[Point],
    ) -> SpaceId {
        let id = self.spaces.len().min(MOST_SPACES) as SpaceId;
        for &p in cells {
            self.levels[level].set(p, id);
        }
        self.spaces.push(Space { room, tag, shape, level: level as u8, area: cells.len() as u32 });
        id
    }

    /// The cells of a level with all passages and breaches that could be.
    pub(crate) fn ground(&self, level: usize) -> Canvas {
        let mut ground = self.levels[level].clone();
        for way in self.ways.iter().filter(|w| usize::from(self.spaces[usize::from(w.a)].level) == level) {
            if let How::Passage { cells, .. } | How::Breach { cells, .. } = &way.how {
                cells.iter().for_each(|&p| ground.set(p, ROCK - 1));
            }
        }
        ground
    }

    /// The cells of a space, row by row.
    pub(crate) fn cells(&self, space: SpaceId) -> Vec<Point> {
        let level = usize::from(self.spaces[usize::from(space)].level);
        self.levels[level].floor().filter(|c| c.1 == space).map(|c| c.0).collect()
    }

    /// The smallest rectangle around a space.
    pub(crate) fn bounds(&self, space: SpaceId) -> Rect {
        let mut canvas = Canvas { owner: Grid::new(1, 1, ROCK), bounds: None };
        let cells = self.cells(space);
        for p in &cells {
            let b = canvas.bounds.unwrap_or(Rect::new(p.x, p.y, 1, 1));
            let (left, top) = (b.x.min(p.x), b.y.min(p.y));
            let (right, bottom) = (b.right().max(p.x + 1), b.bottom().max(p.y + 1));
            canvas.bounds = Some(Rect::new(left, top, right - left, bottom - top));
        }
        canvas.bounds()
    }

    /// The way between two spaces, in either order.
    pub(crate) fn way_between(&mut self, a: SpaceId, b: SpaceId) -> Option<&mut Way> {
        self.ways.iter_mut().find(|w| (w.a, w.b) == (a, b) || (w.b, w.a) == (a, b))
    }

    /// Adds a mouth.
    pub(crate) fn mouth(&mut self, a: SpaceId, b: SpaceId, mouth: Mouth, must: bool) {
        self.ways.push(Way { a, b, how: How::Mouth(mouth), must, bias: 0, name: way_name(a, b) });
    }

    /// The mouth along the whole border of two spaces that touch along one straight line.
    pub(crate) fn border(&self, a: SpaceId, b: SpaceId) -> Option<Mouth> {
        let level = usize::from(self.spaces[usize::from(a)].level);
        let canvas = &self.levels[level];
        let mut best: Option<Mouth> = None;
        for facing in Direction::ALL {
            let along = if matches!(facing, Direction::North | Direction::South) {
                Point::new(1, 0)
            } else {
                Point::new(0, 1)
            };
            let touches = |p: Point| canvas.at(p) == a && canvas.at(p.step(facing)) == b;
            for (p, _) in canvas.floor().filter(|c| c.1 == a) {
                if touches(p) && !touches(p - along) {
                    let width = (1..12).take_while(|&n| touches(p + along * n)).count() as u8 + 1;
                    if best.is_none_or(|m| width > m.width) {
                        best = Some(Mouth { at: p, facing, width });
                    }
                }
            }
        }
        best
    }
}

/// What the key of the way between two spaces is found by.
pub(crate) fn way_name(a: SpaceId, b: SpaceId) -> u32 {
    u32::from(a.min(b)) * 64 + u32::from(a.max(b))
}
