//! A planar level graph with its contents as icons: circles joined by straight lines that do not cross.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_maps::graph::{EdgeDetail, LevelGraph};

use crate::scene::{Anchor, Color, Frame, Layer, Path, Scene, Stroke, Text, Vec2};

use super::icons::Icon;
use super::{INK, PAPER};

/// The radius of a node.
const RADIUS: f32 = 1.25;

/// Colours of kinds, in the order of their names; more kinds begin again, a little darker.
const KINDS: [u32; 10] =
    [0xf2efe6, 0xcfdceb, 0xdfe8c8, 0xf3dcc0, 0xe6d3e6, 0xcfe6e0, 0xf2d4d0, 0xe8e0b8, 0xd8d4ee, 0xd6dcd2];

/// Draws a level whose nodes have these places.
pub(super) fn draw(scene: &mut Scene, level: &LevelGraph, places: &[[f64; 2]], dressed: bool) {
    let places: Vec<Vec2> = places.iter().map(|p| Vec2::new(p[0] as f32, p[1] as f32)).collect();
    let kinds: BTreeSet<&str> = level.nodes.iter().map(|n| n.kind.as_str()).collect();
    let kinds: Vec<&str> = kinds.into_iter().collect();
    let color = |kind: &str| {
        let place = kinds.iter().position(|k| *k == kind).unwrap_or(0);
        let again = (place / KINDS.len()) as f32;
        Color::hex(KINDS[place % KINDS.len()]).mixed(INK, 0.12 * again)
    };
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
        edge(edges, from, to, bow, detail);
    }
    let nodes = scene.layer("nodes");
    for (node, &at) in level.nodes.iter().zip(&places) {
        let fill = color(&node.kind);
        let passage = level.shapes.get(&node.kind).is_some_and(|s| s.passage);
        let strong = node.is("start") || node.is("exit");
        let line = Stroke::new(INK, if strong { 0.26 } else { 0.12 });
        let outline = if passage {
            Path::polygon(
                [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]
                    .map(|(x, y)| at + Vec2::new(x * RADIUS * 1.15, y * RADIUS * 1.15)),
            )
        } else {
            Path::circle(at, RADIUS)
        };
        nodes.shape(outline, Some(fill), Some(line));
        let icons = Icon::of(node);
        let id = super::number(node).to_string();
        match icons.as_slice() {
            [] => nodes.text(Text::new(at + Vec2::new(0.0, 0.32), 0.9, INK, id).anchored(Anchor::Middle)),
            [one] => {
                one.draw(nodes, at + Vec2::new(0.0, -0.3), 0.6, INK, fill);
                nodes.text(Text::new(at + Vec2::new(0.0, 0.95), 0.6, INK, id).anchored(Anchor::Middle));
            }
            [first, second, ..] => {
                first.draw(nodes, at + Vec2::new(-0.52, -0.2), 0.45, INK, fill);
                second.draw(nodes, at + Vec2::new(0.52, -0.2), 0.45, INK, fill);
                nodes.text(Text::new(at + Vec2::new(0.0, 0.95), 0.6, INK, id).anchored(Anchor::Middle));
            }
        }
    }
    let boxes = places.iter().map(|p| Frame::new(p.x - RADIUS, p.y - RADIUS, 2.0 * RADIUS, 2.0 * RADIUS));
    let all = boxes.reduce(Frame::union).unwrap_or(Frame::new(0.0, 0.0, 8.0, 2.0));
    scene.frame = all.grown(2.0);
    if dressed {
        dress(scene, level, all, &kinds, color);
    }
}

/// One line with what is special about it.
fn edge(layer: &mut Layer, from: Vec2, to: Vec2, bow: f32, detail: Option<&EdgeDetail>) {
    let lock = detail.and_then(|d| d.values.get("lock")).copied().unwrap_or(0);
    let means = |word: &str| detail.is_some_and(|d| d.means.iter().any(|m| m == word));
    let color = if lock != 0 {
        Color::hex(0xb0562a)
    } else if means("secret") {
        Color::hex(0x9b1c12)
    } else if means("stairs") {
        Color::hex(0x2f6f9f)
    } else {
        Color::hex(0x7c766c)
    };
    let mut stroke = Stroke::new(color, if lock != 0 { 0.26 } else { 0.18 }).round();
    if means("secret") || detail.is_some_and(|d| d.tunnel) {
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
        let tip = middle + along * 0.7;
        let back = middle + along * -0.4;
        let wide = along.turned() * 0.55;
        layer.fill(Path::polygon([tip, back + wide, back + wide * -1.0]), color);
    }
    if lock != 0 {
        let body = Frame::new(middle.x - 0.62, middle.y - 0.5, 1.24, 1.1);
        let bow = Path::circle(middle + Vec2::new(0.0, -0.55), 0.38);
        layer.stroke(bow, Stroke::new(color, 0.18));
        layer.shape(Path::rounded_rect(body, 0.15), Some(PAPER), Some(Stroke::new(color, 0.14)));
        let number = Text::new(middle + Vec2::new(0.0, 0.34), 0.75, INK, lock.to_string());
        layer.text(number.bold().anchored(Anchor::Middle));
    }
}

/// Title above, kinds and icons below.
fn dress(scene: &mut Scene, level: &LevelGraph, all: Frame, kinds: &[&str], color: impl Fn(&str) -> Color) {
    let title = scene.title.clone();
    let size = (all.width / 30.0).clamp(1.4, 3.0);
    let at = Vec2::new(all.x, all.y - 1.6);
    let words = format!("{title}: {} nodes, {} edges", level.nodes.len(), level.edges.len());
    let wide = crate::font::width(&words, size, crate::scene::Weight::Bold);
    scene.layer("title").text(Text::new(at, size, INK, words).bold());
    let legend = scene.layer("legend");
    let (left, right) = (all.x, all.x + all.width.max(wide).max(24.0));
    let (mut x, mut y) = (left, all.bottom() + 2.4);
    let mut place = |width: f32| {
        if x > left && x + width > right {
            (x, y) = (left, y + 2.0);
        }
        let at = Vec2::new(x, y);
        x += width + 1.4;
        at
    };
    let text_width = |text: &str| crate::font::width(text, 0.9, crate::scene::Weight::Regular);
    for kind in kinds {
        let at = place(1.6 + text_width(kind));
        legend.shape(
            Path::circle(at + Vec2::new(0.6, 0.0), 0.6),
            Some(color(kind)),
            Some(Stroke::new(INK, 0.1)),
        );
        legend.text(Text::new(at + Vec2::new(1.6, 0.3), 0.9, INK, *kind));
    }
    let used: BTreeSet<Icon> = level.nodes.iter().flat_map(Icon::of).collect();
    for icon in used {
        let at = place(1.6 + text_width(icon.name()));
        icon.draw(legend, at + Vec2::new(0.6, 0.0), 0.6, INK, PAPER);
        legend.text(Text::new(at + Vec2::new(1.6, 0.3), 0.9, INK, icon.name()));
    }
    let top = all.y - 2.0 - 1.2 * size;
    scene.frame = Frame::new(left - 2.0, top, right - left + 4.0, y + 2.0 - top);
}
