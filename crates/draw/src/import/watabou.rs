//! One Page Dungeon by watabou.
//!
//! The file has rectangles of floor, and doors that are single cells between them. Rectangles that
//! touch are one place; a place whose pieces are all one cell wide and that no note mentions is a
//! corridor. An open door between corridors, or inside of one place, is part of them. Rooms are numbered as in the notes.
//! Notes, like the story, are for the game master.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::{Direction, Grid, Point, Rect};
use mapkiln_maps::plan::{
    Area, Door, DoorKind, Entrance, Feature, FeatureKind, Key, Level, Outline, Plan, Room, RoomShape,
    RoomTag, Stairs, Vertical,
};
use serde::Deserialize;

use super::assemble::{Draft, outline};
use super::{ImportError, Imported, LONGEST_SIDE, disc, prose, within_limit};

/// Reads a file.
pub fn read(json: &str) -> Result<Imported, ImportError> {
    let file: File = serde_json::from_str(json)?;
    let origin = origin(&file)?;
    let bounds = Rect::new(0, 0, origin.width, origin.height);
    let at = |x: i64, y: i64| {
        // Any number may stand in the file.
        let inside = |v: i64, first: i64, side: i32| {
            i32::try_from(v.checked_sub(first)?).ok().filter(|v| (0..side).contains(v))
        };
        Some(Point::new(inside(x, origin.x, bounds.width)?, inside(y, origin.y, bounds.height)?))
    };
    let mut doors = BTreeMap::new();
    let mut warnings = Vec::new();
    let mut ways = Vec::new();
    for (number, door) in file.doors.iter().enumerate() {
        let path = format!("doors[{number}]");
        let Some(cell) = at(door.x, door.y) else {
            warnings.push(format!("{path} lies away from all floor and was left out"));
            continue;
        };
        let facing = door.dir.direction().ok_or_else(|| {
            let (x, y) = (door.dir.x, door.dir.y);
            ImportError::value(
                format!("{path}.dir"),
                format!("{x},{y} is no step north, east, south or west"),
            )
        })?;
        let kind = match door.r#type {
            0 | 2 | 9 => DoorKind::Arch,
            1 => DoorKind::Door,
            3 | 8 => {
                ways.push((cell, facing, door.r#type == 3));
                continue;
            }
            4 => DoorKind::Portcullis,
            5 => DoorKind::Locked { key: None },
            6 => DoorKind::Secret,
            7 => DoorKind::Barred,
            other => {
                warnings.push(format!("{path} has the unknown type {other} and became an ordinary door"));
                DoorKind::Door
            }
        };
        // Two doors in one cell happen in real files; the one that closes something counts.
        let passage = door.r#type != 2;
        match doors.get(&cell) {
            Some((_, kept, _)) if *kept != DoorKind::Arch || kind == DoorKind::Arch => {}
            _ => drop(doors.insert(cell, (facing, kind, passage))),
        }
    }
    let ways: Vec<_> = ways.into_iter().filter(|(cell, ..)| bounds.contains(*cell)).collect();
    let way_cells: BTreeSet<Point> = ways.iter().map(|w| w.0).filter(|p| !doors.contains_key(p)).collect();
    let mut pieces = places(&file, &at, bounds, |p| doors.contains_key(&p) || way_cells.contains(&p));
    // An open doorway with one place all around it is floor of that place: a joint of its pieces.
    let mut place_of: BTreeMap<Point, usize> = BTreeMap::new();
    for (number, place) in pieces.iter().enumerate() {
        place_of.extend(place.cells.iter().map(|p| (*p, number)));
    }
    let before = doors.len();
    doors.retain(|cell, (_, kind, passage)| {
        let around: BTreeSet<usize> = cell.beside().iter().filter_map(|p| place_of.get(p).copied()).collect();
        !(*passage && *kind == DoorKind::Arch && around.len() == 1)
    });
    if doors.len() < before {
        pieces = places(&file, &at, bounds, |p| doors.contains_key(&p) || way_cells.contains(&p));
    }
    let (rooms, mut corridors) = split(&file, pieces, &at, &mut warnings);
    // An open way from corridor to corridor is corridor.
    let mut of_rooms = Grid::new(bounds.width, bounds.height, false);
    for p in rooms.iter().flat_map(|room| room.outline.cells()) {
        if let Some(cell) = of_rooms.get_mut(p) {
            *cell = true;
        }
    }
    let in_room = |p: Point| of_rooms.get(p) == Some(&true);
    let open: Vec<Point> = doors
        .iter()
        .filter(|(at, (facing, kind, passage))| {
            *passage
                && *kind == DoorKind::Arch
                && !in_room(at.step(*facing))
                && !in_room(at.step(facing.opposite()))
        })
        .map(|(&at, _)| at)
        .collect();
    for cell in open {
        doors.remove(&cell);
        corridors.insert(cell);
    }
    corridors.extend(&way_cells);
    let draft = Draft {
        width: bounds.width,
        height: bounds.height,
        rooms,
        corridors,
        doors: doors.into_iter().map(|(at, (facing, kind, _))| (at, (facing, kind))).collect(),
    };
    let (mut level, opened) = draft.finish();
    let (left, top) = (origin.x, origin.y);
    warnings.extend(opened.iter().map(|p| {
        format!(
            "the door at {},{} leads nowhere and became floor",
            i64::from(p.x) + left,
            i64::from(p.y) + top
        )
    }));
    add_ways(&mut level, &ways);
    level.features = features(&file, &at, &level);
    let mut plan =
        Plan { title: file.title, story: file.story, cell_feet: 5, levels: vec![level], ..Plan::default() };
    find_key(&mut plan);
    Ok(Imported { plan, warnings })
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    title: String,
    #[serde(default)]
    story: String,
    rects: Vec<RectJson>,
    doors: Vec<DoorJson>,
    #[serde(default)]
    notes: Vec<Note>,
    #[serde(default)]
    columns: Vec<Xy>,
    #[serde(default)]
    water: Vec<Xy>,
}

#[derive(Deserialize)]
struct RectJson {
    x: i64,
    y: i64,
    w: i64,
    h: i64,
    #[serde(default)]
    rotunda: bool,
    #[serde(default)]
    ending: bool,
}

#[derive(Deserialize)]
struct DoorJson {
    x: i64,
    y: i64,
    dir: Step,
    r#type: i64,
}

#[derive(Deserialize)]
struct Step {
    x: i64,
    y: i64,
}

impl Step {
    fn direction(&self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| {
            let step = d.vector();
            (i64::from(step.x), i64::from(step.y)) == (self.x, self.y)
        })
    }
}

