//! Every sentence is about something that is there. This checker reads only the document: the plan
//! and its text, never the generator.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::quick;
use mapkiln_core::{Run, Spec, map_indexed};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_dungeon::codex::Theme;
use mapkiln_maps::Language;
use mapkiln_maps::plan::{Area, DoorKind, Entry, Plan, Room, Thing, Way};

/// Seeds for each theme and language; `MAPKILN_SEEDS=1000` for the long run.
fn seeds() -> usize {
    std::env::var("MAPKILN_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(4)
}

fn things<'p>(plan: &'p Plan, room: &Room) -> Vec<&'p Thing> {
    let level = plan.levels.iter().find(|l| l.rooms.iter().any(|r| r.id == room.id)).unwrap();
    level.things.iter().filter(|t| t.is_in(room)).collect()
}

fn is_lit(plan: &Plan, room: &Room) -> bool {
    things(plan, room).iter().any(|t| t.light.is_some())
}

/// Does a fact name something in the plan?
fn holds(plan: &Plan, fact: &str) -> bool {
    let parts: Vec<&str> = fact.split('.').collect();
    let room = |part: &str| -> Option<&Room> {
        plan.room(part.strip_prefix('r')?.parse::<u32>().ok()?.checked_sub(1)?)
    };
    match &parts[..] {
        ["story" | "plan", ..] => true,
        [key, ..] if key.starts_with('k') && key[1..].parse::<usize>().is_ok() => {
            plan.keys.len() > key[1..].parse().unwrap()
        }
        [first, rest @ ..] => {
            let Some(room) = room(first) else { return false };
            let contents = &room.contents;
            let number = |text: &str| text.parse::<usize>().unwrap_or(usize::MAX);
            match rest {
                [] | ["shape" | "use" | "harm", ..] => true,
                ["monsters"] => !contents.monsters.is_empty(),
                ["monsters", i, ..] => contents.monsters.len() > number(i),
                ["parcel", i] => contents.parcels.len() > number(i),
                ["trap", i, ..] => contents.traps.len() > number(i),
                ["light"] => is_lit(plan, room),
                ["dark"] => !is_lit(plan, room),
                ["empty"] => contents.monsters.is_empty(),
                ["thing", name] => things(plan, room)
                    .iter()
                    .any(|t| t.kind.name(Language::English).replace(' ', "_") == *name),
                ["feature", name] => plan.levels.iter().flat_map(|l| &l.features).any(|f| {
                    format!("{:?}", f.kind).to_lowercase() == *name
                        && f.cells.iter().any(|p| room.outline.contains(*p))
                }),
                ["exit", "out"] => plan.exits(room).iter().any(|e| e.way == Way::Surface),
                ["exit", "up" | "down", ..] => {
                    plan.exits(room).iter().any(|e| matches!(e.way, Way::Stairs(_)))
                }
                ["exit", _, door, ..] => plan
                    .exits(room)
                    .iter()
                    .any(|e| matches!(e.way, Way::Door { door: d, .. } if format!("d{}", d.id) == *door)),
                _ => false,
            }
        }
        [] => false,
    }
}

/// The numbers after `room`, `rooms`, `sala` and `salas`.
fn rooms_named(text: &str) -> Vec<u32> {
    let mut found = Vec::new();
    let words: Vec<&str> = text.split_whitespace().collect();
    for (i, word) in words.iter().enumerate() {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        if !["room", "rooms", "sala", "salas"].contains(&word.as_str()) {
            continue;
        }
        for next in &words[i + 1..] {
            let plain = next.trim_matches(|c: char| !c.is_alphanumeric());
            match plain.parse() {
                Ok(number) => found.push(number),
                Err(_) if ["and", "e"].contains(&plain) => {}
                Err(_) => break,
            }
            if next.ends_with(['.', ';', ':', ')']) {
                break;
            }
        }
    }
    found
}

fn bold_words(text: &str) -> Vec<String> {
    text.split("**").skip(1).step_by(2).map(str::to_lowercase).collect()
}

fn entry<'r>(room: &'r Room, leads: [&str; 2]) -> Option<&'r Entry> {
    room.description.entries.iter().find(|e| leads.contains(&e.lead.as_str()))
}

