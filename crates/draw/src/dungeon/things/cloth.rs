//! Cloth and tools.

use super::{At, Pen};
use crate::dungeon::style::Material::*;

pub(super) fn rug(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    pen.panel(0.12, 0.1, w - 0.24, d - 0.2, Red);
    let (x, y) = (w / 2.0, d / 2.0);
    let inner = [(0.24, 0.22), (w - 0.24, 0.22), (w - 0.24, d - 0.22), (0.24, d - 0.22), (0.24, 0.22)];
    pen.stroke(&inner, 0.035, Gold);
    let (rx, ry) = ((w / 2.0 - 0.5).min(0.7), (d / 2.0 - 0.28).max(0.1));
    pen.stroke(&[(x, y - ry), (x + rx, y), (x, y + ry), (x - rx, y), (x, y - ry)], 0.035, Gold);
    let n = (d * 8.0) as u32;
    for i in 0..n {
        let y = 0.12 + (d - 0.24) * (i as f32 + 0.5) / n as f32;
        pen.fine(&[(0.12, y), (0.04, y)]);
        pen.fine(&[(w - 0.12, y), (w - 0.04, y)]);
    }
}

pub(super) fn curtain(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let n = (w * 6.0) as u32;
    let points: Vec<At> = (0..=n)
        .map(|i| (0.08 + (w - 0.16) * i as f32 / n as f32, d / 2.0 + if i % 2 == 0 { 0.1 } else { -0.1 }))
        .collect();
    pen.rod(&points, 0.09, Red);
    for x in [0.06, w - 0.06] {
        pen.dot(x, d / 2.0, 0.075, Ink);
    }
}

pub(super) fn tapestry(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.block(0.08, 0.04, w - 0.16, 0.2, Cloth);
    for (x, material) in [(w * 0.3, Red), (w * 0.5, Gold), (w * 0.7, Red)] {
        pen.facet(&[(x - 0.14, 0.14), (x, 0.06), (x + 0.14, 0.14), (x, 0.22)], material);
    }
    for x in [0.08, w - 0.08] {
        pen.dot(x, 0.14, 0.07, Ink);
    }
    for i in 0..(w * 6.0) as u32 {
        let x = 0.16 + (w - 0.32) * i as f32 / (w * 6.0 - 1.0);
        pen.fine(&[(x, 0.26), (x, 0.36)]);
    }
}

pub(super) fn banner(pen: &mut Pen<'_>) {
    pen.bold(&[(0.14, 0.06), (0.86, 0.06)]);
    pen.poly(&[(0.24, 0.08), (0.76, 0.08), (0.76, 0.68), (0.5, 0.52), (0.24, 0.68)], Red);
    pen.star(0.5, 0.3, 0.15, 4, 0.4, Gold);
}

pub(super) fn tent(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let (x, y) = (w / 2.0, d / 2.0);
    pen.block(0.1, 0.1, w - 0.2, d - 0.2, Cloth);
    pen.facet(&[(0.1, 0.1), (w - 0.1, 0.1), (x, y)], Pale);
    pen.facet(&[(0.1, 0.1), (0.1, d - 0.1), (x, y)], Pale);
    for (cx, cy) in [(0.1, 0.1), (w - 0.1, 0.1), (0.1, d - 0.1), (w - 0.1, d - 0.1)] {
        pen.bold(&[(cx, cy), (x, y)]);
    }
    pen.facet(&[(x - 0.2, d - 0.1), (x, d - 0.5), (x + 0.2, d - 0.1)], Dark);
}

pub(super) fn linen_rail(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.rod(&[(0.06, 0.2), (w - 0.06, 0.2)], 0.05, Wood);
    let n = (w * 1.5) as u32;
    for i in 0..n {
        let wide = (w - 0.3) / n as f32;
        let x = 0.15 + wide * i as f32;
        pen.block(x + 0.05, 0.16, wide - 0.1, 0.44 + 0.2 * pen.noise(i), Pale);
        pen.line(&[(x + wide * 0.4, 0.26), (x + wide * 0.4, 0.5)]);
    }
}

pub(super) fn hooks(pen: &mut Pen<'_>) {
    pen.block(0.06, 0.03, 0.88, 0.14, Wood);
    for x in [0.22, 0.5, 0.78] {
        pen.stroke(&[(x, 0.12), (x, 0.48)], 0.055, Ink);
        pen.wave(&[(x, 0.46), (x + 0.04, 0.6), (x + 0.13, 0.58), (x + 0.15, 0.46)], 0.055, Ink);
    }
}

pub(super) fn tools(pen: &mut Pen<'_>) {
    pen.rod(&[(0.16, 0.9), (0.74, 0.24)], 0.07, Wood);
    pen.poly(&[(0.5, 0.1), (0.78, 0.12), (0.92, 0.36), (0.74, 0.28)], Iron);
    pen.rod(&[(0.84, 0.9), (0.36, 0.34)], 0.07, Wood);
    pen.poly(&[(0.12, 0.22), (0.3, 0.08), (0.46, 0.28), (0.28, 0.42)], Iron);
}

pub(super) fn paintings(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.block(0.06, 0.03, w - 0.12, 0.16, Stone);
    let n = (w * 2.0) as u32;
    for i in 0..n {
        let x = (i as f32 + 0.5) * w / n as f32;
        let material = [Red, Azure, Gold, Plant][i as usize % 4];
        pen.facet(&[(x - 0.16, 0.06), (x + 0.16, 0.06), (x + 0.16, 0.16), (x - 0.16, 0.16)], material);
        pen.ring(x, 0.36, 0.08, material);
        pen.line(&[(x, 0.44), (x, 0.62)]);
        pen.line(&[(x - 0.1, 0.72), (x, 0.62), (x + 0.1, 0.72)]);
        pen.line(&[(x - 0.12, 0.5), (x + 0.12, 0.5)]);
    }
}
