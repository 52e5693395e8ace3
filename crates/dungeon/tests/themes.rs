//! Themes are told apart by their bare floor, and no two seeds make the same place.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{make, quick};
use mapkiln_core::{Point, map_indexed};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_dungeon::codex::Theme;
use mapkiln_maps::plan::{Area, DoorKind, DoorPlace, Plan};

const SEEDS: usize = 25;
const NEIGHBOURS: usize = 5;

/// The bare floor of the largest level: no features, things, numbers or words.
fn bare_floor(plan: &Plan) -> BTreeSet<Point> {
    let floors = plan.levels.iter().map(|level| {
        let mut floor: BTreeSet<Point> = level.rooms.iter().flat_map(|r| r.outline.cells()).collect();
        floor.extend(level.corridors.iter().filter(|c| !c.secret).flat_map(|c| &c.cells));
        let doors = level.doors.iter().filter(|d| d.kind != DoorKind::Secret);
        floor.extend(doors.filter(|d| matches!(d.place, DoorPlace::Cell { .. })).map(|d| d.place.at()));
        floor
    });
    floors.max_by_key(BTreeSet::len).unwrap()
}

/// Figures of a floor: density, symmetry, widths, straight runs of wall, holes, proportions.
fn figures(floor: &BTreeSet<Point>) -> Vec<f64> {
    let (left, right) = (floor.iter().map(|p| p.x).min().unwrap(), floor.iter().map(|p| p.x).max().unwrap());
    let (top, bottom) = (floor.iter().map(|p| p.y).min().unwrap(), floor.iter().map(|p| p.y).max().unwrap());
    let (width, height) = (right - left + 1, bottom - top + 1);
    let count = floor.len() as f64;
    let mirrored = |turn: &dyn Fn(Point) -> Point| {
        floor.iter().filter(|p| floor.contains(&turn(**p))).count() as f64 / count
    };
    let east = mirrored(&|p| Point::new(left + right - p.x, p.y));
    let north = mirrored(&|p| Point::new(p.x, top + bottom - p.y));
    // The side of the largest square of floor whose corner each cell is.
    let mut square: BTreeMap<Point, i32> = BTreeMap::new();
    for &p in floor {
        let side =
            [(1, 0), (0, 1), (1, 1)].map(|(x, y)| square.get(&(p - Point::new(x, y))).copied().unwrap_or(0));
        square.insert(p, 1 + side.into_iter().min().unwrap());
    }
    // Set row by row, since points are ordered by x first: do it again until nothing changes.
    for _ in 0..2 {
        for &p in floor {
            let side = [(1, 0), (0, 1), (1, 1)]
                .map(|(x, y)| square.get(&(p - Point::new(x, y))).copied().unwrap_or(0));
            square.insert(p, 1 + side.into_iter().min().unwrap());
        }
    }
    let widest = |least: i32| square.values().filter(|s| **s >= least).count() as f64 / count;
    // Straight runs of wall, by length.
    let mut runs: Vec<usize> = Vec::new();
    for (out, along) in [((0, -1), (1, 0)), ((0, 1), (1, 0)), ((-1, 0), (0, 1)), ((1, 0), (0, 1))] {
        let (out, along) = (Point::new(out.0, out.1), Point::new(along.0, along.1));
        let rim = |p: Point| floor.contains(&p) && !floor.contains(&(p + out));
        for &p in floor.iter().filter(|p| rim(**p) && !rim(**p - along)) {
            runs.push((0..).take_while(|&n| rim(p + along * n)).count());
        }
    }
    let wall: usize = runs.iter().sum();
    let in_runs = |low: usize, high: usize| {
        runs.iter().filter(|r| (low..=high).contains(*r)).sum::<usize>() as f64 / wall as f64
    };
    // Rock that is enclosed.
    let mut rock: BTreeSet<Point> = (left - 1..=right + 1)
        .flat_map(|x| (top - 1..=bottom + 1).map(move |y| Point::new(x, y)))
        .filter(|p| !floor.contains(p))
        .collect();
    let (mut holes, mut enclosed) = (-1.0, 0);
    while let Some(first) = rock.pop_first() {
        holes += 1.0;
        let mut stack = vec![first];
        let mut size = 1;
        while let Some(p) = stack.pop() {
            let more: Vec<Point> = p.beside().into_iter().filter(|q| rock.remove(q)).collect();
            size += more.len();
            stack.extend(more);
        }
        if holes > 0.0 {
            enclosed += size;
        }
    }
    vec![
        count / f64::from(width * height),
        east.max(north),
        east.min(north),
        widest(2),
        widest(3),
        widest(4),
        widest(6),
        in_runs(1, 1),
        in_runs(2, 3),
        in_runs(4, 7),
        in_runs(8, 99),
        wall as f64 / count,
        holes * 100.0 / count,
        enclosed as f64 / count,
        f64::from(width.max(height)) / f64::from(width.min(height)),
    ]
}

