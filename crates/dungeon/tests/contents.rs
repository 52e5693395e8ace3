//! What holds of the contents of every dungeon: things, creatures, numbers, guards.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{make, quick, varied};
use mapkiln_core::{Made, Point, Run, Spec, map_indexed};
use mapkiln_dungeon::codex::Theme;
use mapkiln_dungeon::{DungeonSpec, Reroll, RerollPart};
use mapkiln_maps::plan::{
    Area, CheckKind, CreatureSize, CreatureType, DoorKind, FeatureKind, Guard, Level, Obstacle, Plan, Role,
    RoomTag, ThingKind, Way,
};

fn blocks(kind: FeatureKind) -> bool {
    !matches!(kind, FeatureKind::Water | FeatureKind::Rubble | FeatureKind::Light)
}

/// The cells of rooms and what blocks them.
fn blocked(level: &Level) -> BTreeSet<Point> {
    let things = level.things.iter().filter(|t| t.kind.obstacle() != Obstacle::Nothing);
    let features = level.features.iter().filter(|f| blocks(f.kind));
    things
        .flat_map(|t| t.footprint().cells().collect::<Vec<_>>())
        .chain(features.flat_map(|f| f.cells.clone()))
        .collect()
}

fn hang_together(cells: &BTreeSet<Point>) -> bool {
    let Some(&first) = cells.first() else { return true };
    let mut seen = BTreeSet::from([first]);
    let mut stack = vec![first];
    while let Some(p) = stack.pop() {
        stack.extend(p.beside().into_iter().filter(|q| cells.contains(q) && seen.insert(*q)));
    }
    seen.len() == cells.len()
}

fn check_things(plan: &Plan) {
    for level in &plan.levels {
        let blocked = blocked(level);
        for thing in &level.things {
            let cells: Vec<Point> = thing.footprint().cells().collect();
            // Rails and timber go on through passages, and niches are in the wall of their room.
            let passage = level.corridors.iter().any(|c| c.cells.contains(&cells[0]));
            let Some(home) = level.rooms.iter().find(|r| thing.is_in(r)) else {
                assert!(passage && cells.len() == 1, "{:?} stands in no room", thing.kind);
                continue;
            };
            let niche = thing.kind == ThingKind::BurialNiche;
            let inside = cells.iter().all(|p| home.outline.contains(*p));
            assert!(inside || niche, "{:?} stands in a wall", thing.kind);
        }
        // No two things that are in the way on one cell.
        let mut seen = BTreeSet::new();
        for thing in level.things.iter().filter(|t| t.kind.obstacle() != Obstacle::Nothing) {
            for p in thing.footprint().cells() {
                assert!(seen.insert(p), "two things at {p}");
            }
        }
        for door in &level.doors {
            for p in door.place.passage() {
                assert!(!blocked.contains(&p), "something stands before the door at {}", door.place.at());
            }
        }
        for room in &level.rooms {
            let open: BTreeSet<Point> =
                room.outline.cells().into_iter().filter(|p| !blocked.contains(p)).collect();
            assert!(!open.is_empty() && hang_together(&open), "room {} is cut in two", room.id);
            let here = level.things.iter().any(|t| t.is_in(room));
            assert!(here || room.outline.area() < 12, "room {} is bare", room.id);
        }
    }
}

fn check_creatures(plan: &Plan, characters: u32) {
    for level in &plan.levels {
        let blocked = blocked(level);
        for room in &level.rooms {
            let mut taken: BTreeMap<Point, u32> = BTreeMap::new();
            let heads: u32 = room.contents.monsters.iter().map(|m| m.count).sum();
            assert!(heads <= 2 * characters, "{heads} heads in room {}", room.id);
            for monsters in &room.contents.monsters {
                assert_eq!(monsters.at.len(), monsters.count as usize);
                assert!(monsters.role.is_some() && monsters.creature.is_some());
                assert_eq!(monsters.boss, monsters.role == Some(Role::Leader));
                let side = monsters.size.side();
                for at in &monsters.at {
                    for p in mapkiln_core::Rect::new(at.x, at.y, side, side).cells() {
                        assert!(room.outline.contains(p), "{} stands in a wall", monsters.name);
                        assert!(!blocked.contains(&p), "{} stands on furniture", monsters.name);
                        let share = if monsters.size == CreatureSize::Tiny { 1 } else { 4 };
                        let sum = taken.entry(p).or_default();
                        *sum += share;
                        assert!(*sum <= 4, "two creatures at {p}");
                    }
                }
            }
        }
    }
}

