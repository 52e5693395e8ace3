//! Rocks: faceted, lit from the upper left.

use super::brush::Brush;
use super::tone::{light, shade};
use super::trees::foot;
use crate::noise::{jitter, noise};
use crate::scene::{Color, Item};

const STONE: Color = Color::hex(0xb9b6ac);

/// A boulder with two smaller stones; `size` 1 is about 24 pixels wide.
pub(crate) fn rock(kind: i32, size: f32) -> Vec<Item> {
    let mut brush = Brush::default();
    foot(&mut brush, 12.5 * size);
    let tint = STONE.mixed(Color::hex(0xa58a66), 0.25 * noise(kind, 1, 670));
    boulder(&mut brush, (0.0, 0.0), size, kind, tint);
    if kind % 3 != 0 {
        boulder(&mut brush, (-12.0 * size, 3.5), 0.42 * size, kind + 31, tint);
    }
    if kind % 2 == 1 {
        boulder(&mut brush, (10.5 * size, 5.0), 0.36 * size, kind + 47, tint);
    }
    brush.items()
}

fn boulder(brush: &mut Brush, (x, y): (f32, f32), s: f32, kind: i32, tint: Color) {
    let j = |i: i32, by: f32| by * jitter(kind, i, 671);
    let p = |dx: f32, dy: f32| (x + dx * s, y + dy * s);
    let (left, right) = (-11.0 + j(1, 1.5), 11.5 + j(2, 1.5));
    let peak = (-1.5 + j(3, 3.0), -15.0 + j(4, 3.0));
    let shoulder = (5.0 + j(5, 2.0), -12.5 + j(6, 2.0));
    let brow = (-8.0 + j(7, 1.5), -9.5 + j(8, 2.0));
    let belly = (1.5 + j(9, 1.5), -4.5 + j(10, 1.5));
    let outline = [
        p(left, -1.5),
        p(brow.0, brow.1),
        p(peak.0, peak.1),
        p(shoulder.0, shoulder.1),
        p(right, -3.0),
        p(0.55 * right, 2.2),
        p(-2.0, 3.0),
    ];
    brush.polygon(&outline, shade(tint, 0.2));
    // The top, turned to the light; the right face in the shade.
    brush.polygon(
        &[p(brow.0, brow.1), p(peak.0, peak.1), p(shoulder.0, shoulder.1), p(belly.0, belly.1)],
        light(tint, 0.22),
    );
    brush.polygon(
        &[
            p(shoulder.0, shoulder.1),
            p(right, -3.0),
            p(0.55 * right, 2.2),
            p(belly.0 + 1.0, 2.8),
            p(belly.0, belly.1),
        ],
        shade(tint, 0.42),
    );
    brush.line(&[p(brow.0, brow.1), p(belly.0, belly.1), p(belly.0 + 0.6, 2.4)], shade(tint, 0.3), 1.0);
    brush.line(&[p(left + 3.0, -2.5), p(left + 5.5, -4.0), p(left + 7.0, -2.2)], shade(tint, 0.34), 1.0);
}
