//! Measures over many seeds what dungeons are like, and how long they take on one thread.
//!
//! `cargo run --release -p mapkiln-dungeon --example dungeon_figures -- 1000 [medium]`

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use mapkiln_core::{Run, Spec};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_dungeon::classic::Size;
use mapkiln_maps::plan::{Area, DoorKind, Plan, RoomTag};

fn main() {
    let mut args = std::env::args().skip(1);
    let count: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(100);
    let only: Option<Size> = args.next().and_then(|name| name.parse().ok());
    for size in Size::ALL.into_iter().filter(|s| only.is_none_or(|o| o == *s)) {
        measure(&DungeonSpec { size, ..DungeonSpec::default() }, count);
    }
}

fn measure(spec: &DungeonSpec, count: u64) {
    let mut figures: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut topologies = BTreeSet::new();
    let mut ends: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let (mut groups, mut crowds, mut cramped, mut plain, mut failed) = (0, 0, 0, 0, 0);
    for seed in 0..count {
        let start = Instant::now();
        let Ok(made) = spec.make(&mut Run::new(seed).with_parallel(false)) else {
            failed += 1;
            continue;
        };
        let mut note = |name, value: f64| figures.entry(name).or_default().push(value);
        note("milliseconds", start.elapsed().as_secs_f64() * 1000.0);
        let (plan, metrics) = (&made.map, &made.report.metrics);
        let theme = plan.genes.first().map_or("plain", |g| g.decoder.as_str()).to_owned();
        let (all, many) = ends.entry(theme).or_insert((0, 0));
        *all += 1;
        *many += u64::from(metrics["dead_end_ratio"] > 0.4 + 1e-9);
        for name in ["rooms", "loops", "dead_end_ratio", "longest_way", "density", "a4_sheets", "keys"] {
            if let Some(value) = metrics.get(name) {
                note(name, *value);
            }
        }
        note("share of the XP budget", metrics["xp"] / metrics["xp_budget"]);
        note("treasure guarded", metrics["treasure_guarded"]);
        note("boss behind a lock", f64::from(u8::from(behind_a_lock(plan))));
        plain += u64::from(plan.genes.is_empty());
        topologies.insert(topology(plan));
        for room in plan.rooms().filter(|r| r.contents.enemies) {
            let heads: u32 = room.contents.monsters.iter().map(|m| m.count).sum();
            let squares: u32 = room.contents.monsters.iter().map(|m| m.size.cells(m.count)).sum();
            groups += 1;
            crowds += u64::from(heads > 2 * spec.party.levels().len() as u32);
            cramped += u64::from(i64::from(squares) > room.outline.area());
        }
    }
    println!("{:?}, {count} seeds; {failed} failed, {plain} with a plain layout", spec.size);
    println!("{:24} {:>8} {:>8} {:>8} {:>8} {:>8}", "", "mean", "sd", "median", "least", "most");
    for (name, mut values) in figures {
        values.sort_by(f64::total_cmp);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let sd = (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / values.len() as f64).sqrt();
        let (median, last) = (values[values.len() / 2], values[values.len() - 1]);
        println!("{name:24} {mean:8.2} {sd:8.3} {median:8.2} {:8.2} {last:8.2}", values[0]);
    }
    let percent = |n: u64, of: u64| 100.0 * n as f64 / of.max(1) as f64;
    let over: Vec<String> =
        ends.iter().map(|(theme, (all, many))| format!("{theme} {many} of {all}")).collect();
    println!("more than 40 % dead ends: {}", over.join(", "));
    println!("distinct topologies      {:.1} %", percent(topologies.len() as u64, count - failed));
    println!(
        "groups above two per character {:.2} %; with more squares than the room {cramped}",
        percent(crowds, groups)
    );
    println!();
}

/// Can the boss be reached from no entrance without a key?
fn behind_a_lock(plan: &Plan) -> bool {
    let boss = plan.rooms().find(|r| r.has_tag(RoomTag::Boss)).map(|r| r.id);
    let mut seen: BTreeSet<Area> =
        plan.rooms().filter(|r| r.has_tag(RoomTag::Entrance)).map(|r| Area::Room(r.id)).collect();
    let ways =
        ways(plan, |kind| !matches!(kind, DoorKind::Secret | DoorKind::Locked { .. } | DoorKind::Portcullis));
    loop {
        let new: Vec<Area> = ways
            .iter()
            .flat_map(|[a, b]| [(*a, *b), (*b, *a)])
            .filter(|(from, to)| seen.contains(from) && !seen.contains(to))
            .map(|way| way.1)
            .collect();
        if new.is_empty() {
            return boss.is_some_and(|boss| !seen.contains(&Area::Room(boss)));
        }
        seen.extend(new);
    }
}

/// The doors and stairs of a plan as pairs of places.
fn ways(plan: &Plan, open: impl Fn(&DoorKind) -> bool) -> Vec<[Area; 2]> {
    let mut ways: Vec<[Area; 2]> = plan.doors().filter(|d| open(&d.kind)).map(|d| d.joins).collect();
    let room_at = |level: usize, p| {
        plan.levels.get(level)?.rooms.iter().find(|r| r.outline.contains(p)).map(|r| Area::Room(r.id))
    };
    for (number, level) in plan.levels.iter().enumerate() {
        for stairs in &level.stairs {
            let to = stairs.to_level.zip(stairs.to).and_then(|(level, p)| room_at(level, p));
            if let (Some(from), Some(to)) = (room_at(number, stairs.at), to) {
                ways.push([from, to]);
            }
        }
    }
    ways
}

/// The graph of rooms and corridors without secrets, up to what colour refinement tells apart.
fn topology(plan: &Plan) -> Vec<u64> {
    let ways = ways(plan, |kind| *kind != DoorKind::Secret);
    let mut colours: BTreeMap<Area, u64> =
        ways.iter().flatten().map(|a| (*a, u64::from(matches!(a, Area::Room(_))))).collect();
    for _ in 0..colours.len() {
        let mut beside: BTreeMap<Area, Vec<u64>> = BTreeMap::new();
        for [a, b] in &ways {
            beside.entry(*a).or_default().push(colours[b]);
            beside.entry(*b).or_default().push(colours[a]);
        }
        colours = beside
            .into_iter()
            .map(|(area, mut near)| {
                near.sort_unstable();
                // FNV-1a over the own colour and those around it.
                let hash = std::iter::once(colours[&area]).chain(near).flat_map(u64::to_le_bytes);
                (
                    area,
                    hash.fold(0xcbf2_9ce4_8422_2325, |h, b| {
                        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
                    }),
                )
            })
            .collect();
    }
    let mut all: Vec<u64> = colours.into_values().collect();
    all.sort_unstable();
    all
}
