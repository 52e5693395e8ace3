//! A planar graph drawn with straight lines and without a crossing.
//!
//! What lies on rings is drawn first, from the embedding: every face is filled with triangles, one face becomes a
//! convex outline, and every other node goes to the middle of its neighbours: then nothing crosses (Tutte, "How to
//! draw a graph", 1963). That drawing is crowded in places, so nodes then move apart, see [`super::relax`]. The trees that
//! hang on rings follow node by node, each where there is room.

use std::borrow::Cow;

use mapkiln_maps::graph::{Embedding, LevelGraph, planar_rotation};

use super::near::Point;
use super::relax::{Drawing, around};

/// Larger graphs take too long.
const MOST_NODES: usize = 2000;

/// The length of an edge that has its way.
const LENGTH: f64 = 5.0;

/// The part of the page that a node takes, and the page's width as a part of its height.
const AREA: f64 = 42.0;
const WIDE: f64 = 1.5;

/// Nodes that are moved in all, before and after trees are hung on.
const SWEEPS: usize = 20_000;

/// Rounds of the solver, and how far it overshoots.
const ROUNDS: usize = 700;
const OVERSHOOT: f64 = 1.7;

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

/// The places of a graph in one piece: first what lies on rings, then the trees that hang on it.
fn whole(level: &LevelGraph) -> Option<Vec<Point>> {
    let (count, edges) = (level.nodes.len(), lines(level));
    let order = peel(count, &edges);
    let lengths = edges.iter().map(|&[a, b]| length(level, a, b)).collect();
    let high = libm::sqrt(AREA * count as f64 / WIDE);
    let page = [0.5 * WIDE * high, 0.5 * high];
    let mut drawing = Drawing::new(count, edges, lengths, page);
    let core = &order[..order.iter().take_while(|(_, hangs)| hangs.is_none()).count()];
    let nodes: Vec<usize> = core.iter().map(|c| c.0).collect();
    let share = libm::sqrt(nodes.len() as f64 / count as f64);
    let places = if nodes.len() < 3 { vec![[0.0; 2]] } else { tutte(&part(level, &nodes))? };
    for (&node, place) in nodes.iter().zip(places) {
        drawing.put(node, [0, 1].map(|axis| 0.9 * share * page[axis] * place[axis]));
    }
    let sweeps = (SWEEPS / count).clamp(20, 140);
    drawing.relax(sweeps);
    let mut last = core.len();
    for (done, &(node, hangs)) in order.iter().enumerate().skip(core.len()) {
        if !drawing.attach(node, hangs?) {
            return None;
        }
        if done - last > last / 3 {
            drawing.relax(sweeps / 6);
            last = done;
        }
    }
    // Some more where something is still too near to anything else.
    let mut least = 0.0;
    for _ in 0..4 {
        drawing.relax(sweeps);
        least = drawing.clearance();
        if least > 0.97 {
            break;
        }
        drawing.be_strict();
    }
    if drawing.crossings() > 0 {
        return None;
    }
    // Larger until nothing is too near to anything; what is crowded beyond that is no drawing.
    (least > 0.01).then(|| drawing.places.iter().map(|p| p.map(|v| v / least)).collect())
}

/// How long an edge would be: a lock needs room.
fn length(level: &LevelGraph, a: usize, b: usize) -> f64 {
    let locked = level.details.iter().any(|d| {
        let [c, e] = level.edges[d.edge as usize].map(|n| n as usize);
        (c.min(e), c.max(e)) == (a, b) && (d.values.contains_key("lock") || d.one_way)
    });
    if locked { 1.3 * LENGTH } else { LENGTH }
}

