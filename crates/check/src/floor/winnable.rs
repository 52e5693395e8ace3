//! The exit can be reached from the entrance with the keys that are found on the way.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::{Direction, Grid, Point};
use mapkiln_maps::floor::{Floor, FloorDoor, FloorThingKind};
use mapkiln_maps::plan::DoorKind;
use mapkiln_play::Status;

use super::floor;
use crate::case::Case;
use crate::look::{Look, say};
use crate::{Place, Proof};

/// Larger floors are not walked.
const MOST_CELLS: i64 = 25_000_000;

/// Cells that are looked at for all entrances together.
const MOST_STEPS: i64 = 200_000_000;

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(floor) = floor(case) else { return };
    let language = look.language;
    let exits: Vec<Point> =
        floor.things.iter().filter(|t| t.kind == FloorThingKind::Exit).map(|t| t.at).collect();
    let cells = floor.ground.bounds().area();
    if exits.is_empty() || floor.entrances.is_empty() {
        look.skip(say!(language, "the floor has no entrance or no exit", "o piso não tem entrada ou saída"));
        return;
    }
    // Moves that win are a proof, and following them is faster than a search. They begin at one entrance.
    if let ([_], Some(Ok(game))) = (&floor.entrances[..], case.game())
        && game.status() == Status::Won
    {
        look.saw(1);
        let moves = game.moves().len();
        let steps = vec![say!(
            language,
            "the {moves} moves of the stored game lead out",
            "os {moves} lances do jogo guardado levam para fora"
        )];
        look.prove(Proof { certified: true, steps });
        return;
    }
    let entrances = floor.entrances.len() as i64;
    if cells > MOST_CELLS || cells.saturating_mul(entrances) > MOST_STEPS {
        look.skip(say!(
            language,
            "{cells} cells for {entrances} entrances are too many to walk",
            "{cells} células para {entrances} entradas são demais para percorrer"
        ));
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
        if let FloorThingKind::Key(key) = thing.kind {
            lying.entry(thing.at).or_default().push(key);
        }
    }
    let exist: BTreeSet<u32> = lying.values().flatten().copied().collect();
    let mut keys: BTreeSet<u32> = BTreeSet::new();
    let mut waiting: BTreeMap<u32, Vec<Point>> = BTreeMap::new();
    let mut stack = vec![start];
    while let Some(p) = stack.pop() {
        match seen.get_mut(p) {
            Some(cell) if !*cell && !floor.blocks_step(p) => *cell = true,
            _ => continue,
        }
        for key in lying.get(&p).into_iter().flatten() {
            keys.insert(*key);
            stack.extend(waiting.remove(key).into_iter().flatten());
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
                DoorKind::Locked { key: Some(key) } if exist.contains(&key) && !keys.contains(&key) => {
                    Some(key)
                }
                _ => None,
            });
            match needs {
                Some(key) => waiting.entry(key).or_default().push(q),
                None => stack.push(q),
            }
        }
    }
    seen
}
