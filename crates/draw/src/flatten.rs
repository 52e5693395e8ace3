//! Curves as short straight lines, for strokes.
//!
//! Stroking a curve exactly means finding the two curves beside it, which is most of the work of a coast. Lines
//! as short as a pixel can tell from the curve are stroked in a fraction of the time.

use tiny_skia::{Path, PathSegment, Point};

/// How far a line may lie from its curve, in pixels.
const TOLERANCE: f32 = 0.08;
/// A polyline.
pub(crate) struct Line {
    /// No two neighbours are the same; a closed line does not come back to its first point.
    pub(crate) points: Vec<Point>,
    pub(crate) is_closed: bool,
}

/// The path as lines that lie within a fraction of a pixel; `scale` is the pixels of a unit. `None` if the path
/// has no curves.
pub(crate) fn flattened(path: &Path, scale: f32) -> Option<Vec<Line>> {
    if !path.segments().any(|s| matches!(s, PathSegment::QuadTo(..) | PathSegment::CubicTo(..))) {
        return None;
    }
    let mut pen = Pen { lines: Vec::new(), line: Line { points: Vec::new(), is_closed: false } };
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => pen.begin(p),
            PathSegment::LineTo(p) => pen.line(p),
            PathSegment::QuadTo(a, p) => {
                let from = pen.at();
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
    pen.begin(Point::zero());
    Some(pen.lines)
}

struct Pen {
    lines: Vec<Line>,
    line: Line,
}

impl Pen {
    fn at(&self) -> Point {
        self.line.points.last().copied().unwrap_or_default()
    }

    fn begin(&mut self, p: Point) {
        let line = std::mem::replace(&mut self.line, Line { points: vec![p], is_closed: false });
        if line.points.len() > 1 {
            self.lines.push(line);
        }
    }

    fn line(&mut self, p: Point) {
        if self.line.points.last() != Some(&p) {
            self.line.points.push(p);
        }
    }

    fn curve(&mut self, a: Point, b: Point, end: Point, scale: f32) {
        let from = self.at();
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
        let Some(&start) = self.line.points.first() else { return };
        if self.line.points.len() > 2 && self.at() == start {
            self.line.points.pop();
        }
        self.line.is_closed = true;
        self.begin(start);
    }
}