/// The kinds of doors that a text names, as the checker knows them.
fn kinds_named(text: &str) -> BTreeSet<&'static str> {
    let known = [
        ("locked", "locked"),
        ("trancada", "locked"),
        ("barred", "barred"),
        ("com tranca", "barred"),
        ("portcullis", "portcullis"),
        ("grade levadiça", "portcullis"),
        ("secret door", "secret"),
        ("porta secreta", "secret"),
        ("trapped", "trapped"),
        ("com armadilha", "trapped"),
    ];
    known.iter().filter(|(word, _)| text.contains(word)).map(|(_, kind)| *kind).collect()
}

fn check_room(plan: &Plan, room: &Room) {
    let told = &room.description;
    let number = room.id + 1;
    let count = plan.rooms().count() as u32;
    // Facts: every one holds, and no sentence is without.
    let groups = told.aloud_facts.split(String::is_empty);
    for group in groups.chain(told.entries.iter().flat_map(|e| e.facts.split(String::is_empty))) {
        assert!(!group.is_empty(), "room {number}: a sentence without a fact in {:?}", told.aloud);
    }
    for fact in
        told.aloud_facts.iter().chain(told.entries.iter().flat_map(|e| &e.facts)).filter(|f| !f.is_empty())
    {
        assert!(holds(plan, fact), "room {number}: {fact} does not hold: {}", told.aloud);
    }
    // Rooms that are named exist.
    for entry in &told.entries {
        for other in rooms_named(&entry.text) {
            assert!((1..=count).contains(&other), "room {number} names room {other}: {}", entry.text);
        }
    }
    // What is read aloud.
    let words = told.aloud.split_whitespace().filter(|w| w.chars().any(char::is_alphanumeric)).count();
    assert!((8..=60).contains(&words), "room {number}: {words} words: {}", told.aloud);
    assert!(!told.aloud.contains(|c: char| c.is_ascii_digit()), "a number is read aloud: {}", told.aloud);
    let lower = format!(" {} ", told.aloud.to_lowercase());
    for word in [" you ", " your ", " feet ", " você ", " metros ", " north ", " norte "] {
        assert!(!lower.contains(word), "{word:?} is read aloud: {}", told.aloud);
    }
    // Bold nouns are things of the room, each with a paragraph.
    let here = things(plan, room);
    for noun in bold_words(&told.aloud) {
        let known = told.entries.iter().any(|e| e.lead.to_lowercase() == noun);
        assert!(known, "room {number}: no paragraph for {noun:?} in {:?}", told.entries);
    }
    if !here.is_empty() {
        assert!(!bold_words(&told.aloud).is_empty(), "room {number}: nothing in bold: {}", told.aloud);
    }
    // Light.
    let subtitle =
        told.entries.iter().find(|e| e.lead.is_empty()).map(|e| e.text.as_str()).unwrap_or_default();
    let dark = subtitle.split(" · ").any(|p| ["dark", "sem luz"].contains(&p));
    assert!(!dark || !is_lit(plan, room), "room {number} is called dark: {subtitle}");
    // Experience points add up.
    if let Some(who) = entry(room, ["Here", "Aqui"]) {
        let xp: u64 = room.contents.monsters.iter().map(|m| u64::from(m.xp) * u64::from(m.count)).sum();
        let before = who.text.split(" XP").next().unwrap();
        let said: String = before.rsplit(' ').next().unwrap().chars().filter(char::is_ascii_digit).collect();
        assert_eq!(said, xp.to_string(), "room {number}: {}", who.text);
    } else {
        assert!(room.contents.monsters.is_empty(), "room {number} does not say who is here");
    }
    // Every way out is named with what closes it.
    let exits = entry(room, ["Exits", "Saídas"]).map(|e| e.text.as_str()).unwrap_or_default();
    for exit in plan.exits(room) {
        for to in &exit.leads_to {
            let named = exits.split(|c: char| !c.is_ascii_digit()).any(|n| n == (to + 1).to_string());
            assert!(named, "room {number}: the way to room {} is not told: {exits}", to + 1);
        }
        if let Way::Door { door, .. } = exit.way
            && !matches!(door.kind, DoorKind::Arch | DoorKind::Door)
        {
            assert!(
                kinds_named(exits).contains(door.kind.name()),
                "room {number}: {:?} in {exits}",
                door.kind
            );
        }
    }
}

