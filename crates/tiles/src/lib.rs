//! Tile worlds.

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
mod shape;
mod solve;
mod spec;
mod tileset;
mod topology;
mod world;

pub use check::violations;
pub use constraint::{Axis, Constraint, Tiles};
pub use endless::{CHUNK, EndlessWorld};
pub use error::Error;
pub use learn::learn;
pub use lint::{Finding, FindingKind, Lint, lint};
pub use model::Model;
pub use rules::{MAX_TILES, MAX_WEIGHT, Rules};
pub use shape::Shape;
pub use solve::{Collapse, Contradiction, Heuristic, Job, Limits, Solver, Stats, Step};
pub use spec::{TileSource, WorldSpec};
pub use tileset::{Adjacent, Color, Compiled, Label, SHIPPED, Sample, Shipped, Tile, TileSet, Variant};
pub use topology::{MAX_CELLS, Periodic, Topology};
pub use world::{World, WorldTile};
