//! From a drawing to a plan: rooms, corridors, doors, keys and stairs at their final cells.

use mapkiln_core::{Direction, Point, Rect};
use mapkiln_maps::graph::LevelGraph;
use mapkiln_maps::plan::{
    Area, Corridor, Door, DoorKind, DoorPlace, Entrance, Key, Level as PlanLevel, Outline, Plan, Room,
    RoomShape, RoomTag, Stairs, Vertical,
};

use super::compact::flip;
use super::state::{Gate, Objects, Placed, Task};

/// Cells of rock around the whole plan.
const MARGIN: i32 = 2;

/// One floor as it was laid out.
pub(super) struct FloorDrawing {
    pub(super) task: Task,
    pub(super) objects: Objects,
    /// The graph's number of each node and edge of the task.
    pub(super) nodes: Vec<usize>,
    pub(super) edges: Vec<usize>,
    /// Bit 1 mirrors x, bit 2 mirrors y, bit 4 swaps them.
    pub(super) turn: u8,
}

/// How a drawing is turned and moved to its place in the plan.
struct Turn {
    bits: u8,
    bounds: Rect,
}

impl Turn {
    fn point(&self, p: Point) -> Point {
        let (mut x, mut y) = (p.x - self.bounds.x, p.y - self.bounds.y);
        if self.bits & 1 != 0 {
            x = self.bounds.width - 1 - x;
        }
        if self.bits & 2 != 0 {
            y = self.bounds.height - 1 - y;
        }
        let p = if self.bits & 4 != 0 { Point::new(y, x) } else { Point::new(x, y) };
        p + Point::new(MARGIN, MARGIN)
    }

    fn direction(&self, d: Direction) -> Direction {
        let across = matches!(d, Direction::East | Direction::West);
        let d =
            if (across && self.bits & 1 != 0) || (!across && self.bits & 2 != 0) { d.opposite() } else { d };
        if self.bits & 4 != 0 { flip(d) } else { d }
    }

    fn size(&self) -> (i32, i32) {
        let (w, h) = (self.bounds.width + 2 * MARGIN, self.bounds.height + 2 * MARGIN);
        if self.bits & 4 != 0 { (h, w) } else { (w, h) }
    }

    fn outline(&self, room: Placed, task: &Task) -> (Outline, RoomShape) {
        let rect = room.rect;
        if let Some(form) = room.form {
            let form = &task.forms[form as usize];
            let at = Point::new(rect.x, rect.y);
            let cells: Vec<Point> = form.cells.iter().map(|&p| self.point(at + p)).collect();
            if let Some(outline) = Outline::around(&cells) {
                return (outline, form.shape);
            }
        }
        let corner = self.point(Point::new(rect.x, rect.y));
        let other = self.point(Point::new(rect.right() - 1, rect.bottom() - 1));
        let (x, y) = (corner.x.min(other.x), corner.y.min(other.y));
        let (w, h) = (corner.x.abs_diff(other.x) as i32 + 1, corner.y.abs_diff(other.y) as i32 + 1);
        (Outline::Rect(Rect::new(x, y, w, h)), RoomShape::Rectangle)
    }
}

/// Turns drawings into a plan.
pub(super) struct Digger<'a> {
    level: &'a LevelGraph,
    floor_of: &'a [usize],
    outside: &'a [bool],
    drawings: Vec<FloorDrawing>,
    areas: Vec<Area>,
    keys: Vec<Key>,
    /// The lock that each key opens.
    locks: Vec<i32>,
    rooms: u32,
    corridors: u32,
    doors: u32,
    /// Cells of each node where stairs can be, most hidden first.
    corners: Vec<Vec<Point>>,
}

impl<'a> Digger<'a> {
    pub(super) fn new(
        level: &'a LevelGraph,
        floor_of: &'a [usize],
        outside: &'a [bool],
        drawings: Vec<FloorDrawing>,
    ) -> Self {
        let areas = vec![Area::Room(0); level.nodes.len()];
        let corners = vec![Vec::new(); level.nodes.len()];
        Digger {
            level,
            floor_of,
            outside,
            drawings,
            areas,
            keys: Vec::new(),
            locks: Vec::new(),
            rooms: 0,
            corridors: 0,
            doors: 0,
            corners,
        }
    }

