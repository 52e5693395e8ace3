//! `mapkiln world` from end to end.

#![allow(clippy::unwrap_used)]

use assert_cmd::Command;
use predicates::prelude::*;

fn mapkiln(args: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("mapkiln").unwrap().args(args).assert()
}

fn stdout(args: &[&str]) -> String {
    String::from_utf8(mapkiln(args).success().get_output().stdout.clone()).unwrap()
}

#[test]
fn a_seed_gives_the_same_world_on_any_number_of_threads() {
    let base = ["world", "islands", "--size", "30x12", "--seed", "a", "--count", "3", "--format", "csv"];
    let one = stdout(&[&base[..], &["--threads", "1"]].concat());
    let two = stdout(&[&base[..], &["--threads", "2"]].concat());
    assert_eq!(one, two);
    assert_eq!(one.lines().filter(|l| !l.is_empty()).count(), 36);
    assert!(one.lines().next().unwrap().split(',').count() == 30);
}

#[test]
fn pins_borders_and_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (png, tmx, tmj, json) = (file("w.png"), file("w.tmx"), file("w.tmj"), file("w.json"));
    let out = stdout(&[
        "world",
        "islands",
        "--size",
        "12x9",
        "--seed",
        "b",
        "--border",
        "water",
        "--pin",
        "5,4=grass",
        "--format",
        "csv",
        "-o",
        &png,
        "-o",
        &tmx,
        "-o",
        &tmj,
        "-o",
        &json,
        "--quiet",
    ]);
    let rows: Vec<Vec<&str>> = out.lines().map(|l| l.split(',').collect()).collect();
    // A tile of the ground grass, whatever its corners.
    assert!(rows[4][5].contains("grass"), "{}", rows[4][5]);
    assert!(rows[0].iter().chain(&rows[8]).all(|t| t.starts_with("water")));
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert!(std::fs::metadata(tmx.replace(".tmx", "-tiles.png")).is_ok());
    // What was written for Tiled can be learned from, and gives worlds again.
    let set = file("learned.toml");
    mapkiln(&["world", "learn", &tmx, "-o", &set]).success();
    mapkiln(&["world", &set, "--size", "10x10", "--seed", "c"]).success();
    mapkiln(&["world", &tmj, "--size", "10x10", "--seed", "c"]).success();
    let document = std::fs::read_to_string(&json).unwrap();
    assert!(
        document.starts_with(
            r#"{"mapkiln":"world","version":1,"origin":{"maker":"world","version":1,"seed":"b""#
        )
    );
}

#[test]
fn chunks_join_and_do_not_depend_on_the_range() {
    let wide = stdout(&["world", "meadow", "--chunk", "-1..0,2..2", "--seed", "far", "--format", "csv"]);
    let one = stdout(&["world", "meadow", "--chunk", "0,2", "--seed", "far", "--format", "csv"]);
    for (wide, one) in wide.lines().zip(one.lines()) {
        assert!(wide.ends_with(one));
    }
    mapkiln(&["world", "paper", "--chunk", "9223372036854775807,-9223372036854775808", "--seed", "x"])
        .success();
}

#[test]
fn the_linter_names_the_gaps_of_the_paper() {
    mapkiln(&["world", "check", "paper"])
        .code(1)
        .stdout(predicate::str::contains("south PPP, west PPP"))
        .stdout(predicate::str::contains("add a tile with edges = [\"AGG\", \"GGA\", \"AGG\", \"GGA\"]"));
    mapkiln(&["world", "check", "meadow"]).success();
    mapkiln(&["world", "check", "meadow", "--json"])
        .success()
        .stdout(predicate::str::contains("\"findings\":[]"));
}

#[test]
fn nonsense_is_told_apart_from_the_impossible() {
    let usage = |args: &[&str], says: &str| {
        mapkiln(args).code(2).stderr(predicate::str::contains(says));
    };
    usage(&["world", "moon"], "meadow");
    usage(&["world", "nothing.toml"], "could not read");
    usage(&["world", "--size", "0x5"], "0x5");
    usage(&["world", "--size", "1000000000x1000000000"], "by chunk");
    usage(&["world", "--size", "big"], "100x100");
    usage(&["world", "--pin", "99,99=water"], "outside");
    usage(&["world", "--pin", "1,1=lava"], "lava");
    usage(&["world", "--format", "bmp"], "text, json, jsonl, csv");
    usage(&["world", "--chunk", "a,b"], "3,-2");
    mapkiln(&["world", "islands", "--seed", "a", "--pin", "3,3=water", "--pin", "4,3=snow"])
        .code(1)
        .stderr(predicate::str::contains("no such map exists"))
        .stderr(predicate::str::contains("3,3"));
}

#[test]
fn a_world_looks_the_same_from_both_commands() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    for set in ["village", "terraces", "hex-coast", "flowers"] {
        let (json, made, drawn) = (file("w.json"), file("made.png"), file("drawn.png"));
        mapkiln(&["world", set, "--size", "12x8", "--seed", "a", "-q", "-o", &json, "-o", &made]).success();
        mapkiln(&["draw", &json, "-q", "-o", &drawn]).success();
        assert!(std::fs::read(made).unwrap() == std::fs::read(drawn).unwrap(), "{set}");
    }
}

