//! `mapkiln dungeon` for game masters and `mapkiln codex`, end to end.

#![allow(clippy::unwrap_used)]

use std::fs;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

fn mapkiln(words: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("mapkiln"));
    command.args(words);
    command
}

/// Small searches: the command is tested here, not the maker.
fn dungeon(words: &[&str]) -> Command {
    let mut command = mapkiln(&["dungeon", "--generations", "2", "--population", "6"]);
    command.args(words);
    command
}

fn stdout(mut command: Command) -> String {
    String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
}

#[test]
fn a_dungeon_reads_well_in_both_languages() {
    let english = stdout(dungeon(&["--seed", "x", "--theme", "crypt", "--format", "md"]));
    assert!(english.starts_with("# The "), "{english}");
    for part in ["## Background", "### 1. ", "**Exits.**", "XP", "CC-BY-4.0", "**Wandering (d6).**"] {
        assert!(english.contains(part), "{part}");
    }
    let portuguese =
        stdout(dungeon(&["--seed", "x", "--theme", "crypt", "--format", "md", "--lang", "pt-BR"]));
    assert!(portuguese.contains("## Histórico") && portuguese.contains("**Saídas.**"));
    let text = stdout(dungeon(&["--seed", "x", "--levels", "2"]));
    assert!(text.contains("####") && text.contains("stairs down"));
}

#[test]
fn parts_are_kept_and_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.json");
    dungeon(&["--seed", "k", "-q", "-o"]).arg(&path).assert().success();
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let old = read(&fs::read_to_string(&path).unwrap());
    let again = |words: &[&str]| {
        let mut command = dungeon(&["--from"]);
        command.arg(&path).args(["--seed", "other", "--format", "json"]).args(words);
        read(&stdout(command))
    };
    let story = again(&["--theme", "mine", "--entrance", "2"]);
    assert_ne!(story["map"]["title"], old["map"]["title"]);
    assert_eq!(story["map"]["levels"][0]["entrances"][0]["area"]["room"], 1);
    let new = again(&["--keep", "rooms=1,3-4", "--reroll", "contents"]);
    let rooms = |map: &serde_json::Value| map["map"]["levels"][0]["rooms"].clone();
    for kept in [0, 2, 3] {
        assert_eq!(rooms(&new)[kept], rooms(&old)[kept]);
    }
    assert_ne!(rooms(&new), rooms(&old));
    assert_eq!(new["map"]["levels"][0]["doors"], old["map"]["levels"][0]["doors"]);
    let one = again(&["--reroll", "room=2"]);
    for (i, room) in rooms(&old).as_array().unwrap().iter().enumerate() {
        assert_eq!(i != 1, *room == rooms(&one)[i], "room {}", i + 1);
    }
    for (words, says) in [
        (["--keep", "1,2", "--reroll", "words"], "rooms=1,3-5"),
        (["--keep", "rooms=1", "--reroll", "everything"], "contents, layout, words or room=4"),
    ] {
        let mut command = dungeon(&["--from"]);
        command.arg(&path).args(words).assert().code(2).stderr(contains(says));
    }
    let mut command = dungeon(&["--from"]);
    command
        .arg(&path)
        .args(["--seed", "a", "--reroll", "room=99"])
        .assert()
        .code(2)
        .stderr(contains("no room 99"));
}

#[test]
fn candidates_come_with_their_scores() {
    let text = stdout(dungeon(&["--seed", "c", "--candidates", "3", "--format", "text"]));
    assert!(text.contains("Candidate 1, seed c: rooms") && text.contains("Candidate 2"));
    assert!(text.contains("loops"));
}

#[test]
fn wrong_wishes_say_what_to_write() {
    for (words, says, code) in [
        (vec!["--party", "4x40"], "levels go from 1 to 20", 2),
        (vec!["--party", "many"], "4x3", 2),
        (vec!["--theme", "disco"], "crypt, bandit-lair", 2),
        (vec!["--lang", "klingon"], "en or pt-BR", 2),
        (vec!["--rooms", "50", "--width", "20", "--height", "20"], "50 rooms do not fit on 20x20", 1),
        (vec!["--shapes", "blob"], "rectangle, circle", 2),
        (vec!["--selection"], "--classic", 2),
        (vec!["--classic", "--party", "4x3"], "cannot be used with", 2),
    ] {
        dungeon(&words).args(["--seed", "w"]).assert().code(code).stdout(is_empty()).stderr(contains(says));
    }
}

#[test]
fn the_codex_lists_shows_and_checks() {
    mapkiln(&["codex", "list", "monsters"])
        .assert()
        .success()
        .stdout(contains("Aboleth\tCR 10\t5900 XP").and(contains("CC-BY-4.0")));
    mapkiln(&["codex", "list"]).assert().success().stdout(contains("8 themes"));
    mapkiln(&["codex", "list", "themes"]).assert().success().stdout(starts_with("crypt"));
    mapkiln(&["codex", "show", "lich"]).assert().success().stdout(contains("undead, CR 21"));
    mapkiln(&["codex", "show", "zzz"]).assert().code(1).stderr(contains("codex list monsters"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.csv");
    fs::write(&path, "name,cr,type\nBog Thing,1/2,plant\nLich,20,undead\n").unwrap();
    mapkiln(&["codex", "check"])
        .arg(&path)
        .assert()
        .success()
        .stdout(contains("2 monsters").and(contains("1 replace")));
    mapkiln(&["codex", "show", "Bog Thing", "--codex"])
        .arg(&path)
        .assert()
        .success()
        .stdout(contains("100 XP"));
    fs::write(&path, "name,cr,type\nBog Thing,,plant\n").unwrap();
    mapkiln(&["codex", "check"]).arg(&path).assert().code(1).stderr(contains("row 2: Bog Thing has no cr"));
    dungeon(&["--seed", "s", "--codex"]).arg(&path).assert().code(2).stderr(contains("Bog Thing has no cr"));
}

#[test]
fn the_report_holds_targets_terms_and_the_proof() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.json");
    dungeon(&["--seed", "r", "-q", "--format", "json", "--report"]).arg(&path).assert().success();
    let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let findings = &report["findings"];
    assert!(findings["targets"][0]["loops"]["low"].is_number());
    assert!(findings["contents"]["curve"]["score"].is_number());
    assert!(!findings["proof"][0]["order"].as_array().unwrap().is_empty());
}
