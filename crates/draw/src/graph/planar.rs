//! A planar graph drawn with straight lines and without a crossing, from its embedding.
//!
//! Every face is filled with triangles, one face becomes a convex outline, and every other node goes to
//! the middle of its neighbours: then nothing crosses (Tutte, "How to draw a graph", 1963). That drawing
//! is crowded in places, so nodes then move by springs and repulsion, each only where no line comes to
//! cross another (after Bertault, "A force-directed algorithm that preserves edge crossing properties", 2000).

use std::borrow::Cow;

use mapkiln_maps::graph::{Embedding, LevelGraph, planar_rotation};

/// Larger graphs take too long.
const MOST_NODES: usize = 2000;

/// The length of an edge that has its way.
const LENGTH: f64 = 6.0;

/// How far the middles of two nodes stay apart, and a node's from lines that are not its own: a node is 2.5
/// wide, a diamond 2.9.
const APART: f64 = 3.4;
const CLEAR: f64 = 1.9;

/// Pairs of lines that may be held against each other while nodes move; then all stay where they are.
const MOST_STEPS: usize = 1_000_000_000;

/// Rounds of the solver, and how far it overshoots.
const ROUNDS: usize = 700;
const OVERSHOOT: f64 = 1.7;

type Point = [f64; 2];

/// The level with all of its edges in the plane, if it is planar: its own embedding may be missing, or leave
/// out edges that another one has.
pub(super) fn embedded(level: &LevelGraph) -> Cow<'_, LevelGraph> {
    let whole = level.around.len() == level.nodes.len() && !level.details.iter().any(|d| d.tunnel);
    let loops = level.edges.iter().any(|[a, b]| a == b);
    if whole || loops || level.nodes.len() > MOST_NODES {
        return Cow::Borrowed(level);
    }
    let Some(rings) = planar_rotation(level.nodes.len(), &level.edges) else { return Cow::Borrowed(level) };
    let mut level = level.clone();
    level.around = rings.into_iter().map(|ring| ring.into_iter().map(|dart| dart / 2).collect()).collect();
    level.details.iter_mut().for_each(|d| d.tunnel = false);
    Cow::Owned(level)
}

/// A place for every node, so that no two edges of the plane cross; nothing if the graph has no embedding or
/// is too large. Parts that nothing joins stand beside each other.
pub(super) fn places(level: &LevelGraph) -> Option<Vec<Point>> {
    let count = level.nodes.len();
    if count == 0 || count > MOST_NODES || level.around.len() != count {
        return None;
    }
    let parts = parts(count, &lines(level));
    if parts.len() == 1 {
        return whole(level);
    }
    let mut drawn: Vec<(Vec<usize>, Vec<Point>)> = Vec::new();
    for nodes in parts {
        let places = whole(&part(level, &nodes))?;
        drawn.push((nodes, places));
    }
    Some(beside(count, drawn))
}

/// Some nodes of a level as a level, with the edges between them.
fn part(level: &LevelGraph, nodes: &[usize]) -> LevelGraph {
    let mut number = vec![None; level.nodes.len()];
    nodes.iter().enumerate().for_each(|(i, &n)| number[n] = Some(i as u32));
    let mut edges = Vec::new();
    let mut edge_number = vec![None; level.edges.len()];
    for (e, &[a, b]) in level.edges.iter().enumerate() {
        let inside = !level.detail(e).is_some_and(|d| d.tunnel);
        if let (true, Some(a), Some(b)) = (inside, number[a as usize], number[b as usize]) {
            edge_number[e] = Some(edges.len() as u32);
            edges.push([a, b]);
        }
    }
    let ring = |&n: &usize| level.around[n].iter().filter_map(|&e| edge_number[e as usize]).collect();
    let around = nodes.iter().map(ring).collect();
    let nodes = nodes.iter().map(|&n| level.nodes[n].clone()).collect();
    LevelGraph { nodes, edges, around, ..LevelGraph::default() }
}

