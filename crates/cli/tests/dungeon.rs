//! `mapkiln dungeon` and the menu, end to end, as a user meets them.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::process::{Command as Process, Stdio};

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

fn mapkiln() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("mapkiln"))
}

fn dungeon(words: &[&str]) -> Command {
    let mut command = mapkiln();
    command.arg("dungeon").arg("--classic").args(words);
    command
}

#[test]
fn a_dungeon_comes_with_legend_and_room_list() {
    dungeon(&["--seed", "x"])
        .assert()
        .success()
        .stdout(contains("w = walls\n/ = doors\nc = corridors\nROOM A - "))
        .stderr(is_empty());
}

#[test]
fn without_a_seed_one_is_drawn_and_told() {
    let first = dungeon(&[]).output().unwrap();
    let told = String::from_utf8(first.stderr).unwrap();
    let seed = told.strip_prefix("seed ").unwrap().split(' ').next().unwrap();
    dungeon(&["--seed", seed]).assert().success().stdout(first.stdout);
    dungeon(&["--quiet"]).assert().success().stderr(is_empty());
}

#[test]
fn threads_do_not_change_the_bytes() {
    let bytes = |threads| {
        dungeon(&["--seed", "t", "--count", "5", "--format", "json", "--threads", threads])
            .output()
            .unwrap()
            .stdout
    };
    assert_eq!(bytes("1"), bytes("3"));
    assert_eq!(bytes("1").iter().filter(|b| **b == b'\n').count(), 5);
}

#[test]
fn each_of_several_has_a_seed_of_its_own() {
    let several = dungeon(&["--seed", "s", "--count", "3", "--format", "json"]).output().unwrap().stdout;
    let second = dungeon(&["--seed", "s#1", "--format", "json"]).output().unwrap().stdout;
    let several = String::from_utf8(several).unwrap();
    assert_eq!(several.lines().nth(1).unwrap().as_bytes(), second.trim_ascii_end());
}

#[test]
fn several_files_and_a_report_in_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut command = dungeon(&["--seed", "f", "--size", "medium"]);
    command.arg("-o").arg(path("a.txt")).arg("-o").arg(path("a.json"));
    command.arg("--report").arg(path("report.json"));
    command.assert().success().stdout(is_empty()).stderr(contains("wrote"));
    assert!(fs::read_to_string(path("a.txt")).unwrap().contains("ROOM J - "));
    let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(path("a.json")).unwrap()).unwrap();
    assert_eq!(json["mapkiln"], "plan");
    assert_eq!(json["origin"]["seed"], "f");
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(path("report.json")).unwrap()).unwrap();
    assert_eq!(report["stages"][0]["name"], "layout");
    assert_eq!(report["stages"][0]["trace"].as_array().unwrap().len(), 11);
    assert_eq!(report["stages"][1]["trace"].as_array().unwrap().len(), 11);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "no temporary file stays");
}

#[test]
fn the_selection_is_the_whole_last_generation() {
    let text = dungeon(&["--seed", "s", "--selection"]).output().unwrap().stdout;
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.matches("of its generation").count(), 10);
}

#[test]
fn wrong_flags_say_what_to_write() {
    for (words, advice) in [
        (["--size", "huge"], "small, medium, large"),
        (["--enemies", "140"], "a whole percentage from 0 to 100"),
        (["--treasure", "many"], "a whole percentage from 0 to 100"),
        (["--count", "0"], "at least 1"),
        (["--threads", "0"], "at least 1"),
        (["--population", "0"], "from 1 to 100000"),
        (["--format", "bmp"], "text"),
        (["-o", "no/such/folder/x.txt"], "does not exist; make it first"),
        (["-o", "map.bmp"], ".txt"),
        (["--report", "no/such/folder/x.json"], "does not exist"),
        (["--spec", "no-such-file.toml"], "could not read"),
    ] {
        dungeon(&words).assert().code(2).stdout(is_empty()).stderr(contains(advice));
    }
}

#[test]
fn a_half_valid_spec_names_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spec.toml");
    let try_spec = |text: &str, says: &str| {
        fs::write(&path, text).unwrap();
        let mut command = dungeon(&["--seed", "s"]);
        command.arg("--spec").arg(&path).assert().code(2).stderr(contains(says));
    };
    try_spec("size = \"small\"\nenemys = 3\n", "unknown field `enemys`");
    try_spec("size = \"tiny\"\n", "tiny");
    try_spec("size = \n", "line 1");
    try_spec("enemies = 200\n", "from 0 to 100");
    try_spec("[layout]\npopulation = -4\n", "`layout.population`");
}

#[test]
fn a_spec_file_counts_and_flags_win_over_it() {
    let folder = tempfile::tempdir().unwrap();
    let toml = folder.path().join("spec.toml");
    let json = folder.path().join("spec.json");
    fs::write(&toml, "size = \"medium\"\nenemies = 100\n").unwrap();
    fs::write(&json, r#"{"size": "medium", "enemies": 100}"#).unwrap();
    let with = |path: &std::path::Path, words: &[&str]| {
        let mut command = dungeon(words);
        command.arg("--seed").arg("s").arg("--spec").arg(path).output().unwrap().stdout
    };
    let flags = dungeon(&["--seed", "s", "--size", "medium", "--enemies", "100"]).output().unwrap().stdout;
    assert_eq!(with(&toml, &[]), flags);
    assert_eq!(with(&json, &[]), flags);
    assert!(!String::from_utf8(flags).unwrap().contains("Is empty"));
    let fewer = String::from_utf8(with(&toml, &["--enemies", "0"])).unwrap();
    assert!(!fewer.contains("Has enemies"));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Process::new(assert_cmd::cargo::cargo_bin!("mapkiln"))
        .args(["dungeon", "--classic", "--count", "200", "--seed", "p"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn the_menu_asks_shows_and_saves() {
    let folder = tempfile::tempdir().unwrap();
    let answers = "1\nletters\n7\n2\n3\n2\n\n2\n\n2\nmap.json\n4\nmap.bmp\n99\n\n";
    mapkiln()
        .current_dir(folder.path())
        .write_stdin(answers)
        .assert()
        .success()
        .stdout(starts_with("Welcome to Mapkiln.").and(contains("Please type a number from 1 to 3.")))
        .stdout(contains("Map 10 of 10").and(contains("w = walls")))
        .stdout(contains("Saved dungeon-2.txt.").and(contains("dungeon-2.txt is already there")))
        .stdout(contains("Saved map.json.").and(contains("must end in .txt or .json")))
        .stdout(contains("That is not the number of a map."));
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn the_end_of_the_input_ends_the_menu_with_advice() {
    mapkiln().write_stdin("1\n2\n").assert().code(1).stderr(contains("mapkiln dungeon"));
    mapkiln().write_stdin("1\n2\n3\n").assert().success().stdout(contains("Map 1 of 10"));
}

#[test]
fn reproduce_measures() {
    mapkiln()
        .args(["reproduce", "dungeon", "--seeds", "3"])
        .assert()
        .success()
        .stdout(contains("medium").and(contains("ROOM A - ")).and(contains("ms per run")));
}
