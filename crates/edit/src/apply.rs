//! Applies an edit to a plan.

use mapkiln_core::{Run, Spec};
use mapkiln_dungeon::{DungeonSpec, Reroll, RerollPart};
use mapkiln_maps::document::Document;
use mapkiln_maps::plan::{DoorKind, DoorPlace, Key, Plan};

use crate::contents::{
    checked_text, put_monsters, put_thing, put_trap, put_treasure, room, take_monsters, take_thing,
    take_trap, take_treasure,
};
use crate::edit::{DoorWish, Edit};
use crate::error::Error;
use crate::reach::Reach;
use crate::rooms;
use crate::ways::{Link, fill, join, level_of, renumber};

/// The plan after an edit, or why it is impossible. The spec is what the plan was made from: it has
/// the codex, and what a re-roll needs.
pub fn apply(plan: &Plan, spec: &DungeonSpec, edit: &Edit) -> Result<Plan, Error> {
    let mut plan = plan.clone();
    match edit {
        Edit::Rename { title } => plan.title = checked_text(title)?,
        Edit::Pin { room: id, pinned } => room(&mut plan, *id)?.pinned = *pinned,
        Edit::Write { room: id, kind, aloud, secret } => {
            let room = room(&mut plan, *id)?;
            if let Some(kind) = kind {
                room.kind = checked_text(kind)?;
            }
            if let Some(aloud) = aloud {
                room.description.aloud = checked_text(aloud)?;
            }
            if let Some(secret) = secret {
                room.description.secret = checked_text(secret)?;
                // The paragraphs would say what was replaced.
                room.description.entries.clear();
            }
        }
        Edit::Reroll { part, seed } => return reroll(plan, spec, *part, seed),
        Edit::Move { room, to } => {
            let before = Reach::of(&plan);
            let beside = plan.room(*room).and_then(|r| plan.exits(r).first()?.leads_to.first().copied());
            rooms::shift(&mut plan, *room, *to)?;
            // A way that was dug anew may lie behind another lock.
            let after = Reach::of(&plan);
            if plan.rooms().any(|r| before.has(r.id) && !after.has(r.id)) {
                return Err(Error::NoWay { from: room + 1, to: beside.unwrap_or(*room) + 1 });
            }
        }
        Edit::Resize { room, to } => rooms::resize(&mut plan, *room, *to)?,
        Edit::Add { level, at, shape } => rooms::add(&mut plan, *level, *at, *shape)?,
        Edit::Remove { room } => rooms::remove(&mut plan, *room)?,
        Edit::Join { from, to } => {
            let level = level_of(&plan, *from)?;
            if from == to || level_of(&plan, *to)? != level {
                return Err(Error::Value("a corridor joins two rooms of one level".to_owned()));
            }
            join(&mut plan.levels[level], *from, &Link::new(*to))?;
            renumber(&mut plan);
        }
        Edit::Fill { corridor } => {
            let count = plan.levels.iter().map(|l| l.corridors.len()).sum();
            let level = plan.levels.iter_mut().find(|l| l.corridors.iter().any(|c| c.id == *corridor));
            fill(level.ok_or_else(|| Error::missing("corridor", *corridor, count))?, *corridor);
            renumber(&mut plan);
        }
        Edit::Door { door, kind } => {
            let place = find_door(&mut plan, *door)?;
            if *kind == DoorWish::Secret && matches!(place.place, DoorPlace::Edge { .. }) {
                let reason = "a secret door needs a wall, and these places touch without one";
                return Err(Error::Value(reason.to_owned()));
            }
            place.kind = match kind {
                DoorWish::Arch => DoorKind::Arch,
                DoorWish::Door => DoorKind::Door,
                DoorWish::Barred => DoorKind::Barred,
                DoorWish::Portcullis => DoorKind::Portcullis,
                DoorWish::Secret => DoorKind::Secret,
            };
            // They were for what it was before.
            place.checks.clear();
            drop_unused_keys(&mut plan);
        }
        Edit::Lock { door, room: id, name } => {
            room(&mut plan, *id)?;
            let key = plan.keys.len() as u32;
            let locked = find_door(&mut plan, *door)?;
            locked.kind = DoorKind::Locked { key: Some(key) };
            locked.checks.clear();
            plan.keys.push(Key { id: key, name: checked_text(name)?, room: *id });
            drop_unused_keys(&mut plan);
        }
        Edit::MoveKey { key, room: id } => {
            room(&mut plan, *id)?;
            let count = plan.keys.len();
            let found = plan.keys.get_mut(*key as usize);
            found.ok_or_else(|| Error::missing("key", *key, count))?.room = *id;
        }
        Edit::PutMonsters { room, name, count } => put_monsters(&mut plan, spec, *room, name, *count)?,
        Edit::TakeMonsters { room, group } => take_monsters(&mut plan, *room, *group)?,
        Edit::PutTreasure { room, name, gold } => put_treasure(&mut plan, *room, name, *gold)?,
        Edit::TakeTreasure { room, parcel } => take_treasure(&mut plan, *room, *parcel)?,
        Edit::PutTrap { room, name, at } => put_trap(&mut plan, spec, *room, name, *at)?,
        Edit::TakeTrap { room, trap } => take_trap(&mut plan, *room, *trap)?,
        Edit::PutThing { level, kind, at, facing } => put_thing(&mut plan, *level, *kind, *at, *facing)?,
        Edit::TakeThing { level, thing } => take_thing(&mut plan, *level, *thing)?,
    }
    plan.check().map_err(Error::Value)?;
    Ok(plan)
}

fn find_door(plan: &mut Plan, id: u32) -> Result<&mut mapkiln_maps::plan::Door, Error> {
    let count = plan.doors().count();
    let found = plan.levels.iter_mut().flat_map(|l| &mut l.doors).nth(id as usize);
    found.ok_or_else(|| Error::missing("door", id, count))
}

/// Keys without a lock would puzzle everyone.
fn drop_unused_keys(plan: &mut Plan) {
    let used: Vec<u32> =
        plan.doors().filter_map(|d| if let DoorKind::Locked { key } = d.kind { key } else { None }).collect();
    plan.keys.retain(|k| used.contains(&k.id));
    renumber(plan);
}

fn reroll(plan: Plan, spec: &DungeonSpec, part: RerollPart, seed: &str) -> Result<Plan, Error> {
    let title = plan.title.clone();
    let spec = DungeonSpec {
        candidate: None,
        reroll: Some(Box::new(Reroll { plan, part, keep: Vec::new(), entrance: None })),
        ..spec.clone()
    };
    let mut plan = spec.make(&mut Run::new(seed))?.map;
    plan.title = title;
    Ok(plan)
}
