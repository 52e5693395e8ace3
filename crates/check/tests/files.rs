//! Files of other programs: as we write them nothing is found, and every damage is.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Sample, faults};
use mapkiln_check::{Against, CheckOptions, DocumentRef, ForeignFile, Subject, Verdict, check};
use mapkiln_core::{Seed, Stream, map_indexed};
use mapkiln_draw::export::{ExportOptions as Export, foundry, ldtk, tiled, uvtt};
use mapkiln_maps::Audience;
use serde_json::{Value, json};

fn judge(sample: &Sample, bytes: &[u8], audience: Audience) -> Verdict {
    let players = audience == Audience::Players;
    let against = Against { map: &sample.map, origin: Some(&sample.origin), players };
    match ForeignFile::read(bytes).expect("a file that is known") {
        Ok(file) => {
            let subject =
                Subject::new(DocumentRef::File(&file)).with_against(Some(&against)).with_bytes(bytes);
            check(&subject, &CheckOptions::default())
        }
        Err(why) => check(
            &Subject::new(DocumentRef::Broken(mapkiln_check::Kind::File, &why)),
            &CheckOptions::default(),
        ),
    }
}

/// Every file that a plan gives for an audience, by name; pictures are left out.
fn files(sample: &Sample, audience: Audience) -> Vec<(String, Vec<u8>)> {
    let options = Export { audience, pixels_per_cell: 32 };
    let plan = sample.plan();
    let mut files = vec![("ldtk".to_owned(), ldtk::export(plan, "tiles.png", &options).unwrap())];
    for n in 0..plan.levels.len() {
        let map = || tiled::plan(plan, n, "tiles.png", &options).unwrap();
        files.push((format!("{n}.uvtt"), uvtt::without_picture(plan, n, &options).unwrap()));
        files.push((format!("{n}.tmx"), map().to_tmx().into_bytes()));
        files.push((format!("{n}.tmj"), map().to_tmj().into_bytes()));
    }
    files
}

#[test]
fn our_files_hold() {
    map_indexed(true, 40, |i| {
        let sample = common::dungeon(i);
        for audience in [Audience::GameMaster, Audience::Players] {
            for (name, bytes) in files(&sample, audience) {
                let verdict = judge(&sample, &bytes, audience);
                assert!(verdict.holds(), "{} {name} {audience:?}: {:#?}", sample.name, faults(&verdict));
            }
        }
        // The game master's file is not for players.
        if sample.plan().rooms().any(|r| !r.contents.monsters.is_empty()) {
            let (_, bytes) =
                files(&sample, Audience::GameMaster).into_iter().find(|f| f.0 == "0.tmj").unwrap();
            assert!(!judge(&sample, &bytes, Audience::Players).holds(), "{}", sample.name);
        }
    });
}

type Damage = (&'static str, &'static str, fn(&mut Value, &mut Stream) -> bool);

