//! Rooms: moved, resized, added, removed.

use mapkiln_core::{Point, Rect, StableSort};
use mapkiln_maps::plan::{Area, Level, Outline, Plan, Room, RoomId, RoomShape};

use crate::error::Error;
use crate::ground::Ground;
use crate::ways::{Link, fill, join, level_of, renumber, unlink};

/// The longest side of a room, in cells.
const LONGEST: i32 = 60;

pub(crate) fn shift(plan: &mut Plan, room: RoomId, to: Point) -> Result<(), Error> {
    let level = level_of(plan, room)?;
    let level = &mut plan.levels[level];
    let links = unlink(level, room);
    let Some(moved) = level.rooms.iter_mut().find(|r| r.id == room) else { return Ok(()) };
    let old = moved.outline.clone();
    let bounds = old.bounds();
    let by = Point::new(to.x.saturating_sub(bounds.x), to.y.saturating_sub(bounds.y));
    let width = bounds.width;
    if to.x.abs() > 100_000 || to.y.abs() > 100_000 || width > 100_000 {
        return Err(outside(room));
    }
    moved.outline = match &old {
        Outline::Rect(r) => Outline::Rect(Rect::new(r.x + by.x, r.y + by.y, r.width, r.height)),
        Outline::Polygon(corners) => Outline::Polygon(corners.iter().map(|c| *c + by).collect()),
        Outline::Holed(lines) => {
            Outline::Holed(lines.iter().map(|line| line.iter().map(|c| *c + by).collect()).collect())
        }
    };
    for trap in &mut moved.contents.traps {
        trap.at = trap.at.map(|p| p + by);
    }
    for parcel in &mut moved.contents.parcels {
        parcel.at = parcel.at.map(|p| p + by);
    }
    for at in moved.contents.monsters.iter_mut().flat_map(|m| &mut m.at) {
        *at = *at + by;
    }
    let inside = |p: Point| old.contains(p);
    let here = Area::Room(room);
    for feature in &mut level.features {
        for p in feature.cells.iter_mut().filter(|p| inside(**p)) {
            *p = *p + by;
        }
    }
    for thing in level.things.iter_mut().filter(|t| inside(t.at)) {
        thing.at = thing.at + by;
    }
    for stairs in level.stairs.iter_mut().filter(|s| inside(s.at)) {
        stairs.at = stairs.at + by;
    }
    for entrance in level.entrances.iter_mut().filter(|e| e.area == here) {
        entrance.at = entrance.at + by;
    }
    settle(level, room, links)?;
    renumber(plan);
    Ok(())
}

pub(crate) fn resize(plan: &mut Plan, room: RoomId, to: Rect) -> Result<(), Error> {
    let level = level_of(plan, room)?;
    let level = &mut plan.levels[level];
    check_size(room, to)?;
    let links = unlink(level, room);
    let Some(sized) = level.rooms.iter_mut().find(|r| r.id == room) else { return Ok(()) };
    let old = sized.outline.clone();
    sized.outline = shaped(to, sized.shape);
    let new = sized.outline.clone();
    for trap in &mut sized.contents.traps {
        trap.at = trap.at.filter(|p| new.contains(*p));
    }
    for parcel in &mut sized.contents.parcels {
        parcel.at = parcel.at.filter(|p| new.contains(*p));
    }
    for monsters in &mut sized.contents.monsters {
        if monsters.at.iter().any(|p| !new.contains(*p)) {
            monsters.at.clear();
        }
    }
    let stays = |p: &Point| !old.contains(*p) || new.contains(*p);
    for feature in &mut level.features {
        feature.cells.retain(stays);
    }
    level.features.retain(|f| !f.cells.is_empty());
    level.things.retain(|t| !old.contains(t.at) || t.footprint().cells().all(|p| new.contains(p)));
    let nearest = |p: Point| new.cells().into_iter().min_by_key(|q| (q.manhattan(p), *q)).unwrap_or(p);
    for stairs in level.stairs.iter_mut().filter(|s| old.contains(s.at)) {
        stairs.at = nearest(stairs.at);
    }
    for entrance in level.entrances.iter_mut().filter(|e| e.area == Area::Room(room)) {
        // The last floor cell on the way out.
        let mut at = nearest(entrance.at);
        while new.contains(at.step(entrance.facing.opposite())) {
            at = at.step(entrance.facing.opposite());
        }
        entrance.at = at;
    }
    settle(level, room, links)?;
    renumber(plan);
    Ok(())
}

pub(crate) fn add(plan: &mut Plan, level: usize, at: Rect, shape: RoomShape) -> Result<(), Error> {
    let levels = plan.levels.len();
    let id = plan.rooms().map(|r| r.id).max().map_or(0, |n| n + 1);
    check_size(id, at)?;
    let place = plan.levels.get_mut(level).ok_or_else(|| Error::missing("level", level as u32, levels))?;
    let mut room = Room::new(id, shaped(at, shape));
    room.shape = shape;
    let middle = at.centre();
    let mut near: Vec<RoomId> = place.rooms.iter().map(|r| r.id).collect();
    near.stable_sort_by_key(|r| {
        let other = place.rooms.iter().find(|o| o.id == *r);
        (other.map_or(u32::MAX, |o| o.outline.bounds().centre().manhattan(middle)), *r)
    });
    place.rooms.push(room);
    settle(place, id, Vec::new())?;
    // A room without a way is worse than a long way, but a blank sheet has nobody to join.
    for to in near.into_iter().take(4) {
        if join(place, id, &Link::new(to)).is_ok() {
            break;
        }
    }
    renumber(plan);
    Ok(())
}

