//! What holds of every dungeon, checked on the finished plan by means of its own: cells and flood
//! fills, nothing of the maker's code.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use mapkiln_core::{Made, Point, Run, map_indexed};
use mapkiln_dungeon::classic::Size;
use mapkiln_dungeon::codex::Theme;
use mapkiln_dungeon::{Difficulty, DungeonSpec, Error, Reroll, solve};
use mapkiln_maps::Language;
use mapkiln_maps::document::{Document, from_json, to_json};
use mapkiln_maps::plan::{Area, DoorKind, DoorPlace, Level, Plan, RoomShape};
use mapkiln_search::ga::Params;

/// A small search: whatever holds must hold of every dungeon, well evolved or not.
fn quick() -> DungeonSpec {
    let spec = DungeonSpec::default();
    DungeonSpec {
        layout: Params { population: 6, generations: 2, ..spec.layout },
        contents: Params { population: 6, generations: 3, ..spec.contents },
        ..spec
    }
}

/// Specs of all kinds, one for each number.
fn varied(number: usize) -> DungeonSpec {
    use RoomShape::{Cave, Circle, Cross, L, Octagon, Rectangle};
    let spec = quick();
    let pick = |n: usize, of: usize| number / n % of;
    let all = [Rectangle, Circle, Octagon, Cross, L, Cave];
    let size = Size::ALL[pick(1, 3)];
    let width = 1 + pick(3, 3) as i32;
    // Wide corridors need room.
    let side = size.side() + 15 * (width - 1);
    DungeonSpec {
        size,
        width: Some(side),
        height: Some(side + pick(2, 2) as i32 * 10),
        corridor_width: width,
        winding: pick(2, 2) == 1,
        levels: 1 + usize::from(pick(1, 5) == 4) + usize::from(pick(1, 20) == 19),
        dead_ends: [0, 4][pick(4, 2)],
        maze: [0, 0, 30][pick(5, 3)],
        secrets: pick(1, 4),
        locks: pick(1, 4),
        entrances: 1 + pick(7, 3),
        shapes: match pick(1, 7) {
            6 => Vec::new(),
            n => vec![all[n], Rectangle],
        },
        theme: Some(Theme::all()[pick(1, Theme::all().len())].id.clone()),
        party: ["4x3", "1x1", "5x10", "3,3,4,5", "4x20", "6x17"][pick(2, 6)].parse().unwrap(),
        difficulty: [Difficulty::Low, Difficulty::Moderate, Difficulty::High][pick(3, 3)],
        enemies: [50, 25, 100, 75, 0][pick(2, 5)],
        treasure: [40, 0, 100, 25][pick(3, 4)],
        lang: [Language::English, Language::Portuguese][pick(1, 2)],
        ..spec
    }
}

fn make(spec: &DungeonSpec, seed: u64) -> Made<Plan> {
    spec.make(&mut Run::new(seed)).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{spec:?}"))
}

/// Every cell one can stand on, and which place it belongs to.
fn places(level: &Level) -> BTreeMap<Point, Area> {
    let mut places = BTreeMap::new();
    for room in &level.rooms {
        for p in room.outline.cells() {
            assert!(places.insert(p, Area::Room(room.id)).is_none(), "two rooms share {p}");
        }
    }
    for corridor in &level.corridors {
        for &p in &corridor.cells {
            assert!(places.insert(p, Area::Corridor(corridor.id)).is_none(), "a corridor in a place at {p}");
        }
    }
    places
}

fn hang_together(cells: &BTreeSet<Point>) -> bool {
    let mut open = cells.clone();
    let Some(first) = open.pop_first() else { return true };
    let mut stack = vec![first];
    while let Some(p) = stack.pop() {
        stack.extend(p.beside().into_iter().filter(|q| open.remove(q)));
    }
    open.is_empty()
}

/// Rock that is enclosed by floor: one piece for each independent loop.
fn enclosed(level: &Level, open: &BTreeSet<Point>) -> usize {
    let mut rock: BTreeSet<Point> = (-1..=level.width)
        .flat_map(|x| (-1..=level.height).map(move |y| Point::new(x, y)))
        .filter(|p| !open.contains(p))
        .collect();
    let mut pieces = 0;
    while let Some(first) = rock.pop_first() {
        pieces += 1;
        let mut stack = vec![first];
        while let Some(p) = stack.pop() {
            stack.extend(p.around().into_iter().filter(|q| rock.remove(q)));
        }
    }
    pieces - 1
}

