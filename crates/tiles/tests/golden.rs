//! The same world everywhere: fingerprints of a few seeds of every set.

use mapkiln_core::{Run, Spec, fingerprint};
use mapkiln_maps::document;
use mapkiln_tiles::{EndlessWorld, SHIPPED, TileSet, TileSource, WorldSpec};

#[test]
fn worlds_are_frozen() {
    let mut found = Vec::new();
    for shipped in SHIPPED {
        let spec = WorldSpec {
            tileset: TileSource::Name(shipped.name.to_owned()),
            layers: 4,
            ..WorldSpec::default()
        };
        for seed in ["one", "two"] {
            let world = spec.make(&mut Run::new(seed)).unwrap().map;
            let print = fingerprint(document::to_json(&world, None).as_bytes());
            found.push(format!("{} {seed} {print}", shipped.name));
        }
    }
    for name in ["meadow", "hex-coast"] {
        let world = EndlessWorld::new(&TileSet::shipped(name).unwrap(), "golden", 1).unwrap();
        let print = fingerprint(document::to_json(&world.chunk(-7, 3).unwrap(), None).as_bytes());
        found.push(format!("endless {name} {print}"));
    }
    let frozen = include_str!("golden.txt");
    assert_eq!(found.join("\n"), frozen.trim_end(), "a changed world is a breaking change");
}
