//! Every room is one piece of floor, and no two places share a cell.

use std::collections::BTreeSet;

use mapkiln_maps::plan::Area;

use super::seen;
use super::view::{pieces, room_name};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(view) = seen(case, look) else { return };
    let language = look.language;
    for level in &view.levels {
        for (room, cells) in level.level.rooms.iter().zip(&level.rooms) {
            look.saw(cells.len());
            let name = || room_name(room.id, language);
            let place = || Place::level(level.number).in_room(room.id);
            let (count, second) = pieces(cells);
            if cells.is_empty() {
                let name = name();
                look.error(place(), say!(language, "{name} has no floor", "{name} não tem piso"));
            } else if count > 1 {
                let name = name();
                let at = second.unwrap_or_default();
                let place = Place { cell: second, ..place() };
                look.error(
                    place,
                    say!(
                        language,
                        "the floor of {name} is in {count} pieces; one lies at {at}",
                        "o piso de {name} está em {count} partes; uma fica em {at}"
                    ),
                );
            } else if cells.len() as i64 != room.outline.area() {
                let name = name();
                look.error(
                    place(),
                    say!(
                        language,
                        "the outline of {name} crosses itself",
                        "o contorno de {name} cruza a si mesmo"
                    ),
                );
            }
        }
        let corridors = level.level.corridors.iter();
        look.saw(corridors.map(|c| c.cells.len()).sum());
        let mut told = BTreeSet::new();
        for &(at, second) in &level.shared {
            let Some(first) = level.area(at) else { continue };
            // A corridor that lists a cell twice is the corridors' business.
            if first == second || !told.insert((first, second)) {
                continue;
            }
            let (a, b) = (level.name(first, language), level.name(second, language));
            let mut place = Place::cell(level.number, at);
            for area in [second, first] {
                match area {
                    Area::Room(id) => place.room = Some(id),
                    Area::Corridor(id) => place.corridor = Some(id),
                }
            }
            look.error(
                place,
                say!(language, "{a} and {b} share the cell {at}", "{a} e {b} dividem a célula {at}"),
            );
        }
    }
}
