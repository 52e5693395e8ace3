//! `mapkiln check` end to end.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

fn mapkiln(folder: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("mapkiln"));
    command.current_dir(folder);
    command
}

fn dungeon(folder: &Path) {
    let words = "dungeon --seed cellar --size small -q -o map.json --report report.json";
    mapkiln(folder).args(words.split(' ')).assert().success();
}

#[test]
fn what_holds_and_how_it_is_proved() {
    let folder = tempfile::tempdir().unwrap();
    dungeon(folder.path());
    let mut check = mapkiln(folder.path());
    check.args(["check", "map.json", "--report", "report.json"]);
    check.assert().success().stdout(contains("✓ keys")).stdout(contains("✗").not());
    let json = mapkiln(folder.path()).args(["check", "map.json", "--format", "json"]).output().unwrap();
    let line: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&line["holds"], &line["kind"]), (&true.into(), &"plan".into()));
}

#[test]
fn what_does_not_hold_ends_with_1_and_wrong_use_with_2() {
    let folder = tempfile::tempdir().unwrap();
    dungeon(folder.path());
    let path = folder.path().join("map.json");
    let mut map: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let second = map["map"]["levels"][0]["rooms"][1]["outline"].clone();
    map["map"]["levels"][0]["rooms"][0]["outline"] = second;
    std::fs::write(&path, map.to_string()).unwrap();
    mapkiln(folder.path())
        .args(["check", "map.json"])
        .assert()
        .code(1)
        .stdout(contains("room 1 and room 2 share"));
    let mut portuguese = mapkiln(folder.path());
    portuguese.args(["check", "map.json", "--lang", "pt-BR", "--claims", "rooms", "--quiet"]);
    portuguese.assert().code(1).stdout(contains("dividem a célula"));
    let sarif = mapkiln(folder.path()).args(["check", "map.json", "--format", "sarif"]).output().unwrap();
    let log: serde_json::Value = serde_json::from_slice(&sarif.stdout).unwrap();
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "rooms");
    mapkiln(folder.path()).args(["draw", "map.json", "--findings", "-o", "map.svg"]).assert().success();
    assert!(std::fs::read_to_string(folder.path().join("map.svg")).unwrap().contains("findings"));
    // A map that cannot be read is a finding; what is no map is wrong use.
    std::fs::write(
        &path,
        r#"{"mapkiln":"plan","version":1,"map":{"levels":[{"width":0,"height":1,"rooms":[]}]}}"#,
    )
    .unwrap();
    mapkiln(folder.path())
        .args(["check", "map.json"])
        .assert()
        .code(1)
        .stdout(contains("contradicts itself"));
    mapkiln(folder.path()).args(["check", "nothing.json"]).assert().code(2);
    mapkiln(folder.path()).args(["check", "map.json", "--claims", "beauty"]).assert().code(2);
    mapkiln(folder.path()).arg("check").assert().code(2);
}

#[test]
fn many_documents_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let words = "board catan --seed a --count 20 --format json -q";
    let boards = mapkiln(folder.path()).args(words.split(' ')).output().unwrap().stdout;
    let mut check = mapkiln(folder.path());
    check.args(["check", "-", "--quiet"]).write_stdin(boards);
    check.assert().success().stdout(contains("all claims hold of 20 of 20 maps"));
}

#[test]
fn players_files_against_the_game_masters() {
    let folder = tempfile::tempdir().unwrap();
    dungeon(folder.path());
    let export = |player: &[&str], file: &str| {
        mapkiln(folder.path()).args(["export", "map.json", "-q", "-o", file]).args(player).assert().success();
    };
    export(&[], "gm.zip");
    export(&["--player"], "players.zip");
    export(&["--player"], "players.uvtt");
    export(&["--player"], "players.json");
    let check = |file: &str, player: &[&str]| {
        let mut check = mapkiln(folder.path());
        check.args(["check", file, "--against", "map.json"]).args(player);
        check.assert()
    };
    check("gm.zip", &[]).success().stdout(contains("✓ walls-in-file"));
    check("players.zip", &["--player"]).success().stdout(contains("✓ words"));
    check("players.uvtt", &["--player"]).success();
    check("players.json", &[]).success().stdout(contains("✓ players"));
    check("gm.zip", &["--player"]).code(1);
}
