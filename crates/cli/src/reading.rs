//! Map files, whoever made them.

use std::path::Path;

use mapkiln::AnyMap;
use mapkiln::document::{self, Stored};
use mapkiln::draw::import;

use crate::args::read_text;
use crate::failure::Failure;

/// Reads a map document, or a file of another generator.
pub(crate) fn read_map(path: &Path, quiet: bool) -> Result<Stored<AnyMap>, Failure> {
    parse_map(path, &read_text(path)?, quiet)
}

/// The map of a file that was read already.
pub(crate) fn parse_map(path: &Path, json: &str, quiet: bool) -> Result<Stored<AnyMap>, Failure> {
    let wrong = |problem: String| Failure::usage(format!("{}: {problem}", path.display()));
    if document::head(json).is_ok() {
        return AnyMap::from_json(json).map_err(|e| wrong(e.to_string()));
    }
    let imported = import::read(json).map_err(|e| match e {
        import::ImportError::Unknown => match AnyMap::from_json(json) {
            Err(reason) => wrong(reason.to_string()),
            Ok(_) => wrong(e.to_string()),
        },
        other => wrong(other.to_string()),
    })?;
    if !quiet {
        const SHOWN: usize = 8;
        for warning in imported.warnings.iter().take(SHOWN) {
            eprintln!("note: {warning}");
        }
        if let Some(more) = imported.warnings.len().checked_sub(SHOWN + 1) {
            eprintln!("note: and {} more like these", more + 1);
        }
    }
    Ok(Stored { origin: None, map: AnyMap::Plan(imported.plan) })
}
