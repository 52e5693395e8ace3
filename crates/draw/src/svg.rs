//! Scenes as SVG files.
//!
//! Letters are drawn as outlines of the bundled font, each outline once a file, so the picture is
//! the same in every program; the words stay readable for machines as labels.

use std::io::Write;

use crate::font::{self, font};
use crate::png;
use crate::scene::{
    Anchor, Cap, Color, Item, Join, Path, Scene, Segment, Shape, Stamps, Stroke, Text, Vec2, Weight,
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
    // The body first: after it is known which letters occur.
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
    /// How many stamps have been written.
    stamps: usize,
    /// The outlines of the letters that have been written, by weight and glyph.
    used: Outlines,
}

type Outlines = [Vec<Option<Path>>; 2];

/// A number in the making, from its last digit to its first. A large picture holds 100,000 of them,
/// and `write!` takes several times as long.
struct Digits {
    digits: [u8; 48],
    first: usize,
}

impl Digits {
    fn new() -> Digits {
        Digits { digits: [0; 48], first: 24 }
    }

    #[inline]
    fn put(&mut self, digit: u8) {
        self.first -= 1;
        self.digits[self.first] = digit;
    }

    /// Always copies 24 bytes and takes back what is too much: faster than a copy of any length.
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        let end = out.len() + 24 - self.first;
        out.extend_from_slice(&self.digits[self.first..self.first + 24]);
        out.truncate(end);
    }
}

impl Writer {
    fn new(editable: bool, bytes: usize) -> Writer {
        Writer { out: Vec::with_capacity(bytes), editable, stamps: 0, used: Outlines::default() }
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
            self.raw("</g>\n");
        }
    }

    #[inline]
    fn raw(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
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
                c => self.raw(c.encode_utf8(&mut [0; 4])),
            }
        }
    }

    /// A number with at most three decimals.
    fn number(&mut self, value: f32) {
        self.thousandths(thousandths(value));
    }

    fn thousandths(&mut self, value: i64) {
        let (mut whole, mut rest) = (value.unsigned_abs() / 1000, value.unsigned_abs() % 1000);
        let mut digits = Digits::new();
        if rest > 0 {
            let mut places = 3;
            while rest % 10 == 0 {
                rest /= 10;
                places -= 1;
            }
            for _ in 0..places {
                digits.put(b'0' + (rest % 10) as u8);
                rest /= 10;
            }
            digits.put(b'.');
        } else if whole == 0 {
            digits.put(b'0');
        }
        while whole > 0 {
            digits.put(b'0' + (whole % 10) as u8);
            whole /= 10;
        }
        if value < 0 {
            digits.put(b'-');
        }
        digits.write(&mut self.out);
    }

    fn whole(&mut self, value: i64) {
        let mut digits = Digits::new();
        let mut rest = value.unsigned_abs();
        while rest > 0 || digits.first == 24 {
            digits.put(b'0' + (rest % 10) as u8);
            rest /= 10;
        }
        if value < 0 {
            digits.put(b'-');
        }
        digits.write(&mut self.out);
    }

    fn numbers<const N: usize>(&mut self, values: [f32; N]) {
        for (i, value) in values.into_iter().enumerate() {
            if i > 0 {
                self.out.push(b' ');
            }
            self.number(value);
        }
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

    /// A path in map units, or in ems where each step of a thousandth is to be a unit of its own.
    ///
    /// All but the beginnings of its parts is relative: steps are shorter than places. They lead from
    /// one rounded place to the next, so that no error grows.
    fn path_data(&mut self, path: &Path, write: fn(&mut Writer, i64)) {
        let rounded = |p: Vec2| [thousandths(p.x), thousandths(p.y)];
        let (mut at, mut start) = ([0; 2], [0; 2]);
        for segment in path.segments() {
            match *segment {
                Segment::Move(p) => {
                    at = rounded(p);
                    start = at;
                    self.command(b'M', &at, write);
                }
                Segment::Line(p) => {
                    let to = rounded(p);
                    let step = [to[0] - at[0], to[1] - at[1]];
                    match step {
                        [x, 0] => self.command(b'h', &[x], write),
                        [0, y] => self.command(b'v', &[y], write),
                        _ => self.command(b'l', &step, write),
                    }
                    at = to;
                }
                Segment::Curve(a, b, p) => {
                    let (a, b, to) = (rounded(a), rounded(b), rounded(p));
                    let steps = [a, b, to].map(|p| [p[0] - at[0], p[1] - at[1]]);
                    self.command(b'c', steps.as_flattened(), write);
                    at = to;
                }
                Segment::Close => {
                    self.out.push(b'Z');
                    at = start;
                }
            }
        }
    }

    fn command(&mut self, letter: u8, values: &[i64], write: fn(&mut Writer, i64)) {
        self.out.push(letter);
        for (i, &value) in values.iter().enumerate() {
            // A minus parts numbers as well as a space does.
            if i > 0 && value >= 0 {
                self.out.push(b' ');
            }
            write(self, value);
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

/// A thousandth of a cell is well below a pixel, one of an em too.
fn thousandths(value: f32) -> i64 {
    let value = f64::from(value) * 1000.0;
    // To the nearest: cheaper than `round`, and the same as long as the product is exact, as here.
    (value + 0.5f64.copysign(value)) as i64
}

fn weight_letter(weight: Weight) -> char {
    match weight {
        Weight::Regular => 'r',
        Weight::Bold => 'b',
    }
}

/// Bytes as base64 with padding.
fn base64(bytes: &[u8], out: &mut Vec<u8>) {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * i)) as usize & 63];
            out.push(if i <= chunk.len() { letter } else { b'=' });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact() {
        let shown = |value| {
            let mut writer = Writer::new(false, 0);
            writer.number(value);
            String::from_utf8(writer.out).unwrap()
        };
        assert_eq!(
            [0.0, 1.0, -2.5, 0.125, 0.05, 12.34567, -0.0001].map(shown),
            ["0", "1", "-2.5", ".125", ".05", "12.346", "0"]
        );
    }

    #[test]
    fn paths_go_from_rounded_place_to_rounded_place() {
        let mut writer = Writer::new(false, 0);
        let points = [(0.0004, 1.0), (0.0008, 1.0), (0.0012, 2.0), (-1.5, 2.25)];
        let mut path = Path::polygon(points.map(|(x, y)| Vec2::new(x, y)));
        path.move_to(Vec2::new(-3.0, 4.0));
        path.line_to(Vec2::new(-3.0, 4.5));
        writer.path_data(&path, Writer::thousandths);
        assert_eq!(String::from_utf8(writer.out).unwrap(), "M0 1h.001v1l-1.501 .25ZM-3 4v.5");
    }

    #[test]
    fn base64_pads() {
        let coded = |bytes: &[u8]| {
            let mut out = Vec::new();
            base64(bytes, &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!([coded(b"Man"), coded(b"Ma"), coded(b"M"), coded(b"")], ["TWFu", "TWE=", "TQ==", ""]);
    }
}
