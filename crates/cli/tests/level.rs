//! `mapkiln level` from end to end.

#![allow(clippy::unwrap_used)]

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

fn mapkiln(words: &[&str]) -> Command {
    let mut command = Command::cargo_bin("mapkiln").unwrap();
    command.args(words);
    command
}

fn output(words: &[&str]) -> String {
    String::from_utf8(mapkiln(words).assert().success().get_output().stdout.clone()).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_level_on_any_number_of_threads() {
    let one = output(&["level", "--seed", "keep", "--count", "5", "--format", "json", "--threads", "1"]);
    let four = output(&["level", "--seed", "keep", "--count", "5", "--format", "json", "--threads", "4"]);
    assert_eq!(one, four);
    assert_eq!(one.lines().count(), 5);
    assert!(one.contains("\"mapkiln\":\"level\"") && one.contains("\"edges\":[["));
}

#[test]
fn every_format_comes_out() {
    for (format, word) in [
        ("text", "steps to the exit"),
        ("dot", "graph \"Carcere Exire\""),
        ("map", "@ entrance"),
        ("plan", "\"mapkiln\":\"plan\""),
    ] {
        mapkiln(&["level", "--preset", "rooms50", "--seed", "1", "--format", format])
            .assert()
            .success()
            .stdout(contains(word));
    }
}

#[test]
fn files_campaigns_and_grammars_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    std::fs::write(path("my.grammar"), "node R start R param n = 4 rule r a:R => a -- R run { r * n }")
        .unwrap();
    let files = [path("a.json"), path("a.dot"), path("a.plan")];
    let words = [
        "level",
        &path("my.grammar"),
        "--set",
        "n=9",
        "--seed",
        "1",
        "-q",
        "-o",
        &files[0],
        "-o",
        &files[1],
        "-o",
        &files[2],
    ];
    mapkiln(&words).assert().success().stdout("");
    assert!(files.iter().all(|f| std::fs::metadata(f).is_ok_and(|m| m.len() > 0)));
    std::fs::write(path("game.toml"), "levels = 3\n[set]\nrooms = \"20 + 10 * i\"\nenemies = 4\nchests = 2\nbosses = [0, 0, 1]\ncells = 2\n").unwrap();
    mapkiln(&["level", "--campaign", &path("game.toml"), "--level", "3", "--seed", "1"])
        .assert()
        .success()
        .stdout(contains("1 Room[boss]"));
    mapkiln(&["level", "--campaign", &path("game.toml"), "--level", "9"])
        .assert()
        .code(2)
        .stderr(contains("1 to 3"));
}

#[test]
fn wrong_use_is_code_2_and_impossible_levels_are_code_1() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.grammar").to_string_lossy().into_owned();
    std::fs::write(&file, "node Room\nstart Rom\nrule r a:Room => a -- Root\nrun { r * 3 }").unwrap();
    mapkiln(&["level", &file])
        .assert()
        .code(2)
        .stderr(contains(":2:7").and(contains(":3:23")).and(contains("did you mean `Room`?")));
    mapkiln(&["level", "carcere"]).assert().code(2).stderr(contains("carcere-exire"));
    mapkiln(&["level", "--set", "rooms"]).assert().code(2);
    mapkiln(&["level", "--set", "rooms=1"]).assert().code(2).stderr(contains("3 to 100000"));
    mapkiln(&["level", "--preset", "huge"]).assert().code(2).stderr(contains("rooms100"));
    mapkiln(&["level", "--seed", "1", "--set", "bosses=40"]).assert().code(1).stderr(contains("empty"));
    mapkiln(&["level", "check", "--set", "bosses=40"]).assert().code(1).stdout(contains("boss"));
}

#[test]
fn check_explain_trace_and_list_answer() {
    mapkiln(&["level", "check"]).assert().success().stdout(contains("9 rules, no contradiction"));
    mapkiln(&["level", "check", "lock-and-key", "--format"]).assert().success().stdout(contains("run {"));
    mapkiln(&["level", "explain", "--seeds", "10"])
        .assert()
        .success()
        .stdout(contains("begin at r: a Room[empty]"));
    mapkiln(&["level", "trace", "--seed", "3"])
        .assert()
        .success()
        .stdout(contains("entry").and(contains("done:")));
    mapkiln(&["level", "list"])
        .assert()
        .success()
        .stdout(contains("space-station").and(contains("rooms100")));
}

#[test]
fn the_paper_is_reproduced_in_a_short_run() {
    mapkiln(&["reproduce", "grammar", "--seeds", "2", "--batch", "4"])
        .assert()
        .success()
        .stdout(contains("36.22 / 6.75 = 5.37").and(contains("6.22")).and(contains("4/4")))
        .stdout(contains("times of the paper's engine").and(contains("times of our engine")));
}
