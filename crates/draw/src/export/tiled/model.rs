//! A Tiled map as data: what both of its forms are written from. Serialised, it is the JSON form.

use mapkiln_core::Grid;
use serde::Serialize;

/// A map for Tiled; [`to_tmx`](TiledMap::to_tmx) and [`to_tmj`](TiledMap::to_tmj) write it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TiledMap {
    pub(super) r#type: &'static str,
    pub(super) version: &'static str,
    pub(super) tiledversion: &'static str,
    pub(super) orientation: &'static str,
    pub(super) renderorder: &'static str,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(super) stagger: Option<Stagger>,
    pub(super) infinite: bool,
    pub(super) compressionlevel: i8,
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) tilewidth: u32,
    pub(super) tileheight: u32,
    pub(super) nextlayerid: u32,
    pub(super) nextobjectid: u32,
    pub(super) layers: Vec<Layer>,
    pub(super) tilesets: [Tileset; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) properties: Vec<Property>,
}

impl TiledMap {
    /// A map of square cells; layers are numbered from 1 in their order.
    pub(super) fn new(size: (i32, i32), tile: u32, layers: Vec<Layer>, tileset: Tileset) -> TiledMap {
        TiledMap {
            r#type: "map",
            version: "1.8",
            tiledversion: "1.8.2",
            orientation: "orthogonal",
            renderorder: "right-down",
            stagger: None,
            infinite: false,
            compressionlevel: -1,
            width: size.0,
            height: size.1,
            tilewidth: tile,
            tileheight: tile,
            nextlayerid: 1 + layers.len() as u32,
            nextobjectid: 1,
            layers,
            tilesets: [tileset],
            properties: Vec::new(),
        }
    }

    /// The width of a tile in pixels.
    pub fn tile_side(&self) -> u32 {
        self.tilewidth
    }

    /// The map under its picture: the image file `image` shows exactly its cells and lies over the tiles, which stay
    /// what programs read and people edit.
    pub fn with_picture(mut self, image: &str) -> TiledMap {
        let above = self.layers.iter().take_while(|layer| matches!(layer, Layer::Tiles { .. })).count();
        let picture = Layer::Image {
            id: self.nextlayerid,
            name: "picture (hide it to edit the tiles)",
            r#type: "imagelayer",
            image: image.to_owned(),
            imagewidth: self.width.max(0) as u32 * self.tilewidth,
            imageheight: self.height.max(0) as u32 * self.tileheight,
            x: 0,
            y: 0,
            opacity: 1,
            visible: true,
        };
        self.layers.insert(above, picture);
        self.nextlayerid += 1;
        self
    }

    /// The map as JSON (`.tmj`), in one line.
    pub fn to_tmj(&self) -> String {
        let text = serde_json::to_string(self).expect("our structs have text keys and no failing parts");
        text + "\n"
    }

    /// The map as XML (`.tmx`).
    pub fn to_tmx(&self) -> String {
        super::xml::write(self)
    }
}

/// How rows of hexagons are shifted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Stagger {
    pub(super) hexsidelength: u32,
    pub(super) staggeraxis: &'static str,
    pub(super) staggerindex: &'static str,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Layer {
    Tiles {
        id: u32,
        name: String,
        r#type: &'static str,
        width: i32,
        height: i32,
        x: i32,
        y: i32,
        opacity: u8,
        visible: bool,
        /// Pixels by which the layer is moved down; layers of an isometric map lie above each other.
        #[serde(skip_serializing_if = "is_zero")]
        offsety: i32,
        data: Vec<u32>,
    },
    Image {
        id: u32,
        name: &'static str,
        r#type: &'static str,
        image: String,
        imagewidth: u32,
        imageheight: u32,
        x: i32,
        y: i32,
        opacity: u8,
        visible: bool,
    },
    Objects {
        id: u32,
        name: &'static str,
        r#type: &'static str,
        draworder: &'static str,
        x: i32,
        y: i32,
        opacity: u8,
        visible: bool,
        objects: Vec<Object>,
    },
}

fn is_zero(number: &i32) -> bool {
    *number == 0
}

impl Layer {
    /// Tiles by number; 0 is an empty cell.
    pub(super) fn tiles(id: u32, name: impl Into<String>, data: &Grid<u32>) -> Layer {
        Layer::Tiles {
            id,
            name: name.into(),
            r#type: "tilelayer",
            width: data.width(),
            height: data.height(),
            x: 0,
            y: 0,
            opacity: 1,
            visible: true,
            offsety: 0,
            data: data.cells().to_vec(),
        }
    }

    pub(super) fn objects(id: u32, name: &'static str, objects: Vec<Object>) -> Layer {
        Layer::Objects {
            id,
            name,
            r#type: "objectgroup",
            draworder: "topdown",
            x: 0,
            y: 0,
            opacity: 1,
            visible: true,
            objects,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Tileset {
    pub(super) firstgid: u32,
    pub(super) name: String,
    pub(super) image: String,
    pub(super) imagewidth: u32,
    pub(super) imageheight: u32,
    pub(super) tilewidth: u32,
    pub(super) tileheight: u32,
    pub(super) tilecount: u32,
    pub(super) columns: u32,
    pub(super) margin: u32,
    pub(super) spacing: u32,
    pub(super) tiles: Vec<Tile>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Tile {
    pub(super) id: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) r#type: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) properties: Vec<Property>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Object {
    pub(super) id: u32,
    pub(super) name: String,
    pub(super) r#type: &'static str,
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) rotation: u8,
    pub(super) visible: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) point: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) polygon: Option<Vec<Xy>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) properties: Vec<Property>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Xy {
    pub(super) x: i64,
    pub(super) y: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Property {
    pub(super) name: &'static str,
    pub(super) r#type: &'static str,
    pub(super) value: Value,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Value {
    Text(String),
    Whole(i64),
    Flag(bool),
}

impl Property {
    pub(super) fn text(name: &'static str, text: &str) -> Property {
        Property { name, r#type: "string", value: Value::Text(text.to_owned()) }
    }

    pub(super) fn whole(name: &'static str, number: impl Into<i64>) -> Property {
        Property { name, r#type: "int", value: Value::Whole(number.into()) }
    }

    pub(super) fn flag(name: &'static str, flag: bool) -> Property {
        Property { name, r#type: "bool", value: Value::Flag(flag) }
    }
}
