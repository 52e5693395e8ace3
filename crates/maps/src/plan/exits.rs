//! The exits of a room, as data and in words.

use super::{Area, Door, DoorKind, Level, Plan, Room, RoomId, Trap, Vertical};
use mapkiln_core::{Direction, Point};

/// One exit of a room.
#[derive(Clone, Debug, PartialEq)]
pub struct Exit<'p> {
    /// What it leads through.
    pub way: Way<'p>,
    /// The rooms at the other end: none at a dead end, several if a corridor forks.
    pub leads_to: Vec<RoomId>,
}

/// What an exit leads through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way<'p> {
    /// A door in the wall on this side.
    Door {
        /// The side of the room.
        toward: Direction,
        /// The door.
        door: &'p Door,
    },
    /// Stairs to another level or out of the plan.
    Stairs(Vertical),
    /// An entrance from outside.
    Surface,
}

impl Plan {
    /// The exits of a room: doors clockwise from north to west, then the way to the surface, then stairs.
    pub fn exits(&self, room: &Room) -> Vec<Exit<'_>> {
        let here = Area::Room(room.id);
        let Some(level) = self.levels.iter().find(|l| l.rooms.iter().any(|r| r.id == room.id)) else {
            return Vec::new();
        };
        let mut doors: Vec<(Direction, Point, Exit<'_>)> = Vec::new();
        for door in level.doors.iter().filter(|d| d.joins.contains(&here)) {
            let first = door.joins[0] == here;
            let toward = if first { door.place.facing() } else { door.place.facing().opposite() };
            let leads_to = rooms_behind(level, door.joins[usize::from(first)], room.id);
            doors.push((toward, door.place.at(), Exit { way: Way::Door { toward, door }, leads_to }));
        }
        doors.sort_by_key(|d| (d.0, d.1));
        let mut exits: Vec<Exit<'_>> = doors.into_iter().map(|d| d.2).collect();
        let entrances = level.entrances.iter().filter(|e| e.area == here);
        exits.extend(entrances.map(|_| Exit { way: Way::Surface, leads_to: Vec::new() }));
        for stairs in level.stairs.iter().filter(|s| room.outline.contains(s.at)) {
            let target = stairs.to_level.zip(stairs.to).and_then(|(level, p)| {
                self.levels.get(level)?.rooms.iter().find(|r| r.outline.contains(p)).map(|r| r.id)
            });
            exits.push(Exit { way: Way::Stairs(stairs.way), leads_to: target.into_iter().collect() });
        }
        exits
    }

    /// The exits of a room in the plan's language, such as `north: locked door (brass
    /// key) to room 4`.
    pub fn exits_in_words(&self, room: &Room) -> Vec<String> {
        self.exits(room).iter().map(|exit| self.say_exit(exit, room)).collect()
    }

    fn say_exit(&self, exit: &Exit<'_>, room: &Room) -> String {
        let labels = self.language.labels();
        let numbers: Vec<String> = exit.leads_to.iter().map(|r| (u64::from(*r) + 1).to_string()).collect();
        let to = match &numbers[..] {
            [] => String::new(),
            [one] => format!(" {} {one}", labels.to_room),
            many => format!(" {} {}", labels.to_rooms, many.join(", ")),
        };
        match exit.way {
            Way::Surface => labels.surface.to_owned(),
            Way::Stairs(way) => format!("{}{to}", labels.stairs[usize::from(way == Vertical::Down)]),
            Way::Door { toward, door } => {
                let detail = match &door.kind {
                    DoorKind::Locked { key: Some(key) } => {
                        self.keys.get(*key as usize).map(|k| k.name.clone()).unwrap_or_default()
                    }
                    // The bar lies on the side of the first place that the door joins.
                    DoorKind::Barred => {
                        labels.bar[usize::from(door.joins[0] != Area::Room(room.id))].to_owned()
                    }
                    DoorKind::Trapped { trap } => self.trap_in_words(trap),
                    _ => String::new(),
                };
                let detail = if detail.is_empty() { detail } else { format!(" ({detail})") };
                let to = if numbers.is_empty() { format!(" {}", labels.dead_end) } else { to };
                format!("{}: {}{detail}{to}", labels.direction(toward), labels.door(&door.kind))
            }
        }
    }

