//! Plans for Tiled: the ground and what stands on it as tiles; rooms, doors and things as objects.

use mapkiln_core::Point;
use mapkiln_maps::Audience;
use mapkiln_maps::floor::{Floor, Ground};
use mapkiln_maps::plan::{Area, DoorPlace, Level, Outline, Plan, RoomTag};

use super::super::{ExportError, ExportOptions, check_grid, direction_name, level_of, thing_name, tiles};
use super::model::{Layer, Object, Property, Tile, TiledMap, Tileset, Xy};

/// The image of the tile set that the maps of plans name.
pub fn tileset(options: &ExportOptions) -> Result<Vec<u8>, ExportError> {
    options.check()?;
    Ok(tiles::sheet(options.pixels_per_cell).to_png().expect("the size fits the pixels"))
}

/// One level of a plan; `image` is the name of the tile set's image.
pub fn plan(
    plan: &Plan,
    level: usize,
    image: &str,
    options: &ExportOptions,
) -> Result<TiledMap, ExportError> {
    let number = level;
    options.check()?;
    let plan = options.shown(plan);
    let level = level_of(&plan, number)?;
    check_grid([level], 4)?;
    let rock = || Floor::new(level.width, level.height, Ground::solid("rock"));
    let floor = plan.floor(number).unwrap_or_else(rock);
    let size = options.pixels_per_cell;
    let shown = tiles::layers(&floor);
    let mut objects = Objects { next: 1, size, audience: options.audience };
    let layers = vec![
        Layer::tiles(1, "ground", &shown.ground.map(|&tile| tile + 1)),
        Layer::tiles(2, "fittings", &shown.fittings.map(|tile| tile.map_or(0, |tile| tile + 1))),
        Layer::objects(3, "rooms", objects.rooms(&plan, level)),
        Layer::objects(4, "doors", objects.doors(level)),
        Layer::objects(5, "things", objects.things(&floor, level)),
    ];
    let tileset = Tileset {
        firstgid: 1,
        name: "mapkiln".to_owned(),
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
    };
    let mut map = TiledMap::new((level.width, level.height), size, layers, tileset);
    map.nextobjectid = objects.next;
    map.properties.extend(text("title", &plan.title));
    map.properties.push(Property::whole("cell_feet", plan.cell_feet));
    Ok(map)
}

/// A text, unless it is empty.
fn text(name: &'static str, text: &str) -> Option<Property> {
    (!text.is_empty()).then(|| Property::text(name, text))
}

/// A flag, unless it is down.
fn flag(name: &'static str, flag: bool) -> Option<Property> {
    flag.then(|| Property::flag(name, flag))
}

/// What each tile is. A players' file does not even name what it never shows.
fn tile_kinds(audience: Audience) -> Vec<Tile> {
    let hidden = |name: &str| name.starts_with("secret") || name.starts_with("trapped");
    let named = tiles::NAMES.iter().zip(0..).filter(|(name, _)| audience.knows_secrets() || !hidden(name));
    named.map(|(name, id)| Tile { id, r#type: Some(name), properties: Vec::new() }).collect()
}

/// Numbers objects over all layers.
struct Objects {
    next: u32,
    size: u32,
    audience: Audience,
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
        if !self.audience.knows_secrets() {
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
                text("aloud", &room.description.aloud_text()),
                text("secret", &room.description.secret_text()),
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
            let number = |area: Area| match area {
                Area::Room(id) => id + 1,
                Area::Corridor(_) => 0,
            };
            let properties = [
                text("kind", door.kind.name()),
                text("facing", direction_name(door.place.facing())),
                flag("on_edge", matches!(door.place, DoorPlace::Edge { .. })),
            ];
            object.properties.extend(properties.into_iter().flatten());
            if self.audience.knows_secrets() {
                let rooms = [("from_room", door.joins[0]), ("to_room", door.joins[1])];
                let numbers = rooms.into_iter().map(|(name, area)| Property::whole(name, number(area)));
                object.properties.extend(numbers);
            }
            objects.push(object);
        }
        objects
    }

    fn things(&mut self, floor: &Floor, level: &Level) -> Vec<Object> {
        let mut objects = Vec::new();
        for thing in &floor.things {
            objects.push(self.object(thing.name.clone(), thing_name(thing.kind), thing.at));
        }
        for entrance in &level.entrances {
            let mut object = self.object(String::new(), "entrance", entrance.at);
            object.properties.extend(text("facing", direction_name(entrance.facing)));
            objects.push(object);
        }
        objects
    }
}
