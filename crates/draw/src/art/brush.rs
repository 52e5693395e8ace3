//! A brush for small drawings in pixels of the usual size: 32 to a map unit, the foot at the origin, up
//! is -y.

use super::tone::INK;
use crate::dungeon::things::{At, closed_curve, open_curve};
use crate::scene::{Color, Item, Layer, Path, Stroke, Vec2};

/// Pixels per map unit at the usual size: a cell is two map units, 64 pixels, wide.
pub(crate) const PIXELS: f32 = 32.0;
/// Pixels per step of height.
pub(crate) const STEP: f32 = 16.0;

/// Draws in pixels onto a list of items in map units.
#[derive(Default)]
pub(crate) struct Brush {
    layer: Layer,
}

impl Brush {
    pub(crate) fn items(self) -> Vec<Item> {
        self.layer.items
    }

    /// Any path in pixels.
    pub(crate) fn put(&mut self, path: Path, fill: Option<Color>, line: Option<(Color, f32)>) {
        let path = path.map(|p| p * (1.0 / PIXELS));
        let stroke = line.map(|(color, width)| Stroke::new(color, width / PIXELS).round());
        self.layer.shape(path, fill, stroke);
    }

    pub(crate) fn polygon(&mut self, corners: &[At], color: Color) {
        self.put(polygon(corners), Some(color), None);
    }

    pub(crate) fn outlined(&mut self, corners: &[At], color: Color, width: f32) {
        self.put(polygon(corners), Some(color), Some((INK, width)));
    }

    pub(crate) fn outlined_with(&mut self, corners: &[At], color: Color, line: Color, width: f32) {
        self.put(polygon(corners), Some(color), Some((line, width)));
    }

    pub(crate) fn blob(&mut self, points: &[At], color: Color) {
        self.put(closed_curve(points), Some(color), None);
    }

    pub(crate) fn oval(&mut self, x: f32, y: f32, rx: f32, ry: f32, color: Color) {
        self.put(Path::ellipse(Vec2::new(x, y), rx, ry), Some(color), None);
    }

    pub(crate) fn line(&mut self, points: &[At], color: Color, width: f32) {
        let path = Path::polyline(points.iter().map(|p| Vec2::new(p.0, p.1)));
        self.put(path, None, Some((color, width)));
    }

    pub(crate) fn curve(&mut self, points: &[At], color: Color, width: f32) {
        self.put(open_curve(points), None, Some((color, width)));
    }
}

pub(crate) fn polygon(corners: &[At]) -> Path {
    Path::polygon(corners.iter().map(|p| Vec2::new(p.0, p.1)))
}

/// A place on the ground, in cells from the foot, and a height in steps, as pixels.
pub(crate) fn at(x: f32, y: f32, z: f32) -> At {
    ((x - y) * PIXELS, (x + y) * PIXELS / 2.0 - z * STEP)
}
