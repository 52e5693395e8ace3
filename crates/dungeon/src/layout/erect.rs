//! From themed layouts to the levels of a plan: turned, moved, joined by stairs, numbered.

use std::collections::BTreeMap;

use mapkiln_core::{Point, Rect, Seed, StableSort};
use mapkiln_maps::plan::{
    Area, Corridor, Door, DoorKind, DoorPlace, Entrance, Feature, Genes as StoredGenes, Level, Obstacle,
    Outline, Room, RoomId, RoomTag, Stairs, Thing, Vertical,
};

use super::assemble::NextIds;
use super::doorways::along;
use super::draft::{Built, Gate, How, Mouth, SpaceId, Way};
use super::features::blocks;
use super::figures::beside;
use super::metrics::steps;
use super::secrets::{narrowed, secret_ways};
use super::themed::{Body, Decoder, KeptCells, ThemedLayout, holds};
use super::turn::Frame;

/// Cells between the floor and the edge of the grid.
const MARGIN: i32 = 3;

/// Themed layouts that become one plan, from the entrance on.
pub(crate) struct Site<'d> {
    pub(crate) decoder: &'d dyn Decoder,
    pub(crate) layouts: Vec<ThemedLayout>,
    /// By layout: its turn and place, if they may not change.
    pub(crate) frames: Option<Vec<Frame>>,
    /// Rooms that stay, with their numbers and the index of their layout.
    pub(crate) kept: Vec<(RoomId, usize, KeptCells)>,
    /// Columns and rows of the grid, if they were asked for.
    pub(crate) grid: Option<[i32; 2]>,
    /// Secret ways per level.
    pub(crate) secrets: usize,
}

/// The levels of a plan.
#[derive(Default)]
pub(crate) struct Erected {
    pub(crate) levels: Vec<Level>,
    pub(crate) entrances: Vec<RoomId>,
    pub(crate) goal: RoomId,
    /// Did the decoder build the goal's room for that purpose?
    pub(crate) goal_is_built: bool,
    pub(crate) genes: Vec<StoredGenes>,
}

/// A level under construction: the areas of its spaces.
struct Story<'l> {
    body: &'l Body,
    frame: Frame,
    /// By space: the number of its room or corridor.
    areas: Vec<Area>,
}

