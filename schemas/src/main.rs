//! The JSON Schemas of the documents, kept in `docs/schema`: this writes them, `cargo xtask schemas`
//! for short.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mapkiln_maps::board::Board;
use mapkiln_maps::document::{Document, schema};
use mapkiln_maps::floor::Floor;
use mapkiln_maps::graph::LevelGraph;
use mapkiln_maps::plan::Plan;
use mapkiln_maps::world::World;

fn main() -> ExitCode {
    for (path, text) in all() {
        if let Err(e) = fs::write(&path, text) {
            eprintln!("schemas: could not write {}: {e}", path.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Every schema: its file and its text.
fn all() -> [(PathBuf, String); 5] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema");
    let text = |schema| serde_json::to_string_pretty(&schema).map(|s| s + "\n").unwrap_or_default();
    let schemas = [
        (Plan::KIND, text(schema::<Plan>())),
        (Floor::KIND, text(schema::<Floor>())),
        (World::KIND, text(schema::<World>())),
        (LevelGraph::KIND, text(schema::<LevelGraph>())),
        (Board::KIND, text(schema::<Board>())),
    ];
    schemas.map(|(kind, text)| (folder.join(format!("{kind}.schema.json")), text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_up_to_date() {
        for (path, text) in all() {
            let stored = fs::read_to_string(&path).unwrap_or_default();
            assert!(stored == text, "{} is not; run `cargo xtask schemas`", path.display());
        }
    }
}
