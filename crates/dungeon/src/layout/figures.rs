//! What is measured of a woven draft.

use mapkiln_core::Point;

use super::draft::{Draft, How, SpaceId};
use super::metrics::steps;

/// Columns and rows of an A4 sheet at one inch per cell.
const SHEET: (i32, i32) = (7, 10);

/// The figures of the floor alone, whatever joins it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct FloorFigures {
    /// Cells of floor as a share of the rectangle around them, over all levels.
    pub(crate) density: f64,
    /// Cells of floor, and of the rectangles around it, without passages.
    cells: [f64; 2],
    /// Sheets of A4 that it prints on.
    pub(crate) sheets: u32,
    /// Standard deviation of the rooms' areas as a share of their mean.
    pub(crate) area_spread: f64,
}

/// The figures of the graph of rooms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct GraphFigures {
    pub(crate) rooms: usize,
    /// Independent cycles.
    pub(crate) loops: i32,
    /// Share of the rooms with one exit.
    pub(crate) dead_ends: f64,
    /// Mean number of exits per room.
    pub(crate) branching: f64,
    /// Steps of the longest of all shortest ways between two rooms.
    pub(crate) longest_way: i32,
    /// Steps from the nearest entrance to the goal.
    pub(crate) boss_steps: i32,
}

impl FloorFigures {
    /// Measures a draft.
    pub(crate) fn of(draft: &Draft) -> Self {
        let (mut floor, mut area) = (0, 0);
        for canvas in &draft.levels {
            floor += canvas.floor().count();
            area += canvas.bounds().area();
        }
        let areas: Vec<f64> = draft.spaces.iter().filter(|s| s.room).map(|s| f64::from(s.area)).collect();
        let count = areas.len().max(1) as f64;
        let mean = areas.iter().sum::<f64>() / count;
        let variance = areas.iter().map(|a| (a - mean) * (a - mean)).sum::<f64>() / count;
        FloorFigures {
            density: floor as f64 / area.max(1) as f64,
            cells: [floor as f64, area.max(1) as f64],
            sheets: 0,
            area_spread: if mean > 0.0 { libm::sqrt(variance) / mean } else { 0.0 },
        }
    }
}

impl FloorFigures {
    /// The figures with the passages that were chosen.
    pub(crate) fn with_passages(self, draft: &Draft, chosen: &[bool]) -> Self {
        let dug = draft.ways.iter().zip(chosen).filter(|(_, c)| **c).map(|(way, _)| match &way.how {
            How::Passage { cells, .. } | How::Breach { cells, .. } => cells.len(),
            How::Throat(_, thick) => *thick as usize - 1,
            _ => 0,
        });
        let [floor, area] = self.cells;
        let density = (floor + dug.sum::<usize>() as f64) / area;
        let sheets = (0..draft.levels.len()).map(|level| sheets(&dug_out(draft, chosen, level))).sum();
        FloorFigures { density, sheets, ..self }
    }
}

/// The floor of a level with the passages that were chosen.
fn dug_out(draft: &Draft, chosen: &[bool], level: usize) -> Vec<Point> {
    let mut floor: Vec<Point> = draft.levels[level].floor().map(|c| c.0).collect();
    for (way, _) in draft.ways.iter().zip(chosen).filter(|(_, c)| **c) {
        if let How::Passage { cells, .. } = &way.how
            && usize::from(draft.spaces[usize::from(way.a)].level) == level
        {
            floor.extend(cells);
        }
    }
    floor
}

/// The fewest sheets that some floor prints on, wherever the first cut is and however the paper lies.
fn sheets(floor: &[Point]) -> u32 {
    let left = floor.iter().map(|p| p.x).min().unwrap_or(0);
    let top = floor.iter().map(|p| p.y).min().unwrap_or(0);
    let mut fewest = u32::MAX;
    for (width, height) in [SHEET, (SHEET.1, SHEET.0)] {
        for y in 0..height {
            for x in 0..width {
                let mut used = [0u32; TILES];
                for p in floor {
                    let (column, row) = ((p.x - left + x) / width, (p.y - top + y) / height);
                    used[(row as usize).min(TILES - 1)] |= 1 << column.min(31);
                }
                fewest = fewest.min(used.iter().map(|row| row.count_ones()).sum());
                if fewest <= FEW {
                    return fewest;
                }
            }
        }
    }
    fewest
}

