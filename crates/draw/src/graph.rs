//! Level graphs: a planar one as nodes joined by straight lines that do not cross, any other in
//! layers, the start on the left, each step away from it one column further.
//!
//! Layers are distances from the start, so an edge joins the same column or neighbouring ones, and
//! its line runs in the gaps between columns, over no node. Within a column, nodes are ordered by
//! the mean position of their neighbours, in a few sweeps each way (Sugiyama et al., 1981). A sweep
//! takes time linear in nodes and edges.

pub(crate) mod icons;
mod near;
mod nodes;
mod planar;
mod relax;
mod spread;

use mapkiln_maps::graph::{LevelGraph, Node};

use crate::font;
use crate::scene::{Anchor, Color, Frame, Path, Scene, Stroke, Text, Vec2, Weight};

/// How a level graph is drawn. A map unit is about the height of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelView {
    /// Title and legend; default yes.
    pub dressed: bool,
}

impl Default for LevelView {
    fn default() -> Self {
        LevelView { dressed: true }
    }
}

const HEIGHT: f32 = 2.4;
const GAP: f32 = 0.9;
const BETWEEN: f32 = 4.5;
const INK: Color = Color::hex(0x2a2723);
const PAPER: Color = Color::hex(0xfbfaf6);

impl LevelView {
    /// Draws the level.
    pub fn scene(&self, level: &LevelGraph) -> Scene {
        let title = if level.grammar.is_empty() { "Level" } else { &level.grammar };
        let mut scene = Scene::new(title, Frame::default());
        scene.background = Some(PAPER);
        let embedded = planar::embedded(level);
        let level = embedded.as_ref();
        if let Some(places) = planar::places(level) {
            spread::draw(&mut scene, level, &places, self.dressed);
            return scene;
        }
        let layers = layers(level);
        let boxes = place(level, &layers);
        let edges = scene.layer("edges");
        for (number, &[a, b]) in level.edges.iter().enumerate() {
            let (Some(from), Some(to)) = (boxes.get(a as usize), boxes.get(b as usize)) else { continue };
            let detail = level.detail(number);
            let color = match detail {
                Some(d) if d.values.contains_key("lock") => Color::hex(0xb0562a),
                Some(d) if d.means.iter().any(|m| m == "secret") => Color::hex(0x9b1c12),
                _ => Color::hex(0x8b857b),
            };
            let mut stroke = Stroke::new(color, 0.14).round();
            if detail.is_some_and(|d| d.tunnel || d.means.iter().any(|m| m == "secret")) {
                stroke = stroke.dashed(0.5, 0.35);
            }
            let line = link(*from, *to);
            if detail.is_some_and(|d| d.one_way)
                && let Some(tip) = line.pen()
            {
                let side = if to.x >= from.x { -0.7 } else { 0.7 };
                edges.fill(
                    Path::polygon([tip, tip + Vec2::new(side, -0.4), tip + Vec2::new(side, 0.4)]),
                    color,
                );
            }
            edges.stroke(line, stroke);
        }
        let palette = nodes::Palette::of(level);
        let nodes = scene.layer("nodes");
        for (node, frame) in level.nodes.iter().zip(&boxes) {
            let fill = palette.fill(node);
            let round = if level.shapes.get(&node.kind).is_some_and(|s| s.passage) { 1.2 } else { 0.25 };
            let line = Stroke::new(INK, if node.is("start") || node.is("exit") { 0.22 } else { 0.1 });
            nodes.shape(Path::rounded_rect(*frame, round), Some(fill), Some(line));
            let ink = fill.readable();
            let middle = frame.centre();
            let (first, second) = label(node);
            let lift = if second.is_empty() { 0.32 } else { -0.1 };
            let text = Text::new(middle + Vec2::new(0.0, lift), 0.95, ink, first);
            nodes.text(text.bold().anchored(Anchor::Middle));
            nodes.text(Text::new(middle + Vec2::new(0.0, 0.8), 0.8, ink, second).anchored(Anchor::Middle));
        }
        let all = boxes.iter().copied().reduce(Frame::union).unwrap_or(Frame::new(0.0, 0.0, 8.0, 2.0));
        scene.frame = all.grown(2.0);
        if self.dressed {
            let size = (all.width / 30.0).clamp(1.6, 4.0);
            let at = Vec2::new(all.x, all.y - 1.4);
            let words = format!("{title}: {} nodes, {} edges", level.nodes.len(), level.edges.len());
            scene.layer("title").text(Text::new(at, size, INK, words).bold());
            let wide = font::width(&scene.title, size, Weight::Bold) + 22.0 * size;
            scene.frame = scene.frame.union(Frame::new(
                all.x - 2.0,
                all.y - 2.0 - 1.2 * size,
                wide.min(all.width + 4.0),
                1.0,
            ));
        }
        scene
    }
}

/// What a node says: its kind and number, and what is in it.
fn label(node: &Node) -> (String, String) {
    let values = node.values.iter().map(|(name, value)| format!("{name} {value}"));
    let mark = Some(node.mark.clone()).filter(|m| !m.is_empty());
    let inside: Vec<String> = mark.into_iter().chain(values).collect();
    (format!("{} {}", node.kind, number(node)), inside.join(", "))
}

/// A node's number for people: that of its room on the plan.
pub(crate) fn number(node: &Node) -> u64 {
    u64::from(node.id) + 1
}

