//! `mapkiln make` and `mapkiln remake`, end to end.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::Value;

fn mapkiln(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("mapkiln"));
    command.current_dir(folder).args(words);
    command
}

fn stdout(mut command: Command) -> String {
    String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
}

/// A small spec per maker, and the kind of map it makes.
const SPECS: [(&str, &str); 7] = [
    (
        r#"{"maker":"dungeon","size":"small","layout":{"population":6,"generations":2},"contents":{"population":6,"generations":2}}"#,
        "plan",
    ),
    (r#"{"maker":"classic-dungeon"}"#, "plan"),
    (r#"{"maker":"catan"}"#, "board"),
    (r#"{"maker":"terra-mystica","rows":[6,7,6,7,6],"profile":"thesis","unfair":3}"#, "board"),
    (r#"{"maker":"level","preset":"rooms50"}"#, "level"),
    (r#"{"maker":"level-plan","level":{"grammar":"lock-and-key"}}"#, "plan"),
    (r#"{"maker":"world","tileset":"islands","width":8,"height":6}"#, "world"),
];

#[test]
fn every_maker_makes_and_remakes() {
    let folder = tempfile::tempdir().unwrap();
    for (spec, kind) in SPECS {
        fs::write(folder.path().join("spec.json"), spec).unwrap();
        mapkiln(folder.path(), &["make", "spec.json", "--seed", "m", "-q", "-o", "map.json"])
            .assert()
            .success()
            .stdout(is_empty())
            .stderr(is_empty());
        let map = read(folder.path(), "map.json");
        let spec: Value = serde_json::from_str(spec).unwrap();
        assert_eq!((&map["mapkiln"], &map["origin"]["maker"]), (&kind.into(), &spec["maker"]));
        mapkiln(folder.path(), &["remake", "map.json", "-q", "-o", "again.json"]).assert().success();
        let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
        assert!(bytes("map.json") == bytes("again.json"), "{spec}");
        mapkiln(folder.path(), &["remake", "map.json"])
            .assert()
            .success()
            .stdout("map.json: the same to the byte\n");
    }
}

fn read(folder: &Path, name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

#[test]
fn a_spec_is_toml_or_json_from_a_file_or_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let toml = "maker = \"level\"\ngrammar = \"lock-and-key\"\n[set]\nrooms = 20\n";
    let json = r#"{"maker": "level", "grammar": "lock-and-key", "set": {"rooms": 20}}"#;
    fs::write(folder.path().join("spec.toml"), toml).unwrap();
    fs::write(folder.path().join("spec.json"), json).unwrap();
    let make = |file: &str| mapkiln(folder.path(), &["make", file, "--seed", "s", "--format", "json"]);
    let made = stdout(make("spec.toml"));
    assert!(made.contains(r#""origin":{"maker":"level","version":1,"seed":"s""#), "{made}");
    assert_eq!(stdout(make("spec.json")), made);
    for text in [toml, json] {
        make("-").write_stdin(text).assert().success().stdout(made.clone());
    }
    // The command of the maker takes the same file and gives the same map.
    let level = ["level", "--spec", "spec.toml", "--seed", "s", "--format", "json"];
    assert_eq!(stdout(mapkiln(folder.path(), &level)), made);
    mapkiln(folder.path(), &["world", "--spec", "spec.toml"])
        .assert()
        .code(2)
        .stderr(contains("\"level\"").and(contains("world")));
}

#[test]
fn wrong_specs_say_what_to_write() {
    let folder = tempfile::tempdir().unwrap();
    for (spec, says) in [
        ("maker = \"sandwich\"\n", "makers are dungeon, classic-dungeon, catan, terra-mystica, level"),
        ("size = \"small\"\n", "a spec names its `maker`, one of dungeon"),
        ("maker = \"dungeon\"\nsiez = \"small\"\n", "siez"),
        ("maker = \"dungeon\"\nsize = \"tiny\"\n", "`size`"),
        ("maker = \"dungeon\"\n[layout]\npopulation = -4\n", "`layout.population`"),
        ("maker = \"dungeon\"\nlevels = 40\n", "from 1 to 9"),
        ("maker = \"world\"\ntileset = \"moon\"\n", "meadow"),
        ("maker = \n", "line 1"),
        ("{\"maker\": \"catan\",}", "line 1 column"),
    ] {
        mapkiln(folder.path(), &["make", "-", "--seed", "s"])
            .write_stdin(spec)
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(contains(says));
    }
    mapkiln(folder.path(), &["make", "none.toml"]).assert().code(2).stderr(contains("none.toml"));
    // A clear wish that cannot be met.
    mapkiln(folder.path(), &["make", "-", "--seed", "s"])
        .write_stdin("maker = \"level\"\n[set]\nbosses = 40\n")
        .assert()
        .code(1)
        .stderr(contains("empty"));
}

#[test]
fn other_files_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let spec = r#"{"maker":"level","grammar":"lock-and-key"}"#;
    let words = ["make", "-", "--seed", "s", "-q", "-o", "map.json"];
    mapkiln(folder.path(), &words).write_stdin(spec).assert().success();
    let map = read(folder.path(), "map.json");
    let write = |map: &Value| {
        fs::write(folder.path().join("other.json"), serde_json::to_string_pretty(map).unwrap()).unwrap();
    };
    let remake = || mapkiln(folder.path(), &["remake", "other.json"]);

    write(&map);
    remake().assert().success().stdout(contains("the same map, in a file that is formatted differently"));

    let mut tampered = map.clone();
    tampered["map"]["nodes"][1]["mark"] = "gold".into();
    write(&tampered);
    remake().assert().code(1).stderr(contains("makes another map"));

    let mut later = map.clone();
    later["origin"]["version"] = 99.into();
    write(&later);
    remake().assert().code(2).stderr(contains("version 99"));

    let mut nameless = map;
    nameless.as_object_mut().unwrap().remove("origin").unwrap();
    write(&nameless);
    remake().assert().code(2).stderr(contains("has no origin"));

    fs::write(folder.path().join("other.json"), "@..#\n").unwrap();
    remake().assert().code(2).stderr(contains("other.json"));
}

#[test]
fn rerolled_and_repaired_maps_are_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let small = ["dungeon", "--size", "small", "--population", "6", "--generations", "2", "-q"];
    mapkiln(folder.path(), &small).args(["--seed", "a", "-o", "a.json"]).assert().success();
    let reroll = ["--from", "a.json", "--keep", "rooms=1", "--reroll", "contents", "--seed", "b"];
    mapkiln(folder.path(), &small).args(reroll).args(["-o", "b.json"]).assert().success();
    fs::write(
        folder.path().join("board.txt"),
        "G6 G8 W2\nG9 L3 W10 D\nL4 B5 O10 W11 L4\nG11 L12 O6 B8\nW3 B9 O5\n",
    )
    .unwrap();
    let fix = ["board", "catan", "--fix", "board.txt", "--lock", "1,1", "--seed", "1", "-q", "-o", "c.json"];
    mapkiln(folder.path(), &fix).assert().success();
    mapkiln(folder.path(), &["world", "--chunk", "-1..0,3", "--seed", "d", "-q", "-o", "d.json"])
        .assert()
        .success();
    // What they were made from is in their origins.
    fs::remove_file(folder.path().join("a.json")).unwrap();
    fs::remove_file(folder.path().join("board.txt")).unwrap();
    for name in ["b.json", "c.json", "d.json"] {
        mapkiln(folder.path(), &["remake", name]).assert().success().stdout(contains("the same to the byte"));
    }
}
