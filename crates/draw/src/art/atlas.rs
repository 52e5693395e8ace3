//! The atlas: every drawing on a page of pixels, and an index that says where it is.
//!
//! The index has the common JSON-hash layout, which Pixi and Phaser read; `map` in each frame says what
//! a game must know of it. Frames are sorted by height, then by name, and packed in shelves, two pixels
//! apart with their border pixels repeated, never turned. Drawings that look alike share their pixels.
//! At double size everything lies at the doubled place.

use std::collections::BTreeMap;

use mapkiln_maps::Picture;
use serde::Serialize;

use super::brush::{PIXELS, STEP};
use super::catalogue::{Cut, Extras, SIZES, Sprite, sprites};
use super::ground::SOILS;
use super::tone::NIGHT;
use crate::error::Error;
use crate::png;
use crate::scene::{Frame, Item, Scene, Vec2};

/// The widest and highest page, in pixels at the usual size.
const LARGEST: i32 = 2048;
/// Pixels between frames, at the usual size.
const APART: i32 = 2;

/// How large the drawings are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AtlasScale {
    /// A cell is 64 x 32 pixels.
    #[default]
    Usual,
    /// A cell is 128 x 64 pixels.
    Double,
}

impl AtlasScale {
    const fn factor(self) -> i32 {
        match self {
            AtlasScale::Usual => 1,
            AtlasScale::Double => 2,
        }
    }
}

/// A page of drawings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtlasPage {
    /// Its pixels.
    pub picture: Picture,
    /// Its index as JSON.
    pub index: String,
}

/// A rectangle of whole pixels at the usual size; x and y from the foot point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Box2 {
    x: i32,
    y: i32,
    w: i32,
    h: i32,
}

/// A drawing as pixels.
struct Drawn {
    name: String,
    extras: Extras,
    cut: Cut,
    area: Box2,
    /// The number of its pixels among those that differ.
    pixels: usize,
}

/// All drawings as pages with their indexes. `name` is the name of the image without its ending: the
/// first page is `name.png`, the second `name-2.png`.
///
/// ```
/// use mapkiln_draw::art::{AtlasScale, atlas};
/// let pages = atlas("art", AtlasScale::Usual)?;
/// let index: serde_json::Value = serde_json::from_str(&pages[0].index).unwrap();
/// assert_eq!(index["meta"]["image"], "art.png");
/// assert!(index["frames"]["walker/se/stand"]["frame"]["h"].as_u64().unwrap() > 30);
/// # Ok::<(), mapkiln_draw::Error>(())
/// ```
pub fn atlas(name: &str, scale: AtlasScale) -> Result<Vec<AtlasPage>, Error> {
    let factor = scale.factor();
    let mut numbers: BTreeMap<(i32, i32, Vec<u8>), usize> = BTreeMap::new();
    let mut drawn = Vec::new();
    for sprite in sprites() {
        // Trimmed at double size, so that both sizes have the same places.
        let Some(area) = trimmed(&sprite)? else { continue };
        let picture = render(&sprite, area, factor)?;
        let next = numbers.len();
        let pixels = *numbers.entry((area.w, area.h, picture.rgba)).or_insert(next);
        drawn.push(Drawn { name: sprite.name, extras: sprite.extras, cut: sprite.cut, area, pixels });
    }
    let mut pixels: Vec<(i32, i32, Vec<u8>)> = vec![(0, 0, Vec::new()); numbers.len()];
    for ((w, h, rgba), number) in numbers {
        pixels[number] = (w, h, rgba);
    }
    let places = pack(&drawn, &pixels);
    let count = places.iter().map(|place| place.page + 1).max().unwrap_or(0);
    (0..count).map(|page| write_page(name, page, count, &drawn, &pixels, &places, factor)).collect()
}

/// What an item covers.
fn bounds(item: &Item) -> Option<Frame> {
    match item {
        Item::Shape(shape) => {
            let grown = shape.stroke.map_or(0.0, |stroke| stroke.width);
            shape.path.bounds().map(|frame| frame.grown(grown))
        }
        _ => None,
    }
}

