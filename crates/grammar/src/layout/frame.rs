//! Where a plan has to be: a footprint that it must stay within, rooms whose place is given, stairwells
//! that must lie above each other.
//!
//! All of these are costs that the search brings down to nothing. A plan that is not there yet is a legal
//! plan all the same.

use mapkiln_core::{Grid, Point, Rect};

use super::objects::{BoxOption, Objects, Placed, Task, bounding, union};
use super::walls::meet;

/// What a plan must keep, in cells of the plan.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// How far each cell of the footprint's box is from the footprint.
    ground: Option<Grid<u16>>,
    pub(super) pins: Vec<Pin>,
    /// The box around the floors that are laid out already.
    pub(super) other_floors: Option<Rect>,
}

/// A room's place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pin {
    pub(super) node: usize,
    pub(super) place: Place,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// The room's box begins here.
    At(Point),
    /// The room covers this cell.
    Over(Point),
}

impl Pin {
    /// Cells between a room and its place.
    fn away(&self, rect: Rect, origin: Point) -> i64 {
        match self.place {
            Place::At(at) => i64::from((at + origin).manhattan(Point::new(rect.x, rect.y))),
            Place::Over(at) => {
                let at = at + origin;
                let x = (rect.x - at.x).max(at.x - rect.right() + 1).max(0);
                let y = (rect.y - at.y).max(at.y - rect.bottom() + 1).max(0);
                i64::from(x + y)
            }
        }
    }

    fn point(&self) -> Point {
        match self.place {
            Place::At(at) | Place::Over(at) => at,
        }
    }
}

impl Frame {
    /// A frame with a footprint: true where rooms and corridors may be.
    pub(super) fn new(footprint: Option<&Grid<bool>>, pins: Vec<Pin>) -> Option<Frame> {
        if footprint.is_none() && pins.is_empty() {
            return None;
        }
        Some(Frame { ground: footprint.map(distances), pins, other_floors: None })
    }

    /// Did somebody ask for it? Stairwells alone are not asked for.
    pub(super) fn is_wished(&self) -> bool {
        self.ground.is_some() || self.pins.iter().any(|p| matches!(p.place, Place::At(_)))
    }

    /// Is the footprint as large as the smallest rooms together? If not, nothing can fit.
    pub(super) fn has_space(&self, task: &Task) -> bool {
        let Some(ground) = &self.ground else { return true };
        let cells = |option: &BoxOption| match option.form {
            Some(form) => task.forms[form as usize].cells.len(),
            None => (option.width * option.height) as usize,
        };
        let rooms = task.nodes.iter().filter_map(|node| node.options.iter().map(cells).min());
        rooms.sum::<usize>() <= ground.iter().filter(|(_, far)| **far == 0).count()
    }

    /// How far a cell is from the footprint.
    fn outside(&self, cell: Point) -> i64 {
        let Some(ground) = &self.ground else { return 0 };
        let (right, bottom) = (ground.width() - 1, ground.height() - 1);
        let inside = Point::new(cell.x.clamp(0, right), cell.y.clamp(0, bottom));
        i64::from(ground[inside]) + i64::from(inside.manhattan(cell))
    }

    pub(super) fn cells(&self, cells: &[Point], origin: Point) -> i64 {
        if self.ground.is_none() {
            return 0;
        }
        cells.iter().map(|&p| self.outside(p - origin)).sum()
    }

    pub(super) fn room(&self, task: &Task, node: usize, room: Placed, origin: Point) -> i64 {
        let mut away = self.pinned(node, room.rect, origin);
        if self.ground.is_some() {
            let at = Point::new(room.rect.x, room.rect.y) - origin;
            away += match room.form {
                Some(form) => {
                    task.forms[form as usize].cells.iter().map(|&p| self.outside(at + p)).sum::<i64>()
                }
                None => room.rect.cells().map(|p| self.outside(p - origin)).sum(),
            };
        }
        away
    }

