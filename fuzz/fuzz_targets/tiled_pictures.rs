//! A Tiled map with the files that it names: what stands before the first zero byte is the map, what
//! stands after it every tile set and every picture.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::tiles::format::{read_tiled, world_of_tiled};

fuzz_target!(|bytes: &[u8]| {
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    let Ok(text) = std::str::from_utf8(&bytes[..end]) else { return };
    let beside = bytes.get(end + 1..).unwrap_or_default();
    if let Ok(map) = read_tiled(text, |_| Some(beside.to_vec())) {
        let _ = world_of_tiled("fuzz", &map);
    }
});
