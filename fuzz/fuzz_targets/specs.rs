//! Any text as a spec in TOML, a campaign, a mask of a world: an error, or a spec that can be checked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapkiln::AnySpec;
use mapkiln::grammar::Campaign;
use mapkiln::tiles::WorldSpec;

fuzz_target!(|text: &str| {
    if let Ok(data) = toml::from_str::<serde_json::Value>(text) {
        if let Ok(spec) = AnySpec::from_value(data.clone()) {
            let _ = spec.check();
        }
        let _ = serde_json::from_value::<Campaign>(data);
    }
    let _ = serde_json::from_str::<Campaign>(text);
    let mask: Vec<String> = text.lines().map(str::to_owned).collect();
    let width = mask.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let (width, height) = (width as u32, mask.len() as u32);
    let _ = AnySpec::from(WorldSpec { mask, width, height, ..WorldSpec::default() }).check();
});
