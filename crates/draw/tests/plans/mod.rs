//! Plans to export: one made by hand with everything in it, and any number of random ones.
#![allow(dead_code, unreachable_pub)] // each test file uses its own part

use mapkiln_core::{Direction, Point, Rect, Seed, Stream};
use mapkiln_maps::document::Document;
use mapkiln_maps::plan::{
    Area, Corridor, Description, Door, DoorKind, DoorPlace, Entrance, Entry, Feature, FeatureKind, Key,
    Level, Monsters, Outline, Parcel, Plan, Room, RoomShape, Stairs, Trap, Vertical,
};

/// Stands in every text that players may not see.
pub const SENTINEL: &str = "HUSHHUSH";

/// Text that breaks out of XML, HTML and JSON where it is not escaped.
pub const NASTY: &str = "<b a='1' c=\"2\">&amp; ]]> \\ \u{1} @UUID[x]\n\t{{";

fn hush(what: &str) -> String {
    format!("{SENTINEL} {what} {NASTY}")
}

pub fn trap(at: Option<Point>) -> Trap {
    Trap {
        name: hush("trap"),
        trigger: hush("trigger"),
        effect: hush("effect"),
        dc: 14,
        damage: hush("2d6"),
        at,
        ..Trap::default()
    }
}

/// Fills a room with everything that only the game master may know.
pub fn fill(room: &mut Room) {
    let at = room.outline.centre();
    room.kind = hush("kind");
    room.description = Description {
        aloud: hush("aloud"),
        aloud_facts: vec![hush("told")],
        secret: hush("secret"),
        entries: vec![Entry { lead: hush("lead"), text: hush("text"), facts: vec![hush("fact")] }],
    };
    room.tags = vec![hush("tag").into(), "boss".into()];
    let contents = &mut room.contents;
    contents.enemies = true;
    contents.treasure = true;
    contents.monsters.push(Monsters {
        name: hush("monster"),
        count: 2,
        challenge: hush("1/4"),
        xp: 50,
        faction: hush("faction"),
        boss: true,
        ..Monsters::new("", 0)
    });
    contents.parcels.push(Parcel {
        name: hush("gold"),
        gold: 12,
        rarity: hush("rare"),
        hidden: true,
        ..Parcel::default()
    });
    contents.traps.push(trap(Some(at)));
    contents.furniture.push(hush("table"));
}

pub fn kinds() -> Vec<DoorKind> {
    vec![
        DoorKind::Arch,
        DoorKind::Door,
        DoorKind::Locked { key: Some(0) },
        DoorKind::Barred,
        DoorKind::Portcullis,
        DoorKind::Secret,
        DoorKind::Trapped { trap: trap(None) },
    ]
}

