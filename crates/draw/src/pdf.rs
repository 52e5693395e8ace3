//! Scenes as pages of a PDF file.
//!
//! Letters are text in the bundled font, of which only the letters that occur are embedded, so pages
//! can be searched and copied from. Pictures and stamps are stored once per file.

mod embed;
mod pen;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use mapkiln_maps::Picture;
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Settings, TextStr};

use crate::error::Error;
use crate::scene::{Frame, Scene, Stamp, Vec2, Weight};
use embed::Letters;
use pen::Pen;

/// Points per inch: the unit of pages.
pub const INCH: f32 = 72.0;

/// A part of a scene in its place on a page.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The part that is shown, in map units.
    pub window: Frame,
    /// Where the window's top left corner lies on the page, in points.
    pub at: Vec2,
    /// Points per map unit.
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
    pdf: Pdf,
    title: String,
    pages: Vec<Ref>,
    refs: Refs,
    resources: Resources,
}

/// Numbers for the objects of a file; the first three are taken.
struct Refs(Ref);

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const RESOURCES: Ref = Ref::new(3);

impl Refs {
    fn new_ref(&mut self) -> Ref {
        self.0.bump()
    }
}

impl Book {
    /// An empty book with a title.
    pub fn new(title: &str) -> Book {
        Book {
            pdf: Pdf::with_settings(Settings { pretty: false }),
            title: title.to_owned(),
            pages: Vec::new(),
            refs: Refs(Ref::new(4)),
            resources: Resources::new(),
        }
    }

    /// Adds a page of a size in points, with the scenes on it from the back to the front.
    pub fn page(&mut self, width: f32, height: f32, parts: &[Placed<'_>]) -> Result<(), Error> {
        let possible = |side: f32| side.is_finite() && side > 0.0;
        if !possible(width) || !possible(height) {
            return Err(Error::Pdf(format!("a page cannot measure {width} x {height} points")));
        }
        let mut pen = Pen::new(&mut self.resources);
        pen.turn(height);
        parts.iter().for_each(|part| pen.place(part));
        let content = compressed(&pen.finish());
        let (page_ref, content_ref) = (self.refs.new_ref(), self.refs.new_ref());
        let mut page = self.pdf.page(page_ref);
        page.media_box(Rect::new(0.0, 0.0, width, height)).parent(PAGES).contents(content_ref);
        page.pair(Name(b"Resources"), RESOURCES);
        page.finish();
        self.pdf.stream(content_ref, &content).filter(Filter::FlateDecode);
        self.pages.push(page_ref);
        Ok(())
    }

    /// The file.
    pub fn finish(self) -> Result<Vec<u8>, Error> {
        let Book { mut pdf, title, pages, mut refs, resources } = self;
        pdf.catalog(CATALOG).pages(PAGES);
        pdf.pages(PAGES).count(pages.len() as i32).kids(pages);
        resources.write(&mut pdf, &mut refs)?;
        let mut about = pdf.document_info(refs.new_ref());
        if !title.is_empty() {
            about.title(TextStr(&title));
        }
        about.creator(TextStr("Mapkiln"));
        about.finish();
        Ok(pdf.finish())
    }
}

/// How a scene becomes a PDF file of one page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PdfOptions {
    /// Points per map unit; default 12.
    pub points_per_unit: f32,
}

impl Default for PdfOptions {
    fn default() -> Self {
        PdfOptions { points_per_unit: 12.0 }
    }
}

/// The scene as a PDF file of one page, as large as the scene.
///
/// ```
/// use mapkiln_draw::{Color, Frame, Scene, Text, Vec2, pdf};
/// let mut scene = Scene::new("Cellar", Frame::new(0.0, 0.0, 20.0, 10.0));
/// scene.layer("words").text(Text::new(Vec2::new(1.0, 2.0), 1.5, Color::BLACK, "Mind the step"));
/// let file = pdf::encode(&scene, &pdf::PdfOptions::default())?;
/// assert!(file.starts_with(b"%PDF-"));
/// # Ok::<(), mapkiln_draw::Error>(())
/// ```
pub fn encode(scene: &Scene, options: &PdfOptions) -> Result<Vec<u8>, Error> {
    let points_per_unit = options.points_per_unit;
    let mut book = Book::new(&scene.title);
    let (width, height) = (scene.frame.width * points_per_unit, scene.frame.height * points_per_unit);
    let whole = Placed { scene, window: scene.frame, at: Vec2::default(), scale: points_per_unit };
    book.page(width, height, &[whole])?;
    book.finish()
}

/// What all pages share: fonts, opacities, pictures and stamps.
struct Resources {
    fonts: [Letters; 2],
    /// Opacities of what is filled and of lines, by number.
    opacities: BTreeMap<[u8; 2], usize>,
    images: Shared<Picture>,
    stamps: Shared<Stamp>,
    /// The content of each stamp.
    drawings: Vec<Vec<u8>>,
}

