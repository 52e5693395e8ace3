//! From a plan's level to a floor.

use super::{Floor, FloorDoor, FloorThing, FloorThingKind, Ground};
use crate::plan::{DoorPlace, FeatureKind, Level, Obstacle, Plan, Room, Vertical};
use mapkiln_core::{Grid, Point, StableSort};

/// The grounds of a plan, in the order of the palette.
const ROCK: u16 = 0;
const WALL: u16 = 1;
const ROOM: u16 = 2;
const CORRIDOR: u16 = 3;
const DOORWAY: u16 = 4;
const PILLAR: u16 = 5;
const WATER: u16 = 6;
const PIT: u16 = 7;
const RUBBLE: u16 = 8;
const FIXTURE: u16 = 9;

fn palette() -> Vec<Ground> {
    vec![
        Ground::solid("rock"),
        Ground::solid("wall"),
        Ground::open("room"),
        Ground::open("corridor"),
        Ground::open("doorway"),
        Ground::solid("pillar"),
        Ground::open("water"),
        Ground::barrier("pit"),
        Ground::open("rubble"),
        Ground::barrier("fixture"),
    ]
}

impl Plan {
    /// One level as a floor; `None` if there is no such level.
    ///
    /// Walls are the eight cells around every floor that are not floor themselves. Furniture is in the
    /// way, and what is as tall as a wall blocks sight. Enemies stand where the plan has them; those
    /// without a place, chests and keys go on free cells near the centre of their room, one per cell.
    pub fn floor(&self, level: usize) -> Option<Floor> {
        let level = self.levels.get(level)?;
        let mut floor = Floor::new(level.width, level.height, Ground::solid("rock"));
        floor.palette = palette();
        floor.ground = ground(level);
        for door in &level.doors {
            // A wide one is a door per cell.
            floor.doors.extend(door.place.cells().map(|at| FloorDoor {
                at,
                facing: door.place.facing(),
                on_edge: matches!(door.place, DoorPlace::Edge { .. }),
                kind: door.kind.clone(),
            }));
        }
        let corridor_traps = level.corridors.iter().flat_map(|c| &c.traps);
        for trap in level.rooms.iter().flat_map(|r| &r.contents.traps).chain(corridor_traps) {
            if let Some(at) = trap.at {
                floor.things.push(FloorThing {
                    at,
                    kind: FloorThingKind::Trap,
                    name: trap.name.clone(),
                    room: None,
                });
            }
        }
        for stairs in &level.stairs {
            let kind = match stairs.way {
                Vertical::Up => FloorThingKind::StairsUp,
                Vertical::Down => FloorThingKind::StairsDown,
            };
            floor.things.push(FloorThing { at: stairs.at, kind, name: String::new(), room: None });
        }
        for feature in level.features.iter().filter(|f| f.kind == FeatureKind::Light) {
            for &at in &feature.cells {
                floor.things.push(FloorThing {
                    at,
                    kind: FloorThingKind::Light,
                    name: String::new(),
                    room: None,
                });
            }
        }
        for light in level.things.iter().filter(|t| t.light.is_some()) {
            let name = light.kind.name(self.language).to_owned();
            floor.things.push(FloorThing { at: light.at, kind: FloorThingKind::Light, name, room: None });
        }
        floor.entrances = level.entrances.iter().map(|e| e.at).collect();
        for room in &level.rooms {
            furnish(&mut floor, room, self);
        }
        Some(floor)
    }
}

fn ground(level: &Level) -> Grid<u16> {
    let mut ground = Grid::new(level.width, level.height, ROCK);
    for room in &level.rooms {
        for p in room.outline.cells() {
            ground[p] = ROOM;
        }
    }
    for &p in level.corridors.iter().flat_map(|c| &c.cells) {
        ground[p] = CORRIDOR;
    }
    for door in &level.doors {
        if let DoorPlace::Cell { at, .. } = door.place {
            ground[at] = DOORWAY;
        }
    }
    let open: Vec<Point> = ground.iter().filter(|(_, g)| **g != ROCK).map(|(p, _)| p).collect();
    for p in open.into_iter().flat_map(Point::around) {
        if let Some(cell) = ground.get_mut(p)
            && *cell == ROCK
        {
            *cell = WALL;
        }
    }
    for feature in &level.features {
        let kind = match feature.kind {
            FeatureKind::Pillar | FeatureKind::Statue => PILLAR,
            FeatureKind::Water => WATER,
            FeatureKind::Pit => PIT,
            FeatureKind::Rubble => RUBBLE,
            FeatureKind::Altar | FeatureKind::Well => FIXTURE,
            FeatureKind::Light => continue,
        };
        for &p in &feature.cells {
            ground[p] = kind;
        }
    }
    for thing in &level.things {
        let kind = match thing.kind.obstacle() {
            Obstacle::Nothing => continue,
            Obstacle::Sight => PILLAR,
            Obstacle::Steps | Obstacle::HalfCover | Obstacle::ThreeQuartersCover => FIXTURE,
        };
        for p in thing.footprint().cells() {
            if let Some(cell) = ground.get_mut(p).filter(|g| **g != ROCK && **g != WALL) {
                *cell = kind;
            }
        }
    }
    ground
}

