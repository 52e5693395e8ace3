//! Files of strangers that ask for more than they hold: each is refused, or read in time, within two
//! gigabytes of memory.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Runs the command with two gigabytes of address space; it may take a minute on a busy machine.
fn run(folder: &Path, words: &[&str]) -> Output {
    let binary = assert_cmd::cargo::cargo_bin!("mapkiln").to_str().unwrap().to_owned();
    let began = Instant::now();
    let script = format!("ulimit -v 2097152; exec {binary} {}", words.join(" "));
    let ended = Command::new("bash").arg("-c").arg(script).current_dir(folder).output().unwrap();
    assert!(began.elapsed() < Duration::from_secs(60), "{words:?}: {:?}", began.elapsed());
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(!said.contains("panicked") && !said.contains("memory allocation"), "{words:?}: {said}");
    assert!(matches!(ended.status.code(), Some(0..=2)), "{words:?}: {:?} {said}", ended.status);
    ended
}

fn refused(folder: &Path, words: &[&str], sentence: &str) {
    let ended = run(folder, words);
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{words:?}: {said}");
    assert!(said.contains(sentence), "{words:?}: {said}");
}

fn plan(level: &str, rest: &str) -> String {
    format!(
        r#"{{"mapkiln":"plan","version":1,"map":{{"title":"x","cell_feet":5,"levels":[{{{level}}}]{rest}}}}}"#
    )
}

/// A layer of one tile, compressed.
fn layer(width: usize, height: usize) -> String {
    use base64::Engine;
    use std::io::Write;
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(&1_u32.to_le_bytes().repeat(width * height)).unwrap();
    let data = base64::engine::general_purpose::STANDARD.encode(packer.finish().unwrap());
    format!(
        r#"<layer width="{width}" height="{height}"><data encoding="base64" compression="zlib">{data}</data></layer>"#
    )
}

