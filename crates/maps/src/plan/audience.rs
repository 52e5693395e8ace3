//! Which parts of a plan each audience may see.

use super::{Area, Contents, Description, Door, DoorKind, Level, Plan, Room};

impl Plan {
    /// The plan as the players may see it: a plan that no longer knows any secret.
    ///
    /// Secret doors become wall, secret corridors rock (with the doors that lead into them), trapped
    /// doors ordinary ones. Contents, descriptions, purposes, tags, traps, keys, wandering monsters
    /// and the story are gone; title, level names and credits stay. A room behind a secret door
    /// stays on the map: fog, or a sheet of paper, hides it until it is found.
    ///
    /// A plan and the same plan without its secrets give equal results here, so whatever is drawn
    /// or written from the result cannot leak.
    pub fn for_players(&self) -> Plan {
        self.shown(true)
    }

    /// The plan as the picture below a virtual tabletop's walls and fog needs it: like
    /// [`for_players`](Plan::for_players), but with the floor of secret corridors, which the
    /// tabletop hides until somebody finds the way in.
    pub fn for_backdrop(&self) -> Plan {
        self.shown(false)
    }

    fn shown(&self, hide_secret_corridors: bool) -> Plan {
        let hidden = |id: u32| hide_secret_corridors && self.corridor(id).is_some_and(|c| c.secret);
        // Corridors and doors are renumbered, so that a gap reveals nothing.
        let corridors = self.levels.iter().flat_map(|l| &l.corridors);
        let kept: Vec<u32> = corridors.map(|c| c.id).filter(|&id| !hidden(id)).collect();
        let renumbered = |area: Area| match area {
            Area::Room(id) => Some(Area::Room(id)),
            Area::Corridor(id) => kept.binary_search(&id).ok().map(|new| Area::Corridor(new as u32)),
        };
        let mut doors = 0;
        let levels = self.levels.iter().map(|level| Level {
            name: level.name.clone(),
            width: level.width,
            height: level.height,
            rooms: level.rooms.iter().map(bare).collect(),
            corridors: level
                .corridors
                .iter()
                .filter(|c| !hidden(c.id))
                .map(|c| {
                    let mut corridor = c.clone();
                    corridor.traps.clear();
                    corridor.secret = false;
                    corridor.joins.retain(|&room| !only_by_secret(level, c.id, room));
                    if let Some(Area::Corridor(id)) = renumbered(Area::Corridor(c.id)) {
                        corridor.id = id;
                    }
                    corridor
                })
                .collect(),
            doors: level
                .doors
                .iter()
                .filter(|d| d.kind != DoorKind::Secret)
                .filter_map(|d| {
                    let joins = [renumbered(d.joins[0])?, renumbered(d.joins[1])?];
                    let kind = match &d.kind {
                        DoorKind::Trapped { .. } => DoorKind::Door,
                        DoorKind::Locked { .. } => DoorKind::Locked { key: None },
                        plain => plain.clone(),
                    };
                    doors += 1;
                    Some(Door::new(doors - 1, d.place, kind, joins))
                })
                .collect(),
            stairs: level
                .stairs
                .iter()
                .filter(|s| !level.corridors.iter().any(|c| hidden(c.id) && c.cells.contains(&s.at)))
                .cloned()
                .collect(),
            entrances: level
                .entrances
                .iter()
                .filter_map(|e| Some(super::Entrance { area: renumbered(e.area)?, ..e.clone() }))
                .collect(),
            features: level
                .features
                .iter()
                .filter_map(|f| {
                    let mut feature = f.clone();
                    feature
                        .cells
                        .retain(|p| !level.corridors.iter().any(|c| hidden(c.id) && c.cells.contains(p)));
                    (!feature.cells.is_empty()).then_some(feature)
                })
                .collect(),
            things: level
                .things
                .iter()
                .filter(|t| !t.kind.is_hidden())
                .filter(|t| !level.corridors.iter().any(|c| hidden(c.id) && c.cells.contains(&t.at)))
                .cloned()
                .collect(),
        });
        Plan {
            title: self.title.clone(),
            story: String::new(),
            front: Vec::new(),
            language: self.language,
            cell_feet: self.cell_feet,
            levels: levels.collect(),
            keys: Vec::new(),
            credits: self.credits.clone(),
            wandering: Vec::new(),
            genes: Vec::new(),
        }
    }

    fn corridor(&self, id: u32) -> Option<&super::Corridor> {
        self.levels.iter().flat_map(|l| &l.corridors).nth(id as usize)
    }
}

/// Is a secret door the only way between this corridor and this room?
fn only_by_secret(level: &Level, corridor: u32, room: u32) -> bool {
    let wanted = [Area::Room(room), Area::Corridor(corridor)];
    let mut between =
        level.doors.iter().filter(|d| wanted.iter().all(|area| d.joins.contains(area))).peekable();
    between.peek().is_some() && between.all(|d| d.kind == DoorKind::Secret)
}

