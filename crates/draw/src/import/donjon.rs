//! donjon's random dungeons.
//!
//! The file has a number for each cell, whose bits say what is there, and lists of rooms, stairs and
//! ways out whose rows and columns leave out the margin (`settings.bleed`) that the cells have.
//! Rooms keep their numbers if those are complete. A cell is ten feet wide.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::{Direction, Grid, Point};
use mapkiln_maps::plan::{
    Area, DoorKind, Entrance, Level, Parcel, Plan, Room, RoomShape, Stairs, Trap, Vertical,
};
use serde::Deserialize;
use serde_json::Value;

use super::assemble::{Draft, outline};
use super::{ImportError, Imported, LONGEST_SIDE, prose, within_limit};

const ROOM: u64 = 2;
const CORRIDOR: u64 = 4;
const ROOM_ID: u64 = 0xffc0;
const ARCH: u64 = 1 << 16;
const DOOR: u64 = 1 << 17;
const LOCKED: u64 = 1 << 18;
const TRAPPED: u64 = 1 << 19;
const SECRET: u64 = 1 << 20;
const PORTCULLIS: u64 = 1 << 21;
const STAIRS_DOWN: u64 = 1 << 22;
const STAIRS_UP: u64 = 1 << 23;
const DOORS: u64 = ARCH | DOOR | LOCKED | TRAPPED | SECRET | PORTCULLIS;

/// Reads a file.
pub fn read(json: &str) -> Result<Imported, ImportError> {
    let file: File = serde_json::from_str(json)?;
    let cells = grid(&file)?;
    let bleed = file.settings.bleed;
    let mut warnings = Vec::new();
    let listed = listed_doors(&file, bleed);
    let mut rooms: BTreeMap<u64, Vec<Point>> = BTreeMap::new();
    let mut corridors = BTreeSet::new();
    let mut doors = BTreeMap::new();
    for (p, &bits) in cells.iter() {
        if bits & DOORS != 0 {
            let about = listed.get(&p);
            let facing = about.map_or(Direction::East, |d| d.facing);
            doors.insert(p, (facing, kind_of(bits, about.map_or("", |d| d.desc))));
        } else if bits & ROOM != 0 {
            rooms.entry((bits & ROOM_ID) >> 6).or_default().push(p);
        } else if bits & (CORRIDOR | STAIRS_DOWN | STAIRS_UP) != 0 {
            corridors.insert(p);
        }
    }
    // The first of those with one number.
    let mut about: BTreeMap<u64, &RoomJson> = BTreeMap::new();
    for room in file.rooms.iter().flatten() {
        about.entry(room.id).or_insert(room);
    }
    let mut made: Vec<Room> = Vec::new();
    for (&number, floor) in &rooms {
        let Some((outline, rest)) = outline(floor) else { continue };
        corridors.extend(rest);
        let mut room = Room::new(made.len() as u32, outline);
        match about.get(&number) {
            Some(about) => describe(&mut room, about),
            None => warnings.push(format!("room {number} is on the map but not in the list of rooms")),
        }
        made.push(room);
    }
    for (i, about) in file.rooms.iter().enumerate() {
        if let Some(about) = about
            && !rooms.contains_key(&about.id)
        {
            warnings.push(format!("rooms[{i}] has no cell on the map and was left out"));
        }
    }
    let draft = Draft { width: cells.width(), height: cells.height(), rooms: made, corridors, doors };
    let (mut level, opened) = draft.finish();
    warnings.extend(
        opened
            .iter()
            .map(|p| format!("the door in row {} and column {} leads nowhere and became floor", p.y, p.x)),
    );
    add_ways(&file, &cells, bleed, &mut level);
    corridor_features(&file, &cells, bleed, &mut level, &mut warnings);
    let plan = Plan {
        title: file.settings.name.clone(),
        story: story(&file.details),
        cell_feet: 10,
        levels: vec![level],
        wandering: texts(&file.wandering_monsters).iter().filter_map(|t| prose::group(t)).collect(),
        ..Plan::default()
    };
    Ok(Imported { plan, warnings })
}

#[derive(Deserialize)]
struct File {
    cells: Vec<Vec<u64>>,
    rooms: Vec<Option<RoomJson>>,
    settings: Settings,
    #[serde(default)]
    stairs: Option<Vec<StairsJson>>,
    #[serde(default)]
    egress: Option<Vec<Egress>>,
    #[serde(default)]
    corridor_features: Value,
    #[serde(default)]
    details: Value,
    #[serde(default)]
    wandering_monsters: Value,
}

#[derive(Deserialize)]
struct Settings {
    #[serde(default)]
    bleed: i64,
    #[serde(default)]
    name: String,
}

