//! The pen that symbols are drawn with: strokes in the footprint of a thing, in materials.

use mapkiln_core::{Direction, Point};

use crate::dungeon::style::{Look, Material};
use crate::noise::{jitter, noise};
use crate::scene::{Frame, Layer, Path, Stroke, Vec2};

/// The outline of a thing, in cells.
const OUTLINE: f32 = 0.045;
/// Lines inside of the outline.
const DETAIL: f32 = 0.026;
/// The finest lines.
const FINE: f32 = 0.018;
/// How far a shadow falls to the lower right.
const SHADOW: f32 = 0.06;
const SHADOW_OPACITY: f32 = 0.16;

/// A map of the plane that keeps parallels: columns of a 2 x 3 matrix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Affine {
    pub(crate) x: Vec2,
    pub(crate) y: Vec2,
    pub(crate) origin: Vec2,
}

impl Affine {
    pub(crate) fn apply(self, p: Vec2) -> Vec2 {
        self.origin + self.x * p.x + self.y * p.y
    }

    /// First `inner`, then this one.
    pub(crate) fn after(self, inner: Affine) -> Affine {
        let turn = |v: Vec2| self.x * v.x + self.y * v.y;
        Affine { x: turn(inner.x), y: turn(inner.y), origin: self.apply(inner.origin) }
    }

    /// From a thing's own coordinates (its front towards y) to cells.
    pub(crate) fn placing(at: Point, size: [u8; 2], facing: Direction) -> Affine {
        let (width, height) = (f32::from(size[0]), f32::from(size[1]));
        let (x, y, corner) = match facing {
            Direction::South => ((1.0, 0.0), (0.0, 1.0), (0.0, 0.0)),
            Direction::North => ((-1.0, 0.0), (0.0, -1.0), (width, height)),
            Direction::East => ((0.0, -1.0), (1.0, 0.0), (0.0, height)),
            Direction::West => ((0.0, 1.0), (-1.0, 0.0), (width, 0.0)),
        };
        let vec = |(x, y): (f32, f32)| Vec2::new(x, y);
        Affine { x: vec(x), y: vec(y), origin: Vec2::from(at) + vec(corner) }
    }
}

/// Draws one thing.
pub(crate) struct Pen<'a> {
    layer: &'a mut Layer,
    look: &'a Look,
    place: Affine,
    /// The thing's width across its front, in cells.
    pub(crate) w: f32,
    /// Its depth from back to front, in cells.
    pub(crate) d: f32,
    cell: Point,
    shadows: bool,
}

/// A place in the footprint.
pub(crate) type At = (f32, f32);

impl<'a> Pen<'a> {
    pub(crate) fn new(
        layer: &'a mut Layer,
        look: &'a Look,
        place: Affine,
        size: [f32; 2],
        cell: Point,
        shadows: bool,
    ) -> Self {
        Pen { layer, look, place, w: size[0], d: size[1], cell, shadows }
    }

