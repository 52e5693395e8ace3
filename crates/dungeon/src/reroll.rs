//! Keep and re-roll: a part of a dungeon is made again, the rest stays to the byte.

use std::collections::BTreeSet;

use mapkiln_core::{Direction, Point, Rect, Run, Seed};
use mapkiln_maps::document::Document;
use mapkiln_maps::plan::{
    Area, DoorKind, Entrance, Feature, Level, Obstacle, Plan, Room, RoomId, RoomTag, Thing,
};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::doors::rooms_beside;
use crate::findings::Findings;
use crate::layout::KeptRooms;
use crate::layout::features::blocks;
use crate::layout::footprint::{Footprint, LONGEST};
use crate::layout::metrics::FixedEndpoints;
use crate::spec::MOST_ROOMS;
use crate::stages::{Layouts, Scope, Skeleton, best_seat, move_goal};
use crate::workshop::Workshop;

/// A dungeon of which a part is made again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reroll {
    /// The dungeon.
    pub plan: Plan,
    /// What is made again.
    pub part: RerollPart,
    /// Rooms that stay exactly as they are, with their place, shape, contents and words, by number
    /// from 0. Pinned rooms stay too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<RoomId>,
    /// For another story: the room where the party comes in now, by number from 0. Default: the ways
    /// in stay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrance: Option<RoomId>,
}

/// What is made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RerollPart {
    /// Monsters, treasure, traps and furniture, and the words about them.
    Contents,
    /// Rooms, corridors, doors and keys, with their contents and words.
    Layout,
    /// The contents and words of one room.
    Room(RoomId),
    /// Only the words.
    Words,
    /// Another story on the same walls: purposes, doors and keys, contents, things and words, with
    /// the theme of this spec. Doors and keys stay if a room is kept and the ways in stay.
    Story,
}

impl Reroll {
    /// Checks the plan, and that the rooms to keep or make again are in it.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let refuse = |text: String| Err(Error::Reroll(text));
        let count = self.plan.rooms().count() as RoomId;
        if count == 0 {
            return refuse("this dungeon has no rooms; make a new one instead".to_owned());
        }
        self.plan.check().map_err(Error::Reroll)?;
        let named = self.one_room();
        if let Some(room) = self.keep.iter().copied().chain(named).chain(self.entrance).find(|r| *r >= count)
        {
            return refuse(format!("there is no room {}; rooms go from 1 to {count}", room + 1));
        }
        if let Some(room) = named.filter(|r| self.keep.contains(r)) {
            return refuse(format!("room {} is both to be kept and to be made again; choose one", room + 1));
        }
        if self.entrance.is_some() && self.part != RerollPart::Story {
            return refuse("only another story can have another entrance; write `part` as story".to_owned());
        }
        if let Some(room) = self.entrance.filter(|r| self.plan.levels[0].rooms.iter().all(|own| own.id != *r))
        {
            return refuse(format!("room {} is not on the first level; choose an entrance there", room + 1));
        }
        let crowded = |level: &&Level| level.rooms.len() > MOST_ROOMS;
        if self.part == RerollPart::Layout
            && let Some(level) = self.plan.levels.iter().find(crowded)
        {
            let count = level.rooms.len();
            return refuse(format!(
                "a level of this dungeon has {count} rooms; a new layout can have {MOST_ROOMS}"
            ));
        }
        Ok(())
    }

    /// The room that alone is made again.
    fn one_room(&self) -> Option<RoomId> {
        if let RerollPart::Room(room) = self.part { Some(room) } else { None }
    }

    /// What is made again, and what stays.
    fn scope(&self) -> Scope {
        let rooms = self.plan.rooms();
        let kept: BTreeSet<RoomId> = match self.one_room() {
            Some(one) => rooms.map(|r| r.id).filter(|id| *id != one).collect(),
            None => rooms.filter(|r| r.pinned || self.keep.contains(&r.id)).map(|r| r.id).collect(),
        };
        let all = self.one_room().is_none();
        Scope {
            kept,
            features: self.part == RerollPart::Layout,
            retold: self.part == RerollPart::Story,
            wandering: all,
            story: all,
        }
    }

    /// Makes the part again.
    pub(crate) fn build(
        &self,
        workshop: Workshop<'_>,
        run: &mut Run<'_>,
        findings: &mut Findings,
    ) -> Result<Plan, Error> {
        let Level { mut width, mut height, .. } = self.plan.levels[0];
        if self.part == RerollPart::Layout {
            // The plan may be cut to what it holds; a new layout has the whole grid again.
            (width, height) = (width.max(workshop.width), height.max(workshop.height));
        }
        let workshop = Workshop { width, height, ..workshop };
        let scope = self.scope();
        let mut plan = self.plan.clone();
        if self.part == RerollPart::Story {
            self.forget(&mut plan, &scope);
        }
        mark_endpoints(&mut plan, &scope);
        if self.part == RerollPart::Layout {
            plan = new_layout(&workshop, &plan, &scope, run, findings)?;
        }
        if self.part == RerollPart::Story && (scope.kept.is_empty() || self.entrance.is_some()) {
            plan = workshop.new_doors(plan, &scope, &run.seed);
        }
        if self.part != RerollPart::Words {
            findings.contents = Some(workshop.fill_rooms(&mut plan, &scope, run)?);
        }
        workshop.describe(&mut plan, &scope, &run.seed);
        if plan.title.is_empty() || self.part == RerollPart::Story {
            plan.title = workshop.title(&run.seed);
        }
        findings.proofs = Some(workshop.prove(&plan));
        Ok(plan)
    }
}

