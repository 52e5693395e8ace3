//! Corridors: short ways that share and fork.
//!
//! The network grows like Prim's tree with the detours of a Steiner tree (after Takahashi and
//! Matsuyama 1980): the nearest room that is not joined yet is repeatedly joined by a shortest way,
//! which may begin at any cell of a corridor at no cost, or at the door of a joined room at the cost
//! of a new corridor. Corridors keep one cell of rock between them and every wall, except
//! where they leave a door at a right angle.
//!
//! Distances only fall while the network grows, so each search continues from the last one and
//! visits only cells that have come nearer. For c cells and n rooms that is O(c) in practice and
//! O(n c) at worst.

use mapkiln_core::{Direction, Point, Rect, Stream};

use crate::neighbours::touch;

/// What joins the rooms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Network {
    /// The cells of all corridors, by row.
    pub(super) cells: Vec<Point>,
    /// The doors' cells, by row.
    pub(super) doors: Vec<Point>,
    /// Number of corridors, each with all its forks.
    pub(super) corridors: usize,
    /// Pairs of rooms that touch.
    pub(super) touching: usize,
    /// Can every room reach every other?
    pub(super) joins_all: bool,
}

/// The cells that a new corridor must save compared with a fork of another.
const NEW_CORRIDOR: u16 = 10;

/// Joins the rooms. Where the network begins and which doors it favours is random.
pub(super) fn build(rooms: &[Rect], side: i32, rng: &mut Stream) -> Network {
    let mut builder = Builder::new(rooms, side, rng);
    builder.join_touching(rooms, rng);
    let first = builder.cluster[rng.index(rooms.len())];
    builder.join_cluster(first);
    while !builder.joined.iter().all(|&j| j) {
        match builder.nearest() {
            Some(target) => match builder.trace(target) {
                Some(way) => builder.dig(target, &way),
                None => builder.forget(),
            },
            None => break,
        }
    }
    builder.finish()
}

/// A place for a door in the wall of a room.
struct Candidate {
    room: usize,
    /// The cell in the wall.
    door: usize,
    /// The cells before it, which must become corridor: beside the wall, and one further.
    outside: usize,
    start: usize,
    /// One step along the wall.
    sideways: usize,
    /// The extra cost compared with the favourite place in its wall.
    extra_cost: u16,
    /// The next candidate with the same `start`, or `NONE`.
    next: u32,
}

/// Cells to dig, from a room back to the network.
struct Way {
    cells: Vec<usize>,
    /// The door of a joined room, if the way is a new corridor and not a fork of another.
    begins_at: Option<usize>,
}

/// No candidate.
const NONE: u32 = u32::MAX;
/// Not reached yet. No way is this long.
const FAR: u16 = u16::MAX;

/// What is known of a cell, as bits. A corridor may be dug if none is set.
mod cell_flags {
    /// Beside a wall: only for the cell before a door.
    pub(super) const MARGIN: u8 = 1;
    /// Wall, floor or the edge of the grid.
    pub(super) const SOLID: u8 = 2;
    pub(super) const CORRIDOR: u8 = 4;
    pub(super) const DOOR: u8 = 8;
    /// Would make a corridor two cells wide.
    pub(super) const FORBIDDEN: u8 = 16;
}

/// Marks an entry of the queue as a candidate to arrive at; without it, the entry is a cell.
const ARRIVE: u32 = 1 << 31;

struct Builder {
    side: usize,
    /// By cell: what is known of it.
    flags: Vec<u8>,
    cells: Vec<usize>,
    doors: Vec<usize>,
    /// The group of rooms that touch each other, by its lowest room.
    cluster: Vec<usize>,
    joined: Vec<bool>,
    /// By room, then along its walls.
    candidates: Vec<Candidate>,
    /// By cell: the first candidate that starts there.
    starts: Vec<u32>,
    corridors: usize,
    touching: usize,
    /// By cell: the cost of a way to it from the network.
    distance: Vec<u16>,
    /// By distance: cells to visit and candidates to arrive at.
    queue: Vec<Vec<u32>>,
}

