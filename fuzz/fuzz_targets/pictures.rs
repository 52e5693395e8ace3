//! Any bytes as a picture that carries its map.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Some(document) = mapkiln::document_in_picture(bytes) {
        let _ = mapkiln::read_map(&document);
    }
});
