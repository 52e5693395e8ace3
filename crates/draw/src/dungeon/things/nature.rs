//! Nature and decay.

use super::{At, Pen};
use crate::dungeon::style::Material::{self, *};

pub(super) fn rubble(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let count = (9.0 * w * d) as u32;
    for i in 0..count {
        let row = i % 3;
        let (x, y) = (
            0.15 + (w - 0.3) * pen.noise(5 * i),
            0.14 + (d - 0.28) * (row as f32 + pen.noise(5 * i + 1)) / 3.0,
        );
        let r = 0.06 + 0.1 * pen.noise(5 * i + 2);
        pen.stone(x, y, r, 100 + 40 * i, Stone);
    }
}

pub(super) fn boulder(pen: &mut Pen<'_>) {
    let rim: Vec<At> = (0..7)
        .map(|i| {
            let (sin, cos) = libm::sincosf((i as f32 + 0.3 * pen.jitter(i)) * std::f32::consts::TAU / 7.0);
            let far = 0.38 + 0.07 * pen.jitter(10 + i);
            (0.5 + cos * far * pen.w, 0.5 + sin * far * pen.d)
        })
        .collect();
    pen.poly(&rim, Stone);
    let peak = (0.42, 0.4);
    pen.facet(&[peak, rim[4], rim[5], rim[6]], Pale);
    for i in [1, 3] {
        pen.line(&[peak, rim[i]]);
    }
}

pub(super) fn stalagmite(pen: &mut Pen<'_>) {
    for i in 0..9 {
        let (sin, cos) = libm::sincosf(i as f32 * std::f32::consts::TAU / 9.0 + 0.2 * pen.jitter(i));
        let far = 0.36 + 0.08 * pen.noise(20 + i);
        pen.bold(&[(0.5 + cos * 0.17, 0.5 + sin * 0.17), (0.5 + cos * far, 0.5 + sin * far)]);
    }
    pen.disc(0.5, 0.5, 0.19, Stone);
    pen.dot(0.46, 0.46, 0.06, Ink);
}

/// A pillar that stands, for what is built into a level.
pub(crate) fn pillar(pen: &mut Pen<'_>) {
    pen.disc(0.5, 0.5, 0.38, Stone);
    pen.ring(0.5, 0.5, 0.28, Pale);
}

/// A hole with an inner bevel; the light comes from the upper left.
pub(crate) fn pit(pen: &mut Pen<'_>) {
    pen.panel(0.04, 0.04, 0.92, 0.92, Dark);
    pen.facet(&[(0.04, 0.04), (0.96, 0.04), (0.82, 0.19), (0.19, 0.19), (0.19, 0.82), (0.04, 0.96)], Stone);
    pen.line(&[(0.04, 0.04), (0.19, 0.19)]);
}

pub(super) fn fallen_pillar(pen: &mut Pen<'_>) {
    let w = pen.w;
    for i in 0..4 {
        let wide = (w - 0.3) / 4.0;
        let x = 0.1 + (wide + 0.03) * i as f32;
        let y = 0.5 + 0.07 * pen.jitter(i);
        pen.block(x, y - 0.27, wide - 0.04, 0.54, Stone);
        for o in [-0.09, 0.09] {
            pen.fine(&[(x + 0.04, y + o), (x + wide - 0.1, y + o)]);
        }
    }
    pen.stone(w - 0.14, 0.84, 0.1, 200, Stone);
}

pub(super) fn broken_beam(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.poly(
        &[
            (0.1, 0.36),
            (w * 0.46, 0.3),
            (w * 0.42, 0.4),
            (w * 0.5, 0.44),
            (w * 0.41, 0.5),
            (w * 0.47, 0.58),
            (0.1, 0.6),
            (0.2, 0.5),
        ],
        Wood,
    );
    pen.poly(
        &[
            (w * 0.54, 0.4),
            (w - 0.2, 0.52),
            (w - 0.08, 0.64),
            (w - 0.2, 0.78),
            (w * 0.5, 0.68),
            (w * 0.57, 0.6),
            (w * 0.5, 0.54),
            (w * 0.58, 0.48),
        ],
        Wood,
    );
    pen.fine(&[(0.3, 0.44), (w * 0.38, 0.4)]);
    pen.fine(&[(w * 0.6, 0.56), (w - 0.3, 0.66)]);
}