#[derive(Deserialize)]
struct RoomJson {
    id: u64,
    #[serde(default)]
    shape: String,
    #[serde(default)]
    contents: Value,
    #[serde(default)]
    doors: BTreeMap<String, Vec<DoorJson>>,
}

#[derive(Deserialize)]
struct DoorJson {
    row: i64,
    col: i64,
    #[serde(default)]
    desc: String,
}

#[derive(Deserialize)]
struct StairsJson {
    row: i64,
    col: i64,
    #[serde(default)]
    dir: String,
    #[serde(default)]
    key: String,
}

#[derive(Deserialize)]
struct Egress {
    row: i64,
    col: i64,
    #[serde(default)]
    dir: String,
}

fn grid(file: &File) -> Result<Grid<u64>, ImportError> {
    let width = file.cells.first().map_or(0, Vec::len);
    if width == 0 {
        return Err(ImportError::value("cells", "the grid is empty"));
    }
    for (name, side) in [("rows", file.cells.len()), ("columns", width)] {
        if side as i64 > LONGEST_SIDE {
            return Err(ImportError::value("cells", format!("{side} {name}; the most is {LONGEST_SIDE}")));
        }
    }
    within_limit("cells", file.cells.len() * width)?;
    if let Some((row, cells)) = file.cells.iter().enumerate().find(|(_, row)| row.len() != width) {
        let problem = format!("{} cells, and the first row has {width}", cells.len());
        return Err(ImportError::value(format!("cells[{row}]"), problem));
    }
    if !(0..=LONGEST_SIDE).contains(&file.settings.bleed) {
        let problem = format!("{} cells of margin cannot be", file.settings.bleed);
        return Err(ImportError::value("settings.bleed", problem));
    }
    Grid::from_rows(file.cells.clone())
        .ok_or_else(|| ImportError::value("cells", "the rows differ in length"))
}

/// The cell of a row and column, with a margin to add.
fn cell(row: i64, col: i64, margin: i64) -> Option<Point> {
    let place = |v: i64| i32::try_from(v.checked_add(margin)?).ok();
    Some(Point::new(place(col)?, place(row)?))
}

fn direction(name: &str) -> Option<Direction> {
    match name {
        "north" => Some(Direction::North),
        "east" => Some(Direction::East),
        "south" => Some(Direction::South),
        "west" => Some(Direction::West),
        _ => None,
    }
}

/// What a room says about one of its doors.
struct Listed<'a> {
    facing: Direction,
    desc: &'a str,
}

fn listed_doors(file: &File, bleed: i64) -> BTreeMap<Point, Listed<'_>> {
    let mut listed = BTreeMap::new();
    for room in file.rooms.iter().flatten() {
        for (side, doors) in &room.doors {
            for door in doors {
                if let (Some(at), Some(facing)) = (cell(door.row, door.col, bleed), direction(side)) {
                    // Both rooms of a door list it; the first one is where it leads from.
                    listed.entry(at).or_insert(Listed { facing, desc: &door.desc });
                }
            }
        }
    }
    listed
}

fn kind_of(bits: u64, desc: &str) -> DoorKind {
    if bits & PORTCULLIS != 0 {
        DoorKind::Portcullis
    } else if bits & SECRET != 0 {
        DoorKind::Secret
    } else if bits & LOCKED != 0 {
        DoorKind::Locked { key: None }
    } else if bits & TRAPPED != 0 {
        let trap = Trap {
            name: "Trapped door".to_owned(),
            trigger: "opening the door".to_owned(),
            ..prose::trap(&format!(":{desc}"))
        };
        DoorKind::Trapped { trap }
    } else if bits & DOOR != 0 {
        DoorKind::Door
    } else {
        DoorKind::Arch
    }
}

fn describe(room: &mut Room, about: &RoomJson) {
    room.shape = match about.shape.as_str() {
        "circle" => RoomShape::Circle,
        "polygon" => RoomShape::Octagon,
        _ => RoomShape::Rectangle,
    };
    let detail = &about.contents["detail"];
    let contents = &mut room.contents;
    for line in texts(&detail["monster"]) {
        if let Some(treasure) = line.strip_prefix("Treasure:") {
            contents.parcels.push(parcel(treasure, false));
        } else if line != "--" {
            contents.monsters.extend(prose::monsters(&line));
        }
    }
    let hidden = texts(&detail["hidden_treasure"]);
    if !hidden.is_empty() {
        let lines: Vec<&str> = hidden.iter().map(String::as_str).filter(|l| *l != "--").collect();
        contents.parcels.push(parcel(&lines.join("; "), true));
    }
    contents.traps = texts(&detail["trap"]).iter().map(|t| prose::trap(t)).collect();
    contents.enemies = !contents.monsters.is_empty();
    contents.treasure = !contents.parcels.is_empty();
    room.description.aloud =
        texts(&detail["room_features"]).iter().map(|t| prose::tidy(t)).collect::<Vec<_>>().join("\n");
    let doors = about.doors.iter().flat_map(|(side, doors)| doors.iter().map(move |d| (side, d)));
    let told = doors.filter(|(_, d)| !d.desc.is_empty());
    room.description.secret =
        told.map(|(side, d)| format!("{side}: {}", prose::tidy(&d.desc))).collect::<Vec<_>>().join("\n");
}

