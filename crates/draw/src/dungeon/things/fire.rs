//! Fire and light.

use super::{At, Pen};
use crate::dungeon::style::Material::*;

/// A stick from the wall behind, with a flame.
pub(super) fn torch(pen: &mut Pen<'_>) {
    pen.patch(0.38, 0.0, 0.24, 0.08, Ink);
    pen.rod(&[(0.5, 0.04), (0.5, 0.34)], 0.1, Wood);
    pen.flame(0.5, 0.44, 0.2);
}

pub(super) fn sconce(pen: &mut Pen<'_>) {
    pen.patch(0.3, 0.0, 0.4, 0.08, Ink);
    pen.rod(&[(0.24, 0.28), (0.5, 0.2), (0.76, 0.28)], 0.06, Iron);
    pen.bold(&[(0.5, 0.05), (0.5, 0.2)]);
    for x in [0.22, 0.78] {
        pen.disc(x, 0.32, 0.1, Pale);
        pen.flame(x, 0.32, 0.08);
    }
}

pub(super) fn brazier(pen: &mut Pen<'_>) {
    for (x, y) in [(0.16, 0.16), (0.84, 0.16), (0.16, 0.84), (0.84, 0.84)] {
        pen.bold(&[(0.5, 0.5), (x, y)]);
    }
    pen.disc(0.5, 0.5, 0.34, Iron);
    pen.ring(0.5, 0.5, 0.25, Dark);
    pen.flame(0.5, 0.5, 0.23);
}

/// Three fat candles in a dish of wax.
pub(super) fn candles(pen: &mut Pen<'_>) {
    pen.pool(
        &[(0.5, 0.1), (0.84, 0.3), (0.88, 0.66), (0.6, 0.88), (0.24, 0.84), (0.1, 0.52), (0.2, 0.26)],
        Pale,
        1.0,
    );
    for (x, y, r) in [(0.36, 0.36, 0.17), (0.68, 0.48, 0.15), (0.42, 0.7, 0.13)] {
        pen.disc(x, y, r, Gold);
        pen.flame(x, y, 0.75 * r);
    }
}

pub(super) fn candelabrum(pen: &mut Pen<'_>) {
    pen.rod(&[(0.14, 0.5), (0.86, 0.5)], 0.06, Gold);
    pen.rod(&[(0.5, 0.14), (0.5, 0.86)], 0.06, Gold);
    for (x, y) in [(0.14, 0.5), (0.86, 0.5), (0.5, 0.14), (0.5, 0.86), (0.5, 0.5)] {
        pen.ring(x, y, 0.11, Pale);
        pen.flame(x, y, 0.085);
    }
}

pub(super) fn lamp(pen: &mut Pen<'_>) {
    pen.blob(
        &[
            (0.2, 0.5),
            (0.36, 0.3),
            (0.6, 0.32),
            (0.76, 0.46),
            (0.9, 0.5),
            (0.76, 0.56),
            (0.6, 0.7),
            (0.36, 0.7),
        ],
        Gold,
    );
    pen.ring(0.46, 0.5, 0.1, Dark);
    pen.rod(&[(0.2, 0.42), (0.08, 0.5), (0.2, 0.58)], 0.04, Gold);
    pen.flame(0.87, 0.5, 0.11);
}

pub(super) fn lantern(pen: &mut Pen<'_>) {
    let corner = |i: u32, r: f32| -> At {
        let (sin, cos) = libm::sincosf((i as f32 + 0.5) * std::f32::consts::FRAC_PI_4);
        (0.5 + cos * r, 0.5 + sin * r)
    };
    let rim: Vec<At> = (0..8).map(|i| corner(i, 0.32)).collect();
    pen.halo(0.5, 0.5, 0.46, Heart);
    pen.poly(&rim, Heart);
    pen.bold(&[(0.5, 0.2), (0.5, 0.8)]);
    pen.bold(&[(0.2, 0.5), (0.8, 0.5)]);
    pen.ring(0.5, 0.5, 0.12, Iron);
}