/// The pixels that a drawing covers, in whole pixels of the usual size.
fn trimmed(sprite: &Sprite) -> Result<Option<Box2>, Error> {
    let Some(frame) = sprite.items.iter().filter_map(bounds).reduce(Frame::union) else { return Ok(None) };
    let (left, top) = ((frame.x * PIXELS).floor() as i32 - 1, (frame.y * PIXELS).floor() as i32 - 1);
    let (right, bottom) =
        ((frame.right() * PIXELS).ceil() as i32 + 1, (frame.bottom() * PIXELS).ceil() as i32 + 1);
    let all = Box2 { x: left, y: top, w: right - left, h: bottom - top };
    let picture = render(sprite, all, 2)?;
    let (mut low, mut high) = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
    for y in 0..picture.height {
        for x in 0..picture.width {
            // What is nearly clear is not worth its pixels.
            if picture.pixel(x, y)[3] > 5 {
                let (x, y) = (x as i32 / 2, y as i32 / 2);
                low = (low.0.min(x), low.1.min(y));
                high = (high.0.max(x), high.1.max(y));
            }
        }
    }
    if low.0 > high.0 {
        return Ok(None);
    }
    Ok(Some(Box2 { x: all.x + low.0, y: all.y + low.1, w: high.0 - low.0 + 1, h: high.1 - low.1 + 1 }))
}

/// A part of a drawing as pixels.
fn render(sprite: &Sprite, area: Box2, factor: i32) -> Result<Picture, Error> {
    let unit = |pixels: i32| pixels as f32 / PIXELS;
    let mut scene = Scene::new("", Frame::new(unit(area.x), unit(area.y), unit(area.w), unit(area.h)));
    scene.layer("").items = sprite.items.clone();
    let mut picture = png::render(&scene, PIXELS * factor as f32)?;
    for y in 0..picture.height {
        for x in 0..picture.width {
            let middle = |p: u32, from: i32| (p as f32 + 0.5) / factor as f32 + from as f32;
            let at = Vec2::new(middle(x, area.x), middle(y, area.y));
            let inside = match sprite.cut {
                Cut::Whole => true,
                Cut::Diamond => at.x.abs() + 2.0 * at.y.abs() <= PIXELS + 2.0,
                Cut::Strip(from, to) => at.x >= from && at.x < to,
            };
            if !inside {
                picture.set(x, y, [0; 4]);
            }
        }
    }
    Ok(picture)
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    page: usize,
    x: i32,
    y: i32,
}

/// Where each of the pictures lies, shelf by shelf.
fn pack(drawn: &[Drawn], pixels: &[(i32, i32, Vec<u8>)]) -> Vec<Place> {
    // Each picture has the name of the first drawing that shows it.
    let mut names: Vec<&str> = vec![""; pixels.len()];
    for sprite in drawn.iter().rev() {
        names[sprite.pixels] = &sprite.name;
    }
    let mut order: Vec<usize> = (0..pixels.len()).collect();
    order.sort_by(|&a, &b| pixels[b].1.cmp(&pixels[a].1).then(names[a].cmp(names[b])));
    let mut places = vec![Place::default(); pixels.len()];
    let (mut page, mut x, mut y, mut shelf) = (0, APART, APART, 0);
    for i in order {
        let (w, h, _) = pixels[i];
        if x + w + APART > LARGEST {
            (x, y, shelf) = (APART, y + shelf + APART, 0);
        }
        if y + h + APART > LARGEST {
            (page, x, y, shelf) = (page + 1, APART, APART, 0);
        }
        places[i] = Place { page, x, y };
        x += w + APART;
        shelf = shelf.max(h);
    }
    places
}

#[derive(Serialize)]
struct Rectangle {
    x: i32,
    y: i32,
    w: i32,
    h: i32,
}

#[derive(Serialize)]
struct Extent {
    w: i32,
    h: i32,
}

#[derive(Serialize)]
struct Spot {
    x: f64,
    y: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FrameEntry<'a> {
    frame: Rectangle,
    rotated: bool,
    trimmed: bool,
    sprite_source_size: Rectangle,
    source_size: Extent,
    anchor: Spot,
    map: &'a Extras,
}

#[derive(Serialize)]
struct Index<'a> {
    frames: BTreeMap<&'a str, FrameEntry<'a>>,
    animations: BTreeMap<String, Vec<&'a str>>,
    meta: Meta,
}

#[derive(Serialize)]
struct Meta {
    app: &'static str,
    version: &'static str,
    image: String,
    format: &'static str,
    size: Extent,
    scale: String,
    /// Width and height of a cell in pixels.
    tile: [i32; 2],
    /// Pixels per step of height.
    step: i32,
    /// Grounds from low to high.
    ranks: Vec<&'static str>,
    /// The scale of creatures of each size; drawings have size m.
    sizes: BTreeMap<&'static str, f64>,
    /// Rows of the matrix that turns red, green, blue (0 to 1) and 1 into the colours of the night.
    night: [[f64; 4]; 3],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_multi_packs: Vec<String>,
}

