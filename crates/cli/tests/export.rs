//! `mapkiln export`, end to end, as a user meets it.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use tempfile::TempDir;

const WATABOU: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../draw/tests/samples/one-page-dungeon.json");
const DONJON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../draw/tests/samples/donjon.json");

fn mapkiln(folder: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("mapkiln"));
    command.current_dir(folder);
    command
}

fn export(folder: &TempDir, words: &[&str]) -> Command {
    let mut command = mapkiln(folder.path());
    command.arg("export").args(words);
    command
}

/// A folder with a small dungeon in it.
fn with_dungeon() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let words = ["dungeon", "--classic", "--seed", "x", "--quiet", "-o", "map.json"];
    mapkiln(folder.path()).args(words).assert().success();
    folder
}

fn read_json(folder: &TempDir, name: &str) -> serde_json::Value {
    serde_json::from_slice(&fs::read(folder.path().join(name)).unwrap()).unwrap()
}

#[test]
fn one_dungeon_in_every_format() {
    let folder = with_dungeon();
    let names = [
        "m.uvtt",
        "m.dd2vtt",
        "m.zip",
        "m.roll20.txt",
        "m.tmx",
        "m.tmj",
        "m.ldtk",
        "m.watabou.json",
        "again.json",
    ];
    let mut words = vec!["map.json", "--pixels", "10"];
    for name in names {
        words.extend(["-o", name]);
    }
    export(&folder, &words).assert().success().stdout(is_empty()).stderr(contains("wrote m.uvtt"));
    for name in names.into_iter().chain(["m-tiles.png"]) {
        assert!(folder.path().join(name).is_file(), "{name}");
    }
    let vtt = read_json(&folder, "m.uvtt");
    assert_eq!(vtt["resolution"]["map_size"]["x"], 50.0);
    assert_eq!(vtt["resolution"]["pixels_per_grid"], 10);
    // The picture in it shows exactly the grid: 50 cells of 10 pixels.
    assert!(vtt["image"].as_str().unwrap().starts_with("iVBORw0KGgoAAAANSUhEUgAAAfQAAAH0"));
    assert!(read_json(&folder, "m.roll20.txt").get("image").is_none());
    assert_eq!(read_json(&folder, "m.tmj")["tilesets"][0]["image"], "m-tiles.png");
    assert_eq!(read_json(&folder, "again.json")["map"], read_json(&folder, "map.json")["map"]);
    assert_eq!(read_json(&folder, "m.watabou.json")["version"], "1.2.7");
}

#[test]
fn files_of_other_generators_are_read() {
    for (file, title) in [(WATABOU, "Cistern of the Patient Toad"), (DONJON, "The Moth Cellar")] {
        let folder = tempfile::tempdir().unwrap();
        export(&folder, &[file, "-o", "plan.json", "-o", "map.uvtt", "--pixels", "8"]).assert().success();
        assert_eq!(read_json(&folder, "plan.json")["map"]["title"], title);
        // What was imported is a map like any other.
        export(&folder, &["plan.json", "--format", "roll20"])
            .assert()
            .success()
            .stdout(contains("line_of_sight"));
    }
    let folder = tempfile::tempdir().unwrap();
    let mut from_pipe = export(&folder, &["-", "--format", "tmx"]);
    from_pipe.write_stdin(fs::read(WATABOU).unwrap());
    from_pipe.assert().success().stdout(contains("<map version"));
    export(&folder, &[DONJON, "--format", "json"])
        .assert()
        .success()
        .stderr(contains("note: corridor_features.b"));
    export(&folder, &[DONJON, "--format", "json", "--quiet"]).assert().success().stderr(is_empty());
}

#[test]
fn players_get_less() {
    let folder = tempfile::tempdir().unwrap();
    let secret = || contains("secret").or(contains("keyhole"));
    export(&folder, &[WATABOU, "--format", "tmj"]).assert().success().stdout(secret());
    export(&folder, &[WATABOU, "--format", "tmj", "--player"]).assert().success().stdout(secret().not());
    export(&folder, &[WATABOU, "--format", "json", "--player"]).assert().success().stdout(secret().not());
    export(&folder, &[WATABOU, "-o", "p.zip", "--player", "--pixels", "8"]).assert().success();
    let archive = fs::read(folder.path().join("p.zip")).unwrap();
    assert!(!archive.windows(12).any(|w| w == b"journal.json"));
}