#[test]
fn damaged_walls_and_doors_are_found() {
    let samples = map_indexed(true, 24, common::dungeon);
    fn portal<'v>(v: &'v mut Value, r: &mut Stream) -> Option<&'v mut Value> {
        let list = v["portals"].as_array_mut()?;
        let n = r.index(list.len());
        list.get_mut(n)
    }
    fn shift(p: &mut Value, by: [f64; 2]) {
        for end in [0, 1] {
            for (axis, by) in ["x", "y"].into_iter().zip(by) {
                p["bounds"][end][axis] = json!(p["bounds"][end][axis].as_f64().unwrap() + by);
            }
        }
    }
    fn corners(v: &mut Value, change: impl Fn([f64; 2]) -> [f64; 2]) -> bool {
        for corner in
            v["line_of_sight"].as_array_mut().unwrap().iter_mut().flat_map(|l| l.as_array_mut().unwrap())
        {
            let [x, y] = change(["x", "y"].map(|axis| corner[axis].as_f64().unwrap()));
            *corner = json!({ "x": x, "y": y });
        }
        true
    }
    let damages: &[Damage] = &[
        ("walls-in-file", "a wall opened", |v, r| {
            let lines = v["line_of_sight"].as_array_mut().unwrap();
            let n = r.index(lines.len());
            lines.remove(n);
            true
        }),
        ("walls-in-file", "all walls gone", |v, _| {
            v["line_of_sight"] = json!([]);
            true
        }),
        ("walls-in-file", "half of the walls gone", |v, _| {
            let l = v["line_of_sight"].as_array_mut().unwrap();
            let n = l.len() / 2;
            l.truncate(n);
            n > 0
        }),
        ("walls-in-file", "walls moved east", |v, _| corners(v, |[x, y]| [x + 2.0, y])),
        ("walls-in-file", "walls moved south", |v, _| corners(v, |[x, y]| [x, y + 2.0])),
        ("walls-in-file", "walls half as wide", |v, _| corners(v, |[x, y]| [x / 2.0, y])),
        ("walls-in-file", "a wall that ends early", |v, r| {
            let lines = v["line_of_sight"].as_array_mut().unwrap();
            let n = r.index(lines.len());
            let line = lines[n].as_array_mut().unwrap();
            let half = line.len() / 2;
            line.truncate(half.max(1));
            true
        }),
        ("walls-in-file", "every second wall gone", |v, _| {
            let lines = v["line_of_sight"].as_array_mut().unwrap();
            *lines = lines.iter().step_by(2).cloned().collect();
            true
        }),
        ("walls-in-file", "walls mirrored", |v, _| {
            let wide = v["resolution"]["map_size"]["x"].as_f64().unwrap();
            corners(v, |[x, y]| [wide - x, y])
        }),
        ("walls-in-file", "walls on their side", |v, _| corners(v, |[x, y]| [y, x])),
        ("walls-in-file", "walls of the corner alone", |v, _| corners(v, |[x, y]| [x.min(3.0), y.min(3.0)])),
        ("walls-in-file", "walls across the map", |v, _| {
            let [wide, high] = ["x", "y"].map(|axis| v["resolution"]["map_size"][axis].as_f64().unwrap());
            let lines = v["line_of_sight"].as_array_mut().unwrap();
            for i in 0..high as usize * 2 {
                let y = i as f64 / 2.0 + 0.25;
                lines.push(json!([{ "x": 0.0, "y": y }, { "x": wide, "y": y }]));
            }
            true
        }),
        ("walls-in-file", "a wall without coordinates", |v, r| {
            let lines = v["line_of_sight"].as_array_mut().unwrap();
            let n = r.index(lines.len());
            lines[n][0] = json!({ "x": "here" });
            lines[n].as_array().unwrap().len() > 1
        }),
        ("doors-in-file", "a door lost", |v, r| {
            let l = v["portals"].as_array_mut().unwrap();
            let n = r.index(l.len());
            if l.is_empty() {
                return false;
            }
            l.remove(n);
            true
        }),
        ("doors-in-file", "a door twice", |v, r| {
            let Some(p) = portal(v, r).cloned() else { return false };
            v["portals"].as_array_mut().unwrap().push(p);
            true
        }),
        ("doors-in-file", "a door moved east", |v, r| portal(v, r).map(|p| shift(p, [1.5, 0.0])).is_some()),
        ("doors-in-file", "a door moved west", |v, r| portal(v, r).map(|p| shift(p, [-1.5, 0.0])).is_some()),
        ("doors-in-file", "a door moved south", |v, r| portal(v, r).map(|p| shift(p, [0.0, 1.5])).is_some()),
        ("doors-in-file", "a door moved north", |v, r| portal(v, r).map(|p| shift(p, [0.0, -1.5])).is_some()),
        ("doors-in-file", "no doors", |v, _| {
            let had = !v["portals"].as_array().unwrap().is_empty();
            v["portals"] = json!([]);
            had
        }),
        ("doors-in-file", "a door in the corner", |v, r| {
            portal(v, r)
                .map(|p| p["bounds"] = json!([{ "x": 0.0, "y": 0.0 }, { "x": 1.0, "y": 0.0 }]))
                .is_some()
        }),
        ("doors-in-file", "a door without ends", |v, r| {
            portal(v, r).map(|p| p["bounds"] = json!([])).is_some()
        }),
        ("doors-in-file", "another size", |v, _| {
            v["resolution"]["map_size"]["x"] = json!(7.0);
            true
        }),
        ("doors-in-file", "no size", |v, _| {
            v["resolution"] = json!({});
            true
        }),
    ];
    let mut total = 0;
    for (claim, name, damage) in damages {
        let mut applied = 0;
        for (n, sample) in samples.iter().enumerate().cycle().take(3 * samples.len()) {
            let options = Export { audience: Audience::GameMaster, pixels_per_cell: 32 };
            let bytes = uvtt::without_picture(sample.plan(), 0, &options).unwrap();
            let mut file: Value = serde_json::from_slice(&bytes).unwrap();
            let mut rng = Seed::from(*name).stream("file", (applied * 100 + n) as u64);
            if applied >= 30 || !damage(&mut file, &mut rng) {
                continue;
            }
            applied += 1;
            let verdict = judge(sample, file.to_string().as_bytes(), Audience::GameMaster);
            let found = verdict.faults().any(|(c, _)| c == *claim || c == "document");
            assert!(found, "{name} on {}: {:?}", sample.name, faults(&verdict));
        }
        assert!(applied > 0, "{name} was never applied");
        total += applied;
    }
    println!("{total} damages of {} kinds", damages.len());
    for claim in ["walls-in-file", "doors-in-file"] {
        assert!(damages.iter().filter(|d| d.0 == claim).count() >= 10, "{claim}");
    }
}

