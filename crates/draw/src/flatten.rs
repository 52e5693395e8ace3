//! Curves as short straight lines, for strokes.
//!
//! Stroking a curve exactly means finding the two curves beside it, which is most of the work of a coast. Lines
//! as short as a pixel can tell from the curve are stroked in a fraction of the time.

use tiny_skia::{Path, PathBuilder, PathSegment, Point};

/// How far a line may lie from its curve, in pixels.
const TOLERANCE: f32 = 0.08;
/// The cosine of the sharpest turn that counts as part of a curve.
const SMOOTH: f32 = 0.94;

/// A path of straight lines only.
pub(crate) struct Flat {
    pub(crate) path: Path,
    /// Has it no corners but those between two lines of a curve? Then no join needs to be rounded.
    pub(crate) is_smooth: bool,
}

/// The path as lines that lie within a fraction of a pixel; `scale` is the pixels of a unit. `None` if the path
/// has no curves.
pub(crate) fn flattened(path: &Path, scale: f32) -> Option<Flat> {
    if !path.segments().any(|s| matches!(s, PathSegment::QuadTo(..) | PathSegment::CubicTo(..))) {
        return None;
    }
    let mut pen = Pen {
        builder: PathBuilder::with_capacity(4 * path.len(), 4 * path.len()),
        start: Point::zero(),
        at: Point::zero(),
        first: None,
        before: None,
        is_smooth: true,
    };
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => pen.begin(p),
            PathSegment::LineTo(p) => pen.line(p),
            PathSegment::QuadTo(a, p) => {
                let from = pen.at;
                // The same curve as a cubic.
                let third = |end: Point| {
                    Point::from_xy(end.x + (a.x - end.x) * 2.0 / 3.0, end.y + (a.y - end.y) * 2.0 / 3.0)
                };
                pen.curve(third(from), third(p), p, scale);
            }
            PathSegment::CubicTo(a, b, p) => pen.curve(a, b, p, scale),
            PathSegment::Close => pen.close(),
        }
    }
    let is_smooth = pen.is_smooth;
    pen.builder.finish().map(|path| Flat { path, is_smooth })
}

struct Pen {
    builder: PathBuilder,
    start: Point,
    at: Point,
    /// The first step of the contour.
    first: Option<Point>,
    /// The step before this one.
    before: Option<Point>,
    is_smooth: bool,
}

impl Pen {
    fn begin(&mut self, p: Point) {
        self.builder.move_to(p.x, p.y);
        (self.start, self.at) = (p, p);
        (self.first, self.before) = (None, None);
    }

    fn line(&mut self, p: Point) {
        let step = p - self.at;
        self.builder.line_to(p.x, p.y);
        self.at = p;
        if step.x == 0.0 && step.y == 0.0 {
            return;
        }
        self.turn(self.before, step);
        self.first = self.first.or(Some(step));
        self.before = Some(step);
    }

    fn curve(&mut self, a: Point, b: Point, end: Point, scale: f32) {
        let from = self.at;
        // Wang's formula: as many equal parts as keep the lines within the tolerance.
        let bend = |p: Point, q: Point, r: Point| (p + r - q - q).length();
        let bent = bend(from, a, b).max(bend(a, b, end)) * scale;
        let parts = (0.75 * bent / TOLERANCE).sqrt().ceil().clamp(1.0, 64.0);
        for part in 1..parts as u32 {
            let t = part as f32 / parts;
            let u = 1.0 - t;
            let weights = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
            let mix = |f: fn(Point) -> f32| {
                weights[0] * f(from) + weights[1] * f(a) + weights[2] * f(b) + weights[3] * f(end)
            };
            self.line(Point::from_xy(mix(|p| p.x), mix(|p| p.y)));
        }
        self.line(end);
    }

    fn close(&mut self) {
        if self.at != self.start {
            self.line(self.start);
        }
        if let Some(first) = self.first {
            self.turn(self.before, first);
        }
        self.builder.close();
        (self.first, self.before) = (None, None);
        self.at = self.start;
    }

    fn turn(&mut self, before: Option<Point>, step: Point) {
        if let Some(before) = before {
            let lengths = before.length() * step.length();
            self.is_smooth &= before.x * step.x + before.y * step.y >= SMOOTH * lengths;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::{LineJoin, Paint, Pixmap, Stroke, Transform};

    fn drawn(path: &Path, stroke: &Stroke) -> Vec<u8> {
        let mut pixels = Pixmap::new(80, 80).unwrap();
        let paint = Paint { anti_alias: true, ..Paint::default() };
        pixels.stroke_path(path, &paint, stroke, Transform::from_scale(2.0, 2.0), None);
        pixels.take()
    }

    fn wave(corner: bool) -> Path {
        let mut builder = PathBuilder::new();
        builder.move_to(5.0, 20.0);
        builder.cubic_to(10.0, 5.0, 15.0, 5.0, 20.0, 20.0);
        if corner {
            builder.line_to(20.0, 8.0);
        } else {
            builder.cubic_to(25.0, 35.0, 30.0, 35.0, 35.0, 20.0);
        }
        builder.finish().unwrap()
    }

    #[test]
    fn lines_look_like_their_curve() {
        for width in [0.4, 1.5, 6.0] {
            for corner in [false, true] {
                let round = Stroke { width, line_join: LineJoin::Round, ..Stroke::default() };
                let flat = flattened(&wave(corner), 2.0).unwrap();
                assert_eq!(flat.is_smooth, !corner);
                let join = if flat.is_smooth { LineJoin::Miter } else { LineJoin::Round };
                let lines = drawn(&flat.path, &Stroke { line_join: join, ..round.clone() });
                let curve = drawn(&wave(corner), &round);
                let ink: u32 = curve.iter().map(|v| u32::from(*v)).sum();
                let off: u32 = curve.iter().zip(&lines).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
                // A pixel has four rows of samples, so a hair's breadth may change a quarter of one or two.
                let worst = curve.iter().zip(&lines).map(|(a, b)| a.abs_diff(*b)).max();
                assert!(
                    ink > 0 && off * 12 < ink && worst <= Some(128),
                    "{width} {corner}: {off} of {ink}, {worst:?}"
                );
            }
        }
    }

    #[test]
    fn straight_paths_stay_as_they_are() {
        let mut builder = PathBuilder::new();
        builder.move_to(1.0, 1.0);
        builder.line_to(9.0, 4.0);
        assert!(flattened(&builder.finish().unwrap(), 4.0).is_none());
    }
}
