//! To keep things in.

use super::Pen;
use crate::dungeon::style::Material::*;

fn barrel_at(pen: &mut Pen<'_>, x: f32, y: f32, r: f32) {
    pen.disc(x, y, r, Wood);
    pen.ring(x, y, 0.8 * r, Wood);
    for o in [-0.4, 0.0, 0.4] {
        let half = 0.8 * r * libm::sqrtf(1.0 - 1.56 * o * o);
        pen.fine(&[(x + o * r, y - half), (x + o * r, y + half)]);
    }
}

pub(super) fn barrel(pen: &mut Pen<'_>) {
    barrel_at(pen, 0.5, 0.5, 0.38);
    pen.dot(0.62, 0.62, 0.05, Ink);
}

pub(super) fn keg_rack(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.block(0.06, 0.1, w - 0.12, 0.16, Earth);
    let n = (w * 1.5) as u32;
    for i in 0..n {
        let wide = (w - 0.2) / n as f32;
        let x = 0.1 + wide * i as f32;
        pen.block(x + 0.03, 0.14, wide - 0.06, 0.64, Wood);
        for y in [0.28, 0.64] {
            pen.bold(&[(x + 0.03, y), (x + wide - 0.03, y)]);
        }
        pen.panel(x + wide / 2.0 - 0.05, 0.78, 0.1, 0.14, Gold);
    }
}

pub(super) fn crate_(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.12, 0.12, w - 0.24, d - 0.24, Wood);
    pen.panel(0.24, 0.24, w - 0.48, d - 0.48, Wood);
    pen.line(&[(0.24, 0.24), (w - 0.24, d - 0.24)]);
    pen.line(&[(w - 0.24, 0.24), (0.24, d - 0.24)]);
}

pub(super) fn crate_stack(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.part(0.0, 0.0, 1.0, 1.0, 0.0, crate_);
    pen.part(w - 1.06, 0.02, 1.0, 0.96, 0.0, crate_);
    pen.part(w / 2.0 - 0.5, 0.0, 1.0, 1.0, 15.0, |pen| {
        pen.block(0.17, 0.17, 0.66, 0.66, Wood);
        pen.panel(0.27, 0.27, 0.46, 0.46, Wood);
        pen.line(&[(0.27, 0.27), (0.73, 0.73)]);
    });
}

pub(super) fn sacks(pen: &mut Pen<'_>) {
    for (x, y, r) in [(0.3, 0.62, 0.24), (0.7, 0.62, 0.24), (0.5, 0.34, 0.24)] {
        pen.blob(
            &[
                (x, y - r),
                (x + r, y - 0.4 * r),
                (x + 0.8 * r, y + 0.8 * r),
                (x - 0.8 * r, y + 0.8 * r),
                (x - r, y - 0.4 * r),
            ],
            Wood,
        );
        pen.bold(&[(x - 0.09, y - 0.09), (x + 0.09, y + 0.05)]);
        pen.bold(&[(x + 0.09, y - 0.09), (x - 0.09, y + 0.05)]);
    }
}

pub(super) fn chest(pen: &mut Pen<'_>) {
    pen.block(0.12, 0.24, 0.76, 0.54, Wood);
    pen.bold(&[(0.12, 0.42), (0.88, 0.42)]);
    for x in [0.26, 0.74] {
        pen.line(&[(x, 0.24), (x, 0.78)]);
    }
    pen.panel(0.42, 0.38, 0.16, 0.2, Gold);
}

pub(super) fn strongbox(pen: &mut Pen<'_>) {
    pen.block(0.16, 0.16, 0.68, 0.68, Iron);
    pen.stroke(&[(0.16, 0.16), (0.84, 0.84)], 0.1, Ink);
    pen.stroke(&[(0.84, 0.16), (0.16, 0.84)], 0.1, Ink);
    pen.ring(0.5, 0.5, 0.15, Gold);
    pen.dot(0.5, 0.48, 0.05, Ink);
    pen.bold(&[(0.5, 0.48), (0.5, 0.57)]);
}

pub(super) fn shelf(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.block(0.06, 0.06, w - 0.12, 0.42, Wood);
    let n = (w * 3.0) as u32 - 1;
    for i in 0..n {
        let x = 0.26 + (w - 0.52) * i as f32 / (n - 1) as f32;
        let (r, material) = ([0.12, 0.08, 0.1][i as usize % 3], [Red, Pale, Water][i as usize % 3]);
        pen.ring(x, 0.27, r, material);
    }
}

pub(super) fn bookcase(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.block(0.06, 0.06, w - 0.12, 0.4, Wood);
    let mut x = 0.14;
    let mut i = 0;
    while x < w - 0.24 {
        let wide = 0.07 + 0.05 * pen.noise(i);
        let tall = 0.2 + 0.07 * pen.noise(30 + i);
        pen.panel(x, 0.13, wide, tall, [Red, Pale, Azure, Gold, Cloth][i as usize % 5]);
        x += wide + 0.015;
        i += 1;
    }
}

pub(super) fn wardrobe(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.06, 0.06, w - 0.12, d * 0.66, Earth);
    pen.panel(0.12, 0.12, w - 0.24, d * 0.5, Wood);
    pen.bold(&[(w / 2.0, 0.06), (w / 2.0, 0.06 + d * 0.66)]);
    for side in [-0.1, 0.1] {
        pen.dot(w / 2.0 + side, d * 0.66, 0.05, Gold);
    }
    for side in [-1.0, 1.0] {
        let x = w / 2.0;
        pen.line(&[(x + side * 0.02, d * 0.72), (x + side * 0.42, d * 0.92)]);
    }
}

