//! Scenes as SVG files.
//!
//! Letters are drawn as outlines of the bundled font, each outline once a file, so the picture is
//! the same in every program; the words stay readable for machines as labels.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::font::{self, font};
use crate::png;
use crate::scene::{
    Anchor, Cap, Color, Item, Join, Path, Scene, Segment, Shape, Stamps, Stroke, Text, Weight,
};

/// How an SVG file is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SvgOptions {
    /// Pixels a map unit in the size that the file asks for (it can be scaled freely); default 40.
    pub pixels_per_unit: f32,
    /// Write letters as text in the reader's own fonts, to edit them, not as outlines; default no.
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
    let mut out = Writer { out: String::with_capacity(1 << 16), editable: options.editable_text, stamps: 0 };
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
    if !options.editable_text {
        out.glyphs(scene);
    }
    if let Some(color) = scene.background {
        out.shape(&Shape { path: Path::rect(frame), fill: Some(color), stroke: None });
    }
    for (number, layer) in scene.layers.iter().enumerate() {
        if let Some(clip) = &layer.clip {
            let _ = write!(out.out, "<clipPath id=\"clip{number}\">");
            out.shape(&Shape { path: clip.clone(), fill: Some(Color::BLACK), stroke: None });
            out.raw("</clipPath>\n");
        }
        out.raw("<g");
        if !layer.name.is_empty() {
            out.raw(" class=\"");
            out.escaped(&layer.name);
            out.raw("\"");
        }
        if layer.clip.is_some() {
            let _ = write!(out.out, " clip-path=\"url(#clip{number})\"");
        }
        out.raw(">\n");
        for item in &layer.items {
            out.item(item);
        }
        out.raw("</g>\n");
    }
    out.raw("</svg>\n");
    out.out
}

struct Writer {
    out: String,
    editable: bool,
    /// How many stamps have been written.
    stamps: usize,
}

impl Writer {
    fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Text between tags or in an attribute. Characters that XML forbids are left out.
    fn escaped(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                '&' => self.raw("&amp;"),
                '<' => self.raw("&lt;"),
                '>' => self.raw("&gt;"),
                '"' => self.raw("&quot;"),
                '\t' | '\n' | '\r' => self.raw(" "),
                c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
                c => self.out.push(c),
            }
        }
    }

    /// A number with at most three decimals: a thousandth of a cell is well below a pixel.
    fn number(&mut self, value: f32) {
        let thousandths = (f64::from(value) * 1000.0).round() as i64;
        if thousandths < 0 {
            self.out.push('-');
        }
        let (whole, rest) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
        // `write!` on integers is several times faster than on floats.
        let _ = write!(self.out, "{whole}");
        if rest > 0 {
            let digits = [rest / 100, rest / 10 % 10, rest % 10];
            let used = 3 - digits.iter().rev().take_while(|&&d| d == 0).count();
            self.out.push('.');
            self.out.extend(digits[..used].iter().map(|&d| char::from(b'0' + d as u8)));
        }
    }

    fn numbers<const N: usize>(&mut self, values: [f32; N]) {
        for (i, value) in values.into_iter().enumerate() {
            if i > 0 {
                self.out.push(' ');
            }
            self.number(value);
        }
    }

    fn attribute(&mut self, name: &str, value: f32) {
        let _ = write!(self.out, " {name}=\"");
        self.number(value);
        self.out.push('"');
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
            self.out.push('"');
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

    fn path_data(&mut self, path: &Path) {
        for segment in path.segments() {
            match *segment {
                Segment::Move(p) => {
                    self.out.push('M');
                    self.numbers([p.x, p.y]);
                }
                Segment::Line(p) => {
                    self.out.push('L');
                    self.numbers([p.x, p.y]);
                }
                Segment::Curve(a, b, p) => {
                    self.out.push('C');
                    self.numbers([a.x, a.y, b.x, b.y, p.x, p.y]);
                }
                Segment::Close => self.out.push('Z'),
            }
        }
    }

    fn shape(&mut self, shape: &Shape) {
        self.raw("<path d=\"");
        self.path_data(&shape.path);
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
        self.stamps += 1;
        let number = self.stamps;
        let frame = stamps.stamp.frame;
        let _ = write!(self.out, "<symbol id=\"stamp{number}\" viewBox=\"");
        self.numbers([frame.x, frame.y, frame.width, frame.height]);
        self.raw("\">\n");
        for item in &stamps.stamp.items {
            self.item(item);
        }
        self.raw("</symbol>\n<g>\n");
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
    fn glyphs(&mut self, scene: &Scene) {
        let mut used = BTreeSet::new();
        for text in scene.texts() {
            used.extend(font(text.weight).place(&text.text).iter().map(|g| (text.weight, g.glyph)));
        }
        if used.is_empty() {
            return;
        }
        self.raw("<defs>\n");
        for (weight, glyph) in used {
            let outline = font(weight).outline(glyph);
            if !outline.is_empty() {
                let _ = write!(self.out, "<path id=\"{}{glyph}\" d=\"", weight_letter(weight));
                self.path_data(&outline.map(|p| p * 1000.0));
                self.raw("\"/>\n");
            }
        }
        self.raw("</defs>\n");
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
        let font = font(text.weight);
        for placed in font.place(&text.text) {
            if font.outline(placed.glyph).is_empty() {
                continue;
            }
            let _ = write!(self.out, "<use href=\"#{}{}\"", weight_letter(text.weight), placed.glyph);
            if placed.x != 0.0 {
                self.attribute("x", placed.x * 1000.0);
            }
            self.raw("/>");
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

    fn image(&mut self, image: &crate::scene::Image) {
        let Ok(file) = png::encode_pixels(&image.pixels) else { return };
        self.raw("<image");
        self.attribute("x", image.frame.x);
        self.attribute("y", image.frame.y);
        self.attribute("width", image.frame.width);
        self.attribute("height", image.frame.height);
        self.raw(
            " preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" href=\"data:image/png;base64,",
        );
        base64(&file, &mut self.out);
        self.raw("\"/>\n");
    }
}

fn weight_letter(weight: Weight) -> char {
    match weight {
        Weight::Regular => 'r',
        Weight::Bold => 'b',
    }
}

/// Bytes as base64 with padding.
fn base64(bytes: &[u8], out: &mut String) {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * i)) as usize & 63];
            out.push(if i <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact() {
        let shown = |value| {
            let mut writer = Writer { out: String::new(), editable: false, stamps: 0 };
            writer.number(value);
            writer.out
        };
        assert_eq!(
            [0.0, 1.0, -2.5, 0.125, 0.05, 12.34567, -0.0001].map(shown),
            ["0", "1", "-2.5", "0.125", "0.05", "12.346", "0"]
        );
    }

    #[test]
    fn base64_pads() {
        let coded = |bytes: &[u8]| {
            let mut out = String::new();
            base64(bytes, &mut out);
            out
        };
        assert_eq!([coded(b"Man"), coded(b"Ma"), coded(b"M"), coded(b"")], ["TWFu", "TWE=", "TQ==", ""]);
    }
}
