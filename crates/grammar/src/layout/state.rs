//! A plan while it is being improved: every state is a legal plan, or can be taken back to one.
//!
//! A grid of owners holds rooms, corridors and doors. Two areas are never closer than two cells, not
//! even at a corner; so a wall is one cell everywhere. A second grid counts the areas near each cell,
//! so that "may a corridor be laid here?" is one look-up.

use mapkiln_core::{Direction, Point, Rect};

use super::objects::{BoxOption, Exit, Objects, Placed, Route, Task, bounding, union};

/// Nobody's cell.
pub(super) const FREE: u32 = 0;
/// Marks the cell of a door; the rest is its edge.
pub(super) const DOOR: u32 = 1 << 31;

enum Saved {
    Room(usize, Option<Placed>),
    Net(usize, Vec<Point>),
    Route(usize, Option<Route>),
}

/// The objects on their grids.
pub(super) struct State<'a> {
    pub(super) task: &'a Task,
    pub(super) objects: Objects,
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) own: Vec<u32>,
    near: Vec<u8>,
    rows: Vec<u32>,
    columns: Vec<u32>,
    /// Cells of corridors, and what long ones cost.
    corridor_cells: i64,
    long: i64,
    excess: i64,
    bends: i64,
    /// Where the frame's cell 0,0 lies, once it has a place, and how far everything is out of it.
    origin: Option<Point>,
    astray: i64,
    journal: Vec<Saved>,
    noted: Vec<u32>,
    move_number: u32,
}

/// The cells of a box; one that is more than 1.4 times as long as wide counts for more.
#[inline]
pub(super) fn weighed(width: i32, height: i32) -> i64 {
    let (w, h) = (i64::from(width), i64::from(height));
    let (short, long) = (w.min(h), w.max(h));
    // Three tenths of the part over 1.4, times the area.
    let over = (10 * long - 14 * short).max(0);
    w * h + 3 * over * long / 100
}

/// Free cells around everything, so that rooms can move outwards.
pub(super) const MARGIN: i32 = 24;

impl<'a> State<'a> {
    /// Puts objects on a grid that fits them.
    pub(super) fn new(task: &'a Task, objects: Objects) -> Self {
        let mut state = State {
            task,
            objects: Objects::default(),
            width: 0,
            height: 0,
            own: Vec::new(),
            near: Vec::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            corridor_cells: 0,
            long: 0,
            excess: 0,
            bends: 0,
            origin: None,
            astray: 0,
            journal: Vec::new(),
            noted: vec![0; 2 * task.nodes.len() + task.edges.len()],
            move_number: 1,
        };
        state.load(objects);
        state
    }

    /// Replaces everything, moved so that the grid is no larger than needed.
    pub(super) fn load(&mut self, mut objects: Objects) {
        let mut bounds = objects.bounds().unwrap_or_default();
        if let (Some(origin), Some(frame)) = (self.origin, &self.task.frame) {
            bounds = frame.bounds(origin).map_or(bounds, |frame| union(frame, bounds));
        }
        let shift = Point::new(MARGIN - bounds.x, MARGIN - bounds.y);
        objects.shift(shift);
        self.origin = self.origin.map(|origin| origin + shift);
        self.width = bounds.width + 2 * MARGIN;
        self.height = bounds.height + 2 * MARGIN;
        let cells = self.width as usize * self.height as usize;
        self.own.clear();
        self.own.resize(cells, FREE);
        // The rim is never clear, so searches need not look for the end of the grid.
        self.near.clear();
        self.near.resize(cells, 1);
        let inner = (self.width - 4).max(0) as usize;
        for row in
            self.near.chunks_exact_mut(self.width as usize).skip(2).take((self.height - 4).max(0) as usize)
        {
            row[2..2 + inner].fill(0);
        }
        self.rows.clear();
        self.rows.resize(self.height as usize, 0);
        self.columns.clear();
        self.columns.resize(self.width as usize, 0);
        (self.corridor_cells, self.long, self.excess) = (0, 0, 0);
        (self.bends, self.astray) = (0, 0);
        self.journal.clear();
        self.objects = objects;
        let objects = std::mem::take(&mut self.objects);
        for (n, room) in objects.rooms.iter().enumerate() {
            if let Some(room) = room {
                self.draw_room(n, *room, true);
            }
        }
        for (n, net) in objects.nets.iter().enumerate() {
            self.draw_cells(n as u32, net, true);
            self.bends += self.bends_of(net);
        }
        for (e, route) in objects.routes.iter().enumerate() {
            if let Some(route) = route {
                self.draw_route(e, route, true);
            }
        }
        self.objects = objects;
    }