const SCENE: &str = "scene-v13-level-1.json";
const CELL: u32 = 10;

/// The scene of the first level, out of the archive that the export gives.
fn foundry_scene(sample: &Sample) -> Value {
    let options = Export { audience: Audience::GameMaster, pixels_per_cell: CELL };
    let picture = |level: &mapkiln_maps::plan::Level| {
        let (width, height) = (level.width as u32 * CELL, level.height as u32 * CELL);
        let rgba = vec![0; (width * height * 4) as usize];
        mapkiln_maps::Picture { width, height, rgba }.to_png().unwrap()
    };
    let pictures: Vec<Vec<u8>> = sample.plan().levels.iter().map(picture).collect();
    let bytes = foundry::export(sample.plan(), &pictures, &options).unwrap();
    let name = bytes.windows(SCENE.len()).position(|part| part == SCENE.as_bytes()).unwrap();
    // Members are stored as they are: the first braces after the name that belong together.
    let rest = &bytes[name + SCENE.len()..];
    serde_json::Deserializer::from_slice(rest).into_iter().next().unwrap().unwrap()
}

/// Scenes of Foundry in an archive, as the command writes them, with their walls damaged.
#[test]
fn damaged_scenes_are_found() {
    type Change = (&'static str, fn(&mut Vec<Value>, &mut Stream) -> bool);
    fn moved(walls: &mut [Value], change: impl Fn(usize, f64) -> f64) -> bool {
        for wall in walls {
            for (n, length) in wall["c"].as_array_mut().unwrap().iter_mut().enumerate() {
                *length = json!(change(n % 2, length.as_f64().unwrap()));
            }
        }
        true
    }
    fn is_door(wall: &Value) -> bool {
        wall["door"].as_u64().unwrap_or(0) > 0
    }
    let changes: &[Change] = &[
        ("no walls", |walls, _| {
            walls.clear();
            true
        }),
        // A short one may be the side of a pillar, without which every room is still closed.
        ("the longest wall fewer", |walls, _| {
            let length = |wall: &Value| {
                let c: Vec<f64> = wall["c"].as_array().unwrap().iter().filter_map(Value::as_f64).collect();
                ((c[0] - c[2]).abs() + (c[1] - c[3]).abs()) as u64
            };
            let plain = (0..walls.len()).filter(|n| !is_door(&walls[*n]));
            plain.max_by_key(|n| length(&walls[*n])).map(|n| walls.remove(n)).is_some()
        }),
        ("a door fewer", |walls, r| {
            let doors: Vec<usize> = (0..walls.len()).filter(|n| is_door(&walls[*n])).collect();
            r.pick(&doors).map(|n| walls.remove(*n)).is_some()
        }),
        ("half of the walls", |walls, _| {
            walls.truncate(walls.len() / 2);
            true
        }),
        ("moved east", |walls, _| {
            moved(walls, |axis, at| if axis == 0 { at + 2.0 * f64::from(CELL) } else { at })
        }),
        ("moved south", |walls, _| {
            moved(walls, |axis, at| if axis == 1 { at + 2.0 * f64::from(CELL) } else { at })
        }),
        ("twice as large", |walls, _| moved(walls, |_, at| at * 2.0)),
        ("all in one place", |walls, _| moved(walls, |_, _| 0.0)),
        ("a door that is a wall", |walls, r| {
            let mut doors: Vec<&mut Value> = walls.iter_mut().filter(|w| is_door(w)).collect();
            let n = r.index(doors.len());
            doors.get_mut(n).map(|door| door["door"] = json!(0)).is_some()
        }),
        ("a wall that is a door", |walls, r| {
            let mut plain: Vec<&mut Value> = walls.iter_mut().filter(|w| !is_door(w)).collect();
            let n = r.index(plain.len());
            plain.get_mut(n).map(|wall| wall["door"] = json!(1)).is_some()
        }),
        ("a wall without coordinates", |walls, r| {
            let n = r.index(walls.len());
            walls.get_mut(n).map(|wall| wall["c"] = json!([1, 2])).is_some()
        }),
    ];
    let mut total = 0;
    for sample in &map_indexed(true, 16, common::dungeon) {
        let scene = foundry_scene(sample);
        let holds = |scene: &Value| {
            let bytes = archive(&[(SCENE, scene.to_string().as_bytes())]);
            judge(sample, &bytes, Audience::GameMaster).holds()
        };
        assert!(holds(&scene), "{}", sample.name);
        for (name, change) in changes {
            let mut scene = scene.clone();
            let mut rng = Seed::from(*name).stream(&sample.name, 0);
            if change(scene["walls"].as_array_mut().unwrap(), &mut rng) {
                assert!(!holds(&scene), "{name} on {}", sample.name);
                total += 1;
            }
        }
    }
    println!("{total} damages of {} kinds", changes.len());
    assert!(total > 100, "{total}");
}

#[test]
fn damaged_grids_are_found() {
    let samples = map_indexed(true, 12, common::dungeon);
    let mut total = 0;
    for sample in &samples {
        let options = Export { audience: Audience::Players, pixels_per_cell: 32 };
        let bytes = tiled::plan(sample.plan(), 0, "tiles.png", &options).unwrap().to_tmj().into_bytes();
        for n in 0..20 {
            let mut file: Value = serde_json::from_slice(&bytes).unwrap();
            let mut rng = Seed::from("grid").stream("cell", n);
            let data = ground(&mut file);
            let at = rng.index(data.len());
            // Rock becomes floor, and floor rock; water and the like are left as they are.
            data[at] = match data[at].as_u64() {
                Some(1) => json!(3),
                Some(3..=5) => json!(1),
                _ => continue,
            };
            let verdict = judge(sample, file.to_string().as_bytes(), Audience::Players);
            assert!(verdict.faults().any(|(c, _)| c == "floor-in-file"), "{} cell {at}", sample.name);
            total += 1;
        }
    }
    assert!(total > 200, "{total}");
}

/// The numbers of a Tiled map's ground.
fn ground(file: &mut Value) -> &mut Vec<Value> {
    let layers = file["layers"].as_array_mut().unwrap();
    layers.iter_mut().find(|l| l["name"] == "ground").unwrap()["data"].as_array_mut().unwrap()
}

/// Whole grids moved, turned, filled and cut.
#[test]
fn grids_of_another_shape_are_found() {
    type Change = (&'static str, fn(&mut Value, usize));
    fn rows(file: &mut Value, width: usize, change: impl Fn(&mut Vec<Vec<Value>>)) {
        let data = ground(file);
        let mut rows: Vec<Vec<Value>> = data.chunks(width).map(<[Value]>::to_vec).collect();
        change(&mut rows);
        *data = rows.concat();
    }
    let changes: [Change; 12] = [
        ("all rock", |f, _| ground(f).fill(json!(1))),
        ("all floor", |f, _| ground(f).fill(json!(3))),
        ("no ground", |f, _| ground(f).fill(json!(0))),
        ("moved east", |f, w| rows(f, w, |rows| rows.iter_mut().for_each(|row| row.rotate_right(1)))),
        ("moved west", |f, w| rows(f, w, |rows| rows.iter_mut().for_each(|row| row.rotate_left(1)))),
        ("moved south", |f, w| rows(f, w, |rows| rows.rotate_right(1))),
        ("moved north", |f, w| rows(f, w, |rows| rows.rotate_left(1))),
        ("mirrored", |f, w| rows(f, w, |rows| rows.iter_mut().for_each(|row| row.reverse()))),
        ("upside down", |f, w| rows(f, w, |rows| rows.reverse())),
        ("a row of rock", |f, w| {
            rows(f, w, |rows| {
                let most =
                    (0..rows.len()).max_by_key(|y| rows[*y].iter().filter(|t| **t == json!(3)).count());
                rows[most.unwrap()].fill(json!(1));
            });
        }),
        ("rock and floor swapped", |f, _| {
            for tile in ground(f).iter_mut() {
                *tile = if *tile == json!(1) { json!(3) } else { json!(1) };
            }
        }),
        ("a row fewer", |f, w| rows(f, w, |rows| drop(rows.pop()))),
    ];
    for sample in &map_indexed(true, 12, common::dungeon) {
        let options = Export { audience: Audience::GameMaster, pixels_per_cell: 32 };
        let bytes = tiled::plan(sample.plan(), 0, "tiles.png", &options).unwrap().to_tmj().into_bytes();
        for (name, change) in changes {
            let mut file: Value = serde_json::from_slice(&bytes).unwrap();
            let width = file["width"].as_u64().unwrap() as usize;
            change(&mut file, width);
            let verdict = judge(sample, file.to_string().as_bytes(), Audience::GameMaster);
            let found = verdict.faults().any(|(c, _)| c == "floor-in-file" || c == "document");
            assert!(found, "{name} on {}: {:?}", sample.name, faults(&verdict));
        }
    }
}

/// A PNG file with a text in it, as far as readers of texts look.
fn picture(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, body) in [(b"IHDR", &[0; 13][..]), (kind, body), (b"IEND", &[])] {
        file.extend((body.len() as u32).to_be_bytes());
        file.extend(kind);
        file.extend(body);
        file.extend([0; 4]);
    }
    file
}

/// An archive whose members are stored as they are.
fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = Vec::new();
    for (name, content) in members {
        file.extend(b"PK\x03\x04");
        file.extend([0; 14]);
        file.extend((content.len() as u32).to_le_bytes());
        file.extend((content.len() as u32).to_le_bytes());
        file.extend((name.len() as u16).to_le_bytes());
        file.extend([0; 2]);
        file.extend(name.as_bytes());
        file.extend(*content);
    }
    file
}

