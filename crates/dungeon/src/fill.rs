//! The stage that fills rooms: who and what is in them, what they are for, what is built in.

use std::collections::{BTreeSet, VecDeque};

use mapkiln_core::{Point, Report, Run, Seed, Stream};
use mapkiln_maps::plan::{Area, Contents, Feature, Monsters, Plan, Room, RoomId};
use serde_json::json;

use crate::codex::{RoomKind, Theme, TrapPlace, fixture_of};
use crate::contents::evolve::{Filling, KeptSpot, Spot, TERMS, fill};
use crate::contents::folk::{Folk, listed};
use crate::contents::{traps, treasure};
use crate::layout::features::{self, Odds};
use crate::make::Maker;
use crate::{Error, rooms_beside};

impl Maker<'_> {
    /// Gives every room that is not kept its purpose, furniture, features, monsters, treasure, traps.
    pub(crate) fn fill_rooms(
        &self,
        plan: &mut Plan,
        kept: &BTreeSet<RoomId>,
        build: bool,
        run: &mut Run<'_>,
        report: &mut Report,
    ) -> Result<(), Error> {
        let spec = self.spec;
        for room in plan.rooms_mut().filter(|r| !kept.contains(&r.id)) {
            room.contents = Default::default();
            room.tags.retain(|t| t != "rest" && t != "vault");
        }
        let count = plan.rooms().count();
        let share = |percent: u32| match (count * percent as usize + 50) / 100 {
            0 if percent > 0 => 1,
            n => n,
        };
        let (enemies, hoards) = (share(spec.enemies), share(spec.treasure));
        let encounter = spec.party.encounter(spec.difficulty);
        let budget = u64::from(encounter) * enemies as u64;
        let mut rng = run.seed.stream("folk", 0);
        let folk = Folk::new(&self.codex, self.theme, spec.party.level(), encounter * 7 / 10, &mut rng)?;
        let spots = spots(plan, kept);
        let seed = run.seed.clone();
        let problem = Filling { spots, folk: &folk, enemies, treasure: hoards, budget, seed: seed.clone() };
        let filled = fill(&problem, &spec.contents, run)?;
        report.stages.push(filled.stage);
        let terms: serde_json::Map<String, serde_json::Value> = TERMS
            .iter()
            .zip(filled.terms)
            .map(|((name, weight), term)| {
                ((*name).to_owned(), json!({ "score": term as f64 / 1000.0, "weight": weight }))
            })
            .collect();
        report.findings.insert("contents".to_owned(), terms.into());

        // Who and what.
        let language = spec.lang.index();
        let faction_name = |i: u8| {
            let (place, _) = folk.factions[usize::from(i) % folk.factions.len()];
            self.theme.factions.get(place).map_or("", |f| f.name[language].as_str())
        };
        let weights: Vec<(usize, u64)> = (0..count)
            .filter(|&i| filled.genes[i].treasure && problem.spots[i].kept.is_none())
            .map(|i| {
                (i, 1 + u64::from(problem.spots[i].depth) / 20 + if problem.spots[i].goal { 4 } else { 0 })
            })
            .collect();
        let spent: u64 = plan
            .rooms()
            .filter(|r| kept.contains(&r.id))
            .flat_map(|r| &r.contents.parcels)
            .filter(|p| p.rarity.is_empty())
            .map(|p| u64::from(p.gold))
            .sum();
        let gold = treasure::gold_of_a_level(&spec.party);
        let left = u64::from(gold).saturating_sub(spent) as u32;
        let only: Vec<u64> = weights.iter().map(|w| w.1).collect();
        let parcels = treasure::share_out(
            left,
            &only,
            &spec.party,
            &self.codex,
            language,
            &mut seed.stream("treasure", 0),
        );
        for (i, room) in plan.rooms_mut().enumerate() {
            if kept.contains(&room.id) {
                continue;
            }
            let faction = faction_name(filled.genes[i].faction);
            room.contents.monsters = listed(&filled.groups[i], faction, problem.spots[i].goal);
            room.contents.enemies = !room.contents.monsters.is_empty();
            if let Some(at) = weights.iter().position(|w| w.0 == i) {
                room.contents.parcels.clone_from(&parcels[at]);
                room.contents.treasure = !room.contents.parcels.is_empty();
            }
        }
        self.furnish(plan, kept, build, &problem.spots, &seed);

        // Who walks about.
        let mut rng = seed.stream("wandering", 0);
        plan.wandering.clear();
        for i in 0..6u8 {
            let group = folk.encounter(usize::from(i), (encounter / 2).max(10), &mut rng);
            let group = listed(&group, faction_name(i), false);
            let new = |m: &&Monsters| plan.wandering.iter().all(|w| w.name != m.name);
            if let Some(first) = group.iter().find(new) {
                plan.wandering.push(first.clone());
            }
        }
        let xp: u64 = plan
            .rooms()
            .flat_map(|r| &r.contents.monsters)
            .map(|m| u64::from(m.xp) * u64::from(m.count))
            .sum();
        report.metric("xp", xp as f64);
        report.metric("xp_budget", budget as f64);
        report.metric(
            "treasure_gold",
            plan.rooms()
                .flat_map(|r| &r.contents.parcels)
                .filter(|p| p.rarity.is_empty())
                .map(|p| f64::from(p.gold))
                .sum(),
        );
        report.metric("treasure_gold_budget", f64::from(gold));
        report.metric("empty_rooms", plan.rooms().filter(|r| r.contents.is_empty()).count() as f64);
        if xp * 10 < budget * 9 {
            report.warnings.push(format!(
                "the monsters are worth {xp} of {budget} XP: the codex has nobody of the right challenge for this theme and party"
            ));
        }
        Ok(())
    }

    /// Purposes, furniture, features and traps of rooms.
    fn furnish(&self, plan: &mut Plan, kept: &BTreeSet<RoomId>, build: bool, spots: &[Spot], seed: &Seed) {
        let spec = self.spec;
        let language = spec.lang.index();
        // One quiet room along the way is for resting.
        let rest = plan
            .rooms()
            .filter(|r| r.contents.is_empty() && !r.has_tag("entrance") && !r.has_tag("goal"))
            .filter(|r| !kept.contains(&r.id))
            .min_by_key(|r| spots[r.id as usize].depth.abs_diff(55))
            .map(|r| r.id);
        let any_rest = plan.rooms().any(|r| r.has_tag("rest"));
        let odds = Odds {
            pillars: self.theme.pillars,
            water: self.theme.water,
            pits: self.theme.pits,
            rubble: self.theme.rubble,
        };
        for level in &mut plan.levels {
            for i in 0..level.rooms.len() {
                let id = level.rooms[i].id;
                if kept.contains(&id) {
                    continue;
                }
                if Some(id) == rest && !any_rest {
                    level.rooms[i].tags.push("rest".to_owned());
                }
                let mut rng = seed.stream("furnish", u64::from(id));
                let room = &mut level.rooms[i];
                let kind = self.purpose(room, &mut rng);
                room.kind.clone_from(&kind.name[language]);
                let mut things: Vec<usize> = (0..kind.furniture.len()).collect();
                rng.shuffle(&mut things);
                things.truncate(rng.between(2, 3) as usize);
                room.contents.furniture =
                    things.iter().map(|&t| kind.furniture[t][language].clone()).collect();
                if build {
                    let mut new = features::features(&level.rooms[i], level, odds, &mut rng);
                    if let Some(fixture) = fixture_of(&kind.name[0])
                        && let Some(at) = features::fixture(&level.rooms[i], level, &new)
                    {
                        new.push(Feature { kind: fixture, cells: vec![at] });
                    }
                    level.features.extend(new);
                }
                let mut rng = seed.stream("room trap", u64::from(id));
                let quiet = level.rooms[i].has_tag("rest") || level.rooms[i].has_tag("entrance");
                if rng.percent(spec.traps) && !quiet {
                    let free: Vec<Point> = level.rooms[i]
                        .outline
                        .cells()
                        .into_iter()
                        .filter(|p| level.features.iter().all(|f| !f.cells.contains(p)))
                        .filter(|p| level.stairs.iter().all(|s| s.at != *p))
                        .collect();
                    let at = rng.pick(&free).copied();
                    let trap = traps::trap(
                        &self.codex,
                        TrapPlace::Room,
                        &spec.party,
                        spec.difficulty,
                        at,
                        language,
                        &mut rng,
                    );
                    level.rooms[i].contents.traps.extend(trap);
                }
            }
        }
    }

    /// What a room is for.
    fn purpose(&self, room: &Room, rng: &mut Stream) -> &'static RoomKind {
        let common = &Theme::common().rooms;
        let role = match () {
            () if room.has_tag("boss") => "boss",
            () if room.has_tag("entrance") => "entrance",
            () if room.has_tag("rest") => "rest",
            () if room.contents.treasure && !room.contents.enemies => "vault",
            () => "any",
        };
        let of = |role: &str| -> Vec<&'static RoomKind> {
            self.theme.rooms.iter().chain(common).filter(|k| k.role == role).collect()
        };
        // Not every room with treasure is a strong room.
        let role = if role == "vault" && rng.percent(60) { "any" } else { role };
        let kinds = of(role);
        rng.pick(&kinds).copied().unwrap_or(&common[0])
    }
}

