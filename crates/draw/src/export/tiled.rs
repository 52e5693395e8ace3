//! Tiled: the level as tile layers, with rooms, doors and things as objects.
//!
//! The same map is written as XML (`.tmx`) or JSON (`.tmj`). Both name an image with the tiles,
//! which [`tileset`] draws and which must lie beside the map.

use std::fmt::Write as _;

use mapkiln_core::{Grid, Point};
use mapkiln_maps::floor::{Floor, ThingKind};
use mapkiln_maps::plan::{Area, DoorPlace, Level, Outline, Plan, RoomTag};
use serde::{Serialize, Serializer};

use super::text::xml;
use super::{Audience, ExportError, Options, json, level_of, tiles};

/// The image of the tile set that the maps name.
pub fn tileset(options: &Options) -> Result<Vec<u8>, ExportError> {
    options.check()?;
    Ok(tiles::sheet(options.pixels_per_cell).png())
}

/// One level as JSON; `image` is the name of the tile set's image.
pub fn tmj(plan: &Plan, level: usize, image: &str, options: &Options) -> Result<Vec<u8>, ExportError> {
    Ok(json(&map(plan, level, image, options)?))
}

/// One level as XML; `image` is the name of the tile set's image.
pub fn tmx(plan: &Plan, level: usize, image: &str, options: &Options) -> Result<Vec<u8>, ExportError> {
    Ok(write_xml(&map(plan, level, image, options)?).into_bytes())
}