#[derive(Deserialize)]
struct Note {
    text: String,
    #[serde(default)]
    r#ref: serde_json::Value,
    pos: Xy,
}

#[derive(Deserialize)]
struct Xy {
    x: f64,
    y: f64,
}

impl Xy {
    /// The cell it lies in.
    fn cell(&self) -> (i64, i64) {
        // Values that are too large stay too large.
        (libm::floor(self.x) as i64, libm::floor(self.y) as i64)
    }
}

/// The file's rectangle that becomes the grid: one cell of rock around all floor.
struct Origin {
    x: i64,
    y: i64,
    width: i32,
    height: i32,
}

fn origin(file: &File) -> Result<Origin, ImportError> {
    let mut cells = 0;
    let (mut left, mut top, mut right, mut bottom) = (i64::MAX, i64::MAX, i64::MIN, i64::MIN);
    for (number, rect) in file.rects.iter().enumerate() {
        let path = format!("rects[{number}]");
        for (name, side) in [("w", rect.w), ("h", rect.h)] {
            if !(1..=LONGEST_SIDE).contains(&side) {
                let problem = format!("a side of {side} cells; it must be from 1 to {LONGEST_SIDE}");
                return Err(ImportError::value(format!("{path}.{name}"), problem));
            }
        }
        for (name, at) in [("x", rect.x), ("y", rect.y)] {
            if !(-1_000_000..=1_000_000).contains(&at) {
                return Err(ImportError::value(format!("{path}.{name}"), format!("{at} is too far away")));
            }
        }
        (left, top) = (left.min(rect.x), top.min(rect.y));
        (right, bottom) = (right.max(rect.x + rect.w), bottom.max(rect.y + rect.h));
        cells += rect.w * rect.h;
        // Rectangles may overlap, but not this much in files of the generator.
        if cells > 4 * LONGEST_SIDE * LONGEST_SIDE {
            return Err(ImportError::value(path, "all rectangles together have too many cells"));
        }
    }
    if file.rects.is_empty() {
        return Err(ImportError::value("rects", "the list is empty; a map needs floor"));
    }
    let side = |name: &str, length: i64| {
        i32::try_from(length).ok().filter(|&l| i64::from(l) <= LONGEST_SIDE).ok_or_else(|| {
            ImportError::value(
                "rects",
                format!("the map is {length} cells {name}; the most is {LONGEST_SIDE}"),
            )
        })
    };
    let (width, height) = (side("wide", right - left + 2)?, side("high", bottom - top + 2)?);
    within_limit("rects", width as usize * height as usize)?;
    Ok(Origin { x: left - 1, y: top - 1, width, height })
}

