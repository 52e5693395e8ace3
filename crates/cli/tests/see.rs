//! `mapkiln see` and `mapkiln draw --iso` from the outside.

use assert_cmd::Command;
use predicates::str::contains;

fn mapkiln() -> Command {
    Command::cargo_bin("mapkiln").expect("the command is built")
}

const MAP: &str = ".......\n...#...\n.......\n";

#[test]
fn every_approach_hides_what_is_behind_the_wall() {
    for approach in ["shadowcast", "dda", "pixel", "vertices", "sweep", "expansion"] {
        let done = mapkiln()
            .args(["see", "-", "--at", "1,1", "--approach", approach])
            .write_stdin(MAP)
            .assert()
            .success();
        let text = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
        let middle = text.lines().nth(1).unwrap_or_default();
        assert!(middle.starts_with(".@.#") && middle.len() == 4, "{approach}:\n{text}");
    }
}

#[test]
fn json_has_the_polygon_and_its_area() {
    let done = mapkiln()
        .args(["see", "-", "--at", "1.5,1.5", "--approach", "sweep", "--format", "json"])
        .write_stdin("...\n...\n...\n")
        .assert()
        .success();
    let value: serde_json::Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
    assert_eq!(value["area"], 9.0);
    assert_eq!(value["cells"].as_array().map(Vec::len), Some(9));
}

#[test]
fn pictures_are_written_and_cones_are_cut() {
    let folder = tempfile::tempdir().unwrap();
    let (map, svg, png) =
        (folder.path().join("m.txt"), folder.path().join("s.svg"), folder.path().join("s.png"));
    std::fs::write(&map, MAP).unwrap();
    mapkiln()
        .arg("see")
        .arg(&map)
        .args(["--at", "1,1", "--approach", "expansion", "-o"])
        .arg(&svg)
        .arg("-o")
        .arg(&png)
        .assert()
        .success();
    assert!(std::fs::read_to_string(&svg).unwrap().contains("<svg"));
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    mapkiln()
        .arg("see")
        .arg(&map)
        .args(["--at", "1,1", "--facing", "west", "--fov", "60"])
        .assert()
        .success()
        .stdout("\n.@\n\n");
    let iso = folder.path().join("iso.png");
    mapkiln().arg("draw").arg(&map).arg("--iso").arg("-o").arg(&iso).assert().success();
    assert!(std::fs::read(&iso).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn inside_of_a_wall_one_is_told_where_it_is_open() {
    let see =
        |args: &[&str]| mapkiln().args(["see", "-", "--at", "3,1"]).args(args).write_stdin(MAP).assert();
    see(&[]).success().stderr(contains("3,1 is inside a wall; the nearest open cell is 2,1"));
    let polygon = see(&["--approach", "sweep", "--format", "json", "--quiet"]).success().stderr("");
    polygon.stdout(contains("\"area\":0.0"));
}

#[test]
fn wrong_use_says_why() {
    let see = |args: &[&str]| mapkiln().args(["see", "-"]).args(args).write_stdin(MAP).assert().code(2);
    see(&["--at", "99,1"]).stderr(contains("outside the map, which is 7x3"));
    see(&["--at", "-1,2"]).stderr(contains("the cell -1,2 is outside"));
    see(&["--at", "1,1", "--radius", "-3"]).stderr(contains("radius must be 0 or more cells"));
    see(&["--at", "here"]).stderr(contains("a cell such as 12,7"));
    see(&["--at", "1,1", "--fov", "400"]).stderr(contains("between 0 and 360"));
    see(&["--at", "1,1", "--approach", "guess"]).stderr(contains("shadowcast"));
    see(&["--at", "1,1", "--facing", "up"]).stderr(contains("north, east"));
    see(&["--at", "1,1", "--format", "gif"]).stderr(contains("no format"));
    mapkiln()
        .args(["see", "-", "--at", "1,1"])
        .write_stdin("{}")
        .assert()
        .code(2)
        .stderr(contains("nor is it a Mapkiln document"));
}
