//! Visibility on grids and between walls: rays, fields of view, visibility polygons, light.
//!
//! | approach | result | exact | time |
//! | --- | --- | --- | --- |
//! | [`Shadowcast`] | cells, symmetric | yes | what is seen, 64 cells at a time |
//! | [`dda`] | what rays hit | yes | cells crossed |
//! | [`pixel`] | what rays hit | no, as in the paper | length in pixels |
//! | [`vertices`] | a polygon | no, as in the paper | corners x sides |
//! | [`Sweep`] | a polygon | yes | n log n |
//! | [`Expansion`] | a polygon | yes | what is seen, on a prebuilt [`Mesh`] |
//!
//! "Exact" means that every decision is that of exact arithmetic: which cell a ray enters, which corner
//! hides which. The coordinates of the output are rounded like any float.
//!
//! [`Surroundings`] is one interface to all of them. LightSource is separate from sight ([`shine`],
//! [`seen_in_light`]); [`Relief`] adds heights and smoke; [`Watch`] reports what came into view and what
//! went out of view; [`look_many`] and [`cast_many`] handle many observers and rays at once.
//!
//! ```
//! use mapkiln_core::Point;
//! use mapkiln_sight::{Shadowcast, Walls};
//!
//! let walls = Walls::from_text("\
//! .......
//! ..#.#..
//! .......");
//! let mut caster = Shadowcast::new();
//! let (a, b) = (Point::new(0, 0), Point::new(6, 2));
//! let a_sees_b = caster.look(&walls, a, None).contains(b);
//! let b_sees_a = caster.look(&walls, b, None).contains(a);
//! assert_eq!(a_sees_b, b_sees_a); // always
//! ```
//!
//! Limits: maps of up to `i32::MAX` cells per axis; a look reaches at most 262,144 cells. A [`Mesh`]
//! must be rebuilt if the walls change, while [`Walls`] can change cell by cell.
//!
//! Features: `parallel` (default) lets [`look_many`], [`cast_many`] and [`shine`] use several threads.

mod beam;
mod cells;
pub mod dda;
mod error;
mod expansion;
mod light;
mod many;
mod mesh;
mod outlines;
pub mod pixel;
mod place;
mod polygon;
mod ray;
mod relief;
mod shadowcast;
mod spot;
mod sweep;
pub mod vertices;
mod walls;
mod watch;

pub use cells::CellSet;
pub use error::Error;
pub use expansion::Expansion;
pub use light::{Falloff, LightSource, lights_of, seen_in_light, shine};
pub use many::{look_many, seen_by_any};
pub use mesh::Mesh;
pub use outlines::Outlines;
pub use place::{Approach, Observer, Surroundings, View};
pub use polygon::Polygon;
pub use ray::{Fan, Hit, cast_many};
pub use relief::Relief;
pub use shadowcast::Shadowcast;
pub use spot::Spot;
pub use sweep::Sweep;
pub use walls::Walls;
pub use watch::{Change, Watch};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
