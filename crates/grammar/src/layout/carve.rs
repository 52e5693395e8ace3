//! Digging the plan: boxes, ports, corridors and doors at their final cells.

use mapkiln_core::{Direction, Point, Rect, Seed};
use mapkiln_maps::plan::{
    Area, Corridor, Door, DoorKind, DoorPlace, Entrance, Key, Level as PlanLevel, Outline, Plan, Room,
    RoomTag, Stairs, Vertical,
};

use mapkiln_maps::graph::{LevelGraph, Node};

use super::channels::{Net, tracks};
use super::columns::{GAP, columns};
use super::tree::{NONE, Tree, What, tree};
use mapkiln_maps::graph::Embedding;

/// Cells of rock around the whole plan.
const MARGIN: i32 = 2;

/// The boxes of all nodes and the ways of all edges.
struct Drawing {
    /// By node.
    boxes: Vec<Rect>,
    /// By edge: corners of its way, from just below the upper node; empty for tunnels.
    ways: Vec<Vec<Point>>,
    width: i32,
    height: i32,
}

pub(super) fn carve(level: &LevelGraph, seed: &Seed) -> (Plan, Vec<Area>) {
    let passage: Vec<bool> = level.nodes.iter().map(|n| is_passage(level, n)).collect();
    let drawing = draw(level, &passage, seed);
    let mut digger = Digger::new(level, &passage, &drawing);
    for edge in 0..level.edges.len() {
        digger.dig(edge);
    }
    digger.finish()
}

/// A node becomes a corridor if its kind says so and nothing needs a room.
fn is_passage(level: &LevelGraph, node: &Node) -> bool {
    let shape = level.shapes.get(&node.kind);
    let holds = ["start", "exit", "enemies", "treasure"].iter().any(|w| node.is(w));
    shape.is_some_and(|s| s.passage) && !holds && !node.values.contains_key("key")
}

/// Places every box and every way.
fn draw(level: &LevelGraph, passage: &[bool], seed: &Seed) -> Drawing {
    let embedding = Embedding::of(level);
    let mut tree = tree(level, &embedding);
    let mut stream = seed.stream("layout", 0);
    let sizes: Vec<(i32, i32)> = level
        .nodes
        .iter()
        .map(|node| {
            let shape = level.shapes.get(&node.kind).copied().unwrap_or_default();
            (stream.between(shape.width[0], shape.width[1]), stream.between(shape.height[0], shape.height[1]))
        })
        .collect();
    let mut width = vec![1; tree.items.len()];
    let mut height = vec![0; tree.items.len()];
    for (id, item) in tree.items.iter().enumerate() {
        if let What::Node { node, .. } = item.what {
            let (w, h) = sizes[node as usize];
            // Every edge below needs a port with a wall beside it.
            let ports = 2 * item.children.len() as i32 - 1;
            (width[id], height[id]) =
                if passage[node as usize] { (ports.max(1), 1) } else { (w.max(ports), h) };
        }
    }
    let with_gaps: Vec<i32> = width.iter().map(|w| w + GAP).collect();
    tree.stack(&with_gaps);
    let left = columns(&tree, &width);
    let least = left.iter().copied().min().unwrap_or(0);
    let left: Vec<i32> = left.into_iter().map(|x| x - least + MARGIN).collect();
    let (port, pin) = ports(&tree, &left, &width);
    let layers = tree.items.iter().map(|i| i.low.max(i.layer) as usize + 1).max().unwrap_or(0);
    let nets = Nets::new(&tree, &port, &pin, &left, layers);
    let rows = rows(&tree, &height, &nets);
    let mut drawing = Drawing {
        boxes: vec![Rect::default(); level.nodes.len()],
        ways: vec![Vec::new(); level.edges.len()],
        width: left.iter().zip(&width).map(|(x, w)| x + w).max().unwrap_or(0) + MARGIN,
        height: rows.bottom + MARGIN,
    };
    for (id, item) in tree.items.iter().enumerate() {
        if let What::Node { node, .. } = item.what {
            let top = rows.top[item.layer as usize];
            drawing.boxes[node as usize] = Rect::new(left[id], top, width[id], height[id]);
        }
    }
    for (id, item) in tree.items.iter().enumerate() {
        if let What::Node { node, edge } = item.what
            && edge != NONE
        {
            let What::Node { node: above, .. } = tree.items[item.parent as usize].what else { continue };
            let start = drawing.boxes[above as usize].bottom();
            let end = drawing.boxes[node as usize].y - 1;
            let turn = rows.track(&nets, tree.hangs_from(id), nets.first[id]);
            drawing.ways[edge as usize] = vec![
                Point::new(port[id], start),
                Point::new(port[id], turn.unwrap_or(start)),
                Point::new(pin[id], turn.unwrap_or(end)),
                Point::new(pin[id], end),
            ];
        }
    }
    for (pair, &[a, b]) in tree.pairs.iter().enumerate() {
        let What::End { edge } = tree.items[a as usize].what else { continue };
        let low = tree.items[a as usize].low as usize;
        let turn = rows.track(&nets, low, nets.turns[pair]).unwrap_or(rows.bottom);
        // Down from each node to where its end hangs, and across at the bottom.
        let half = |id: u32| {
            let item = &tree.items[id as usize];
            let What::Node { node, .. } = tree.items[item.parent as usize].what else { return Vec::new() };
            let mut way = vec![Point::new(port[id as usize], drawing.boxes[node as usize].bottom())];
            if item.low >= item.layer {
                let first = rows.track(&nets, item.layer as usize - 1, nets.first[id as usize]);
                let y = first.unwrap_or(way[0].y);
                way.push(Point::new(port[id as usize], y));
                way.push(Point::new(left[id as usize], y));
                way.push(Point::new(left[id as usize], turn));
            } else {
                way.push(Point::new(port[id as usize], turn));
            }
            way
        };
        let mut way = half(a);
        way.extend(half(b).into_iter().rev());
        drawing.ways[edge as usize] = way;
    }
    drawing
}

