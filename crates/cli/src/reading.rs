//! Reads map files of Mapkiln and of other generators.

use std::path::Path;

use mapkiln::AnyMap;
use mapkiln::document::Stored;

use crate::failure::Failure;
use crate::files::read_text;
use crate::say::say;

/// Warnings that are printed; a file with more says how many.
const SHOWN: usize = 8;

/// Reads a map of any kind; prints what could not be taken over.
pub(crate) fn read_map(path: &Path, quiet: bool) -> Result<Stored<AnyMap>, Failure> {
    read_text_map(&path.display().to_string(), &read_text(path)?, quiet)
}

/// The map of a text; the name is that of its file.
pub(crate) fn read_text_map(name: &str, text: &str, quiet: bool) -> Result<Stored<AnyMap>, Failure> {
    let reading = mapkiln::read_map(text).map_err(|problem| Failure::usage(format!("{name}: {problem}")))?;
    if !quiet {
        for warning in reading.warnings.iter().take(SHOWN) {
            say(format_args!("note: {warning}"));
        }
        if let Some(more) = reading.warnings.len().checked_sub(SHOWN + 1) {
            say(format_args!("note: and {} more like these", more + 1));
        }
    }
    Ok(reading.stored)
}
