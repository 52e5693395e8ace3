//! The state of a game, and how it starts.

use std::collections::{BTreeSet, VecDeque};

use mapkiln_core::{Grid, Point, Seed, fingerprint};
use mapkiln_maps::document::Document;
use mapkiln_maps::floor::{Floor, FloorThing, FloorThingKind};
use mapkiln_maps::plan::DoorKind;
use mapkiln_sight::{CellSet, Shadowcast, Walls};
use serde::Serialize;

use crate::foes::{Boss, Foe, Mood};
use crate::sound::Sound;
use crate::{Action, DoorState, Error, GameRules};

/// No enemy or door, in the grids of what is where.
pub(crate) const NOBODY: u16 = u16::MAX;

/// Whether a game is still going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It is still going on.
    Playing,
    /// The player reached the exit.
    Won,
    /// The player died.
    Lost,
}

/// The adventurer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Player {
    /// Their cell.
    pub at: Point,
    /// Their remaining health.
    pub health: u32,
    /// The numbers of the keys they have.
    pub keys: BTreeSet<u32>,
    /// Enemies beaten.
    pub beaten: u32,
    /// Chests opened.
    pub chests: u32,
}

/// A game being played.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) floor: Floor,
    pub(crate) seed: Seed,
    pub(crate) rules: GameRules,
    pub(crate) walls: Walls,
    pub(crate) steps: Grid<bool>,
    pub(crate) doors: Vec<DoorState>,
    pub(crate) door_at: Grid<u16>,
    /// The sides of each cell that have a door, one bit per direction.
    pub(crate) edge_doors: Grid<u8>,
    pub(crate) things: Vec<FloorThing>,
    pub(crate) foes: Vec<Foe>,
    pub(crate) foe_at: Grid<u16>,
    pub(crate) boss: Option<Boss>,
    pub(crate) player: Player,
    pub(crate) status: Status,
    pub(crate) seen: CellSet,
    pub(crate) known: CellSet,
    pub(crate) moves: Vec<Action>,
    pub(crate) mend: u32,
    pub(crate) caster: Shadowcast,
    /// Where the player stood at the last look, unless sight was blocked or opened since.
    pub(crate) looked_from: Option<Point>,
    pub(crate) sound: Sound,
}

impl Game {
    /// A new game.
    ///
    /// The player starts at the first entrance, else on stairs up, else in the largest connected part.
    /// The goal is an exit, else stairs down; a floor with neither gets an exit in the cell furthest
    /// from the start.
    pub fn new(floor: Floor, seed: impl Into<Seed>, rules: GameRules) -> Result<Self, Error> {
        rules.check()?;
        floor.check().map_err(Error::Floor)?;
        if floor.doors.len() >= usize::from(NOBODY) || floor.things.len() >= usize::from(NOBODY) {
            return Err(Error::Floor(format!("it has more than {} doors or things", NOBODY - 1)));
        }
        let steps = Grid::from_fn(floor.ground.width(), floor.ground.height(), |p| !floor.blocks_step(p));
        let start = start_of(&floor, &steps).ok_or(Error::NowhereToStand)?;
        let mut game = Game {
            walls: Walls::from_floor(&floor),
            door_at: floor.ground.map(|_| NOBODY),
            foe_at: floor.ground.map(|_| NOBODY),
            known: CellSet::new(floor.ground.bounds()),
            edge_doors: floor.ground.map(|_| 0),
            doors: Vec::new(),
            things: Vec::new(),
            foes: Vec::new(),
            boss: None,
            player: Player { at: start, health: rules.health, keys: BTreeSet::new(), beaten: 0, chests: 0 },
            status: Status::Playing,
            seen: CellSet::default(),
            moves: Vec::new(),
            mend: 0,
            caster: Shadowcast::new(),
            looked_from: None,
            sound: Sound::default(),
            seed: seed.into(),
            floor,
            rules,
            steps,
        };
        game.hang_doors();
        game.sound = Sound::new(&game.steps, &game.door_at);
        game.place_things(start);
        game.look();
        Ok(game)
    }

