//! The text refers to what is there.

use std::collections::BTreeSet;

use mapkiln_maps::plan::{Area, DoorKind, Entry, Plan, Room};

use super::facts::Known;
use super::telling::Teller;
use super::view::PlanView;
use crate::case::Case;
use crate::look::{Look, say};
use crate::{DocumentRef, Place, Severity};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let DocumentRef::Plan(plan) = case.subject.document else { return };
    let rooms = plan.rooms().count() as u64;
    for (place, text) in texts(plan) {
        look.saw(text.split_whitespace().count());
        check_text(&place, text, rooms, look);
        // Rumours on the front page may be false.
        if place.field.as_deref() != Some("front") {
            check_keys(plan, &place, text, look);
        }
    }
    // Imported plans, and those of makers without words, say nothing of what their texts are about.
    let told = |room: &Room| !room.description.aloud_facts.is_empty();
    if entries(plan).all(|(_, entry)| entry.facts.is_empty()) && !plan.rooms().any(told) {
        return;
    }
    let Some(view) = super::seen(case, look) else { return };
    check_facts(case, view, look);
}

/// Every sentence is about something that is there, and every paragraph says what is.
fn check_facts(case: &Case<'_>, view: &PlanView<'_>, look: &mut Look) {
    // A map without an origin was changed after it was made, and one that was rolled again keeps the
    // words of the rooms that were kept.
    let changed = case.subject.origin.is_none() || !case.spec()["reroll"].is_null();
    let known = Known::new(view);
    let stale = if changed { Severity::Note } else { Severity::Error };
    let mut teller = Teller { known: &known, look, stale };
    for (place, entry) in entries(view.plan) {
        teller.facts(&place, &entry.text, &entry.facts);
        teller.rooms(&place, &room_numbers(&entry.text), &entry.facts);
    }
    for entry in &view.plan.front {
        teller.roster(&Place::field("front"), entry);
    }
    for (n, level) in view.plan.levels.iter().enumerate() {
        for room in &level.rooms {
            let place = Place::level(n).in_room(room.id);
            let about = &room.description;
            teller.facts(&place, &about.aloud, &about.aloud_facts);
            // A room that somebody wrote has no paragraphs.
            if !about.entries.is_empty() {
                teller.room(&place, room);
            }
        }
    }
}

fn entries(plan: &Plan) -> impl Iterator<Item = (Place, &Entry)> {
    let front = plan.front.iter().map(|entry| (Place::field("front"), entry));
    let levels = plan.levels.iter().enumerate();
    let rooms = levels.flat_map(|(n, level)| level.rooms.iter().map(move |room| (n, room)));
    let rooms = rooms.flat_map(|(n, room)| {
        room.description.entries.iter().map(move |entry| (Place::level(n).in_room(room.id), entry))
    });
    front.chain(rooms)
}

/// Every text of a plan, with its place.
fn texts(plan: &Plan) -> Vec<(Place, &str)> {
    let mut texts = vec![(Place::field("title"), plan.title.as_str()), (Place::field("story"), &plan.story)];
    for (n, level) in plan.levels.iter().enumerate() {
        for room in &level.rooms {
            let place = Place::level(n).in_room(room.id);
            let about = &room.description;
            for text in [&about.aloud, &about.secret, &room.kind] {
                texts.push((place.clone(), text));
            }
            texts.extend(room.contents.furniture.iter().map(|text| (place.clone(), text.as_str())));
        }
    }
    for (place, entry) in entries(plan) {
        texts.push((place.clone(), &entry.lead));
        texts.push((place, &entry.text));
    }
    texts
}

fn check_text(place: &Place, text: &str, rooms: u64, look: &mut Look) {
    let language = look.language;
    for number in room_numbers(text) {
        if number == 0 || number > rooms {
            look.error(
                place.clone(),
                say!(
                    language,
                    "the text speaks of room {number}, and there are {rooms} rooms",
                    "o texto fala da sala {number}, e há {rooms} salas"
                ),
            );
        }
    }
    // What a template leaves behind when a word is missing.
    let left_over = ["{", "}", "<<", ">>", "undefined", "NaN", "TODO", "  ", " ,", " .", ".."];
    let found =
        left_over.iter().find(|mark| text.contains(**mark) && !(**mark == ".." && text.contains("...")));
    if let Some(mark) = found {
        look.error(
            place.clone(),
            say!(
                language,
                "the text has a gap: it holds {mark:?}",
                "o texto tem uma lacuna: contém {mark:?}"
            ),
        );
    }
    if text.matches("**").count() % 2 == 1 {
        look.error(
            place.clone(),
            say!(
                language,
                "bold words do not end: the marks ** are not in pairs",
                "o negrito não termina: as marcas ** não formam pares"
            ),
        );
    }
}

