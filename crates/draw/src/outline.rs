//! The outline of a curved stroke, to be filled.
//!
//! A stroke is the union of a rectangle around each line and of its joins. Where lines bend less than the stroke
//! is wide, which on a coast is nearly everywhere, the outline is one point on each side of a joint; the general
//! way, with edges to the joint and back for each rectangle, has two and a half times as many edges to fill.

use tiny_skia::{Path, PathBuilder, Point};

use crate::flatten::{Line, flattened};
use crate::scene::{Cap, Join, Stroke};

/// How far an arc may lie from a circle, in pixels.
const TOLERANCE: f32 = 0.08;
/// The cosine of the sharpest turn that counts as part of a curve: there is nothing to be rounded.
const SMOOTH: f32 = 0.94;
/// How far a sharp corner may reach, in half widths.
const MITER: f32 = 4.0;

/// The outline of a stroke at `scale` pixels a unit. `None` if the path has no curves, or if the stroke is as
/// thin as a pixel.
pub(crate) fn outlined(path: &Path, stroke: &Stroke, scale: f32) -> Option<Path> {
    if stroke.width * scale <= 1.0 {
        return None;
    }
    let half = stroke.width / 2.0;
    // The angle whose chord is as far from the arc as is allowed.
    let step = 2.0 * libm::acosf(1.0 - (TOLERANCE / (half * scale)).min(1.0));
    let mut outline =
        Outline { half, step, join: stroke.join, cap: stroke.cap, left: Vec::new(), right: Vec::new() };
    let mut builder = PathBuilder::new();
    for line in flattened(path, scale)? {
        outline.trace(&line, &mut builder);
    }
    builder.finish()
}

struct Outline {
    half: f32,
    step: f32,
    join: Join,
    cap: Cap,
    left: Vec<Point>,
    right: Vec<Point>,
}

/// A line from one point to the next.
#[derive(Clone, Copy)]
struct Step {
    length: f32,
    /// Its direction turned to the left, as long as half the stroke is wide.
    normal: Point,
}

impl Outline {
    fn trace(&mut self, line: &Line, builder: &mut PathBuilder) {
        self.left.clear();
        self.right.clear();
        let points = &line.points;
        let count = if line.is_closed { points.len() } else { points.len() - 1 };
        let step = |i: usize| {
            let along = points[(i + 1) % points.len()] - points[i];
            let length = along.length();
            let by = self.half / length;
            Step { length, normal: Point::from_xy(-along.y * by, along.x * by) }
        };
        let steps: Vec<Step> = (0..count).map(step).collect();
        let (Some(&first), Some(&last)) = (steps.first(), steps.last()) else { return };
        if line.is_closed {
            self.joint(points[0], last, first);
        } else {
            self.cap(points[0], -first.normal);
        }
        for (i, pair) in steps.windows(2).enumerate() {
            self.joint(points[i + 1], pair[0], pair[1]);
        }
        if line.is_closed {
            contour(builder, self.left.iter());
            contour(builder, self.right.iter().rev());
        } else {
            // The cap at the end goes on from the left side to the right.
            let end = points[points.len() - 1];
            self.cap(end, last.normal);
            contour(builder, self.left.iter().chain(self.right.iter().rev()));
        }
    }

    /// The end of a line, added to the left side. A normal points to where the cap begins.
    fn cap(&mut self, at: Point, normal: Point) {
        match self.cap {
            Cap::Butt => self.left.extend([at + normal, at - normal]),
            Cap::Square => {
                let out = Point::from_xy(normal.y, -normal.x);
                self.left.extend([at + normal + out, at - normal + out]);
            }
            Cap::Round => {
                self.left.push(at + normal);
                arc(&mut self.left, at, normal, -std::f32::consts::PI, self.step);
                self.left.push(at - normal);
            }
        }
    }

    fn joint(&mut self, at: Point, before: Step, after: Step) {
        let square = self.half * self.half;
        let (a, b) = (before.normal, after.normal);
        let cos = a.dot(b) / square;
        let sin = a.cross(b) / square;
        let is_smooth = cos >= SMOOTH;
        // Where the edges beside the lines meet.
        let corner = Point::from_xy((a.x + b.x) / (1.0 + cos), (a.y + b.y) / (1.0 + cos));
        // How far back that is along the inner edges, for half the turn; a line may have a joint at each end.
        let back = self.half * sin.abs() / (1.0 + cos);
        if is_smooth && 2.0 * back <= before.length.min(after.length) {
            self.left.push(at + corner);
            self.right.push(at - corner);
            return;
        }
        let (inner, outer, a, b, corner) = match sin > 0.0 {
            true => (&mut self.left, &mut self.right, a, b, corner),
            false => (&mut self.right, &mut self.left, -a, -b, -corner),
        };
        // On the inner side the rectangles overlap: over the joint, so that both are covered whole.
        inner.extend([at + a, at, at + b]);
        let is_sharp = self.join == Join::Miter && corner.length() <= MITER * self.half;
        if is_smooth || is_sharp {
            outer.push(at - corner);
            return;
        }
        outer.push(at - a);
        if self.join == Join::Round {
            arc(outer, at, -a, libm::atan2f(sin, cos), self.step);
        }
        outer.push(at - b);
    }
}