    #[inline]
    pub(super) fn index(&self, p: Point) -> usize {
        p.y as usize * self.width as usize + p.x as usize
    }

    pub(super) fn near_grid(&self) -> &[u8] {
        &self.near
    }

    /// Is the cell free, with nothing around it? False at the rim.
    #[inline]
    pub(super) fn is_clear(&self, p: Point) -> bool {
        self.near[self.index(p)] == 0
    }

    #[inline]
    pub(super) fn inside(&self, p: Point) -> bool {
        p.x >= 2 && p.y >= 2 && p.x < self.width - 2 && p.y < self.height - 2
    }

    /// Is the cell free, whatever is around it?
    #[inline]
    pub(super) fn is_free(&self, p: Point) -> bool {
        self.inside(p) && self.own[self.index(p)] == FREE
    }

    /// The area that owns a cell.
    #[inline]
    pub(super) fn area_at(&self, p: Point) -> Option<u32> {
        match self.own[self.index(p)] {
            FREE => None,
            door if door & DOOR != 0 => None,
            area => Some(area - 1),
        }
    }

    #[inline]
    fn door_at(&self, p: Point) -> bool {
        self.own[self.index(p)] & DOOR != 0
    }

    /// The owned cells and doors of the objects that are there.
    pub(super) fn bounds(&self) -> Rect {
        let first = |counts: &[u32]| counts.iter().position(|&n| n > 0);
        let last = |counts: &[u32]| counts.iter().rposition(|&n| n > 0);
        let (Some(x), Some(right), Some(y), Some(bottom)) =
            (first(&self.columns), last(&self.columns), first(&self.rows), last(&self.rows))
        else {
            return Rect::default();
        };
        Rect::new(x as i32, y as i32, (right - x) as i32 + 1, (bottom - y) as i32 + 1)
    }

    /// What the plan costs, in hundredths: less is better.
    pub(super) fn cost(&self) -> i64 {
        let weights = &self.task.weights;
        let bounds = self.bounds();
        let area = weighed(bounds.width, bounds.height);
        self.corridor_cells * i64::from(weights.corridors)
            + area * i64::from(weights.compactness)
            + self.long * i64::from(weights.length)
            + self.bends * i64::from(weights.straightness)
            + 200 * self.excess
            + 400 * self.astray
    }

    /// How far rooms are from their own sizes and shapes.
    pub(super) fn excess(&self) -> i64 {
        self.excess
    }

    pub(super) fn corridor_cells(&self) -> i64 {
        self.corridor_cells
    }

    /// Places the frame: its cell 0,0 lies here.
    pub(super) fn put_frame(&mut self, origin: Option<Point>, objects: Objects) {
        self.origin = origin;
        self.load(objects);
    }

    pub(super) fn origin(&self) -> Option<Point> {
        self.origin
    }

    /// How far everything is out of the frame.
    pub(super) fn astray(&self) -> i64 {
        self.astray
    }

    /// Is a node out of the frame?
    pub(super) fn is_astray(&self, node: usize) -> bool {
        let (Some(frame), Some(origin)) = (&self.task.frame, self.origin) else { return false };
        let room = self.objects.rooms[node].map_or(0, |room| frame.room(self.task, node, room, origin));
        let routes = self.task.around[node].iter().filter_map(|(_, e)| self.objects.routes[*e].as_ref());
        room + frame.cells(&self.objects.nets[node], origin) > 0
            || routes.into_iter().any(|r| frame.cells(&r.cells, origin) > 0)
    }

