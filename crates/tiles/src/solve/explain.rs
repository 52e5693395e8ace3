//! What a failed search can say.

use serde::{Deserialize, Serialize};

/// Why a map could not be made, in numbers of cells and tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradiction {
    /// True where the whole search was exhausted: no map exists. False where the budget was.
    pub proved: bool,
    /// The cell that no tile fits; `None` where a constraint failed.
    pub cell: Option<u32>,
    /// For each side of that cell with a neighbour, the tiles the neighbour leaves it.
    pub demands: Vec<(usize, Vec<usize>)>,
    /// The cells whose options led to it, the latest first; empty where it may be all of them.
    pub cells: Vec<u32>,
    /// The constraint that cannot hold, in words.
    pub constraint: Option<String>,
    /// A cell where that shows, if there is one.
    pub near: Option<u32>,
}
