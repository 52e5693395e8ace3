//! To sleep and to sit on.

use super::Pen;
use crate::dungeon::style::Material::*;

pub(super) fn bed(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.08, 0.07, w - 0.16, d - 0.14, Wood);
    pen.panel(0.17, 0.15, w - 0.34, 0.36, Pale);
    pen.panel(0.14, 0.62, w - 0.28, d - 0.76, Cloth);
    pen.line(&[(0.14, 0.84), (w - 0.14, 0.84)]);
}

/// Two beds above one another: posts, a ladder, and a bare board over the lower pillow.
pub(super) fn bunk(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.08, 0.07, w - 0.16, d - 0.14, Wood);
    pen.panel(0.17, 0.62, w - 0.34, d - 0.8, Red);
    for x in [0.06, w - 0.22] {
        for y in [0.05, d - 0.21] {
            pen.panel(x, y, 0.16, 0.16, Ink);
        }
    }
    for i in 0..3 {
        let y = 0.2 + 0.13 * i as f32;
        pen.bold(&[(0.26, y), (w - 0.26, y)]);
    }
    pen.line(&[(0.17, d - 0.18), (w - 0.17, 0.62)]);
}

pub(super) fn bedroll(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.2, 0.3, w - 0.4, d - 0.45, Cloth);
    pen.block(0.14, 0.14, w - 0.28, 0.28, Earth);
    pen.line(&[(0.3, 0.14), (0.3, 0.42)]);
    pen.line(&[(w - 0.3, 0.14), (w - 0.3, 0.42)]);
    for i in 0..3 {
        let y = 0.75 + 0.3 * i as f32;
        pen.fine(&[(0.28, y), (w - 0.28, y)]);
    }
}

pub(super) fn straw_pallet(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let rim: Vec<(f32, f32)> = (0..22)
        .map(|i| {
            let t = i as f32 / 22.0;
            let (x, y) = match (t * 4.0) as u32 {
                0 => (t * 4.0, 0.0),
                1 => (1.0, t * 4.0 - 1.0),
                2 => (3.0 - t * 4.0, 1.0),
                _ => (0.0, 4.0 - t * 4.0),
            };
            let inset = if i % 2 == 0 { 0.12 } else { 0.2 };
            (inset + x * (w - 2.0 * inset), inset + y * (d - 2.0 * inset))
        })
        .collect();
    pen.poly(&rim, Gold);
    for i in 0..9 {
        let (x, y) = (0.24 + 0.5 * pen.noise(i) * (w - 0.4), 0.3 + (d - 0.6) * i as f32 / 9.0);
        let lean = 0.1 * pen.jitter(20 + i);
        pen.line(&[(x, y), (x + 0.2, y + lean)]);
    }
}

pub(super) fn hammock(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let m = w / 2.0;
    pen.bold(&[(m, 0.03), (m, 0.4)]);
    pen.bold(&[(m, d - 0.03), (m, d - 0.4)]);
    pen.blob(
        &[
            (m, 0.3),
            (m + 0.3, d * 0.4),
            (m + 0.3, d * 0.6),
            (m, d - 0.3),
            (m - 0.3, d * 0.6),
            (m - 0.3, d * 0.4),
        ],
        Cloth,
    );
    for x in [-0.12, 0.0, 0.12] {
        pen.fine(&[(m + x * 0.4, 0.45), (m + x, d / 2.0), (m + x * 0.4, d - 0.45)]);
    }
    pen.dot(m, 0.06, 0.06, Ink);
    pen.dot(m, d - 0.06, 0.06, Ink);
}

pub(super) fn chair(pen: &mut Pen<'_>) {
    pen.block(0.27, 0.3, 0.46, 0.46, Wood);
    pen.patch(0.22, 0.2, 0.56, 0.13, Ink);
}

pub(super) fn armchair(pen: &mut Pen<'_>) {
    pen.block(0.12, 0.12, 0.76, 0.72, Red);
    pen.panel(0.3, 0.34, 0.4, 0.5, Cloth);
    pen.line(&[(0.3, 0.12), (0.3, 0.34)]);
    pen.line(&[(0.7, 0.12), (0.7, 0.34)]);
}

pub(super) fn stool(pen: &mut Pen<'_>) {
    for (x, y) in [(0.3, 0.3), (0.7, 0.3), (0.5, 0.74)] {
        pen.dot(x, y, 0.06, Ink);
    }
    pen.disc(0.5, 0.5, 0.22, Wood);
    pen.ring(0.5, 0.5, 0.09, Wood);
}

pub(super) fn bench(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.block(0.08, 0.34, w - 0.16, 0.32, Wood);
    pen.fine(&[(0.2, 0.47), (w - 0.25, 0.47)]);
    pen.fine(&[(0.3, 0.56), (w - 0.15, 0.56)]);
    pen.bold(&[(0.3, 0.34), (0.3, 0.66)]);
    pen.bold(&[(w - 0.3, 0.34), (w - 0.3, 0.66)]);
}

pub(super) fn pew(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.block(0.08, 0.36, w - 0.16, 0.42, Wood);
    pen.block(0.08, 0.2, w - 0.16, 0.16, Earth);
    pen.fine(&[(0.2, 0.58), (w - 0.2, 0.58)]);
    for x in [0.08, w - 0.2] {
        pen.panel(x, 0.2, 0.12, 0.58, Earth);
    }
}

pub(super) fn throne(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.08, 0.06, w - 0.16, 0.24, Gold);
    pen.block(0.12, 0.28, w - 0.24, d - 0.38, Stone);
    pen.panel(0.3, 0.34, w - 0.6, d - 0.5, Red);
    pen.line(&[(0.3, 0.3), (0.3, d - 0.1)]);
    pen.line(&[(w - 0.3, 0.3), (w - 0.3, d - 0.1)]);
    pen.star(w / 2.0, 0.18, 0.13, 5, 0.42, Ink);
}
