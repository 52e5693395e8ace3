//! Tile worlds by wave function collapse that does not fail and does not end.
//!
//! A [`TileSet`] says which tiles may touch: by edges, by pairs, or by a sample. A [`WorldSpec`] and
//! a seed make a [`World`] of it, on squares, hexagons or layers, under [`Constraint`]s; the search
//! takes back what was wrong and repairs blocks, and where no map exists it says why. An
//! [`EndlessWorld`] hands out chunks that depend on the seed and their place alone. [`lint`] looks a
//! tile set over, and [`violations`] checks a world without trusting the solver.
//!
//! ```
//! use mapkiln_core::{Run, Spec};
//! use mapkiln_tiles::{Constraint, TileSource, WorldSpec};
//!
//! let spec = WorldSpec {
//!     tileset: TileSource::Name("islands".to_owned()),
//!     constraints: vec![Constraint::Border { tiles: "water".into() }],
//!     ..WorldSpec::default()
//! };
//! let world = spec.make(&mut Run::new("atlantis"))?.map;
//! assert!(mapkiln_draw::text::world(&world).starts_with("~~~~"));
//! assert!(world.floor().height.is_some());
//! # Ok::<(), mapkiln_tiles::Error>(())
//! ```
//!
//! Limits: one map has up to [`MAX_CELLS`] cells and a set up to [`MAX_TILES`] tiles with their turns;
//! constraints that look at a whole map do not hold across the chunks of an endless one.

mod check;
mod constraint;
mod endless;
mod error;
pub mod format;
mod learn;
mod lint;
mod model;
mod overlap;
mod rules;
mod solve;
mod spec;
mod tileset;
mod topology;

pub use check::violations;
pub use constraint::{Axis, Constraint, Tiles};
pub use endless::{CHUNK, ChunkRange, EndlessWorld};
pub use error::Error;
pub use learn::learn;
pub use lint::{Lint, TileSetFinding, TileSetFindingKind, lint};
pub use mapkiln_maps::Rgb;
pub use mapkiln_maps::world::{CellShape, Periodic, World, WorldTile};
pub use model::Model;
pub use rules::{Adjacency, MAX_TILES, MAX_WEIGHT};
pub use solve::{Collapse, CollapseStep, Contradiction, Heuristic, Job, Limits, Solver, Stats};
pub use spec::{TileSource, WorldSpec};
pub use tileset::{Adjacent, Compiled, Label, SHIPPED, Sample, Shipped, Tile, TileSet, Variant};
pub use topology::{MAX_CELLS, Topology};