    fn hang_doors(&mut self) {
        for (i, door) in self.floor.doors.iter().enumerate() {
            let door = DoorState {
                at: door.at,
                facing: door.facing,
                on_edge: door.on_edge,
                found: door.kind != DoorKind::Secret,
                open: door.kind == DoorKind::Arch,
                kind: door.kind.clone(),
                blows: 0,
            };
            if door.on_edge {
                for (cell, side) in
                    [(door.at, door.facing), (door.at.step(door.facing), door.facing.opposite())]
                {
                    if let Some(sides) = self.edge_doors.get_mut(cell) {
                        *sides |= 1 << side as u8;
                    }
                }
            } else {
                self.door_at[door.at] = i as u16;
                // A door's cell can be entered, whatever its ground.
                self.steps[door.at] = true;
                self.walls.set(door.at, door.opaque());
            }
            self.doors.push(door);
        }
    }

    fn place_things(&mut self, start: Point) {
        let mut bodies = 0;
        for thing in self.floor.things.clone() {
            match thing.kind {
                FloorThingKind::Enemy | FloorThingKind::Boss => {
                    // One enemy per cell, and none in a wall or on the player.
                    if self.foe_at[thing.at] != NOBODY || !self.steps[thing.at] || thing.at == start {
                        continue;
                    }
                    let boss = thing.kind == FloorThingKind::Boss;
                    bodies += u32::from(boss);
                    self.foe_at[thing.at] = self.foes.len() as u16;
                    self.foes.push(Foe {
                        at: thing.at,
                        name: thing.name,
                        health: if boss { 0 } else { self.rules.enemy_health },
                        boss,
                        alive: true,
                        mood: Mood::Idle,
                        path: Vec::new(),
                    });
                }
                _ => self.things.push(thing),
            }
        }
        if bodies > 0 {
            let name = self.foes.iter().find(|f| f.boss).map_or_else(String::new, |f| f.name.clone());
            self.boss =
                Some(Boss { name, health: self.rules.boss_health + bodies * self.rules.body_health, bodies });
        }
        let goal = |t: &FloorThing| t.kind == FloorThingKind::Exit || t.kind == FloorThingKind::StairsDown;
        if !self.things.iter().any(|t| goal(t) && t.at != start) {
            let at = furthest(&self.steps, start);
            self.things.push(FloorThing { at, kind: FloorThingKind::Exit, name: String::new(), room: None });
        }
    }

    /// Updates what the player sees and knows.
    pub(crate) fn look(&mut self) {
        if self.looked_from == Some(self.player.at) {
            return;
        }
        self.looked_from = Some(self.player.at);
        let mut seen = std::mem::take(&mut self.seen);
        self.caster.look_into(&self.walls, self.player.at, Some(self.rules.sight), &mut seen);
        self.known.union_with(&seen);
        self.seen = seen;
    }

    /// Whether the game is still going on.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Enemies beaten + chests opened.
    pub fn score(&self) -> u32 {
        self.player.beaten + self.player.chests
    }

    /// The adventurer.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// The floor as it was at the start.
    pub fn floor(&self) -> &Floor {
        &self.floor
    }

    /// The rules.
    pub fn rules(&self) -> &GameRules {
        &self.rules
    }

    /// The seed.
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// What the player sees now.
    pub fn seen(&self) -> &CellSet {
        &self.seen
    }

    /// What the player has seen so far.
    pub fn known(&self) -> &CellSet {
        &self.known
    }

    /// The doors.
    pub fn doors(&self) -> &[DoorState] {
        &self.doors
    }

    /// The door in a cell.
    pub fn door_in(&self, p: Point) -> Option<&DoorState> {
        self.door_at.get(p).filter(|&&d| d != NOBODY).map(|&d| &self.doors[usize::from(d)])
    }

    /// The things that have not been taken.
    pub fn things(&self) -> &[FloorThing] {
        &self.things
    }

    /// The enemies, including dead ones.
    pub fn foes(&self) -> &[Foe] {
        &self.foes
    }

