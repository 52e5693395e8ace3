//! Plans with things in them: one of every kind in a row, and a small dungeon furnished by hand.
#![allow(dead_code, unreachable_pub)] // each test file uses its own part

use mapkiln_core::{Direction, Point, Rect};
use mapkiln_maps::plan::{
    Area, Corridor, CreatureSize, CreatureType, Description, Door, DoorKind, DoorPlace, Entrance, Entry,
    Feature, FeatureKind, Level, Monsters, Outline, Plan, Role, Room, RoomShape, Thing, ThingKind, Trap,
};

fn point(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

/// A hall with one of every kind of thing, each in its own slot, turned as asked.
pub fn showroom(facing: Direction) -> Plan {
    let columns = 12;
    let rows = (ThingKind::ALL.len() as i32 + columns - 1) / columns;
    let (wide, tall) = (5, 5);
    let slot = |i: i32| point(2 + (i % columns) * wide, 2 + (i / columns) * tall);
    let things = ThingKind::ALL
        .iter()
        .enumerate()
        .map(|(i, &kind)| Thing::new(kind, slot(i as i32), facing))
        .collect();
    let hall = Room::new(0, Outline::Rect(Rect::new(1, 1, columns * wide + 1, rows * tall + 1)));
    let level = Level {
        width: columns * wide + 3,
        height: rows * tall + 3,
        rooms: vec![hall],
        things,
        ..Level::default()
    };
    Plan { title: "Showroom".into(), levels: vec![level], ..Plan::default() }
}

fn monsters(
    name: &str,
    count: u32,
    creature: CreatureType,
    size: CreatureSize,
    role: Role,
    at: &[(i32, i32)],
) -> Monsters {
    Monsters {
        challenge: "1/2".into(),
        xp: 100,
        boss: role == Role::Leader,
        role: Some(role),
        size,
        creature: Some(creature),
        at: at.iter().map(|&(x, y)| point(x, y)).collect(),
        ..Monsters::new(name, count)
    }
}

fn door(id: u32, x: i32, y: i32, facing: Direction, kind: DoorKind, joins: [Area; 2]) -> Door {
    Door { id, place: DoorPlace::Cell { at: point(x, y), facing }, kind, joins, checks: Vec::new() }
}

fn entry(lead: &str, text: &str) -> Entry {
    Entry { lead: lead.into(), text: text.into(), facts: Vec::new() }
}

/// Four rooms as a game master would furnish them.
pub fn furnished() -> Plan {
    use Direction::{East, North, South, West};
    use ThingKind::*;
    let mut rooms = vec![
        Room::new(0, Outline::Rect(Rect::new(3, 2, 8, 7))),
        Room { shape: RoomShape::Circle, ..Room::new(1, circle(17, 2, 7)) },
        Room::new(2, Outline::Rect(Rect::new(4, 13, 6, 4))),
        Room { shape: RoomShape::Cave, ..Room::new(3, cave()) },
    ];
    let names = ["guard room", "throne room", "tomb", "spider cave"];
    for (room, name) in rooms.iter_mut().zip(names) {
        room.kind = name.into();
        room.contents.enemies = true;
        room.description = Description {
            aloud: "Soot blackens the beams, and the air tastes of old smoke and iron.".into(),
            entries: vec![
                entry("Here", "Two **bandits** (AC 12, HP 11) play dice; they fight until one falls."),
                entry("Treasure", "The chest holds 120 gp and *a letter* with a broken seal."),
                entry("Exits", "East: door to 2. South: arch to 3."),
            ],
            ..Description::default()
        };
    }
    rooms[0].contents.monsters.push(monsters(
        "Bandit",
        2,
        CreatureType::Humanoid,
        CreatureSize::Medium,
        Role::Minion,
        &[(7, 3), (9, 6)],
    ));
    rooms[0].contents.monsters.push(monsters(
        "Mastiff",
        1,
        CreatureType::Beast,
        CreatureSize::Medium,
        Role::Beast,
        &[(5, 7)],
    ));
    rooms[1].contents.monsters.push(monsters(
        "Ogre lord",
        1,
        CreatureType::Giant,
        CreatureSize::Large,
        Role::Leader,
        &[(19, 5)],
    ));
    rooms[1].contents.monsters.push(monsters(
        "Imp",
        2,
        CreatureType::Fiend,
        CreatureSize::Tiny,
        Role::Elite,
        &[(21, 4), (21, 4)],
    ));
    rooms[2].contents.monsters.push(monsters(
        "Skeleton",
        2,
        CreatureType::Undead,
        CreatureSize::Medium,
        Role::Minion,
        &[(6, 14), (8, 14)],
    ));
    rooms[3].contents.monsters.push(monsters(
        "Giant spider",
        2,
        CreatureType::Monstrosity,
        CreatureSize::Large,
        Role::Beast,
        &[(21, 14), (17, 15)],
    ));
    rooms[0].contents.traps.push(Trap {
        name: "Falling net".into(),
        dc: 12,
        at: Some(point(10, 5)),
        ..Trap::default()
    });
    let corridor = |id, cells: Vec<Point>, joins: &[u32]| Corridor {
        id,
        cells,
        width: 1,
        joins: joins.to_vec(),
        forks: Vec::new(),
        traps: Vec::new(),
        secret: false,
    };
    let corridors = vec![
        corridor(0, (12..16).map(|x| point(x, 5)).collect(), &[0, 1]),
        corridor(1, (10..12).map(|y| point(6, y)).collect(), &[0, 2]),
        corridor(2, (11..14).map(|x| point(x, 15)).collect(), &[2, 3]),
    ];
    let doors = vec![
        door(0, 11, 5, East, DoorKind::Door, [Area::Room(0), Area::Corridor(0)]),
        door(1, 16, 5, East, DoorKind::Locked { key: None }, [Area::Corridor(0), Area::Room(1)]),
        door(2, 6, 9, South, DoorKind::Arch, [Area::Room(0), Area::Corridor(1)]),
        door(3, 6, 12, South, DoorKind::Barred, [Area::Corridor(1), Area::Room(2)]),
        door(4, 10, 15, East, DoorKind::Portcullis, [Area::Room(2), Area::Corridor(2)]),
        door(5, 14, 15, East, DoorKind::Door, [Area::Corridor(2), Area::Room(3)]),
        door(6, 20, 9, South, DoorKind::Secret, [Area::Room(1), Area::Room(3)]),
    ];
    let thing = |kind, x, y, facing| Thing::new(kind, point(x, y), facing);
    let mut things = vec![
        thing(Bed, 3, 2, South),
        thing(Bunk, 5, 2, South),
        thing(Chest, 6, 2, South),
        thing(Bookcase, 8, 2, South),
        thing(Table, 6, 4, South),
        thing(Rug, 6, 5, South),
        thing(Stool, 6, 5, North),
        thing(Chair, 7, 5, North),
        thing(Hearth, 3, 7, East),
        thing(Barrel, 10, 8, South),
        thing(Crate, 9, 8, South),
        thing(RubbleHeap, 8, 7, South),
        thing(WeaponRack, 10, 2, West),
        thing(Throne, 20, 2, South),
        thing(Brazier, 18, 3, South),
        thing(Brazier, 22, 7, South),
        thing(MagicCircle, 19, 5, South),
        thing(Banner, 18, 2, South),
        thing(Statue, 22, 3, South),
        thing(Sarcophagus, 4, 13, South),
        thing(OpenSarcophagus, 8, 15, North),
        thing(Candles, 6, 16, South),
        thing(Web, 9, 13, West),
        thing(Bones, 7, 13, South),
        thing(Torch, 5, 13, South),
        thing(GlowFungus, 16, 13, South),
        thing(Mushrooms, 22, 12, South),
        thing(Roots, 20, 10, South),
        thing(Eggs, 23, 15, South),
        thing(Stalagmite, 18, 12, South),
        thing(Cocoon, 19, 17, South),
    ];
    things[10].facing = South;
    let level = Level {
        width: 28,
        height: 21,
        rooms,
        corridors,
        doors,
        entrances: vec![Entrance { at: point(3, 5), facing: East, area: Area::Room(0) }],
        features: vec![
            Feature { kind: FeatureKind::Pillar, cells: vec![point(18, 6), point(22, 5)] },
            Feature {
                kind: FeatureKind::Water,
                cells: (15..19).flat_map(|x| (16..18).map(move |y| point(x, y))).collect(),
            },
        ],
        things,
        ..Level::default()
    };
    Plan {
        title: "The Drowned Toll House".into(),
        story: "Smugglers dug here, and something with eight legs answered.".into(),
        front: vec![
            entry("Hook", "A carter pays 50 gp for his brother's ring."),
            entry("Rumours", "The throne is **gilded lead**. The well has no bottom (false)."),
        ],
        levels: vec![level],
        credits: vec!["Made by hand.".into()],
        ..Plan::default()
    }
}

fn circle(x: i32, y: i32, side: i32) -> Outline {
    let r = f64::from(side) / 2.0;
    let cells = (0..side * side).map(|i| (i % side, i / side)).filter(|&(cx, cy)| {
        let (dx, dy) = (f64::from(cx) + 0.5 - r, f64::from(cy) + 0.5 - r);
        dx * dx + dy * dy <= r * r
    });
    Outline::around(&cells.map(|(cx, cy)| point(x + cx, y + cy)).collect::<Vec<_>>()).expect("one piece")
}

fn cave() -> Outline {
    let rows = [
        (10, 18, 22),
        (11, 16, 24),
        (12, 15, 25),
        (13, 15, 25),
        (14, 15, 25),
        (15, 15, 25),
        (16, 15, 24),
        (17, 15, 22),
        (18, 17, 20),
    ];
    let cells: Vec<Point> = rows.iter().flat_map(|&(y, a, b)| (a..b).map(move |x| point(x, y))).collect();
    Outline::around(&cells).expect("one piece")
}
