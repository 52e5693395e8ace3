//! Where a level is wished to be: a footprint, and rooms whose place is given.

use mapkiln_core::{Grid, Point};
use mapkiln_maps::graph::LevelGraph;
use mapkiln_maps::plan::{Area, Plan};
use serde::{Deserialize, Serialize};

use super::LayoutOptions;
use super::dig::MARGIN;
use crate::error::Error;

/// A room whose place is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FixedRoom {
    /// A kind of node, or a word that nodes mean: `Vault`, `start`, `exit`.
    pub room: String,
    /// Which of them, in the order of the graph. Default 1, the first.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub number: u32,
    /// The column of its westernmost cell: in the footprint, or relative to the other fixed rooms if there is none.
    pub x: i32,
    /// The row of its northernmost cell.
    pub y: i32,
}

fn first() -> u32 {
    1
}

fn is_first(number: &u32) -> bool {
    *number == 1
}

/// The largest footprint, in cells to a side.
const MOST_CELLS: i32 = 2000;

/// Reads a footprint: `WIDTHxHEIGHT`, or drawn as text.
pub(super) fn footprint(text: &str) -> Result<Grid<bool>, Error> {
    let wrong = |why: String| Error::Footprint { why };
    let sides: Vec<&str> = text.trim().split('x').collect();
    if let [width, height] = sides.as_slice()
        && let (Ok(width), Ok(height)) = (width.trim().parse::<i32>(), height.trim().parse::<i32>())
    {
        if !(1..=MOST_CELLS).contains(&width) || !(1..=MOST_CELLS).contains(&height) {
            return Err(wrong(format!(
                "`{}` is out of range; each side is 1 to {MOST_CELLS} cells",
                text.trim()
            )));
        }
        return Ok(Grid::new(width, height, true));
    }
    let lines: Vec<&str> = text.lines().collect();
    let wide = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    if wide > MOST_CELLS as usize || lines.len() > MOST_CELLS as usize {
        return Err(wrong(format!("it is larger than {MOST_CELLS} cells to a side")));
    }
    let mut grid = Grid::new(wide.max(1) as i32, lines.len().max(1) as i32, false);
    for (y, line) in lines.iter().enumerate() {
        for (x, sign) in line.chars().enumerate() {
            match sign {
                '.' => grid[Point::new(x as i32, y as i32)] = true,
                '#' | ' ' => {}
                other => {
                    return Err(wrong(format!(
                        "it has `{other}`; write WIDTHxHEIGHT such as 60x40, or draw it with `.` for cells that may be used and `#` for rock"
                    )));
                }
            }
        }
    }
    if !grid.iter().any(|(_, on)| *on) {
        return Err(wrong("it has no cell that may be used; draw these as `.`".to_owned()));
    }
    Ok(grid)
}

/// The node that a fixed room is.
pub(super) fn node_of(level: &LevelGraph, fixed: &FixedRoom) -> Option<usize> {
    let named = |n: &usize| level.nodes[*n].kind == fixed.room || level.nodes[*n].is(&fixed.room);
    (0..level.nodes.len())
        .filter(named)
        .filter(|&n| !super::task::is_passage(level, n))
        .nth(fixed.number.checked_sub(1)? as usize)
}

impl LayoutOptions {
    /// Checks that a level has the rooms whose place is given.
    pub(crate) fn check_rooms(&self, level: &LevelGraph) -> Result<(), Error> {
        for fixed in &self.fixed {
            if node_of(level, fixed).is_none() {
                let mut kinds: Vec<&str> = level.nodes.iter().map(|n| n.kind.as_str()).collect();
                kinds.sort_unstable();
                kinds.dedup();
                return Err(Error::NoRoom {
                    room: fixed.room.clone(),
                    number: fixed.number,
                    known: crate::grammar::listed(kinds.into_iter()),
                });
            }
        }
        Ok(())
    }

    /// Checks that a plan keeps the footprint and the fixed rooms, looking at the plan alone.
    pub fn check_plan(&self, level: &LevelGraph, plan: &Plan, areas: &[Area]) -> Result<(), Error> {
        if let Some(text) = &self.footprint {
            let ground = footprint(text)?;
            let margin = Point::new(MARGIN, MARGIN);
            let rooms = plan.rooms().flat_map(|r| r.outline.cells());
            let corridors =
                plan.levels.iter().flat_map(|l| &l.corridors).flat_map(|c| c.cells.iter().copied());
            let outside = rooms.chain(corridors).filter(|&p| ground.get(p - margin) != Some(&true)).count();
            if outside > 0 {
                let cells = ground.iter().filter(|(_, on)| **on).count();
                let rooms: usize = plan.rooms().map(|r| r.outline.cells().len()).sum();
                return Err(if rooms > cells * plan.levels.len().max(1) {
                    Error::TooSmallFootprint { cells, rooms }
                } else {
                    Error::OutsideFootprint { outside, cells, rooms }
                });
            }
        }
        let mut shift: Option<Point> = self.footprint.as_ref().map(|_| Point::new(MARGIN, MARGIN));
        for fixed in &self.fixed {
            let place = node_of(level, fixed).and_then(|n| match areas.get(n) {
                Some(Area::Room(id)) => plan.room(*id).map(|r| r.outline.bounds()),
                _ => None,
            });
            let Some(rect) = place else { continue };
            let is = Point::new(rect.x, rect.y) - Point::new(fixed.x, fixed.y);
            if *shift.get_or_insert(is) != is {
                let by = is - shift.unwrap_or(is);
                return Err(Error::OutOfPlace { room: fixed.room.clone(), x: by.x, y: by.y });
            }
        }
        Ok(())
    }
}
