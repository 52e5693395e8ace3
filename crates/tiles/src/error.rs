//! What can go wrong.

use mapkiln_core::{Fault, MakeError, Stopped};
use thiserror::Error;

/// Why a tile set could not be read, or a world not be made.
#[derive(Debug, Error)]
pub enum Error {
    /// A map without cells, or with too many.
    #[error(
        "a map of {width}x{height} with {layers} layer(s) cannot be made at once; ask for 1 to {} cells, or make the world by chunk",
        crate::MAX_CELLS
    )]
    Size {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
        /// Layers.
        layers: u64,
    },
    /// Rows of hexagons are shifted in turn, so a map that joins its far side has an even number.
    #[error("a hexagonal map that joins south and north needs an even number of rows, and {height} is odd")]
    OddHexagons {
        /// Rows.
        height: u32,
    },
    /// More memory than one map may take.
    #[error("{cells} cells with {tiles} tiles would need {} MB; ask for a smaller map, or make the world by chunk", bytes >> 20)]
    Memory {
        /// Cells.
        cells: u64,
        /// Tiles.
        tiles: usize,
        /// Bytes.
        bytes: u64,
    },
    /// No tiles, or too many.
    #[error("a tile set has 1 to {most} tiles once they are turned and mirrored, and this one has {tiles}")]
    TileCount {
        /// Tiles found.
        tiles: usize,
        /// The most allowed.
        most: usize,
    },
    /// A tile set that says something impossible.
    #[error("{at}: {reason}")]
    TileSet {
        /// Where.
        at: String,
        /// What is wrong, and what to write instead.
        reason: String,
    },
    /// Text or bytes that could not be read.
    #[error("{what} cannot be read: {reason}")]
    Read {
        /// What was read.
        what: &'static str,
        /// Why not, and where.
        reason: String,
    },
    /// No built-in set of this name.
    #[error("there is no built-in tile set `{name}`; there are {known}, or name a file")]
    UnknownSet {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A constraint that says something impossible.
    #[error("constraint: {reason}")]
    Constraint {
        /// What is wrong, and what to write instead.
        reason: String,
    },
    /// The whole search was exhausted.
    #[error("no such map exists: {reason}")]
    Impossible {
        /// Cells, labels and constraints that contradict each other.
        reason: String,
    },
    /// The budget of the search was used up.
    #[error(
        "no such map was found within the limits: {reason}; allow more repairs and backtracks, or loosen the tiles and constraints"
    )]
    GaveUp {
        /// The last contradiction met.
        reason: String,
    },
    /// An endless world needs something to begin with.
    #[error(
        "no pattern of up to {size}x{size} tiles of `{set}` fits itself on all sides, so it has no endless world; add a tile that fits beside itself"
    )]
    NoPattern {
        /// The tile set.
        set: String,
        /// The largest pattern tried.
        size: u32,
    },
    /// An endless world that would be the same everywhere.
    #[error(
        "every pattern of `{set}` that fits itself on all sides leaves no choice to what lies within, so its endless world would be the same everywhere; add tiles that fit among these, or ask for a map with a size"
    )]
    Lifeless {
        /// The tile set.
        set: String,
    },
    /// A range of chunks that ends before it begins, or is too large.
    #[error("a range of chunks goes from the north-west to the south-east, 1 to {most} chunks each way")]
    ChunkRange {
        /// The most on each axis.
        most: i64,
    },
    /// A constraint that an endless world cannot keep to.
    #[error("constraints of a spec need a whole map; leave them out, or ask for a size instead of chunks")]
    EndlessConstraint,
    /// The run ended early.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl MakeError for Error {
    fn fault(&self) -> Fault {
        match self {
            Error::Impossible { .. }
            | Error::GaveUp { .. }
            | Error::NoPattern { .. }
            | Error::Lifeless { .. }
            | Error::Stopped(_) => Fault::Failure,
            _ => Fault::Wish,
        }
    }
}