pub(crate) fn remove(plan: &mut Plan, room: RoomId) -> Result<(), Error> {
    let number = level_of(plan, room)?;
    if plan.rooms().count() < 2 {
        return Err(Error::Value("this is the last room; a dungeon needs one".to_owned()));
    }
    let links = unlink(&mut plan.levels[number], room);
    let level = &mut plan.levels[number];
    let floor = level.rooms.iter().find(|r| r.id == room).map(|r| r.outline.clone());
    level.rooms.retain(|r| r.id != room);
    level.entrances.retain(|e| e.area != Area::Room(room));
    if let Some(floor) = floor {
        for feature in &mut level.features {
            feature.cells.retain(|p| !floor.contains(*p));
        }
        level.features.retain(|f| !f.cells.is_empty());
        level.things.retain(|t| !floor.contains(t.at));
        level.stairs.retain(|s| !floor.contains(s.at));
    }
    // A key is not lost with its room: it lies next door.
    let heir = links.first().map(|l| l.to).or_else(|| plan.rooms().map(|r| r.id).next());
    for key in plan.keys.iter_mut().filter(|k| k.room == room) {
        key.room = heir.unwrap_or(0);
    }
    renumber(plan);
    Ok(())
}

/// Checks a room's new place, moves corridors out of its way and digs its ways again.
fn settle(level: &mut Level, room: RoomId, links: Vec<Link>) -> Result<(), Error> {
    let Some(outline) = level.rooms.iter().find(|r| r.id == room).map(|r| r.outline.clone()) else {
        return Ok(());
    };
    let bounds = outline.bounds();
    if !Rect::new(1, 1, level.width - 2, level.height - 2).contains_rect(bounds) {
        return Err(outside(room));
    }
    let cells = outline.cells();
    let ground = Ground::of(&Level { rooms: others(level, room), ..level.clone() });
    for p in &cells {
        for near in p.around().into_iter().chain([*p]) {
            if let Some(Area::Room(other)) = ground.area(near) {
                let what = if near == *p { "lies there" } else { "is too close: a wall needs a cell" };
                let reason = format!("room {} {what}", other + 1);
                return Err(Error::NoPlace { room: room + 1, reason });
            }
        }
    }
    let in_way = |p: &Point| outline.contains(*p) || p.beside().iter().any(|q| outline.contains(*q));
    let blocked: Vec<u32> =
        level.corridors.iter().filter(|c| c.cells.iter().any(in_way)).map(|c| c.id).collect();
    let mut ways: Vec<(RoomId, Link)> = links.into_iter().map(|l| (room, l)).collect();
    for id in blocked {
        ways.extend(fill(level, id));
    }
    let in_doorway = |p: Point| outline.contains(p);
    level.doors.retain(|d| !in_doorway(d.place.at()));
    ways.retain(|(a, l)| *a != l.to);
    for (from, link) in ways {
        join(level, from, &link)?;
    }
    Ok(())
}

fn others(level: &Level, room: RoomId) -> Vec<Room> {
    level.rooms.iter().filter(|r| r.id != room).cloned().collect()
}

fn outside(room: RoomId) -> Error {
    Error::NoPlace { room: room + 1, reason: "it would leave the sheet".to_owned() }
}

fn check_size(room: RoomId, to: Rect) -> Result<(), Error> {
    if !(2..=LONGEST).contains(&to.width) || !(2..=LONGEST).contains(&to.height) {
        let reason =
            format!("a room is from 2 to {LONGEST} cells wide and long, not {}x{}", to.width, to.height);
        return Err(Error::NoPlace { room: room + 1, reason });
    }
    Ok(())
}

/// A shape that fills a rectangle; caves and small rooms are rectangles.
fn shaped(rect: Rect, shape: RoomShape) -> Outline {
    let (w, h) = (rect.width, rect.height);
    let corner = |p: Point| {
        let (x, y) = (p.x - rect.x, p.y - rect.y);
        (x.min(w - 1 - x), y.min(h - 1 - y), x, y)
    };
    let cells: Vec<Point> = match shape {
        RoomShape::Octagon if w.min(h) >= 5 => {
            let cut = w.min(h) / 4;
            rect.cells()
                .filter(|p| {
                    let (x, y, ..) = corner(*p);
                    x + y >= cut
                })
                .collect()
        }
        RoomShape::Circle if w.min(h) >= 4 => rect
            .cells()
            .filter(|p| {
                // Twice the distances from the middle, so that all numbers are whole.
                let (dx, dy) = (i64::from(2 * (p.x - rect.x) + 1 - w), i64::from(2 * (p.y - rect.y) + 1 - h));
                let (w, h) = (i64::from(w), i64::from(h));
                dx * dx * h * h + dy * dy * w * w < w * w * h * h
            })
            .collect(),
        RoomShape::Cross if w.min(h) >= 5 => {
            let (cx, cy) = (w / 3, h / 3);
            rect.cells()
                .filter(|p| {
                    let (x, y, ..) = corner(*p);
                    x >= cx || y >= cy
                })
                .collect()
        }
        RoomShape::L if w.min(h) >= 4 => rect
            .cells()
            .filter(|p| {
                let (_, _, x, y) = corner(*p);
                x < w / 2 || y >= h / 2
            })
            .collect(),
        _ => Vec::new(),
    };
    Outline::around(&cells).unwrap_or(Outline::Rect(rect))
}
