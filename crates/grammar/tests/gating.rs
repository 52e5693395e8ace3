//! Locks that gate: proved by walking the levels with the keys found on the way.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use mapkiln_grammar::{Grammar, LevelGraph, lay_out};
use mapkiln_maps::plan::{Area, DoorKind, Plan};

fn lock(level: &LevelGraph, edge: usize) -> i32 {
    level.detail(edge).and_then(|d| d.values.get("lock")).copied().unwrap_or(0)
}

fn key(level: &LevelGraph, node: usize) -> i32 {
    level.nodes[node].values.get("key").copied().unwrap_or(0)
}

/// The nodes in reach with all keys but one; of edges with the forbidden number none is walked.
fn reach(level: &LevelGraph, lost: i32, shut: i32) -> BTreeSet<usize> {
    let start = level.nodes.iter().position(|n| n.is("start")).unwrap();
    let mut seen = BTreeSet::from([start]);
    loop {
        let keys: BTreeSet<i32> = seen.iter().map(|&n| key(level, n)).filter(|k| *k != lost).collect();
        let before = seen.len();
        for (e, &[a, b]) in level.edges.iter().enumerate() {
            let (l, one_way) = (lock(level, e), level.detail(e).is_some_and(|d| d.one_way));
            if (l != 0 && !keys.contains(&l)) || (shut != 0 && l == shut) {
                continue;
            }
            let (a, b) = (a as usize, b as usize);
            if seen.contains(&a) {
                seen.insert(b);
            }
            if seen.contains(&b) && !one_way {
                seen.insert(a);
            }
        }
        if seen.len() == before {
            return seen;
        }
    }
}

fn steps(level: &LevelGraph, from: [usize; 2]) -> Vec<Option<u32>> {
    let mut far = vec![None; level.nodes.len()];
    let mut queue = VecDeque::new();
    for n in from {
        far[n] = Some(0);
        queue.push_back(n);
    }
    while let Some(n) = queue.pop_front() {
        for &[a, b] in &level.edges {
            for (x, y) in [(a as usize, b as usize), (b as usize, a as usize)] {
                if x == n && far[y].is_none() {
                    far[y] = far[n].map(|d: u32| d + 1);
                    queue.push_back(y);
                }
            }
        }
    }
    far
}

/// Levels, locks, locks with a key beside them, steps from locks to keys.
fn gates(name: &str, preset: Option<&str>, seeds: u64, least: usize) {
    let grammar = Grammar::shipped(name).unwrap_or_else(|e| panic!("{name}: {e}"));
    let values = grammar.values(preset, []).unwrap();
    let (mut locks, mut beside, mut sum) = (0u32, 0u32, 0u32);
    for seed in 0..seeds {
        let level = grammar
            .make_fast(&values, &seed.into())
            .unwrap_or_else(|e| panic!("{name} {preset:?}, seed {seed}: {e}"));
        let goal = level.nodes.iter().position(|n| n.is("exit")).unwrap();
        let everything = reach(&level, 0, 0);
        assert_eq!(everything.len(), level.nodes.len(), "{name} {seed}: all is in reach");
        let keys: BTreeSet<i32> = (0..level.nodes.len()).map(|n| key(&level, n)).filter(|k| *k > 0).collect();
        let needed = keys.iter().filter(|k| !reach(&level, **k, 0).contains(&goal)).count();
        assert!(needed >= least, "{name} {preset:?} {seed}: the goal needs {needed} keys");
        for (e, ends) in level.edges.iter().enumerate() {
            let l = lock(&level, e);
            if l == 0 {
                continue;
            }
            let holder = (0..level.nodes.len()).find(|&n| key(&level, n) == l);
            let holder = holder.unwrap_or_else(|| panic!("{name} {seed}: lock {l} has no key"));
            // Never behind its lock: it is found with all locks of that number shut.
            assert!(reach(&level, 0, l).contains(&holder), "{name} {seed}: key {l} lies behind its lock");
            let far = steps(&level, ends.map(|n| n as usize))[holder].unwrap();
            locks += 1;
            sum += far;
            beside += u32::from(far <= 1);
        }
    }
    let mean = f64::from(sum) / f64::from(locks.max(1));
    eprintln!("{name} {preset:?}: {locks} locks, {mean:.2} steps to the key, {beside} beside it");
    assert!(mean >= 3.0 && beside * 20 <= locks, "{name}: {mean} {beside} of {locks}");
}

