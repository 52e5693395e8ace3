//! The faces below a curved border: shaded by where they look, with strata and a rim that hangs over.

use super::{Face, LIFT, Stuff, project};
use crate::art::tone::{light, shade};
use crate::noise::{noise, value_noise};
use crate::scene::{Color, Frame, Layer, Path, Segment, Stroke, Vec2};

/// Tones of faces from the lightest (towards the lower left) to the darkest.
const TONES: usize = 6;

/// A path as straight pieces: closed rings of points.
pub(super) fn rings(path: &Path) -> Vec<Vec<Vec2>> {
    let mut rings = Vec::new();
    for part in path.parts() {
        let mut ring: Vec<Vec2> = Vec::new();
        for segment in part {
            match *segment {
                Segment::Move(p) | Segment::Line(p) => ring.push(p),
                Segment::Curve(a, b, p) => {
                    let Some(&from) = ring.last() else { continue };
                    let length = (p - from).length();
                    let count = if length < 0.3 { 3 } else { 5 };
                    for i in 1..=count {
                        let t = i as f32 / count as f32;
                        let u = 1.0 - t;
                        ring.push(
                            from * (u * u * u)
                                + a * (3.0 * u * u * t)
                                + b * (3.0 * u * t * t)
                                + p * (t * t * t),
                        );
                    }
                }
                Segment::Close => {}
            }
        }
        ring.dedup();
        rings.push(ring);
    }
    rings
}

/// Twice the area inside of rings: positive if they turn clockwise as seen on the page.
pub(super) fn area(rings: &[Vec<Vec2>]) -> f32 {
    let cross = |a: Vec2, b: Vec2| a.x * b.y - a.y * b.x;
    rings.iter().map(|r| (0..r.len()).map(|i| cross(r[i], r[(i + 1) % r.len()])).sum::<f32>()).sum()
}

/// How dark a face is that looks along `n`: lightest to the lower left, darkest to the right.
pub(super) fn darkness(n: Vec2) -> f32 {
    0.18 + 0.24 * ((n.x - n.y + 1.0) / 2.0).clamp(0.0, 1.0)
}

/// The faces from a border at height `z` down by `drop` steps.
pub(super) fn faces(border: &Path, z: f32, drop: f32, stuff: Stuff, frame: Frame) -> Vec<Layer> {
    if drop <= 0.01 {
        return Vec::new();
    }
    let rings = rings(border);
    let hand = if area(&rings) >= 0.0 { 1.0 } else { -1.0 };
    let mut walls: Vec<Path> = vec![Path::new(); TONES];
    let mut rims: Vec<Path> = vec![Path::new(); TONES];
    let (mut dark, mut bright) = (Path::new(), Path::new());
    let inside = |p: Vec2| p.x >= frame.x && p.x <= frame.right() && p.y >= frame.y && p.y <= frame.bottom();
    let down = drop * LIFT;
    // The rim is uneven, the same for both pieces that meet in a point.
    let rim = |p: Vec2| {
        let depth = (0.11 + 0.07 * value_noise(p.x * 5.0, p.y * 5.0, 745)).max(0.04);
        Vec2::new(0.0, depth.min(0.8 * down))
    };
    for ring in &rings {
        for i in 0..ring.len() {
            let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
            let n = (b - a).unit().turned() * -hand;
            let middle = (a + b) * 0.5;
            if n.x + n.y <= 0.01 || !inside(middle) {
                continue;
            }
            let tone = (((n.x - n.y + 1.0) / 2.0).clamp(0.0, 0.999) * TONES as f32) as usize;
            let (pa, pb) = (project(a, z), project(b, z));
            let fall = Vec2::new(0.0, down);
            add_quad(&mut walls[tone], pa, pb, pb + fall, pa + fall);
            if stuff.kind == Face::Cliff {
                add_quad(&mut rims[tone], pa, pb, pb + rim(b), pa + rim(a));
            }
            if down > 0.2 {
                strata(
                    middle,
                    project(middle, z),
                    (pb - pa).unit(),
                    down,
                    stuff.kind,
                    &mut dark,
                    &mut bright,
                );
            }
        }
    }
    let mut layer = Layer { name: "cliffs".to_owned(), ..Layer::default() };
    let level = |i: usize| 0.18 + 0.24 * (i as f32 + 0.5) / TONES as f32;
    for (i, wall) in walls.into_iter().enumerate() {
        let color = shade(stuff.rock, level(i));
        layer.shape(wall, Some(color), Some(Stroke::new(color, 0.02)));
    }
    let middle = shade(stuff.rock, 0.3);
    layer.stroke(dark, Stroke::new(shade(middle, 0.24), 0.045).round());
    layer.stroke(bright, Stroke::new(light(middle, 0.16), 0.04).round());
    for (i, rim) in rims.into_iter().enumerate() {
        let color = shade(stuff.lip, 0.75 * level(i));
        layer.shape(rim, Some(color), Some(Stroke::new(color, 0.02)));
    }
    vec![layer]
}

/// Adds a quad; all turn the same way, so that those that overlap unite.
pub(super) fn add_quad(path: &mut Path, a: Vec2, b: Vec2, c: Vec2, d: Vec2) {
    let corners = [a, b, c, d];
    let turn: f32 = (0..4)
        .map(|i| {
            let (p, q) = (corners[i], corners[(i + 1) % 4]);
            p.x * q.y - p.y * q.x
        })
        .sum();
    let quad = if turn >= 0.0 { corners } else { [d, c, b, a] };
    path.extend(&Path::polygon(quad));
}

/// A dash here and there along a face: layers of earth, or joints of masonry.
fn strata(at: Vec2, top: Vec2, way: Vec2, down: f32, kind: Face, dark: &mut Path, bright: &mut Path) {
    let (x, y) = ((at.x * 7.0).floor() as i32, (at.y * 7.0).floor() as i32);
    let rows = (down / 0.22).ceil() as u32;
    for k in 0..rows {
        let mood = noise(x, y, 820 + k);
        if mood > 0.34 {
            continue;
        }
        let fall = 0.16 + 0.22 * k as f32 + 0.1 * noise(x, y, 840 + k);
        if fall > down - 0.04 {
            continue;
        }
        let from = top + Vec2::new(0.0, fall);
        let long = 0.08 + 0.16 * noise(x, y, 860 + k);
        let path = if mood < 0.09 && kind == Face::Cliff { &mut *bright } else { &mut *dark };
        path.move_to(from);
        path.line_to(from + way * long);
    }
}

/// The colour of a face of rock that looks along `n`.
pub(super) fn toned(color: Color, n: Vec2) -> Color {
    shade(color, darkness(n))
}
