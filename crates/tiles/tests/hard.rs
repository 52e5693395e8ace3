//! Sets that defeat plain wave function collapse: every seed gives a map, or a proof that there is none.

#![allow(clippy::unwrap_used)]

use mapkiln_core::Run;
use mapkiln_tiles::{Error, Model, Periodic, TileSet, WorldSpec, violations};

const SETS: [(&str, &str); 4] = [
    ("corners", include_str!("sets/hard/corners.toml")),
    ("country", include_str!("sets/hard/country.toml")),
    ("forks", include_str!("sets/hard/forks.toml")),
    ("forks-and-gaps", include_str!("sets/hard/forks-and-gaps.toml")),
];

fn check(size: u32, periodic: bool, seeds: u64) {
    for (name, toml) in SETS {
        let set = TileSet::from_toml(toml).unwrap();
        let model = Model::new(&set).unwrap();
        let periodic = Periodic::both(periodic);
        let spec = WorldSpec { width: size, height: size, periodic, ..WorldSpec::default() };
        for seed in 0..seeds {
            let made = spec.make_with(&model, &mut Run::new(seed));
            let world = made.unwrap_or_else(|e| panic!("{name} {size}x{size} seed {seed}: {e}"));
            assert!(violations(&set, &world).unwrap().is_empty(), "{name} seed {seed}");
        }
    }
}

#[test]
fn hard_sets_are_solved() {
    check(48, true, 4);
    check(64, false, 3);
}

/// The full sizes: `cargo test --release -p mapkiln-tiles --test hard -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn hard_sets_are_solved_at_full_size() {
    check(96, true, 20);
    check(128, false, 20);
}

/// Corners alone need an even number of cells in every row: an odd map that wraps around cannot be, and
/// nothing but a proof says so.
#[test]
fn what_cannot_be_is_proved_or_not_claimed() {
    let toml =
        "name = \"c\"\n[[tile]]\nname = \"corner\"\nedges = [\"L\", \"L\", \"-\", \"-\"]\nturns = true\n";
    let model = Model::new(&TileSet::from_toml(toml).unwrap()).unwrap();
    for (size, exists) in [(4, true), (5, false), (6, true), (7, false), (40, true)] {
        let periodic = Periodic::both(true);
        let spec = WorldSpec { width: size, height: size, periodic, ..WorldSpec::default() };
        for seed in 0..3u64 {
            match spec.make_with(&model, &mut Run::new(seed)) {
                Ok(_) => assert!(exists, "{size}"),
                Err(Error::Impossible { .. }) => assert!(!exists, "{size}"),
                Err(Error::GaveUp { reason }) => assert!(!exists && size > 5, "{size}: {reason}"),
                Err(other) => panic!("{other}"),
            }
        }
    }
}
