//! A plan from bare cells, as the classic dungeon and its text form have them.

use mapkiln_core::{Direction, Grid, Point, Rect};

use super::{Area, Corridor, Door, DoorKind, DoorPlace, Level, Outline, Plan, Room};

impl Plan {
    /// A plan of one square level from the floors of rectangular rooms, the cells of corridors one
    /// cell wide and the cells of doors; connections follow from their positions. A door without
    /// floor on two opposite sides is left out.
    ///
    /// ```
    /// use mapkiln_core::{Point, Rect};
    /// use mapkiln_maps::plan::Plan;
    /// let rooms = [Rect::new(1, 1, 2, 2), Rect::new(4, 1, 2, 2)];
    /// let plan = Plan::from_cells(7, &rooms, &[], &[Point::new(3, 1)]);
    /// assert_eq!(plan.doors().count(), 1);
    /// ```
    pub fn from_cells(side: i32, rooms: &[Rect], corridor_cells: &[Point], doors: &[Point]) -> Plan {
        let mut areas: Grid<Option<Area>> = Grid::new(side, side, None);
        for (id, &room) in rooms.iter().enumerate() {
            areas.fill_rect(room, Some(Area::Room(id as u32)));
        }
        let mut corridors = corridors(side, corridor_cells);
        for corridor in &corridors {
            for &cell in &corridor.cells {
                areas[cell] = Some(Area::Corridor(corridor.id));
            }
        }
        let at = |p: Point| areas.get(p).copied().flatten();
        let mut placed = Vec::new();
        for &cell in doors {
            let sides = Direction::ALL
                .map(|facing| (at(cell.step(facing.opposite())), facing, at(cell.step(facing))));
            // Rooms come before corridors, and lower numbers first.
            let through = sides.into_iter().filter_map(|(from, facing, to)| Some((from?, facing, to?)));
            if let Some((from, facing, to)) = through.min() {
                let place = DoorPlace::Cell { at: cell, facing };
                placed.push(Door::new(placed.len() as u32, place, DoorKind::Door, [from, to]));
            }
        }
        for door in &placed {
            if let [Area::Room(room), Area::Corridor(corridor)] = door.joins {
                corridors[corridor as usize].joins.push(room);
            }
        }
        for corridor in &mut corridors {
            corridor.joins.sort_unstable();
            corridor.joins.dedup();
            corridor.forks = forks(&areas, corridor, doors);
        }
        let outlines = rooms.iter().enumerate().map(|(id, &r)| Room::new(id as u32, Outline::Rect(r)));
        let level = Level {
            width: side,
            height: side,
            rooms: outlines.collect(),
            corridors,
            doors: placed,
            ..Level::default()
        };
        Plan { levels: vec![level], ..Plan::default() }
    }
}

/// Corridors: the groups of connected cells, numbered by their first cell.
fn corridors(side: i32, cells: &[Point]) -> Vec<Corridor> {
    let mut open = Grid::new(side, side, false);
    for &p in cells {
        open[p] = true;
    }
    let mut corridors = Vec::new();
    for &first in cells {
        if !std::mem::take(&mut open[first]) {
            continue;
        }
        let mut group = vec![first];
        let mut next = 0;
        while next < group.len() {
            for p in group[next].beside() {
                if open.get(p) == Some(&true) {
                    open[p] = false;
                    group.push(p);
                }
            }
            next += 1;
        }
        group.sort_unstable_by_key(|p| (p.y, p.x));
        corridors.push(Corridor {
            id: corridors.len() as u32,
            cells: group,
            width: 1,
            joins: Vec::new(),
            forks: Vec::new(),
            traps: Vec::new(),
            secret: false,
        });
    }
    corridors
}

/// The cells of a corridor where three or more branches meet.
fn forks(areas: &Grid<Option<Area>>, corridor: &Corridor, doors: &[Point]) -> Vec<Point> {
    let here = Some(Area::Corridor(corridor.id));
    let goes_on = |p: &Point| areas.get(*p).copied().flatten() == here || doors.contains(p);
    let is_fork = |p: &&Point| p.beside().iter().filter(|p| goes_on(p)).count() >= 3;
    corridor.cells.iter().filter(is_fork).copied().collect()
}
