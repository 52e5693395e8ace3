//! The journal: a page for the place, then one for each room. For the game master alone.

use std::fmt::Write as _;

use mapkiln_core::plan::{Area, Door, DoorKind, Monsters, Parcel, Plan, Room, RoomId, Trap};
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
    list(&mut content, "Wandering monsters", plan.wandering.iter().map(monsters));
    list(
        &mut content,
        "Keys",
        plan.keys.iter().map(|key| format!("{}: in room {}", html(&key.name), key.room + 1)),
    );
    for credit in &plan.credits {
        let _ = write!(content, "<p><em>{}</em></p>", html(credit));
    }
    content
}

fn describe(plan: &Plan, room: &Room) -> String {
    let mut content = String::new();
    if !room.description.aloud.is_empty() {
        let _ = write!(content, "<blockquote><p>{}</p></blockquote>", html(&room.description.aloud));
    }
    if !room.description.secret.is_empty() {
        paragraph(&mut content, &room.description.secret);
    }
    let contents = &room.contents;
    if contents.enemies && contents.monsters.is_empty() {
        paragraph(&mut content, "There are enemies here.");
    }
    list(&mut content, "Monsters", contents.monsters.iter().map(monsters));
    if contents.treasure && contents.parcels.is_empty() {
        paragraph(&mut content, "There is treasure here.");
    }
    list(&mut content, "Treasure", contents.parcels.iter().map(parcel));
    list(&mut content, "Traps", contents.traps.iter().map(trap));
    list(&mut content, "Furniture", contents.furniture.iter().map(|f| html(f)));
    let keys = plan.keys.iter().filter(|key| key.room == room.id);
    list(&mut content, "Keys", keys.map(|key| html(&key.name)));
    let here = Area::Room(room.id);
    let doors = plan.doors().filter(|door| door.joins.contains(&here));
    list(&mut content, "Exits", doors.map(|door| exit(plan, door, here)));
    content
}

fn paragraph(content: &mut String, text: &str) {
    let _ = write!(content, "<p>{}</p>", html(text));
}

/// A heading and a list of HTML items; nothing where there are none.
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

fn monsters(monsters: &Monsters) -> String {
    let mut text = format!("{} × {}", monsters.count, html(&monsters.name));
    if !monsters.challenge.is_empty() {
        let _ = write!(text, " (CR {}, {} XP each)", html(&monsters.challenge), monsters.xp);
    }
    if !monsters.faction.is_empty() {
        let _ = write!(text, ", {}", html(&monsters.faction));
    }
    if monsters.boss {
        text.push_str(", <strong>boss</strong>");
    }
    text
}

fn parcel(parcel: &Parcel) -> String {
    let mut text = html(&parcel.name);
    if parcel.gold > 0 {
        let _ = write!(text, " ({} gp)", parcel.gold);
    }
    if !parcel.rarity.is_empty() {
        let _ = write!(text, ", {}", html(&parcel.rarity));
    }
    if parcel.hidden {
        text.push_str(", hidden");
    }
    text
}

fn trap(trap: &Trap) -> String {
    let mut text = format!(
        "<strong>{}</strong> (DC {}): {}; {}",
        html(&trap.name),
        trap.dc,
        html(&trap.trigger),
        html(&trap.effect)
    );
    if !trap.damage.is_empty() {
        let _ = write!(text, " ({} damage)", html(&trap.damage));
    }
    text
}

fn exit(plan: &Plan, door: &Door, here: Area) -> String {
    let away = if door.joins[0] == here { door.place.facing() } else { door.place.facing().opposite() };
    let other = if door.joins[0] == here { door.joins[1] } else { door.joins[0] };
    let to = match other {
        Area::Room(id) => format!("to room {}", id + 1),
        Area::Corridor(_) => "to a corridor".to_owned(),
    };
    let direction = format!("{away:?}").to_lowercase();
    let mut text = format!("{direction}: {} {to}", door.kind.name());
    match &door.kind {
        DoorKind::Locked { key: Some(key) } => {
            if let Some(key) = plan.keys.get(*key as usize) {
                let _ = write!(text, ", opened by {} (room {})", html(&key.name), key.room + 1);
            }
        }
        DoorKind::Trapped { trap: on_it } => {
            let _ = write!(text, ": {}", trap(on_it));
        }
        _ => {}
    }
    text
}
