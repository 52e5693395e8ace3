//! Prints the bare floors of many dungeons as text, with their figures, to look at and to measure.
//!
//! `cargo run --release -p mapkiln-dungeon --example bare_floors -- crypt 10 [small|medium|large] [levels] [first seed]`
//!
//! Each dungeon is a line of JSON: theme, seed, milliseconds, metrics, and for each level its rows:
//! a letter for each room, `c` corridors, `+` doors, `~` water, `o` pillars, `n` things in walls.

use std::time::Instant;

use mapkiln_core::{Run, Spec};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_maps::plan::{DoorPlace, FeatureKind, Plan};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, default: &str| args.get(i).cloned().unwrap_or_else(|| default.to_owned());
    let count: u64 = arg(1, "10").parse().unwrap_or(10);
    let first: u64 = arg(4, "0").parse().unwrap_or(0);
    for theme in arg(0, "crypt").split(',') {
        let spec = DungeonSpec {
            theme: Some(theme.to_owned()),
            size: arg(2, "medium").parse().unwrap_or_default(),
            levels: arg(3, "0").parse().unwrap_or(0),
            ..DungeonSpec::default()
        };
        for seed in first..first + count {
            let start = Instant::now();
            match spec.make(&mut Run::new(seed)) {
                Ok(made) => {
                    let line = serde_json::json!({
                        "theme": theme,
                        "seed": seed,
                        "ms": start.elapsed().as_secs_f64() * 1000.0,
                        "metrics": made.report.metrics,
                        "layout": made.report.findings.get("layout"),
                        "targets": made.report.findings.get("targets"),
                        "warnings": made.report.warnings,
                        "evaluations": made.report.stages.first().map(|s| s.evaluations),
                        "levels": (0..made.map.levels.len()).map(|l| rows(&made.map, l)).collect::<Vec<_>>(),
                        "graph": graph(&made.map),
                    });
                    println!("{line}");
                }
                Err(error) => eprintln!("{theme} {seed}: {error}"),
            }
        }
    }
}

/// The ways between areas: rooms as `r3`, corridors as `c2`; without secrets.
fn graph(plan: &Plan) -> Vec<[String; 2]> {
    use mapkiln_maps::plan::{Area, DoorKind};
    let name = |a: Area| match a {
        Area::Room(id) => format!("r{id}"),
        Area::Corridor(id) => format!("c{id}"),
    };
    let doors = plan.doors().filter(|d| d.kind != DoorKind::Secret).map(|d| d.joins.map(name));
    let room_at =
        |level: usize, p| plan.levels[level].rooms.iter().find(|r| r.outline.contains(p)).map(|r| r.id);
    let stairs = plan.levels.iter().enumerate().flat_map(|(l, level)| {
        level.stairs.iter().filter_map(move |s| {
            let to = s.to_level.filter(|to| *to > l)?;
            Some([format!("r{}", room_at(l, s.at)?), format!("r{}", room_at(to, s.to?)?)])
        })
    });
    doors.chain(stairs).collect()
}

fn rows(plan: &Plan, level: usize) -> Vec<String> {
    let level = &plan.levels[level];
    let mut grid = vec![vec![' '; level.width as usize]; level.height as usize];
    let mut put = |p: mapkiln_core::Point, c: char| grid[p.y as usize][p.x as usize] = c;
    for room in &level.rooms {
        let letter = char::from_u32(u32::from('A') + room.id % 26).unwrap_or('A');
        room.outline.cells().into_iter().for_each(|p| put(p, letter));
    }
    level.corridors.iter().flat_map(|c| &c.cells).for_each(|&p| put(p, 'c'));
    for door in &level.doors {
        if let DoorPlace::Cell { at, .. } = door.place {
            put(at, '+');
        }
    }
    for feature in &level.features {
        let c = match feature.kind {
            FeatureKind::Water => '~',
            FeatureKind::Pillar => 'o',
            FeatureKind::Rubble => ':',
            FeatureKind::Well => '0',
            _ => continue,
        };
        feature.cells.iter().for_each(|&p| put(p, c));
    }
    for thing in &level.things {
        use mapkiln_maps::plan::ThingKind::{BurialNiche, Grate, OreVein, Rails, TimberSet};
        let c = match thing.kind {
            BurialNiche => 'n',
            Rails => '=',
            OreVein => '*',
            TimberSet => '!',
            Grate => '#',
            _ => continue,
        };
        put(thing.at, c);
    }
    level.entrances.iter().for_each(|e| put(e.at.step(e.facing.opposite()), '^'));
    level.stairs.iter().for_each(|s| put(s.at, '/'));
    grid.into_iter().map(|row| row.into_iter().collect()).collect()
}
