//! A dungeon as a text to run it from.

use std::fmt::Write;

use mapkiln_core::plan::{Area, Door, DoorKind, Level, Plan, Room, Vertical};
use mapkiln_core::{Direction, Point};

use crate::words::{Language, phrases};

/// The words of the frame around the descriptions.
struct Frame {
    background: &'static str,
    overview: &'static str,
    columns: [&'static str; 5],
    level: &'static str,
    exits: &'static str,
    directions: [&'static str; 4],
    to_corridor: &'static str,
    to_room: &'static str,
    entrance: &'static str,
    stairs: [&'static str; 2],
    key_here: &'static str,
    keys: &'static str,
    opens: &'static str,
    corridors: &'static str,
    secret_corridor: &'static str,
    wandering: &'static str,
    roll: &'static str,
    credits: &'static str,
    found_in: &'static str,
    door_trap: &'static str,
}

static FRAMES: [Frame; 2] = [
    Frame {
        background: "Background",
        overview: "At a glance",
        columns: ["Room", "Purpose", "Monsters", "XP", "Treasure"],
        level: "Level",
        exits: "Exits",
        directions: ["north", "east", "south", "west"],
        to_corridor: "to rooms",
        to_room: "to room",
        entrance: "way out to the surface",
        stairs: ["stairs up", "stairs down"],
        key_here: "Here is the",
        keys: "Keys",
        opens: "opens",
        corridors: "Corridors",
        secret_corridor: "Secret passage between rooms",
        wandering: "Wandering monsters",
        roll: "Roll",
        credits: "Credits",
        found_in: "in room",
        door_trap: "trap",
    },
    Frame {
        background: "Histórico",
        overview: "Em resumo",
        columns: ["Sala", "Uso", "Monstros", "XP", "Tesouro"],
        level: "Nível",
        exits: "Saídas",
        directions: ["norte", "leste", "sul", "oeste"],
        to_corridor: "para as salas",
        to_room: "para a sala",
        entrance: "saída para a superfície",
        stairs: ["escada para cima", "escada para baixo"],
        key_here: "Aqui está a",
        keys: "Chaves",
        opens: "abre",
        corridors: "Corredores",
        secret_corridor: "Passagem secreta entre as salas",
        wandering: "Monstros errantes",
        roll: "Rolagem",
        credits: "Créditos",
        found_in: "na sala",
        door_trap: "armadilha",
    },
];

/// What a door is called.
fn door_name(kind: &DoorKind, language: Language) -> &'static str {
    let names = match kind {
        DoorKind::Arch => ["open arch", "arco aberto"],
        DoorKind::Door => ["door", "porta"],
        DoorKind::Locked { .. } => ["locked door", "porta trancada"],
        DoorKind::Barred => ["barred door", "porta com tranca"],
        DoorKind::Portcullis => ["portcullis", "grade levadiça"],
        DoorKind::Secret => ["secret door", "porta secreta"],
        DoorKind::Trapped { .. } => ["trapped door", "porta com armadilha"],
    };
    names[language.index()]
}

/// The whole key of a dungeon, for the game master.
pub fn to_markdown(plan: &Plan, language: Language) -> String {
    let mut out = String::new();
    // Writing to a string never fails.
    let _ = write_plan(plan, language, &mut out);
    out
}

fn write_plan(plan: &Plan, language: Language, out: &mut String) -> std::fmt::Result {
    let frame = &FRAMES[language.index()];
    let phrases = phrases(language);
    writeln!(out, "# {}\n", plan.title)?;
    if !plan.story.is_empty() {
        writeln!(out, "## {}\n\n{}\n", frame.background, plan.story)?;
    }
    overview(plan, frame, out)?;
    for (number, level) in plan.levels.iter().enumerate() {
        if plan.levels.len() > 1 {
            writeln!(out, "## {} {}\n", frame.level, number + 1)?;
        }
        for room in &level.rooms {
            write_room(plan, level, room, language, out)?;
        }
        corridors(level, frame, language, out)?;
    }
    if !plan.keys.is_empty() {
        writeln!(out, "## {}\n", frame.keys)?;
        for key in &plan.keys {
            let opened = plan.doors().filter(|d| d.kind == DoorKind::Locked { key: Some(key.id) });
            let rooms: Vec<String> = locked_rooms(opened).iter().map(|r| (r + 1).to_string()).collect();
            let (name, lies) = (&key.name, key.room + 1);
            let (found, room) = (frame.found_in, phrases.room_word);
            writeln!(out, "- **{name}** ({found} {lies}): {} {room} {}", frame.opens, rooms.join(", "))?;
        }
        writeln!(out)?;
    }
    if !plan.wandering.is_empty() {
        writeln!(
            out,
            "## {}\n\n| {} | {} | XP |\n|---|---|---|",
            frame.wandering, frame.roll, frame.columns[2]
        )?;
        for (i, m) in plan.wandering.iter().enumerate() {
            let xp = u64::from(m.xp) * u64::from(m.count);
            writeln!(
                out,
                "| {} | {} × {} ({} {}) | {xp} |",
                i + 1,
                m.count,
                m.name,
                phrases.challenge,
                m.challenge
            )?;
        }
        writeln!(out)?;
    }
    if !plan.credits.is_empty() {
        writeln!(out, "## {}\n", frame.credits)?;
        plan.credits.iter().try_for_each(|credit| writeln!(out, "- {credit}"))?;
    }
    Ok(())
}

/// The rooms that the doors of one lock have in common, or else all behind them.
fn locked_rooms<'d>(doors: impl Iterator<Item = &'d Door>) -> Vec<u32> {
    let sides: Vec<Vec<u32>> = doors
        .map(|d| d.joins.iter().filter_map(|a| if let Area::Room(r) = a { Some(*r) } else { None }).collect())
        .collect();
    let mut all: Vec<u32> = sides.concat();
    all.sort_unstable();
    all.dedup();
    let common: Vec<u32> = all.iter().filter(|r| sides.iter().all(|s| s.contains(r))).copied().collect();
    if common.is_empty() { all } else { common }
}

fn overview(plan: &Plan, frame: &Frame, out: &mut String) -> std::fmt::Result {
    let [room, kind, monsters, xp, treasure] = frame.columns;
    writeln!(out, "## {}\n", frame.overview)?;
    writeln!(out, "| {room} | {kind} | {monsters} | {xp} | {treasure} |\n|---|---|---|---|---|")?;
    for room in plan.rooms() {
        let c = &room.contents;
        let who: Vec<String> = c.monsters.iter().map(|m| format!("{} × {}", m.count, m.name)).collect();
        let xp: u64 = c.monsters.iter().map(|m| u64::from(m.xp) * u64::from(m.count)).sum();
        let what: Vec<&str> = c.parcels.iter().map(|p| p.name.as_str()).collect();
        let xp = if xp == 0 { String::new() } else { xp.to_string() };
        writeln!(
            out,
            "| {} | {} | {} | {xp} | {} |",
            room.id + 1,
            room.kind,
            who.join(", "),
            what.join(", ")
        )?;
    }
    writeln!(out)
}

fn write_room(
    plan: &Plan,
    level: &Level,
    room: &Room,
    language: Language,
    out: &mut String,
) -> std::fmt::Result {
    let frame = &FRAMES[language.index()];
    let kind: String = match room.kind.chars().next() {
        Some(first) => first.to_uppercase().chain(room.kind.chars().skip(1)).collect(),
        None => String::new(),
    };
    writeln!(out, "### {}. {kind}\n", room.id + 1)?;
    if !room.description.aloud.is_empty() {
        writeln!(out, "> {}\n", room.description.aloud)?;
    }
    if !room.description.secret.is_empty() {
        writeln!(out, "{}\n", room.description.secret)?;
    }
    for key in plan.keys.iter().filter(|k| k.room == room.id) {
        writeln!(out, "{} **{}**.\n", frame.key_here, key.name)?;
    }
    let exits = exits(plan, level, room, language);
    if !exits.is_empty() {
        writeln!(out, "{}: {}.\n", frame.exits, exits.join("; "))?;
    }
    Ok(())
}

/// The exits of a room, by direction and kind of door, with where they lead.
fn exits(plan: &Plan, level: &Level, room: &Room, language: Language) -> Vec<String> {
    let frame = &FRAMES[language.index()];
    let here = Area::Room(room.id);
    let mut exits: Vec<(Direction, Point, String)> = Vec::new();
    for door in level.doors.iter().filter(|d| d.joins.contains(&here)) {
        let out = if door.joins[0] == here { door.place.facing() } else { door.place.facing().opposite() };
        let other = if door.joins[0] == here { door.joins[1] } else { door.joins[0] };
        let to = match other {
            Area::Room(r) => format!("{} {}", frame.to_room, r + 1),
            Area::Corridor(c) => {
                let corridor = level.corridors.iter().find(|k| k.id == c);
                let mut rooms = corridor.map(|c| c.joins.clone()).unwrap_or_default();
                rooms.retain(|r| *r != room.id);
                let numbers: Vec<String> = rooms.iter().map(|r| (r + 1).to_string()).collect();
                let word = if numbers.len() == 1 { frame.to_room } else { frame.to_corridor };
                format!("{word} {}", numbers.join(", "))
            }
        };
        let detail = match &door.kind {
            DoorKind::Locked { key: Some(key) } => {
                plan.keys.get(*key as usize).map(|k| format!(" ({})", k.name)).unwrap_or_default()
            }
            DoorKind::Trapped { trap } => {
                format!(
                    " ({}: {}, DC {}; {}; {}; {})",
                    frame.door_trap, trap.name, trap.dc, trap.trigger, trap.effect, trap.damage
                )
            }
            _ => String::new(),
        };
        let name = door_name(&door.kind, language);
        exits.push((out, door.place.at(), format!("{name}{detail} {to}")));
    }
    exits.sort_by_key(|e| (e.0, e.1));
    let mut list: Vec<String> =
        exits.into_iter().map(|(d, _, text)| format!("{}: {text}", frame.directions[d as usize])).collect();
    list.extend(level.entrances.iter().filter(|e| e.area == here).map(|_| frame.entrance.to_owned()));
    for stairs in level.stairs.iter().filter(|s| room.outline.contains(s.at)) {
        let word = frame.stairs[usize::from(stairs.way == Vertical::Down)];
        let target = stairs.to_level.zip(stairs.to).and_then(|(level, p)| {
            plan.levels.get(level)?.rooms.iter().find(|r| r.outline.contains(p)).map(|r| r.id + 1)
        });
        list.push(target.map_or(word.to_owned(), |r| format!("{word} {} {r}", frame.to_room)));
    }
    list
}

fn corridors(level: &Level, frame: &Frame, language: Language, out: &mut String) -> std::fmt::Result {
    let worth_telling: Vec<_> = level.corridors.iter().filter(|c| c.secret || !c.traps.is_empty()).collect();
    if worth_telling.is_empty() {
        return Ok(());
    }
    let phrases = phrases(language);
    writeln!(out, "### {}\n", frame.corridors)?;
    for corridor in worth_telling {
        let rooms: Vec<String> = corridor.joins.iter().map(|r| (r + 1).to_string()).collect();
        let rooms = rooms.join(", ");
        if corridor.secret {
            writeln!(out, "- {} {rooms}.", frame.secret_corridor)?;
        }
        for t in &corridor.traps {
            let word = phrases.room_word;
            writeln!(
                out,
                "- {word} {rooms}: {} (DC {}): {}; {} ({}).",
                t.name, t.dc, t.trigger, t.effect, t.damage
            )?;
        }
    }
    writeln!(out)
}

/// A level as characters: `#` wall, `.` floor, `:` corridor, `+` door, `'` arch, `L` locked,
/// `B` barred, `H` portcullis, `S` secret, `<` `>` stairs, `o` pillar, `~` water, `v` pit; rooms by
/// number.
pub fn map_text(plan: &Plan, level: usize) -> Option<String> {
    use mapkiln_core::Grid;
    use mapkiln_core::plan::FeatureKind;
    let floor = plan.floor(level)?;
    let level = &plan.levels[level];
    let mut text: Grid<char> = Grid::from_fn(level.width, level.height, |p| match floor.ground_at(p) {
        Some(g) => match g.name.as_str() {
            "wall" => '#',
            "rock" => ' ',
            "corridor" => ':',
            _ => '.',
        },
        None => ' ',
    });
    for feature in &level.features {
        let letter = match feature.kind {
            FeatureKind::Pillar => 'o',
            FeatureKind::Water => '~',
            FeatureKind::Pit => 'v',
            FeatureKind::Rubble => ',',
            FeatureKind::Altar | FeatureKind::Statue | FeatureKind::Well => '&',
            FeatureKind::Light => continue,
        };
        feature.cells.iter().for_each(|&p| text[p] = letter);
    }
    for door in &level.doors {
        text[door.place.at()] = match door.kind {
            DoorKind::Arch => '\'',
            DoorKind::Door | DoorKind::Trapped { .. } => '+',
            DoorKind::Locked { .. } => 'L',
            DoorKind::Barred => 'B',
            DoorKind::Portcullis => 'H',
            DoorKind::Secret => 'S',
        };
    }
    for stairs in &level.stairs {
        text[stairs.at] = if stairs.way == Vertical::Up { '<' } else { '>' };
    }
    for entrance in &level.entrances {
        text[entrance.at] = '<';
    }
    for room in &level.rooms {
        let middle = room.outline.center();
        for (i, digit) in (room.id + 1).to_string().chars().enumerate() {
            let p = middle + Point::new(i as i32, 0);
            if room.outline.contains(p) {
                text[p] = digit;
            }
        }
    }
    let rows = text.rows().map(|row| row.iter().collect::<String>().trim_end().to_owned() + "\n");
    let all: Vec<String> = rows.collect();
    let first = all.iter().position(|r| r.len() > 1).unwrap_or(0);
    let last = all.iter().rposition(|r| r.len() > 1).map_or(0, |l| l + 1);
    Some(all[first..last].concat())
}