    fn pinned(&self, node: usize, rect: Rect, origin: Point) -> i64 {
        // A room that is out of its place counts for more than one that juts out.
        self.pins.iter().filter(|p| p.node == node).map(|p| 8 * p.away(rect, origin)).sum()
    }

    /// About how far a box would be out of place, quickly.
    pub(super) fn guess(&self, node: usize, rect: Rect, origin: Point) -> i64 {
        let mut away = self.pinned(node, rect, origin);
        if self.ground.is_some() {
            let (right, bottom) = (rect.right() - 1, rect.bottom() - 1);
            let corners = [(rect.x, rect.y), (right, rect.y), (rect.x, bottom), (right, bottom)];
            away += corners.iter().map(|&(x, y)| 2 * self.outside(Point::new(x, y) - origin)).sum::<i64>();
        }
        away
    }

    /// How far everything is out of place.
    fn all(&self, task: &Task, objects: &Objects, origin: Point) -> i64 {
        let rooms = objects.rooms.iter().enumerate();
        let rooms: i64 = rooms.map(|(n, r)| r.map_or(0, |room| self.room(task, n, room, origin))).sum();
        let nets = objects.nets.iter().map(|cells| self.cells(cells, origin)).sum::<i64>();
        rooms + nets + objects.routes.iter().flatten().map(|r| self.cells(&r.cells, origin)).sum::<i64>()
    }

    /// The best place for the frame's cell 0,0 under a plan, and how far everything is out of place then.
    pub(super) fn origin(&self, task: &Task, objects: &Objects) -> (i64, Point) {
        let bounds = objects.bounds().unwrap_or_default();
        let mut list: Vec<Point> = Vec::new();
        for pin in &self.pins {
            let Some(room) = objects.rooms[pin.node] else { continue };
            list.push(match pin.place {
                Place::At(at) => Point::new(room.rect.x, room.rect.y) - at,
                Place::Over(at) => room.rect.centre() - at,
            });
        }
        if let Some(ground) = &self.ground {
            let (x, y) = (bounds.right() - ground.width(), bounds.bottom() - ground.height());
            for x in [bounds.x, (bounds.x + x).div_euclid(2), x] {
                list.extend([bounds.y, (bounds.y + y).div_euclid(2), y].map(|y| Point::new(x, y)));
            }
        }
        let costs = list.into_iter().map(|origin| (self.all(task, objects, origin), origin));
        costs.min_by_key(|(cost, _)| *cost).unwrap_or((0, Point::new(0, 0)))
    }

    /// The cells of a plan's box that jut out over the other floors.
    pub(super) fn overhang(&self, objects: &Objects, origin: Point) -> i64 {
        let (Some(other), Some(bounds)) = (self.other_floors, objects.bounds()) else { return 0 };
        let both = meet(bounds, Rect::new(other.x + origin.x, other.y + origin.y, other.width, other.height));
        bounds.area() - i64::from(both.width.max(0)) * i64::from(both.height.max(0))
    }

    /// The box that a plan needs around it, besides its own.
    pub(super) fn bounds(&self, origin: Point) -> Option<Rect> {
        let ground = self.ground.as_ref().map(|g| Rect::new(origin.x, origin.y, g.width(), g.height()));
        let pins: Vec<Point> = self.pins.iter().map(|p| p.point() + origin).collect();
        let pins = bounding(&pins).map(|r| r.grown(8));
        ground.into_iter().chain(pins).reduce(union)
    }
}

/// The distance of every cell from the nearest one that is on.
fn distances(footprint: &Grid<bool>) -> Grid<u16> {
    let mut far = Grid::new(footprint.width(), footprint.height(), u16::MAX);
    let mut queue: Vec<Point> = footprint.iter().filter(|(_, on)| **on).map(|(p, _)| p).collect();
    queue.iter().for_each(|&p| far[p] = 0);
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        for beside in at.beside() {
            if far.get(beside) == Some(&u16::MAX) {
                far[beside] = far[at].saturating_add(1);
                queue.push(beside);
            }
        }
    }
    far
}