/// So few sheets are good enough; fewer are not looked for.
const FEW: u32 = 12;
/// The most rows of sheets.
const TILES: usize = 24;

/// The rooms beside each space, as bits; a corridor makes all its rooms neighbours.
pub(crate) fn beside(draft: &Draft, chosen: &[bool]) -> Vec<u64> {
    let mut touches = vec![0u64; draft.spaces.len()];
    for (way, _) in draft.ways.iter().zip(chosen).filter(|(_, c)| **c) {
        touches[usize::from(way.a)] |= 1 << way.b;
        touches[usize::from(way.b)] |= 1 << way.a;
    }
    let corridors: u64 = bits(draft.spaces.iter().map(|s| !s.room));
    let mut beside = touches.clone();
    for corridor in (0..draft.spaces.len()).filter(|&c| corridors >> c & 1 == 1) {
        // Corridors that meet are one.
        let mut all = 1u64 << corridor;
        let mut reach = touches[corridor];
        loop {
            let more = reach & corridors & !all;
            if more == 0 {
                break;
            }
            all |= more;
            let mut rest = more;
            while rest != 0 {
                reach |= touches[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
        }
        let mut rest = touches[corridor] & !corridors;
        while rest != 0 {
            beside[rest.trailing_zeros() as usize] |= reach & !corridors;
            rest &= rest - 1;
        }
    }
    for (space, bits) in beside.iter_mut().enumerate() {
        *bits &= !corridors & !(1 << space);
        if corridors >> space & 1 == 1 {
            *bits = 0;
        }
    }
    beside
}

fn bits(flags: impl Iterator<Item = bool>) -> u64 {
    flags.enumerate().fold(0, |bits, (i, flag)| bits | u64::from(flag) << i)
}

/// Exits of each space.
pub(crate) fn exits(draft: &Draft, chosen: &[bool]) -> Vec<u32> {
    let mut exits = vec![0; draft.spaces.len()];
    for (way, _) in draft.ways.iter().zip(chosen).filter(|(_, c)| **c) {
        exits[usize::from(way.a)] += 1;
        exits[usize::from(way.b)] += 1;
    }
    exits
}

impl GraphFigures {
    /// Measures the graph of a draft with these ways, entrances and goal. `None` if it does not
    /// hang together.
    pub(crate) fn of(draft: &Draft, chosen: &[bool], entrances: &[SpaceId], boss: SpaceId) -> Option<Self> {
        let exits = exits(draft, chosen);
        let beside = beside(draft, chosen);
        let rooms: Vec<usize> = (0..draft.spaces.len()).filter(|&s| draft.spaces[s].room).collect();
        let count = rooms.len();
        let mut longest = 0;
        for &room in &rooms {
            let ways = steps(&beside, room);
            let far = rooms.iter().map(|&r| ways[r]).max().unwrap_or(0);
            if far == u8::MAX {
                return None;
            }
            longest = longest.max(far);
        }
        if exits.contains(&0) && draft.spaces.len() > 1 {
            return None;
        }
        let from_boss = steps(&beside, usize::from(boss));
        let near = entrances.iter().map(|&e| from_boss[usize::from(e)]).min().unwrap_or(0);
        let ways = chosen.iter().filter(|c| **c).count() as i32;
        Some(GraphFigures {
            rooms: count,
            loops: ways - draft.spaces.len() as i32 + 1,
            dead_ends: rooms.iter().filter(|&&r| exits[r] == 1).count() as f64 / count.max(1) as f64,
            branching: rooms.iter().map(|&r| exits[r]).sum::<u32>() as f64 / count.max(1) as f64,
            longest_way: longest.into(),
            boss_steps: near.into(),
        })
    }
}