/// Puts a room's enemies, chest and keys on free cells, nearest to the centre first.
fn furnish(floor: &mut Floor, room: &Room, plan: &Plan) {
    let contents = &room.contents;
    let mut wanted: Vec<(FloorThingKind, String)> = Vec::new();
    for monsters in &contents.monsters {
        let kind = if monsters.boss { FloorThingKind::Boss } else { FloorThingKind::Enemy };
        for i in 0..monsters.count as usize {
            let name = monsters.name.clone();
            let vacant = |p: &Point| !floor.blocks_step(*p) && floor.things.iter().all(|t| t.at != *p);
            match monsters.at.get(i).copied().filter(vacant) {
                Some(at) => floor.things.push(FloorThing { at, kind, name, room: Some(room.id) }),
                None => wanted.push((kind, name)),
            }
        }
    }
    if contents.enemies && contents.monsters.is_empty() {
        let kind = if room.has_tag("boss") { FloorThingKind::Boss } else { FloorThingKind::Enemy };
        wanted.push((kind, String::new()));
    }
    if contents.treasure {
        wanted.push((FloorThingKind::Chest, String::new()));
    }
    for key in plan.keys.iter().filter(|k| k.room == room.id) {
        wanted.push((FloorThingKind::Key(key.id), key.name.clone()));
    }
    if room.has_tag("exit") {
        wanted.push((FloorThingKind::Exit, String::new()));
    }
    if wanted.is_empty() {
        return;
    }
    let middle = room.outline.centre();
    let mut free: Vec<Point> = room.outline.cells();
    free.retain(|&p| {
        !floor.blocks_step(p) && floor.things.iter().all(|t| t.at != p) && !floor.entrances.contains(&p)
    });
    free.stable_sort_by_key(|&p| (p.manhattan(middle), p));
    for ((kind, name), at) in wanted.into_iter().zip(free) {
        floor.things.push(FloorThing { at, kind, name, room: Some(room.id) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document;
    use crate::plan::{Area, Door, DoorKind, Outline};
    use mapkiln_core::{Direction, Rect};

    #[test]
    fn a_room_gets_walls_a_door_and_its_things() {
        let mut room = Room::new(0, Outline::Rect(Rect::new(2, 2, 3, 3)));
        room.contents.enemies = true;
        room.contents.treasure = true;
        let mut plan = Plan { cell_feet: 5, ..Plan::default() };
        plan.levels.push(Level { width: 9, height: 7, rooms: vec![room], ..Level::default() });
        let place = DoorPlace::Cell { at: Point::new(5, 3), facing: Direction::East };
        plan.levels[0].doors.push(Door::new(0, place, DoorKind::Door, [Area::Room(0), Area::Room(0)]));
        let floor = plan.floor(0).unwrap();
        let picture: Vec<String> = floor
            .ground
            .rows()
            .map(|row| row.iter().map(|&g| [' ', 'w', '.', 'c', '/'][usize::from(g)]).collect())
            .collect();
        assert_eq!(
            picture,
            ["         ", " wwwww   ", " w...ww  ", " w.../w  ", " w...ww  ", " wwwww   ", "         "]
        );
        assert_eq!(floor.things.len(), 2);
        assert!(floor.opaque()[Point::new(5, 3)] && !floor.blocks_sight(Point::new(5, 3)));
        let json = document::to_json(&floor, None);
        assert_eq!(document::from_json::<Floor>(&json).unwrap().map, floor);
        assert!(plan.floor(1).is_none());
    }
}