/// A way between two rooms is told alike from both ends.
fn check_ways(plan: &Plan) {
    for room in plan.rooms() {
        let exits = entry(room, ["Exits", "Saídas"]).map(|e| e.text.as_str()).unwrap_or_default();
        for exit in plan.exits(room) {
            let (Way::Door { door, .. }, [to]) = (exit.way, &exit.leads_to[..]) else { continue };
            let mut kinds: Vec<&str> = vec![door.kind.name()];
            for area in door.joins {
                if let Area::Corridor(_) = area {
                    let far = plan
                        .doors()
                        .filter(|d| d.joins.contains(&area) && d.joins.contains(&Area::Room(*to)));
                    kinds.extend(far.map(|d| d.kind.name()));
                }
            }
            for kind in kinds.into_iter().filter(|k| !["arch", "door"].contains(k)) {
                assert!(
                    kinds_named(exits).contains(kind),
                    "room {}: {kind} to {} in {exits}",
                    room.id + 1,
                    to + 1
                );
            }
        }
    }
}

fn check_front(plan: &Plan) {
    let find = |leads: [&str; 2]| plan.front.iter().find(|e| leads.contains(&e.lead.as_str()));
    let count = plan.rooms().count() as u32;
    for entry in &plan.front {
        for other in rooms_named(&entry.text) {
            assert!((1..=count).contains(&other), "the front page names room {other}: {}", entry.text);
        }
        for fact in entry.facts.iter().filter(|f| !f.is_empty()) {
            assert!(holds(plan, fact.trim_start_matches('!')), "{fact} does not hold: {}", entry.text);
        }
    }
    let rumours = find(["Rumours", "Boatos"]).expect("rumours");
    let groups: Vec<&[String]> = rumours.facts.split(String::is_empty).collect();
    let wrong = groups.iter().filter(|g| g.iter().any(|f| f.starts_with('!'))).count();
    assert_eq!((groups.len(), wrong), (3, 1), "{rumours:?}");
    // What the party needs to know can be found in three rooms.
    if plan.rooms().filter(|r| !things(plan, r).is_empty()).count() >= 5 {
        let clues = find(["Clues", "Pistas"]).expect("clues");
        for group in clues
            .facts
            .split(String::is_empty)
            .filter(|g| g[0] == "story.leader.room" || g[0] == "story.object.room")
        {
            assert!(group.len() >= 4, "{clues:?}");
            for room in &group[1..] {
                let room = plan.room(room[1..].parse::<u32>().unwrap() - 1).unwrap();
                let told = room.description.entries.iter().flat_map(|e| &e.facts);
                assert!(
                    told.into_iter().any(|f| *f == group[0]),
                    "no clue for {} in room {}",
                    group[0],
                    room.id + 1
                );
            }
        }
    }
}

/// Numbers in a text, without distances.
fn numbers(text: &str) -> Vec<String> {
    let joined = text.replace(['.', ','], "");
    let words: Vec<&str> = joined.split(|c: char| c.is_whitespace() || "();:".contains(c)).collect();
    let mut found = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let unit = words.get(i + 1).copied().unwrap_or_default();
        let distance = ["ft", "m", "feet", "kg", "pounds", "quilos"].contains(&unit);
        if !distance && word.parse::<u64>().is_ok() {
            found.push((*word).to_owned());
        }
    }
    found.sort();
    found
}

#[test]
fn every_sentence_is_about_something_that_is_there() {
    let themes = Theme::all();
    map_indexed(true, themes.len() * seeds(), |i| {
        let theme = Some(themes[i % themes.len()].id.clone());
        let mut facts: Vec<BTreeMap<u32, Vec<Vec<String>>>> = Vec::new();
        let mut said: Vec<BTreeMap<u32, Vec<Vec<String>>>> = Vec::new();
        for lang in [Language::English, Language::Portuguese] {
            let levels = [1, 3, 8][i / 3 % 3];
            let party = format!("4x{levels}").parse().unwrap();
            let spec = DungeonSpec { theme: theme.clone(), lang, party, levels: 1 + i % 7 / 6, ..quick() };
            let plan = spec.make(&mut Run::new(i as u64)).unwrap().map;
            plan.rooms().for_each(|room| check_room(&plan, room));
            check_ways(&plan);
            check_front(&plan);
            let by_room = |of: &dyn Fn(&Entry) -> Vec<String>| {
                plan.rooms().map(|r| (r.id, r.description.entries.iter().map(of).collect())).collect()
            };
            facts.push(by_room(&|e| e.facts.clone()));
            said.push(by_room(&|e| numbers(&e.text)));
        }
        assert_eq!(facts[0], facts[1], "the facts differ by language");
        assert_eq!(said[0], said[1], "the numbers differ by language");
    });
}