/// Puts drawings beside each other, the largest first, in rows about as wide as the whole is high.
fn beside(count: usize, mut drawn: Vec<(Vec<usize>, Vec<Point>)>) -> Vec<Point> {
    drawn.sort_by_key(|(nodes, _)| std::cmp::Reverse(nodes.len()));
    let bounds = |places: &[Point]| {
        let side = |axis: usize| {
            let low = places.iter().map(|p| p[axis]).fold(f64::MAX, f64::min);
            let high = places.iter().map(|p| p[axis]).fold(f64::MIN, f64::max);
            (low, high - low + LENGTH)
        };
        [side(0), side(1)]
    };
    let sizes: Vec<[(f64, f64); 2]> = drawn.iter().map(|(_, places)| bounds(places)).collect();
    let area: f64 = sizes.iter().map(|[w, h]| w.1 * h.1).sum();
    let widest = sizes.iter().map(|[w, _]| w.1).fold(1.2 * libm::sqrt(area), f64::max);
    let mut all = vec![[0.0; 2]; count];
    let (mut x, mut y, mut high) = (0.0, 0.0, 0.0f64);
    for ((nodes, places), [(left, w), (top, h)]) in drawn.into_iter().zip(sizes) {
        if x > 0.0 && x + w > widest {
            (x, y, high) = (0.0, y + high, 0.0);
        }
        for (node, place) in nodes.into_iter().zip(places) {
            all[node] = [x + place[0] - left, y + place[1] - top];
        }
        (x, high) = (x + w, high.max(h));
    }
    all
}

/// The places of a graph in one piece.
fn whole(level: &LevelGraph) -> Option<Vec<Point>> {
    let edges = lines(level);
    match level.nodes.len() {
        1 => return Some(vec![[0.0; 2]]),
        2 => return Some(vec![[0.0, 0.0], [LENGTH, 0.0]]),
        _ => {}
    }
    let mut places = tutte(level)?;
    scale(&mut places, &edges);
    let mut drawing = Drawing::new(places, edges);
    if drawing.crossings() > 0 {
        return None;
    }
    drawing.relax();
    drawing.part();
    drawing.widen();
    Some(drawing.places)
}

/// The edges of the plane, each pair of nodes once.
fn lines(level: &LevelGraph) -> Vec<[usize; 2]> {
    let inside = level.edges.iter().enumerate().filter(|(e, _)| !level.detail(*e).is_some_and(|d| d.tunnel));
    let mut lines: Vec<[usize; 2]> =
        inside.map(|(_, &[a, b])| [a.min(b) as usize, a.max(b) as usize]).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The nodes of each part in one piece.
fn parts(count: usize, edges: &[[usize; 2]]) -> Vec<Vec<usize>> {
    let mut part: Vec<usize> = (0..count).collect();
    fn root(part: &mut [usize], mut node: usize) -> usize {
        while part[node] != node {
            part[node] = part[part[node]];
            node = part[node];
        }
        node
    }
    for &[a, b] in edges {
        let (a, b) = (root(&mut part, a), root(&mut part, b));
        part[a] = b;
    }
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); count];
    for node in 0..count {
        let first = root(&mut part, node);
        parts[first].push(node);
    }
    parts.retain(|nodes| !nodes.is_empty());
    parts
}

/// The corners of every face, as darts.
fn faces(embedding: &Embedding) -> Vec<Vec<usize>> {
    let mut seen = vec![false; embedding.next.len()];
    let mut faces = Vec::new();
    for start in 0..seen.len() {
        if seen[start] || embedding.next[start].is_none() {
            continue;
        }
        let (mut face, mut at) = (Vec::new(), start);
        while !std::mem::replace(&mut seen[at], true) {
            face.push(at);
            let Some(next) = embedding.next[at] else { break };
            at = (next ^ 1) as usize;
        }
        faces.push(face);
    }
    faces
}

