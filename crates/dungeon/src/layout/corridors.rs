//! Corridors: a tree that joins all rooms, then loops, secret passages, dead ends and mazes.
//!
//! First every room is joined to one that is joined already, by a cheapest way (Dijkstra 1959 with
//! Dial's buckets) that either ends at that room's door or forks off one of its corridors. Then
//! loops: separate ways between rooms that are near in space and far on foot, dead ends first.
//! Loops never meet other corridors, so each adds exactly one independent cycle, and
//! `doors - rooms - corridors + 1` counts them.
//!
//! Each way costs O(n) for n nodes of the lattice; there are about as many ways as rooms.

use mapkiln_core::{Direction, Point, StableSort, Stream};

use super::footprint::Footprint;
use super::lattice::{Lattice, Port};
use super::network::{Doorway, NONE, Network, Passage, Side};
use super::placement::{Placement, shared_wall};

/// How corridors are dug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// The percentage of corridors that may fork off another.
    pub(crate) forks: u32,
    /// Loops to try for.
    pub(crate) loops: usize,
    /// Secret passages to try for.
    pub(crate) secrets: usize,
    /// Dead-end corridors to dig.
    pub(crate) dead_ends: usize,
    /// Share of the free rock to fill with a maze, in percent.
    pub(crate) maze: u32,
    /// Do corridors wind?
    pub(crate) winding: bool,
}

/// Pairs of rooms tried per loop.
const LOOP_TRIES: usize = 5;

/// Joins the rooms.
pub(crate) fn dig_corridors(
    placement: &Placement,
    rooms: &[Footprint],
    style: Style,
    rng: &mut Stream,
) -> Network {
    let mut digger = Digger::new(placement, rooms, style, rng);
    digger.join_touching(rooms, rng);
    digger.net.joins_all = digger.tree(rng);
    if digger.net.joins_all {
        for _ in 0..style.loops {
            digger.extra(false, rng);
        }
        for _ in 0..style.secrets {
            digger.extra(true, rng);
        }
        for _ in 0..style.dead_ends {
            digger.dead_end(rng);
        }
        digger.maze(rng);
    }
    digger.measure();
    digger.net
}

struct Digger {
    lattice: Lattice,
    style: Style,
    net: Network,
    middles: Vec<Point>,
    ports: Vec<Vec<Port>>,
    /// By cell: is there a door on it or next to it?
    near_door: Vec<bool>,
    width: usize,
    /// Number of doors without secrets, by room.
    degree: Vec<u32>,
    /// By room: the lowest room that it is joined with.
    cluster: Vec<usize>,
    price: Vec<u32>,
    distance: Vec<u32>,
    came: Vec<Option<Direction>>,
    parent: Vec<Option<u32>>,
    queue: Vec<Vec<u32>>,
    /// By node: the port of the room that is looked for, plus 1.
    target: Vec<u8>,
}

/// Which corridors a way may end at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fork {
    Never,
    /// Those of the room that is looked for.
    Its,
    Any,
}

impl Digger {
    fn new(placement: &Placement, rooms: &[Footprint], style: Style, rng: &mut Stream) -> Self {
        let lattice = Lattice::new(placement.width, placement.height, placement.corridor, rooms);
        let nodes = lattice.blocked.len();
        let price = (0..nodes).map(|_| if style.winding { 2 + rng.below(9) as u32 } else { 4 }).collect();
        Digger {
            ports: (0..rooms.len()).map(|i| lattice.ports(rooms, i)).collect(),
            net: Network {
                owner: vec![NONE; nodes],
                links: vec![0; nodes],
                doors: Vec::new(),
                corridors: Vec::new(),
                beside: vec![0; rooms.len()],
                touching: 0,
                joins_all: false,
                length: 0,
            },
            lattice,
            style,
            middles: rooms.iter().map(|r| r.rect.centre()).collect(),
            near_door: vec![false; (placement.width * placement.height) as usize],
            width: placement.width as usize,
            degree: vec![0; rooms.len()],
            cluster: (0..rooms.len()).collect(),
            price,
            distance: vec![u32::MAX; nodes],
            came: vec![None; nodes],
            parent: vec![None; nodes],
            queue: Vec::new(),
            target: vec![0; nodes],
        }
    }

    fn cell(&self, p: Point) -> usize {
        p.y as usize * self.width + p.x as usize
    }

    fn add_door(&mut self, doorway: Doorway, secret: bool) {
        for p in doorway.at.beside().into_iter().chain([doorway.at]) {
            let cell = self.cell(p);
            self.near_door[cell] = true;
        }
        if !secret {
            self.degree[doorway.room] += 1;
            if let Side::Room(other) = doorway.to {
                self.degree[other] += 1;
            }
        }
        self.net.doors.push(doorway);
    }

    fn make_beside(&mut self, a: usize, b: usize) {
        self.net.beside[a] |= 1 << b;
        self.net.beside[b] |= 1 << a;
        let (one, other) = (self.cluster[a], self.cluster[b]);
        self.cluster.iter_mut().filter(|c| **c == one.max(other)).for_each(|c| *c = one.min(other));
    }