fn check_level(level: &Level, spec: &DungeonSpec) -> usize {
    let places = places(level);
    let doors: BTreeSet<Point> = level.doors.iter().map(|d| d.place.at()).collect();
    let (fewest, most) = spec.room_range();
    assert!((fewest..=most).contains(&level.rooms.len()));

    // Walls: what surrounds a room's floor. Rooms may share a wall, never floor; corridors keep off.
    let mut walls = BTreeSet::new();
    for room in &level.rooms {
        let floor: BTreeSet<Point> = room.outline.cells().into_iter().collect();
        assert!(hang_together(&floor), "room {} is in pieces", room.id);
        for p in floor.iter().flat_map(|p| p.around()).filter(|p| !floor.contains(p)) {
            assert!(p.x >= 1 && p.y >= 1 && p.x < level.width - 1 && p.y < level.height - 1);
            assert!(!places.contains_key(&p), "something stands in the wall at {p}");
            walls.insert(p);
        }
    }
    let wide = spec.corridor_width;
    for corridor in &level.corridors {
        let cells: BTreeSet<Point> = corridor.cells.iter().copied().collect();
        assert!(hang_together(&cells), "corridor {} is in pieces", corridor.id);
        assert_eq!(corridor.width, wide as u32);
        for &p in &cells {
            let block = |n: i32| (0..n).all(|x| (0..n).all(|y| cells.contains(&(p + Point::new(x, y)))));
            assert!(!block(wide + 1), "a corridor is too wide at {p}");
            for q in p.beside() {
                assert!(!walls.contains(&q) || doors.contains(&q), "a corridor along a wall at {p}");
                let other = places.get(&q).is_some_and(|a| *a != Area::Corridor(corridor.id));
                assert!(!other, "two places meet without a door at {p}");
            }
        }
        let joined: BTreeSet<u32> = level
            .doors
            .iter()
            .filter(|d| d.joins.contains(&Area::Corridor(corridor.id)))
            .flat_map(|d| d.joins)
            .filter_map(|a| if let Area::Room(id) = a { Some(id) } else { None })
            .collect();
        assert_eq!(joined.into_iter().collect::<Vec<_>>(), corridor.joins);
        for trap in &corridor.traps {
            assert!(cells.contains(&trap.at.unwrap()));
        }
    }
    for door in &level.doors {
        let DoorPlace::Cell { at, facing } = door.place else { panic!("a door on an edge") };
        assert!(walls.contains(&at) && !places.contains_key(&at));
        let sides = [at.step(facing.opposite()), at.step(facing)].map(|p| places.get(&p).copied());
        assert_eq!(sides, door.joins.map(Some));
        assert!(at.beside().iter().all(|p| !doors.contains(p)), "two doors in a row at {at}");
    }
    // With everything found and opened one gets everywhere.
    let mut open: BTreeSet<Point> = places.keys().copied().collect();
    open.extend(&doors);
    assert!(hang_together(&open), "not all can be reached");

    // Loops, without secrets, counted as enclosed rock.
    let secret = |c: u32| level.corridors.iter().any(|k| k.id == c && k.secret);
    let mut plain: BTreeSet<Point> = places
        .iter()
        .filter(|(_, a)| !matches!(a, Area::Corridor(c) if secret(*c)))
        .map(|(p, _)| *p)
        .collect();
    plain.extend(level.doors.iter().filter(|d| d.kind != DoorKind::Secret).map(|d| d.place.at()));
    assert!(hang_together(&plain), "a secret is the only way somewhere");

    // Features stand in rooms and block nothing off.
    let mut free = open.clone();
    for feature in &level.features {
        for p in &feature.cells {
            assert!(matches!(places.get(p), Some(Area::Room(_))), "a feature outside of a room at {p}");
            use mapkiln_maps::plan::FeatureKind::{Light, Rubble, Water};
            if !matches!(feature.kind, Light | Rubble | Water) {
                free.remove(p);
            }
        }
    }
    assert!(hang_together(&free), "a feature blocks the way");
    for entrance in &level.entrances {
        assert_eq!(places.get(&entrance.at), Some(&entrance.area));
        assert!(free.contains(&entrance.at));
    }
    enclosed(level, &plain)
}

