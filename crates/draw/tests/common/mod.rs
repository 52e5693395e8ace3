//! A small plan with one of everything, drawn by hand.

#![allow(dead_code, unreachable_pub)]

use mapkiln_core::{Direction, Point, Rect};
use mapkiln_maps::document::Document;
use mapkiln_maps::plan::{
    Area, Corridor, Description, Door, DoorKind, DoorPlace, Entrance, Feature, FeatureKind, Key, Level,
    Monsters, Outline, Parcel, Plan, Room, RoomShape, Stairs, Trap, Vertical,
};

fn p(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

pub fn trap(name: &str, at: Option<Point>) -> Trap {
    Trap {
        name: name.into(),
        trigger: "a tripwire at ankle height".into(),
        effect: "a blade swings from the ceiling".into(),
        dc: 13,
        damage: "2d6".into(),
        at,
        ..Trap::default()
    }
}

fn disc(bounds: Rect) -> Vec<Point> {
    let (cx, cy) = (2 * bounds.x + bounds.width, 2 * bounds.y + bounds.height);
    let inside = |q: &Point| {
        let (dx, dy) = (2 * q.x + 1 - cx, 2 * q.y + 1 - cy);
        dx * dx + dy * dy <= bounds.width * bounds.width
    };
    bounds.cells().filter(inside).collect()
}

fn rows(left: i32, top: i32, picture: &[&str]) -> Vec<Point> {
    let cell = |(y, row): (usize, &&str)| {
        let marked = row.bytes().enumerate().filter(|(_, b)| *b == b'#');
        marked.map(|(x, _)| p(left + x as i32, top + y as i32)).collect::<Vec<_>>()
    };
    picture.iter().enumerate().flat_map(cell).collect()
}

fn strip(from: Point, to: Point) -> Vec<Point> {
    Rect::new(from.x.min(to.x), from.y.min(to.y), (from.x - to.x).abs() + 1, (from.y - to.y).abs() + 1)
        .cells()
        .collect()
}

/// Every shape of room, every kind of door, every feature, stairs, traps, keys, two levels.
pub fn everything() -> Plan {
    let shaped = |id, cells: Vec<Point>, shape| Room {
        shape,
        ..Room::new(id, Outline::around(&cells).expect("the cells hang together"))
    };
    let mut rooms = vec![
        Room::new(0, Outline::Rect(Rect::new(3, 3, 8, 6))),
        shaped(1, disc(Rect::new(15, 2, 7, 7)), RoomShape::Circle),
        shaped(
            2,
            rows(
                26,
                2,
                &[
                    "..####..", ".######.", "########", "########", "########", "########", ".######.",
                    "..####..",
                ],
            ),
            RoomShape::Octagon,
        ),
        shaped(
            3,
            rows(3, 14, &["..###..", "..###..", "#######", "#######", "#######", "..###..", "..###.."]),
            RoomShape::Cross,
        ),
        shaped(
            4,
            rows(14, 14, &["########", "########", "########", "####....", "####....", "####...."]),
            RoomShape::L,
        ),
        shaped(
            5,
            rows(
                26,
                15,
                &[
                    "...####....",
                    ".########..",
                    "###########",
                    "###########",
                    "###########",
                    ".##########",
                    "..#######..",
                    "....###....",
                ],
            ),
            RoomShape::Cave,
        ),
        Room::new(6, Outline::Rect(Rect::new(4, 25, 3, 3))),
        Room::new(7, Outline::Rect(Rect::new(14, 24, 7, 5))),
    ];
    let names =
        ["guard room", "shrine", "great hall", "crossing", "barracks", "flooded cave", "cell", "vault"];
    for (room, name) in rooms.iter_mut().zip(names) {
        room.kind = name.into();
        room.description.aloud =
            format!("Cold air hangs over this {name}; water drips somewhere out of sight.");
    }
    rooms[0].contents.enemies = true;
    rooms[0].contents.monsters.push(Monsters {
        name: "Goblin".into(),
        count: 3,
        challenge: "1/4".into(),
        xp: 50,
        faction: "The Red Hand".into(),
        boss: false,
        ..Monsters::new("", 0)
    });
    rooms[2].contents.enemies = true;
    rooms[2].contents.treasure = true;
    rooms[2].contents.parcels.push(Parcel {
        name: "Silver chalice".into(),
        gold: 120,
        hidden: true,
        ..Parcel::default()
    });
    rooms[5].contents.enemies = true;
    rooms[7].contents.treasure = true;
    rooms[7].description = Description {
        aloud: "Iron-bound chests stand along the walls.".into(),
        aloud_facts: Vec::new(),
        secret: "The third chest is a door.".into(),
        entries: Vec::new(),
    };
    rooms[4].contents.traps.push(trap("Swinging blade", Some(p(19, 15))));
    rooms[3].contents.furniture.push("a broken table".into());
    let corridor = |id, cells: Vec<Point>, width, joins: &[u32], secret| Corridor {
        id,
        cells,
        width,
        joins: joins.to_vec(),
        forks: Vec::new(),
        traps: Vec::new(),
        secret,
    };
    let mut corridors = vec![
        corridor(0, strip(p(12, 5), p(13, 5)), 1, &[0, 1], false),
        corridor(1, strip(p(23, 5), p(24, 6)), 2, &[1, 2], false),
        corridor(2, strip(p(6, 10), p(6, 12)), 1, &[0, 3], false),
        corridor(3, strip(p(11, 17), p(12, 17)), 1, &[3, 4], false),
        corridor(4, [strip(p(29, 11), p(31, 13)), strip(p(32, 12), p(37, 12))].concat(), 3, &[2, 5], false),
        corridor(5, strip(p(5, 22), p(5, 23)), 1, &[3, 6], true),
        corridor(6, strip(p(15, 21), p(15, 22)), 1, &[4, 7], false),
        corridor(7, [strip(p(22, 26), p(30, 26)), strip(p(30, 23), p(30, 25))].concat(), 1, &[5, 7], false),
    ];
    corridors[7].traps.push(trap("Falling net", Some(p(25, 26))));
    let (east, south) = (Direction::East, Direction::South);
    let mut doors = Vec::new();
    let mut door = |x, y, facing, kind, a, b| {
        let id = doors.len() as u32;
        doors.push(Door::new(id, DoorPlace::Cell { at: p(x, y), facing }, kind, [a, b]));
    };
    let (room, way) = (Area::Room, Area::Corridor);
    door(11, 5, east, DoorKind::Door, room(0), way(0));
    door(14, 5, east, DoorKind::Arch, way(0), room(1));
    door(22, 5, east, DoorKind::Portcullis, room(1), way(1));
    door(25, 5, east, DoorKind::Barred, way(1), room(2));
    door(6, 9, south, DoorKind::Locked { key: Some(0) }, room(0), way(2));
    door(6, 13, south, DoorKind::Door, way(2), room(3));
    door(10, 17, east, DoorKind::Trapped { trap: trap("Poison needle", None) }, room(3), way(3));
    door(13, 17, east, DoorKind::Arch, way(3), room(4));
    door(30, 10, south, DoorKind::Door, room(2), way(4));
    door(30, 14, south, DoorKind::Arch, way(4), room(5));
    door(5, 21, south, DoorKind::Secret, room(3), way(5));
    door(5, 24, south, DoorKind::Door, way(5), room(6));
    door(15, 20, south, DoorKind::Door, room(4), way(6));
    door(15, 23, south, DoorKind::Locked { key: None }, way(6), room(7));
    door(21, 26, east, DoorKind::Secret, room(7), way(7));
    doors.push(Door {
        id: doors.len() as u32,
        place: DoorPlace::Edge { at: p(30, 22), facing: Direction::South, width: 1 },
        kind: DoorKind::Door,
        joins: [Area::Room(5), Area::Corridor(7)],
        checks: Vec::new(),
    });
    let feature =
        |kind, cells: &[(i32, i32)]| Feature { kind, cells: cells.iter().map(|&(x, y)| p(x, y)).collect() };
    let features = vec![
        feature(FeatureKind::Pillar, &[(4, 4), (9, 4), (4, 7), (9, 7)]),
        feature(FeatureKind::Statue, &[(18, 3)]),
        feature(FeatureKind::Altar, &[(18, 5)]),
        feature(
            FeatureKind::Water,
            &[(28, 18), (29, 18), (28, 19), (29, 19), (30, 19), (29, 20), (30, 20), (31, 20)],
        ),
        feature(FeatureKind::Pit, &[(15, 18)]),
        feature(FeatureKind::Rubble, &[(34, 17), (35, 17), (35, 18)]),
        feature(FeatureKind::Well, &[(6, 17)]),
        feature(FeatureKind::Light, &[(27, 5), (32, 5)]),
    ];
    let first = Level {
        name: "Upper halls".into(),
        width: 40,
        height: 31,
        rooms,
        corridors,
        doors,
        stairs: vec![
            Stairs { at: p(37, 12), facing: east, way: Vertical::Down, to_level: Some(1), to: Some(p(3, 4)) },
            Stairs { at: p(20, 15), facing: Direction::North, way: Vertical::Up, to_level: None, to: None },
        ],
        entrances: vec![Entrance { at: p(3, 6), facing: east, area: Area::Room(0) }],
        features,
        things: Vec::new(),
    };
    let second = Level {
        width: 16,
        height: 12,
        rooms: vec![Room::new(8, Outline::Rect(Rect::new(2, 2, 10, 7)))],
        stairs: vec![Stairs {
            at: p(3, 4),
            facing: Direction::West,
            way: Vertical::Up,
            to_level: Some(0),
            to: Some(p(37, 12)),
        }],
        ..Level::default()
    };
    let plan = Plan {
        front: Vec::new(),
        genes: Vec::new(),
        title: "The Drowned Shrine of Ævar & Sons".into(),
        language: Default::default(),
        story:
            "The shrine sank a generation ago; goblins hold its halls, and what they woke below holds them."
                .into(),
        cell_feet: 5,
        levels: vec![first, second],
        keys: vec![Key { id: 0, name: "bronze key".into(), room: 2 }],
        credits: vec!["Monsters from the SRD 5.2.1 by Wizards of the Coast LLC, CC-BY-4.0.".into()],
        wandering: vec![Monsters {
            name: "Giant rat".into(),
            count: 4,
            challenge: "1/8".into(),
            xp: 25,
            faction: String::new(),
            boss: false,
            ..Monsters::new("", 0)
        }],
    };
    plan.check().expect("the plan is sound");
    plan
}
