//! Mapkiln for web pages: one call with a verb and JSON in, JSON and bytes out.
//!
//! A [`Kiln`] answers requests about a *document*: a spec with its seed (or a map from elsewhere)
//! and the edits to it. What it made stays in a small cache, so callers name the document each time
//! and hold no map. [`Kiln::call`] is all there is; on the web it is one class with one method.
//!
//! The module comes in two parts, built from this crate: without features it makes and draws
//! dungeons, and with `everything` it knows every maker and every file format.

mod cache;
#[cfg(feature = "everything")]
mod claims;
mod codex;
mod document;
mod drawing;
#[cfg(feature = "everything")]
mod files;
#[cfg(feature = "everything")]
mod games;
mod kiln;
#[cfg(feature = "everything")]
mod looks;
mod makers;
#[cfg(feature = "everything")]
mod places;
mod problem;
mod runs;
mod several;
mod table;
#[cfg(target_arch = "wasm32")]
mod web;

pub use kiln::{Kiln, Reply};
pub use problem::Failure;
