//! Of worship and of death.

use super::{At, Pen};
use crate::dungeon::style::Material::*;

pub(super) fn altar(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.08, 0.14, w - 0.16, d - 0.28, Stone);
    pen.panel(w * 0.27, 0.14, w * 0.46, d - 0.28, Red);
    pen.star(w / 2.0, d / 2.0, 0.22, 4, 0.34, Gold);
    for x in [0.28, w - 0.28] {
        pen.ring(x, d / 2.0, 0.1, Gold);
        pen.dot(x, d / 2.0, 0.04, Ink);
    }
}

pub(super) fn shrine(pen: &mut Pen<'_>) {
    pen.blob(
        &[(0.1, 0.06), (0.9, 0.06), (0.92, 0.4), (0.74, 0.66), (0.5, 0.74), (0.26, 0.66), (0.08, 0.4)],
        Stone,
    );
    pen.facet(&[(0.26, 0.06), (0.74, 0.06), (0.74, 0.34), (0.62, 0.5), (0.38, 0.5), (0.26, 0.34)], Dark);
    pen.ring(0.5, 0.3, 0.13, Gold);
    pen.flame(0.5, 0.84, 0.11);
}

fn plinth(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.1, 0.1, w - 0.2, d - 0.2, Stone);
}

/// A star in a circle, as game masters know it.
pub(super) fn statue(pen: &mut Pen<'_>) {
    let (x, y) = (pen.w / 2.0, pen.d / 2.0);
    plinth(pen);
    pen.ring(x, y, x.min(y) - 0.17, Pale);
    pen.star(x, y, x.min(y) - 0.18, 5, 0.42, Ink);
}

pub(super) fn broken_statue(pen: &mut Pen<'_>) {
    pen.poly(
        &[
            (0.1, 0.1),
            (0.9, 0.1),
            (0.9, 0.44),
            (0.72, 0.52),
            (0.6, 0.44),
            (0.44, 0.6),
            (0.3, 0.54),
            (0.1, 0.7),
        ],
        Stone,
    );
    pen.ring(0.5, 0.3, 0.15, Pale);
    pen.line(&[(0.5, 0.3), (0.56, 0.46)]);
    for (i, (x, y, r)) in
        [(0.2, 0.84, 0.11), (0.5, 0.76, 0.12), (0.76, 0.68, 0.1), (0.84, 0.88, 0.08)].into_iter().enumerate()
    {
        pen.stone(x, y, r, 10 + 40 * i as u32, Stone);
    }
}

pub(super) fn idol(pen: &mut Pen<'_>) {
    let (x, y) = (pen.w / 2.0, pen.d / 2.0);
    let r = x.min(y);
    plinth(pen);
    pen.disc(x, y, r - 0.2, Gold);
    for side in [-1.0, 1.0] {
        pen.facet(
            &[
                (x + side * 0.12 * r, y - 0.16 * r),
                (x + side * 0.5 * r, y - 0.36 * r),
                (x + side * 0.46 * r, y - 0.06 * r),
            ],
            Ink,
        );
        pen.line(&[(x + side * 0.08 * r, y - 0.34 * r), (x + side * 0.56 * r, y - 0.54 * r)]);
    }
    pen.line(&[(x, y - 0.2 * r), (x - 0.08 * r, y + 0.1 * r), (x + 0.08 * r, y + 0.1 * r)]);
    pen.facet(
        &[
            (x - 0.4 * r, y + 0.26 * r),
            (x + 0.4 * r, y + 0.26 * r),
            (x + 0.22 * r, y + 0.5 * r),
            (x - 0.22 * r, y + 0.5 * r),
        ],
        Dark,
    );
    for o in [-0.2, 0.0, 0.2] {
        pen.line(&[(x + o * r, y + 0.26 * r), (x + o * r, y + 0.48 * r)]);
    }
}

pub(super) fn font(pen: &mut Pen<'_>) {
    let corner = |i: u32, r: f32| -> At {
        let (sin, cos) = libm::sincosf((i as f32 + 0.5) * std::f32::consts::FRAC_PI_4);
        (0.5 + cos * r, 0.5 + sin * r)
    };
    let outer: Vec<At> = (0..8).map(|i| corner(i, 0.43)).collect();
    pen.poly(&outer, Stone);
    for i in 0..8 {
        pen.line(&[corner(i, 0.28), corner(i, 0.43)]);
    }
    pen.ring(0.5, 0.5, 0.28, Water);
    pen.wave(&[(0.36, 0.5), (0.44, 0.46), (0.52, 0.52), (0.62, 0.48)], 0.026, Ripple);
}

