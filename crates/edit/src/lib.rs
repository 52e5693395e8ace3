//! Changes to a dungeon, each a small value that the library applies and checks.
//!
//! An [`Edit`] is data: it can be stored, undone by leaving it out, and sent in a link. [`apply`]
//! gives the changed plan or says why the change is impossible (a room on top of another). What is
//! possible but unwise stands, and [`EditVerdict::of`] says what broke and offers [`Mend`]s.
//!
//! ```
//! use mapkiln_core::{Run, Spec};
//! use mapkiln_dungeon::DungeonSpec;
//! use mapkiln_edit::{Edit, EditVerdict, apply};
//!
//! let spec = DungeonSpec::default();
//! let plan = spec.make(&mut Run::new("cellar"))?.map;
//! let renamed = apply(&plan, &spec, &Edit::Rename { title: "My cellar".into() })?;
//! assert_eq!(renamed.title, "My cellar");
//! assert!(EditVerdict::of(&renamed, &spec).finished);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apply;
mod contents;
mod edit;
mod error;
mod ground;
mod measures;
mod mend;
mod reach;
mod rooms;
mod route;
mod verdict;
mod ways;

pub use apply::apply;
pub use edit::{DoorWish, Edit};
pub use error::Error;
pub use measures::Measures;
pub use mend::Mend;
pub use verdict::{EditVerdict, Step};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
