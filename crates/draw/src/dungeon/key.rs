//! The key: what is in each room, in words, for the game master.

use mapkiln_maps::plan::{Contents, Entry, Labels, Monsters, Parcel, Plan, Room, capitalised};

use super::typeset::{Paragraph, ParagraphKind};

/// The key of some levels of a plan; the first of a plan begins with what is said of the whole.
pub(crate) fn key(plan: &Plan, levels: &[usize]) -> Vec<Paragraph> {
    let labels = plan.language.labels();
    let mut key = Vec::new();
    let brief = plan.rooms().all(is_brief);
    if levels.contains(&0) {
        if !plan.story.is_empty() {
            key.push(Paragraph::plain(&plan.story, ParagraphKind::Body));
        }
        key.extend(plan.front.iter().map(entry));
    }
    for (number, level) in levels.iter().filter_map(|&n| Some((n, plan.levels.get(n)?))) {
        if plan.levels.len() > 1 {
            key.push(Paragraph::level(level_name(plan, number)));
        }
        for room in &level.rooms {
            if brief {
                key.push(brief_entry(plan, room));
            } else {
                room_entry(plan, room, &mut key);
            }
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
            key.extend(traps.into_iter().map(|text| Paragraph::plain(text, ParagraphKind::Body)));
        }
    }
    if !plan.wandering.is_empty() && !plan.tells_wandering() && levels.contains(&0) {
        key.push(Paragraph::heading(labels.wandering));
        let who = list(plan.wandering.iter().map(|m| monsters(m, labels)));
        key.push(Paragraph::plain(who, ParagraphKind::Body));
    }
    key
}

fn entry(entry: &Entry) -> Paragraph {
    Paragraph::led(&entry.lead, &entry.text, ParagraphKind::Body)
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

/// The most letters of what is read aloud if it is no more than a name.
const LONGEST_NAME: usize = 40;

/// Is little more known of a room than its name, whether somebody is there, and its ways out?
fn is_brief(room: &Room) -> bool {
    let Contents { monsters, parcels, traps, furniture, .. } = &room.contents;
    let told = &room.description;
    let listed = monsters.len() + parcels.len() + traps.len() + furniture.len();
    listed == 0
        && told.entries.is_empty()
        && told.secret.is_empty()
        && told.aloud.len() <= LONGEST_NAME
        && !told.aloud.ends_with('.')
}

/// A room of a level in one paragraph: a list of many rooms is not to be taller than their map.
fn brief_entry(plan: &Plan, room: &Room) -> Paragraph {
    let labels = plan.language.labels();
    let name = room.description.aloud.as_str();
    let lead = match (name, room.kind.as_str()) {
        ("", "") => number(room),
        ("", kind) => format!("{}. {}", number(room), capitalised(kind)),
        // That it is a room goes without saying.
        (name, kind) if kind.is_empty() || kind.eq_ignore_ascii_case(labels.room) => {
            format!("{}. {name}", number(room))
        }
        (name, kind) => format!("{}. {name}, {}", number(room), kind.to_lowercase()),
    };
    let mut said: Vec<String> = Vec::new();
    said.extend(flags(&room.contents).filter(|&flag| flag < 3).map(|flag| labels.flags[flag].to_owned()));
    let keys = plan.keys.iter().filter(|k| k.room == room.id);
    said.extend(keys.map(|item| format!("{} {}.", labels.key_here, item.name)));
    let exits = plan.exits_in_words(room);
    if !exits.is_empty() {
        said.push(format!("{}.", capitalised(&exits.join("; "))));
    }
    Paragraph::led(&lead, &said.join(" "), ParagraphKind::Brief)
}

fn room_entry(plan: &Plan, room: &Room, key: &mut Vec<Paragraph>) {
    let labels = plan.language.labels();
    let kind = capitalised(&room.kind);
    let heading = if kind.is_empty() { number(room) } else { format!("{}. {kind}", number(room)) };
    key.push(Paragraph::heading(heading));
    let told = &room.description;
    let entries = plan.true_entries(room);
    // A paragraph without a lead says what the room is used for and how it is lit.
    let (subtitle, entries): (Vec<&Entry>, Vec<&Entry>) =
        entries.into_iter().partition(|e| e.lead.is_empty());
    key.extend(subtitle.iter().map(|e| Paragraph::led("", &e.text, ParagraphKind::Small)));
    if !told.aloud.is_empty() {
        key.push(Paragraph::led("", &told.aloud, ParagraphKind::Aloud));
    }
    // Whoever wrote the entries or the secret part told what is in the room; otherwise the lists do.
    if !entries.is_empty() {
        key.extend(entries.iter().map(|e| entry(e)));
    } else if !told.secret.is_empty() {
        key.push(Paragraph::plain(&told.secret, ParagraphKind::Body));
    } else {
        key.extend(contents_of(plan, &room.contents, labels));
    }
    if entries.len() + subtitle.len() < told.entries.len().max(1) {
        for item in plan.keys.iter().filter(|k| k.room == room.id) {
            let text = format!("{} {}.", labels.key_here, item.name);
            key.push(Paragraph::plain(text, ParagraphKind::Body));
        }
    }
    let exits = plan.exits_in_words(room);
    // Entries may tell the ways out themselves.
    let told_already = entries.iter().any(|e| e.lead.eq_ignore_ascii_case(labels.exits));
    if !exits.is_empty() && !told_already {
        let text = format!("{}.", exits.join("; "));
        key.push(Paragraph::led(&format!("{}:", labels.exits), &text, ParagraphKind::Small));
    }
}

/// What is in a room, list by list.
fn contents_of(plan: &Plan, contents: &Contents, labels: &Labels) -> Vec<Paragraph> {
    let mut said = Vec::new();
    let mut tell = |label: &str, things: String| {
        if !things.is_empty() {
            said.push(Paragraph::led(&format!("{label}:"), &format!("{things}."), ParagraphKind::Body));
        }
    };
    tell(labels.monsters, list(contents.monsters.iter().map(|m| monsters(m, labels))));
    tell(labels.treasure, list(contents.parcels.iter().map(|p| parcel(p, labels))));
    contents.traps.iter().for_each(|t| tell(labels.trap, plan.trap_in_words(t)));
    tell(labels.furniture, list(contents.furniture.iter().cloned()));
    said.extend(flags(contents).map(|flag| Paragraph::plain(labels.flags[flag], ParagraphKind::Body)));
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
