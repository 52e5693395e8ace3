//! JSON in the shape of watabou's One Page Dungeon, for the programs that read it.
//!
//! Every piece of floor is a rectangle, and every door a rectangle of one cell as well. Programs walk
//! from one rectangle to another only through a door, so the pieces of a corridor or of an odd
//! room, and places with an open border between them, meet in open doorways (type 0). The first
//! rectangle is where one comes in; doors are the last ones. The shape has no locks, traps or keys: a
//! locked door is its double door, a barred one its steel door, and notes (for the game master) say
//! the rest.

mod cover;
mod pieces;

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::{Direction, Point, Rect};
use mapkiln_maps::plan::{Area, DoorKind, DoorPlace, FeatureKind, Level, Plan, Room, RoomShape, Vertical};
use serde::Serialize;

use self::pieces::Pieces;
use super::{ExportError, ExportOptions, json, level_of};

/// One level of the plan.
pub fn export(plan: &Plan, level: usize, options: &ExportOptions) -> Result<Vec<u8>, ExportError> {
    let plan = options.shown(plan);
    let level = level_of(&plan, level)?;
    super::check_floor(level, 64)?;
    let ways = ways_out(level);
    let mut places = Places::of(level, &ways);
    let mut doors: Vec<DoorJson> = Vec::new();
    for door in &level.doors {
        if let Some((at, facing)) = places.open(door.place) {
            doors.push(DoorJson { x: at.x, y: at.y, dir: dir(facing), r#type: type_of(&door.kind) });
        }
    }
    doors.extend(ways.iter().map(|w| DoorJson {
        x: w.at.x,
        y: w.at.y,
        dir: dir(w.facing),
        r#type: w.r#type,
    }));
    let (rects, joints) = places.rects(level);
    doors.extend(joints.iter().map(|(at, way)| DoorJson { x: at.x, y: at.y, dir: dir(*way), r#type: 0 }));
    let mut notes = Vec::new();
    if options.audience.knows_secrets() {
        for room in &level.rooms {
            notes.extend(note(&plan, room, places.middle(room)));
        }
    }
    let cells = |kinds: &[FeatureKind]| -> Vec<Point> {
        level.features.iter().filter(|f| kinds.contains(&f.kind)).flat_map(|f| f.cells.clone()).collect()
    };
    let middle = |p: Point| Xy { x: f64::from(p.x) + 0.5, y: f64::from(p.y) + 0.5 };
    Ok(json(&Dungeon {
        version: "1.2.7",
        title: &plan.title,
        story: &plan.story,
        rects,
        doors,
        notes,
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

impl RectJson {
    /// A single cell with floor beside it takes a cell of that floor: it would look like a doorway.
    fn widen(&mut self, free: impl Fn(&Point) -> bool) {
        let cell = Point::new(self.x, self.y);
        if self.w * self.h == 1
            && let Some(more) = cell.beside().into_iter().find(free)
        {
            (self.x, self.y) = (cell.x.min(more.x), cell.y.min(more.y));
            (self.w, self.h) = (1 + (cell.x - more.x).abs(), 1 + (cell.y - more.y).abs());
        }
    }
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
}

fn ways_out(level: &Level) -> Vec<Way> {
    let single = level.corridors.iter().filter(|c| c.cells.len() == 1);
    let alcoves: BTreeSet<Point> = single.flat_map(|c| c.cells.iter().copied()).collect();
    let alcove = |p: Point| alcoves.contains(&p);
    let doors: BTreeSet<Point> = level.doors.iter().map(|d| d.place.at()).collect();
    let floor: BTreeSet<Point> = level
        .rooms
        .iter()
        .flat_map(|r| r.outline.cells())
        .chain(level.corridors.iter().flat_map(|c| c.cells.iter().copied()))
        .collect();
    let free = |p: Point| !floor.contains(&p) && !doors.contains(&p);
    let mut ways = Vec::new();
    for entrance in &level.entrances {
        let inside = alcove(entrance.at);
        let at = if inside { entrance.at } else { entrance.at.step(entrance.facing.opposite()) };
        if inside || free(at) {
            ways.push(Way { at, facing: entrance.facing, r#type: 3 });
        }
    }
    for stairs in level.stairs.iter().filter(|s| s.way == Vertical::Down) {
        let inside = alcove(stairs.at);
        let at = if inside { stairs.at } else { stairs.at.step(stairs.facing) };
        if inside || free(at) {
            ways.push(Way { at, facing: stairs.facing, r#type: 8 });
        }
    }
    ways
}

/// The floor of a level, place by place, and the cells that are doors.
struct Places {
    owner: BTreeMap<Point, Area>,
    cells: BTreeMap<Area, BTreeSet<Point>>,
    /// The cells of doors, each with the cells beside it through which it is passed.
    doors: BTreeMap<Point, Vec<Point>>,
    mains: BTreeMap<Area, Rect>,
}

impl Places {
    fn of(level: &Level, ways: &[Way]) -> Places {
        let mut cells: BTreeMap<Area, BTreeSet<Point>> = BTreeMap::new();
        for room in &level.rooms {
            cells.insert(Area::Room(room.id), room.outline.cells().into_iter().collect());
        }
        for corridor in &level.corridors {
            cells.insert(Area::Corridor(corridor.id), corridor.cells.iter().copied().collect());
        }
        let owner = cells.iter().flat_map(|(area, cells)| cells.iter().map(|p| (*p, *area))).collect();
        let mut places = Places { owner, cells, doors: BTreeMap::new(), mains: BTreeMap::new() };
        for door in &level.doors {
            if let DoorPlace::Cell { at, facing } = door.place {
                places.take(at, vec![at.step(facing), at.step(facing.opposite())]);
            }
        }
        for way in ways {
            places.take(way.at, vec![way.at.step(way.facing), way.at.step(way.facing.opposite())]);
        }
        places
    }

    /// Makes a cell a door.
    fn take(&mut self, at: Point, beside: Vec<Point>) {
        if let Some(area) = self.owner.remove(&at)
            && let Some(cells) = self.cells.get_mut(&area)
        {
            cells.remove(&at);
        }
        self.doors.insert(at, beside);
    }

    /// The cell of a door and the way through it. A door on a border takes one of the cells at the
    /// border, of a corridor if it can; none if the cell of another such door joins both already.
    fn open(&mut self, place: DoorPlace) -> Option<(Point, Direction)> {
        let facing = place.facing();
        if let DoorPlace::Cell { at, .. } = place {
            return Some((at, facing));
        }
        let mut pairs: Vec<(Point, Point, Direction)> = place
            .cells()
            .flat_map(|p| [(p, p.step(facing), facing), (p.step(facing), p, facing.opposite())])
            .collect();
        let owned = |p: &Point| self.owner.contains_key(p);
        let shared = pairs.iter().any(|(at, beyond, _)| self.doors.contains_key(at) && owned(beyond));
        let middle = place.width() as usize / 2;
        let rank = |n: usize, (at, beyond, _): (Point, Point, Direction)| {
            let inside = |p: &Point| self.owner.get(p) == self.owner.get(&at);
            let room = matches!(self.owner.get(&at), Some(Area::Room(_)));
            let by_door = |p: Point| p.beside().iter().any(|q| self.doors.contains_key(q));
            let closed = !at.beside().iter().any(inside);
            (closed, by_door(at) || by_door(beyond), room, (n / 2).abs_diff(middle), n)
        };
        let free = pairs.iter().enumerate().filter(|(_, (at, beyond, _))| owned(at) && owned(beyond));
        let best = free.map(|(n, pair)| rank(n, *pair)).min();
        let Some((_, _, _, _, best)) = best.filter(|(closed, ..)| !(shared && *closed)) else {
            // The whole corridor is the doorway of another border.
            for (at, beyond, _) in pairs {
                if let Some(beside) = self.doors.get_mut(&at) {
                    beside.push(beyond);
                }
            }
            return None;
        };
        let (at, beyond, way) = pairs.swap_remove(best);
        let area = *self.owner.get(&at)?;
        let mut beside: Vec<Point> =
            at.beside().into_iter().filter(|p| self.owner.get(p) == Some(&area)).collect();
        beside.push(beyond);
        self.take(at, beside);
        Some((at, way))
    }

    /// All rectangles, and the open doorways between pieces of one place.
    fn rects(&mut self, level: &Level) -> (Vec<RectJson>, Vec<(Point, Direction)>) {
        let taken: BTreeSet<Point> = self.doors.keys().copied().collect();
        let (mut mains, mut others, mut covers, mut joints) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let rooms: BTreeMap<u32, &Room> = level.rooms.iter().map(|room| (room.id, room)).collect();
        // The cells beside each door, place by place.
        let mut at_doors: BTreeMap<Area, Vec<Vec<Point>>> = BTreeMap::new();
        for beside in self.doors.values() {
            let mut of: BTreeMap<Area, Vec<Point>> = BTreeMap::new();
            for p in beside {
                self.owner.get(p).into_iter().for_each(|area| of.entry(*area).or_default().push(*p));
            }
            of.into_iter().for_each(|(area, cells)| at_doors.entry(area).or_default().push(cells));
        }
        for (area, cells) in &self.cells {
            let room = match area {
                Area::Room(id) => rooms.get(id).copied(),
                Area::Corridor(_) => None,
            };
            let ending = room.is_some_and(|r| r.has_tag("boss") || r.has_tag("goal"));
            let plain = |rect: Rect| RectJson { ending, ..rect.into() };
            // A disc is its square for programs: nothing else may lie in the corners.
            let alone = |r: &&Room| {
                let own = |p: Point| self.owner.get(&p).is_none_or(|a| a == area);
                r.outline.bounds().cells().all(|p| own(p) && !self.doors.contains_key(&p))
            };
            let whole = room.filter(|r| r.outline.cells().len() == cells.len() && is_round(r)).filter(alone);
            if let Some(round) = whole {
                let bounds = round.outline.bounds();
                self.mains.insert(*area, bounds);
                mains.push((*area, RectJson { rotunda: true, ..plain(bounds) }));
                continue;
            }
            let doors = at_doors.get(area).map_or(&[][..], Vec::as_slice);
            let Some(pieces) = Pieces::new(cells, doors, &taken) else { continue };
            self.mains.insert(*area, pieces.main);
            mains.push((*area, plain(pieces.main)));
            others.extend(pieces.chains.into_iter().map(plain));
            covers.extend(pieces.covers.into_iter().map(plain));
            joints.extend(pieces.doorways);
        }
        let open: BTreeSet<Point> = joints.iter().map(|(at, _)| *at).collect();
        let free = |p: &Point| self.owner.contains_key(p) && !open.contains(p);
        for rect in mains.iter_mut().map(|(_, rect)| rect).chain(&mut others).chain(&mut covers) {
            rect.widen(free);
        }
        // Programs begin in the first rectangle.
        let start = level.entrances.first().map(|e| e.area);
        mains.sort_by_key(|(area, _)| Some(*area) != start);
        let cell = |p: &Point| RectJson::from(Rect::new(p.x, p.y, 1, 1));
        let mut rects: Vec<RectJson> = mains.into_iter().map(|(_, rect)| rect).collect();
        rects.append(&mut others);
        rects.append(&mut covers);
        rects.extend(taken.iter().chain(joints.iter().map(|(at, _)| at)).map(cell));
        (rects, joints)
    }

    /// Where a room's note stands.
    fn middle(&self, room: &Room) -> Xy {
        let rect = self.mains.get(&Area::Room(room.id)).copied().unwrap_or_else(|| room.outline.bounds());
        Xy {
            x: f64::from(rect.x) + f64::from(rect.width) / 2.0,
            y: f64::from(rect.y) + f64::from(rect.height) / 2.0,
        }
    }
}

fn is_round(room: &Room) -> bool {
    let bounds = room.outline.bounds();
    room.shape == RoomShape::Circle
        && bounds.width == bounds.height
        && room.outline.cells() == crate::import::disc(bounds)
}

fn note(plan: &Plan, room: &Room, middle: Xy) -> Option<Note> {
    let mut parts: Vec<String> = Vec::new();
    let told = &room.description;
    parts.extend([told.aloud_text(), told.secret_text()].into_iter().filter(|t| !t.is_empty()));
    let contents = &room.contents;
    // A key of our own tells all of this already.
    let untold = told.entries.is_empty();
    parts.extend(contents.monsters.iter().filter(|_| untold).map(|m| format!("{} x {}.", m.count, m.name)));
    parts.extend(contents.parcels.iter().filter(|_| untold).map(|p| format!("{}.", p.name)));
    parts.extend(contents.traps.iter().filter(|_| untold).map(|t| format!("Trap: {}, {}", t.name, t.effect)));
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
    Some(Note { text: parts.join(" "), r#ref: (room.id + 1).to_string(), pos: middle })
}
