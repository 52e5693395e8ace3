//! Writes dungeons as lines of JSON, each with its origin and its report.
//!
//! `cargo run --release -p mapkiln-dungeon --example documents -- 100 theme=crypt lang=pt size=small level=9 seed=z`

use mapkiln_core::{Run, Spec};
use mapkiln_dungeon::{DungeonSpec, Party};
use mapkiln_maps::Language;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let count: u64 = words.first().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut spec = DungeonSpec::default();
    let mut seed = String::from("z");
    for (name, value) in words.iter().filter_map(|w| w.split_once('=')) {
        match name {
            "theme" => spec.theme = Some(value.to_owned()),
            "lang" if value == "pt" => spec.lang = Language::Portuguese,
            "size" => spec.size = value.parse().unwrap_or_default(),
            "party" => spec.party = value.parse::<Party>().unwrap_or_default(),
            "levels" => spec.levels = value.parse().unwrap_or_default(),
            "locks" => spec.locks = value.parse().unwrap_or_default(),
            "secrets" => spec.secrets = value.parse().unwrap_or_default(),
            "seed" => seed = value.to_owned(),
            _ => eprintln!("{name}: not known"),
        }
    }
    for number in 0..count {
        let seed = format!("{seed}-{number}");
        match spec.make(&mut Run::new(seed.as_str()).with_parallel(false)) {
            Ok(made) => {
                let line = serde_json::json!({
                    "origin": { "seed": seed, "spec": spec }, "map": made.map, "report": made.report,
                });
                println!("{line}");
            }
            Err(error) => eprintln!("{seed}: {error}"),
        }
    }
}
