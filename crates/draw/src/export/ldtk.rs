//! LDtk 1.5.3: one project with one level per level of the plan.
//!
//! `Ground` is a grid of numbers (0 rock, then the names in the project's definitions), `Picture`
//! shows it with the tile set's image (which [`super::tiled::tileset`] draws and which must lie beside
//! the project), `Things` holds doors, stairs, entrances, and for the game master rooms, enemies,
//! treasure, keys and traps.

use mapkiln_core::{Point, Rect, fingerprint};
use mapkiln_maps::floor::{Floor, FloorThingKind};
use mapkiln_maps::plan::{Level, Plan, Vertical};
use serde_json::{Value, json};

use super::tiles::{self, COLUMNS};
use super::{ExportError, ExportOptions, direction_name, thing_name};

const TILESET: u32 = 1;
const GROUND: u32 = 2;
const PICTURE: u32 = 3;
const THINGS: u32 = 4;
const FIRST_LEVEL: u32 = 1000;

/// The kinds of entity: number, name, colour, fields.
const KINDS: [(u32, &str, &str, &[&str]); 5] = [
    (10, "Door", "#784A24", &["kind", "facing"]),
    (20, "Stairs", "#A49A8A", &["way", "facing"]),
    (30, "Entrance", "#377A3C", &["facing"]),
    (40, "Room", "#4A6FA5", &["number", "kind", "aloud", "secret"]),
    (50, "FloorThing", "#B03A3A", &["kind", "name"]),
];

/// The plan as a project; `image` is the name of the tile set's image.
pub fn export(plan: &Plan, image: &str, options: &ExportOptions) -> Result<Vec<u8>, ExportError> {
    options.check()?;
    // Measured: a cell takes two kilobytes until the file is written, an entity twenty.
    super::check_grid(&plan.levels, 128)?;
    super::check_parts(&plan.levels, 32)?;
    let plan = options.shown(plan);
    let size = options.pixels_per_cell;
    let writer = Writer { plan: &plan, image, size, gm: options.audience.knows_secrets() };
    let levels: Vec<Value> =
        plan.levels.iter().enumerate().map(|(i, level)| writer.level(i, level)).collect();
    let project = json!({
        "__header__": {
            "fileType": "LDtk Project JSON", "app": "LDtk", "doc": "https://ldtk.io/json",
            "schema": "https://ldtk.io/files/JSON_SCHEMA.json", "appAuthor": "Sebastien 'deepnight' Benard",
            "appVersion": "1.5.3", "url": "https://ldtk.io"
        },
        "iid": writer.iid("project"), "jsonVersion": "1.5.3", "appBuildId": 473_703, "nextUid": 5000,
        "identifierStyle": "Capitalize", "toc": [], "worlds": [], "worldLayout": "Free",
        "worldGridWidth": size * 16, "worldGridHeight": size * 16,
        "defaultLevelWidth": size * 16, "defaultLevelHeight": size * 16,
        "defaultPivotX": 0, "defaultPivotY": 0, "defaultGridSize": size,
        "defaultEntityWidth": size, "defaultEntityHeight": size,
        "bgColor": "#27252B", "defaultLevelBgColor": "#27252B", "minifyJson": true,
        "externalLevels": false, "exportTiled": false, "simplifiedExport": false, "imageExportMode": "None",
        "exportLevelBg": true, "pngFilePattern": null, "backupOnSave": false, "backupLimit": 10,
        "backupRelPath": null, "levelNamePattern": "Level_%idx", "tutorialDesc": null, "customCommands": [],
        "flags": [], "defs": writer.definitions(), "levels": levels, "dummyWorldIid": writer.iid("world")
    });
    Ok(super::json(&project))
}

struct Writer<'a> {
    plan: &'a Plan,
    image: &'a str,
    size: u32,
    gm: bool,
}