/// The nodes by their distance from the start, each column in a good order.
fn layers(level: &LevelGraph) -> Vec<Vec<usize>> {
    let neighbours: Vec<Vec<usize>> = {
        let mut lists = vec![Vec::new(); level.nodes.len()];
        for &[a, b] in &level.edges {
            if let (Some(_), Some(_)) = (level.nodes.get(a as usize), level.nodes.get(b as usize)) {
                lists[a as usize].push(b as usize);
                lists[b as usize].push(a as usize);
            }
        }
        lists
    };
    let mut depth = vec![usize::MAX; level.nodes.len()];
    let start = level.nodes.iter().position(|n| n.is("start")).unwrap_or(0);
    let mut columns: Vec<Vec<usize>> = Vec::new();
    for root in std::iter::once(start).chain(0..level.nodes.len()) {
        if depth.get(root) != Some(&usize::MAX) {
            continue;
        }
        let mut queue = std::collections::VecDeque::from([root]);
        depth[root] = 0;
        while let Some(node) = queue.pop_front() {
            if columns.len() <= depth[node] {
                columns.push(Vec::new());
            }
            columns[depth[node]].push(node);
            for &next in &neighbours[node] {
                if depth[next] == usize::MAX {
                    depth[next] = depth[node] + 1;
                    queue.push_back(next);
                }
            }
        }
    }
    // Places as thousandths of the column, so that columns of different length compare.
    fn note(column: &[usize], rank: &mut [i64]) {
        for (i, &node) in column.iter().enumerate() {
            rank[node] = (1000 * (2 * i as i64 + 1)) / (2 * column.len() as i64);
        }
    }
    let mut rank = vec![0i64; level.nodes.len()];
    columns.iter().for_each(|column| note(column, &mut rank));
    for sweep in 0..8 {
        let mut order: Vec<usize> = (0..columns.len()).collect();
        if sweep % 2 == 1 {
            order.reverse();
        }
        for c in order {
            let wanted = |node: usize| {
                let near: Vec<i64> =
                    neighbours[node].iter().filter(|&&n| depth[n] != depth[node]).map(|&n| rank[n]).collect();
                if near.is_empty() { rank[node] } else { near.iter().sum::<i64>() / near.len() as i64 }
            };
            let mut sorted: Vec<(i64, usize, usize)> =
                columns[c].iter().enumerate().map(|(i, &node)| (wanted(node), i, node)).collect();
            sorted.sort_unstable();
            columns[c] = sorted.into_iter().map(|(_, _, node)| node).collect();
            note(&columns[c], &mut rank);
        }
    }
    columns
}

/// The box of every node.
fn place(level: &LevelGraph, columns: &[Vec<usize>]) -> Vec<Frame> {
    let mut boxes = vec![Frame::default(); level.nodes.len()];
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(0) as f32;
    let mut x = 0.0;
    for column in columns {
        let wide = |&node: &usize| {
            let (first, second) = label(&level.nodes[node]);
            font::width(&first, 0.95, Weight::Bold).max(font::width(&second, 0.8, Weight::Regular)) + 1.2
        };
        let width = column.iter().map(wide).fold(3.0, f32::max);
        // Columns are spread over the whole height, so that lines stay short.
        let room = tallest * (HEIGHT + GAP);
        let step = (room / column.len().max(1) as f32).min(3.0 * (HEIGHT + GAP));
        let top = (room - step * column.len() as f32) / 2.0;
        for (i, &node) in column.iter().enumerate() {
            let y = top + step * (i as f32 + 0.5) - HEIGHT / 2.0;
            boxes[node] = Frame::new(x, y, width, HEIGHT);
        }
        x += width + BETWEEN;
    }
    boxes
}

/// The line between two boxes: through the gap between their columns.
fn link(from: Frame, to: Frame) -> Path {
    let mut path = Path::new();
    let (a, b) = (from.centre(), to.centre());
    if (from.x - to.x).abs() < 0.01 {
        // The same column: a bow into the gap on the right.
        let bow = 1.2 + 0.04 * (a.y - b.y).abs().min(40.0);
        let (start, end) = (Vec2::new(from.right(), a.y), Vec2::new(to.right(), b.y));
        path.move_to(start);
        path.curve_to(start + Vec2::new(bow, 0.0), end + Vec2::new(bow, 0.0), end);
    } else {
        let (start, end, bend) = if from.x < to.x {
            (Vec2::new(from.right(), a.y), Vec2::new(to.x, b.y), BETWEEN / 2.0)
        } else {
            (Vec2::new(from.x, a.y), Vec2::new(to.right(), b.y), -BETWEEN / 2.0)
        };
        path.move_to(start);
        path.curve_to(start + Vec2::new(bend, 0.0), end - Vec2::new(bend, 0.0), end);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_box_touches_another_and_every_edge_is_short() {
        let grammar = mapkiln_grammar::Grammar::shipped("carcere-exire").unwrap();
        for seed in ["a", "b", "c"] {
            let level = grammar.make_level(seed, &[]).unwrap();
            let columns = layers(&level);
            assert_eq!(columns.iter().map(Vec::len).sum::<usize>(), level.nodes.len());
            let boxes = place(&level, &columns);
            for (i, a) in boxes.iter().enumerate() {
                assert!(boxes[..i].iter().all(|b| !a.touches(*b)), "box {i}");
            }
            let column = |node: u32| columns.iter().position(|c| c.contains(&(node as usize))).unwrap();
            assert!(level.edges.iter().all(|&[a, b]| column(a).abs_diff(column(b)) <= 1));
        }
    }
}
