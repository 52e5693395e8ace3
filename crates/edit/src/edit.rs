//! What can be changed.

use mapkiln_core::{Direction, Point, Rect};
use mapkiln_dungeon::RerollPart;
use mapkiln_maps::plan::{CorridorId, DoorId, KeyId, RoomId, RoomShape, ThingKind};
use serde::{Deserialize, Serialize};

/// One change to a dungeon. Rooms, doors, corridors and keys are named by their numbers from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Edit {
    /// Gives the dungeon another title.
    Rename {
        /// The title.
        title: String,
    },
    /// Keeps a room when the rest is made again, or no longer.
    Pin {
        /// The room.
        room: RoomId,
        /// Is it kept?
        pinned: bool,
    },
    /// Replaces words of a room; what is left out stays.
    Write {
        /// The room.
        room: RoomId,
        /// What it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
        /// What is read aloud.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        aloud: Option<String>,
        /// What only the game master knows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<String>,
    },
    /// Makes a part again; pinned rooms stay.
    Reroll {
        /// Which part.
        part: RerollPart,
        /// The seed of the new part.
        seed: String,
    },
    /// Moves a room with all that is in it; its corridors follow.
    Move {
        /// The room.
        room: RoomId,
        /// The new north-west corner.
        to: Point,
    },
    /// Gives a room another size, in its own shape; its corridors follow.
    Resize {
        /// The room.
        room: RoomId,
        /// Its new bounds.
        to: Rect,
    },
    /// Adds an empty room and joins it to the nearest one.
    Add {
        /// The level, from 0.
        level: usize,
        /// Its bounds.
        at: Rect,
        /// Its shape.
        #[serde(default)]
        shape: RoomShape,
    },
    /// Removes a room and the corridors that led only to it.
    Remove {
        /// The room.
        room: RoomId,
    },
    /// Digs a corridor between two rooms.
    Join {
        /// One room.
        from: RoomId,
        /// The other.
        to: RoomId,
    },
    /// Fills a corridor in, with its doors.
    Fill {
        /// The corridor.
        corridor: CorridorId,
    },
    /// Makes a door another kind.
    Door {
        /// The door.
        door: DoorId,
        /// What it becomes.
        kind: DoorWish,
    },
    /// Locks a door and lays a new key into a room.
    Lock {
        /// The door.
        door: DoorId,
        /// The room with the key.
        room: RoomId,
        /// The key's name.
        name: String,
    },
    /// Lays a key into another room.
    MoveKey {
        /// The key.
        key: KeyId,
        /// The room.
        room: RoomId,
    },
    /// Puts monsters of the codex into a room.
    PutMonsters {
        /// The room.
        room: RoomId,
        /// The name of their stat block.
        name: String,
        /// How many, from 1 to 100.
        count: u32,
    },
    /// Takes monsters out of a room.
    TakeMonsters {
        /// The room.
        room: RoomId,
        /// Which of its groups, from 0.
        group: usize,
    },
    /// Puts treasure into a room.
    PutTreasure {
        /// The room.
        room: RoomId,
        /// What it is.
        name: String,
        /// Its worth in gold pieces.
        #[serde(default)]
        gold: u32,
    },
    /// Takes treasure out of a room.
    TakeTreasure {
        /// The room.
        room: RoomId,
        /// Which of its parcels, from 0.
        parcel: usize,
    },
    /// Sets a trap of the codex in a room.
    PutTrap {
        /// The room.
        room: RoomId,
        /// The trap's name, in English or in the plan's language.
        name: String,
        /// Its cell; default none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Point>,
    },
    /// Takes a trap out of a room.
    TakeTrap {
        /// The room.
        room: RoomId,
        /// Which of its traps, from 0.
        trap: usize,
    },
    /// Puts a piece of furniture or a light on a level.
    PutThing {
        /// The level, from 0.
        level: usize,
        /// What it is.
        kind: ThingKind,
        /// Its north-west cell.
        at: Point,
        /// Where its front looks; default south.
        #[serde(default = "south")]
        facing: Direction,
    },
    /// Takes a thing away.
    TakeThing {
        /// The level, from 0.
        level: usize,
        /// Which of its things, from 0.
        thing: usize,
    },
}

fn south() -> Direction {
    Direction::South
}

/// What a door can become without more words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DoorWish {
    /// An opening.
    Arch,
    /// An ordinary door.
    Door,
    /// A door with a bar.
    Barred,
    /// A portcullis.
    Portcullis,
    /// A secret door.
    Secret,
}