/// What the contents need to know of each room.
fn spots(plan: &Plan, kept: &BTreeSet<RoomId>) -> Vec<Spot> {
    let count = plan.rooms().count();
    let beside: Vec<Vec<usize>> = (0..count)
        .map(|i| rooms_beside(plan, i as RoomId).into_iter().map(|r| r as usize).collect())
        .collect();
    // Steps from the nearest entrance; the goal is deepest.
    let mut steps = vec![u32::MAX; count];
    let mut queue: VecDeque<usize> =
        plan.rooms().filter(|r| r.has_tag("entrance")).map(|r| r.id as usize).collect();
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
    plan.rooms()
        .enumerate()
        .map(|(i, room)| {
            let xp = room.contents.monsters.iter().map(|m| u64::from(m.xp) * u64::from(m.count)).sum();
            let Contents { enemies, treasure, .. } = room.contents;
            Spot {
                depth: if room.has_tag("goal") { 100 } else { 100 * steps[i].min(deepest) / deepest },
                dead_end: plan.doors().filter(|d| d.joins.contains(&Area::Room(room.id))).count() <= 1,
                beside: beside[i].clone(),
                entrance: room.has_tag("entrance"),
                goal: room.has_tag("goal"),
                key: plan.keys.iter().any(|k| k.room == room.id),
                kept: kept.contains(&room.id).then_some(KeptSpot { enemies, treasure, xp }),
            }
        })
        .collect()
}
