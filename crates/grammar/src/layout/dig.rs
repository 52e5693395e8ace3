//! From a drawing to a plan: rooms, corridors, doors, keys and stairs at their final cells.

use mapkiln_core::{Direction, Grid, Point, Rect, Seed};
use mapkiln_maps::graph::LevelGraph;
use mapkiln_maps::plan::{
    Area, Corridor, Door, DoorKind, DoorPlace, Entrance, Key, Level as PlanLevel, Outline, Plan, Room,
    RoomShape, RoomTag, Stairs, Vertical,
};

use super::forms::carved;
use super::objects::{Gate, Objects, Placed, Task};

/// Cells of rock around the whole plan.
pub(super) const MARGIN: i32 = 2;

/// One floor as it was laid out.
pub(super) struct FloorDrawing {
    pub(super) task: Task,
    pub(super) objects: Objects,
    /// The graph's number of each node and edge of the task.
    pub(super) nodes: Vec<usize>,
    pub(super) edges: Vec<usize>,
}

/// Turns drawings into a plan.
pub(super) struct Digger<'a> {
    level: &'a LevelGraph,
    seed: &'a Seed,
    floor_of: &'a [usize],
    outside: &'a [bool],
    /// The box around all floors, which lie above each other.
    bounds: Rect,
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
        seed: &'a Seed,
        floor_of: &'a [usize],
        outside: &'a [bool],
        bounds: Rect,
        drawings: Vec<FloorDrawing>,
    ) -> Self {
        let areas = vec![Area::Room(0); level.nodes.len()];
        let corners = vec![Vec::new(); level.nodes.len()];
        Digger {
            level,
            seed,
            floor_of,
            outside,
            bounds,
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
        let mut levels: Vec<PlanLevel> = drawings.iter().map(|drawing| self.areas_of(drawing)).collect();
        for (drawing, level) in drawings.iter().zip(&mut levels) {
            self.doors_of(drawing, level);
        }
        self.stairs(&mut levels);
        for (n, node) in self.level.nodes.iter().enumerate() {
            if node.is("start")
                && let Area::Room(id) = self.areas[n]
            {
                let floor = &mut levels[self.floor_of[n]];
                let way_in = floor.rooms.iter().find(|r| r.id == id).map(|r| way_in(floor, r));
                floor.entrances.extend(way_in.map(|(at, facing)| Entrance {
                    at,
                    facing,
                    area: Area::Room(id),
                }));
            }
        }
        let title = self.level.grammar.clone();
        (Plan { title, cell_feet: 5, levels, keys: self.keys, ..Plan::default() }, self.areas)
    }

    /// A cell of a drawing in the plan.
    fn point(&self, p: Point) -> Point {
        p - Point::new(self.bounds.x, self.bounds.y) + Point::new(MARGIN, MARGIN)
    }

    /// The cells of a room: its form, or the shape of its kind cut out of its rectangle.
    fn outline(&self, drawing: &FloorDrawing, number: usize, room: Placed) -> (Outline, RoomShape) {
        let at = Point::new(room.rect.x, room.rect.y);
        let placed = |cells: &[Point]| {
            let cells: Vec<Point> = cells.iter().map(|&p| self.point(at + p)).collect();
            Outline::around(&cells)
        };
        if let Some(form) = room.form {
            let form = &drawing.task.forms[form as usize];
            if let Some(outline) = placed(&form.cells) {
                return (outline, form.shape);
            }
        }
        let node = drawing.nodes[number];
        let kind = &self.level.nodes[node].kind;
        let (w, h) = (room.rect.width, room.rect.height);
        if let Some(shape) = self.level.shapes.get(kind).filter(|_| !self.level.templates.contains_key(kind))
        {
            let gates = drawing.objects.routes.iter().flatten().flat_map(|r| &r.gates);
            let beside = gates.flat_map(|g| [g.at.step(g.facing.opposite()), g.at.step(g.facing)]);
            let doors: Vec<Point> = beside.filter(|p| room.rect.contains(*p)).map(|p| p - at).collect();
            let mut stream = self.seed.stream("carve", node as u64);
            let cells = carved(shape.form, w, h, &doors, &mut stream);
            if let Some(outline) = cells.and_then(|cells| placed(&cells)) {
                return (outline, shape.form);
            }
        }
        let corner = self.point(at);
        (Outline::Rect(Rect::new(corner.x, corner.y, w, h)), RoomShape::Rectangle)
    }

    fn areas_of(&mut self, drawing: &FloorDrawing) -> PlanLevel {
        let FloorDrawing { objects, nodes, .. } = drawing;
        let (width, height) = (self.bounds.width + 2 * MARGIN, self.bounds.height + 2 * MARGIN);
        let mut floor = PlanLevel { width, height, ..PlanLevel::default() };
        for (i, &n) in nodes.iter().enumerate() {
            let node = &self.level.nodes[n];
            let Some(placed) = objects.rooms[i] else {
                let area = Area::Corridor(self.corridors);
                self.areas[n] = area;
                let cells: Vec<Point> = objects.nets[i].iter().map(|&p| self.point(p)).collect();
                self.corner_cells(n, cells.clone());
                let corridor = self.corridor(cells);
                floor.corridors.push(corridor);
                continue;
            };
            let (outline, shape) = self.outline(drawing, i, placed);
            self.areas[n] = Area::Room(self.rooms);
            self.corner_cells(n, outline.cells());
            let mut room = Room::new(self.rooms, outline);
            room.shape = shape;
            room.kind = node.kind.clone();
            room.description.aloud = self.name_of(n);
            room.contents.enemies = node.is("enemies");
            room.contents.treasure = node.is("treasure");
            let told = ["enemies", "treasure", "passage"];
            let words = node.means.iter().filter(|w| !told.contains(&w.as_str()));
            room.tags = words.cloned().map(RoomTag::from).collect();
            if let Some(key) = node.values.get("key") {
                room.tags.push(RoomTag::from("key"));
                let name = node.texts.get("ability").cloned().unwrap_or_else(|| format!("key {key}"));
                self.locks.push(*key);
                self.keys.push(Key { id: self.keys.len() as u32, name, room: self.rooms });
            }
            self.rooms += 1;
            floor.rooms.push(room);
        }
        floor
    }

    /// What a room is called. A name that several rooms have is told apart by a number.
    fn name_of(&self, node: usize) -> String {
        let nodes = &self.level.nodes;
        let Some(name) = nodes[node].texts.get("name").filter(|name| !name.is_empty()) else {
            return String::new();
        };
        let same = |n: &&mapkiln_maps::graph::Node| n.texts.get("name") == Some(name);
        match nodes[..node].iter().filter(same).count() {
            0 => name.clone(),
            before => format!("{name} {}", before + 1),
        }
    }

    /// Where stairs can be: corners of a room, ends of a passage.
    fn corner_cells(&mut self, node: usize, cells: Vec<Point>) {
        let mut cells = cells;
        let centre = super::objects::bounding(&cells).unwrap_or_default().centre();
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

    fn doors_of(&mut self, drawing: &FloorDrawing, floor: &mut PlanLevel) {
        let FloorDrawing { task, objects, nodes, edges, .. } = drawing;
        // Corridors of edges are numbered after those that are nodes, floor by floor.
        for (i, route) in objects.routes.iter().enumerate() {
            let Some(route) = route else { continue };
            let own = (!route.cells.is_empty()).then(|| {
                let corridor = self.corridor(route.cells.iter().map(|&p| self.point(p)).collect());
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
                self.door(floor, gate, kind, joins, first);
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

    fn door(&mut self, floor: &mut PlanLevel, gate: &Gate, kind: DoorKind, joins: [Area; 2], first: Area) {
        let (at, facing) = (self.point(gate.at), gate.facing);
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

    /// The cells of a flight of stairs between two nodes: on different floors the same cell, if both have one.
    fn flight(&mut self, a: usize, b: usize) -> Option<[Point; 2]> {
        if self.floor_of[a] != self.floor_of[b] {
            let both = self.corners[a].iter().rev().find(|p| self.corners[b].contains(p)).copied();
            if let Some(at) = both {
                [a, b].into_iter().for_each(|n| self.corners[n].retain(|p| *p != at));
                return Some([at, at]);
            }
        }
        Some([self.corners[a].pop()?, self.corners[b].pop()?])
    }

    /// Edges out of the plane: two flights of stairs that lead to each other.
    fn stairs(&mut self, levels: &mut [PlanLevel]) {
        for (e, &[a, b]) in self.level.edges.iter().enumerate() {
            if !self.outside[e] {
                continue;
            }
            let [a, b] = [a, b].map(|n| n as usize);
            let floors = [self.floor_of[a], self.floor_of[b]];
            let Some([from, to]) = self.flight(a, b) else { continue };
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

/// Where one comes into the room that the level starts in: at a wall behind which there is nothing as far as
/// the end of the plan, else in its middle.
fn way_in(floor: &PlanLevel, room: &Room) -> (Point, Direction) {
    let mut taken = Grid::new(floor.width, floor.height, false);
    let rooms = floor.rooms.iter().flat_map(|r| r.outline.cells());
    let corridors = floor.corridors.iter().flat_map(|c| c.cells.iter().copied());
    for p in rooms.chain(corridors) {
        if let Some(cell) = taken.get_mut(p) {
            *cell = true;
        }
    }
    let middle = room.outline.centre();
    let mut best: Option<(u32, Point, Direction)> = None;
    for at in room.outline.cells() {
        for out in Direction::ALL {
            // One cell to either side as well: a gate needs posts.
            let side = out.clockwise();
            let lanes = [at, at.step(side), at.step(side.opposite())].map(|p| p.step(out));
            let open = lanes.into_iter().all(|lane| {
                let mut p = lane;
                while taken.get(p) == Some(&false) {
                    p = p.step(out);
                }
                taken.get(p).is_none()
            });
            let far = at.manhattan(middle);
            if open && best.is_none_or(|(least, ..)| far < least) {
                best = Some((far, at, out.opposite()));
            }
        }
    }
    best.map_or((middle, Direction::South), |(_, at, facing)| (at, facing))
}
