//! A plan as constraints between coordinates, along one axis.
//!
//! The variables are the sides of rooms and the columns of vertical runs of corridors;
//! horizontal stretches are redrawn between them. Every pair of neighbours in a row, or in rows next to
//! each other, keeps its order and its wall: constraints of the form b >= a + c, all of which the
//! present plan satisfies. So a plan can be squeezed, and it can be parted where little crosses the cut.

use mapkiln_core::{Direction, Point, Rect};

use super::objects::{Objects, Placed, Task};
use super::system::{Coord, System};

const NONE: u32 = u32::MAX;

/// What stands in a row: from one coordinate to another.
#[derive(Clone, Copy)]
struct Item {
    left: i32,
    right: i32,
    from: Coord,
    to: Coord,
    area: u32,
}

/// Cells of the same area side by side in a row, with the runs that pass through them.
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    pub(super) y: i32,
    pub(super) area: u32,
    pub(super) from: Coord,
    pub(super) to: Coord,
}

/// A vertical run: its column, and its rows.
pub(super) struct Run {
    pub(super) area: u32,
    pub(super) column: u32,
    pub(super) top: i32,
    pub(super) bottom: i32,
}

/// A plan as variables along x, with the constraints between them.
pub(super) struct Model<'a> {
    pub(super) task: &'a Task,
    /// The plan, moved to the origin.
    pub(super) all: Objects,
    pub(super) system: System,
    /// The west and east side of every room.
    pub(super) sides: Vec<[Coord; 2]>,
    /// The column of every door.
    pub(super) gate_column: Vec<Vec<Coord>>,
    pub(super) runs: Vec<Run>,
    pub(super) stretches: Vec<Stretch>,
    /// If rooms are stiff, doors in walls that rooms share east and west of each other: their edges, and
    /// their cells as seen from the western and from the eastern room.
    pub(super) shared: Vec<(usize, Stretch)>,
}

