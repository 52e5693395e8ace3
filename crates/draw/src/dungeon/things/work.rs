//! To work at.

use super::Pen;
use crate::dungeon::style::Material::*;

fn planks(pen: &mut Pen<'_>, x: f32, y: f32, w: f32, d: f32) {
    pen.block(x, y, w, d, Wood);
    let rows = (d / 0.22).round().max(2.0);
    for i in 1..rows as u32 {
        let at = y + d * i as f32 / rows;
        let inset = 0.08 + 0.14 * pen.noise(40 + i);
        pen.fine(&[(x + inset, at), (x + w - 0.3 + inset, at)]);
    }
}

pub(super) fn table(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    planks(pen, 0.1, 0.1, w - 0.2, d - 0.2);
}

pub(super) fn long_table(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    planks(pen, 0.08, 0.12, w - 0.16, d - 0.24);
    for x in [0.6, w - 0.6] {
        pen.line(&[(x - 0.05, 0.12), (x - 0.05, d - 0.12)]);
        pen.line(&[(x + 0.05, 0.12), (x + 0.05, d - 0.12)]);
    }
    pen.ring(w * 0.4, d * 0.38, 0.11, Stone);
    pen.ring(w * 0.62, d * 0.62, 0.08, Iron);
}

pub(super) fn round_table(pen: &mut Pen<'_>) {
    let (x, y) = (pen.w / 2.0, pen.d / 2.0);
    let r = x.min(y) - 0.09;
    pen.disc(x, y, r, Wood);
    for o in [-0.4, 0.05, 0.45] {
        let half = r * libm::sqrtf(1.0 - o * o) * 0.8;
        pen.fine(&[(x - half, y + o * r), (x + half, y + o * r)]);
    }
    pen.ring(x - 0.3 * r, y + 0.22 * r, 0.07, Iron);
}

pub(super) fn desk(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.1, 0.08, w - 0.2, d - 0.24, Wood);
    pen.panel(0.32, 0.2, 0.42, 0.48, Pale);
    for i in 0..4 {
        let y = 0.29 + 0.1 * i as f32;
        pen.fine(&[(0.39, y), (0.67, y)]);
    }
    pen.dot(w - 0.62, 0.36, 0.08, Ink);
    pen.bold(&[(w - 0.62, 0.34), (w - 0.36, 0.16)]);
    pen.ring(w - 0.36, 0.6, 0.09, Gold);
}

/// An open book, large, on a slanted desk.
pub(super) fn lectern(pen: &mut Pen<'_>) {
    pen.block(0.36, 0.1, 0.28, 0.8, Wood);
    pen.poly(&[(0.06, 0.28), (0.5, 0.36), (0.94, 0.28), (0.94, 0.7), (0.5, 0.78), (0.06, 0.7)], Pale);
    pen.bold(&[(0.5, 0.36), (0.5, 0.78)]);
    for i in 0..3 {
        let y = 0.43 + 0.09 * i as f32;
        pen.line(&[(0.16, y - 0.02), (0.4, y + 0.02)]);
        pen.line(&[(0.6, y + 0.02), (0.84, y - 0.02)]);
    }
}

pub(super) fn workbench(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    planks(pen, 0.1, 0.1, w - 0.2, d - 0.28);
    pen.panel(w - 0.42, d - 0.4, 0.26, 0.3, Iron);
    pen.line(&[(w - 0.29, d - 0.4), (w - 0.29, d - 0.1)]);
    pen.facet(&[(0.3, 0.3), (1.0, 0.26), (1.0, 0.44), (0.3, 0.36)], Iron);
    pen.panel(0.98, 0.24, 0.2, 0.22, Earth);
}