impl Builder {
    fn new(rooms: &[Rect], side: i32, rng: &mut Stream) -> Self {
        let width = side as usize;
        let count = width * width;
        let index = |p: Point| p.y as usize * width + p.x as usize;
        let mut flags = vec![0; count];
        for &room in rooms {
            let around = room.grown(2);
            for y in around.y..around.bottom() {
                let row = index(Point::new(around.x, y));
                for cell in &mut flags[row..row + around.width as usize] {
                    *cell |= cell_flags::MARGIN;
                }
            }
            let walls = room.grown(1);
            for y in walls.y..walls.bottom() {
                let row = index(Point::new(walls.x, y));
                flags[row..row + walls.width as usize].fill(cell_flags::SOLID);
            }
        }
        for i in 0..width {
            for edge in [i, count - 1 - i, i * width, i * width + width - 1] {
                flags[edge] = cell_flags::SOLID;
            }
        }
        let mut candidates = Vec::with_capacity(40 * rooms.len());
        let mut starts = vec![NONE; count];
        for (number, &room) in rooms.iter().enumerate() {
            for facing in Direction::ALL {
                let length = if facing.vector().y == 0 { room.height } else { room.width };
                let favourite = rng.between(0, length - 1);
                let sideways = facing.clockwise();
                for (i, door) in wall(room, facing).enumerate() {
                    let outside = door.step(facing);
                    let start = index(outside.step(facing));
                    let clear = flags[index(outside)] == cell_flags::MARGIN
                        && flags[start] == 0
                        && flags[index(outside.step(sideways))] & cell_flags::SOLID == 0
                        && flags[index(outside.step(sideways.opposite()))] & cell_flags::SOLID == 0;
                    if !clear {
                        continue;
                    }
                    let next = std::mem::replace(&mut starts[start], candidates.len() as u32);
                    candidates.push(Candidate {
                        room: number,
                        door: index(door),
                        outside: index(outside),
                        start,
                        sideways: if sideways.vector().y == 0 { 1 } else { width },
                        extra_cost: ((i as i32).abs_diff(favourite) / 2) as u16,
                        next,
                    });
                }
            }
        }
        Builder {
            side: width,
            flags,
            cells: Vec::new(),
            doors: Vec::new(),
            cluster: (0..rooms.len()).collect(),
            joined: vec![false; rooms.len()],
            candidates,
            starts,
            corridors: 0,
            touching: 0,
            distance: vec![FAR; count],
            queue: vec![Vec::new(); 64],
        }
    }

    /// Gives every pair of touching rooms a door in the wall that they share.
    fn join_touching(&mut self, rooms: &[Rect], rng: &mut Stream) {
        for (j, &b) in rooms.iter().enumerate() {
            for (i, &a) in rooms[..j].iter().enumerate() {
                if !touch(a, b) {
                    continue;
                }
                let shared: Vec<Point> = Direction::ALL
                    .into_iter()
                    .flat_map(|facing| wall(a, facing).filter(move |p| b.contains(p.step(facing))))
                    .collect();
                if let Some(&door) = rng.pick(&shared) {
                    self.touching += 1;
                    self.add_door(door.y as usize * self.side + door.x as usize);
                    let (one, other) = (self.cluster[i], self.cluster[j]);
                    for cluster in self.cluster.iter_mut().filter(|c| **c == one.max(other)) {
                        *cluster = one.min(other);
                    }
                }
            }
        }
    }

    /// Marks rooms as joined; new corridors may begin at their doors from now on.
    fn join_cluster(&mut self, cluster: usize) {
        for room in 0..self.joined.len() {
            self.joined[room] |= self.cluster[room] == cluster;
        }
        for i in 0..self.candidates.len() {
            if self.cluster[self.candidates[i].room] == cluster {
                self.begin_at(i);
            }
        }
    }

    /// Lets a new corridor begin at a candidate of a joined room.
    fn begin_at(&mut self, i: usize) {
        let candidate = &self.candidates[i];
        let (start, distance) = (candidate.start, NEW_CORRIDOR + 1 + candidate.extra_cost);
        if distance < self.distance[start] && self.is_clear(candidate) {
            self.distance[start] = distance;
            self.push(distance, start as u32);
        }
    }

    fn add_door(&mut self, cell: usize) {
        self.flags[cell] |= cell_flags::DOOR;
        self.doors.push(cell);
    }

    /// Doors keep a piece of wall between them.
    fn is_clear(&self, candidate: &Candidate) -> bool {
        let Candidate { door, sideways, .. } = *candidate;
        (self.flags[door] | self.flags[door - sideways] | self.flags[door + sideways]) & cell_flags::DOOR == 0
    }

    fn push(&mut self, distance: u16, entry: u32) {
        let bucket = usize::from(distance);
        if self.queue.len() <= bucket {
            self.queue.resize_with(bucket + 1, Vec::new);
        }
        self.queue[bucket].push(entry);
    }

    /// The best place to arrive at a room that is not joined yet (Dial's algorithm).
    fn nearest(&mut self) -> Option<usize> {
        let mut distance = 0;
        while usize::from(distance) < self.queue.len() {
            // A bucket does not grow while it is emptied: every step costs at least 1.
            while let Some(entry) = self.queue[usize::from(distance)].pop() {
                if entry & ARRIVE == 0 {
                    self.visit(entry as usize, distance);
                    continue;
                }
                let i = (entry ^ ARRIVE) as usize;
                let candidate = &self.candidates[i];
                let arrival = self.distance[candidate.start] + 1 + candidate.extra_cost;
                if arrival == distance && !self.joined[candidate.room] && self.is_clear(candidate) {
                    return Some(i);
                }
            }
            distance += 1;
        }
        None
    }

    /// Restarts the search from the whole network.
    fn forget(&mut self) {
        self.distance.fill(FAR);
        self.queue.iter_mut().for_each(Vec::clear);
        for i in 0..self.cells.len() {
            self.distance[self.cells[i]] = 0;
            self.push(0, self.cells[i] as u32);
        }
        for i in 0..self.candidates.len() {
            if self.joined[self.candidates[i].room] {
                self.begin_at(i);
            }
        }
    }

