//! A planar level graph with its contents as icons: nodes joined by straight lines that do not cross.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use mapkiln_maps::graph::{EdgeDetail, LevelGraph};

use crate::font;
use crate::scene::{Color, Frame, Layer, Path, Scene, Stroke, Text, Vec2, Weight};

use super::icons::Icon;
use super::nodes::{self, HALF, Palette};
use super::{INK, PAPER};

/// The width of a line, and of the main way.
const LINE: f32 = 0.14;
const MAIN: f32 = 0.36;

/// Draws a level whose nodes have these places.
pub(super) fn draw(scene: &mut Scene, level: &LevelGraph, places: &[[f64; 2]], dressed: bool) {
    let places: Vec<Vec2> = places.iter().map(|p| Vec2::new(p[0] as f32, p[1] as f32)).collect();
    let palette = Palette::of(level);
    let main = main_way(level);
    // Parallel edges are bowed apart.
    let mut twins: BTreeMap<[u32; 2], Vec<usize>> = BTreeMap::new();
    for (number, &[a, b]) in level.edges.iter().enumerate() {
        twins.entry([a.min(b), a.max(b)]).or_default().push(number);
    }
    let edges = scene.layer("edges");
    for (number, &[a, b]) in level.edges.iter().enumerate() {
        let (Some(&from), Some(&to)) = (places.get(a as usize), places.get(b as usize)) else { continue };
        let twins = &twins[&[a.min(b), a.max(b)]];
        let place = twins.binary_search(&number).unwrap_or(0) as f32;
        let mut bow = (place - (twins.len() as f32 - 1.0) / 2.0) * 1.4;
        let detail = level.detail(number);
        if detail.is_some_and(|d| d.tunnel) {
            bow += 2.0;
        }
        if a > b {
            bow = -bow;
        }
        edge(edges, from, to, bow, detail, main.contains(&number));
    }
    let layer = scene.layer("nodes");
    for (node, &at) in level.nodes.iter().zip(&places) {
        let passage = level.shapes.get(&node.kind).is_some_and(|s| s.passage);
        nodes::draw(layer, node, passage, at, palette.fill(node));
    }
    let boxes = places.iter().map(|p| Frame::new(p.x - HALF.x, p.y - HALF.y, 2.0 * HALF.x, 2.0 * HALF.y));
    let all = boxes.reduce(Frame::union).unwrap_or(Frame::new(0.0, 0.0, 8.0, 2.0));
    scene.frame = all.grown(2.0);
    if dressed {
        dress(scene, level, all, &palette, !main.is_empty());
    }
}

/// The edges of a shortest way from the start to an exit, against no one-way edge; none if there is no such way.
fn main_way(level: &LevelGraph) -> BTreeSet<usize> {
    let Some(start) = level.nodes.iter().position(|n| n.is("start")) else { return BTreeSet::new() };
    let neighbours = level.neighbours();
    let mut came: Vec<Option<(usize, usize)>> = vec![None; level.nodes.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        if level.nodes[node].is("exit") {
            let back = |&(_, from): &(usize, usize)| came[from].filter(|_| from != start);
            return std::iter::successors(came[node], back).map(|(edge, _)| edge).collect();
        }
        for &(next, edge) in &neighbours[node] {
            let (next, edge) = (next as usize, edge as usize);
            let against =
                level.edges[edge][0] as usize != node && level.detail(edge).is_some_and(|d| d.one_way);
            if next != start && came[next].is_none() && !against {
                came[next] = Some((edge, node));
                queue.push_back(next);
            }
        }
    }
    BTreeSet::new()
}

/// One line with what is special about it.
fn edge(layer: &mut Layer, from: Vec2, to: Vec2, bow: f32, detail: Option<&EdgeDetail>, main: bool) {
    let lock = detail.and_then(|d| d.values.get("lock")).copied().unwrap_or(0);
    let look = EdgeLook::of(detail);
    let color = if lock != 0 { nodes::lock_color(lock) } else { look.color(main) };
    let mut stroke = Stroke::new(color, if main { MAIN } else { LINE }).round();
    if look == EdgeLook::Secret {
        stroke = stroke.dashed(0.5, 0.4);
    }
    let along = (to - from).unit();
    let middle = from + (to - from) * 0.5 + along.turned() * bow;
    let mut path = Path::new();
    path.move_to(from);
    if bow == 0.0 {
        path.line_to(to);
    } else {
        path.quad_to(middle + along.turned() * bow, to);
    }
    layer.stroke(path, stroke);
    if detail.is_some_and(|d| d.one_way) {
        let at = if lock != 0 { middle + along * -1.3 } else { middle };
        arrow(layer, at, along, color);
    }
    if lock != 0 {
        padlock(layer, lock, middle, 0.58);
    }
}

/// What a line means, apart from locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum EdgeLook {
    Plain,
    Secret,
    Stairs,
}

impl EdgeLook {
    fn of(detail: Option<&EdgeDetail>) -> Self {
        let means = |word: &str| detail.is_some_and(|d| d.means.iter().any(|m| m == word));
        if means("secret") {
            EdgeLook::Secret
        } else if means("stairs") || detail.is_some_and(|d| d.tunnel) {
            EdgeLook::Stairs
        } else {
            EdgeLook::Plain
        }
    }

    fn color(self, main: bool) -> Color {
        match self {
            EdgeLook::Plain if main => Color::hex(0x5d574d),
            EdgeLook::Plain => Color::hex(0x8b857b),
            EdgeLook::Secret => Color::hex(0x9b1c12),
            EdgeLook::Stairs => Color::hex(0x2f6f9f),
        }
    }
}