impl Reroll {
    /// Forgets the story that was told: what rooms were for, and the way in if another was chosen.
    fn forget(&self, plan: &mut Plan, scope: &Scope) {
        for room in plan.rooms_mut().filter(|r| !scope.keeps(r)) {
            room.purpose = None;
            room.tags.retain(|t| matches!(t, RoomTag::Entrance | RoomTag::Goal | RoomTag::Boss));
        }
        let Some(chosen) = self.entrance else { return };
        let level = &mut plan.levels[0];
        if let Some(entrance) = way_in(level, chosen) {
            level.entrances = vec![entrance];
        }
        for room in plan.rooms_mut() {
            room.tags.retain(|t| *t != RoomTag::Entrance);
            if room.id == chosen {
                room.tags.push(RoomTag::Entrance);
                room.tags.retain(|t| !matches!(t, RoomTag::Goal | RoomTag::Boss));
            }
        }
    }
}

impl Workshop<'_> {
    /// Doors, locks and keys anew on the same walls; secret doors and arches on borders stay.
    fn new_doors(&self, mut plan: Plan, scope: &Scope, seed: &Seed) -> Plan {
        for door in plan.levels.iter_mut().flat_map(|l| &mut l.doors) {
            if !matches!(door.kind, DoorKind::Secret | DoorKind::Arch) {
                door.kind = DoorKind::Door;
                door.checks.clear();
            }
        }
        plan.levels.iter_mut().flat_map(|l| &mut l.corridors).for_each(|c| c.traps.clear());
        plan.keys.clear();
        let tagged = |plan: &Plan, tag: RoomTag| -> Vec<RoomId> {
            plan.rooms().filter(|r| r.tags.contains(&tag)).map(|r| r.id).collect()
        };
        let entrances = tagged(&plan, RoomTag::Entrance);
        let old = tagged(&plan, RoomTag::Goal).first().copied();
        let last = plan.levels.last();
        let free = |id: RoomId| !scope.kept.contains(&id);
        // A master who is kept stays where he is.
        let seat = last.and_then(|l| best_seat(l, &entrances, old.filter(|g| !free(*g)), free));
        let goal = seat.or(old).unwrap_or(0);
        move_goal(&mut plan, goal);
        let kept: Vec<RoomId> = scope.kept.iter().copied().collect();
        self.place_doors(Skeleton { plan, entrances, goal, goal_is_built: false }, &kept, seed)
    }
}

