//! Corridors: short ways that share and fork.
//!
//! The network grows like Prim's tree with the detours of a Steiner tree (after Takahashi and
//! Matsuyama 1980): again and again the nearest room that is not joined yet is joined by a shortest
//! way, which may begin at any cell of a corridor for nothing, or at the door of a joined room at
//! the price of a new corridor. Corridors keep one cell of rock between them and every wall, except
//! where they leave a door at a right angle. With n rooms on a grid of c cells: O(n c) at worst; a
//! search ends at the first room it meets, so mostly far less.

use mapkiln_core::{Direction, Point, Rect, Stream};

use super::place::touch;

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

/// A corridor of its own must save this many cells against a fork of another.
const NEW_CORRIDOR: u32 = 10;

/// Joins the rooms; chance decides where the network begins and which doors it favours.
pub(super) fn build(rooms: &[Rect], side: i32, chance: &mut Stream) -> Network {
    let mut builder = Builder::new(rooms, side, chance);
    builder.join_touching(rooms, chance);
    let first = builder.cluster[chance.index(rooms.len())];
    builder.join_cluster(first);
    while !builder.joined.iter().all(|&j| j) {
        match builder.nearest() {
            Some(target) => builder.dig(target),
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
    /// How much less it is liked than the best place in its wall.
    dislike: u32,
    /// The next candidate with the same `start`.
    next: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Site {
    /// A corridor may be dug here.
    Free,
    /// Beside a wall: only for the cell before a door.
    Margin,
    /// Wall, floor or the edge of the grid.
    Solid,
}

struct Builder {
    side: usize,
    sites: Vec<Site>,
    corridor: Vec<bool>,
    /// Cells that would make a corridor two cells wide.
    forbidden: Vec<bool>,
    is_door: Vec<bool>,
    cells: Vec<usize>,
    doors: Vec<usize>,
    /// The group of rooms that touch each other, by its lowest room.
    cluster: Vec<usize>,
    joined: Vec<bool>,
    candidates: Vec<Candidate>,
    /// By cell: the first candidate that starts there.
    starts: Vec<Option<usize>>,
    corridors: usize,
    touching: usize,
    // Scratch of the search, kept from one search to the next.
    distance: Vec<u32>,
    /// By cell: the candidate through which a new corridor may begin there.
    source: Vec<Option<usize>>,
    queue: Vec<Vec<Entry>>,
}

#[derive(Clone, Copy)]
enum Entry {
    Cell(usize),
    Arrive(usize),
}

impl Builder {
    fn new(rooms: &[Rect], side: i32, chance: &mut Stream) -> Self {
        let width = side as usize;
        let count = width * width;
        let mut sites = vec![Site::Free; count];
        let index = |p: Point| p.y as usize * width + p.x as usize;
        for &room in rooms {
            for p in room.grown(2).cells() {
                sites[index(p)] = Site::Margin;
            }
        }
        for &room in rooms {
            for p in room.grown(1).cells() {
                sites[index(p)] = Site::Solid;
            }
        }
        for i in 0..width {
            for edge in [i, count - 1 - i, i * width, i * width + width - 1] {
                sites[edge] = Site::Solid;
            }
        }
        let mut candidates = Vec::new();
        let mut starts = vec![None; count];
        for (number, &room) in rooms.iter().enumerate() {
            for facing in Direction::ALL {
                let wall = wall(room, facing);
                let favourite = chance.between(0, wall.len() as i32 - 1);
                for (i, &door) in wall.iter().enumerate() {
                    let (outside, start) = (door.step(facing), door.step(facing).step(facing));
                    let sideways = facing.clockwise();
                    let clear = sites[index(outside)] == Site::Margin
                        && sites[index(start)] == Site::Free
                        && sites[index(outside.step(sideways))] != Site::Solid
                        && sites[index(outside.step(sideways.opposite()))] != Site::Solid;
                    if !clear {
                        continue;
                    }
                    let next = starts[index(start)].replace(candidates.len());
                    candidates.push(Candidate {
                        room: number,
                        door: index(door),
                        outside: index(outside),
                        start: index(start),
                        sideways: if sideways.vector().y == 0 { 1 } else { width },
                        dislike: (i as i32).abs_diff(favourite) / 2,
                        next,
                    });
                }
            }
        }
        Builder {
            side: width,
            sites,
            corridor: vec![false; count],
            forbidden: vec![false; count],
            is_door: vec![false; count],
            cells: Vec::new(),
            doors: Vec::new(),
            cluster: (0..rooms.len()).collect(),
            joined: vec![false; rooms.len()],
            candidates,
            starts,
            corridors: 0,
            touching: 0,
            distance: vec![u32::MAX; count],
            source: vec![None; count],
            queue: Vec::new(),
        }
    }

    /// Gives every pair of touching rooms a door in the wall that they share.
    fn join_touching(&mut self, rooms: &[Rect], chance: &mut Stream) {
        for (j, &b) in rooms.iter().enumerate() {
            for (i, &a) in rooms[..j].iter().enumerate() {
                if !touch(a, b) {
                    continue;
                }
                let shared: Vec<Point> = Direction::ALL
                    .into_iter()
                    .flat_map(|facing| {
                        wall(a, facing).into_iter().filter(move |p| b.contains(p.step(facing)))
                    })
                    .collect();
                if let Some(&door) = chance.pick(&shared) {
                    self.touching += 1;
                    self.add_door(door.y as usize * self.side + door.x as usize);
                    let (from, to) =
                        (self.cluster[j].max(self.cluster[i]), self.cluster[j].min(self.cluster[i]));
                    for cluster in &mut self.cluster {
                        if *cluster == from {
                            *cluster = to;
                        }
                    }
                }
            }
        }
    }

    fn join_cluster(&mut self, cluster: usize) {
        for (joined, _) in self.joined.iter_mut().zip(&self.cluster).filter(|(_, c)| **c == cluster) {
            *joined = true;
        }
    }

    fn add_door(&mut self, cell: usize) {
        self.is_door[cell] = true;
        self.doors.push(cell);
    }

    /// Doors keep a piece of wall between them.
    fn is_clear(&self, candidate: &Candidate) -> bool {
        let Candidate { door, sideways, .. } = *candidate;
        !self.is_door[door] && !self.is_door[door - sideways] && !self.is_door[door + sideways]
    }

    fn push(&mut self, distance: u32, entry: Entry) {
        let bucket = distance as usize;
        if self.queue.len() <= bucket {
            self.queue.resize_with(bucket + 1, Vec::new);
        }
        self.queue[bucket].push(entry);
    }

    /// The best place to arrive at a room that is not joined yet (Dial's algorithm).
    fn nearest(&mut self) -> Option<usize> {
        self.distance.fill(u32::MAX);
        self.queue.iter_mut().for_each(Vec::clear);
        for i in 0..self.cells.len() {
            let cell = self.cells[i];
            self.distance[cell] = 0;
            self.push(0, Entry::Cell(cell));
        }
        for i in 0..self.candidates.len() {
            let candidate = &self.candidates[i];
            let (start, distance) = (candidate.start, NEW_CORRIDOR + 1 + candidate.dislike);
            if self.joined[candidate.room] && distance < self.distance[start] && self.is_clear(candidate) {
                self.distance[start] = distance;
                self.source[start] = Some(i);
                self.push(distance, Entry::Cell(start));
            }
        }
        let mut distance = 0;
        while distance < self.queue.len() {
            // A bucket does not grow while it is read: every step costs at least 1.
            for i in 0..self.queue[distance].len() {
                match self.queue[distance][i] {
                    Entry::Arrive(candidate) => return Some(candidate),
                    Entry::Cell(cell) => self.visit(cell, distance as u32),
                }
            }
            distance += 1;
        }
        None
    }

    fn visit(&mut self, cell: usize, distance: u32) {
        if self.distance[cell] != distance {
            return;
        }
        let mut here = self.starts[cell];
        while let Some(i) = here {
            let candidate = &self.candidates[i];
            here = candidate.next;
            if !self.joined[candidate.room] && self.is_clear(candidate) {
                let arrival = distance + 1 + candidate.dislike;
                self.push(arrival, Entry::Arrive(i));
            }
        }
        for next in self.beside(cell) {
            let open = self.sites[next] == Site::Free && !self.forbidden[next];
            if open && distance + 1 < self.distance[next] {
                self.distance[next] = distance + 1;
                self.push(distance + 1, Entry::Cell(next));
            }
        }
    }

    /// North, east, south, west. Only for cells off the edge of the grid.
    fn beside(&self, cell: usize) -> [usize; 4] {
        [cell - self.side, cell + 1, cell + self.side, cell - 1]
    }

    /// Digs the way that the search found to a candidate, as straight as it can be.
    fn dig(&mut self, target: usize) {
        let Candidate { room, door, outside, start, .. } = self.candidates[target];
        let mut dug = vec![outside];
        let (mut at, mut came_from) = (start, outside);
        loop {
            if self.corridor[at] {
                break;
            }
            dug.push(at);
            let distance = self.distance[at];
            if let Some(i) = self.source[at]
                && distance == NEW_CORRIDOR + 1 + self.candidates[i].dislike
                && self.joined[self.candidates[i].room]
                && self.is_clear(&self.candidates[i])
            {
                dug.push(self.candidates[i].outside);
                self.add_door(self.candidates[i].door);
                self.corridors += 1;
                break;
            }
            let straight = (2 * at).wrapping_sub(came_from);
            let nearer = |cell: &usize| self.distance[*cell] == distance - 1;
            let next = std::iter::once(straight).chain(self.beside(at)).find(nearer);
            came_from = at;
            // Every cell that was reached has a neighbour that is one step nearer.
            at = next.unwrap_or(at);
        }
        self.add_door(door);
        for cell in dug {
            self.corridor[cell] = true;
            self.cells.push(cell);
            self.forbid_blocks(cell);
        }
        self.join_cluster(self.cluster[room]);
    }

    /// Forbids the cells that would now complete a block of two by two.
    fn forbid_blocks(&mut self, cell: usize) {
        for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let x = cell.wrapping_add_signed(dx);
            let y = cell.wrapping_add_signed(dy * self.side as isize);
            let corner = y.wrapping_add_signed(dx);
            match [self.corridor[x], self.corridor[y], self.corridor[corner]] {
                [false, true, true] => self.forbidden[x] = true,
                [true, false, true] => self.forbidden[y] = true,
                [true, true, false] => self.forbidden[corner] = true,
                _ => {}
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
fn wall(room: Rect, facing: Direction) -> Vec<Point> {
    let row = |y| (room.x..room.right()).map(|x| Point::new(x, y)).collect();
    let column = |x| (room.y..room.bottom()).map(|y| Point::new(x, y)).collect();
    match facing {
        Direction::North => row(room.y - 1),
        Direction::East => column(room.right()),
        Direction::South => row(room.bottom()),
        Direction::West => column(room.x - 1),
    }
}
