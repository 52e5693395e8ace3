//! Mountains and mounds that stand on a cell.

use super::brush::Brush;
use super::tone::{SHADE, light, shade};
use crate::noise::{jitter, noise};
use crate::scene::{Color, Item};

/// A mountain, about 40 pixels high; with snow on its top if `snow`.
pub(crate) fn peak(kind: i32, snow: bool) -> Vec<Item> {
    let mut brush = Brush::default();
    let s = 0.85 + 0.35 * noise(kind, 1, 800);
    let rock = Color::hex(0xb9b6ac).mixed(Color::hex(0x8f8a83), 0.6 * noise(kind, 2, 800));
    let j = |i: i32, by: f32| by * jitter(kind, i, 801);
    brush.oval(7.0 * s, 1.0, 25.0 * s, 9.0 * s, SHADE.faded(0.24));
    let p = |x: f32, y: f32| (x * s, y * s);
    let top = (j(1, 4.0), -38.0 + j(2, 4.0));
    let (left, right) = (-23.0 + j(3, 2.0), 23.0 + j(4, 2.0));
    let shoulder_left = (-11.0 + j(5, 2.0), -19.0 + j(6, 3.0));
    let shoulder_right = (10.0 + j(7, 2.0), -22.0 + j(8, 3.0));
    let ridge =
        [(top.0 + 2.5, -26.0), (top.0 - 1.0 + j(9, 2.0), -15.0), (3.0 + j(10, 2.0), -5.0), (1.0, 6.0)];
    let light_side = [
        p(left, 0.0),
        p(shoulder_left.0, shoulder_left.1),
        p(top.0, top.1),
        p(ridge[0].0, ridge[0].1),
        p(ridge[1].0, ridge[1].1),
        p(ridge[2].0, ridge[2].1),
        p(ridge[3].0, ridge[3].1),
        p(-10.0, 5.0),
    ];
    brush.polygon(&light_side, light(rock, 0.06));
    let dark_side = [
        p(top.0, top.1),
        p(shoulder_right.0, shoulder_right.1),
        p(right, -1.0),
        p(11.0, 5.0),
        p(ridge[3].0, ridge[3].1),
        p(ridge[2].0, ridge[2].1),
        p(ridge[1].0, ridge[1].1),
        p(ridge[0].0, ridge[0].1),
    ];
    brush.polygon(&dark_side, shade(rock, 0.38));
    // Facets: a spur in the light, a gully in the shade.
    brush.polygon(
        &[p(shoulder_left.0, shoulder_left.1), p(-5.0 + j(11, 2.0), -12.0), p(-8.0, 4.0), p(-17.0, 2.0)],
        shade(rock, 0.16),
    );
    brush.polygon(
        &[p(shoulder_right.0, shoulder_right.1), p(13.0, -10.0), p(17.0, 1.0), p(right, -1.0)],
        shade(rock, 0.24),
    );
    if snow {
        let white = Color::hex(0xeef3f7);
        let cap = [
            p(top.0, top.1),
            p(0.55 * top.0 + 0.45 * shoulder_left.0, 0.5 * top.1 + 0.5 * shoulder_left.1),
            p(top.0 - 4.0, top.1 + 12.0),
            p(ridge[0].0, ridge[0].1 + 2.0),
        ];
        brush.polygon(&cap, white);
        let cap = [
            p(top.0, top.1),
            p(0.5 * top.0 + 0.5 * shoulder_right.0, 0.52 * top.1 + 0.48 * shoulder_right.1),
            p(top.0 + 4.5, top.1 + 10.5),
            p(ridge[0].0, ridge[0].1 + 2.0),
        ];
        brush.polygon(&cap, shade(white, 0.26));
    }
    brush.items()
}

/// A grassy mound.
pub(crate) fn mound(kind: i32) -> Vec<Item> {
    let mut brush = Brush::default();
    let s = 0.8 + 0.4 * noise(kind, 1, 810);
    let green = Color::hex(0xb3ad72);
    let j = |i: i32| 2.0 * jitter(kind, i, 811);
    brush.oval(5.0 * s, 1.0, 18.0 * s, 6.0 * s, SHADE.faded(0.18));
    let p = |x: f32, y: f32| (x * s, y * s);
    brush.blob(
        &[
            p(-19.0, 2.0),
            p(-11.0 + j(1), -9.0),
            p(j(2), -13.0 + j(3)),
            p(11.0 + j(4), -8.0),
            p(19.0, 2.0),
            p(0.0, 6.0),
        ],
        shade(green, 0.16),
    );
    brush.blob(
        &[
            p(-17.0, 1.0),
            p(-10.0 + j(1), -8.4),
            p(-1.0 + j(2), -12.4 + j(3)),
            p(4.0, -7.0),
            p(1.0, 2.0),
            p(-8.0, 4.0),
        ],
        light(green, 0.14),
    );
    for i in 0..3 {
        let (x, y) = (11.0 * jitter(kind, i, 812), -3.0 + 4.0 * jitter(kind, i, 813));
        brush.line(&[p(x, y), p(x - 1.6, y - 3.4)], shade(green, 0.3), 1.1);
        brush.line(&[p(x, y), p(x + 1.4, y - 3.6)], shade(green, 0.3), 1.1);
    }
    brush.items()
}