    fn visit(&mut self, cell: usize, distance: u16) {
        if self.distance[cell] != distance {
            return;
        }
        let mut here = self.starts[cell];
        while here != NONE {
            let candidate = &self.candidates[here as usize];
            let arrival = distance + 1 + candidate.extra_cost;
            let next = candidate.next;
            if !self.joined[candidate.room] {
                self.push(arrival, here | ARRIVE);
            }
            here = next;
        }
        for next in self.beside(cell) {
            if self.flags[next] == 0 && distance + 1 < self.distance[next] {
                self.distance[next] = distance + 1;
                self.push(distance + 1, next as u32);
            }
        }
    }

    /// North, east, south, west. Only for cells off the edge of the grid.
    fn beside(&self, cell: usize) -> [usize; 4] {
        [cell - self.side, cell + 1, cell + self.side, cell - 1]
    }

    /// The way that the search found to a candidate, with as few turns as possible.
    ///
    /// `None` if all known ways lead over cells that have been forbidden since.
    fn trace(&self, target: usize) -> Option<Way> {
        let Candidate { outside, start, .. } = self.candidates[target];
        let mut way = Way { cells: vec![outside], begins_at: None };
        let (mut at, mut came_from) = (start, outside);
        while self.flags[at] & cell_flags::CORRIDOR == 0 {
            way.cells.push(at);
            let distance = self.distance[at];
            if let Some(source) = self.source(at, distance) {
                way.cells.push(self.candidates[source].outside);
                way.begins_at = Some(self.candidates[source].door);
                break;
            }
            let straight = (2 * at).wrapping_sub(came_from);
            let nearer = |cell: &usize| {
                self.distance[*cell] == distance - 1 && self.flags[*cell] & cell_flags::FORBIDDEN == 0
            };
            came_from = at;
            at = std::iter::once(straight).chain(self.beside(at)).find(nearer)?;
        }
        Some(way)
    }

    fn dig(&mut self, target: usize, way: &Way) {
        let Candidate { room, door, .. } = self.candidates[target];
        self.add_door(door);
        if let Some(door) = way.begins_at {
            self.add_door(door);
            self.corridors += 1;
        }
        for &cell in &way.cells {
            self.flags[cell] |= cell_flags::CORRIDOR;
            self.cells.push(cell);
            self.distance[cell] = 0;
            self.push(0, cell as u32);
            self.forbid_blocks(cell);
        }
        self.join_cluster(self.cluster[room]);
    }

    /// The candidate through which a new corridor begins at a cell, if its distance comes from one.
    fn source(&self, cell: usize, distance: u16) -> Option<usize> {
        let first = self.starts[cell];
        let mut here =
            std::iter::successors(Some(first), |&i| self.candidates.get(i as usize).map(|c| c.next))
                .take_while(|&i| i != NONE)
                .map(|i| i as usize);
        here.find(|&i| {
            let candidate = &self.candidates[i];
            distance == NEW_CORRIDOR + 1 + candidate.extra_cost
                && self.joined[candidate.room]
                && self.is_clear(candidate)
        })
    }

    /// Forbids the cells that would now complete a block of two by two.
    fn forbid_blocks(&mut self, cell: usize) {
        for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let beside = cell.wrapping_add_signed(dx);
            let above = cell.wrapping_add_signed(dy * self.side as isize);
            let corner = above.wrapping_add_signed(dx);
            let block = [beside, above, corner];
            let is_corridor = |c: &usize| self.flags[*c] & cell_flags::CORRIDOR != 0;
            if block.iter().filter(|c| is_corridor(c)).count() == 2 {
                let last = block.into_iter().find(|c| !is_corridor(c)).unwrap_or(cell);
                self.flags[last] |= cell_flags::FORBIDDEN;
            }
        }
    }

    fn finish(mut self) -> Network {
        let point = |cell: usize| Point::new((cell % self.side) as i32, (cell / self.side) as i32);
        self.cells.sort_unstable();
        self.doors.sort_unstable();
        Network {
            cells: self.cells.iter().map(|&c| point(c)).collect(),
            doors: self.doors.iter().map(|&c| point(c)).collect(),
            corridors: self.corridors,
            touching: self.touching,
            joins_all: self.joined.iter().all(|&j| j),
        }
    }
}

/// The cells of a room's wall on one side, corners left out.
fn wall(room: Rect, facing: Direction) -> impl Iterator<Item = Point> {
    let (first, step, length) = match facing {
        Direction::North => (Point::new(room.x, room.y - 1), Point::new(1, 0), room.width),
        Direction::East => (Point::new(room.right(), room.y), Point::new(0, 1), room.height),
        Direction::South => (Point::new(room.x, room.bottom()), Point::new(1, 0), room.width),
        Direction::West => (Point::new(room.x - 1, room.y), Point::new(0, 1), room.height),
    };
    (0..length).map(move |i| first + step * i)
}