pub(super) fn roots(pen: &mut Pen<'_>) {
    for (i, (x, dx)) in [(0.14, 0.3), (0.5, -0.12), (0.86, -0.3)].into_iter().enumerate() {
        let long = [0.95, 0.8, 0.68][i];
        let points: Vec<At> = (0..5)
            .map(|k| {
                let t = k as f32 / 4.0;
                (x + dx * t + 0.07 * pen.jitter(5 * i as u32 + k as u32), long * t)
            })
            .collect();
        for k in 0..4 {
            pen.rod(&points[k..k + 2], 0.1 - 0.022 * k as f32, Earth);
        }
        let (x, y) = points[2];
        pen.rod(&[(x, y), (x + 0.14, y + 0.14)], 0.03, Earth);
    }
}

pub(super) fn vines(pen: &mut Pen<'_>) {
    let w = pen.w;
    let n = (w * 5.0) as u32;
    let points: Vec<At> =
        (0..=n).map(|i| (w * i as f32 / n as f32, 0.2 + if i % 2 == 0 { 0.09 } else { -0.07 })).collect();
    pen.wave(&points, 0.06, Ink);
    pen.wave(&points, 0.03, Plant);
    for (x, y) in points {
        for side in [-1.0, 1.0] {
            let (lx, ly) = (x + 0.05 * side, y + 0.11 * side);
            if ly > 0.05 && lx > 0.06 && lx < w - 0.06 {
                pen.facet(
                    &[(x, y), (lx + 0.07, ly), (x + 0.02 * side, ly + 0.13 * side), (lx - 0.07, ly)],
                    Plant,
                );
            }
        }
    }
    pen.wave(&[(w * 0.3, 0.3), (w * 0.34, 0.55), (w * 0.26, 0.8)], 0.035, Ink);
    pen.facet(&[(w * 0.26, 0.72), (w * 0.36, 0.8), (w * 0.26, 0.95), (w * 0.18, 0.82)], Plant);
}

pub(super) fn mushrooms(pen: &mut Pen<'_>) {
    for (x, y, r) in [(0.36, 0.4, 0.27), (0.7, 0.6, 0.2), (0.36, 0.78, 0.14)] {
        super::fire::dull_cap(pen, x, y, r);
    }
}

/// A quarter of spokes and sagging rings in the corner behind its left.
pub(super) fn web(pen: &mut Pen<'_>) {
    let r = pen.w.min(pen.d) * 0.97;
    let angles = [0.03, 0.4, 0.79, 1.17, 1.54];
    let at = |a: f32, r: f32| -> At {
        let (sin, cos) = libm::sincosf(a);
        (cos * r, sin * r)
    };
    for a in angles {
        pen.line(&[(0.0, 0.0), at(a, r)]);
    }
    for share in [0.28, 0.5, 0.72, 0.92] {
        for pair in angles.windows(2) {
            let sag = at((pair[0] + pair[1]) / 2.0, 0.86 * share * r);
            pen.wave(&[at(pair[0], share * r), sag, at(pair[1], share * r)], 0.024, Ink);
        }
    }
}

fn twigs(pen: &mut Pen<'_>, material: Material) {
    for i in 0..16 {
        let a = i as f32 * 0.393;
        let (sin, cos) = libm::sincosf(a);
        let (s2, c2) = libm::sincosf(a + 0.8 + 0.3 * pen.jitter(i));
        let (r1, r2) = (0.32 + 0.06 * pen.noise(i + 20), 0.34 + 0.06 * pen.noise(i + 40));
        pen.rod(&[(0.5 + cos * r1, 0.5 + sin * r1), (0.5 + c2 * r2, 0.5 + s2 * r2)], 0.04, material);
    }
}

pub(super) fn nest(pen: &mut Pen<'_>) {
    pen.ring(0.5, 0.5, 0.34, Dark);
    twigs(pen, Earth);
}

fn egg(pen: &mut Pen<'_>, x: f32, y: f32) {
    pen.oval(x, y, 0.11, 0.15, Pale);
    pen.dot(x + 0.03, y - 0.03, 0.025, Earth);
    pen.dot(x - 0.03, y + 0.05, 0.02, Earth);
}

pub(super) fn eggs(pen: &mut Pen<'_>) {
    for (x, y) in [(0.3, 0.3), (0.6, 0.26), (0.22, 0.62), (0.5, 0.56), (0.78, 0.54)] {
        egg(pen, x, y);
    }
    pen.oval(0.6, 0.82, 0.12, 0.13, Pale);
    pen.bold(&[(0.48, 0.8), (0.54, 0.86), (0.6, 0.78), (0.66, 0.86), (0.72, 0.8)]);
}

