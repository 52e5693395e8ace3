//! What is laid out, and where it stands: rooms, corridors and doors, without the grids.

use mapkiln_core::{Direction, Point, Rect};

use super::forms::Form;
use super::frame::Frame;

/// What is to be laid out: a graph with a size for every node.
pub(super) struct Task {
    pub(super) nodes: Vec<TaskNode>,
    /// The ends of every edge that is drawn in the plane.
    pub(super) edges: Vec<[usize; 2]>,
    /// The neighbours of each node, with the edge that leads there, clockwise.
    pub(super) around: Vec<Vec<(usize, usize)>>,
    /// Shapes other than rectangles.
    pub(super) forms: Vec<Form>,
    pub(super) weights: super::Weights,
    /// Where it has to be, if that is given.
    pub(super) frame: Option<Frame>,
}

/// A node to be laid out.
pub(super) struct TaskNode {
    /// A corridor that grows where its edges need it?
    pub(super) passage: bool,
    /// The sizes and shapes it can have; for a rectangle both turns.
    pub(super) options: Vec<BoxOption>,
}

/// One way to put a room down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoxOption {
    pub(super) width: i32,
    pub(super) height: i32,
    /// Which form of the task; none for a rectangle.
    pub(super) form: Option<u32>,
}

impl Task {
    pub(super) fn area_of_edge(&self, edge: usize) -> u32 {
        (self.nodes.len() + edge) as u32
    }

    /// A node's form turned: see [`turned`].
    pub(super) fn turned(&self, node: usize, form: u32, turn: u8) -> Option<u32> {
        let from = &self.forms[form as usize];
        let mut cells: Vec<Point> = from.cells.iter().map(|&p| turned(p, turn)).collect();
        let corner = bounding(&cells).map(|r| Point::new(r.x, r.y))?;
        cells.iter_mut().for_each(|p| *p = *p - corner);
        cells.sort_unstable_by_key(|p| (p.y, p.x));
        let mut doors: Vec<Point> = from.sites.iter().map(|s| turned(s.door, turn) - corner).collect();
        doors.sort_unstable();
        let same = |form: &u32| {
            let form = &self.forms[*form as usize];
            let mut sites: Vec<Point> = form.sites.iter().map(|s| s.door).collect();
            sites.sort_unstable();
            form.cells == cells && sites == doors
        };
        self.nodes[node].options.iter().filter_map(|o| o.form).find(same)
    }

    /// The node or edge of an area.
    pub(super) fn node_of(&self, area: u32) -> Option<usize> {
        Some(area as usize).filter(|&n| n < self.nodes.len())
    }
}

/// A room that stands somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) rect: Rect,
    pub(super) form: Option<u32>,
}

/// A door of an edge: one cell between two areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gate {
    pub(super) at: Point,
    /// From the first area to the second.
    pub(super) facing: Direction,
    pub(super) areas: [u32; 2],
}

/// How an edge runs: its doors, and the cells of a corridor of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Route {
    pub(super) gates: Vec<Gate>,
    pub(super) cells: Vec<Point>,
}

/// Where a room or corridor can be left: the door's cell and the first cell behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exit {
    pub(super) door: Point,
    pub(super) out: Direction,
}

impl Exit {
    pub(super) fn cell(self) -> Point {
        self.door.step(self.out)
    }
}

/// All objects, without the grids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Objects {
    /// By node; none for corridors and for what is not placed.
    pub(super) rooms: Vec<Option<Placed>>,
    /// By node: the cells of a passage.
    pub(super) nets: Vec<Vec<Point>>,
    /// By edge.
    pub(super) routes: Vec<Option<Route>>,
}

impl Placed {
    /// Every door that the room's shape allows.
    pub(super) fn sites(&self, forms: &[Form], mut each: impl FnMut(Exit)) {
        let r = self.rect;
        if let Some(form) = self.form {
            for site in &forms[form as usize].sites {
                each(Exit { door: Point::new(r.x, r.y) + site.door, out: site.out });
            }
            return;
        }
        for x in r.x..r.right() {
            each(Exit { door: Point::new(x, r.y - 1), out: Direction::North });
            each(Exit { door: Point::new(x, r.bottom()), out: Direction::South });
        }
        for y in r.y..r.bottom() {
            each(Exit { door: Point::new(r.right(), y), out: Direction::East });
            each(Exit { door: Point::new(r.x - 1, y), out: Direction::West });
        }
    }
}

impl Objects {
    pub(super) fn bounds(&self) -> Option<Rect> {
        let rooms = self.rooms.iter().flatten().map(|r| r.rect);
        let nets = self.nets.iter().filter_map(|cells| bounding(cells));
        let routes = self.routes.iter().flatten().filter_map(|r| bounding(&r.cells));
        rooms.chain(nets).chain(routes).reduce(union)
    }

    /// Moves a cell of every object.
    pub(super) fn map(&mut self, rect: impl Fn(Rect) -> Rect, point: impl Fn(Point) -> Point) {
        for room in self.rooms.iter_mut().flatten() {
            room.rect = rect(room.rect);
        }
        for p in self.nets.iter_mut().flatten() {
            *p = point(*p);
        }
        for route in self.routes.iter_mut().flatten() {
            for p in &mut route.cells {
                *p = point(*p);
            }
            for gate in &mut route.gates {
                gate.at = point(gate.at);
            }
        }
    }

    /// The plan turned, each form with its room; nothing if a form has no such turn.
    pub(super) fn turned(&self, task: &Task, turn: u8) -> Option<Objects> {
        let mut new = self.clone();
        new.map(
            |r| {
                let ends = [Point::new(r.x, r.y), Point::new(r.right() - 1, r.bottom() - 1)];
                between(turned(ends[0], turn), turned(ends[1], turn))
            },
            |p| turned(p, turn),
        );
        for (n, room) in new.rooms.iter_mut().enumerate() {
            if let Some(Placed { form: Some(form), .. }) = room {
                *form = task.turned(n, *form, turn)?;
            }
        }
        for gate in new.routes.iter_mut().flatten().flat_map(|r| r.gates.iter_mut()) {
            let ahead = turned(Point::new(0, 0).step(gate.facing), turn);
            gate.facing = Direction::ALL.into_iter().find(|d| Point::new(0, 0).step(*d) == ahead)?;
        }
        Some(new)
    }

    pub(super) fn shift(&mut self, by: Point) {
        self.map(|r| Rect::new(r.x + by.x, r.y + by.y, r.width, r.height), |p| p + by);
    }
}

pub(super) fn union(a: Rect, b: Rect) -> Rect {
    let (x, y) = (a.x.min(b.x), a.y.min(b.y));
    Rect::new(x, y, a.right().max(b.right()) - x, a.bottom().max(b.bottom()) - y)
}

pub(super) fn bounding(cells: &[Point]) -> Option<Rect> {
    cells.iter().map(|p| Rect::new(p.x, p.y, 1, 1)).reduce(union)
}

/// A cell turned around 0,0: bit 1 mirrors x, bit 2 mirrors y, bit 4 swaps them.
pub(super) fn turned(p: Point, turn: u8) -> Point {
    let x = if turn & 1 != 0 { -p.x } else { p.x };
    let y = if turn & 2 != 0 { -p.y } else { p.y };
    if turn & 4 != 0 { Point::new(y, x) } else { Point::new(x, y) }
}

/// The box around two cells.
pub(super) fn between(a: Point, b: Point) -> Rect {
    let (x, y) = (a.x.min(b.x), a.y.min(b.y));
    Rect::new(x, y, a.x.max(b.x) - x + 1, a.y.max(b.y) - y + 1)
}