    /// Gives every pair of touching rooms a door in the wall that they share.
    fn join_touching(&mut self, rooms: &[Footprint], rng: &mut Stream) {
        for b in 0..rooms.len() {
            for a in 0..b {
                let mut shared = shared_wall(&rooms[a], &rooms[b]);
                shared.retain(|(p, _)| !self.near_door[self.cell(*p)]);
                if let Some(&(at, facing)) = rng.pick(&shared) {
                    self.net.touching += 1;
                    self.add_door(Doorway { at, facing, room: a, to: Side::Room(b), throat: 0 }, false);
                    self.make_beside(a, b);
                }
            }
        }
    }

    /// Joins every room to one that is joined already; returns whether that succeeded.
    fn tree(&mut self, rng: &mut Stream) -> bool {
        let count = self.middles.len();
        let home = rng.index(count);
        loop {
            let joined = self.cluster[home];
            // Prefer near rooms, and a chain to a star.
            let mut best: Option<(u32, usize, usize)> = None;
            for new in (0..count).filter(|&r| self.cluster[r] != joined) {
                for old in (0..count).filter(|&r| self.cluster[r] == joined) {
                    let apart = self.middles[new].manhattan(self.middles[old]);
                    let score = apart + 10 * self.degree[old] + rng.below(16) as u32;
                    best = best.min(Some((score, new, old))).or(Some((score, new, old)));
                }
            }
            let Some((_, new, old)) = best else { return true };
            let fork = if rng.percent(self.style.forks) { Fork::Its } else { Fork::Never };
            let dug = self.dig(new, old, fork, false, rng)
                || self.dig(new, old, Fork::Its, false, rng)
                || self.dig(new, old, Fork::Any, false, rng);
            if !dug || self.cluster[home] != self.cluster[new] {
                return false;
            }
        }
    }

    /// Digs an extra way between rooms that are near in space and not next to each other.
    fn extra(&mut self, secret: bool, rng: &mut Stream) {
        let count = self.middles.len();
        let mut pairs = Vec::with_capacity(count * count / 2);
        for b in 0..count {
            for a in (0..b).filter(|a| self.net.beside[b] >> a & 1 == 0) {
                let apart = self.middles[a].manhattan(self.middles[b]);
                let lonely = u32::from(self.degree[a] == 1) + u32::from(self.degree[b] == 1);
                let common = self.net.beside[a] & self.net.beside[b] != 0;
                let score = apart + 16 * (2 - lonely) + 10 * u32::from(common) + rng.below(12) as u32;
                pairs.push((score, a, b));
            }
        }
        pairs.sort_unstable();
        for (_, a, b) in pairs.into_iter().take(LOOP_TRIES) {
            if self.dig(a, b, Fork::Never, secret, rng) {
                return;
            }
        }
    }

    /// Digs a way between two rooms; returns whether there is one.
    fn dig(&mut self, from: usize, to: usize, fork: Fork, secret: bool, rng: &mut Stream) -> bool {
        let is_free = |digger: &Digger, port: &Port| !digger.near_door[digger.cell(port.door)];
        let may_join = |digger: &Digger, owner: u16| {
            let passage = &digger.net.corridors[usize::from(owner)];
            match fork {
                Fork::Never => false,
                Fork::Its => passage.rooms.contains(&to),
                Fork::Any => passage.rooms.iter().any(|&r| digger.cluster[r] == digger.cluster[to]),
            }
        };
        self.distance.fill(u32::MAX);
        self.queue.iter_mut().for_each(Vec::clear);
        for i in 0..self.ports[from].len() {
            let port = self.ports[from][i];
            let owner = self.net.owner[port.node];
            if is_free(self, &port) && (owner == NONE || may_join(self, owner)) {
                self.reach(port.node, rng.below(6) as u32, Some(port.facing), None);
            }
        }
        for i in 0..self.ports[to].len() {
            let port = self.ports[to][i];
            if is_free(self, &port) && self.net.owner[port.node] == NONE {
                self.target[port.node] = i as u8 + 1;
            }
        }
        let end = self.search(&may_join);
        let Some(end) = end else {
            self.target.fill(0);
            return false;
        };
        // Walk back to the room where the way began.
        let arrival = self.target[end].checked_sub(1).map(|i| self.ports[to][usize::from(i)]);
        self.target.fill(0);
        let owner = match self.net.owner[end] {
            NONE => {
                self.net.corridors.push(Passage { rooms: Vec::new(), secret });
                self.net.corridors.len() as u16 - 1
            }
            old => old,
        };
        let mut at = end;
        while let Some(before) = self.parent[at] {
            self.net.owner[at] = owner;
            self.join(at, before as usize);
            at = before as usize;
        }
        self.net.owner[at] = owner;
        let mut leaving: Vec<Port> =
            self.ports[from].iter().filter(|p| p.node == at && is_free(self, p)).copied().collect();
        // Prefer the door that the way leaves straight ahead.
        leaving.stable_sort_by_key(|p| (Some(p.facing) != self.came[at], p.door));
        let Some(leaving) = leaving.first().copied() else { return false };
        for (room, port) in [(from, Some(leaving)), (to, arrival)] {
            if let Some(port) = port {
                let to = Side::Corridor(usize::from(owner));
                let doorway = Doorway { at: port.door, facing: port.facing, room, to, throat: port.throat };
                self.add_door(doorway, secret);
                self.enter(room, usize::from(owner));
            }
        }
        true
    }

