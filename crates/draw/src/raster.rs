//! Scenes as pixels, a band of rows at a time.
//!
//! A picture of 7,000 x 7,000 pixels needs 200 MB; in bands it needs one band. Items outside of a
//! band are skipped by their bounds, so many bands cost little more than one.

use std::collections::BTreeMap;
use std::sync::Arc;

use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Mask, Paint, PathBuilder, Pixmap, PixmapPaint, PixmapRef,
    StrokeDash, Transform,
};

use mapkiln_maps::Picture;

use crate::crop::{Gap, Slices, cropped};
use crate::error::Error;
use crate::font::{self, font};
use crate::outline::outlined;
use crate::scene::{
    Cap, Color, Frame, Image, Item, Join, Layer, Path, Scene, Segment, Shape, Stamp, Stroke, Text, Tilt, Vec2,
};

/// Rows drawn at a time: enough that little is drawn twice, few enough that some bands at once stay small in
/// memory.
pub(crate) const BAND: u32 = 256;

/// The longest side of a picture in pixels.
pub(crate) const LONGEST_SIDE: u64 = 65_500;

/// A scene made ready to be drawn at a scale.
pub(crate) struct Raster {
    pub(crate) width: u32,
    pub(crate) height: u32,
    background: Option<Color>,
    origin: Vec2,
    scale: f32,
    layers: Vec<ReadyLayer>,
}

struct ReadyLayer {
    clip: Option<tiny_skia::Path>,
    /// How its plane lies in the picture, and the part of it that shows.
    tilt: Option<(Transform, Option<tiny_skia::Path>)>,
    items: Vec<Ready>,
}

/// Stamps that have been drawn, by the address of the stamp: one in many items is drawn once.
type Drawn = BTreeMap<*const Stamp, Option<Arc<Pixmap>>>;

/// How finely items are made ready: pixels per map unit, and the height of the slices of a path.
#[derive(Clone, Copy)]
struct Grain {
    scale: f32,
    slice: f32,
}

struct Ready {
    bounds: Frame,
    drawing: Drawing,
}

enum Drawing {
    Fill(Slices, Color),
    Stroke(Slices, Stroke),
    Image(Frame, Pixmap),
    /// A stamp as pixels, and the pixel of its top left corner for each place.
    Stamp(Arc<Pixmap>, Vec<(i64, i64)>),
}

impl Raster {
    /// Makes a scene ready.
    pub(crate) fn new(scene: &Scene, pixels_per_unit: f32) -> Result<Raster, Error> {
        let side = |length: f32| (f64::from(length) * f64::from(pixels_per_unit)).round();
        let (width, height) = (side(scene.frame.width), side(scene.frame.height));
        let fits = |side: f64| side >= 1.0 && side <= LONGEST_SIDE as f64;
        if !fits(width) || !fits(height) {
            return Err(Error::PixelSize { width: width as u64, height: height as u64, most: LONGEST_SIDE });
        }
        let mut raster = Raster {
            width: width as u32,
            height: height as u32,
            background: scene.background,
            origin: Vec2::new(scene.frame.x, scene.frame.y),
            scale: pixels_per_unit,
            layers: Vec::new(),
        };
        let mut drawn = Drawn::new();
        raster.layers = scene.layers.iter().map(|layer| raster.layer(layer, &mut drawn)).collect();
        Ok(raster)
    }

    /// Does the background hide everything behind the picture?
    pub(crate) fn is_opaque(&self) -> bool {
        self.background.is_some_and(Color::is_opaque)
    }

