//! Roads, streams and bridges of one cell, by the sides where they leave it: 1 north, 2 east, 4 south,
//! 8 west.

use super::brush::{Brush, PIXELS, at};
use super::ground::tilt;
use super::tone::{SHADE, light, shade};
use crate::noise::jitter;
use crate::scene::{Cap, Color, Item, Layer, Path, Stroke, Vec2};

const SIDES: [(f32, f32); 4] = [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)];

/// The middle line through a cell: bends between two sides, arms that meet in a crossing.
fn curve(mask: u8, variant: usize) -> Path {
    let mut path = Path::new();
    let sway = |i: u32| 0.07 * jitter(variant as i32, i32::from(mask), 760 + i);
    let middle = Vec2::new(0.5 + sway(0), 0.5 + sway(1));
    // Beyond the side, so that the ends of neighbours lie on each other.
    let end = |side: usize| {
        let (x, y) = SIDES[side];
        (Vec2::new(x, y), Vec2::new(x + (x - 0.5) * 0.06, y + (y - 0.5) * 0.06))
    };
    let open: Vec<usize> = (0..4).filter(|side| mask >> side & 1 == 1).collect();
    match open[..] {
        [a, b] => {
            path.move_to(end(a).1);
            path.line_to(end(a).0);
            path.quad_to(middle, end(b).0);
            path.line_to(end(b).1);
        }
        _ => {
            for side in open {
                path.move_to(end(side).1);
                path.line_to(middle);
            }
        }
    }
    path.map(tilt)
}

fn stroke(color: Color, cells: f32) -> Stroke {
    // A width on the ground looks three quarters as wide on average.
    Stroke { cap: Cap::Butt, ..Stroke::new(color, cells * 0.92).round() }
}

/// A road.
pub(crate) fn road(mask: u8, variant: usize) -> Vec<Item> {
    let mut layer = Layer::default();
    let path = curve(mask, variant);
    let (road, edge) = (Color::hex(0xd9bf8c), Color::hex(0xa98a58));
    layer.stroke(path.clone(), Stroke { cap: Cap::Round, ..stroke(edge, 0.54) });
    layer.stroke(path.clone(), Stroke { cap: Cap::Round, ..stroke(road, 0.44) });
    layer.stroke(path.clone(), stroke(edge.faded(0.4), 0.22).dashed(0.55, 0.3));
    layer.stroke(path, stroke(road, 0.15));
    layer.items
}

/// A stream.
pub(crate) fn stream(mask: u8, variant: usize) -> Vec<Item> {
    let mut layer = Layer::default();
    let path = curve(mask, variant + 7);
    for (color, width) in [(0x6f9a4a, 0.72), (0x4d90b8, 0.6), (0x7cbad2, 0.5), (0x5aa0c4, 0.38)] {
        layer.stroke(path.clone(), Stroke { cap: Cap::Round, ..stroke(Color::hex(color), width) });
    }
    layer.stroke(path, stroke(Color::hex(0xe8f5f4).faded(0.5), 0.04).dashed(0.25, 0.8));
    layer.items
}

/// A bridge of planks along x, or along y if `turned`.
pub(crate) fn bridge(turned: bool) -> Vec<Item> {
    let mut brush = Brush::default();
    let p = |u: f32, v: f32, z: f32| if turned { at(v, u, z) } else { at(u, v, z) };
    let wood = Color::hex(0xb98d57);
    let (half, wide, deck) = (0.56, 0.3, 0.22);
    brush.polygon(
        &[
            p(-half, wide, 0.0),
            p(half, wide, 0.0),
            p(half + 0.06, wide + 0.2, 0.0),
            p(-half + 0.06, wide + 0.2, 0.0),
        ],
        SHADE.faded(0.3),
    );
    let tone = if turned { 0.42 } else { 0.18 };
    brush.polygon(
        &[p(-half, wide, 0.0), p(half, wide, 0.0), p(half, wide, deck), p(-half, wide, deck)],
        shade(wood, tone + 0.12),
    );
    rail(&mut brush, -wide, &p, turned);
    for k in 0..8 {
        let (a, b) = (-half + 0.14 * k as f32, -half + 0.14 * (k + 1) as f32);
        let mood = jitter(k, i32::from(turned), 770);
        let board = if mood < 0.0 { shade(wood, -0.12 * mood) } else { light(wood, 0.2 * mood) };
        brush.polygon(&[p(a, -wide, deck), p(b, -wide, deck), p(b, wide, deck), p(a, wide, deck)], board);
        brush.line(&[p(a, -wide, deck), p(a, wide, deck)], shade(wood, 0.36), 1.0);
    }
    rail(&mut brush, wide, &p, turned);
    brush.items()
}

fn rail(brush: &mut Brush, v: f32, p: &impl Fn(f32, f32, f32) -> (f32, f32), turned: bool) {
    let wood = Color::hex(0x7c5a34);
    for u in [-0.5, 0.0, 0.5] {
        brush.line(&[p(u, v, 0.1), p(u, v, 0.75)], shade(wood, if turned { 0.3 } else { 0.1 }), 2.6);
    }
    brush.line(&[p(-0.56, v, 0.7), p(0.56, v, 0.7)], shade(wood, 0.35), 3.0);
    brush.line(&[p(-0.56, v, 0.76), p(0.56, v, 0.76)], light(wood, 0.2), 1.4);
}

/// The mark on the cell under the pointer.
pub(crate) fn marker() -> Vec<Item> {
    let mut layer = Layer::default();
    let square = [(0.03, 0.03), (0.97, 0.03), (0.97, 0.97), (0.03, 0.97)];
    let path = Path::polygon(square.map(|(x, y)| tilt(Vec2::new(x, y))));
    layer.shape(path.clone(), Some(Color::hex(0xffe98a).faded(0.22)), None);
    layer.stroke(path.clone(), Stroke::new(Color::hex(0x3a2c10).faded(0.6), 3.4 / PIXELS).round());
    layer.stroke(path, Stroke::new(Color::hex(0xffd24a), 1.8 / PIXELS).round());
    layer.items
}