    /// Notes that a corridor joins a room.
    fn enter(&mut self, room: usize, corridor: usize) {
        let others = self.net.corridors[corridor].rooms.clone();
        if !self.net.corridors[corridor].secret {
            others.iter().filter(|&&r| r != room).for_each(|&r| self.make_beside(room, r));
        }
        if !others.contains(&room) {
            self.net.corridors[corridor].rooms.push(room);
        }
    }

    fn reach(&mut self, node: usize, distance: u32, came: Option<Direction>, parent: Option<usize>) {
        if distance < self.distance[node] {
            self.distance[node] = distance;
            self.came[node] = came;
            self.parent[node] = parent.map(|p| p as u32);
            let bucket = distance as usize;
            if self.queue.len() <= bucket {
                self.queue.resize_with(bucket + 1, Vec::new);
            }
            self.queue[bucket].push(node as u32);
        }
    }

    /// The nearest node that is a target or belongs to a corridor that may be joined.
    fn search(&mut self, may_join: &dyn Fn(&Digger, u16) -> bool) -> Option<usize> {
        let turn = if self.style.winding { 0 } else { 3 };
        let mut distance = 0;
        while distance < self.queue.len() {
            while let Some(node) = self.queue[distance].pop() {
                let node = node as usize;
                if self.distance[node] as usize != distance {
                    continue;
                }
                if self.target[node] > 0 || self.net.owner[node] != NONE {
                    return Some(node);
                }
                for direction in Direction::ALL {
                    let Some(next) = self.lattice.step(node, direction) else { continue };
                    let owner = self.net.owner[next];
                    if self.lattice.blocked[next] || (owner != NONE && !may_join(self, owner)) {
                        continue;
                    }
                    let bend = if self.came[node] == Some(direction) { 0 } else { turn };
                    self.reach(next, distance as u32 + self.price[next] + bend, Some(direction), Some(node));
                }
            }
            distance += 1;
        }
        None
    }

    fn join(&mut self, a: usize, b: usize) {
        let (first, second) = (a.min(b), a.max(b));
        self.net.links[first] |= if second == first + 1 { 1 } else { 2 };
    }

    /// Free nodes beside a node.
    fn free_beside(&self, node: usize) -> Vec<usize> {
        let free = |n: &usize| !self.lattice.blocked[*n] && self.net.owner[*n] == NONE;
        Direction::ALL.into_iter().filter_map(|d| self.lattice.step(node, d)).filter(free).collect()
    }

    /// Nodes of open corridors that have free rock beside them.
    fn growing_points(&self) -> Vec<usize> {
        let open = |n: &usize| {
            let owner = self.net.owner[*n];
            owner != NONE && !self.net.corridors[usize::from(owner)].secret
        };
        (0..self.net.owner.len()).filter(open).filter(|&n| !self.free_beside(n).is_empty()).collect()
    }

    /// Digs a corridor that leads nowhere.
    fn dead_end(&mut self, rng: &mut Stream) {
        let Some(&start) = rng.pick(&self.growing_points()) else { return };
        let length = rng.between(2, 6);
        let mut at = start;
        for _ in 0..length {
            let Some(&next) = rng.pick(&self.free_beside(at)) else { return };
            self.net.owner[next] = self.net.owner[start];
            self.join(at, next);
            at = next;
        }
    }

    /// Fills a share of the free rock with passages that branch and never meet: a perfect maze by
    /// depth-first search.
    fn maze(&mut self, rng: &mut Stream) {
        let free = (0..self.net.owner.len())
            .filter(|&n| !self.lattice.blocked[n] && self.net.owner[n] == NONE)
            .count();
        let mut wanted = free * self.style.maze as usize / 100;
        while wanted > 0 {
            let Some(&start) = rng.pick(&self.growing_points()) else { return };
            let mut stack = vec![start];
            while let Some(&at) = stack.last() {
                match rng.pick(&self.free_beside(at)) {
                    Some(&next) if wanted > 0 => {
                        self.net.owner[next] = self.net.owner[start];
                        self.join(at, next);
                        stack.push(next);
                        wanted -= 1;
                    }
                    _ => {
                        stack.pop();
                    }
                }
            }
        }
    }

    fn measure(&mut self) {
        let wide = self.lattice.link(0, Direction::East).count();
        let nodes = self.net.owner.iter().filter(|o| **o != NONE).count();
        let links: u32 = self.net.links.iter().map(|l| l.count_ones()).sum();
        let throats: i32 = self.net.doors.iter().map(|d| d.throat).sum();
        self.net.length = nodes * wide * wide + links as usize * wide + throats as usize;
    }
}
