//! Pictures as samples: `cargo +nightly fuzz run png`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln_tiles::TileSet;
use mapkiln_tiles::format::decode_png;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(pixels) = decode_png(bytes) {
        let _ = TileSet::from_picture("x", &pixels, 3, 8, true);
    }
});
