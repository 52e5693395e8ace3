//! Tiled itself opens our maps: its rasterizer draws what we mean, its export reads what we wrote.
//!
//! Needs Debian's package `tiled`; `cargo xtask test` installs it.

#![allow(clippy::unwrap_used)]

mod plans;

use std::fs;
use std::path::Path;
use std::process::Command;

use mapkiln_draw::export::{Audience, Options, tiled, tiles};
use mapkiln_maps::plan::Plan;
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

/// Width, height, and red, green, blue of every pixel.
fn pixels(png: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let channels = info.color_type.samples();
    let rgb = bytes[..info.buffer_size()].chunks(channels).map(|c| [c[0], c[1], c[2]]).collect();
    (info.width, info.height, rgb)
}

fn write(plan: &Plan, level: usize, options: &Options, folder: &Path) {
    fs::write(folder.join("map.tmx"), tiled::tmx(plan, level, "tiles.png", options).unwrap()).unwrap();
    fs::write(folder.join("map.tmj"), tiled::tmj(plan, level, "tiles.png", options).unwrap()).unwrap();
    fs::write(folder.join("tiles.png"), tiled::tileset(options).unwrap()).unwrap();
}

/// Cell for cell: the tile that stands in Tiled's picture is the one that the floor asks for.
#[test]
fn tiled_draws_what_we_mean() {
    for (audience, size) in [(Audience::Gm, 16), (Audience::Player, 20)] {
        let plan = plans::sample();
        let options = Options { audience, pixels_per_cell: size };
        let folder = tempfile::tempdir().unwrap();
        write(&plan, 0, &options, folder.path());
        let shown = if audience == Audience::Gm { plan.clone() } else { plan.for_players() };
        let layers = tiles::layers(&shown.floor(0).unwrap());
        let ours = tiles::picture(&layers, size);
        for (map, image) in [("map.tmx", "x.png"), ("map.tmj", "j.png")] {
            let hide = ["--hide-layer", "rooms", "--hide-layer", "doors", "--hide-layer", "things"];
            run("tmxrasterizer", &[&hide[..], &[map, image]].concat(), folder.path());
            let (width, height, theirs) = pixels(&fs::read(folder.path().join(image)).unwrap());
            assert_eq!((width, height), (ours.width, ours.height), "{map}");
            for (p, tile) in layers.ground.iter() {
                for y in p.y as u32 * size..(p.y as u32 + 1) * size {
                    for x in p.x as u32 * size..(p.x as u32 + 1) * size {
                        let at = (y * width + x) as usize;
                        let wanted = &ours.rgba[4 * at..4 * at + 3];
                        let name = tiles::NAMES[*tile as usize];
                        assert_eq!(theirs[at], wanted, "{map}: cell {p} ({name}), pixel {x},{y}");
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
        let options = Options { pixels_per_cell: 16, ..Options::default() };
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
