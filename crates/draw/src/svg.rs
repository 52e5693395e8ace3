//! Scenes as SVG files.
//!
//! Letters are drawn as outlines of the bundled font, each outline once per file, so the picture is
//! the same in every program; the words stay readable for machines as labels.

mod numbers;

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use crate::escape::xml;
use crate::font::{self, font};
use crate::scene::{
    Anchor, Cap, Color, Image, Item, Join, Path, Scene, Shape, Stamp, Stamps, Stroke, Text, Tilt, Weight,
};
#[cfg(not(feature = "png"))]
use crate::scene::{Frame, Vec2};
use numbers::thousandths;

/// How an SVG file is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SvgOptions {
    /// Pixels per map unit in the size that the file asks for (it can be scaled freely); default 40.
    pub pixels_per_unit: f32,
    /// Write letters as text in the reader's fonts, so that they can be edited, instead of outlines; default no.
    pub editable_text: bool,
}

impl Default for SvgOptions {
    fn default() -> Self {
        SvgOptions { pixels_per_unit: 40.0, editable_text: false }
    }
}

/// The scene as an SVG file.
///
/// ```
/// use mapkiln_draw::{Color, Frame, Path, Scene, svg};
/// let mut scene = Scene::new("A & B", Frame::new(0.0, 0.0, 2.0, 1.0));
/// scene.layer("floor").fill(Path::rect(Frame::new(0.0, 0.0, 1.0, 1.0)), Color::hex(0x336699));
/// let file = svg::encode(&scene, &svg::SvgOptions::default());
/// assert!(file.contains("<title>A &amp; B</title>") && file.contains("#369"));
/// ```
pub fn encode(scene: &Scene, options: &SvgOptions) -> String {
    // The body first: it shows which letters occur.
    let mut body = Writer::new(options.editable_text, 1 << 20);
    body.layers(scene);
    let mut out = Writer::new(options.editable_text, body.out.len() + (1 << 16));
    let frame = scene.frame;
    out.raw("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"");
    out.numbers([frame.x, frame.y, frame.width, frame.height]);
    out.raw("\" width=\"");
    out.number(frame.width * options.pixels_per_unit);
    out.raw("\" height=\"");
    out.number(frame.height * options.pixels_per_unit);
    out.raw("\">\n");
    if !scene.title.is_empty() {
        out.raw("<title>");
        out.escaped(&scene.title);
        out.raw("</title>\n");
    }
    out.glyphs(&body.used);
    out.out.extend_from_slice(&body.out);
    out.raw("</svg>\n");
    // Only strings and digits were written.
    String::from_utf8(out.out).unwrap_or_default()
}

struct Writer {
    out: Vec<u8>,
    editable: bool,
    /// The numbers of the stamps that have been written, by their addresses.
    stamps: BTreeMap<*const Stamp, usize>,
    /// The outlines of the letters that have been written, by weight and glyph.
    used: Outlines,
}

type Outlines = [Vec<Option<Path>>; 2];

impl Writer {
    fn new(editable: bool, bytes: usize) -> Writer {
        Writer {
            out: Vec::with_capacity(bytes),
            editable,
            stamps: BTreeMap::new(),
            used: Outlines::default(),
        }
    }

    fn layers(&mut self, scene: &Scene) {
        if let Some(color) = scene.background {
            self.shape(&Shape { path: Path::rect(scene.frame), fill: Some(color), stroke: None });
        }
        for (number, layer) in scene.layers.iter().enumerate() {
            if let Some(clip) = &layer.clip {
                let _ = write!(self.out, "<clipPath id=\"clip{number}\">");
                self.shape(&Shape { path: clip.clone(), fill: Some(Color::BLACK), stroke: None });
                self.raw("</clipPath>\n");
            }
            if let Some(tilt) = &layer.tilt {
                if let Some(clip) = &tilt.clip {
                    let _ = write!(self.out, "<clipPath id=\"plane{number}\">");
                    self.shape(&Shape { path: clip.clone(), fill: Some(Color::BLACK), stroke: None });
                    self.raw("</clipPath>\n");
                }
                self.raw("<g transform=\"matrix(");
                let Tilt { x, y, origin, clip } = tilt;
                self.numbers([x.x, x.y, y.x, y.y, origin.x, origin.y]);
                self.raw(")\"");
                if clip.is_some() {
                    let _ = write!(self.out, " clip-path=\"url(#plane{number})\"");
                }
                self.raw(">\n");
            }
            self.raw("<g");
            if !layer.name.is_empty() {
                self.raw(" class=\"");
                self.escaped(&layer.name);
                self.raw("\"");
            }
            if layer.clip.is_some() {
                let _ = write!(self.out, " clip-path=\"url(#clip{number})\"");
            }
            self.raw(">\n");
            for item in &layer.items {
                self.item(item);
            }
            self.raw(if layer.tilt.is_some() { "</g>\n</g>\n" } else { "</g>\n" });
        }
    }

    #[inline]
    fn raw(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// Text between tags or in an attribute.
    fn escaped(&mut self, text: &str) {
        self.raw(&xml(text));
    }

    fn attribute(&mut self, name: &str, value: f32) {
        self.out.push(b' ');
        self.raw(name);
        self.raw("=\"");
        self.number(value);
        self.out.push(b'"');
    }

    fn color(&mut self, name: &str, color: Color) {
        let Color { r, g, b, a } = color;
        let short = [r, g, b].iter().all(|c| c >> 4 == c & 15);
        let _ = if short {
            write!(self.out, " {name}=\"#{:x}{:x}{:x}\"", r & 15, g & 15, b & 15)
        } else {
            write!(self.out, " {name}=\"#{r:02x}{g:02x}{b:02x}\"")
        };
        if a != 255 {
            let _ = write!(self.out, " {name}-opacity=\"");
            self.number(f32::from(a) / 255.0);
            self.out.push(b'"');
        }
    }

    fn stroke(&mut self, stroke: &Stroke) {
        self.color("stroke", stroke.color);
        self.attribute("stroke-width", stroke.width);
        self.raw(match stroke.cap {
            Cap::Butt => "",
            Cap::Round => " stroke-linecap=\"round\"",
            Cap::Square => " stroke-linecap=\"square\"",
        });
        self.raw(match stroke.join {
            Join::Miter => "",
            Join::Round => " stroke-linejoin=\"round\"",
            Join::Bevel => " stroke-linejoin=\"bevel\"",
        });
        if let Some(dash) = stroke.dash {
            self.raw(" stroke-dasharray=\"");
            self.numbers(dash);
            self.raw("\"");
        }
    }

    fn shape(&mut self, shape: &Shape) {
        self.raw("<path d=\"");
        self.path_data(&shape.path, Writer::thousandths);
        self.raw("\"");
        match shape.fill {
            Some(color) if color == Color::BLACK => {}
            Some(color) => self.color("fill", color),
            None => self.raw(" fill=\"none\""),
        }
        if let Some(stroke) = &shape.stroke {
            self.stroke(stroke);
        }
        self.raw("/>\n");
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Shape(shape) => self.shape(shape),
            Item::Text(text) => self.text(text),
            Item::Image(image) => self.image(image),
            Item::Stamps(stamps) => self.stamps(stamps),
        }
    }

    fn stamps(&mut self, stamps: &Stamps) {
        let frame = stamps.stamp.frame;
        let key = Arc::as_ptr(&stamps.stamp);
        let number = match self.stamps.get(&key) {
            Some(&number) => number,
            None => {
                let number = self.stamps.len() + 1;
                self.stamps.insert(key, number);
                let _ = write!(self.out, "<symbol id=\"stamp{number}\" viewBox=\"");
                self.numbers([frame.x, frame.y, frame.width, frame.height]);
                self.raw("\">\n");
                for item in &stamps.stamp.items {
                    self.item(item);
                }
                self.raw("</symbol>\n");
                number
            }
        };
        self.raw("<g>\n");
        for at in &stamps.at {
            let _ = write!(self.out, "<use href=\"#stamp{number}\"");
            self.attribute("x", at.x + frame.x);
            self.attribute("y", at.y + frame.y);
            self.attribute("width", frame.width);
            self.attribute("height", frame.height);
            self.raw("/>\n");
        }
        self.raw("</g>\n");
    }

    /// Every letter that occurs, once, in thousandths of an em.
    fn glyphs(&mut self, used: &Outlines) {
        if used.iter().all(Vec::is_empty) {
            return;
        }
        self.raw("<defs>\n");
        for (weight, outlines) in [Weight::Regular, Weight::Bold].into_iter().zip(used) {
            for (glyph, outline) in outlines.iter().enumerate() {
                if let Some(outline) = outline.as_ref().filter(|o| !o.is_empty()) {
                    let _ = write!(self.out, "<path id=\"{}{glyph}\" d=\"", weight_letter(weight));
                    self.path_data(outline, Writer::whole);
                    self.raw("\"/>\n");
                }
            }
        }
        self.raw("</defs>\n");
    }

    /// Does the letter leave ink? Its outline is kept for the head of the file.
    fn has_ink(&mut self, weight: Weight, glyph: u16) -> bool {
        let outlines = &mut self.used[weight as usize];
        let glyph_index = usize::from(glyph);
        if outlines.len() <= glyph_index {
            outlines.resize(glyph_index + 1, None);
        }
        !outlines[glyph_index].get_or_insert_with(|| font(weight).outline(glyph)).is_empty()
    }

    fn text(&mut self, text: &Text) {
        if self.editable {
            return self.editable_text(text);
        }
        let start = font::start(text);
        self.raw("<g aria-label=\"");
        self.escaped(&text.text);
        let _ = write!(self.out, "\" transform=\"translate(");
        self.numbers([start.x, start.y]);
        self.raw(") scale(");
        // Small letters need more decimals than other numbers.
        let _ = write!(self.out, "{:.6}", text.size / 1000.0);
        self.raw(")\"");
        self.color("fill", text.color);
        self.raw(">");
        if let Some(halo) = text.halo {
            let scaled = Stroke { width: halo.width * 1000.0 / text.size, ..halo };
            self.raw("<g");
            self.color("fill", halo.color);
            self.stroke(&scaled);
            self.raw(">");
            self.letters(text);
            self.raw("</g>");
        }
        self.letters(text);
        self.raw("</g>\n");
    }

    fn letters(&mut self, text: &Text) {
        for placed in font(text.weight).place(&text.text) {
            if !self.has_ink(text.weight, placed.glyph) {
                continue;
            }
            self.raw("<use href=\"#");
            self.out.push(weight_letter(text.weight) as u8);
            self.whole(i64::from(placed.glyph));
            let x = thousandths(placed.x);
            if x != 0 {
                self.raw("\" x=\"");
                self.whole(x);
            }
            self.raw("\"/>");
        }
    }

    fn editable_text(&mut self, text: &Text) {
        self.raw("<text");
        self.attribute("x", text.at.x);
        self.attribute("y", text.at.y);
        self.attribute("font-size", text.size);
        self.raw(" font-family=\"Alegreya, Georgia, serif\"");
        if text.weight == Weight::Bold {
            self.raw(" font-weight=\"800\"");
        }
        self.raw(match text.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        });
        self.color("fill", text.color);
        if let Some(halo) = &text.halo {
            self.stroke(halo);
            self.raw(" paint-order=\"stroke\"");
        }
        self.raw(">");
        self.escaped(&text.text);
        self.raw("</text>\n");
    }

    #[cfg(feature = "png")]
    fn image(&mut self, image: &Image) {
        use base64::Engine;
        let Ok(file) = image.picture.to_png() else { return };
        self.raw("<image");
        self.attribute("x", image.frame.x);
        self.attribute("y", image.frame.y);
        self.attribute("width", image.frame.width);
        self.attribute("height", image.frame.height);
        self.raw(
            " preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" href=\"data:image/png;base64,",
        );
        self.raw(&base64::engine::general_purpose::STANDARD.encode(file));
        self.raw("\"/>\n");
    }

    /// Without PNG a picture is drawn as rectangles: one per run of pixels of one colour.
    #[cfg(not(feature = "png"))]
    fn image(&mut self, image: &Image) {
        let (frame, picture) = (image.frame, &image.picture);
        let pixel = Vec2::new(frame.width / picture.width as f32, frame.height / picture.height as f32);
        for y in 0..picture.height {
            let mut x = 0;
            while x < picture.width {
                let [r, g, b, a] = picture.pixel(x, y);
                let end = (x..picture.width).find(|&e| picture.pixel(e, y) != [r, g, b, a]);
                let end = end.unwrap_or(picture.width);
                let (left, top) = (frame.x + x as f32 * pixel.x, frame.y + y as f32 * pixel.y);
                let run = Frame::new(left, top, (end - x) as f32 * pixel.x, pixel.y);
                if a > 0 {
                    let fill = Some(Color { r, g, b, a });
                    self.shape(&Shape { path: Path::rect(run), fill, stroke: None });
                }
                x = end;
            }
        }
    }
}

fn weight_letter(weight: Weight) -> char {
    match weight {
        Weight::Regular => 'r',
        Weight::Bold => 'b',
    }
}
