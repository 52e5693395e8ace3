//! What every map maker of Mapkiln shares.
//!
//! A map follows from a [`Spec`] and a [`Seed`]. A maker is given a [`Run`] (the seed, a step budget,
//! observers, a way to cancel) and gives back a [`Made`]: the map, its [`Origin`] (what makes it
//! again) and a [`Report`] that says how it came about. The maps themselves are in `mapkiln-maps`.
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
mod event;
mod geometry;
mod grid;
mod hash;
mod origin;
mod parallel;
mod report;
mod run;
mod seed;
mod spec;
mod stream;

pub use contours::contours;
pub use event::Event;
pub use geometry::{Direction, Point, Rect};
pub use grid::Grid;
pub use hash::fingerprint;
pub use origin::{Origin, Recipe};
pub use parallel::{each_indexed, map_indexed};
pub use report::{Made, Report, Stage, TracePoint, snake_case};
pub use run::{Cancel, Run, Stopped};
pub use seed::Seed;
pub use spec::{Fault, MakeError, Maker, Spec};
pub use stream::Stream;
