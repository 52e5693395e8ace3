//! Every lock locks something, and every key opens a lock.
//!
//! A lock locks nothing if, with it shut for good, everything is still reached, and if its key alone
//! opens nothing either.

use mapkiln_maps::plan::DoorKind;

use super::keys::key_name;
use super::seen;
use super::solver::{Ways, Wish};
use crate::case::Case;
use crate::look::{Look, say};
use crate::{Place, Severity};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(view) = seen(case, look) else { return };
    let language = look.language;
    let keys = &view.plan.keys;
    if keys.is_empty() {
        return;
    }
    let ways = Ways::new(view);
    let starts = ways.starts();
    let all = |keep_bars: bool| -> Vec<_> {
        starts.iter().map(|&start| ways.explore(start, Wish { keep_bars, ..Wish::default() })).collect()
    };
    let (whole, behind_bars) = (all(false), all(true));
    for key in keys {
        look.saw(1);
        let opens = |kind: &DoorKind| *kind == DoorKind::Locked { key: Some(key.id) };
        let door = view
            .levels
            .iter()
            .find_map(|l| l.level.doors.iter().find(|d| opens(&d.kind)).map(|d| (l.number, d)));
        let name = key_name(view, key.id, language);
        let Some((level, door)) = door else {
            let mut place = Place::whole().in_room(key.room);
            place.key = Some(key.id);
            look.error(place, say!(language, "{name} opens nothing", "{name} não abre nada")).repair(say!(
                language,
                "lock a door with it, or take it out",
                "tranque uma porta com ela, ou retire-a"
            ));
            continue;
        };
        // Without its key a lock must keep somebody out of somewhere.
        let closes = |keep_bars: bool| {
            let whole = if keep_bars { &behind_bars } else { &whole };
            starts.iter().zip(whole).any(|(&start, whole)| {
                let wish = Wish { without: Some(key.id), keep_bars, ..Wish::default() };
                let without = ways.explore(start, wish);
                whole.seen.iter().zip(&without.seen).any(|(a, b)| a != b)
            })
        };
        // What nobody reaches at all is the business of `keys`.
        let found = whole.iter().any(|w| w.keys.get(key.id as usize) == Some(&true));
        // Or else the key alone must open something.
        let opens = starts.iter().any(|&start| {
            let alone =
                |keys: &[u32]| ways.explore(start, Wish { keys, leave_keys: true, ..Wish::default() }).seen;
            alone(&[key.id]) != alone(&[])
        });
        if !found || opens || closes(false) {
            continue;
        }
        if closes(true) {
            let at = door.place.at();
            let mut place = Place::cell(level, at).at_door(door.id);
            place.key = Some(key.id);
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
            let at = door.place.at();
            let mut place = Place::cell(level, at).at_door(door.id);
            place.key = Some(key.id);
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
