//! The key: what is in each room, in words, for the game master.

use mapkiln_maps::plan::{Contents, Labels, Monsters, Parcel, Plan, Room, capitalised};

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
    let labels = plan.language.labels();
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
        let traps: Vec<String> = level
            .corridors
            .iter()
            .flat_map(|c| c.traps.iter().map(move |t| (c, t)))
            .map(|(c, t)| {
                let rooms = list(c.joins.iter().map(|r| (u64::from(*r) + 1).to_string()));
                format!("{} {rooms}: {}.", labels.corridor, plan.trap_in_words(t))
            })
            .collect();
        if !traps.is_empty() {
            key.push(Paragraph::heading(labels.corridors));
            key.extend(traps.into_iter().map(Paragraph::body));
        }
    }
    if !plan.wandering.is_empty() {
        key.push(Paragraph::heading(labels.wandering));
        key.push(Paragraph::body(list(plan.wandering.iter().map(|m| monsters(m, labels)))));
    }
    key
}

/// What a level is called.
pub(crate) fn level_name(plan: &Plan, number: usize) -> String {
    let name = plan.levels.get(number).map_or("", |level| level.name.as_str());
    match (name.is_empty(), plan.levels.len()) {
        (false, _) => name.to_owned(),
        (true, 0 | 1) => String::new(),
        (true, _) => format!("{} {}", plan.language.labels().level, number + 1),
    }
}

/// A room's number on the map.
pub(crate) fn number(room: &Room) -> String {
    (u64::from(room.id) + 1).to_string()
}

fn room_entry(plan: &Plan, room: &Room, key: &mut Vec<Paragraph>) {
    let labels = plan.language.labels();
    let kind = capitalised(&room.kind);
    let heading = if kind.is_empty() { number(room) } else { format!("{}. {kind}", number(room)) };
    key.push(Paragraph::heading(heading));
    let mut say = |text: String| {
        if !text.is_empty() {
            key.push(Paragraph::body(text));
        }
    };
    say(room.description.aloud_text());
    // Whoever wrote the secret part told what is in the room; otherwise the lists do.
    if room.description.secret.is_empty() {
        contents_of(plan, &room.contents, labels).into_iter().for_each(&mut say);
    } else {
        say(room.description.secret.clone());
    }
    for key in plan.keys.iter().filter(|k| k.room == room.id) {
        say(format!("{} {}.", labels.key_here, key.name));
    }
    let exits = plan.exits_in_words(room);
    if !exits.is_empty() {
        say(format!("{}: {}.", labels.exits, exits.join("; ")));
    }
}

/// What is in a room, list by list.
fn contents_of(plan: &Plan, contents: &Contents, labels: &Labels) -> Vec<String> {
    let mut said = Vec::new();
    let mut tell = |label: &str, things: String| {
        if !things.is_empty() {
            said.push(format!("{label}: {things}."));
        }
    };
    tell(labels.monsters, list(contents.monsters.iter().map(|m| monsters(m, labels))));
    tell(labels.treasure, list(contents.parcels.iter().map(|p| parcel(p, labels))));
    contents.traps.iter().for_each(|t| tell(labels.trap, plan.trap_in_words(t)));
    tell(labels.furniture, list(contents.furniture.iter().cloned()));
    said.extend(flags(contents).map(|flag| labels.flags[flag].to_owned()));
    said
}

/// What the two flags say if no list says more.
fn flags(contents: &Contents) -> Option<usize> {
    let enemies = contents.enemies && contents.monsters.is_empty();
    let treasure = contents.treasure && contents.parcels.is_empty();
    match (enemies, treasure) {
        (true, true) => Some(0),
        (true, false) => Some(1),
        (false, true) => Some(2),
        (false, false) => contents.is_empty().then_some(3),
    }
}

fn list(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

fn monsters(m: &Monsters, labels: &Labels) -> String {
    let mut text = if m.count == 1 { m.name.clone() } else { format!("{} × {}", m.count, m.name) };
    if !m.challenge.is_empty() {
        text.push_str(&format!(" ({} {})", labels.challenge, m.challenge));
    }
    if m.boss {
        text.push_str(&format!(" [{}]", labels.boss));
    }
    text
}

fn parcel(p: &Parcel, labels: &Labels) -> String {
    let mut notes = Vec::new();
    if !p.rarity.is_empty() {
        notes.push(p.rarity.clone());
    }
    if p.gold > 0 {
        notes.push(format!("{} gp", p.gold));
    }
    if p.hidden {
        notes.push(labels.hidden.to_owned());
    }
    if notes.is_empty() { p.name.clone() } else { format!("{} ({})", p.name, notes.join(", ")) }
}
