//! Creatures fit in their room, each on squares of its own.

use std::collections::BTreeMap;

use mapkiln_core::{Point, Rect};
use mapkiln_maps::plan::{Area, CreatureSize};

use super::seen;
use super::view::room_name;
use crate::case::Case;
use crate::look::{Look, say};
use crate::{Place, Severity};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(view) = seen(case, look) else { return };
    let language = look.language;
    for level in &view.levels {
        for (room, cells) in level.level.rooms.iter().zip(&level.rooms) {
            let contents = &room.contents;
            if contents.monsters.is_empty() {
                continue;
            }
            let name = room_name(room.id, language);
            let place = || Place::level(level.number).in_room(room.id);
            let free = cells.iter().filter(|p| !level.blocked[**p]).count();
            let needed: u64 = contents.monsters.iter().map(|m| u64::from(m.size.cells(m.count))).sum();
            if needed > free as u64 {
                // Where neither sizes nor places are said, nobody has decided how they stand.
                let said =
                    contents.monsters.iter().any(|m| m.size != CreatureSize::Medium || !m.at.is_empty());
                look.find(
                    if said { Severity::Error } else { Severity::Note },
                    place(),
                    say!(
                        language,
                        "the creatures in {name} need {needed} squares, and {free} are free",
                        "as criaturas em {name} precisam de {needed} quadrados, e há {free} livres"
                    ),
                );
            }
            // Who stands on each square: the number of tiny creatures, or 4 for any other.
            let mut taken: BTreeMap<Point, u32> = BTreeMap::new();
            for monsters in &contents.monsters {
                look.saw(monsters.count as usize);
                let who = &monsters.name;
                if !monsters.at.is_empty() && monsters.at.len() != monsters.count as usize {
                    let (count, places) = (monsters.count, monsters.at.len());
                    look.error(
                        place(),
                        say!(
                            language,
                            "{name} has {count} {who} and {places} places for them",
                            "{name} tem {count} {who} e {places} lugares para eles"
                        ),
                    );
                }
                let side = monsters.size.side();
                for &at in &monsters.at {
                    let square = Rect::new(at.x, at.y, side, side);
                    let place = Place::cell(level.number, at).in_room(room.id);
                    if let Some(p) = square.cells().find(|p| level.area(*p) != Some(Area::Room(room.id))) {
                        look.error(
                            place,
                            say!(
                                language,
                                "the {who} at {at} does not fit in {name}: {p} is not its floor",
                                "{who} em {at} não cabe em {name}: {p} não é piso dela"
                            ),
                        );
                        continue;
                    }
                    if let Some(p) = square.cells().find(|p| level.blocked[*p]) {
                        look.error(
                            place,
                            say!(
                                language,
                                "the {who} at {at} stands in what is at {p}",
                                "{who} em {at} está dentro do que fica em {p}"
                            ),
                        );
                        continue;
                    }
                    let load = if monsters.size == CreatureSize::Tiny { 1 } else { 4 };
                    let mut full = None;
                    for p in square.cells() {
                        let here = taken.entry(p).or_default();
                        *here += load;
                        if *here > 4 {
                            full = Some(p);
                        }
                    }
                    if let Some(p) = full {
                        look.error(
                            place,
                            say!(
                                language,
                                "the {who} at {at} shares the square {p} with another creature",
                                "{who} em {at} divide o quadrado {p} com outra criatura"
                            ),
                        );
                    }
                }
            }
        }
    }
}
