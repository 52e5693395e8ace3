//! The bundled font in a PDF file: only the letters that occur, with their Unicode, so that text can
//! be searched and copied.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Name, Pdf, Rect, Ref, Str};
use subsetter::GlyphRemapper;

use super::compressed;
use crate::error::Error;
use crate::font::{self, font};
use crate::scene::Weight;

const IDENTITY: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The letters of one weight that a file uses so far.
pub(super) struct Letters {
    weight: Weight,
    numbers: GlyphRemapper,
    /// What each letter of the subset stands for, by its number there.
    unicode: BTreeMap<u16, char>,
    is_used: bool,
}

impl Letters {
    pub(super) fn new(weight: Weight) -> Letters {
        Letters { weight, numbers: GlyphRemapper::new(), unicode: BTreeMap::new(), is_used: false }
    }

    /// The number in the file of a letter of the font.
    pub(super) fn number(&mut self, glyph: u16, letter: char) -> u16 {
        self.is_used = true;
        let number = self.numbers.remap(glyph);
        if number != 0 {
            self.unicode.entry(number).or_insert(letter);
        }
        number
    }

    /// The font's name among the resources of a page.
    pub(super) fn resource(weight: Weight) -> Name<'static> {
        match weight {
            Weight::Regular => Name(b"Fr"),
            Weight::Bold => Name(b"Fb"),
        }
    }

    /// Writes the font, unless no letter of it occurs.
    pub(super) fn write(
        &self,
        pdf: &mut Pdf,
        mut new_ref: impl FnMut() -> Ref,
    ) -> Result<Option<Ref>, Error> {
        if !self.is_used {
            return Ok(None);
        }
        let subset = subsetter::subset(font::data(self.weight), 0, &self.numbers)
            .map_err(|error| Error::Pdf(format!("the font could not be cut down: {error}")))?;
        let [id, cid, descriptor, file, map] = [(); 5].map(|()| new_ref());
        let metrics = font(self.weight).metrics();
        let name = self.name();
        let name = Name(name.as_bytes());
        pdf.type0_font(id)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(map);
        let mut cid_font = pdf.cid_font(cid);
        cid_font
            .subtype(CidFontType::Type2)
            .base_font(name)
            .system_info(IDENTITY)
            .font_descriptor(descriptor);
        cid_font.cid_to_gid_map_predefined(Name(b"Identity")).default_width(0.0);
        let widths = self.numbers.remapped_gids().map(|glyph| font(self.weight).advance(glyph) * 1000.0);
        cid_font.widths().consecutive(0, widths);
        drop(cid_font);
        let [left, bottom, right, top] = metrics.bounds;
        pdf.font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::SYMBOLIC | FontFlags::SERIF)
            .bbox(Rect::new(left, bottom, right, top))
            .italic_angle(0.0)
            .ascent(metrics.ascent)
            .descent(metrics.descent)
            .cap_height(metrics.capitals)
            .stem_v(if self.weight == Weight::Bold { 140.0 } else { 80.0 })
            .font_file2(file);
        let data = compressed(&subset);
        pdf.stream(file, &data)
            .filter(pdf_writer::Filter::FlateDecode)
            .pair(Name(b"Length1"), subset.len() as i32);
        let mut unicode = UnicodeCmap::new(Name(b"Custom"), IDENTITY);
        self.unicode.iter().for_each(|(&number, &letter)| unicode.pair(number, letter));
        let data = compressed(&unicode.finish());
        pdf.cmap(map, &data).filter(pdf_writer::Filter::FlateDecode);
        Ok(Some(id))
    }

    /// The font's name behind six letters that follow from the subset, as the standard asks.
    fn name(&self) -> String {
        let mut hash = self.numbers.remapped_gids().fold(0xcbf2_9ce4_8422_2325_u64, |hash, glyph| {
            (hash ^ u64::from(glyph)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let mut tag = String::new();
        for _ in 0..6 {
            tag.push(char::from(b'A' + (hash % 26) as u8));
            hash /= 26;
        }
        let weight = match self.weight {
            Weight::Regular => "Regular",
            Weight::Bold => "Bold",
        };
        format!("{tag}+Alegreya-{weight}")
    }
}
