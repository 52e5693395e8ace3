//! What ends up in files: one map per file, nothing lost, nothing that players may not know.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value;

fn mapkiln(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("mapkiln"));
    command.current_dir(folder).args(words);
    command
}

/// Small searches: the command is tested here, not the maker.
fn dungeon(folder: &Path, words: &[&str]) -> Command {
    let mut command = mapkiln(folder, &["dungeon", "--generations", "2", "--population", "6", "-q"]);
    command.args(words);
    command
}

/// The names in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    fs::read_dir(folder).unwrap().map(name).collect()
}

fn numbered(stem: &str, ending: &str, count: usize) -> BTreeSet<String> {
    (1..=count).map(|n| format!("{stem}-{n}.{ending}")).collect()
}

/// The number of different files in a folder.
fn different(folder: &Path) -> usize {
    let contents: BTreeSet<Vec<u8>> =
        names(folder).iter().map(|name| fs::read(folder.join(name)).unwrap()).collect();
    contents.len()
}

#[test]
fn candidates_have_a_picture_each() {
    let folder = tempfile::tempdir().unwrap();
    dungeon(folder.path(), &["--seed", "c", "--candidates", "3", "--pixels", "4", "-o", "c.png"])
        .assert()
        .success();
    assert_eq!(names(folder.path()), numbered("c", "png", 3));
    assert_eq!(different(folder.path()), 3);
}

#[test]
fn a_selection_has_a_document_each_and_all_can_be_made_again() {
    let folder = tempfile::tempdir().unwrap();
    mapkiln(folder.path(), &["dungeon", "--classic", "--selection", "--seed", "s", "-q", "-o", "s.json"])
        .assert()
        .success();
    assert_eq!(names(folder.path()), numbered("s", "json", 10));
    assert!(different(folder.path()) > 1);
    for name in names(folder.path()) {
        mapkiln(folder.path(), &["remake", &name]).assert().success().stdout(contains("same to the byte"));
    }
}

#[test]
fn several_documents_are_numbered_and_other_commands_read_them() {
    let folder = tempfile::tempdir().unwrap();
    for (stem, words) in [("d", &["dungeon", "--classic"][..]), ("b", &["board", "catan"]), ("l", &["level"])]
    {
        let file = format!("{stem}.json");
        mapkiln(folder.path(), words)
            .args(["--seed", "n", "--count", "3", "-q", "-o", &file])
            .assert()
            .success();
    }
    let expected: BTreeSet<String> = ["d", "b", "l"].iter().flat_map(|s| numbered(s, "json", 3)).collect();
    assert_eq!(names(folder.path()), expected);
    assert_eq!(different(folder.path()), 9);
    for name in expected {
        mapkiln(folder.path(), &["draw", &name, "--format", "svg"])
            .assert()
            .success()
            .stdout(contains("<svg"));
    }
    // JSON Lines are one file, by their own name.
    mapkiln(folder.path(), &["level", "--seed", "n", "--count", "3", "-q", "-o", "all.jsonl"])
        .assert()
        .success();
    let lines = fs::read_to_string(folder.path().join("all.jsonl")).unwrap();
    let first = fs::read_to_string(folder.path().join("l-1.json")).unwrap();
    assert_eq!(lines.lines().count(), 3);
    assert_eq!(lines.lines().next(), Some(first.trim_end()));
}

#[test]
fn endings_count_in_capitals_too() {
    let folder = tempfile::tempdir().unwrap();
    mapkiln(folder.path(), &["world", "islands", "--size", "6x5", "--seed", "w", "-q", "-o", "W.TMX"])
        .assert()
        .success();
    let expected = ["W.TMX", "W-tiles.png", "W-picture.png"];
    assert_eq!(names(folder.path()), expected.map(str::to_owned).into());
    let map = fs::read_to_string(folder.path().join("W.TMX")).unwrap();
    assert!(map.contains("source=\"W-tiles.png\""), "{map}");
}