impl<'a> Model<'a> {
    /// Reads a plan. `turned` says that it was turned over its diagonal, `stiff` that no room may shrink.
    pub(super) fn new(task: &'a Task, objects: &Objects, turned: bool, stiff: bool) -> Option<Self> {
        let bounds = objects.bounds()?;
        let mut all = objects.clone();
        all.shift(Point::new(1 - bounds.x, 1 - bounds.y));
        let height = bounds.height as usize + 2;
        let mut system = System::default();
        let mut rows: Vec<Vec<Item>> = vec![Vec::new(); height];

        // Rooms: rigid, or shrinking to the width that was wished for.
        let mut sides: Vec<[Coord; 2]> = vec![[(NONE, 0); 2]; task.nodes.len()];
        for (n, room) in all.rooms.iter().enumerate() {
            let Some(room) = room else { continue };
            let rect = room.rect;
            let left = system.variable(rect.x);
            let width = |o: &super::objects::BoxOption| {
                let (w, h) = if turned { (o.height, o.width) } else { (o.width, o.height) };
                (h == rect.height && o.form.is_none()).then_some(w)
            };
            let options = &task.nodes[n].options;
            let wanted = options.iter().filter_map(width).min().unwrap_or(rect.width);
            let wanted = if options.iter().any(|o| o.form.is_none()) { wanted } else { wanted.min(3) };
            let rigid = stiff
                || room.form.is_some()
                || rect.width <= wanted
                || options.iter().filter_map(width).any(|w| w == rect.width);
            let right = if rigid { (left, rect.width - 1) } else { (system.variable(rect.right() - 1), 0) };
            if !rigid {
                system.keep((left, 0), right, wanted - 1);
            }
            sides[n] = [(left, 0), right];
            match room.form {
                None => {
                    for y in rect.y..rect.bottom() {
                        let item = Item {
                            left: rect.x,
                            right: rect.right() - 1,
                            from: (left, 0),
                            to: right,
                            area: n as u32,
                        };
                        rows[y as usize].push(item);
                    }
                }
                Some(form) => {
                    // Row by row, as far as the shape reaches.
                    let form = &task.forms[form as usize];
                    let mut reach: Vec<Option<[i32; 2]>> = vec![None; rect.height as usize];
                    for p in &form.cells {
                        let p = if turned { Point::new(p.y, p.x) } else { *p };
                        let row = &mut reach[p.y as usize];
                        let [low, high] = row.unwrap_or([p.x, p.x]);
                        *row = Some([low.min(p.x), high.max(p.x)]);
                    }
                    for (y, row) in reach.into_iter().enumerate() {
                        let Some([low, high]) = row else { continue };
                        rows[rect.y as usize + y].push(Item {
                            left: rect.x + low,
                            right: rect.x + high,
                            from: (left, low),
                            to: (left, high),
                            area: n as u32,
                        });
                    }
                }
            }
        }

        // Doors by their cells, to know where runs and stretches end.
        let edges = task.edges.len();
        let areas = task.nodes.len() + edges;
        let mut cells: Vec<Vec<Point>> = vec![Vec::new(); areas];
        for (n, net) in all.nets.iter().enumerate() {
            cells[n].clone_from(net);
        }
        for (e, route) in all.routes.iter().enumerate() {
            let Some(route) = route else { continue };
            cells[task.nodes.len() + e].clone_from(&route.cells);
        }
        // Doors of each area, as the cell of the area beside it and the way to the door.
        let mut gates: Vec<Vec<(Point, Direction, usize, usize)>> = vec![Vec::new(); areas];
        for (e, route) in all.routes.iter().enumerate() {
            let Some(route) = route else { continue };
            for (g, gate) in route.gates.iter().enumerate() {
                gates[gate.areas[0] as usize].push((gate.at.step(gate.facing.opposite()), gate.facing, e, g));
                gates[gate.areas[1] as usize].push((gate.at.step(gate.facing), gate.facing.opposite(), e, g));
            }
        }
        let is_room = |area: u32| (area as usize) < task.nodes.len() && all.rooms[area as usize].is_some();
        // By gate: the coordinate of its column.
        let mut gate_column: Vec<Vec<Coord>> =
            all.routes.iter().map(|r| vec![(NONE, 0); r.as_ref().map_or(0, |r| r.gates.len())]).collect();

        // Doors in east and west walls go with their rooms; those between two rooms tie them together, unless
        // a corridor may take their place.
        let mut shared: Vec<(usize, Stretch)> = Vec::new();
        for (e, route) in all.routes.iter().enumerate() {
            let Some(route) = route else { continue };
            for (g, gate) in route.gates.iter().enumerate() {
                let upright = matches!(gate.facing, Direction::North | Direction::South);
                let [first, second] = gate.areas;
                if upright {
                    if is_room(first) && is_room(second) {
                        gate_column[e][g] = (system.variable(gate.at.x), 0);
                    }
                    continue;
                }
                let (west, east) =
                    if gate.facing == Direction::East { (first, second) } else { (second, first) };
                // A form's wall may stand back from its box.
                let wall = |area: u32, right: bool| -> Coord {
                    let [left, end] = sides[area as usize];
                    let room = all.rooms[area as usize].map(|r| r.rect).unwrap_or_default();
                    if right {
                        (end.0, end.1 + gate.at.x - (room.right() - 1))
                    } else {
                        (left.0, gate.at.x - room.x)
                    }
                };
                if is_room(west) {
                    gate_column[e][g] = wall(west, true);
                } else if is_room(east) {
                    gate_column[e][g] = wall(east, false);
                } else {
                    gate_column[e][g] = (system.variable(gate.at.x), 0);
                }
                if is_room(west) && is_room(east) {
                    let (a, b) = (wall(west, true), wall(east, false));
                    if stiff {
                        system.keep(a, b, 0);
                        let area = task.area_of_edge(e);
                        shared.push((e, Stretch { y: gate.at.y, area, from: a, to: b }));
                    } else {
                        system.tie(a, b, 0);
                    }
                }
            }
        }

        // Vertical runs and horizontal stretches of every corridor.
        let mut runs: Vec<Run> = Vec::new();
        let mut stretches: Vec<Stretch> = Vec::new();
        for area in 0..areas {
            if cells[area].is_empty() {
                continue;
            }
            let list = &mut cells[area];
            list.sort_unstable_by_key(|p| (p.x, p.y));
            list.dedup();
            // Which cells have a door above or below?
            let mut doors = gates[area].clone();
            doors.sort_unstable_by_key(|(p, d, ..)| (p.x, p.y, *d));
            let door_beside = |p: Point, way: Direction| {
                let key = (p.x, p.y, way);
                doors
                    .binary_search_by_key(&key, |(q, d, ..)| (q.x, q.y, *d))
                    .ok()
                    .map(|i| (doors[i].2, doors[i].3))
            };
            let first_run = runs.len();
            let mut i = 0;
            while i < list.len() {
                let start = i;
                while i + 1 < list.len() && list[i + 1].x == list[i].x && list[i + 1].y == list[i].y + 1 {
                    i += 1;
                }
                let (top, bottom) = (list[start], list[i]);
                i += 1;
                let above = door_beside(top, Direction::North);
                let below = door_beside(bottom, Direction::South);
                if top == bottom && above.is_none() && below.is_none() {
                    continue;
                }
                let column = system.variable(top.x);
                for (e, g) in above.into_iter().chain(below) {
                    match gate_column[e][g] {
                        (NONE, _) => gate_column[e][g] = (column, 0),
                        other => system.tie(other, (column, 0), 0),
                    }
                }
                runs.push(Run { area: area as u32, column, top: top.y, bottom: bottom.y });
            }
            let mine = first_run..runs.len();
            list.sort_unstable_by_key(|p| (p.y, p.x));
            let run_at = |system: &System, p: Point| {
                mine.clone().find(|&r| {
                    let run = &runs[r];
                    system.now[run.column as usize] == p.x && run.top <= p.y && p.y <= run.bottom
                })
            };
            let mut i = 0;
            while i < list.len() {
                let start = i;
                while i + 1 < list.len() && list[i + 1].y == list[i].y && list[i + 1].x == list[i].x + 1 {
                    i += 1;
                }
                let (first, last) = (list[start], list[i]);
                i += 1;
                let passing: Vec<Coord> = (first.x..=last.x)
                    .filter_map(|x| run_at(&system, Point::new(x, first.y)))
                    .map(|r| (runs[r].column, 0))
                    .collect();
                let end = |system: &mut System, p: Point, way: Direction| -> Option<Coord> {
                    let (e, g) = door_beside(p, way)?;
                    let column = gate_column[e][g];
                    let by = if way == Direction::West { 1 } else { -1 };
                    let _ = system;
                    (column.0 != NONE).then_some((column.0, column.1 + by))
                };
                let west = end(&mut system, first, Direction::West);
                let east = end(&mut system, last, Direction::East);
                let run_first = run_at(&system, first).map(|r| (runs[r].column, 0));
                let run_last = run_at(&system, last).map(|r| (runs[r].column, 0));
                let from = west.or(run_first).unwrap_or_else(|| match (east, run_last) {
                    (Some((v, c)), _) | (None, Some((v, c))) => (v, c - (last.x - first.x)),
                    _ => (system.variable(first.x), 0),
                });
                let to = east.or(run_last).unwrap_or((from.0, from.1 + last.x - first.x));
                if west.is_some()
                    && let Some(run) = run_first
                {
                    system.keep(from, run, 0);
                }
                if east.is_some()
                    && let Some(run) = run_last
                {
                    system.keep(run, to, 0);
                }
                let mut before = from;
                for &run in &passing {
                    system.keep(before, run, 0);
                    before = run;
                }
                system.keep(before, to, 0);
                stretches.push(Stretch { y: first.y, area: area as u32, from, to });
                rows[first.y as usize].push(Item {
                    left: first.x,
                    right: last.x,
                    from,
                    to,
                    area: area as u32,
                });
            }
        }

        // Doors in north and south walls stay within them.
        for (e, route) in all.routes.iter().enumerate() {
            let Some(route) = route else { continue };
            for (g, gate) in route.gates.iter().enumerate() {
                if !matches!(gate.facing, Direction::North | Direction::South) {
                    continue;
                }
                let column = gate_column[e][g];
                if column.0 == NONE {
                    return None;
                }
                for area in gate.areas.into_iter().filter(|&a| is_room(a)) {
                    let [left, right] = sides[area as usize];
                    let room = all.rooms[area as usize]?;
                    if room.form.is_some() {
                        system.tie(left, column, gate.at.x - room.rect.x);
                    } else {
                        system.keep(left, column, 0);
                        system.keep(column, right, 0);
                    }
                }
            }
        }

        // Several doors in the same wall keep their order.
        let mut beside: Vec<([u32; 2], i32, i32, Coord)> = Vec::new();
        for (e, route) in all.routes.iter().enumerate() {
            for (g, gate) in route.iter().flat_map(|r| r.gates.iter().enumerate()) {
                let [a, b] = gate.areas;
                if is_room(a) && is_room(b) && matches!(gate.facing, Direction::North | Direction::South) {
                    beside.push(([a.min(b), a.max(b)], gate.at.y, gate.at.x, gate_column[e][g]));
                }
            }
        }
        beside.sort_unstable();
        for pair in beside.windows(2) {
            let [(areas, y, x, column), (other_areas, other_y, other_x, other)] = [pair[0], pair[1]];
            if (areas, y) == (other_areas, other_y) {
                system.keep(column, other, (other_x - x).min(2));
            }
        }

        // Order and walls: each item after those before it in its own row and the rows beside it.
        for row in &mut rows {
            row.sort_unstable_by_key(|item| item.left);
        }
        for y in 0..height {
            for other in [y.wrapping_sub(1), y, y + 1] {
                let Some(line) = rows.get(other) else { continue };
                let mut place = 0;
                for item in &rows[y] {
                    while place < line.len() && line[place].right < item.left {
                        place += 1;
                    }
                    let Some(before) = place.checked_sub(1).map(|p| line[p]) else { continue };
                    let space = if before.area == item.area { (item.left - before.right).min(2) } else { 2 };
                    if before.area == item.area
                        && (item.area as usize) < task.nodes.len()
                        && is_room(item.area)
                    {
                        continue;
                    }
                    system.keep(before.to, item.from, space);
                }
            }
        }
        Some(Model { task, all, system, sides, gate_column, runs, stretches, shared })
    }

