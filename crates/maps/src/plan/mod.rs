//! Plans: a place from the point of view of a game master or a level designer.
//!
//! A plan has levels; a level has rooms, corridors, doors, stairs and entrances on a grid of cells.
//! Everything that is not floor is rock; a wall is the rock around a floor, so walls are never
//! stored. Rooms, corridors and doors are numbered across the whole plan, from 0, in the order of
//! their lists, level by level.

mod audience;
mod check;
mod checks;
mod contents;
mod creature;
mod exits;
mod facts;
mod from_cells;
mod genes;
mod labels;
mod outline;
mod passage;
mod purpose;
mod tag;
mod thing;

use serde::{Deserialize, Serialize};

pub use checks::{Ability, AbilityCheck, CheckKind, Guard};
pub use contents::{Contents, Description, Entry, Monsters, Parcel, Trap};
pub use creature::{CreatureSize, CreatureType, Role};
pub use exits::{Exit, Way};
pub use genes::{GeneBlock, Genes};
pub use labels::{Labels, capitalised};
pub use outline::{Outline, RoomShape};
pub use passage::{
    Area, Corridor, CorridorId, Door, DoorId, DoorKind, DoorPlace, Entrance, Key, KeyId, Stairs, Vertical,
};
pub use purpose::Purpose;
pub use tag::RoomTag;
pub use thing::{Light, Obstacle, Thing, ThingKind};

use crate::Language;
use crate::document::Document;
use mapkiln_core::{Limit, Point};

/// A room's number in its plan.
pub type RoomId = u32;

/// A whole place: one level or several, joined by stairs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plan {
    /// What the place is called; empty if it has no name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The background that ties the rooms together, for the game master's eyes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub story: String,
    /// The paragraphs of the front page, for the game master: hook, rumours, factions, clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub front: Vec<Entry>,
    /// The language of all its words.
    #[serde(default, skip_serializing_if = "Language::is_english")]
    pub language: Language,
    /// The side of a cell in feet. Default 5.
    #[serde(default = "five_feet")]
    pub cell_feet: u32,
    /// The levels, from the entrance down.
    pub levels: Vec<Level>,
    /// What opens locked doors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<Key>,
    /// Credits that must be shown with the plan, such as the licence of game data in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub credits: Vec<String>,
    /// Wandering monsters and other things that belong to no room, for the game master.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wandering: Vec<Monsters>,
    /// The genes that its layout was decoded from, so that a part can be made again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub genes: Vec<Genes>,
}

fn five_feet() -> u32 {
    5
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            title: String::new(),
            story: String::new(),
            front: Vec::new(),
            language: Language::default(),
            cell_feet: five_feet(),
            levels: Vec::new(),
            keys: Vec::new(),
            credits: Vec::new(),
            wandering: Vec::new(),
            genes: Vec::new(),
        }
    }
}

/// One level of a plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Level {
    /// What the level is called; empty if it has no name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Columns of the grid.
    pub width: i32,
    /// Rows of the grid.
    pub height: i32,
    /// The rooms.
    pub rooms: Vec<Room>,
    /// The corridors between them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corridors: Vec<Corridor>,
    /// The doors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doors: Vec<Door>,
    /// Ways to other levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stairs: Vec<Stairs>,
    /// The entrances from outside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entrances: Vec<Entrance>,
    /// Pillars, water, pits and the like.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Feature>,
    /// Furniture, dressing and lights.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<Thing>,
}