fn point(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

fn door(id: u32, x: i32, y: i32, facing: Direction, kind: DoorKind, joins: [Area; 2]) -> Door {
    Door::new(id, DoorPlace::Cell { at: point(x, y), facing }, kind, joins)
}

/// Two levels with every kind of door, feature, room shape and secret.
///
/// ```text
///    room 0 │ seven doors │ room 1,  a corridor below both that passes close by the last door,
///    a round room 2, an L-shaped room 3 that touches room 4 with a door on the border
/// ```
pub fn sample() -> Plan {
    let rect = |id, x, y, w, h| Room::new(id, Outline::Rect(Rect::new(x, y, w, h)));
    let mut rooms = vec![rect(0, 2, 2, 5, 14), rect(1, 8, 2, 5, 14)];
    let round = Rect::new(16, 2, 5, 5);
    let disc: Vec<Point> = round
        .cells()
        .filter(|p| {
            let (dx, dy) = (p.x - 18, p.y - 4);
            dx * dx + dy * dy <= 6
        })
        .collect();
    let mut circle = Room::new(2, Outline::around(&disc).unwrap());
    circle.shape = RoomShape::Circle;
    rooms.push(circle);
    let l: Vec<Point> = Rect::new(16, 9, 6, 7).cells().filter(|p| p.x < 19 || p.y >= 13).collect();
    let mut l_room = Room::new(3, Outline::around(&l).unwrap());
    l_room.shape = RoomShape::L;
    rooms.push(l_room);
    rooms.push(rect(4, 22, 11, 4, 5));
    for room in &mut rooms {
        fill(room);
    }
    let rooms_joined = [Area::Room(0), Area::Room(1)];
    let mut doors: Vec<Door> = kinds()
        .into_iter()
        .zip(0..)
        .map(|(kind, i)| door(i, 7, 3 + 2 * i as i32, Direction::East, kind, rooms_joined))
        .collect();
    // A corridor around the rooms' south that runs beside the doorway at 4,16.
    let mut way: Vec<Point> = (3..=18).map(|x| point(x, 18)).collect();
    way.push(point(4, 17));
    way.push(point(5, 17));
    way.push(point(5, 16));
    way.push(point(18, 17));
    way.sort_by_key(|p| (p.y, p.x));
    let corridor = Corridor {
        id: 0,
        cells: way,
        width: 1,
        joins: vec![0, 3],
        forks: vec![point(4, 18)],
        traps: vec![trap(Some(point(9, 18)))],
        secret: false,
    };
    let hidden = Corridor {
        id: 1,
        cells: (14..=15).map(|x| point(x, 4)).collect(),
        width: 1,
        joins: vec![1, 2],
        forks: Vec::new(),
        traps: vec![trap(None)],
        secret: true,
    };
    let south = Direction::South;
    doors.push(door(7, 4, 16, south, DoorKind::Door, [Area::Room(0), Area::Corridor(0)]));
    doors.push(door(8, 18, 16, south, DoorKind::Locked { key: None }, [Area::Room(3), Area::Corridor(0)]));
    doors.push(door(9, 13, 4, Direction::East, DoorKind::Secret, [Area::Room(1), Area::Corridor(1)]));
    doors.push(Door {
        id: 10,
        place: DoorPlace::Edge { at: point(21, 14), facing: Direction::East, width: 1 },
        kind: DoorKind::Door,
        joins: [Area::Room(3), Area::Room(4)],
        checks: Vec::new(),
    });
    doors.push(door(11, 18, 7, south, DoorKind::Arch, [Area::Room(2), Area::Corridor(2)]));
    let gap = Corridor {
        id: 2,
        cells: vec![point(18, 8)],
        width: 1,
        joins: vec![2, 3],
        forks: Vec::new(),
        traps: Vec::new(),
        secret: false,
    };
    let feature = |kind, cells: &[(i32, i32)]| Feature {
        kind,
        cells: cells.iter().map(|&(x, y)| point(x, y)).collect(),
    };
    let stairs = |x, y, way, to_level| Stairs {
        at: point(x, y),
        facing: Direction::North,
        way,
        to_level,
        to: Some(point(3, 3)),
    };
    let first = Level {
        name: "Upper & <first>".to_owned(),
        width: 28,
        height: 20,
        rooms,
        corridors: vec![corridor, hidden, gap],
        doors,
        stairs: vec![stairs(11, 14, Vertical::Down, Some(1))],
        entrances: vec![Entrance { at: point(2, 5), facing: Direction::East, area: Area::Room(0) }],
        things: Vec::new(),
        features: vec![
            feature(FeatureKind::Pillar, &[(3, 3), (5, 3)]),
            feature(FeatureKind::Statue, &[(10, 6), (11, 6), (10, 7), (11, 7)]),
            feature(FeatureKind::Water, &[(23, 12), (24, 12), (24, 13)]),
            feature(FeatureKind::Pit, &[(9, 9)]),
            feature(FeatureKind::Rubble, &[(16, 10)]),
            feature(FeatureKind::Altar, &[(18, 4)]),
            feature(FeatureKind::Well, &[(17, 14)]),
            feature(FeatureKind::Light, &[(3, 12), (12, 12)]),
        ],
    };
    let mut cellar = rect(5, 2, 2, 4, 4);
    fill(&mut cellar);
    let second = Level {
        width: 12,
        height: 9,
        rooms: vec![cellar],
        stairs: vec![stairs(3, 3, Vertical::Up, Some(0))],
        ..Level::default()
    };
    let plan = Plan {
        front: Vec::new(),
        title: format!("The Old Keep {NASTY}"),
        language: Default::default(),
        story: hush("story"),
        cell_feet: 5,
        levels: vec![first, second],
        keys: vec![Key { id: 0, name: hush("key"), room: 3 }],
        credits: vec!["Credits <must> stay".to_owned()],
        wandering: vec![Monsters {
            name: hush("wanderer"),
            count: 1,
            challenge: String::new(),
            xp: 0,
            faction: String::new(),
            boss: false,
            ..Monsters::new("", 0)
        }],
        genes: vec![mapkiln_maps::plan::Genes {
            decoder: hush("decoder"),
            level: 0,
            levels: 1,
            turn: 0,
            origin: Point::new(0, 0),
            drawn: Vec::new(),
            blocks: Vec::new(),
        }],
    };
    plan.check().unwrap();
    plan
}

/// A random plan: rooms in a lattice, joined where they face each other by a door in the wall, a
/// corridor with doors, or a door on the border, of any kind.
pub fn random(seed: u64) -> Plan {
    let seed = Seed::from(seed);
    let mut rng = seed.stream("plan", 0);
    const PITCH: i32 = 9;
    let (columns, rows) = (rng.between(1, 4), rng.between(1, 4));
    let mut rooms: Vec<Rect> = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let x = column * PITCH + 1 + rng.between(0, 3);
            let y = row * PITCH + 1 + rng.between(0, 3);
            let right = (column + 1) * PITCH - rng.between(0, 2);
            let bottom = (row + 1) * PITCH - rng.between(0, 2);
            rooms.push(Rect::new(x, y, right + 1 - x, bottom + 1 - y));
        }
    }
    let mut level = Level { width: columns * PITCH + 2, height: rows * PITCH + 2, ..Level::default() };
    level.rooms = rooms.iter().zip(0..).map(|(&r, id)| Room::new(id, Outline::Rect(r))).collect();
    for room in &mut level.rooms {
        fill(room);
        let at = room.outline.centre();
        if rng.percent(50) {
            let kind = *rng.pick(&[FeatureKind::Pillar, FeatureKind::Water, FeatureKind::Light]).unwrap();
            level.features.push(Feature { kind, cells: vec![at + point(1, 0)] });
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            let here = (row * columns + column) as u32;
            if column + 1 < columns {
                join(&mut level, &mut rng, &rooms, [here, here + 1], Direction::East);
            }
            if row + 1 < rows {
                join(&mut level, &mut rng, &rooms, [here, here + columns as u32], Direction::South);
            }
        }
    }
    level.entrances.push(Entrance {
        at: point(rooms[0].x, rooms[0].y),
        facing: Direction::South,
        area: Area::Room(0),
    });
    let keys = vec![Key { id: 0, name: hush("key"), room: 0 }];
    let plan = Plan {
        front: Vec::new(),
        title: "A random place".to_owned(),
        story: hush("story"),
        cell_feet: 5,
        levels: vec![level],
        keys,
        ..Plan::default()
    };
    plan.check().unwrap();
    plan
}

