//! Reads map files of Mapkiln and of other generators.

use std::path::Path;

use mapkiln::document::{self, Stored};
use mapkiln::draw::import;
use mapkiln::floor::{Floor, Ground, Thing, ThingKind};
use mapkiln::{AnyMap, Point};

use crate::args::read_text;
use crate::failure::Failure;

/// Reads a map document, a file of another generator, or rows of characters.
pub(crate) fn read_map(path: &Path, quiet: bool) -> Result<Stored<AnyMap>, Failure> {
    read_text_map(&path.display().to_string(), &read_text(path)?, quiet)
}

/// The map of a text; the name is that of its file.
pub(crate) fn read_text_map(name: &str, text: &str, quiet: bool) -> Result<Stored<AnyMap>, Failure> {
    let wrong = |problem: String| Failure::usage(format!("{name}: {problem}"));
    if !text.trim_start().starts_with('{') {
        let floor = from_characters(text);
        let floor = floor
            .ok_or_else(|| wrong("this is not a map: neither JSON nor rows of characters".to_owned()))?;
        return Ok(Stored { origin: None, map: AnyMap::Floor(floor) });
    }
    let ours = AnyMap::from_json(text);
    if ours.is_ok() || document::head(text).is_ok() {
        return ours.map_err(|e| wrong(e.to_string()));
    }
    let imported = match (import::read(text), ours) {
        (Ok(imported), _) => imported,
        (Err(unknown @ import::ImportError::Unknown), _) => {
            return Err(wrong(format!("{unknown}; nor is it a Mapkiln document")));
        }
        (Err(import::ImportError::Json(e)), Err(reason)) if e.is_syntax() || e.is_eof() => {
            return Err(wrong(reason.to_string()));
        }
        (Err(problem), _) => return Err(wrong(problem.to_string())),
    };
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

/// `#` wall, `~` water, `@` entrance, `>` exit, `$` chest, `e` enemy, `B` boss; all else is open.
fn from_characters(text: &str) -> Option<Floor> {
    let width = text.lines().map(|l| l.chars().count()).max().filter(|&w| w > 0)?;
    let height = text.lines().count();
    let mut floor = Floor::new(i32::try_from(width).ok()?, i32::try_from(height).ok()?, Ground::open("room"));
    floor.palette.push(Ground::solid("wall"));
    floor.palette.push(Ground::barrier("water"));
    for (y, line) in text.lines().enumerate() {
        for (x, c) in line.chars().enumerate() {
            let at = Point::new(x as i32, y as i32);
            let kind = match c {
                '>' => Some(ThingKind::Exit),
                '$' => Some(ThingKind::Chest),
                'e' => Some(ThingKind::Enemy),
                'B' => Some(ThingKind::Boss),
                _ => None,
            };
            floor.things.extend(kind.map(|kind| Thing { at, kind, name: String::new(), room: None }));
            match c {
                '#' => floor.ground[at] = 1,
                '~' => floor.ground[at] = 2,
                '@' => floor.entrances.push(at),
                _ => {}
            }
        }
    }
    Some(floor)
}
