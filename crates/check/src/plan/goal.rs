//! The goal can be reached from every entrance without a secret door.

use super::seen;
use super::solver::{Ways, Wish};
use super::view::room_name;
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(view) = seen(case, look) else { return };
    let language = look.language;
    let ways = Ways::new(view);
    let goals = ways.goals();
    if goals.is_empty() {
        look.skip(say!(language, "no room is the goal or the exit", "nenhuma sala é o objetivo ou a saída"));
        return;
    }
    let starts = ways.starts();
    // Once to explore, and once more for each goal that is out of reach.
    if ways.too_many(starts.len(), 1 + goals.len(), look) {
        return;
    }
    for start in starts {
        let reached = ways.explore(start, Wish::default());
        for &goal in &goals {
            look.saw(1);
            if reached.seen[goal] {
                continue;
            }
            let (name, from) = (room_name(goal as u32, language), place_name(&ways, start, language));
            let everything: Vec<u32> = view.plan.keys.iter().map(|k| k.id).collect();
            let by_keys = ways.explore(start, Wish { keys: &everything, ..Wish::default() }).seen[goal];
            let mut place = Place::whole().in_room(goal as u32);
            place.level = view.room(goal as u32).map(|(level, _)| level.number);
            look.error(
                place,
                say!(
                    language,
                    "the goal, {name}, cannot be reached from {from} without secret doors or force",
                    "o objetivo, {name}, não pode ser alcançado a partir de {from} sem portas secretas ou força"
                ),
            );
            if by_keys {
                look.repair(say!(
                    language,
                    "put the keys that are missing where they can be reached: see the claim `keys`",
                    "ponha as chaves que faltam onde possam ser alcançadas: veja a afirmação `keys`"
                ));
            } else {
                look.repair(say!(
                    language,
                    "make one door on the way an ordinary one",
                    "torne comum uma porta do caminho"
                ));
            }
        }
    }
}

/// Where one comes in, in words.
pub(super) fn place_name(ways: &Ways<'_>, node: usize, language: mapkiln_maps::Language) -> String {
    if ways.is_room(node) {
        room_name(node as u32, language)
    } else {
        say!(language, "the corridor of the entrance", "o corredor da entrada")
    }
}