    /// The plan, and what each node became.
    pub(super) fn dig(mut self) -> (Plan, Vec<Area>) {
        let drawings = std::mem::take(&mut self.drawings);
        // Rooms first, on every floor: a door must know the key that opens it.
        let mut levels: Vec<(PlanLevel, Turn)> =
            drawings.iter().map(|drawing| self.areas_of(drawing)).collect();
        for (drawing, (level, turn)) in drawings.iter().zip(&mut levels) {
            self.doors_of(drawing, level, turn);
        }
        let mut levels: Vec<PlanLevel> = levels.into_iter().map(|(level, _)| level).collect();
        self.stairs(&mut levels);
        for (n, node) in self.level.nodes.iter().enumerate() {
            if node.is("start")
                && let Area::Room(id) = self.areas[n]
            {
                let floor = &mut levels[self.floor_of[n]];
                let at = floor.rooms.iter().find(|r| r.id == id).map(|r| r.outline.centre());
                let entrance = |at| Entrance { at, facing: Direction::South, area: Area::Room(id) };
                floor.entrances.extend(at.map(entrance));
            }
        }
        let title = self.level.grammar.clone();
        (Plan { title, cell_feet: 5, levels, keys: self.keys, ..Plan::default() }, self.areas)
    }

    fn areas_of(&mut self, drawing: &FloorDrawing) -> (PlanLevel, Turn) {
        let FloorDrawing { task, objects, nodes, .. } = drawing;
        let turn = Turn { bits: drawing.turn, bounds: objects.bounds().unwrap_or(Rect::new(0, 0, 1, 1)) };
        let (width, height) = turn.size();
        let mut floor = PlanLevel { width, height, ..PlanLevel::default() };
        for (i, &n) in nodes.iter().enumerate() {
            let node = &self.level.nodes[n];
            let Some(placed) = objects.rooms[i] else {
                let area = Area::Corridor(self.corridors);
                self.areas[n] = area;
                self.corner_cells(n, objects.nets[i].iter().map(|&p| turn.point(p)).collect());
                let corridor = self.corridor(objects.nets[i].iter().map(|&p| turn.point(p)).collect());
                floor.corridors.push(corridor);
                continue;
            };
            let (outline, shape) = turn.outline(placed, task);
            self.areas[n] = Area::Room(self.rooms);
            self.corner_cells(n, outline.cells());
            let mut room = Room::new(self.rooms, outline);
            room.shape = shape;
            room.kind = node.kind.clone();
            room.description.aloud = node.texts.get("name").cloned().unwrap_or_default();
            room.contents.enemies = node.is("enemies");
            room.contents.treasure = node.is("treasure");
            let told = ["enemies", "treasure", "passage"];
            let words = node.means.iter().filter(|w| !told.contains(&w.as_str()));
            room.tags = words.cloned().map(RoomTag::from).collect();
            if let Some(key) = node.values.get("key") {
                let name = node.texts.get("ability").cloned().unwrap_or_else(|| format!("key {key}"));
                self.locks.push(*key);
                self.keys.push(Key { id: self.keys.len() as u32, name, room: self.rooms });
            }
            self.rooms += 1;
            floor.rooms.push(room);
        }
        (floor, turn)
    }

    /// Where stairs can be: corners of a room, ends of a passage.
    fn corner_cells(&mut self, node: usize, cells: Vec<Point>) {
        let mut cells = cells;
        let centre = super::state::bounding(&cells).unwrap_or_default().centre();
        cells.sort_by_key(|p| (p.manhattan(centre), *p));
        self.corners[node] = cells;
    }

    fn corridor(&mut self, mut cells: Vec<Point>) -> Corridor {
        cells.sort_unstable_by_key(|p| (p.y, p.x));
        cells.dedup();
        let holds = |q: &Point| cells.binary_search_by_key(&(q.y, q.x), |p| (p.y, p.x)).is_ok();
        let is_fork = |p: &&Point| p.beside().iter().filter(|q| holds(q)).count() > 2;
        let forks = cells.iter().filter(is_fork).copied().collect();
        let id = self.corridors;
        self.corridors += 1;
        Corridor { id, cells, width: 1, joins: Vec::new(), forks, traps: Vec::new(), secret: false }
    }

