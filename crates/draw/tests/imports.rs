//! Files of other generators: real-shaped ones become sound plans, broken ones an error with its
//! place, and nothing makes the readers panic.

#![cfg(feature = "export")]
#![allow(clippy::unwrap_used)]

mod plans;

use std::collections::BTreeSet;

use mapkiln_core::{Direction, Point, Seed};
use mapkiln_draw::export::{ExportOptions, uvtt, watabou};
use mapkiln_draw::import::{self, Generator};
use mapkiln_maps::document::Document;
use mapkiln_maps::plan::{Area, DoorKind, DoorPlace, FeatureKind, Level, Outline, Plan, RoomShape, Vertical};
use serde_json::{Value, json};

const WATABOU: &str = include_str!("samples/one-page-dungeon.json");
const DONJON: &str = include_str!("samples/donjon.json");

fn kinds(level: &Level) -> Vec<&'static str> {
    let mut kinds: Vec<_> = level.doors.iter().map(|d| d.kind.name()).collect();
    kinds.sort_unstable();
    kinds
}

/// All places hang together through doors and floor that touches.
fn is_one_piece(level: &Level) -> bool {
    let mut floor: BTreeSet<Point> = level.rooms.iter().flat_map(|r| r.outline.cells()).collect();
    floor.extend(level.corridors.iter().flat_map(|c| c.cells.iter().copied()));
    floor.extend(
        level.doors.iter().filter(|d| matches!(d.place, DoorPlace::Cell { .. })).map(|d| d.place.at()),
    );
    let mut queue: Vec<Point> = floor.pop_first().into_iter().collect();
    while let Some(p) = queue.pop() {
        queue.extend(p.beside().into_iter().filter(|q| floor.remove(q)));
    }
    floor.is_empty()
}

#[test]
fn a_one_page_dungeon_becomes_a_plan() {
    assert_eq!(import::recognise(WATABOU).unwrap(), Some(Generator::Watabou));
    let imported = import::read(WATABOU).unwrap();
    let plan = imported.plan;
    plan.check().unwrap();
    assert_eq!(plan.title, "Cistern of the Patient Toad");
    assert!(plan.story.contains("toad"));
    let level = &plan.levels[0];
    assert_eq!((level.rooms.len(), level.corridors.len()), (6, 3));
    assert_eq!(kinds(level), ["arch", "barred", "door", "locked", "portcullis", "secret"]);
    assert!(is_one_piece(level));
    // Rooms are numbered as the notes number them.
    let told: Vec<&str> = level.rooms.iter().map(|r| r.description.secret.as_str()).collect();
    assert!(told[0].starts_with("Wet boot") && told[4].starts_with("Somebody") && told[5].is_empty());
    assert_eq!(level.rooms[1].shape, RoomShape::Circle);
    assert_eq!(level.rooms[1].outline.area(), 21);
    assert!(level.rooms[5].has_tag("goal"));
    // The double door's key lies where a note speaks of one.
    assert_eq!(plan.keys.len(), 1);
    assert_eq!(plan.keys[0].room, 3);
    assert!(level.doors.iter().any(|d| d.kind == DoorKind::Locked { key: Some(0) }));
    // One comes in from the south, and goes down in the east and where a portcullis took the cell.
    assert_eq!(level.entrances.len(), 1);
    assert_eq!(level.entrances[0].facing, Direction::North);
    assert!(matches!(level.entrances[0].area, Area::Corridor(_)));
    assert_eq!(level.stairs.len(), 2);
    assert!(level.stairs.iter().all(|s| s.way == Vertical::Down));
    assert_eq!(level.stairs[0].facing, Direction::East);
    // Water off the floor is left out; eight columns share four cells.
    let cells = |kind| level.features.iter().find(|f| f.kind == kind).map_or(0, |f| f.cells.len());
    assert_eq!((cells(FeatureKind::Water), cells(FeatureKind::Pillar)), (3, 4));
    assert!(imported.warnings.is_empty(), "{:?}", imported.warnings);
}

