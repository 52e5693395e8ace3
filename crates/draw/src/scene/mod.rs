//! What every picture is drawn from: shapes, text and layers in map units.
//!
//! A map unit is whatever the view says it is: a cell of a dungeon, the side of a hex, a tile. The
//! back ends know nothing of maps; they are told how many pixels or points a unit has.

mod paint;
mod path;

use std::sync::Arc;

use mapkiln_maps::Picture;

pub use paint::{Cap, Color, Join, Stroke};
#[cfg(feature = "pdf")]
pub(crate) use path::bounds;
pub use path::{Frame, Path, Segment, Vec2};

/// A picture: layers over a background.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// What the picture is called; in the head of SVG and PDF files.
    pub title: String,
    /// The part of the map that is shown; everything outside is cut off.
    pub frame: Frame,
    /// The colour behind everything; transparent if there is none.
    pub background: Option<Color>,
    /// From the back to the front.
    pub layers: Vec<Layer>,
}

/// Some items that belong together, such as the walls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    /// What it is called; becomes the group's name in SVG files.
    pub name: String,
    /// From the back to the front.
    pub items: Vec<Item>,
    /// Where the layer shows; everywhere if none.
    pub clip: Option<Path>,
    /// How its plane lies in the picture; as it is if none.
    pub tilt: Option<Tilt>,
}

/// A plane as it lies in the picture: what is drawn on it goes through a matrix, lines and their widths
/// alike, so that a map from above becomes the ground of a picture at an angle.
#[derive(Clone, Debug, PartialEq)]
pub struct Tilt {
    /// Where a step along x leads.
    pub x: Vec2,
    /// Where a step along y leads.
    pub y: Vec2,
    /// Where the plane's origin lies.
    pub origin: Vec2,
    /// The part of the plane that shows; everything if none.
    pub clip: Option<Path>,
}

impl Tilt {
    /// A place of the plane in the picture.
    pub fn apply(&self, p: Vec2) -> Vec2 {
        self.origin + self.x * p.x + self.y * p.y
    }
}

/// One thing in a picture.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Item {
    /// A filled or outlined path.
    Shape(Shape),
    /// A line of text.
    Text(Text),
    /// A picture of pixels.
    Image(Image),
    /// One small drawing in many places.
    Stamps(Stamps),
}

/// One small drawing in many places, such as a tile of a world; stored and drawn once.
#[derive(Clone, Debug, PartialEq)]
pub struct Stamps {
    /// The drawing.
    pub stamp: Arc<Stamp>,
    /// The places of its origin.
    pub at: Vec<Vec2>,
}

/// A small drawing around its own origin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stamp {
    /// The part that is shown.
    pub frame: Frame,
    /// From the back to the front: shapes, texts and images, not stamps.
    pub items: Vec<Item>,
}

/// A filled or outlined path.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its outline.
    pub path: Path,
    /// The colour inside, by the non-zero rule: parts that turn the same way unite.
    pub fill: Option<Color>,
    /// The line along it.
    pub stroke: Option<Stroke>,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Where it begins, is centred or ends; on the line that letters stand on.
    pub at: Vec2,
    /// What it says; control characters are not drawn.
    pub text: String,
    /// The height of the line in map units (the font's em).
    pub size: f32,
    /// The colour of the letters.
    pub color: Color,
    /// How it lies around `at`.
    pub anchor: Anchor,
    /// The weight of the letters.
    pub weight: Weight,
    /// An outline behind the letters that keeps them readable on a busy ground.
    pub halo: Option<Stroke>,
}

impl Text {
    /// Plain text that begins at a place.
    pub fn new(at: Vec2, size: f32, color: Color, text: impl Into<String>) -> Self {
        Text {
            at,
            text: text.into(),
            size,
            color,
            anchor: Anchor::Start,
            weight: Weight::Regular,
            halo: None,
        }
    }

    /// The same with another anchor.
    pub fn anchored(self, anchor: Anchor) -> Self {
        Text { anchor, ..self }
    }

    /// The same in bold.
    pub fn bold(self) -> Self {
        Text { weight: Weight::Bold, ..self }
    }
}

/// How a text lies around its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    #[default]
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// The weight of letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// For reading.
    #[default]
    Regular,
    /// For titles and numbers.
    Bold,
}

/// A picture of pixels in a rectangle.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Where it is drawn; it is stretched to fit.
    pub frame: Frame,
    /// The picture.
    pub picture: Arc<Picture>,
}

impl Scene {
    /// An empty picture of a part of the map.
    pub fn new(title: impl Into<String>, frame: Frame) -> Self {
        Scene { title: title.into(), frame, background: None, layers: Vec::new() }
    }

