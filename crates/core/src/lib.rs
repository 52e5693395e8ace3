//! What every map maker of Mapkiln shares.
//!
//! A map follows from a *spec* and a [`Seed`]. A maker is given a [`Run`] (the seed, a step budget,
//! a progress sink, a way to cancel) and gives back a [`Made`]: the map and a [`Report`] that says
//! how it came about. Maps that have rooms are [`plan::Plan`]s; everything one can stand on becomes
//! a [`floor::Floor`]; both are versioned JSON [`document`]s.
//!
//! ```
//! use mapkiln_core::{Seed, Point};
//!
//! let seed = Seed::from("the old keep");
//! let mut a = seed.stream("layout", 0);
//! let mut b = seed.stream("layout", 0);
//! assert_eq!(a.below(1000), b.below(1000)); // the same stream, on every machine
//! assert_eq!(Point::new(2, 3).manhattan(Point::new(0, 0)), 5);
//! ```
//!
//! Limits: coordinates are `i32`; a [`Grid`] holds at most `i32::MAX` columns or rows.

mod contours;
pub mod document;
pub mod floor;
mod geometry;
mod grid;
mod hash;
mod language;
mod parallel;
pub mod plan;
mod report;
mod run;
mod seed;
mod stream;

pub use contours::contours;
pub use geometry::{Direction, Point, Rect};
pub use grid::Grid;
pub use hash::fingerprint;
pub use language::Language;
pub use parallel::{each_indexed, map_indexed};
pub use report::{Made, Report, Stage, TracePoint};
pub use run::{Cancel, Progress, Run, Stopped};
pub use seed::Seed;
pub use stream::Stream;
