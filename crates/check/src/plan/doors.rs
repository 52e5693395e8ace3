//! Every door stands in a wall between the two places it joins.

use mapkiln_maps::plan::{Door, DoorPlace};

use super::seen;
use super::view::{LevelView, sides};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(view) = seen(case, look) else { return };
    for level in &view.levels {
        for door in &level.level.doors {
            look.saw(1);
            check_door(level, door, look);
        }
    }
}

fn check_door(level: &LevelView<'_>, door: &Door, look: &mut Look) {
    let language = look.language;
    let at = door.place.at();
    let facing = door.place.facing();
    let place = || Place::cell(level.number, at).at_door(door.id);
    let here = match door.place {
        DoorPlace::Cell { .. } => level.doors.get(&at),
        DoorPlace::Edge { .. } => level.edges.get(&(at, facing)),
    };
    if here.is_some_and(|doors| doors.first().is_some_and(|first| first.id != door.id)) {
        look.error(place(), say!(language, "two doors stand at {at}", "duas portas ficam em {at}"))
            .repair(say!(language, "take one of them out", "retire uma delas"));
        return;
    }
    let found = sides(door).map(|p| level.area(p));
    if found != door.joins.map(Some) {
        let says = door.joins.map(|area| level.name(area, language));
        let is = found.map(|area| match area {
            Some(area) => level.name(area, language),
            None => say!(language, "rock", "rocha"),
        });
        let ([a, b], [x, y]) = (&says, &is);
        let sentence = say!(
            language,
            "the door at {at} should lead from {a} to {b}, but stands between {x} and {y}",
            "a porta em {at} deveria levar de {a} para {b}, mas fica entre {x} e {y}"
        );
        let turned = found == [Some(door.joins[1]), Some(door.joins[0])];
        look.error(place(), sentence);
        if turned {
            look.repair(say!(language, "turn it around", "vire-a"));
        } else if let [Some(_), Some(_)] = found {
            look.repair(say!(language, "write that it joins {x} and {y}", "escreva que ela liga {x} e {y}"));
        }
        return;
    }
    if door.joins[0] == door.joins[1] {
        let name = level.name(door.joins[0], language);
        look.error(
            place(),
            say!(
                language,
                "the door at {at} leads from {name} to itself",
                "a porta em {at} leva de {name} a si mesma"
            ),
        )
        .repair(say!(language, "take it out", "retire-a"));
        return;
    }
    let DoorPlace::Cell { .. } = door.place else { return };
    if let Some(area) = level.area(at) {
        let name = level.name(area, language);
        look.error(
            place(),
            say!(
                language,
                "the door at {at} stands on the floor of {name}, not in a wall",
                "a porta em {at} fica no piso de {name}, não em uma parede"
            ),
        );
        return;
    }
    // The wall goes on to both sides of the door.
    for beside in [facing.clockwise(), facing.clockwise().opposite()] {
        let p = at.step(beside);
        if let Some(area) = level.area(p) {
            let name = level.name(area, language);
            look.error(
                place(),
                say!(
                    language,
                    "the door at {at} can be walked around: {name} lies beside it at {p}",
                    "a porta em {at} pode ser contornada: {name} fica ao lado dela em {p}"
                ),
            );
        }
    }
}
