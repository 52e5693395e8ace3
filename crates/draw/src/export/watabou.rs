//! JSON in the shape of watabou's One Page Dungeon, for the programs that read it.
//!
//! Every piece of floor is a rectangle, and every door a rectangle of one cell as well; corridors
//! and odd rooms are cut into pieces, and the pieces of a corridor meet in open doorways (type 0). The shape has no locks, traps or keys: a locked door is its
//! double door, a barred one its steel door, and notes (for the game master) say the rest.

use std::collections::BTreeSet;

use mapkiln_core::{Direction, Point, Rect};
use mapkiln_maps::plan::{
    Area, DoorKind, DoorPlace, FeatureKind, Level, Outline, Plan, Room, RoomShape, Vertical,
};
use serde::Serialize;

use super::{ExportError, Options, json, level_of};

/// One level of the plan.
pub fn export(plan: &Plan, level: usize, options: &Options) -> Result<Vec<u8>, ExportError> {
    let plan = options.shown(plan);
    let level = level_of(&plan, level)?;
    let mut rects: Vec<RectJson> = Vec::new();
    for room in &level.rooms {
        rects.extend(room_rects(room));
    }
    let (mut doors, mut doorways) = (Vec::new(), Vec::new());
    for door in &level.doors {
        let (DoorPlace::Cell { at, facing } | DoorPlace::Edge { at, facing, .. }) = door.place;
        if matches!(door.place, DoorPlace::Cell { .. }) {
            doorways.push(at);
        }
        doors.push(DoorJson { x: at.x, y: at.y, dir: dir(facing), r#type: type_of(&door.kind) });
    }
    let mut ways = ways_out(level);
    for corridor in &level.corridors {
        let cells: BTreeSet<Point> =
            corridor.cells.iter().copied().filter(|p| !ways.iter().any(|w| w.at == *p && w.alcove)).collect();
        let (straight, joints) = jointed(strips(cells));
        rects.extend(straight.into_iter().map(RectJson::from));
        for (at, facing) in joints {
            doorways.push(at);
            doors.push(DoorJson { x: at.x, y: at.y, dir: dir(facing), r#type: 0 });
        }
    }
    for way in ways.drain(..) {
        doorways.push(way.at);
        doors.push(DoorJson { x: way.at.x, y: way.at.y, dir: dir(way.facing), r#type: way.r#type });
    }
    rects.extend(doorways.iter().map(|p| RectJson::from(Rect::new(p.x, p.y, 1, 1))));
    let cells = |kinds: &[FeatureKind]| -> Vec<Point> {
        level.features.iter().filter(|f| kinds.contains(&f.kind)).flat_map(|f| f.cells.clone()).collect()
    };
    let middle = |p: Point| Xy { x: f64::from(p.x) + 0.5, y: f64::from(p.y) + 0.5 };
    let gm = options.audience.knows_secrets();
    Ok(json(&Dungeon {
        version: "1.2.7",
        title: &plan.title,
        story: &plan.story,
        rects,
        doors,
        notes: if gm {
            level.rooms.iter().filter_map(|room| note(&plan, room)).collect()
        } else {
            Vec::new()
        },
        columns: cells(&[FeatureKind::Pillar, FeatureKind::Statue]).into_iter().map(middle).collect(),
        water: cells(&[FeatureKind::Water]).into_iter().map(|p| Cell { x: p.x, y: p.y }).collect(),
    }))
}

#[derive(Serialize)]
struct Dungeon<'a> {
    version: &'static str,
    title: &'a str,
    story: &'a str,
    rects: Vec<RectJson>,
    doors: Vec<DoorJson>,
    notes: Vec<Note>,
    columns: Vec<Xy>,
    water: Vec<Cell>,
}

#[derive(Serialize)]
struct RectJson {
    x: i32,
    y: i32,
    w: i32,
    h: i32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    rotunda: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ending: bool,
}

impl From<Rect> for RectJson {
    fn from(r: Rect) -> Self {
        RectJson { x: r.x, y: r.y, w: r.width, h: r.height, rotunda: false, ending: false }
    }
}

#[derive(Serialize)]
struct DoorJson {
    x: i32,
    y: i32,
    dir: Cell,
    r#type: u8,
}

#[derive(Serialize)]
struct Cell {
    x: i32,
    y: i32,
}

#[derive(Serialize)]
struct Xy {
    x: f64,
    y: f64,
}

#[derive(Serialize)]
struct Note {
    text: String,
    r#ref: String,
    pos: Xy,
}

fn dir(facing: Direction) -> Cell {
    let step = facing.vector();
    Cell { x: step.x, y: step.y }
}

fn type_of(kind: &DoorKind) -> u8 {
    match kind {
        DoorKind::Arch => 0,
        DoorKind::Door | DoorKind::Trapped { .. } => 1,
        DoorKind::Portcullis => 4,
        DoorKind::Locked { .. } => 5,
        DoorKind::Secret => 6,
        DoorKind::Barred => 7,
    }
}

/// Entrances and stairs out of the level, which the shape shows as doors.
struct Way {
    at: Point,
    facing: Direction,
    r#type: u8,
    /// Does it stand in a dead end of one cell, as an import makes it?
    alcove: bool,
}

fn ways_out(level: &Level) -> Vec<Way> {
    let alcove = |p: Point| level.corridors.iter().any(|c| c.cells == [p]);
    let floor: BTreeSet<Point> = level
        .rooms
        .iter()
        .flat_map(|r| r.outline.cells())
        .chain(level.corridors.iter().flat_map(|c| c.cells.iter().copied()))
        .collect();
    let free = |p: Point| !floor.contains(&p) && level.doors.iter().all(|d| d.place.at() != p);
    let mut ways = Vec::new();
    for entrance in &level.entrances {
        let inside = alcove(entrance.at);
        let at = if inside { entrance.at } else { entrance.at.step(entrance.facing.opposite()) };
        if inside || free(at) {
            ways.push(Way { at, facing: entrance.facing, r#type: 3, alcove: inside });
        }
    }
    for stairs in level.stairs.iter().filter(|s| s.way == Vertical::Down) {
        let inside = alcove(stairs.at);
        let at = if inside { stairs.at } else { stairs.at.step(stairs.facing) };
        if inside || free(at) {
            ways.push(Way { at, facing: stairs.facing, r#type: 8, alcove: inside });
        }
    }
    ways
}

fn room_rects(room: &Room) -> Vec<RectJson> {
    let ending = room.has_tag("boss") || room.has_tag("goal");
    let bounds = room.outline.bounds();
    let round = room.shape == RoomShape::Circle
        && bounds.width == bounds.height
        && room.outline.cells() == crate::import::disc(bounds);
    if round {
        return vec![RectJson { rotunda: true, ending, ..bounds.into() }];
    }
    match &room.outline {
        Outline::Rect(rect) => vec![RectJson { ending, ..(*rect).into() }],
        Outline::Polygon(_) | Outline::Holed(_) => blocks(room.outline.cells().into_iter().collect())
            .into_iter()
            .map(|rect| RectJson { ending, ..rect.into() })
            .collect(),
    }
}

/// Cuts cells into strips of one cell's width: the longest run east or south from the first cell,
/// then the rest.
fn strips(mut cells: BTreeSet<Point>) -> Vec<Rect> {
    let mut strips = Vec::new();
    while let Some(&first) = cells.first() {
        let (east, south) = (run(&cells, first, Direction::East), run(&cells, first, Direction::South));
        let strip = if east > south { (east, 1) } else { (1, south) };
        strips.push(cut(&mut cells, Rect::new(first.x, first.y, strip.0, strip.1)));
    }
    strips
}

/// Gives every joint of two strips a cell of its own, an open doorway, as the shape has it: the end of
/// a strip that meets another one head on is cut off. A strip of one cell becomes the doorway itself.
fn jointed(mut strips: Vec<Rect>) -> (Vec<Rect>, Vec<(Point, Direction)>) {
    let mut joints: Vec<(Point, Direction)> = Vec::new();
    for i in 0..strips.len() {
        let strip = strips[i];
        let (first, last) = (Point::new(strip.x, strip.y), Point::new(strip.right() - 1, strip.bottom() - 1));
        let (backward, forward) = if strip.width > 1 {
            (Direction::West, Direction::East)
        } else {
            (Direction::North, Direction::South)
        };
        for (end, way) in [(first, backward), (last, forward)] {
            let rest = strips[i];
            let beyond = end.step(way);
            let meets = strips.iter().enumerate().any(|(j, other)| j != i && other.contains(beyond));
            let long = rest.width.max(rest.height);
            if !meets || long == 0 {
                continue;
            }
            // A single cell must lead straight on, or a reader finds nothing behind the doorway.
            let before = end.step(way.opposite());
            let goes_on = long > 1 || strips.iter().enumerate().any(|(j, o)| j != i && o.contains(before));
            if goes_on {
                joints.push((end, way));
                strips[i] = match way {
                    Direction::West => Rect::new(rest.x + 1, rest.y, rest.width - 1, rest.height),
                    Direction::North => Rect::new(rest.x, rest.y + 1, rest.width, rest.height - 1),
                    Direction::East => Rect::new(rest.x, rest.y, rest.width - 1, rest.height),
                    Direction::South => Rect::new(rest.x, rest.y, rest.width, rest.height - 1),
                };
            }
        }
    }
    strips.retain(|s| s.width > 0 && s.height > 0);
    (strips, joints)
}

/// Cuts cells into rectangles: the run south from the first cell, as wide as it goes, then the rest.
fn blocks(mut cells: BTreeSet<Point>) -> Vec<Rect> {
    let mut blocks = Vec::new();
    while let Some(&first) = cells.first() {
        let south = run(&cells, first, Direction::South);
        let mut block = Rect::new(first.x, first.y, 1, south);
        while (block.y..block.bottom()).all(|y| cells.contains(&Point::new(block.right(), y))) {
            block.width += 1;
        }
        blocks.push(cut(&mut cells, block));
    }
    blocks
}

fn run(cells: &BTreeSet<Point>, from: Point, direction: Direction) -> i32 {
    let mut at = from.step(direction);
    while cells.contains(&at) {
        at = at.step(direction);
    }
    at.manhattan(from) as i32
}

fn cut(cells: &mut BTreeSet<Point>, rect: Rect) -> Rect {
    for p in rect.cells() {
        cells.remove(&p);
    }
    rect
}

fn note(plan: &Plan, room: &Room) -> Option<Note> {
    let mut parts: Vec<String> = Vec::new();
    let told = &room.description;
    parts.extend([told.aloud_text(), told.secret_text()].into_iter().filter(|t| !t.is_empty()));
    let contents = &room.contents;
    parts.extend(contents.monsters.iter().map(|m| format!("{} x {}.", m.count, m.name)));
    parts.extend(contents.parcels.iter().map(|p| format!("{}.", p.name)));
    parts.extend(contents.traps.iter().map(|t| format!("Trap: {}, {}", t.name, t.effect)));
    parts.extend(plan.keys.iter().filter(|k| k.room == room.id).map(|k| format!("A key: {}.", k.name)));
    if contents.enemies && contents.monsters.is_empty() {
        parts.push("Enemies.".to_owned());
    }
    if contents.treasure && contents.parcels.is_empty() {
        parts.push("Treasure.".to_owned());
    }
    let here = Area::Room(room.id);
    if plan.doors().any(|d| matches!(d.kind, DoorKind::Locked { .. }) && d.joins[0] == here) {
        parts.push("A door with a keyhole.".to_owned());
    }
    if parts.is_empty() {
        return None;
    }
    let bounds = room.outline.bounds();
    Some(Note {
        text: parts.join(" "),
        r#ref: (room.id + 1).to_string(),
        pos: Xy {
            x: f64::from(bounds.x) + f64::from(bounds.width) / 2.0,
            y: f64::from(bounds.y) + f64::from(bounds.height) / 2.0,
        },
    })
}
