//! Volumes: boxes, drums, cones and flames, lit from the upper left.

use super::project;
use crate::dungeon::style::{Look, Material};
use crate::dungeon::things::Affine;
use crate::noise::noise;
use crate::scene::{Color, Layer, Path, Stroke, Vec2};

const SHADE: Color = Color::hex(0x16233f);
const LIGHT: Color = Color::hex(0xfff6d8);

/// A part of a volume, in the coordinates of its thing; heights in steps.
#[derive(Clone, Copy, Debug)]
pub(super) enum Solid {
    /// x, y, width, depth, from height, to height.
    Box(f32, f32, f32, f32, f32, f32, Material),
    /// x, y, radius, from height, to height.
    Drum(f32, f32, f32, f32, f32, Material),
    /// x, y, radius at its foot, from height, to height.
    Cone(f32, f32, f32, f32, f32, Material),
    /// x, y, height of its middle, radius.
    Ball(f32, f32, f32, f32, Material),
    /// x, y, height, size.
    Flame(f32, f32, f32, f32),
    /// The symbol from above, at this height.
    Top(f32),
    /// An upright sheet that faces the front: x, y, width, from height, to height.
    Sheet(f32, f32, f32, f32, f32, Material),
    /// A straight rod from a place and height to another.
    Rod([f32; 3], [f32; 3], f32, Material),
}

pub(super) fn lit(color: Color) -> Color {
    color.mixed(LIGHT, 0.10)
}

pub(super) fn left_face(color: Color) -> Color {
    color.mixed(SHADE, 0.18)
}

pub(super) fn right_face(color: Color) -> Color {
    color.mixed(SHADE, 0.42)
}

fn edge(color: Color) -> Stroke {
    Stroke::new(color.mixed(SHADE, 0.6), 0.03).round()
}

/// The corners of a rectangle on the ground, after turning: least and greatest x and y.
fn turned(place: Affine, x: f32, y: f32, w: f32, d: f32) -> (Vec2, Vec2) {
    let a = place.apply(Vec2::new(x, y));
    let b = place.apply(Vec2::new(x + w, y + d));
    (Vec2::new(a.x.min(b.x), a.y.min(b.y)), Vec2::new(a.x.max(b.x), a.y.max(b.y)))
}

/// A block on the ground with its visible faces.
pub(super) fn block(layer: &mut Layer, low: Vec2, high: Vec2, z0: f32, z1: f32, color: Color) {
    let at = |x: f32, y: f32, z: f32| project(Vec2::new(x, y), z);
    let line = edge(color);
    let left = [at(low.x, high.y, z1), at(high.x, high.y, z1), at(high.x, high.y, z0), at(low.x, high.y, z0)];
    let right =
        [at(high.x, high.y, z1), at(high.x, low.y, z1), at(high.x, low.y, z0), at(high.x, high.y, z0)];
    let top = [at(low.x, low.y, z1), at(high.x, low.y, z1), at(high.x, high.y, z1), at(low.x, high.y, z1)];
    layer.shape(Path::polygon(left), Some(left_face(color)), Some(line));
    layer.shape(Path::polygon(right), Some(right_face(color)), Some(line));
    layer.shape(Path::polygon(top), Some(lit(color)), Some(line));
}

/// Half the width of a round thing on the screen, per cell of its radius.
const WIDE: f32 = std::f32::consts::SQRT_2;

fn drum(layer: &mut Layer, middle: Vec2, r: f32, foot: f32, z0: f32, z1: f32, color: Color) {
    let (top, bottom) = (project(middle, z1), project(middle, z0));
    let at = |centre: Vec2, r: f32, angle: f32| {
        let (sin, cos) = libm::sincosf(angle);
        centre + Vec2::new(cos * WIDE * r, sin * WIDE * r / 2.0)
    };
    let band = |from: f32, to: f32| {
        let steps = 6;
        let angle = move |i: i32| from + (to - from) * i as f32 / steps as f32;
        let under = (0..=steps).map(move |i| at(bottom, foot, angle(i)));
        let over = (0..=steps).rev().map(move |i| at(top, r, angle(i)));
        Path::polygon(under.chain(over))
    };
    let pi = std::f32::consts::PI;
    let bands =
        [(0.0, 0.36, color.mixed(SHADE, 0.5)), (0.36, 0.7, color.mixed(SHADE, 0.2)), (0.7, 1.0, lit(color))];
    for (from, to, tone) in bands {
        layer.fill(band(from * pi, to * pi), tone);
    }
    layer.stroke(band(0.0, pi), edge(color));
    if r > 0.02 {
        let lid = Path::ellipse(top, WIDE * r, WIDE * r / 2.0);
        layer.shape(lid, Some(lit(color)), Some(edge(color)));
    }
}

