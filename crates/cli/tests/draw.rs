//! `mapkiln draw`, end to end.

use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;

fn mapkiln(folder: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("mapkiln"));
    command.current_dir(folder);
    command
}

fn with_cellar() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    mapkiln(folder.path())
        .args(["dungeon", "--seed", "cellar", "--quiet", "-o", "cellar.json"])
        .assert()
        .success();
    folder
}

#[test]
fn every_form_is_written_and_is_what_its_ending_says() {
    let folder = with_cellar();
    let files = ["map.svg", "map.png", "map.pdf", "map.txt"];
    let outputs = files.iter().flat_map(|file| ["-o", file]);
    mapkiln(folder.path())
        .args(["draw", "cellar.json", "--pixels", "8", "--style", "parchment"])
        .args(outputs)
        .assert()
        .success()
        .stdout("")
        .stderr(predicate::str::contains("wrote map.png"));
    let starts: [&[u8]; 4] = [b"<svg", b"\x89PNG", b"%PDF", b""];
    for (file, start) in files.iter().zip(starts) {
        let bytes = std::fs::read(folder.path().join(file)).expect("the file is there");
        assert!(bytes.starts_with(start) && bytes.len() > 500, "{file}");
    }
}

#[test]
fn the_same_words_draw_the_same_bytes() {
    let folder = with_cellar();
    for name in ["a", "b"] {
        let (svg, png, pdf) = (format!("{name}.svg"), format!("{name}.png"), format!("{name}.pdf"));
        let words = ["draw", "cellar.json", "--pixels", "6", "-q", "-o", &svg, "-o", &png, "-o", &pdf];
        mapkiln(folder.path()).args(words).assert().success();
    }
    for ending in ["svg", "png", "pdf"] {
        let read = |name: &str| std::fs::read(folder.path().join(format!("{name}.{ending}"))).ok();
        assert_eq!(read("a"), read("b"), "{ending}");
    }
}

#[test]
fn text_goes_to_standard_output_and_players_get_no_key() {
    let folder = with_cellar();
    let shown = mapkiln(folder.path()).args(["draw", "cellar.json"]).assert().success();
    let text = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
    assert!(text.contains('┌') && text.contains('1') && !text.contains('\u{1b}'), "{text}");
    let shown =
        mapkiln(folder.path()).args(["draw", "cellar.json", "--player", "--ascii"]).assert().success();
    let text = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
    assert!(text.is_ascii() && !text.contains("reasure") && !text.contains('1'), "{text}");
}

#[test]
fn makers_take_the_same_endings() {
    let folder = tempfile::tempdir().expect("a folder");
    let words =
        ["dungeon", "--seed", "x", "--count", "2", "-q", "--pixels", "6", "-o", "map.png", "-o", "map.svg"];
    mapkiln(folder.path()).args(words).assert().success();
    for file in ["map-1.png", "map-2.png", "map-1.svg", "map-2.svg"] {
        assert!(folder.path().join(file).exists(), "{file}");
    }
}

/// Width and height, as the header of a PNG says them.
fn size_of(path: &Path) -> (u32, u32) {
    let bytes = std::fs::read(path).expect("a picture");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn several_levels_with_their_keys_fit_the_width_of_a_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = ["dungeon", "--levels", "3", "--seed", "deep", "-q", "-o", "deep.png"];
    mapkiln(folder.path()).args(words).assert().success();
    let (width, height) = size_of(&folder.path().join("deep.png"));
    // The levels stand below one another, each with its own key.
    assert!(width <= 3000 && width < height, "{width}x{height}");
}

#[test]
fn boards_levels_and_worlds_are_drawn_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let maps: [(&str, &[&str]); 4] = [
        ("catan", &["board", "catan"]),
        ("terra", &["board", "terra-mystica"]),
        ("level", &["level"]),
        ("world", &["world", "--size", "12x9"]),
    ];
    for (name, words) in maps {
        let json = format!("{name}.json");
        mapkiln(folder.path()).args(words).args(["--seed", "7", "-q", "-o", &json]).assert().success();
        let files = ["svg", "png", "pdf", "txt"].map(|ending| format!("{name}.{ending}"));
        let outputs = files.iter().flat_map(|file| ["-o", file]);
        mapkiln(folder.path()).args(["draw", &json, "-q"]).args(outputs).assert().success();
        let (width, height) = size_of(&folder.path().join(&files[1]));
        assert!(width > 100 && height > 100, "{name}: {width}x{height}");
    }
    // A board made by one rule shows what breaks another.
    let judged = |rules: &str| {
        let words = ["draw", "catan.json", "--rules", rules, "--format", "svg"];
        mapkiln(folder.path()).args(words).assert()
    };
    judged("tournament").success().stdout(predicate::str::contains("Score by the rules"));
    judged("lab").code(2).stderr(predicate::str::contains("write one of"));
}

#[test]
fn a_level_goes_to_tabletops_and_editors() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["l.uvtt", "l.zip", "l.roll20.txt", "l.tmx", "l.tmj", "l.ldtk", "l.watabou.json"];
    let outputs = files.iter().flat_map(|file| ["-o", file]);
    mapkiln(folder.path()).args(["level", "--seed", "7", "-q"]).args(outputs).assert().success();
    for file in files.iter().chain(&["l-tiles.png"]) {
        assert!(folder.path().join(file).exists(), "{file}");
    }
}

#[test]
fn wrong_use_is_told() {
    let folder = with_cellar();
    let refused = |words: &[&str], says: &str| {
        mapkiln(folder.path()).args(words).assert().code(2).stderr(predicate::str::contains(says));
    };
    refused(&["draw", "missing.json"], "could not read missing.json");
    refused(&["draw", "cellar.json", "-o", "map.bmp"], ".svg");
    refused(&["draw", "cellar.json", "--style", "neon"], "hatched, blue, parchment, ink, dark");
    refused(&["draw", "cellar.json", "--level", "4"], "there is no level 4; this map has 1");
    refused(&["draw", "cellar.json", "--pixels", "0"], "0");
    refused(
        &["draw", "cellar.json", "--pixels", "1000", "--format", "png", "--bare", "--level", "9"],
        "level 9",
    );
    std::fs::write(folder.path().join("bad.json"), "{\"mapkiln\":").expect("written");
    refused(&["draw", "bad.json"], "bad.json: this is not a Mapkiln document");
}