/// For each item the column of its port below its parent, and where it is entered from above.
fn ports(tree: &Tree, left: &[i32], width: &[i32]) -> (Vec<i32>, Vec<i32>) {
    let mut port = vec![0; tree.items.len()];
    let mut pin = vec![0; tree.items.len()];
    for (id, item) in tree.items.iter().enumerate() {
        let (low, high) = (left[id], left[id] + width[id] - 1);
        let count = item.children.len() as i32;
        let mut last = low - 2;
        for (i, &child) in item.children.iter().enumerate() {
            let c = child as usize;
            let (first, end) = (left[c], left[c] + width[c] - 1);
            let drawn = tree.items[c].low >= tree.items[c].layer;
            // As straight as the two boxes allow.
            let wish = if drawn {
                let shared = (low.max(first) + high.min(end)).div_euclid(2);
                shared.clamp(low, high)
            } else {
                low + (high - low) * (2 * i as i32 + 1) / (2 * count)
            };
            let room = high - 2 * (count - 1 - i as i32);
            last = wish.max(last + 2).min(room);
            port[c] = last;
            // A corridor from farther above comes down in the middle.
            let far = tree.items[c].layer as usize > tree.hangs_from(c) + 1;
            pin[c] = if far { first + width[c] / 2 } else { last.clamp(first, end) };
        }
    }
    (port, pin)
}

/// The nets of every channel, and where each item's net stands in its channel.
struct Nets {
    lists: Vec<Vec<Net>>,
    tracks: Vec<(Vec<u32>, u32)>,
    /// For each item the number of the net from its parent's port.
    first: Vec<u32>,
    /// For each pair of loose ends the number of the net that joins them.
    turns: Vec<u32>,
}

