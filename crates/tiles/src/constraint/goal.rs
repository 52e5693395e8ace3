//! Constraints on the whole map that are met by drawing first or by mending once, not by search.
//!
//! Looking at the whole map after each decision is slow, and meets `connected` by emptying the map. So
//! the map is solved freely; paths and places are drawn and pinned before ([`super::places`]), pieces
//! are joined and rings are cut after ([`super::join`]), second ways are added ([`super::ears`]). What
//! fails that way is left to the complete search, which also proves that no map exists.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::mirror::Reflection;
use super::{Constraint, Selection};
use crate::model::Model;
use crate::rules::bits;
use crate::solve::Collapse;
use crate::{Error, Topology};

/// Something to be achieved for the whole map.
pub(crate) enum Goal {
    /// All members are in one piece.
    Connected(Ways),
    /// The cells are joined by members.
    Path(Ways, Vec<u32>),
    /// Members form no ring.
    NoLoops(Ways),
    /// From each member to every other there are two ways.
    Loop(Ways),
    /// So many members.
    Count(Selection, u32, Option<u32>),
    /// Members are this far apart.
    Separation(Selection, u32),
    /// What is mended on one side is mended on the other. The solver sees to it that the rest is a
    /// mirror image.
    Mirror(Box<Reflection>),
}

/// Can a constraint be a goal?
pub(super) fn is_goal(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Connected { .. }
        | Constraint::Loop { .. }
        | Constraint::Path { .. }
        | Constraint::Count { .. }
        | Constraint::Separation { .. } => true,
        Constraint::NoLoops { through, .. } => through.is_some(),
        _ => false,
    }
}

/// How tiles of a selection are linked.
pub(crate) struct Ways {
    pub(super) set: Arc<[u64]>,
    pub(super) outside: Arc<[u64]>,
    /// For each tile, the sides where it is open, as bits; 0 outside the selection.
    pub(super) open: Vec<u8>,
    /// With a letter: the tiles by their open sides.
    pub(super) tiles: Option<BTreeMap<u8, Arc<[u64]>>>,
    /// For each tile, is it hard to walk through, such as a house?
    pub(super) blocks: Vec<bool>,
    member: Vec<bool>,
    /// For each tile, must its piece be joined to the others?
    relevant: Vec<bool>,
    /// Are new ways straight instead of winding?
    pub(super) straight: bool,
}

impl Ways {
    /// Are new ways straight instead of winding?
    pub(super) fn straight(self, straight: bool) -> Self {
        Ways { straight, ..self }
    }

    /// Only pieces with tiles of this selection need be joined.
    pub(super) fn only(self, relevant: Option<Selection>) -> Self {
        let Some(relevant) = relevant else { return self };
        let tiles = 0..self.member.len();
        Ways { relevant: tiles.map(|t| self.member[t] && bits::has(&relevant.set, t)).collect(), ..self }
    }

    pub(super) fn new(model: &Model, selection: &Selection, through: Option<&str>) -> Result<Self, Error> {
        let tiles = model.rules().tiles();
        let sides = model.rules().sides().of_cell();
        let passes = |tile: usize, side: usize| {
            through.is_none_or(|letter| model.edge(tile, side).is_some_and(|edge| edge.contains(letter)))
        };
        let member: Vec<bool> = (0..tiles).map(|tile| bits::has(&selection.set, tile)).collect();
        let open = |tile: usize| match member[tile] {
            true => (0..sides).fold(0, |all, side| all | u8::from(passes(tile, side)) << side),
            false => 0,
        };
        let open: Vec<u8> = (0..tiles).map(open).collect();
        if let Some(letter) = through
            && open.iter().all(|sides| *sides == 0)
        {
            let reason =
                format!("no edge of {} contains `{letter}`; use a letter of their edges", selection.name);
            return Err(Error::Constraint { reason });
        }
        let by_sides = through.map(|_| {
            let mut sets: BTreeMap<u8, Vec<u64>> = BTreeMap::new();
            for (tile, &sides) in open.iter().enumerate() {
                let set = sets.entry(sides).or_insert_with(|| vec![0; model.rules().words()]);
                set[tile / 64] |= 1 << (tile % 64);
            }
            sets.into_iter().map(|(sides, set)| (sides, Arc::from(set))).collect()
        });
        let shown = |tile: usize| &model.palette()[usize::from(model.face(tile))];
        Ok(Ways {
            set: selection.set.clone().into(),
            outside: bits::not(&selection.set).into(),
            open,
            tiles: by_sides,
            blocks: (0..tiles).map(|tile| shown(tile).ground.blocks_step).collect(),
            relevant: member.clone(),
            member,
            straight: false,
        })
    }

    /// Is a tile part of the way?
    pub(super) fn is_member(&self, tile: usize) -> bool {
        self.member[tile]
    }

    /// The tiles that are open on these sides and no others, if a cell may have one of them.
    pub(super) fn exactly(&self, collapse: &Collapse, cell: u32, sides: u8) -> Option<Arc<[u64]>> {
        let set = self.tiles.as_ref()?.get(&sides)?;
        collapse.could_be(cell, set).then(|| set.clone())
    }

