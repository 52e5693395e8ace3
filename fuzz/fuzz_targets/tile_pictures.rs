//! Any bytes as a picture to learn tiles from.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::tiles::TileSet;
use mapkiln::tiles::format::decode_png;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(pixels) = decode_png(bytes) {
        let _ = TileSet::from_picture("x", &pixels, 3, 8, true);
    }
});