pub(super) fn urn(pen: &mut Pen<'_>) {
    pen.disc(0.5, 0.5, 0.34, Earth);
    pen.ring(0.5, 0.5, 0.24, Earth);
    pen.ring(0.5, 0.5, 0.13, Dark);
    pen.rod(&[(0.18, 0.38), (0.08, 0.5), (0.18, 0.62)], 0.05, Earth);
    pen.rod(&[(0.82, 0.38), (0.92, 0.5), (0.82, 0.62)], 0.05, Earth);
}

pub(super) fn jars(pen: &mut Pen<'_>) {
    for (x, y, r, lid) in
        [(0.3, 0.3, 0.19, Red), (0.72, 0.34, 0.17, Cloth), (0.34, 0.72, 0.16, Gold), (0.72, 0.74, 0.18, Dark)]
    {
        pen.disc(x, y, r, Stone);
        pen.ring(x, y, 0.6 * r, lid);
    }
}

pub(super) fn baskets(pen: &mut Pen<'_>) {
    for (x, y, r) in [(0.36, 0.4, 0.28), (0.7, 0.7, 0.21)] {
        pen.disc(x, y, r, Gold);
        pen.ring(x, y, 0.66 * r, Earth);
        for i in 0..10 {
            let (sin, cos) = libm::sincosf(i as f32 * 0.628);
            pen.line(&[(x + cos * r * 0.7, y + sin * r * 0.7), (x + cos * r * 0.95, y + sin * r * 0.95)]);
        }
    }
}

pub(super) fn weapon_rack(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.block(0.06, 0.06, w - 0.12, 0.2, Wood);
    let n = (w * 2.5) as u32;
    for i in 0..n {
        let x = 0.24 + (w - 0.48) * i as f32 / (n - 1).max(1) as f32;
        pen.stroke(&[(x, 0.14), (x, 0.8)], 0.06, Ink);
        if i % 2 == 0 {
            pen.facet(&[(x - 0.08, 0.7), (x + 0.08, 0.7), (x, 0.96)], Iron);
        } else {
            pen.facet(&[(x, 0.54), (x + 0.18, 0.58), (x + 0.18, 0.82), (x, 0.86)], Iron);
        }
    }
}

pub(super) fn armour_stand(pen: &mut Pen<'_>) {
    pen.blob(
        &[
            (0.12, 0.34),
            (0.5, 0.24),
            (0.88, 0.34),
            (0.86, 0.54),
            (0.7, 0.56),
            (0.76, 0.86),
            (0.24, 0.86),
            (0.3, 0.56),
            (0.14, 0.54),
        ],
        Iron,
    );
    pen.line(&[(0.5, 0.4), (0.5, 0.84)]);
    pen.line(&[(0.3, 0.66), (0.7, 0.66)]);
    pen.disc(0.5, 0.24, 0.15, Iron);
    pen.bold(&[(0.42, 0.27), (0.58, 0.27)]);
}

pub(super) fn coin_heap(pen: &mut Pen<'_>) {
    pen.blob(&[(0.16, 0.62), (0.3, 0.34), (0.56, 0.22), (0.8, 0.42), (0.86, 0.7), (0.5, 0.84)], Gold);
    for i in 0..8 {
        let (x, y) = (0.28 + 0.46 * pen.noise(2 * i), 0.38 + 0.34 * pen.noise(2 * i + 1));
        pen.ring(x, y, 0.075, Gold);
    }
    for (x, y) in [(0.12, 0.84), (0.9, 0.86), (0.84, 0.24)] {
        pen.ring(x, y, 0.065, Gold);
    }
}

pub(super) fn gems(pen: &mut Pen<'_>) {
    for (x, y, r, material) in [(0.34, 0.4, 0.22, Red), (0.7, 0.36, 0.17, Azure), (0.56, 0.72, 0.2, Plant)] {
        pen.poly(
            &[
                (x - 0.6 * r, y - 0.8 * r),
                (x + 0.6 * r, y - 0.8 * r),
                (x + r, y - 0.2 * r),
                (x, y + r),
                (x - r, y - 0.2 * r),
            ],
            material,
        );
        pen.line(&[(x - r, y - 0.2 * r), (x + r, y - 0.2 * r)]);
        pen.line(&[(x - 0.3 * r, y - 0.2 * r), (x, y + r), (x + 0.3 * r, y - 0.2 * r)]);
    }
}

pub(super) fn key_board(pen: &mut Pen<'_>) {
    pen.block(0.08, 0.04, 0.84, 0.22, Wood);
    for x in [0.24, 0.5, 0.76] {
        pen.dot(x, 0.16, 0.045, Ink);
        pen.stroke(&[(x, 0.2), (x, 0.78)], 0.065, Ink);
        pen.stroke(&[(x, 0.2), (x, 0.78)], 0.03, Gold);
        pen.ring(x, 0.38, 0.1, Gold);
        pen.bold(&[(x, 0.7), (x + 0.1, 0.7)]);
        pen.bold(&[(x, 0.8), (x + 0.1, 0.8)]);
    }
}

pub(super) fn scrolls(pen: &mut Pen<'_>) {
    for (x, y, turn) in [(0.06, 0.1, -14.0), (0.1, 0.36, 10.0), (0.08, 0.62, -4.0)] {
        pen.part(x, y, 0.84, 0.24, turn, |pen| {
            pen.block(0.06, 0.02, 0.72, 0.2, Pale);
            pen.ring(0.08, 0.12, 0.1, Pale);
            pen.dot(0.08, 0.12, 0.035, Ink);
            pen.patch(0.42, 0.02, 0.09, 0.2, Red);
        });
    }
}
