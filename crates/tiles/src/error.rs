//! What can go wrong.

use mapkiln_core::{Fault, MakeError, Stopped};
use thiserror::Error;

/// Why a tile set could not be read or a world could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A map without cells, or with too many.
    #[error(
        "a map of {width}x{height} with {layers} layer(s) cannot be made at once; ask for 1 to {} cells, or make the world chunk by chunk",
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
    /// Every other row of hexagons is shifted, so a map that wraps around needs an even number of rows.
    #[error(
        "a hexagonal map that wraps from south to north needs an even number of rows, and {height} is odd"
    )]
    OddHexagons {
        /// Rows.
        height: u32,
    },
    /// More memory than one map may take.
    #[error("{cells} cells with {tiles} tiles would need {} MB; ask for a smaller map, or make the world chunk by chunk", bytes >> 20)]
    Memory {
        /// Cells.
        cells: u64,
        /// Tiles.
        tiles: usize,
        /// Bytes.
        bytes: u64,
    },
    /// A mesh whose links contradict each other, or that no rules can be for.
    #[error("the mesh: {reason}")]
    Mesh {
        /// What is wrong, and what to give instead.
        reason: String,
    },
    /// A change of a made map that cannot be.
    #[error("edit: {reason}")]
    CellEdit {
        /// What is wrong, and what to ask for instead.
        reason: String,
    },
    /// No tiles, or too many.
    #[error("a tile set has 1 to {most} tiles once they are turned and mirrored, and this one has {tiles}")]
    TileCount {
        /// Tiles found.
        tiles: usize,
        /// The most allowed.
        most: usize,
    },
    /// A sample with too many different patterns, such as a photograph or noise.
    #[error(
        "the sample has more than {most} different patterns of {n}x{n} cells; use smaller patterns, less symmetry, fewer colours or a smaller sample"
    )]
    PatternCount {
        /// SideStreets of the patterns.
        n: u32,
        /// The most allowed.
        most: usize,
    },
    /// A tile set that contradicts itself.
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
    #[error("there is no built-in tile set `{name}`; choose one of {known}, or give a file")]
    UnknownSet {
        /// The name asked for.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// A constraint that cannot be understood or is out of range.
    #[error("constraint: {reason}")]
    Constraint {
        /// What is wrong, and what to write instead.
        reason: String,
    },
    /// The search space is exhausted: no map exists.
    #[error("no such map exists: {reason}")]
    Impossible {
        /// Cells, labels and constraints that contradict each other.
        reason: String,
    },
    /// The [`Limits`](crate::Limits) of the search were reached.
    #[error(
        "no such map was found within the limits: {reason}; allow more repairs and backtracks, or loosen the tiles and constraints"
    )]
    GaveUp {
        /// The last contradiction met.
        reason: String,
    },
    /// No repeating pattern that an endless world could start from.
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
        "every pattern of `{set}` that fits itself on all sides leaves no choice for the cells inside, so its endless world would be the same everywhere; add tiles that fit among these, or ask for a map with a size"
    )]
    Lifeless {
        /// The tile set.
        set: String,
    },
    /// A range of chunks that ends before it begins, or is too large.
    #[error("a range of chunks goes from the north-west to the south-east, 1 to {most} chunks per axis")]
    ChunkRange {
        /// The most per axis.
        most: i64,
    },
    /// A constraint that an endless world cannot satisfy.
    #[error(
        "the constraints of a spec need a whole map; leave them out, or ask for a size instead of chunks"
    )]
    EndlessConstraint,
    /// The run ended before every cell was decided.
    #[error("{why}; decided {decided} of {cells} cells")]
    Stopped {
        /// Why it ended.
        why: Stopped,
        /// Cells that were decided, by choice or by propagation.
        decided: u64,
        /// Cells of the map.
        cells: u64,
    },
}

impl MakeError for Error {
    fn fault(&self) -> Fault {
        match self {
            Error::Impossible { .. }
            | Error::GaveUp { .. }
            | Error::NoPattern { .. }
            | Error::Lifeless { .. }
            | Error::Stopped { .. } => Fault::Failure,
            _ => Fault::Wish,
        }
    }
}
