//! Claims about worlds, one per file.

pub(crate) mod constraints;
mod grid;
mod links;
pub(crate) mod neighbours;
pub(crate) mod patterns;
mod selection;
pub(crate) mod size;
pub(crate) mod tiles;
mod tileset;

use mapkiln_maps::world::World;
use serde_json::Value;

use crate::DocumentRef;
use crate::case::Case;
use crate::look::{Look, say};
use tileset::TileSet;

/// The world and the spec that it should follow.
fn world<'a>(case: &Case<'a>) -> Option<&'a World> {
    match case.subject.document {
        DocumentRef::World(world) => Some(world),
        _ => None,
    }
}

/// The tile set, or a word on why it is not known.
fn tile_set(case: &Case<'_>, look: &mut Look) -> Option<TileSet> {
    let language = look.language;
    match case.spec().get("tileset") {
        Some(set @ Value::Object(_)) => match TileSet::deserialize(set) {
            Ok(set) => return Some(set),
            Err(problem) => look.skip(say!(
                language,
                "the tile set cannot be read: {problem}",
                "o conjunto de peças não pode ser lido: {problem}"
            )),
        },
        Some(Value::String(name)) => look.skip(say!(
            language,
            "the document only names the tile set {name}; give the set itself",
            "o documento só nomeia o conjunto de peças {name}; dê o próprio conjunto"
        )),
        _ => look.skip(say!(language, "no tile set is known", "nenhum conjunto de peças é conhecido")),
    }
    None
}

use serde::Deserialize;
