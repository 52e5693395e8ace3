//! Why a search failed.

use serde::{Deserialize, Serialize};

/// Why a map could not be made, in numbers of cells and tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradiction {
    /// True if the search space is exhausted, so no map exists; false if a limit was reached.
    pub proved: bool,
    /// The cell that no tile fits; `None` if a constraint failed.
    pub cell: Option<u32>,
    /// For each side of that cell with a neighbour, the tiles that the neighbour allows.
    pub demands: Vec<(usize, Vec<usize>)>,
    /// The cells whose options led to it, latest first; empty if it may be all of them.
    pub cells: Vec<u32>,
    /// The constraint that cannot be satisfied, in words.
    pub constraint: Option<String>,
    /// A cell where it fails, if there is one.
    pub near: Option<u32>,
}
