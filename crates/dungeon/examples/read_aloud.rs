//! Prints what is read aloud in a few dungeons, to be read aloud.
//!
//! `cargo run --release -p mapkiln-dungeon --example read_aloud -- crypt en 3`

use mapkiln_core::{Run, Spec};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_maps::Language;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let theme = words.first().cloned();
    let lang = if words.get(1).is_some_and(|l| l == "pt") { Language::Portuguese } else { Language::English };
    let count = words.get(2).and_then(|n| n.parse().ok()).unwrap_or(1);
    for seed in 0..count {
        let spec = DungeonSpec { theme: theme.clone(), lang, ..DungeonSpec::default() };
        let Ok(made) = spec.make(&mut Run::new(seed)) else { continue };
        println!("# {}", made.map.title);
        for room in made.map.rooms() {
            println!("{}. {}: {}", room.id + 1, room.kind, room.description.aloud);
        }
    }
}