fn check_numbers(plan: &Plan, level: u32) {
    for door in plan.doors() {
        let has = |kind| door.dc(kind).is_some_and(|dc| (10..=25).contains(&dc));
        match &door.kind {
            DoorKind::Locked { .. } => assert!(has(CheckKind::Pick) && has(CheckKind::Force)),
            DoorKind::Barred => assert!(has(CheckKind::Force)),
            DoorKind::Portcullis => assert!(has(CheckKind::Lift)),
            DoorKind::Secret => assert!(has(CheckKind::Find)),
            _ => assert!(door.checks.is_empty()),
        }
    }
    let on_doors =
        plan.doors().filter_map(|d| if let DoorKind::Trapped { trap } = &d.kind { Some(trap) } else { None });
    let in_corridors = plan.levels.iter().flat_map(|l| &l.corridors).flat_map(|c| &c.traps);
    for trap in plan.rooms().flat_map(|r| &r.contents.traps).chain(on_doors).chain(in_corridors) {
        assert!((10..=20).contains(&trap.dc) && (10..=15).contains(&trap.find) && trap.save.is_some());
        if let Some((count, rest)) = trap.damage.split_once('d') {
            let sides: u32 = rest.split(' ').next().unwrap().parse().unwrap();
            let twice = count.parse::<u32>().unwrap() * (sides + 1);
            assert!(twice <= 7 * level + 3, "{} at level {level}", trap.damage);
        }
    }
    let open_to_all = reached_without_keys(plan);
    for room in plan.rooms() {
        let locked = !open_to_all.contains(&Area::Room(room.id));
        for parcel in &room.contents.parcels {
            let open = match parcel.guard {
                Some(Guard::Monsters) => !room.contents.enemies,
                Some(Guard::Lock) => !locked && !parcel.checks.iter().any(|c| c.kind == CheckKind::Pick),
                Some(Guard::Trap) => room.contents.traps.is_empty(),
                Some(Guard::Hidden) => !parcel.hidden,
                _ => !parcel.rarity.is_empty(),
            };
            assert!(!open, "nothing guards {parcel:?}");
            assert_eq!(parcel.hidden, parcel.checks.iter().any(|c| c.kind == CheckKind::Find));
        }
    }
}

/// What can be reached from outside without a key and without finding a secret door.
fn reached_without_keys(plan: &Plan) -> BTreeSet<Area> {
    let entrances = plan.rooms().filter(|r| r.has_tag(RoomTag::Entrance)).map(|r| Area::Room(r.id));
    let mut stack: Vec<Area> = entrances.collect();
    let mut seen: BTreeSet<Area> = stack.iter().copied().collect();
    while let Some(area) = stack.pop() {
        let open = plan.doors().filter(|d| !matches!(d.kind, DoorKind::Locked { .. } | DoorKind::Secret));
        let doors = open.filter(|d| d.joins.contains(&area)).flat_map(|d| d.joins);
        let room = if let Area::Room(id) = area { plan.room(id) } else { None };
        let exits = room.map(|r| plan.exits(r)).unwrap_or_default();
        let stairs = exits.iter().filter(|e| matches!(e.way, Way::Stairs(_))).flat_map(|e| &e.leads_to);
        let next: Vec<Area> = doors.chain(stairs.map(|id| Area::Room(*id))).collect();
        stack.extend(next.into_iter().filter(|a| seen.insert(*a)));
    }
    seen
}

/// The same way is told alike from both of its ends.
fn check_exits(plan: &Plan) {
    for room in plan.rooms() {
        for exit in plan.exits(room) {
            let Way::Door { door, .. } = exit.way else { continue };
            for &there in &exit.leads_to {
                let back = plan.exits(plan.room(there).unwrap());
                let named = |d: &mapkiln_maps::plan::Door| {
                    back.iter().any(|e| {
                        let own = matches!(e.way, Way::Door { door, .. } if door.id == d.id);
                        own || e.beyond.iter().any(|(_, far)| far.id == d.id)
                    })
                };
                let special = !matches!(door.kind, DoorKind::Arch | DoorKind::Door);
                assert!(!special || named(door), "room {there} does not know of door {}", door.id);
                assert!(exit.beyond.iter().filter(|b| b.0 == there).all(|b| named(b.1)));
            }
        }
    }
}

