//! The extension module of the Python package `mapkiln`: conversions, no logic.
//!
//! The package's own Python files give it its shape; see `bindings/python/README.md`.

mod batches;
mod boards;
mod errors;
mod making;
mod map;
mod play;
mod search;
mod sight;

use pyo3::prelude::*;

/// Makers, maps and sight in Rust; use the package `mapkiln` instead.
#[pymodule]
mod _mapkiln {
    #[pymodule_export]
    use super::batches::{Plan, round_part};
    #[pymodule_export]
    use super::boards::{board_fix, board_score};
    #[pymodule_export]
    use super::errors::break_next;
    #[pymodule_export]
    use super::making::{default_spec, make, make_many, makers, remake};
    #[pymodule_export]
    use super::map::{Map, formats, load};
    #[pymodule_export]
    use super::play::Games;
    #[pymodule_export]
    use super::search::{anneal, brkga};
    #[pymodule_export]
    use super::sight::fov;

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
