//! Specs of all kinds, and what holds of every dungeon, checked on the finished plan by independent
//! means: cells and flood fills, no code of the maker.

#![allow(clippy::unwrap_used, dead_code, missing_docs, unreachable_pub)]

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use mapkiln_core::{Made, Point, Run, Spec};
use mapkiln_dungeon::classic::Size;
use mapkiln_dungeon::codex::Theme;
use mapkiln_dungeon::{Difficulty, DungeonSpec, solve};
use mapkiln_maps::Language;
use mapkiln_maps::document::{Document, from_json, to_json};
use mapkiln_maps::plan::{Area, DoorKind, DoorPlace, Level, Plan, RoomShape, RoomTag, Thing, ThingKind};
use mapkiln_search::ga::Params;

/// A small search: whatever holds must hold of every dungeon, well evolved or not.
pub fn quick() -> DungeonSpec {
    let spec = DungeonSpec::default();
    DungeonSpec {
        layout: Params { population: 6, generations: 2, ..spec.layout },
        contents: Params { population: 6, generations: 3, ..spec.contents },
        ..spec
    }
}

/// Specs of all kinds, one for each number.
pub fn varied(number: usize) -> DungeonSpec {
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

pub fn make(spec: &DungeonSpec, seed: u64) -> Made<Plan> {
    spec.make(&mut Run::new(seed)).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{spec:?}"))
}

/// Every cell of floor, and the place that it belongs to.
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

/// Specs of themed layouts of all kinds, one for each number.
pub fn themed(number: usize) -> DungeonSpec {
    let pick = |n: usize, of: usize| number / n % of;
    DungeonSpec {
        theme: Some(Theme::all()[pick(1, Theme::all().len())].id.clone()),
        size: Size::ALL[pick(8, 3)],
        levels: [0, 0, 0, 2, 3][pick(5, 5)],
        secrets: pick(3, 3),
        locks: pick(2, 4),
        entrances: 1 + pick(7, 3),
        density: mapkiln_dungeon::Density::ALL[[1, 1, 0, 2][pick(11, 4)]],
        ..quick()
    }
}

/// Was the plan decoded in the manner of its theme?
pub fn is_themed(plan: &Plan) -> bool {
    !plan.genes.is_empty()
}

/// What holds of every themed plan; returns its loops, without secrets.
pub fn check_themed(plan: &Plan) -> i64 {
    // Every place, by level and cell, and what is joined to what.
    let mut open: BTreeSet<(usize, Point)> = BTreeSet::new();
    let mut plain: BTreeSet<(usize, Point)> = BTreeSet::new();
    let mut links: Vec<[(usize, Point); 2]> = Vec::new();
    let (mut areas, mut ways) = (0i64, 0i64);
    for (number, level) in plan.levels.iter().enumerate() {
        let places = places(level);
        let secret = |area: Area| matches!(area, Area::Corridor(c) if level.corridors.iter().any(|k| k.id == c && k.secret));
        areas += level.rooms.len() as i64 + level.corridors.iter().filter(|c| !c.secret).count() as i64;
        ways += level
            .doors
            .iter()
            .filter(|d| d.kind != DoorKind::Secret && !d.joins.iter().any(|a| secret(*a)))
            .count() as i64;
        let mut pieces: BTreeMap<Area, BTreeSet<Point>> = BTreeMap::new();
        for (&p, &area) in &places {
            pieces.entry(area).or_default().insert(p);
            open.insert((number, p));
            if !secret(area) {
                plain.insert((number, p));
            }
            assert!(
                p.x >= 1 && p.y >= 1 && p.x < level.width - 1 && p.y < level.height - 1,
                "floor at the edge"
            );
        }
        for (area, cells) in &pieces {
            assert!(hang_together(cells), "{area:?} is in pieces");
        }
        // Doors: in a wall one cell thick, or on a border that they cover.
        let mut borders: BTreeSet<(Point, Point)> = BTreeSet::new();
        let cells: Vec<Point> = level
            .doors
            .iter()
            .filter(|d| matches!(d.place, DoorPlace::Cell { .. }))
            .map(|d| d.place.at())
            .collect();
        let wet: BTreeSet<Point> = level
            .features
            .iter()
            .filter(|f| f.kind == mapkiln_maps::plan::FeatureKind::Water)
            .flat_map(|f| f.cells.iter().copied())
            .collect();
        for door in &level.doors {
            let facing = door.place.facing();
            match door.place {
                DoorPlace::Cell { at, .. } => {
                    assert!(!places.contains_key(&at), "a door in a floor at {at}");
                    let sides = [at.step(facing.opposite()), at.step(facing)];
                    assert_eq!(sides.map(|p| places.get(&p).copied()), door.joins.map(Some), "door at {at}");
                    let beside = facing.clockwise().vector();
                    assert!(
                        [at + beside, at - beside].iter().all(|p| !places.contains_key(p)),
                        "no wall beside {at}"
                    );
                    assert!(
                        cells.iter().filter(|c| c.chebyshev(at) <= 1).count() == 1,
                        "two doors in a row at {at}"
                    );
                    assert!(sides.iter().all(|p| !wet.contains(p)), "water before the door at {at}");
                    open.insert((number, at));
                    if door.kind != DoorKind::Secret && !door.joins.iter().any(|a| secret(*a)) {
                        plain.insert((number, at));
                    }
                }
                DoorPlace::Edge { .. } => {
                    assert_ne!(door.kind, DoorKind::Secret);
                    for p in door.place.cells() {
                        let pair = [p, p.step(facing)];
                        assert_eq!(
                            pair.map(|p| places.get(&p).copied()),
                            door.joins.map(Some),
                            "border at {p}"
                        );
                        borders.insert((p, p.step(facing)));
                        borders.insert((p.step(facing), p));
                    }
                }
            }
        }
        // Two places touch only at a mouth.
        for (&p, &area) in &places {
            for q in p.beside() {
                let other = places.get(&q).is_some_and(|a| *a != area);
                assert!(!other || borders.contains(&(p, q)), "two places meet without a way at {p}");
            }
        }
        for corridor in &level.corridors {
            let joined: BTreeSet<u32> = level
                .doors
                .iter()
                .filter(|d| d.joins.contains(&Area::Corridor(corridor.id)))
                .flat_map(|d| d.joins)
                .filter_map(|a| if let Area::Room(id) = a { Some(id) } else { None })
                .collect();
            assert_eq!(joined.into_iter().collect::<Vec<_>>(), corridor.joins);
        }
        // Things in walls touch one room only.
        let niche = |t: &&Thing| t.kind == ThingKind::BurialNiche && !places.contains_key(&t.at);
        for thing in level.things.iter().filter(niche) {
            let near: BTreeSet<Area> =
                thing.at.around().iter().filter_map(|p| places.get(p).copied()).collect();
            assert_eq!(near.len(), 1, "the niche at {} touches {near:?}", thing.at);
            assert!(places.contains_key(&thing.at.step(thing.facing)), "the niche at {} is closed", thing.at);
        }
        // Free ground from every entrance to the edge of the box.
        let (right, bottom) = places.keys().fold((0, 0), |m, p| (m.0.max(p.x), m.1.max(p.y)));
        for entrance in &level.entrances {
            assert_eq!(places.get(&entrance.at), Some(&entrance.area));
            let mut p = entrance.at.step(entrance.facing.opposite());
            while p.x >= 0 && p.y >= 0 && p.x <= right && p.y <= bottom {
                assert!(
                    !places.contains_key(&p) && !cells.contains(&p),
                    "the way out at {} is blocked",
                    entrance.at
                );
                p = p.step(entrance.facing.opposite());
            }
        }
        for stairs in &level.stairs {
            let (to_level, to) = (stairs.to_level.unwrap(), stairs.to.unwrap());
            assert_eq!(to, stairs.at, "stairs do not stand above one another");
            assert!(places.contains_key(&stairs.at) && !cells.contains(&stairs.at));
            let back = plan.levels[to_level].stairs.iter().any(|s| s.at == to && s.to_level == Some(number));
            assert!(back, "stairs lead one way only");
            links.push([(number, stairs.at), (to_level, to)]);
        }
        // Features stand in rooms.
        for feature in &level.features {
            for p in &feature.cells {
                assert!(matches!(places.get(p), Some(Area::Room(_))), "a feature outside of a room at {p}");
            }
        }
    }
    // The tower's flights are ways like others.
    if plan.genes[0].levels > 1 {
        ways += links.len() as i64 / 2;
    }
    let solid: BTreeSet<(usize, Point)> = plan
        .levels
        .iter()
        .enumerate()
        .flat_map(|(n, level)| level.features.iter().map(move |f| (n, f)))
        .filter(|(_, f)| {
            use mapkiln_maps::plan::FeatureKind::{Light, Rubble, Water};
            !matches!(f.kind, Light | Rubble | Water)
        })
        .flat_map(|(n, f)| f.cells.iter().map(move |p| (n, *p)))
        .collect();
    let free: BTreeSet<(usize, Point)> = open.difference(&solid).copied().collect();
    let plain: BTreeSet<(usize, Point)> = plain.difference(&solid).copied().collect();
    for (cells, what) in [(free, "not all can be reached"), (plain, "a secret is the only way somewhere")] {
        let mut rest = cells.clone();
        let first = rest.pop_first().unwrap();
        let mut stack = vec![first];
        while let Some((level, p)) = stack.pop() {
            let beside = p.beside().into_iter().map(|q| (level, q));
            let over = links.iter().filter(|l| l[0] == (level, p)).map(|l| l[1]);
            stack.extend(beside.chain(over).filter(|q| rest.remove(q)));
        }
        assert!(rest.is_empty(), "{what}: {:?} in {} ({})", rest.first(), plan.title, plan.genes[0].decoder);
    }
    ways - areas + plan.genes.len() as i64
}

pub fn check_level(level: &Level, spec: &DungeonSpec) -> usize {
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
    // Every place can be reached once all secrets are found and all doors are open.
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
    // Doors by the cell they are in, and by the border they are on, from both sides.
    let in_wall = |d: &&mapkiln_maps::plan::Door| matches!(d.place, DoorPlace::Cell { .. });
    let doors: Vec<BTreeMap<Point, &DoorKind>> = plan
        .levels
        .iter()
        .map(|l| l.doors.iter().filter(in_wall).map(|d| (d.place.at(), &d.kind)).collect())
        .collect();
    let borders: Vec<BTreeMap<(Point, Point), &DoorKind>> = plan
        .levels
        .iter()
        .map(|l| {
            let edges = l.doors.iter().filter(|d| !in_wall(d)).flat_map(|d| {
                d.place.cells().flat_map(move |p| {
                    let q = p.step(d.place.facing());
                    [((p, q), &d.kind), ((q, p), &d.kind)]
                })
            });
            edges.collect()
        })
        .collect();
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
            let opens = match doors[l].get(&q).or_else(|| borders[level].get(&(p, q))) {
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

pub fn check(spec: &DungeonSpec, made: &Made<Plan>) {
    let plan = &made.map;
    plan.check().unwrap();
    let loops = if is_themed(plan) {
        check_themed(plan) as usize
    } else {
        plan.levels.iter().map(|level| check_level(level, spec)).sum()
    };
    assert_eq!(loops as f64, made.report.metrics["loops"], "loops are not what the cells say");
    assert!(spec.levels == 0 || plan.levels.len() == spec.levels);
    let (fewest, most) = spec.room_range();
    for genes in &plan.genes {
        let levels = &plan.levels[genes.level..genes.level + genes.levels];
        assert!((fewest..=most).contains(&levels.iter().map(|l| l.rooms.len()).sum()));
    }

    // Keys and goal, from every entrance.
    let goal = plan.rooms().find(|r| r.has_tag(RoomTag::Goal)).unwrap().id;
    assert!(plan.keys.len() <= spec.locks);
    for key in &plan.keys {
        assert!(!key.name.is_empty());
        assert!(plan.doors().any(|d| d.kind == DoorKind::Locked { key: Some(key.id) }), "an idle key");
    }
    assert!(plan.doors().all(|d| d.kind != DoorKind::Locked { key: None }), "a lock without a key");
    assert!(!plan.levels[0].entrances.is_empty());
    for entrance in &plan.levels[0].entrances {
        assert!(
            reaches_all(plan, (0, entrance.at), goal),
            "the goal cannot be reached: {} {spec:?}",
            made.report.seed
        );
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

pub fn no_sentence_twice(plan: &Plan) {
    let mut said = BTreeSet::new();
    let texts = plan.rooms().flat_map(|r| [&r.description.aloud, &r.description.secret]);
    for text in texts.chain([&plan.story]) {
        for sentence in text.split_inclusive(['.', '!', '?']).map(str::trim).filter(|s| !s.is_empty()) {
            assert!(said.insert(sentence.to_owned()), "said twice: {sentence}");
            assert!(!sentence.contains(['{', '}', '$', '|']), "a template shows: {sentence}");
        }
    }
}
