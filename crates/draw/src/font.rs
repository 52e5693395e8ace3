//! The bundled font: Alegreya in two weights, the same letters in every file.
//!
//! Letters are placed here and nowhere else, by advance width and pair kerning, so that a text has
//! the same length in SVG, PNG and PDF. There is no shaping beyond that: scripts that need it, and
//! letters that the font lacks, show as an empty box.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use ttf_parser::{Face, GlyphId, OutlineBuilder, kern};

use crate::scene::{Anchor, Path, Text, Vec2, Weight};

#[cfg(any(feature = "words", test))]
const WHOLE: [&[u8]; 2] =
    [include_bytes!("../font/alegreya-regular.ttf"), include_bytes!("../font/alegreya-bold.ttf")];

/// The bold letters of ASCII only: maps without a key show numbers and a few capitals, all of them bold.
#[cfg(any(not(feature = "words"), test))]
const ASCII: &[u8] = include_bytes!("../font/alegreya-bold-ascii.ttf");

#[cfg(feature = "words")]
const DATA: [&[u8]; 2] = WHOLE;
#[cfg(not(feature = "words"))]
const DATA: [&[u8]; 2] = [ASCII, ASCII];

/// One weight of the font.
pub(crate) struct Font {
    face: Face<'static>,
    em: f32,
    kern: Kern,
    /// The first letters of Unicode, looked up once: nearly all letters of a key are among them.
    latin: Vec<Letter>,
}

/// How pairs of letters are moved.
struct Kern {
    table: Option<kern::Subtable<'static>>,
    /// A cache for pairs of ASCII letters, since looking them up takes a search: 0 if the pair is not
    /// cached, otherwise one more than the value as an unsigned number.
    asked: Vec<AtomicU32>,
}

impl Kern {
    fn new(table: Option<kern::Subtable<'static>>) -> Kern {
        Kern { table, asked: (0..1 << 14).map(|_| AtomicU32::new(0)).collect() }
    }

    /// In units of the font.
    fn between(&self, (a, left): (char, GlyphId), (b, right): (char, GlyphId)) -> i16 {
        let search = || self.table.as_ref().and_then(|t| t.glyphs_kerning(left, right)).unwrap_or(0);
        if !a.is_ascii() || !b.is_ascii() {
            return search();
        }
        // Threads that ask at the same time find the same, so any order will do.
        let memory = &self.asked[(a as usize) << 7 | b as usize];
        match memory.load(Ordering::Relaxed) {
            0 => {
                let by = search();
                memory.store(u32::from(by as u16) + 1, Ordering::Relaxed);
                by
            }
            known => (known - 1) as u16 as i16,
        }
    }
}

/// What the font says about a letter.
#[derive(Clone, Copy)]
struct Letter {
    glyph: GlyphId,
    /// In ems.
    advance: f32,
}

/// Lengths of the font in thousandths of an em.
#[cfg(feature = "pdf")]
pub(crate) struct Metrics {
    pub(crate) ascent: f32,
    pub(crate) descent: f32,
    /// The height of capital letters.
    pub(crate) capitals: f32,
    /// Left, bottom, right and top of a box that holds every letter.
    pub(crate) bounds: [f32; 4],
}

/// A letter in its place.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(not(feature = "pdf"), allow(dead_code))] // only PDF files need all of it
pub(crate) struct Placed {
    /// The letter's number in the font.
    pub(crate) glyph: u16,
    /// Its left side, in ems from the beginning of the text.
    pub(crate) x: f32,
    /// The step to the next letter, in ems.
    pub(crate) advance: f32,
    /// What it stands for.
    pub(crate) letter: char,
}

/// The font in one of its weights.
pub(crate) fn font(weight: Weight) -> &'static Font {
    static FONTS: OnceLock<[Font; 2]> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| DATA.map(Font::parse));
    match weight {
        Weight::Regular => &fonts[0],
        Weight::Bold => &fonts[1],
    }
}

/// The bytes of the font file.
#[cfg(feature = "pdf")]
pub(crate) fn data(weight: Weight) -> &'static [u8] {
    match weight {
        Weight::Regular => DATA[0],
        Weight::Bold => DATA[1],
    }
}

/// How long a text is, in map units.
pub(crate) fn width(text: &str, size: f32, weight: Weight) -> f32 {
    font(weight).walk(text, |_, _, _, _| {}) * size
}

