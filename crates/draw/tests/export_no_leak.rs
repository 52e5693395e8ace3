//! What players get holds nothing that they may not know.

#![cfg(feature = "export")]
#![allow(clippy::unwrap_used)]

mod plans;

use std::collections::BTreeMap;

use mapkiln_draw::export::{ExportOptions, foundry, ldtk, tiled, uvtt, watabou};
use mapkiln_maps::Audience;
use mapkiln_maps::plan::Plan;

/// Every file that a plan gives for an audience, by name.
fn files(plan: &Plan, audience: Audience) -> BTreeMap<String, Vec<u8>> {
    let options = ExportOptions { audience, pixels_per_cell: 4 };
    let mut files = BTreeMap::new();
    for (number, level) in plan.levels.iter().enumerate() {
        let png = plans::blank_png(level, 4);
        files.insert(format!("{number}.uvtt"), uvtt::export(plan, number, &png, &options).unwrap());
        files.insert(format!("{number}.roll20"), uvtt::without_picture(plan, number, &options).unwrap());
        files.insert(
            format!("{number}.tmx"),
            tiled::plan(plan, number, "tiles.png", &options).unwrap().to_tmx().into_bytes(),
        );
        files.insert(
            format!("{number}.tmj"),
            tiled::plan(plan, number, "tiles.png", &options).unwrap().to_tmj().into_bytes(),
        );
        files.insert(format!("{number}.watabou"), watabou::export(plan, number, &options).unwrap());
    }
    files.insert("ldtk".to_owned(), ldtk::export(plan, "tiles.png", &options).unwrap());
    files.insert("zip".to_owned(), foundry::export(plan, &plans::blank_pngs(plan, 4), &options).unwrap());
    files
}

/// Our archives are not compressed, so their text can be searched as it stands.
fn holds(bytes: &[u8], word: &str) -> bool {
    bytes.windows(word.len()).any(|w| w.eq_ignore_ascii_case(word.as_bytes()))
}

fn check(plan: &Plan, what: &str) {
    let players = files(plan, Audience::Players);
    for (name, bytes) in &players {
        for word in [plans::SENTINEL, "secret", "trap", "enem", "treasure", "monster", "\"number\""] {
            assert!(!holds(bytes, word), "{what}: {name} holds {word:?}");
        }
    }
    // Whatever the words: the files are the same as those of a plan without secrets.
    assert!(players == files(&plans::without_secrets(plan), Audience::Players), "{what}");
    // And the search does find what it looks for.
    let gm = files(plan, Audience::GameMaster);
    for name in ["0.tmx", "0.tmj", "0.watabou", "ldtk", "zip"] {
        assert!(holds(&gm[name], plans::SENTINEL), "{what}: the game master's {name} tells all");
    }
}

#[test]
fn the_sample_does_not_leak() {
    check(&plans::sample(), "sample");
}

#[test]
fn random_plans_do_not_leak() {
    for seed in 0..40 {
        check(&plans::random(seed), &format!("seed {seed}"));
    }
}

/// A player's archive has neither journal nor pins.
#[test]
fn players_get_no_journal() {
    let plan = plans::sample();
    let archive = &files(&plan, Audience::Players)["zip"];
    let names: Vec<String> = plans::unzip(archive).into_keys().collect();
    assert_eq!(
        names,
        [
            "README.txt",
            "import-macro.js",
            "level-1.png",
            "level-2.png",
            "scene-v13-level-1.json",
            "scene-v13-level-2.json",
            "scene-v14.json"
        ]
    );
    let scene = &plans::unzip(archive)["scene-v14.json"];
    let scene: serde_json::Value = serde_json::from_slice(scene).unwrap();
    assert_eq!(scene["notes"], serde_json::json!([]));
}
