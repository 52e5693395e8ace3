//! Scenes as the content of a page.

use std::sync::Arc;

use mapkiln_maps::Picture;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Name, Settings, Str, TextStr};

use super::embed::Letters;
use super::{Placed, Resources};
use crate::font::{self, font};
use crate::scene::{
    Cap, Color, Frame, Image, Item, Join, Path, Segment, Shape, Stamp, Stamps, Stroke, Text, Tilt, Vec2,
    Weight, bounds,
};

/// What the content has set last, so that it is not said again.
#[derive(Clone, Copy, Default)]
struct State {
    fill: Option<[u8; 3]>,
    line: Option<Stroke>,
    opacity: Option<[u8; 2]>,
}

/// Writes the content of a page or a stamp.
pub(super) struct Pen<'a> {
    content: Content,
    resources: &'a mut Resources,
    state: State,
    saved: Vec<State>,
}

impl<'a> Pen<'a> {
    pub(super) fn new(resources: &'a mut Resources) -> Pen<'a> {
        let content = Content::with_settings(Settings { pretty: false });
        Pen { content, resources, state: State::default(), saved: Vec::new() }
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.content.finish().into_vec()
    }

    /// From the page's lower left corner and upwards to the upper left and downwards.
    pub(super) fn turn(&mut self, height: f32) {
        self.content.transform([1.0, 0.0, 0.0, -1.0, 0.0, height]);
    }

    fn save(&mut self) {
        self.content.save_state();
        self.saved.push(self.state);
    }

    fn restore(&mut self) {
        self.content.restore_state();
        self.state = self.saved.pop().unwrap_or_default();
    }

    pub(super) fn place(&mut self, part: &Placed<'_>) {
        let Placed { scene, window, at, scale } = *part;
        let shift = at - Vec2::new(window.x, window.y) * scale;
        self.save();
        self.content.transform([scale, 0.0, 0.0, scale, shift.x, shift.y]);
        self.clip(&Path::rect(window), window);
        if let Some(color) = scene.background {
            self.shape(&Shape { path: Path::rect(window), fill: Some(color), stroke: None }, window);
        }
        for layer in &scene.layers {
            // A tilted plane is not searched for what shows on this page: pictures are one page.
            let window = if layer.tilt.is_some() { EVERYTHING } else { window };
            if let Some(Tilt { x, y, origin, clip }) = &layer.tilt {
                self.save();
                self.content.transform([x.x, x.y, y.x, y.y, origin.x, origin.y]);
                if let Some(clip) = clip {
                    self.clip(clip, window);
                }
            }
            match &layer.clip {
                // The layer shows nowhere on this page.
                Some(clip) if shown(clip, window).next().is_none() => {
                    if layer.tilt.is_some() {
                        self.restore();
                    }
                    continue;
                }
                Some(clip) => {
                    self.save();
                    self.clip(clip, window);
                }
                None => {}
            }
            for item in &layer.items {
                self.item(item, window);
            }
            if layer.clip.is_some() {
                self.restore();
            }
            if layer.tilt.is_some() {
                self.restore();
            }
        }
        self.restore();
    }

    pub(super) fn item(&mut self, item: &Item, window: Frame) {
        match item {
            Item::Shape(shape) => self.shape(shape, window),
            Item::Text(text) => self.text(text, window),
            Item::Image(image) => self.image(image, window),
            Item::Stamps(stamps) => self.stamps(stamps, window),
        }
    }

    fn clip(&mut self, path: &Path, window: Frame) {
        self.path(path, window);
        self.content.clip_nonzero().end_path();
    }

    /// Writes the parts of a path that do not lie wholly outside of the window.
    fn path(&mut self, path: &Path, window: Frame) {
        for part in shown(path, window) {
            for segment in part {
                match segment.map(rounded) {
                    Segment::Move(p) => self.content.move_to(p.x, p.y),
                    Segment::Line(p) => self.content.line_to(p.x, p.y),
                    Segment::Curve(a, b, p) => self.content.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
                    Segment::Close => self.content.close_path(),
                };
            }
        }
    }

    fn shape(&mut self, shape: &Shape, window: Frame) {
        let window = window.grown(shape.stroke.map_or(0.0, |s| s.width * 2.0));
        if shown(&shape.path, window).next().is_none() {
            return;
        }
        // Filled first and then outlined: at once, a faint line would hide the colour below it.
        let is_faint = shape.stroke.is_some_and(|s| !s.color.is_opaque());
        match (shape.fill, &shape.stroke) {
            (Some(color), Some(line)) if !is_faint && color.is_opaque() => {
                self.set_fill(color);
                self.set_line(line);
                self.path(&shape.path, window);
                self.content.fill_nonzero_and_stroke();
            }
            (fill, line) => {
                if let Some(color) = fill {
                    self.set_fill(color);
                    self.path(&shape.path, window);
                    self.content.fill_nonzero();
                }
                if let Some(line) = line {
                    self.set_line(line);
                    self.path(&shape.path, window);
                    self.content.stroke();
                }
            }
        }
    }

    fn set_fill(&mut self, color: Color) {
        let rgb = [color.r, color.g, color.b];
        if self.state.fill != Some(rgb) {
            let [r, g, b] = rgb.map(share);
            self.content.set_fill_rgb(r, g, b);
            self.state.fill = Some(rgb);
        }
        let line = self.state.opacity.map_or(255, |o| o[1]);
        self.set_opacity([color.a, line]);
    }

    fn set_line(&mut self, line: &Stroke) {
        let opaque = Stroke { color: Color { a: 255, ..line.color }, ..*line };
        let last = self.state.line;
        if last != Some(opaque) {
            if last.is_none_or(|last| last.color != opaque.color) {
                let [r, g, b] = [line.color.r, line.color.g, line.color.b].map(share);
                self.content.set_stroke_rgb(r, g, b);
            }
            if last.is_none_or(|last| last.width != line.width) {
                self.content.set_line_width(line.width);
            }
            if last.is_none_or(|last| last.cap != line.cap) {
                self.content.set_line_cap(match line.cap {
                    Cap::Butt => LineCapStyle::ButtCap,
                    Cap::Round => LineCapStyle::RoundCap,
                    Cap::Square => LineCapStyle::ProjectingSquareCap,
                });
            }
            if last.is_none_or(|last| last.join != line.join) {
                self.content.set_miter_limit(4.0);
                self.content.set_line_join(match line.join {
                    Join::Miter => LineJoinStyle::MiterJoin,
                    Join::Round => LineJoinStyle::RoundJoin,
                    Join::Bevel => LineJoinStyle::BevelJoin,
                });
            }
            if last.is_none_or(|last| last.dash != line.dash) {
                self.content.set_dash_pattern(line.dash.into_iter().flatten(), 0.0);
            }
            self.state.line = Some(opaque);
        }
        let fill = self.state.opacity.map_or(255, |o| o[0]);
        self.set_opacity([fill, line.color.a]);
    }

    /// Sets the opacity of what is filled and of lines.
    fn set_opacity(&mut self, opacity: [u8; 2]) {
        if self.state.opacity.unwrap_or([255; 2]) != opacity {
            let name = self.resources.opacity(opacity);
            self.content.set_parameters(Name(name.as_bytes()));
            self.state.opacity = Some(opacity);
        }
    }

    fn text(&mut self, text: &Text, window: Frame) {
        let start = font::start(text);
        let length = font::width(&text.text, text.size, text.weight);
        let bounds = Frame::new(start.x, start.y - text.size, length, 1.5 * text.size);
        if !bounds.grown(text.size).touches(window) {
            return;
        }
        let font = font(text.weight);
        let placed = font.place(&text.text);
        if let Some(halo) = &text.halo {
            let mut path = Path::new();
            for letter in &placed {
                let outline = font.outline(letter.glyph);
                path.extend(&outline.map(|p| start + (p + Vec2::new(letter.x, 0.0)) * text.size));
            }
            self.shape(&Shape { path, fill: Some(halo.color), stroke: Some(*halo) }, window);
        }
        self.set_fill(text.color);
        // Letters that the font lacks would be lost to those who search or copy.
        let lacks = placed.iter().any(|letter| letter.glyph == 0);
        if lacks {
            let mut span = self.content.begin_marked_content_with_properties(Name(b"Span"));
            span.properties().actual_text(TextStr(&text.text));
        }
        self.content.begin_text();
        self.content.set_font(Letters::resource(text.weight), text.size);
        self.content.set_text_matrix([1.0, 0.0, 0.0, -1.0, start.x, start.y]);
        let letters = &mut self.resources.fonts[usize::from(text.weight == Weight::Bold)];
        let mut shown = self.content.show_positioned();
        let mut items = shown.items();
        let mut run = Vec::with_capacity(2 * placed.len());
        for letter in &placed {
            run.extend(letters.number(letter.glyph, letter.letter).to_be_bytes());
            let kerned = letter.advance - font.advance(letter.glyph);
            if kerned.abs() > 1e-5 {
                items.show(Str(&run));
                items.adjust((-1000.0 * kerned).round());
                run.clear();
            }
        }
        if !run.is_empty() {
            items.show(Str(&run));
        }
        drop(items);
        drop(shown);
        self.content.end_text();
        if lacks {
            self.content.end_marked_content();
        }
    }

    fn image(&mut self, image: &Image, window: Frame) {
        let Frame { x, y, width, height } = image.frame;
        let Picture { rgba, .. } = &*image.picture;
        if !image.frame.touches(window) || rgba.is_empty() || width <= 0.0 || height <= 0.0 {
            return;
        }
        let name = self.resources.image(&image.picture);
        self.set_opacity([255; 2]);
        self.save();
        // A picture fills the unit square, its first row on top.
        self.content.transform([width, 0.0, 0.0, -height, x, y + height]);
        self.content.x_object(Name(name.as_bytes()));
        self.restore();
    }

    fn stamps(&mut self, stamps: &Stamps, window: Frame) {
        let frame = stamps.stamp.frame;
        let visible = |at: &&Vec2| Frame { x: at.x + frame.x, y: at.y + frame.y, ..frame }.touches(window);
        let mut places = stamps.at.iter().filter(visible).peekable();
        if places.peek().is_none() {
            return;
        }
        let name = self.resources.stamp(&stamps.stamp);
        self.set_opacity([255; 2]);
        for at in places {
            self.save();
            self.content.transform([1.0, 0.0, 0.0, 1.0, at.x, at.y]);
            self.content.x_object(Name(name.as_bytes()));
            self.restore();
        }
    }
}

/// The content of a stamp, drawn once per file.
pub(super) fn stamp_content(stamp: &Arc<Stamp>, resources: &mut Resources) -> Vec<u8> {
    let mut pen = Pen::new(resources);
    for item in stamp.items.iter().filter(|item| !matches!(item, Item::Stamps(_))) {
        pen.item(item, stamp.frame);
    }
    pen.finish()
}

/// A window in which everything shows.
const EVERYTHING: Frame = Frame::new(-1e6, -1e6, 2e6, 2e6);

/// The parts of a path that do not lie wholly outside of the window.
fn shown(path: &Path, window: Frame) -> impl Iterator<Item = &[Segment]> {
    path.parts().filter(move |part| bounds(part).is_some_and(|b| b.touches(window)))
}

/// A ten-thousandth of a unit is far below what a printer can do, and shorter to write.
fn rounded(p: Vec2) -> Vec2 {
    Vec2::new((p.x * 1e4).round() / 1e4, (p.y * 1e4).round() / 1e4)
}

/// A byte as a share of 1, in as few digits as tell bytes apart.
fn share(byte: u8) -> f32 {
    (f32::from(byte) / 255.0 * 1e4).round() / 1e4
}