/// The room as bare floor.
fn bare(room: &Room) -> Room {
    Room {
        kind: String::new(),
        purpose: None,
        contents: Contents::default(),
        description: Description::default(),
        tags: Vec::new(),
        pinned: false,
        ..room.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::plan::{
        AbilityCheck, CheckKind, Corridor, DoorPlace, Entry, Feature, FeatureKind, Key, Monsters, Outline,
        Stairs, Trap, Vertical,
    };
    use mapkiln_core::{Direction, Point, Rect};

    fn trap() -> Trap {
        Trap {
            name: "SECRET".into(),
            trigger: "SECRET".into(),
            effect: "SECRET".into(),
            dc: 12,
            damage: "SECRET".into(),
            at: Some(Point::new(2, 2)),
            ..Trap::default()
        }
    }

    /// Two rooms joined by a locked and a secret door, and a secret corridor with its own door.
    fn plan() -> Plan {
        let mut rooms = [2, 8].map(|x| Room::new(u32::from(x == 8), Outline::Rect(Rect::new(x, 2, 5, 5))));
        rooms[0].kind = "SECRET".into();
        rooms[0].tags = vec!["SECRET".into()];
        rooms[0].purpose = Some(super::super::Purpose { was: "SECRET".into(), ..Default::default() });
        rooms[0].contents.traps.push(trap());
        rooms[0].contents.furniture.push("SECRET".into());
        rooms[0].contents.enemies = true;
        rooms[0].contents.monsters.push(Monsters {
            name: "SECRET".into(),
            count: 2,
            challenge: "SECRET".into(),
            xp: 7,
            faction: "SECRET".into(),
            boss: true,
            ..Monsters::new("", 0)
        });
        rooms[1].description = Description {
            aloud: "SECRET".into(),
            aloud_facts: vec!["SECRET".into()],
            secret: "SECRET".into(),
            entries: vec![Entry { lead: "SECRET".into(), text: "SECRET".into(), facts: Vec::new() }],
        };
        let corridor = |id, y, secret| Corridor {
            id,
            cells: (4..10).map(|x| Point::new(x, y)).collect(),
            width: 1,
            joins: vec![0, 1],
            forks: Vec::new(),
            traps: vec![trap()],
            secret,
        };
        let door = |id, x, y, kind, joins| {
            let place = DoorPlace::Cell { at: Point::new(x, y), facing: Direction::East };
            let checks = vec![AbilityCheck { kind: CheckKind::Find, dc: 98_765 }];
            Door { checks, ..Door::new(id, place, kind, joins) }
        };
        let rooms_joined = [Area::Room(0), Area::Room(1)];
        let level = Level {
            width: 15,
            height: 12,
            rooms: rooms.to_vec(),
            corridors: vec![corridor(0, 8, true), corridor(1, 10, false)],
            doors: vec![
                door(0, 7, 3, DoorKind::Secret, rooms_joined),
                door(1, 7, 4, DoorKind::Locked { key: Some(0) }, rooms_joined),
                door(2, 7, 5, DoorKind::Trapped { trap: trap() }, rooms_joined),
                door(3, 4, 7, DoorKind::Door, [Area::Room(0), Area::Corridor(0)]),
                door(4, 4, 9, DoorKind::Door, [Area::Room(0), Area::Corridor(1)]),
            ],
            stairs: vec![Stairs {
                at: Point::new(5, 8),
                facing: Direction::East,
                way: Vertical::Down,
                to_level: None,
                to: None,
            }],
            features: vec![Feature {
                kind: FeatureKind::Rubble,
                cells: vec![Point::new(5, 8), Point::new(3, 3)],
            }],
            ..Level::default()
        };
        let keys = vec![Key { id: 0, name: "SECRET".into(), room: 0 }];
        let front = vec![Entry { lead: "SECRET".into(), ..Entry::default() }];
        Plan { story: "SECRET".into(), front, cell_feet: 5, levels: vec![level], keys, ..Plan::default() }
    }

    #[test]
    fn players_learn_nothing() {
        let shown = plan().for_players();
        shown.check().unwrap();
        let json = serde_json::to_string(&shown).unwrap();
        for word in ["SECRET", "secret", "trap", "\"key\":0", "monsters", "98765"] {
            assert!(!json.contains(word), "{word} in {json}");
        }
        let level = &shown.levels[0];
        assert_eq!(level.doors.iter().map(|d| d.kind.name()).collect::<Vec<_>>(), ["locked", "door", "door"]);
        assert_eq!(level.doors[2].joins[1], Area::Corridor(0));
        assert!(level.stairs.is_empty());
        assert_eq!(level.features[0].cells, [Point::new(3, 3)]);
        assert_eq!(shown.for_players(), shown, "nothing is left to hide");
        let mut by_secret = plan();
        by_secret.levels[0].doors[4].kind = DoorKind::Secret;
        assert_eq!(by_secret.for_players().levels[0].corridors[0].joins, [1]);
    }

    #[test]
    fn the_backdrop_keeps_secret_floor_only() {
        let shown = plan().for_backdrop();
        shown.check().unwrap();
        assert_eq!(shown.levels[0].corridors.len(), 2);
        assert!(!serde_json::to_string(&shown).unwrap().to_lowercase().contains("secret"));
        assert_eq!(shown.levels[0].doors.len(), 4);
    }
}