/// Independent of the solver: breadth first over (cell, keys), with doors that open for a key.
fn reaches_all(plan: &Plan, start: (usize, Point), goal: u32) -> bool {
    let floors: Vec<_> = (0..plan.levels.len()).map(|l| plan.floor(l).unwrap()).collect();
    let room_of: Vec<BTreeMap<Point, u32>> = plan
        .levels
        .iter()
        .map(|l| l.rooms.iter().flat_map(|r| r.outline.cells().into_iter().map(|p| (p, r.id))).collect())
        .collect();
    let doors: Vec<BTreeMap<Point, &DoorKind>> =
        plan.levels.iter().map(|l| l.doors.iter().map(|d| (d.place.at(), &d.kind)).collect()).collect();
    let found = |level: usize, p: Point, keys: u32| match room_of[level].get(&p) {
        Some(&room) => plan.keys.iter().filter(|k| k.room == room).fold(keys, |keys, k| keys | 1 << k.id),
        None => keys,
    };
    let first = (start.0, start.1, found(start.0, start.1, 0));
    let mut seen = BTreeSet::from([first]);
    let mut queue = VecDeque::from([first]);
    let (mut at_goal, mut most) = (false, 0);
    while let Some((level, p, keys)) = queue.pop_front() {
        at_goal |= room_of[level].get(&p) == Some(&goal);
        most |= keys;
        let stairs = plan.levels[level].stairs.iter().filter(|s| s.at == p);
        let over = stairs.filter_map(|s| Some((s.to_level?, s.to?)));
        for (l, q) in p.beside().into_iter().map(|q| (level, q)).chain(over) {
            let opens = match doors[l].get(&q) {
                None => true,
                Some(DoorKind::Locked { key }) => key.is_some_and(|k| keys >> k & 1 == 1),
                Some(kind) => matches!(kind, DoorKind::Arch | DoorKind::Door | DoorKind::Trapped { .. }),
            };
            if opens && !floors[l].blocks_step(q) {
                let state = (l, q, found(l, q, keys));
                if seen.insert(state) {
                    queue.push_back(state);
                }
            }
        }
    }
    at_goal && most == (1u32 << plan.keys.len()) - 1
}

fn xp(plan: &Plan) -> u64 {
    plan.rooms().flat_map(|r| &r.contents.monsters).map(|m| u64::from(m.xp) * u64::from(m.count)).sum()
}

fn check(spec: &DungeonSpec, made: &Made<Plan>) {
    let plan = &made.map;
    plan.check().unwrap();
    let loops: usize = plan.levels.iter().map(|level| check_level(level, spec)).sum();
    assert_eq!(loops as f64, made.report.metrics["loops"], "loops are not what the cells say");
    assert_eq!(plan.levels.len(), spec.levels);

    // Keys and goal, from every entrance.
    let goal = plan.rooms().find(|r| r.has_tag("goal")).unwrap().id;
    assert!(plan.keys.len() <= spec.locks);
    for key in &plan.keys {
        assert!(!key.name.is_empty());
        assert!(plan.doors().any(|d| d.kind == DoorKind::Locked { key: Some(key.id) }), "an idle key");
    }
    assert!(plan.doors().all(|d| d.kind != DoorKind::Locked { key: None }), "a lock without a key");
    assert!(!plan.levels[0].entrances.is_empty());
    for entrance in &plan.levels[0].entrances {
        assert!(reaches_all(plan, (0, entrance.at), goal), "the goal cannot be reached");
        let Area::Room(room) = entrance.area else { panic!("an entrance in a corridor") };
        let proof = solve(plan, room, goal).unwrap();
        assert_eq!(proof.order[0].room, room);
        let told: BTreeSet<u32> = proof.order.iter().flat_map(|s| s.keys.clone()).collect();
        assert_eq!(told.len(), plan.keys.len(), "the proof misses a key");
        assert_eq!(proof.critical_path.last(), Some(&goal));
    }
    assert_eq!(made.report.metrics["proved"], 1.0);
    assert!(!made.report.findings["proof"].as_array().unwrap().is_empty());

    // Monsters.
    let count = plan.rooms().count();
    let share = |percent: u32| match (count * percent as usize + 50) / 100 {
        0 if percent > 0 => 1,
        n => n,
    };
    let budget = u64::from(spec.party.encounter(spec.difficulty)) * share(spec.enemies) as u64;
    assert!(xp(plan) <= budget, "{} of {budget} XP", xp(plan));
    assert_eq!(plan.rooms().filter(|r| r.contents.enemies).count(), share(spec.enemies));
    assert_eq!(plan.rooms().filter(|r| r.contents.treasure).count(), share(spec.treasure));
    let mut bosses = 0;
    for room in plan.rooms() {
        assert!(room.contents.monsters.len() <= 3, "too many kinds in room {}", room.id);
        for m in &room.contents.monsters {
            bosses += u32::from(m.boss);
            let cr: mapkiln_dungeon::codex::Challenge = m.challenge.parse().unwrap();
            assert!(m.count > 0 && (m.boss || cr.0 <= 8 * spec.party.level()), "{m:?}");
            assert!(!m.boss || (room.id == goal && m.count == 1));
        }
        for trap in &room.contents.traps {
            assert!(room.outline.contains(trap.at.unwrap()) && trap.dc >= 10);
        }
        assert!(!room.kind.is_empty() && !room.description.is_empty() && !room.contents.furniture.is_empty());
    }
    assert_eq!(bosses, u32::from(spec.enemies > 0));
    // Treasure adds up.
    let gold: f64 = plan
        .rooms()
        .flat_map(|r| &r.contents.parcels)
        .filter(|p| p.rarity.is_empty())
        .map(|p| f64::from(p.gold))
        .sum();
    let wanted = if spec.treasure == 0 { 0.0 } else { made.report.metrics["treasure_gold_budget"] };
    assert_eq!(gold, wanted);
    no_sentence_twice(plan);
    assert_eq!(plan.credits.len(), 3);
    assert_eq!(from_json::<Plan>(&to_json(plan, None)).unwrap().map, *plan);
}

