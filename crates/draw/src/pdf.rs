//! Scenes as pages of a PDF file.

use krilla::geom::{PathBuilder, Point, Size, Transform};
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke as PdfStroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};

use crate::error::Error;
use crate::font::{self, font};
use crate::scene::{
    Cap, Color, Frame, Image, Item, Join, Path, Scene, Segment, Shape, Stamps, Stroke, Text, Vec2, Weight,
    bounds,
};

/// Points an inch: the unit of pages.
pub const INCH: f32 = 72.0;

/// A part of a scene in its place on a page.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// What of it is shown, in map units.
    pub window: Frame,
    /// Where the window's top left corner lies on the page, in points.
    pub at: Vec2,
    /// Points a map unit.
    pub scale: f32,
}

impl<'a> Placed<'a> {
    /// The whole scene, as large as fits into a rectangle of the page, in the middle of it.
    pub fn fitted(scene: &'a Scene, into: Frame) -> Self {
        let frame = scene.frame;
        let scale = (into.width / frame.width).min(into.height / frame.height);
        let slack = Vec2::new(into.width - frame.width * scale, into.height - frame.height * scale);
        Placed { scene, window: frame, at: Vec2::new(into.x, into.y) + slack * 0.5, scale }
    }
}

/// A PDF file in the making: page after page.
pub struct Book {
    document: krilla::Document,
    fonts: [Font; 2],
}

impl Book {
    /// An empty book with a title.
    pub fn new(title: &str) -> Result<Book, Error> {
        let mut document = krilla::Document::new();
        let mut about = krilla::metadata::Metadata::new().creator("Mapkiln".to_owned());
        if !title.is_empty() {
            about = about.title(title.to_owned());
        }
        document.set_metadata(about);
        let load = |weight| {
            Font::new(font::data(weight).to_vec().into(), 0)
                .ok_or_else(|| Error::Pdf("the bundled font could not be read".to_owned()))
        };
        Ok(Book { document, fonts: [load(Weight::Regular)?, load(Weight::Bold)?] })
    }

    /// Adds a page of a size in points, with the scenes on it from the back to the front.
    pub fn page(&mut self, width: f32, height: f32, parts: &[Placed<'_>]) -> Result<(), Error> {
        let settings = PageSettings::from_wh(width, height)
            .ok_or_else(|| Error::Pdf(format!("a page cannot measure {width} x {height} points")))?;
        let mut page = self.document.start_page_with(settings);
        {
            let mut pen = Pen { surface: page.surface(), fonts: &self.fonts };
            for part in parts {
                pen.place(part);
            }
            pen.surface.finish();
        }
        page.finish();
        Ok(())
    }

    /// The file.
    pub fn finish(self) -> Result<Vec<u8>, Error> {
        self.document.finish().map_err(|error| Error::Pdf(format!("{error:?}")))
    }
}

/// The scene as a PDF of one page of its own size.
pub fn encode(scene: &Scene, points_per_unit: f32) -> Result<Vec<u8>, Error> {
    let mut book = Book::new(&scene.title)?;
    let (width, height) = (scene.frame.width * points_per_unit, scene.frame.height * points_per_unit);
    let whole = Placed { scene, window: scene.frame, at: Vec2::default(), scale: points_per_unit };
    book.page(width, height, &[whole])?;
    book.finish()
}

struct Pen<'a> {
    surface: Surface<'a>,
    fonts: &'a [Font; 2],
}

