//! Water and works.

use super::{At, Pen};
use crate::dungeon::style::Material::*;

fn around(x: f32, y: f32, r: f32, i: u32, n: u32) -> At {
    let (sin, cos) = libm::sincosf(i as f32 * std::f32::consts::TAU / n as f32);
    (x + cos * r, y + sin * r)
}

pub(super) fn fountain(pen: &mut Pen<'_>) {
    let (x, y) = (pen.w / 2.0, pen.d / 2.0);
    let r = x.min(y);
    pen.disc(x, y, r - 0.08, Stone);
    pen.ring(x, y, 0.74 * r, Water);
    for i in 0..8 {
        pen.stroke(&[around(x, y, 0.34 * r, i, 8), around(x, y, 0.56 * r, i, 8)], 0.035, Ripple);
    }
    pen.ring(x, y, 0.22 * r, Stone);
    pen.dot(x, y, 0.08 * r, Water);
}

pub(super) fn well(pen: &mut Pen<'_>) {
    pen.disc(0.5, 0.5, 0.42, Stone);
    for i in 0..10 {
        pen.line(&[around(0.5, 0.5, 0.28, i, 10), around(0.5, 0.5, 0.42, i, 10)]);
    }
    pen.ring(0.5, 0.5, 0.28, Dark);
    pen.rod(&[(0.06, 0.5), (0.94, 0.5)], 0.06, Wood);
}

pub(super) fn trough(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.block(0.08, 0.22, w - 0.16, 0.56, Wood);
    pen.panel(0.2, 0.32, w - 0.4, 0.36, Water);
    pen.wave(&[(0.4, 0.5), (0.6, 0.45), (0.8, 0.52), (1.0, 0.47)], 0.03, Ripple);
    for x in [w * 0.33, w * 0.67] {
        pen.line(&[(x, 0.22), (x, 0.32)]);
        pen.line(&[(x, 0.68), (x, 0.78)]);
    }
}

pub(super) fn basin(pen: &mut Pen<'_>) {
    pen.oval(0.5, 0.5, 0.42, 0.3, Stone);
    pen.part(0.0, 0.0, 1.0, 1.0, 0.0, |pen| {
        pen.pool(&[(0.2, 0.5), (0.5, 0.3), (0.8, 0.5), (0.5, 0.7)], Water, 1.0);
    });
    pen.wave(&[(0.36, 0.5), (0.46, 0.46), (0.56, 0.52), (0.66, 0.48)], 0.028, Ripple);
}

pub(super) fn lever(pen: &mut Pen<'_>) {
    pen.block(0.3, 0.02, 0.4, 0.36, Stone);
    pen.line(&[(0.5, 0.08), (0.5, 0.32)]);
    pen.rod(&[(0.5, 0.2), (0.74, 0.66)], 0.07, Iron);
    pen.disc(0.76, 0.7, 0.12, Red);
}

pub(super) fn winch(pen: &mut Pen<'_>) {
    for i in 0..4 {
        pen.rod(&[(0.5, 0.5), around(0.5, 0.5, 0.42, 2 * i + 1, 8)], 0.08, Wood);
    }
    pen.disc(0.5, 0.5, 0.26, Wood);
    pen.ring(0.5, 0.5, 0.18, Earth);
    pen.ring(0.5, 0.5, 0.08, Iron);
}

pub(super) fn pump(pen: &mut Pen<'_>) {
    pen.disc(0.36, 0.5, 0.24, Iron);
    pen.ring(0.36, 0.5, 0.12, Dark);
    pen.rod(&[(0.36, 0.5), (0.88, 0.22)], 0.07, Wood);
    pen.block(0.28, 0.72, 0.16, 0.18, Iron);
    pen.dot(0.62, 0.82, 0.09, Water);
}

pub(super) fn sluice_wheel(pen: &mut Pen<'_>) {
    pen.patch(0.4, 0.0, 0.2, 0.2, Ink);
    pen.circle(0.5, 0.5, 0.34, 0.13, Ink, None);
    pen.circle(0.5, 0.5, 0.34, 0.07, Red, None);
    for i in 0..3 {
        pen.rod(&[around(0.5, 0.5, 0.3, i, 6), around(0.5, 0.5, 0.3, i + 3, 6)], 0.05, Iron);
    }
    pen.ring(0.5, 0.5, 0.1, Iron);
}