fn arrow(layer: &mut Layer, at: Vec2, along: Vec2, color: Color) {
    let wide = along.turned() * 0.5;
    let back = at + along * -0.45;
    layer.fill(Path::polygon([at + along * 0.65, back + wide, back + wide * -1.0]), color);
}

/// A lock's sign below a shackle.
fn padlock(layer: &mut Layer, lock: i32, at: Vec2, size: f32) {
    let shackle = Path::circle(at + Vec2::new(0.0, -1.1 * size), 0.62 * size);
    layer.stroke(shackle.clone(), Stroke::new(PAPER, 0.6 * size));
    layer.stroke(shackle, Stroke::new(nodes::lock_color(lock), 0.3 * size));
    nodes::sign(layer, lock, at, size);
}

/// Title above; below what occurs: kinds, meanings, ways.
fn dress(scene: &mut Scene, level: &LevelGraph, all: Frame, palette: &Palette<'_>, main: bool) {
    let title = scene.title.clone();
    let size = (all.width / 30.0).clamp(1.4, 3.0);
    let at = Vec2::new(all.x, all.y - 1.6);
    let words = format!("{title}: {} nodes, {} edges", level.nodes.len(), level.edges.len());
    let wide = font::width(&words, size, Weight::Bold);
    scene.layer("title").text(Text::new(at, size, INK, words).bold());
    // Larger on large pages, so that it can be read where the whole is seen.
    let unit = (all.width / 62.0).clamp(1.0, 4.0);
    let legend = scene.layer("legend");
    let (left, right) = (all.x, all.x + all.width.max(wide).max(24.0));
    let (mut x, mut y) = (left, all.bottom() + 2.4 + 0.6 * unit);
    let mut entry = |layer: &mut Layer, words: &str, draw: &dyn Fn(&mut Layer, Vec2)| {
        let width = 2.2 * unit + font::width(words, 0.9 * unit, Weight::Regular);
        if x > left && x + width > right {
            (x, y) = (left, y + 2.0 * unit);
        }
        let at = Vec2::new(x, y);
        draw(layer, at + Vec2::new(0.8 * unit, 0.0));
        layer.text(Text::new(at + Vec2::new(2.0 * unit, 0.3 * unit), 0.9 * unit, INK, words));
        x += width + 1.4 * unit;
    };
    let plain = level.nodes.iter().filter(|n| nodes::meaning(&Icon::of(n)).is_none());
    let kinds: BTreeSet<&str> = plain.map(|n| n.kind.as_str()).collect();
    for kind in kinds {
        let passage = level.shapes.get(kind).is_some_and(|s| s.passage);
        entry(legend, kind, &|layer, at| {
            nodes::outline(layer, None, passage, at, 0.55 * unit, palette.kind(kind));
        });
    }
    let used: BTreeSet<Icon> = level.nodes.iter().flat_map(Icon::of).collect();
    for icon in used.into_iter().filter(|icon| *icon != Icon::Key) {
        entry(legend, icon.name(), &|layer, at| {
            let fill = nodes::meaning(&[icon]).map_or(PAPER, |m| m.1);
            nodes::outline(layer, Some(icon), false, at, 0.55 * unit, fill);
            icon.draw(layer, at, 0.4 * unit, fill.readable(), fill);
        });
    }
    let line = |at: Vec2| Path::line(at + Vec2::new(-0.9 * unit, 0.0), at + Vec2::new(0.9 * unit, 0.0));
    if main {
        let stroke = Stroke::new(EdgeLook::Plain.color(true), MAIN * unit).round();
        entry(legend, "main way", &|layer, at| layer.stroke(line(at), stroke));
    }
    let looks: BTreeSet<EdgeLook> = level.details.iter().map(|d| EdgeLook::of(Some(d))).collect();
    if looks.contains(&EdgeLook::Secret) {
        let stroke =
            Stroke::new(EdgeLook::Secret.color(false), LINE * unit).round().dashed(0.4 * unit, 0.35 * unit);
        entry(legend, "secret", &|layer, at| layer.stroke(line(at), stroke));
    }
    if looks.contains(&EdgeLook::Stairs) {
        let stroke = Stroke::new(EdgeLook::Stairs.color(false), LINE * unit).round();
        entry(legend, "stairs", &|layer, at| layer.stroke(line(at), stroke));
    }
    if level.details.iter().any(|d| d.one_way) {
        entry(legend, "one way", &|layer, at| {
            layer.stroke(line(at), Stroke::new(EdgeLook::Plain.color(false), LINE * unit).round());
            arrow(layer, at, Vec2::new(1.0, 0.0), EdgeLook::Plain.color(false));
        });
    }
    let locks: BTreeSet<i32> = level.details.iter().filter_map(|d| d.values.get("lock")).copied().collect();
    if let Some(&lock) = locks.iter().find(|l| **l != 0) {
        entry(legend, "lock", &|layer, at| padlock(layer, lock, at, 0.5 * unit));
    }
    let keys: BTreeSet<i32> = level.nodes.iter().filter_map(|n| n.values.get("key")).copied().collect();
    if let Some(&key) = keys.iter().find(|k| **k != 0) {
        entry(legend, "its key", &|layer, at| nodes::sign(layer, key, at, 0.5 * unit));
    }
    let top = all.y - 2.0 - 1.2 * size;
    scene.frame = Frame::new(left - 2.0, top, right - left + 4.0, y + 2.0 * unit - top);
}
