//! A drawing without a crossing that is made better node by node.
//!
//! Every node has an energy: its edges want to be of one length, nodes push each other away, lines keep clear
//! of nodes, and the page holds all of it together (after Davidson and Harel, "Drawing graphs nicely using
//! simulated annealing", 1996). A node, or a part of the graph that hangs on one edge, moves to where its energy
//! is less, and never to where a line would cross another. It may jump over a line if nothing crosses in the end.

use super::near::{Cells, Point, cross, distance, nearest};

/// How far the middles of two nodes stay apart, and a node's from lines that are not its own.
pub(super) const APART: f64 = 3.6;
pub(super) const CLEAR: f64 = 2.0;

/// How far nodes and lines push.
const FAR: f64 = 11.0;
const NEAR: f64 = 4.6;

/// A part of the graph that hangs on one edge and is moved as a whole has at most this many nodes.
const MOST_TOGETHER: usize = 40;

/// Each part is moved once in so many sweeps.
const TURNS: usize = 12;

/// Things that are looked at before all stay where they are; after twice as many, a drawing is given up. A hub of
/// thousands of edges would take minutes.
const MOST_LOOKS: usize = 200_000_000;

pub(super) struct Drawing {
    pub(super) places: Vec<Point>,
    pub(super) edges: Vec<[usize; 2]>,
    /// The neighbours of each node, with the edge.
    beside: Vec<Vec<(usize, usize)>>,
    /// How long each edge would be.
    lengths: Vec<f64>,
    placed: Vec<bool>,
    steps: Vec<f64>,
    /// How much what is too near counts.
    strict: f64,
    /// Half of the page's width and height.
    page: Point,
    nodes_near: Cells,
    lines_near: Cells,
    looks: usize,
    /// Room for what is found near a place.
    nodes: Vec<u32>,
    lines: Vec<u32>,
}

impl Drawing {
    /// A page of this half width and height without a node on it.
    pub(super) fn new(count: usize, edges: Vec<[usize; 2]>, lengths: Vec<f64>, page: Point) -> Self {
        let mut beside = vec![Vec::new(); count];
        for (e, &[a, b]) in edges.iter().enumerate() {
            beside[a].push((b, e));
            beside[b].push((a, e));
        }
        let half = page.map(|p| 1.3 * p + 10.0);
        Drawing {
            places: vec![[0.0; 2]; count],
            beside,
            lengths,
            placed: vec![false; count],
            steps: vec![3.0; count],
            strict: 4.0,
            page,
            nodes_near: Cells::new(count, half, 6.0),
            lines_near: Cells::new(edges.len(), half, 6.0),
            looks: 0,
            nodes: Vec::new(),
            lines: Vec::new(),
            edges,
        }
    }

    /// Puts a node on the page.
    pub(super) fn put(&mut self, node: usize, at: Point) {
        self.places[node] = at;
        self.placed[node] = true;
        self.nodes_near.insert(node as u32, at, at);
        for i in 0..self.beside[node].len() {
            let (other, edge) = self.beside[node][i];
            if self.placed[other] {
                self.lines_near.insert(edge as u32, at, self.places[other]);
            }
        }
    }

    fn take(&mut self, node: usize) {
        let at = self.places[node];
        self.placed[node] = false;
        self.nodes_near.remove(node as u32, at, at);
        for i in 0..self.beside[node].len() {
            let (other, edge) = self.beside[node][i];
            if self.placed[other] {
                self.lines_near.remove(edge as u32, at, self.places[other]);
            }
        }
    }

    fn shift(&mut self, node: usize, to: Point) {
        self.take(node);
        self.put(node, to);
    }

    /// The energy of a node at a place, infinite if a line of it would cross another. Once it is more than
    /// `most`, it is not measured to the end.
    fn energy(&mut self, node: usize, at: Point, most: f64) -> f64 {
        let mut sum = 0.0;
        for (value, half) in at.iter().zip(self.page) {
            let over = (value.abs() - half).max(0.0) / 4.0;
            sum += over * over + 0.02 * value * value / (half * half);
        }
        let (mut nodes, mut lines) = (std::mem::take(&mut self.nodes), std::mem::take(&mut self.lines));
        sum += self.own_lines(node, at, most - sum, &mut nodes, &mut lines);
        if sum < most {
            self.nodes_near.find(at, at, FAR, &mut nodes);
            for &other in nodes.iter().filter(|&&n| n as usize != node) {
                sum += self.push_of_node(distance(at, self.places[other as usize]));
            }
        }
        if sum < most {
            self.lines_near.find(at, at, NEAR, &mut lines);
            self.looks += lines.len() + 10;
            for &line in &lines {
                let [a, b] = self.edges[line as usize];
                if a != node && b != node {
                    let foot = nearest(at, self.places[a], self.places[b]);
                    sum += self.push_of_line(distance(at, foot));
                }
            }
        }
        (self.nodes, self.lines) = (nodes, lines);
        sum
    }

