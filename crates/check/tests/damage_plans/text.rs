//! Words.

use mapkiln_maps::plan::{Area, DoorKind, Entry, Key, Plan, Room, Trap};

use super::Kinds;
use super::pick::{a_room, doors, monsters, parcels};

pub(super) fn sentence_damages(kinds: &mut Kinds) {
    let ends = [
        "It leads to room 99.",
        "Leva às salas 98 e 99.",
        "Room 0 is cold.",
        "They came from {place}.",
        "A door TODO here.",
        "It  smells.",
        "It smells , too.",
        "undefined",
        "This is **bold and never ends.",
        "Rooms 97, 98 and 99 are empty.",
        "It ends here..",
    ];
    for end in ends {
        kinds.add("text", end, move |plan, rng| {
            let (level, room) = a_room(plan, rng);
            let text = &mut level.rooms[room].description;
            let text = if rng.percent(50) { &mut text.aloud } else { &mut text.secret };
            text.push(' ');
            text.push_str(end);
            true
        });
    }
    kinds.add("text", "a fact about no room", |plan, _| {
        plan.front.push(mapkiln_maps::plan::Entry {
            lead: "Hook".into(),
            text: "Go.".into(),
            facts: vec!["r999.exit.w".into()],
        });
        true
    });
}

/// The paragraphs with one of these leads.
fn told(leads: [&'static str; 2]) -> impl Fn(&mut Plan) -> Vec<&mut Entry> {
    move |plan: &mut Plan| {
        let entries = plan.rooms_mut().flat_map(|r| &mut r.description.entries);
        entries.filter(|e| leads.contains(&e.lead.as_str())).collect()
    }
}

fn of_rooms(plan: &mut Plan) -> Vec<&mut Entry> {
    plan.rooms_mut().flat_map(|r| &mut r.description.entries).filter(|e| !e.lead.is_empty()).collect()
}

fn keys(plan: &mut Plan) -> Vec<&mut Key> {
    plan.keys.iter_mut().collect()
}

fn traps(plan: &mut Plan) -> Vec<&mut Trap> {
    plan.rooms_mut().flat_map(|r| &mut r.contents.traps).collect()
}

/// Another number in place of the first after a mark; false if there is none.
fn renumber_after(text: &mut String, mark: &str) -> bool {
    let Some(at) = text.find(mark).map(|at| at + mark.len()) else { return false };
    let digits = text[at..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - at);
    let Ok(number) = text[at..at + digits].parse::<u64>() else { return false };
    text.replace_range(at..at + digits, &(number + 5).to_string());
    true
}

/// Texts that no longer fit the map.
pub(super) fn telling_damages(kinds: &mut Kinds) {
    const HERE: [&str; 2] = ["Here", "Aqui"];
    const EXITS: [&str; 2] = ["Exits", "Saídas"];
    const TRAP: [&str; 2] = ["Trap", "Armadilha"];
    const TREASURE: [&str; 2] = ["Treasure", "Tesouro"];
    for leads in [HERE, EXITS, TRAP, TREASURE] {
        let lead = leads[0];
        kinds.on("text", format!("{lead}: without facts"), told(leads), |e| e.facts.clear());
        kinds.on("text", format!("{lead}: a sentence without a fact"), told(leads), |e| {
            e.facts.push(String::new());
        });
        kinds.on("text", format!("{lead}: of another room"), told(leads), |e| {
            e.facts[0] = "r99.monsters.0".into();
        });
        kinds.add("text", format!("{lead}: left out"), move |plan, rng| {
            let mut with: Vec<&mut Room> = plan
                .rooms_mut()
                .filter(|r| r.description.entries.iter().any(|e| leads.contains(&e.lead.as_str())))
                .collect();
            let count = with.len();
            let Some(room) = with.get_mut(rng.index(count)) else { return false };
            room.description.entries.retain(|e| !leads.contains(&e.lead.as_str()));
            true
        });
    }
    kinds.on("text", "a fact of no kind", of_rooms, |e| e.facts.push("r1.colour".into()));
    kinds.on("text", "a thing that is not there", of_rooms, |e| e.facts.push("r1.thing.submarine".into()));
    kinds.on("text", "a key that is not there", of_rooms, |e| e.facts.push("k77.room".into()));
    kinds.on("text", "a room that nothing is about", of_rooms, |e| {
        e.text = "They fled to room 1, to room 2, to room 3 and to room 4.".into();
    });
    kinds.add("text", "no facts behind what is read aloud", |plan, rng| {
        let (level, room) = a_room(plan, rng);
        level.rooms[room].description.aloud_facts.clear();
        true
    });
    // Who is here.
    kinds.add("text", "nobody is left", |plan, _| {
        let mut gone = false;
        for room in plan.rooms_mut() {
            gone |= !room.contents.monsters.is_empty();
            room.contents.monsters.clear();
        }
        gone
    });
    kinds.on("text", "a name changed", monsters, |m| m.name = "Tarrasque".into());
    kinds.on("text", "armour changed", monsters, |m| m.armour = Some(27));
    kinds.on("text", "hit points changed", monsters, |m| m.hit_points = Some(999));
    kinds.on("text", "one more", monsters, |m| m.count += 1);
    kinds.on("text", "a point more for each", monsters, |m| m.xp += 1);
    for (name, marks) in [("AC", ["AC ", "CA "]), ("HP", ["HP ", "PV "]), ("XP", ["; ", "; "])] {
        kinds.add("text", format!("{name} changed in the text"), move |plan, rng| {
            let language = plan.language.index();
            let mut list = told(HERE)(plan);
            let count = list.len();
            match list.get_mut(rng.index(count)) {
                Some(entry) => renumber_after(&mut entry.text, marks[language]),
                None => false,
            }
        });
    }
    kinds.add("text", "another number in the text", |plan, rng| {
        let mut list = told(HERE)(plan);
        list.retain(|e| e.text.starts_with(|c: char| c.is_ascii_digit()));
        let count = list.len();
        match list.get_mut(rng.index(count)) {
            Some(entry) => renumber_after(&mut entry.text, ""),
            None => false,
        }
    });
    kinds.add("text", "another number in the roster", |plan, _| {
        let roster = plan.front.iter_mut().find(|e| ["Roster", "Quem está onde"].contains(&e.lead.as_str()));
        roster.is_some_and(|entry| {
            entry.text.push_str("; 1: 7 Krakens");
            true
        })
    });
    // The ways out.
    kinds.on("text", "no exits", told(EXITS), |e| e.text = "There are no exits.".into());
    kinds.on("text", "one exit more", told(EXITS), |e| e.text.push_str(" *North*, oak door to 1."));
    kinds.add("text", "an exit elsewhere", |plan, rng| {
        let mark = [" to ", " para a "][plan.language.index()];
        let mut list = told(EXITS)(plan);
        let count = list.len();
        match list.get_mut(rng.index(count)) {
            Some(entry) => renumber_after(&mut entry.text, mark),
            None => false,
        }
    });
    kinds.add("text", "an exit to the other side", |plan, rng| {
        let sides =
            [("*North*", "*South*"), ("*Norte*", "*Sul*"), ("*East*", "*West*"), ("*Leste*", "*Oeste*")];
        let mut list = told(EXITS)(plan);
        let count = list.len();
        let Some(entry) = list.get_mut(rng.index(count)) else { return false };
        let Some((from, to)) = sides.iter().find(|(from, _)| entry.text.contains(from)) else { return false };
        entry.text = entry.text.replacen(from, to, 1);
        true
    });
    kinds.add("text", "a door of another kind", |plan, rng| {
        let mut list = doors(plan);
        list.retain(|d| d.kind == DoorKind::Door && d.joins.iter().all(|a| matches!(a, Area::Room(_))));
        let count = list.len();
        let Some(door) = list.get_mut(rng.index(count)) else { return false };
        door.kind = DoorKind::Arch;
        true
    });
    kinds.on("text", "a key renamed", keys, |k| k.name = "purple hat".into());
    kinds.add("text", "a key in another room", |plan, _| {
        let rooms = plan.rooms().count() as u32;
        let Some(key) = plan.keys.first_mut() else { return false };
        key.room = (key.room + 1) % rooms;
        rooms > 1
    });
    // Traps and treasure.
    kinds.on("text", "a trap renamed", traps, |t| t.name = "falling piano".into());
    kinds.on("text", "another difficulty", traps, |t| t.dc += 30);
    kinds.on("text", "harder to find", traps, |t| t.find += 30);
    kinds.on("text", "other dice", traps, |t| t.damage = "77d20 acid".into());
    kinds.on("text", "another effect", traps, |t| t.effect = "nothing at all happens".into());
    kinds.on("text", "treasure renamed", parcels, |p| p.name = "a purple hat".into());
    kinds.on("text", "worth more", parcels, |p| p.gold += 1_234);
    kinds.add("text", "the lights are out", |plan, _| {
        let mut out = false;
        for thing in plan.levels.iter_mut().flat_map(|l| &mut l.things) {
            out |= thing.light.take().is_some();
        }
        out
    });
}