#[test]
fn keys_lie_away_from_their_locks_and_the_goal_needs_them() {
    gates("lock-and-key", None, 1000, 2);
    gates("lock-and-key", Some("large"), 30, 2);
    gates("lock-and-key", Some("small"), 100, 1);
    gates("metroidvania", None, 300, 2);
    gates("metroidvania", Some("vast"), 15, 2);
    gates("heist", None, 300, 2);
    gates("heist", Some("palace"), 15, 2);
    gates("city-quarter", None, 300, 2);
    gates("city-quarter", Some("old_town"), 15, 2);
}

/// The rooms in reach on a plan with the keys of the rooms in reach.
fn plan_reach(plan: &Plan, lost: Option<u32>) -> BTreeSet<u32> {
    type Place = (usize, Area);
    let mut seen: BTreeSet<Place> = BTreeSet::new();
    for (n, level) in plan.levels.iter().enumerate() {
        seen.extend(level.entrances.iter().map(|e| (n, e.area)));
    }
    loop {
        let before = seen.len();
        let rooms: BTreeSet<u32> = seen
            .iter()
            .filter_map(|(_, area)| match area {
                Area::Room(id) => Some(*id),
                Area::Corridor(_) => None,
            })
            .collect();
        let keys: BTreeSet<u32> = plan
            .keys
            .iter()
            .filter(|k| rooms.contains(&k.room) && Some(k.id) != lost)
            .map(|k| k.id)
            .collect();
        for (n, level) in plan.levels.iter().enumerate() {
            for door in &level.doors {
                let open = match door.kind {
                    DoorKind::Locked { key } => key.is_some_and(|k| keys.contains(&k)),
                    // Not to be found at once: that may only help.
                    _ => true,
                };
                // Drops are told from the side that one jumps from.
                let one_way = matches!(door.kind, DoorKind::Portcullis | DoorKind::Barred);
                let places = door.joins.map(|area| (n, area));
                let from = if one_way { &places[..1] } else { &places[..] };
                if open && from.iter().any(|p| seen.contains(p)) {
                    seen.extend(places);
                }
            }
            for stairs in &level.stairs {
                let here = level.rooms.iter().find(|r| r.outline.cells().contains(&stairs.at));
                let (Some(room), Some(to), Some(at)) = (here, stairs.to_level, stairs.to) else { continue };
                if seen.contains(&(n, Area::Room(room.id))) {
                    let there = plan.levels[to].rooms.iter().find(|r| r.outline.cells().contains(&at));
                    seen.extend(there.map(|r| (to, Area::Room(r.id))));
                }
            }
        }
        if seen.len() == before {
            return rooms;
        }
    }
}

#[test]
fn locks_of_the_graph_lock_in_the_plan() {
    for name in ["lock-and-key", "heist", "city-quarter", "metroidvania"] {
        let grammar = Grammar::shipped(name).unwrap();
        for seed in 0..20u64 {
            let level = grammar.make_level(seed, &[]).unwrap();
            let plan = lay_out(&level, seed);
            let goal = plan
                .levels
                .iter()
                .flat_map(|l| &l.rooms)
                .find(|r| r.tags.iter().any(|t| t.as_str() == "exit"));
            let goal = goal.unwrap_or_else(|| panic!("{name} {seed}: no exit")).id;
            assert!(plan_reach(&plan, None).contains(&goal), "{name} {seed}");
            let numbers: BTreeMap<i32, ()> =
                (0..level.nodes.len()).map(|n| (key(&level, n), ())).filter(|(k, ())| *k > 0).collect();
            assert_eq!(numbers.len(), plan.keys.len(), "{name} {seed}");
            let needed = plan.keys.iter().filter(|k| !plan_reach(&plan, Some(k.id)).contains(&goal)).count();
            assert!(needed >= 2, "{name} {seed}: {needed}");
            assert_eq!(plan_reach(&plan, None).len(), plan.rooms().count(), "{name} {seed}: all is in reach");
        }
    }
}
