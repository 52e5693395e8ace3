//! Lines and curves in map units.

use std::ops::{Add, Mul, Sub};

/// A place or a step in map units; x grows to the right, y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec2 {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl Vec2 {
    /// The place (`x`, `y`).
    pub const fn new(x: f32, y: f32) -> Self {
        Vec2 { x, y }
    }

    /// Its distance from the origin.
    pub fn length(self) -> f32 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// The step of length 1 in the same direction; zero stays zero.
    pub fn unit(self) -> Self {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }

    /// A quarter turn clockwise, as seen on the page.
    pub const fn turned(self) -> Self {
        Vec2::new(-self.y, self.x)
    }
}

impl Add for Vec2 {
    type Output = Vec2;
    fn add(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vec2 {
    type Output = Vec2;
    fn sub(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Vec2 {
    type Output = Vec2;
    fn mul(self, factor: f32) -> Vec2 {
        Vec2::new(self.x * factor, self.y * factor)
    }
}

impl From<mapkiln_core::Point> for Vec2 {
    fn from(p: mapkiln_core::Point) -> Self {
        Vec2::new(p.x as f32, p.y as f32)
    }
}

/// A rectangle in map units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    /// Left side.
    pub x: f32,
    /// Top side.
    pub y: f32,
    /// Width, not negative.
    pub width: f32,
    /// Height, not negative.
    pub height: f32,
}

impl Frame {
    /// The rectangle whose top left corner is (`x`, `y`).
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Frame { x, y, width, height }
    }

    /// The rectangle from one corner to the opposite one.
    pub fn between(a: Vec2, b: Vec2) -> Self {
        Frame::new(a.x.min(b.x), a.y.min(b.y), (a.x - b.x).abs(), (a.y - b.y).abs())
    }

    /// Right side.
    pub fn right(self) -> f32 {
        self.x + self.width
    }

    /// Bottom side.
    pub fn bottom(self) -> f32 {
        self.y + self.height
    }

    /// The middle.
    pub fn centre(self) -> Vec2 {
        Vec2::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// The same rectangle with `by` more on every side.
    pub fn grown(self, by: f32) -> Self {
        Frame::new(
            self.x - by,
            self.y - by,
            (self.width + 2.0 * by).max(0.0),
            (self.height + 2.0 * by).max(0.0),
        )
    }

    /// Do they share a point?
    pub fn touches(self, other: Frame) -> bool {
        self.x <= other.right()
            && other.x <= self.right()
            && self.y <= other.bottom()
            && other.y <= self.bottom()
    }

    /// Their intersection; empty if they do not touch.
    pub fn meet(self, other: Frame) -> Self {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (right, bottom) = (self.right().min(other.right()), self.bottom().min(other.bottom()));
        Frame::new(x, y, (right - x).max(0.0), (bottom - y).max(0.0))
    }

    /// The smallest rectangle that holds both.
    pub fn union(self, other: Frame) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Frame::new(x, y, self.right().max(other.right()) - x, self.bottom().max(other.bottom()) - y)
    }
}

/// One move of the pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Lift the pen and begin a new part here.
    Move(Vec2),
    /// A straight line to here.
    Line(Vec2),
    /// A cubic curve: two control points, then its end.
    Curve(Vec2, Vec2, Vec2),
    /// A straight line back to the last `Move`.
    Close,
}

impl Segment {
    /// The same move with every point changed.
    pub(crate) fn map(self, change: impl Fn(Vec2) -> Vec2) -> Segment {
        match self {
            Segment::Move(p) => Segment::Move(change(p)),
            Segment::Line(p) => Segment::Line(change(p)),
            Segment::Curve(a, b, p) => Segment::Curve(change(a), change(b), change(p)),
            Segment::Close => Segment::Close,
        }
    }
}

/// A line or an outline of one part or several.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    segments: Vec<Segment>,
}

