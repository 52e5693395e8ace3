//! Town walls, towers and gates: built of stone, along any line on the ground.

use super::tone::{SHADE, light, shade};
use crate::scene::{Color, Item, Layer, Path, Stroke, Vec2};

const STONE: Color = Color::hex(0xb9b6ac);
const ROOF: Color = Color::hex(0xb4563d);
/// How high walls are, in steps.
const HIGH: f32 = 1.5;
const HALF: f32 = 0.2;

type Project = fn(Vec2, f32) -> Vec2;

/// A prism over a convex outline: the faces towards us, then its top.
fn prism(layer: &mut Layer, corners: &[Vec2], z0: f32, z1: f32, color: Color, project: Project) {
    let count = corners.len();
    let middle = corners.iter().fold(Vec2::default(), |sum, c| sum + *c) * (1.0 / count as f32);
    for i in 0..count {
        let (a, b) = (corners[i], corners[(i + 1) % count]);
        let mut n = (b - a).unit().turned();
        let out = (a + b) * 0.5 - middle;
        if n.x * out.x + n.y * out.y < 0.0 {
            n = n * -1.0;
        }
        if n.x + n.y > 0.01 {
            let dark = 0.18 + 0.24 * ((n.x - n.y + 1.0) / 2.0).clamp(0.0, 1.0);
            let face = shade(color, dark);
            let quad = [project(a, z1), project(b, z1), project(b, z0), project(a, z0)];
            layer.shape(Path::polygon(quad), Some(face), Some(Stroke::new(shade(face, 0.18), 0.02).round()));
            // Courses.
            let mut lines = Path::new();
            let mut z = z0 + 0.4;
            while z < z1 - 0.15 {
                lines.extend(&Path::line(project(a, z), project(b, z)));
                z += 0.4;
            }
            layer.stroke(lines, Stroke::new(shade(face, 0.16), 0.025));
        }
    }
    let top = Path::polygon(corners.iter().map(|c| project(*c, z1)));
    layer.shape(top, Some(light(color, 0.12)), Some(Stroke::new(shade(color, 0.3), 0.02).round()));
}

fn around(a: Vec2, b: Vec2, half: f32) -> [Vec2; 4] {
    let n = (b - a).unit().turned() * half;
    [a + n, b + n, b - n, a - n]
}

/// A piece of wall from `a` to `b`, with battlements.
pub(crate) fn wall(a: Vec2, b: Vec2, z: f32, project: Project) -> Vec<Item> {
    let mut layer = Layer::default();
    let shadow = around(a, b, HALF).map(|c| project(c + Vec2::new(0.34, 0.02), z));
    layer.fill(Path::polygon(shadow), SHADE.faded(0.2));
    prism(&mut layer, &around(a, b, HALF), z, z + HIGH, STONE, project);
    let n = (b - a).unit().turned();
    // The parapet further back first.
    let back = if n.x + n.y > 0.0 { -1.0 } else { 1.0 };
    let mut teeth: Vec<(f32, f32)> = Vec::new();
    for side in [back, -back] {
        teeth.extend((0..3).map(|k| (side, (k as f32 + 0.5) / 3.0)));
    }
    let way = b - a;
    let mut places: Vec<(f32, Vec2)> = teeth
        .into_iter()
        .map(|(side, t)| {
            let at = a + way * t + n * (side * (HALF - 0.05));
            (at.x + at.y, at)
        })
        .collect();
    places.sort_by(|p, q| p.0.total_cmp(&q.0));
    for (_, at) in places {
        let half = way.unit() * 0.09;
        prism(&mut layer, &around(at - half, at + half, 0.05), z + HIGH, z + HIGH + 0.34, STONE, project);
    }
    layer.items
}