impl Site<'_> {
    /// Builds all levels.
    pub(crate) fn erect(&self, seed: &Seed) -> Option<Erected> {
        let bodies: Vec<&Body> = self.layouts.iter().map(|l| l.body.as_deref()).collect::<Option<_>>()?;
        let mut frames = match &self.frames {
            Some(frames) => frames.clone(),
            None => self.frames(&bodies, seed),
        };
        let [width, height] = self.settle(&bodies, &mut frames);
        let mut next = NextIds::default();
        let (mut levels, mut stories) = (Vec::new(), Vec::new());
        for (i, (&body, &frame)) in bodies.iter().zip(&frames).enumerate() {
            let areas = self.number(body, i, &mut next);
            let story = Story { body, frame, areas };
            self.build(&story, [width, height], &mut next, &mut levels, i == 0);
            stories.push(story);
        }
        for above in 0..stories.len().saturating_sub(1) {
            self.join(&stories[above], &stories[above + 1], above, &mut levels);
        }
        let first = stories.first()?;
        let entrances = first.body.gates.iter().filter_map(|g| first.room(g.space)).collect();
        let last = stories.last()?;
        let goal = last.room(last.body.woven.boss)?;
        let mut level = 0;
        let mut genes = Vec::new();
        for (layout, (body, frame)) in self.layouts.iter().zip(bodies.iter().zip(&frames)) {
            genes.push(StoredGenes {
                decoder: self.decoder.id().to_owned(),
                level,
                levels: body.draft.levels.len(),
                turn: frame.turn,
                origin: frame.origin,
                drawn: layout.drawn.stored(),
                blocks: layout.genes.stored(),
            });
            level += body.draft.levels.len();
        }
        let goal_is_built = last.body.draft.boss.is_some();
        Some(Erected { levels, entrances, goal, goal_is_built, genes })
    }

    /// Turns each layout, and puts each below the one before so that stairs stand on one cell.
    fn frames(&self, bodies: &[&Body], seed: &Seed) -> Vec<Frame> {
        let first = self.decoder.turns().draw(&mut seed.stream("turn", 0));
        let mut frames = vec![Frame { turn: first, origin: Point::new(0, 0) }];
        for (i, pair) in bodies.windows(2).enumerate() {
            let above = frames[i];
            let top = middle_of(pair[0], self.decoder.descent(pair[0]));
            let bottom = middle_of(pair[1], pair[1].gates[0].space);
            let turn = self.decoder.turn_below(above.turn, &mut seed.stream("turn", 1 + i as u64));
            let loose = Frame { turn, origin: Point::new(0, 0) };
            frames.push(Frame { turn, origin: above.point(top) - loose.point(bottom) });
        }
        frames
    }

    /// Moves all levels into one grid, and returns its size.
    fn settle(&self, bodies: &[&Body], frames: &mut [Frame]) -> [i32; 2] {
        let mut around: Option<Rect> = None;
        for (body, frame) in bodies.iter().zip(frames.iter()) {
            for level in 0..body.draft.levels.len() {
                let r = frame.rect(body.draft.ground(level).bounds());
                around = Some(around.map_or(r, |a| {
                    let (x, y) = (a.x.min(r.x), a.y.min(r.y));
                    Rect::new(x, y, a.right().max(r.right()) - x, a.bottom().max(r.bottom()) - y)
                }));
            }
        }
        let around = around.unwrap_or_default();
        let needed = [around.width + 2 * MARGIN, around.height + 2 * MARGIN];
        let size = match (self.grid, &self.frames) {
            (Some([x, y]), _) => [x.max(around.right()), y.max(around.bottom())],
            _ => needed,
        };
        if self.frames.is_none() {
            let [x, y] = self.grid.unwrap_or(needed);
            let corner = Point::new((x - around.width) / 2, (y - around.height) / 2);
            let shift = corner - Point::new(around.x, around.y);
            frames.iter_mut().for_each(|f| f.origin = f.origin + shift);
            return [x.max(around.width + 2), y.max(around.height + 2)];
        }
        size
    }

    /// Numbers the rooms by the distance from the entrance, level by level, and the corridors.
    fn number(&self, body: &Body, layout: usize, next: &mut NextIds) -> Vec<Area> {
        let draft = &body.draft;
        let kept: BTreeMap<SpaceId, RoomId> = self
            .kept
            .iter()
            .filter(|(_, l, _)| *l == layout)
            .filter_map(|(id, _, cells)| Some((holds(draft, cells)?, *id)))
            .collect();
        let beside = beside(draft, &body.woven.chosen);
        let ways = steps(&beside, body.gates[0].space.into());
        let mut areas = vec![Area::Corridor(0); draft.spaces.len()];
        for level in 0..draft.levels.len() {
            let mut order: Vec<usize> = (0..draft.spaces.len())
                .filter(|&s| draft.spaces[s].room && usize::from(draft.spaces[s].level) == level)
                .collect();
            order.stable_sort_by_key(|&s| (ways[s], s));
            let count = order.len() as u32;
            let mut free = (next.room..).filter(|id| !kept.values().any(|k| k == id));
            for space in order {
                let id = kept.get(&(space as SpaceId)).copied().or_else(|| free.next()).unwrap_or(0);
                areas[space] = Area::Room(id);
            }
            next.room += count;
        }
        areas
    }

    /// Builds the levels of one layout.
    fn build(
        &self,
        story: &Story<'_>,
        [width, height]: [i32; 2],
        next: &mut NextIds,
        levels: &mut Vec<Level>,
        outside: bool,
    ) {
        let (body, frame) = (story.body, story.frame);
        let draft = &body.draft;
        let first = levels.len();
        let mut areas = story.areas.clone();
        // The floors of a tower are one place.
        let secret = secret_ways(body, self.secrets);
        for l in 0..draft.levels.len() {
            let mut level = Level { width, height, ..Level::default() };
            let mut floor: Vec<Vec<Point>> = vec![Vec::new(); draft.spaces.len()];
            for (p, space) in draft.levels[l].floor() {
                floor[usize::from(space)].push(frame.point(p));
            }
            for (way, _) in draft.ways.iter().zip(&body.woven.chosen).filter(|(w, c)| **c && on(draft, w, l))
            {
                if let How::Breach { cells, .. } = &way.how {
                    floor[usize::from(way.a)].extend(cells.iter().map(|&p| frame.point(p)));
                }
            }
            let corridor = |level: &mut Level, cells: Vec<Point>, secret: bool| -> Area {
                let id = next.corridor + level.corridors.len() as u32;
                let (joins, forks, traps) = Default::default();
                level.corridors.push(Corridor { id, cells, width: 1, joins, forks, traps, secret });
                Area::Corridor(id)
            };
            for (space, cells) in floor.iter_mut().enumerate() {
                if cells.is_empty() {
                    continue;
                }
                cells.sort_unstable_by_key(|p| (p.y, p.x));
                match areas[space] {
                    Area::Room(id) => {
                        let fallback = || Outline::Rect(Rect::new(cells[0].x, cells[0].y, 1, 1));
                        let outline = Outline::around(cells).unwrap_or_else(fallback);
                        let mut room = Room::new(id, outline);
                        room.shape = draft.spaces[space].shape;
                        if !draft.spaces[space].tag.is_empty() {
                            room.tags.push(RoomTag::from(draft.spaces[space].tag));
                        }
                        level.rooms.push(room);
                    }
                    Area::Corridor(_) => areas[space] = corridor(&mut level, cells.clone(), false),
                }
            }
            level.rooms.stable_sort_by_key(|r| r.id);
            let door = |level: &mut Level, place: DoorPlace, kind: DoorKind, joins: [Area; 2]| {
                level.doors.push(Door::new(0, place, kind, joins));
            };
            for (i, way) in draft.ways.iter().enumerate().filter(|(_, w)| on(draft, w, l)) {
                let joins = [areas[usize::from(way.a)], areas[usize::from(way.b)]];
                let hidden = secret.iter().find(|s| s.0 == i);
                if !body.woven.chosen[i] && hidden.is_none() {
                    continue;
                }
                let kind = if hidden.is_some() { DoorKind::Secret } else { DoorKind::Door };
                let place = body.placed[i].or(hidden.and_then(|h| h.1));
                let at = |p: Point, facing| DoorPlace::Cell {
                    at: frame.point(p),
                    facing: frame.direction(facing),
                };
                match (&way.how, place) {
                    (How::Door(_), Some(place)) => door(&mut level, at(place.at, place.facing), kind, joins),
                    (How::Throat(_, thick), Some(place)) => {
                        let v = place.facing.vector();
                        let cells: Vec<Point> = (1..*thick).map(|n| place.at + v * n).collect();
                        let last = cells[cells.len() - 1];
                        let throat =
                            corridor(&mut level, cells.iter().map(|&p| frame.point(p)).collect(), false);
                        door(&mut level, at(place.at, place.facing), kind, [joins[0], throat]);
                        let mouth = Mouth { at: last, facing: place.facing, width: 1 };
                        door(&mut level, border(frame, mouth), DoorKind::Arch, [throat, joins[1]]);
                    }
                    (How::Mouth(mouth) | How::Breach { mouth, .. }, _) => {
                        door(&mut level, border(frame, *mouth), DoorKind::Arch, joins);
                    }
                    (How::Passage { cells, ends }, _) => {
                        let hide = hidden.is_some();
                        // The first and the last cell of a secret passage are its doors.
                        let doorway = |m: &Mouth| m.at.step(m.facing);
                        // A hidden passage is no wider than it must be.
                        let dug =
                            if hide { narrowed(cells, ends.map(|m| doorway(&m))) } else { cells.clone() };
                        let inner = dug.iter().filter(|p| !(hide && ends.iter().any(|m| doorway(m) == **p)));
                        let mut inner: Vec<Point> = inner.map(|&p| frame.point(p)).collect();
                        inner.sort_unstable_by_key(|p| (p.y, p.x));
                        let passage = corridor(&mut level, inner, hide);
                        for (mouth, side) in ends.iter().zip(joins) {
                            let (place, kind) = if hide {
                                (at(doorway(mouth), mouth.facing), DoorKind::Secret)
                            } else {
                                (border(frame, *mouth), DoorKind::Arch)
                            };
                            door(&mut level, place, kind, [side, passage]);
                        }
                    }
                    _ => {}
                }
            }
            level.doors.stable_sort_by_key(|d| (d.place.at().y, d.place.at().x, d.place.facing()));
            for (i, door) in level.doors.iter_mut().enumerate() {
                door.id = next.door + i as u32;
            }
            finish_corridors(&mut level);
            next.corridor += level.corridors.len() as u32;
            next.door += level.doors.len() as u32;
            if outside && l == 0 {
                let entrance = |g: &Gate| Entrance {
                    at: frame.point(g.at),
                    facing: frame.direction(g.facing),
                    area: areas[usize::from(g.space)],
                };
                level.entrances = body.gates.iter().map(entrance).collect();
            }
            levels.push(level);
        }
        for (way, _) in draft.ways.iter().zip(&body.woven.chosen).filter(|(_, c)| **c) {
            if let How::Stairs(p) = way.how {
                let ends = [way.a, way.b].map(|s| usize::from(draft.spaces[usize::from(s)].level));
                let rises = draft.heights.get(ends[1]) > draft.heights.get(ends[0]);
                put_stairs(levels, [first + ends[0], first + ends[1]], frame.point(p), rises);
            }
        }
        for built in draft.built.iter().chain(&self.decoder.dress(body)) {
            match built {
                Built::Feature(l, kind, cells) => {
                    let cells: Vec<Point> = cells.iter().map(|&p| frame.point(p)).collect();
                    levels[first + usize::from(*l)].features.push(Feature { kind: *kind, cells });
                }
                Built::Thing(l, kind, p, facing) => {
                    let thing = Thing::new(*kind, frame.point(*p), frame.direction(*facing));
                    let level = &mut levels[first + usize::from(*l)];
                    // Doors of any width and secret ones are known only now: nothing stands in their way.
                    let in_the_way = thing.kind.obstacle() != Obstacle::Nothing
                        && (level.doors.iter().any(|d| d.place.passage().contains(&thing.at))
                            || level.entrances.iter().any(|e| e.at == thing.at));
                    if !in_the_way {
                        level.things.push(thing);
                    }
                }
            }
        }
    }

    /// Joins two levels by stairs: from the descent to the arrival, and a second pair elsewhere.
    fn join(&self, above: &Story<'_>, below: &Story<'_>, level: usize, levels: &mut [Level]) {
        let down = self.decoder.descent(above.body);
        let arrival = below.body.gates[0].space;
        let mut taken: Vec<Point> = Vec::new();
        let mut used: Vec<RoomId> = Vec::new();
        for flight in 0..2 {
            let mut best: Option<((u32, u32), Point, [RoomId; 2])> = None;
            for room in &levels[level].rooms {
                for p in room.outline.cells() {
                    let Some(under) = levels[level + 1].rooms.iter().find(|r| r.outline.contains(p)) else {
                        continue;
                    };
                    let pair = [room.id, under.id];
                    let wanted = above.room(down) == Some(room.id) && below.room(arrival) == Some(under.id);
                    let used_up = pair.iter().any(|r| used.contains(r));
                    let last = below.room(below.body.woven.boss) == Some(under.id);
                    if (flight == 0) != wanted && flight == 1 || used_up || (flight == 1 && last) {
                        continue;
                    }
                    if !stands_free(&levels[level], p) || !stands_free(&levels[level + 1], p) {
                        continue;
                    }
                    let far = taken.iter().map(|q| q.manhattan(p)).min().unwrap_or(0);
                    let rank = (u32::from(wanted && flight == 0), far);
                    if best.as_ref().is_none_or(|b| rank > b.0) {
                        best = Some((rank, p, pair));
                    }
                }
            }
            let Some((_, p, pair)) = best else { break };
            put_stairs(levels, [level, level + 1], p, false);
            taken.push(p);
            used.extend(pair);
        }
        if taken.is_empty() {
            // Nothing lies below anything: two cells that do not match are better than no way.
            let cell = |story: &Story<'_>, space: SpaceId| story.frame.point(middle_of(story.body, space));
            let (top, bottom) = (cell(above, down), cell(below, arrival));
            let stairs = |at, way, to_level, to| Stairs {
                at,
                facing: mapkiln_core::Direction::North,
                way,
                to_level: Some(to_level),
                to: Some(to),
            };
            levels[level].stairs.push(stairs(top, Vertical::Down, level + 1, bottom));
            levels[level + 1].stairs.push(stairs(bottom, Vertical::Up, level, top));
        }
    }
}

