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
        (DungeonSpec::default(), "the old keep", "c7780ae81f8c25782fe611cfc6c7359f"),
        (caves, "drip", "dd0aed4fe3576d763dacb74d703a54b3"),
        (deep, "abaixo", "986048b27de2634f5e2514477219d035"),
    ];
    for parallel in [false, true] {
        let print = |(spec, seed, _): &(DungeonSpec, &str, &str)| {
            let plan = spec.make(&mut Run::new(*seed).with_parallel(parallel)).unwrap().map;
            fingerprint(to_json(&plan, None).as_bytes())
        };
        assert_eq!(golden.each_ref().map(print), golden.each_ref().map(|g| g.2), "parallel {parallel}");
    }
}