/// A room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Room {
    /// Its number in the plan.
    pub id: RoomId,
    /// Its floor.
    pub outline: Outline,
    /// The intended shape, so that a picture can show a true circle.
    #[serde(default, skip_serializing_if = "RoomShape::is_rectangle")]
    pub shape: RoomShape,
    /// What it is for, such as `guard room`; empty if undecided.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// What it was built for and what it is used for, by key, if its maker decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<Purpose>,
    /// Who and what is in it.
    #[serde(default)]
    pub contents: Contents,
    /// What the game master reads out and knows.
    #[serde(default, skip_serializing_if = "Description::is_empty")]
    pub description: Description,
    /// Its roles, such as `boss`, `rest`, `goal`, and free words of makers and games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub tags: Vec<RoomTag>,
    /// Keep this room when the rest is re-rolled?
    #[serde(default, skip_serializing_if = "is_false")]
    pub pinned: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Room {
    /// Is it a whole disc or oval? A round room that is not is a part of a round floor, such as one
    /// of a tower.
    pub fn is_disc(&self) -> bool {
        let bounds = self.outline.bounds();
        let (area, around) = (self.outline.area(), bounds.area());
        // A quarter of a disc fills its rectangle as well as a disc does, but has three of its corners.
        let corners = [
            Point::new(bounds.x, bounds.y),
            Point::new(bounds.right() - 1, bounds.y),
            Point::new(bounds.x, bounds.bottom() - 1),
            Point::new(bounds.right() - 1, bounds.bottom() - 1),
        ];
        let rounded =
            bounds.width.min(bounds.height) < 4 || corners.iter().all(|p| !self.outline.contains(*p));
        self.shape == RoomShape::Circle
            && !matches!(self.outline, Outline::Holed(_))
            && 10 * area >= 7 * around
            && rounded
    }

    /// An empty room with this floor.
    pub fn new(id: RoomId, outline: Outline) -> Self {
        Room {
            id,
            outline,
            shape: RoomShape::default(),
            kind: String::new(),
            purpose: None,
            contents: Contents::default(),
            description: Description::default(),
            tags: Vec::new(),
            pinned: false,
        }
    }

    /// Its name on a map for the classic room list: A to Z, then AA, AB, …
    pub fn letters(&self) -> String {
        let mut rest = u64::from(self.id) + 1;
        let mut letters = Vec::new();
        while rest > 0 {
            rest -= 1;
            letters.push(b'A' + (rest % 26) as u8);
            rest /= 26;
        }
        letters.iter().rev().map(|&b| char::from(b)).collect()
    }

    /// Does it carry this tag? A [`RoomTag`] or a word.
    pub fn has_tag(&self, tag: impl Into<RoomTag>) -> bool {
        self.tags.contains(&tag.into())
    }
}

/// Something built into a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Feature {
    /// What it is.
    pub kind: FeatureKind,
    /// The cells it stands on.
    pub cells: Vec<Point>,
}

/// What can be built into a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FeatureKind {
    /// Blocks steps and sight.
    Pillar,
    /// Blocks steps and sight.
    Statue,
    /// Can be waded through.
    Water,
    /// Blocks steps, not sight.
    Pit,
    /// Slows, blocks nothing.
    Rubble,
    /// Blocks steps, not sight.
    Altar,
    /// Blocks steps, not sight.
    Well,
    /// Gives light, blocks nothing.
    Light,
}

impl FeatureKind {
    /// Its name in documents and in the facts of texts.
    pub fn name(self) -> &'static str {
        match self {
            FeatureKind::Pillar => "pillar",
            FeatureKind::Statue => "statue",
            FeatureKind::Water => "water",
            FeatureKind::Pit => "pit",
            FeatureKind::Rubble => "rubble",
            FeatureKind::Altar => "altar",
            FeatureKind::Well => "well",
            FeatureKind::Light => "light",
        }
    }
}

impl Plan {
    /// Every room of every level.
    pub fn rooms(&self) -> impl Iterator<Item = &Room> {
        self.levels.iter().flat_map(|level| &level.rooms)
    }

    /// Every room of every level, to change.
    pub fn rooms_mut(&mut self) -> impl Iterator<Item = &mut Room> {
        self.levels.iter_mut().flat_map(|level| &mut level.rooms)
    }

    /// Every door of every level.
    pub fn doors(&self) -> impl Iterator<Item = &Door> {
        self.levels.iter().flat_map(|level| &level.doors)
    }

    /// The room of a number.
    pub fn room(&self, id: RoomId) -> Option<&Room> {
        self.rooms().nth(id as usize)
    }
}

impl Document for Plan {
    const KIND: &'static str = "plan";
    const VERSION: u32 = 1;

    fn amounts(&self) -> Vec<(Limit, u64)> {
        check::amounts(self)
    }

    fn check(&self) -> Result<(), String> {
        check::check(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::Rect;

    #[test]
    fn letters_go_on_after_z() {
        let letters = |id| Room::new(id, Outline::Rect(Rect::new(0, 0, 1, 1))).letters();
        assert_eq!([0, 25, 26, 27, 701, 702].map(letters), ["A", "Z", "AA", "AB", "ZZ", "AAA"]);
    }
}
