//! What can be put into rooms.

use std::borrow::Cow;

use mapkiln_dungeon::DungeonSpec;
use mapkiln_dungeon::codex::{Codex, Theme};
use mapkiln_maps::Language;
use mapkiln_maps::plan::ThingKind;
use serde_json::{Value, json};

/// Monsters, traps, things and themes by name.
pub(crate) fn codex(spec: &DungeonSpec, language: Language) -> Value {
    let mut codex = Cow::Borrowed(Codex::srd(spec.edition));
    for text in &spec.codex {
        // A spec with a wrong row is refused when it is made; here its rows are missing.
        let _ = codex.to_mut().add_csv(text);
    }
    let monsters: Vec<Value> = codex
        .monsters
        .iter()
        .map(|m| {
            let challenge = m.challenge.to_string();
            json!({ "name": m.name, "challenge": challenge, "xp": m.xp, "type": m.kind, "size": m.size })
        })
        .collect();
    let traps: Vec<&str> = codex.traps.iter().map(|t| t.name.get(language)).collect();
    let things: Vec<Value> = ThingKind::ALL
        .iter()
        .map(|t| json!({ "kind": t, "name": t.name(language), "size": t.size(), "light": t.light().is_some() }))
        .collect();
    json!({ "monsters": monsters, "traps": traps, "things": things })
}

/// The themes by name.
pub(crate) fn themes() -> Value {
    Theme::all().iter().map(|t| json!(t.id)).collect()
}