/// Tutte's drawing of the graph, filled up with a ring of helpers inside of every face.
fn tutte(level: &LevelGraph) -> Option<Vec<Point>> {
    let embedding = Embedding::of(level);
    let faces = faces(&embedding);
    let outer = (0..faces.len()).max_by_key(|&f| (faces[f].len(), usize::MAX - f))?;
    let count = level.nodes.len();
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); count];
    for &[a, b] in &lines(level) {
        join(&mut beside, a, b);
    }
    let mut fixed: Vec<(usize, Point)> = Vec::new();
    for (f, face) in faces.iter().enumerate() {
        let ring = beside.len();
        let corners = face.len();
        beside.resize(ring + corners, Vec::new());
        for (i, &corner) in face.iter().enumerate() {
            let next = (i + 1) % corners;
            join(&mut beside, ring + i, embedding.at[corner] as usize);
            join(&mut beside, ring + i, embedding.at[face[next]] as usize);
            if corners > 2 || i == 0 {
                join(&mut beside, ring + i, ring + next);
            }
        }
        if f == outer {
            fixed.extend((0..corners).map(|i| (ring + i, on_circle(i as f64 / corners as f64))));
        } else {
            let centre = beside.len();
            beside.push(Vec::new());
            (0..corners).for_each(|i| join(&mut beside, ring + i, centre));
        }
    }
    let mut places = vec![[0.0f64; 2]; beside.len()];
    let mut held = vec![false; beside.len()];
    for (node, place) in fixed {
        (places[node], held[node]) = (place, true);
    }
    for round in 0..ROUNDS {
        // At last without overshooting, so that every node is in the middle.
        let by = if round + 60 < ROUNDS { OVERSHOOT } else { 1.0 };
        for node in (0..beside.len()).filter(|&n| !held[n]) {
            let share = 1.0 / beside[node].len().max(1) as f64;
            let mean = [0, 1].map(|axis| beside[node].iter().map(|&n| places[n][axis]).sum::<f64>() * share);
            for (place, mean) in places[node].iter_mut().zip(mean) {
                *place += by * (mean - *place);
            }
        }
    }
    places.truncate(count);
    Some(places)
}

fn join(beside: &mut [Vec<usize>], a: usize, b: usize) {
    beside[a].push(b);
    beside[b].push(a);
}

/// A point of the unit circle, `share` of the way around.
fn on_circle(share: f64) -> Point {
    let angle = share * std::f64::consts::TAU;
    [libm::cos(angle), libm::sin(angle)]
}

/// Makes the mean edge as long as it should be.
fn scale(places: &mut [Point], edges: &[[usize; 2]]) {
    let mean =
        edges.iter().map(|&[a, b]| distance(places[a], places[b])).sum::<f64>() / edges.len().max(1) as f64;
    let by = if mean > 1e-9 { LENGTH / mean } else { 1.0 };
    places.iter_mut().flatten().for_each(|v| *v *= by);
}

fn distance(a: Point, b: Point) -> f64 {
    libm::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]))
}

/// The point of a line that is nearest to another.
fn nearest(p: Point, a: Point, b: Point) -> Point {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let square = dx * dx + dy * dy;
    let along = if square > 0.0 { ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square } else { 0.0 };
    let along = along.clamp(0.0, 1.0);
    [a[0] + along * dx, a[1] + along * dy]
}

fn side(a: Point, b: Point, p: Point) -> f64 {
    (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}

/// Do two lines cross, or touch?
fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (e, f) = (side(a, b, c) * side(a, b, d), side(c, d, a) * side(c, d, b));
    e <= 0.0 && f <= 0.0 && !(e == 0.0 && f == 0.0 && apart(a, b, c, d))
}

/// Lines in a row that do not overlap.
fn apart(a: Point, b: Point, c: Point, d: Point) -> bool {
    (0..2).any(|i| a[i].max(b[i]) < c[i].min(d[i]) || c[i].max(d[i]) < a[i].min(b[i]))
}

struct Drawing {
    places: Vec<Point>,
    edges: Vec<[usize; 2]>,
    beside: Vec<Vec<usize>>,
}

impl Drawing {
    fn new(places: Vec<Point>, edges: Vec<[usize; 2]>) -> Self {
        let mut beside = vec![Vec::new(); places.len()];
        for &[a, b] in &edges {
            beside[a].push(b);
            beside[b].push(a);
        }
        Drawing { places, edges, beside }
    }