    /// Bends of a corridor: cells with two neighbours around a corner.
    fn bends_of(&self, cells: &[Point]) -> i64 {
        if self.task.weights.straightness == 0 || cells.len() < 3 {
            return 0;
        }
        let mut sorted: Vec<Point> = cells.to_vec();
        sorted.sort_unstable();
        let holds = |p: Point| sorted.binary_search(&p).is_ok();
        let bend = |p: &&Point| {
            let [up, right, down, left] = Direction::ALL.map(|d| holds(p.step(d)));
            (up != down) && (left != right)
        };
        cells.iter().filter(bend).count() as i64
    }

    /// Cells by which a room is larger than it was to be, at least a few if it has another shape.
    pub(super) fn excess_of(&self, node: usize, room: Placed) -> i64 {
        let options = &self.task.nodes[node].options;
        let (width, height) = (room.rect.width, room.rect.height);
        if options.contains(&BoxOption { width, height, form: room.form }) {
            return 0;
        }
        let wanted = options.iter().map(|o| i64::from(o.width) * i64::from(o.height)).max();
        (room.rect.area() - wanted.unwrap_or(0)).max(8)
    }

    fn long_cost(cells: usize) -> i64 {
        let over = cells as i64 - 18;
        if over > 0 { over * over } else { 0 }
    }

    // Drawing and clearing.

    fn count(&mut self, rect: Rect, on: bool) {
        let delta = if on { 1 } else { u32::MAX };
        for y in rect.y..rect.bottom() {
            let row = &mut self.rows[y as usize];
            *row = row.wrapping_add(delta);
        }
        for x in rect.x..rect.right() {
            let column = &mut self.columns[x as usize];
            *column = column.wrapping_add(delta);
        }
    }

    fn draw_room(&mut self, node: usize, room: Placed, on: bool) {
        let value = if on { node as u32 + 1 } else { FREE };
        let delta = if on { 1 } else { u8::MAX };
        let rect = room.rect;
        self.count(rect, on);
        let excess = self.excess_of(node, room);
        self.excess += if on { excess } else { -excess };
        if let (Some(frame), Some(origin)) = (&self.task.frame, self.origin) {
            let astray = frame.room(self.task, node, room, origin);
            self.astray += if on { astray } else { -astray };
        }
        match room.form {
            None => {
                for y in rect.y..rect.bottom() {
                    let start = self.index(Point::new(rect.x, y));
                    self.own[start..start + rect.width as usize].fill(value);
                }
                let skin = rect.grown(1);
                for y in skin.y..skin.bottom() {
                    let start = self.index(Point::new(skin.x, y));
                    for near in &mut self.near[start..start + skin.width as usize] {
                        *near = near.wrapping_add(delta);
                    }
                }
            }
            Some(form) => {
                let form = &self.task.forms[form as usize];
                let at = Point::new(rect.x, rect.y);
                for &p in &form.cells {
                    let i = self.index(at + p);
                    self.own[i] = value;
                }
                for &p in &form.skin {
                    let i = self.index(at + p);
                    self.near[i] = self.near[i].wrapping_add(delta);
                }
            }
        }
    }

    fn draw_cells(&mut self, area: u32, cells: &[Point], on: bool) {
        let value = if on { area + 1 } else { FREE };
        let delta = if on { 1 } else { u8::MAX };
        for &p in cells {
            let i = self.index(p);
            self.own[i] = value;
            let width = self.width as usize;
            for row in [i - width, i, i + width] {
                for near in &mut self.near[row - 1..=row + 1] {
                    *near = near.wrapping_add(delta);
                }
            }
            self.count(Rect::new(p.x, p.y, 1, 1), on);
        }
        let (count, long) = (cells.len() as i64, Self::long_cost(cells.len()));
        self.corridor_cells += if on { count } else { -count };
        self.long += if on { long } else { -long };
        if let (Some(frame), Some(origin)) = (&self.task.frame, self.origin) {
            let astray = frame.cells(cells, origin);
            self.astray += if on { astray } else { -astray };
        }
    }

