//! Tiled itself opens our maps: its rasterizer draws what we mean, its export reads what we wrote.
//!
//! Needs Debian's package `tiled`; `cargo xtask test` installs it.

#![cfg(feature = "export")]
#![allow(clippy::unwrap_used)]

mod plans;

use std::fs;
use std::path::Path;
use std::process::Command;

use mapkiln_draw::export::{ExportOptions, tiled, tiles};
use mapkiln_maps::plan::Plan;
use mapkiln_maps::{Audience, Picture};
use serde_json::Value;

fn run(program: &str, words: &[&str], folder: &Path) {
    let output = Command::new(program)
        .args(words)
        .current_dir(folder)
        .env("QT_QPA_PLATFORM", "offscreen")
        .env("XDG_RUNTIME_DIR", folder)
        .env("HOME", folder)
        .output()
        .unwrap_or_else(|e| panic!("{program} is missing ({e}); install Debian's package tiled"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{program} {words:?}: {said}");
}

fn write(plan: &Plan, level: usize, options: &ExportOptions, folder: &Path) {
    fs::write(folder.join("map.tmx"), tiled::plan(plan, level, "tiles.png", options).unwrap().to_tmx())
        .unwrap();
    fs::write(folder.join("map.tmj"), tiled::plan(plan, level, "tiles.png", options).unwrap().to_tmj())
        .unwrap();
    fs::write(folder.join("tiles.png"), tiled::tileset(options).unwrap()).unwrap();
}

/// Cell for cell: the tile that stands in Tiled's picture is the one that the floor asks for.
#[test]
fn tiled_draws_what_we_mean() {
    for (audience, size) in [(Audience::GameMaster, 16), (Audience::Players, 20)] {
        let plan = plans::sample();
        let options = ExportOptions { audience, pixels_per_cell: size };
        let folder = tempfile::tempdir().unwrap();
        write(&plan, 0, &options, folder.path());
        let shown = plan.for_audience(audience);
        let layers = tiles::layers(&shown.floor(0).unwrap());
        let ours = tiles::picture(&layers, size);
        for (map, image) in [("map.tmx", "x.png"), ("map.tmj", "j.png")] {
            let hide = ["--hide-layer", "rooms", "--hide-layer", "doors", "--hide-layer", "things"];
            run("tmxrasterizer", &[&hide[..], &[map, image]].concat(), folder.path());
            let theirs = Picture::from_png(&fs::read(folder.path().join(image)).unwrap()).unwrap();
            assert_eq!((theirs.width, theirs.height), (ours.width, ours.height), "{map}");
            for (p, tile) in layers.ground.iter() {
                for y in p.y as u32 * size..(p.y as u32 + 1) * size {
                    for x in p.x as u32 * size..(p.x as u32 + 1) * size {
                        let name = tiles::NAMES[*tile as usize];
                        let (wanted, found) = (ours.pixel(x, y), theirs.pixel(x, y));
                        assert_eq!(found[..3], wanted[..3], "{map}: cell {p} ({name}), pixel {x},{y}");
                    }
                }
            }
        }
    }
}

/// What Tiled writes after reading our XML is what we write as JSON.
#[test]
fn tiled_reads_what_we_wrote() {
    let mut all = vec![(plans::sample(), 0), (plans::sample(), 1)];
    all.extend((0..3).map(|seed| (plans::random(seed), 0)));
    for (plan, level) in all {
        let folder = tempfile::tempdir().unwrap();
        let options = ExportOptions { pixels_per_cell: 16, ..ExportOptions::default() };
        write(&plan, level, &options, folder.path());
        run("tiled", &["--export-map", "json", "map.tmx", "theirs.tmj"], folder.path());
        let read = |name: &str| -> Value {
            serde_json::from_slice(&fs::read(folder.path().join(name)).unwrap()).unwrap()
        };
        let (ours, theirs) = (read("map.tmj"), read("theirs.tmj"));
        for field in
            ["width", "height", "tilewidth", "tileheight", "nextobjectid", "nextlayerid", "orientation"]
        {
            assert_eq!(ours[field], theirs[field], "{field}");
        }
        let layers = |map: &Value| map["layers"].as_array().unwrap().clone();
        assert_eq!(layers(&ours).len(), layers(&theirs).len());
        for (our, their) in layers(&ours).iter().zip(layers(&theirs)) {
            assert_eq!(our["name"], their["name"]);
            assert_eq!(our["data"], their["data"]);
            let objects = |layer: &Value| layer["objects"].as_array().cloned().unwrap_or_default();
            assert_eq!(objects(our).len(), objects(&their).len());
            for (our, their) in objects(our).iter().zip(objects(&their)) {
                for field in ["id", "type", "x", "y", "width", "height", "polygon"] {
                    assert_eq!(our[field], their[field], "{field} of {our}");
                }
                // XML holds no control characters, and Tiled sorts properties by name.
                let clean = |text: &Value| text.as_str().map(|t| t.replace('\u{1}', ""));
                assert_eq!(clean(&our["name"]), clean(&their["name"]));
                let properties = |object: &Value| {
                    let list = object["properties"].as_array().cloned().unwrap_or_default();
                    let mut pairs: Vec<String> = list
                        .iter()
                        .map(|p| {
                            format!("{}={}", p["name"], clean(&p["value"]).unwrap_or(p["value"].to_string()))
                        })
                        .collect();
                    pairs.sort();
                    pairs
                };
                assert_eq!(properties(our), properties(&their));
            }
        }
    }
}
