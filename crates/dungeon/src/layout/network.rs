//! The corridors and doors of a layout, as they were dug.

use mapkiln_core::{Direction, Point};

use super::lattice::Lattice;
use super::placement::Placement;

/// The owner of a node without a corridor.
pub(super) const NONE: u16 = u16::MAX;

/// What joins the rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    /// By node: its corridor, or [`NONE`].
    pub(super) owner: Vec<u16>,
    /// By node: is it linked to the east (1), to the south (2)?
    pub(super) links: Vec<u8>,
    pub(crate) doors: Vec<Doorway>,
    pub(crate) corridors: Vec<Passage>,
    /// By room: the rooms next to it without secrets, as bits.
    pub(crate) beside: Vec<u64>,
    /// Pairs of rooms that touch.
    pub(crate) touching: usize,
    pub(crate) joins_all: bool,
    /// Cells of all corridors.
    pub(crate) length: usize,
}

/// A corridor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passage {
    /// The rooms it joins.
    pub(crate) rooms: Vec<usize>,
    pub(crate) secret: bool,
}

/// A door, seen from its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Doorway {
    pub(crate) at: Point,
    /// The way out of the room.
    pub(crate) facing: Direction,
    pub(crate) room: usize,
    pub(crate) to: Side,
    pub(super) throat: i32,
}

/// What is on the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Room(usize),
    Corridor(usize),
}

impl Network {
    /// Independent cycles, without secrets.
    pub(crate) fn loops(&self) -> usize {
        let open = self.corridors.iter().filter(|c| !c.secret).count();
        let doors = self.doors.iter().filter(|d| !self.is_secret(d)).count();
        (doors + 1).saturating_sub(self.beside.len() + open)
    }

    /// Does the door belong to a secret passage?
    pub(crate) fn is_secret(&self, doorway: &Doorway) -> bool {
        matches!(doorway.to, Side::Corridor(c) if self.corridors[c].secret)
    }

    /// Doors of each room, without secrets.
    pub(crate) fn exits(&self) -> Vec<u32> {
        let mut exits = vec![0; self.beside.len()];
        for door in self.doors.iter().filter(|d| !self.is_secret(d)) {
            exits[door.room] += 1;
            if let Side::Room(other) = door.to {
                exits[other] += 1;
            }
        }
        exits
    }

    /// The cells of each corridor, row by row, and the cells where it forks.
    pub(crate) fn cells(&self, placement: &Placement) -> Vec<(Vec<Point>, Vec<Point>)> {
        let lattice = Lattice::new(placement.width, placement.height, placement.corridor, &[]);
        let mut corridors = vec![(Vec::new(), Vec::new()); self.corridors.len()];
        let mut ways = vec![0u8; self.owner.len()];
        for node in 0..self.owner.len() {
            let Some((cells, _)) = corridors.get_mut(usize::from(self.owner[node])) else { continue };
            cells.extend(lattice.cells(node));
            for (bit, direction) in [(1, Direction::East), (2, Direction::South)] {
                if self.links[node] & bit != 0 {
                    cells.extend(lattice.link(node, direction));
                    ways[node] += 1;
                    if let Some(next) = lattice.step(node, direction) {
                        ways[next] += 1;
                    }
                }
            }
        }
        for door in &self.doors {
            if let Side::Corridor(corridor) = door.to {
                let throat = (1..=door.throat).map(|n| door.at + door.facing.vector() * n);
                corridors[corridor].0.extend(throat);
                let end = door.at + door.facing.vector() * (door.throat + 1);
                let pitch = placement.corridor + 1;
                let node = ((end.y - 1) / pitch) as usize * lattice.columns + ((end.x - 1) / pitch) as usize;
                ways[node] += 1;
            }
        }
        for (node, &ways) in ways.iter().enumerate() {
            if ways >= 3 {
                corridors[usize::from(self.owner[node])].1.push(lattice.corner(node));
            }
        }
        for (cells, forks) in &mut corridors {
            cells.sort_unstable_by_key(|p| (p.y, p.x));
            forks.sort_unstable_by_key(|p| (p.y, p.x));
        }
        corridors
    }
}