    fn draw_route(&mut self, edge: usize, route: &Route, on: bool) {
        for gate in &route.gates {
            let i = self.index(gate.at);
            self.own[i] = if on { DOOR | edge as u32 } else { FREE };
        }
        let area = self.task.area_of_edge(edge);
        self.draw_cells(area, &route.cells, on);
        let bends = self.bends_of(&route.cells);
        self.bends += if on { bends } else { -bends };
    }

    // Moves: everything that changes is noted first, so that it can be taken back.

    /// Begins a move; what came before can no longer be taken back.
    pub(super) fn begin(&mut self) {
        self.journal.clear();
        self.move_number += 1;
    }

    fn note(&mut self, slot: usize) -> bool {
        std::mem::replace(&mut self.noted[slot], self.move_number) != self.move_number
    }

    /// Takes a move back.
    pub(super) fn rollback(&mut self) {
        let journal = std::mem::take(&mut self.journal);
        // First everything that is there now goes, then everything that was there comes back.
        for saved in &journal {
            match saved {
                Saved::Room(n, _) => {
                    if let Some(room) = self.objects.rooms[*n].take() {
                        self.draw_room(*n, room, false);
                    }
                }
                Saved::Net(n, _) => {
                    let cells = std::mem::take(&mut self.objects.nets[*n]);
                    self.draw_cells(*n as u32, &cells, false);
                    self.bends -= self.bends_of(&cells);
                }
                Saved::Route(e, _) => {
                    if let Some(route) = self.objects.routes[*e].take() {
                        self.draw_route(*e, &route, false);
                    }
                }
            }
        }
        for saved in journal {
            match saved {
                Saved::Room(n, room) => {
                    if let Some(room) = room {
                        self.draw_room(n, room, true);
                    }
                    self.objects.rooms[n] = room;
                }
                Saved::Net(n, cells) => {
                    self.draw_cells(n as u32, &cells, true);
                    self.bends += self.bends_of(&cells);
                    self.objects.nets[n] = cells;
                }
                Saved::Route(e, route) => {
                    if let Some(route) = &route {
                        self.draw_route(e, route, true);
                    }
                    self.objects.routes[e] = route;
                }
            }
        }
        self.move_number += 1;
    }

    pub(super) fn put_room(&mut self, node: usize, room: Placed) {
        if self.note(node) {
            self.journal.push(Saved::Room(node, self.objects.rooms[node]));
        }
        self.draw_room(node, room, true);
        self.objects.rooms[node] = Some(room);
    }

    pub(super) fn take_room(&mut self, node: usize) {
        if self.note(node) {
            self.journal.push(Saved::Room(node, self.objects.rooms[node]));
        }
        if let Some(room) = self.objects.rooms[node].take() {
            self.draw_room(node, room, false);
        }
    }

    fn note_net(&mut self, node: usize) {
        if self.note(self.task.nodes.len() + node) {
            self.journal.push(Saved::Net(node, self.objects.nets[node].clone()));
        }
    }

    pub(super) fn grow_net(&mut self, node: usize, cells: &[Point]) {
        if cells.is_empty() {
            return;
        }
        self.note_net(node);
        let mut all = std::mem::take(&mut self.objects.nets[node]);
        self.long -= Self::long_cost(all.len());
        self.long += Self::long_cost(all.len() + cells.len()) - Self::long_cost(cells.len());
        self.draw_cells(node as u32, cells, true);
        self.bends -= self.bends_of(&all);
        all.extend_from_slice(cells);
        self.bends += self.bends_of(&all);
        self.objects.nets[node] = all;
    }

