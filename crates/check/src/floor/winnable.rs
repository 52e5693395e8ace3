//! The exit can be reached from the entrance with the keys that are found on the way.

use std::collections::BTreeMap;

use mapkiln_core::{Direction, Grid, Point};
use mapkiln_maps::floor::{Floor, FloorDoor, ThingKind};
use mapkiln_maps::plan::DoorKind;

use super::floor;
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

/// Larger floors are not walked.
const MOST_CELLS: i64 = 25_000_000;

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(floor) = floor(case) else { return };
    let language = look.language;
    let exits: Vec<Point> = floor.things.iter().filter(|t| t.kind == ThingKind::Exit).map(|t| t.at).collect();
    if exits.is_empty() || floor.entrances.is_empty() || floor.ground.bounds().area() > MOST_CELLS {
        look.skip(say!(language, "the floor has no entrance or no exit", "o piso não tem entrada ou saída"));
        return;
    }
    for &start in &floor.entrances {
        let seen = walk(floor, start);
        for &exit in &exits {
            look.saw(1);
            if seen.get(exit) != Some(&true) {
                look.error(
                    Place::cell(0, exit),
                    say!(
                        language,
                        "nobody gets from the entrance at {start} to the exit at {exit}",
                        "ninguém chega da entrada em {start} à saída em {exit}"
                    ),
                );
            }
        }
    }
}

/// Every cell that is reached: doors without a key of this floor are battered, secret ones found.
fn walk(floor: &Floor, start: Point) -> Grid<bool> {
    let mut seen = floor.ground.map(|_| false);
    let mut doors: BTreeMap<Point, Vec<&FloorDoor>> = BTreeMap::new();
    for door in &floor.doors {
        doors.entry(door.at).or_default().push(door);
    }
    let mut lying: BTreeMap<Point, Vec<u32>> = BTreeMap::new();
    for thing in &floor.things {
        if let ThingKind::Key(key) = thing.kind {
            lying.entry(thing.at).or_default().push(key);
        }
    }
    let exists = |key: u32| lying.values().flatten().any(|k| *k == key);
    let mut keys: Vec<u32> = Vec::new();
    let mut waiting: Vec<(u32, Point)> = Vec::new();
    let mut stack = vec![start];
    while let Some(p) = stack.pop() {
        match seen.get_mut(p) {
            Some(cell) if !*cell && !floor.blocks_step(p) => *cell = true,
            _ => continue,
        }
        for key in lying.get(&p).into_iter().flatten() {
            keys.push(*key);
            stack.extend(waiting.iter().filter(|(k, _)| k == key).map(|(_, q)| *q));
            waiting.retain(|(k, _)| k != key);
        }
        for direction in Direction::ALL {
            let q = p.step(direction);
            let on_edge = |d: &&&FloorDoor| {
                d.on_edge
                    && ((d.at == p && d.facing == direction)
                        || (d.at == q && d.facing == direction.opposite()))
            };
            let edge = doors.get(&p).into_iter().chain(doors.get(&q)).flatten().find(on_edge);
            let inside = doors.get(&q).into_iter().flatten().find(|d| !d.on_edge);
            let needs = [edge, inside].into_iter().flatten().find_map(|door| match door.kind {
                DoorKind::Locked { key: Some(key) } if exists(key) && !keys.contains(&key) => Some(key),
                _ => None,
            });
            match needs {
                Some(key) => waiting.push((key, q)),
                None => stack.push(q),
            }
        }
    }
    seen
}
