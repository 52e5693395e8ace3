//! The fourth stage: who and what is in the rooms.

use std::collections::VecDeque;

use mapkiln_core::Run;
use mapkiln_maps::plan::{Area, Contents, Monsters, Plan, RoomId, RoomTag};

use super::Scope;
use crate::Error;
use crate::contents::problem::{ContentsProblem, Filled, KeptContents, RoomFacts, fill};
use crate::contents::roster::{Roster, to_monsters};
use crate::contents::treasure::{Hoard, gold_of_a_level};
use crate::doors::rooms_beside;
use crate::findings::ContentsFigures;
use crate::workshop::Workshop;

/// The rolls of the table of wandering monsters.
const WANDERING: usize = 6;

impl Workshop<'_> {
    /// Gives every room of the scope its monsters, treasure, purpose, furniture, features and traps.
    pub(crate) fn fill_rooms(
        &self,
        plan: &mut Plan,
        scope: &Scope,
        run: &mut Run<'_>,
    ) -> Result<ContentsFigures, Error> {
        let spec = self.spec;
        for room in plan.rooms_mut().filter(|r| !scope.keeps(r)) {
            room.contents = Contents::default();
            room.tags.retain(|tag| *tag != RoomTag::Rest);
        }
        let count = plan.rooms().count();
        let share = |percent: u32| match (count * percent as usize + 50) / 100 {
            0 if percent > 0 => 1,
            n => n,
        };
        let encounter = spec.party.encounter(spec.difficulty);
        let level = spec.party.level();
        let mut rng = run.seed.stream("folk", 0);
        let roster = Roster::new(self.codex, self.theme, level, encounter * 7 / 10, &mut rng)?;
        let problem = ContentsProblem {
            rooms: facts(plan, scope),
            roster: &roster,
            enemies: share(spec.enemies),
            treasure: share(spec.treasure),
            budget: u64::from(encounter) * share(spec.enemies) as u64,
            seed: run.seed.clone(),
        };
        let filled = fill(&problem, &spec.contents, run)?;
        self.put_monsters(plan, scope, &problem, &filled);
        self.put_treasure(plan, scope, &problem, &filled);
        self.furnish(plan, scope, &problem.rooms, &problem.seed);
        if scope.wandering {
            plan.wandering = self.wandering(&problem, encounter);
        }
        let rooms = || plan.rooms().map(|r| &r.contents);
        Ok(ContentsFigures {
            stage: filled.stage,
            terms: filled.terms,
            xp: rooms().map(xp).sum(),
            xp_budget: problem.budget,
            gold: rooms().map(gold).sum(),
            gold_budget: gold_of_a_level(&spec.party).into(),
            empty_rooms: rooms().filter(|c| c.is_empty()).count(),
            cut_short: filled.cut_short,
        })
    }

    fn put_monsters(
        &self,
        plan: &mut Plan,
        scope: &Scope,
        problem: &ContentsProblem<'_>,
        filled: &Filled<'_>,
    ) {
        for (i, room) in plan.rooms_mut().enumerate().filter(|(_, r)| !scope.keeps(r)) {
            let side = problem.roster.name(filled.genes[i].side.into(), self.spec.lang);
            room.contents.monsters = to_monsters(&filled.groups[i], side, problem.rooms[i].goal);
            room.contents.enemies = !room.contents.monsters.is_empty();
        }
    }

    /// Shares out the gold that kept rooms leave; deep rooms and the goal get more.
    fn put_treasure(
        &self,
        plan: &mut Plan,
        scope: &Scope,
        problem: &ContentsProblem<'_>,
        filled: &Filled<'_>,
    ) {
        let spent: u64 = plan.rooms().filter(|r| scope.keeps(r)).map(|r| gold(&r.contents)).sum();
        let weight = |facts: &RoomFacts| 1 + u64::from(facts.depth) / 20 + if facts.goal { 4 } else { 0 };
        let with_treasure: Vec<usize> = (0..filled.genes.len())
            .filter(|&i| filled.genes[i].treasure && problem.rooms[i].kept.is_none())
            .collect();
        let weights: Vec<u64> = with_treasure.iter().map(|&i| weight(&problem.rooms[i])).collect();
        let hoard = Hoard {
            gold: u64::from(gold_of_a_level(&self.spec.party)).saturating_sub(spent) as u32,
            party: &self.spec.party,
            codex: self.codex,
            language: self.spec.lang,
        };
        let parcels = hoard.share_out(&weights, &mut problem.seed.stream("treasure", 0));
        for (i, parcels) in with_treasure.into_iter().zip(parcels) {
            if let Some(room) = plan.rooms_mut().nth(i).filter(|r| !scope.keeps(r)) {
                room.contents.treasure = !parcels.is_empty();
                room.contents.parcels = parcels;
            }
        }
    }

    /// Who walks about, one kind per roll.
    fn wandering(&self, problem: &ContentsProblem<'_>, encounter: u32) -> Vec<Monsters> {
        let mut rng = problem.seed.stream("wandering", 0);
        let mut table: Vec<Monsters> = Vec::new();
        for side in 0..WANDERING {
            let group = problem.roster.encounter(side, (encounter / 2).max(10), &mut rng);
            let group = to_monsters(&group, problem.roster.name(side, self.spec.lang), false);
            let new = group.into_iter().find(|m| table.iter().all(|known| known.name != m.name));
            table.extend(new);
        }
        table
    }
}

/// The experience points of a room.
fn xp(contents: &Contents) -> u64 {
    contents.monsters.iter().map(|m| u64::from(m.xp) * u64::from(m.count)).sum()
}

/// The gold of a room, without the worth of magic items.
fn gold(contents: &Contents) -> u64 {
    contents.parcels.iter().filter(|p| p.rarity.is_empty()).map(|p| u64::from(p.gold)).sum()
}

/// What the contents follow from, room by room.
fn facts(plan: &Plan, scope: &Scope) -> Vec<RoomFacts> {
    let count = plan.rooms().count();
    let beside: Vec<Vec<usize>> = (0..count)
        .map(|i| rooms_beside(plan, i as RoomId).into_iter().map(|r| r as usize).collect())
        .collect();
    // Steps from the nearest entrance; the goal is deepest.
    let mut steps = vec![u32::MAX; count];
    let mut queue: VecDeque<usize> =
        plan.rooms().filter(|r| r.has_tag(RoomTag::Entrance)).map(|r| r.id as usize).collect();
    queue.iter().for_each(|&r| steps[r] = 0);
    while let Some(room) = queue.pop_front() {
        for &next in &beside[room] {
            if steps[next] == u32::MAX {
                steps[next] = steps[room] + 1;
                queue.push_back(next);
            }
        }
    }
    let deepest = steps.iter().filter(|s| **s != u32::MAX).max().copied().unwrap_or(1).max(1);
    let rooms = plan.rooms().zip(beside).zip(steps);
    rooms
        .map(|((room, beside), steps)| {
            let goal = room.has_tag(RoomTag::Goal);
            let Contents { enemies, treasure, .. } = room.contents;
            RoomFacts {
                depth: if goal { 100 } else { 100 * steps.min(deepest) / deepest },
                dead_end: plan.doors().filter(|d| d.joins.contains(&Area::Room(room.id))).count() <= 1,
                beside,
                entrance: room.has_tag(RoomTag::Entrance),
                goal,
                key: plan.keys.iter().any(|k| k.room == room.id),
                kept: scope.keeps(room).then(|| KeptContents { enemies, treasure, xp: xp(&room.contents) }),
            }
        })
        .collect()
}
