//! `mapkiln board`, end to end, as a user meets it.

#![allow(clippy::unwrap_used)]

use std::fs;

use assert_cmd::Command;
use predicates::str::{contains, is_empty};

fn board(words: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("mapkiln"));
    command.arg("board").args(words);
    command
}

fn text(words: &[&str]) -> String {
    String::from_utf8(board(words).output().unwrap().stdout).unwrap()
}

#[test]
fn a_catan_board_is_five_rows_of_tokens() {
    let rows = text(&["catan", "--seed", "x"]);
    let lengths: Vec<usize> = rows.lines().map(|row| row.split(' ').count()).collect();
    assert_eq!(lengths, [3, 4, 5, 4, 3]);
    let large = text(&["catan", "--players", "6", "--seed", "x"]);
    assert_eq!(large.split_whitespace().count(), 30);
}

#[test]
fn several_boards_have_an_empty_line_between_them_and_seeds_of_their_own() {
    let several = text(&["terra-mystica", "--seed", "s", "--count", "3", "--threads", "2"]);
    let boards: Vec<&str> = several.split("\n\n").collect();
    assert_eq!(boards.len(), 3);
    assert_eq!(boards[1].trim_end(), text(&["terra-mystica", "--seed", "s#1"]).trim_end());
    assert_eq!(several, text(&["terra-mystica", "--seed", "s", "--count", "3", "--threads", "1"]));
}

#[test]
fn what_is_made_is_judged_as_balanced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boards.txt");
    let file = path.to_str().unwrap();
    board(&["terra-mystica", "--profile", "even", "--seed", "e", "--count", "2", "-o", file])
        .assert()
        .success();
    let judged = text(&["terra-mystica", "--score", file]);
    assert_eq!(judged.matches(" balanced").count(), 8, "two boards, four metrics: {judged}");
    let json = folder.path().join("board.json");
    let file = json.to_str().unwrap();
    board(&["catan", "--profile", "tournament", "--seed", "e", "-o", file]).assert().success();
    board(&["catan", "--score", file]).assert().success().stdout(contains("tournament       0  balanced"));
    let scores = text(&["catan", "--score", file, "--format", "json"]);
    let scores: serde_json::Value = serde_json::from_str(&scores).unwrap();
    assert_eq!(scores["scores"][1]["total"], 0);
}

#[test]
fn official_maps_are_judged_and_explained() {
    let maps = "../board/data/terra_mystica_official.txt";
    board(&["terra-mystica", "--score", maps, "--explain"])
        .assert()
        .success()
        .stdout(contains("Original\n  thesis          17  not balanced (R1 0, R2 3, R3 0, R4 14)"))
        .stdout(contains("lab              9  not balanced (R1 0, R2 3, R3 0, R4 6)"))
        .stdout(contains("R4 (+1): the swamp in row 1, column 13 has no neighbour one spade away"));
}

#[test]
fn repairs_keep_locked_hexes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    let broken = "G6 G8 W2\nG9 L3 W10 D\nL4 B5 O10 W11 L4\nG11 L12 O6 B8\nW3 B9 O5\n";
    fs::write(&path, broken).unwrap();
    let file = path.to_str().unwrap();
    let fixed = text(&["catan", "--fix", file, "--lock", "1,1", "--lock", "desert", "--seed", "1"]);
    let rows: Vec<&str> = fixed.lines().collect();
    assert!(rows[0].starts_with("G6 ") && rows[1].ends_with(" D"), "{fixed}");
    fs::write(&path, &fixed).unwrap();
    board(&["catan", "--score", file]).assert().success().stdout(contains("standard         0  balanced"));

    fs::write(&path, broken).unwrap();
    board(&["catan", "--fix", file, "--lock", "1,1", "--lock", "1,2", "--seed", "1"])
        .assert()
        .code(1)
        .stdout(is_empty())
        .stderr(contains(
            "cannot be balanced: the grain 6 in row 1, column 1 has a neighbour of its own terrain",
        ));
}

#[test]
fn what_is_not_balanced_is_given_and_marked() {
    let unbalanced =
        board(&["terra-mystica", "--method", "thesis", "--time-limit", "1", "--seed", "u"]).output().unwrap();
    assert_eq!(unbalanced.status.code(), Some(1));
    assert_eq!(String::from_utf8(unbalanced.stdout).unwrap().lines().count(), 9);
    assert!(String::from_utf8(unbalanced.stderr).unwrap().contains("not balanced"));
    let unfair = text(&["catan", "--unfair", "7", "--seed", "u", "--explain"]);
    assert!(unfair.contains("# standard: 7 = "), "{unfair}");
}

#[test]
fn wrong_use_is_told_with_code_2() {
    for (words, told) in [
        (&["catan", "--score", "nowhere.txt"][..], "could not read nowhere.txt"),
        (&["catan", "--lock", "1,1"], "--fix"),
        (&["terra-mystica", "--rows", "0"], "1 to 60"),
        (&["catan", "--profile", "friendly"], "standard, tournament"),
        (&["terra-mystica", "--format", "clay"], "text, json"),
    ] {
        board(words).assert().code(2).stderr(contains(told));
    }
    board(&["catan", "--score", "-"])
        .write_stdin("G5 W2 D\nX")
        .assert()
        .code(2)
        .stderr(contains("row 2, column 1"));
    let twice = "G2 W2 D\nG8 W9 L3 O11\nL4 B6 W10 B9 O5\nG11 L12 O6 B10\nW3 G8 L4\n";
    let told = "row 1, column 2: this is one token 2 too many";
    board(&["catan", "--fix", "-"]).write_stdin(twice).assert().code(2).stderr(contains(told));
}

#[test]
fn the_thesis_is_reproduced_in_a_short_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("mapkiln"));
    command
        .args(["reproduce", "boards", "--runs", "1", "--seconds", "1", "--tables", "3,7,13", "-o", path])
        .assert()
        .success()
        .stdout(contains("Table 3: the published algorithm, population 1000"))
        .stdout(contains("17 = (0, 3, 0, 14)"))
        .stdout(contains("R2 never checked"));
    for file in [
        "scores.csv",
        "methods.csv",
        "official.csv",
        "catan.csv",
        "table-03.svg",
        "methods-by-time.svg",
        "methods-by-evaluations.svg",
    ] {
        assert!(fs::metadata(folder.path().join(file)).unwrap().len() > 100, "{file}");
    }
}
