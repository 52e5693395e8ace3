//! Walls are closed: two places touch only where a door stands on their border.

use std::collections::BTreeSet;

use mapkiln_core::Direction;
use mapkiln_maps::plan::{Area, DoorPlace};

use super::seen;
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(view) = seen(case, look) else { return };
    let language = look.language;
    for level in &view.levels {
        // Where a door stands on a border, the rest of that border is wall.
        let walled: BTreeSet<[Area; 2]> = level
            .level
            .doors
            .iter()
            .filter(|d| matches!(d.place, DoorPlace::Edge { .. }))
            .map(|d| sorted(d.joins))
            .collect();
        let mut told = BTreeSet::new();
        for (p, area) in level.areas.iter() {
            let Some(here) = *area else { continue };
            look.saw(1);
            for direction in [Direction::East, Direction::South] {
                let Some(there) = level.area(p.step(direction)) else { continue };
                let pair = sorted([here, there]);
                if here == there || walled.contains(&pair) || !told.insert(pair) {
                    continue;
                }
                let (a, b) = (level.name(here, language), level.name(there, language));
                let q = p.step(direction);
                let mut place = Place::cell(level.number, p);
                if let Area::Room(id) = here {
                    place.room = Some(id);
                }
                look.error(
                    place,
                    say!(
                        language,
                        "{a} and {b} touch at {p} and {q}, with neither wall nor door between them",
                        "{a} e {b} se tocam em {p} e {q}, sem parede nem porta entre eles"
                    ),
                )
                .repair(say!(
                    language,
                    "set a door on that border, or take the cell {q} from the floor",
                    "ponha uma porta nessa divisa, ou retire a célula {q} do piso"
                ));
            }
        }
    }
}

fn sorted([a, b]: [Area; 2]) -> [Area; 2] {
    if a <= b { [a, b] } else { [b, a] }
}
