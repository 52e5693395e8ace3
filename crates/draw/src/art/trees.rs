//! Trees, bushes and what grows on the ground.

use super::brush::Brush;
use super::tone::{SHADE, light, shade};
use crate::noise::{jitter, noise};
use crate::scene::{Color, Item};

const CROWN: Color = Color::hex(0x5f9f45);
const YELLOWING: Color = Color::hex(0x93b04a);
const CONIFER: Color = Color::hex(0x4f8f5a);
const BARK: Color = Color::hex(0x7a5a3a);

/// The shadow at the foot of something `r` pixels wide: an ellipse, shifted away from the light.
pub(super) fn foot(brush: &mut Brush, r: f32) {
    brush.oval(0.32 * r, 0.04 * r, r, 0.47 * r, SHADE.faded(0.28));
}

/// A round tree, about 47 pixels high; every `kind` is another.
pub(crate) fn round(kind: i32) -> Vec<Item> {
    let mut brush = Brush::default();
    let s = 1.0 + 0.2 * jitter(kind, 1, 600);
    foot(&mut brush, 19.0 * s);
    trunk(&mut brush, s);
    let green = CROWN.mixed(YELLOWING, 0.6 * noise(kind, 2, 600));
    // Four balls of leaves, each tree with others.
    let j = |i: i32| 2.4 * jitter(kind, i, 601);
    let balls = [
        (j(1), -31.0 + j(2), 16.0 + 0.5 * j(3)),
        (-10.5 + j(4), -22.0 + j(5), 12.0 + 0.5 * j(6)),
        (11.0 + j(7), -23.0 + j(8), 12.0 + 0.5 * j(9)),
        (j(10), -17.0 + 0.4 * j(11), 12.5),
    ];
    crown(&mut brush, &balls, s, green);
    for i in 0..9 {
        let angle = noise(kind, 10 + i, 602) * std::f32::consts::TAU;
        let r = 4.0 + 10.0 * noise(kind, 20 + i, 602);
        let (x, y) = (r * libm::cosf(angle) - 1.5, -26.0 + r * libm::sinf(angle));
        let tone = if y + 26.0 + x < 0.0 { light(green, 0.34) } else { shade(green, 0.36) };
        // A leaf is a short stroke, not a dot.
        brush.line(&[((x - 1.2) * s, (y + 0.5) * s), ((x + 1.2) * s, (y - 0.5) * s)], tone, 1.5 * s);
    }
    brush.items()
}

fn trunk(brush: &mut Brush, s: f32) {
    let (top, foot) = (-15.0 * s, 0.8);
    brush.polygon(
        &[(-2.8 * s, top), (2.8 * s, top), (4.2 * s, foot), (0.0, foot + 1.0), (-4.2 * s, foot)],
        BARK,
    );
    brush
        .polygon(&[(0.4 * s, top), (2.8 * s, top), (4.2 * s, foot), (0.4 * s, foot + 1.0)], shade(BARK, 0.4));
}

/// Overlapping balls in four passes, so that they grow together: rim, shade, body, light.
fn crown(brush: &mut Brush, balls: &[(f32, f32, f32)], s: f32, green: Color) {
    for &(x, y, r) in balls {
        brush.oval(x * s + 1.3, y * s + 1.7, r * s + 1.5, r * s + 1.3, shade(green, 0.55));
    }
    for &(x, y, r) in balls {
        brush.oval(x * s, y * s, r * s, r * s * 0.97, shade(green, 0.22));
    }
    for &(x, y, r) in balls {
        brush.oval((x - 0.22 * r) * s, (y - 0.26 * r) * s, 0.74 * r * s, 0.72 * r * s, green);
    }
    for &(x, y, r) in &balls[..balls.len().min(2)] {
        let (x, y) = ((x - 0.34 * r) * s, (y - 0.42 * r) * s);
        brush.oval(x, y, 0.44 * r * s, 0.38 * r * s, light(green, 0.16));
        brush.oval(x - 0.06 * r * s, y - 0.06 * r * s, 0.24 * r * s, 0.2 * r * s, light(green, 0.34));
    }
}

/// A conifer, about 60 pixels high.
pub(crate) fn conifer(kind: i32) -> Vec<Item> {
    let mut brush = Brush::default();
    let s = 1.0 + 0.2 * jitter(kind, 1, 610);
    foot(&mut brush, 16.5 * s);
    trunk(&mut brush, 0.9 * s);
    let green = CONIFER.mixed(Color::hex(0x3f7350), 0.7 * noise(kind, 2, 610));
    for (i, (w, low, top)) in
        [(17.0, -9.0, -33.0), (14.0, -23.0, -47.0), (10.0, -37.0, -61.0)].into_iter().enumerate()
    {
        let (w, low, top) = (w * s, low * s, top * s);
        let lean = 1.2 * jitter(kind, i as i32, 611);
        // A toothed rim: the boughs hang unevenly.
        let rim: Vec<(f32, f32)> = (0..=6)
            .map(|k| {
                let t = k as f32 / 3.0 - 1.0;
                let sag = 5.0 * (1.0 - t * t) * s;
                let tooth = if k % 2 == 1 { 2.2 } else { -0.4 } + 0.8 * jitter(kind * 7 + k, i as i32, 612);
                (t * w, low + sag + tooth * s)
            })
            .collect();
        let mut whole = vec![(lean, top)];
        whole.extend(rim.iter().rev());
        brush.polygon(&whole, green);
        // The side away from the light, and the shade of the skirt above.
        let mut dark = vec![(lean + 0.06 * w, top)];
        dark.extend(rim.iter().skip(3).rev());
        brush.polygon(&dark, shade(green, 0.32));
        if i > 0 {
            brush.line(
                &[(rim[1].0, rim[1].1 + 1.6), (rim[3].0, rim[3].1 + 1.8), (rim[5].0, rim[5].1 + 1.6)],
                shade(green, 0.5),
                1.6,
            );
        }
        brush.line(&[(rim[0].0 * 0.92, rim[0].1 - 1.2), (lean - 1.0, top + 3.0)], light(green, 0.3), 1.5);
    }
    brush.items()
}