impl Nets {
    fn new(tree: &Tree, port: &[i32], pin: &[i32], left: &[i32], layers: usize) -> Self {
        let mut lists: Vec<Vec<Net>> = vec![Vec::new(); layers + 1];
        let mut first = vec![NONE; tree.items.len()];
        let mut add = |channel: usize, net: Net| {
            lists[channel].push(net);
            lists[channel].len() as u32 - 1
        };
        for (id, item) in tree.items.iter().enumerate() {
            let hangs = match item.what {
                What::Node { .. } => item.parent != NONE,
                What::End { .. } => item.low >= item.layer,
            };
            if hangs {
                let end = if matches!(item.what, What::End { .. }) { left[id] } else { pin[id] };
                first[id] = add(tree.hangs_from(id), Net { top: port[id], end, back: false });
            }
        }
        let mut turns = Vec::new();
        for &[a, b] in &tree.pairs {
            let item = |id: u32| {
                let item = &tree.items[id as usize];
                if item.low >= item.layer { left[id as usize] } else { port[id as usize] }
            };
            let low = tree.items[a as usize].low as usize;
            turns.push(add(low, Net { top: item(a), end: item(b), back: true }));
        }
        let tracks = lists.iter().map(|nets| tracks(nets)).collect();
        Nets { lists, tracks, first, turns }
    }
}

/// The rows that everything stands in.
struct Rows {
    /// The first row of each layer's rooms.
    top: Vec<i32>,
    /// The first track below each layer.
    channel: Vec<i32>,
    bottom: i32,
}

impl Rows {
    /// The row of a net's track; none if it runs straight.
    fn track(&self, nets: &Nets, channel: usize, net: u32) -> Option<i32> {
        let net = net as usize;
        if net >= nets.lists[channel].len() || nets.lists[channel][net].is_straight() {
            return None;
        }
        Some(self.channel[channel] + 2 * nets.tracks[channel].0[net] as i32)
    }
}

fn rows(tree: &Tree, height: &[i32], nets: &Nets) -> Rows {
    let layers = nets.lists.len();
    let mut tall = vec![0; layers];
    for (id, item) in tree.items.iter().enumerate() {
        let layer = item.layer as usize;
        tall[layer] = tall[layer].max(height[id]);
    }
    let mut rows = Rows { top: Vec::new(), channel: Vec::new(), bottom: 0 };
    let mut y = MARGIN;
    for (tall, tracks) in tall.iter().zip(&nets.tracks) {
        rows.top.push(y);
        y += tall + 1;
        rows.channel.push(y);
        // Each track and the wall below it; without tracks one row holds the doors.
        y += 2 * tracks.1 as i32;
    }
    rows.bottom = y;
    rows
}

/// Turns a drawing into a plan.
struct Digger<'a> {
    level: &'a LevelGraph,
    passage: &'a [bool],
    drawing: &'a Drawing,
    area: Vec<Area>,
    rooms: Vec<Room>,
    corridors: Vec<Corridor>,
    doors: Vec<Door>,
    stairs: Vec<Stairs>,
    keys: Vec<Key>,
    /// Tunnels that have ended in each node so far.
    tunnels: Vec<i32>,
}

impl<'a> Digger<'a> {
    fn new(level: &'a LevelGraph, passage: &'a [bool], drawing: &'a Drawing) -> Self {
        let (mut rooms, mut corridors, mut area) = (Vec::new(), Vec::new(), Vec::new());
        let mut keys: Vec<Key> = Vec::new();
        for (n, node) in level.nodes.iter().enumerate() {
            let rect = drawing.boxes[n];
            if passage[n] {
                let id = corridors.len() as u32;
                area.push(Area::Corridor(id));
                let cells = rect.cells().collect();
                corridors.push(Corridor {
                    id,
                    cells,
                    width: 1,
                    joins: Vec::new(),
                    forks: Vec::new(),
                    traps: Vec::new(),
                    secret: false,
                });
                continue;
            }
            let id = rooms.len() as u32;
            area.push(Area::Room(id));
            let mut room = Room::new(id, Outline::Rect(rect));
            room.kind = node.kind.clone();
            room.contents.enemies = node.is("enemies");
            room.contents.treasure = node.is("treasure");
            let told = ["enemies", "treasure", "passage"];
            room.tags = node
                .means
                .iter()
                .filter(|w| !told.contains(&w.as_str()))
                .cloned()
                .map(RoomTag::from)
                .collect();
            if let Some(key) = node.values.get("key") {
                keys.push(Key { id: keys.len() as u32, name: format!("key {key}"), room: id });
            }
            rooms.push(room);
        }
        let tunnels = vec![0; level.nodes.len()];
        Digger {
            level,
            passage,
            drawing,
            area,
            rooms,
            corridors,
            doors: Vec::new(),
            stairs: Vec::new(),
            keys,
            tunnels,
        }
    }

