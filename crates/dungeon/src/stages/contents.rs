//! The fourth stage: who and what is in the rooms.

use std::collections::VecDeque;

use mapkiln_core::{Run, Seed};
use mapkiln_maps::plan::{Area, Contents, DoorKind, Level, Plan, Purpose as Written, Role, RoomId, RoomTag};

use super::Scope;
use crate::Error;
use crate::codex::Purpose;
use crate::contents::numbers::number_doors;
use crate::contents::present::{Tenancy, harm, main_role, settle};
use crate::contents::problem::{ContentsProblem, Filled, KeptContents, RoomFacts, fill};
use crate::contents::programme::{Programme, Site};
use crate::contents::room_floor::RoomFloor;
use crate::contents::roster::{Roster, Space, to_monsters};
use crate::contents::treasure::{Hoard, gold_of_a_level};
use crate::contents::wanderers::wanderers;
use crate::doors::{behind_locks, rooms_beside};
use crate::findings::ContentsFigures;
use crate::room_use::RoomUse;
use crate::story::Relic;
use crate::workshop::Workshop;

impl Workshop<'_> {
    /// Gives every room of the scope its purpose, monsters, treasure, traps, things and lights.
    pub(crate) fn fill_rooms(
        &self,
        plan: &mut Plan,
        scope: &Scope,
        run: &mut Run<'_>,
    ) -> Result<ContentsFigures, Error> {
        let spec = self.spec;
        let seed = run.seed.clone();
        let was = self.place_purposes(plan, scope, &seed);
        clear(plan, scope);
        self.build_floors(plan, scope, &was.purposes, &seed);
        if scope.features {
            self.build_features(plan, scope, &seed);
        }
        number_doors(plan, spec.party.level(), &seed);
        let count = plan.rooms().count();
        let share = |percent: u32| match (count * percent as usize + 50) / 100 {
            0 if percent > 0 => 1,
            n => n,
        };
        let encounter = spec.party.encounter(spec.difficulty);
        let roster =
            Roster::new(self.codex, self.theme, &spec.party, encounter, &mut seed.stream("folk", 0))?;
        let problem = ContentsProblem {
            rooms: facts(plan, scope, &was.purposes),
            roster: &roster,
            enemies: share(spec.enemies),
            treasure: share(spec.treasure),
            budget: u64::from(encounter) * share(spec.enemies) as u64,
            seed: seed.clone(),
        };
        let filled = fill(&problem, &spec.contents, run)?;
        self.put_monsters(plan, scope, &problem, &filled);
        self.put_treasure(plan, scope, &problem, &filled);
        self.settle_rooms(plan, scope, &problem, &was.purposes);
        let left_out = self.furnish(plan, scope, &problem.rooms, &seed);
        if scope.wandering {
            plan.wandering = wanderers(plan, encounter, &seed);
        }
        let rooms = || plan.rooms().map(|r| &r.contents);
        let parcels = || rooms().flat_map(|c| &c.parcels);
        Ok(ContentsFigures {
            stage: filled.stage,
            terms: filled.terms,
            xp: rooms().map(xp).sum(),
            xp_budget: problem.budget,
            gold: rooms().map(gold).sum(),
            gold_budget: gold_of_a_level(&spec.party).into(),
            empty_rooms: rooms().filter(|c| c.is_empty()).count(),
            things: plan.levels.iter().map(|l| l.things.len()).sum(),
            lights: plan.levels.iter().flat_map(|l| &l.things).filter(|t| t.light.is_some()).count(),
            neighbours: was.neighbours,
            parcels: parcels().count(),
            guarded: parcels().filter(|p| p.guard.is_some()).count(),
            left_out,
            notes: roster.notes.clone(),
            cut_short: filled.cut_short,
        })
    }

    /// What every room was built for, written into the rooms of the scope.
    fn place_purposes(&self, plan: &mut Plan, scope: &Scope, seed: &Seed) -> Placed {
        let deepest = plan.levels.len().saturating_sub(1);
        let locked = behind_locks(plan);
        let mut sites = Vec::new();
        for (number, level) in plan.levels.iter().enumerate() {
            for room in &level.rooms {
                let here = Area::Room(room.id);
                let doors = || level.doors.iter().filter(|d| d.joins.contains(&here));
                let fixed = scope.keeps(room).then(|| RoomUse::of(room, self.theme).built_as(self.theme));
                sites.push(Site {
                    beside: rooms_beside(plan, room.id).into_iter().map(|r| r as usize).collect(),
                    area: room.outline.area() as usize,
                    entrance: room.has_tag(RoomTag::Entrance),
                    goal: room.has_tag(RoomTag::Goal),
                    locked: locked.contains(&room.id),
                    secret: doors().any(|d| d.kind == DoorKind::Secret),
                    lowest: number == deepest,
                    marks: room.tags.iter().map(|t| t.as_str().to_owned()).collect(),
                    floor: self.possible_floor(level, room, scope),
                    fixed: fixed.flatten(),
                });
            }
        }
        let programme = Programme::new(&self.theme.id, &sites);
        let purposes = programme.place(&mut seed.stream("purposes", 0));
        let neighbours = programme.wishes_met(&purposes);
        for (room, purpose) in plan.rooms_mut().zip(&purposes) {
            if !scope.keeps(room) {
                room.purpose = Some(Written { was: purpose.key.clone(), ..Written::default() });
                purpose.name.get(self.spec.lang).clone_into(&mut room.kind);
            }
        }
        Placed { purposes, neighbours }
    }

    fn put_monsters(
        &self,
        plan: &mut Plan,
        scope: &Scope,
        problem: &ContentsProblem<'_>,
        filled: &Filled<'_>,
    ) {
        for (i, room) in plan.rooms_mut().enumerate().filter(|(_, r)| !scope.keeps(r)) {
            let side = if problem.rooms[i].goal { 0 } else { filled.genes[i].side.into() };
            let name = problem.roster.name(side, self.spec.lang);
            room.contents.monsters = to_monsters(&filled.groups[i], name);
            room.contents.enemies = !room.contents.monsters.is_empty();
            let beasts = room.contents.monsters.iter().all(|m| m.role == Some(Role::Beast));
            if let Some(purpose) = room.purpose.as_mut().filter(|_| !beasts) {
                purpose.holder = Some((side % problem.roster.sides()) as u8);
            }
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
        let kept = || plan.rooms().filter(|r| scope.keeps(r)).map(|r| &r.contents);
        let spent: u64 = kept().map(gold).sum();
        let weight = |facts: &RoomFacts, enemies: bool| {
            let guarded = enemies || facts.locked;
            2 + u64::from(facts.depth) / 20 + if facts.goal { 6 } else { 0 } + if guarded { 4 } else { 0 }
        };
        let with_treasure: Vec<usize> = (0..filled.genes.len())
            .filter(|&i| filled.genes[i].treasure && problem.rooms[i].kept.is_none())
            .collect();
        let weights: Vec<u64> =
            with_treasure.iter().map(|&i| weight(&problem.rooms[i], filled.genes[i].enemies)).collect();
        let has_relic = kept().flat_map(|c| &c.parcels).any(|p| Relic::named(&p.name).is_some());
        let relic =
            if has_relic { None } else { Relic::draw(self.theme, &mut problem.seed.stream("relic", 0)) };
        let hoard = Hoard {
            gold: u64::from(gold_of_a_level(&self.spec.party)).saturating_sub(spent) as u32,
            items_kept: kept().flat_map(|c| &c.parcels).filter(|p| !p.rarity.is_empty()).count(),
            party: &self.spec.party,
            codex: self.codex,
            language: self.spec.lang,
            relic,
        };
        let parcels = hoard.share_out(&weights, &mut problem.seed.stream("treasure", 0));
        for (i, parcels) in with_treasure.into_iter().zip(parcels) {
            if let Some(room) = plan.rooms_mut().nth(i).filter(|r| !scope.keeps(r)) {
                room.contents.treasure = !parcels.is_empty();
                room.contents.parcels = parcels;
            }
        }
    }

    /// Harm, holders and what rooms are used for now.
    fn settle_rooms(
        &self,
        plan: &mut Plan,
        scope: &Scope,
        problem: &ContentsProblem<'_>,
        was: &[&'static Purpose],
    ) {
        let mut rng = problem.seed.stream("present", 0);
        let mut rooms: Vec<Tenancy<'_>> = plan
            .rooms()
            .zip(&problem.rooms)
            .zip(was)
            .map(|((room, facts), was)| Tenancy {
                was,
                beside: &facts.beside,
                holder: room.purpose.as_ref().and_then(|p| p.holder),
                role: main_role(&room.contents.monsters),
                kept: scope.keeps(room),
                endpoint: facts.goal || facts.entrance,
            })
            .collect();
        let now = settle(&mut rooms, &mut rng);
        let holders: Vec<Option<u8>> = rooms.iter().map(|r| r.holder).collect();
        // Nothing fell in a natural cave.
        let natural = self.theme.id == "cavern";
        let beside: Vec<Vec<usize>> = problem.rooms.iter().map(|f| f.beside.clone()).collect();
        let seats: Vec<usize> = (0..beside.len()).filter(|&i| !problem.rooms[i].entrance).collect();
        let seat = rng.pick(&seats).copied().unwrap_or(0);
        let harm = if natural { vec![0; beside.len()] } else { harm(&beside, seat) };
        for (i, room) in plan.rooms_mut().enumerate().filter(|(_, r)| !scope.keeps(r)) {
            if let Some(purpose) = &mut room.purpose {
                purpose.now = now[i].map(|p| p.key.clone());
                purpose.holder = holders[i];
                purpose.harm = harm[i];
            }
        }
    }
}

/// What the rooms were built for.
struct Placed {
    purposes: Vec<&'static Purpose>,
    /// Wishes for a neighbour that were met, and all of them.
    neighbours: (usize, usize),
}

/// Takes out what is made again: contents, and things that no layout built.
fn clear(plan: &mut Plan, scope: &Scope) {
    for level in &mut plan.levels {
        for room in level.rooms.iter_mut().filter(|r| !scope.keeps(r)) {
            room.contents = Contents::default();
            room.tags.retain(|tag| *tag != RoomTag::Rest);
        }
        let Level { rooms, things, .. } = level;
        let made_again = |p| rooms.iter().any(|r| !scope.keeps(r) && r.outline.contains(p));
        things.retain(|t| scope.is_built(t.kind) || !made_again(t.at));
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

/// How many creatures a room has space for, with an eighth of its floor left to furniture: see
/// [`room_for`](crate::contents::stand::room_for).
fn space(floor: &RoomFloor) -> Space {
    let walkable = floor.walkable() as u32;
    let rest = walkable - walkable / 8;
    Space {
        cells: (rest.saturating_sub(6) / 3).max(1),
        packed: (rest.saturating_sub(2) / 2).max(1),
        squares: [1, 2, 3, 4].map(|side| floor.squares(side)),
    }
}

/// What the contents follow from, room by room.
fn facts(plan: &Plan, scope: &Scope, was: &[&'static Purpose]) -> Vec<RoomFacts> {
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
    let locked = behind_locks(plan);
    let rooms = plan.levels.iter().flat_map(|l| l.rooms.iter().map(move |r| (l, r)));
    rooms
        .zip(beside)
        .zip(steps)
        .zip(was)
        .map(|((((level, room), beside), steps), was)| {
            let goal = room.has_tag(RoomTag::Goal);
            let Contents { enemies, treasure, .. } = room.contents;
            RoomFacts {
                depth: if goal { 100 } else { 100 * steps.min(deepest) / deepest },
                beside,
                entrance: room.has_tag(RoomTag::Entrance),
                goal,
                key: plan.keys.iter().any(|k| k.room == room.id),
                locked: locked.contains(&room.id),
                user: was.user,
                space: space(&RoomFloor::new(level, room)),
                kept: scope.keeps(room).then(|| KeptContents { enemies, treasure, xp: xp(&room.contents) }),
            }
        })
        .collect()
}
