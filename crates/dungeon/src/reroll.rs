//! Keep and re-roll: parts of a dungeon are made again, the rest stays to the byte.

use std::collections::BTreeSet;

use mapkiln_core::{Report, Run};
use mapkiln_maps::document::Document;
use mapkiln_maps::plan::{Area, Feature, Plan, Room, RoomId};
use serde::{Deserialize, Serialize};

use crate::layout::metrics::Fixed;
use crate::layout::site::{LONGEST, Site};
use crate::make::{Kept, LevelLayout, Maker};
use crate::{DungeonSpec, Error, rooms_beside};

/// A dungeon of which a part is made again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reroll {
    /// The dungeon.
    pub plan: Plan,
    /// What is made again.
    pub part: Part,
    /// Rooms that stay exactly as they are, beside those that are pinned: their place, shape,
    /// contents and words. By number from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<RoomId>,
}

/// What is made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Part {
    /// Monsters, treasure, traps and furniture, and the words about them.
    Contents,
    /// Where rooms are, corridors, doors and keys; and contents and words with them.
    Layout,
    /// The contents and words of one room.
    Room(RoomId),
    /// Only the words.
    Words,
}

impl Reroll {
    /// Says what is to be kept or made again and is not there.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let refuse = |text: String| Err(Error::Reroll(text));
        let count = self.plan.rooms().count() as RoomId;
        if count == 0 {
            return refuse("this dungeon has no rooms; make a new one instead".to_owned());
        }
        self.plan.check().map_err(Error::Reroll)?;
        let named = self.named();
        if let Some(room) = self.keep.iter().copied().chain(named).find(|r| *r >= count) {
            return refuse(format!("there is no room {}; rooms go from 1 to {count}", room + 1));
        }
        if let Some(room) = named.filter(|r| self.keep.contains(r)) {
            return refuse(format!("room {} is both to be kept and to be made again; choose one", room + 1));
        }
        Ok(())
    }

    fn named(&self) -> Option<RoomId> {
        if let Part::Room(room) = self.part { Some(room) } else { None }
    }
}

impl DungeonSpec {
    /// Makes a part of a dungeon again.
    pub(crate) fn build_reroll(
        &self,
        reroll: &Reroll,
        run: &mut Run<'_>,
        report: &mut Report,
    ) -> Result<Plan, Error> {
        let Reroll { plan, part, keep } = reroll;
        let count = plan.rooms().count() as RoomId;
        let named = reroll.named();
        let mut kept: BTreeSet<RoomId> = keep.iter().copied().collect();
        kept.extend(plan.rooms().filter(|r| r.pinned).map(|r| r.id));
        if let Some(room) = named {
            kept = (0..count).filter(|r| *r != room).collect();
        }
        let mut spec = self.resolved(&run.seed);
        spec.levels = plan.levels.len();
        (spec.width, spec.height) = (Some(plan.levels[0].width), Some(plan.levels[0].height));
        let maker = Maker::new(&spec)?;
        let mut made = plan.clone();
        give_cast(&mut made, &kept);
        let seed = run.seed.clone();
        match part {
            Part::Words => maker.write(&mut made, &kept, true, &seed),
            Part::Contents => {
                maker.fill_rooms(&mut made, &kept, false, run, report)?;
                maker.write(&mut made, &kept, true, &seed);
            }
            Part::Room(_) => {
                maker.fill_rooms(&mut made, &kept, false, run, report)?;
                made.wandering.clone_from(&plan.wandering);
                maker.write(&mut made, &kept, false, &seed);
            }
            Part::Layout => {
                made = relay(&maker, &made, &kept, run, report)?;
                maker.fill_rooms(&mut made, &kept, true, run, report)?;
                maker.write(&mut made, &kept, true, &seed);
            }
        }
        if made.title.is_empty() {
            made.title = maker.title(&seed);
        }
        maker.prove(&made, report);
        Ok(made)
    }
}