/// Secret names, hidden in files for players in every way that a program can read.
#[test]
fn secret_names_are_found_wherever_they_stand() {
    use base64::Engine;
    let scene = br#"{"grid":{"size":100},"width":100,"height":100,"walls":[]}"#;
    let escaped =
        |text: &str| -> String { text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect() };
    let xml = |text: &str| -> String { text.chars().map(|c| format!("&#{};", u32::from(c))).collect() };
    let hex = |text: &str| -> String { text.chars().map(|c| format!("&#x{:X};", u32::from(c))).collect() };
    let uvtt = |extra: &str| {
        let size = r#""resolution":{"map_size":{"x":1,"y":1}},"line_of_sight":[],"portals":[]"#;
        format!("{{{size},{extra}}}").into_bytes()
    };
    let itxt = |text: &str| [&b"note\0\0\0\0\0"[..], text.as_bytes()].concat();
    let image = |text: &str| {
        let png = picture(b"iTXt", &itxt(text));
        base64::engine::general_purpose::STANDARD.encode(png)
    };
    let svg =
        |inside: String| format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inside}</svg>").into_bytes();
    let (mut total, mut ways) = (0, 0);
    for sample in &map_indexed(true, 12, common::dungeon) {
        let named =
            sample.plan().rooms().flat_map(|room| room.contents.monsters.iter().map(|m| m.name.clone()));
        // Names of furniture are no secrets.
        let secret = |name: &String| name.len() >= 6 && !["Skeleton", "Esqueleto"].contains(&name.as_str());
        let Some(name) = named.filter(secret).find(|n| !sample.plan().title.contains(n.as_str())) else {
            continue;
        };
        let name = name.as_str();
        let hidden: Vec<(&str, Vec<u8>)> = vec![
            ("a field", uvtt(&format!("\"x\":\"{name}\""))),
            ("the name of a field", uvtt(&format!("\"{name}\":1"))),
            ("in capitals", uvtt(&format!("\"x\":\"{}\"", name.to_uppercase()))),
            ("in a sentence", uvtt(&format!("\"x\":\"Beware of the {name}!\""))),
            ("with escapes", uvtt(&format!("\"x\":\"{}\"", escaped(name)))),
            ("in the picture of the file", uvtt(&format!("\"image\":\"{}\"", image(name)))),
            ("in a picture", picture(b"iTXt", &itxt(name))),
            ("in a picture's comment", picture(b"tEXt", format!("Comment\0{name}").as_bytes())),
            ("in a drawing", svg(format!("<text>{name}</text>"))),
            ("in a drawing's comment", svg(format!("<!-- {name} -->"))),
            ("in a drawing, by number", svg(format!("<text>{}</text>", xml(name)))),
            ("in a drawing, by number in hexadecimal", svg(format!("<text>{}</text>", hex(name)))),
            ("in a drawing's attribute", svg(format!("<g id=\"{name}\"/>"))),
            ("in an archive", archive(&[("scene-v13-level-1.json", scene), ("a.txt", name.as_bytes())])),
            (
                "as the name of a member",
                archive(&[("scene-v13-level-1.json", scene), (&format!("{name}.webp"), b"x")]),
            ),
            (
                "in a picture in an archive",
                archive(&[
                    ("scene-v13-level-1.json", scene),
                    ("token.png", &picture(b"tEXt", format!("Title\0{name}").as_bytes())),
                ]),
            ),
        ];
        ways = hidden.len();
        for (way, bytes) in hidden {
            let verdict = judge(sample, &bytes, Audience::Players);
            let found = verdict.faults().any(|(c, _)| c == "words");
            assert!(found, "{name:?} {way} of {}: {:?}", sample.name, faults(&verdict));
            // The game master may read it.
            let verdict = judge(sample, &bytes, Audience::GameMaster);
            assert!(!verdict.faults().any(|(c, _)| c == "words"), "{way}: {:?}", faults(&verdict));
            total += 1;
        }
    }
    println!("{total} leaks of {ways} kinds");
    assert!(total > 60, "{total}");
}

