//! What connects the rooms of a plan: corridors, doors, keys, stairs, entrances.

use serde::{Deserialize, Serialize};

use super::{AbilityCheck, CheckKind, RoomId, Trap};
use mapkiln_core::{Direction, Point};

/// A corridor's number in its plan.
pub type CorridorId = u32;
/// A door's number in its plan.
pub type DoorId = u32;
/// A key's number in its plan.
pub type KeyId = u32;

/// A room or a corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Area {
    /// A room, by its number.
    Room(RoomId),
    /// A corridor, by its number.
    Corridor(CorridorId),
}

/// A corridor: connected cells, with all its forks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Corridor {
    /// Its number in the plan.
    pub id: CorridorId,
    /// Its floor, row by row.
    pub cells: Vec<Point>,
    /// Its width in cells.
    #[serde(default = "one")]
    pub width: u32,
    /// The rooms it joins, in order; a dead end may join only one.
    pub joins: Vec<RoomId>,
    /// The cells where it forks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forks: Vec<Point>,
    /// Traps in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traps: Vec<Trap>,
    /// Is the corridor itself a secret?
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub secret: bool,
}

fn one() -> u32 {
    1
}

fn is_one(width: &u32) -> bool {
    *width == one()
}

/// A door.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Door {
    /// Its number in the plan.
    pub id: DoorId,
    /// Where it is.
    pub place: DoorPlace,
    /// What kind of door it is.
    pub kind: DoorKind,
    /// The two places it joins.
    pub joins: [Area; 2],
    /// Ways to find or open it without its key, for whoever stands before it: to find a secret
    /// door, to pick or break a lock, to break or lift a bar from the far side, to lift a portcullis.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<AbilityCheck>,
}

impl Door {
    /// A door without checks.
    pub fn new(id: DoorId, place: DoorPlace, kind: DoorKind, joins: [Area; 2]) -> Self {
        Door { id, place, kind, joins, checks: Vec::new() }
    }

    /// The difficulty class of a check, if the door allows it.
    pub fn dc(&self, kind: CheckKind) -> Option<u32> {
        self.checks.iter().find(|c| c.kind == kind).map(|c| c.dc)
    }
}

/// Where a door is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DoorPlace {
    /// In its own cell in the wall; it leads north-south or east-west.
    Cell {
        /// The cell.
        at: Point,
        /// The direction through it, from the first place that it joins to the second.
        facing: Direction,
    },
    /// On the border between two places that touch without a wall between them; such a door cannot
    /// be secret.
    Edge {
        /// A cell of the first place that it joins: the westernmost or northernmost.
        at: Point,
        /// The side of that cell.
        facing: Direction,
        /// Its width in cells, from `at` to the east or to the south. Default 1.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        width: u32,
    },
}

impl DoorPlace {
    /// Its cell, or the cell whose side it is on.
    pub fn at(self) -> Point {
        let (DoorPlace::Cell { at, .. } | DoorPlace::Edge { at, .. }) = self;
        at
    }

    /// The same place seen from the other side, for a door whose two places are swapped.
    pub fn turned(self) -> DoorPlace {
        match self {
            DoorPlace::Cell { at, facing } => DoorPlace::Cell { at, facing: facing.opposite() },
            DoorPlace::Edge { at, facing, width } => {
                DoorPlace::Edge { at: at.step(facing), facing: facing.opposite(), width }
            }
        }
    }

    /// Its width in cells.
    pub fn width(self) -> u32 {
        if let DoorPlace::Edge { width, .. } = self { width } else { 1 }
    }

    /// Its own cell, or the cells of the first place along the border that it is on.
    pub fn cells(self) -> impl Iterator<Item = Point> {
        let along = match self.facing() {
            Direction::North | Direction::South => Point::new(1, 0),
            Direction::East | Direction::West => Point::new(0, 1),
        };
        (0..self.width() as i32).map(move |n| self.at() + along * n)
    }

    /// The cells that one steps on to pass it: those before it, its own if it has one, those behind it.
    pub fn passage(self) -> Vec<Point> {
        let facing = self.facing();
        match self {
            DoorPlace::Cell { at, .. } => vec![at.step(facing.opposite()), at, at.step(facing)],
            DoorPlace::Edge { .. } => self.cells().flat_map(|p| [p, p.step(facing)]).collect(),
        }
    }

    /// The direction through it, from the first place that it joins to the second.
    pub fn facing(self) -> Direction {
        let (DoorPlace::Cell { facing, .. } | DoorPlace::Edge { facing, .. }) = self;
        facing
    }
}

/// The kinds of doors.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DoorKind {
    /// Nothing: an open arch.
    Arch,
    /// An ordinary door.
    #[default]
    Door,
    /// A lock that a key opens.
    Locked {
        /// The key, if there is one.
        key: Option<KeyId>,
    },
    /// A bar; it opens only from the side it lies on, that of the first place the door joins.
    Barred,
    /// A falling gate: blocks steps, not sight.
    Portcullis,
    /// Looks like wall until it is found.
    Secret,
    /// An ordinary door with a trap on it.
    Trapped {
        /// The trap.
        trap: Trap,
    },
}

impl DoorKind {
    /// Can it be opened without a key, a search or force?
    pub fn opens_freely(&self) -> bool {
        matches!(self, DoorKind::Arch | DoorKind::Door | DoorKind::Trapped { .. })
    }

    /// Does the closed door block sight?
    pub fn blocks_sight(&self) -> bool {
        !matches!(self, DoorKind::Arch | DoorKind::Portcullis)
    }

    /// Its name in lists and files: `arch`, `door`, `locked`, …
    pub fn name(&self) -> &'static str {
        match self {
            DoorKind::Arch => "arch",
            DoorKind::Door => "door",
            DoorKind::Locked { .. } => "locked",
            DoorKind::Barred => "barred",
            DoorKind::Portcullis => "portcullis",
            DoorKind::Secret => "secret",
            DoorKind::Trapped { .. } => "trapped",
        }
    }
}

/// A key of a locked door.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Key {
    /// Its number in the plan.
    pub id: KeyId,
    /// What it looks like.
    pub name: String,
    /// The room where it lies.
    pub room: RoomId,
}

/// Stairs to another level, or out of the plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stairs {
    /// Their cell.
    pub at: Point,
    /// The direction in which one walks when taking them.
    pub facing: Direction,
    /// Up or down?
    pub way: Vertical,
    /// The index of the level they lead to; `None` if they lead out of the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_level: Option<usize>,
    /// The cell on that level where they arrive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Point>,
}

/// Up or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Vertical {
    /// Towards the sky.
    Up,
    /// Into the deep.
    Down,
}

/// An entrance from outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Entrance {
    /// The first cell inside.
    pub at: Point,
    /// The direction in which one walks when entering.
    pub facing: Direction,
    /// The room or corridor it leads into.
    pub area: Area,
}