/// Sees to it that a plan from elsewhere has an entrance and a goal.
fn give_cast(plan: &mut Plan, kept: &BTreeSet<RoomId>) {
    let tag = |plan: &mut Plan, id: RoomId, tags: &[&str]| {
        if let Some(room) = plan.rooms_mut().nth(id as usize) {
            room.tags.extend(tags.iter().map(|&t| t.to_owned()));
        }
    };
    if !plan.rooms().any(|r| r.has_tag("entrance")) {
        let known = plan.levels[0].entrances.iter().find_map(|e| match e.area {
            Area::Room(id) => Some(id),
            Area::Corridor(_) => None,
        });
        let first = plan.rooms().map(|r| r.id).find(|id| !kept.contains(id));
        if let Some(id) = known.filter(|id| !kept.contains(id)).or(first) {
            tag(plan, id, &["entrance"]);
        }
    }
    if !plan.rooms().any(|r| r.has_tag("goal")) {
        // The last room that a walk from the entrance meets.
        let mut order: Vec<RoomId> = plan.rooms().filter(|r| r.has_tag("entrance")).map(|r| r.id).collect();
        let mut next = 0;
        while next < order.len() {
            let beside = rooms_beside(plan, order[next]);
            let new: Vec<RoomId> = beside.into_iter().filter(|r| !order.contains(r)).collect();
            order.extend(new);
            next += 1;
        }
        let free =
            |id: &RoomId| !kept.contains(id) && !plan.rooms().any(|r| r.id == *id && r.has_tag("entrance"));
        if let Some(id) = order.into_iter().rev().find(free) {
            tag(plan, id, &["goal", "boss"]);
        }
    }
}

/// A new layout around the rooms that stay.
fn relay(
    maker: &Maker<'_>,
    old: &Plan,
    kept: &BTreeSet<RoomId>,
    run: &mut Run<'_>,
    report: &mut Report,
) -> Result<Plan, Error> {
    let last = old.levels.len() - 1;
    let mut levels = Vec::new();
    for (number, level) in old.levels.iter().enumerate() {
        let rooms: Vec<&Room> = level.rooms.iter().filter(|r| kept.contains(&r.id)).collect();
        let mut sites = Vec::new();
        for room in &rooms {
            let bounds = room.outline.bounds();
            if bounds.width > LONGEST || bounds.height > LONGEST {
                let text = format!(
                    "room {} is more than {LONGEST} cells long; a new layout cannot keep it",
                    room.id + 1
                );
                return Err(Error::Reroll(text));
            }
            sites.push(Site::from_cells(bounds, room.shape, &room.outline.cells()));
        }
        let tagged =
            |tag: &str| -> Vec<usize> { (0..rooms.len()).filter(|&i| rooms[i].has_tag(tag)).collect() };
        let without =
            |tag: &str| -> Vec<usize> { (0..rooms.len()).filter(|&i| !rooms[i].has_tag(tag)).collect() };
        let fixed = Fixed {
            entrances: if number == 0 { tagged("entrance") } else { Vec::new() },
            goal: if number == last { tagged("goal").first().copied() } else { None },
            not_goal: if number == last { without("goal") } else { Vec::new() },
            not_entrance: if number == 0 { without("entrance") } else { Vec::new() },
        };
        let numbers: Vec<RoomId> = rooms.iter().map(|r| r.id).collect();
        let count = (!rooms.is_empty() || old.levels.len() > 1).then_some(level.rooms.len());
        let stays = Kept { sites, fixed, count };
        let problem = maker.problem(number, &stays)?;
        let mut found = Vec::new();
        maker.evolve(&problem, number, run, &mut report.stages, |members| found = members)?;
        levels.push(LevelLayout { ground: problem.ground, layout: found.swap_remove(0), kept: numbers });
    }
    maker.report_layout(&levels, report);
    let rooms: Vec<&Room> = old.rooms().filter(|r| kept.contains(&r.id)).collect();
    let raised = maker.raise(&levels, &run.seed, &rooms);
    let mut plan = raised.plan;
    // What is built into kept rooms stays, except where a new way in needs the cell.
    for (level, before) in plan.levels.iter_mut().zip(&old.levels) {
        let busy = |p: &mapkiln_core::Point| {
            level.doors.iter().any(|d| d.place.at().beside().contains(p))
                || level.entrances.iter().any(|e| e.at == *p)
                || level.stairs.iter().any(|s| s.at == *p)
        };
        let stays = |p: &mapkiln_core::Point| {
            !busy(p) && before.rooms.iter().any(|r| kept.contains(&r.id) && r.outline.contains(*p))
        };
        let features: Vec<Feature> = before
            .features
            .iter()
            .map(|f| Feature { kind: f.kind, cells: f.cells.iter().filter(|p| stays(p)).copied().collect() })
            .filter(|f| !f.cells.is_empty())
            .collect();
        level.features = features;
    }
    let avoid: Vec<RoomId> = kept.iter().copied().collect();
    maker.close_doors(&mut plan, &raised.entrances, raised.goal, &avoid, &run.seed);
    plan.title.clone_from(&old.title);
    Ok(plan)
}