    /// A trap in a line: its name, DC, trigger, effect and damage.
    pub fn trap_in_words(&self, trap: &Trap) -> String {
        let labels = self.language.labels();
        let mut text = format!("{}, {} {}", trap.name, labels.difficulty, trap.dc);
        for part in [&trap.trigger, &trap.effect] {
            if !part.is_empty() {
                text.push_str("; ");
                text.push_str(part.trim_end_matches('.'));
            }
        }
        if !trap.damage.is_empty() {
            text.push_str(&format!("; {}: {}", labels.damage, trap.damage));
        }
        text
    }
}

/// The rooms reached from a room through an area next to it.
fn rooms_behind(level: &Level, area: Area, from: RoomId) -> Vec<RoomId> {
    match area {
        Area::Room(room) => vec![room],
        Area::Corridor(id) => {
            let corridor = level.corridors.iter().find(|c| c.id == id);
            corridor.into_iter().flat_map(|c| &c.joins).copied().filter(|r| *r != from).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;
    use crate::plan::{Corridor, DoorPlace, Entrance, Key, Outline, Stairs};
    use mapkiln_core::Rect;

    fn plan() -> Plan {
        let rooms = [(0, 2, 2), (1, 10, 2), (2, 2, 10)]
            .map(|(id, x, y)| Room::new(id, Outline::Rect(Rect::new(x, y, 4, 4))));
        let door = |id, x, y, facing, kind, joins| {
            Door::new(id, DoorPlace::Cell { at: Point::new(x, y), facing }, kind, joins)
        };
        let way = Area::Corridor(0);
        let level = Level {
            width: 20,
            height: 20,
            rooms: rooms.to_vec(),
            corridors: vec![Corridor {
                id: 0,
                cells: (7..9).map(|x| Point::new(x, 3)).collect(),
                width: 1,
                joins: vec![0, 1],
                forks: Vec::new(),
                traps: Vec::new(),
                secret: false,
            }],
            doors: vec![
                door(0, 6, 3, Direction::East, DoorKind::Barred, [Area::Room(0), way]),
                door(1, 9, 3, Direction::East, DoorKind::Locked { key: Some(0) }, [way, Area::Room(1)]),
            ],
            entrances: vec![Entrance { at: Point::new(2, 2), facing: Direction::South, area: Area::Room(0) }],
            stairs: vec![Stairs {
                at: Point::new(3, 11),
                facing: Direction::North,
                way: Vertical::Down,
                to_level: None,
                to: None,
            }],
            ..Level::default()
        };
        let keys = vec![Key { id: 0, name: "brass key".into(), room: 0 }];
        Plan { levels: vec![level], keys, ..Plan::default() }
    }

    #[test]
    fn exits_say_where_how_and_whither() {
        let plan = plan();
        let said = |room| plan.exits_in_words(plan.room(room).unwrap());
        assert_eq!(
            said(0),
            ["east: barred door (the bar is on this side) to room 2", "way out to the surface"]
        );
        assert_eq!(said(1), ["west: locked door (brass key) to room 1"]);
        assert_eq!(said(2), ["stairs down"]);
    }

    #[test]
    fn in_the_language_of_the_plan() {
        let mut plan = plan();
        plan.language = Language::Portuguese;
        plan.levels[0].doors[0].joins = [Area::Corridor(0), Area::Room(0)];
        plan.levels[0].corridors[0].joins = vec![0];
        let said = plan.exits_in_words(plan.room(0).unwrap());
        assert_eq!(said[0], "oeste: porta com tranca (a tranca fica do outro lado) para um beco sem saída");
    }
}