impl Pen<'_> {
    fn place(&mut self, part: &Placed<'_>) {
        let Placed { scene, window, at, scale } = *part;
        let shift = at - Vec2::new(window.x, window.y) * scale;
        self.surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, shift.x, shift.y));
        let clipped = pdf_path(&Path::rect(window), None);
        if let Some(clip) = &clipped {
            self.surface.push_clip_path(clip, &FillRule::NonZero);
        }
        if let Some(color) = scene.background {
            self.shape(&Shape { path: Path::rect(window), fill: Some(color), stroke: None }, window);
        }
        for layer in &scene.layers {
            let clip = layer.clip.as_ref().map(|clip| pdf_path(clip, Some(window)));
            match &clip {
                // The layer shows nowhere on this page.
                Some(None) => continue,
                Some(Some(clip)) => self.surface.push_clip_path(clip, &FillRule::NonZero),
                None => {}
            }
            for item in &layer.items {
                self.item(item, window);
            }
            if clip.is_some() {
                self.surface.pop();
            }
        }
        if clipped.is_some() {
            self.surface.pop();
        }
        self.surface.pop();
    }

    fn item(&mut self, item: &Item, window: Frame) {
        match item {
            Item::Shape(shape) => self.shape(shape, window),
            Item::Text(text) => self.text(text, window),
            Item::Image(image) => self.image(image, window),
            Item::Stamps(stamps) => self.stamps(stamps, window),
        }
    }

    fn shape(&mut self, shape: &Shape, window: Frame) {
        let reach = shape.stroke.map_or(0.0, |s| s.width * 2.0);
        let Some(path) = pdf_path(&shape.path, Some(window.grown(reach))) else { return };
        self.surface.set_fill(shape.fill.map(fill));
        self.surface.set_stroke(shape.stroke.as_ref().map(stroke));
        self.surface.draw_path(&path);
    }

    fn text(&mut self, text: &Text, window: Frame) {
        let start = font::start(text);
        let length = font::width(&text.text, text.size, text.weight);
        let bounds = Frame::new(start.x, start.y - text.size, length, 1.5 * text.size);
        if !bounds.grown(text.size).touches(window) {
            return;
        }
        let placed = font(text.weight).place(&text.text);
        if let Some(halo) = &text.halo {
            let mut path = Path::new();
            for letter in &placed {
                let outline = font(text.weight).outline(letter.glyph);
                path.extend(&outline.map(|p| start + (p + Vec2::new(letter.x, 0.0)) * text.size));
            }
            self.shape(&Shape { path, fill: Some(halo.color), stroke: Some(*halo) }, window);
        }
        let glyphs: Vec<KrillaGlyph> = placed
            .iter()
            .map(|g| KrillaGlyph {
                glyph_id: GlyphId::new(u32::from(g.glyph)),
                text_range: g.from..g.from + g.bytes,
                x_advance: g.advance,
                x_offset: 0.0,
                y_offset: 0.0,
                y_advance: 0.0,
                location: None,
            })
            .collect();
        self.surface.set_fill(Some(fill(text.color)));
        self.surface.set_stroke(None);
        let font = self.fonts[usize::from(text.weight == Weight::Bold)].clone();
        self.surface.draw_glyphs(
            Point::from_xy(start.x, start.y),
            &glyphs,
            font,
            &text.text,
            text.size,
            false,
        );
    }

    fn image(&mut self, image: &Image, window: Frame) {
        let frame = image.frame;
        let Some(size) = Size::from_wh(frame.width, frame.height) else { return };
        if !frame.touches(window) || image.pixels.rgba.is_empty() {
            return;
        }
        let pixels = &image.pixels;
        let picture = krilla::image::Image::from_rgba8(pixels.rgba.clone(), pixels.width, pixels.height);
        self.surface.push_transform(&Transform::from_translate(frame.x, frame.y));
        self.surface.draw_image(picture, size);
        self.surface.pop();
    }

    fn stamps(&mut self, stamps: &Stamps, window: Frame) {
        let frame = stamps.stamp.frame;
        let Some(clip) = pdf_path(&Path::rect(frame), None) else { return };
        for at in &stamps.at {
            let shown = Frame::new(window.x - at.x, window.y - at.y, window.width, window.height);
            if !frame.touches(shown) {
                continue;
            }
            self.surface.push_transform(&Transform::from_translate(at.x, at.y));
            self.surface.push_clip_path(&clip, &FillRule::NonZero);
            for item in stamps.stamp.items.iter().filter(|item| !matches!(item, Item::Stamps(_))) {
                self.item(item, shown);
            }
            self.surface.pop();
            self.surface.pop();
        }
    }
}

/// The path without the parts that lie wholly outside of the window; `None` where nothing is left.
fn pdf_path(path: &Path, window: Option<Frame>) -> Option<krilla::geom::Path> {
    let mut builder = PathBuilder::new();
    for part in path.parts() {
        let seen = |window: Frame| bounds(part).is_some_and(|b| b.touches(window));
        if !window.is_none_or(seen) {
            continue;
        }
        for segment in part {
            match *segment {
                Segment::Move(p) => builder.move_to(p.x, p.y),
                Segment::Line(p) => builder.line_to(p.x, p.y),
                Segment::Curve(a, b, p) => builder.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
                Segment::Close => builder.close(),
            }
        }
    }
    builder.finish()
}

fn opacity(color: Color) -> NormalizedF32 {
    NormalizedF32::new(f32::from(color.a) / 255.0).unwrap_or(NormalizedF32::ONE)
}

fn fill(color: Color) -> Fill {
    Fill {
        paint: krilla::color::rgb::Color::new(color.r, color.g, color.b).into(),
        opacity: opacity(color),
        rule: FillRule::NonZero,
    }
}

fn stroke(stroke: &Stroke) -> PdfStroke {
    PdfStroke {
        paint: krilla::color::rgb::Color::new(stroke.color.r, stroke.color.g, stroke.color.b).into(),
        width: stroke.width,
        miter_limit: 4.0,
        line_cap: match stroke.cap {
            Cap::Butt => LineCap::Butt,
            Cap::Round => LineCap::Round,
            Cap::Square => LineCap::Square,
        },
        line_join: match stroke.join {
            Join::Miter => LineJoin::Miter,
            Join::Round => LineJoin::Round,
            Join::Bevel => LineJoin::Bevel,
        },
        opacity: opacity(stroke.color),
        dash: stroke.dash.map(|dash| StrokeDash { array: dash.to_vec(), offset: 0.0 }),
    }
}