pub(super) fn cage(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    for i in 1..5 {
        let share = i as f32 / 5.0;
        pen.bold(&[(0.1 + (w - 0.2) * share, 0.1), (0.1 + (w - 0.2) * share, d - 0.1)]);
    }
    pen.bold(&[(0.1, d / 2.0), (w - 0.1, d / 2.0)]);
    pen.stroke(&[(0.1, 0.1), (w - 0.1, 0.1), (w - 0.1, d - 0.1), (0.1, d - 0.1), (0.1, 0.1)], 0.065, Ink);
    for (x, y) in [(0.1, 0.1), (w - 0.1, 0.1), (0.1, d - 0.1), (w - 0.1, d - 0.1)] {
        pen.dot(x, y, 0.075, Ink);
    }
}

pub(super) fn stocks(pen: &mut Pen<'_>) {
    for x in [0.06, 0.8] {
        pen.block(x, 0.24, 0.14, 0.52, Earth);
    }
    pen.block(0.06, 0.36, 0.88, 0.28, Wood);
    pen.line(&[(0.06, 0.5), (0.94, 0.5)]);
    pen.ring(0.5, 0.5, 0.13, Dark);
    for x in [0.28, 0.72] {
        pen.ring(x, 0.5, 0.07, Dark);
    }
}

pub(super) fn torture_rack(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.14, 0.1, w - 0.28, d - 0.2, Wood);
    pen.panel(0.26, 0.4, w - 0.52, d - 0.8, Dark);
    for y in [0.16, d - 0.34] {
        pen.block(0.06, y, w - 0.12, 0.18, Earth);
    }
    for x in [0.36, w - 0.36] {
        pen.bold(&[(x, 0.34), (x, d - 0.34)]);
    }
    for i in 1..4 {
        let y = 0.4 + (d - 0.8) * i as f32 / 4.0;
        pen.stroke(&[(0.26, y), (w - 0.26, y)], 0.06, Wood);
    }
}

pub(super) fn manacles(pen: &mut Pen<'_>) {
    for (x, turn) in [(0.3, -0.02), (0.7, 0.02)] {
        pen.dot(x, 0.04, 0.06, Ink);
        for i in 0..4 {
            pen.circle(x + turn * i as f32, 0.12 + 0.11 * i as f32, 0.05, 0.035, Ink, None);
        }
        pen.circle(x + 5.0 * turn, 0.68, 0.15, 0.13, Ink, None);
        pen.circle(x + 5.0 * turn, 0.68, 0.15, 0.06, Iron, None);
    }
}

pub(super) fn grate(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.panel(0.1, 0.1, w - 0.2, d - 0.2, Iron);
    pen.panel(0.2, 0.2, w - 0.4, d - 0.4, Dark);
    let n = (5.0 * w) as u32;
    for i in 0..n {
        let x = 0.2 + (w - 0.4) * (i as f32 + 0.5) / n as f32;
        pen.stroke(&[(x, 0.2), (x, d - 0.2)], 0.055, Iron);
    }
}

pub(super) fn trapdoor(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.panel(0.12, 0.12, w - 0.24, d - 0.24, Wood);
    for x in [0.3, 0.5, 0.7] {
        pen.line(&[(x * w, 0.12), (x * w, d - 0.12)]);
    }
    for y in [0.28, d - 0.28] {
        pen.stroke(&[(0.12, y), (w - 0.3, y)], 0.07, Ink);
    }
    pen.circle(w - 0.27, d / 2.0, 0.09, 0.045, Ink, None);
}

/// Only game masters see it.
pub(super) fn pressure_plate(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let dash = |pen: &mut Pen<'_>, a: At, b: At| {
        for i in 0..3 {
            let at = |t: f32| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
            let from = (i as f32 + 0.15) / 3.0;
            pen.stroke(&[at(from), at(from + 0.23)], 0.05, Red);
        }
    };
    let corners = [(0.16, 0.16), (w - 0.16, 0.16), (w - 0.16, d - 0.16), (0.16, d - 0.16)];
    for i in 0..4 {
        dash(pen, corners[i], corners[(i + 1) % 4]);
    }
    pen.stroke(&[(w / 2.0, 0.34), (w / 2.0, d - 0.34)], 0.05, Red);
    pen.stroke(&[(w / 2.0 - 0.12, d - 0.46), (w / 2.0, d - 0.34), (w / 2.0 + 0.12, d - 0.46)], 0.05, Red);
}