/// A way from outside into a room: through a wall with as little of the place behind it as can be.
fn way_in(level: &Level, room: RoomId) -> Option<Entrance> {
    let outline = &level.rooms.iter().find(|r| r.id == room)?.outline;
    let taken = |p: Point| {
        level.doors.iter().any(|d| d.place.cells().any(|q| q.chebyshev(p) <= 1))
            || level.features.iter().any(|f| blocks(f.kind) && f.cells.contains(&p))
            || level.stairs.iter().any(|s| s.at == p)
    };
    let mut best: Option<(usize, u32, Entrance)> = None;
    for at in outline.cells() {
        for out in Direction::ALL {
            if outline.contains(at.step(out)) || taken(at) || taken(at.step(out)) {
                continue;
            }
            // What a tunnel straight to the edge of the grid would run into.
            let bounds = Rect::new(0, 0, level.width, level.height);
            let tunnel = std::iter::successors(Some(at.step(out)), |p| Some(p.step(out)));
            let tunnel: Vec<Point> = tunnel.take_while(|p| bounds.contains(*p)).take(1000).collect();
            let floor = |p: &&Point| {
                level.rooms.iter().any(|r| r.outline.contains(**p))
                    || level.corridors.iter().any(|c| c.cells.contains(p))
            };
            let met = tunnel.iter().filter(floor).count();
            let middle = outline.centre().manhattan(at) + tunnel.len() as u32;
            if best.as_ref().is_none_or(|b| (met, middle) < (b.0, b.1)) {
                let entrance = Entrance { at, facing: out.opposite(), area: Area::Room(room) };
                best = Some((met, middle, entrance));
            }
        }
    }
    best.map(|b| b.2)
}

/// Gives a plan from elsewhere the tags of an entrance and a goal, unless it has them.
fn mark_endpoints(plan: &mut Plan, scope: &Scope) {
    let tag = |plan: &mut Plan, id: RoomId, tags: &[RoomTag]| {
        if let Some(room) = plan.rooms_mut().nth(id as usize) {
            room.tags.extend_from_slice(tags);
        }
    };
    if !plan.rooms().any(|r| r.has_tag(RoomTag::Entrance)) {
        let known = plan.levels[0].entrances.iter().find_map(|e| match e.area {
            Area::Room(id) => Some(id),
            Area::Corridor(_) => None,
        });
        let first = plan.rooms().map(|r| r.id).find(|id| !scope.kept.contains(id));
        if let Some(id) = known.filter(|id| !scope.kept.contains(id)).or(first) {
            tag(plan, id, &[RoomTag::Entrance]);
        }
    }
    if !plan.rooms().any(|r| r.has_tag(RoomTag::Goal)) {
        // The last room that a walk from the entrance meets.
        let mut order: Vec<RoomId> =
            plan.rooms().filter(|r| r.has_tag(RoomTag::Entrance)).map(|r| r.id).collect();
        let mut next = 0;
        while next < order.len() {
            let beside = rooms_beside(plan, order[next]);
            let new: Vec<RoomId> = beside.into_iter().filter(|r| !order.contains(r)).collect();
            order.extend(new);
            next += 1;
        }
        let is_free = |id: &RoomId| {
            !scope.kept.contains(id) && plan.room(*id).is_some_and(|r| !r.has_tag(RoomTag::Entrance))
        };
        if let Some(id) = order.into_iter().rev().find(is_free) {
            tag(plan, id, &[RoomTag::Goal, RoomTag::Boss]);
        }
    }
}

/// A new layout around the rooms that stay.
fn new_layout(
    workshop: &Workshop<'_>,
    old: &Plan,
    scope: &Scope,
    run: &mut Run<'_>,
    findings: &mut Findings,
) -> Result<Plan, Error> {
    let layouts = match workshop.layouts_again(old, scope, run, findings)? {
        Some(layouts) => layouts,
        // Nothing stays, so the rooms of each level need not be as many as before.
        None if scope.kept.is_empty() => workshop.best_layouts(run, findings)?,
        None => plain_again(workshop, old, scope, run, findings)?,
    };
    let rooms: Vec<&Room> = old.rooms().filter(|r| scope.keeps(r)).collect();
    let mut skeleton = workshop.skeleton(&layouts, &rooms, &run.seed, findings);
    for (level, before) in skeleton.plan.levels.iter_mut().zip(&old.levels) {
        let stays = |p: &Point| before.rooms.iter().any(|r| scope.keeps(r) && r.outline.contains(*p));
        for feature in &mut level.features {
            feature.cells.retain(|p| !stays(p));
        }
        level.features.retain(|f| !f.cells.is_empty());
        let features = kept_features(level, before, scope);
        level.features.extend(features);
        level.things.retain(|t| !before.rooms.iter().any(|r| scope.keeps(r) && t.is_in(r)));
        let things = kept_things(level, before, scope);
        level.things.extend(things);
    }
    let without_keys: Vec<RoomId> = scope.kept.iter().copied().collect();
    let mut plan = workshop.place_doors(skeleton, &without_keys, &run.seed);
    plan.title.clone_from(&old.title);
    Ok(plan)
}