#[test]
fn the_name_of_a_tile_set_is_no_path() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("a/b/c");
    fs::create_dir_all(&inside).unwrap();
    let tile = "[[tile]]\nname = \"../../y\"\nedges = [\"G\", \"G\", \"G\", \"G\"]\n";
    fs::write(inside.join("set.toml"), format!("name = \"../../x\"\n{tile}")).unwrap();
    let words = ["world", "set.toml", "--size", "4x3", "--seed", "w", "-q"];
    let outputs = ["-o", "w.tmx", "-o", "w.tmj", "-o", "w.json", "-o", "w.png", "-o", "w.csv"];
    mapkiln(&inside, &words).args(outputs).assert().success();
    let expected = ["set.toml", "w.tmx", "w.tmj", "w-tiles.png", "w.json", "w.png", "w.csv"];
    assert_eq!(names(&inside), expected.map(str::to_owned).into());
    for (folder, only) in
        [(folder.path(), "a"), (&folder.path().join("a"), "b"), (&folder.path().join("a/b"), "c")]
    {
        assert_eq!(names(folder), BTreeSet::from([only.to_owned()]));
    }
}

/// A seed that cannot stand in a file by chance.
const SEED: &str = "zqxjkvwzqx";

#[test]
fn a_players_document_has_no_origin_seed_or_secret() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["--seed", SEED, "--theme", "crypt", "--secrets", "2", "--traps", "60", "-o", "gm.json"];
    dungeon(folder.path(), &words).assert().success();
    dungeon(folder.path(), &words[..words.len() - 1]).args(["p.json", "--player"]).assert().success();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (game_master, players) = (read("gm.json"), read("p.json"));
    assert!(game_master.contains(SEED));
    assert!(!players.contains(SEED), "a seed is a spoiler");
    let map: Value = serde_json::from_str(&players).unwrap();
    assert_eq!((&map["mapkiln"], map.get("origin")), (&"plan".into(), None));
    for secret in ["\"secret\"", "\"locked\"", "\"trapped\"", "\"monsters\"", "\"treasure\"", "\"notes\""] {
        let value = format!("{secret}:[{{");
        assert!(!players.contains(&format!(":{secret}")) && !players.contains(&value), "{secret}");
    }
    assert!(game_master.contains(":\"secret\""), "there was something to hide");
    mapkiln(folder.path(), &["remake", "p.json"]).assert().code(2).stderr(contains("has no origin"));
    // The other commands that write documents for players agree.
    mapkiln(folder.path(), &["export", "gm.json", "--player", "-q", "-o", "e.json"]).assert().success();
    mapkiln(folder.path(), &["draw", "gm.json", "--player", "-q", "-o", "d.json"]).assert().success();
    assert!(read("e.json") == players && read("d.json") == players);
}

#[test]
fn no_file_for_players_names_the_seed() {
    let folder = tempfile::tempdir().unwrap();
    let endings =
        ["svg", "map", "txt", "uvtt", "zip", "roll20.txt", "tmx", "tmj", "ldtk", "watabou.json", "png"];
    let files = endings.map(|ending| format!("p.{ending}"));
    let outputs = files.iter().flat_map(|file| ["-o", file.as_str()]);
    dungeon(folder.path(), &["--seed", SEED, "--player", "--pixels", "4"]).args(outputs).assert().success();
    for name in names(folder.path()) {
        let bytes = fs::read(folder.path().join(&name)).unwrap();
        assert!(!bytes.windows(SEED.len()).any(|window| window == SEED.as_bytes()), "{name}");
    }
    // The key in Markdown is the game master's.
    dungeon(folder.path(), &["--seed", SEED, "--player", "-o", "p.md"])
        .assert()
        .code(2)
        .stderr(contains("game master"));
}

#[test]
fn headings_with_a_seed_are_the_game_masters() {
    let folder = tempfile::tempdir().unwrap();
    for words in [&["--count", "2"][..], &["--candidates", "2"]] {
        let text = |more: &[&str]| {
            let mut command = dungeon(folder.path(), &["--seed", SEED, "--format", "text"]);
            String::from_utf8(command.args(words).args(more).output().unwrap().stdout).unwrap()
        };
        assert!(text(&[]).contains(SEED));
        let players = text(&["--player"]);
        assert!(!players.is_empty() && !players.contains(SEED), "{players}");
    }
    let classic = ["dungeon", "--classic", "--selection", "--seed", SEED, "--player", "-q"];
    let text = mapkiln(folder.path(), &classic).output().unwrap().stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(!text.contains(SEED) && !text.contains("Has enemies"), "{text}");
}