pub(super) fn ladder(pen: &mut Pen<'_>) {
    for i in 0..5 {
        let y = 0.16 + 0.17 * i as f32;
        pen.stroke(&[(0.3, y), (0.7, y)], 0.055, Ink);
    }
    for x in [0.3, 0.7] {
        pen.stroke(&[(x, 0.05), (x, 0.95)], 0.085, Ink);
        pen.stroke(&[(x, 0.05), (x, 0.95)], 0.04, Wood);
    }
}

pub(super) fn rails(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let n = (d * 4.0) as u32;
    for i in 0..n {
        let y = (i as f32 + 0.5) * d / n as f32;
        pen.stroke(&[(0.14, y), (w - 0.14, y)], 0.08, Earth);
    }
    for x in [0.27, w - 0.27] {
        pen.stroke(&[(x, 0.0), (x, d)], 0.05, Ink);
    }
}

pub(super) fn mine_cart(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    for x in [0.06, w - 0.18] {
        for y in [0.18, d - 0.34] {
            pen.panel(x, y, 0.12, 0.18, Ink);
        }
    }
    pen.block(0.14, 0.08, w - 0.28, d - 0.16, Iron);
    pen.panel(0.24, 0.18, w - 0.48, d - 0.36, Dark);
    for (i, (x, y)) in [(0.4, 0.36), (0.6, 0.5), (0.42, 0.66)].into_iter().enumerate() {
        pen.stone(x * w, y * d, 0.11, 30 + 40 * i as u32, Gold);
    }
}

pub(super) fn cart(pen: &mut Pen<'_>) {
    let w = pen.w;
    for y in [0.06, 0.82] {
        pen.block(w * 0.32, y, 0.5, 0.12, Ink);
    }
    pen.block(0.1, 0.2, w * 0.62, 0.6, Wood);
    for i in 1..4 {
        let y = 0.2 + 0.15 * i as f32;
        pen.line(&[(0.1, y), (0.1 + w * 0.62, y)]);
    }
    for y in [0.32, 0.68] {
        pen.rod(&[(0.1 + w * 0.62, y), (w - 0.06, y)], 0.06, Wood);
    }
}

pub(super) fn boat(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let x = w / 2.0;
    pen.blob(
        &[
            (x, 0.06),
            (x + 0.36, d * 0.34),
            (x + 0.34, d * 0.7),
            (x + 0.2, d - 0.08),
            (x - 0.2, d - 0.08),
            (x - 0.34, d * 0.7),
            (x - 0.36, d * 0.34),
        ],
        Wood,
    );
    pen.pool(
        &[
            (x, 0.34),
            (x + 0.22, d * 0.4),
            (x + 0.2, d * 0.7),
            (x + 0.1, d - 0.22),
            (x - 0.1, d - 0.22),
            (x - 0.2, d * 0.7),
            (x - 0.22, d * 0.4),
        ],
        Earth,
        1.0,
    );
    for y in [0.42, 0.68] {
        pen.panel(x - 0.32, d * y, 0.64, 0.13, Wood);
    }
}

pub(super) fn ballista(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let x = w / 2.0;
    pen.block(x - 0.15, 0.12, 0.3, d - 0.3, Wood);
    pen.rod(
        &[(0.12, d * 0.5), (w * 0.25, d * 0.68), (x, d * 0.74), (w * 0.75, d * 0.68), (w - 0.12, d * 0.5)],
        0.12,
        Earth,
    );
    pen.line(&[(0.12, d * 0.5), (x, d * 0.26), (w - 0.12, d * 0.5)]);
    pen.stroke(&[(x, d * 0.26), (x, d - 0.1)], 0.06, Ink);
    pen.facet(&[(x - 0.1, d - 0.24), (x + 0.1, d - 0.24), (x, d - 0.03)], Iron);
    for side in [-1.0, 1.0] {
        pen.bold(&[(x, d * 0.4), (x + side * 0.42, 0.14)]);
    }
}