    /// The rows from `top`, premultiplied.
    pub(crate) fn band(&self, top: u32, rows: u32) -> Option<Pixmap> {
        let mut pixels = Pixmap::new(self.width, rows)?;
        if let Some(color) = self.background {
            pixels.fill(tiny_skia::Color::from_rgba8(color.r, color.g, color.b, color.a));
        }
        let down = self.origin.y * self.scale + top as f32;
        let transform =
            Transform::from_row(self.scale, 0.0, 0.0, self.scale, -self.origin.x * self.scale, -down);
        let window = Frame::new(
            self.origin.x,
            down / self.scale,
            self.width as f32 / self.scale,
            rows as f32 / self.scale,
        )
        .grown(1.0 / self.scale);
        for layer in &self.layers {
            let visible = || layer.items.iter().filter(|item| item.bounds.touches(window));
            if visible().next().is_none() {
                continue;
            }
            let (transform, outer) = match &layer.tilt {
                Some((tilt, outer)) => (transform.pre_concat(*tilt), outer.as_ref()),
                None => (transform, None),
            };
            // What is tilted has other rows.
            let heights = layer.tilt.is_none().then_some((window.y, window.bottom()));
            let mut mask = None;
            if let Some(clip) = layer.clip.as_ref().or(outer) {
                let mut shown = Mask::new(self.width, rows)?;
                let (top, bottom) = heights.unwrap_or((f32::MIN, f32::MAX));
                if let Some(clip) = cropped(clip, top, bottom, Gap::Bridged) {
                    shown.fill_path(&clip, FillRule::Winding, true, transform);
                }
                if let (Some(_), Some(outer)) = (&layer.clip, outer) {
                    shown.intersect_path(outer, FillRule::Winding, true, transform);
                }
                mask = Some(shown);
            }
            for item in visible() {
                item.drawing.draw(&mut pixels, transform, mask.as_ref(), i64::from(top), heights);
            }
        }
        Some(pixels)
    }

    fn layer(&self, layer: &Layer, drawn: &mut Drawn) -> ReadyLayer {
        let mut items = Vec::with_capacity(layer.items.len());
        // What is tilted has other rows than its plane.
        let slice = if layer.tilt.is_some() { f32::INFINITY } else { BAND as f32 / self.scale };
        let grain = Grain { scale: self.scale, slice };
        for item in &layer.items {
            match item {
                // Pixels cannot be tilted: each place is drawn.
                Item::Stamps(stamps) if layer.tilt.is_some() => {
                    for &at in &stamps.at {
                        for item in &stamps.stamp.items {
                            self.ready(&item.clone().moved(at, 1.0), grain, &mut items, drawn);
                        }
                    }
                }
                item => self.ready(item, grain, &mut items, drawn),
            }
        }
        let tilt = layer.tilt.as_ref().map(|tilt| {
            for item in &mut items {
                item.bounds = tilted(tilt, item.bounds);
            }
            let Tilt { x, y, origin, clip } = tilt;
            let matrix = Transform::from_row(x.x, x.y, y.x, y.y, origin.x, origin.y);
            (matrix, clip.as_ref().and_then(skia_path))
        });
        ReadyLayer { clip: layer.clip.as_ref().and_then(skia_path), tilt, items }
    }

    fn ready(&self, item: &Item, grain: Grain, out: &mut Vec<Ready>, drawn: &mut Drawn) {
        match item {
            Item::Shape(shape) => ready_shape(shape, grain, out),
            Item::Text(text) => ready_text(text, grain, out),
            Item::Image(image) => ready_image(image, out),
            Item::Stamps(stamps) => {
                let key = Arc::as_ptr(&stamps.stamp);
                let known = drawn.get(&key).cloned();
                let pixels = known.unwrap_or_else(|| self.stamp(&stamps.stamp, drawn).map(Arc::new));
                drawn.insert(key, pixels.clone());
                let Some(pixels) = pixels else { return };
                let pixel = |length: f32, from: f32| ((length - from) * self.scale).round() as i64;
                let frame = stamps.stamp.frame;
                let place =
                    |at: &Vec2| (pixel(at.x + frame.x, self.origin.x), pixel(at.y + frame.y, self.origin.y));
                let bounds = stamps
                    .at
                    .iter()
                    .map(|at| Frame::new(at.x + frame.x, at.y + frame.y, frame.width, frame.height))
                    .reduce(Frame::union)
                    .unwrap_or_default();
                let mut places: Vec<(i64, i64)> = stamps.at.iter().map(place).collect();
                places.sort_unstable_by_key(|&(x, y)| (y, x));
                out.push(Ready { bounds, drawing: Drawing::Stamp(pixels, places) });
            }
        }
    }