#[test]
fn a_donjon_becomes_a_plan() {
    assert_eq!(import::recognise(DONJON).unwrap(), Some(Generator::Donjon));
    let imported = import::read(DONJON).unwrap();
    let plan = imported.plan;
    plan.check().unwrap();
    assert_eq!((plan.title.as_str(), plan.cell_feet), ("The Moth Cellar", 10));
    assert!(plan.story.starts_with("Smugglers dug it"));
    assert_eq!(plan.wandering[0].name, "Salt Crab");
    let level = &plan.levels[0];
    assert_eq!((level.width, level.height, level.rooms.len()), (31, 23, 4));
    assert_eq!(kinds(level), ["arch", "arch", "door", "door", "locked", "portcullis", "secret", "trapped"]);
    assert!(is_one_piece(level));
    let first = &level.rooms[0];
    assert!(matches!(first.outline, Outline::Rect(r) if (r.x, r.y, r.width, r.height) == (5, 5, 5, 5)));
    let monsters: Vec<_> = first.contents.monsters.iter().map(|m| (m.count, m.name.as_str())).collect();
    assert_eq!(monsters, [(1, "Lantern Warden"), (3, "Lantern Moth")]);
    assert_eq!(first.contents.parcels[0].name, "12 sp; 3 gp");
    assert_eq!((first.contents.traps[0].dc, first.contents.traps[0].damage.as_str()), (13, "2d8"));
    assert!(first.description.secret.contains("east: Locked Oak Door"));
    assert!(level.rooms[1].description.aloud.contains("cracked bell"));
    assert!(level.rooms[2].contents.parcels[0].hidden);
    assert_eq!((level.rooms[3].shape, level.rooms[3].outline.area()), (RoomShape::Circle, 21));
    // Its doors face away from the room that lists them.
    let locked = level.doors.iter().find(|d| d.kind.name() == "locked").unwrap();
    assert_eq!(locked.place, DoorPlace::Cell { at: Point::new(10, 7), facing: Direction::East });
    assert_eq!(locked.joins[0], Area::Room(0));
    let DoorKind::Trapped { trap } = &level.doors.iter().find(|d| d.kind.name() == "trapped").unwrap().kind
    else {
        panic!()
    };
    assert_eq!((trap.dc, trap.damage.as_str()), (10, "1d4"));
    assert_eq!(level.stairs[0].at, Point::new(16, 11));
    assert_eq!((level.entrances[0].at, level.entrances[0].facing), (Point::new(30, 15), Direction::West));
    let in_corridors: Vec<_> = level.corridors.iter().flat_map(|c| &c.traps).collect();
    assert_eq!((in_corridors.len(), in_corridors[0].at), (1, Some(Point::new(16, 10))));
    assert_eq!(imported.warnings.len(), 1, "{:?}", imported.warnings);
}

/// What goes out in watabou's shape comes back as the same floor, doors and ways.
#[test]
fn the_shape_reads_back() {
    let check = |plan: &Plan, what: &str| {
        let file = watabou::export(plan, 0, &ExportOptions::default()).unwrap();
        let back = import::read(std::str::from_utf8(&file).unwrap()).unwrap().plan;
        back.check().unwrap();
        // Where the first floor lies, since the grid is cut to the floor.
        let shift = |level: &Level, ways: bool| {
            let floor = floor(level, ways);
            let left = floor.iter().map(|p| p.x).min().unwrap();
            let top = floor.iter().map(|p| p.y).min().unwrap();
            floor.into_iter().map(|p| p - Point::new(left, top)).collect::<BTreeSet<Point>>()
        };
        assert_eq!(shift(&plan.levels[0], true), shift(&back.levels[0], false), "{what}");
        let closing = |level: &Level| {
            let doors = level.doors.iter().filter(|d| d.kind != DoorKind::Arch && d.kind.name() != "trapped");
            let mut kinds: Vec<_> = doors.map(|d| d.kind.name()).filter(|k| *k != "door").collect();
            kinds.sort_unstable();
            kinds
        };
        assert_eq!(closing(&plan.levels[0]), closing(&back.levels[0]), "{what}");
    };
    check(&import::read(WATABOU).unwrap().plan, "the sample");
    for seed in 0..60 {
        let mut plan = plans::random(seed);
        let level = &mut plan.levels[0];
        // The shape knows no doors on borders; rooms that touch are one there.
        if level.doors.iter().any(|d| matches!(d.place, DoorPlace::Edge { .. })) {
            continue;
        }
        level.features.clear();
        check(&plan, &format!("seed {seed}"));
    }
}

/// All cells one can stand on, with the doorways that entrances get in watabou's shape.
fn floor(level: &Level, ways: bool) -> BTreeSet<Point> {
    let mut floor: BTreeSet<Point> = level.rooms.iter().flat_map(|r| r.outline.cells()).collect();
    floor.extend(level.corridors.iter().flat_map(|c| c.cells.iter().copied()));
    floor.extend(level.doors.iter().map(|d| d.place.at()));
    if ways {
        let alcove = |p: Point| level.corridors.iter().any(|c| c.cells == [p]);
        let before = level.entrances.iter().filter(|e| !alcove(e.at)).map(|e| e.at.step(e.facing.opposite()));
        floor.extend(before.collect::<Vec<_>>());
    }
    floor
}