    fn doors_of(&mut self, drawing: &FloorDrawing, floor: &mut PlanLevel, turn: &Turn) {
        let FloorDrawing { task, objects, nodes, edges, .. } = drawing;
        // Corridors of edges are numbered after those that are nodes, floor by floor.
        for (i, route) in objects.routes.iter().enumerate() {
            let Some(route) = route else { continue };
            let own = (!route.cells.is_empty()).then(|| {
                let corridor = self.corridor(route.cells.iter().map(|&p| turn.point(p)).collect());
                floor.corridors.push(corridor);
                Area::Corridor(self.corridors - 1)
            });
            let area = |a: u32| match task.node_of(a) {
                Some(node) => self.areas[nodes[node]],
                None => own.unwrap_or(Area::Room(0)),
            };
            let sides: Vec<[Area; 2]> = route.gates.iter().map(|g| g.areas.map(area)).collect();
            let first = self.areas[self.level.edges[edges[i]][0] as usize];
            for (number, (gate, joins)) in route.gates.iter().zip(sides).enumerate() {
                let kind = self.door_kind(edges[i], number, route.gates.len(), route.cells.len(), &joins);
                self.door(floor, turn, gate, kind, joins, first);
            }
        }
        for corridor in &mut floor.corridors {
            let here = Area::Corridor(corridor.id);
            let other = |d: &Door| match d.joins {
                [a, Area::Room(b)] if a == here => Some(b),
                [Area::Room(a), b] if b == here => Some(a),
                _ => None,
            };
            corridor.joins = floor.doors.iter().filter_map(other).collect();
            corridor.joins.sort_unstable();
            corridor.joins.dedup();
        }
    }

    fn door(
        &mut self,
        floor: &mut PlanLevel,
        turn: &Turn,
        gate: &Gate,
        kind: DoorKind,
        joins: [Area; 2],
        first: Area,
    ) {
        let (at, facing) = (turn.point(gate.at), turn.direction(gate.facing));
        // A one-way door is told from the side it opens from.
        let backwards = joins[1] == first;
        let (facing, joins) =
            if backwards { (facing.opposite(), [joins[1], joins[0]]) } else { (facing, joins) };
        floor.doors.push(Door {
            id: self.doors,
            place: DoorPlace::Cell { at, facing },
            kind,
            joins,
            checks: Vec::new(),
        });
        self.doors += 1;
    }

    /// What closes an edge: its lock first, then the word its kind means. Of two doors the one that is
    /// farther from the edge's first node closes it; a secret way is hidden at both ends.
    fn door_kind(
        &self,
        edge: usize,
        number: usize,
        gates: usize,
        cells: usize,
        joins: &[Area; 2],
    ) -> DoorKind {
        let plain = match joins {
            [Area::Corridor(_), Area::Corridor(_)] => DoorKind::Arch,
            // A few cells between two rooms need no second door.
            _ if gates == 2 && number == 0 && cells <= 3 => DoorKind::Arch,
            _ => DoorKind::Door,
        };
        let Some(detail) = self.level.detail(edge) else { return plain };
        let means = |word: &str| detail.means.iter().any(|w| w == word);
        if means("secret") {
            return DoorKind::Secret;
        }
        let closes = gates == 1 || {
            let second = self.areas[self.level.edges[edge][1] as usize];
            joins.contains(&second)
        };
        if !closes {
            return plain;
        }
        if let Some(lock) = detail.values.get("lock") {
            let key = self.locks.iter().position(|l| l == lock).map(|id| id as u32);
            return DoorKind::Locked { key };
        }
        if means("portcullis") {
            DoorKind::Portcullis
        } else if means("arch") {
            DoorKind::Arch
        } else if means("barred") || detail.one_way {
            DoorKind::Barred
        } else {
            plain
        }
    }

    /// Edges out of the plane: two flights of stairs that lead to each other.
    fn stairs(&mut self, levels: &mut [PlanLevel]) {
        for (e, &[a, b]) in self.level.edges.iter().enumerate() {
            if !self.outside[e] {
                continue;
            }
            let [a, b] = [a, b].map(|n| n as usize);
            let floors = [self.floor_of[a], self.floor_of[b]];
            let (Some(from), Some(to)) = (self.corners[a].pop(), self.corners[b].pop()) else { continue };
            let down = floors[1] >= floors[0];
            let ways = if down { [Vertical::Down, Vertical::Up] } else { [Vertical::Up, Vertical::Down] };
            let flight = |at, to, floor, way| Stairs {
                at,
                facing: Direction::North,
                way,
                to_level: Some(floor),
                to: Some(to),
            };
            levels[floors[0]].stairs.push(flight(from, to, floors[1], ways[0]));
            if !self.level.detail(e).is_some_and(|d| d.one_way) {
                levels[floors[1]].stairs.push(flight(to, from, floors[0], ways[1]));
            }
        }
    }
}
