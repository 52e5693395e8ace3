//! Nothing that stands in a room blocks the way between its exits.

use std::collections::BTreeMap;

use mapkiln_core::{Grid, Point};
use mapkiln_maps::plan::{Area, Stairs};

use super::seen;
use super::view::{LevelView, PlanView, blocks, sides, stands};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(view) = seen(case, look) else { return };
    for level in &view.levels {
        let exits = exits(view, level);
        look.saw(exits.values().map(Vec::len).sum());
        if !level.has_obstacles {
            continue;
        }
        let mut seen = Grid::new(level.level.width, level.level.height, false);
        for (area, exits) in exits {
            check_area(level, area, &exits, &mut seen, look);
        }
    }
}

/// The cells of each place where one comes in or goes out.
fn exits(view: &PlanView<'_>, level: &LevelView<'_>) -> BTreeMap<Area, Vec<Point>> {
    let mut exits: BTreeMap<Area, Vec<Point>> = BTreeMap::new();
    for door in &level.level.doors {
        for (area, p) in door.joins.into_iter().zip(sides(door)) {
            if level.area(p) == Some(area) {
                exits.entry(area).or_default().push(p);
            }
        }
    }
    let arrivals = view.levels.iter().flat_map(|l| &l.level.stairs);
    let arrivals = arrivals.filter(|s| s.to_level == Some(level.number)).filter_map(|s| s.to);
    let stairs = level.level.stairs.iter().map(|s: &Stairs| s.at);
    for p in stairs.chain(arrivals).chain(level.level.entrances.iter().map(|e| e.at)) {
        if let Some(area) = level.area(p) {
            exits.entry(area).or_default().push(p);
        }
    }
    exits
}

fn check_area(level: &LevelView<'_>, area: Area, exits: &[Point], seen: &mut Grid<bool>, look: &mut Look) {
    let language = look.language;
    let name = || level.name(area, language);
    let place = |p: Point| {
        let place = Place::cell(level.number, p);
        match area {
            Area::Room(id) => place.in_room(id),
            Area::Corridor(id) => place.in_corridor(id),
        }
    };
    let mut free = Vec::new();
    for &p in exits {
        if level.blocked.get(p) == Some(&true) {
            let (name, what) = (name(), what_stands(level, p, look));
            look.error(
                place(p),
                say!(
                    language,
                    "the {what} at {p} blocks an exit of {name}",
                    "{what} em {p} bloqueia uma saída: {name}"
                ),
            )
            .repair(say!(language, "move it off {p}", "retire de {p}"));
        } else {
            free.push(p);
        }
    }
    let Some(&first) = free.first() else { return };
    let reached = flood(level, area, first, seen, None);
    let lost: Vec<Point> = free.iter().copied().filter(|p| !seen[*p]).collect();
    reached.into_iter().for_each(|p| seen[p] = false);
    if let Some(&p) = lost.first() {
        let name = name();
        look.error(
            place(p),
            say!(
                language,
                "what stands in {name} cuts the exit at {p} off from the one at {first}",
                "o que está em {name} separa a saída em {p} da que fica em {first}"
            ),
        );
        if let Some((what, at)) = culprit(level, area, first, p, seen, look) {
            look.repair(say!(language, "move the {what} at {at}", "mova o que está em {at} ({what})"));
        }
    }
}

/// The free cells of a place that are reached from one of them, with one obstacle taken away.
fn flood(
    level: &LevelView<'_>,
    area: Area,
    from: Point,
    seen: &mut Grid<bool>,
    without: Option<&[Point]>,
) -> Vec<Point> {
    let free = |p: Point| {
        level.area(p) == Some(area) && (!level.blocked[p] || without.is_some_and(|cells| cells.contains(&p)))
    };
    let mut reached = vec![from];
    seen[from] = true;
    let mut next = 0;
    while let Some(&p) = reached.get(next) {
        next += 1;
        for q in p.beside() {
            if free(q) && !seen[q] {
                seen[q] = true;
                reached.push(q);
            }
        }
    }
    reached
}

/// One obstacle whose removal joins two cells, if a single one does.
fn culprit(
    level: &LevelView<'_>,
    area: Area,
    from: Point,
    to: Point,
    seen: &mut Grid<bool>,
    look: &Look,
) -> Option<(String, Point)> {
    /// Each try floods the room once.
    const MOST_TRIES: usize = 100;
    let things = level.level.things.iter().filter(|t| stands(t) && level.area(t.at) == Some(area));
    let things = things.map(|t| (t.at, t.footprint().cells().collect::<Vec<Point>>()));
    let features = level.level.features.iter().filter(|f| blocks(f.kind));
    let features = features.flat_map(|f| &f.cells).filter(|p| level.area(**p) == Some(area));
    let features = features.map(|p| (*p, vec![*p]));
    for (at, cells) in things.chain(features).take(MOST_TRIES) {
        let reached = flood(level, area, from, seen, Some(&cells));
        let joined = seen[to];
        reached.into_iter().for_each(|p| seen[p] = false);
        if joined {
            return Some((what_stands(level, at, look), at));
        }
    }
    None
}

/// What blocks a cell.
fn what_stands(level: &LevelView<'_>, p: Point, look: &Look) -> String {
    let thing = level.level.things.iter().find(|t| stands(t) && t.footprint().contains(p));
    let thing = thing.map(|t| t.kind.name(look.language));
    let feature = || {
        let feature = level.level.features.iter().find(|f| blocks(f.kind) && f.cells.contains(&p));
        feature.map_or("", |f| look.language.labels().feature(f.kind))
    };
    thing.unwrap_or_else(feature).to_owned()
}