fn check_contents(spec: &DungeonSpec, plan: &Plan) {
    check_things(plan);
    check_creatures(plan, spec.party.levels().len() as u32);
    check_numbers(plan, spec.party.level());
    check_exits(plan);
    for room in plan.rooms() {
        let purpose = room.purpose.as_ref().unwrap();
        assert!(!purpose.was.is_empty() && purpose.harm <= 3);
        assert_ne!(purpose.now.as_ref(), Some(&purpose.was));
    }
}

#[test]
fn contents_hold_for_specs_of_all_kinds() {
    map_indexed(true, 160, |i| {
        let spec = varied(i);
        check_contents(&spec, &make(&spec, i as u64).map);
    });
}

/// Figures over all themes and levels of play.
#[test]
fn every_theme_furnishes_and_peoples_its_rooms() {
    let parties = ["4x1", "4x3", "4x7", "5x13", "4x18"];
    let themes = Theme::all();
    let all = map_indexed(true, themes.len() * parties.len() * 3, |i| {
        let spec = DungeonSpec {
            theme: Some(themes[i % themes.len()].id.clone()),
            party: parties[i / themes.len() % parties.len()].parse().unwrap(),
            ..quick()
        };
        let made = make(&spec, i as u64);
        check_contents(&spec, &made.map);
        made
    });
    let sum = |of: &dyn Fn(&Plan) -> usize| all.iter().map(|m| of(&m.map)).sum::<usize>() as f64;
    let rooms = sum(&|p| p.rooms().count());
    let things = sum(&|p| p.levels.iter().map(|l| l.things.len()).sum());
    assert!(things / rooms >= 4.0, "{} things per room", things / rooms);
    let kinds: BTreeSet<ThingKind> =
        all.iter().flat_map(|m| &m.map.levels).flat_map(|l| &l.things).map(|t| t.kind).collect();
    assert!(kinds.len() >= 60, "{} kinds of things", kinds.len());
    // There is a light in most rooms where people are.
    let lit = |level: &Level, room: &mapkiln_maps::plan::Room| {
        level.things.iter().any(|t| t.light.is_some() && room.outline.contains(t.at))
    };
    let (mut people, mut with_light, mut changed) = (0, 0, 0);
    for level in all.iter().flat_map(|m| &m.map.levels) {
        for room in &level.rooms {
            let purpose = room.purpose.as_ref().unwrap();
            changed += usize::from(purpose.now.is_some());
            let humans = |m: &mapkiln_maps::plan::Monsters| m.creature == Some(CreatureType::Humanoid);
            if room.contents.monsters.iter().any(humans) {
                people += 1;
                with_light += usize::from(lit(level, room));
            }
        }
    }
    assert!(with_light * 10 >= people * 8, "{with_light} of {people} are lit");
    assert!(changed as f64 >= 0.3 * rooms, "{changed} of {rooms} rooms have a new use");
    // The wishes of rooms for a neighbour.
    let wished: f64 = all.iter().map(|m| m.report.metrics["neighbours_as_wished"]).sum::<f64>();
    assert!(wished / all.len() as f64 >= 0.7, "{}", wished / all.len() as f64);
    // At higher levels large creatures need more room than there is, and the report says so.
    let low = |m: &&Made<Plan>| m.report.metrics["xp_budget"] <= 900.0 * m.map.rooms().count() as f64;
    let low: Vec<_> = all.iter().filter(low).collect();
    let spent = low.iter().filter(|m| m.report.metrics["xp"] >= 0.85 * m.report.metrics["xp_budget"]).count();
    assert!(spent * 10 >= low.len() * 8, "{spent} of {} met their budget", low.len());
    let said = |m: &&Made<Plan>| m.report.warnings.iter().any(|w| w.contains("XP"));
    let short = |m: &&Made<Plan>| m.report.metrics["xp"] < 0.9 * m.report.metrics["xp_budget"];
    assert!(all.iter().filter(short).all(|m| said(&m)));
    // The master has one of the larger rooms, behind a lock and far from every way in.
    let (mut large, mut closed, mut near) = (0, 0, 0);
    for plan in all.iter().map(|m| &m.map) {
        let goal = plan.rooms().find(|r| r.has_tag(RoomTag::Boss)).unwrap();
        let larger = plan.rooms().filter(|r| r.outline.area() > goal.outline.area()).count();
        large += usize::from(2 * larger < plan.rooms().count());
        closed += usize::from(!steps_from_entrances(plan, false).contains_key(&goal.id));
        near += usize::from(steps_from_entrances(plan, true)[&goal.id] < 2);
    }
    assert!(large * 10 >= all.len() * 8, "{large} of {} masters have a large room", all.len());
    assert!(closed * 20 >= all.len() * 19, "{closed} of {} masters are behind a lock", all.len());
    assert!(near * 10 <= all.len(), "{near} of {} masters are beside an entrance", all.len());
}