/// Plain layouts around the rooms that stay.
fn plain_again(
    workshop: &Workshop<'_>,
    old: &Plan,
    scope: &Scope,
    run: &mut Run<'_>,
    findings: &mut Findings,
) -> Result<Layouts, Error> {
    let mut levels = Vec::new();
    for number in 0..old.levels.len() {
        let kept = kept_rooms(old, number, scope)?;
        let (level, stage) = workshop.best_layout(number, kept, run)?;
        levels.push(level);
        findings.layout_stages.push(stage);
    }
    Ok(Layouts::Plain(levels))
}

/// The rooms of one level that stay in a new layout.
fn kept_rooms(old: &Plan, number: usize, scope: &Scope) -> Result<KeptRooms, Error> {
    let level = &old.levels[number];
    let rooms: Vec<&Room> = level.rooms.iter().filter(|r| scope.keeps(r)).collect();
    let mut footprints = Vec::new();
    for room in &rooms {
        let bounds = room.outline.bounds();
        if bounds.width > LONGEST || bounds.height > LONGEST {
            return Err(Error::Reroll(format!(
                "room {} is more than {LONGEST} cells long; a new layout cannot keep it",
                room.id + 1
            )));
        }
        footprints.push(Footprint::from_cells(bounds, room.shape, &room.outline.cells()));
    }
    let (first, last) = (number == 0, number + 1 == old.levels.len());
    // The indices of the rooms with or without a tag, if it matters on this level.
    let tagged = |matters: bool, tag: RoomTag, with: bool| -> Vec<usize> {
        (0..rooms.len()).filter(|&i| matters && rooms[i].tags.contains(&tag) == with).collect()
    };
    let endpoints = FixedEndpoints {
        entrances: tagged(first, RoomTag::Entrance, true),
        goal: tagged(last, RoomTag::Goal, true).first().copied(),
        not_goal: tagged(last, RoomTag::Goal, false),
        not_entrance: tagged(first, RoomTag::Entrance, false),
    };
    let fixed_count = !rooms.is_empty() || old.levels.len() > 1;
    Ok(KeptRooms {
        numbers: rooms.iter().map(|r| r.id).collect(),
        footprints,
        endpoints,
        count: fixed_count.then_some(level.rooms.len()),
    })
}

/// The things of kept rooms, except on cells that a new way in needs.
fn kept_things(level: &Level, before: &Level, scope: &Scope) -> Vec<Thing> {
    let needed = |p: &Point| {
        level.doors.iter().any(|d| d.place.passage().contains(p))
            || level.entrances.iter().any(|e| e.at == *p)
            || level.stairs.iter().any(|s| s.at == *p)
    };
    let stays = |t: &&Thing| {
        before.rooms.iter().any(|r| scope.keeps(r) && t.is_in(r))
            && (t.kind.obstacle() == Obstacle::Nothing || !t.footprint().cells().any(|p| needed(&p)))
    };
    before.things.iter().filter(stays).cloned().collect()
}

/// The features of kept rooms, except on cells that a new way in needs.
fn kept_features(level: &Level, before: &Level, scope: &Scope) -> Vec<Feature> {
    let needed = |p: &Point| {
        level.doors.iter().any(|d| d.place.passage().contains(p))
            || level.entrances.iter().any(|e| e.at == *p)
            || level.stairs.iter().any(|s| s.at == *p)
    };
    let stays =
        |p: &Point| !needed(p) && before.rooms.iter().any(|r| scope.keeps(r) && r.outline.contains(*p));
    let kept =
        |f: &Feature| Feature { kind: f.kind, cells: f.cells.iter().filter(|p| stays(p)).copied().collect() };
    before.features.iter().map(kept).filter(|f| !f.cells.is_empty()).collect()
}
