//! What a claim says about a place where it does not hold.

use mapkiln_core::Point;
use serde::Serialize;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; the claim still holds.
    Note,
    /// The map can be played, but is not what it says.
    Warning,
    /// The map is broken here.
    Error,
}

/// Where something was found. Numbers are those of the document: they count from 0, except rows and
/// columns of boards, which count from 1 as in the text form and in scores.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// The level of a plan, or the layer of a world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<usize>,
    /// A cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<Point>,
    /// A room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<u32>,
    /// A corridor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corridor: Option<u32>,
    /// A door.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub door: Option<u32>,
    /// A key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<u32>,
    /// A hex: row and column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<[usize; 2]>,
    /// A node of a level graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
    /// An edge of a level graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<u32>,
    /// A step of a derivation, or a move of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// A field of the document or a member of an archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

impl Place {
    /// Nowhere in particular.
    pub fn whole() -> Self {
        Place::default()
    }

    /// A level.
    pub fn level(level: usize) -> Self {
        Place { level: Some(level), ..Place::default() }
    }

    /// A cell of a level.
    pub fn cell(level: usize, cell: Point) -> Self {
        Place { level: Some(level), cell: Some(cell), ..Place::default() }
    }

    /// A field of a document.
    pub fn field(name: impl Into<String>) -> Self {
        Place { field: Some(name.into()), ..Place::default() }
    }

    /// The place with a room.
    #[must_use]
    pub fn in_room(mut self, room: u32) -> Self {
        self.room = Some(room);
        self
    }

    /// The place with a door.
    #[must_use]
    pub fn at_door(mut self, door: u32) -> Self {
        self.door = Some(door);
        self
    }

    /// The place with a corridor.
    #[must_use]
    pub fn in_corridor(mut self, corridor: u32) -> Self {
        self.corridor = Some(corridor);
        self
    }
}

/// One place where a claim does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, in the map's language.
    pub sentence: String,
    /// Where.
    pub place: Place,
    /// The smallest change that mends it, if one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair: Option<String>,
}
