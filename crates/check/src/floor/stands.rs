//! Things, doors and entrances stand where they can be reached.

use std::collections::BTreeSet;

use mapkiln_maps::floor::FloorThingKind;
use mapkiln_maps::plan::DoorKind;

use super::floor;
use crate::case::Case;
use crate::look::{Look, say};
use crate::{Place, Severity};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(floor) = floor(case) else { return };
    let language = look.language;
    for thing in &floor.things {
        look.saw(1);
        let at = thing.at;
        // A light may hang on a wall.
        if thing.kind != FloorThingKind::Light && floor.blocks_step(at) {
            look.error(
                Place::cell(0, at),
                say!(
                    language,
                    "the thing at {at} stands where nobody can step",
                    "a coisa em {at} fica onde ninguém pode pisar"
                ),
            );
        }
    }
    for &at in &floor.entrances {
        look.saw(1);
        if floor.blocks_step(at) {
            look.error(
                Place::cell(0, at),
                say!(
                    language,
                    "nobody can step on the entrance at {at}",
                    "ninguém pode pisar na entrada em {at}"
                ),
            );
        }
    }
    let mut doors = BTreeSet::new();
    for door in &floor.doors {
        look.saw(1);
        let (at, facing) = (door.at, door.facing);
        let ends =
            if door.on_edge { [at, at.step(facing)] } else { [at.step(facing.opposite()), at.step(facing)] };
        if !door.on_edge && floor.blocks_step(at) {
            look.error(
                Place::cell(0, at),
                say!(
                    language,
                    "the door at {at} stands in a wall",
                    "a porta em {at} fica dentro de uma parede"
                ),
            );
        } else if let Some(end) = ends.into_iter().find(|p| floor.blocks_step(*p)) {
            look.error(
                Place::cell(0, at),
                say!(
                    language,
                    "the door at {at} leads into the wall at {end}",
                    "a porta em {at} leva à parede em {end}"
                ),
            );
        }
        if !doors.insert((at, door.on_edge.then_some(facing))) {
            look.error(
                Place::cell(0, at),
                say!(language, "two doors stand at {at}", "duas portas ficam em {at}"),
            );
        }
        if let DoorKind::Locked { key: Some(key) } = door.kind
            && !floor.things.iter().any(|t| t.kind == FloorThingKind::Key(key))
        {
            look.find(
                // It may lie on another floor; without it the door is battered.
                Severity::Note,
                Place::cell(0, at),
                say!(
                    language,
                    "the key {key} of the door at {at} lies nowhere",
                    "a chave {key} da porta em {at} não está em lugar nenhum"
                ),
            );
        }
    }
}