pub(super) fn flame(layer: &mut Layer, at: Vec2, size: f32, look: &Look) {
    for (share, material) in [(1.0, Material::Fire), (0.58, Material::Heart)] {
        let s = size * share;
        let points = [(0.0, 0.0), (-0.34, -0.22), (-0.22, -0.6), (0.04, -1.15), (0.2, -0.62), (0.34, -0.24)];
        let points: Vec<(f32, f32)> = points.iter().map(|(x, y)| (at.x + x * s, at.y + y * s)).collect();
        layer.fill(crate::dungeon::things::closed_curve(&points), look.of(material));
    }
}

impl Solid {
    /// Lower parts first, then those further back.
    pub(super) fn depth(&self, place: Affine) -> (f32, f32) {
        let (x, y, z) = match *self {
            Solid::Box(x, y, w, d, z, ..) => (x + w / 2.0, y + d / 2.0, z),
            Solid::Drum(x, y, _, z, ..) | Solid::Cone(x, y, _, z, ..) => (x, y, z),
            Solid::Ball(x, y, z, r, _) => (x, y, z - r),
            Solid::Flame(x, y, z, _) => (x, y, z),
            Solid::Top(z) => return (z, 9999.0),
            Solid::Sheet(x, y, w, z, ..) => (x + w / 2.0, y + 0.01, z),
            Solid::Rod(a, ..) => (a[0], a[1], a[2]),
        };
        let at = place.apply(Vec2::new(x, y));
        (z, at.x + at.y)
    }

    /// Draws it. `top` draws the symbol from above at a height; `seen` says that the front faces us.
    pub(super) fn draw(
        &self,
        layer: &mut Layer,
        place: Affine,
        look: &Look,
        front: Front,
        top: &mut dyn FnMut(&mut Layer, f32),
    ) {
        match *self {
            Solid::Box(x, y, w, d, z0, z1, material) => {
                let (low, high) = turned(place, x, y, w, d);
                block(layer, low, high, z0, z1, look.of(material));
            }
            Solid::Drum(x, y, r, z0, z1, material) => {
                drum(layer, place.apply(Vec2::new(x, y)), r, r, z0, z1, look.of(material));
            }
            Solid::Cone(x, y, r, z0, z1, material) => {
                drum(layer, place.apply(Vec2::new(x, y)), 0.01, r, z0, z1, look.of(material));
            }
            Solid::Ball(x, y, z, r, material) => {
                let at = project(place.apply(Vec2::new(x, y)), z);
                let color = look.of(material);
                layer.shape(Path::circle(at, r), Some(left_face(color)), Some(edge(color)));
                layer.fill(Path::circle(at + Vec2::new(-0.25 * r, -0.25 * r), 0.6 * r), lit(color));
            }
            Solid::Flame(x, y, z, size) => {
                flame(layer, project(place.apply(Vec2::new(x, y)), z), size, look);
            }
            Solid::Top(z) => top(layer, z),
            Solid::Sheet(x, y, w, z0, z1, material) => {
                let (a, b) = (place.apply(Vec2::new(x, y)), place.apply(Vec2::new(x + w, y)));
                let color = match front {
                    Front::Left => left_face(look.of(material)),
                    Front::Right => right_face(look.of(material)),
                    Front::Away => return,
                };
                let sheet = [project(a, z1), project(b, z1), project(b, z0), project(a, z0)];
                layer.shape(Path::polygon(sheet), Some(color), Some(Stroke { width: 0.015, ..edge(color) }));
            }
            Solid::Rod(a, b, width, material) => {
                let end = |p: [f32; 3]| project(place.apply(Vec2::new(p[0], p[1])), p[2]);
                let line = Path::line(end(a), end(b));
                let color = look.of(material);
                layer.stroke(line.clone(), Stroke::new(color.mixed(SHADE, 0.6), width + 0.06).round());
                layer.stroke(line, Stroke::new(color, width).round());
            }
        }
    }
}

/// Where the front of a thing looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Front {
    /// South: the lower left of the picture.
    Left,
    /// East: the lower right.
    Right,
    /// Away from us.
    Away,
}

/// A whole number from a place, for what varies.
pub(super) fn pick(x: i32, y: i32, purpose: u32, count: usize) -> usize {
    (noise(x, y, purpose) * count as f32) as usize % count.max(1)
}
