//! Measures over many seeds what the layouts and contents are like, and how long they take.
//!
//! `cargo run --release -p mapkiln-dungeon --example dungeon_figures -- 1000`

use std::time::Instant;

use mapkiln_core::{Run, Spec};
use mapkiln_dungeon::DungeonSpec;

fn main() {
    let count: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100);
    let spec = DungeonSpec::default();
    let (mut loops, mut times) = (Vec::new(), Vec::new());
    let (mut few_dead_ends, mut in_budget, mut over, mut far, mut proved, mut path) = (0, 0, 0, 0, 0, 0);
    let mut keys = 0.0;
    for seed in 0..count {
        let start = Instant::now();
        let made = match spec.make(&mut Run::new(seed)) {
            Ok(made) => made,
            Err(error) => {
                println!("seed {seed}: {error}");
                continue;
            }
        };
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        let m = &made.report.metrics;
        loops.push(m["loops"]);
        few_dead_ends += u64::from(m["dead_end_ratio"] <= 0.25);
        let share = m["xp"] / m["xp_budget"];
        in_budget += u64::from((0.9..=1.0).contains(&share));
        over += u64::from(share > 1.0);
        proved += u64::from(m["proved"] > 0.5);
        path += u64::from((0.4..=0.6).contains(&m["critical_path"]));
        keys += m["keys"];
        far += u64::from(boss_is_far(&made.map));
    }
    loops.sort_by(f64::total_cmp);
    times.sort_by(f64::total_cmp);
    let percent = |n: u64| 100.0 * n as f64 / count as f64;
    let middle = loops.len() / 2;
    println!("seeds                            {count}");
    println!(
        "loops, median (5 %, 95 %)        {} ({}, {})",
        loops[middle],
        loops[loops.len() / 20],
        loops[loops.len() * 19 / 20]
    );
    println!("dead-end ratio <= 0.25           {:.1} %", percent(few_dead_ends));
    println!("critical path 40 to 60 %         {:.1} %", percent(path));
    println!("XP from 90 to 100 % of budget    {:.1} %", percent(in_budget));
    println!("XP over budget                   {:.1} %", percent(over));
    println!("boss in the farthest third       {:.1} %", percent(far));
    println!("keys and goal proved             {:.1} %", percent(proved));
    println!("keys, mean                       {:.2}", keys / count as f64);
    println!(
        "time, median (least, most)       {:.0} ms ({:.0}, {:.0})",
        times[times.len() / 2],
        times[0],
        times[times.len() - 1]
    );
}

/// Is the boss in the third of the rooms that are farthest from the nearest entrance, in cells?
fn boss_is_far(plan: &mapkiln_maps::plan::Plan) -> bool {
    let Some(floor) = plan.floor(0) else { return false };
    let mut steps = mapkiln_core::Grid::new(floor.ground.width(), floor.ground.height(), u32::MAX);
    let mut queue = std::collections::VecDeque::new();
    for &p in &floor.entrances {
        steps[p] = 0;
        queue.push_back(p);
    }
    while let Some(p) = queue.pop_front() {
        for q in p.beside() {
            let secret = floor.door_at(q).is_some_and(|d| d.kind.name() == "secret");
            if !floor.blocks_step(q) && !secret && steps[q] == u32::MAX {
                steps[q] = steps[p] + 1;
                queue.push_back(q);
            }
        }
    }
    let near =
        |room: &mapkiln_maps::plan::Room| room.outline.cells().iter().map(|p| steps[*p]).min().unwrap_or(0);
    let mut all: Vec<(u32, bool)> = plan.rooms().map(|r| (near(r), r.has_tag("boss"))).collect();
    all.sort_by_key(|r| std::cmp::Reverse(r.0));
    all.iter().take(all.len().div_ceil(3)).any(|r| r.1)
}