pub(super) fn obelisk(pen: &mut Pen<'_>) {
    pen.block(0.12, 0.12, 0.76, 0.76, Stone);
    pen.facet(&[(0.12, 0.12), (0.88, 0.12), (0.62, 0.38), (0.38, 0.38), (0.38, 0.62), (0.12, 0.88)], Pale);
    pen.panel(0.38, 0.38, 0.24, 0.24, Dark);
    pen.line(&[(0.62, 0.62), (0.88, 0.88)]);
}

fn tapered(w: f32, d: f32, inset: f32) -> [At; 6] {
    [
        (0.2 * w + inset, 0.14 + inset),
        (0.8 * w - inset, 0.14 + inset),
        (0.88 * w - inset, 0.34 * d),
        (0.74 * w - inset, d - 0.14 - inset),
        (0.26 * w + inset, d - 0.14 - inset),
        (0.12 * w + inset, 0.34 * d),
    ]
}

pub(super) fn sarcophagus(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.1, 0.06, w - 0.2, d - 0.12, Stone);
    pen.facet(&tapered(w, d, 0.06), Pale);
    pen.ring(w / 2.0, 0.42, 0.15, Stone);
    pen.line(&[(w / 2.0, 0.58), (w / 2.0, d - 0.4)]);
    pen.line(&[(0.3 * w, 0.8), (0.7 * w, 0.8)]);
}

pub(super) fn open_sarcophagus(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.06, 0.06, w * 0.72, d - 0.12, Stone);
    pen.panel(0.15, 0.15, w * 0.54, d - 0.3, Dark);
    pen.part(w * 0.4, 0.16, w * 0.56, d - 0.34, 11.0, |pen| {
        let (w, d) = (pen.w, pen.d);
        pen.poly(
            &[
                (0.1, 0.1),
                (w - 0.1, 0.1),
                (w - 0.05, 0.4 * d),
                (w - 0.14, d - 0.1),
                (0.14, d - 0.1),
                (0.05, 0.4 * d),
            ],
            Pale,
        );
        pen.line(&[(w / 2.0, 0.3), (w / 2.0, d - 0.3)]);
    });
}

pub(super) fn coffin(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.poly(&tapered(w, d, -0.05), Wood);
    pen.bold(&[(w / 2.0, 0.3), (w / 2.0, d - 0.4)]);
    pen.bold(&[(0.28 * w, 0.36 * d), (0.72 * w, 0.36 * d)]);
}

pub(super) fn bier(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    for x in [0.12, w - 0.12] {
        for y in [0.12, d - 0.12] {
            pen.dot(x, y, 0.08, Ink);
        }
    }
    pen.block(0.16, 0.1, w - 0.32, d - 0.2, Wood);
    pen.panel(0.1, 0.42, w - 0.2, d - 0.84, Mauve);
    for i in 0..4 {
        let y = 0.56 + (d - 1.12) * i as f32 / 3.0;
        pen.line(&[(0.1, y), (0.28, y + 0.05)]);
        pen.line(&[(w - 0.1, y), (w - 0.28, y + 0.05)]);
    }
    pen.blob(
        &[
            (w / 2.0, 0.48),
            (w / 2.0 + 0.16, 0.7),
            (w / 2.0 + 0.12, d - 0.5),
            (w / 2.0 - 0.12, d - 0.5),
            (w / 2.0 - 0.16, 0.7),
        ],
        Pale,
    );
}

pub(super) fn burial_niche(pen: &mut Pen<'_>) {
    pen.blob(&[(0.1, 0.03), (0.9, 0.03), (0.92, 0.3), (0.74, 0.56), (0.26, 0.56), (0.08, 0.3)], Dark);
    pen.skull(0.3, 0.26, 0.12);
    pen.bone((0.48, 0.2), (0.78, 0.2), 0.04);
    pen.bone((0.48, 0.38), (0.74, 0.38), 0.04);
    pen.line(&[(0.1, 0.66), (0.9, 0.66)]);
}

pub(super) fn bones(pen: &mut Pen<'_>) {
    pen.bone((0.12, 0.84), (0.88, 0.52), 0.075);
    pen.bone((0.12, 0.52), (0.88, 0.84), 0.075);
    pen.skull(0.5, 0.32, 0.23);
}

