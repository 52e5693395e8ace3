//! The JSON Schemas of the documents, kept in `docs/schema`.

use std::fs;
use std::path::PathBuf;

use mapkiln_board::Board;
use mapkiln_core::document::{Document, schema};
use mapkiln_core::floor::Floor;
use mapkiln_core::plan::Plan;
use mapkiln_grammar::Level;
use mapkiln_tiles::World;

/// Every schema: the file's name and its text.
fn all() -> [(&'static str, String); 5] {
    let text = |schema| serde_json::to_string_pretty(&schema).map(|s| s + "\n").unwrap_or_default();
    [
        (Plan::KIND, text(schema::<Plan>())),
        (Floor::KIND, text(schema::<Floor>())),
        (World::KIND, text(schema::<World>())),
        (Level::KIND, text(schema::<Level>())),
        (Board::KIND, text(schema::<Board>())),
    ]
}

fn path(kind: &str) -> PathBuf {
    crate::root().join("docs/schema").join(format!("{kind}.schema.json"))
}

pub(crate) fn write() -> Result<(), String> {
    for (kind, text) in all() {
        let path = path(kind);
        let folder = path.parent().map_or_else(PathBuf::new, PathBuf::from);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        written.map_err(|e| format!("could not write {}: {e}", path.display()))?;
    }
    Ok(())
}

pub(crate) fn check() -> Result<(), String> {
    for (kind, text) in all() {
        if fs::read_to_string(path(kind)).ok().as_deref() != Some(text.as_str()) {
            return Err(format!("the schema of {kind} is not up to date; run `cargo xtask schemas`"));
        }
    }
    println!("xtask: the schemas are up to date");
    Ok(())
}