/// How far a curve's control points lie along the tangent for a quarter of a circle.
const QUARTER: f32 = 0.552_284_8;

impl Path {
    /// A path with nothing in it.
    pub const fn new() -> Self {
        Path { segments: Vec::new() }
    }

    /// A straight line.
    pub fn line(from: Vec2, to: Vec2) -> Self {
        let mut path = Path::new();
        path.move_to(from);
        path.line_to(to);
        path
    }

    /// Straight lines through all the points.
    pub fn polyline(points: impl IntoIterator<Item = Vec2>) -> Self {
        let mut path = Path::new();
        path.add_polyline(points);
        path
    }

    /// A closed outline with straight sides.
    pub fn polygon(points: impl IntoIterator<Item = Vec2>) -> Self {
        let mut path = Path::polyline(points);
        path.close();
        path
    }

    /// A rectangle.
    pub fn rect(frame: Frame) -> Self {
        let mut path = Path::new();
        path.add_rect(frame);
        path
    }

    /// A rectangle with rounded corners.
    pub fn rounded_rect(frame: Frame, radius: f32) -> Self {
        let r = radius.min(frame.width / 2.0).min(frame.height / 2.0);
        let k = r * (1.0 - QUARTER);
        let (left, top, right, bottom) = (frame.x, frame.y, frame.right(), frame.bottom());
        let at = Vec2::new;
        let mut path = Path::new();
        path.move_to(at(left + r, top));
        path.line_to(at(right - r, top));
        path.curve_to(at(right - k, top), at(right, top + k), at(right, top + r));
        path.line_to(at(right, bottom - r));
        path.curve_to(at(right, bottom - k), at(right - k, bottom), at(right - r, bottom));
        path.line_to(at(left + r, bottom));
        path.curve_to(at(left + k, bottom), at(left, bottom - k), at(left, bottom - r));
        path.line_to(at(left, top + r));
        path.curve_to(at(left, top + k), at(left + k, top), at(left + r, top));
        path.close();
        path
    }

    /// A circle.
    pub fn circle(centre: Vec2, radius: f32) -> Self {
        Path::ellipse(centre, radius, radius)
    }

    /// An ellipse along the axes.
    pub fn ellipse(centre: Vec2, rx: f32, ry: f32) -> Self {
        let (kx, ky) = (rx * QUARTER, ry * QUARTER);
        let at = |dx: f32, dy: f32| centre + Vec2::new(dx, dy);
        let mut path = Path::new();
        path.move_to(at(rx, 0.0));
        path.curve_to(at(rx, ky), at(kx, ry), at(0.0, ry));
        path.curve_to(at(-kx, ry), at(-rx, ky), at(-rx, 0.0));
        path.curve_to(at(-rx, -ky), at(-kx, -ry), at(0.0, -ry));
        path.curve_to(at(kx, -ry), at(rx, -ky), at(rx, 0.0));
        path.close();
        path
    }

    /// Lifts the pen and begins a new part.
    pub fn move_to(&mut self, to: Vec2) {
        self.segments.push(Segment::Move(to));
    }

    /// A straight line to a point.
    pub fn line_to(&mut self, to: Vec2) {
        self.segments.push(Segment::Line(to));
    }

    /// A cubic curve to a point.
    pub fn curve_to(&mut self, first: Vec2, second: Vec2, to: Vec2) {
        self.segments.push(Segment::Curve(first, second, to));
    }

    /// A quadratic curve to a point.
    pub fn quad_to(&mut self, control: Vec2, to: Vec2) {
        let from = self.pen().unwrap_or(control);
        let pull = |end: Vec2| end + (control - end) * (2.0 / 3.0);
        self.curve_to(pull(from), pull(to), to);
    }

    /// A line back to where this part began.
    pub fn close(&mut self) {
        if !self.segments.is_empty() {
            self.segments.push(Segment::Close);
        }
    }

