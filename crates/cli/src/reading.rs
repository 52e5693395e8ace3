//! Reads map files of Mapkiln and of other generators.

use std::fmt::Display;
use std::path::Path;

use mapkiln::AnyMap;
use mapkiln::document::Stored;
use mapkiln::tiles::format::{read_tiled, world_of_tiled};

use crate::failure::Failure;
use crate::files::{Neighbours, read_bytes, read_text};
use crate::say::say;

/// Warnings that are printed; a file with more says how many.
const SHOWN: usize = 8;

/// Reads a map of any kind; prints what could not be taken over.
pub(crate) fn read_map(path: &Path, quiet: bool) -> Result<Stored<AnyMap>, Failure> {
    if is_picture(path) {
        let document = mapkiln::document_in_picture(&read_bytes(path)?).ok_or_else(|| {
            let name = path.display();
            Failure::usage(format!(
                "{name}: this picture carries no map; only pictures for the game master do"
            ))
        })?;
        return read_text_map(&path.display().to_string(), &document, quiet);
    }
    let text = read_text(path)?;
    if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("tmx") || e.eq_ignore_ascii_case("tmj")) {
        return read_tiled_world(path, &text);
    }
    read_text_map(&path.display().to_string(), &text, quiet)
}

/// Is it a picture, by its name?
fn is_picture(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("png") || e.eq_ignore_ascii_case("svg"))
}

/// A Tiled map as a world, with the tile sets and images beside it.
fn read_tiled_world(path: &Path, text: &str) -> Result<Stored<AnyMap>, Failure> {
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let wrong = |problem: &dyn Display| Failure::usage(format!("{}: {problem}", path.display()));
    let world = Neighbours::of(path)
        .while_reading(|files| read_tiled(text, files))
        .map_err(|problem| wrong(&problem))?
        .and_then(|map| world_of_tiled(&name, &map))
        .map_err(|problem| wrong(&problem))?;
    Ok(Stored { origin: None, map: AnyMap::World(world) })
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