impl Writer<'_> {
    /// A number in the form of a UUID, the same for the same plan and part.
    fn iid(&self, part: &str) -> String {
        let hash = fingerprint(format!("{}/{part}", self.plan.title).as_bytes());
        let part = |from: usize, to: usize| hash.get(from..to).unwrap_or_default();
        format!("{}-{}-{}-{}-{}", part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32))
    }

    fn definitions(&self) -> Value {
        let layer = |uid: u32, name: &str, kind: &str, values: Value| {
            json!({
                "__type": kind, "identifier": name, "type": kind, "uid": uid, "doc": null, "uiColor": null,
                "gridSize": self.size, "guideGridWid": 0, "guideGridHei": 0, "displayOpacity": 1,
                "inactiveOpacity": 1, "hideInList": false, "hideFieldsWhenInactive": true,
                "canSelectWhenInactive": true, "renderInWorldView": true, "pxOffsetX": 0, "pxOffsetY": 0,
                "parallaxFactorX": 0, "parallaxFactorY": 0, "parallaxScaling": true, "requiredTags": [],
                "excludedTags": [], "autoTilesKilledByOtherLayerUid": null, "uiFilterTags": [],
                "useAsyncRender": false, "intGridValues": values, "intGridValuesGroups": [],
                "autoRuleGroups": [], "autoSourceLayerDefUid": null,
                "tilesetDefUid": if kind == "Tiles" { json!(TILESET) } else { Value::Null },
                "tilePivotX": 0, "tilePivotY": 0, "biomeFieldUid": null
            })
        };
        // Empty cells are rock; the other grounds follow in the order of the tile set.
        let colours = [
            "#726C74", "#E9DFC8", "#D3C8B0", "#BDAD8D", "#8D8790", "#5494BD", "#18161A", "#92887A", "#938B80",
        ];
        let values: Vec<Value> = colours
            .iter()
            .zip(1..)
            .map(|(colour, value)| {
                json!({ "value": value, "identifier": tiles::NAMES[value], "color": colour, "tile": null, "groupUid": 0 })
            })
            .collect();
        json!({
            "layers": [
                layer(THINGS, "Things", "Entities", json!([])),
                layer(PICTURE, "Picture", "Tiles", json!([])),
                layer(GROUND, "Ground", "IntGrid", Value::Array(values)),
            ],
            "entities": KINDS
                .iter()
                .filter(|kind| self.gm || kind.1 != "Room")
                .map(|&(uid, name, colour, fields)| self.kind(uid, name, colour, fields))
                .collect::<Vec<_>>(),
            "tilesets": [{
                "__cWid": COLUMNS, "__cHei": tiles::rows(), "identifier": "Mapkiln", "uid": TILESET,
                "relPath": self.image, "embedAtlas": null, "pxWid": COLUMNS * self.size,
                "pxHei": tiles::rows() * self.size, "tileGridSize": self.size, "spacing": 0, "padding": 0,
                "tags": [], "tagsSourceEnumUid": null, "enumTags": [], "customData": [], "savedSelections": [],
                "cachedPixelData": null
            }],
            "enums": [], "externalEnums": [], "levelFields": []
        })
    }

    fn kind(&self, uid: u32, name: &str, colour: &str, fields: &[&str]) -> Value {
        let fields: Vec<Value> = fields
            .iter()
            .zip(uid + 1..)
            .map(|(field, uid)| {
                json!({
                    "identifier": field, "doc": null, "__type": "String", "uid": uid, "type": "F_Text",
                    "isArray": false, "canBeNull": true, "arrayMinLength": null, "arrayMaxLength": null,
                    "editorDisplayMode": "Hidden", "editorDisplayScale": 1, "editorDisplayPos": "Above",
                    "editorLinkStyle": "StraightArrow", "editorDisplayColor": null, "editorAlwaysShow": false,
                    "editorShowInWorld": true, "editorCutLongValues": true, "editorTextSuffix": null,
                    "editorTextPrefix": null, "useForSmartColor": false, "exportToToc": false, "searchable": true,
                    "min": null, "max": null, "regex": null, "acceptFileTypes": null, "defaultOverride": null,
                    "textLanguageMode": null, "symmetricalRef": false, "autoChainRef": true,
                    "allowOutOfLevelRef": true, "allowedRefs": "OnlySame", "allowedRefsEntityUid": null,
                    "allowedRefTags": [], "tilesetUid": null
                })
            })
            .collect();
        let large = name == "Room";
        json!({
            "identifier": name, "uid": uid, "tags": [], "exportToToc": false, "allowOutOfBounds": false, "doc": null,
            "width": self.size, "height": self.size, "resizableX": large, "resizableY": large, "minWidth": null,
            "maxWidth": null, "minHeight": null, "maxHeight": null, "keepAspectRatio": false, "tileOpacity": 1,
            "fillOpacity": 0.1, "lineOpacity": 1, "hollow": large, "color": colour, "renderMode": "Rectangle",
            "showName": true, "tilesetId": null, "tileRenderMode": "FitInside", "tileRect": null,
            "uiTileRect": null, "nineSliceBorders": [], "maxCount": 0, "limitScope": "PerLevel",
            "limitBehavior": "MoveLastOne", "pivotX": 0, "pivotY": 0, "fieldDefs": fields
        })
    }

    fn level(&self, number: usize, level: &Level) -> Value {
        let floor = self.plan.floor(number).unwrap_or_else(|| {
            Floor::new(level.width, level.height, mapkiln_maps::floor::Ground::solid("rock"))
        });
        let layers = tiles::layers(&floor);
        let mut shown = Vec::new();
        for (p, &tile) in layers.ground.iter() {
            for tile in [Some(tile), layers.fittings[p]].into_iter().flatten() {
                shown.push(json!({
                    "px": [p.x as u32 * self.size, p.y as u32 * self.size],
                    "src": [tile % COLUMNS * self.size, tile / COLUMNS * self.size],
                    "f": 0, "t": tile, "d": [layers.ground.index_of(p)], "a": 1
                }));
            }
        }
        let uid = FIRST_LEVEL + number as u32;
        let layer = |def: u32,
                     name: &str,
                     kind: &str,
                     ints: Vec<u32>,
                     tiles: Vec<Value>,
                     entities: Vec<Value>| {
            let tileset = kind == "Tiles";
            json!({
                "__identifier": name, "__type": kind, "__cWid": level.width, "__cHei": level.height,
                "__gridSize": self.size, "__opacity": 1, "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0,
                "__tilesetDefUid": if tileset { json!(TILESET) } else { Value::Null },
                "__tilesetRelPath": if tileset { json!(self.image) } else { Value::Null },
                "iid": self.iid(&format!("level{number}/{name}")), "levelId": uid, "layerDefUid": def, "pxOffsetX": 0,
                "pxOffsetY": 0, "visible": true, "optionalRules": [], "intGridCsv": ints, "autoLayerTiles": [],
                "seed": 1, "overrideTilesetUid": null, "gridTiles": tiles, "entityInstances": entities
            })
        };
        let entities = self.entities(number, level, &floor);
        json!({
            "identifier": format!("Level_{number}"), "iid": self.iid(&format!("level{number}")), "uid": uid, "worldX": 0,
            "worldY": 0, "worldDepth": -(number as i64), "pxWid": level.width as u32 * self.size,
            "pxHei": level.height as u32 * self.size, "__bgColor": "#27252B", "bgColor": null,
            "useAutoIdentifier": true, "bgRelPath": null, "bgPos": null, "bgPivotX": 0.5, "bgPivotY": 0.5,
            "__smartColor": "#7D7C80", "__bgPos": null, "externalRelPath": null, "fieldInstances": [],
            "layerInstances": [
                layer(THINGS, "Things", "Entities", Vec::new(), Vec::new(), entities),
                layer(PICTURE, "Picture", "Tiles", Vec::new(), shown, Vec::new()),
                layer(GROUND, "Ground", "IntGrid", layers.ground.cells().to_vec(), Vec::new(), Vec::new()),
            ],
            "__neighbours": []
        })
    }

    fn entities(&self, number: usize, level: &Level, floor: &Floor) -> Vec<Value> {
        let mut all = Entities { writer: self, level: number, entities: Vec::new() };
        let facing = |direction| direction_name(direction).to_owned();
        for door in &level.doors {
            all.cell("Door", door.place.at(), &[door.kind.name().to_owned(), facing(door.place.facing())]);
        }
        for stairs in &level.stairs {
            let way = match stairs.way {
                Vertical::Up => "up",
                Vertical::Down => "down",
            };
            all.cell("Stairs", stairs.at, &[way.to_owned(), facing(stairs.facing)]);
        }
        for entrance in &level.entrances {
            all.cell("Entrance", entrance.at, &[facing(entrance.facing)]);
        }
        for thing in &floor.things {
            let kind = match thing.kind {
                FloorThingKind::StairsUp | FloorThingKind::StairsDown => continue,
                kind => thing_name(kind).to_owned(),
            };
            all.cell("FloorThing", thing.at, &[kind, thing.name.clone()]);
        }
        if self.gm {
            for room in &level.rooms {
                let told = &room.description;
                let fields =
                    [(room.id + 1).to_string(), room.kind.clone(), told.aloud_text(), told.secret_text()];
                all.put("Room", room.outline.bounds(), &fields);
            }
        }
        all.entities
    }
}