fn tidy(value: f32) -> f64 {
    (f64::from(value) * 10_000.0).round() / 10_000.0
}

fn page_name(name: &str, page: usize) -> String {
    if page == 0 { name.to_owned() } else { format!("{name}-{}", page + 1) }
}

fn write_page(
    name: &str,
    page: usize,
    pages: usize,
    drawn: &[Drawn],
    pixels: &[(i32, i32, Vec<u8>)],
    places: &[Place],
    factor: i32,
) -> Result<AtlasPage, Error> {
    let here = || (0..pixels.len()).filter(|&i| places[i].page == page);
    let bottom = here().map(|i| places[i].y + pixels[i].1 + APART).max().unwrap_or(4);
    let (width, height) = (LARGEST * factor, (bottom + 3) / 4 * 4 * factor);
    let mut picture = Picture::new(width as u32, height as u32);
    for i in here() {
        copy(&mut picture, places[i], &pixels[i], factor);
    }
    let entry = |sprite: &'_ Drawn| -> (Rectangle, bool, Rectangle, Extent, Spot) {
        let (area, place) = (sprite.area, places[sprite.pixels]);
        let rectangle = |x: i32, y: i32| Rectangle {
            x: x * factor,
            y: y * factor,
            w: area.w * factor,
            h: area.h * factor,
        };
        let frame = rectangle(place.x, place.y);
        if sprite.cut == Cut::Diamond {
            // All tiles of the ground have the size of a cell with a pixel around it.
            let (w, h) = (66, 34);
            let source = rectangle(area.x + w / 2, area.y + h / 2);
            return (frame, true, source, Extent { w: w * factor, h: h * factor }, Spot { x: 0.5, y: 0.5 });
        }
        let anchor =
            Spot { x: tidy(-area.x as f32 / area.w as f32), y: tidy(-area.y as f32 / area.h as f32) };
        (frame, false, rectangle(0, 0), Extent { w: area.w * factor, h: area.h * factor }, anchor)
    };
    let mut frames = BTreeMap::new();
    for sprite in drawn.iter().filter(|sprite| places[sprite.pixels].page == page) {
        let (frame, trimmed, sprite_source_size, source_size, anchor) = entry(sprite);
        let map = &sprite.extras;
        let entry =
            FrameEntry { frame, rotated: false, trimmed, sprite_source_size, source_size, anchor, map };
        frames.insert(sprite.name.as_str(), entry);
    }
    let animations = animations(&frames);
    let others = (0..pages).filter(|&other| other != page);
    let meta = Meta {
        app: "mapkiln",
        version: "1",
        image: format!("{}.png", page_name(name, page)),
        format: "RGBA8888",
        size: Extent { w: width, h: height },
        scale: factor.to_string(),
        tile: [64 * factor, 32 * factor],
        step: STEP as i32 * factor,
        ranks: SOILS.iter().map(|soil| soil.name).collect(),
        sizes: SIZES.iter().map(|&(letter, scale)| (letter, tidy(scale))).collect(),
        night: NIGHT.map(|row| row.map(tidy)),
        related_multi_packs: others.map(|other| format!("{}.json", page_name(name, other))).collect(),
    };
    let index = Index { frames, animations, meta };
    let index = serde_json::to_string(&index).map_err(|e| Error::Index(e.to_string()))?;
    Ok(AtlasPage { picture, index: index + "\n" })
}

/// The walks of the walker and of the creatures, and the flicker of the exit.
fn animations<'a>(frames: &BTreeMap<&'a str, FrameEntry<'a>>) -> BTreeMap<String, Vec<&'a str>> {
    let mut animations: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for &name in frames.keys() {
        let Some((stem, last)) = name.rsplit_once('/') else { continue };
        let moves = matches!(name.split('/').next(), Some("walker" | "creature" | "exit"));
        if moves && last != "stand" {
            animations.entry(stem.to_owned()).or_default().push(name);
        }
    }
    animations
}

/// Copies a picture to its place and repeats its border once around it.
fn copy(page: &mut Picture, place: Place, (w, h, rgba): &(i32, i32, Vec<u8>), factor: i32) {
    let (w, h) = (w * factor, h * factor);
    let (left, top) = (place.x * factor, place.y * factor);
    for y in -1..=h {
        for x in -1..=w {
            let (sx, sy) = (x.clamp(0, w - 1), y.clamp(0, h - 1));
            let at = (sy * w + sx) as usize * 4;
            let mut pixel = [0; 4];
            pixel.copy_from_slice(&rgba[at..at + 4]);
            page.set((left + x) as u32, (top + y) as u32, pixel);
        }
    }
}