impl Story<'_> {
    fn room(&self, space: SpaceId) -> Option<RoomId> {
        match self.areas.get(usize::from(space)) {
            Some(Area::Room(id)) => Some(*id),
            _ => None,
        }
    }
}

fn on(draft: &super::draft::Draft, way: &Way, level: usize) -> bool {
    usize::from(draft.spaces[usize::from(way.a)].level) == level && !matches!(way.how, How::Stairs(_))
}

/// A mouth as a place in a level: its first cell is the westernmost or northernmost.
fn border(frame: Frame, mouth: Mouth) -> DoorPlace {
    let last = mouth.at + along(&mouth) * (i32::from(mouth.width) - 1);
    let ends = [frame.point(mouth.at), frame.point(last)];
    let at = Point::new(ends[0].x.min(ends[1].x), ends[0].y.min(ends[1].y));
    DoorPlace::Edge { at, facing: frame.direction(mouth.facing), width: mouth.width.into() }
}

/// Which rooms each corridor joins, and where it forks.
fn finish_corridors(level: &mut Level) {
    for corridor in &mut level.corridors {
        let here = Area::Corridor(corridor.id);
        let doors: Vec<&Door> = level.doors.iter().filter(|d| d.joins.contains(&here)).collect();
        let room = |a: Area| if let Area::Room(id) = a { Some(id) } else { None };
        corridor.joins = doors.iter().flat_map(|d| d.joins).filter_map(room).collect();
        corridor.joins.sort_unstable();
        corridor.joins.dedup();
        let ways_on = |p: &Point| {
            let doors = doors.iter().filter(|d| match d.place {
                DoorPlace::Cell { at, .. } => p.beside().contains(&at),
                DoorPlace::Edge { facing, .. } => d.place.cells().any(|q| q == *p || q.step(facing) == *p),
            });
            p.beside().iter().filter(|q| corridor.cells.contains(q)).count() + doors.count()
        };
        corridor.forks = corridor.cells.iter().filter(|p| ways_on(p) >= 3).copied().collect();
    }
}