#[test]
fn the_bare_floor_names_the_theme() {
    let themes = Theme::all();
    let samples: Vec<(usize, Vec<f64>)> = map_indexed(true, themes.len() * SEEDS, |i| {
        let theme = i / SEEDS;
        let spec = DungeonSpec {
            theme: Some(themes[theme].id.clone()),
            contents: quick().contents,
            ..DungeonSpec::default()
        };
        (theme, figures(&bare_floor(&make(&spec, (i % SEEDS) as u64 + 100).map)))
    });
    // Each figure in units of its spread.
    let scaled: Vec<Vec<f64>> = {
        let spread = |f: usize| {
            let mean = samples.iter().map(|s| s.1[f]).sum::<f64>() / samples.len() as f64;
            let square = samples.iter().map(|s| (s.1[f] - mean) * (s.1[f] - mean)).sum::<f64>();
            (square / samples.len() as f64).sqrt().max(1e-9)
        };
        let spreads: Vec<f64> = (0..samples[0].1.len()).map(spread).collect();
        samples.iter().map(|s| s.1.iter().zip(&spreads).map(|(v, s)| v / s).collect()).collect()
    };
    let mut named = vec![0; themes.len()];
    let mut taken: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (i, (theme, _)) in samples.iter().enumerate() {
        let apart = |j: usize| scaled[i].iter().zip(&scaled[j]).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        let mut order: Vec<usize> = (0..samples.len()).filter(|j| *j != i).collect();
        order.sort_by(|a, b| apart(*a).total_cmp(&apart(*b)));
        let mut votes = vec![0; themes.len()];
        order.iter().take(NEIGHBOURS).for_each(|j| votes[samples[*j].0] += 1);
        let winner = (0..themes.len()).rev().max_by_key(|t| votes[*t]).unwrap();
        named[*theme] += usize::from(winner == *theme);
        if winner != *theme {
            *taken.entry((&themes[*theme].id, &themes[winner].id)).or_default() += 1;
        }
    }
    let right: usize = named.iter().sum();
    println!("{right} of {}: {named:?}, taken for another: {taken:?}", samples.len());
    assert!(right * 100 >= 85 * samples.len(), "{right} of {}: {named:?} {taken:?}", samples.len());
}

/// The graph of rooms and corridors, refined by colours until nothing more can be told apart.
fn topology(plan: &Plan) -> Vec<u64> {
    let mut beside: BTreeMap<Area, Vec<Area>> = BTreeMap::new();
    let mut join = |[a, b]: [Area; 2]| {
        beside.entry(a).or_default().push(b);
        beside.entry(b).or_default().push(a);
    };
    plan.doors().filter(|d| d.kind != DoorKind::Secret).for_each(|d| join(d.joins));
    let room_at = |level: usize, p: Point| plan.levels[level].rooms.iter().find(|r| r.outline.contains(p));
    for (l, level) in plan.levels.iter().enumerate() {
        for stairs in level.stairs.iter().filter(|s| s.to_level > Some(l)) {
            let ends = [room_at(l, stairs.at), room_at(stairs.to_level.unwrap(), stairs.to.unwrap())];
            join(ends.map(|r| Area::Room(r.unwrap().id)));
        }
    }
    let mut colour: BTreeMap<Area, u64> =
        beside.keys().map(|a| (*a, u64::from(matches!(a, Area::Room(_))))).collect();
    for _ in 0..beside.len() {
        let mix = |hash: u64, value: u64| (hash ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        colour = beside
            .iter()
            .map(|(a, near)| {
                let mut around: Vec<u64> = near.iter().map(|b| colour[b]).collect();
                around.sort_unstable();
                (*a, around.into_iter().fold(mix(17, colour[a]), mix))
            })
            .collect();
    }
    let mut all: Vec<u64> = colour.into_values().collect();
    all.sort_unstable();
    all
}

#[test]
fn no_two_seeds_make_the_same_place() {
    use mapkiln_dungeon::classic::Size;
    for (size, least) in [(Size::Small, 60), (Size::Medium, 99), (Size::Large, 99)] {
        let count = 120;
        let spec = DungeonSpec { size, contents: quick().contents, ..DungeonSpec::default() };
        let all: BTreeSet<Vec<u64>> =
            map_indexed(true, count, |seed| topology(&make(&spec, seed as u64).map)).into_iter().collect();
        println!("{size}: {} of {count}", all.len());
        assert!(all.len() * 100 >= least * count, "{size}: {} of {count}", all.len());
    }
}