/// Hangs overhead, so it is drawn in dashes.
pub(super) fn chandelier(pen: &mut Pen<'_>) {
    let (x, y) = (pen.w / 2.0, pen.d / 2.0);
    let r = x.min(y) - 0.22;
    pen.circle(x, y, r, 0.07, Ink, Some(0.16));
    for i in 0..4 {
        let (sin, cos) = libm::sincosf(i as f32 * std::f32::consts::FRAC_PI_4);
        pen.line(&[(x - cos * r, y - sin * r), (x + cos * r, y + sin * r)]);
    }
    for i in 0..8 {
        let (sin, cos) = libm::sincosf(i as f32 * std::f32::consts::FRAC_PI_4);
        pen.ring(x + cos * r, y + sin * r, 0.1, Pale);
        pen.flame(x + cos * r, y + sin * r, 0.1);
    }
    pen.ring(x, y, 0.12, Iron);
}

pub(super) fn campfire(pen: &mut Pen<'_>) {
    for i in 0..8 {
        let (sin, cos) = libm::sincosf(i as f32 * std::f32::consts::FRAC_PI_4);
        pen.stone(0.5 + cos * 0.37, 0.5 + sin * 0.37, 0.1, 10 + 40 * i, Stone);
    }
    pen.rod(&[(0.32, 0.34), (0.68, 0.66)], 0.09, Earth);
    pen.rod(&[(0.68, 0.34), (0.32, 0.66)], 0.09, Earth);
    pen.flame(0.5, 0.48, 0.22);
}

pub(super) fn hearth(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.block(0.04, 0.02, w - 0.08, 0.66, Stone);
    for x in [0.3, w - 0.3] {
        pen.line(&[(x, 0.02), (x, 0.68)]);
    }
    pen.panel(0.36, 0.12, w - 0.72, 0.56, Dark);
    for i in 0..3 {
        let x = w / 2.0 + (i as f32 - 1.0) * 0.26 * w / 2.0;
        pen.flame(x, 0.4, 0.18);
    }
    pen.line(&[(0.2, 0.78), (w - 0.2, 0.78)]);
}

pub(super) fn forge(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.block(0.06, 0.08, w * 0.56, 0.84, Stone);
    pen.panel(0.22, 0.22, w * 0.56 - 0.32, 0.56, Dark);
    pen.flame(0.06 + w * 0.28, 0.5, 0.25);
    pen.poly(&[(w * 0.6, 0.44), (w - 0.1, 0.16), (w - 0.1, 0.84), (w * 0.6, 0.56)], Wood);
    for i in 0..3 {
        let x = w * 0.72 + 0.12 * i as f32;
        let half = 0.16 + 0.06 * i as f32;
        pen.line(&[(x, 0.5 - half), (x, 0.5 + half)]);
    }
}

pub(super) fn anvil(pen: &mut Pen<'_>) {
    pen.ring(0.5, 0.5, 0.4, Wood);
    pen.poly(
        &[
            (0.06, 0.5),
            (0.3, 0.34),
            (0.9, 0.34),
            (0.9, 0.44),
            (0.72, 0.5),
            (0.9, 0.58),
            (0.9, 0.66),
            (0.3, 0.66),
        ],
        Iron,
    );
    pen.line(&[(0.34, 0.34), (0.34, 0.66)]);
    pen.dot(0.8, 0.4, 0.03, Ink);
}

pub(super) fn oven(pen: &mut Pen<'_>) {
    pen.blob(&[(0.12, 0.06), (0.88, 0.06), (0.92, 0.46), (0.72, 0.82), (0.28, 0.82), (0.08, 0.46)], Red);
    for r in [0.34, 0.24] {
        let arc: Vec<At> = (0..7)
            .map(|i| {
                let (sin, cos) = libm::sincosf(std::f32::consts::PI * (1.0 + i as f32 / 6.0));
                (0.5 + cos * r, 0.56 + sin * r)
            })
            .collect();
        pen.wave(&arc, 0.026, Ink);
    }
    pen.facet(&[(0.34, 0.84), (0.36, 0.62), (0.64, 0.62), (0.66, 0.84)], Dark);
    pen.dot(0.5, 0.76, 0.07, Fire);
}

