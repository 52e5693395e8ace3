//! Reads any map: documents of Mapkiln, files of other generators, rows of characters.

use mapkiln_core::Point;
use mapkiln_draw::import::{self, ImportError};
use mapkiln_maps::AnyMap;
use mapkiln_maps::document::{self, Stored};
use mapkiln_maps::floor::{Floor, Ground, Thing, ThingKind};
use thiserror::Error;

/// A map that was read, with what could not be taken over from another generator's file.
#[derive(Debug)]
pub struct Reading {
    /// The map and, if the file says it, its origin.
    pub stored: Stored<AnyMap>,
    /// What was left out or guessed.
    pub warnings: Vec<String>,
}

/// Why text is not a map.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct ReadError(String);

/// Reads a map document, a file of watabou's or donjon's generators, or rows of characters.
///
/// Of characters, `#` is wall, `~` water, `@` an entrance, `>` an exit, `$` a chest, `e` an enemy and
/// `B` a boss; all others are open floor.
///
/// ```
/// let reading = mapkiln::read_map("#####\n#@.>#\n#####")?;
/// assert_eq!(reading.stored.map.kind(), "floor");
/// # Ok::<(), mapkiln::ReadError>(())
/// ```
pub fn read_map(text: &str) -> Result<Reading, ReadError> {
    if !text.trim_start().starts_with('{') {
        let floor = from_characters(text)
            .ok_or_else(|| ReadError("this is not a map: neither JSON nor rows of characters".to_owned()))?;
        let stored = Stored { origin: None, map: AnyMap::Floor(floor) };
        return Ok(Reading { stored, warnings: Vec::new() });
    }
    let ours = AnyMap::from_json(text);
    if ours.is_ok() || document::head(text).is_ok() {
        let stored = ours.map_err(|e| ReadError(e.to_string()))?;
        return Ok(Reading { stored, warnings: Vec::new() });
    }
    match (import::read(text), ours) {
        (Ok(imported), _) => {
            let stored = Stored { origin: None, map: AnyMap::Plan(imported.plan) };
            Ok(Reading { stored, warnings: imported.warnings })
        }
        (Err(unknown @ ImportError::Unknown), _) => {
            Err(ReadError(format!("{unknown}; nor is it a Mapkiln document")))
        }
        (Err(ImportError::Json(e)), Err(reason)) if e.is_syntax() || e.is_eof() => {
            Err(ReadError(reason.to_string()))
        }
        (Err(problem), _) => Err(ReadError(problem.to_string())),
    }
}

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
