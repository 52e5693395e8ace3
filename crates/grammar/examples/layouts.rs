//! Figures of layouts over many seeds: `cargo run --release --example layouts -p mapkiln-grammar`; with
//! `-- fine` for the finer setting, a number for that many seeds, `edgar` for Edgar's example graphs.
//!
//! Everything is measured on the plan alone: cells of corridors and rooms, the box around them, the
//! longest corridor, and the sides on which rooms have doors.

use std::collections::BTreeMap;
use std::time::Instant;

use mapkiln_core::Seed;
use mapkiln_grammar::{Effort, Error, Grammar, LayoutOptions, lay_out_places};
use mapkiln_maps::plan::{Area, DoorKind, Plan};

#[derive(Default)]
struct Figures {
    corridor: Vec<f64>,
    bounds: Vec<f64>,
    longest: Vec<f64>,
    aspect: Vec<f64>,
    sides: [u64; 4],
    short: u64,
    all: u64,
    same_ids: bool,
    times: Vec<f64>,
}

fn measure(plan: &Plan, figures: &mut Figures) {
    let (mut rooms, mut corridors, mut boxes, mut longest) = (0i64, 0i64, 0i64, 0usize);
    for level in &plan.levels {
        rooms += level.rooms.iter().map(|r| r.outline.area()).sum::<i64>();
        corridors += level.corridors.iter().map(|c| c.cells.len() as i64).sum::<i64>();
        // The box of this floor alone: floors share a frame.
        let cells = level.rooms.iter().flat_map(|r| r.outline.cells());
        let cells: Vec<_> = cells.chain(level.corridors.iter().flat_map(|c| c.cells.clone())).collect();
        let side = |of: fn(&mapkiln_core::Point) -> i32| {
            let (low, high) = (cells.iter().map(of).min(), cells.iter().map(of).max());
            high.zip(low).map_or(1, |(high, low)| high - low + 1)
        };
        let (w, h) = (side(|p| p.x), side(|p| p.y));
        figures.aspect.push(f64::from(w.max(h)) / f64::from(w.min(h)));
        boxes += i64::from(w) * i64::from(h);
        // Pieces that an archway joins count as one corridor.
        let mut piece: BTreeMap<u32, u32> = level.corridors.iter().map(|c| (c.id, c.id)).collect();
        for door in &level.doors {
            if let ([Area::Corridor(a), Area::Corridor(b)], DoorKind::Arch) = (door.joins, &door.kind) {
                let (a, b) = (piece[&a], piece[&b]);
                piece.values_mut().filter(|p| **p == b).for_each(|p| *p = a);
            }
            let facing = door.place.facing();
            for (area, side) in door.joins.iter().zip([facing, facing.opposite()]) {
                if matches!(area, Area::Room(_)) {
                    figures.sides[side as usize] += 1;
                }
            }
        }
        let mut cells: BTreeMap<u32, usize> = BTreeMap::new();
        for corridor in &level.corridors {
            *cells.entry(piece[&corridor.id]).or_default() += corridor.cells.len();
        }
        figures.all += cells.len() as u64;
        figures.short += cells.values().filter(|c| **c <= 40).count() as u64;
        longest = longest.max(cells.values().copied().max().unwrap_or(0));
    }
    figures.corridor.push(corridors as f64 / rooms as f64);
    figures.bounds.push(boxes as f64 / rooms as f64);
    figures.longest.push(longest as f64);
}

/// Milliseconds that all threads have spent on a processor; by the clock where nobody counts them.
fn busy(start: Instant) -> f64 {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let spent = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("schedstat")).ok());
    let spent: Vec<f64> = spent.filter_map(|text| text.split(' ').next()?.parse().ok()).collect();
    if spent.is_empty() { start.elapsed().as_secs_f64() * 1e3 } else { spent.iter().sum::<f64>() / 1e6 }
}

fn mean(list: &[f64]) -> f64 {
    list.iter().sum::<f64>() / list.len() as f64
}

fn at(list: &mut [f64], percent: usize) -> f64 {
    list.sort_by(f64::total_cmp);
    list[(list.len() * percent / 100).min(list.len() - 1)]
}

#[path = "../tests/edgar/mod.rs"]
mod edgar;