    /// A stamp drawn once at this scale.
    fn stamp(&self, stamp: &Arc<Stamp>, drawn: &mut Drawn) -> Option<Pixmap> {
        let side = |length: f32| (length * self.scale).round() as u32;
        let (width, height) = (side(stamp.frame.width), side(stamp.frame.height));
        let mut pixels = Pixmap::new(width.max(1), height.max(1))?;
        let mut items = Vec::new();
        let grain = Grain { scale: self.scale, slice: f32::INFINITY };
        for item in stamp.items.iter().filter(|item| !matches!(item, Item::Stamps(_))) {
            self.ready(item, grain, &mut items, drawn);
        }
        let (dx, dy) = (-stamp.frame.x * self.scale, -stamp.frame.y * self.scale);
        let transform = Transform::from_row(self.scale, 0.0, 0.0, self.scale, dx, dy);
        for item in items {
            item.drawing.draw(&mut pixels, transform, None, 0, None);
        }
        Some(pixels)
    }
}

impl Drawing {
    /// Draws onto a band of rows, which begins at the row `top` of the picture. `heights` are where it
    /// begins and ends in map units, if what lies above and below can be left out.
    fn draw(
        &self,
        pixels: &mut Pixmap,
        transform: Transform,
        mask: Option<&Mask>,
        top: i64,
        heights: Option<(f32, f32)>,
    ) {
        let (from, to) = heights.unwrap_or((f32::MIN, f32::MAX));
        match self {
            Drawing::Fill(path, color) => {
                if let Some(path) = path.cropped(from, to, Gap::Bridged) {
                    pixels.fill_path(&path, &paint(*color), FillRule::Winding, transform, mask);
                }
            }
            Drawing::Stroke(path, stroke) => {
                let reach = reach(stroke);
                if let Some(path) = path.cropped(from - reach, to + reach, Gap::Open) {
                    let paint = paint(stroke.color);
                    let (x, y) = transform.get_scale();
                    match outlined(&path, stroke, x.max(y)) {
                        Some(outline) => {
                            pixels.fill_path(&outline, &paint, FillRule::Winding, transform, mask);
                        }
                        None => pixels.stroke_path(&path, &paint, &skia_stroke(stroke), transform, mask),
                    }
                }
            }
            Drawing::Image(frame, image) => {
                let (sx, sy) = (frame.width / image.width() as f32, frame.height / image.height() as f32);
                let placed = transform.pre_concat(Transform::from_row(sx, 0.0, 0.0, sy, frame.x, frame.y));
                // Small pictures are pixel art: enlarged, their pixels stay square.
                let enlarged = placed.sx >= 1.0 && placed.sy >= 1.0;
                let quality = if enlarged { FilterQuality::Nearest } else { FilterQuality::Bilinear };
                let paint = PixmapPaint { quality, ..PixmapPaint::default() };
                pixels.draw_pixmap(0, 0, image.as_ref(), &paint, placed, mask);
            }
            Drawing::Stamp(stamp, places) => {
                let first = places.partition_point(|&(_, y)| y + i64::from(stamp.height()) <= top);
                let bottom = top + i64::from(pixels.height());
                for &(x, y) in places[first..].iter().take_while(|&&(_, y)| y < bottom) {
                    blit(pixels, (**stamp).as_ref(), x, y - top);
                }
            }
        }
    }
}

/// Copies a stamp over the pixels: what is opaque replaces, what is clear leaves, the rest mixes.
fn blit(pixels: &mut Pixmap, stamp: PixmapRef<'_>, x: i64, y: i64) {
    let (width, height) = (i64::from(pixels.width()), i64::from(pixels.height()));
    let (from, to) = (x.max(0), (x + i64::from(stamp.width())).min(width));
    if from >= to {
        return;
    }
    // Whole pixels as arrays, so that a copy is one instruction.
    let (target, _) = pixels.data_mut().as_chunks_mut::<4>();
    let (source, _) = stamp.data().as_chunks::<4>();
    for row in y.max(0)..(y + i64::from(stamp.height())).min(height) {
        let first = ((row - y) * i64::from(stamp.width()) + from - x) as usize;
        let start = (row * width + from) as usize;
        let length = (to - from) as usize;
        for (to, from) in target[start..start + length].iter_mut().zip(&source[first..first + length]) {
            match from[3] {
                255 => *to = *from,
                0 => {}
                alpha => {
                    let rest = 255 - u32::from(alpha);
                    for (to, from) in to.iter_mut().zip(from) {
                        *to = from.saturating_add(((u32::from(*to) * rest + 127) / 255) as u8);
                    }
                }
            }
        }
    }
}