#[test]
fn wrong_files_say_where() {
    let says = |json: &str, words: &[&str]| {
        let error = import::read(json).unwrap_err().to_string();
        for word in words {
            assert!(error.contains(word), "{error:?} does not say {word:?}");
        }
    };
    says("", &["line 1"]);
    says("[]", &["line 1"]);
    says("{}", &["neither", "rects", "cells"]);
    says("{\"mapkiln\":\"plan\",\"version\":1}", &["neither"]);
    says(&WATABOU[..WATABOU.len() / 2], &["line", "column"]);
    says(&DONJON[..DONJON.len() - 40], &["line", "column"]);
    let watabou = |change: &dyn Fn(&mut Value)| {
        let mut file: Value = serde_json::from_str(WATABOU).unwrap();
        change(&mut file);
        file.to_string()
    };
    says(&watabou(&|f| f["rects"] = json!([])), &["rects", "empty"]);
    says(&watabou(&|f| f["rects"][2]["w"] = json!(0)), &["rects[2].w", "1 to 2000"]);
    says(&watabou(&|f| f["rects"][2]["h"] = json!(99_999)), &["rects[2].h", "99999"]);
    says(&watabou(&|f| f["rects"][2]["x"] = json!(i64::MIN)), &["rects[2].x"]);
    says(&watabou(&|f| f["rects"][2]["x"] = json!(5000)), &["rects", "2000"]);
    says(&watabou(&|f| f["rects"][2]["x"] = json!("five")), &["line", "column"]);
    says(&watabou(&|f| f["doors"][4]["dir"]["x"] = json!(3)), &["doors[4].dir", "3,-1"]);
    let many: Vec<Value> = (0..200).map(|_| json!({ "x": 0, "y": 0, "w": 2000, "h": 1990 })).collect();
    says(&watabou(&|f| f["rects"] = json!(many)), &["too many cells"]);
    let donjon = |change: &dyn Fn(&mut Value)| {
        let mut file: Value = serde_json::from_str(DONJON).unwrap();
        change(&mut file);
        file.to_string()
    };
    says(&donjon(&|f| f["cells"] = json!([])), &["cells", "empty"]);
    says(&donjon(&|f| f["cells"][7] = json!([1, 2])), &["cells[7]", "2 cells"]);
    says(&donjon(&|f| f["cells"] = json!(vec![vec![0]; 3000])), &["cells", "3000 rows"]);
    says(&donjon(&|f| f["settings"]["bleed"] = json!(-1)), &["settings.bleed", "-1"]);
    says(&donjon(&|f| f["cells"][7][3] = json!(-1)), &["line", "column"]);
    says(&donjon(&|f| f["rooms"][1]["id"] = json!(null)), &["line", "column"]);
}

/// Odd but readable files give a plan and a remark, not an error.
#[test]
fn odd_files_are_remarked_upon() {
    let mut file: Value = serde_json::from_str(WATABOU).unwrap();
    file["doors"][1]["type"] = json!(42);
    file["doors"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "x": 500, "y": 0, "dir": { "x": 1, "y": 0 }, "type": 1 }));
    file["doors"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "x": -1, "y": 1, "dir": { "x": 0, "y": 1 }, "type": 1 }));
    file["notes"][0]["pos"] = json!({ "x": 1e300, "y": -1e300 });
    let imported = import::read(&file.to_string()).unwrap();
    imported.plan.check().unwrap();
    let remarks = imported.warnings.join("\n");
    for word in ["doors[1]", "42", "doors[11]", "-1,1 leads nowhere", "notes[0]"] {
        assert!(remarks.contains(word), "{remarks}");
    }
    let mut file: Value = serde_json::from_str(DONJON).unwrap();
    file["rooms"][2]["id"] = json!(77);
    file["stairs"] = Value::Null;
    file["details"] = json!("none");
    file["wandering_monsters"] = json!([1, 2]);
    let imported = import::read(&file.to_string()).unwrap();
    imported.plan.check().unwrap();
    let remarks = imported.warnings.join("\n");
    assert!(
        remarks.contains("room 2 is on the map") && remarks.contains("rooms[2] has no cell"),
        "{remarks}"
    );
}

/// Mutants of both samples: whatever the bytes, an error or a sound plan that exports.
#[test]
fn mutants_do_no_harm() {
    let mut read = 0;
    for (name, sample, tries) in [("watabou", WATABOU, 3000u64), ("donjon", DONJON, 1500)] {
        for seed in 0..tries {
            let mut rng = Seed::from(seed).stream(name, 0);
            let mut bytes = sample.as_bytes().to_vec();
            for _ in 0..rng.between(1, 4) {
                let at = rng.index(bytes.len());
                match rng.below(5) {
                    0 => bytes[at] = rng.below(256) as u8,
                    1 => bytes[at] = *rng.pick(b"0123456789-.e[]{}\",:").unwrap(),
                    2 => drop(bytes.remove(at)),
                    3 => bytes.truncate(at.max(1)),
                    _ => {
                        // A longer number where one stands.
                        let digit = (at..bytes.len()).find(|&i| bytes[i].is_ascii_digit()).unwrap_or(at);
                        bytes.insert(digit.min(bytes.len() - 1), b'7');
                    }
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            if let Ok(imported) = import::read(&text) {
                read += 1;
                imported.plan.check().unwrap_or_else(|e| panic!("{name} {seed}: {e}"));
                if seed % 10 == 0 {
                    uvtt::without_picture(&imported.plan, 0, &ExportOptions::default()).unwrap();
                }
            }
        }
    }
    assert!(read > 500, "mutations are gentle enough that {read} files can still be read");
}