pub(super) fn cocoon(pen: &mut Pen<'_>) {
    for (a, b) in [
        ((0.5, 0.2), (0.1, 0.04)),
        ((0.5, 0.2), (0.9, 0.04)),
        ((0.5, 0.8), (0.1, 0.96)),
        ((0.5, 0.8), (0.9, 0.96)),
    ] {
        pen.line(&[a, b]);
    }
    pen.oval(0.5, 0.5, 0.24, 0.4, Pale);
    for i in 0..5 {
        let y = 0.22 + 0.14 * i as f32;
        pen.wave(&[(0.31, y), (0.5, y + 0.09), (0.69, y - 0.02)], 0.024, Ink);
    }
}

pub(super) fn stump(pen: &mut Pen<'_>) {
    for (x, y) in [(0.1, 0.2), (0.92, 0.34), (0.3, 0.94), (0.78, 0.88)] {
        pen.rod(&[(0.5, 0.5), (x, y)], 0.1, Earth);
    }
    pen.disc(0.5, 0.5, 0.3, Wood);
    pen.ring(0.5, 0.5, 0.2, Wood);
    pen.ring(0.48, 0.5, 0.1, Wood);
    pen.line(&[(0.5, 0.5), (0.72, 0.66)]);
}

pub(super) fn tree(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let r = w.min(d) / 2.0;
    let rim: Vec<At> = (0..12)
        .map(|i| {
            let (sin, cos) = libm::sincosf(i as f32 * std::f32::consts::TAU / 12.0);
            let far = r * if i % 2 == 0 { 0.94 } else { 0.76 };
            (w / 2.0 + cos * far, d / 2.0 + sin * far)
        })
        .collect();
    pen.blob(&rim, Plant);
    for (x, y, s) in [(-0.3, -0.32, 0.34), (0.26, -0.2, 0.22), (-0.05, 0.3, 0.26)] {
        let arc: Vec<At> = (0..5)
            .map(|i| {
                let (sin, cos) = libm::sincosf(2.4 + i as f32 * 0.75);
                (w / 2.0 + (x + cos * s) * r, d / 2.0 + (y + sin * s) * r)
            })
            .collect();
        pen.wave(&arc, 0.03, Ink);
    }
    pen.dot(w / 2.0, d / 2.0, 0.1 * r, Earth);
}

pub(super) fn weeds(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    for i in 0..(4.0 * w * d) as u32 {
        let (x, y) = (0.2 + (w - 0.4) * pen.noise(3 * i), 0.36 + (d - 0.46) * pen.noise(3 * i + 1));
        for (dx, tall) in [(-0.12, 0.2), (-0.03, 0.28), (0.09, 0.22)] {
            pen.stroke(&[(x, y), (x + dx, y - tall)], 0.05, Ink);
            pen.stroke(&[(x, y), (x + dx, y - tall)], 0.022, Plant);
        }
    }
}

pub(super) fn moss(pen: &mut Pen<'_>) {
    let rim = pen.rim(0.12, 0.32);
    pen.pool(&rim, Plant, 0.75);
    let (w, d) = (pen.w, pen.d);
    for i in 0..(14.0 * w * d) as u32 {
        let (x, y) = (0.22 + (w - 0.44) * pen.noise(2 * i + 1), 0.22 + (d - 0.44) * pen.noise(2 * i + 2));
        pen.dot(x, y, 0.032, Ink);
    }
}

pub(super) fn puddle(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let rim = pen.rim(0.1, 0.35);
    pen.pool(&rim, Water, 1.0);
    let inner: Vec<At> =
        rim.iter().map(|p| (w / 2.0 + (p.0 - w / 2.0) * 0.62, d / 2.0 + (p.1 - d / 2.0) * 0.62)).collect();
    for part in inner.chunks(3) {
        pen.wave(part, 0.03, Ripple);
    }
}

pub(super) fn slime(pen: &mut Pen<'_>) {
    let rim = pen.rim(0.08, 0.5);
    pen.pool(&rim, Plant, 1.0);
    for i in 0..5 {
        let (x, y) =
            (0.28 + (pen.w - 0.56) * pen.noise(2 * i + 50), 0.28 + (pen.d - 0.56) * pen.noise(2 * i + 51));
        pen.ring(x, y, 0.05 + 0.05 * pen.noise(i + 60), Pale);
    }
}