    /// Adds a layer in front and gives it back to draw on.
    pub fn layer(&mut self, name: impl Into<String>) -> &mut Layer {
        self.layers.push(Layer { name: name.into(), ..Layer::default() });
        let last = self.layers.len() - 1;
        &mut self.layers[last]
    }

    /// Adds all layers of another picture in front, moved. Its frame and background are left behind.
    pub fn append(&mut self, other: Scene, shift: Vec2) {
        for mut layer in other.layers {
            if let Some(tilt) = &mut layer.tilt {
                tilt.origin = tilt.origin + shift;
                self.layers.push(layer);
                continue;
            }
            let name = layer.name.clone();
            let clip = layer.clip.as_ref().map(|clip| clip.map(|p| p + shift));
            let here = self.layer(name);
            here.append(layer, shift, 1.0);
            here.clip = clip;
        }
    }

    /// Every text of the picture, in order.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        fn text(item: &Item) -> Option<&Text> {
            if let Item::Text(text) = item { Some(text) } else { None }
        }
        self.layers.iter().flat_map(|l| &l.items).flat_map(|item| {
            let stamped = if let Item::Stamps(stamps) = item { &stamps.stamp.items[..] } else { &[] };
            text(item).into_iter().chain(stamped.iter().filter_map(text))
        })
    }
}

impl Layer {
    /// Adds a filled shape.
    pub fn fill(&mut self, path: Path, color: Color) {
        self.shape(path, Some(color), None);
    }

    /// Adds a line.
    pub fn stroke(&mut self, path: Path, stroke: Stroke) {
        self.shape(path, None, Some(stroke));
    }

    /// Adds a shape, unless it is empty or would not be seen.
    pub fn shape(&mut self, path: Path, fill: Option<Color>, stroke: Option<Stroke>) {
        let fill = fill.filter(|c| c.a > 0);
        let stroke = stroke.filter(|s| s.color.a > 0 && s.width > 0.0);
        if !path.is_empty() && (fill.is_some() || stroke.is_some()) {
            self.items.push(Item::Shape(Shape { path, fill, stroke }));
        }
    }

    /// Adds a line of text, unless it is empty.
    pub fn text(&mut self, text: Text) {
        if !text.text.trim().is_empty() {
            self.items.push(Item::Text(text));
        }
    }

    /// Adds one small drawing in many places, unless there are none.
    pub fn stamps(&mut self, stamp: Arc<Stamp>, at: Vec<Vec2>) {
        if !at.is_empty() {
            self.items.push(Item::Stamps(Stamps { stamp, at }));
        }
    }

    /// Adds all items of another layer, scaled around its origin and moved. Its clip is left behind.
    pub fn append(&mut self, other: Layer, shift: Vec2, scale: f32) {
        if shift == Vec2::default() && scale == 1.0 {
            return self.items.extend(other.items);
        }
        self.items.extend(other.items.into_iter().map(|item| item.moved(shift, scale)));
    }

    /// Adds a picture of pixels.
    pub fn image(&mut self, frame: Frame, picture: Arc<Picture>) {
        self.items.push(Item::Image(Image { frame, picture }));
    }
}

impl Item {
    /// The same item, scaled around the origin and moved.
    pub(crate) fn moved(self, shift: Vec2, scale: f32) -> Item {
        let place = |p: Vec2| p * scale + shift;
        let line = |stroke: Stroke| Stroke {
            width: stroke.width * scale,
            dash: stroke.dash.map(|dash| dash.map(|d| d * scale)),
            ..stroke
        };
        match self {
            Item::Shape(shape) => Item::Shape(Shape {
                path: shape.path.map(place),
                fill: shape.fill,
                stroke: shape.stroke.map(line),
            }),
            Item::Text(text) => Item::Text(Text {
                at: place(text.at),
                size: text.size * scale,
                halo: text.halo.map(line),
                ..text
            }),
            Item::Image(image) => {
                let at = place(Vec2::new(image.frame.x, image.frame.y));
                let frame = Frame::new(at.x, at.y, image.frame.width * scale, image.frame.height * scale);
                Item::Image(Image { frame, ..image })
            }
            Item::Stamps(stamps) => {
                let frame = stamps.stamp.frame;
                let items = stamps.stamp.items.iter().map(|item| item.clone().moved(Vec2::default(), scale));
                let stamp = Stamp {
                    frame: Frame::new(
                        frame.x * scale,
                        frame.y * scale,
                        frame.width * scale,
                        frame.height * scale,
                    ),
                    items: items.collect(),
                };
                Item::Stamps(Stamps {
                    stamp: Arc::new(stamp),
                    at: stamps.at.into_iter().map(place).collect(),
                })
            }
        }
    }
}