    fn dig(&mut self, edge: usize) {
        let way = &self.drawing.ways[edge];
        let [a, b] = self.level.edges[edge].map(|n| n as usize);
        let Some(&first) = way.first() else {
            self.tunnel(edge, a, b);
            return;
        };
        // The way begins below the node in whose columns and rows its first cell is.
        let above = |n: usize| {
            let rect = self.drawing.boxes[n];
            first.y == rect.bottom() && first.x >= rect.x && first.x < rect.right()
        };
        let (from, to) = if above(a) { (a, b) } else { (b, a) };
        let mut cells = cells_along(way);
        // Into the other node from above, or from below after a turn.
        let from_above = cells.last().is_some_and(|p| p.y + 1 == self.drawing.boxes[to].y);
        let end_facing = if from_above { Direction::South } else { Direction::North };
        let kind = self.door_kind(edge);
        let forward = self.level.edges[edge][0] as usize == from;
        match (self.passage[from], self.passage[to]) {
            (false, false) => {
                let door = cells.remove(0);
                if cells.is_empty() {
                    self.door(door, Direction::South, kind, [self.area[from], self.area[to]], forward);
                } else {
                    let id = self.new_corridor(cells.clone(), &[from, to]);
                    self.door(door, Direction::South, kind, [self.area[from], Area::Corridor(id)], forward);
                    let last = cells[cells.len() - 1];
                    self.arch(last, end_facing, [Area::Corridor(id), self.area[to]]);
                }
            }
            (true, false) => {
                let door = cells.pop().unwrap_or(first);
                self.extend(from, cells, to);
                self.door(door, end_facing, kind, [self.area[from], self.area[to]], forward);
            }
            (false, true) => {
                let door = cells.remove(0);
                self.extend(to, cells, from);
                self.door(door, Direction::South, kind, [self.area[from], self.area[to]], forward);
            }
            (true, true) => {
                let door = cells.pop().unwrap_or(first);
                self.extend(from, cells, to);
                let kind = if kind == DoorKind::Door { DoorKind::Arch } else { kind };
                self.door(door, end_facing, kind, [self.area[from], self.area[to]], forward);
            }
        }
    }

    fn new_corridor(&mut self, cells: Vec<Point>, nodes: &[usize]) -> u32 {
        let id = self.corridors.len() as u32;
        let joins = nodes.iter().filter_map(|&n| room_id(self.area[n])).collect();
        self.corridors.push(Corridor {
            id,
            cells,
            width: 1,
            joins,
            forks: Vec::new(),
            traps: Vec::new(),
            secret: false,
        });
        id
    }

    /// Adds an edge's cells to a node that is a corridor itself.
    fn extend(&mut self, node: usize, cells: Vec<Point>, other: usize) {
        let joined = room_id(self.area[other]);
        if let Area::Corridor(id) = self.area[node] {
            let corridor = &mut self.corridors[id as usize];
            corridor.cells.extend(cells);
            corridor.joins.extend(joined.filter(|r| !corridor.joins.contains(r)));
        }
    }

    fn door(&mut self, at: Point, facing: Direction, kind: DoorKind, joins: [Area; 2], forward: bool) {
        // A one-way door is told from the side it opens from.
        let (facing, joins) =
            if forward { (facing, joins) } else { (facing.opposite(), [joins[1], joins[0]]) };
        let place = DoorPlace::Cell { at, facing };
        self.doors.push(Door { id: self.doors.len() as u32, place, kind, joins });
    }

