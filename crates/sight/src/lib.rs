//! What one sees from a place.
//!
//! | approach | gives | exact | time |
//! | --- | --- | --- | --- |
//! | [`Shadowcast`] | cells, symmetric | yes | with what is seen, 64 cells at a time |
//! | [`dda`] | what rays meet | yes | cells crossed |
//! | [`pixel`] | what rays meet | no, as in the paper | length in pixels |
//! | [`vertices`] | a polygon | no, as in the paper | corners x sides |
//! | [`Sweep`] | a polygon | yes | n log n |
//! | [`Expansion`] | a polygon | yes | with what is seen, on a [`Mesh`] made before |
//!
//! "Exact" means that every decision is that of exact arithmetic: which cell a ray enters, which
//! corner hides which. The corners that are put out are rounded like any float.
//!
//! [`Place`] is one API over all of them. Light is apart from sight ([`shine`],
//! [`seen_in_light`]); [`Relief`] adds heights and smoke; [`Watch`] tells what came into view and
//! went out of it; [`look_many`] and [`cast_many`] take many observers and rays at once.
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
//! Limits: maps up to `i32::MAX` cells wide; a [`Mesh`] is for walls that stay, and is built anew
//! when they change (a [`Walls`] can change cell by cell).

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
pub use light::{Falloff, Light, lights_of, seen_in_light, shine};
pub use many::{look_many, seen_by_any};
pub use mesh::Mesh;
pub use outlines::Outlines;
pub use place::{Approach, Observer, Place, View};
pub use polygon::Polygon;
pub use ray::{Fan, Hit, cast_many};
pub use relief::Relief;
pub use shadowcast::Shadowcast;
pub use spot::Spot;
pub use sweep::Sweep;
pub use walls::Walls;
pub use watch::{Change, Watch};
