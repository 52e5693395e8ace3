//! The exits of a room, as data and in words.

use std::collections::BTreeMap;

use super::{Area, Door, DoorKind, Labels, Level, Plan, Room, RoomId, RoomTag, Trap, Vertical};
use mapkiln_core::{Direction, Point, StableSort};

/// One exit of a room.
#[derive(Clone, Debug, PartialEq)]
pub struct Exit<'p> {
    /// What it leads through.
    pub way: Way<'p>,
    /// The rooms at the other end: none at a dead end, several if a corridor forks.
    pub leads_to: Vec<RoomId>,
    /// Doors at the other end of a corridor that do not open freely, with the rooms behind them.
    pub beyond: Vec<(RoomId, &'p Door)>,
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

/// Rooms behind a door that are named; a corridor with more is only called the corridor.
const MOST_NAMED: usize = 4;

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
            let beyond = far_doors(level, door.joins[usize::from(first)], &leads_to);
            let exit = Exit { way: Way::Door { toward, door }, leads_to, beyond };
            doors.push((toward, door.place.at(), exit));
        }
        doors.stable_sort_by_key(|d| (d.0, d.1));
        let mut exits: Vec<Exit<'_>> = doors.into_iter().map(|d| d.2).collect();
        let entrances = level.entrances.iter().filter(|e| e.area == here);
        exits.extend(entrances.map(|_| Exit { way: Way::Surface, leads_to: Vec::new(), beyond: Vec::new() }));
        for stairs in level.stairs.iter().filter(|s| room.outline.contains(s.at)) {
            let target = stairs.to_level.zip(stairs.to).and_then(|(level, p)| {
                self.levels.get(level)?.rooms.iter().find(|r| r.outline.contains(p)).map(|r| r.id)
            });
            let leads_to = target.into_iter().collect();
            exits.push(Exit { way: Way::Stairs(stairs.way), leads_to, beyond: Vec::new() });
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
        let number = |r: &RoomId| (u64::from(*r) + 1).to_string();
        let to = match &exit.leads_to[..] {
            [] => String::new(),
            [one] => format!(" {} {}", labels.to_room, number(one)),
            // Nobody reads a list of all the doors along a corridor.
            many if many.len() > MOST_NAMED => format!(" {}", labels.to_corridor),
            many => {
                format!(" {} {}", labels.to_rooms, many.iter().map(number).collect::<Vec<_>>().join(", "))
            }
        };
        match exit.way {
            Way::Surface if room.has_tag(RoomTag::Start) => labels.begins.to_owned(),
            Way::Surface => labels.surface.to_owned(),
            Way::Stairs(way) => format!("{}{to}", labels.stairs[usize::from(way == Vertical::Down)]),
            Way::Door { toward, door } => {
                let detail = self.door_details(door, Area::Room(room.id), labels);
                let detail = if detail.is_empty() { detail } else { format!(" ({detail})") };
                let to = if exit.leads_to.is_empty() { format!(" {}", labels.dead_end) } else { to };
                let mut beyond = String::new();
                for (there, far) in exit.beyond.iter().filter(|_| exit.leads_to.len() <= MOST_NAMED) {
                    let from = far.joins.into_iter().find(|a| *a != Area::Room(*there));
                    let detail = self.door_details(far, from.unwrap_or(far.joins[0]), labels);
                    let name = labels.door(&far.kind);
                    let detail = if detail.is_empty() { detail } else { format!(", {detail}") };
                    let number = u64::from(*there) + 1;
                    beyond.push_str(&format!(" ({} {number}: {name}{detail})", labels.room.to_lowercase()));
                }
                format!("{}: {}{detail}{to}{beyond}", labels.direction(toward), labels.door(&door.kind))
            }
        }
    }

    /// What there is to say of a door for whoever stands on the side of a place: its key, its bar,
    /// its trap, its checks.
    fn door_details(&self, door: &Door, side: Area, labels: &Labels) -> String {
        let mut details = Vec::new();
        // The bar lies on the side of the first place that the door joins.
        let bar_here = door.kind == DoorKind::Barred && door.joins[0] == side;
        match &door.kind {
            DoorKind::Locked { key: Some(key) } => {
                details.extend(self.keys.get(*key as usize).map(|k| k.name.clone()));
            }
            DoorKind::Barred => details.push(labels.bar[usize::from(!bar_here)].to_owned()),
            DoorKind::Trapped { trap } => details.push(self.trap_in_words(trap)),
            _ => {}
        }
        if !bar_here {
            let checks = door.checks.iter();
            details
                .extend(checks.map(|c| format!("{} {} {}", labels.check(c.kind), labels.difficulty, c.dc)));
        }
        details.retain(|d| !d.is_empty());
        details.join(", ")
    }

    /// A trap in a line: its name, DCs, trigger, effect and damage.
    pub fn trap_in_words(&self, trap: &Trap) -> String {
        let labels = self.language.labels();
        let save = trap.save.map_or_else(String::new, |save| format!(" {}", labels.ability(save)));
        let mut text = format!("{},{save} {} {}", trap.name, labels.difficulty, trap.dc);
        let find = Some(trap.find).filter(|dc| *dc > 0).map(|dc| (labels.check(super::CheckKind::Find), dc));
        for (what, dc) in find.into_iter().chain(trap.disarm.map(|dc| (labels.disarm, dc))) {
            text.push_str(&format!(", {what} {} {dc}", labels.difficulty));
        }
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

/// The doors of a corridor into these rooms that do not open freely.
fn far_doors<'p>(level: &'p Level, area: Area, rooms: &[RoomId]) -> Vec<(RoomId, &'p Door)> {
    let Area::Corridor(_) = area else { return Vec::new() };
    let mut closed: BTreeMap<RoomId, Vec<&Door>> = BTreeMap::new();
    for door in level.doors.iter().filter(|d| !matches!(d.kind, DoorKind::Arch | DoorKind::Door)) {
        let [a, b] = door.joins;
        for (here, there) in [(a, b), (b, a)] {
            if let (true, Area::Room(room)) = (here == area, there) {
                closed.entry(room).or_default().push(door);
            }
        }
    }
    let mut found = Vec::new();
    for room in rooms {
        found.extend(closed.get(room).into_iter().flatten().map(|door| (*room, *door)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;
    use crate::plan::{AbilityCheck, CheckKind, Corridor, DoorPlace, Entrance, Key, Outline, Stairs};
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
        let mut level = level;
        level.doors[0].checks = vec![AbilityCheck { kind: CheckKind::Force, dc: 20 }];
        level.doors[1].checks = vec![AbilityCheck { kind: CheckKind::Pick, dc: 15 }];
        let keys = vec![Key { id: 0, name: "brass key".into(), room: 0 }];
        Plan { levels: vec![level], keys, ..Plan::default() }
    }

    #[test]
    fn exits_say_where_how_and_whither() {
        let plan = plan();
        let said = |room| plan.exits_in_words(plan.room(room).unwrap());
        assert_eq!(
            said(0),
            [
                "east: barred door (the bar is on this side) to room 2 (room 2: locked door, brass key, pick DC 15)",
                "way out to the surface"
            ]
        );
        assert_eq!(
            said(1),
            [
                "west: locked door (brass key, pick DC 15) to room 1 (room 1: barred door, the bar is on the other side, force DC 20)"
            ]
        );
        assert_eq!(said(2), ["stairs down"]);
    }

    #[test]
    fn in_the_language_of_the_plan() {
        let mut plan = plan();
        plan.language = Language::Portuguese;
        plan.levels[0].doors[0].joins = [Area::Corridor(0), Area::Room(0)];
        plan.levels[0].corridors[0].joins = vec![0];
        let said = plan.exits_in_words(plan.room(0).unwrap());
        assert_eq!(
            said[0],
            "oeste: porta com tranca (a tranca fica do outro lado, arrombar CD 20) para um beco sem saída"
        );
    }
}