/// Points on a circle from one spoke on, without its ends.
fn arc(out: &mut Vec<Point>, at: Point, spoke: Point, turn: f32, step: f32) {
    let parts = (turn.abs() / step).ceil().clamp(1.0, 64.0);
    for part in 1..parts as u32 {
        let (sin, cos) = libm::sincosf(turn * part as f32 / parts);
        out.push(at + Point::from_xy(spoke.x * cos - spoke.y * sin, spoke.x * sin + spoke.y * cos));
    }
}

fn contour<'p>(builder: &mut PathBuilder, mut points: impl Iterator<Item = &'p Point>) {
    if let Some(first) = points.next() {
        builder.move_to(first.x, first.y);
        points.for_each(|p| builder.line_to(p.x, p.y));
        builder.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Color;
    use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Pixmap, Transform};

    /// A wave, with a corner or closed if wanted.
    fn wave(end: &str) -> Path {
        let mut builder = PathBuilder::new();
        builder.move_to(5.0, 20.0);
        builder.cubic_to(10.0, 5.0, 15.0, 5.0, 20.0, 20.0);
        match end {
            "corner" => builder.line_to(20.0, 8.0),
            "closed" => {
                builder.cubic_to(25.0, 35.0, 10.0, 35.0, 5.0, 20.0);
                builder.close();
            }
            _ => builder.cubic_to(25.0, 35.0, 30.0, 35.0, 35.0, 20.0),
        }
        builder.finish().unwrap()
    }

    /// Filled outlines look as the strokes of the rasterizer itself.
    #[test]
    fn outlines_look_like_their_stroke() {
        let paint = Paint { anti_alias: true, ..Paint::default() };
        let transform = Transform::from_scale(2.0, 2.0);
        for (cap, line_cap) in
            [(Cap::Butt, LineCap::Butt), (Cap::Round, LineCap::Round), (Cap::Square, LineCap::Square)]
        {
            for (join, line_join) in [
                (Join::Round, LineJoin::Round),
                (Join::Miter, LineJoin::Miter),
                (Join::Bevel, LineJoin::Bevel),
            ] {
                for (width, end) in [0.7, 1.5, 6.0, 13.0]
                    .into_iter()
                    .flat_map(|w| ["open", "corner", "closed"].map(|end| (w, end)))
                {
                    let stroke = Stroke { cap, join, ..Stroke::new(Color::hex(0), width) };
                    let (mut ours, mut theirs) = (Pixmap::new(90, 90).unwrap(), Pixmap::new(90, 90).unwrap());
                    let outline = outlined(&wave(end), &stroke, 2.0).unwrap();
                    ours.fill_path(&outline, &paint, FillRule::Winding, transform, None);
                    let stroke =
                        tiny_skia::Stroke { width, line_cap, line_join, ..tiny_skia::Stroke::default() };
                    theirs.stroke_path(&wave(end), &paint, &stroke, transform, None);
                    let ink: u32 = theirs.data().iter().map(|v| u32::from(*v)).sum();
                    let differences = || ours.data().iter().zip(theirs.data()).map(|(a, b)| a.abs_diff(*b));
                    let off: u32 = differences().map(u32::from).sum();
                    // A pixel has four rows of samples, so a hair's breadth may change a quarter of one or two.
                    let worst = differences().max();
                    assert!(
                        ink > 0 && off * 12 < ink && worst <= Some(128),
                        "{width} {end} {cap:?} {join:?}: {off} of {ink}, {worst:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn straight_and_thin_lines_are_left_to_the_rasterizer() {
        let mut builder = PathBuilder::new();
        builder.move_to(1.0, 1.0);
        builder.line_to(9.0, 4.0);
        let straight = builder.finish().unwrap();
        assert!(outlined(&straight, &Stroke::new(Color::hex(0), 2.0), 4.0).is_none());
        assert!(outlined(&wave("open"), &Stroke::new(Color::hex(0), 0.2), 4.0).is_none());
    }
}