/// The numbers of rooms that a text names: `room 4`, `rooms 4, 5 and 6`, `sala 4`, `salas 4 e 5`; not
/// those of `a store room, 35 feet across` or `a room 20 by 30 feet wide`.
fn room_numbers(text: &str) -> Vec<u64> {
    const UNITS: [&str; 9] = ["feet", "foot", "by", "ft", "×", "x", "por", "pés", "metros"];
    let mut numbers = Vec::new();
    let (mut listing, mut several) = (false, false);
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if ["room", "rooms", "sala", "salas"].iter().any(|w| bare.eq_ignore_ascii_case(w)) {
            listing = word.ends_with(|c: char| c.is_alphanumeric());
            several = bare.ends_with(['s', 'S']);
            continue;
        }
        if !listing {
            continue;
        }
        let measure = words
            .peek()
            .is_some_and(|next| UNITS.contains(&next.trim_matches(|c: char| c.is_ascii_punctuation())));
        match bare.parse::<u64>() {
            Ok(number) if !measure => {
                numbers.push(number);
                let goes_on = words.peek().is_some_and(|next| matches!(*next, "and" | "or" | "e" | "ou"));
                listing = several && (word.ends_with(',') || goes_on);
            }
            Ok(_) => listing = false,
            Err(_) => listing = matches!(bare, "and" | "or" | "e" | "ou" | ""),
        }
    }
    numbers
}

/// A sentence about a key and a room: the key lies there, or opens it.
fn check_keys(plan: &Plan, place: &Place, text: &str, look: &mut Look) {
    let language = look.language;
    for sentence in text.split(". ") {
        let [number] = room_numbers(sentence)[..] else { continue };
        let lower = sentence.to_lowercase();
        for key in plan.keys.iter().filter(|k| !k.name.is_empty() && lower.contains(&k.name.to_lowercase())) {
            look.saw(1);
            let opens = plan.doors().filter(|d| d.kind == DoorKind::Locked { key: Some(key.id) });
            let mut right: BTreeSet<u64> =
                opens.flat_map(|d| d.joins).flat_map(|area| rooms_of(plan, area)).collect();
            right.extend([u64::from(key.room) + 1]);
            right.extend(place.room.map(|room| u64::from(room) + 1));
            if !right.contains(&number) {
                let name = &key.name;
                look.error(
                    place.clone(),
                    say!(
                        language,
                        "the text puts the {name} together with room {number}, where it neither lies nor opens a door",
                        "o texto junta a {name} à sala {number}, onde ela não está nem abre porta"
                    ),
                );
            }
        }
    }
}

/// The numbers of the rooms of an area: itself, or those that a corridor joins.
fn rooms_of(plan: &Plan, area: Area) -> Vec<u64> {
    match area {
        Area::Room(id) => vec![u64::from(id) + 1],
        Area::Corridor(id) => {
            let corridor = plan.levels.iter().flat_map(|l| &l.corridors).nth(id as usize);
            corridor.into_iter().flat_map(|c| &c.joins).map(|r| u64::from(*r) + 1).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::room_numbers;

    #[test]
    fn rooms_are_found_in_both_languages() {
        assert_eq!(room_numbers("Tracks lead to rooms 4, 5 and 12. The room is cold; 7 rats."), [4, 5, 12]);
        assert_eq!(room_numbers("Vem da sala 3 e das salas 4 e 5."), [3, 4, 5]);
        assert_eq!(room_numbers("**Room 9:** 3 goblins"), [9]);
        assert!(
            room_numbers("A store room, 35 feet across; a room 20 by 30 feet; guard room: 1350 XP")
                .is_empty()
        );
    }
}
