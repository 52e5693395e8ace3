//! What must hold of every plan and the form of its JSON cannot express.

use super::{Area, DoorKind, DoorPlace, Level, Outline, Plan};
use crate::Language;
use mapkiln_core::{Limit, Point, Rect};

/// A side longer than this is a mistake in the file, not a map.
const LONGEST_SIDE: i32 = 100_000;

/// What work on a plan costs; a floor made from it needs memory for all cells.
pub(super) fn amounts(plan: &Plan) -> Vec<(Limit, u64)> {
    let side = |length: i32| u64::from(length.max(0).unsigned_abs());
    let cells = plan.levels.iter().map(|l| side(l.width) * side(l.height));
    let rooms = plan.rooms().map(|room| &room.contents);
    let groups = rooms.flat_map(|contents| &contents.monsters).chain(&plan.wandering);
    let parts = plan.levels.iter().map(|l| {
        l.rooms.len()
            + l.corridors.len()
            + l.doors.len()
            + l.stairs.len()
            + l.entrances.len()
            + l.things.len()
    });
    // Rooms and things lie apart in a map; in a file, each of a million may cover all of it.
    let covered = plan.levels.iter().flat_map(|l| {
        let rooms = l.rooms.iter().map(|room| room.outline.work());
        let things = l.things.iter().map(|thing| u64::from(thing.size[0]) * u64::from(thing.size[1]));
        rooms.chain(things).chain(l.doors.iter().map(|door| u64::from(door.place.width())))
    });
    vec![
        (Limit::Cells, cells.fold(0, u64::saturating_add)),
        (Limit::Cells, covered.fold(0, u64::saturating_add)),
        (Limit::Parts, parts.sum::<usize>() as u64),
        (Limit::Creatures, groups.map(|group| u64::from(group.count)).sum()),
    ]
}

pub(super) fn check(plan: &Plan) -> Result<(), String> {
    let counts = Counts {
        rooms: plan.levels.iter().map(|l| l.rooms.len()).sum(),
        corridors: plan.levels.iter().map(|l| l.corridors.len()).sum(),
        keys: plan.keys.len(),
        levels: plan.levels.len(),
    };
    numbered("room", plan.rooms().map(|r| r.id))?;
    numbered("corridor", plan.levels.iter().flat_map(|l| &l.corridors).map(|c| c.id))?;
    numbered("door", plan.doors().map(|d| d.id))?;
    numbered("key", plan.keys.iter().map(|k| k.id))?;
    for (number, level) in plan.levels.iter().enumerate() {
        check_level(level, &counts).map_err(|reason| format!("level {number}: {reason}"))?;
    }
    for key in &plan.keys {
        if key.room as usize >= counts.rooms {
            return Err(format!("key {} lies in room {}, and there is no such room", key.id, key.room));
        }
    }
    Ok(())
}

struct Counts {
    rooms: usize,
    corridors: usize,
    keys: usize,
    levels: usize,
}

impl Counts {
    fn area(&self, area: Area) -> Result<(), String> {
        match area {
            Area::Room(id) if id as usize >= self.rooms => Err(format!("there is no room {id}")),
            Area::Corridor(id) if id as usize >= self.corridors => Err(format!("there is no corridor {id}")),
            _ => Ok(()),
        }
    }
}

fn numbered(what: &str, ids: impl Iterator<Item = u32>) -> Result<(), String> {
    for (wanted, id) in ids.enumerate() {
        if id as usize != wanted {
            return Err(format!(
                "{what} number {wanted} of the plan has the id {id}; ids count from 0 in order"
            ));
        }
    }
    Ok(())
}

fn check_level(level: &Level, counts: &Counts) -> Result<(), String> {
    let side = 1..=LONGEST_SIDE;
    if !side.contains(&level.width) || !side.contains(&level.height) {
        return Err(format!(
            "its size is {}x{}, and each side must be from 1 to {LONGEST_SIDE}",
            level.width, level.height
        ));
    }
    let bounds = Rect::new(0, 0, level.width, level.height);
    let inside = |what: &str, p: Point| {
        if bounds.contains(p) { Ok(()) } else { Err(format!("{what} at {p} lies outside the grid")) }
    };
    for room in &level.rooms {
        check_outline(&room.outline, bounds).map_err(|reason| format!("room {}: {reason}", room.id))?;
        if !room.contents.monsters.is_empty() && !room.contents.enemies {
            return Err(format!("room {} lists monsters but is marked as having no enemies", room.id));
        }
        if !room.contents.parcels.is_empty() && !room.contents.treasure {
            return Err(format!("room {} lists treasure but is marked as having none", room.id));
        }
        for p in room.contents.traps.iter().filter_map(|t| t.at) {
            inside("a trap", p)?;
        }
        for &p in room.contents.monsters.iter().flat_map(|m| &m.at) {
            inside("a monster", p)?;
        }
    }
    for corridor in &level.corridors {
        for &p in corridor.cells.iter().chain(&corridor.forks) {
            inside(&format!("corridor {}", corridor.id), p)?;
        }
        for &room in &corridor.joins {
            counts.area(Area::Room(room)).map_err(|e| format!("corridor {}: {e}", corridor.id))?;
        }
        for p in corridor.traps.iter().filter_map(|t| t.at) {
            inside("a trap", p)?;
        }
    }
    for door in &level.doors {
        // A hostile width must not cost time.
        if door.place.width() == 0 || i64::from(door.place.width()) > i64::from(level.width.max(level.height))
        {
            return Err(format!("door {} is {} cells wide", door.id, door.place.width()));
        }
        for p in door.place.cells() {
            inside(&format!("door {}", door.id), p)?;
        }
        for area in door.joins {
            counts.area(area).map_err(|e| format!("door {}: {e}", door.id))?;
        }
        // Without a wall there is nothing that could hide it.
        if door.kind == DoorKind::Secret && matches!(door.place, DoorPlace::Edge { .. }) {
            return Err(format!(
                "door {} is secret, but the places it joins touch without a wall; give it a cell of its own",
                door.id
            ));
        }
        if let DoorKind::Locked { key: Some(key) } = door.kind
            && key as usize >= counts.keys
        {
            return Err(format!("door {} wants key {key}, and there is no such key", door.id));
        }
    }
    for stairs in &level.stairs {
        inside("stairs", stairs.at)?;
        if stairs.to_level.is_some_and(|to| to >= counts.levels) {
            return Err(format!("the stairs at {} lead to a level that does not exist", stairs.at));
        }
    }
    for entrance in &level.entrances {
        inside("an entrance", entrance.at)?;
        counts.area(entrance.area)?;
    }
    for feature in &level.features {
        for &p in &feature.cells {
            inside("a feature", p)?;
        }
    }
    for thing in &level.things {
        let footprint = thing.footprint();
        if footprint.width < 1 || footprint.height < 1 || !bounds.contains_rect(footprint) {
            return Err(format!(
                "the {} at {} lies outside the grid",
                thing.kind.name(Language::English),
                thing.at
            ));
        }
    }
    Ok(())
}