/// The nodes in the order in which they are drawn: those on rings and between them, or one node of a tree; then the
/// others, each with the one on which it hangs.
fn peel(count: usize, edges: &[[usize; 2]]) -> Vec<(usize, Option<usize>)> {
    let mut beside = vec![Vec::new(); count];
    edges.iter().for_each(|&[a, b]| join(&mut beside, a, b));
    let mut left: Vec<usize> = beside.iter().map(Vec::len).collect();
    let mut queue: Vec<usize> = (0..count).filter(|&n| left[n] <= 1).collect();
    let mut hangs = vec![None; count];
    let mut gone = vec![false; count];
    let mut next = 0;
    while next < queue.len() && queue.len() <= count {
        let node = queue[next];
        next += 1;
        if left[node] == 0 {
            continue;
        }
        gone[node] = true;
        for &other in beside[node].iter().filter(|&&n| !gone[n]) {
            hangs[node] = Some(other);
            left[other] -= 1;
            if left[other] == 1 {
                queue.push(other);
            }
        }
    }
    let core = (0..count).filter(|&n| !gone[n]).map(|n| (n, None));
    let trees = queue.iter().rev().filter(|&&n| gone[n]).map(|&n| (n, hangs[n]));
    core.chain(trees).collect()
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
            fixed.extend((0..corners).map(|i| (ring + i, around([0.0; 2], i as f64 / corners as f64, 1.0))));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The level on a page, with what it has in the plane.
    fn drawn(level: &LevelGraph) -> Option<Drawing> {
        let places = places(level)?;
        let edges = lines(level);
        let lengths = vec![LENGTH; edges.len()];
        let mut drawing = Drawing::new(places.len(), edges, lengths, [100.0; 2]);
        drawing.places = places;
        Some(drawing)
    }

    #[test]
    fn planar_graphs_are_drawn_without_a_crossing() {
        for name in mapkiln_grammar::Grammar::shipped_names() {
            let grammar = mapkiln_grammar::Grammar::shipped(name).unwrap();
            for seed in 0..3u64 {
                let level = grammar.make_level(seed, &[]).unwrap();
                let level = embedded(&level);
                let Some(drawing) = drawn(&level) else {
                    assert!(level.details.iter().any(|d| d.tunnel), "{name} {seed} has no place");
                    continue;
                };
                assert_eq!(drawing.crossings(), 0, "{name} {seed}");
                // No node covers another, or a line that is not its own.
                assert!(drawing.clearance() > 0.999, "{name} {seed}: {}", drawing.clearance());
                // Letters of 0.78 units are 11 pixels high or more where the whole is 1,400 wide.
                let side = |axis: usize| {
                    let values = drawing.places.iter().map(|p| p[axis]);
                    values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
                };
                assert!(0.78 * 1400.0 / (side(0) + 7.0) >= 11.0, "{name} {seed}: {} wide", side(0));
                assert!(side(1) < 1.3 * side(0), "{name} {seed}: {} x {}", side(0), side(1));
            }
        }
    }

    #[test]
    fn a_planar_graph_without_an_embedding_is_drawn_without_a_crossing() {
        let grammar = mapkiln_grammar::Grammar::shipped("carcere-exire").unwrap();
        let mut level = grammar.make_level("drawn by hand", &[]).unwrap();
        level.around.clear();
        let drawing = drawn(&embedded(&level)).unwrap();
        assert_eq!((drawing.edges.len(), drawing.crossings()), (level.edges.len(), 0));
    }

    #[test]
    fn trees_chains_and_hubs_are_drawn() {
        let node = |id| mapkiln_maps::graph::Node { id, ..Default::default() };
        let chain: Vec<[u32; 2]> = (0..59).map(|i| [i, i + 1]).collect();
        let hub: Vec<[u32; 2]> = (1..60).map(|i| [0, i]).collect();
        let tree: Vec<[u32; 2]> = (1..60).map(|i| [(i - 1) / 2, i]).collect();
        let wheel: Vec<[u32; 2]> = (1..60).flat_map(|i| [[0, i], [i, i % 59 + 1]]).collect();
        for (name, edges) in [("chain", chain), ("hub", hub), ("tree", tree), ("wheel", wheel)] {
            let level = LevelGraph { nodes: (0..60).map(node).collect(), edges, ..LevelGraph::default() };
            let drawing = drawn(&embedded(&level)).expect(name);
            assert_eq!(drawing.crossings(), 0, "{name}");
            assert!(drawing.clearance() > 0.999, "{name}: {}", drawing.clearance());
        }
    }

    #[test]
    fn a_hub_of_many_edges_takes_no_minutes() {
        let node = |id| mapkiln_maps::graph::Node { id, ..Default::default() };
        let hub: Vec<[u32; 2]> = (1..1900).map(|i| [0, i]).collect();
        let level = LevelGraph { nodes: (0..1900).map(node).collect(), edges: hub, ..LevelGraph::default() };
        // It is given up, and drawn in columns.
        assert!(drawn(&embedded(&level)).is_none());
    }

    #[test]
    fn parts_that_nothing_joins_stand_beside_each_other() {
        let node = |id| mapkiln_maps::graph::Node { id, ..Default::default() };
        let edges = vec![[0, 1], [1, 2], [2, 0], [3, 4], [6, 7], [7, 8], [8, 6], [6, 9]];
        let level = LevelGraph { nodes: (0..10).map(node).collect(), edges, ..LevelGraph::default() };
        let drawing = drawn(&embedded(&level)).unwrap();
        assert_eq!(drawing.crossings(), 0);
        assert!(drawing.clearance() > 0.99, "{}", drawing.clearance());
    }
}