/// The free cell of a space that is nearest to its middle.
fn middle_of(body: &Body, space: SpaceId) -> Point {
    let draft = &body.draft;
    let level = draft.spaces[usize::from(space)].level;
    let solid = |p: &Point| {
        draft.built.iter().any(|b| match b {
            Built::Feature(l, kind, cells) => *l == level && blocks(*kind) && cells.contains(p),
            Built::Thing(l, _, at, _) => *l == level && at == p,
        })
    };
    let before_door = |p: &Point| body.placed.iter().flatten().any(|d| d.at.beside().contains(p));
    let mut cells = draft.cells(space);
    let middle = draft.bounds(space).centre();
    cells.stable_sort_by_key(|p| (solid(p), before_door(p), p.manhattan(middle), *p));
    cells.first().copied().unwrap_or(middle)
}

/// May stairs stand here?
fn stands_free(level: &Level, p: Point) -> bool {
    level.doors.iter().all(|d| d.place.cells().all(|q| q.chebyshev(p) > 1) && !d.place.passage().contains(&p))
        && level.stairs.iter().all(|s| s.at != p)
        && level.entrances.iter().all(|e| e.at != p)
        && level.features.iter().all(|f| !f.cells.contains(&p))
        && level.things.iter().all(|t| !t.footprint().contains(p))
}

fn put_stairs(levels: &mut [Level], [from, to]: [usize; 2], at: Point, rises: bool) {
    let (away, back) = if rises { (Vertical::Up, Vertical::Down) } else { (Vertical::Down, Vertical::Up) };
    for (here, there, way) in [(from, to, away), (to, from, back)] {
        let facing = mapkiln_core::Direction::North;
        levels[here].stairs.push(Stairs { at, facing, way, to_level: Some(there), to: Some(at) });
    }
}