    /// The plan squeezed as far as its constraints allow.
    pub(super) fn squeezed(&mut self) -> Option<Objects> {
        let values = self.system.solve()?;
        Some(self.redraw(&values))
    }

    /// The plan with new values of all variables.
    fn redraw(&self, values: &[i32]) -> Objects {
        let Model { task, all, sides, gate_column, runs, stretches, .. } = self;
        let value = |(var, plus): Coord| values[var as usize] + plus;
        let mut new = Objects {
            rooms: vec![None; task.nodes.len()],
            nets: vec![Vec::new(); task.nodes.len()],
            routes: all.routes.clone(),
        };
        for (n, room) in all.rooms.iter().enumerate() {
            let Some(room) = room else { continue };
            let [left, right] = sides[n].map(value);
            let rect = Rect::new(left, room.rect.y, right - left + 1, room.rect.height);
            new.rooms[n] = Some(Placed { rect, form: room.form });
        }
        let mut drawn: Vec<Vec<Point>> = vec![Vec::new(); task.nodes.len() + task.edges.len()];
        for run in runs {
            let x = value((run.column, 0));
            drawn[run.area as usize].extend((run.top..=run.bottom).map(|y| Point::new(x, y)));
        }
        for stretch in stretches {
            let (left, right) = (value(stretch.from), value(stretch.to));
            drawn[stretch.area as usize].extend((left..=right).map(|x| Point::new(x, stretch.y)));
        }
        for (area, mut cells) in drawn.into_iter().enumerate() {
            cells.sort_unstable_by_key(|p| (p.y, p.x));
            cells.dedup();
            match area.checked_sub(task.nodes.len()) {
                None => new.nets[area] = cells,
                Some(edge) => {
                    if let Some(route) = &mut new.routes[edge] {
                        route.cells = cells;
                    }
                }
            }
        }
        for (e, route) in new.routes.iter_mut().enumerate() {
            let Some(route) = route else { continue };
            for (g, gate) in route.gates.iter_mut().enumerate() {
                gate.at.x = value(gate_column[e][g]);
            }
        }
        new
    }
}