    /// The enemy in a cell.
    pub fn foe_in(&self, p: Point) -> Option<&Foe> {
        self.foe_at.get(p).filter(|&&f| f != NOBODY).map(|&f| &self.foes[usize::from(f)])
    }

    /// The boss, while it is alive.
    pub fn boss(&self) -> Option<&Boss> {
        self.boss.as_ref()
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Action] {
        &self.moves
    }

    /// Turns played.
    pub fn turn(&self) -> u64 {
        self.moves.len() as u64
    }

    /// Can the cell be entered, apart from enemies and shut doors? Secret doors are walls until found.
    pub fn walkable(&self, p: Point) -> bool {
        self.steps.get(p).copied().unwrap_or(false) && self.door_in(p).is_none_or(|d| d.found)
    }

    /// A short text that is the same exactly if two games reached the same state by the same moves.
    pub fn fingerprint(&self) -> String {
        let state = State {
            player: &self.player,
            status: self.status,
            foes: &self.foes,
            boss: self.boss.as_ref(),
            things: &self.things,
            doors: self.doors.iter().map(|d| (d.open, d.found, d.blows)).collect(),
            known: self.known.iter().collect(),
            mend: self.mend,
            moves: self.moves.iter().map(|m| m.letter()).collect(),
        };
        let json = serde_json::to_vec(&state).expect("the state has text keys and no failing parts");
        fingerprint(&json)
    }
}

/// The state of a game as data. Stored games depend on its form: a change needs a new version of
/// [`Tape`](crate::Tape).
#[derive(Serialize)]
struct State<'a> {
    player: &'a Player,
    status: Status,
    foes: &'a [Foe],
    boss: Option<&'a Boss>,
    things: &'a [FloorThing],
    doors: Vec<(bool, bool, u32)>,
    known: Vec<Point>,
    mend: u32,
    moves: String,
}

/// The cell where the player starts.
fn start_of(floor: &Floor, steps: &Grid<bool>) -> Option<Point> {
    let open = |p: &Point| steps.get(*p).copied().unwrap_or(false);
    let stairs = floor.things.iter().filter(|t| t.kind == FloorThingKind::StairsUp).map(|t| t.at);
    if let Some(at) = floor.entrances.iter().copied().chain(stairs).find(open) {
        return Some(at);
    }
    // The largest connected part, and in it the cell nearest to its centre.
    let mut part = steps.map(|_| false);
    let mut best: Vec<Point> = Vec::new();
    for p in steps.bounds().cells() {
        if steps[p] && !part[p] {
            let cells = reach(steps, p, &mut part);
            if cells.len() > best.len() {
                best = cells;
            }
        }
    }
    let count = best.len().max(1) as i64;
    let middle = |f: fn(&Point) -> i32| (best.iter().map(|p| i64::from(f(p))).sum::<i64>() / count) as i32;
    let middle = Point::new(middle(|p| p.x), middle(|p| p.y));
    best.into_iter().min_by_key(|&p| (p.manhattan(middle), p))
}

/// The cells connected to one, nearest first.
fn reach(steps: &Grid<bool>, from: Point, visited: &mut Grid<bool>) -> Vec<Point> {
    let mut cells = vec![from];
    visited[from] = true;
    let mut next = 0;
    while next < cells.len() {
        for p in cells[next].beside() {
            if steps.get(p) == Some(&true) && !std::mem::replace(&mut visited[p], true) {
                cells.push(p);
            }
        }
        next += 1;
    }
    cells
}

/// The cell that is the most steps away.
fn furthest(steps: &Grid<bool>, from: Point) -> Point {
    let mut visited = steps.map(|_| false);
    let mut queue = VecDeque::from([from]);
    visited[from] = true;
    let mut last = from;
    while let Some(p) = queue.pop_front() {
        last = p;
        for q in p.beside() {
            if steps.get(q) == Some(&true) && !std::mem::replace(&mut visited[q], true) {
                queue.push_back(q);
            }
        }
    }
    last
}