pub(super) fn alchemy_bench(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.1, 0.08, w - 0.2, d - 0.24, Stone);
    for (x, y, r, material) in [(0.36, 0.4, 0.15, Water), (0.76, 0.34, 0.11, Red), (1.06, 0.52, 0.13, Plant)]
    {
        pen.ring(x, y, r, material);
        pen.ring(x - 0.3 * r, y - 0.3 * r, 0.3 * r, Pale);
    }
    pen.ring(w - 0.42, 0.4, 0.16, Pale);
    pen.rod(&[(w - 0.42, 0.28), (w - 0.2, 0.24), (w - 0.2, 0.62)], 0.05, Pale);
}

pub(super) fn map_table(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.1, 0.1, w - 0.2, d - 0.2, Wood);
    pen.panel(0.28, 0.28, w - 0.56, d - 0.56, Pale);
    pen.wave(
        &[
            (0.34, d * 0.62),
            (w * 0.32, d * 0.48),
            (w * 0.48, d * 0.58),
            (w * 0.6, d * 0.36),
            (w - 0.34, d * 0.3),
        ],
        0.04,
        Ink,
    );
    pen.wave(&[(w * 0.55, d * 0.72), (w * 0.66, d * 0.66), (w * 0.78, d * 0.74)], 0.026, Ink);
    for (x, y) in [(w * 0.4, d * 0.36), (w * 0.7, d * 0.52)] {
        pen.ring(x, y, 0.07, Red);
    }
}

pub(super) fn counter(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.block(0.06, 0.2, w - 0.12, 0.6, Wood);
    pen.bold(&[(0.06, 0.68), (w - 0.06, 0.68)]);
    for (x, y) in [(0.5, 0.4), (w * 0.45, 0.46), (w * 0.52, 0.36), (w - 0.6, 0.42)] {
        pen.ring(x, y, 0.09, Gold);
        pen.dot(x, y, 0.05, Pale);
    }
}

pub(super) fn loom(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.panel(0.2, 0.16, w - 0.4, d - 0.32, Pale);
    pen.patch(0.2, d * 0.5, w - 0.4, d * 0.32, Cloth);
    for i in 0..10 {
        let x = 0.26 + (w - 0.52) * i as f32 / 9.0;
        pen.line(&[(x, 0.16), (x, d - 0.16)]);
    }
    for y in [0.08, d - 0.22] {
        pen.block(0.08, y, w - 0.16, 0.14, Wood);
    }
}

pub(super) fn grindstone(pen: &mut Pen<'_>) {
    pen.block(0.1, 0.28, 0.8, 0.1, Wood);
    pen.block(0.1, 0.62, 0.8, 0.1, Wood);
    pen.disc(0.5, 0.5, 0.3, Stone);
    pen.ring(0.5, 0.5, 0.17, Stone);
    pen.ring(0.5, 0.5, 0.06, Iron);
    pen.bold(&[(0.5, 0.5), (0.5, 0.92), (0.62, 0.92)]);
}

pub(super) fn printing_press(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.block(0.08, 0.16, w - 0.16, d - 0.32, Wood);
    pen.panel(0.2, 0.26, 0.62, d - 0.52, Pale);
    for i in 0..4 {
        let y = 0.34 + 0.1 * i as f32;
        pen.fine(&[(0.28, y), (0.74, y)]);
    }
    pen.panel(w - 1.02, 0.08, 0.84, d - 0.16, Earth);
    pen.ring(w - 0.6, d / 2.0, 0.24, Iron);
    pen.ring(w - 0.6, d / 2.0, 0.1, Ink);
    pen.rod(&[(w - 0.6, d / 2.0), (w - 0.16, 0.14)], 0.06, Iron);
}

pub(super) fn scales(pen: &mut Pen<'_>) {
    pen.block(0.4, 0.36, 0.2, 0.28, Iron);
    pen.rod(&[(0.14, 0.5), (0.86, 0.5)], 0.05, Gold);
    for x in [0.2, 0.8] {
        pen.disc(x, 0.5, 0.17, Gold);
        pen.ring(x, 0.5, 0.1, Gold);
    }
    pen.star(0.5, 0.5, 0.1, 4, 0.4, Ink);
}