    fn crossings(&self) -> usize {
        let p = |n: usize| self.places[n];
        let pairs =
            self.edges.iter().enumerate().flat_map(|(i, &e)| self.edges[..i].iter().map(move |&f| (e, f)));
        pairs
            .filter(|([a, b], [c, d])| {
                a != c && a != d && b != c && b != d && cross(p(*a), p(*b), p(*c), p(*d))
            })
            .count()
    }

    /// The least distance of a node, and of its lines, to what is not its own, as a part of what it should be;
    /// at most 1, and below 0 if a line of it crosses another. Once it is below `enough`, it is not measured to
    /// the end.
    fn clearance(&self, node: usize, at: Point, enough: f64) -> f64 {
        let mut least = 1.0f64;
        for (other, &place) in self.places.iter().enumerate() {
            if other == node {
                continue;
            }
            least = least.min(distance(at, place) / APART);
            let own = self.beside[node].iter().filter(|&&n| n != other);
            for &end in own {
                least = least.min(distance(place, nearest(place, at, self.places[end])) / CLEAR);
            }
            if least < enough {
                return least;
            }
        }
        for &[a, b] in &self.edges {
            if a == node || b == node {
                continue;
            }
            let (from, to) = (self.places[a], self.places[b]);
            least = least.min(distance(at, nearest(at, from, to)) / CLEAR);
            if least < enough {
                return least;
            }
            let own = self.beside[node].iter().filter(|&&n| n != a && n != b);
            for &end in own {
                if cross(at, self.places[end], from, to) {
                    return -1.0;
                }
            }
        }
        least
    }

    fn force(&self, node: usize) -> Point {
        let at = self.places[node];
        let mut sum = [0.0; 2];
        let mut push = |from: Point, strength: f64| {
            let far = distance(at, from).max(1e-6);
            (0..2).for_each(|i| sum[i] += strength * (at[i] - from[i]) / far);
        };
        for &other in &self.beside[node] {
            let far = distance(at, self.places[other]);
            push(self.places[other], -(far - LENGTH) * 0.35);
        }
        for (other, &place) in self.places.iter().enumerate() {
            let far = distance(at, place).max(0.3);
            if other != node && far < 3.0 * LENGTH {
                push(place, 0.35 * LENGTH * LENGTH / (far * far) * 1.5);
            }
        }
        for &[a, b] in self.edges.iter().filter(|[a, b]| *a != node && *b != node) {
            let foot = nearest(at, self.places[a], self.places[b]);
            let far = distance(at, foot).max(0.3);
            if far < LENGTH {
                push(foot, 0.25 * (LENGTH - far) * (LENGTH - far) / (LENGTH * far) * 3.0);
            }
        }
        sum
    }

    /// The steps that are left after a node's lines were held against all others some times.
    fn after_looking(&self, left: usize, node: usize, times: usize) -> Option<usize> {
        let once = (self.places.len() + self.edges.len()) * (1 + self.beside[node].len());
        left.checked_sub(times * once)
    }

    /// Moves one node after the other, in rounds that grow calmer.
    fn relax(&mut self) {
        let work = self.places.len() * (self.places.len() + self.edges.len());
        let rounds = (4_000_000 / work.max(1)).clamp(10, 160);
        let mut left = MOST_STEPS;
        for round in 0..rounds {
            let most = LENGTH * (0.08 + 0.5 * (1.0 - round as f64 / rounds as f64));
            for node in 0..self.places.len() {
                let Some(rest) = self.after_looking(left, node, 5) else { return };
                left = rest;
                let force = self.force(node);
                let size = distance(force, [0.0; 2]);
                if size < 1e-6 {
                    continue;
                }
                let now = self.clearance(node, self.places[node], 0.0).max(0.0);
                let mut step = size.min(most) / size;
                for _ in 0..4 {
                    let at = [self.places[node][0] + step * force[0], self.places[node][1] + step * force[1]];
                    // Never nearer to a line than it is, unless there is enough room.
                    if self.clearance(node, at, now) >= now {
                        self.places[node] = at;
                        break;
                    }
                    step *= 0.4;
                }
            }
        }
    }
}