pub(super) fn skeleton(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let x = w / 2.0;
    pen.bone((x, 0.46), (x, d * 0.56), 0.05);
    for i in 0..3 {
        let y = 0.58 + 0.13 * i as f32;
        let half = 0.22 - 0.03 * i as f32;
        pen.stroke(&[(x - half, y + 0.05), (x, y), (x + half, y + 0.05)], 0.06, Ink);
        pen.stroke(&[(x - half, y + 0.05), (x, y), (x + half, y + 0.05)], 0.025, Pale);
    }
    for side in [-1.0, 1.0] {
        pen.bone((x + side * 0.08, d * 0.58), (x + side * 0.2, d * 0.76), 0.045);
        pen.bone((x + side * 0.2, d * 0.78), (x + side * 0.12, d - 0.12), 0.04);
        pen.bone((x + side * 0.24, 0.56), (x + side * 0.4, 0.9), 0.04);
    }
    pen.skull(x, 0.24, 0.17);
}

pub(super) fn gong(pen: &mut Pen<'_>) {
    pen.block(0.06, 0.14, 0.1, 0.36, Wood);
    pen.block(0.84, 0.14, 0.1, 0.36, Wood);
    pen.block(0.06, 0.14, 0.88, 0.09, Wood);
    pen.disc(0.5, 0.5, 0.32, Gold);
    pen.ring(0.5, 0.5, 0.22, Gold);
    pen.dot(0.5, 0.5, 0.08, Ink);
    pen.bold(&[(0.74, 0.78), (0.92, 0.92)]);
}

pub(super) fn magic_circle(pen: &mut Pen<'_>) {
    let (x, y) = (pen.w / 2.0, pen.d / 2.0);
    let r = x.min(y) - 0.08;
    pen.circle(x, y, r, 0.055, Red, None);
    pen.circle(x, y, 0.86 * r, 0.026, Red, None);
    let at = |i: u32, far: f32| -> At {
        let (sin, cos) =
            libm::sincosf(std::f32::consts::TAU * (i as f32 / 10.0) - std::f32::consts::FRAC_PI_2);
        (x + cos * far, y + sin * far)
    };
    for i in 0..5 {
        pen.stroke(&[at(2 * i, 0.86 * r), at(2 * i + 4, 0.86 * r)], 0.04, Red);
    }
    for i in 0..10 {
        let (x, y) = at(i, 0.93 * r);
        pen.dot(x, y, 0.035, Red);
    }
}

pub(super) fn rune(pen: &mut Pen<'_>) {
    pen.circle(0.5, 0.5, 0.4, 0.04, Red, None);
    pen.stroke(&[(0.4, 0.76), (0.4, 0.24), (0.66, 0.42), (0.4, 0.54)], 0.065, Red);
    pen.stroke(&[(0.4, 0.54), (0.64, 0.76)], 0.065, Red);
}

pub(super) fn blood(pen: &mut Pen<'_>) {
    let points: Vec<At> = (0..10)
        .map(|i| {
            let (sin, cos) = libm::sincosf(i as f32 * std::f32::consts::TAU / 10.0);
            let r = if i % 2 == 0 { 0.34 } else { 0.2 } + 0.05 * pen.jitter(i);
            (0.46 + cos * r, 0.5 + sin * r)
        })
        .collect();
    pen.pool(&points, Red, 1.0);
    for (x, y, r) in [(0.86, 0.3, 0.055), (0.8, 0.78, 0.07), (0.14, 0.86, 0.05)] {
        pen.dot(x, y, r, Red);
    }
}

pub(super) fn slab(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.1, 0.08, w - 0.2, d - 0.16, Stone);
    pen.panel(0.2, 0.18, w - 0.4, d - 0.36, Stone);
    pen.line(&[(w / 2.0, d - 0.2), (w / 2.0, d - 0.08)]);
    pen.dot(w / 2.0, d / 2.0, 0.06, Ink);
    pen.line(&[(0.2, 0.5), (0.42, 0.72), (0.4, 0.94)]);
}

pub(super) fn censer(pen: &mut Pen<'_>) {
    pen.circle(0.5, 0.5, 0.38, 0.035, Ink, Some(0.09));
    pen.disc(0.5, 0.5, 0.2, Gold);
    for i in 0..3 {
        let (sin, cos) = libm::sincosf(i as f32 * 2.094);
        pen.bold(&[(0.5 + cos * 0.2, 0.5 + sin * 0.2), (0.5 + cos * 0.4, 0.5 + sin * 0.4)]);
        pen.dot(0.5 + cos * 0.1, 0.5 + sin * 0.1, 0.04, Ink);
    }
}