/// Where a text begins: its left end on the line it stands on.
pub(crate) fn start(text: &Text) -> Vec2 {
    let share = match text.anchor {
        Anchor::Start => return text.at,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    text.at - Vec2::new(width(&text.text, text.size, text.weight) * share, 0.0)
}

/// Breaks a text into lines of at most this width, at spaces; a longer word gets its own line.
pub(crate) fn wrap(text: &str, size: f32, weight: Weight, most: f32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let space = width(" ", size, weight);
    let mut used = 0.0;
    for word in text.split_whitespace() {
        let length = width(word, size, weight);
        if !line.is_empty() && used + space + length > most {
            lines.push(std::mem::take(&mut line));
            used = 0.0;
        }
        if !line.is_empty() {
            line.push(' ');
            used += space;
        }
        line.push_str(word);
        used += length;
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

impl Font {
    fn parse(data: &'static [u8]) -> Font {
        let face = Face::parse(data, 0).expect("the bundled font is whole; a test reads it");
        let em = f32::from(face.units_per_em());
        let kern = face.tables().kern.and_then(|kern| kern.subtables.into_iter().next());
        let mut font = Font { face, em, kern: Kern::new(kern), latin: Vec::new() };
        font.latin = ('\0'..='\u{ff}').map(|letter| font.letter(letter)).collect();
        font
    }

    /// Puts the letters of a text one after the other. Control characters are left out.
    pub(crate) fn place(&self, text: &str) -> Vec<Placed> {
        let mut placed: Vec<Placed> = Vec::with_capacity(text.len());
        self.walk(text, |letter, x, by, at| {
            if let Some(last) = placed.last_mut() {
                last.advance += by;
            }
            placed.push(Placed { glyph: letter.glyph.0, x, advance: letter.advance, letter: at });
        });
        placed
    }

    /// Goes through the letters of a text with the left side of each, how much it was moved by the
    /// one before, and what it stands for; gives the length of the whole. All in ems.
    fn walk(&self, text: &str, mut each: impl FnMut(Letter, f32, f32, char)) -> f32 {
        let mut x = 0.0;
        let mut last: Option<(char, GlyphId)> = None;
        for at in text.chars().filter(|c| !c.is_control()) {
            let letter = self.latin.get(at as usize).copied().unwrap_or_else(|| self.letter(at));
            let this = (at, letter.glyph);
            let by = f32::from(last.map_or(0, |last| self.kern.between(last, this))) / self.em;
            x += by;
            each(letter, x, by, at);
            x += letter.advance;
            last = Some(this);
        }
        x
    }

    fn letter(&self, letter: char) -> Letter {
        let glyph = self.face.glyph_index(letter).unwrap_or(GlyphId(0));
        let advance = f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0)) / self.em;
        Letter { glyph, advance }
    }

    /// The width of a letter in ems, without kerning.
    #[cfg(feature = "pdf")]
    pub(crate) fn advance(&self, glyph: u16) -> f32 {
        f32::from(self.face.glyph_hor_advance(GlyphId(glyph)).unwrap_or(0)) / self.em
    }

    /// What a file that embeds the font says about it.
    #[cfg(feature = "pdf")]
    pub(crate) fn metrics(&self) -> Metrics {
        let scaled = |length: i16| f32::from(length) * 1000.0 / self.em;
        let bounds = self.face.global_bounding_box();
        Metrics {
            ascent: scaled(self.face.ascender()),
            descent: scaled(self.face.descender()),
            capitals: scaled(self.face.capital_height().unwrap_or(self.face.ascender())),
            bounds: [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(scaled),
        }
    }

    /// The outline of a letter in ems, standing at (0, 0); empty for a space.
    pub(crate) fn outline(&self, glyph: u16) -> Path {
        let mut pen = Pen { path: Path::new(), scale: 1.0 / self.em };
        // The bundled files have outlines of this kind only; the readers of others stay out of the module.
        if let Some(glyf) = self.face.tables().glyf {
            glyf.outline(GlyphId(glyph), &mut pen);
        }
        pen.path
    }
}

struct Pen {
    path: Path,
    scale: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> Vec2 {
        Vec2::new(x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.at(x, y));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.at(x, y));
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.at(x1, y1), self.at(x, y));
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.curve_to(self.at(x1, y1), self.at(x2, y2), self.at(x, y));
    }
    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "words")]
    fn the_bundled_font_has_the_letters_of_many_tongues() {
        for weight in [Weight::Regular, Weight::Bold] {
            for letter in "Az09 ÄÖÜßéñçãõłřșğ Ελληνικά Кириллица “quotes” – — … × ’".chars()
            {
                let glyph = font(weight).face.glyph_index(letter);
                assert!(glyph.is_some(), "{letter:?} is missing in {weight:?}");
            }
            assert!(!font(weight).outline(font(weight).place("A")[0].glyph).is_empty());
        }
    }

    #[test]
    fn the_small_file_has_ascii_as_the_whole_one() {
        let (whole, small) = (Font::parse(WHOLE[1]), Font::parse(ASCII));
        assert_eq!(whole.em, small.em);
        for a in ' '..='~' {
            let (one, other) = (whole.letter(a), small.letter(a));
            assert_eq!((one.glyph, one.advance), (other.glyph, other.advance), "{a:?}");
            assert_eq!(whole.outline(one.glyph.0), small.outline(one.glyph.0), "{a:?}");
            for b in ' '..='~' {
                let (left, right) = ((a, one.glyph), (b, whole.letter(b).glyph));
                assert_eq!(whole.kern.between(left, right), small.kern.between(left, right), "{a}{b}");
            }
        }
    }

    #[test]
    fn figures_stand_on_the_line() {
        for figure in font(Weight::Bold).place("0123456789") {
            let bounds = font(Weight::Bold).outline(figure.glyph).bounds().unwrap();
            assert!(bounds.bottom() < 0.05 && bounds.y < -0.55, "{bounds:?}");
        }
    }

    #[test]
    fn pairs_are_kerned_and_controls_left_out() {
        let loose = width("A", 1.0, Weight::Regular) + width("V", 1.0, Weight::Regular);
        assert!(width("AV", 1.0, Weight::Regular) < loose - 0.02);
        assert_eq!(width("a\u{0}b\n", 1.0, Weight::Regular), width("ab", 1.0, Weight::Regular));
    }

    #[test]
    fn lines_keep_within_the_width_and_lose_no_word() {
        let text =
            "The quick brown fox jumps over the lazy dog and an extraordinarilylongword that sticks out";
        let lines = wrap(text, 1.0, Weight::Regular, 8.0);
        assert_eq!(lines.join(" "), text);
        assert!(lines.iter().all(|l| width(l, 1.0, Weight::Regular) <= 8.0 || !l.contains(' ')));
        assert!(lines.len() > 4);
    }
}