#[derive(Serialize)]
struct Map {
    r#type: &'static str,
    version: &'static str,
    tiledversion: &'static str,
    orientation: &'static str,
    renderorder: &'static str,
    infinite: bool,
    compressionlevel: i8,
    width: i32,
    height: i32,
    tilewidth: u32,
    tileheight: u32,
    nextlayerid: u32,
    nextobjectid: u32,
    layers: Vec<Layer>,
    tilesets: [Tileset; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<Property>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Layer {
    Tiles {
        id: u32,
        name: &'static str,
        r#type: &'static str,
        width: i32,
        height: i32,
        x: i32,
        y: i32,
        opacity: u8,
        visible: bool,
        data: Vec<u32>,
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

#[derive(Serialize)]
struct Tileset {
    firstgid: u32,
    name: &'static str,
    image: String,
    imagewidth: u32,
    imageheight: u32,
    tilewidth: u32,
    tileheight: u32,
    tilecount: u32,
    columns: u32,
    margin: u32,
    spacing: u32,
    tiles: Vec<Tile>,
}

#[derive(Serialize)]
struct Tile {
    id: u32,
    r#type: &'static str,
}

#[derive(Serialize)]
struct Object {
    id: u32,
    name: String,
    r#type: &'static str,
    x: u32,
    y: u32,
    width: u32,
    height: u32,
    rotation: u8,
    visible: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    point: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    polygon: Option<Vec<Xy>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<Property>,
}

#[derive(Clone, Copy, Serialize)]
struct Xy {
    x: i64,
    y: i64,
}

#[derive(Serialize)]
struct Property {
    name: &'static str,
    r#type: &'static str,
    #[serde(serialize_with = "value")]
    value: Value,
}

enum Value {
    Text(String),
    Whole(i64),
    Flag(bool),
}

fn value<S: Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Value::Text(text) => serializer.serialize_str(text),
        Value::Whole(number) => serializer.serialize_i64(*number),
        Value::Flag(flag) => serializer.serialize_bool(*flag),
    }
}

fn text(name: &'static str, text: &str) -> Option<Property> {
    let property = Property { name, r#type: "string", value: Value::Text(text.to_owned()) };
    (!text.is_empty()).then_some(property)
}

fn whole(name: &'static str, number: impl Into<i64>) -> Option<Property> {
    Some(Property { name, r#type: "int", value: Value::Whole(number.into()) })
}

fn flag(name: &'static str, flag: bool) -> Option<Property> {
    flag.then_some(Property { name, r#type: "bool", value: Value::Flag(flag) })
}

fn map(plan: &Plan, number: usize, image: &str, options: &Options) -> Result<Map, ExportError> {
    options.check()?;
    let plan = options.shown(plan);
    let level = level_of(&plan, number)?;
    let floor = plan
        .floor(number)
        .unwrap_or_else(|| Floor::new(level.width, level.height, mapkiln_maps::floor::Ground::solid("rock")));
    let size = options.pixels_per_cell;
    let layers = tiles::layers(&floor);
    let mut objects = Objects { next: 1, size, gm: options.audience == Audience::Gm };
    let groups = [
        ("rooms", objects.rooms(&plan, level)),
        ("doors", objects.doors(level)),
        ("things", objects.things(&floor, level)),
    ];
    let mut all = vec![
        tile_layer(1, "ground", &layers.ground.map(|&tile| tile + 1)),
        tile_layer(2, "fittings", &layers.fittings.map(|tile| tile.map_or(0, |tile| tile + 1))),
    ];
    all.extend(groups.into_iter().enumerate().map(|(i, (name, objects))| Layer::Objects {
        id: 3 + i as u32,
        name,
        r#type: "objectgroup",
        draworder: "topdown",
        x: 0,
        y: 0,
        opacity: 1,
        visible: true,
        objects,
    }));
    let title = text("title", &plan.title);
    Ok(Map {
        r#type: "map",
        version: "1.8",
        tiledversion: "1.8.2",
        orientation: "orthogonal",
        renderorder: "right-down",
        infinite: false,
        compressionlevel: -1,
        width: level.width,
        height: level.height,
        tilewidth: size,
        tileheight: size,
        nextlayerid: 1 + all.len() as u32,
        nextobjectid: objects.next,
        layers: all,
        tilesets: [Tileset {
            firstgid: 1,
            name: "mapkiln",
            image: image.to_owned(),
            imagewidth: tiles::COLUMNS * size,
            imageheight: tiles::rows() * size,
            tilewidth: size,
            tileheight: size,
            tilecount: tiles::COLUMNS * tiles::rows(),
            columns: tiles::COLUMNS,
            margin: 0,
            spacing: 0,
            tiles: tile_kinds(options.audience),
        }],
        properties: [title, whole("cell_feet", plan.cell_feet)].into_iter().flatten().collect(),
    })
}

/// What each tile is. A player's file does not even name what it never shows.
fn tile_kinds(audience: Audience) -> Vec<Tile> {
    let hidden = |name: &str| name.starts_with("secret") || name.starts_with("trapped");
    let named = tiles::NAMES.iter().zip(0..).filter(|(name, _)| audience == Audience::Gm || !hidden(name));
    named.map(|(name, id)| Tile { id, r#type: name }).collect()
}

fn tile_layer(id: u32, name: &'static str, data: &Grid<u32>) -> Layer {
    Layer::Tiles {
        id,
        name,
        r#type: "tilelayer",
        width: data.width(),
        height: data.height(),
        x: 0,
        y: 0,
        opacity: 1,
        visible: true,
        data: data.cells().to_vec(),
    }
}

/// Numbers objects over all layers.
struct Objects {
    next: u32,
    size: u32,
    gm: bool,
}

impl Objects {
    fn object(&mut self, name: String, kind: &'static str, at: Point) -> Object {
        self.next += 1;
        let pixels = |cells: i32| cells.max(0) as u32 * self.size;
        Object {
            id: self.next - 1,
            name,
            r#type: kind,
            x: pixels(at.x),
            y: pixels(at.y),
            width: self.size,
            height: self.size,
            rotation: 0,
            visible: true,
            point: false,
            polygon: None,
            properties: Vec::new(),
        }
    }

    /// Rooms are for the game master: their names are the numbers that players may not see.
    fn rooms(&mut self, plan: &Plan, level: &Level) -> Vec<Object> {
        if !self.gm {
            return Vec::new();
        }
        let mut objects = Vec::new();
        for room in &level.rooms {
            let bounds = room.outline.bounds();
            let corner = Point::new(bounds.x, bounds.y);
            let mut object = self.object((room.id + 1).to_string(), "room", corner);
            object.width = bounds.width.max(0) as u32 * self.size;
            object.height = bounds.height.max(0) as u32 * self.size;
            if let Outline::Polygon(corners) = &room.outline {
                (object.width, object.height) = (0, 0);
                let pixels = |cells: i32| i64::from(cells) * i64::from(self.size);
                let shifted = corners.iter().map(|&p| p - corner);
                object.polygon = Some(shifted.map(|p| Xy { x: pixels(p.x), y: pixels(p.y) }).collect());
            }
            let monsters: Vec<String> =
                room.contents.monsters.iter().map(|m| format!("{} x {}", m.count, m.name)).collect();
            let parcels: Vec<&str> = room.contents.parcels.iter().map(|p| p.name.as_str()).collect();
            let keys: Vec<&str> =
                plan.keys.iter().filter(|k| k.room == room.id).map(|k| k.name.as_str()).collect();
            let properties = [
                text("kind", &room.kind),
                text("aloud", &room.description.aloud),
                text("secret", &room.description.secret),
                flag("enemies", room.contents.enemies),
                flag("treasure", room.contents.treasure),
                text("monsters", &monsters.join("; ")),
                text("parcels", &parcels.join("; ")),
                text("keys", &keys.join("; ")),
                text("exits", &plan.exits_in_words(room).join("; ")),
                text("tags", &room.tags.iter().map(RoomTag::as_str).collect::<Vec<_>>().join(", ")),
            ];
            object.properties.extend(properties.into_iter().flatten());
            objects.push(object);
        }
        objects
    }

    fn doors(&mut self, level: &Level) -> Vec<Object> {
        let mut objects = Vec::new();
        for door in &level.doors {
            let mut object = self.object(String::new(), "door", door.place.at());
            let facing = format!("{:?}", door.place.facing()).to_lowercase();
            let number = |area: Area| match area {
                Area::Room(id) => id + 1,
                Area::Corridor(_) => 0,
            };
            let properties = [
                text("kind", door.kind.name()),
                text("facing", &facing),
                flag("on_edge", matches!(door.place, DoorPlace::Edge { .. })),
            ];
            object.properties.extend(properties.into_iter().flatten());
            if self.gm {
                let rooms = [("from_room", door.joins[0]), ("to_room", door.joins[1])];
                let numbers = rooms.into_iter().filter_map(|(name, area)| whole(name, number(area)));
                object.properties.extend(numbers);
            }
            objects.push(object);
        }
        objects
    }

    fn things(&mut self, floor: &Floor, level: &Level) -> Vec<Object> {
        let mut objects = Vec::new();
        for thing in &floor.things {
            let kind = match thing.kind {
                ThingKind::Enemy => "enemy",
                ThingKind::Boss => "boss",
                ThingKind::Chest => "chest",
                ThingKind::Key(_) => "key",
                ThingKind::Trap => "trap",
                ThingKind::StairsUp => "stairs_up",
                ThingKind::StairsDown => "stairs_down",
                ThingKind::Exit => "exit",
                ThingKind::Light => "light",
            };
            objects.push(self.object(thing.name.clone(), kind, thing.at));
        }
        for entrance in &level.entrances {
            let mut object = self.object(String::new(), "entrance", entrance.at);
            let facing = format!("{:?}", entrance.facing).to_lowercase();
            object.properties.extend(text("facing", &facing));
            objects.push(object);
        }
        objects
    }
}

fn write_xml(map: &Map) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<map version=\"{}\" tiledversion=\"{}\" orientation=\"{}\" renderorder=\"{}\" width=\"{}\" height=\"{}\" \
         tilewidth=\"{}\" tileheight=\"{}\" infinite=\"0\" nextlayerid=\"{}\" nextobjectid=\"{}\">",
        map.version,
        map.tiledversion,
        map.orientation,
        map.renderorder,
        map.width,
        map.height,
        map.tilewidth,
        map.tileheight,
        map.nextlayerid,
        map.nextobjectid
    );
    write_properties(&mut out, &map.properties);
    for set in &map.tilesets {
        let _ = writeln!(
            out,
            "<tileset firstgid=\"{}\" name=\"{}\" tilewidth=\"{}\" tileheight=\"{}\" tilecount=\"{}\" columns=\"{}\">",
            set.firstgid, set.name, set.tilewidth, set.tileheight, set.tilecount, set.columns
        );
        let _ = writeln!(
            out,
            "<image source=\"{}\" width=\"{}\" height=\"{}\"/>",
            xml(&set.image),
            set.imagewidth,
            set.imageheight
        );
        for tile in &set.tiles {
            let _ = writeln!(out, "<tile id=\"{}\" type=\"{}\"/>", tile.id, tile.r#type);
        }
        out.push_str("</tileset>\n");
    }
    for layer in &map.layers {
        write_layer(&mut out, layer);
    }
    out.push_str("</map>\n");
    out
}

fn write_layer(out: &mut String, layer: &Layer) {
    match layer {
        Layer::Tiles { id, name, width, height, data, .. } => {
            let _ =
                writeln!(out, "<layer id=\"{id}\" name=\"{name}\" width=\"{width}\" height=\"{height}\">");
            out.push_str("<data encoding=\"csv\">\n");
            let columns = (*width).max(1) as usize;
            let rows: Vec<String> = data
                .chunks(columns)
                .map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
                .collect();
            out.push_str(&rows.join(",\n"));
            out.push_str("\n</data>\n</layer>\n");
        }
        Layer::Objects { id, name, objects, .. } => {
            let _ = writeln!(out, "<objectgroup id=\"{id}\" name=\"{name}\">");
            for object in objects {
                let _ = write!(out, "<object id=\"{}\"", object.id);
                if !object.name.is_empty() {
                    let _ = write!(out, " name=\"{}\"", xml(&object.name));
                }
                let _ = write!(out, " type=\"{}\" x=\"{}\" y=\"{}\"", object.r#type, object.x, object.y);
                if object.polygon.is_none() {
                    let _ = write!(out, " width=\"{}\" height=\"{}\"", object.width, object.height);
                }
                out.push_str(">\n");
                write_properties(out, &object.properties);
                if let Some(polygon) = &object.polygon {
                    let points: Vec<String> = polygon.iter().map(|p| format!("{},{}", p.x, p.y)).collect();
                    let _ = writeln!(out, "<polygon points=\"{}\"/>", points.join(" "));
                }
                out.push_str("</object>\n");
            }
            out.push_str("</objectgroup>\n");
        }
    }
}

fn write_properties(out: &mut String, properties: &[Property]) {
    if properties.is_empty() {
        return;
    }
    out.push_str("<properties>\n");
    for property in properties {
        let _ = match &property.value {
            Value::Text(text) => {
                writeln!(out, "<property name=\"{}\" value=\"{}\"/>", property.name, xml(text))
            }
            Value::Whole(number) => {
                writeln!(out, "<property name=\"{}\" type=\"int\" value=\"{number}\"/>", property.name)
            }
            Value::Flag(flag) => {
                writeln!(out, "<property name=\"{}\" type=\"bool\" value=\"{flag}\"/>", property.name)
            }
        };
    }
    out.push_str("</properties>\n");
}
