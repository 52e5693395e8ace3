//! What a node looks like: its shape and colour say what it means, a plain one has the colour of its kind.

use std::collections::BTreeSet;

use mapkiln_maps::graph::{LevelGraph, Node};

use crate::scene::{Anchor, Color, Frame, Layer, Path, Stroke, Text, Vec2};

use super::icons::Icon;
use super::{INK, PAPER};

/// Half of a node's width and height.
pub(super) const HALF: Vec2 = Vec2 { x: 1.35, y: 0.9 };

/// Colours of plain kinds, in the order of their names; more kinds begin again, a little darker.
const KINDS: [u32; 10] =
    [0xeceae2, 0xcfdceb, 0xdfe8c8, 0xf3e0cb, 0xe6d9ea, 0xcfe6e0, 0xe9d9d4, 0xe6e2c4, 0xd8d8ea, 0xd6dcd2];

/// The colour of what a node means.
const MEANINGS: [(Icon, u32); 8] = [
    (Icon::Start, 0x8fc7a6),
    (Icon::Exit, 0xf0cf5a),
    (Icon::Boss, 0x8a3550),
    (Icon::Enemies, 0xe2957f),
    (Icon::Treasure, 0xf3dd8c),
    (Icon::Hazard, 0xe8b27a),
    (Icon::Decoy, 0xe3dcb8),
    (Icon::Cell, 0xc9c3dc),
];

/// Colours of locks and their keys, a set that is safe for colour-blind readers; each has a shape of its own.
const LOCKS: [u32; 6] = [0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9];

/// The colours of the kinds of a level.
pub(super) struct Palette<'a> {
    kinds: Vec<&'a str>,
}

impl<'a> Palette<'a> {
    pub(super) fn of(level: &'a LevelGraph) -> Self {
        let kinds: BTreeSet<&str> = level.nodes.iter().map(|n| n.kind.as_str()).collect();
        Palette { kinds: kinds.into_iter().collect() }
    }

    pub(super) fn kind(&self, kind: &str) -> Color {
        let place = self.kinds.iter().position(|k| *k == kind).unwrap_or(0);
        let again = (place / KINDS.len()) as f32;
        Color::hex(KINDS[place % KINDS.len()]).mixed(INK, 0.12 * again)
    }

    pub(super) fn fill(&self, node: &Node) -> Color {
        let icons = Icon::of(node);
        meaning(&icons).map_or_else(|| self.kind(&node.kind), |(_, color)| color)
    }
}

/// What a node with these icons means first of all, with its colour.
pub(super) fn meaning(icons: &[Icon]) -> Option<(Icon, Color)> {
    let found = MEANINGS.iter().find(|(icon, _)| icons.contains(icon));
    found.map(|&(icon, color)| (icon, Color::hex(color)))
}

/// Draws a node around a point.
pub(super) fn draw(layer: &mut Layer, node: &Node, passage: bool, at: Vec2, fill: Color) {
    let key = node.values.get("key").copied().unwrap_or(0);
    let icons = Icon::of(node);
    outline(layer, meaning(&icons).map(|m| m.0), passage, at, 1.0, fill);
    // A key is shown by the sign of its lock.
    let show = |layer: &mut Layer, icon: Icon, x: f32, y: f32, size: f32, ink: Color| match icon {
        Icon::Key => sign(layer, key, at + Vec2::new(x, y), 0.9 * size),
        icon => icon.draw(layer, at + Vec2::new(x, y), size, ink, fill),
    };
    let ink = fill.readable();
    let number = super::number(node).to_string();
    let write = |layer: &mut Layer, x: f32, y: f32, size: f32| {
        let text = Text::new(at + Vec2::new(x, y), size, ink, number.clone());
        layer.text(text.bold().anchored(Anchor::Middle));
    };
    match icons.as_slice() {
        [] => write(layer, 0.0, 0.32, 0.95),
        [one] => {
            show(layer, *one, -0.62, 0.0, 0.55, ink);
            write(layer, 0.55, 0.31, 0.9);
        }
        [first, second, ..] => {
            show(layer, *first, -0.55, -0.34, 0.42, ink);
            show(layer, *second, 0.55, -0.34, 0.48, ink);
            write(layer, 0.0, 0.74, 0.78);
        }
    }
}