    /// The part of a node's energy that comes from its own lines.
    fn own_lines(
        &mut self,
        node: usize,
        at: Point,
        most: f64,
        nodes: &mut Vec<u32>,
        lines: &mut Vec<u32>,
    ) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.beside[node].len() {
            let (other, edge) = self.beside[node][i];
            if !self.placed[other] {
                continue;
            }
            let end = self.places[other];
            let stretch = distance(at, end) / self.lengths[edge] - 1.0;
            sum += stretch * stretch * if stretch > 0.0 { 1.2 } else { 2.0 };
            if sum > most {
                return sum;
            }
            self.lines_near.find(at, end, 0.0, lines);
            self.looks += lines.len() + 10;
            for &line in lines.iter() {
                let [a, b] = self.edges[line as usize];
                let apart = a != node && b != node && a != other && b != other;
                if apart && cross(at, end, self.places[a], self.places[b]) {
                    return f64::INFINITY;
                }
            }
            self.nodes_near.find(at, end, NEAR, nodes);
            for &n in nodes.iter().filter(|&&n| n as usize != node && n as usize != other) {
                let place = self.places[n as usize];
                sum += self.push_of_line(distance(place, nearest(place, at, end)));
            }
        }
        sum
    }

    /// Puts a node where its energy is least around a neighbour that is on the page already.
    pub(super) fn attach(&mut self, node: usize, to: usize) -> bool {
        let centre = self.places[to];
        let length = self.beside[node].iter().find(|(n, _)| *n == to).map_or(4.0, |&(_, e)| self.lengths[e]);
        let mut best = (f64::INFINITY, centre);
        for halving in 0..40 {
            let far = length / f64::from(1 << halving.min(30));
            if self.looks > 2 * MOST_LOOKS {
                return false;
            }
            for turn in 0..32 {
                let at = around(centre, f64::from(turn) / 32.0 + 0.003 * f64::from(halving), far);
                let energy = self.energy(node, at, best.0);
                if energy < best.0 {
                    best = (energy, at);
                }
            }
            if best.0.is_finite() && halving > 1 {
                break;
            }
        }
        if best.0.is_finite() {
            self.put(node, best.1);
        }
        best.0.is_finite()
    }

    /// Moves every node that is on the page this many times.
    pub(super) fn relax(&mut self, sweeps: usize) {
        let branches = self.branches();
        for sweep in 0..sweeps {
            for node in 0..self.places.len() {
                if self.looks > MOST_LOOKS {
                    return;
                }
                if self.placed[node] {
                    self.step(node, sweep);
                    if sweep % 6 == 3 && self.beside[node].len() <= 2 {
                        self.jump(node);
                    }
                }
            }
            // In turns, since a part takes as much time as its nodes.
            for branch in branches.iter().skip(sweep % TURNS).step_by(TURNS) {
                if self.looks > MOST_LOOKS {
                    return;
                }
                self.step_together(branch, sweep / TURNS);
            }
        }
    }

    /// Looks around a node, farther where that helped the last time.
    fn step(&mut self, node: usize, sweep: usize) {
        let from = self.places[node];
        let mut best = (self.energy(node, from, f64::INFINITY), from);
        let before = best.0;
        let far = self.steps[node];
        for turn in 0..6 {
            let at = around(from, turned(node, sweep) + f64::from(turn) / 6.0, far);
            let energy = self.energy(node, at, best.0);
            if energy < best.0 {
                best = (energy, at);
            }
        }
        if best.0 < before {
            self.shift(node, best.1);
        }
        self.steps[node] = if best.0 < before { (far * 1.5).min(8.0) } else { far * 0.5 };
        if self.steps[node] < 0.03 {
            self.steps[node] = 3.0;
        }
    }

    /// A node of one or two edges looks all around its first neighbour.
    fn jump(&mut self, node: usize) {
        let Some(&(to, edge)) = self.beside[node].iter().find(|(n, _)| self.placed[*n]) else { return };
        let centre = self.places[to];
        let mut best = (self.energy(node, self.places[node], f64::INFINITY), self.places[node]);
        for far in [0.8, 1.2] {
            for turn in 0..16 {
                let at = around(centre, f64::from(turn) / 16.0, far * self.lengths[edge]);
                let energy = self.energy(node, at, best.0);
                if energy < best.0 {
                    best = (energy, at);
                }
            }
        }
        if best.1 != self.places[node] {
            self.shift(node, best.1);
        }
    }

    /// The parts that hang on one edge (or a node with its leaves), each with the node where it hangs first: they move together.
    fn branches(&self) -> Vec<Vec<usize>> {
        let mut branches = Vec::new();
        for node in (0..self.places.len()).filter(|&n| self.placed[n]) {
            let leaves =
                self.beside[node].iter().map(|b| b.0).filter(|&n| self.placed[n] && self.degree(n) == 1);
            let group: Vec<usize> = std::iter::once(node).chain(leaves).collect();
            if group.len() > 1 && group.len() < self.places.len() {
                branches.push(group);
            }
            for &(next, _) in self.beside[node].iter().filter(|(n, _)| self.placed[*n]) {
                if let Some(branch) = self.beyond(node, next)
                    && branch.len() > 1
                {
                    branches.push(branch);
                }
            }
        }
        branches
    }

    fn degree(&self, node: usize) -> usize {
        self.beside[node].iter().filter(|(n, _)| self.placed[*n]).count()
    }

    /// What is reached from `first` without passing the edge to `from`, if that is a part of its own and small.
    fn beyond(&self, from: usize, first: usize) -> Option<Vec<usize>> {
        let (mut found, mut next) = (vec![first], 0);
        while next < found.len() {
            let node = found[next];
            next += 1;
            for &(other, _) in self.beside[node].iter().filter(|(n, _)| self.placed[*n]) {
                if other == from && node == first {
                    continue;
                }
                if other == from || found.len() > MOST_TOGETHER {
                    return None;
                }
                if !found.contains(&other) {
                    found.push(other);
                }
            }
        }
        Some(found)
    }

    /// Shifts or turns a part as a whole if that is better.
    fn step_together(&mut self, part: &[usize], sweep: usize) {
        let before: Vec<Point> = part.iter().map(|&n| self.places[n]).collect();
        let sum = |drawing: &mut Self, most: f64| {
            let mut sum = 0.0;
            for &node in part {
                sum += drawing.energy(node, drawing.places[node], f64::INFINITY);
                if sum > most {
                    break;
                }
            }
            sum
        };
        let least = sum(self, f64::INFINITY);
        let head = part[0];
        let centre = self.beside[head].iter().map(|b| b.0).find(|n| self.placed[*n] && !part.contains(n));
        let centre = centre.map_or(before[0], |n| self.places[n]);
        let far = [6.0, 2.5, 1.0, 0.4][sweep % 4];
        let turn = [0.25, 0.1, 0.04, 0.5][(sweep / 2) % 4];
        for attempt in 0..6 {
            let to: Vec<Point> = match attempt {
                0..4 => {
                    let by = around([0.0; 2], turned(head, sweep) + f64::from(attempt) / 4.0, far);
                    before.iter().map(|p| [p[0] + by[0], p[1] + by[1]]).collect()
                }
                _ => {
                    let [cos, sin] = around([0.0; 2], if attempt == 4 { turn } else { -turn }, 1.0);
                    let turned = |p: &Point| {
                        let (x, y) = (p[0] - centre[0], p[1] - centre[1]);
                        [centre[0] + x * cos - y * sin, centre[1] + x * sin + y * cos]
                    };
                    before.iter().map(turned).collect()
                }
            };
            part.iter().zip(&to).for_each(|(&n, &p)| self.shift(n, p));
            if sum(self, least) < least {
                return;
            }
            part.iter().zip(&before).for_each(|(&n, &p)| self.shift(n, p));
        }
    }

    /// From now on, what is too near to something else counts more.
    pub(super) fn be_strict(&mut self) {
        self.strict *= 4.0;
    }

    fn push_of_node(&self, far: f64) -> f64 {
        let short = (FAR / far.max(1e-6) - 1.0).max(0.0);
        let close = (1.15 * APART / far.max(1e-6) - 1.0).max(0.0);
        0.12 * short * short + self.strict * close * close
    }

    fn push_of_line(&self, far: f64) -> f64 {
        let short = (NEAR / far.max(1e-6) - 1.0).max(0.0);
        let close = (1.1 * CLEAR / far.max(1e-6) - 1.0).max(0.0);
        0.3 * short * short + self.strict * close * close
    }

    pub(super) fn crossings(&self) -> usize {
        let p = |n: usize| self.places[n];
        let pairs =
            self.edges.iter().enumerate().flat_map(|(i, &e)| self.edges[..i].iter().map(move |&f| (e, f)));
        pairs
            .filter(|([a, b], [c, d])| {
                a != c && a != d && b != c && b != d && cross(p(*a), p(*b), p(*c), p(*d))
            })
            .count()
    }

    /// The least distance of nodes to nodes and to lines that are not their own, as a part of what it should be; at most 1.
    pub(super) fn clearance(&self) -> f64 {
        let mut least = 1.0f64;
        for (n, &at) in self.places.iter().enumerate() {
            for &other in &self.places[..n] {
                least = least.min(distance(at, other) / APART);
            }
            for &[a, b] in self.edges.iter().filter(|[a, b]| *a != n && *b != n) {
                least = least.min(distance(at, nearest(at, self.places[a], self.places[b])) / CLEAR);
            }
        }
        least
    }
}

/// A point at a distance, `share` of a turn around.
pub(super) fn around(centre: Point, share: f64, far: f64) -> Point {
    let angle = share * std::f64::consts::TAU;
    [centre[0] + far * libm::cos(angle), centre[1] + far * libm::sin(angle)]
}

/// Where a node begins to look around: elsewhere each time.
fn turned(node: usize, sweep: usize) -> f64 {
    0.618_034 * sweep as f64 + 0.381_966 * node as f64
}