fn parcel(text: &str, hidden: bool) -> Parcel {
    Parcel { name: prose::tidy(text), gold: prose::gold(text), hidden, ..Parcel::default() }
}

/// The texts in a value: a text itself, or those of a list or of an object's values.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(list) => list.iter().filter_map(|v| v.as_str().map(str::to_owned)).collect(),
        Value::Object(map) => map.values().filter_map(|v| v.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}

fn story(details: &Value) -> String {
    let mut lines: Vec<String> = details["history"].as_str().map(prose::tidy).into_iter().collect();
    for name in ["illumination", "walls", "floor", "temperature", "special"] {
        if let Some(text) = details[name].as_str() {
            lines.push(format!("{name}: {}", prose::tidy(text)));
        }
    }
    lines.join("\n")
}

fn add_ways(file: &File, cells: &Grid<u64>, bleed: i64, level: &mut Level) {
    let mut areas: BTreeMap<Point, Area> = BTreeMap::new();
    for room in &level.rooms {
        areas.extend(room.outline.cells().into_iter().map(|p| (p, Area::Room(room.id))));
    }
    for corridor in &level.corridors {
        areas.extend(corridor.cells.iter().map(|&p| (p, Area::Corridor(corridor.id))));
    }
    for stairs in file.stairs.iter().flatten() {
        let Some(at) = cell(stairs.row, stairs.col, bleed).filter(|p| areas.contains_key(p)) else {
            continue;
        };
        let up = stairs.key == "up" || cells.get(at).is_some_and(|bits| bits & STAIRS_UP != 0);
        level.stairs.push(Stairs {
            at,
            facing: direction(&stairs.dir).unwrap_or(Direction::North),
            way: if up { Vertical::Up } else { Vertical::Down },
            to_level: None,
            to: None,
        });
    }
    let mut ends: BTreeMap<(Point, Direction), Point> = BTreeMap::new();
    for way in file.egress.iter().flatten() {
        let (Some(mut at), Some(out)) = (cell(way.row, way.col, bleed), direction(&way.dir)) else {
            continue;
        };
        // The exit continues through the margin; the entrance is at its end.
        let begin = at;
        while areas.contains_key(&at.step(out)) && !ends.contains_key(&(at, out)) {
            at = at.step(out);
        }
        at = ends.get(&(at, out)).copied().unwrap_or(at);
        // So that no cell is passed twice in one direction, however many exits a file lists.
        let mut passed = begin;
        while passed != at && ends.insert((passed, out), at).is_none() {
            passed = passed.step(out);
        }
        if let Some(&area) = areas.get(&at) {
            level.entrances.push(Entrance { at, facing: out.opposite(), area });
        }
    }
}

/// Traps in corridors; other features have no place in a plan.
fn corridor_features(
    file: &File,
    cells: &Grid<u64>,
    bleed: i64,
    level: &mut Level,
    warnings: &mut Vec<String>,
) {
    let Value::Object(features) = &file.corridor_features else { return };
    let mut corridor_at: BTreeMap<Point, usize> = BTreeMap::new();
    for (number, corridor) in level.corridors.iter().enumerate() {
        corridor_at.extend(corridor.cells.iter().map(|&p| (p, number)));
    }
    for (name, feature) in features {
        let detail = feature["detail"].as_str().unwrap_or_default();
        if !prose::has_word(detail, "DC") {
            warnings.push(format!("corridor_features.{name} was left out: {}", prose::tidy(detail)));
            continue;
        }
        let label = name.bytes().next().map_or(0, u64::from);
        for mark in feature["marks"].as_array().into_iter().flatten() {
            let (Some(row), Some(col)) = (mark["row"].as_i64(), mark["col"].as_i64()) else { continue };
            // Real files count the margin here and nowhere else; the letter on the cell tells.
            let labelled = |p: &Point| cells.get(*p).is_some_and(|bits| bits >> 24 == label);
            let Some(at) = [0, bleed].into_iter().filter_map(|m| cell(row, col, m)).find(labelled) else {
                continue;
            };
            if let Some(&number) = corridor_at.get(&at) {
                level.corridors[number].traps.push(Trap { at: Some(at), ..prose::trap(detail) });
            }
        }
    }
}