    fn arch(&mut self, at: Point, facing: Direction, joins: [Area; 2]) {
        let place = DoorPlace::Edge { at, facing, width: 1 };
        self.doors.push(Door { id: self.doors.len() as u32, place, kind: DoorKind::Arch, joins });
    }

    /// What closes an edge: its lock first, then the word its kind means.
    fn door_kind(&self, edge: usize) -> DoorKind {
        let Some(detail) = self.level.detail(edge) else { return DoorKind::Door };
        if let Some(lock) = detail.values.get("lock") {
            let key = self.keys.iter().find(|k| k.name == format!("key {lock}")).map(|k| k.id);
            return DoorKind::Locked { key };
        }
        let means = |word: &str| detail.means.iter().any(|w| w == word);
        if means("secret") {
            DoorKind::Secret
        } else if means("portcullis") {
            DoorKind::Portcullis
        } else if means("arch") {
            DoorKind::Arch
        } else if means("barred") || detail.one_way {
            DoorKind::Barred
        } else {
            DoorKind::Door
        }
    }

    /// Two flights of stairs that lead to each other.
    fn tunnel(&mut self, edge: usize, a: usize, b: usize) {
        let mut place = |n: usize| {
            let rect = self.drawing.boxes[n];
            let used = self.tunnels[n];
            self.tunnels[n] += 1;
            Point::new(rect.x + used % rect.width, rect.y + (used / rect.width) % rect.height)
        };
        let (from, to) = (place(a), place(b));
        let stairs =
            |at, to, way| Stairs { at, facing: Direction::North, way, to_level: Some(0), to: Some(to) };
        self.stairs.push(stairs(from, to, Vertical::Down));
        if !self.level.detail(edge).is_some_and(|d| d.one_way) {
            self.stairs.push(stairs(to, from, Vertical::Up));
        }
    }

    fn finish(mut self) -> (Plan, Vec<Area>) {
        for corridor in &mut self.corridors {
            corridor.cells.sort_unstable_by_key(|p| (p.y, p.x));
            corridor.cells.dedup();
            corridor.joins.sort_unstable();
            corridor.joins.dedup();
        }
        // Only a node that is a corridor can fork; the way of an edge is a line.
        for area in &self.area {
            let Area::Corridor(id) = area else { continue };
            let corridor = &mut self.corridors[*id as usize];
            let cells = &corridor.cells;
            let holds = |q: &Point| cells.binary_search_by_key(&(q.y, q.x), |p| (p.y, p.x)).is_ok();
            let is_fork = |p: &&Point| p.beside().iter().filter(|q| holds(q)).count() > 2;
            corridor.forks = cells.iter().filter(is_fork).copied().collect();
        }
        let mut entrances = Vec::new();
        for (n, _) in self.level.nodes.iter().enumerate().filter(|(_, n)| n.is("start")) {
            let at = self.drawing.boxes[n].centre();
            entrances.push(Entrance { at, facing: Direction::South, area: self.area[n] });
        }
        let level = PlanLevel {
            width: self.drawing.width.max(1),
            height: self.drawing.height.max(1),
            rooms: self.rooms,
            corridors: self.corridors,
            doors: self.doors,
            stairs: self.stairs,
            entrances,
            ..PlanLevel::default()
        };
        let title = self.level.grammar.clone();
        (Plan { title, cell_feet: 5, levels: vec![level], keys: self.keys, ..Plan::default() }, self.area)
    }
}

fn room_id(area: Area) -> Option<u32> {
    match area {
        Area::Room(id) => Some(id),
        Area::Corridor(_) => None,
    }
}

/// Every cell along a line with corners, each once.
fn cells_along(corners: &[Point]) -> Vec<Point> {
    let mut cells: Vec<Point> = corners.first().copied().into_iter().collect();
    for &corner in corners {
        while let Some(&last) = cells.last()
            && last != corner
        {
            cells.push(Point::new(
                last.x + (corner.x - last.x).signum(),
                last.y + (corner.y - last.y).signum(),
            ));
        }
    }
    cells
}