/// A round tower with a pointed roof.
pub(crate) fn tower(at: Vec2, z: f32, project: Project) -> Vec<Item> {
    let mut layer = Layer::default();
    let (foot, top) = (project(at, z), project(at, z + 2.5));
    let r = 0.5;
    layer.fill(Path::ellipse(foot + Vec2::new(0.3, 0.02), 0.62, 0.3), SHADE.faded(0.26));
    drum(&mut layer, foot, top, r, STONE);
    let mut slits = Path::new();
    for (x, y) in [(-0.2, 0.5), (0.12, 0.75)] {
        slits.extend(&Path::line(top + Vec2::new(x, y), top + Vec2::new(x, y + 0.16)));
    }
    layer.stroke(slits, Stroke::new(SHADE, 0.06).round());
    // The roof: a cone in light and shade.
    let peak = top + Vec2::new(0.0, -0.85);
    let wide = r + 0.1;
    let cone = |from: f32, to: f32| {
        let rim = (0..=8).map(move |i| {
            let (sin, cos) = libm::sincosf(from + (to - from) * i as f32 / 8.0);
            top + Vec2::new(cos * wide, sin * wide / 2.0)
        });
        Path::polygon(std::iter::once(peak).chain(rim))
    };
    let pi = std::f32::consts::PI;
    layer.fill(cone(-0.1, pi + 0.1), ROOF);
    layer.fill(cone(-0.1, 0.42 * pi), shade(ROOF, 0.36));
    layer.fill(cone(0.78 * pi, pi + 0.1), light(ROOF, 0.18));
    layer.items
}

fn drum(layer: &mut Layer, foot: Vec2, top: Vec2, r: f32, color: Color) {
    let band = |from: f32, to: f32| {
        let at = move |centre: Vec2, i: i32| {
            let (sin, cos) = libm::sincosf((from + (to - from) * i as f32 / 6.0) * std::f32::consts::PI);
            centre + Vec2::new(cos * r, sin * r / 2.0)
        };
        let under = (0..=6).map(move |i| at(foot, i));
        let over = (0..=6).rev().map(move |i| at(top, i));
        Path::polygon(under.chain(over))
    };
    for (from, to, tone) in [(0.0, 0.38, 0.44), (0.34, 0.72, 0.24), (0.7, 1.0, 0.06)] {
        layer.fill(band(from, to), shade(color, tone));
    }
    layer.fill(Path::ellipse(top, r, r / 2.0), light(color, 0.1));
}

/// A gate house over a road that runs along x, or along y.
pub(crate) fn gate(at: Vec2, z: f32, along_x: bool, project: Project) -> Vec<Item> {
    let mut layer = Layer::default();
    let half = 0.42;
    let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
    let corners = corners.map(|(x, y)| at + Vec2::new(x, y));
    layer.fill(Path::polygon(corners.map(|c| project(c + Vec2::new(0.4, 0.0), z))), SHADE.faded(0.24));
    prism(&mut layer, &corners, z, z + 2.3, STONE, project);
    // The arch, on the side where the road comes towards us.
    let side = |t: f32, up: f32| {
        let p = if along_x { Vec2::new(half, -t) } else { Vec2::new(t, half) };
        project(at + p, z + up)
    };
    let mut arch = vec![side(-0.22, 0.0), side(-0.22, 0.9)];
    arch.extend((0..=6).map(|i| {
        let (sin, cos) = libm::sincosf(std::f32::consts::PI * (1.0 - i as f32 / 6.0));
        side(0.22 * cos, 0.9 + 0.42 * sin)
    }));
    arch.extend([side(0.22, 0.9), side(0.22, 0.0)]);
    layer.shape(
        Path::polygon(arch),
        Some(Color::hex(0x2b2733)),
        Some(Stroke::new(shade(STONE, 0.5), 0.05).round()),
    );
    for c in corners {
        let c = at + (c - at) * 0.84;
        prism(
            &mut layer,
            &[
                c + Vec2::new(-0.08, -0.08),
                c + Vec2::new(0.08, -0.08),
                c + Vec2::new(0.08, 0.08),
                c + Vec2::new(-0.08, 0.08),
            ],
            z + 2.3,
            z + 2.68,
            STONE,
            project,
        );
    }
    layer.items
}
