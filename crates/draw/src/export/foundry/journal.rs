//! The journal: a page for the place, then one per room. For the game master only.

use std::fmt::Write as _;

use mapkiln_maps::plan::{Key, Labels, Monsters, Parcel, Plan, Room, RoomId};
use serde::Serialize;

use super::super::text::html;
use super::Ids;

#[derive(Serialize)]
pub(super) struct Journal {
    #[serde(rename = "_id")]
    pub(super) id: String,
    name: String,
    ownership: Ownership,
    pages: Vec<Page>,
    flags: Empty,
    #[serde(skip)]
    rooms: Vec<(RoomId, usize)>,
}

impl Journal {
    pub(super) fn page_of(&self, room: RoomId) -> Option<&Page> {
        let (_, page) = self.rooms.iter().find(|(id, _)| *id == room)?;
        self.pages.get(*page)
    }
}

/// 0: nobody but game masters.
#[derive(Serialize)]
struct Ownership {
    default: u8,
}

#[derive(Serialize)]
struct Empty {}

#[derive(Serialize)]
pub(super) struct Page {
    #[serde(rename = "_id")]
    pub(super) id: String,
    pub(super) name: String,
    r#type: &'static str,
    title: Title,
    text: Text,
    sort: usize,
    ownership: Ownership,
    flags: Empty,
}

#[derive(Serialize)]
struct Title {
    show: bool,
    level: u8,
}

#[derive(Serialize)]
struct Text {
    content: String,
    /// 1: HTML.
    format: u8,
}

pub(super) fn of(plan: &Plan, ids: &Ids) -> Journal {
    let title = if plan.title.is_empty() { "Map" } else { &plan.title };
    let mut pages = vec![page(ids, "place".to_owned(), title.to_owned(), place(plan), 0)];
    let mut rooms = Vec::new();
    for room in plan.rooms() {
        let number = room.id + 1;
        let name = if room.kind.is_empty() { number.to_string() } else { format!("{number}. {}", room.kind) };
        rooms.push((room.id, pages.len()));
        pages.push(page(ids, format!("room/{}", room.id), name, describe(plan, room), pages.len()));
    }
    Journal {
        id: ids.of("journal"),
        name: title.to_owned(),
        ownership: Ownership { default: 0 },
        pages,
        flags: Empty {},
        rooms,
    }
}

fn page(ids: &Ids, part: String, name: String, content: String, order: usize) -> Page {
    Page {
        id: ids.of(&format!("page/{part}")),
        name,
        r#type: "text",
        title: Title { show: true, level: 1 },
        text: Text { content, format: 1 },
        sort: order * 100_000,
        ownership: Ownership { default: 0 },
        flags: Empty {},
    }
}

fn place(plan: &Plan) -> String {
    let mut content = String::new();
    if !plan.story.is_empty() {
        paragraph(&mut content, &plan.story);
    }
    let labels = plan.language.labels();
    list(&mut content, labels.wandering, plan.wandering.iter().map(|m| monsters(m, labels)));
    let key = |key: &Key| format!("{} {} {}", html(&key.name), labels.in_room, key.room + 1);
    list(&mut content, labels.keys, plan.keys.iter().map(key));
    for credit in &plan.credits {
        let _ = write!(content, "<p><em>{}</em></p>", html(credit));
    }
    content
}

fn describe(plan: &Plan, room: &Room) -> String {
    let labels = plan.language.labels();
    let mut content = String::new();
    if !room.description.aloud.is_empty() {
        let _ = write!(content, "<blockquote><p>{}</p></blockquote>", html(&room.description.aloud_text()));
    }
    for line in room.description.secret_text().lines() {
        paragraph(&mut content, line);
    }
    let contents = &room.contents;
    if contents.enemies && contents.monsters.is_empty() {
        paragraph(&mut content, labels.flags[1]);
    }
    list(&mut content, labels.monsters, contents.monsters.iter().map(|m| monsters(m, labels)));
    if contents.treasure && contents.parcels.is_empty() {
        paragraph(&mut content, labels.flags[2]);
    }
    list(&mut content, labels.treasure, contents.parcels.iter().map(|p| parcel(p, labels)));
    list(&mut content, labels.traps, contents.traps.iter().map(|t| html(&plan.trap_in_words(t))));
    list(&mut content, labels.furniture, contents.furniture.iter().map(|f| html(f)));
    let keys = plan.keys.iter().filter(|key| key.room == room.id);
    list(&mut content, labels.keys, keys.map(|key| html(&key.name)));
    list(&mut content, labels.exits, plan.exits_in_words(room).iter().map(|exit| html(exit)));
    content
}

fn paragraph(content: &mut String, text: &str) {
    let _ = write!(content, "<p>{}</p>", html(text));
}

/// A heading and a list of HTML items; empty if there are no items.
fn list(content: &mut String, heading: &str, items: impl Iterator<Item = String>) {
    let mut items = items.peekable();
    if items.peek().is_some() {
        let _ = write!(content, "<h3>{heading}</h3><ul>");
        for item in items {
            let _ = write!(content, "<li>{item}</li>");
        }
        content.push_str("</ul>");
    }
}

fn monsters(monsters: &Monsters, labels: &Labels) -> String {
    let mut text = format!("{} × {}", monsters.count, html(&monsters.name));
    if !monsters.challenge.is_empty() {
        let (cr, xp) = (html(&monsters.challenge), monsters.xp);
        let _ = write!(text, " ({} {cr}, {xp} XP {})", labels.challenge, labels.each);
    }
    if !monsters.faction.is_empty() {
        let _ = write!(text, ", {}", html(&monsters.faction));
    }
    if monsters.boss {
        let _ = write!(text, ", <strong>{}</strong>", labels.boss);
    }
    text
}

fn parcel(parcel: &Parcel, labels: &Labels) -> String {
    let mut text = html(&parcel.name);
    if parcel.gold > 0 {
        let _ = write!(text, " ({} gp)", parcel.gold);
    }
    if !parcel.rarity.is_empty() {
        let _ = write!(text, ", {}", html(&parcel.rarity));
    }
    if parcel.hidden {
        let _ = write!(text, ", {}", labels.hidden);
    }
    text
}