fn check_outline(outline: &Outline, level: Rect) -> Result<(), String> {
    match outline {
        Outline::Rect(rect) => {
            if rect.width < 1 || rect.height < 1 || rect.width > level.width || rect.height > level.height {
                return Err(format!("its floor is {}x{}", rect.width, rect.height));
            }
            if !(level.contains(Point::new(rect.x, rect.y)) && level.contains_rect(*rect)) {
                return Err("its floor lies outside the grid".to_owned());
            }
        }
        Outline::Polygon(corners) => check_corners(corners, level)?,
        Outline::Holed(lines) => {
            if lines.is_empty() {
                return Err("its outline has no lines".to_owned());
            }
            lines.iter().try_for_each(|corners| check_corners(corners, level))?;
        }
    }
    Ok(())
}

fn check_corners(corners: &[Point], level: Rect) -> Result<(), String> {
    if corners.len() < 4 {
        return Err("its outline has fewer than four corners".to_owned());
    }
    let reach = Rect::new(0, 0, level.width + 1, level.height + 1);
    if let Some(p) = corners.iter().find(|p| !reach.contains(**p)) {
        return Err(format!("its corner {p} lies outside the grid"));
    }
    let next = corners.iter().cycle().skip(1);
    if let Some((a, b)) = corners.iter().zip(next).find(|(a, b)| (a.x == b.x) == (a.y == b.y)) {
        return Err(format!("its side from {a} to {b} is neither horizontal nor vertical"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document;
    use crate::plan::{Door, Room};
    use mapkiln_core::Direction;

    fn plan() -> Plan {
        let room = |id, x| Room::new(id, Outline::Rect(Rect::new(x, 2, 3, 3)));
        let place = DoorPlace::Cell { at: Point::new(5, 3), facing: Direction::East };
        let door = Door::new(0, place, DoorKind::Door, [Area::Room(0), Area::Room(1)]);
        let level = Level {
            width: 12,
            height: 8,
            rooms: vec![room(0, 2), room(1, 6)],
            doors: vec![door],
            ..Level::default()
        };
        Plan { levels: vec![level], cell_feet: 5, ..Plan::default() }
    }

    #[test]
    fn documents_read_back() {
        let json = document::to_json(&plan(), None);
        assert_eq!(document::from_json::<Plan>(&json).unwrap().map, plan());
    }

    #[test]
    fn each_contradiction_is_named() {
        let broken = |change: &dyn Fn(&mut Plan), word: &str| {
            let mut plan = plan();
            change(&mut plan);
            let error = check(&plan).unwrap_err();
            assert!(error.contains(word), "{error:?} does not say {word:?}");
        };
        broken(&|p| p.levels[0].rooms[1].id = 7, "id 7");
        broken(&|p| p.levels[0].width = 0, "0x8");
        broken(&|p| p.levels[0].width = i32::MAX, "2147483647");
        broken(&|p| p.levels[0].rooms[0].outline = Outline::Rect(Rect::new(11, 2, 3, 3)), "outside");
        broken(&|p| p.levels[0].rooms[0].outline = Outline::Rect(Rect::new(i32::MAX, 2, 3, 3)), "outside");
        broken(&|p| p.levels[0].rooms[0].outline = Outline::Polygon(vec![]), "four corners");
        broken(&|p| p.levels[0].doors[0].joins[1] = Area::Room(2), "no room 2");
        broken(&|p| p.levels[0].doors[0].kind = DoorKind::Locked { key: Some(0) }, "no such key");
        let in_no_wall = |p: &mut Plan| {
            let door = &mut p.levels[0].doors[0];
            door.place = DoorPlace::Edge { at: door.place.at(), facing: door.place.facing(), width: 1 };
            door.kind = DoorKind::Secret;
        };
        broken(&in_no_wall, "without a wall");
    }
}
