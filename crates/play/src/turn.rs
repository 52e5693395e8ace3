//! One turn of the game.

use mapkiln_core::{Direction, Point};
use mapkiln_maps::floor::FloorThingKind;
use mapkiln_maps::plan::DoorKind;

use crate::doors::Need;
use crate::game::NOBODY;
use crate::{Action, Game, Status, TurnEvent};

impl Game {
    /// Plays one turn and returns what happened; does nothing once the game is over.
    ///
    /// The player acts, then every enemy. An action that is impossible (a step into a wall) still takes
    /// a turn, so that a list of moves is never ambiguous.
    pub fn act(&mut self, action: Action) -> Vec<TurnEvent> {
        let mut events = Vec::new();
        if self.status != Status::Playing {
            return events;
        }
        self.moves.push(action);
        let noise = match action {
            Action::Step(way) => self.step(way, &mut events),
            Action::Wait => 0,
            Action::Search => {
                self.search(&mut events);
                0
            }
        };
        self.look();
        if self.status == Status::Playing {
            self.foes_act(noise, &mut events);
            self.rest();
        }
        if self.status == Status::Playing && self.player.health == 0 {
            self.status = Status::Lost;
            events.push(TurnEvent::Lost);
        }
        events
    }

    /// Steps, hits an enemy or opens a door; returns how far it is heard, in steps.
    fn step(&mut self, way: Direction, events: &mut Vec<TurnEvent>) -> u32 {
        let to = self.player.at.step(way);
        if !self.steps.get(to).copied().unwrap_or(false) {
            events.push(TurnEvent::Blocked);
            return 0;
        }
        if let Some(door) = self.door_between(self.player.at, way) {
            return self.open(door, events);
        }
        let foe = self.foe_at[to];
        if foe != NOBODY {
            self.strike(usize::from(foe), events);
            return self.rules.loud;
        }
        self.player.at = to;
        self.arrive(events);
        self.rules.quiet
    }

    /// The shut door in the way of a step.
    pub(crate) fn door_between(&self, from: Point, way: Direction) -> Option<usize> {
        let to = from.step(way);
        let in_cell = self.door_at.get(to).copied().unwrap_or(NOBODY);
        if in_cell != NOBODY && self.doors[usize::from(in_cell)].shut() {
            return Some(usize::from(in_cell));
        }
        if self.edge_doors.get(from).is_none_or(|sides| sides >> way as u8 & 1 == 0) {
            return None;
        }
        self.doors.iter().position(|d| {
            d.on_edge
                && d.shut()
                && ((d.at == from && d.facing == way) || (d.at == to && d.facing == way.opposite()))
        })
    }

    fn open(&mut self, index: usize, events: &mut Vec<TurnEvent>) -> u32 {
        let exists = |key: u32| {
            let lies = self.things.iter().any(|t| t.kind == FloorThingKind::Key(key));
            lies || self.player.keys.contains(&key)
        };
        let need = self.doors[index].need(self.player.at, exists);
        let batter = self.rules.batter;
        let door = &mut self.doors[index];
        let at = door.at;
        match need {
            Need::Find => events.push(TurnEvent::Blocked),
            Need::Key(key) if !self.player.keys.contains(&key) => events.push(TurnEvent::DoorLocked(at)),
            Need::Batter => {
                door.blows += 1;
                if door.blows < batter {
                    events.push(TurnEvent::DoorBattered(at, batter - door.blows));
                } else {
                    door.open = true;
                    events.push(TurnEvent::DoorBroken(at));
                }
                self.walls_of(index);
                return self.rules.loud;
            }
            Need::Push | Need::Key(_) => {
                door.open = true;
                events.push(if need == Need::Push {
                    TurnEvent::DoorOpened(at)
                } else {
                    TurnEvent::DoorUnlocked(at)
                });
                if let DoorKind::Trapped { trap } = &door.kind {
                    let name = trap.name.clone();
                    self.spring(name, events);
                }
                self.walls_of(index);
                return self.rules.quiet;
            }
        }
        0
    }

    /// Updates whether a door's cell blocks sight.
    fn walls_of(&mut self, index: usize) {
        let door = &self.doors[index];
        if !door.on_edge {
            self.walls.set(door.at, door.opaque());
            self.looked_from = None;
        }
    }

    fn spring(&mut self, name: String, events: &mut Vec<TurnEvent>) {
        let harm = self.rules.trap;
        self.player.health = self.player.health.saturating_sub(harm);
        events.push(TurnEvent::TrapSprung(name, harm));
    }

    /// Takes or triggers what is in the player's cell.
    fn arrive(&mut self, events: &mut Vec<TurnEvent>) {
        let at = self.player.at;
        let mut i = 0;
        while i < self.things.len() {
            if self.things[i].at != at {
                i += 1;
                continue;
            }
            match self.things[i].kind {
                FloorThingKind::Chest => {
                    self.player.chests += 1;
                    self.player.health = (self.player.health + self.rules.chest_mends)
                        .min(self.rules.health.max(self.player.health));
                    events.push(TurnEvent::ChestOpened);
                }
                FloorThingKind::Key(key) => {
                    self.player.keys.insert(key);
                    events.push(TurnEvent::KeyTaken(key, self.things[i].name.clone()));
                }
                FloorThingKind::Trap => {
                    let name = self.things[i].name.clone();
                    self.spring(name, events);
                }
                FloorThingKind::Exit => {
                    self.win(events);
                    i += 1;
                    continue;
                }
                FloorThingKind::StairsDown if !self.has_exit() => {
                    self.win(events);
                    i += 1;
                    continue;
                }
                _ => {
                    i += 1;
                    continue;
                }
            }
            self.things.remove(i);
        }
    }

    /// Stairs down are the goal only if there is no exit.
    pub(crate) fn has_exit(&self) -> bool {
        self.things.iter().any(|t| t.kind == FloorThingKind::Exit)
    }

    fn win(&mut self, events: &mut Vec<TurnEvent>) {
        if self.player.health > 0 {
            self.status = Status::Won;
            events.push(TurnEvent::Won);
        }
    }

    fn search(&mut self, events: &mut Vec<TurnEvent>) {
        let at = self.player.at;
        let mut found = 0;
        for door in &mut self.doors {
            if !door.found && door.at.chebyshev(at) <= 1 {
                door.found = true;
                found += 1;
            }
        }
        events.push(if found > 0 { TurnEvent::SecretFound(found) } else { TurnEvent::NothingFound });
    }

    /// Regains health while nobody hunts.
    fn rest(&mut self) {
        if self.player.health == 0 || self.player.health >= self.rules.health || self.is_hunted() {
            self.mend = 0;
            return;
        }
        self.mend += 1;
        if self.mend >= self.rules.mend_every {
            self.mend = 0;
            self.player.health += 1;
        }
    }
}