fn join(level: &mut Level, rng: &mut Stream, rooms: &[Rect], ids: [u32; 2], facing: Direction) {
    // Look at the rooms so that the way always runs east.
    let turned = facing == Direction::South;
    let turn = |r: Rect| if turned { Rect::new(r.y, r.x, r.height, r.width) } else { r };
    let cell = |along: i32, across: i32| if turned { point(across, along) } else { point(along, across) };
    let [a, b] = ids.map(|id| turn(rooms[id as usize]));
    let (low, high) = (a.y.max(b.y), a.bottom().min(b.bottom()) - 1);
    let gap = b.x - a.right();
    if low > high || gap == 2 {
        return;
    }
    let across = rng.between(low, high);
    let kinds = kinds();
    let mut put = |level: &mut Level, place, joins| {
        let mut kind = rng.pick(&kinds).unwrap().clone();
        if kind == DoorKind::Secret && matches!(place, DoorPlace::Edge { .. }) {
            kind = DoorKind::Door;
        }
        level.doors.push(Door::new(level.doors.len() as u32, place, kind, joins));
    };
    let areas = ids.map(Area::Room);
    match gap {
        0 => put(level, DoorPlace::Edge { at: cell(a.right() - 1, across), facing, width: 1 }, areas),
        1 => put(level, DoorPlace::Cell { at: cell(a.right(), across), facing }, areas),
        _ => {
            let id = level.corridors.len() as u32;
            let between = Area::Corridor(id);
            let at = |along| DoorPlace::Cell { at: cell(along, across), facing };
            put(level, at(a.right()), [areas[0], between]);
            put(level, at(b.x - 1), [between, areas[1]]);
            let mut cells: Vec<Point> = (a.right() + 1..b.x - 1).map(|along| cell(along, across)).collect();
            cells.sort_by_key(|p| (p.y, p.x));
            level.corridors.push(Corridor {
                id,
                traps: vec![trap(cells.first().copied())],
                cells,
                width: 1,
                joins: ids.to_vec(),
                forks: Vec::new(),
                secret: rng.percent(20),
            });
        }
    }
}