pub(super) fn stove(pen: &mut Pen<'_>) {
    pen.block(0.12, 0.12, 0.76, 0.7, Iron);
    for (x, y) in [(0.32, 0.34), (0.68, 0.34)] {
        pen.ring(x, y, 0.14, Dark);
        pen.ring(x, y, 0.06, Iron);
    }
    pen.panel(0.26, 0.56, 0.48, 0.18, Dark);
    for x in [0.36, 0.5, 0.64] {
        pen.dot(x, 0.65, 0.05, Fire);
    }
    pen.disc(0.5, 0.08, 0.08, Iron);
}

pub(super) fn cauldron(pen: &mut Pen<'_>) {
    pen.panel(0.04, 0.42, 0.14, 0.16, Iron);
    pen.panel(0.82, 0.42, 0.14, 0.16, Iron);
    pen.disc(0.5, 0.5, 0.37, Dark);
    pen.ring(0.5, 0.5, 0.27, Plant);
    for (x, y, r) in [(0.42, 0.42, 0.07), (0.58, 0.56, 0.06), (0.44, 0.62, 0.045), (0.6, 0.38, 0.04)] {
        pen.ring(x, y, r, Pale);
    }
}

fn cap(pen: &mut Pen<'_>, x: f32, y: f32, r: f32, material: crate::dungeon::style::Material) {
    pen.disc(x, y, r, material);
    for i in 0..4 {
        let (sin, cos) = libm::sincosf(i as f32 * 1.57 + 0.5);
        pen.dot(x + cos * 0.55 * r, y + sin * 0.55 * r, 0.16 * r, Pale);
    }
}

pub(super) fn glow_fungus(pen: &mut Pen<'_>) {
    pen.halo(0.5, 0.5, 0.48, Plant);
    for (x, y, r) in [(0.36, 0.4, 0.21), (0.68, 0.5, 0.17), (0.42, 0.74, 0.14)] {
        cap(pen, x, y, r, Plant);
    }
    for i in 0..6 {
        let (sin, cos) = libm::sincosf(i as f32 * 1.047 + 0.3);
        pen.line(&[(0.5 + cos * 0.4, 0.5 + sin * 0.4), (0.5 + cos * 0.47, 0.5 + sin * 0.47)]);
    }
}

pub(super) fn crystals(pen: &mut Pen<'_>) {
    for (x, y, r, turn) in [(0.5, 0.44, 0.42, 0.0), (0.28, 0.62, 0.28, -0.5), (0.74, 0.64, 0.26, 0.6)] {
        let (sin, cos) = libm::sincosf(turn);
        let at = |u: f32, v: f32| -> At { (x + (u * cos - v * sin) * r, y + (u * sin + v * cos) * r) };
        pen.poly(&[at(0.0, -1.0), at(0.4, -0.4), at(0.32, 0.7), at(-0.32, 0.7), at(-0.4, -0.4)], Azure);
        pen.line(&[at(-0.4, -0.4), at(0.05, -0.25), at(0.4, -0.4)]);
        pen.line(&[at(0.05, -0.25), at(0.0, 0.7)]);
    }
}

pub(super) fn daylight_shaft(pen: &mut Pen<'_>) {
    let (x, y) = (pen.w / 2.0, pen.d / 2.0);
    let r = x.min(y) - 0.06;
    pen.halo(x, y, r, Heart);
    pen.circle(x, y, r, 0.035, Ink, Some(0.1));
    for i in 0..8 {
        let (sin, cos) = libm::sincosf((i as f32 + 0.5) * std::f32::consts::FRAC_PI_4);
        pen.bold(&[(x + cos * 0.42 * r, y + sin * 0.42 * r), (x + cos * 0.8 * r, y + sin * 0.8 * r)]);
    }
    pen.ring(x, y, 0.24 * r, Heart);
}

/// A mushroom cap for those that do not glow.
pub(super) fn dull_cap(pen: &mut Pen<'_>, x: f32, y: f32, r: f32) {
    cap(pen, x, y, r, Mauve);
}
