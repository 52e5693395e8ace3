//! Floors: a place as a grid of cells to walk on and look across.
//!
//! A grid of cells, each with a ground from a short palette and a height, and on it doors, things
//! and entrances. Sight, play, the isometric view and the exporters know nothing else.

mod from_plan;

use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::plan::DoorKind;
use mapkiln_core::{Direction, Grid, Limit, Point};

/// A grid of cells to walk on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Floor {
    /// The kinds of ground; cells refer to them by index.
    pub palette: Vec<Ground>,
    /// The ground of every cell.
    pub ground: Grid<u16>,
    /// The height of every cell in steps; `None` if the floor is flat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<Grid<i16>>,
    /// The doors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doors: Vec<FloorDoor>,
    /// Enemies, treasure, stairs and other things.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<FloorThing>,
    /// The entrances.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entrances: Vec<Point>,
}

/// A kind of ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ground {
    /// Its name, such as `grass`; pictures choose colours by it.
    pub name: String,
    /// Does it block steps?
    #[serde(default)]
    pub blocks_step: bool,
    /// Does it block sight?
    #[serde(default)]
    pub blocks_sight: bool,
}

impl Ground {
    /// Ground to walk on and look over.
    pub fn open(name: &str) -> Self {
        Ground { name: name.to_owned(), blocks_step: false, blocks_sight: false }
    }

    /// Ground that blocks both steps and sight, such as a wall.
    pub fn solid(name: &str) -> Self {
        Ground { name: name.to_owned(), blocks_step: true, blocks_sight: true }
    }

    /// Ground that blocks steps but not sight, such as a pit or deep water.
    pub fn barrier(name: &str) -> Self {
        Ground { name: name.to_owned(), blocks_step: true, blocks_sight: false }
    }
}

/// A door on a floor. In the plan's terms it may be in a cell or on the side of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FloorDoor {
    /// Its cell.
    pub at: Point,
    /// The direction through it.
    pub facing: Direction,
    /// Is it on the cell's side in the direction of `facing` instead of in the cell?
    #[serde(default)]
    pub on_edge: bool,
    /// What kind of door it is.
    pub kind: DoorKind,
}

/// Something on a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FloorThing {
    /// Its cell.
    pub at: Point,
    /// What it means to the rules of a game.
    pub kind: FloorThingKind,
    /// What it is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The room it belongs to, if the floor was made from a plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<u32>,
}

/// What a thing means to the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FloorThingKind {
    /// An enemy.
    Enemy,
    /// The boss, or one of its bodies.
    Boss,
    /// Treasure.
    Chest,
    /// The key of this number.
    Key(u32),
    /// A trap.
    Trap,
    /// Stairs up.
    StairsUp,
    /// Stairs down.
    StairsDown,
    /// The exit.
    Exit,
    /// A source of light.
    Light,
}

impl Floor {
    /// A flat floor of one kind of ground.
    pub fn new(width: i32, height: i32, ground: Ground) -> Self {
        Floor {
            palette: vec![ground],
            ground: Grid::new(width, height, 0),
            height: None,
            doors: Vec::new(),
            things: Vec::new(),
            entrances: Vec::new(),
        }
    }

    /// The kind of ground of a cell, or `None` outside.
    #[inline]
    pub fn ground_at(&self, p: Point) -> Option<&Ground> {
        self.ground.get(p).map(|&g| &self.palette[usize::from(g)])
    }

    /// The height of a cell; 0 outside.
    #[inline]
    pub fn height_at(&self, p: Point) -> i32 {
        self.height.as_ref().and_then(|h| h.get(p)).map_or(0, |&h| i32::from(h))
    }

    /// Does the ground of a cell block steps? Everything outside does.
    ///
    /// Doors are not ground: whether one can be passed is up to the caller.
    #[inline]
    pub fn blocks_step(&self, p: Point) -> bool {
        self.ground_at(p).is_none_or(|g| g.blocks_step)
    }

    /// Does the ground of a cell block sight? Everything outside does.
    #[inline]
    pub fn blocks_sight(&self, p: Point) -> bool {
        self.ground_at(p).is_none_or(|g| g.blocks_sight)
    }

    /// The door in a cell.
    pub fn door_at(&self, p: Point) -> Option<&FloorDoor> {
        self.doors.iter().find(|d| d.at == p && !d.on_edge)
    }

    /// What blocks sight with every door shut, as a grid: the input of the sight crate.
    pub fn opaque(&self) -> Grid<bool> {
        let mut opaque = self.ground.map(|&g| self.palette[usize::from(g)].blocks_sight);
        for door in self.doors.iter().filter(|d| !d.on_edge) {
            if let Some(cell) = opaque.get_mut(door.at) {
                *cell = door.kind.blocks_sight();
            }
        }
        opaque
    }
}

impl Document for Floor {
    const KIND: &'static str = "floor";
    const VERSION: u32 = 1;

    fn amounts(&self) -> Vec<(Limit, u64)> {
        let foes =
            self.things.iter().filter(|t| matches!(t.kind, FloorThingKind::Enemy | FloorThingKind::Boss));
        vec![
            (Limit::Cells, self.ground.bounds().area().unsigned_abs()),
            (Limit::Creatures, foes.count() as u64),
            (Limit::Parts, (self.doors.len() + self.things.len() + self.entrances.len()) as u64),
        ]
    }

    fn check(&self) -> Result<(), String> {
        if self.palette.is_empty() {
            return Err("its palette is empty; it needs at least one ground".to_owned());
        }
        if let Some((p, g)) = self.ground.iter().find(|(_, g)| usize::from(**g) >= self.palette.len()) {
            return Err(format!(
                "the cell {p} has ground {g}, and the palette has {} entries",
                self.palette.len()
            ));
        }
        if let Some(height) = &self.height
            && height.bounds() != self.ground.bounds()
        {
            return Err("its heights and its ground differ in size".to_owned());
        }
        let places = self.doors.iter().map(|d| d.at).chain(self.things.iter().map(|t| t.at));
        match places.chain(self.entrances.iter().copied()).find(|p| !self.ground.contains(*p)) {
            Some(p) => Err(format!("something stands at {p}, outside the grid")),
            None => Ok(()),
        }
    }
}