pub(super) fn mud(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let rim = pen.rim(0.1, 0.3);
    pen.pool(&rim, Earth, 0.8);
    for i in 0..(4.0 * d) as u32 {
        let y = 0.24 + (d - 0.48) * i as f32 / (4.0 * d - 1.0);
        let x = 0.24 + 0.2 * pen.noise(i);
        pen.wave(&[(x, y), (x + 0.16, y - 0.04), (x + 0.32, y + 0.02), (w - 0.3, y - 0.02)], 0.03, Ink);
    }
}

pub(super) fn ice(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let corners: Vec<At> = pen.rim(0.08, 0.3).into_iter().step_by(2).collect();
    pen.facet(&corners, Azure);
    pen.line(&[(w * 0.3, d * 0.2), (w * 0.46, d * 0.48), (w * 0.4, d * 0.8)]);
    pen.line(&[(w * 0.46, d * 0.48), (w * 0.76, d * 0.4)]);
    pen.stroke(&[(w * 0.56, d * 0.7), (w * 0.72, d * 0.56)], 0.045, Pale);
    pen.stroke(&[(w * 0.64, d * 0.74), (w * 0.74, d * 0.66)], 0.045, Pale);
}

pub(super) fn lava(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    let rim = pen.rim(0.04, 0.15);
    pen.pool(&rim, Dark, 1.0);
    let cracks: [&[At]; 4] = [
        &[(0.1, 0.36), (0.34, 0.44), (0.5, 0.3), (0.74, 0.4), (0.92, 0.3)],
        &[(0.34, 0.44), (0.4, 0.7), (0.3, 0.92)],
        &[(0.5, 0.3), (0.46, 0.1)],
        &[(0.4, 0.7), (0.66, 0.66), (0.9, 0.74)],
    ];
    for (width, material) in [(0.13, Fire), (0.055, Heart)] {
        for crack in cracks {
            let points: Vec<At> = crack.iter().map(|p| (p.0 * w, p.1 * d)).collect();
            pen.stroke(&points, width, material);
        }
    }
}

pub(super) fn ore_vein(pen: &mut Pen<'_>) {
    let w = pen.w;
    pen.wave(&[(0.04, 0.14), (w * 0.3, 0.22), (w * 0.55, 0.1), (w - 0.04, 0.18)], 0.16, Ink);
    pen.wave(&[(0.04, 0.14), (w * 0.3, 0.22), (w * 0.55, 0.1), (w - 0.04, 0.18)], 0.1, Gold);
    for i in 0..5 {
        let x = 0.14 + (w - 0.28) * i as f32 / 4.0;
        let y = 0.3 + 0.14 * pen.noise(i);
        pen.facet(&[(x - 0.07, y), (x, y - 0.09), (x + 0.07, y), (x, y + 0.08)], Gold);
    }
}

pub(super) fn straw(pen: &mut Pen<'_>) {
    let (w, d) = (pen.w, pen.d);
    for i in 0..(16.0 * w * d) as u32 {
        let (x, y) = (0.2 + (w - 0.4) * pen.noise(4 * i), 0.2 + (d - 0.4) * pen.noise(4 * i + 1));
        let (sin, cos) = libm::sincosf(std::f32::consts::TAU * pen.noise(4 * i + 2));
        let (a, b) = ((x - 0.15 * cos, y - 0.15 * sin), (x + 0.15 * cos, y + 0.15 * sin));
        pen.stroke(&[a, b], 0.055, Ink);
        pen.stroke(&[a, b], 0.03, Gold);
    }
}

pub(super) fn midden(pen: &mut Pen<'_>) {
    pen.blob(
        &[(0.08, 0.64), (0.26, 0.36), (0.52, 0.22), (0.8, 0.4), (0.92, 0.7), (0.6, 0.88), (0.26, 0.86)],
        Earth,
    );
    pen.bone((0.26, 0.58), (0.5, 0.42), 0.05);
    pen.stone(0.66, 0.56, 0.09, 50, Stone);
    pen.ring(0.46, 0.7, 0.08, Iron);
    pen.bold(&[(0.7, 0.74), (0.82, 0.68)]);
    for (x, y) in [(0.3, 0.18), (0.74, 0.16), (0.88, 0.26)] {
        pen.dot(x, y, 0.03, Ink);
    }
}
