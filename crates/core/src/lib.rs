//! What every map maker of Mapkiln shares.
//!
//! A map follows from a [`Spec`] and a [`Seed`]. A maker gets a [`Run`] (the seed, a step budget,
//! observers, a way to cancel) and returns a [`Made`]: the map, its [`Origin`] (what is needed to make
//! it again) and a [`Report`] of how it was made. The maps themselves are in `mapkiln-maps`; [`Spec`]
//! shows a whole maker.
//!
//! ```
//! use mapkiln_core::{Grid, Point, Seed};
//!
//! let seed = Seed::from("the old keep");
//! let mut rng = seed.stream("layout", 0);
//! let cave = Grid::from_fn(20, 10, |_| rng.percent(45));
//! let mut again = seed.stream("layout", 0);
//! assert_eq!(cave[Point::new(0, 0)], again.percent(45)); // the same on every machine
//! ```
//!
//! Limits: coordinates are `i32`; a [`Grid`] has at most `i32::MAX` columns or rows. A run without
//! observers costs one check per event.
//!
//! Features: `parallel` (default) lets [`map_indexed`] and [`each_indexed`] use rayon's threads;
//! `schema` adds JSON Schemas.

mod contours;
mod event;
mod geometry;
mod grid;
mod hash;
mod limits;
mod origin;
mod parallel;
mod report;
mod run;
mod seed;
mod sort;
mod spec;
mod stream;

pub use contours::contours;
pub use event::Event;
pub use geometry::{Direction, Point, Rect};
pub use grid::Grid;
pub use hash::fingerprint;
pub use limits::{Limit, OverLimit, raise_limits};
pub use origin::{Origin, Recipe};
pub use parallel::{each_indexed, map_indexed};
pub use report::{Made, Report, Stage, TracePoint, snake_case};
pub use run::{Cancel, Run, Stopped};
pub use seed::Seed;
pub use sort::StableSort;
pub use spec::{Fault, MakeError, Maker, Spec};
pub use stream::Stream;

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
