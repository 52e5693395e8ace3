//! Doors as a game knows them.

use mapkiln_core::{Direction, Point};
use mapkiln_maps::plan::DoorKind;

/// A door and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct DoorState {
    /// Its cell.
    pub at: Point,
    /// The way through it.
    pub facing: Direction,
    /// Does it stand on the side of the cell, not in it?
    pub on_edge: bool,
    /// What closes it.
    pub kind: DoorKind,
    /// Is it open?
    pub open: bool,
    /// Is it known to be a door? Secret doors look like wall until they are found.
    pub found: bool,
    /// Blows it has taken.
    pub blows: u32,
}

/// What a door asks of whoever wants to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// A push.
    Push,
    /// The key of this number.
    Key(u32),
    /// Blows.
    Batter,
    /// To be found first.
    Find,
}

impl DoorState {
    /// Does it keep steps out now?
    pub fn shut(&self) -> bool {
        !self.open && self.kind != DoorKind::Arch
    }

    /// Does it hide what is behind it now? Doors on sides of cells hide nothing.
    pub fn opaque(&self) -> bool {
        !self.on_edge && self.shut() && self.kind.blocks_sight()
    }

    /// What it asks of someone who comes from a cell.
    pub(crate) fn need(&self, from: Point, key_exists: impl Fn(u32) -> bool) -> Need {
        if !self.found {
            return Need::Find;
        }
        match self.kind {
            DoorKind::Arch | DoorKind::Door | DoorKind::Trapped { .. } | DoorKind::Secret => Need::Push,
            DoorKind::Locked { key: Some(key) } if key_exists(key) => Need::Key(key),
            // The bar is on the side one comes from when walking the way the door faces.
            DoorKind::Barred => {
                let inside = if self.on_edge { self.at } else { self.at.step(self.facing.opposite()) };
                if from == inside { Need::Push } else { Need::Batter }
            }
            DoorKind::Locked { .. } | DoorKind::Portcullis => Need::Batter,
        }
    }
}
