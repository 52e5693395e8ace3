//! What is in rooms: monsters, treasure, traps, things, words.

use mapkiln_core::{Direction, Point, Rect};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_dungeon::codex::Codex;
use mapkiln_maps::plan::{Monsters, Parcel, Plan, Room, RoomId, Thing, ThingKind, Trap};

use crate::error::Error;

/// The most monsters that one edit puts somewhere.
const MOST_MONSTERS: u32 = 100;
/// The longest text of one field.
const LONGEST_TEXT: usize = 10_000;

pub(crate) fn room(plan: &mut Plan, id: RoomId) -> Result<&mut Room, Error> {
    let count = plan.rooms().count();
    plan.rooms_mut().nth(id as usize).ok_or_else(|| Error::missing("room", id, count))
}

pub(crate) fn checked_text(text: &str) -> Result<String, Error> {
    if text.len() > LONGEST_TEXT {
        return Err(Error::Value(format!("this text has {} bytes; {LONGEST_TEXT} is the most", text.len())));
    }
    Ok(text.to_owned())
}

pub(crate) fn put_monsters(
    plan: &mut Plan,
    spec: &DungeonSpec,
    id: RoomId,
    name: &str,
    count: u32,
) -> Result<(), Error> {
    if !(1..=MOST_MONSTERS).contains(&count) {
        return Err(Error::Value(format!("{count} monsters; write a number from 1 to {MOST_MONSTERS}")));
    }
    let codex = codex(spec)?;
    let known = codex.monsters.iter().find(|m| m.name.eq_ignore_ascii_case(name));
    let known = known.ok_or_else(|| Error::Value(format!("the codex has no {name:?}")))?;
    let contents = &mut room(plan, id)?.contents;
    contents.monsters.push(Monsters {
        challenge: known.challenge.to_string(),
        xp: known.xp,
        size: known.size,
        ..Monsters::new(&known.name, count)
    });
    contents.enemies = true;
    Ok(())
}

/// The edition's codex with the spec's own rows.
pub(crate) fn codex(spec: &DungeonSpec) -> Result<std::borrow::Cow<'static, Codex>, Error> {
    let mut codex = std::borrow::Cow::Borrowed(Codex::srd(spec.edition));
    for text in &spec.codex {
        codex.to_mut().add_csv(text).map_err(mapkiln_dungeon::Error::from)?;
    }
    Ok(codex)
}

pub(crate) fn take_monsters(plan: &mut Plan, id: RoomId, group: usize) -> Result<(), Error> {
    let contents = &mut room(plan, id)?.contents;
    take(&mut contents.monsters, "group of monsters", group)?;
    contents.enemies = !contents.monsters.is_empty();
    Ok(())
}

pub(crate) fn put_treasure(plan: &mut Plan, id: RoomId, name: &str, gold: u32) -> Result<(), Error> {
    let name = checked_text(name)?;
    let contents = &mut room(plan, id)?.contents;
    contents.parcels.push(Parcel { name, gold, ..Parcel::default() });
    contents.treasure = true;
    Ok(())
}

pub(crate) fn take_treasure(plan: &mut Plan, id: RoomId, parcel: usize) -> Result<(), Error> {
    let contents = &mut room(plan, id)?.contents;
    take(&mut contents.parcels, "parcel", parcel)?;
    contents.treasure = !contents.parcels.is_empty();
    Ok(())
}

pub(crate) fn put_trap(
    plan: &mut Plan,
    spec: &DungeonSpec,
    id: RoomId,
    name: &str,
    at: Option<Point>,
) -> Result<(), Error> {
    let language = plan.language;
    let codex = codex(spec)?;
    let known = codex.traps.iter().find(|t| t.name.english == name || t.name.get(language) == name);
    let known = known.ok_or_else(|| Error::Value(format!("the codex has no trap {name:?}")))?;
    let room = room(plan, id)?;
    if let Some(p) = at
        && !room.outline.contains(p)
    {
        return Err(Error::Value(format!("the cell {p} is not in room {}", id + 1)));
    }
    room.contents.traps.push(Trap {
        name: known.name.get(language).to_owned(),
        trigger: known.trigger.get(language).to_owned(),
        effect: known.effect.get(language).to_owned(),
        dc: known.dc.unwrap_or(13),
        damage: known.damage.clone().unwrap_or_default(),
        at,
        ..Trap::default()
    });
    Ok(())
}

pub(crate) fn take_trap(plan: &mut Plan, id: RoomId, trap: usize) -> Result<(), Error> {
    take(&mut room(plan, id)?.contents.traps, "trap", trap)
}

pub(crate) fn put_thing(
    plan: &mut Plan,
    level: usize,
    kind: ThingKind,
    at: Point,
    facing: Direction,
) -> Result<(), Error> {
    let levels = plan.levels.len();
    let level = plan.levels.get_mut(level).ok_or_else(|| Error::missing("level", level as u32, levels))?;
    let thing = Thing::new(kind, at, facing);
    let sheet = Rect::new(0, 0, level.width, level.height);
    let footprint = thing.footprint();
    let floor = |p: Point| level.rooms.iter().any(|r| r.outline.contains(p));
    if !sheet.contains_rect(footprint) || !footprint.cells().all(floor) {
        return Err(Error::Value(format!(
            "it needs {}x{} cells of a room's floor",
            footprint.width, footprint.height
        )));
    }
    level.things.push(thing);
    Ok(())
}

pub(crate) fn take_thing(plan: &mut Plan, level: usize, thing: usize) -> Result<(), Error> {
    let levels = plan.levels.len();
    let level = plan.levels.get_mut(level).ok_or_else(|| Error::missing("level", level as u32, levels))?;
    take(&mut level.things, "thing", thing)
}

fn take<T>(list: &mut Vec<T>, what: &'static str, index: usize) -> Result<(), Error> {
    if index >= list.len() {
        return Err(Error::missing(what, index as u32, list.len()));
    }
    list.remove(index);
    Ok(())
}
