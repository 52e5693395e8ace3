//! Parts of a plan to damage.

use mapkiln_core::{Point, Stream};
use mapkiln_maps::plan::{Area, Corridor, DoorPlace, Level, Monsters, Parcel, Plan, Room};

pub(super) fn doors(plan: &mut Plan) -> Vec<&mut mapkiln_maps::plan::Door> {
    plan.levels.iter_mut().flat_map(|l| &mut l.doors).collect()
}

pub(super) fn corridors(plan: &mut Plan) -> Vec<&mut Corridor> {
    plan.levels.iter_mut().flat_map(|l| &mut l.corridors).collect()
}

pub(super) fn stairs(plan: &mut Plan) -> Vec<&mut mapkiln_maps::plan::Stairs> {
    plan.levels.iter_mut().flat_map(|l| &mut l.stairs).filter(|s| s.to.is_some()).collect()
}

pub(super) fn entrances(plan: &mut Plan) -> Vec<&mut mapkiln_maps::plan::Entrance> {
    plan.levels.iter_mut().flat_map(|l| &mut l.entrances).collect()
}

pub(super) fn monsters(plan: &mut Plan) -> Vec<&mut Monsters> {
    plan.rooms_mut().flat_map(|r| &mut r.contents.monsters).collect()
}

/// Monsters whose challenge rating says exactly what they are worth.
pub(super) fn known(plan: &mut Plan) -> Vec<&mut Monsters> {
    monsters(plan).into_iter().filter(|m| !["", "0"].contains(&m.challenge.as_str())).collect()
}

pub(super) fn roaming(plan: &mut Plan) -> Vec<&mut Monsters> {
    plan.wandering.iter_mut().filter(|m| m.xp > 0).collect()
}

pub(super) fn valuables(plan: &mut Plan) -> Vec<&mut Parcel> {
    parcels(plan).into_iter().filter(|p| p.rarity.is_empty()).collect()
}

pub(super) fn parcels(plan: &mut Plan) -> Vec<&mut Parcel> {
    plan.rooms_mut().flat_map(|r| &mut r.contents.parcels).collect()
}

pub(super) fn items(plan: &mut Plan) -> Vec<&mut Parcel> {
    parcels(plan).into_iter().filter(|p| !p.rarity.is_empty()).collect()
}

pub(super) fn a_level<'p>(plan: &'p mut Plan, rng: &mut Stream) -> &'p mut Level {
    let count = plan.levels.len();
    &mut plan.levels[rng.index(count)]
}

pub(super) fn a_room<'p>(plan: &'p mut Plan, rng: &mut Stream) -> (&'p mut Level, usize) {
    let level = a_level(plan, rng);
    let room = rng.index(level.rooms.len());
    (level, room)
}

pub(super) fn floor(level: &Level) -> std::collections::BTreeSet<Point> {
    let rooms = level.rooms.iter().flat_map(|r| r.outline.cells());
    rooms.chain(level.corridors.iter().flat_map(|c| c.cells.iter().copied())).collect()
}

pub(super) fn rock(level: &Level, rng: &mut Stream) -> Point {
    let floor = floor(level);
    let doors: Vec<Point> = level.doors.iter().map(|d| d.place.at()).collect();
    loop {
        let p = Point::new(rng.between(0, level.width - 1), rng.between(0, level.height - 1));
        if !floor.contains(&p) && !doors.contains(&p) {
            return p;
        }
    }
}

pub(super) fn cell(room: &Room, rng: &mut Stream) -> Point {
    *rng.pick(&room.outline.cells()).unwrap()
}

/// The cells of a room just inside its doors.
pub(super) fn thresholds(level: &Level, room: &Room) -> Vec<Point> {
    let here = Area::Room(room.id);
    let inside = |d: &mapkiln_maps::plan::Door| match d.place {
        DoorPlace::Cell { at, facing } if d.joins[0] == here => Some(at.step(facing.opposite())),
        DoorPlace::Cell { at, facing } if d.joins[1] == here => Some(at.step(facing)),
        _ => None,
    };
    level.doors.iter().filter_map(inside).collect()
}
