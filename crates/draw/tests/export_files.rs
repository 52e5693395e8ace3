//! The files as other programs see them: schemas, readers of others, text from users, fixed bytes.

#![cfg(feature = "export")]
#![allow(clippy::unwrap_used)]

mod plans;

use std::path::Path;

use mapkiln_core::fingerprint;
use mapkiln_draw::export::{ExportError, ExportOptions, foundry, ldtk, tiled, uvtt, watabou};
use mapkiln_maps::Audience;
use serde_json::{Value, json};

const SMALL: ExportOptions = ExportOptions { audience: Audience::GameMaster, pixels_per_cell: 8 };
const PLAYERS: ExportOptions = ExportOptions { audience: Audience::Players, pixels_per_cell: 8 };

fn schema(name: &str) -> jsonschema::Validator {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas").join(format!("{name}.schema.json"));
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn check(schema: &jsonschema::Validator, bytes: &[u8], what: &str) {
    let value: Value = serde_json::from_slice(bytes).unwrap();
    let problems: Vec<String> =
        schema.iter_errors(&value).map(|e| format!("{}: {e}", e.instance_path())).take(3).collect();
    assert!(problems.is_empty(), "{what}: {problems:#?}");
}

#[test]
fn every_json_follows_its_schema() {
    let names =
        ["uvtt", "foundry-scene-v13", "foundry-scene-v14", "foundry-journal", "tiled", "ldtk", "watabou"];
    let [vtt, v13, v14, journal, tmj, project, dungeon] = names.map(schema);
    let mut all = vec![plans::sample()];
    all.extend((0..10).map(plans::random));
    for plan in &all {
        for options in [SMALL, PLAYERS] {
            for (number, level) in plan.levels.iter().enumerate() {
                let png = plans::blank_png(level, 8);
                check(&vtt, &uvtt::export(plan, number, &png, &options).unwrap(), "uvtt");
                check(&vtt, &uvtt::without_picture(plan, number, &options).unwrap(), "roll20");
                check(&tmj, tiled::plan(plan, number, "t.png", &options).unwrap().to_tmj().as_bytes(), "tmj");
                check(&dungeon, &watabou::export(plan, number, &options).unwrap(), "watabou");
            }
            check(&project, &ldtk::export(plan, "t.png", &options).unwrap(), "ldtk");
            let archive = foundry::export(plan, &plans::blank_pngs(plan, 8), &options).unwrap();
            for (name, bytes) in plans::unzip(&archive) {
                match name.as_str() {
                    "journal.json" => check(&journal, &bytes, "journal"),
                    "scene-v14.json" => check(&v14, &bytes, "v14"),
                    name if name.ends_with(".json") => check(&v13, &bytes, "v13"),
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn the_schemas_refuse_broken_files() {
    let refuse = |name: &str, mut file: Value, change: &dyn Fn(&mut Value)| {
        let schema = schema(name);
        assert!(schema.is_valid(&file), "{name}");
        change(&mut file);
        assert!(!schema.is_valid(&file), "{name}");
    };
    let plan = plans::sample();
    let read = |bytes: Vec<u8>| serde_json::from_slice::<Value>(&bytes).unwrap();
    let vtt = read(uvtt::without_picture(&plan, 0, &SMALL).unwrap());
    refuse("uvtt", vtt.clone(), &|f| f["portals"][0]["closed"] = json!("yes"));
    refuse("uvtt", vtt, &|f| f["image"] = json!("data:image/png;base64,AA"));
    let files = plans::unzip(&foundry::export(&plan, &plans::blank_pngs(&plan, 8), &SMALL).unwrap());
    let scene = |name: &str| read(files[name].clone());
    refuse("foundry-scene-v13", scene("scene-v13-level-1.json"), &|f| {
        f["walls"][0]["c"] = json!([1, 2.5, 3, 4]);
    });
    refuse("foundry-scene-v14", scene("scene-v14.json"), &|f| f["background"] = json!({ "src": "x" }));
    refuse("foundry-journal", scene("journal.json"), &|f| f["pages"][0]["_id"] = json!("short"));
    refuse("tiled", read(tiled::plan(&plan, 0, "t.png", &SMALL).unwrap().to_tmj().into_bytes()), &|f| {
        f["layers"][0]["data"] = json!([-1]);
    });
    refuse("ldtk", read(ldtk::export(&plan, "t.png", &SMALL).unwrap()), &|f| f["defs"] = json!([]));
    refuse("watabou", read(watabou::export(&plan, 0, &SMALL).unwrap()), &|f| {
        f["doors"][0]["type"] = json!(12);
    });
}

#[test]
fn the_picture_comes_back_out_of_the_file() {
    let plan = plans::sample();
    let png = plans::blank_png(&plan.levels[0], 8);
    let file: Value = serde_json::from_slice(&uvtt::export(&plan, 0, &png, &SMALL).unwrap()).unwrap();
    let image = file["image"].as_str().unwrap();
    // Decoded by hand, so that our encoder is not its own judge.
    let value = |c: u8| {
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        letters.iter().position(|l| *l == c).unwrap() as u32
    };
    let mut bytes: Vec<u8> = Vec::new();
    for four in image.as_bytes().chunks(4) {
        let letters: Vec<u32> = four.iter().filter(|c| **c != b'=').map(|c| value(*c)).collect();
        let word = letters.iter().fold(0, |word, v| word << 6 | v) << (6 * (4 - letters.len()));
        bytes.extend(&word.to_be_bytes()[1..letters.len()]);
    }
    assert_eq!(bytes, png);
    let size = &file["resolution"]["map_size"];
    assert_eq!((size["x"].as_f64(), size["y"].as_f64()), (Some(28.0), Some(20.0)));
    assert_eq!(
        plans::unzip(&foundry::export(&plan, &plans::blank_pngs(&plan, 8), &SMALL).unwrap())["level-1.png"],
        png
    );
}

#[test]
fn pins_lead_to_pages() {
    let plan = plans::sample();
    let files = plans::unzip(&foundry::export(&plan, &plans::blank_pngs(&plan, 8), &SMALL).unwrap());
    let read = |name: &str| serde_json::from_slice::<Value>(&files[name]).unwrap();
    let journal = read("journal.json");
    let pages: Vec<&str> =
        journal["pages"].as_array().unwrap().iter().map(|p| p["_id"].as_str().unwrap()).collect();
    assert_eq!(pages.len(), 1 + plan.rooms().count(), "a page for the place and one for each room");
    assert_eq!(journal["ownership"]["default"], 0, "players do not see it");
    let scene = read("scene-v14.json");
    let notes = scene["notes"].as_array().unwrap();
    assert_eq!(notes.len(), plan.rooms().count());
    let levels: Vec<&Value> = scene["levels"].as_array().unwrap().iter().map(|l| &l["_id"]).collect();
    for note in notes {
        assert_eq!(note["entryId"], journal["_id"]);
        assert!(pages.contains(&note["pageId"].as_str().unwrap()));
        assert!(levels.contains(&&note["levels"][0]));
    }
    // Room 1's pin stands in its middle: cell 4,8 of a grid as fine as Foundry's may be.
    assert_eq!((&notes[0]["x"], &notes[0]["y"]), (&json!(4 * 20 + 10), &json!(8 * 20 + 10)));
    let macro_text = String::from_utf8(files["import-macro.js"].clone()).unwrap();
    assert!(macro_text.contains("keepId") && macro_text.contains("scene-v13-level-2.json"));
}

#[test]
fn text_from_users_stays_text() {
    let plan = plans::sample();
    // Control characters cannot stand in XML; everything else must come back as it was.
    let wanted = |text: &str| text.replace('\u{1}', "");
    let tmx = tiled::plan(&plan, 0, "a&b\"c.png", &SMALL).unwrap().to_tmx();
    let document = roxmltree::Document::parse(&tmx).unwrap();
    let property = |name: &str| {
        let found = document.descendants().find(|n| n.attribute("name") == Some(name));
        found.and_then(|n| n.attribute("value")).unwrap().to_owned()
    };
    assert_eq!(property("title"), wanted(&plan.title));
    assert_eq!(property("secret"), wanted(&plan.levels[0].rooms[0].description.secret));
    let image = document.descendants().find(|n| n.has_tag_name("image")).unwrap();
    assert_eq!(image.attribute("source"), Some("a&b\"c.png"));
    let tmj: Value = serde_json::from_str(&tiled::plan(&plan, 0, "t.png", &SMALL).unwrap().to_tmj()).unwrap();
    assert_eq!(tmj["properties"][0]["value"], plan.title.as_str());
    // The journal is HTML: no tag in it but ours.
    let files = plans::unzip(&foundry::export(&plan, &plans::blank_pngs(&plan, 8), &SMALL).unwrap());
    let journal: Value = serde_json::from_slice(&files["journal.json"]).unwrap();
    for page in journal["pages"].as_array().unwrap() {
        let content = page["text"]["content"].as_str().unwrap();
        let html = format!("<html>{}</html>", content.replace("<br>", "<br/>").replace('\u{1}', ""));
        let document = roxmltree::Document::parse(&html).unwrap();
        let ours = ["html", "p", "br", "h3", "ul", "li", "em", "strong", "blockquote"];
        assert!(
            document.descendants().filter(|n| n.is_element()).all(|n| ours.contains(&n.tag_name().name()))
        );
        assert!(!content.contains("@UUID[") && !content.contains("[["));
    }
}

/// The crate `tiled` reads our maps and sees the same tiles; so does `ldtk2` our project.
#[test]
fn readers_of_others_see_the_same_map() {
    let plan = plans::sample();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("map.tmx"),
        tiled::plan(&plan, 0, "tiles.png", &SMALL).unwrap().with_picture("picture.png").to_tmx().into_bytes(),
    )
    .unwrap();
    std::fs::write(folder.path().join("tiles.png"), tiled::tileset(&SMALL).unwrap()).unwrap();
    let map = ::tiled::Loader::new().load_tmx_map(folder.path().join("map.tmx")).unwrap();
    assert_eq!((map.width, map.height, map.tile_width), (28, 20, 8));
    let floor = plan.floor(0).unwrap();
    let layer = map.layers().next().unwrap();
    let ground = layer.as_tile_layer().unwrap();
    for (p, &g) in floor.ground.iter() {
        let tile = ground.get_tile(p.x, p.y).unwrap();
        let kind = tile.get_tile().unwrap().user_type.clone();
        assert_eq!(kind, floor.palette[usize::from(g)].name, "{p}");
    }
    let objects: usize = map.layers().filter_map(|l| l.as_object_layer().map(|o| o.objects().len())).sum();
    let wanted = plan.levels[0].rooms.len() + plan.levels[0].doors.len() + floor.things.len() + 1;
    assert_eq!(objects, wanted);
    // The picture lies over the tiles, under the objects, and covers the map.
    let kinds: Vec<char> = map
        .layers()
        .map(|l| match l.layer_type() {
            ::tiled::LayerType::Tiles(_) => 't',
            ::tiled::LayerType::Image(picture) => {
                let image = picture.image.as_ref().unwrap();
                assert_eq!((image.width, image.height), (28 * 8, 20 * 8));
                assert!(image.source.ends_with("picture.png"));
                'p'
            }
            _ => 'o',
        })
        .collect();
    assert_eq!(kinds, ['t', 't', 'p', 'o', 'o', 'o']);

    let path = folder.path().join("map.ldtk");
    std::fs::write(&path, ldtk::export(&plan, "tiles.png", &SMALL).unwrap()).unwrap();
    let project = ldtk2::Ldtk::from_str(std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(project.levels.len(), 2);
    let layers = project.levels[0].layer_instances.as_ref().unwrap();
    let ints: Vec<u16> = layers[2].int_grid_csv.iter().map(|v| *v as u16).collect();
    assert_eq!(ints, floor.ground.cells());
    let doors = layers[0].entity_instances.iter().filter(|e| e.identifier == "Door").count();
    assert_eq!(doors, plan.levels[0].doors.len());
}

#[test]
fn wrong_questions_get_an_answer() {
    let plan = plans::sample();
    let png = plans::blank_png(&plan.levels[0], 8);
    let none = ExportError::NoLevel { level: 6, count: 2 };
    assert_eq!(uvtt::without_picture(&plan, 5, &SMALL), Err(none.clone()));
    assert_eq!(tiled::plan(&plan, 5, "t.png", &SMALL), Err(none.clone()));
    assert_eq!(watabou::export(&plan, 5, &SMALL), Err(none));
    assert_eq!(uvtt::export(&plan, 0, b"GIF89a", &SMALL), Err(ExportError::NotPng(1)));
    assert_eq!(uvtt::export(&plan, 0, &png[..18], &SMALL), Err(ExportError::NotPng(1)));
    let wrong = uvtt::export(&plan, 1, &png, &SMALL).unwrap_err().to_string();
    assert!(wrong.contains("224x160") && wrong.contains("96x72"), "{wrong}");
    let counts = foundry::export(&plan, &[png], &SMALL).unwrap_err();
    assert_eq!(counts, ExportError::PictureCount { levels: 2, pictures: 1 });
    let huge = ExportOptions { pixels_per_cell: 100_000, ..SMALL };
    assert_eq!(tiled::tileset(&huge), Err(ExportError::Pixels(100_000)));
    let empty = mapkiln_maps::plan::Plan::default();
    assert!(foundry::export(&empty, &[], &SMALL).is_ok() && ldtk::export(&empty, "t.png", &SMALL).is_ok());
}

/// Whoever takes the stairs arrives at a region that is there, in both versions.
#[test]
fn stairs_lead_to_regions_that_exist() {
    let plan = plans::sample();
    let stairs = plan.levels.iter().flat_map(|l| &l.stairs).filter(|s| s.to_level.is_some()).count();
    assert!(stairs > 0);
    let files = plans::unzip(&foundry::export(&plan, &plans::blank_pngs(&plan, 8), &SMALL).unwrap());
    let read = |name: &String| serde_json::from_slice::<Value>(&files[name]).unwrap();
    for version in ["v13", "v14"] {
        let scenes: Vec<Value> = files.keys().filter(|n| n.contains(version)).map(read).collect();
        let mut known = Vec::new();
        let mut wanted = Vec::new();
        for scene in &scenes {
            for region in scene["regions"].as_array().unwrap() {
                let (id, scene) = (region["_id"].as_str().unwrap(), scene["_id"].as_str().unwrap());
                known.push(format!("Scene.{scene}.Region.{id}"));
                for behavior in region["behaviors"].as_array().unwrap() {
                    let system = &behavior["system"];
                    let one = system["destination"].as_str().or(system["destinations"][0].as_str());
                    wanted.push(one.unwrap().to_owned());
                }
            }
        }
        assert_eq!(wanted.len(), stairs, "{version}");
        assert!(wanted.iter().all(|uuid| known.contains(uuid)), "{version}: {wanted:?} in {known:?}");
    }
}

/// Other words and contents on the same map keep every id, so that importing again replaces.
#[test]
fn ids_follow_from_the_shape_of_the_map() {
    let plan = plans::sample();
    let mut other = plan.clone();
    other.title = "Another title".into();
    other.rooms_mut().for_each(|room| room.contents = Default::default());
    let id = |plan: &mapkiln_maps::plan::Plan| {
        let files = plans::unzip(&foundry::export(plan, &plans::blank_pngs(plan, 8), &SMALL).unwrap());
        serde_json::from_slice::<Value>(&files["scene-v14.json"]).unwrap()["_id"].clone()
    };
    assert_eq!(id(&plan), id(&other));
    other.levels[0].corridors[0].cells.pop();
    assert_ne!(id(&plan), id(&other));
}

/// The same plan gives the same bytes on every machine. A change here changes files people have.
#[test]
fn golden_bytes() {
    let plan = plans::sample();
    let found = [
        uvtt::without_picture(&plan, 0, &SMALL).unwrap(),
        tiled::plan(&plan, 0, "t.png", &SMALL).unwrap().to_tmx().into_bytes(),
        tiled::plan(&plan, 1, "t.png", &PLAYERS).unwrap().to_tmj().into_bytes(),
        watabou::export(&plan, 0, &SMALL).unwrap(),
    ]
    .map(|bytes| fingerprint(&bytes));
    assert_eq!(found, GOLDEN);
}

const GOLDEN: [&str; 4] = [
    "ecc81830d372b741c8047cbf757c6470",
    "857230eb46570c8d413deae9181ebf91",
    "6f96ca4b77bb666cac38afcf8377c303",
    "c5b6006acd88a27398750b02ec9879d2",
];
