//! Reads any map: documents of Mapkiln, files of other generators, rows of characters.

use std::collections::BTreeSet;

use mapkiln_core::{Limit, Point};
use mapkiln_draw::import::{self, ImportError};
use mapkiln_draw::text::Sign;
use mapkiln_maps::AnyMap;
use mapkiln_maps::document::{self, Stored};
use mapkiln_maps::floor::{Floor, FloorThing, FloorThingKind, Ground};
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
/// `B` a boss; the other [`Sign`]s of text maps are open floor. Text with any other character, or
/// with neither walls nor floor, is no map.
///
/// ```
/// let reading = mapkiln::read_map("#####\n#@.>#\n#####")?;
/// assert_eq!(reading.stored.map.kind(), "floor");
/// # Ok::<(), mapkiln::ReadError>(())
/// ```
pub fn read_map(text: &str) -> Result<Reading, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') {
        let floor = from_characters(text)?;
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
            document::check_limits(&imported.plan).map_err(|e| ReadError(e.to_string()))?;
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

/// Refuses text that was never meant as a map.
fn check_characters(text: &str) -> Result<(), ReadError> {
    let known: BTreeSet<char> = Sign::all().flat_map(|sign| [sign.ascii(), sign.unicode()]).collect();
    let drawn = "rows of characters are drawn with # for walls, @ for the entrance and . for floor";
    for (number, line) in text.lines().enumerate() {
        if let Some(other) = line.chars().find(|c| !known.contains(c)) {
            let number = number + 1;
            let problem = format!("this is not a map: line {number} has {other:?}, which is no sign of maps");
            return Err(ReadError(format!("{problem}; {drawn}")));
        }
    }
    if text.contains(['#', '@', '.']) {
        Ok(())
    } else {
        Err(ReadError(format!("this is not a map: it has neither walls nor floor; {drawn}")))
    }
}

fn from_characters(text: &str) -> Result<Floor, ReadError> {
    let width = text.lines().map(|l| l.chars().count()).max().unwrap_or(0);
    let height = text.lines().count();
    let no_map = || ReadError("this is not a map: neither JSON nor rows of characters".to_owned());
    check_characters(text)?;
    let (Ok(columns), Ok(rows), 1..) = (i32::try_from(width), i32::try_from(height), width) else {
        return Err(no_map());
    };
    // One long line among many short ones asks for more than the file holds.
    let asked = (width as u64).saturating_mul(height as u64);
    Limit::Cells.check(asked).map_err(|e| ReadError(e.to_string()))?;
    let mut floor = Floor::new(columns, rows, Ground::open("room"));
    floor.palette.push(Ground::solid("wall"));
    floor.palette.push(Ground::barrier("water"));
    for (y, line) in text.lines().enumerate() {
        for (x, c) in line.chars().enumerate() {
            let at = Point::new(x as i32, y as i32);
            let kind = match c {
                '>' => Some(FloorThingKind::Exit),
                '$' => Some(FloorThingKind::Chest),
                'e' => Some(FloorThingKind::Enemy),
                'B' => Some(FloorThingKind::Boss),
                _ => None,
            };
            floor.things.extend(kind.map(|kind| FloorThing { at, kind, name: String::new(), room: None }));
            match c {
                '#' => floor.ground[at] = 1,
                '~' => floor.ground[at] = 2,
                '@' => floor.entrances.push(at),
                _ => {}
            }
        }
    }
    Ok(floor)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::read_map;

    #[test]
    fn only_maps_are_read() {
        for map in ["#####\n#@.>#\n#####", "@", "\u{feff}#~$eB.\r\n#\r\n", "  ##\n  #·#\n\n"] {
            assert_eq!(read_map(map).unwrap().stored.map.kind(), "floor", "{map:?}");
        }
        let cases = [
            ("# Mapkiln\n\nMaps.", "line 1 has 'M'"),
            ("#####\n#@,>#", "line 2 has ','"),
            ("", "neither walls nor floor"),
            ("  \n ", "neither walls nor floor"),
            ("#@\u{1b}[31m", "line 1 has '\\u{1b}'"),
        ];
        for (text, problem) in cases {
            let said = read_map(text).unwrap_err().to_string();
            assert!(said.contains(problem), "{text:?}: {said}");
        }
    }
}
