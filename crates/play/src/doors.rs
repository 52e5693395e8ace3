//! The state of doors in a game.

use mapkiln_core::{Direction, Point};
use mapkiln_maps::plan::DoorKind;

/// A door and its state in the game.
#[derive(Clone, Debug, PartialEq)]
pub struct DoorState {
    /// Its cell.
    pub at: Point,
    /// The direction through it.
    pub facing: Direction,
    /// Is it on a side of the cell instead of in it?
    pub on_edge: bool,
    /// What kind of door it is.
    pub kind: DoorKind,
    /// Is it open?
    pub open: bool,
    /// Does the player know of it? Secret doors look like walls until they are found.
    pub found: bool,
    /// Blows it has taken.
    pub blows: u32,
}

/// What it takes to get through a shut door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// A push.
    Push,
    /// The key of this number.
    Key(u32),
    /// Blows.
    Batter,
    /// It must be found first.
    Find,
}

impl DoorState {
    /// Does it block steps now?
    pub fn shut(&self) -> bool {
        !self.open && self.kind != DoorKind::Arch
    }

    /// Does it block sight now? Doors on sides of cells never do.
    pub fn opaque(&self) -> bool {
        !self.on_edge && self.shut() && self.kind.blocks_sight()
    }

    /// What it takes to get through from a cell.
    pub(crate) fn need(&self, from: Point, key_exists: impl Fn(u32) -> bool) -> Need {
        if !self.found {
            return Need::Find;
        }
        match self.kind {
            DoorKind::Arch | DoorKind::Door | DoorKind::Trapped { .. } | DoorKind::Secret => Need::Push,
            DoorKind::Locked { key: Some(key) } if key_exists(key) => Need::Key(key),
            // The bar is on the side from which one walks in the direction the door faces.
            DoorKind::Barred => {
                let inside = if self.on_edge { self.at } else { self.at.step(self.facing.opposite()) };
                if from == inside { Need::Push } else { Need::Batter }
            }
            DoorKind::Locked { .. } | DoorKind::Portcullis => Need::Batter,
        }
    }
}
