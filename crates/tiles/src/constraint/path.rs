//! What constraints on ways know about each cell: can it be part of a way, must it be, and which sides
//! are open?

use super::Selection;
use crate::model::Model;
use crate::rules::bits;
use crate::{Error, Topology};

/// A cell from the point of view of a way.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Way {
    /// Can the cell be part of a way?
    pub(super) can: bool,
    /// Must it be?
    pub(super) must: bool,
    /// Sides that may be open, as bits.
    pub(super) may_open: u8,
    /// Sides that are open with every option, as bits.
    pub(super) open: u8,
}

pub(super) struct Links {
    pub(super) topology: Topology,
    pub(super) selection: Selection,
    /// The tiles outside the selection.
    pub(super) outside: Vec<u64>,
    /// For each side, the tiles of the selection that are open there.
    pub(super) open: Vec<Vec<u64>>,
    pub(super) ways: Vec<Way>,
    /// Relevant changes since the last check.
    pub(super) changes: usize,
}

impl Links {
    pub(super) fn new(
        model: &Model,
        topology: &Topology,
        selection: Selection,
        through: Option<&str>,
    ) -> Result<Self, Error> {
        let mut open = Vec::new();
        for side in 0..topology.sides().of_cell() {
            let passes =
                |&tile: &usize| through.is_none_or(|t| model.edge(tile, side).is_some_and(|e| e.contains(t)));
            open.push(bits::of(model.rules().words(), bits::iter(&selection.set).filter(passes)));
        }
        if let Some(through) = through
            && open.iter().all(|set| bits::is_empty(set))
        {
            let reason =
                format!("no edge of {} contains `{through}`; use a letter of their edges", selection.name);
            return Err(Error::Constraint { reason });
        }
        let outside = bits::not(&selection.set);
        let ways = vec![Way::default(); topology.cells()];
        Ok(Links { topology: topology.clone(), selection, outside, open, ways, changes: 1 })
    }

    pub(super) fn touch(&mut self, cell: u32, domain: &[u64]) {
        let mut way = Way {
            can: bits::meet(domain, &self.selection.set),
            must: bits::within(domain, &self.selection.set),
            ..Way::default()
        };
        for (side, open) in self.open.iter().enumerate() {
            way.may_open |= u8::from(bits::meet(domain, open)) << side;
            way.open |= u8::from(bits::within(domain, open)) << side;
        }
        let old = std::mem::replace(&mut self.ways[cell as usize], way);
        self.changes += usize::from(old != way);
    }

    /// Is it time to check? Small maps are checked after every change, large ones less often, since a
    /// check costs time linear in the map.
    pub(super) fn is_due(&mut self) -> bool {
        let due = self.changes > self.topology.cells() / 1024;
        if due {
            self.changes = 0;
        }
        due
    }

    /// The neighbours that may be linked.
    pub(super) fn possible(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        self.linked(cell, |way| way.may_open)
    }

    /// The neighbours that are certainly linked.
    pub(super) fn certain(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        self.linked(cell, |way| way.open)
    }

    fn linked(&self, cell: u32, sides: fn(&Way) -> u8) -> impl Iterator<Item = u32> + '_ {
        let sides_of = self.topology.sides();
        let own = sides(&self.ways[cell as usize]);
        self.topology.neighbours(cell).filter_map(move |(side, neighbour)| {
            let there = sides(&self.ways[neighbour as usize]);
            (own >> sides_of.own(side) & 1 == 1 && there >> sides_of.back(side) & 1 == 1).then_some(neighbour)
        })
    }
}
