//! Paths without what lies above or below a band of rows.
//!
//! A coast may wind through the whole picture, and stroking it anew for every band costs as many times as
//! there are bands. Complexity: the segments of the path, without any of the work of drawing them.

use std::borrow::Cow;

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
pub(crate) fn cropped(path: &Path, top: f32, bottom: f32, gap: Gap) -> Option<Cow<'_, Path>> {
    let bounds = path.bounds();
    if bounds.top() >= top && bounds.bottom() <= bottom {
        return Some(Cow::Borrowed(path));
    }
    let mut builder = PathBuilder::with_capacity(path.len() / 4, path.len() / 2);
    let mut contour = Contour::default();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                contour.crop(&mut builder, (top, bottom), gap);
                contour.begin(p);
            }
            PathSegment::Close => contour.is_closed = true,
            segment => contour.pieces.push(segment),
        }
    }
    contour.crop(&mut builder, (top, bottom), gap);
    builder.finish().map(Cow::Owned)
}

/// A path in slices by where its contours begin, so that a band looks only at those that may reach into it:
/// the tufts of a whole country are one path.
pub(crate) struct Slices(Vec<Path>);

impl Slices {
    /// Cuts a path between contours, into slices about as high as this.
    pub(crate) fn new(path: Path, height: f32) -> Slices {
        let (top, total) = (path.bounds().top(), path.bounds().height());
        // What is not much higher than a slice gains nothing.
        if total <= 2.0 * height {
            return Slices(vec![path]);
        }
        let mut builders = vec![PathBuilder::new(); (total / height) as usize + 1];
        let mut contour = Contour::default();
        let mut take = |contour: &Contour| {
            let points = contour.pieces.iter().map(|piece| end(piece).y);
            let first = points.fold(contour.start.y, f32::min);
            let slice = ((first - top) / height).max(0.0) as usize;
            let builder = &mut builders[slice.min((total / height) as usize)];
            contour.add_whole(builder, contour.is_closed);
        };
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(p) => {
                    take(&contour);
                    contour.begin(p);
                }
                PathSegment::Close => contour.is_closed = true,
                segment => contour.pieces.push(segment),
            }
        }
        take(&contour);
        Slices(builders.into_iter().filter_map(PathBuilder::finish).collect())
    }

    /// The part of the path that may show between two heights; `None` if nothing does.
    pub(crate) fn cropped(&self, top: f32, bottom: f32, gap: Gap) -> Option<Cow<'_, Path>> {
        let reaches = |path: &&Path| path.bounds().top() <= bottom && path.bounds().bottom() >= top;
        let mut parts = self.0.iter().filter(reaches).filter_map(|path| cropped(path, top, bottom, gap));
        let first = parts.next()?;
        let Some(second) = parts.next() else { return Some(first) };
        let mut builder = PathBuilder::new();
        for part in [first, second].into_iter().chain(parts) {
            builder.push_path(&part);
        }
        builder.finish().map(Cow::Owned)
    }
}

/// One line of a path, from where the pen was put down.
#[derive(Default)]
struct Contour {
    start: Point,
    pieces: Vec<PathSegment>,
    is_closed: bool,
}

impl Contour {
    fn begin(&mut self, start: Point) {
        self.start = start;
        self.pieces.clear();
        self.is_closed = false;
    }

    fn add_whole(&self, builder: &mut PathBuilder, closed: bool) {
        if self.pieces.is_empty() {
            return;
        }
        builder.move_to(self.start.x, self.start.y);
        self.pieces.iter().for_each(|piece| add(builder, piece));
        if closed {
            builder.close();
        }
    }

    /// Adds what may show of the contour.
    fn crop(&mut self, builder: &mut PathBuilder, rows: (f32, f32), gap: Gap) {
        if self.pieces.is_empty() {
            return;
        }
        let mut at = self.start;
        let mut hidden = None;
        let mut shown = 0;
        for (index, piece) in self.pieces.iter().enumerate() {
            if shows(at, piece, rows) {
                shown += 1;
            } else {
                hidden = hidden.or(Some(index));
            }
            at = end(piece);
        }
        // A fill closes every contour.
        let closes = self.is_closed || gap == Gap::Bridged;
        let closing = PathSegment::LineTo(self.start);
        if shown == 0 && !(closes && shows(at, &closing, rows)) {
            return;
        }
        let Some(hidden) = hidden else {
            self.add_whole(builder, closes);
            return;
        };
        if closes && at != self.start {
            self.pieces.push(closing);
        }
        if closes {
            // Begun at a hidden piece, the contour needs no join where it begins and ends.
            at = if hidden == 0 { self.start } else { end(&self.pieces[hidden - 1]) };
            self.pieces.rotate_left(hidden);
        } else {
            at = self.start;
        }
        let (mut is_apart, mut has_begun) = (true, false);
        for piece in &self.pieces {
            if shows(at, piece, rows) {
                if is_apart && has_begun && gap == Gap::Bridged {
                    builder.line_to(at.x, at.y);
                } else if is_apart {
                    builder.move_to(at.x, at.y);
                }
                (is_apart, has_begun) = (false, true);
                add(builder, piece);
            } else {
                is_apart = true;
            }
            at = end(piece);
        }
        if gap == Gap::Bridged {
            builder.close();
        }
    }
}

/// May a piece that begins at `from` show?
fn shows(from: Point, piece: &PathSegment, (top, bottom): (f32, f32)) -> bool {
    let inside = |points: &[Point]| {
        let all = || points.iter().chain([&from]);
        all().any(|p| p.y >= top) && all().any(|p| p.y <= bottom)
    };
    match *piece {
        PathSegment::QuadTo(a, p) => inside(&[a, p]),
        PathSegment::CubicTo(a, b, p) => inside(&[a, b, p]),
        ref straight => inside(&[end(straight)]),
    }
}

/// Where a piece ends.
fn end(piece: &PathSegment) -> Point {
    match *piece {
        PathSegment::MoveTo(p)
        | PathSegment::LineTo(p)
        | PathSegment::QuadTo(_, p)
        | PathSegment::CubicTo(_, _, p) => p,
        PathSegment::Close => Point::zero(),
    }
}

fn add(builder: &mut PathBuilder, piece: &PathSegment) {
    match *piece {
        PathSegment::LineTo(p) => builder.line_to(p.x, p.y),
        PathSegment::QuadTo(a, p) => builder.quad_to(a.x, a.y, p.x, p.y),
        PathSegment::CubicTo(a, b, p) => builder.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
        PathSegment::MoveTo(_) | PathSegment::Close => {}
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
        let shown = if crop { shown } else { Some(Cow::Borrowed(path)) };
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

    #[test]
    fn slices_show_what_the_path_shows() {
        let mut builder = PathBuilder::new();
        builder.push_path(&winding());
        for i in 0..40 {
            builder.push_circle(3.0 + 1.4 * i as f32, 2.2 * i as f32, 4.0);
        }
        let path = builder.finish().unwrap();
        let slices = Slices::new(path.clone(), 15.0);
        assert!(slices.0.len() > 3);
        for top in (0..90).step_by(15) {
            let rows = (top as f32 - 1.0, top as f32 + 16.0);
            let part = slices.cropped(rows.0, rows.1, Gap::Bridged).unwrap();
            assert!(part.len() < path.len());
            let (whole, part) = (band(&path, top, None, false), band(&part, top, None, false));
            let worst = whole.iter().zip(&part).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(worst <= Some(1), "at {top}: {worst:?}");
        }
        assert!(slices.cropped(200.0, 210.0, Gap::Bridged).is_none());
    }
}