/// Floor that hangs together, from one rectangle or several.
struct Place {
    cells: Vec<Point>,
    /// Is every piece one cell wide?
    narrow: bool,
    round: bool,
    ending: bool,
}

fn places(
    file: &File,
    at: &dyn Fn(i64, i64) -> Option<Point>,
    bounds: Rect,
    is_door: impl Fn(Point) -> bool,
) -> Vec<Place> {
    // Which rectangle owns a cell: the first of those that share it.
    let mut owner: Grid<Option<usize>> = Grid::new(bounds.width, bounds.height, None);
    for (number, rect) in file.rects.iter().enumerate() {
        let Some(corner) = at(rect.x, rect.y) else { continue };
        let area = Rect::new(corner.x, corner.y, rect.w as i32, rect.h as i32);
        let cells = if rect.rotunda && rect.w == rect.h { disc(area) } else { area.cells().collect() };
        for p in cells.into_iter().filter(|&p| !is_door(p)) {
            owner[p].get_or_insert(number);
        }
    }
    let mut seen = owner.map(Option::is_none);
    let mut places = Vec::new();
    for start in bounds.cells() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut cells = vec![start];
        let mut next = 0;
        while let Some(&at) = cells.get(next) {
            next += 1;
            for p in at.beside() {
                if seen.get(p) == Some(&false) {
                    seen[p] = true;
                    cells.push(p);
                }
            }
        }
        let pieces: BTreeSet<usize> = cells.iter().filter_map(|&p| owner[p]).collect();
        let pieces: Vec<&RectJson> = pieces.into_iter().filter_map(|i| file.rects.get(i)).collect();
        places.push(Place {
            narrow: pieces.iter().all(|r| r.w == 1 || r.h == 1),
            round: pieces.len() == 1 && pieces.iter().all(|r| r.rotunda && r.w == r.h),
            ending: pieces.iter().any(|r| r.ending),
            cells,
        });
    }
    places
}

/// Rooms in the order of the notes' numbers, and the floor of corridors.
fn split(
    file: &File,
    places: Vec<Place>,
    at: &dyn Fn(i64, i64) -> Option<Point>,
    warnings: &mut Vec<String>,
) -> (Vec<Room>, BTreeSet<Point>) {
    let mut notes: Vec<(Option<Point>, u64, &str)> = Vec::new();
    for note in &file.notes {
        let (x, y) = note.pos.cell();
        let number = match &note.r#ref {
            serde_json::Value::String(text) => text.parse().ok(),
            other => other.as_u64(),
        };
        // The middle of a room of even width lies on a border; the cell before it counts too.
        let cell = at(x, y).or_else(|| at(x.saturating_sub(1), y.saturating_sub(1)));
        notes.push((cell, number.unwrap_or(u64::MAX), &note.text));
    }
    let mut told = vec![false; notes.len()];
    let mut by_cell: BTreeMap<Point, Vec<usize>> = BTreeMap::new();
    for (i, note) in notes.iter().enumerate() {
        if let Some(cell) = note.0 {
            by_cell.entry(cell).or_default().push(i);
        }
    }
    let mut rooms: Vec<(u64, Room)> = Vec::new();
    let mut corridors = BTreeSet::new();
    for place in places {
        let cells: BTreeSet<Point> = place.cells.iter().copied().collect();
        let mut here: Vec<usize> = cells.iter().filter_map(|p| by_cell.get(p)).flatten().copied().collect();
        here.sort_unstable();
        if place.narrow && here.is_empty() && !place.ending {
            corridors.extend(cells);
            continue;
        }
        let Some((outline, rest)) = outline(&place.cells) else {
            corridors.extend(cells);
            continue;
        };
        corridors.extend(rest);
        let mut room = Room::new(0, outline);
        if place.round {
            room.shape = RoomShape::Circle;
        } else if !matches!(room.outline, Outline::Rect(_)) {
            room.shape = RoomShape::Cave;
        }
        if place.ending {
            room.tags.push(RoomTag::Goal);
        }
        let texts: Vec<&str> = here.iter().map(|&i| notes[i].2).collect();
        room.description.secret = texts.join("\n");
        for &i in &here {
            told[i] = true;
        }
        rooms.push((here.iter().map(|&i| notes[i].1).min().unwrap_or(u64::MAX), room));
    }
    for (i, _) in told.iter().enumerate().filter(|(_, told)| !**told) {
        warnings.push(format!("notes[{i}] lies in no room and was left out"));
    }
    rooms.sort_by_key(|(number, _)| *number);
    let numbered = rooms.into_iter().zip(0..).map(|((_, room), id)| Room { id, ..room });
    (numbered.collect(), corridors)
}