    /// The tiles that are open on at least these sides.
    pub(super) fn at_least(&self, sides: u8) -> Arc<[u64]> {
        let mut set = vec![0; self.set.len()];
        for (tile, &open) in self.open.iter().enumerate() {
            if self.member[tile] && open & sides == sides {
                set[tile / 64] |= 1 << (tile % 64);
            }
        }
        set.into()
    }
}

/// The open sides of every cell, and whether it is a member.
pub(super) struct State {
    pub(super) sides: Vec<u8>,
    pub(super) member: Vec<bool>,
    pub(super) blocks: Vec<bool>,
    /// Cells whose piece must be joined to the others.
    pub(super) relevant: Vec<bool>,
}

impl State {
    pub(super) fn of(ways: &Ways, collapse: &Collapse, topology: &Topology) -> State {
        let cells = topology.cells();
        let mut state = State {
            sides: vec![0; cells],
            member: vec![false; cells],
            blocks: vec![false; cells],
            relevant: vec![false; cells],
        };
        for cell in 0..cells {
            let Some(tile) = collapse.tile(cell as u32) else { continue };
            state.relevant[cell] = ways.relevant[tile];
            state.sides[cell] = ways.open[tile];
            state.member[cell] = ways.is_member(tile);
            state.blocks[cell] = ways.blocks[tile];
        }
        state
    }

    /// For each cell, is it part of a piece that must be joined to the others?
    pub(super) fn in_relevant_piece(&self, union: &mut Union) -> Vec<bool> {
        let mut roots = vec![false; self.member.len()];
        for cell in (0..self.member.len()).filter(|&cell| self.relevant[cell]) {
            roots[union.find(cell as u32) as usize] = true;
        }
        let is_in = |cell: usize| self.member[cell] && roots[union.find(cell as u32) as usize];
        (0..self.member.len()).map(is_in).collect()
    }

    /// The pieces of members, as a union of cells.
    pub(super) fn pieces(&self, topology: &Topology) -> Union {
        let mut union = Union::new(self.sides.len());
        for cell in 0..self.sides.len() {
            for (_, other) in self.links(topology, cell as u32) {
                union.join(cell as u32, other);
            }
        }
        union
    }

    /// The members that a cell is linked to, with the side.
    pub(super) fn links(&self, topology: &Topology, cell: u32) -> impl Iterator<Item = (usize, u32)> {
        let own = self.sides[cell as usize];
        let sides = topology.sides();
        topology.neighbours(cell).filter(move |&(side, other)| {
            own >> sides.own(side) & 1 == 1 && self.sides[other as usize] >> sides.back(side) & 1 == 1
        })
    }
}

/// Disjoint sets (Tarjan, *Efficiency of a good but not linear set union algorithm*, 1975).
pub(super) struct Union {
    parent: Vec<u32>,
}

impl Union {
    pub(super) fn new(count: usize) -> Self {
        Union { parent: (0..count as u32).collect() }
    }

    pub(super) fn find(&mut self, mut item: u32) -> u32 {
        while self.parent[item as usize] != item {
            let above = self.parent[self.parent[item as usize] as usize];
            self.parent[item as usize] = above;
            item = above;
        }
        item
    }

    /// Joins two sets; false if they were one already.
    pub(super) fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parent[a.max(b) as usize] = a.min(b);
        }
        a != b
    }
}

impl Goal {
    /// Does it hold on a finished map?
    pub(crate) fn holds(&self, collapse: &Collapse, topology: &Topology) -> bool {
        let members = |selection: &Selection| -> Vec<u32> {
            let inside = |cell: &u32| collapse.tile(*cell).is_some_and(|t| bits::has(&selection.set, t));
            (0..topology.cells() as u32).filter(inside).collect()
        };
        match self {
            Goal::Mirror(_) => true,
            Goal::Connected(ways) => super::join::pieces(ways, collapse, topology) <= 1,
            Goal::Path(ways, cells) => {
                let state = State::of(ways, collapse, topology);
                let mut union = state.pieces(topology);
                let mut roots = cells.iter().map(|&cell| union.find(cell));
                let first = roots.next();
                cells.iter().all(|&c| state.member[c as usize]) && roots.all(|root| Some(root) == first)
            }
            Goal::NoLoops(ways) => {
                let state = State::of(ways, collapse, topology);
                let mut union = Union::new(topology.cells());
                (0..topology.cells() as u32).all(|cell| {
                    let ahead = state.links(topology, cell).filter(|&(_, other)| other > cell);
                    ahead.fold(true, |holds, (_, other)| union.join(cell, other) && holds)
                })
            }
            Goal::Loop(ways) => super::ears::holds(&State::of(ways, collapse, topology), topology),
            Goal::Count(selection, min, max) => {
                let count = members(selection).len() as u32;
                count >= *min && max.is_none_or(|max| count <= max)
            }
            Goal::Separation(selection, distance) => {
                super::places::are_apart(topology, &members(selection), *distance)
            }
        }
    }
}