    pub(super) fn clear_net(&mut self, node: usize) {
        if self.objects.nets[node].is_empty() {
            return;
        }
        self.note_net(node);
        let cells = std::mem::take(&mut self.objects.nets[node]);
        self.draw_cells(node as u32, &cells, false);
        self.bends -= self.bends_of(&cells);
    }

    pub(super) fn put_route(&mut self, edge: usize, route: Route) {
        if self.note(2 * self.task.nodes.len() + edge) {
            self.journal.push(Saved::Route(edge, self.objects.routes[edge].clone()));
        }
        self.draw_route(edge, &route, true);
        self.objects.routes[edge] = Some(route);
    }

    /// Takes an edge out, and the dead ends that it leaves in passages.
    pub(super) fn take_route(&mut self, edge: usize) {
        let Some(route) = self.objects.routes[edge].take() else { return };
        self.draw_route(edge, &route, false);
        for gate in &route.gates {
            let sides = [gate.at.step(gate.facing.opposite()), gate.at.step(gate.facing)];
            for (area, cell) in gate.areas.into_iter().zip(sides) {
                if let Some(node) = self.task.node_of(area)
                    && self.task.nodes[node].passage
                {
                    self.prune(node, cell);
                }
            }
        }
        if self.note(2 * self.task.nodes.len() + edge) {
            self.journal.push(Saved::Route(edge, Some(route)));
        }
    }

    /// Removes a passage's dead end, back to the next fork or door; its last cell stays.
    fn prune(&mut self, node: usize, from: Point) {
        let mut gone: Vec<Point> = Vec::new();
        let mut at = from;
        let left = self.objects.nets[node].len();
        while left > gone.len() + 1 {
            let mut next = None;
            let mut ways = 0;
            for beside in at.beside() {
                if self.door_at(beside) {
                    ways += 2;
                } else if self.area_at(beside) == Some(node as u32) && gone.last() != Some(&beside) {
                    ways += 1;
                    next = Some(beside);
                }
            }
            let Some(next) = next.filter(|_| ways == 1) else { break };
            gone.push(at);
            at = next;
        }
        if gone.is_empty() {
            return;
        }
        self.note_net(node);
        let mut cells = std::mem::take(&mut self.objects.nets[node]);
        let before = cells.len();
        self.bends -= self.bends_of(&cells);
        self.draw_cells(node as u32, &gone, false);
        cells.retain(|&p| self.area_at(p).is_some());
        self.bends += self.bends_of(&cells);
        self.long += Self::long_cost(gone.len());
        self.long += Self::long_cost(cells.len()) - Self::long_cost(before);
        self.objects.nets[node] = cells;
    }

    /// Every door that a node could have now: its cell is free, and so is what lies behind it or it
    /// belongs to an area.
    pub(super) fn exits(&self, node: usize, found: &mut Vec<Exit>) {
        found.clear();
        if self.task.nodes[node].passage {
            for &cell in &self.objects.nets[node] {
                for out in Direction::ALL {
                    let door = cell.step(out);
                    let sides = [door.step(out.clockwise()), door.step(out.clockwise().opposite())];
                    if self.is_free(door) && sides.iter().all(|&p| self.area_at(p).is_none()) {
                        found.push(Exit { door, out });
                    }
                }
            }
        } else if let Some(room) = self.objects.rooms[node] {
            room.sites(&self.task.forms, |exit| {
                if self.is_free(exit.door) {
                    found.push(exit);
                }
            });
        }
    }

    /// The box around a node, if it is placed.
    pub(super) fn box_of(&self, node: usize) -> Option<Rect> {
        match self.objects.rooms[node] {
            Some(room) => Some(room.rect),
            None => bounding(&self.objects.nets[node]),
        }
    }

    pub(super) fn is_placed(&self, node: usize) -> bool {
        self.objects.rooms[node].is_some() || !self.objects.nets[node].is_empty()
    }
}