/// The smallest frame around a tilted one.
fn tilted(tilt: &Tilt, frame: Frame) -> Frame {
    let (a, b) = (Vec2::new(frame.x, frame.y), Vec2::new(frame.right(), frame.bottom()));
    let corners = [a, Vec2::new(b.x, a.y), b, Vec2::new(a.x, b.y)].map(|p| tilt.apply(p));
    let frames = corners.map(|p| Frame::new(p.x, p.y, 0.0, 0.0));
    frames.into_iter().reduce(Frame::union).unwrap_or_default()
}

fn ready_shape(shape: &Shape, grain: Grain, out: &mut Vec<Ready>) {
    let Some(path) = skia_path(&shape.path) else { return };
    let bounds = shape.path.bounds().unwrap_or_default();
    if let Some(color) = shape.fill {
        out.push(Ready { bounds, drawing: Drawing::Fill(Slices::new(path.clone(), grain.slice), color) });
    }
    if let Some(stroke) = shape.stroke {
        let bounds = bounds.grown(reach(&stroke));
        // Dashes are measured along the whole line, once.
        let dashes = stroke.dash.and_then(|dash| StrokeDash::new(dash.to_vec(), 0.0));
        let path = match dashes {
            Some(dashes) => path.dash(&dashes, grain.scale),
            None => Some(path),
        };
        let sliced = path.map(|path| Slices::new(path, grain.slice));
        out.extend(sliced.map(|path| Ready { bounds, drawing: Drawing::Stroke(path, stroke) }));
    }
}

/// How far a line may reach beyond its path. A sharp corner reaches far; 4 is the limit of its length.
fn reach(stroke: &Stroke) -> f32 {
    stroke.width * if stroke.join == Join::Miter { 2.0 } else { 1.0 }
}

fn ready_text(text: &Text, grain: Grain, out: &mut Vec<Ready>) {
    let font = font(text.weight);
    let start = font::start(text);
    let mut path = Path::new();
    for placed in font.place(&text.text) {
        let outline = font.outline(placed.glyph);
        path.extend(&outline.map(|p| start + (p + Vec2::new(placed.x, 0.0)) * text.size));
    }
    if let Some(halo) = text.halo {
        ready_shape(&Shape { path: path.clone(), fill: Some(halo.color), stroke: Some(halo) }, grain, out);
    }
    ready_shape(&Shape { path, fill: Some(text.color), stroke: None }, grain, out);
}

fn ready_image(image: &Image, out: &mut Vec<Ready>) {
    let Picture { width, height, rgba } = &*image.picture;
    let Some(mut pixels) = Pixmap::new(*width, *height) else { return };
    for (to, from) in pixels.pixels_mut().iter_mut().zip(rgba.chunks_exact(4)) {
        *to = tiny_skia::ColorU8::from_rgba(from[0], from[1], from[2], from[3]).premultiply();
    }
    out.push(Ready { bounds: image.frame, drawing: Drawing::Image(image.frame, pixels) });
}

fn skia_path(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::with_capacity(path.segments().len(), 2 * path.segments().len());
    for segment in path.segments() {
        match *segment {
            Segment::Move(p) => builder.move_to(p.x, p.y),
            Segment::Line(p) => builder.line_to(p.x, p.y),
            Segment::Curve(a, b, p) => builder.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

fn paint(color: Color) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(color.r, color.g, color.b, color.a);
    paint
}

fn skia_stroke(stroke: &Stroke) -> tiny_skia::Stroke {
    tiny_skia::Stroke {
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
        dash: None,
    }
}
