//! What constraints on ways know of each cell: can one stand there, must one, and over which sides
//! can one leave?

use super::Selection;
use crate::model::Model;
use crate::rules::bits;
use crate::{Error, Topology};

/// A cell as a way sees it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Way {
    /// Can the cell be part of a way?
    pub(super) can: bool,
    /// Must it be?
    pub(super) must: bool,
    /// Sides that may be open, as bits.
    pub(super) may_open: u8,
    /// Sides that are open whatever is chosen, as bits.
    pub(super) open: u8,
}

pub(super) struct Links {
    pub(super) topology: Topology,
    pub(super) selection: Selection,
    /// The tiles outside of the selection.
    pub(super) outside: Vec<u64>,
    /// For each side, the tiles of the selection that are open there.
    pub(super) open: Vec<Vec<u64>>,
    pub(super) ways: Vec<Way>,
    /// Changes that matter, since the last look.
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
        for side in 0..topology.shape().sides() {
            let passes =
                |&tile: &usize| through.is_none_or(|t| model.edge(tile, side).is_some_and(|e| e.contains(t)));
            open.push(bits::of(model.rules().words(), bits::iter(&selection.set).filter(passes)));
        }
        if let Some(through) = through
            && open.iter().all(|set| bits::is_empty(set))
        {
            let reason =
                format!("no edge of {} has `{through}`; name a letter of their edges", selection.name);
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

    /// Is it time to look? Small maps are looked at after each change, large ones less often:
    /// a look costs the whole map.
    pub(super) fn is_due(&mut self) -> bool {
        let due = self.changes > self.topology.cells() / 1024;
        if due {
            self.changes = 0;
        }
        due
    }

    /// The neighbours that one may be able to go to.
    pub(super) fn possible(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        self.linked(cell, |way| way.may_open)
    }

    /// The neighbours that one can surely go to.
    pub(super) fn certain(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        self.linked(cell, |way| way.open)
    }

    fn linked(&self, cell: u32, sides: fn(&Way) -> u8) -> impl Iterator<Item = u32> + '_ {
        let shape = self.topology.shape();
        let own = sides(&self.ways[cell as usize]);
        self.topology.neighbours(cell).filter_map(move |(side, neighbour)| {
            let there = sides(&self.ways[neighbour as usize]);
            (own >> side & 1 == 1 && there >> shape.opposite(side) & 1 == 1).then_some(neighbour)
        })
    }
}