    /// Adds a rectangle as a new part.
    pub fn add_rect(&mut self, frame: Frame) {
        self.move_to(Vec2::new(frame.x, frame.y));
        self.line_to(Vec2::new(frame.right(), frame.y));
        self.line_to(Vec2::new(frame.right(), frame.bottom()));
        self.line_to(Vec2::new(frame.x, frame.bottom()));
        self.close();
    }

    /// Adds straight lines through all the points as a new part.
    pub fn add_polyline(&mut self, points: impl IntoIterator<Item = Vec2>) {
        for (i, p) in points.into_iter().enumerate() {
            if i == 0 { self.move_to(p) } else { self.line_to(p) }
        }
    }

    /// Adds all parts of another path.
    pub fn extend(&mut self, other: &Path) {
        self.segments.extend_from_slice(&other.segments);
    }

    /// Where the pen is, if it has been anywhere.
    pub fn pen(&self) -> Option<Vec2> {
        match *self.segments.last()? {
            Segment::Move(p) | Segment::Line(p) | Segment::Curve(_, _, p) => Some(p),
            Segment::Close => self.segments.iter().rev().find_map(|s| match s {
                Segment::Move(p) => Some(*p),
                _ => None,
            }),
        }
    }

    /// Its moves in order.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Is there nothing in it?
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Its parts: each begins with a `Move`.
    pub fn parts(&self) -> impl Iterator<Item = &[Segment]> {
        let mut rest = &self.segments[..];
        std::iter::from_fn(move || {
            let tail = rest.get(1..)?;
            let end = tail.iter().position(|s| matches!(s, Segment::Move(_))).map_or(rest.len(), |i| i + 1);
            let part = &rest[..end];
            rest = &rest[end..];
            Some(part)
        })
    }

    /// The smallest rectangle around all its points (and control points); `None` if it has none.
    pub fn bounds(&self) -> Option<Frame> {
        bounds(&self.segments)
    }

    /// The same path with every point changed, such as an isometric projection.
    pub fn map(&self, change: impl Fn(Vec2) -> Vec2) -> Path {
        Path { segments: self.segments.iter().map(|s| s.map(&change)).collect() }
    }
}

/// The smallest rectangle around all points and control points.
pub(crate) fn bounds(segments: &[Segment]) -> Option<Frame> {
    let mut points = segments.iter().flat_map(|s| match *s {
        Segment::Move(p) | Segment::Line(p) => [Some(p), None, None],
        Segment::Curve(a, b, p) => [Some(a), Some(b), Some(p)],
        Segment::Close => [None; 3],
    });
    let first = points.next()??;
    let (low, high) = points.flatten().fold((first, first), |(low, high), p| {
        (Vec2::new(low.x.min(p.x), low.y.min(p.y)), Vec2::new(high.x.max(p.x), high.y.max(p.y)))
    });
    Some(Frame::between(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_every_shape() {
        let frame = Frame::new(1.0, 2.0, 3.0, 4.0);
        assert_eq!(Path::rect(frame).bounds(), Some(frame));
        assert_eq!(Path::rounded_rect(frame, 0.5).bounds(), Some(frame));
        assert_eq!(Path::circle(Vec2::new(1.0, 1.0), 1.0).bounds(), Some(Frame::new(0.0, 0.0, 2.0, 2.0)));
        assert_eq!(Path::new().bounds(), None);
    }

    #[test]
    fn the_pen_returns_to_the_start_of_its_part() {
        let mut path = Path::rect(Frame::new(5.0, 6.0, 1.0, 1.0));
        assert_eq!(path.pen(), Some(Vec2::new(5.0, 6.0)));
        path.line_to(Vec2::new(9.0, 9.0));
        assert_eq!(path.pen(), Some(Vec2::new(9.0, 9.0)));
        path.add_rect(Frame::new(0.0, 0.0, 1.0, 1.0));
        assert_eq!(path.parts().map(<[Segment]>::len).collect::<Vec<_>>(), [6, 5]);
    }
}