impl Drawing {
    /// Moves nodes that are too near to something to where they are least so, until all have enough room or
    /// nothing helps.
    fn part(&mut self) {
        let work = self.places.len() * (self.places.len() + self.edges.len());
        let rounds = (3_000_000 / work.max(1)).clamp(3, 80);
        let mut left = MOST_STEPS;
        for _ in 0..rounds {
            let mut moved = false;
            for node in 0..self.places.len() {
                let from = self.places[node];
                let mut best = (self.clearance(node, from, 0.0), from);
                if best.0 >= 1.0 {
                    continue;
                }
                let Some(rest) = self.after_looking(left, node, 64) else { return };
                left = rest;
                for turn in 0..16 {
                    let [x, y] = on_circle(f64::from(turn) / 16.0);
                    for far in [0.15, 0.5, 1.5, 4.0] {
                        let at = [from[0] + far * x, from[1] + far * y];
                        let clear = self.clearance(node, at, best.0 + 1e-6);
                        if clear > best.0 + 1e-6 {
                            best = (clear, at);
                        }
                    }
                }
                moved |= best.1 != from;
                self.places[node] = best.1;
            }
            if !moved {
                break;
            }
        }
    }

    /// Makes the whole drawing larger until nothing is too near to anything.
    fn widen(&mut self) {
        let nodes = 0..self.places.len();
        let least = nodes.map(|n| self.clearance(n, self.places[n], 0.0)).fold(1.0, f64::min);
        if least > 0.0 {
            self.places.iter_mut().flatten().for_each(|v| *v /= least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planar_graphs_are_drawn_without_a_crossing() {
        for name in mapkiln_grammar::Grammar::shipped_names() {
            let grammar = mapkiln_grammar::Grammar::shipped(name).unwrap();
            for seed in 0..6u64 {
                let level = grammar.make_level(seed, &[]).unwrap();
                let level = embedded(&level);
                let Some(places) = places(&level) else {
                    assert!(level.details.iter().any(|d| d.tunnel), "{name} {seed} has no place");
                    continue;
                };
                let drawing = Drawing::new(places, lines(&level));
                assert_eq!(drawing.crossings(), 0, "{name} {seed}");
                // No node covers another, or a line that is not its own.
                for (n, &at) in drawing.places.iter().enumerate() {
                    let near = |&m: &usize| m != n && distance(at, drawing.places[m]) < 2.9;
                    assert_eq!((0..drawing.places.len()).find(near), None, "{name} {seed}: node {n}");
                    let under = |&&[a, b]: &&[usize; 2]| {
                        let foot = nearest(at, drawing.places[a], drawing.places[b]);
                        a != n && b != n && distance(at, foot) < 1.45
                    };
                    assert_eq!(drawing.edges.iter().find(under), None, "{name} {seed}: node {n}");
                }
            }
        }
    }

    #[test]
    fn a_planar_graph_without_an_embedding_is_drawn_without_a_crossing() {
        let grammar = mapkiln_grammar::Grammar::shipped("carcere-exire").unwrap();
        let mut level = grammar.make_level("drawn by hand", &[]).unwrap();
        level.around.clear();
        let drawn = embedded(&level);
        let drawing = Drawing::new(places(&drawn).unwrap(), lines(&drawn));
        assert_eq!((drawing.edges.len(), drawing.crossings()), (level.edges.len(), 0));
    }

    #[test]
    fn parts_that_nothing_joins_stand_beside_each_other() {
        let node = |id| mapkiln_maps::graph::Node { id, ..Default::default() };
        let edges = vec![[0, 1], [1, 2], [2, 0], [3, 4], [6, 7], [7, 8], [8, 6], [6, 9]];
        let level = LevelGraph { nodes: (0..10).map(node).collect(), edges, ..LevelGraph::default() };
        let level = embedded(&level);
        let drawing = Drawing::new(places(&level).unwrap(), lines(&level));
        assert_eq!(drawing.crossings(), 0);
        for (n, &at) in drawing.places.iter().enumerate() {
            assert!(drawing.clearance(n, at, 0.0) >= 0.99, "node {n}");
        }
    }
}
