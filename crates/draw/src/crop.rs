//! Paths without what lies above or below a band of rows.
//!
//! A coast may wind through the whole picture, and stroking it anew for every band costs as many times as
//! there are bands. Complexity: the segments of the path, without any of the work of drawing them.

use tiny_skia::{Path, PathBuilder, PathSegment, Point};

/// What becomes of a part that is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// A straight line, which lies outside as well: a fill stays as it was inside.
    Bridged,
    /// Nothing: the line ends outside and starts again there.
    Open,
}

/// The part of a path that may show between two heights; `None` if nothing does.
pub(crate) fn cropped(path: &Path, top: f32, bottom: f32, gap: Gap) -> Option<Path> {
    let bounds = path.bounds();
    if bounds.top() >= top && bounds.bottom() <= bottom {
        return Some(path.clone());
    }
    let mut crop = Crop {
        builder: PathBuilder::with_capacity(path.len() / 4, path.len() / 2),
        gap,
        rows: (top, bottom),
        start: Point::zero(),
        at: Point::zero(),
        is_apart: true,
        is_whole: true,
        has_contour: false,
        lacks_join: false,
    };
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => crop.begin(p),
            PathSegment::LineTo(p) => crop.step(&[p], |builder| builder.line_to(p.x, p.y)),
            PathSegment::QuadTo(a, p) => crop.step(&[a, p], |builder| builder.quad_to(a.x, a.y, p.x, p.y)),
            PathSegment::CubicTo(a, b, p) => {
                crop.step(&[a, b, p], |builder| builder.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y));
            }
            PathSegment::Close => crop.close(),
        }
    }
    crop.begin(Point::zero());
    if crop.lacks_join {
        return Some(path.clone());
    }
    crop.builder.finish()
}

/// A path that is being cropped.
struct Crop {
    builder: PathBuilder,
    gap: Gap,
    rows: (f32, f32),
    /// Where the contour began.
    start: Point,
    /// Where the path is.
    at: Point,
    /// Is that not where the cropped one is?
    is_apart: bool,
    /// Is all of the contour so far in the cropped path?
    is_whole: bool,
    /// Is any of it?
    has_contour: bool,
    /// Does a line that was cut open start within the band? There its ends would not be joined.
    lacks_join: bool,
}

impl Crop {
    fn begin(&mut self, p: Point) {
        if self.gap == Gap::Bridged {
            // A fill closes every contour.
            self.close();
        }
        (self.start, self.at) = (p, p);
        (self.is_apart, self.is_whole, self.has_contour) = (true, true, false);
    }

    /// May a segment from here through these points show?
    fn shows(&self, points: &[Point]) -> bool {
        let all = || points.iter().chain([&self.at]);
        all().any(|p| p.y >= self.rows.0) && all().any(|p| p.y <= self.rows.1)
    }

    fn step(&mut self, points: &[Point], add: impl FnOnce(&mut PathBuilder)) {
        if self.shows(points) {
            self.catch_up();
            add(&mut self.builder);
        } else {
            self.is_apart = true;
            self.is_whole = false;
        }
        self.at = points.last().copied().unwrap_or(self.at);
    }

    fn close(&mut self) {
        if self.is_whole && !self.is_apart {
            self.builder.close();
        } else {
            let start = self.start;
            let is_inside = start.y >= self.rows.0 && start.y <= self.rows.1;
            self.lacks_join |= self.gap == Gap::Open && is_inside;
            if self.at != start {
                self.step(&[start], |builder| builder.line_to(start.x, start.y));
            }
        }
        self.at = self.start;
        self.is_apart = true;
    }

    /// Goes to where the path is.
    fn catch_up(&mut self) {
        if !std::mem::take(&mut self.is_apart) {
            return;
        }
        // The first part that shows of a contour begins where it is, whatever the gap before it.
        let begun = self.gap == Gap::Bridged && self.has_contour;
        if begun {
            self.builder.line_to(self.at.x, self.at.y);
        } else {
            self.builder.move_to(self.at.x, self.at.y);
            self.has_contour = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::{FillRule, Paint, Pixmap, Stroke, Transform};

    /// A closed line that winds up and down over a picture of 60x90, and a small circle.
    fn winding() -> Path {
        let mut builder = PathBuilder::new();
        builder.move_to(3.0, 40.0);
        for i in 0..12 {
            let (x, y) = (4.0 + 4.5 * i as f32, if i % 2 == 0 { -8.0 } else { 96.0 });
            builder.cubic_to(x, y * 0.3, x + 3.0, y * 0.7, x + 1.0, y);
            builder.line_to(x + 3.0, y * 0.9);
        }
        builder.quad_to(58.0, 50.0, 30.0, 47.0);
        builder.close();
        builder.push_circle(40.0, 20.0, 9.0);
        builder.finish().unwrap()
    }

    /// A band of a picture, of a path or of what is left of it.
    fn band(path: &Path, top: u32, stroke: Option<f32>, crop: bool) -> Vec<u8> {
        let mut pixels = Pixmap::new(60, 15).unwrap();
        let (transform, paint) = (Transform::from_translate(0.0, -(top as f32)), Paint::default());
        // As far as a mitre reaches.
        let reach = 2.0 * stroke.unwrap_or(0.0) + 1.0;
        let gap = if stroke.is_some() { Gap::Open } else { Gap::Bridged };
        let shown = cropped(path, top as f32 - reach, top as f32 + 15.0 + reach, gap);
        let shown = if crop { shown } else { Some(path.clone()) };
        match (shown, stroke) {
            (None, _) => {}
            (Some(path), None) => pixels.fill_path(&path, &paint, FillRule::Winding, transform, None),
            (Some(path), Some(width)) => {
                let stroke = Stroke { width, ..Stroke::default() };
                pixels.stroke_path(&path, &paint, &stroke, transform, None);
            }
        }
        pixels.take()
    }

    #[test]
    fn a_band_looks_as_if_the_whole_path_were_drawn() {
        let path = winding();
        for stroke in [None, Some(0.8), Some(4.0)] {
            for top in (0..90).step_by(15) {
                let (whole, crop) = (band(&path, top, stroke, false), band(&path, top, stroke, true));
                let worst = whole.iter().zip(&crop).map(|(a, b)| a.abs_diff(*b)).max();
                assert!(worst <= Some(1), "{stroke:?} at {top}: {worst:?}");
                assert!(whole.iter().any(|v| *v != 0), "{stroke:?} at {top} is empty");
            }
        }
        let shorter = cropped(&path, 60.0, 70.0, Gap::Open).unwrap();
        assert!(shorter.len() < path.len());
        assert!(cropped(&path, 200.0, 210.0, Gap::Bridged).is_none());
    }
}