/// The plan without its secrets, by hand: what players' files must not differ from.
pub fn without_secrets(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    plan.story.clear();
    plan.keys.clear();
    plan.wandering.clear();
    let mut gone = Vec::new();
    for level in &mut plan.levels {
        gone.extend(level.corridors.iter().filter(|c| c.secret).map(|c| c.id));
        level.corridors.retain(|c| !c.secret);
        // A room that only secret doors join to a corridor is not joined to it.
        for door in level.doors.iter().filter(|d| d.kind == DoorKind::Secret) {
            let others = |d: &&Door| d.joins == door.joins && d.kind != DoorKind::Secret;
            if level.doors.iter().find(others).is_some() {
                continue;
            }
            for corridor in &mut level.corridors {
                if door.joins.contains(&Area::Corridor(corridor.id)) {
                    corridor.joins.retain(|room| !door.joins.contains(&Area::Room(*room)));
                }
            }
        }
        let touches =
            |joins: &[Area; 2]| joins.iter().any(|a| matches!(a, Area::Corridor(id) if gone.contains(id)));
        level.doors.retain(|d| d.kind != DoorKind::Secret && !touches(&d.joins));
        for room in &mut level.rooms {
            *room = Room { shape: room.shape, ..Room::new(room.id, room.outline.clone()) };
        }
    }
    let old: Vec<u32> = plan.levels.iter().flat_map(|l| &l.corridors).map(|c| c.id).collect();
    let new = |id: u32| old.iter().position(|&o| o == id).unwrap() as u32;
    let mut doors = 0;
    for level in &mut plan.levels {
        for corridor in &mut level.corridors {
            corridor.id = new(corridor.id);
            corridor.traps.clear();
        }
        for door in &mut level.doors {
            door.id = doors;
            doors += 1;
            for area in &mut door.joins {
                if let Area::Corridor(id) = area {
                    *id = new(*id);
                }
            }
            match &door.kind {
                DoorKind::Trapped { .. } => door.kind = DoorKind::Door,
                DoorKind::Locked { .. } => door.kind = DoorKind::Locked { key: None },
                _ => {}
            }
        }
    }
    plan.check().unwrap();
    plan
}

/// A one-coloured picture of a level's grid.
pub fn blank_png(level: &Level, pixels: u32) -> Vec<u8> {
    let (width, height) = (level.width as u32 * pixels, level.height as u32 * pixels);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![200; (width * height) as usize]).unwrap();
    writer.finish().unwrap();
    bytes
}

pub fn blank_pngs(plan: &Plan, pixels: u32) -> Vec<Vec<u8>> {
    plan.levels.iter().map(|level| blank_png(level, pixels)).collect()
}

/// The files in an archive, by their name without folders.
pub fn unzip(bytes: &[u8]) -> std::collections::BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut files = std::collections::BTreeMap::new();
    for i in 0..archive.len() {
        let mut file = archive.by_index(i).unwrap();
        let name = file.name().unwrap().rsplit('/').next().unwrap().to_owned();
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut file, &mut content).unwrap();
        files.insert(name, content);
    }
    files
}
