//! Figures of the contents of many dungeons: `cargo run --release --example contents_figures [SEEDS]`.

use std::time::Instant;

use mapkiln_core::{Run, Spec};
use mapkiln_dungeon::codex::Theme;
use mapkiln_dungeon::{DungeonSpec, Error};
use mapkiln_maps::plan::{Area, DoorKind, RoomTag};

fn main() -> Result<(), Error> {
    let seeds: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(10);
    println!(
        "theme, party: XP of budget, neighbours as wished, things and lights per room, rooms with a new use,"
    );
    println!("guarded parcels, groups above two per character, left out, master's room locked and large, ms");
    for theme in Theme::all() {
        for party in ["4x1", "4x3", "4x8", "4x13", "4x18"] {
            let spec = DungeonSpec {
                theme: Some(theme.id.clone()),
                party: party.parse()?,
                ..DungeonSpec::default()
            };
            let mut sums = [0.0; 11];
            let mut times = Vec::new();
            for seed in 0..seeds {
                let start = Instant::now();
                let made = spec.make(&mut Run::new(seed).with_parallel(false))?;
                times.push(start.elapsed().as_millis());
                let (plan, metrics) = (&made.map, &made.report.metrics);
                let rooms = plan.rooms().count() as f64;
                let groups = plan.rooms().filter(|r| r.contents.enemies).count().max(1) as f64;
                let crowded =
                    plan.rooms().filter(|r| r.contents.monsters.iter().map(|m| m.count).sum::<u32>() > 8);
                let changed = plan.rooms().filter(|r| r.purpose.as_ref().is_some_and(|p| p.now.is_some()));
                let goal = plan.rooms().find(|r| r.has_tag(RoomTag::Boss));
                let locked = goal.is_some_and(|g| {
                    let lock = |k: &DoorKind| matches!(k, DoorKind::Locked { .. });
                    plan.doors().any(|d| d.joins.contains(&Area::Room(g.id)) && lock(&d.kind))
                });
                let area = goal.map_or(0, |g| g.outline.area());
                let larger = plan.rooms().filter(|r| r.outline.area() > area).count() as f64;
                let row = [
                    metrics["xp"] / metrics["xp_budget"],
                    metrics["neighbours_as_wished"],
                    metrics["things"] / rooms,
                    metrics["lights"] / rooms,
                    changed.count() as f64 / rooms,
                    metrics["treasure_guarded"],
                    crowded.count() as f64 / groups,
                    metrics.get("creatures_left_out").copied().unwrap_or(0.0),
                    f64::from(u8::from(locked)),
                    f64::from(u8::from(3.0 * larger < rooms)),
                    metrics["keys"],
                ];
                sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value / seeds as f64);
            }
            times.sort_unstable();
            let figures: Vec<String> = sums.iter().map(|s| format!("{s:.2}")).collect();
            println!("{:14} {party:5} {} {}", theme.id, figures.join(" "), times[times.len() / 2]);
        }
    }
    Ok(())
}
