//! The extension module of the Python package `mapkiln`: conversions, no logic.
//!
//! The package's own Python files give it its shape; see `bindings/python/README.md`.

mod boards;
mod errors;
mod making;
mod map;
mod sight;

use pyo3::prelude::*;

/// Makers, maps and sight in Rust; use the package `mapkiln` instead.
#[pymodule]
mod _mapkiln {
    #[pymodule_export]
    use super::boards::board_score;
    #[pymodule_export]
    use super::making::{default_spec, make, make_many, makers, remake};
    #[pymodule_export]
    use super::map::{Map, formats, load};
    #[pymodule_export]
    use super::sight::fov;
}