/// Entrances and stairs stand in a dead end of one cell or, if another door took the cell, on the
/// floor in front of it.
fn add_ways(level: &mut Level, ways: &[(Point, Direction, bool)]) {
    let mut areas: BTreeMap<Point, Area> = BTreeMap::new();
    for room in &level.rooms {
        areas.extend(room.outline.cells().into_iter().map(|p| (p, Area::Room(room.id))));
    }
    for corridor in &level.corridors {
        areas.extend(corridor.cells.iter().map(|&p| (p, Area::Corridor(corridor.id))));
    }
    for &(cell, facing, entrance) in ways {
        // Entrances face into the map, stairs out of it; in some files it is the other way round.
        let inwards = if entrance { facing } else { facing.opposite() };
        let inwards = if areas.contains_key(&cell.step(inwards)) { inwards } else { inwards.opposite() };
        let at = if areas.contains_key(&cell) { cell } else { cell.step(inwards) };
        let Some(&area) = areas.get(&at) else { continue };
        if entrance {
            level.entrances.push(Entrance { at, facing: inwards, area });
        } else {
            let facing = inwards.opposite();
            level.stairs.push(Stairs { at, facing, way: Vertical::Down, to_level: None, to: None });
        }
    }
}

fn features(file: &File, at: &dyn Fn(i64, i64) -> Option<Point>, level: &Level) -> Vec<Feature> {
    let floor: BTreeSet<Point> = level
        .rooms
        .iter()
        .flat_map(|r| r.outline.cells())
        .chain(level.corridors.iter().flat_map(|c| c.cells.iter().copied()))
        .collect();
    let cells = |list: &[Xy]| -> Vec<Point> {
        let cells: BTreeSet<Point> = list.iter().filter_map(|p| at(p.cell().0, p.cell().1)).collect();
        cells.into_iter().filter(|p| floor.contains(p)).collect()
    };
    [(FeatureKind::Water, cells(&file.water)), (FeatureKind::Pillar, cells(&file.columns))]
        .into_iter()
        .filter(|(_, cells)| !cells.is_empty())
        .map(|(kind, cells)| Feature { kind, cells })
        .collect()
}

/// The double door is the locked one; its key lies in the room whose note mentions a key, if there is
/// exactly one.
fn find_key(plan: &mut Plan) {
    let locked = |d: &Door| matches!(d.kind, DoorKind::Locked { .. });
    if !plan.doors().any(locked) {
        return;
    }
    let rooms: Vec<u32> =
        plan.rooms().filter(|r| prose::has_word(&r.description.secret, "key")).map(|r| r.id).collect();
    if let [room] = rooms[..] {
        plan.keys.push(Key { id: 0, name: "key".to_owned(), room });
        for door in plan.levels.iter_mut().flat_map(|l| &mut l.doors).filter(|d| locked(d)) {
            door.kind = DoorKind::Locked { key: Some(0) };
        }
    }
}
