//! Every lock locks something, and every key opens a lock.
//!
//! A lock locks nothing if somebody without its key, or without any key, gets to both of its sides.

use mapkiln_maps::plan::DoorKind;

use super::keys::key_name;
use super::seen;
use super::solver::{Reached, Ways, Wish};
use crate::case::Case;
use crate::look::{Look, say};
use crate::{Place, Severity};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(view) = seen(case, look) else { return };
    let language = look.language;
    let ways = Ways::new(view);
    let starts = ways.starts();
    if ways.too_many(starts.len(), 5 * view.plan.keys.len(), look) {
        return;
    }
    for key in &view.plan.keys {
        look.saw(1);
        let opens = |kind: &DoorKind| *kind == DoorKind::Locked { key: Some(key.id) };
        let doors: Vec<_> = view
            .levels
            .iter()
            .flat_map(|l| l.level.doors.iter().filter(|d| opens(&d.kind)).map(|d| (l.number, d)))
            .collect();
        let name = key_name(view, key.id, language);
        if doors.is_empty() {
            let mut place = Place::whole().in_room(key.room);
            place.key = Some(key.id);
            look.error(place, say!(language, "{name} opens nothing", "{name} não abre nada")).repair(say!(
                language,
                "lock a door with it, or take it out",
                "tranque uma porta com ela, ou retire-a"
            ));
            continue;
        }
        let explore =
            |wish: Wish<'_>| -> Vec<_> { starts.iter().map(|&start| ways.explore(start, wish)).collect() };
        // What nobody reaches at all is the business of `keys`.
        let found = explore(Wish::default()).iter().any(|w| w.keys.get(key.id as usize) == Some(&true));
        if !found {
            continue;
        }
        let without = Wish { without: Some(key.id), ..Wish::default() };
        let [with_key, without_key] =
            [None, Some(key.id)].map(|without| explore(Wish { keep_bars: true, without, ..Wish::default() }));
        let without = explore(without);
        let with_no_key = explore(Wish { leave_keys: true, ..Wish::default() });
        for (level, door) in doors {
            let closes = |reached: &[Reached]| {
                reached.iter().any(|r| door.joins.iter().any(|side| !r.seen[ways.node(*side)]))
            };
            if closes(&without) || closes(&with_no_key) {
                continue;
            }
            let at = door.place.at();
            let mut place = Place::cell(level, at).at_door(door.id);
            place.key = Some(key.id);
            // Were it not for a bar, would it keep somebody out?
            let passed_by = with_key.iter().zip(&without_key).any(|(with, without)| {
                door.joins
                    .iter()
                    .map(|side| ways.node(*side))
                    .any(|side| with.seen[side] && !without.seen[side])
            });
            if passed_by {
                look.find(
                    Severity::Note,
                    place,
                    say!(
                        language,
                        "the lock of {name} at {at} can be passed by: somebody who lifts a bar needs no key",
                        "a fechadura em {at} ({name}) pode ser evitada: quem levanta uma tranca não precisa de chave"
                    ),
                );
            } else {
                look.warn(
                    place,
                    say!(
                        language,
                        "the lock of {name} at {at} locks nothing: there is another way to everything behind it",
                        "a fechadura em {at} ({name}) não tranca nada: há outro caminho para tudo atrás dela"
                    ),
                )
                .repair(say!(
                    language,
                    "lock the other ways in too, or make it an ordinary door",
                    "tranque também as outras entradas, ou torne a porta comum"
                ));
            }
        }
    }
}
