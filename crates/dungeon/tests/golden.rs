//! The same dungeon on every machine: fingerprints of the JSON documents of a few seeds.
//!
//! A changed fingerprint is a breaking change; say so in the changelog.

use mapkiln_core::document::to_json;
use mapkiln_core::{Run, fingerprint};
use mapkiln_dungeon::classic::{ClassicSpec, Size};

#[test]
fn classic_dungeons_are_frozen() {
    let golden = [
        (Size::Small, "the old keep", "ddfa5ec43dff42834a4aa0169589bda8"),
        (Size::Medium, "42", "6cd4e3925dad8fbc81b336517a085b15"),
        (Size::Large, "à la carte", "6e104cee9cc50bb8be3927afd7ad84c6"),
    ];
    for (size, seed, expected) in golden {
        for parallel in [false, true] {
            let spec = ClassicSpec { size, ..ClassicSpec::default() };
            let plan = spec.make(&mut Run::new(seed).with_parallel(parallel)).unwrap().map;
            let found = fingerprint(to_json(&plan, None).as_bytes());
            assert_eq!(found, expected, "{size}, seed {seed:?}, parallel {parallel}");
        }
    }
}
