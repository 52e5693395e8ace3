//! Writes the JSON Schemas of maps and specs into `docs/schema`; `cargo xtask schemas` for short.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mapkiln::AnySpec;
use mapkiln::document::{Document, schema};
use mapkiln::floor::Floor;
use mapkiln::maps::board::Board;
use mapkiln::maps::graph::LevelGraph;
use mapkiln::maps::world::World;
use mapkiln::plan::Plan;
use mapkiln_edit::{Edit, EditVerdict};
use schemars::Schema;

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
fn all() -> [(PathBuf, String); 8] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema");
    let schemas = [
        (Plan::KIND, schema::<Plan>()),
        (Floor::KIND, schema::<Floor>()),
        (World::KIND, schema::<World>()),
        (LevelGraph::KIND, schema::<LevelGraph>()),
        (Board::KIND, schema::<Board>()),
        ("spec", spec()),
        ("edit", schemars::schema_for!(Edit)),
        ("verdict", schemars::schema_for!(EditVerdict)),
    ];
    schemas.map(|(name, schema)| {
        let text = serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n";
        (folder.join(format!("{name}.schema.json")), text)
    })
}

/// The spec of any maker, told apart by the field `maker`.
fn spec() -> Schema {
    let mut schema = schemars::schema_for!(AnySpec);
    schema.insert("title".to_owned(), "Mapkiln spec".into());
    schema.insert("description".to_owned(), "What to make: the field `maker` says which maker.".into());
    schema
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

    #[test]
    fn the_schema_of_specs_knows_every_maker() {
        let schema = serde_json::to_value(spec()).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        for maker in AnySpec::MAKERS {
            let short = serde_json::json!({ "maker": maker });
            assert!(validator.is_valid(&short), "{maker}: every field has a default");
            let whole = serde_json::to_value(AnySpec::named(maker).unwrap()).unwrap();
            assert!(validator.is_valid(&whole), "{maker}: {:?}", validator.validate(&whole));
            let wrong = serde_json::json!({ "maker": maker, "no_such_field": 1 });
            assert!(!validator.is_valid(&wrong), "{maker}");
        }
        assert!(!validator.is_valid(&serde_json::json!({ "maker": "sandwich" })));
        assert!(!validator.is_valid(&serde_json::json!({ "maker": "dungeon", "size": "tiny" })));
        assert!(validator.is_valid(&serde_json::json!({ "maker": "dungeon", "party": "3,3,4" })));
    }
}