/// Times of Edgar's example graphs, median and 95 %.
fn edgars(seeds: u64, options: &LayoutOptions) -> Result<(), Error> {
    for (number, source) in edgar::grammars().iter().enumerate() {
        let level = Grammar::parse("edgar", source)?.make_level("edgar", &[])?;
        let mut figures = Figures::default();
        let (mut rooms, mut own) = (0, 0);
        for seed in 0..seeds {
            let start = Instant::now();
            let before = busy(start);
            let (plan, _) = lay_out_places(&level, Seed::from(seed), options);
            figures.times.push(busy(start) - before);
            measure(&plan, &mut figures);
            rooms += plan.rooms().count();
            own += plan.rooms().filter(|r| edgar::AREAS.contains(&r.outline.area())).count();
        }
        println!(
            "Edgar {}: {} rooms, {own} of {rooms} have a template's cells, corridor/room {:.2}, box/room {:.2}, {:.1} ms, {:.1} at 95 %",
            number + 1,
            level.nodes.len(),
            mean(&figures.corridor),
            mean(&figures.bounds),
            at(&mut figures.times, 50),
            at(&mut figures.times, 95)
        );
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let effort = if words.iter().any(|w| w == "fine") { Effort::Fine } else { Effort::Fast };
    let seeds: u64 = words.iter().find_map(|w| w.parse().ok()).unwrap_or(200);
    // `from=500`: seeds from there on, other ones than those that settings were chosen with.
    let from: u64 = words.iter().find_map(|w| w.strip_prefix("from=")?.parse().ok()).unwrap_or(0);
    let options = LayoutOptions { effort, ..LayoutOptions::default() };
    if words.iter().any(|w| w == "edgar") {
        return edgars(seeds, &options);
    }
    // `rooms=1000`: levels of Carcere Exire of that size.
    let rooms: Option<i64> = words.iter().find_map(|w| w.strip_prefix("rooms=")?.parse().ok());
    let parts =
        [("rooms", 50), ("chests", 15), ("enemies", 20), ("corridors", 10), ("cells", 25), ("bosses", 5)];
    let set: Vec<(&str, i64)> =
        rooms.map_or(Vec::new(), |rooms| parts.iter().map(|(n, of_50)| (*n, of_50 * rooms / 50)).collect());
    let names: Vec<&str> = Grammar::shipped_names()
        .filter(|n| !words.iter().any(|w| w == "only") || words.iter().any(|w| w == n))
        .collect();
    println!(
        "{:16} {:>15} {:>15} {:>6} {:>16} {:>6} {:>15} {:>4} {:>14}",
        "", "corridor/room", "box/room", "aspect", "longest", "<=40", "N/E/S/W %", "ids", "ms"
    );
    for name in names {
        let grammar = Grammar::shipped(name)?;
        let mut figures = Figures { same_ids: true, ..Figures::default() };
        for seed in from..from + seeds {
            let level = grammar.make_level(seed, &set)?;
            let start = Instant::now();
            let before = busy(start);
            let (plan, areas) = lay_out_places(&level, Seed::from(seed), &options);
            figures.times.push(busy(start) - before);
            let same = |(n, area): (usize, &Area)| {
                matches!(area, Area::Corridor(_)) || *area == Area::Room(n as u32)
            };
            figures.same_ids &= areas.iter().enumerate().all(same);
            measure(&plan, &mut figures);
        }
        let f = &mut figures;
        let doors: u64 = f.sides.iter().sum();
        let sides: Vec<String> =
            f.sides.iter().map(|s| format!("{:.0}", 100.0 * *s as f64 / doors as f64)).collect();
        println!(
            "{name:16} {:>6.2} ({:>5.2}) {:>8.2} ({:>5.2}) {:>6.2} {:>5.0},{:>4.0},{:>4.0} {:>5.0}% {:>15} {:>4} {:>6.1},{:>6.1}",
            mean(&f.corridor),
            at(&mut f.corridor, 100),
            mean(&f.bounds),
            at(&mut f.bounds, 100),
            mean(&f.aspect),
            at(&mut f.longest, 50),
            at(&mut f.longest, 95),
            at(&mut f.longest, 100),
            100.0 * f.short as f64 / f.all.max(1) as f64,
            sides.join("/"),
            f.same_ids,
            at(&mut f.times, 50),
            at(&mut f.times, 95)
        );
    }
    Ok(())
}