    /// The same pen on a part of the footprint, turned clockwise by an angle in degrees around the
    /// part's middle.
    pub(crate) fn part(
        &mut self,
        x: f32,
        y: f32,
        w: f32,
        d: f32,
        degrees: f32,
        draw: impl FnOnce(&mut Pen<'_>),
    ) {
        let (sin, cos) = libm::sincosf(degrees.to_radians());
        let (mx, my) = (w / 2.0, d / 2.0);
        let inner = Affine {
            x: Vec2::new(cos, sin),
            y: Vec2::new(-sin, cos),
            origin: Vec2::new(x + mx - cos * mx + sin * my, y + my - sin * mx - cos * my),
        };
        let place = self.place.after(inner);
        let (cell, shadows) = (self.cell, self.shadows);
        draw(&mut Pen { layer: self.layer, look: self.look, place, w, d, cell, shadows });
    }

    /// A number from 0 to 1 that depends on the place of the thing alone.
    pub(crate) fn noise(&self, number: u32) -> f32 {
        noise(self.cell.x, self.cell.y, 300 + number)
    }

    /// A number from -1 to 1 that depends on the place of the thing alone.
    pub(crate) fn jitter(&self, number: u32) -> f32 {
        jitter(self.cell.x, self.cell.y, 300 + number)
    }

    fn put(&mut self, path: Path, fill: Option<Material>, line: f32, shadow: bool) {
        let path = path.map(|p| self.place.apply(p));
        if shadow && self.shadows {
            let shade = self.look.ink.faded(SHADOW_OPACITY);
            self.layer.fill(path.map(|p| p + Vec2::new(SHADOW, SHADOW)), shade);
        }
        let stroke = (line > 0.0).then(|| Stroke::new(self.look.ink, line).round());
        self.layer.shape(path, fill.map(|m| self.look.of(m)), stroke);
    }

    /// A board with an outline and a shadow.
    pub(crate) fn block(&mut self, x: f32, y: f32, w: f32, d: f32, material: Material) {
        self.put(Path::rounded_rect(Frame::new(x, y, w, d), 0.04), Some(material), OUTLINE, true);
    }

    /// A board on top of something.
    pub(crate) fn panel(&mut self, x: f32, y: f32, w: f32, d: f32, material: Material) {
        self.put(Path::rounded_rect(Frame::new(x, y, w, d), 0.04), Some(material), DETAIL, false);
    }

    /// A rectangle of lines only.
    pub(crate) fn frame(&mut self, x: f32, y: f32, w: f32, d: f32) {
        self.put(Path::rect(Frame::new(x, y, w, d)), None, DETAIL, false);
    }

    /// A rectangle without lines.
    pub(crate) fn patch(&mut self, x: f32, y: f32, w: f32, d: f32, material: Material) {
        self.put(Path::rect(Frame::new(x, y, w, d)), Some(material), 0.0, false);
    }

    /// A round thing with an outline and a shadow.
    pub(crate) fn disc(&mut self, x: f32, y: f32, r: f32, material: Material) {
        self.put(Path::circle(Vec2::new(x, y), r), Some(material), OUTLINE, true);
    }

    /// A round part on top of something.
    pub(crate) fn ring(&mut self, x: f32, y: f32, r: f32, material: Material) {
        self.put(Path::circle(Vec2::new(x, y), r), Some(material), DETAIL, false);
    }

    /// An oval with an outline and a shadow.
    pub(crate) fn oval(&mut self, x: f32, y: f32, rx: f32, ry: f32, material: Material) {
        self.put(Path::ellipse(Vec2::new(x, y), rx, ry), Some(material), OUTLINE, true);
    }

    /// A circle of lines only, dashed if asked for.
    pub(crate) fn circle(
        &mut self,
        x: f32,
        y: f32,
        r: f32,
        width: f32,
        material: Material,
        dash: Option<f32>,
    ) {
        let path = Path::circle(Vec2::new(x, y), r).map(|p| self.place.apply(p));
        let stroke = Stroke::new(self.look.of(material), width).round();
        self.layer.stroke(path, dash.map_or(stroke, |d| stroke.dashed(d, d)));
    }

    /// A round spot without lines.
    pub(crate) fn dot(&mut self, x: f32, y: f32, r: f32, material: Material) {
        self.put(Path::circle(Vec2::new(x, y), r), Some(material), 0.0, false);
    }

    /// A corner-to-corner shape with an outline and a shadow.
    pub(crate) fn poly(&mut self, corners: &[At], material: Material) {
        self.put(polygon(corners), Some(material), OUTLINE, true);
    }

    /// A corner-to-corner part on top of something.
    pub(crate) fn facet(&mut self, corners: &[At], material: Material) {
        self.put(polygon(corners), Some(material), DETAIL, false);
    }

    /// A smooth shape through points, with an outline and a shadow.
    pub(crate) fn blob(&mut self, points: &[At], material: Material) {
        self.put(closed_curve(points), Some(material), OUTLINE, true);
    }

    /// A smooth shape on the ground: its edge is its own colour, darker.
    pub(crate) fn pool(&mut self, points: &[At], material: Material, opacity: f32) {
        let path = closed_curve(points).map(|p| self.place.apply(p));
        let color = self.look.of(material);
        let edge = color.mixed(self.look.ink, 0.4).faded(opacity.max(0.7));
        self.layer.shape(path, Some(color.faded(opacity)), Some(Stroke::new(edge, 0.035).round()));
    }

    /// A line of the usual weight inside of a thing.
    pub(crate) fn line(&mut self, points: &[At]) {
        self.stroke(points, DETAIL, Material::Ink);
    }

    /// A fine line.
    pub(crate) fn fine(&mut self, points: &[At]) {
        self.stroke(points, FINE, Material::Ink);
    }

    /// A heavy line.
    pub(crate) fn bold(&mut self, points: &[At]) {
        self.stroke(points, OUTLINE, Material::Ink);
    }

    /// A line of any width and material.
    pub(crate) fn stroke(&mut self, points: &[At], width: f32, material: Material) {
        let path = Path::polyline(points.iter().map(|p| self.place.apply(Vec2::new(p.0, p.1))));
        self.layer.stroke(path, Stroke::new(self.look.of(material), width).round());
    }

    /// A smooth line of any width and material.
    pub(crate) fn wave(&mut self, points: &[At], width: f32, material: Material) {
        let path = open_curve(points).map(|p| self.place.apply(p));
        self.layer.stroke(path, Stroke::new(self.look.of(material), width).round());
    }

    /// A rod: a line of a material with ink on both sides.
    pub(crate) fn rod(&mut self, points: &[At], width: f32, material: Material) {
        self.wave(points, width + 2.0 * FINE + 0.01, Material::Ink);
        self.wave(points, width, material);
    }

    /// A star with its points outwards.
    pub(crate) fn star(&mut self, x: f32, y: f32, r: f32, points: u32, inner: f32, material: Material) {
        self.put(star(x, y, r, points, inner), Some(material), 0.0, false);
    }

    /// A fire; in looks of one colour a star of lines.
    pub(crate) fn flame(&mut self, x: f32, y: f32, r: f32) {
        if self.look.two_tone {
            self.put(star(x, y, r, 8, 0.5), Some(Material::Pale), DETAIL, false);
            self.dot(x, y, 0.25 * r, Material::Ink);
        } else {
            self.star(x, y, r, 8, 0.55, Material::Fire);
            self.star(x, y, 0.55 * r, 8, 0.6, Material::Heart);
        }
    }

    /// A soft round light behind something that glows.
    pub(crate) fn halo(&mut self, x: f32, y: f32, r: f32, material: Material) {
        if self.look.two_tone {
            return self.circle(x, y, r, FINE, Material::Ink, Some(0.07));
        }
        for (share, opacity) in [(1.0, 0.16), (0.72, 0.2)] {
            let path = Path::circle(Vec2::new(x, y), r * share).map(|p| self.place.apply(p));
            self.layer.fill(path, self.look.of(material).faded(opacity));
        }
    }

    /// A smooth outline around the whole footprint, with a hashed rim.
    pub(crate) fn rim(&self, inset: f32, uneven: f32) -> Vec<At> {
        let (rx, ry) = (self.w / 2.0 - inset, self.d / 2.0 - inset);
        let count = (8.0 + 4.0 * (self.w + self.d - 2.0)) as u32;
        (0..count)
            .map(|i| {
                let (sin, cos) = libm::sincosf(i as f32 * std::f32::consts::TAU / count as f32);
                // A rounded square rather than a circle: it fills its cells.
                let reach = 1.0 / (cos.abs().max(sin.abs()) * 0.6 + 0.4);
                let far = (1.0 - uneven * self.noise(70 + i)) * reach;
                (self.w / 2.0 + rx * cos * far, self.d / 2.0 + ry * sin * far)
            })
            .collect()
    }

    /// A stone of five to seven corners.
    pub(crate) fn stone(&mut self, x: f32, y: f32, r: f32, number: u32, material: Material) {
        let corners = 5 + (self.noise(number) * 3.0) as u32;
        let points: Vec<At> = (0..corners)
            .map(|i| {
                let (sin, cos) = libm::sincosf(
                    (i as f32 + self.noise(number + 9)) * std::f32::consts::TAU / corners as f32,
                );
                let far = r * (0.75 + 0.35 * self.noise(number + 20 + i));
                (x + cos * far, y + sin * far)
            })
            .collect();
        self.put(polygon(&points), Some(material), 0.034, true);
    }

    /// A bone from end to end.
    pub(crate) fn bone(&mut self, a: At, b: At, width: f32) {
        self.stroke(&[a, b], width + 0.05, Material::Ink);
        for (x, y) in [a, b] {
            self.dot(x, y, 0.75 * width + 0.026, Material::Ink);
        }
        self.stroke(&[a, b], width, Material::Pale);
        for (x, y) in [a, b] {
            self.dot(x, y, 0.75 * width, Material::Pale);
        }
    }

    /// A skull seen from above and in front.
    pub(crate) fn skull(&mut self, x: f32, y: f32, r: f32) {
        self.put(
            Path::rounded_rect(Frame::new(x - 0.55 * r, y + 0.3 * r, 1.1 * r, 0.85 * r), 0.2 * r),
            Some(Material::Pale),
            OUTLINE,
            true,
        );
        self.put(Path::circle(Vec2::new(x, y), r), Some(Material::Pale), OUTLINE, false);
        self.patch(x - 0.5 * r, y + 0.45 * r, r, 0.45 * r, Material::Pale);
        for side in [-1.0, 1.0] {
            self.dot(x + side * 0.4 * r, y + 0.1 * r, 0.27 * r, Material::Dark);
        }
        self.fine(&[(x, y + 0.75 * r), (x, y + 1.05 * r)]);
    }
}

fn polygon(corners: &[At]) -> Path {
    Path::polygon(corners.iter().map(|p| Vec2::new(p.0, p.1)))
}

pub(crate) fn star(x: f32, y: f32, r: f32, points: u32, inner: f32) -> Path {
    Path::polygon((0..2 * points).map(|i| {
        let (sin, cos) = libm::sincosf(std::f32::consts::PI * (i as f32 / points as f32 - 0.5));
        let far = if i % 2 == 0 { r } else { r * inner };
        Vec2::new(x + cos * far, y + sin * far)
    }))
}

/// A closed smooth curve through points (Catmull-Rom, as cubic curves).
pub(crate) fn closed_curve(points: &[At]) -> Path {
    let n = points.len();
    let mut path = Path::new();
    if n < 3 {
        return path;
    }
    let at = |i: usize| Vec2::new(points[i % n].0, points[i % n].1);
    path.move_to(at(0));
    for i in 0..n {
        let (before, from, to, after) = (at(i + n - 1), at(i), at(i + 1), at(i + 2));
        path.curve_to(from + (to - before) * (1.0 / 6.0), to - (after - from) * (1.0 / 6.0), to);
    }
    path.close();
    path
}

/// A smooth curve through points, open at its ends.
pub(crate) fn open_curve(points: &[At]) -> Path {
    let n = points.len();
    let mut path = Path::new();
    if n == 0 {
        return path;
    }
    let at = |i: usize| Vec2::new(points[i.min(n - 1)].0, points[i.min(n - 1)].1);
    path.move_to(at(0));
    for i in 0..n - 1 {
        let (before, from, to, after) = (at(i.saturating_sub(1)), at(i), at(i + 1), at(i + 2));
        path.curve_to(from + (to - before) * (1.0 / 6.0), to - (after - from) * (1.0 / 6.0), to);
    }
    path
}