/// Steps from the nearest entrance to every room that can be reached, with all keys or with none;
/// not through secret or barred doors. A corridor is no step of its own.
fn steps_from_entrances(plan: &Plan, keys: bool) -> BTreeMap<u32, u32> {
    let opens = |kind: &DoorKind| match kind {
        DoorKind::Arch | DoorKind::Door | DoorKind::Trapped { .. } => true,
        DoorKind::Locked { .. } => keys,
        _ => false,
    };
    let mut ways: Vec<[Area; 2]> = plan.doors().filter(|d| opens(&d.kind)).map(|d| d.joins).collect();
    for (number, level) in plan.levels.iter().enumerate() {
        for stairs in &level.stairs {
            let at = |level: usize, p| {
                let room = plan.levels[level].rooms.iter().find(|r| r.outline.contains(p)).unwrap();
                Area::Room(room.id)
            };
            ways.push([at(number, stairs.at), at(stairs.to_level.unwrap(), stairs.to.unwrap())]);
        }
    }
    let entrances = plan.levels.iter().flat_map(|l| &l.entrances);
    let mut steps: BTreeMap<Area, u32> = entrances.map(|e| (e.area, 0)).collect();
    loop {
        let before = steps.clone();
        for &[a, b] in &ways {
            for (from, to) in [(a, b), (b, a)] {
                let Some(&walked) = steps.get(&from) else { continue };
                let walked = walked + u32::from(matches!(to, Area::Room(_)));
                let known = steps.entry(to).or_insert(walked);
                *known = walked.min(*known);
            }
        }
        if steps == before {
            break;
        }
    }
    let room = |(area, steps)| if let Area::Room(id) = area { Some((id, steps)) } else { None };
    steps.into_iter().filter_map(room).collect()
}

#[test]
fn another_story_on_the_same_walls() {
    map_indexed(true, 16, |i| {
        let themes = Theme::all();
        let spec = DungeonSpec { theme: Some(themes[i % 8].id.clone()), ..quick() };
        let old = make(&spec, i as u64).map;
        let rooms = old.rooms().count() as u32;
        let entrance = (i % 2 == 0).then_some(i as u32 % rooms);
        let reroll = Reroll { plan: old.clone(), part: RerollPart::Story, keep: Vec::new(), entrance };
        let other = DungeonSpec {
            theme: Some(themes[(i + 3) % 8].id.clone()),
            reroll: Some(Box::new(reroll)),
            ..spec
        };
        let made = other.make(&mut Run::new(i as u64 + 500)).unwrap();
        let new = &made.map;
        check_contents(&other, new);
        assert_eq!(made.report.metrics["proved"], 1.0);
        assert_ne!(new.title, old.title);
        for (a, b) in new.levels.iter().zip(&old.levels) {
            let walls = |l: &Level| {
                let rooms: Vec<_> = l.rooms.iter().map(|r| r.outline.clone()).collect();
                let corridors: Vec<_> = l.corridors.iter().map(|c| c.cells.clone()).collect();
                let doors: Vec<_> = l.doors.iter().map(|d| d.place.at()).collect();
                (rooms, corridors, doors)
            };
            assert_eq!(walls(a), walls(b));
        }
        if let Some(room) = entrance {
            assert_eq!(new.levels[0].entrances.len(), 1);
            assert_eq!(new.levels[0].entrances[0].area, Area::Room(room));
            assert!(new.room(room).unwrap().has_tag(RoomTag::Entrance));
        }
        assert!(new.rooms().zip(old.rooms()).any(|(a, b)| a.purpose != b.purpose));
    });
}

#[test]
fn wishes_that_cannot_be_met_are_said() {
    let spec = DungeonSpec { locks: 8, secrets: 10, rooms: Some([5, 5]), ..quick() };
    let made = make(&spec, 1);
    let unmet = made.report.findings["unmet_wishes"].as_array().unwrap();
    assert!(unmet.iter().any(|w| w["what"] == "locks"));
    let warned = |word: &str| made.report.warnings.iter().any(|w| w.contains(word));
    assert!(warned("8 locks were asked for") && warned("10 secret passages"), "{:?}", made.report.warnings);
    let modest = DungeonSpec { locks: 1, secrets: 0, entrances: 1, ..quick() };
    let met = (0..10).filter(|seed| !make(&modest, *seed).report.findings.contains_key("unmet_wishes"));
    assert!(met.count() >= 9);
}