#[test]
fn a_missing_picture_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("roads.xml");
    let xml = r#"<set><tiles><tile name="road" symmetry="I"/></tiles>
        <neighbors><neighbor left="road" right="road"/><neighbor left="road 1" right="road 1"/></neighbors></set>"#;
    std::fs::write(&set, xml).unwrap();
    let set = set.display().to_string();
    mapkiln(&["world", &set, "--seed", "a"]).code(2).stderr(predicate::str::contains("road.png"));
    mapkiln(&["world", &set, "--seed", "a", "--plain"]).success();
    mapkiln(&["world", "check", &set]).stderr(predicate::str::contains("road.png").not());
}

#[test]
fn endless_worlds_say_what_they_cannot_keep_to() {
    mapkiln(&["world", "caves", "--chunk", "0,0", "--seed", "a"])
        .success()
        .stderr(predicate::str::contains("connected"));
    let folder = tempfile::tempdir().unwrap();
    let spec = folder.path().join("spec.toml");
    std::fs::write(&spec, "[[constraint]]\nborder = { tiles = \"water\" }\n").unwrap();
    mapkiln(&["world", "--spec", &spec.display().to_string(), "--chunk", "0,0", "--seed", "a"])
        .code(2)
        .stderr(predicate::str::contains("ask for a size"));
}

#[test]
fn the_paper_is_reproduced() {
    mapkiln(&["reproduce", "worlds", "--runs", "2", "--largest", "50"])
        .success()
        .stdout(predicate::str::contains("50x50"))
        .stdout(predicate::str::contains("3443.2"));
}

#[test]
fn tiled_maps_are_drawn_walked_and_learned_from_with_their_art() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (tmx, tmj, png, svg) = (file("w.tmx"), file("w.tmj"), file("again.png"), file("w.svg"));
    let make = ["world", "village", "--size", "30x20", "--seed", "art", "--quiet"];
    mapkiln(&[&make[..], &["-o", &tmx, "-o", &tmj]].concat()).success();
    for map in [&tmx, &tmj] {
        mapkiln(&["draw", map, "-o", &png, "-o", &svg, "--quiet"]).success();
        mapkiln(&["see", map, "--at", "15,10", "--format", "text"]).code(predicate::in_iter([0, 2]));
    }
    // The picture has the art's own pixels.
    let text = std::fs::read_to_string(&tmx).unwrap();
    let tile: u32 = text.split("tilewidth=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
    let bytes = std::fs::read(&png).unwrap();
    let side = |at: usize| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    assert_eq!((side(16), side(20)), (30 * tile, 20 * tile));
    mapkiln(&["draw", &tmx, "-o", &png, "--pixels", "4", "--quiet"]).success();
    assert_eq!(u32::from_be_bytes(std::fs::read(&png).unwrap()[16..20].try_into().unwrap()), 120);
    // What is learned keeps pictures, grounds and what blocks.
    let set = stdout(&["world", "learn", &tmx]);
    assert!(set.contains("picture = ") && set.contains("ground = \"house\""), "{}", &set[..400]);
    assert!(set.contains("blocks_step = true"));
}

#[test]
fn worlds_go_to_tiled_at_an_angle() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (json, tmx) = (file("w.json"), file("iso.tmx"));
    mapkiln(&["world", "terraces", "--size", "9x7", "--layers", "3", "--seed", "a", "-o", &json]).success();
    mapkiln(&["draw", &json, "--iso", "-o", &tmx]).success();
    let text = std::fs::read_to_string(&tmx).unwrap();
    assert!(text.contains("orientation=\"isometric\"") && text.contains("tilewidth=\"64\""), "{text}");
    assert!(text.contains("offsety=\"-16\"") && text.contains("offsety=\"-32\""));
    assert!(std::fs::metadata(file("iso-tiles.png")).is_ok());
    let hexes = file("h.json");
    mapkiln(&["world", "hex-coast", "--size", "9x8", "--seed", "a", "-o", &hexes]).success();
    mapkiln(&["draw", &hexes, "--iso", "-o", &tmx]).code(2);
}

#[test]
fn edits_masks_limits_and_several_samples() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let plain = stdout(&["world", "meadow", "--seed", "e", "--format", "csv"]);
    let edited = stdout(&["world", "meadow", "--seed", "e", "--edit", "20,10=stone", "--format", "csv"]);
    let cells = |text: &str| -> Vec<Vec<String>> {
        text.lines().map(|l| l.split(',').map(str::to_owned).collect()).collect()
    };
    let (plain, edited) = (cells(&plain), cells(&edited));
    assert_eq!(edited[10][20], "stone");
    let changed =
        (0..20).flat_map(|y| (0..40).map(move |x| (x, y))).filter(|&(x, y)| plain[y][x] != edited[y][x]);
    assert!((1..=40).contains(&changed.count()));

    std::fs::write(file("mask.txt"), "  ####\n ######\n  ####\n").unwrap();
    let masked = cells(&stdout(&["world", "meadow", "--mask", &file("mask.txt"), "--format", "csv"]));
    assert_eq!((masked.len(), masked[0].len()), (3, 7));
    assert!(masked[0][0] == "nothing" && masked[1][6] != "nothing" && masked[2][6] == "nothing");

    let partial = stdout(&["world", "meadow", "--limit", "10", "--black-background", "--format", "csv"]);
    assert!(partial.contains("nothing"));

    let (a, b) = (file("a.png"), file("b.png"));
    mapkiln(&["world", "flowers", "--size", "12x12", "--seed", "1", "--pixels", "1", "-o", &a]).success();
    mapkiln(&["world", "flowers", "--size", "12x12", "--seed", "2", "--pixels", "1", "-o", &b]).success();
    mapkiln(&["world", &a, "--also", &b, "--pattern", "2", "--size", "10x10"]).success();
}
