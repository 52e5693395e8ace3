//! Every room and corridor can be reached from an entrance, by steps over cells.

use mapkiln_core::{Direction, Grid, Point};
use mapkiln_maps::plan::{Area, RoomTag};

use super::seen;
use super::view::PlanView;
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(view) = seen(case, look) else { return };
    let language = look.language;
    let starts = starts(view);
    if starts.is_empty() {
        return;
    }
    let reached = flood(view, &starts);
    for (level, reached) in view.levels.iter().zip(&reached) {
        let rooms = level.level.rooms.iter().zip(&level.rooms);
        let rooms = rooms.map(|(room, cells)| (Area::Room(room.id), cells.as_slice()));
        let corridors = level.level.corridors.iter();
        let corridors = corridors.map(|c| (Area::Corridor(c.id), c.cells.as_slice()));
        for (area, cells) in rooms.chain(corridors) {
            look.saw(1);
            let lost = cells.iter().find(|p| !reached[**p]);
            let Some(&at) = lost else { continue };
            let name = level.name(area, language);
            let mut place = Place::cell(level.number, at);
            match area {
                Area::Room(id) => place.room = Some(id),
                Area::Corridor(id) => place.corridor = Some(id),
            }
            let whole = !cells.iter().any(|p| reached[*p]);
            let sentence = if whole {
                say!(
                    language,
                    "{name} cannot be reached, with all doors open and all secrets found",
                    "{name}: não há como chegar, mesmo com todas as portas abertas e todos os segredos achados"
                )
            } else {
                say!(
                    language,
                    "the cell {at} of {name} cannot be reached",
                    "não há como chegar à célula {at} ({name})"
                )
            };
            look.error(place, sentence).repair(say!(
                language,
                "join it to a place that can be reached by a door",
                "ligue-a por uma porta a um lugar que se alcança"
            ));
        }
    }
}

/// Where one comes in: the entrances; the rooms where a level starts; else the first room.
fn starts(view: &PlanView<'_>) -> Vec<(usize, Point)> {
    let entrances = view.levels.iter().flat_map(|l| l.level.entrances.iter().map(|e| (l.number, e.at)));
    let mut starts: Vec<(usize, Point)> =
        entrances.filter(|(level, at)| view.area_at(*level, *at).is_some()).collect();
    let room = |(level, index): (usize, usize)| view.levels[level].rooms[index].first().map(|p| (level, *p));
    let rooms = || view.levels.iter().flat_map(|l| (0..l.rooms.len()).map(|i| (l.number, i)));
    if starts.is_empty() {
        let tagged = |(level, index): &(usize, usize)| {
            let room = &view.levels[*level].level.rooms[*index];
            room.has_tag(RoomTag::Entrance) || room.has_tag(RoomTag::Start)
        };
        starts.extend(rooms().filter(tagged).filter_map(room));
    }
    if starts.is_empty() {
        starts.extend(rooms().find_map(room));
    }
    starts
}

/// All cells that are reached through doors of every kind and over stairs.
fn flood(view: &PlanView<'_>, starts: &[(usize, Point)]) -> Vec<Grid<bool>> {
    let mut reached: Vec<Grid<bool>> = view.levels.iter().map(|l| l.areas.map(|_| false)).collect();
    let stairs: Vec<std::collections::BTreeMap<Point, (usize, Point)>> = view
        .levels
        .iter()
        .map(|l| l.level.stairs.iter().filter_map(|s| Some((s.at, (s.to_level?, s.to?)))).collect())
        .collect();
    let mut stack: Vec<(usize, Point)> = Vec::new();
    let go = |reached: &mut Vec<Grid<bool>>, stack: &mut Vec<(usize, Point)>, level: usize, p: Point| {
        if let Some(cell) = reached.get_mut(level).and_then(|grid| grid.get_mut(p))
            && !std::mem::replace(cell, true)
        {
            stack.push((level, p));
        }
    };
    for &(level, p) in starts {
        go(&mut reached, &mut stack, level, p);
    }
    while let Some((number, p)) = stack.pop() {
        let level = &view.levels[number];
        let here = level.area(p);
        for direction in Direction::ALL {
            let q = p.step(direction);
            let there = level.area(q);
            let open = match (here, there) {
                (Some(a), Some(b)) => a == b || level.edges.contains_key(&(p, direction)),
                // Into a doorway or out of it, straight through.
                (Some(_), None) => through(level.doors.get(&q), direction),
                (None, Some(_)) => through(level.doors.get(&p), direction),
                (None, None) => false,
            };
            if open {
                go(&mut reached, &mut stack, number, q);
            }
        }
        if let Some(&(to_level, to)) = stairs[number].get(&p)
            && view.area_at(to_level, to).is_some()
        {
            go(&mut reached, &mut stack, to_level, to);
        }
    }
    reached
}

/// Does a door in a cell lead this way or back?
fn through(doors: Option<&Vec<&mapkiln_maps::plan::Door>>, direction: Direction) -> bool {
    doors.into_iter().flatten().any(|door| {
        let facing = door.place.facing();
        facing == direction || facing.opposite() == direction
    })
}