/// A node's outline: a house for the start, a star behind the goal, a pill for passages, bars for cells, two lines for
/// the boss, a box for rooms.
pub(super) fn outline(
    layer: &mut Layer,
    means: Option<Icon>,
    passage: bool,
    at: Vec2,
    scale: f32,
    fill: Color,
) {
    let half = HALF * scale;
    let frame = |grown: f32| {
        let (x, y) = (half.x + grown * scale, half.y + grown * scale);
        Frame::new(at.x - x, at.y - y, 2.0 * x, 2.0 * y)
    };
    let line = Stroke::new(INK, 0.1 * scale.max(0.7));
    let strong = Stroke::new(INK, 0.2 * scale);
    let p = |x: f32, y: f32| at + Vec2::new(x * half.x, y * half.y);
    match means {
        Some(Icon::Start) => {
            let house = [
                (0.0, -1.6),
                (1.12, -0.75),
                (1.0, -0.75),
                (1.0, 1.0),
                (-1.0, 1.0),
                (-1.0, -0.75),
                (-1.12, -0.75),
            ];
            layer.shape(Path::polygon(house.map(|(x, y)| p(x, y))), Some(fill), Some(strong));
        }
        Some(Icon::Exit) => {
            let rays = (0..24u8).map(|i| {
                let angle = f32::from(i) * std::f32::consts::TAU / 24.0;
                let far = if i.is_multiple_of(2) { 1.75 } else { 1.4 } * scale;
                at + Vec2::new(far * libm::cosf(angle), far * libm::sinf(angle))
            });
            layer.shape(Path::polygon(rays), Some(fill), Some(strong));
        }
        Some(Icon::Boss) => {
            layer.shape(Path::rounded_rect(frame(0.08), 0.4 * scale), Some(PAPER), Some(line));
            layer.shape(Path::rounded_rect(frame(-0.1), 0.3 * scale), Some(fill), Some(line));
        }
        Some(Icon::Cell) => {
            layer.shape(Path::rect(frame(0.0)), Some(fill), Some(line));
        }
        _ if passage => {
            let pill = Frame::new(at.x - half.x, at.y - 0.72 * scale, 2.0 * half.x, 1.44 * scale);
            layer.shape(Path::rounded_rect(pill, 0.72 * scale), Some(fill), Some(line));
        }
        _ => layer.shape(Path::rounded_rect(frame(0.0), 0.35 * scale), Some(fill), Some(line)),
    }
}

/// The colour of a lock and its key.
pub(super) fn lock_color(number: i32) -> Color {
    Color::hex(LOCKS[turn(number)])
}

fn turn(number: i32) -> usize {
    (i64::from(number) - 1).rem_euclid(LOCKS.len() as i64) as usize
}

/// The sign of a lock and its key: a shape in its colour with the number.
pub(super) fn sign(layer: &mut Layer, number: i32, at: Vec2, size: f32) {
    let ring = |corners: u8, inner: f32, turned: f32| {
        let corner = move |i: u8| {
            let angle = (f32::from(i) / f32::from(corners) - 0.25 + turned) * std::f32::consts::TAU;
            let far = size * if i.is_multiple_of(2) { 1.3 } else { inner };
            at + Vec2::new(far * libm::cosf(angle), far * libm::sinf(angle))
        };
        Path::polygon((0..corners).map(corner))
    };
    let shape = match turn(number) {
        0 => Path::circle(at, size),
        1 => Path::rect(Frame::new(at.x - size, at.y - size, 2.0 * size, 2.0 * size)),
        2 => Path::polygon(
            [(0.0, -1.3), (1.25, 0.9), (-1.25, 0.9)].map(|(x, y)| at + Vec2::new(x * size, y * size)),
        ),
        3 => ring(4, 1.3, 0.0),
        4 => ring(10, 0.85, 0.0),
        _ => {
            let (long, short) = (1.15, 0.55);
            let corners = [
                (-short, -long),
                (short, -long),
                (short, -short),
                (long, -short),
                (long, short),
                (short, short),
                (short, long),
                (-short, long),
                (-short, short),
                (-long, short),
                (-long, -short),
                (-short, -short),
            ];
            Path::polygon(corners.map(|(x, y)| at + Vec2::new(x * size, y * size)))
        }
    };
    let color = lock_color(number);
    layer.stroke(shape.clone(), Stroke::new(PAPER, 0.3));
    layer.fill(shape, color);
    let text = Text::new(at + Vec2::new(0.0, 0.52 * size), 1.5 * size, color.readable(), number.to_string());
    layer.text(text.bold().anchored(Anchor::Middle));
}
