//! Maps by the million: a [`BatchJob`] as data, and its parts as Parquet files.
//!
//! A job is a maker, a spec, what varies, and a range of seeds. [`BatchPlan`] resolves it: which map has
//! which index, which columns there are, which part holds which maps. [`BatchPlan::make_part`] makes one
//! part as bytes. It reads no clock, no file and no environment, so a part is the same wherever and
//! however often it is made; threads of one machine and the workers of a cluster share just that.
//!
//! ```
//! use mapkiln_batch::{BatchJob, BatchPlan};
//! let job = BatchJob::from_toml("maker = 'level'\nseeds = '0..6'\npart = 4\nvary.rooms = [20, 30]")?;
//! let plan = BatchPlan::new(job)?;
//! assert_eq!((plan.maps(), plan.parts()), (12, 3));
//! let part = plan.make_part(2)?;
//! assert_eq!(part.name, "part-000000008-000000012.parquet");
//! assert_eq!((part.rows, &part.bytes[..4]), (4, &b"PAR1"[..]));
//! # Ok::<(), mapkiln_batch::Error>(())
//! ```
//!
//! It is a crate of its own because of its dependencies: Parquet and zstd.

mod error;
mod footer;
mod job;
mod manifest;
mod part;
mod plan;
mod rows;
mod vary;

pub use error::Error;
pub use job::{BatchJob, MapColumn};
pub use manifest::{Manifest, PartRecord, digest};
pub use part::{Part, PartPicture};
pub use plan::{BatchPlan, round_part};
pub use vary::Vary;

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