#[test]
fn rooms_on_top_of_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    let mut rooms = Vec::new();
    for id in 0..1000 {
        rooms.push(format!(
            r#"{{"id":{id},"outline":{{"rect":{{"x":0,"y":0,"width":8000,"height":8000}}}}}}"#
        ));
    }
    let rooms = rooms.join(",");
    write(
        "rooms.json",
        plan(&format!(r#""width":8000,"height":8000,"rooms":[{rooms}],"corridors":[],"doors":[]"#), ""),
    );
    // A comb whose teeth are as long as the level, over and over.
    let mut corners = Vec::new();
    for i in 0..6000 {
        let x = i % 3000;
        corners.push(format!(
            r#"{{"x":{x},"y":0}},{{"x":{x},"y":7000}},{{"x":{},"y":7000}},{{"x":{},"y":0}}"#,
            x + 1,
            x + 1
        ));
        if x + 1 < 3000 || i == 5999 {
            continue;
        }
        corners.push(r#"{"x":3001,"y":0},{"x":3001,"y":1},{"x":0,"y":1}"#.to_owned());
    }
    let comb = format!(
        r#""width":8000,"height":8000,"rooms":[{{"id":0,"outline":{{"polygon":[{}]}}}}],"corridors":[],"doors":[]"#,
        corners.join(",")
    );
    write("comb.json", plan(&comb, ""));
    for words in [
        &["check", "rooms.json"][..],
        &["draw", "rooms.json", "--format", "svg"],
        &["play", "rooms.json", "--solve"],
        &["check", "comb.json"],
    ] {
        refused(folder.path(), words, "cells are more than the limit");
    }
}

/// A search among many keys from many entrances is not begun; the check says so.
#[test]
fn more_keys_than_can_be_searched() {
    let folder = tempfile::tempdir().unwrap();
    let count = 3000;
    let (mut rooms, mut doors, mut keys, mut entrances) = (vec![], vec![], vec![], vec![]);
    for i in 0..count {
        let x = 2 * i + 1;
        rooms.push(format!(r#"{{"id":{i},"outline":{{"rect":{{"x":{x},"y":1,"width":1,"height":1}}}}}}"#));
        keys.push(format!(r#"{{"id":{i},"name":"k","room":{i}}}"#));
        entrances.push(format!(r#"{{"at":{{"x":{x},"y":1}},"facing":"south","area":{{"room":{i}}}}}"#));
        if i + 1 < count {
            doors.push(format!(
                r#"{{"id":{i},"place":{{"cell":{{"at":{{"x":{},"y":1}},"facing":"east"}}}},"kind":{{"locked":{{"key":{i}}}}},"joins":[{{"room":{i}}},{{"room":{}}}]}}"#,
                x + 1,
                i + 1
            ));
        }
    }
    let level = format!(
        r#""width":{},"height":4,"rooms":[{}],"corridors":[],"doors":[{}],"entrances":[{}]"#,
        2 * count + 3,
        rooms.join(","),
        doors.join(","),
        entrances.join(",")
    );
    let text = plan(&level, &format!(r#","keys":[{}]"#, keys.join(",")));
    fs::write(folder.path().join("keys.json"), text).unwrap();
    let ended = run(folder.path(), &["check", "keys.json", "--claims", "keys,locks,goal"]);
    let said = String::from_utf8_lossy(&ended.stdout);
    assert!(said.contains("searches among"), "{said}");
}

#[test]
fn maps_of_other_generators() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    let rows = |cell: &dyn Fn(usize, usize) -> u64| {
        let row = |y: usize| (0..1000).map(|x| cell(x, y).to_string()).collect::<Vec<_>>().join(",");
        (0..1000).map(|y| format!("[{}]", row(y))).collect::<Vec<_>>().join(",")
    };
    let donjon = |cells: &str, rooms: &str, rest: &str| {
        format!(r#"{{"cells":[{cells}],"rooms":[{rooms}],"settings":{{"name":"x"}}{rest}}}"#)
    };
    // As many corridors as doors.
    let doors = rows(&|x, y| {
        if y % 2 == 1 {
            0
        } else if x % 2 == 0 {
            4
        } else {
            1 << 17
        }
    });
    write("doors.json", donjon(&doors, "", ""));
    let list = vec![r#"{"id":5}"#; 300_000].join(",");
    write("rooms.json", donjon(&rows(&|x, y| 2 | ((x * y % 1023 + 1) as u64) << 6), &list, ""));
    let mut exits = String::new();
    (0..300_000).for_each(|i| write!(exits, r#"{{"row":{},"col":0,"dir":"east"}},"#, i % 1000).unwrap());
    let floor = rows(&|_, _| 4 | 97 << 24);
    let exits = format!(r#","egress":[{}]"#, exits.trim_end_matches(','));
    write("exits.json", donjon(&floor, "", &exits));
    let mut marks = String::new();
    (0..200_000).for_each(|i| write!(marks, r#"{{"row":900,"col":{}}},"#, i % 1000).unwrap());
    let marks = format!(
        r#","corridor_features":{{"a":{{"detail":"Trap: DC 10","marks":[{}]}}}}"#,
        marks.trim_end_matches(',')
    );
    write("marks.json", donjon(&floor, "", &marks));
    let (mut rects, mut arches) = (String::new(), String::new());
    for i in 0..200_000 {
        let (x, y) = (2 * (i % 490), 2 * (i / 490));
        write!(rects, r#"{{"x":{x},"y":{y},"w":1,"h":1,"ending":true}},"#).unwrap();
        write!(arches, r#"{{"x":{},"y":{y},"dir":{{"x":1,"y":0}},"type":0}},"#, x + 1).unwrap();
    }
    let (rects, arches) = (rects.trim_end_matches(','), arches.trim_end_matches(','));
    write("watabou.json", format!(r#"{{"rects":[{rects}],"doors":[{arches}]}}"#));
    for file in ["doors.json", "rooms.json", "exits.json", "marks.json", "watabou.json"] {
        let ended = run(folder.path(), &["check", file, "--claims", "document"]);
        assert_eq!(ended.status.code(), Some(0), "{file}: {}", String::from_utf8_lossy(&ended.stderr));
    }
}

#[test]
fn layers_pictures_and_files_of_tiled_maps() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    // Each layer is small; all of them as large as the largest are not.
    write("cross.tmx", format!("<map>{}{}</map>", layer(1_000_000, 1), layer(1, 1_000_000)));
    write("many.tmx", format!("<map>{}{}</map>", layer(1500, 1500), layer(1, 1).repeat(20_000)));
    write("bomb.tmx", format!("<map>{}</map>", layer(5000, 5000)));
    for file in ["cross.tmx", "many.tmx"] {
        refused(folder.path(), &["draw", file, "--format", "text"], "cells are more than the limit");
    }
    refused(folder.path(), &["draw", "bomb.tmx", "--format", "text"], "cells of a sample are more than");
    // One picture, named again and again.
    let picture = mapkiln::maps::Picture { width: 4000, height: 4000, rgba: vec![0; 64_000_000] };
    fs::write(folder.path().join("large.png"), picture.to_png().unwrap()).unwrap();
    let picture = mapkiln::maps::Picture { width: 256, height: 256, rgba: vec![0; 262_144] };
    fs::write(folder.path().join("tile.png"), picture.to_png().unwrap()).unwrap();
    let sheet = |i: usize| {
        let first = i * 10 + 1;
        format!(
            r#"<tileset firstgid="{first}" tilewidth="9" tileheight="9"><image source="large.png"/></tileset>"#
        )
    };
    let tile = |i: usize, name: &str| format!(r#"<tile id="{i}"><image source="{name}"/></tile>"#);
    let tiles = |count: usize, name: &str| -> String { (0..count).map(|i| tile(i, name)).collect() };
    let set =
        |tiles: &str| format!(r#"<tileset firstgid="1" tilewidth="9" tileheight="9">{tiles}</tileset>"#);
    let small = layer(4, 4);
    write("sheets.tmx", format!("<map>{}{small}</map>", (0..50).map(sheet).collect::<String>()));
    write("tiles.tmx", format!("<map>{}{small}</map>", set(&tiles(5000, "tile.png"))));
    write("large.tmx", format!("<map>{}{small}</map>", set(&tiles(200, "large.png"))));
    for file in ["sheets.tmx", "tiles.tmx"] {
        refused(folder.path(), &["draw", file, "--format", "text"], "pixels of a map's pictures are more");
    }
    // Pictures that are too large for a tile are not even opened.
    let ended = run(folder.path(), &["draw", "large.tmx", "--format", "text"]);
    assert_eq!(ended.status.code(), Some(0), "{}", String::from_utf8_lossy(&ended.stderr));
    // One tile set, named again and again.
    write("set.tsx", format!("<tileset>{}</tileset>", r#"<tile id="1"/>"#.repeat(300_000)));
    let source = r#"<tileset firstgid="1" source="set.tsx"/>"#;
    write("sources.tmx", format!("<map>{}{small}</map>", source.repeat(1000)));
    refused(folder.path(), &["draw", "sources.tmx", "--format", "text"], "bytes of a file are more than");
    // Many sets with nothing in them, from the last to the first.
    let sets: String = (0..200_000).map(|i| format!(r#"<tileset firstgid="{}"/>"#, 300_000 - i)).collect();
    write("sets.tmx", format!("<map>{sets}{small}</map>"));
    assert_eq!(run(folder.path(), &["draw", "sets.tmx", "--format", "text"]).status.code(), Some(0));
}

/// A plan of a few bytes, in every format: written within the memory, or refused.
#[test]
fn large_plans_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let level = |side: u32| format!(r#""width":{side},"height":{side},"rooms":[],"corridors":[],"doors":[]"#);
    fs::write(folder.path().join("plan.json"), plan(&level(5000), "")).unwrap();
    for ending in ["map", "svg", "uvtt", "watabou.json"] {
        let ended = run(folder.path(), &["export", "plan.json", "-q", "-o", &format!("plan.{ending}")]);
        assert_eq!(ended.status.code(), Some(0), "{ending}: {}", String::from_utf8_lossy(&ended.stderr));
    }
    for ending in ["tmx", "tmj", "ldtk"] {
        let name = format!("plan.{ending}");
        refused(
            folder.path(),
            &["export", "plan.json", "-q", "-o", &name],
            "cells is too large for this format",
        );
    }
}

/// Halls and nets of corridors that are too large for a picture, and those that are not.
#[test]
fn large_floors_in_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let hall = |side: u32| {
        let room =
            format!(r#"{{"id":0,"outline":{{"rect":{{"x":1,"y":1,"width":{0},"height":{0}}}}}}}"#, side - 2);
        plan(&format!(r#""width":{side},"height":{side},"rooms":[{room}],"corridors":[],"doors":[]"#), "")
    };
    fs::write(folder.path().join("hall.json"), hall(8000)).unwrap();
    fs::write(folder.path().join("small.json"), hall(400)).unwrap();
    let row = |y: usize| {
        let cell = |x: usize| if x.is_multiple_of(2) || y.is_multiple_of(2) { "4" } else { "0" };
        format!("[{}]", (0..1000).map(cell).collect::<Vec<_>>().join(","))
    };
    let rows = (0..1000).map(row).collect::<Vec<_>>().join(",");
    let net = format!(r#"{{"cells":[{rows}],"rooms":[],"settings":{{"name":"x"}}}}"#);
    fs::write(folder.path().join("net.json"), net).unwrap();
    for ending in ["svg", "png", "pdf", "uvtt", "zip"] {
        let name = format!("hall.{ending}");
        let words = ["export", "hall.json", "-q", "-o", &name];
        refused(folder.path(), &words, "cells of a picture are more than the limit");
    }
    for words in [
        ["draw", "hall.json", "--iso", "--format", "svg"],
        ["see", "hall.json", "--at=9,9", "--format", "png"],
    ] {
        refused(folder.path(), &words, "cells of a picture are more than the limit");
    }
    for ending in ["svg", "uvtt"] {
        let name = format!("net.{ending}");
        let words = ["export", "net.json", "-q", "-o", &name];
        refused(folder.path(), &words, "sides of walls of a picture are more than the limit");
    }
    for [file, to] in [["net.json", "net.ldtk"], ["hall.json", "hall.watabou.json"]] {
        refused(folder.path(), &["export", file, "-q", "-o", to], "cells is too large for this format");
    }
    for ending in ["svg", "watabou.json"] {
        let ended = run(folder.path(), &["export", "small.json", "-q", "-o", &format!("small.{ending}")]);
        assert_eq!(ended.status.code(), Some(0), "{ending}: {}", String::from_utf8_lossy(&ended.stderr));
    }
}

/// Level graphs with one node that everything hangs on, and with one edge many times over.
#[test]
fn stars_and_parallel_edges() {
    let folder = tempfile::tempdir().unwrap();
    let level = |count: usize, edges: String| {
        let nodes: Vec<String> = (0..count).map(|id| format!(r#"{{"id":{id},"kind":"Room"}}"#)).collect();
        let nodes = nodes.join(",");
        format!(r#"{{"mapkiln":"level","version":1,"map":{{"nodes":[{nodes}],"edges":[{edges}]}}}}"#)
    };
    let star = (1..2000).map(|n| format!("[0,{n}]")).collect::<Vec<_>>().join(",");
    fs::write(folder.path().join("star.json"), level(2000, star)).unwrap();
    fs::write(folder.path().join("twins.json"), level(3, vec!["[0,1]"; 150_000].join(","))).unwrap();
    for file in ["star.json", "twins.json"] {
        for words in [&["draw", file, "--format", "svg"][..], &["check", file, "-q"]] {
            let ended = run(folder.path(), words);
            let said = String::from_utf8_lossy(&ended.stderr);
            assert!(matches!(ended.status.code(), Some(0 | 1)), "{words:?}: {said}");
        }
    }
}

#[test]
fn tile_sets_and_samples() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    // A quotation mark in a comment does not hide what follows.
    let attributes: String = (0..100_000).map(|i| format!(" a{i}=\"\"")).collect();
    write("quote.xml", format!("<!-- ' --><set{attributes}/>"));
    refused(
        folder.path(),
        &["world", "quote.xml", "--plain", "--size", "4x4"],
        "attributes of an XML element are more than the limit",
    );
    write("bare.tsx", format!("<tileset>{}</tileset>", "<tile id=\"1\"/>\n".repeat(400_000)));
    refused(folder.path(), &["world", "bare.tsx", "--size", "4x4"], "no tile has the property `edges`");
    write("deep.xml", format!("<set>{}{}</set>", "<a>".repeat(200_000), "</a>".repeat(200_000)));
    assert_eq!(run(folder.path(), &["world", "deep.xml", "--plain", "--size", "4x4"]).status.code(), Some(2));
    write("cells.csv", format!("{}\n", vec!["a"; 3000].join(",")).repeat(1500));
    refused(folder.path(), &["world", "learn", "cells.csv"], "cells of a sample are more than the limit");
}
