//! Any text, as each file that tiles are read from: an answer, and never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::tiles::format::{from_mxgmn, read_csv, read_tiled_map, read_tsx};
use mapkiln::tiles::{Model, TileSet, learn};

fuzz_target!(|text: &str| {
    let _ = TileSet::from_toml(text).and_then(|set| Model::new(&set));
    let _ = from_mxgmn(text, |_| Ok(None)).and_then(|set| Model::new(&set));
    let _ = read_tsx(text);
    let _ = read_csv(text);
    let _ = read_tiled_map(text, |_| None).and_then(|map| learn("x", &map, true));
});