/// Things that are told apart by their address; holding them keeps it theirs.
struct Shared<T> {
    all: Vec<Arc<T>>,
    numbers: BTreeMap<usize, usize>,
}

impl<T> Shared<T> {
    fn new() -> Self {
        Shared { all: Vec::new(), numbers: BTreeMap::new() }
    }

    /// The number of a thing, and whether it is new.
    fn number(&mut self, thing: &Arc<T>) -> (usize, bool) {
        let next = self.all.len();
        let number = *self.numbers.entry(Arc::as_ptr(thing) as usize).or_insert(next);
        if number == next {
            self.all.push(Arc::clone(thing));
        }
        (number, number == next)
    }
}

impl Resources {
    fn new() -> Resources {
        Resources {
            fonts: [Letters::new(Weight::Regular), Letters::new(Weight::Bold)],
            opacities: BTreeMap::new(),
            images: Shared::new(),
            stamps: Shared::new(),
            drawings: Vec::new(),
        }
    }

    /// The name of a pair of opacities: of what is filled, and of lines.
    fn opacity(&mut self, opacity: [u8; 2]) -> String {
        let next = self.opacities.len();
        format!("o{}", self.opacities.entry(opacity).or_insert(next))
    }

    /// The name of a picture.
    fn image(&mut self, picture: &Arc<Picture>) -> String {
        format!("i{}", self.images.number(picture).0)
    }

    /// The name of a stamp.
    fn stamp(&mut self, stamp: &Arc<Stamp>) -> String {
        let (number, is_new) = self.stamps.number(stamp);
        if is_new {
            let drawing = pen::stamp_content(stamp, self);
            self.drawings.push(drawing);
        }
        format!("s{number}")
    }

    fn write(self, pdf: &mut Pdf, refs: &mut Refs) -> Result<(), Error> {
        let mut fonts = Vec::new();
        for (letters, weight) in self.fonts.iter().zip([Weight::Regular, Weight::Bold]) {
            if let Some(font) = letters.write(pdf, || refs.new_ref())? {
                fonts.push((Letters::resource(weight), font));
            }
        }
        let images: Vec<Ref> =
            self.images.all.iter().map(|picture| write_image(picture, pdf, refs)).collect();
        let mut stamps = Vec::new();
        for (stamp, drawing) in self.stamps.all.iter().zip(&self.drawings) {
            let id = refs.new_ref();
            let (frame, drawing) = (stamp.frame, compressed(drawing));
            let mut form = pdf.form_xobject(id, &drawing);
            form.filter(Filter::FlateDecode);
            form.bbox(Rect::new(frame.x, frame.y, frame.right(), frame.bottom()));
            form.pair(Name(b"Resources"), RESOURCES);
            stamps.push(id);
        }
        let mut resources = pdf.indirect(RESOURCES).start::<pdf_writer::writers::Resources<'_>>();
        resources.fonts().pairs(fonts);
        let mut states = resources.ext_g_states();
        for ([fill, line], number) in &self.opacities {
            let share = |byte: u8| f32::from(byte) / 255.0;
            let mut state = states
                .insert(Name(format!("o{number}").as_bytes()))
                .start::<pdf_writer::writers::ExtGraphicsState<'_>>();
            state.non_stroking_alpha(share(*fill)).stroking_alpha(share(*line));
        }
        states.finish();
        let mut objects = resources.x_objects();
        for (letter, refs) in [("i", images), ("s", stamps)] {
            for (number, id) in refs.into_iter().enumerate() {
                objects.pair(Name(format!("{letter}{number}").as_bytes()), id);
            }
        }
        Ok(())
    }
}

/// Writes a picture, its opacity as a mask if it is not opaque.
fn write_image(picture: &Picture, pdf: &mut Pdf, refs: &mut Refs) -> Ref {
    let id = refs.new_ref();
    let size = |side: u32| i32::try_from(side).unwrap_or(i32::MAX);
    let pixels = || picture.rgba.chunks_exact(4);
    let mask = pixels().any(|p| p[3] != 255).then(|| refs.new_ref());
    let colors = compressed(&pixels().flat_map(|p| [p[0], p[1], p[2]]).collect::<Vec<u8>>());
    let mut image = pdf.image_xobject(id, &colors);
    image.filter(Filter::FlateDecode);
    image.width(size(picture.width)).height(size(picture.height)).bits_per_component(8);
    image.color_space().device_rgb();
    if let Some(mask) = mask {
        image.s_mask(mask);
    }
    image.finish();
    if let Some(mask) = mask {
        let opacity = compressed(&pixels().map(|p| p[3]).collect::<Vec<u8>>());
        let mut image = pdf.image_xobject(mask, &opacity);
        image.filter(Filter::FlateDecode);
        image.width(size(picture.width)).height(size(picture.height)).bits_per_component(8);
        image.color_space().device_gray();
    }
    id
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::with_capacity(bytes.len() / 2), Compression::default());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("writing to memory does not fail")
}