fn no_sentence_twice(plan: &Plan) {
    let mut said = BTreeSet::new();
    let texts = plan.rooms().flat_map(|r| [&r.description.aloud, &r.description.secret]);
    for text in texts.chain([&plan.story]) {
        for sentence in text.split_inclusive(['.', '!', '?']).map(str::trim).filter(|s| !s.is_empty()) {
            assert!(said.insert(sentence.to_owned()), "said twice: {sentence}");
            assert!(!sentence.contains(['{', '}', '$', '|']), "a template shows: {sentence}");
        }
    }
}

#[test]
fn every_dungeon_holds() {
    map_indexed(true, 240, |i| {
        let spec = varied(i);
        check(&spec, &make(&spec, i as u64));
    });
}

/// The figures that were promised, over fewer seeds than the example `figures` takes.
#[test]
fn medium_dungeons_play_well() {
    let spec = DungeonSpec::default();
    let mut metrics = map_indexed(true, 60, |seed| {
        let made = make(&spec, seed as u64);
        check(&spec, &made);
        made.report.metrics
    });
    let share = |good: &dyn Fn(&BTreeMap<String, f64>) -> bool| {
        metrics.iter().filter(|m| good(m)).count() as f64 / metrics.len() as f64
    };
    assert!(share(&|m| m["dead_end_ratio"] <= 0.25) >= 0.9);
    assert!(share(&|m| m["xp"] >= 0.9 * m["xp_budget"]) >= 0.95);
    assert!(share(&|m| m["keys"] >= 1.0) >= 0.9);
    metrics.sort_by(|a, b| a["loops"].total_cmp(&b["loops"]));
    assert!((2.0..=4.0).contains(&metrics[metrics.len() / 2]["loops"]));
}

#[test]
fn both_languages_tell_the_same_facts() {
    for seed in 0..12u64 {
        let english = DungeonSpec { levels: 1 + seed as usize % 2, ..quick() };
        let portuguese = DungeonSpec { lang: Language::Portuguese, ..english.clone() };
        let facts = |spec: &DungeonSpec| {
            let mut plan = make(spec, seed).map;
            let words: usize = plan.rooms().map(|r| r.description.aloud.len()).sum();
            (plan.title, plan.story, plan.language) = Default::default();
            plan.keys.iter_mut().for_each(|k| k.name.clear());
            let clear = |trap: &mut mapkiln_maps::plan::Trap| {
                // The dice stay; the word for the kind of damage is a word.
                let dice = trap.damage.split(' ').next().unwrap_or_default().to_owned();
                trap.damage = dice;
                (trap.name, trap.trigger, trap.effect) = Default::default();
            };
            for level in &mut plan.levels {
                level.corridors.iter_mut().flat_map(|c| &mut c.traps).for_each(clear);
                for door in &mut level.doors {
                    if let DoorKind::Trapped { trap } = &mut door.kind {
                        clear(trap);
                    }
                }
            }
            plan.wandering.iter_mut().for_each(|m| m.faction.clear());
            for room in plan.rooms_mut() {
                let furniture = room.contents.furniture.len();
                room.contents.furniture = vec![String::new(); furniture];
                room.contents.traps.iter_mut().for_each(clear);
                room.contents.monsters.iter_mut().for_each(|m| m.faction.clear());
                let coins = room.contents.parcels.iter_mut().filter(|p| p.rarity.is_empty());
                coins.for_each(|p| p.name.clear());
                (room.kind, room.description) = Default::default();
            }
            (plan, words)
        };
        let ((a, _), (b, _)) = (facts(&english), facts(&portuguese));
        assert_eq!(a, b);
        let title = |spec| make(spec, seed).map.title;
        assert_ne!(title(&english), title(&portuguese));
    }
}

