//! How much a file or a spec may ask for, known before the work begins.

use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

/// Something that a file or a spec may not ask for without end.
///
/// Readers and makers check what they are asked for before they allocate or search. The limits are
/// far above ordinary maps; [`raise_limits`] multiplies them all for programs that need more.
///
/// ```
/// use mapkiln_core::Limit;
/// assert!(Limit::Cells.check(1_000 * 1_000).is_ok());
/// let refused = Limit::Cells.check(20_000 * 20_000).unwrap_err();
/// assert!(refused.to_string().starts_with("400000000 cells are more than the limit of"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// Bytes of one file.
    FileBytes,
    /// Cells of one map, all levels together, walls and rock included.
    Cells,
    /// Rooms, corridors, doors, stairs, things and texts of one plan.
    Parts,
    /// Creatures of one plan or floor.
    Creatures,
    /// Hexes of one board.
    Hexes,
    /// Nodes and edges of one level graph.
    Nodes,
    /// Nodes and edges of one level graph that is laid out in space.
    LaidOut,
    /// Ways at one node of a level graph that is laid out in space.
    Ways,
    /// Cells of a map of tiles that a tile set is learned from.
    SampleCells,
    /// Cells of one dungeon of another program.
    ImportedCells,
    /// Cells of floor in one picture of a plan, and all cells in a picture of what is seen.
    DrawnCells,
    /// Sides of walls in one picture of a plan.
    DrawnWalls,
    /// Pixels of all pictures that one map of tiles names.
    Pixels,
    /// Attributes of one XML element.
    Attributes,
    /// Names of namespaces in one XML file.
    Namespaces,
    /// Rows of one codex file.
    CodexRows,
    /// Moves of one stored game.
    Moves,
    /// Cells of a floor that the automatic player searches.
    SolvedCells,
    /// Threads of one run.
    Threads,
}

/// More was asked for than a [`Limit`] allows.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{asked} {} are more than the limit of {most}; --raise-limits N multiplies the limits", limit.name())]
pub struct OverLimit {
    /// What there was too much of.
    pub limit: Limit,
    /// How much was asked for.
    pub asked: u64,
    /// How much is allowed.
    pub most: u64,
}

static FACTOR: AtomicU64 = AtomicU64::new(1);

/// Multiplies all limits of this process by a factor, once; maps do not depend on it.
pub fn raise_limits(factor: u64) {
    FACTOR.store(factor.max(1), Ordering::Relaxed);
}

impl Limit {
    /// All limits, in the order of the documentation.
    pub const ALL: [Limit; 19] = [
        Limit::FileBytes,
        Limit::Cells,
        Limit::Parts,
        Limit::Creatures,
        Limit::Hexes,
        Limit::Nodes,
        Limit::LaidOut,
        Limit::Ways,
        Limit::SampleCells,
        Limit::ImportedCells,
        Limit::DrawnCells,
        Limit::DrawnWalls,
        Limit::Pixels,
        Limit::Attributes,
        Limit::Namespaces,
        Limit::CodexRows,
        Limit::Moves,
        Limit::SolvedCells,
        Limit::Threads,
    ];

    /// What is counted, in the plural.
    pub fn name(self) -> &'static str {
        match self {
            Limit::FileBytes => "bytes of a file",
            Limit::Cells => "cells",
            Limit::Parts => "parts of a plan",
            Limit::Creatures => "creatures",
            Limit::Hexes => "hexes",
            Limit::Nodes => "nodes and edges",
            Limit::LaidOut => "nodes and edges to lay out",
            Limit::Ways => "ways at a node to lay out",
            Limit::SampleCells => "cells of a sample",
            Limit::ImportedCells => "cells of another program's dungeon",
            Limit::DrawnCells => "cells of a picture",
            Limit::DrawnWalls => "sides of walls of a picture",
            Limit::Pixels => "pixels of a map's pictures",
            Limit::Attributes => "attributes of an XML element",
            Limit::Namespaces => "namespaces of an XML file",
            Limit::CodexRows => "rows of a codex",
            Limit::Moves => "moves of a stored game",
            Limit::SolvedCells => "cells to solve",
            Limit::Threads => "threads",
        }
    }

    /// The limit before it is raised.
    pub fn usual(self) -> u64 {
        match self {
            Limit::FileBytes => 256 << 20,
            Limit::Cells => 1 << 26,
            Limit::Parts => 1_000_000,
            Limit::Creatures => 10_000,
            Limit::Hexes => 10_000,
            Limit::Nodes => 200_000,
            Limit::LaidOut => 10_000,
            Limit::Ways => 64,
            Limit::SampleCells => 1 << 22,
            Limit::ImportedCells => 1 << 20,
            Limit::DrawnCells => 1 << 20,
            Limit::DrawnWalls => 1 << 16,
            Limit::Pixels => 1 << 27,
            Limit::Attributes => 1_000,
            Limit::Namespaces => 64,
            Limit::CodexRows => 100_000,
            Limit::Moves => 1_000_000,
            Limit::SolvedCells => 1 << 20,
            Limit::Threads => 1_024,
        }
    }

    /// The limit now.
    pub fn most(self) -> u64 {
        self.usual().saturating_mul(FACTOR.load(Ordering::Relaxed))
    }

    /// Refuses an amount over the limit.
    pub fn check(self, asked: u64) -> Result<(), OverLimit> {
        let most = self.most();
        if asked <= most { Ok(()) } else { Err(OverLimit { limit: self, asked, most }) }
    }
}