struct Entities<'a> {
    writer: &'a Writer<'a>,
    level: usize,
    entities: Vec<Value>,
}

impl Entities<'_> {
    fn cell(&mut self, kind: &str, at: Point, values: &[String]) {
        self.put(kind, Rect::new(at.x, at.y, 1, 1), values);
    }

    fn put(&mut self, kind: &str, at: Rect, values: &[String]) {
        let Some(&(uid, name, colour, fields)) = KINDS.iter().find(|(_, name, ..)| *name == kind) else {
            return;
        };
        let size = i64::from(self.writer.size);
        let fields: Vec<Value> = fields
            .iter()
            .zip(values)
            .zip(uid + 1..)
            .map(|((field, value), uid)| {
                json!({
                    "__identifier": field, "__type": "String", "__value": value, "__tile": null, "defUid": uid,
                    "realEditorValues": [{ "id": "V_String", "params": [value] }]
                })
            })
            .collect();
        let (x, y) = (i64::from(at.x), i64::from(at.y));
        self.entities.push(json!({
            "__identifier": name, "__grid": [x, y], "__pivot": [0, 0], "__tags": [], "__tile": null,
            "__smartColor": colour, "iid": self.writer.iid(&format!("level{}/{}", self.level, self.entities.len())),
            "width": i64::from(at.width) * size, "height": i64::from(at.height) * size, "defUid": uid,
            "px": [x * size, y * size], "fieldInstances": fields, "__worldX": x * size, "__worldY": y * size
        }));
    }
}