#[test]
fn what_is_kept_stays_to_the_byte() {
    let room = |plan: &Plan, id: u32| serde_json::to_string(plan.room(id).unwrap()).unwrap();
    map_indexed(true, 40, |i| {
        let spec = DungeonSpec { levels: 1 + i % 3 / 2, ..varied(i * 7) };
        let spec = DungeonSpec { enemies: 50, treasure: 40, ..spec };
        let old = make(&spec, i as u64).map;
        let count = old.rooms().count() as u32;
        let keep: Vec<u32> = (0..count).filter(|r| (r * 7 + i as u32).is_multiple_of(3)).collect();
        for what in [Reroll::Contents, Reroll::Layout, Reroll::Words] {
            let made = match spec.reroll(&old, &keep, what, &mut Run::new(i as u64 + 1000)) {
                Ok(made) => made,
                Err(Error::NoSpace { .. }) if what == Reroll::Layout => continue,
                Err(error) => panic!("{what:?}: {error}"),
            };
            let new = &made.map;
            new.check().unwrap();
            keep.iter().for_each(|&id| assert_eq!(room(new, id), room(&old, id), "{what:?}"));
            no_sentence_twice(new);
            assert_eq!(new.title, old.title);
            let changed = (0..count)
                .filter(|id| !keep.contains(id))
                .any(|id| new.room(id).is_none_or(|r| serde_json::to_string(r).unwrap() != room(&old, id)));
            assert!(changed, "{what:?} changed nothing");
            if what == Reroll::Layout {
                new.levels.iter().for_each(|level| {
                    check_level(level, &spec);
                });
                assert_eq!(made.report.metrics["proved"], 1.0);
            } else {
                // Everything but rooms' contents and words is as before.
                let mut bare = [new.clone(), old.clone()];
                for plan in &mut bare {
                    plan.rooms_mut().for_each(|r| {
                        (r.contents, r.description, r.kind, r.tags) = Default::default();
                    });
                    (plan.story, plan.wandering) = Default::default();
                }
                assert_eq!(bare[0], bare[1]);
            }
        }
        let one = count / 2;
        let new = spec.reroll(&old, &[], Reroll::Room(one), &mut Run::new(77)).unwrap().map;
        (0..count).filter(|id| *id != one).for_each(|id| assert_eq!(room(&new, id), room(&old, id)));
        assert_eq!((&new.story, &new.wandering, &new.keys), (&old.story, &old.wandering, &old.keys));
        assert_eq!(new.levels[0].corridors, old.levels[0].corridors);
    });
}

#[test]
fn pinned_rooms_are_kept_and_nonsense_is_refused() {
    let spec = quick();
    let mut plan = make(&spec, 5).map;
    plan.rooms_mut().nth(2).unwrap().pinned = true;
    let new = spec.reroll(&plan, &[], Reroll::Contents, &mut Run::new(9)).unwrap().map;
    assert_eq!(new.room(2), plan.room(2));
    let error =
        |keep: &[u32], what| spec.reroll(&plan, keep, what, &mut Run::new(9)).unwrap_err().to_string();
    assert!(error(&[99], Reroll::Words).contains("there is no room 100"));
    assert!(error(&[3], Reroll::Room(3)).contains("both to be kept"));
    assert!(error(&[], Reroll::Room(99)).contains("rooms go from 1"));
    assert!(spec.reroll(&Plan::default(), &[], Reroll::Words, &mut Run::new(9)).is_err());
}

