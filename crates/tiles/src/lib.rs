//! Tile worlds by wave function collapse that does not fail and does not end.
//!
//! A [`TileSet`] says which tiles may touch: by edges, by pairs or by a sample. A [`WorldSpec`] and a
//! seed make a [`World`] of it on squares, hexagons or layers, subject to [`Constraint`]s.
//! Contradictions are resolved by backtracking and by repairing blocks; if no map exists, the error
//! says why. An [`EndlessWorld`] makes chunks that depend only on the seed and their position. [`lint`]
//! looks for mistakes in a tile set, and [`violations`] checks a world independently of the solver.
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
//! For one decision at a time, [`WorldSpec::begin`] gives the stepper, a [`Collapse`]; to watch a map
//! being made, attach an observer to the run.
//!
//! Limits: a map has up to [`MAX_CELLS`] cells, a set up to [`MAX_TILES`] tiles including turns and
//! mirror images. Constraints that need a whole map do not hold in an endless world. Costs: time is
//! about linear in the cells; memory is 60 to 120 bytes per cell with up to 128 tiles, and grows with
//! the number of tiles above that.
//!
//! Features: `parallel` (default) makes chunks on several threads if the run allows it; `schema` adds
//! the JSON Schemas of specs and tile sets.

mod blocks;
mod check;
mod constraint;
mod edit;
mod endless;
mod error;
mod field;
pub mod format;
mod learn;
mod lint;
mod model;
mod overlap;
mod rules;
mod sides;
mod solve;
mod spec;
mod tileset;
mod topology;

pub use check::violations;
pub use constraint::{Axis, Constraint, Tiles};
pub use edit::CellEdit;
pub use endless::{CHUNK, ChunkRange, EndlessWorld};
pub use error::Error;
pub use field::{
    CoarseValues, CoarseWorld, Compass, Cover, Discs, Distance, Edge, Field, Gradient, Layout, MapPoint,
    Network, Noise, PathCost, Profile, Region, Rooms, SideStreets, Spots, Steps, Warp,
};
pub use learn::learn;
pub use lint::{Lint, TileSetFinding, TileSetFindingKind, lint};
pub use mapkiln_maps::Rgb;
pub use mapkiln_maps::world::{CellShape, Periodic, World, WorldTile};
pub use model::Model;
pub use rules::{Adjacency, MAX_TILES, MAX_WEIGHT};
pub use sides::{MAX_SIDES, Sides};
pub use solve::propagator::{Domains, Propagator, Refusal};
pub use solve::{Collapse, CollapseStep, Contradiction, Heuristic, Job, Limits, Solver, Stats};
pub use spec::{TileSource, WorldSpec};
pub use tileset::{Adjacent, Compiled, Label, SHIPPED, Sample, Shipped, Tile, TileSet, Variant};
pub use topology::{MAX_CELLS, Topology};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