/// Hostile bytes are refused in words, never by a panic.
#[test]
fn hostile_files_do_not_panic() {
    let sample = common::dungeon(1);
    for (_, bytes) in files(&sample, Audience::GameMaster) {
        for n in 0..60 {
            let mut rng = Seed::from("hostile").stream("bytes", n);
            let mut damaged = bytes.clone();
            for _ in 0..8 {
                let at = rng.index(damaged.len());
                damaged[at] = rng.below(256) as u8;
            }
            damaged.truncate(damaged.len() - rng.index(damaged.len() / 2));
            if let Some(Ok(file)) = ForeignFile::read(&damaged) {
                let against = Against { map: &sample.map, origin: None, players: true };
                let _ = check(
                    &Subject::new(DocumentRef::File(&file)).with_against(Some(&against)),
                    &CheckOptions::default(),
                );
            }
        }
    }
    for bytes in [
        &b"PK\x03\x04"[..],
        b"PK\x03\x04\0\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
        b"<map",
        b"{\"line_of_sight\":3}",
        // Numbers of tiles at the end of what a number can be.
        b"<map width=\"1\" height=\"1\" tilewidth=\"4\"><tileset firstgid=\"1e30\"><tile id=\"1\" type=\"room\"/></tileset></map>",
        b"{\"tilewidth\":4,\"width\":1,\"height\":1,\"layers\":[],\"tilesets\":[{\"firstgid\":18446744073709551615,\"tiles\":[{\"id\":1,\"type\":\"room\"}]}]}",
        b"{\"line_of_sight\":[[{\"x\":1e300}]],\"resolution\":{\"map_size\":{\"x\":1e9,\"y\":-5}}}",
    ] {
        let _ = ForeignFile::read(bytes);
    }
}
