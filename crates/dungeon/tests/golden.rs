//! The same dungeon on every machine: fingerprints of the JSON documents of a few seeds.
//!
//! A changed fingerprint is a breaking change; say so in the changelog.

use mapkiln_core::{Run, Spec, fingerprint};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_dungeon::classic::{ClassicSpec, Size};
use mapkiln_maps::Language;
use mapkiln_maps::document::to_json;

#[test]
fn classic_dungeons_are_frozen() {
    let golden = [
        (Size::Small, "the old keep", "16bb003981f911a0ff5fe06ce119d034"),
        (Size::Medium, "42", "e2080b6604632223928e31b5d1274b3c"),
        (Size::Large, "à la carte", "030922044e0e3b4ce74e25d4aefd9aad"),
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

#[test]
fn dungeons_are_frozen() {
    let caves = DungeonSpec { theme: Some("cavern".into()), ..DungeonSpec::default() };
    let deep =
        DungeonSpec { levels: 2, lang: Language::Portuguese, corridor_width: 2, ..DungeonSpec::default() };
    let golden = [
        (DungeonSpec::default(), "the old keep", "3fb5358d9a68427479b133be46b2468d"),
        (caves, "drip", "62b1a04bee13e76876f8e59f97821ac5"),
        (deep, "abaixo", "c02a48851d45be5a87ed06b28b6ffd3d"),
    ];
    for parallel in [false, true] {
        let print = |(spec, seed, _): &(DungeonSpec, &str, &str)| {
            let plan = spec.make(&mut Run::new(*seed).with_parallel(parallel)).unwrap().map;
            fingerprint(to_json(&plan, None).as_bytes())
        };
        assert_eq!(golden.each_ref().map(print), golden.each_ref().map(|g| g.2), "parallel {parallel}");
    }
}