#[test]
fn candidates_differ_in_kind() {
    let spec = DungeonSpec { contents: quick().contents, ..DungeonSpec::default() };
    for seed in 0..3u64 {
        let made = spec.make_candidates(6, &mut Run::new(seed)).unwrap();
        assert_eq!(made.len(), 6);
        let kinds: BTreeSet<String> = made
            .iter()
            .map(|m| {
                let figure = |name: &str| (m.report.metrics[name] * 10.0).round();
                let names = ["loops", "critical_path", "dead_end_ratio", "rooms"];
                format!("{:?}", names.map(figure))
            })
            .collect();
        assert!(kinds.len() >= 5, "{kinds:?}");
        made.iter().for_each(|m| check(&spec, m));
        let parallel = spec.make_candidates(6, &mut Run::new(seed).with_parallel(true)).unwrap();
        assert_eq!(parallel, made);
    }
}

#[test]
fn candidates_differ_on_every_level() {
    let spec = DungeonSpec { levels: 2, ..quick() };
    let made = spec.make_candidates(4, &mut Run::new("deep")).unwrap();
    assert!(made.len() > 1);
    for level in 0..2 {
        let rooms = |m: &Made<Plan>| -> Vec<mapkiln_core::Rect> {
            m.map.levels[level].rooms.iter().map(|r| r.outline.bounds()).collect()
        };
        assert!(made[1..].iter().any(|m| rooms(m) != rooms(&made[0])), "level {level} is the same for all");
    }
    made.iter().for_each(|m| check(&spec, m));
}

#[test]
fn threads_do_not_change_a_dungeon() {
    for seed in 0..6u64 {
        let spec = DungeonSpec { levels: 2, ..quick() };
        let make = |parallel| spec.make(&mut Run::new(seed).with_parallel(parallel)).unwrap();
        assert_eq!(make(true), make(false));
    }
}

#[test]
fn a_users_monsters_are_met() {
    let rows = "name,cr,type\n".to_owned()
        + &(0..40).map(|i| format!("Skeleton {i},1/4,undead\n")).collect::<String>();
    let spec = DungeonSpec {
        codex: vec![rows],
        theme: Some("crypt".into()),
        party: "4x1".parse().unwrap(),
        ..quick()
    };
    let met = (0..5).any(|seed| {
        make(&spec, seed)
            .map
            .rooms()
            .flat_map(|r| &r.contents.monsters)
            .any(|m| m.name.starts_with("Skeleton "))
    });
    assert!(met);
}

#[test]
fn impossible_wishes_say_why_and_what_to_do() {
    let error = |change: &dyn Fn(&mut DungeonSpec)| {
        let mut spec = quick();
        change(&mut spec);
        spec.make(&mut Run::new(1)).unwrap_err().to_string()
    };
    let crowded = error(&|s| {
        (s.width, s.height, s.rooms) = (Some(20), Some(20), Some([50, 50]));
    });
    assert!(crowded.contains("50 rooms do not fit on 20x20") && crowded.contains("grid"), "{crowded}");
    assert!(
        "4x40".parse::<mapkiln_dungeon::Party>().unwrap_err().to_string().contains("levels go from 1 to 20")
    );
    assert!(error(&|s| s.theme = Some("disco".into())).contains("crypt, bandit-lair"));
    assert!(error(&|s| s.codex = vec!["name,cr,type\nBog,,plant\n".into()]).contains("Bog has no cr"));
    // A codex in which everything undead is a god.
    let gods: String = mapkiln_dungeon::codex::Codex::srd(Default::default())
        .monsters
        .iter()
        .map(|m| format!("\"{}\",{},god\n", m.name, if m.kind == "fey" { "1/4" } else { "30" }))
        .collect();
    let nobody = error(&|s| {
        s.codex = vec![format!("name,cr,type\n{gods}")];
        s.theme = Some("crypt".into());
        s.party = "4x1".parse().unwrap();
    });
    assert!(nobody.contains("no monsters for a party of level 1") && nobody.contains("--codex"), "{nobody}");
    assert!(error(&|s| s.levels = 0).contains("from 1 to 9"));
    assert!(error(&|s| s.corridor_width = 4).contains("1, 2 or 3"));
    assert!(error(&|s| s.enemies = 101).contains("percentage"));
    assert!(error(&|s| s.rooms = Some([9, 3])).contains("from 2 to 60"));
    assert!(error(&|s| s.width = Some(5)).contains("from 15 to 500"));
    let budget = quick().make(&mut Run::new(1).with_budget(3));
    assert!(matches!(budget, Err(Error::Stopped(_))));
}