/// Pictures too: what players get of a plan with secrets, and of the same plan without, is one and
/// the same to the last pixel.
#[test]
fn players_pictures_do_not_leak() {
    let folder = tempfile::tempdir().unwrap();
    export(&folder, &[WATABOU, "-o", "plan.json"]).assert().success();
    let mut plan = read_json(&folder, "plan.json");
    plan["map"]["levels"][0]["corridors"][0]["secret"] = true.into();
    fs::write(folder.path().join("plan.json"), plan.to_string()).unwrap();
    export(&folder, &["plan.json", "--player", "-o", "bare.json"]).assert().success();
    let outputs = |from: &str, to: &str, words: &[&str]| {
        let names = [format!("{to}.zip"), format!("{to}.uvtt")];
        let outputs = ["-o", &names[0], "-o", &names[1]];
        export(&folder, &[&[from, "--pixels", "12"], &outputs[..], words].concat()).assert().success();
        names.map(|name| fs::read(folder.path().join(name)).unwrap())
    };
    let players = outputs("plan.json", "a", &["--player"]);
    assert!(players == outputs("bare.json", "b", &["--player"]));
    assert!(players != outputs("plan.json", "c", &[]), "game masters see more");
}

#[test]
fn several_levels_become_several_files() {
    let folder = with_dungeon();
    let mut document = read_json(&folder, "map.json");
    let mut second = document["map"]["levels"][0].clone();
    let (rooms, corridors, doors) = ("rooms", "corridors", "doors");
    for list in [rooms, corridors, doors] {
        let count = second[list].as_array().unwrap().len();
        for thing in second[list].as_array_mut().unwrap() {
            thing["id"] = (thing["id"].as_u64().unwrap() + count as u64).into();
        }
    }
    document["map"]["levels"].as_array_mut().unwrap().push(second);
    fs::write(folder.path().join("two.json"), document.to_string()).unwrap();
    export(&folder, &["two.json", "-o", "t.uvtt", "-o", "t.ldtk", "--pixels", "4"]).assert().success();
    for name in ["t-1.uvtt", "t-2.uvtt", "t.ldtk", "t-tiles.png"] {
        assert!(folder.path().join(name).is_file(), "{name}");
    }
    assert!(!folder.path().join("t.uvtt").exists());
    export(&folder, &["two.json", "--format", "tmx"]).assert().code(2).stderr(contains("--level"));
    export(&folder, &["two.json", "--format", "tmx", "--level", "2"]).assert().success();
    export(&folder, &["two.json", "--format", "tmx", "--level", "3"])
        .assert()
        .code(2)
        .stderr(contains("has 2"));
}

#[test]
fn makers_write_for_tabletops_directly() {
    let folder = tempfile::tempdir().unwrap();
    let words =
        ["dungeon", "--seed", "x", "--quiet", "--pixels", "9", "-o", "a.json", "-o", "a.uvtt", "-o", "a.zip"];
    mapkiln(folder.path()).args(words).assert().success();
    export(&folder, &["a.json", "--pixels", "9", "-o", "b.uvtt", "-o", "b.zip"]).assert().success();
    for ending in ["uvtt", "zip"] {
        let read = |name: &str| fs::read(folder.path().join(format!("{name}.{ending}"))).unwrap();
        assert!(read("a") == read("b"), "{ending}");
    }
}

#[test]
fn nonsense_is_answered() {
    let folder = with_dungeon();
    let wrong = |words: &[&str], code: i32, says: &str| {
        export(&folder, words).assert().code(code).stderr(contains(says));
    };
    wrong(&["map.json"], 2, "-o map.uvtt");
    wrong(&["map.json", "-o", "m.doc"], 2, ".dd2vtt");
    wrong(&["map.json", "-o", "nowhere/m.uvtt"], 2, "does not exist");
    wrong(&["map.json", "--format", "word"], 2, "watabou");
    wrong(&["map.json", "-o", "m.uvtt", "--pixels", "1"], 2, "2..=1000");
    wrong(&["map.json", "-o", "m.uvtt", "--style", "pink"], 2, "parchment");
    wrong(&["missing.json", "-o", "m.uvtt"], 2, "missing.json");
    fs::write(folder.path().join("broken.json"), "{ \"rects\": [], \"doors\": [").unwrap();
    wrong(&["broken.json", "-o", "m.uvtt"], 2, "line 1 column");
    fs::write(folder.path().join("other.json"), "{\"mapkiln\":\"board\",\"version\":1}").unwrap();
    wrong(&["other.json", "-o", "m.uvtt"], 2, "map");
    fs::write(folder.path().join("what.json"), "{}").unwrap();
    wrong(&["what.json", "-o", "m.uvtt"], 2, "nor is it a Mapkiln document");
    assert!(!folder.path().join("m.uvtt").exists());
}