pub(super) fn bridge(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.patch(0.1, 0.0, w - 0.2, d, Wood);
    let n = (d * 4.0) as u32;
    for i in 0..=n {
        let y = i as f32 * d / n as f32;
        pen.line(&[(0.1, y), (w - 0.1, y)]);
    }
    for x in [0.1, w - 0.1] {
        pen.stroke(&[(x, 0.0), (x, d)], 0.075, Ink);
    }
}

pub(super) fn lift(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.12, 0.12, w - 0.24, d - 0.24, Wood);
    let n = (w * 3.0) as u32;
    for i in 1..n {
        let x = 0.12 + (w - 0.24) * i as f32 / n as f32;
        pen.line(&[(x, 0.12), (x, d - 0.12)]);
    }
    for (x, y) in [(0.22, 0.22), (w - 0.22, 0.22), (0.22, d - 0.22), (w - 0.22, d - 0.22)] {
        pen.bold(&[(x, y), (w / 2.0, d / 2.0)]);
        pen.ring(x, y, 0.1, Iron);
    }
    pen.ring(w / 2.0, d / 2.0, 0.14, Iron);
}

pub(super) fn timber_set(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.02, d / 2.0 - 0.1, w - 0.04, 0.2, Wood);
    for x in [0.02, w - 0.24] {
        pen.block(x, d / 2.0 - 0.16, 0.22, 0.32, Earth);
        pen.ring(x + 0.11, d / 2.0, 0.06, Wood);
    }
    pen.fine(&[(0.3, d / 2.0), (w - 0.3, d / 2.0)]);
}

pub(super) fn scaffold(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.1, 0.3, w - 0.2, d - 0.6, Wood);
    pen.line(&[(0.1, d / 2.0), (w - 0.1, d / 2.0)]);
    for x in [0.16, w / 2.0, w - 0.16] {
        pen.rod(&[(x, 0.08), (x, d - 0.08)], 0.08, Earth);
    }
    for side in [0.0, 1.0] {
        let x = 0.16 + side * (w / 2.0 - 0.16);
        pen.line(&[(x, 0.12), (x + w / 2.0 - 0.16, d - 0.12)]);
    }
}

pub(super) fn telescope(pen: &mut Pen<'_>) {
    for i in 0..3 {
        pen.bold(&[(0.5, 0.5), around(0.5, 0.5, 0.42, 2 * i + 1, 6)]);
    }
    pen.poly(&[(0.18, 0.66), (0.32, 0.8), (0.66, 0.5), (0.54, 0.36)], Gold);
    pen.poly(&[(0.54, 0.32), (0.7, 0.5), (0.92, 0.28), (0.74, 0.1)], Gold);
    pen.line(&[(0.7, 0.14), (0.88, 0.32)]);
    pen.ring(0.5, 0.52, 0.07, Iron);
}

pub(super) fn globe(pen: &mut Pen<'_>) {
    pen.circle(0.5, 0.5, 0.42, 0.07, Ink, None);
    pen.circle(0.5, 0.5, 0.42, 0.03, Gold, None);
    pen.disc(0.5, 0.5, 0.33, Water);
    pen.pool(&[(0.32, 0.34), (0.5, 0.28), (0.56, 0.42), (0.46, 0.56), (0.34, 0.5)], Plant, 1.0);
    pen.pool(&[(0.58, 0.56), (0.72, 0.5), (0.7, 0.68), (0.6, 0.7)], Plant, 1.0);
    pen.bold(&[(0.5, 0.06), (0.5, 0.17)]);
    pen.bold(&[(0.5, 0.83), (0.5, 0.94)]);
}

pub(super) fn mirror(pen: &mut Pen<'_>) {
    pen.block(0.14, 0.03, 0.72, 0.2, Gold);
    pen.panel(0.22, 0.08, 0.56, 0.1, Azure);
    for (a, b) in [((0.3, 0.34), (0.24, 0.5)), ((0.5, 0.34), (0.5, 0.56)), ((0.7, 0.34), (0.76, 0.5))] {
        pen.line(&[a, b]);
    }
}