/// A bush.
pub(crate) fn bush(kind: i32) -> Vec<Item> {
    let mut brush = Brush::default();
    let s = 1.0 + 0.18 * jitter(kind, 1, 620);
    foot(&mut brush, 12.0 * s);
    let green = CROWN.mixed(YELLOWING, 0.8 * noise(kind, 2, 620));
    let j = |i: i32| 1.6 * jitter(kind, i, 621);
    let balls = [
        (-5.0 + j(1), -7.0 + j(2), 7.5),
        (5.0 + j(3), -6.5 + j(4), 7.0),
        (j(5), -10.0 + j(6), 7.5),
        (0.0, -4.5, 6.5),
    ];
    crown(&mut brush, &balls, s, green);
    if kind % 2 == 1 {
        for i in 0..6 {
            let (x, y) = (8.0 * jitter(kind, 10 + i, 622), -8.0 + 4.5 * jitter(kind, 20 + i, 622));
            brush.oval(x, y, 1.25, 1.25, Color::hex(0xd8402a));
        }
    }
    brush.items()
}

/// A bare tree.
pub(crate) fn dead(kind: i32) -> Vec<Item> {
    let mut brush = Brush::default();
    foot(&mut brush, 10.0);
    let lean = 3.0 * jitter(kind, 1, 630);
    let dark = shade(BARK, 0.35);
    for (x, y, tx, ty, w) in [
        (0.0, 0.0, lean, -26.0, 5.0),
        (0.4 * lean, -12.0, -9.0, -27.0, 2.6),
        (0.6 * lean, -17.0, 10.0, -33.0, 2.6),
        (lean, -25.0, lean - 4.0, -38.0, 2.2),
        (lean, -25.0, lean + 5.0, -40.0, 2.0),
        (-6.0, -22.0, -13.0, -25.0, 1.5),
    ] {
        brush.line(&[(x, y), (tx, ty)], dark, w);
        brush.line(&[(x - 0.2 * w, y), (tx - 0.2 * w, ty)], BARK, 0.5 * w);
    }
    brush.items()
}

/// Three blades of grass.
pub(crate) fn tuft(kind: i32) -> Vec<Item> {
    let mut brush = Brush::default();
    let green = Color::hex(0x7fa953);
    for d in [-2.8f32, 0.0, 2.8] {
        let tall = 4.6 + 1.4 * jitter(kind, d as i32, 640);
        brush.line(&[(0.3 * d, 0.0), (d, -tall + 0.5 * d.abs())], green, 1.2);
    }
    brush.items()
}

/// A few flowers of one kind.
pub(crate) fn flowers(kind: i32) -> Vec<Item> {
    let mut brush = Brush::default();
    let color = Color::hex([0xf6f1dc, 0xe8c24a, 0xd98aa0, 0x9a8fd0][kind as usize % 4]);
    for i in 0..5 {
        let (x, y) = (11.0 * jitter(kind, i, 650), 5.0 * jitter(kind, i, 651));
        brush.line(&[(x, y), (x + 0.3, y - 3.0)], Color::hex(0x6f9a4a), 1.0);
        brush.oval(x + 0.3, y - 3.6, 1.8, 1.6, color);
        brush.oval(x + 0.3, y - 3.6, 0.7, 0.6, shade(color, 0.3));
    }
    brush.items()
}

/// Reeds at the water's edge.
pub(crate) fn reeds(kind: i32) -> Vec<Item> {
    let mut brush = Brush::default();
    for i in 0..6 {
        let (x, y) = (7.0 * jitter(kind, i, 660), 3.0 * jitter(kind, i, 661));
        let tall = 12.0 + 6.0 * noise(kind, i, 662);
        let lean = 3.0 * jitter(kind, i, 663);
        brush.curve(
            &[(x, y), (x + 0.3 * lean, y - 0.6 * tall), (x + lean, y - tall)],
            Color::hex(0x6c7c43),
            1.4,
        );
        if i % 2 == 0 {
            brush.line(&[(x + lean, y - tall), (x + 1.1 * lean, y - tall - 3.5)], Color::hex(0x7a5a3a), 2.2);
        }
    }
    brush.items()
}
