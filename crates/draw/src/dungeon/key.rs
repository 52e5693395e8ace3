//! The key: what is in each room, in words, for the game master.

use mapkiln_core::plan::{Contents, DoorKind, Monsters, Parcel, Plan, Room, Trap};

/// A paragraph of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paragraph {
    pub(crate) text: String,
    /// A heading: bold, with space above.
    pub(crate) heading: bool,
}

impl Paragraph {
    fn heading(text: impl Into<String>) -> Self {
        Paragraph { text: text.into(), heading: true }
    }

    fn body(text: impl Into<String>) -> Self {
        Paragraph { text: text.into(), heading: false }
    }
}

/// The key of a whole plan.
pub(crate) fn key(plan: &Plan) -> Vec<Paragraph> {
    let mut key = Vec::new();
    if !plan.story.is_empty() {
        key.push(Paragraph::body(&plan.story));
    }
    for (number, level) in plan.levels.iter().enumerate() {
        if plan.levels.len() > 1 {
            key.push(Paragraph::heading(level_name(plan, number).to_uppercase()));
        }
        for room in &level.rooms {
            room_entry(plan, room, &mut key);
        }
        let traps: Vec<String> =
            level.corridors.iter().flat_map(|c| &c.traps).map(|t| format!("Corridor: {}", trap(t))).collect();
        let doors = level.doors.iter().filter_map(|d| match &d.kind {
            DoorKind::Trapped { trap: t } => Some(format!("Door at {}: {}", d.place.at(), trap(t))),
            _ => None,
        });
        let traps: Vec<String> = traps.into_iter().chain(doors).collect();
        if !traps.is_empty() {
            key.push(Paragraph::heading("Traps on the way"));
            key.extend(traps.into_iter().map(Paragraph::body));
        }
    }
    if !plan.wandering.is_empty() {
        key.push(Paragraph::heading("Wandering monsters"));
        key.push(Paragraph::body(list(plan.wandering.iter().map(monsters))));
    }
    key
}

/// What a level is called.
pub(crate) fn level_name(plan: &Plan, number: usize) -> String {
    let name = plan.levels.get(number).map_or("", |level| level.name.as_str());
    match (name.is_empty(), plan.levels.len()) {
        (false, _) => name.to_owned(),
        (true, 0 | 1) => String::new(),
        (true, _) => format!("Level {}", number + 1),
    }
}

/// A room's number on the map.
pub(crate) fn number(room: &Room) -> String {
    (u64::from(room.id) + 1).to_string()
}

fn room_entry(plan: &Plan, room: &Room, key: &mut Vec<Paragraph>) {
    let mut kind = room.kind.clone();
    if let Some(first) = kind.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    let heading = if kind.is_empty() { number(room) } else { format!("{}. {kind}", number(room)) };
    key.push(Paragraph::heading(heading));
    let mut say = |text: String| {
        if !text.is_empty() {
            key.push(Paragraph::body(text));
        }
    };
    let contents = &room.contents;
    say(room.description.aloud.clone());
    if !contents.monsters.is_empty() {
        say(format!("Monsters: {}.", list(contents.monsters.iter().map(monsters))));
    }
    if !contents.parcels.is_empty() {
        say(format!("Treasure: {}.", list(contents.parcels.iter().map(parcel))));
    }
    for t in &contents.traps {
        say(format!("Trap: {}", trap(t)));
    }
    for key in plan.keys.iter().filter(|k| k.room == room.id) {
        say(format!("Key: {}.", key.name));
    }
    if !contents.furniture.is_empty() {
        say(format!("Here: {}.", list(contents.furniture.iter().cloned())));
    }
    if !room.description.secret.is_empty() {
        say(format!("Secret: {}", room.description.secret));
    }
    say(flags(contents));
}

/// What the two flags say where no list says more.
fn flags(contents: &Contents) -> String {
    let enemies = contents.enemies && contents.monsters.is_empty();
    let treasure = contents.treasure && contents.parcels.is_empty();
    match (enemies, treasure) {
        (true, true) => "Has enemies and treasure.",
        (true, false) => "Has enemies.",
        (false, true) => "Has treasure.",
        (false, false) if contents.is_empty() => "No enemies, no treasure.",
        (false, false) => "",
    }
    .to_owned()
}

fn list(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

fn monsters(m: &Monsters) -> String {
    let mut text = if m.count == 1 { m.name.clone() } else { format!("{} × {}", m.count, m.name) };
    if !m.challenge.is_empty() {
        text.push_str(&format!(" (CR {})", m.challenge));
    }
    if m.boss {
        text.push_str(" [boss]");
    }
    text
}

fn parcel(p: &Parcel) -> String {
    let mut notes = Vec::new();
    if !p.rarity.is_empty() {
        notes.push(p.rarity.clone());
    }
    if p.gold > 0 {
        notes.push(format!("{} gp", p.gold));
    }
    if p.hidden {
        notes.push("hidden".to_owned());
    }
    if notes.is_empty() { p.name.clone() } else { format!("{} ({})", p.name, notes.join(", ")) }
}

fn trap(t: &Trap) -> String {
    let mut text = format!("{} (DC {}", t.name, t.dc);
    if !t.damage.is_empty() {
        text.push_str(&format!(", {} damage", t.damage));
    }
    text.push(')');
    for part in [&t.trigger, &t.effect] {
        if !part.is_empty() {
            text.push_str("; ");
            text.push_str(part.trim_end_matches('.'));
        }
    }
    text.push('.');
    text
}
